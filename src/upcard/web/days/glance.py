"""The running shift for all who look at the page of days.

What the figures of a shift cost grows with the tables: a thousand take half a second. So the house only hands out the
tallies; the figures are worked out beside it, one at a time, and whoever looks shortly after gets the same answer.
"""

import asyncio
from time import monotonic
from typing import Any

from upcard.floor.doors.commands import now
from upcard.floor.doors.days import Standing, joining, report_of, standing
from upcard.floor.state import State
from upcard.web.models.days import DaysNow, Drawer, Running, Waiting

SHARE = 10
"""An answer serves for so many times what it took: looking costs at most a tenth of a core."""


class Glance:
    """The last answer, and when it was made."""

    def __init__(self) -> None:
        self._one = asyncio.Lock()
        self._made: tuple[float, float, object, bytes] | None = None

    async def body(self, state: State, lacking: int) -> bytes:
        """`DaysNow` as JSON."""
        asked = _stage(state, lacking)
        async with self._one:
            if self._made is not None:
                at, spent, stage, body = self._made
                if stage == asked and monotonic() - at < SHARE * spent:
                    return body
            begun = monotonic()
            asked, body = await self._new(state, lacking)
            self._made = (monotonic(), monotonic() - begun, asked, body)
            return body

    async def _new(self, state: State, lacking: int) -> tuple[object, bytes]:
        people = {staff.id: staff.name for staff in state.staff.values()}
        days = state.days
        if days.shift is None:
            empty = DaysNow(running=None, waiting=None, lacking=lacking, people=people)
            return _stage(state, lacking), _json(empty)
        at, cut = now(), days.cut
        waits = (
            None
            if cut is None
            else Waiting(number=cut.number, seq=cut.seq, cut_by=cut.by, cut_at=cut.at, digest=cut.digest)
        )
        stage, shift = _stage(state, lacking), standing(state, at)
        return stage, await asyncio.to_thread(_told, shift, at, waits, lacking, people)


def _stage(state: State, lacking: int) -> object:
    """What somebody at the page has just done must be in the next answer, however young the last one is."""
    days = state.days
    if days.shift is None:
        return None
    counted = [(name, one.opener, one.closer, one.drop) for name, one in days.shift.drawers.items()]
    return days.shift.after, days.cut.seq if days.cut is not None else None, lacking, counted, len(state.staff)


def _told(shift: Standing, at: str, waits: Waiting | None, lacking: int, people: dict[str, str]) -> bytes:
    said: dict[str, Any] = report_of(shift)
    drawers = [
        Drawer(table=name, **table["counted"]) for name, table in said["tables"].items() if table["kind"] != "virtual"
    ]
    told = {name: said[name] for name in ("day", "shift", "opened_at", "after")}
    running = Running(**told, at=at, report=joining.unsigned(said), drawers=drawers)
    return _json(DaysNow(running=running, waiting=waits, lacking=lacking, people=people))


def _json(said: DaysNow) -> bytes:
    return said.model_dump_json(by_alias=True).encode()
