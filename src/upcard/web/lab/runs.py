"""Work that takes long: it says how far it is, can be stopped, and what came of it is kept for a while."""

import asyncio
import json
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Literal

from upcard.rules.game import Game
from upcard.web.edge.problems import Refusal, too_many, unavailable
from upcard.web.lab import variant
from upcard.web.lab.bench import Bench, BenchQuestion
from upcard.web.lab.passing import sent
from upcard.web.lab.work import CanNot

Json = dict[str, Any]
State = Literal["waiting", "working", "done", "failed", "stopped"]

KEPT = 100
"""Runs that are kept when they are done."""
AT_ONCE = 2
"""Runs of one client that may wait or be worked on at a time."""
LEFT = 10.0
"""Seconds after which a run that nobody follows or asks about makes room for another of the same client."""
GONE = 60.0
"""The same for one that somebody else waits for."""


@dataclass(slots=True, eq=False)
class Run:
    """One piece of long work."""

    id: str
    kind: str
    client: str
    key: str
    """Two with the same key come to the same."""
    command: str
    """The line of the terminal that does the same."""
    question: BenchQuestion
    state: State = "waiting"
    why: str = ""
    result: Json | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    seq: int = 0
    """Counts what was said of it."""
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    wanted_to_stop: bool = False
    followers: int = 0
    """Sockets on which it is told."""
    looked_at: float = field(default_factory=monotonic)

    def left(self, seconds: float = LEFT) -> bool:
        """Whether whoever began it seems to have gone: to another game, or for good."""
        return not self.followers and monotonic() - self.looked_at > seconds

    @property
    def over(self) -> bool:
        """Whether nothing more will be said of it."""
        return self.state in {"done", "failed", "stopped"}


class Runs:
    """The runs of a house, on one process behind the desk."""

    def __init__(self, bench: Bench, *, work: bool) -> None:
        self._bench = bench
        self._work = work
        self._runs: OrderedDict[str, Run] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()

    def find(self, id_: str) -> Run:
        """A run by its number."""
        found = self._runs.get(id_)
        if found is None:
            raise Refusal("not-found", f"there is no run {id_!r} here any more; start it again")
        found.looked_at = monotonic()
        return found

    def start(self, kind: str, game: Game, args: tuple[Any, ...], command: str, client: str) -> Run:
        """Begins a run, or finds the same one that was begun before."""
        if not self._work:
            raise unavailable("this house has no lab")
        key = f"{kind} {variant.named(game)} {json.dumps(args, sort_keys=True)}"
        # What is done is everybody's; what is being done can be stopped, so it is whose it is.
        for known in self._runs.values():
            mine = known.client == client and not known.over and not known.wanted_to_stop
            if known.key == key and (known.state == "done" or mine):
                self._runs.move_to_end(known.id)
                return known
        own = [run for run in self._runs.values() if run.client == client and not run.over and not run.wanted_to_stop]
        if len(own) >= AT_ONCE and (left := next((run for run in own if run.left()), None)) is not None:
            self.stop(left)
            own.remove(left)
        if len(own) >= AT_ONCE:
            raise too_many(f"{AT_ONCE} runs of yours are not over yet; stop one, or wait for it", 5)
        run = Run(secrets.token_hex(12), kind, client, key, command, BenchQuestion(kind, (sent(game), *args)))
        run.question.heard = lambda _: self._note(run, "working")
        self._bench.ask(run.question)
        self._runs[run.id] = run
        self._forget()
        task = asyncio.create_task(self._follow(run))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return run

    def stop(self, run: Run) -> None:
        """What it has come to so far is kept, where that means something."""
        if not run.over:
            run.wanted_to_stop = True
            self._bench.stop(run.question)

    def _make_way(self, run: Run) -> None:
        """Somebody looks at a run that waits: one before it that nobody has looked at for long is given up."""
        place = self._bench.place
        for other in self._runs.values():
            given_up = other.over or other.wanted_to_stop
            if not given_up and place(other.question) < place(run.question) and other.left(GONE):
                self.stop(other)

    def shown(self, run: Run) -> Json:
        """A run as it is told."""
        if self._bench.place(run.question):
            self._make_way(run)
        said = run.question.said
        working = run.question is self._bench.now
        return {
            "id": run.id,
            "kind": run.kind,
            "state": "working" if working and not run.over else run.state,
            "seq": run.seq,
            "words": run.why or str(said.get("words", "")),
            "before": self._bench.place(run.question),
            "so_far": {name: value for name, value in said.items() if name != "words"},
            "result": run.result,
            "files": sorted(run.files),
            "command": run.command,
        }

    async def _follow(self, run: Run) -> None:
        await asyncio.wait([run.question.answer])
        state: State = "stopped" if run.wanted_to_stop else "done"
        try:
            found = run.question.answer.result()
        except asyncio.CancelledError:
            state, run.why = "stopped", "it was stopped before anything came of it"
        except CanNot as reason:
            state, run.why = ("stopped" if run.wanted_to_stop else "failed"), str(reason)
        except Refusal as refusal:
            state, run.why = ("stopped" if run.wanted_to_stop else "failed"), refusal.detail
        except RuntimeError:
            state, run.why = "failed", "something broke on our side; the server's log says what"
        else:
            if run.kind == "report":
                run.files = found
            else:
                run.result = found
                # Which bets go with the one that was asked about only the lab knows.
                run.command += "".join(f" --bets {wager}={cents}" for wager, cents in found.get("placed", {}).items())
        self._note(run, state)

    def _note(self, run: Run, state: State) -> None:
        run.state = state
        run.seq += 1
        task = asyncio.create_task(_tell(run))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _forget(self) -> None:
        over = [id_ for id_, run in self._runs.items() if run.over]
        for id_ in over[: max(0, len(over) - KEPT)]:
            del self._runs[id_]


async def _tell(run: Run) -> None:
    async with run.changed:
        run.changed.notify_all()
