"""The running shift for all who look at the page of days.

What the figures of a shift cost grows with the tables: a thousand take half a second. So the house only hands out the
tallies; the figures are worked out beside it, one at a time, and whoever looks shortly after gets the same answer.
"""

import asyncio
from time import monotonic, thread_time
from typing import Any

from upcard.floor.doors.commands import now
from upcard.floor.doors.days import Standing, joining, report_of, standing
from upcard.floor.state import State
from upcard.web.models.days import DaysNow, Drawer, Running, Waiting

SHARE = 10
"""An answer serves for so many times what it took: looking costs at most a tenth of a core."""
WORTH = 0.05
"""Seconds of processor that are worth it: the answers of a house of some tables are always new."""


class Glance:
    """The last answer, and when it was made."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._made: tuple[float, object, bytes] | None = None
        """Until when it serves, what it was of, and itself."""

    async def body(self, state: State, lacking: int) -> bytes:
        """`DaysNow` as JSON."""
        asked = _stage(state, lacking)
        async with self._one:
            if self._made is not None:
                until, stage, body = self._made
                if stage == asked and monotonic() < until:
                    return body
            stage = _stage(state, lacking)
            spent, body = await self._new(state, lacking)
            self._made = (monotonic() + SHARE * spent, stage, body) if spent >= WORTH else None
            return body

    async def _new(self, state: State, lacking: int) -> tuple[float, bytes]:
        """An answer, with the seconds that it took."""
        people = {staff.id: staff.name for staff in state.staff.values()}
        days = state.days
        if days.shift is None:
            empty = DaysNow(running=None, waiting=None, lacking=lacking, people=people)
            return 0.0, _json(empty)
        at, cut = now(), days.cut
        waits = (
            None
            if cut is None
            else Waiting(number=cut.number, seq=cut.seq, cut_by=cut.by, cut_at=cut.at, digest=cut.digest)
        )
        return await asyncio.to_thread(_told, standing(state, at), at, waits, lacking, people)


def _stage(state: State, lacking: int) -> object:
    """What somebody at the page has just done must be in the next answer, however young the last one is."""
    days = state.days
    if days.shift is None:
        return None
    counted = [(name, one.opener, one.closer, one.drop) for name, one in days.shift.drawers.items()]
    return days.shift.after, days.cut.seq if days.cut is not None else None, lacking, counted, len(state.staff)


def _told(shift: Standing, at: str, waits: Waiting | None, lacking: int, people: dict[str, str]) -> tuple[float, bytes]:
    begun = thread_time()  # its own work, however busy the machine is
    said: dict[str, Any] = report_of(shift)
    drawers = [
        Drawer(table=name, **table["counted"]) for name, table in said["tables"].items() if table["kind"] != "virtual"
    ]
    told = {name: said[name] for name in ("day", "shift", "opened_at", "after")}
    running = Running(**told, at=at, report=joining.unsigned(said), drawers=drawers)
    body = _json(DaysNow(running=running, waiting=waits, lacking=lacking, people=people))
    return thread_time() - begun, body


def _json(said: DaysNow) -> bytes:
    return said.model_dump_json(by_alias=True).encode()
