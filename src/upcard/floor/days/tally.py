"""What a shift adds up while it runs: whole numbers that only grow, so that shifts make days, months and years.

A tally is a part of the house's state and holds no figure that follows from others: `figures` works those out.
"""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass, field, fields
from datetime import datetime
from typing import Any, TypeVar

KEPT_NOTES = 500
"""What happened in a shift that its report names one by one; of more than that it says how many."""


@dataclass(slots=True)
class WagerTally:
    """One wager under one set of rules."""

    bets: int = 0
    """How often it was made before the deal."""
    placed: int = 0
    """Cents before the deal: what the edge is of."""
    squares: int = 0
    """The sum of those bets' squares: what the band is of."""
    together: int = 0
    """The same, each times the bets of its round: what the band is at most, however they hang together."""
    others: int = 0
    """Cents before the deal, each times the others in the round with this wager: what envy is of (TCP-12)."""
    staked: int = 0
    """Cents in all, doubles and plays with them."""
    returned: int = 0


@dataclass(slots=True)
class TableTally:
    """One table."""

    game: str = ""
    kind: str = ""
    link: str = ""
    open_ms: int = 0
    closed_ms: int = 0
    rounds: int = 0
    voided: int = 0
    seats: int = 0
    """Seats that were played, over all rounds."""
    contributed: int = 0
    """Millionths of a cent into meters, reserves and overflows."""
    fills: int = 0
    credits: int = 0
    drop: int = 0
    counted_win: int = 0
    """Of shifts that are counted: closer, credits and drop less opener and fills."""
    counted: int = 0
    """How many of those."""
    played: dict[str, dict[str, WagerTally]] = field(default_factory=dict)
    """By the digest of the rules, and wager."""

    def wager(self, digest: str, name: str) -> WagerTally:
        """A wager's tally, begun when it is first asked for."""
        return self.played.setdefault(digest, {}).setdefault(name, WagerTally())

    def copied(self) -> "TableTally":
        """One that goes its own way from here on."""
        twin = copy(self)
        twin.played = {rules: {name: copy(one) for name, one in each.items()} for rules, each in self.played.items()}
        return twin

    def add(self, more: "TableTally") -> None:
        """Brings another shift of the table in."""
        self.game, self.kind, self.link = more.game, more.kind, more.link
        _add(self, more)
        for digest, wagers in more.played.items():
            for name, wager in wagers.items():
                _add(self.wager(digest, name), wager)


@dataclass(slots=True)
class Drawer:
    """A table in the shift that runs: since when it is open or closed, and what was counted in its tray."""

    since: str
    open: bool
    opener: int | None = None
    closer: int | None = None
    drop: int | None = None

    @property
    def missing(self) -> list[str]:
        """What nobody has counted yet."""
        return [name for name in ("opener", "closer", "drop") if getattr(self, name) is None]


@dataclass(slots=True)
class MeterTally:
    """One meter. Millionths of a cent."""

    opening: int = 0
    moved: dict[str, int] = field(default_factory=dict)
    """What the meter shows moved by, by cause."""
    reserve: int = 0
    """What the hidden rate brought."""
    overflow: int = 0
    house: dict[str, int] = field(default_factory=dict)
    """What the house paid for it, by cause; what it got back is below zero."""
    paid: int = 0
    """Jackpots paid out."""
    hits: int = 0
    """Jackpots paid out, counted."""

    @property
    def closing(self) -> int:
        """What it stands at."""
        return self.opening + sum(self.moved.values())

    def copied(self) -> "MeterTally":
        """One that goes its own way from here on."""
        twin = copy(self)
        twin.moved, twin.house = dict(self.moved), dict(self.house)
        return twin

    def add(self, more: "MeterTally") -> None:
        """Brings the shift behind this one in."""
        _add(self, more, besides=("opening",))
        for mine, theirs in ((self.moved, more.moved), (self.house, more.house)):
            for cause, amount in theirs.items():
                mine[cause] = mine.get(cause, 0) + amount


