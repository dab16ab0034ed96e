"""The house's lab: two processes beside the tables, answers that are kept, and what one client may ask of it.

Questions that a person waits for (an analysis, the advice on a hand) go to the desk; what takes long (a simulation, a
report) to the bench behind it, so that nobody who moves a pay waits for somebody's million rounds.
"""

import asyncio
import gzip
import hashlib
import json
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from math import ceil
from typing import Any

from upcard.extras import MissingExtra
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Ask
from upcard.web import workers
from upcard.web.coach.questions import question
from upcard.web.edge.limits import Limiter
from upcard.web.edge.problems import Refusal, too_many, unavailable
from upcard.web.lab import variant, work
from upcard.web.lab.bench import Bench, BenchQuestion
from upcard.web.lab.passing import sent
from upcard.web.lab.runs import Runs
from upcard.web.lab.work import CanNot

Json = dict[str, Any]

KEPT = 2_000
"""Answers that are kept: people go back and forth between two pay tables."""
AT_ONCE = 6
"""Questions of one client that may be open at a time."""
PATIENCE = 8.0
"""Seconds after which somebody who waits is told how far it is, and asks again."""
HURRY = 1.0
"""The same for somebody who watches the figures come: a minute's work says by the second how far it is."""
LOOK = 0.25
"""Seconds between two looks at whether somebody still waits."""
SOON = 0.03
"""The same for somebody who wants the edge as soon as it is there."""


@dataclass(frozen=True, slots=True)
class Script:
    """The script that draws plots, as it is sent."""

    whole: bytes
    squeezed: bytes
    etag: str


Left = Callable[[], Awaitable[bool]]


class LabService:
    """Asks the lab's processes."""

    def __init__(self, *, work: bool = True) -> None:
        """Without work every question is answered with "not here"."""
        self._work = work
        self.desk = Bench("desk")
        self.back = Bench("back")
        self.runs = Runs(self.back, work=work)
        self.solves = Limiter(150, 60)
        """A solve costs the house something; what is known already costs nothing."""
        self.tables = Limiter(10, 60)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._open: dict[str, BenchQuestion] = {}
        self._askers: Counter[int] = Counter()
        """How many wait for a question, by its number."""
        self._clients: Counter[str] = Counter()
        self._plots: asyncio.Task[Script] | None = None

    async def stop(self) -> None:
        """Ends the processes."""
        if self._plots is not None:
            self._plots.cancel()
        await asyncio.gather(self.desk.end(), self.back.end())

    async def analysis(
        self, game: Game, client: str, times: float, left: Left, *, estimate: bool = False, soon: bool = False
    ) -> bytes | Json:
        """What `analyze --json` says; after a while how far it is. `left` says whether nobody waits any more.

        Who wants to know `soon` is told every second how far it is, and the game's expectation as soon as that is
        there, before every wager is.
        """
        verb = "estimate" if estimate else "analyze"
        return await self._answer(f"{verb} {variant.named(game)}", verb, (sent(game),), client, times, left, soon=soon)

    async def advice(self, round_: Round, client: str, times: float, left: Left) -> bytes | Json:
        """Every move of the first open turn of a round with its expectation."""
        assert isinstance(round_.need, Ask)
        asked = question(round_, round_.need.turns[0]) | {"rules": sent(round_.game)}
        return await self._answer(f"advise {asked['key']}", "advise", (asked,), client, times, left)

    async def _answer(
        self,
        key: str,
        verb: str,
        args: tuple[Any, ...],
        client: str,
        times: float,
        left: Left,
        *,
        soon: bool = False,
    ) -> bytes | Json:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        if self._clients[client] >= AT_ONCE:
            raise _enough()
        question = self._open.get(key) or self._ask(key, verb, args, client, times)
        self._clients[client] += 1
        self._askers[question.number] += 1
        try:
            return await self._wait(question, key, left, soon=soon)
        finally:
            self._askers[question.number] -= 1
            self._clients[client] -= 1
            if not self._askers[question.number]:
                del self._askers[question.number]
            if not self._clients[client]:
                del self._clients[client]

    def _ask(self, key: str, verb: str, args: tuple[Any, ...], client: str, times: float) -> BenchQuestion:
        if not self._work:
            raise unavailable("this house has no lab")
        self._make_room(client)
        wait = self.solves.wait(client, times=times)
        if wait:
            raise too_many(f"that was a lot of mathematics; wait {ceil(wait)} seconds", wait)
        question = BenchQuestion(verb, args, client)
        self.desk.ask(question)
        self._open[key] = question
        question.answer.add_done_callback(lambda _: self._open.pop(key, None))
        return question

    def _make_room(self, client: str) -> None:
        """A client's questions do not fill the line before everybody else's; one that he has left goes first."""
        own = [one for one in self._open.values() if one.client == client and not one.answer.done()]
        if len(own) < AT_ONCE:
            return
        left = next((one for one in own if not self._askers[one.number] and one is not self.desk.now), None)
        if left is None:
            raise _enough()
        self.desk.stop(left)

    async def _wait(self, question: BenchQuestion, key: str, left: Left, *, soon: bool) -> bytes | Json:
        end = asyncio.get_running_loop().time() + (HURRY if soon else PATIENCE)
        while not question.answer.done():
            if not (soon and "ev" in question.said):
                await asyncio.wait([question.answer], timeout=SOON if soon else LOOK)
            if question.answer.done():
                break
            gone = await left()
            # Whoever has moved a pay again wants the next answer: a question that nobody waits for makes room.
            if gone and self._askers[question.number] == 1 and question is not self.desk.now:
                self.desk.stop(question)
            known = soon and "ev" in question.said
            if gone or known or asyncio.get_running_loop().time() > end:
                return {
                    "state": "working",
                    "words": question.said.get("words", ""),
                    "before": self.desk.place(question),
                    "ev": question.said.get("ev"),
                }
        if question.answer.cancelled():
            raise unavailable("the question was taken back; ask again", 1)
        found = _outcome(question)
        if isinstance(found, dict) and "error" in found:  # the coach's way to say that it has none
            raise Refusal("refused", str(found["error"]))
        return self._keep(key, found)

    def _keep(self, key: str, said: Any) -> bytes:
        found = self._kept[key] = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    async def plots(self) -> Script:
        """The script that draws plots."""
        if self._plots is None or (self._plots.done() and self._plots.exception() is not None):
            self._plots = asyncio.create_task(self._bundle())
        return await asyncio.shield(self._plots)

    async def _bundle(self) -> Script:
        if not self._work:
            raise unavailable("this house has no lab")
        # In a process of its own that ends with it: nobody's simulation stands before the first plot.
        pool = workers.new_pool()
        try:
            whole = (await asyncio.wrap_future(pool.submit(work.plots))).encode()
        except MissingExtra as missing:
            raise Refusal("not-found", str(missing)) from None
        finally:
            await asyncio.to_thread(workers.end, pool)
        squeezed = await asyncio.to_thread(gzip.compress, whole, 6)
        return Script(whole, squeezed, f'"{hashlib.sha256(whole).hexdigest()[:24]}"')


def _enough() -> Refusal:
    return too_many(f"{AT_ONCE} questions of yours are open already; wait for one of them", 1)


def _outcome(question: BenchQuestion) -> Any:
    """The answer, or why there is none."""
    try:
        return question.answer.result()
    except CanNot as reason:
        raise Refusal("refused", str(reason)) from None
