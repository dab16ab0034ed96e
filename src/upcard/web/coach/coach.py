"""The coach: exact answers from the lab, which works in one process of its own.

Numba's kernels must not be entered by several threads of one process, and a solver must not hold up the house: so the
lab has a single worker, warmed at the start, that is asked one question after the other. The house edge of a table, a
matter of seconds, is worked out in a second process that ends when it has nothing left to do: nobody who asks for
advice waits behind it.
"""

import asyncio
import logging
import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from upcard.rounds.record import game_to_json
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn
from upcard.web import workers
from upcard.web.coach import worker as lab_worker
from upcard.web.coach.questions import question, read_act
from upcard.web.edge.problems import Refusal, unavailable

Json = dict[str, Any]

log = logging.getLogger("upcard.web.coach.coach")

BOT_WAIT = 0.4
"""Seconds that a bot waits for advice before it goes by chance."""
NOTES = {
    True: "Reckoned from a full shoe: your cards and the dealer's upcard are counted, other cards are not.",
    False: "Your cards and the dealer's upcard are counted; other players' cards are not.",
}
"""What the figures cover, by whether the game goes on in the same shoe."""
FIRST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
"""Seconds before a worker that died while warming up is started again."""
TRIES = 3
"""Times that a house edge is begun when the process dies over it."""
_UNKNOWN: Json = {"state": "unknown", "per": "", "wagers": {}, "meters": {}}
"""A house edge that the lab has given up."""
REMEMBERED = 5_000
"""Answers that are kept: the same hand comes up again, and a page asks twice."""


