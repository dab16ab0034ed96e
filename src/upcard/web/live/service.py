"""The house behind the API: commands go to the floor's sequencer; what it committed comes back to mirror and streams.

One object for one process. It lives in the event loop; only `_committed` is called from the writer's thread, and hands
on.
"""

import asyncio
import contextlib
import hashlib
import itertools
import logging
from collections.abc import Iterable, Sequence
from typing import Any
from weakref import WeakValueDictionary

from upcard import __version__
from upcard.floor import facts
from upcard.floor.doors.commands import MAX_ID, SYSTEM, VERBS, Ack, Command, Malformed, now
from upcard.floor.doors.fair import Vault
from upcard.floor.doors.house import Committed, House, ack_of
from upcard.floor.doors.ledger import StorageError
from upcard.floor.doors.play import games
from upcard.floor.state import FloorTable
from upcard.rules.needs import Act, Turn
from upcard.web.coach.coach import Coach
from upcard.web.coach.scores import Scores
from upcard.web.edge.metrics import Metrics
from upcard.web.edge.problems import Refusal, unavailable
from upcard.web.edge.sessions import Sessions
from upcard.web.ledger.clerk import Clerk
from upcard.web.live import history, views
from upcard.web.live.called import Called, call
from upcard.web.live.driver import Driver, Pace
from upcard.web.live.hardware import Hardware
from upcard.web.live.hub import Hub
from upcard.web.live.mirror import Mirror, Step, Touched
from upcard.web.staff import views as staff_views

Json = dict[str, Any]

log = logging.getLogger("upcard.web")

HISTORY_ENTRIES = 4000
"""Entries of the ledger that are read again at the start, for the history of the tables."""


