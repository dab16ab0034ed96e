"""The general kernel plays games with a model as their scripts do: card for card, and to the same cent."""

from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar

import numpy as np
import pytest

from tests.kit.games import KINDS, examples, registered
from tests.lab.simulation.test_same_rounds import TORTURE, same
from tests.sixth_game.game import HighCard, against
from upcard.cards.card import rank
from upcard.lab.simulation.engines.run import player_of, why_no_kernel
from upcard.lab.simulation.run import parts
from upcard.lab.simulation.setup import STRETCH, Setup
from upcard.lab.simulation.table import run, table
from upcard.lab.strategies import Plan, PlanRule
from upcard.rules import registry
from upcard.rules.game import Wager
from upcard.rules.model import Model, Reads
from upcard.rules.needs import Amount, Choice, Turn, Turns
from upcard.rules.table import Seat, Table

ROUNDS = 3_000


def height(cards: Sequence[int]) -> int:
    return rank(cards[0])


def alike(own: Sequence[int], theirs: Sequence[int]) -> str:
    return "match" if against(own[0], theirs[0]) == "tie" else "other"


class Raised(HighCard):
    """High Card with a raise of one to three Antes, and a side bet that reads two hands one by one."""

    __module__ = HighCard.__module__  # where its pay tables are
    name: ClassVar[str] = "raised"
    title: ClassVar[str] = "Raised"
    wagers: ClassVar[tuple[Wager, ...]] = (
        HighCard.wagers[0],
        Wager("raise", "Raise", "raise", "HIC-3", "One to three Antes.", placed="during"),
        HighCard.wagers[2],
    )

    def model(self) -> Model:
        return Model(strength=height, side={"match": Reads(alike, "player, dealer")})

    def _decide(self, t: Table, seat: Seat) -> Turns:
        ante = seat.bets["ante"]
        moves = (
            Amount("raise", "Raise", "r", "HIC-3", ante, 3 * ante, ante),
            Choice("fold", "Fold", "f", "HIC-3"),
        )
        act = yield Turn(seat.number, 1, moves)
        if act.move == "raise":
            assert isinstance(act.value, int)
            t.stake(seat.number, 1, "raise", act.value)
        else:
            seat.hand.status = "folded"
            t.settle(seat.number, "ante", "fold", "HIC-3")


CASES: dict[str, tuple[str, Mapping[str, object], Mapping[str, int] | None]] = {
    **{name: (name, {}, None) for name in KINDS},
    "narrows, one deck": ("narrows", {"decks": 1}, {"bet": 305}),
    "raised": ("raised", {}, {"ante": 300, "match": 105}),
    "raised, limit on side bets": ("raised", {"ties": "dealer", "aggregate-limit": 900}, {"ante": 300, "match": 105}),
}


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with registered(*examples(monkeypatch), Raised):
        yield


def setup_of(name: str, seed: str) -> Setup:
    game, house, bets = CASES[name]
    return table(game, house=house, bets=bets, seed=seed, traced=True)


def both(name: str, lengths: list[int], seed: str = "shared") -> None:
    setup = setup_of(name, seed)
    assert why_no_kernel(setup) == ""
    kernel, script = (player_of(setup, "kernel")(0, lengths), player_of(setup, "round")(0, lengths))
    assert np.array_equal(np.concatenate(kernel.staked), np.concatenate(script.staked))
    same(kernel, script)


@pytest.mark.parametrize("name", CASES)
def test_the_general_kernel_plays_the_rounds_of_the_script(name: str) -> None:
    both(name, [ROUNDS, 200])


@pytest.mark.torture
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("name", CASES)
def test_the_general_kernel_plays_the_rounds_of_the_script_many_times(name: str) -> None:
    for n in range(TORTURE):
        both(name, [STRETCH, 3_616], f"torture {n}")


def test_what_was_learned_in_one_stretch_is_known_in_the_next() -> None:
    play = player_of(setup_of("narrows", "learned"), "kernel")
    before = play(0, [2_000, 500])
    again = play(0, [2_000, 500])
    same(before, again)


def test_best_play_raises_what_the_bet_allows() -> None:
    """A book has amounts of the lab's own unit; at a table of dollars it is one or three Antes of that table."""
    found = run(setup_of("raised", "amounts"), 500, engine="round").tallies.seats[1]
    assert {stake for _, stake, _ in found.wagers["raise"]} == {300, 900}


def test_a_script_plays_what_the_general_kernel_cannot() -> None:
    game = registry.game("open-water")()
    assert "several seats" in why_no_kernel(table(game, seats=2))
    assert "but the optimal" in why_no_kernel(table(game, strategies=[Plan("stay", game, (PlanRule("leave"),))]))
    assert "no model" in why_no_kernel(table(HighCard()))
    assert sum(part.rounds for part in parts(table(game, seats=2), 20)) == 20
