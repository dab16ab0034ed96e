"""Reports as their readers ask for them: by number, day, month, shift, table, game or link, each alone or added up.

Nothing is worked out anew but sums: of several reports, of the tables of a game or a link, of the whole house.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from upcard.floor.days import figures
from upcard.floor.days.reading import Closed, Kept, asked
from upcard.floor.days.tally import MeterTally, Period, TableTally
from upcard.floor.house.codec import revive

Json = dict[str, Any]
GROUPS = ("table", "game", "link")
"""What the lines of a report can be."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which reports, of which tables, and what a line is of. What is empty leaves all in."""

    number: int | None = None
    day: str = ""
    """A day, a month or a year."""
    shift: str = ""
    by: str = "table"
    table: str = ""
    game: str = ""
    link: str = ""

    @property
    def narrowed(self) -> bool:
        """Whether it is of some tables only."""
        return bool(self.table or self.game or self.link)

    def has(self, name: str, tally: TableTally) -> bool:
        """Whether a table is in it."""
        return self.table in {"", name} and self.game in {"", tally.game} and self.link in {"", tally.link}

    def fed(self, meter: str, tables: Mapping[str, TableTally]) -> bool:
        """Whether a meter belongs to it, these being its tables."""
        of = meter.partition("/")[0]
        if self.table or self.game:
            return of in {tally.link for tally in tables.values()}
        return self.link in {"", of}


def joined(kept: Kept, wanted: Wanted) -> Json | None:
    """The signed reports that are wanted, added up; None where there is none, or no such table in them."""
    chosen = kept.choose(number=wanted.number, day=wanted.day, shift=wanted.shift)
    said = _joined(chosen, asked(kept), wanted) if chosen else None
    return None if said is not None and wanted.narrowed and not said["lines"] else said


_UNCUT = {"number": 0, "ends_day": False, "cut_at": "", "cut_by": "", "upto": 0}
"""What a shift that runs does not have yet."""


def unsigned(report: Json) -> Json:
    """A report that nobody has signed, or the running shift, in the form of signed ones."""
    return _joined([Closed({**_UNCUT, **report}, "", 0, "", "", "")], [], Wanted()) | {"reports": []}


def _joined(chosen: list[Closed], inquiries: list[Json], wanted: Wanted) -> Json:
    whole = Period()
    theory: dict[str, Any] = {}
    for one in chosen:
        tables = {name: revive(TableTally, said["tally"]) for name, said in one.report["tables"].items()}
        meters = {name: revive(MeterTally, said["tally"]) for name, said in one.report["meters"].items()}
        in_it = {name: tally for name, tally in tables.items() if wanted.has(name, tally)}
        fed = {name: moved for name, moved in meters.items() if wanted.fed(name, in_it)}
        whole.add("", in_it, fed)
        theory |= one.report["theory"]
    numbers = {one.number for one in chosen}
    counts = {name: _counts(chosen, name) for name in whole.tables}
    together = _line(whole.tables, counts, theory)
    return {
        "by": wanted.by,
        "reports": [one.told() for one in chosen],
        "lines": _lines(whole.tables, counts, theory, wanted.by),
        "whole": together,
        "meters": {name: figures.meter(tally) for name, tally in sorted(whole.meters.items())},
        "notes": [note for one in chosen for note in one.report["notes"]],
        "more_notes": sum(one.report["more_notes"] for one in chosen),
        "to_date": _to_date(
            chosen[-1].report["to_date"], whole, wanted, together["figures"] if len(chosen) == 1 else None
        ),
        "theory": theory,
        "inquiries": [one for one in inquiries if one["number"] in numbers],
    }


def _counts(chosen: list[Closed], table: str) -> tuple[int, int] | None:
    """The opener of the first and the closer of the last shift in which a table was counted."""
    said = [one.report["tables"][table]["counted"] for one in chosen if table in one.report["tables"]]
    whole = [count for count in said if None not in count.values()]
    return (whole[0]["opener"], whole[-1]["closer"]) if whole else None


Counts = Mapping[str, tuple[int, int] | None]


def _line(tables: Mapping[str, TableTally], counts: Counts, theory: figures.Theory) -> Json:
    counted = [found for name in tables if (found := counts[name]) is not None]
    opener, closer = (sum(found[at] for found in counted) if counted else None for at in (0, 1))
    return {
        "tables": sorted(tables),
        "counted": {"opener": opener, "closer": closer},
        "figures": figures.together(tables, theory),
    }


def _lines(tables: Mapping[str, TableTally], counts: Counts, theory: figures.Theory, by: str) -> list[Json]:
    groups: dict[str, dict[str, TableTally]] = {}
    for name, tally in tables.items():
        line = name if by == "table" else tally.game if by == "game" else tally.link or "no link"
        groups.setdefault(line, {})[name] = tally
    found = []
    for line, members in sorted(groups.items()):
        games, links = ({getattr(tally, what) for tally in members.values()} for what in ("game", "link"))
        about = {"game": ", ".join(sorted(games)), "link": ", ".join(sorted(filter(None, links)))}
        found.append({"line": line, **about, **_line(members, counts, theory)})
    return found


def _to_date(said: Json, whole: Period, wanted: Wanted, only: Json | None) -> Json:
    """Day, month and year of the tables and meters that are in it, with their sum.

    A period keeps each table's band in whole cents; `only` are the figures of the one shift that this is of, if it is
    one, and a period that has no other says the same to the cent.
    """
    found = {}
    for what, period in said.items():
        tables, meters = (
            {name: one for name, one in period[kind].items() if not wanted.narrowed or name in getattr(whole, kind)}
            for kind in ("tables", "meters")
        )
        added = figures.summed(list(tables.values()))
        if only is not None and period["shifts"] == 1:
            added["theory"] = only["theory"]
        found[what] = period | {"tables": tables, "meters": meters, "whole": added}
    return found