class Coach:
    """Asks the lab's worker."""

    def __init__(self, *, work: bool = True) -> None:
        """Without work nothing is started and every question is answered with "not ready"."""
        self._work = work
        self._pool: ProcessPoolExecutor | None = None
        self._accountant: ProcessPoolExecutor | None = None
        self._warm: asyncio.Task[None] | None = None
        self._rules: list[Json] = []
        self._pause = 0.0
        """Seconds before the next worker is started, if this one does not live to be warm."""
        self.ready = False
        self.why_not = "the lab is warming up" if work else "this house has no lab"
        self._folder = TemporaryDirectory(prefix="upcard-coach-")
        self._answers: OrderedDict[str, Json] = OrderedDict()
        self._edges: dict[str, Json] = {}
        self._wanted: dict[str, asyncio.Task[None]] = {}
        self._deaths: Counter[str] = Counter()
        """How often the process that works a game's edge out has died over it."""
        self.observe: Callable[[float], None] = lambda _seconds: None

    @property
    def works(self) -> bool:
        """Whether there is a lab to ask at all."""
        return self._work

    # The worker

    def start(self, games: Iterable[Game]) -> None:
        """Starts the worker and warms it for these games."""
        if self._work:
            self._rules = [game_to_json(game) for game in dict.fromkeys(games)]
            self._pool = workers.new_pool()
            self._warm = asyncio.create_task(self._warm_up(self._pool))

    async def _warm_up(self, pool: ProcessPoolExecutor, pause: float = 0.0) -> None:
        try:
            await asyncio.sleep(pause)
            began = time.monotonic()
            await self._run(lab_worker.warm, self._rules)
            self.ready, self._pause = self._pool is pool, 0.0
            log.info("the lab is ready after %.1f s", time.monotonic() - began)
        except Refusal as refusal:
            self.why_not = refusal.detail
        except Exception:
            log.exception("the lab can't be made ready")
            self.why_not = "the lab can't be made ready; the server's log says why"

    async def stop(self) -> None:
        """Ends the worker."""
        for task in [self._warm, *self._wanted.values()]:
            if task is not None:
                task.cancel()
        pools = [pool for pool in (self._pool, self._accountant) if pool is not None]
        self._pool = self._accountant = None
        for pool in pools:
            await asyncio.to_thread(workers.end, pool)
        self._folder.cleanup()

    async def _run(self, work: Callable[..., Any], *args: Any) -> Any:
        """Has the worker do something; a worker that died is replaced."""
        pool = self._pool
        if pool is None:
            raise unavailable(self.why_not)
        try:
            return await asyncio.wrap_future(pool.submit(work, *args))
        except BrokenProcessPool:
            if self._pool is pool:  # of all who waited for it, the first replaces it
                self._replace()
            raise unavailable("the lab had to be started again; ask once more in a moment", 5) from None

    def _replace(self) -> None:
        """A new worker in place of one that died; one that dies while it warms up waits longer each time."""
        log.warning("the lab's worker died; a new one is started")
        pause = 0.0 if self.ready else self._pause
        self._pause = min(LONGEST_PAUSE, 2 * pause or FIRST_PAUSE)
        self.ready = False
        self._pool = workers.new_pool()
        self._warm = asyncio.create_task(self._warm_up(self._pool, pause))

    # Advice

    async def advice(self, round_: Round, turn: Turn) -> Json:
        """The exact value of every move of a turn, from what its player sees."""
        asked = question(round_, turn)
        key = asked["key"]
        found = self._answers.get(key)
        if found is None:
            if not self.ready:
                raise unavailable(self.why_not)
            if not round_.game.lab and self.edges(round_.game, {})["state"] == "working":
                raise unavailable(self._solving(round_.game))
            began = time.monotonic()
            found = await self._run(lab_worker.advise, asked)
            self.observe(time.monotonic() - began)
            if "error" in found:
                raise Refusal("refused", found["error"])
            found["note"] = NOTES[round_.game.keeps_shoe]
            self._answers[key] = found
            while len(self._answers) > REMEMBERED:
                self._answers.popitem(last=False)
        self._answers.move_to_end(key)
        return found

    def _solving(self, game: Game) -> str:
        """What is being done for a game that is worked out for the first time, with the seconds that are left."""
        try:
            words = self._told(game).read_text("utf-8")
        except OSError:
            words = ""
        return f"the lab is solving this game, the first time only{f': {words}' * bool(words)}"

    def _told(self, game: Game) -> Path:
        """Where the process that works a game out says how far it is."""
        return Path(self._folder.name) / game.digest[:24]

    async def bot_move(self, round_: Round, turn: Turn) -> Act | None:
        """The best move for a bot, if the coach knows it soon enough."""
        if not self.ready:
            return None
        try:
            found = await asyncio.wait_for(self.advice(round_, turn), BOT_WAIT)
        except (TimeoutError, Refusal):
            return None
        for action in found["actions"]:
            act = read_act(turn, action["move"], action["value"])
            if act is not None:
                return act
        return None

    # The house edge

    def edges(self, game: Game, meters: Mapping[str, int]) -> Json:
        """What one unit on every wager is worth, if the lab has worked it out; otherwise it begins to.

        `meters` is what they stand at in cents: a progressive wager is worth more the higher they are.
        """
        found = self._edges.get(game.digest)
        if found is not None:
            linear = {name: _at_meters(game, name, said, meters) for name, said in found["meters"].items()}
            return {"state": found["state"], "per": found["per"], "wagers": found["wagers"] | linear}
        if not self._work:
            return {"state": "unknown", "per": "", "wagers": {}}
        if game.digest not in self._wanted:
            self._wanted[game.digest] = asyncio.create_task(self._work_out(game))
        return {"state": "working", "per": "", "wagers": {}}

    async def known_edges(self, game: Game, meters: Mapping[str, int]) -> Json:
        """The same, waited for until the lab has worked it out or given up."""
        while (found := self.edges(game, meters))["state"] == "working":
            await asyncio.shield(self._wanted[game.digest])
        return found

    async def _work_out(self, game: Game) -> None:
        if self._warm is not None:
            await asyncio.shield(self._warm)  # what is compiled once need not be compiled twice
        if self._accountant is None:
            self._accountant = workers.new_pool()
        pool = self._accountant
        try:
            found = await asyncio.wrap_future(pool.submit(lab_worker.edges, game_to_json(game), str(self._told(game))))
            self._edges[game.digest] = found
        except BrokenProcessPool:
            log.warning("the process that works out the house edge of %s died", game)
            if self._accountant is pool:
                self._accountant = None
            self._deaths[game.digest] += 1
            if self._deaths[game.digest] >= TRIES:  # until then whoever asks next has it begun again
                self._edges[game.digest] = _UNKNOWN
        except Exception:
            log.exception("the house edge of %s can't be worked out", game)
            self._edges[game.digest] = _UNKNOWN
        del self._wanted[game.digest]
        if not self._wanted and self._accountant is not None:
            pool, self._accountant = self._accountant, None
            await asyncio.to_thread(workers.end, pool)


def _at_meters(game: Game, wager: str, said: Json, meters: Mapping[str, int]) -> Json:
    """A progressive wager's expectation for one unit staked, with the meters where they stand."""
    stake = Fraction(game.fixed_stake(game.wager(wager)) or 100, 100)
    dollars = Fraction(said["constant"]) + sum(
        (Fraction(worth) * Fraction(meters.get(meter, 0), 100) for meter, worth in said["per_dollar"].items()),
        Fraction(0),
    )
    return {"ev": str(dollars / stake), "float": float(dollars / stake)}
