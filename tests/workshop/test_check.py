"""The conformance suite passes our own games, and every one of its checks can fail."""

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, ClassVar

import pytest

from tests.kit.cli import run, said
from tests.sixth_game.game import HighCard
from upcard import (
    Act,
    Choice,
    Game,
    Hand,
    Illegal,
    Model,
    Outcomes,
    PayTable,
    Reads,
    Script,
    Seat,
    Table,
    Turn,
    Turns,
    Wager,
    check,
    parse_cards,
    rank,
    register,
    together,
    unregister,
)
from upcard.lab.walking import solving
from upcard.rules.registry import names
from upcard.workshop.check import CHECKS, SEED, found_game, look
from upcard.workshop.world import World

ROOT = Path(__file__).parents[2]
OWN = names()


class Sound(HighCard):
    """The game that the defects below are planted in."""

    name: ClassVar[str] = "planted"
    __module__ = HighCard.__module__  # its pay tables and rules lie there

    def __init_subclass__(cls) -> None:
        cls.__module__ = HighCard.__module__


class NoTitle(Sound):
    title: ClassVar[str] = " "


class TiedToNothing(Sound):
    wagers: ClassVar[tuple[Wager, ...]] = (
        *HighCard.wagers[:2],
        Wager("match", "Match", "match", "HIC-5", "Both cards have one rank.", side=True, needs=("anti",)),
    )


class NoSource(Sound):
    def offered_tables(self, table: str) -> dict[str, PayTable]:
        found = super().offered_tables(table)
        return {name: PayTable(rows.table, rows.name, "", rows.pays) for name, rows in found.items()}


class MissesAnOutcome(Sound):
    outcomes: ClassVar[tuple[Outcomes, ...]] = (*HighCard.outcomes[:2], Outcomes("match", ("match", "royal", "other")))


class StumblesOverAces(Sound):
    def _settle(self, t: Table, seat: Seat) -> None:
        if rank(seat.cards[0]) == 12:
            raise KeyError("ace")
        super()._settle(t, seat)


class AceFromTheSleeve(Sound):
    def _settle(self, t: Table, seat: Seat) -> None:
        t.dealer.cards[0] = parse_cards("As")[0]
        super()._settle(t, seat)


class KeepsTheRaise(Sound):
    def _settle(self, t: Table, seat: Seat) -> None:
        t.stakes.pop((seat.number, 1, "raise"), None)
        super()._settle(t, seat)


class ForgetsTheFold(Sound):
    def _decide(self, t: Table, seat: Seat) -> Turns:
        ante = seat.bets["ante"]
        moves = (Choice("raise", "Raise", "r", "HIC-3", cost=ante), Choice("fold", "Fold", "f", "HIC-3"))
        act = yield Turn(seat.number, 1, moves)
        if act.move == "raise":
            t.stake(seat.number, 1, "raise", ante)
        else:
            seat.hand.status = "folded"

    def _settle(self, t: Table, seat: Seat) -> None:
        if seat.hand.status != "folded":
            super()._settle(t, seat)


class PaysTwice(Sound):
    def _settle(self, t: Table, seat: Seat) -> None:
        super()._settle(t, seat)
        t.settle(seat.number, "ante", "win", "HIC-4")


class CostsMoreThanItSays(Sound):
    def _decide(self, t: Table, seat: Seat) -> Turns:
        yield Turn(seat.number, 1, (Choice("raise", "Raise", "r", "HIC-3", cost=1),))
        t.stake(seat.number, 1, "raise", seat.bets["ante"])


class TellingStatus(Sound):
    def _decide(self, t: Table, seat: Seat) -> Turns:
        t.dealer.status = super().label(t.dealer, t.dealer.cards)
        yield from super()._decide(t, seat)


class TellingMoves(Sound):
    def _decide(self, t: Table, seat: Seat) -> Turns:
        if rank(t.dealer.cards[0]) > 6:
            yield Turn(seat.number, 1, (Choice("sigh", "Sigh", "s", "HIC-3"),))
        yield from super()._decide(t, seat)


class SettlesFaceDown(Sound):
    def play(self, t: Table) -> Script:
        for seat in t.in_order():
            yield from t.deal(seat.hand, 1, "owner")
        yield from t.deal(t.dealer, 1, "nobody")
        yield from together([self._decide(t, seat) for seat in t.in_order()])
        yield from t.show(t.dealer)
        for seat in t.right_to_left():
            self._settle(t, seat)