T = TypeVar("T", WagerTally, TableTally, MeterTally)

_NUMBERS = {
    kind.__name__: tuple(each.name for each in fields(kind) if each.type is int)
    for kind in (WagerTally, TableTally, MeterTally)
}
"""The fields of a tally that are added up."""


def _add(mine: T, more: T, besides: tuple[str, ...] = ()) -> None:
    """Adds the whole numbers of two tallies."""
    for name in _NUMBERS[type(mine).__name__]:
        if name not in besides:
            setattr(mine, name, getattr(mine, name) + getattr(more, name))


@dataclass(slots=True)
class Note:
    """Something that a report names: a void, an override, a late hit, an alert; and who."""

    seq: int
    at: str
    by: str
    what: str
    where: str
    text: str


@dataclass(slots=True)
class Period:
    """What is added up over shifts: a day, a month, a year."""

    name: str = ""
    shifts: int = 0
    tables: dict[str, TableTally] = field(default_factory=dict)
    meters: dict[str, MeterTally] = field(default_factory=dict)

    def add(self, name: str, tables: Mapping[str, TableTally], meters: Mapping[str, MeterTally]) -> None:
        """Brings a shift in; one of another name begins it anew."""
        if name != self.name:
            self.name, self.shifts, self.tables, self.meters = name, 0, {}, {}
        self.shifts += 1
        for table, tally in tables.items():
            self.tables.setdefault(table, TableTally()).add(tally)
        for meter, moved in meters.items():
            self.meters.setdefault(meter, MeterTally(opening=moved.opening)).add(moved)

    def brought(self, name: str, tables: Mapping[str, TableTally], meters: Mapping[str, MeterTally]) -> "Period":
        """This with a shift brought in, and this as it was: a period that is in force is never changed."""
        found = Period()
        if name == self.name:
            found.name, found.shifts = self.name, self.shifts
            found.tables = {table: tally.copied() for table, tally in self.tables.items()}
            found.meters = {meter: moved.copied() for meter, moved in self.meters.items()}
        found.add(name, tables, meters)
        return found


@dataclass(slots=True)
class Shift:
    """The shift that runs."""

    day: str
    name: str
    opened_at: str
    after: int
    """The entry that it begins behind."""
    tables: dict[str, TableTally] = field(default_factory=dict)
    drawers: dict[str, Drawer] = field(default_factory=dict)
    meters: dict[str, MeterTally] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    more_notes: int = 0

    def note(self, note: Note) -> None:
        """Keeps what happened, or counts it where there is too much of it."""
        if len(self.notes) < KEPT_NOTES:
            self.notes.append(note)
        else:
            self.more_notes += 1


@dataclass(slots=True)
class Cut:
    """A shift whose figures are frozen and wait for the second signature."""

    number: int
    seq: int
    by: str
    at: str
    digest: str
    shift: Shift
    """As it was when it was cut, to go on if nobody signs."""


@dataclass(slots=True)
class Inquiry:
    """A question about a figure of a report."""

    id: str
    number: int
    about: str
    figure: str
    value: str
    why: str
    by: str
    at: str


@dataclass(slots=True)
class Days:
    """Everything of the house that goes by days; a house that never opened a shift has none of it."""

    shift: Shift | None = None
    cut: Cut | None = None
    reports: int = 0
    theory: dict[str, dict[str, Any]] = field(default_factory=dict)
    """By the digest of the rules: what the lab says."""
    day: Period = field(default_factory=Period)
    month: Period = field(default_factory=Period)
    year: Period = field(default_factory=Period)
    inquiries: dict[str, Inquiry] = field(default_factory=dict)
    """Those that are open."""


def between(earlier: str, later: str) -> int:
    """Milliseconds between two times of the ledger; none where the second is not after the first."""
    passed = datetime.fromisoformat(later) - datetime.fromisoformat(earlier)
    return max(0, round(passed.total_seconds() * 1000))
