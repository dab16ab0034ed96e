"""The edge of a game before the rows of every wager: whoever turns a pay looks at the edge first."""

import asyncio
from typing import Any

import pytest

from upcard.rules.registry import game
from upcard.web.edge.problems import Refusal
from upcard.web.lab import variant, work
from upcard.web.lab.bench import BenchQuestion
from upcard.web.lab.lab import AT_ONCE, PATIENCE, LabService
from upcard.web.lab.passing import sent

Json = dict[str, Any]


def test_the_edge_is_told_on_the_way_and_is_that_of_the_answer() -> None:
    told: list[Json] = []
    kind, found = work.do("analyze", (sent(game("three-card-poker")()),), told.append)
    assert kind == "done"
    assert told[-1]["ev"] == found["total"]["ev"] == "-686689/20358520"


def test_who_asks_soon_has_the_edge_and_who_does_not_has_all_of_it() -> None:
    async def asked() -> tuple[Any, Any]:
        lab, rules = LabService(), game("three-card-poker")()
        question = BenchQuestion("analyze", (sent(rules),))
        lab._open[f"analyze {variant.named(rules)}"] = question

        async def here() -> bool:
            return False

        question.said = {"words": "every wager by itself", "ev": "-1/8"}
        early = await lab.analysis(rules, "somebody", 1, here, soon=True)
        rest = asyncio.create_task(lab.analysis(rules, "somebody", 1, here))
        await asyncio.sleep(0)
        question.answer.set_result({"total": {"ev": "-1/8"}})
        return early, await rest

    early, rest = asyncio.run(asked())
    assert early == {"state": "working", "words": "every wager by itself", "before": 0, "ev": "-1/8"}
    assert rest == b'{"total":{"ev":"-1/8"}}'


def test_who_watches_is_told_by_the_second_how_far_it_is() -> None:
    async def asked() -> Any:
        lab, rules = LabService(), game("three-card-poker")()
        question = BenchQuestion("analyze", (sent(rules),))
        lab._open[f"analyze {variant.named(rules)}"] = question
        question.said = {"words": "asking the rules about 22,100 hands: 40 %"}

        async def here() -> bool:
            return False

        return await asyncio.wait_for(lab.analysis(rules, "somebody", 1, here, soon=True), PATIENCE / 2)

    assert asyncio.run(asked())["words"] == "asking the rules about 22,100 hands: 40 %"


def test_one_client_does_not_fill_the_line_before_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("upcard.web.lab.lab.HURRY", 0.02)

    async def asked() -> None:
        lab = LabService()
        monkeypatch.setattr(lab.desk, "_next", lambda: None)  # nothing is ever worked out

        async def here() -> bool:
            return False

        def ask(client: str, blackjack: int, *, soon: bool) -> "asyncio.Task[Any]":
            pays = {"bet": {"pays": {**game("blackjack")().tables["bet"].texts(), "blackjack": f"{blackjack} to 7"}}}
            return asyncio.create_task(lab.analysis(game("blackjack")(None, pays), client, 1, here, soon=soon))

        waiting = [ask("greedy", number, soon=False) for number in range(8, 8 + AT_ONCE)]
        await asyncio.sleep(0)
        for number in range(20, 20 + 10 * AT_ONCE):
            with pytest.raises(Refusal, match="open already"):
                await ask("greedy", number, soon=False)
        assert len(lab.desk.waiting) == AT_ONCE
        # Whoever asks, is told to ask again and does not: the next question takes the place of such a one.
        for number in range(20, 20 + 10 * AT_ONCE):
            assert (await ask("hasty", number, soon=True))["state"] == "working"
        assert len(lab.desk.waiting) == 2 * AT_ONCE
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(asked())