class LooksUnderTheCard(Sound):
    def play(self, t: Table) -> Script:
        for seat in t.in_order():
            yield from t.deal(seat.hand, 1, "owner")
        yield from t.deal(t.dealer, 1, "nobody")
        hole = t.dealer.cards[0]
        yield from together([self._decide(t, seat) for seat in t.in_order()])
        yield from t.show(t.dealer)
        t.dealer.status = "" if hole == t.dealer.cards[0] else "changed"
        for seat in t.right_to_left():
            if t.has_any(seat.number):
                yield from t.show(seat.hand)
                t.settle(seat.number, "ante", "win" if hole < 26 else "lose", "HIC-4")
                t.settle(seat.number, "raise", "tie", "HIC-4")
                if t.has(seat.number, "match"):
                    t.settle(seat.number, "match", "other", "HIC-5")


class RefusalTakesTheAnte(Sound):
    def why_not(self, t: Table, turn: Turn | None, act: Act) -> Illegal | None:
        t.stakes[act.seat, 1, "ante"] = 1
        return None


class RefusalStumbles(Sound):
    def why_not(self, t: Table, turn: Turn | None, act: Act) -> Illegal | None:
        return Illegal("no", (t.seats[act.seat].bets["match"] and "HIC-3") or "HIC-4")


class FreeBets(Sound):
    def check_bets(self, bets: Any) -> None:
        """Anything goes."""


class FlipsACoin(Sound):
    def _settle(self, t: Table, seat: Seat) -> None:
        if random.random() < 0.3:
            t.settle(seat.number, "ante", "win", "HIC-4")
            t.settle(seat.number, "raise", "win", "HIC-4")
        if t.has(seat.number, "match"):
            t.settle(seat.number, "match", "other", "HIC-5")
        if t.has(seat.number, "ante"):
            super()._settle(t, seat)


class FirstOfTwo(Sound):
    def play(self, t: Table) -> Script:
        for seat in t.in_order():
            yield from t.deal(seat.hand, 1, "everybody")
        yield from t.deal(t.dealer, 2, "everybody")
        yield from together([self._decide(t, seat) for seat in t.in_order()])
        for seat in t.right_to_left():
            if t.has_any(seat.number):
                self._settle(t, seat)


class CitesAir(Sound):
    wagers: ClassVar[tuple[Wager, ...]] = (
        *HighCard.wagers[:2],
        Wager("match", "Match", "match", "HIC-9", "Both cards have one rank.", side=True),
    )


class Speechless(Sound):
    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        return ""


class OneKeyForTwo(Sound):
    def _decide(self, t: Table, seat: Seat) -> Turns:
        ante = seat.bets["ante"]
        yield Turn(seat.number, 1, (Choice("raise", "Raise", "r", "HIC-3", ante), Choice("rise", "Rise", "r", "HIC-3")))
        t.stake(seat.number, 1, "raise", ante)


PLANTED: list[tuple[type[Game], str, str]] = [
    (NoTitle, "definition", "no title"),
    (TiedToNothing, "definition", "tied to anti"),
    (NoSource, "pay-tables", "names no source"),
    (MissesAnOutcome, "pay-tables", "misses royal"),
    (StumblesOverAces, "rounds", "KeyError: 'ace'"),
    (AceFromTheSleeve, "cards", "As lies on the felt and was never dealt"),
    (KeepsTheRaise, "money", "raise of seat"),
    (ForgetsTheFold, "money", "never settled"),
    (PaysTwice, "money", "without a stake, or twice"),
    (CostsMoreThanItSays, "money", "says that it costs 1"),
    (TellingStatus, "hidden-cards", "dealer status"),
    (TellingMoves, "hidden-cards", "depends on hidden cards: turns"),
    (SettlesFaceDown, "hidden-cards", "turned over first (t.show)"),
    (LooksUnderTheCard, "unread-cards", "something else"),
    (RefusalTakesTheAnte, "refusals", "changed the round"),
    (RefusalStumbles, "refusals", "KeyError"),
    (FreeBets, "refusals", "bets are not refused"),
    (FlipsACoin, "replay", "the round"),
    (FirstOfTwo, "order", "order of cards dealt together"),
    (CitesAir, "rules", "HIC-9, which stands on no page"),
    (Speechless, "labels", "no label"),
    (OneKeyForTwo, "labels", "keys of a turn's moves"),
    (ForgetsTheFold, "perft", "unsettled"),
]


@pytest.fixture
def registered() -> Iterator[Callable[[type[Game]], type[Game]]]:
    """Makes a game known, and forgets it again."""
    yield register
    unregister("planted")


@pytest.mark.parametrize("name", OWN)
def test_our_own_games_pass_every_check(name: str) -> None:
    verdict = check(name, rounds=60)
    assert [one for one in verdict.checks if not one.ok] == []
    assert [one.name for one in verdict.checks] == list(CHECKS)
    assert all(one.detail for one in verdict.checks)


def test_the_game_of_the_page_passes(registered: Callable[[type[Game]], type[Game]]) -> None:
    assert [one for one in check(registered(Sound)).checks if not one.ok] == []


