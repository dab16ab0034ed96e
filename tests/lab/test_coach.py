"""The coach asks with everything that the player sees, and never with the first card of several."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

import pytest

from tests.board_game.game import RiverPair
from tests.sixth_game.game import HighCard
from upcard.cards.card import parse_cards, show
from upcard.cards.shoe import Shoe
from upcard.lab.advice import Rated
from upcard.lab.analysis import LabError
from upcard.lab.coach import worth_of_moves
from upcard.lab.registry import Lab
from upcard.rounds.dealing import deal_on
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules.needs import Act, Script
from upcard.rules.paytable import PayTable
from upcard.rules.table import Table

LAB = Lab(adviser=__name__)
UNIT = "ante"

questions: list[Any] = []


def advise(_game: HighCard, hand: Sequence[int], up: int | None, known: Knowledge | None = None) -> list[Rated]:
    questions.append((tuple(hand), up, known))
    return [Rated(("raise",), Fraction(1)), Rated(("fold",), Fraction(-1))]


class OpenDealer(HighCard):
    """High Card against a dealer who shows two cards more."""

    name: ClassVar[str] = "open-dealer"
    lab: ClassVar[str] = __name__

    @classmethod
    @cache
    def known_tables(cls) -> dict[str, dict[str, PayTable]]:
        return HighCard.known_tables()

    def play(self, t: Table) -> Script:
        yield from t.deal(t.dealer, 2, "everybody")
        yield from super().play(t)


def known() -> tuple[OpenDealer, Knowledge]:
    round_ = Round(OpenDealer(), {1: {"ante": 1000}})
    deal_on(round_, Shoe(parse_cards("7d 8d As 2c")))
    assert isinstance(round_.game, OpenDealer)
    return round_.game, Knowledge.of(round_, 1)


def test_an_adviser_that_counts_one_card_is_not_told_the_first_of_two() -> None:
    with pytest.raises(LabError, match="counts one card of the dealer's and no other, and 7d 8d lie open"):
        worth_of_moves(*known())


def test_nor_does_it_advise_as_if_the_board_were_not_there() -> None:
    class Boarded(RiverPair):
        __module__ = RiverPair.__module__  # where its pay tables stand
        lab: ClassVar[str] = __name__

    round_ = Round(Boarded(), {1: {"ante": 1000}})
    shoe = Shoe(parse_cards("As Kd Ah 2h"))
    deal_on(round_, shoe)
    assert worth_of_moves(round_.game, Knowledge.of(round_, 1))[0] == "ante"
    round_.act(Act(1, 1, "check"))
    with pytest.raises(LabError, match="and no other, and Ah lies open"):
        worth_of_moves(round_.game, Knowledge.of(round_, 1))


def test_an_adviser_may_ask_for_all_that_the_player_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "asked", lambda knows: {"known": knows})
    game, knows = known()
    unit, worths = worth_of_moves(game, knows)
    assert (unit, [worth.move for worth in worths]) == ("ante", ["raise", "fold"])
    hand, _, told = questions[-1]
    assert told == knows
    assert (show(hand), show(told.dealer), told.hands[0].cards[2]) == ("As", "7d 8d", -1)
