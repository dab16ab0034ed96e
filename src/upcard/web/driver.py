"""Runs a virtual table: waits for bets, starts the round, makes the moves of bots and of those whose time is up.

It only gives commands. Everything it knows of the table stands in the ledger, so after a kill it goes on where the
table is, also in the middle of a round; only clocks and "ready" begin anew.
"""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from upcard.floor import games
from upcard.floor.state import Table
from upcard.rules.needs import Act, Ask, Turn
from upcard.web.mirror import Mirror, Played
from upcard.web.moves import affordable, any_move, bot_bets, silence
from upcard.web.views import bankroll, is_bot, why_closed

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table is run, in seconds."""

    decision: float = 30.0
    """What a person has for a decision."""
    betting: float = 15.0
    """What the others have from the first bet on."""
    show: float = 6.0
    """How long the cards of a finished round lie there."""
    bot: float = 0.7
    """What a bot takes for a decision."""
    alone: float = 8.0
    """Between two rounds of a table at which only bots sit."""
    away: float = 600.0
    """A person who has not done anything for so long gives up the seat."""

    def times(self, factor: float) -> "Pace":
        """The same, so many times as fast."""
        return Pace(
            self.decision / factor,
            self.betting / factor,
            self.show / factor,
            self.bot / factor,
            self.alone / factor,
            self.away,
        )


@dataclass(slots=True)
class Clock:
    """Something that runs out."""

    what: str
    ends: float
    """On the loop's clock."""
    of: float

    def info(self, now: float) -> Json:
        """As clients see it."""
        left = max(0.0, self.ends - now)
        moment = datetime.now(UTC) + timedelta(seconds=left)
        ends = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
        return {"for": self.what, "ends": ends, "left": round(left, 3), "of": self.of}


Advise = Callable[[str, Turn], Awaitable[Act | None]]
"""Asks the coach for a bot's move; None when it has none in time."""


class Floor(Protocol):
    """What a driver asks of the house."""

    mirror: Mirror

    async def order(self, by: str, do: str, **args: Any) -> str | None:
        """Gives a command; the reason if it was refused."""

    def touched(self, table: str) -> None:
        """Something that is not in the ledger changed."""

    async def advise(self, table: str, turn: Turn) -> Act | None:
        """The coach's move for a bot."""


@dataclass(slots=True)
class _Turns:
    """The decisions that are open, and since when."""

    round: str = ""
    since: dict[tuple[int, int, int], float] = field(default_factory=dict)
    """(seat, hand, events so far) → when its clock started."""


