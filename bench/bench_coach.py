"""The coach, as the house online asks it: one warmed worker, decisions of random rounds of every game."""

import asyncio
import random
import time
from collections.abc import AsyncIterator, Iterator

from bench.harness import Figure, Limit
from upcard.rounds.bots import affordable_bets, any_act
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Ask, Deal, Peek, Turn
from upcard.rules.registry import game
from upcard.web.coach.coach import Coach
from upcard.web.edge.problems import Refusal

GAMES: tuple[Game, ...] = (
    game("three-card-poker")(),
    game("three-card-blitz")(),
    game("four-card-split")(),
    game("four-card-split")({"version": 1}),
    game("blackjack")(),
)
DECISIONS = 200
"""Of each game."""


def decisions(rules: Game, chance: random.Random) -> Iterator[tuple[Round, Turn]]:
    """Every decision of random rounds, without end: the cards and the moves by chance."""
    while True:
        round_, deck = Round(rules, {1: affordable_bets(rules, 1_000_000, chance.randrange)}), list(rules.deck)
        chance.shuffle(deck)
        while (need := round_.need) is not None:
            if isinstance(need, Deal):
                round_.deal([deck.pop() for _ in range(need.count)])
            elif isinstance(need, Ask):
                yield round_, need.turns[0]
                round_.act(any_act(need.turns[0], chance.randrange))
            else:
                assert isinstance(need, Peek)
                assert need.answer is not None
                round_.peeked(need.answer)


async def answers(coach: Coach) -> AsyncIterator[float]:
    """The milliseconds of every answer, one question after the other."""
    for rules in GAMES:
        asked = decisions(rules, random.Random(rules.digest))
        for _ in range(DECISIONS):
            round_, turn = next(asked)
            began = time.perf_counter()
            await coach.advice(round_, turn)
            yield 1000 * (time.perf_counter() - began)


async def measure() -> list[float]:
    """All of them, by a coach that is warm."""
    coach = Coach()
    coach.start(GAMES)
    try:
        while not coach.ready:
            await asyncio.sleep(0.1)
            if "warming" not in coach.why_not:
                raise Refusal("unavailable", coach.why_not)
        return sorted([took async for took in answers(coach)])
    finally:
        await coach.stop()


def figures() -> Iterator[Figure]:
    """Answers within 100 ms, solvers in one worker process, warmed at the start."""
    took = asyncio.run(measure())
    median, late = took[len(took) // 2], took[int(len(took) * 0.99)]
    yield Limit(f"the coach, {len(took):,} decisions of {len(GAMES)} games: median answer", median, "ms", 100)
    yield Limit("the coach: p99", late, "ms", 100)