@pytest.mark.parametrize(("kind", "name", "words"), PLANTED, ids=lambda given: getattr(given, "__name__", None))
def test_a_planted_defect_is_found(
    kind: type[Game], name: str, words: str, registered: Callable[[type[Game]], type[Game]]
) -> None:
    found = look(name, World(registered(kind), 60, SEED))
    assert not found.ok
    assert words in found.detail


class OpenToAll(Sound):
    """Nobody has cards of his own, the house leaves nothing open, and only the first card has a word."""

    hand_size: ClassVar[int] = 0

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        return "" if cards else "none"

    def play(self, t: Table) -> Script:
        yield from t.deal(t.board, 1, "everybody")
        yield from t.deal(t.dealer, 1, "everybody")
        for seat in t.right_to_left():
            for wager in ("ante", "match"):
                if t.has(seat.number, wager):
                    alike = same_rank(t.board.cards, t.dealer.cards)
                    t.settle(seat.number, wager, ("tie" if alike else "lose") if wager == "ante" else "other", "HIC-4")


def test_players_need_no_cards_of_their_own(registered: Callable[[type[Game]], type[Game]]) -> None:
    assert Game.settings == ()
    world = World(registered(OpenToAll), 20, SEED)
    for name in ("definition", "rounds", "labels"):
        assert look(name, world).ok


def same_rank(player: Sequence[int], dealer: Sequence[int]) -> bool:
    """What the Match is paid by (HIC-5)."""
    return rank(player[0]) == rank(dealer[0])


class TooLargeForMore(Sound):
    def model(self) -> Model:
        return Model(side={"match": Reads(same_rank, "player, dealer")})


class TooLargeForAll(TooLargeForMore):
    def model(self) -> Model:
        return Model(alike=lambda card: card, side=super().model().side)


def test_of_a_game_that_is_too_large_side_bets_may_be_all_that_is_claimed(
    monkeypatch: pytest.MonkeyPatch, registered: Callable[[type[Game]], type[Game]]
) -> None:
    monkeypatch.setattr(solving, "MOST_ROUNDS", 100)
    found = look("model", World(registered(TooLargeForMore), 60, SEED))
    assert found.ok
    assert found.detail == "exact: match; of the game itself nothing is claimed, and it is estimated"
    unregister("planted")
    assert not look("model", World(registered(TooLargeForAll), 60, SEED)).ok


def test_every_check_has_a_planted_defect() -> None:
    assert {name for _, name, _ in PLANTED} | {"model", "figures"} == set(CHECKS)


def test_the_command_says_json_and_ends_with_1_where_a_check_fails(
    registered: Callable[[type[Game]], type[Game]],
) -> None:
    registered(Speechless)
    ran = run("check", "planted", "--json")
    assert ran.exit_code == 1
    verdict = json.loads(ran.stdout)
    assert verdict["ok"] is False
    assert [one["name"] for one in verdict["checks"] if not one["ok"]] == ["labels"]
    assert {*verdict["checks"][0]} == {"name", "ok", "detail"}
    read = run("check", "planted")
    assert read.exit_code == 1
    assert "1 of 15 checks failed: labels" in read.stdout
    assert "FAIL  labels" in read.stdout


def test_the_command_is_content_with_a_sound_game() -> None:
    verdict = json.loads(said("check", "three-card-poker", "--rounds", "20", "--json"))
    assert verdict["ok"] is True
    assert "Three Card Poker (three-card-poker): passed every check" in said(
        "check", "three-card-poker", "--rounds", "20"
    )


def test_a_class_is_checked_by_its_place() -> None:
    try:
        assert found_game("tests.sixth_game.game:HighCard") is HighCard
    finally:
        unregister("high-card")
    for nothing in ("tests.sixth_game.game:Table", "tests.no_such_module:Game", "no-such-game"):
        ran = run("check", nothing)
        assert ran.exit_code == 2
        assert f"there is no game {nothing!r}" in ran.stderr


PLUGIN = """
from tests.workshop.test_check import Speechless
from upcard import register
register(Speechless)
def test_of_its_author(): pass
"""


def test_pytest_runs_the_checks_as_tests(tmp_path: Path) -> None:
    (tmp_path / "test_mine.py").write_text(PLUGIN, "utf-8")
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-v", "-c", os.devnull, "--rootdir", str(tmp_path), str(tmp_path),
         "--upcard-game=planted", "--upcard-game=three-card-poker"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ran.returncode == 1, ran.stderr
    assert "1 failed, 30 passed" in ran.stdout
    assert "labels FAILED" in ran.stdout
    assert "planted, labels: a whole hand has no label" in ran.stdout
    assert "Traceback" not in ran.stdout
