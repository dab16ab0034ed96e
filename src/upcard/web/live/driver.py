"""Runs a virtual table: waits for bets, starts the round, makes the moves of bots and of those whose time is up.

It only gives commands. Everything it knows of the table stands in the ledger, so after a kill it goes on where the
table is, also in the middle of a round; only clocks and "ready" begin anew.
"""

import asyncio
import contextlib
import random
import secrets
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Protocol

from upcard.floor.doors.play import games
from upcard.floor.state import FloorTable
from upcard.rounds.bots import affordable_bets, any_act
from upcard.rounds.moves import value_as_numbers
from upcard.rules.needs import Act, Ask, Turn
from upcard.web.live.mirror import Mirror, ShownRound
from upcard.web.live.moves import affordable, silence
from upcard.web.live.views import bankroll, is_bot, why_closed
from upcard.web.live.words import away_text, clock_text

Json = dict[str, Any]

POOR = 10_000
"""A bot with less than this buys in again."""


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


class DriverHouse(Protocol):
    """What a driver asks of the house."""

    mirror: Mirror

    async def order(self, by: str, do: str, **args: Any) -> str | None:
        """Gives a command; the reason if it was refused."""

    def touched(self, table: str) -> None:
        """Something that is not in the ledger changed."""

    def tell(self, player: str, table: str, kind: str, text: str) -> None:
        """Something was done in a player's place: it is said until it was seen."""

    async def advise(self, table: str, turn: Turn) -> Act | None:
        """The coach's move for a bot."""


