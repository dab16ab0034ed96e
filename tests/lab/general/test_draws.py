"""Games in which cards are exchanged, exactly: every hand, every way to hold it, every card that can come."""

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.sixth_game.game import HighCard
from upcard.cards.card import parse_cards, rank, suit
from upcard.cards.poker import five_card_category
from upcard.lab.analysis import LabError
from upcard.lab.general.draws import holds_kernels
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.general.rounds.script import unit_bets
from upcard.lab.general.solution import KINDS, work_out
from upcard.lab.general.solver import solve
from upcard.lab.kernels import silent
from upcard.lab.walking.walker import Walker
from upcard.rules.model import Model, Reads
from upcard.rules.needs import Choice, Script, Turn
from upcard.rules.paytable import PayTable
from upcard.rules.table import Table

HELD = {"keep": (0, 1), "change-1": (1,), "change-2": (0,), "change-both": ()}


def outcome(cards: Sequence[int]) -> str:
    """A pair of anything wins, two of a suit tie (HIC-4)."""
    if rank(cards[0]) == rank(cards[1]):
        return "win"
    return "tie" if suit(cards[0]) == suit(cards[1]) else "lose"


def kept(move: str) -> tuple[int, ...]:
    return HELD[move]


class Change(HighCard):
    """Two cards, of which either or both are exchanged for as much as the Ante."""

    name = "change"
    claims: ClassVar[Any] = Model(facts=(Reads(outcome, "player"),), kept=kept)
    pays_first_pair: ClassVar[bool] = False

    @classmethod
    def known_tables(cls) -> dict[str, dict[str, PayTable]]:  # type: ignore[override]  # the base's is kept by class
        return HighCard.known_tables()

    def model(self) -> Model | None:
        claims: Model | None = self.claims
        return claims

    def play(self, t: Table) -> Script:
        (seat,) = t.in_order()
        for _ in range(2):
            yield from t.deal(seat.hand, 1, "owner")
        ante = seat.bets["ante"]
        moves = tuple(Choice(move, move, move[-1], "HIC-3", cost=0 if move == "keep" else ante) for move in HELD)
        act = yield from t.ask(Turn(1, 1, moves))
        hand = [seat.cards[place] for place in HELD[act.move]]
        first = outcome(seat.cards)
        if act.move != "keep":
            t.stake(1, 1, "raise", ante)
            t.settle(1, "raise", "lose", "HIC-3")
            yield from t.deal(seat.hand, 2 - len(hand), "owner")
        paid = outcome([*hand, *seat.cards[2:]])
        t.settle(1, "ante", "tie" if self.pays_first_pair and first == "win" else paid, "HIC-4")
        if t.has(1, "match"):
            t.settle(1, "match", "match" if first == "win" else "other", "HIC-5")


def game(deck: Sequence[int] = range(16), **said: Any) -> Change:
    side = {"match": Reads(lambda cards: outcome(cards) == "win", "player[:2]")}
    said.setdefault("claims", Model(facts=Change.claims.facts, side=side, kept=kept))
    kind: type[Change] = type("Said", (Change,), said)
    return kind(deck=deck)


def test_exchanged_cards_are_the_walk_of_every_deal() -> None:
    for deck in (range(8), [4 * r + s for r in range(3) for s in range(3)]):
        ours, walked = solve(game(deck), silent), solve(game(deck, claims=None), silent)
        assert ours.total is not None
        assert walked.total is not None
        for figure in ("ev", "average_wager", "sd", "element_of_risk", "note"):
            assert getattr(ours.total, figure) == getattr(walked.total, figure), figure
        assert "in every way to hold it" in ours.method
        for name, wager in walked.wagers.items():
            mine = ours.wagers[name].to_json()
            assert {**mine, "outcomes": None} == {**wager.to_json(), "outcomes": None}


def test_advice_is_the_walk_from_there_and_the_book_is_the_same_from_disk() -> None:
    free = game()
    solved = work_out(free, free.claims, silent, unit_bets(free))
    said, arrays = solved.book.write()
    again = KINDS["draws"].read(said, arrays)
    draw = random.Random(1)
    for _ in range(4):
        hand = draw.sample(free.deck, 2)
        cards = {("player", 0): hand[0], ("player", 1): hand[1]}
        answers = solved.book.answers(cards, ())
        walked = Walker(game(claims=None), solved.bets).options([(card,) for card in hand])
        assert [(move, Fraction(cents, of)) for (move, _), cents, of, _ in answers] == [
            (act.move, one.main) for act, one in walked
        ]
        assert again.answers(cards, ()) == answers
        best = max(walked, key=lambda one: (one[1].main, -one[1].staked))
        assert again.choice(cards, ())[0] == best[0].move
    with pytest.raises(LabError, match="these cards seen: 2 of the player's; given are 1 of the player's"):
        again.answers({("player", 0): 3}, ())


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ({"pays_first_pair": True}, r"does not say everything that matters: both in \[player .*\] and in \["),
        ({"claims": Model(facts=(Reads(outcome, "player"),), kept=lambda _: (0, 1))}, "2 of 2 cards are kept"),
        ({"claims": Model(facts=(Reads(outcome, "player"),), kept=lambda _: (2,))}, r"from 0 to 1, not \[2\]"),
        ({"claims": Model(facts=(Reads(outcome, "player[:2]"),), kept=kept)}, 'a fact of its model is one of "player"'),
        ({"claims": Model(facts=(), kept=kept)}, "does not say everything that matters"),
        ({"deck": [*range(16), *range(16)]}, "exact with one deck"),
    ],
)
def test_models_that_lie_or_do_not_fit_are_refused(said: dict[str, Any], words: str) -> None:
    free = game(**said)
    with pytest.raises(LabError, match=words):
        work_out(free, free.claims, silent, unit_bets(free))


def test_five_cards_of_a_deck_are_counted_as_they_are() -> None:
    """Of one hand: how many final ones keep two of its cards, by the table and one by one."""
    deck = Deck.of(range(24))
    assert deck is not None
    kinds = classes(deck, 5)
    every = {
        place: five_card_category(kinds.hand(place)) == "two-pair"
        for place in range(len(kinds.masks))
        if kinds.weights[place]
    }
    codes = np.array([every.get(place, False) for place in range(len(kinds.masks))], np.int32)
    table = np.zeros((int(index.SIZES[6]), 2), np.int64)
    holds_kernels.containing(kinds.masks, kinds.weights, codes, table, 5, index.CODES, index.STARTS, index.PLACES)
    hand = parse_cards("2s 2h 3d 5c 7s")
    held = hand[:2]
    pair = classes(deck, 2)
    often = table[pair.first + pair.place(held), 1] // pair.weights[pair.place(held)]
    rest = [card for card in range(24) if card not in held]
    assert often == sum(five_card_category((*held, *more)) == "two-pair" for more in combinations(rest, 3))


def test_without_kept_the_hand_and_what_came_are_too_many_cards_and_it_says_so() -> None:
    class Nine(Change):
        def play(self, t: Table) -> Script:
            (seat,) = t.in_order()
            for _ in range(8):
                yield from t.deal(seat.hand, 1, "owner")
            t.settle(1, "ante", "tie", "HIC-4")
            t.settle(1, "match", "other", "HIC-5")

    free = Nine(deck=range(16))
    with pytest.raises(LabError, match=r"reads 8 cards together.*says so with `kept`"):
        work_out(free, Model(facts=(Reads(len, "player"),)), silent, unit_bets(free))
