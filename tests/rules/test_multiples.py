"""Wagers that are one to three times another, and amounts that have names (2×)."""

from collections.abc import Iterator

import pytest

from tests.board_game.game import RiverRaise
from tests.kit.cli import said
from tests.kit.games import registered
from upcard.cards.card import parse_cards
from upcard.cards.shoe import Shoe
from upcard.rounds.dealing import deal_on
from upcard.rounds.knowledge import Knowledge, OpenMove
from upcard.rounds.round import Round
from upcard.rounds.view import view
from upcard.rules.game import Wager
from upcard.rules.needs import Act, Amount, Illegal


def test_a_raise_goes_in_whole_times_and_each_has_its_name() -> None:
    round_ = Round(RiverRaise(), {1: {"ante": 500}})
    deal_on(round_, Shoe(parse_cards("As Kd Ah 2h")))
    (move,) = (move for move in view(round_, {1})["turns"][0]["moves"] if move["move"] == "raise")
    assert move["named"] == [
        {"cents": 500, "name": "1×"},
        {"cents": 1000, "name": "2×"},
        {"cents": 1500, "name": "3×"},
    ]
    assert OpenMove("raise", 500, 1500) in Knowledge.of(round_, 1).moves
    for wrong in (499, 750, 2000, 0):
        with pytest.raises(Illegal):
            round_.act(Act(1, 1, "raise", wrong))
    round_.act(Act(1, 1, "raise", 1000))
    assert round_.table.stakes[1, 1, "raise"] == 1000


@pytest.mark.rule("GEN-3")
@pytest.mark.parametrize(
    ("limits", "ante", "allowed"),
    [
        ({}, 500, (500, 1000, 1500)),
        ({"raise.max": 1000}, 500, (500, 1000)),
        ({"raise.min": 1000}, 500, (1000, 1500)),
        ({"raise.min": 600, "raise.max": 1400}, 500, (1000,)),
    ],
)
def test_limits_leave_the_multiples_that_lie_between_them(
    limits: dict[str, object], ante: int, allowed: tuple[int, ...]
) -> None:
    game = RiverRaise(limits)
    game.check_bets({1: {"ante": ante}})
    assert game.multiples("raise", ante) == allowed
    raised = game.raise_by("raise", ante, "raise", "Raise", "r")
    assert (raised.low, raised.high, tuple(cents for cents, _ in raised.named)) == (allowed[0], allowed[-1], allowed)


@pytest.mark.rule("GEN-3")
@pytest.mark.parametrize(
    ("limits", "says"),
    [
        ({"raise.max": 400}, "needs a Raise of 1 to 3 times the amount, and the maximum of 400 there"),
        ({"raise.min": 1600}, "needs a Raise of 1 to 3 times the amount, and the minimum of 1600 there"),
        ({"raise.min": 600, "raise.max": 900}, "the maximum of 900 there"),
    ],
)
def test_an_ante_whose_raise_could_never_be_made_is_refused_before_the_deal(
    limits: dict[str, object], says: str
) -> None:
    with pytest.raises(Illegal, match=says):
        RiverRaise(limits).check_bets({1: {"ante": 500}})


def test_a_bet_before_the_deal_may_be_a_multiple_too() -> None:
    class Doubles(RiverRaise):
        __module__ = RiverRaise.__module__  # where its pay tables stand
        wagers = (
            RiverRaise.wagers[0],
            Wager("raise", "Raise", "pair", "RIV-2", "1 to 3 Antes.", multiple_of="ante", times=(1, 3)),
        )

    game = Doubles()
    game.check_bets({1: {"ante": 500, "raise": 1500}})
    for wrong in (250, 750, 2000):
        with pytest.raises(Illegal, match=r"must be 1 to 3 times Ante \(500\)"):
            game.check_bets({1: {"ante": 500, "raise": wrong}})


@pytest.fixture
def river_raise() -> Iterator[None]:
    with registered(RiverRaise):
        yield


@pytest.mark.usefixtures("river_raise")
def test_the_terminal_calls_amounts_by_their_names() -> None:
    told = said("play", "river-raise", "--seed", "4", typed="10\nr 2x\nr\n7x\n3×\nq\n")
    assert "Raise, 1× $10, 2× $20 or 3× $30" in told
    assert "Type a name such as 2x, dollars such as 5" in told
    assert "Raise     $50" in told, "two times and three times the Ante"
    assert "1 to 3 times Ante" in said("rules", "river-raise")


@pytest.mark.usefixtures("river_raise")
def test_enter_takes_the_highest_name_that_can_be_paid() -> None:
    told = said("play", "river-raise", "--seed", "4", "--bankroll", "35", typed="10\nr\n\nc\nq\n")
    assert "Raise     $20" in told


def test_amounts_without_a_unit_have_no_names() -> None:
    assert Amount("insurance", "Insurance", "i", "BJK-7", 1, 500).named == ()
    assert Amount("raise", "Raise", "r", "RIV-2", 1500, 4000, 1000, 1000).named == (
        (2000, "2×"),
        (3000, "3×"),
        (4000, "4×"),
    )