class Driver:
    """One table's."""

    def __init__(self, floor: DriverHouse, table: str, pace: Pace, chance: random.Random | None = None) -> None:
        self._floor = floor
        self.id = table
        self.pace = pace
        # Bots bet and guess by chance; no card depends on it, and the system's generator costs a call each time.
        self._chance = chance or random.Random(secrets.randbits(64))  # noqa: S311 (as just said)
        self.ready: set[int] = set()
        self.leaving: dict[int, str] = {}
        """Seats that are given up when the round is over, and by whom."""
        self.betting = 0
        """Bets that are on their way to the ledger: whoever is ready may be so for one of them."""
        self.clock: Clock | None = None
        self.cleared = True
        """Whether the cards of the last round are off the felt."""
        self._seen: dict[int, float] = {}
        """When each person last did something."""
        self._turns: dict[tuple[int, int], float] = {}
        """The decisions that are open, and since when."""
        self._asked = -1
        """How many events the round had when they were noted."""
        shown = floor.mirror.shown.get(table)
        self._round = shown.id if shown is not None and shown.over else ""
        """The round that was last seen; one that was over before we came is not shown again."""
        self._over = True
        self._last_end = 0.0
        self._poked = asyncio.Event()

    # From outside

    def poke(self) -> None:
        """Something happened: look again."""
        self._poked.set()

    def person_did(self, seat: int) -> None:
        """A person at a seat did something."""
        self._seen[seat] = asyncio.get_running_loop().time()

    def set_ready(self, seat: int, *, ready: bool) -> None:
        """A person waits for the deal, or does not any more. Whoever calls it says so to the others.

        In a round nobody is: a bet that came too late, or one sent again, must not count for the next.
        """
        self.person_did(seat)
        table = self._table
        if ready and table is not None and table.round is None:
            self.ready.add(seat)
        else:
            self.ready.discard(seat)
        self.poke()

    def clock_info(self) -> Json | None:
        """The clock as clients see it."""
        return self.clock.info(asyncio.get_running_loop().time()) if self.clock else None

    def foresee(self) -> None:
        """Brings clock and felt up to date with what was just committed, before any client gets it."""
        table = self._table
        if table is not None:
            self._look(table, asyncio.get_running_loop().time())

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
    def _table(self) -> FloorTable | None:
        return self._floor.mirror.state.tables.get(self.id)

    def _look(self, table: FloorTable, now: float) -> None:
        """Notes a round that began or ended, and sets the clock."""
        shown = self._floor.mirror.shown.get(self.id)
        if shown is not None and shown.id != self._round:
            self._round, self._over, self._asked = shown.id, False, -1
            self.cleared = False
            self.ready.clear()
            self._turns.clear()
        if shown is not None and shown.over and not self._over:
            self._over, self._last_end = True, now
        self.ready &= set(table.seated)
        self.clock = None if why_closed(table) else self._clock(table, shown, now)

    def _clock(self, table: FloorTable, shown: ShownRound | None, now: float) -> Clock | None:
        if table.round is not None:
            need = shown.round.need if shown is not None else None
            if shown is None or not isinstance(need, Ask):
                return None
            self._note_turns(shown, need, now)
            people = [self._due(table, shown, turn) for turn in need.turns if not self._is_bots(table, shown, turn)]
            return Clock("turn", min(people), self.pace.decision) if people else None
        people = [seat for seat, who in table.seated.items() if not is_bot(who)]
        if any(seat in table.bets for seat in people):
            if self.ready >= set(people):
                return None
            running = self.clock is not None and self.clock.what == "bets"
            return self.clock if running else Clock("bets", now + self.pace.betting, self.pace.betting)
        if people and not self.cleared and self._last_end + self.pace.show > now:
            return Clock("next", self._last_end + self.pace.show, self.pace.show)
        return None

    def _told(self) -> tuple[object, ...]:
        """What clients know of this driver: when it changes they are told."""
        clock = (self.clock.what, self.clock.ends) if self.clock else None
        return clock, self.cleared, frozenset(self.ready)

    async def _step(self) -> float | None:
        """Does what is due now; the seconds until something will be, None if nothing is in sight."""
        table, now = self._table, asyncio.get_running_loop().time()
        if table is None:
            return None
        before = self._told()
        self._look(table, now)
        if table.round is None and not why_closed(table) and self._last_end + self._show(table) <= now:
            self.cleared = True
        if self._told() != before:
            self._floor.touched(self.id)
        if why_closed(table):
            return None
        shown = self._floor.mirror.shown.get(self.id)
        if table.round is not None:
            # A round that is settled and still there has a jackpot open: staff resolve it, and the table goes on.
            return await self._decide(table, shown, now) if shown is not None else None
        return await self._between(table, now)

    def _show(self, table: FloorTable) -> float:
        """How long the cards of a finished round lie there."""
        return self.pace.alone if all(is_bot(who) for who in table.seated.values()) else self.pace.show

    # A round is being played

    def _note_turns(self, shown: ShownRound, need: Ask, now: float) -> None:
        """Starts the clocks of decisions that have just been opened."""
        at = len(shown.round.events)
        if at == self._asked:
            return
        self._asked = at
        turns = {(turn.seat, turn.hand) for turn in need.turns}
        # Where several decide at the same time, another's move does not give anybody more time.
        kept = {key: since for key, since in self._turns.items() if key in turns and len(turns) > 1}
        self._turns = {key: kept.get(key, now) for key in turns}

    def _is_bots(self, table: FloorTable, shown: ShownRound, turn: Turn) -> bool:
        """Whether the house decides: for a bot, and for somebody who has got up, for whom nobody waits."""
        who = shown.players.get(turn.seat, "")
        return is_bot(who) or turn.seat in self.leaving or table.seated.get(turn.seat) != who

    def _due(self, table: FloorTable, shown: ShownRound, turn: Turn) -> float:
        """When a decision is made for whoever has not made it."""
        since = self._turns[turn.seat, turn.hand]
        return since + (self.pace.bot if self._is_bots(table, shown, turn) else self.pace.decision)

    async def _decide(self, table: FloorTable, shown: ShownRound, now: float) -> float | None:
        need = shown.round.need
        if not isinstance(need, Ask):
            return None
        due = {turn: self._due(table, shown, turn) for turn in need.turns}
        late = [turn for turn, at in due.items() if at <= now]
        if not late:
            return min(due.values()) - now
        # Those who decide at the same time also decide in one commit.
        refused = await asyncio.gather(*(self._move(shown, turn) for turn in late))
        # A refusal means that the player was quicker; look again, but never in a busy loop.
        return 0.05 if any(refused) else 0.0

    async def _move(self, shown: ShownRound, turn: Turn) -> str | None:
        who = shown.players.get(turn.seat, "")
        payable = affordable(turn, bankroll(self._floor.mirror.state, who)) if who else turn
        act = None
        if is_bot(who) and payable.moves:
            act = await self._floor.advise(self.id, payable) or any_act(payable, self._chance.randrange)
        if act is None:
            if shown.round.turn_of(turn.seat, turn.hand) != turn:
                return "the player was quicker"
            act = silence(shown.round, payable if payable.moves else turn)
        said = {"seat": act.seat, "hand": act.hand, "move": act.move, "value": value_as_numbers(act.value)}
        refused = await self._floor.order("system", "act", table=self.id, **said)
        if refused is None and who and not self._is_bots(self._table_now(), shown, turn):
            hand = turn.hand if len(shown.round.table.seats[turn.seat].hands) > 1 else None
            label = next(move.label for move in turn.moves if move.name == act.move)
            self._floor.tell(who, self.id, "clock", clock_text(turn.seat, hand, label, self.pace.decision))
        return refused

    def _table_now(self) -> FloorTable:
        found = self._table
        assert found is not None, "a table that is run is there"
        return found

    # Between two rounds

    async def _between(self, table: FloorTable, now: float) -> float | None:
        for seat, who in list(self.leaving.items()):
            del self.leaving[seat]
            if table.seated.get(seat) == who:
                await self._stand_up(table, seat)
                return 0.0
        people = [seat for seat, who in table.seated.items() if not is_bot(who)]
        bots = [seat for seat, who in table.seated.items() if is_bot(who)]
        self._seen = {seat: self._seen.get(seat, now) for seat in people}
        away = [seat for seat in people if now - self._seen[seat] > self.pace.away]
        if away:
            who = table.seated[away[0]]
            await self._stand_up(table, away[0])
            self._floor.tell(who, self.id, "away", away_text(away[0], self.pace.away))
            return 0.0
        if not people:
            if not bots:
                return None
            rest = self._last_end + self.pace.alone - now
            return rest if rest > 0 else await self._deal(table, bots)
        if not any(seat in table.bets for seat in people):
            if self.ready >= set(people) and not self.betting:
                self.ready.clear()  # everybody sits out: nothing to deal
                self._floor.touched(self.id)
            return self.clock.ends - now if self.clock else self.pace.away
        if self.clock is None or now >= self.clock.ends:
            return await self._deal(table, bots)
        return self.clock.ends - now

    async def _deal(self, table: FloorTable, bots: list[int]) -> float:
        """Bots bet, and START GAME."""
        bets = [self._bet(table, seat) for seat in bots if seat not in table.bets]
        await asyncio.gather(*bets)
        refused = await self._floor.order("system", "start", table=self.id)
        if refused is None:
            return 0.0
        self.ready.clear()
        self._floor.touched(self.id)
        return 1.0

    async def _bet(self, table: FloorTable, seat: int) -> None:
        """A bot's bets; it never runs out of play money."""
        state, who = self._floor.mirror.state, table.seated[seat]
        if bankroll(state, who) < POOR:
            await self._floor.order("system", "buy-in", player=who, amount=10 * POOR)
        wagers = affordable_bets(games.of(table), bankroll(state, who), self._chance.randrange)
        await self._floor.order(f"player:{who}", "bet", table=self.id, seat=seat, wagers=dict(wagers))

    async def _stand_up(self, table: FloorTable, seat: int) -> None:
        """Frees a seat; bets on its spots go back."""
        if seat in table.bets:
            await self._floor.order("system", "bet", table=self.id, seat=seat, wagers={})
        await self._floor.order("system", "leave", table=self.id, seat=seat)
        self._seen.pop(seat, None)
