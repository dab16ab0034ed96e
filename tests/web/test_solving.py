"""A game that nobody has worked out yet is worked out beside, and the coach says how far that is."""

import asyncio

import pytest

from tests.sixth_game.game import HighCard
from upcard.rounds.round import Round
from upcard.rules.needs import Ask, Deal
from upcard.rules.registry import game
from upcard.web.coach import worker
from upcard.web.coach.coach import Coach
from upcard.web.edge.problems import Refusal


def open_turn() -> tuple[Round, Ask]:
    played = Round(HighCard(), {1: {"ante": 1000}})
    deck = list(played.game.deck)
    while isinstance(need := played.need, Deal):
        played.deal(tuple(deck.pop() for _ in range(need.count)))
    assert isinstance(need, Ask)
    return played, need


def test_the_coach_says_how_far_the_lab_is(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> str:
        with pytest.raises(Refusal) as refused:
            await coach.advice(played, need.turns[0])
        assert refused.value.status == 503, "the page asks again"
        return refused.value.detail

    async def go() -> list[str]:
        said = [await ask()]
        coach._told(played.game).write_text("comparing: 40%, 12 s left", "utf-8")
        said.append(await ask())
        await coach.stop()
        return said

    coach, (played, need) = Coach(), open_turn()
    coach.ready = True
    monkeypatch.setattr(coach, "edges", lambda *_: {"state": "working"})
    first, then = asyncio.run(go())
    assert first == "the lab is solving this game, the first time only"
    assert then == f"{first}: comparing: 40%, 12 s left"


def test_nobody_waits_at_the_start_for_games_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[str] = []
    monkeypatch.setattr(worker, "_game", lambda rules: rules["game"])
    monkeypatch.setattr(worker, "_warm_game", lambda game: warmed.append(game.name))

    blackjack = game("blackjack")()
    worker.warm([{"game": HighCard()}, {"game": blackjack}])
    assert warmed == ["blackjack"]