class Service:
    """A house that is open to clients."""

    def __init__(self, house: House, sessions: Sessions, coach: Coach, pace: Pace | None = None) -> None:
        self.house = house
        self.sessions = sessions
        self.coach = coach
        self.pace = pace or Pace()
        self.metrics = Metrics()
        self.clerk = Clerk(house.store.url.render_as_string(hide_password=False))
        self.hardware = Hardware(memory=sessions)
        self._vault = Vault(house.keys.vault)
        self.mirror = Mirror(house.sequencer.state, house.seq, self._vault)
        history.fill(self.mirror, house.store, self._vault, HISTORY_ENTRIES)
        self.hub = Hub(self, __version__, clock=now)
        self.scores = Scores(self)
        self.drivers: dict[str, Driver] = {}
        self.stopping = False
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[tuple[int, asyncio.Future[None]]] = []
        self._numbers = itertools.count(1)
        self._called: dict[str, Called] | None = None
        self._background: set[asyncio.Task[Any]] = set()
        self._alone: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    # Starting and stopping

    async def start(self) -> None:
        """Begins to listen to the floor and to run its tables."""
        self._loop = asyncio.get_running_loop()
        self.house.watch(self._committed)
        self._tasks["hub"] = asyncio.create_task(self.hub.run(), name="hub")
        self._run_tables()
        if not self.house.reading:
            self.hardware.open(self)
        self.coach.observe = self.metrics.coach_seconds.observe
        self.coach.start(games.of(table) for table in self.mirror.state.tables.values() if not table.inoperable)

    async def stop(self) -> None:
        """Says goodbye, and stops running tables; the ledger has everything."""
        self.stopping = True
        self.hub.close("the house restarts; come back in a moment")
        for task in [*self._tasks.values(), *self._background]:
            task.cancel()
        await asyncio.gather(*self._tasks.values(), *self._background, return_exceptions=True)
        self._tasks.clear()
        await self.coach.stop()
        await self.clerk.stop()
        self.sessions.close()

    def _run_tables(self) -> None:
        if self.house.reading:
            return  # its own process runs them
        for table in self.mirror.state.tables.values():
            if table.kind == "virtual" and table.id not in self.drivers:
                driver = self.drivers[table.id] = Driver(self, table.id, self.pace)
                task = asyncio.create_task(driver.run(), name=f"table {table.id}")
                task.add_done_callback(self._table_task_done)
                self._tasks[f"table {table.id}"] = task

    def _table_task_done(self, task: "asyncio.Task[None]") -> None:
        if task.cancelled() or self.stopping:
            return
        log.error("%s stopped and is started again", task.get_name(), exc_info=task.exception())
        table = task.get_name().removeprefix("table ")
        self.drivers.pop(table, None)
        asyncio.get_running_loop().call_later(1.0, self._run_tables)

    def background(self, coroutine: Any) -> None:
        """Does something beside what a client waits for."""
        task = asyncio.create_task(coroutine)
        self._background.add(task)
        task.add_done_callback(self._background_done)

    def _background_done(self, task: "asyncio.Task[Any]") -> None:
        self._background.discard(task)
        if not task.cancelled() and task.exception() is not None:
            log.error("something in the background failed", exc_info=task.exception())

    # Commands

    async def command(self, by: str, do: str, args: Json, key: str | None = None) -> Ack:
        """Gives a command in somebody's name; a `Refusal` if the house does not do it."""
        ident = _ident(by, key) if key else f"web/{self.hub.start}-{next(self._numbers)}"
        command = Command(ident, now(), by, do, {k: v for k, v in args.items() if v is not None})
        known = self.mirror.seq
        if self.stopping:
            raise unavailable("the house is stopping; it will be back in a moment")
        if self.house.reading:
            raise unavailable("this process only shows the house; whoever plays or works asks the one that has it")
        try:
            with self.metrics.command_seconds.time():
                if by == SYSTEM:
                    ack = await asyncio.wrap_future(self.house.submit_as_house(command))
                else:
                    ack = await self.house.ado(command)
        except Malformed as malformed:
            raise Refusal("invalid", str(malformed)) from None
        except StorageError as error:
            log.warning("not acknowledged: %s", error)
            raise unavailable("the ledger can't be written at the moment; the same request can be sent again") from None
        # A verb that there is not is somebody's invention: they would all be counted for ever.
        self.metrics.commands.labels(do if do in VERBS else "unknown", "done" if ack.ok else "refused").inc()
        if ack.seq is not None:
            await self._wait_for(ack.seq)
            if key is not None and ack.seq <= known:
                await self.recall(by, key, do, args)
        return self._done(ack)

    def _done(self, ack: Ack) -> Ack:
        if ack.refused is not None:
            raise _refusal(self.mirror.in_words(ack.refused.reason), ack.refused.rule)
        return ack

    async def recall(self, by: str, key: str | None, do: str, args: Json) -> Ack | None:
        """What a command was answered when it came before under this key; None if it is new.

        A key that stands for something else is refused: its answer would be taken for an answer to this.
        """
        if key is None:
            return None
        ident = _ident(by, key)
        try:
            # The floor reads its ledger in a thread of its own; a question to it is asked there too.
            found = await asyncio.wrap_future(self.house.view(lambda _: self.house.store.find([ident])))
        except StorageError as error:
            raise unavailable(f"the ledger can't be read at the moment: {error}") from None
        if ident not in found:
            return None
        entry = found[ident]
        ack = ack_of(entry)
        if entry.kind != do or any(_elsewhere(fact, args) for fact in ack.facts):
            raise Refusal(
                "refused",
                f"the Idempotency-Key {key!r} was used for something else (entry {entry.seq}, {entry.kind}); "
                "every command needs a new one",
            )
        return self._done(ack)

    def alone(self, who: str) -> asyncio.Lock:
        """Held while something is looked at and then used up, a limit or a seat: of two requests at once, one waits."""
        lock = self._alone.get(who)
        if lock is None:
            lock = self._alone[who] = asyncio.Lock()
        return lock

    async def order(self, by: str, do: str, **args: Any) -> str | None:
        """Gives a command of the house's own; the reason if it was refused."""
        try:
            await self.command(by, do, args)
        except Refusal as refusal:
            return refusal.detail
        return None

    async def _wait_for(self, seq: int) -> None:
        """Until the mirror has an entry: whoever was answered sees what was done."""
        if self.mirror.seq < seq:
            waits = asyncio.get_running_loop().create_future()
            self._waiting.append((seq, waits))
            await waits

    # What was committed

    def _committed(self, entries: Sequence[Committed]) -> None:
        """Called in the writer's thread."""
        loop = self._loop
        if loop is not None and not loop.is_closed():
            with contextlib.suppress(RuntimeError):  # the loop may end between the two
                loop.call_soon_threadsafe(self._take, list(entries))

    def _take(self, entries: Sequence[Committed]) -> None:
        if self.stopping:
            return  # the ledger has it; the next process reads it there
        change = self.mirror.apply(entries)
        if change.floor:
            self._called = None
            self._run_tables()
        concerned = self._concerned(change)
        for table in concerned:
            self.drivers[table].foresee()
        self.hub.publish(change)
        for step in change.steps:
            if step.over:
                self.metrics.rounds.labels(self.mirror.state.tables[step.table].game).inc()
                self.scores.round_over(step)
        for table in concerned:
            self.drivers[table].poke()
        self._answer_waiting()

    def _concerned(self, change: Touched) -> Iterable[str]:
        return [table for table in change.tables if table in self.drivers]

    def _answer_waiting(self) -> None:
        still = []
        for seq, waits in self._waiting:
            if seq > self.mirror.seq:
                still.append((seq, waits))
            elif not waits.done():
                waits.set_result(None)
        self._waiting = still

    # For drivers

    def touched(self, table: str) -> None:
        """Something that is not in the ledger changed at a table."""
        self.hub.touch(table)

    def tell(self, player: str, table: str, kind: str, text: str) -> None:
        """Something was done in a player's place: it is said until it was seen."""
        if self.sessions.of_player(player) is not None:
            self.sessions.tell(player, table, kind, text)
            self.touched(table)

    def in_contact(self, table: str) -> bool:
        """Whether a table has not lost its controller, as the ledger knows it."""
        found = self.mirror.state.tables.get(table)
        return found is not None and found.contact

    async def advise(self, table: str, turn: Turn) -> Act | None:
        """The coach's move for a bot, if it has one in time."""
        shown = self.mirror.shown.get(table)
        return await self.coach.bot_move(shown.round, turn) if shown else None

    # How things look (the hub's `HubHouse`)

    def seq(self) -> int:
        """The ledger's number that everything here is as of."""
        return self.mirror.seq

    def table(self, table: str) -> FloorTable:
        """A table by its id."""
        found = self.mirror.state.tables.get(table)
        if found is None:
            raise Refusal("not-found", f"there is no table {table!r}; GET /api/v1/tables lists them")
        return found

    def titles(self) -> dict[str, str]:
        """What the tables are called: by their game, and by what sets them apart where there are several."""
        return {table: called.title for table, called in self._names().items()}

    def _names(self) -> dict[str, Called]:
        """What the tables are called. It changes with their configuration only."""
        if self._called is None:
            self._called = call(self.mirror.state.tables.values())
        return self._called

    def _cleared(self, table: str) -> bool:
        driver = self.drivers.get(table)
        return driver.cleared if driver else True

    def state_for(self, table: str, player: str | None) -> Json:
        """A table's state as a player (None: a watcher) sees it."""
        driver = self.drivers.get(table)
        return views.table_state(
            self.mirror,
            self.mirror.state.tables[table],
            player,
            ready=frozenset(driver.ready) if driver else frozenset(),
            clock=driver.clock_info() if driver else None,
            cleared=self._cleared(table),
            news=[news.id for news in self.sessions.news(player)] if player else (),
        )

    def events_for(self, step: Step, player: str | None) -> list[Json]:
        """A step's events as a player sees them."""
        assert step.shown is not None
        return views.events_info(self.mirror.state, step.table, step.shown, step.events(), player)

    def sees_more(self, table: str, player: str | None) -> bool:
        """Whether a player sees more of a table than a watcher does: who sits there, or sat in its last round."""
        found, shown = self.mirror.state.tables.get(table), self.mirror.shown.get(table)
        sits = found is not None and player in found.seated.values()
        told = player is not None and bool(self.sessions.news(player))
        return sits or told or (shown is not None and player in shown.players.values())

    def cards(self, tables: Iterable[str]) -> list[Json]:
        """Cards of the lobby: of these tables, or of all."""
        wanted, called = set(tables), self._names()
        return [
            views.table_card(self.mirror, table, called[table.id], cleared=self._cleared(table.id))
            for table in self.mirror.state.tables.values()
            if not wanted or table.id in wanted
        ]

    def link(self, link: str) -> Json:
        """A link."""
        found = self.mirror.state.links.get(link)
        if found is None:
            raise Refusal("not-found", f"there is no link {link!r}; GET /api/v1/links lists them")
        return views.link_info(self.mirror, found, self.titles())

    def hits(self, hits: Iterable[str]) -> list[Json]:
        """Hits that are at hand."""
        state = self.mirror.state
        return [views.hit_info(self.mirror, state.hits[hit]) for hit in hits if hit in state.hits]

    def floor(self, by: str) -> Json:
        """The floor, for one of its staff."""
        return staff_views.floor(self.mirror, self.titles(), by, self.hardware)

    def edges(self, table: str) -> Json:
        """What one unit on every wager of a table is worth, with its meters where they stand now."""
        return self.coach.edges(games.of(self.table(table)), self._shown(table))

    async def known_edges(self, table: str) -> Json:
        """What `edges` says, as soon as the lab knows all of it."""
        return await self.coach.known_edges(games.of(self.table(table)), self._shown(table))

    def _shown(self, table: str) -> dict[str, int]:
        return {meter["name"]: meter["amount"] for meter in views.table_meters(self.mirror.state, self.table(table))}

    def tables_of_link(self, link: str) -> list[str]:
        """The tables that feed a link."""
        return [table.id for table in self.mirror.state.tables.values() if table.link == link]

    def tables_of_player(self, player: str) -> Iterable[str]:
        """The tables at which a player sits."""
        return self.mirror.tables_of.get(player, ())


def _ident(by: str, key: str) -> str:
    """The id of a command: the key is its owner's. Where both together are too long, no part of the key is lost."""
    ident = f"{by}/{key}"
    return ident if len(ident) <= MAX_ID else f"web/{hashlib.sha256(ident.encode()).hexdigest()}"


def _elsewhere(fact: facts.Fact, args: Json) -> bool:
    """Whether a fact, of those that are about the very seat which their command named, tells of another place."""
    if not isinstance(fact, facts.Seated | facts.Left | facts.BetPlaced):
        return False
    return bool(args.get("table", fact.table) != fact.table or args.get("seat", fact.seat) != fact.seat)


def _refusal(reason: str, rule: str) -> Refusal:
    """A refusal of the floor, as the API says it."""
    of_game = bool(rule) and rule.partition("-")[0] not in {"PRG", "REG"}
    return Refusal("illegal" if of_game else "refused", reason, rule)
