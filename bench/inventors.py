"""People in the lab at full tilt: one turns pays and rules, the other plays rounds by the million."""

import asyncio
import itertools
import json
from collections.abc import Iterator
from typing import Any

from bench.people import Line
from upcard.rules.registry import game

Json = dict[str, Any]

AGAIN = 0.2
"""Seconds after which somebody asks again who was told to wait."""
MILLIONS = 50_000_000
WAITS = frozenset({202, 429, 503})


class Inventor:
    """Somebody in the lab who never stops: the next question goes out with the answer to the last."""

    def __init__(self, port: int, address: str) -> None:
        self._line = Line(port, address)
        self.answers = 0
        """Variants that were solved."""
        self.rounds = 0
        """Rounds that were simulated."""

    async def _post(self, path: str, body: Json) -> tuple[int, Json]:
        status, raw, _ = await self._line.ask("POST", f"/api/v1/lab{path}", body)
        return status, json.loads(raw)

    async def turn_pays(self) -> None:
        """A pay that moves decisions, a rule that moves decisions, and so on, each of them new to the house."""
        for variant in _variants():
            while True:
                status, said = await self._post("/analysis", variant)
                if status not in WAITS:
                    break
                await asyncio.sleep(AGAIN)
            assert status == 200, said
            self.answers += 1

    async def play_millions(self) -> None:
        """One simulation after the other."""
        for number in itertools.count():
            asked = {"variant": {"game": "blackjack"}, "rounds": MILLIONS, "seed": f"bench {number}"}
            status, run = await self._post("/simulations", asked)
            assert status == 201, run
            before = self.rounds
            while run["state"] not in {"done", "failed", "stopped"}:
                await asyncio.sleep(AGAIN)
                _, raw, _ = await self._line.ask("GET", f"/api/v1/lab/runs/{run['id']}")
                run = json.loads(raw)
                self.rounds = before + run["so_far"].get("rounds", 0)
            assert run["state"] == "done", run["words"]
            self.rounds = before + MILLIONS


def _variants() -> Iterator[Json]:
    """Variants in which everything has to be decided anew."""
    ante = game("four-card-split")().tables["ante"].texts()
    for number in itertools.count(1):
        yield {"game": "four-card-split", "pays": {"ante": {"pays": {**ante, "royal-flush": f"{30 + number} to 1"}}}}
        decks, rest = number % 8 + 1, number // 8
        yield {
            "game": "blackjack",
            "house": {"decks": decks, "soft-17": ("stand", "hit")[rest % 2], "max-hands": rest // 2 % 3 + 2},
        }