class Driver:
    """One table's."""

    def __init__(self, floor: Floor, table: str, pace: Pace, chance: random.Random | None = None) -> None:
        self._floor = floor
        self.id = table
        self.pace = pace
        self._chance = chance or random.SystemRandom()
        self.ready: set[int] = set()
        self.leaving: dict[int, str] = {}
        """Seats that are given up when the round is over, and by whom."""
        self.clock: Clock | None = None
        self.cleared = True
        """Whether the cards of the last round are off the felt."""
        self._seen: dict[int, float] = {}
        self._turns: dict[tuple[int, int], float] = {}
        self._asked = -1
        self._last_end = 0.0
        self._round = ""
        self._poked = asyncio.Event()

    # From outside

    def poke(self) -> None:
        """Something happened: look again."""
        self._poked.set()

    def person_did(self, seat: int) -> None:
        """A person at a seat did something."""
        self._seen[seat] = asyncio.get_running_loop().time()

    def set_ready(self, seat: int, *, ready: bool) -> None:
        """A person waits for the deal, or does not any more."""
        self.person_did(seat)
        if ready:
            self.ready.add(seat)
        else:
            self.ready.discard(seat)
        self.poke()
        self._floor.touched(self.id)

    def clock_info(self) -> Json | None:
        """The clock as clients see it."""
        return self.clock.info(asyncio.get_running_loop().time()) if self.clock else None

    async def run(self) -> None:
        """Runs the table until it is cancelled."""
        while True:
            wait = await self._step()
            if wait is None or wait > 0:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._poked.wait(), wait)
            self._poked.clear()

    # One look at the table

    @property
    def _table(self) -> Table | None:
        return self._floor.mirror.state.tables.get(self.id)

    async def _step(self) -> float | None:
        """Does what is due now; the seconds until something will be, None if nothing is in sight."""
        table, now = self._table, asyncio.get_running_loop().time()
        if table is None or why_closed(table):
            self._set_clock(None)
            return None
        played = self._floor.mirror.played.get(self.id)
        if table.round is not None:
            self._note_round(table, now)
            if table.round.settled or played is None or played.round.ended:
                self._set_clock(None)
                return None  # a jackpot is open: staff resolve it, and the table goes on by itself
            return await self._decide(table, played, now)
        return await self._between(table, now)

    def _note_round(self, table: Table, now: float) -> None:
        assert table.round is not None
        if table.round.id != self._round:
            self._round = table.round.id
            self.cleared = False
            self.ready.clear()
            self._turns.clear()
        self._last_end = now

    def _set_clock(self, clock: Clock | None) -> None:
        was, self.clock = self.clock, clock
        if (was and (was.what, was.ends)) != (clock and (clock.what, clock.ends)):
            self._floor.touched(self.id)

    # A round is being played

    async def _decide(self, table: Table, played: Played, now: float) -> float | None:
        need = played.round.need
        if not isinstance(need, Ask):
            return None
        at = len(played.round.events)
        if at != self._asked:
            self._asked = at
            open_turns = {(turn.seat, turn.hand) for turn in need.turns}
            # Where several decide at the same time, another's move does not give anybody more time.
            kept = {key: since for key, since in self._turns.items() if key in open_turns and len(open_turns) > 1}
            self._turns = {key: kept.get(key, now) for key in open_turns}
        waits: list[float] = []
        people: list[float] = []
        for turn in need.turns:
            who = played.players.get(turn.seat, "")
            # Nobody waits for somebody who has got up.
            bot = is_bot(who) or turn.seat in self.leaving or table.seated.get(turn.seat) != who
            due = self._turns[turn.seat, turn.hand] + (self.pace.bot if bot else self.pace.decision)
            if due <= now:
                return await self._move(played, turn, who, by_bot=is_bot(who))
            waits.append(due - now)
            if not bot:
                people.append(due)
        self._set_clock(Clock("turn", min(people), self.pace.decision) if people else None)
        return min(waits, default=None)

    async def _move(self, played: Played, turn: Turn, who: str, *, by_bot: bool) -> float:
        state = self._floor.mirror.state
        payable = affordable(turn, bankroll(state, who)) if who else turn
        act = None
        if by_bot and payable.moves:
            act = await self._floor.advise(self.id, payable) or any_move(payable, self._chance)
        if act is None:
            act = silence(played.round, payable if payable.moves else turn)
        value = [list(part) for part in act.value] if isinstance(act.value, tuple) else act.value
        refused = await self._floor.order(
            "system", "act", table=self.id, seat=act.seat, hand=act.hand, move=act.move, value=value
        )
        # A refusal means that the player was quicker; look again, but never in a busy loop.
        return 0.0 if refused is None else 0.05

    # Between two rounds

    async def _between(self, table: Table, now: float) -> float | None:
        mirror = self._floor.mirror
        if self._round and not self.cleared and self._asked != -2:
            self._asked = -2
            self._last_end = now
            await self._after_round(table)
            return 0.0
        for seat in [seat for seat in self.ready if seat not in table.seated]:
            self.ready.discard(seat)
        people = [seat for seat, who in table.seated.items() if not is_bot(who)]
        bots = [seat for seat, who in table.seated.items() if is_bot(who)]
        for seat in [seat for seat in self._seen if seat not in people]:
            del self._seen[seat]
        for seat in people:
            if now - self._seen.setdefault(seat, now) > self.pace.away:
                await self._stand_up(table, seat)
                return 0.0
        return await self._await_bets(table, people, bots, now, mirror)

    async def _await_bets(
        self, table: Table, people: list[int], bots: list[int], now: float, mirror: Mirror
    ) -> float | None:
        shown = self._last_end + (self.pace.show if people else self.pace.alone)
        betting = [seat for seat in people if seat in table.bets]
        if not people:
            if not bots:
                self._clear()
                return None
            if now < shown and not self.cleared:
                return shown - now
            self._clear()
            return await self._deal(table, bots, mirror)
        if not betting and not (self.ready and self.ready >= set(people)):
            # Nobody has bet yet. The cards of the last round lie there for a while, then the felt is cleared.
            if not self.cleared and now < shown:
                self._set_clock(Clock("next", shown, self.pace.show))
                return min(shown - now, self.pace.away)
            self._clear()
            return self.pace.away
        if not betting:
            self.ready.clear()  # everybody sits out: nothing to deal
            self._floor.touched(self.id)
            return self.pace.away
        if self.ready >= set(people):
            return await self._deal(table, bots, mirror)
        if self.clock is None or self.clock.what != "bets":
            self._set_clock(Clock("bets", now + self.pace.betting, self.pace.betting))
        assert self.clock is not None
        if now >= self.clock.ends:
            return await self._deal(table, bots, mirror)
        return self.clock.ends - now

    def _clear(self) -> None:
        if not self.cleared or self.clock is not None:
            self.cleared = True
            self.clock = None
            self._floor.touched(self.id)

    async def _deal(self, table: Table, bots: list[int], mirror: Mirror) -> float:
        """Bots bet, and START GAME."""
        self.clock = None
        game = games.of(table)
        for seat in bots:
            if seat in table.bets:
                continue
            who = table.seated[seat]
            if bankroll(mirror.state, who) < 10_000:
                await self._floor.order("system", "buy-in", player=who, amount=100_000)
            wagers = bot_bets(game, bankroll(mirror.state, who), self._chance)
            await self._floor.order(f"player:{who}", "bet", table=self.id, seat=seat, wagers=dict(wagers))
        refused = await self._floor.order("system", "start", table=self.id)
        if refused is not None:
            self.ready.clear()
            self._floor.touched(self.id)
            return 1.0
        return 0.0

    async def _after_round(self, table: Table) -> None:
        """Whoever wanted to leave leaves now."""
        for seat, who in list(self.leaving.items()):
            if table.seated.get(seat) == who:
                await self._floor.order("system", "leave", table=self.id, seat=seat)
        self.leaving.clear()
        self._floor.touched(self.id)

    async def _stand_up(self, table: Table, seat: int) -> None:
        """A person who went away gives up the seat; bets on the spots go back."""
        if seat in table.bets:
            await self._floor.order("system", "bet", table=self.id, seat=seat, wagers={})
        await self._floor.order("system", "leave", table=self.id, seat=seat)
        self._seen.pop(seat, None)
