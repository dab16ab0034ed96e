"""Advice without a book is the same at every seat and table, and in amounts that can be paid."""

from collections.abc import Iterator, Sequence
from fractions import Fraction

import pytest

from tests.kit.games import registered
from tests.sixth_game.game import HighCard
from upcard.cards.card import parse_cards
from upcard.lab.advice import advise
from upcard.lab.coach import worth_of_moves
from upcard.lab.general import estimated
from upcard.lab.kernels import silent
from upcard.lab.solvers import analyze
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules import registry
from upcard.rules.game import Wager
from upcard.rules.model import Model, Reads
from upcard.rules.needs import Amount, Ask, Choice, Script, Turn, Turns, together
from upcard.rules.table import Seat, Table


class AnyRaise(HighCard):
    """The Raise may be any amount from a cent to the Ante."""

    name = "any-raise"
    __module__ = HighCard.__module__  # its pay tables lie there
    wagers = (
        HighCard.wagers[0],
        Wager("raise", "Raise", "raise", "HIC-3", "Up to the Ante.", placed="during"),
        HighCard.wagers[2],
    )

    def model(self) -> Model:
        return Model(alike=_rank, side={"match": Reads(matched, "player+dealer")})

    def play(self, t: Table) -> Script:
        for seat in t.in_order():
            yield from t.deal(seat.hand, 1, "owner")
        yield from t.deal(t.dealer, 1, "nobody")
        yield from together([self._raise(t, seat) for seat in t.in_order()])
        yield from t.show(t.dealer)
        for seat in t.right_to_left():
            yield from t.show(seat.hand)
            self._settle(t, seat)

    def _raise(self, t: Table, seat: Seat) -> Turns:
        ante = seat.bets["ante"]
        moves = (Amount("raise", "Raise", "r", "HIC-3", 1, ante), Choice("stay", "Stay", "s", "HIC-3"))
        act = yield Turn(seat.number, 1, moves)
        if act.move == "raise":
            assert isinstance(act.value, int)
            t.stake(seat.number, 1, "raise", act.value)


def matched(cards: Sequence[int]) -> str:
    """Whether two cards have one rank."""
    return "match" if _rank(cards[0]) == _rank(cards[1]) else "other"


def _rank(card: int) -> int:
    return card >> 2


@pytest.fixture(autouse=True)
def installed() -> Iterator[None]:
    with registered(HighCard, AnyRaise):
        yield


@pytest.mark.parametrize("name", ["high-card", "any-raise"])
def test_at_a_full_table_a_player_is_told_what_he_is_told_alone(name: str) -> None:
    game = registry.game(name)({"ante.min": 500, "ante.max": 500})
    played = Round(game, {2: {"ante": 500}, 3: {"ante": 500, "match": 100}, 5: {"ante": 500}})
    for card in ("Kh", "9s", "2d"):
        played.deal(parse_cards(card))
    played.deal(parse_cards("As"))
    assert isinstance(played.need, Ask)
    unit, worths = worth_of_moves(game, Knowledge.of(played, 3))
    alone = advise(name, "9s")
    assert unit == "ante"
    assert all(worth.se is None for worth in worths)
    assert worths[0].ev == alone.best.ev
    assert {worth.move for worth in worths} == {choice.action[0] for choice in alone.choices}


def test_a_least_amount_of_one_cent_is_said_as_one_cent_and_worth_that() -> None:
    found = {choice.action: choice.ev for choice in advise("any-raise", "9s").choices}
    edge = Fraction(28 - 20, 51)  # a nine beats 28 of the other cards and loses to 20
    assert found == {("stay",): edge, ("raise", 1): edge * 101 / 100, ("raise", 100): edge * 2}


def test_side_bets_with_facts_of_their_own_are_exact_in_a_game_that_is_estimated(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(estimated, "cores", lambda: 1)
    game = registry.game("any-raise")()
    found = estimated.estimate(game, silent, rounds=100).to_json()
    assert found["exact"] is False
    assert found["total"]["exact"] is False
    assert {name: said["exact"] for name, said in found["wagers"].items()} == {
        "ante": False, "raise": False, "match": True
    }  # fmt: skip
    assert found["wagers"]["ante"]["se"] > 0
    assert found["wagers"]["match"]["ev"] == analyze("any-raise").to_json()["wagers"]["match"]["ev"] == "-4/17"
    assert "se" not in found["wagers"]["match"]
