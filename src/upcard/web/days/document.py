"""A report of closed days on paper, in a workbook, as a page, as comma-separated values or as data: one set of figures.

The paper is that of the math reports: a document of chapters, tables and plots, which every form writes alike.
"""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.floor.doors.days import rows
from upcard.floor.doors.house import in_zone
from upcard.lab.reports.document import (
    Block,
    Chapter,
    Document,
    Grid,
    Plot,
    Text,
    count,
    money,
    number,
    percent,
    words,
)
from upcard.rules.awards import MICRO
from upcard.rules.words import dollars

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Letterhead:
    """Whose report it is."""

    house: str
    zone: str
    """Times on paper are the house's own; the data have them in UTC."""

    def local(self, at: str) -> str:
        """A moment as the house's clock shows it."""
        return in_zone(self.zone, at)


def document(said: Json, head: Letterhead) -> Document:
    """The document of a report, or of several that are added up."""
    reports, house = said["reports"], head.house
    first, last = reports[0], reports[-1]
    name = f"Report {first['number']}" if len(reports) == 1 else f"Reports {first['number']} to {last['number']}"
    span = first["day"] if first["day"] == last["day"] else f"{first['day']} to {last['day']}"
    shifts = ", ".join(dict.fromkeys(one["shift"] for one in reports))
    parts: tuple[tuple[str, Iterator[Block]], ...] = (
        ("Results against theory", _results(said)),
        ("Tables", _tables(said)),
        ("Wagers", _wagers(said)),
        ("Meters", _meters(said)),
        ("To date", _to_date(said)),
        ("What happened", _notes(said, head)),
        ("Signatures", _signatures(said, head)),
    )
    facts = [("House", house), ("Gaming day", span), ("Shift", shifts), ("From", head.local(first["opened_at"]))]
    facts += [
        ("To", head.local(last["cut_at"])),
        ("Cut by", ", ".join(dict.fromkeys(one["cut_by"] for one in reports))),
    ]
    facts.append(("Signed by", ", ".join(dict.fromkeys(one["signed_by"] for one in reports)) or "nobody yet"))
    if len(reports) == 1:
        facts.append(("Digest", first["digest"]))
    return Document(
        title=f"{house}: {name}",
        subtitle=f"Gaming day {span}, {shifts}. Play money only.",
        date=last["day"],
        facts=tuple(facts),
        chapters=tuple(Chapter(at, title, tuple(blocks)) for at, (title, blocks) in enumerate(parts, 1)),
        foot=f"{house} · {name} · {span}" + (f" · {first['digest'][:16]}" if len(reports) == 1 else ""),
    )


def _dollars(cents: int | None) -> str | None:
    """Cents as an exact number of dollars."""
    return None if cents is None else str(Fraction(cents, 100))


def _micro(amount: int) -> str:
    return str(Fraction(amount, 100 * MICRO))


NOTE = (
    "Theory is what lay on each wager before the deal times its exact edge, with best play; a meter's jackpots are "
    "the meter's and not the table's. The band holds the recorded win 95 times in 100 by the normal curve, if the "
    "bets of a round go their own ways; the widest band holds it however much they hang together on the dealer's cards."
)


def _results(said: Json) -> Iterator[Block]:
    lines = [*said["lines"], {"line": "All", **said["whole"]}] if len(said["lines"]) > 1 else said["lines"]
    found = [
        {
            "line": line["line"],
            "win": _dollars(line["figures"]["recorded_win"]),
            "theory": _dollars(theory["win"]),
            "low": _dollars(theory["low"]),
            "high": _dollars(theory["high"]),
            "widest": f"{dollars(theory['widest_low'], full=True)} to {dollars(theory['widest_high'], full=True)}",
            "band": rows.judged(theory),
        }
        for line in lines
        if (theory := line["figures"]["theory"]) is not None
    ]
    if not found:
        yield Text("No table has rounds and exact edges for all its wagers in these shifts.")
        return
    without = [line["line"] for line in said["lines"] if line["figures"]["staked"] and not line["figures"]["theory"]]
    if without:
        yield Text(f"The lab had no edge for some wager at {', '.join(without)}: no theory and no band there.")
    yield Plot("results", "Recorded win (dot), theory (line) and 95 % band (bar)", {"kind": "results", "rows": found})
    columns = (
        words("line", said["by"].capitalize()),
        money("win", "Recorded win"),
        money("theory", "Theory"),
        money("low", "Band from"),
        money("high", "to"),
        words("widest", "Widest band", wide=3),
        words("band", "Lies"),
    )
    yield Grid("Results against theory", columns, found, note=NOTE)


def _tables(said: Json) -> Iterator[Block]:
    found = []
    for line in said["lines"]:
        figures = line["figures"]
        found.append(
            {
                "line": line["line"],
                "game": line["game"],
                "open": rows.hours(figures["open_ms"]),
                "closed": rows.hours(figures["closed_ms"]),
                "rounds": figures["rounds"],
                "pace": figures["rounds_an_hour"],
                "voided": figures["voided"],
                "staked": _dollars(figures["staked"]),
                "opener": _dollars(line["counted"]["opener"]),
                "closer": _dollars(line["counted"]["closer"]),
                "drop": _dollars(figures["drop"]),
                "fills": _dollars(figures["fills"]),
                "credits": _dollars(figures["credits"]),
                "win": _dollars(figures["win"]),
                "by": figures["win_by"],
                "hold": figures["hold"],
            }
        )
    line = words("line", said["by"].capitalize())
    yield Grid(
        "Hours and pace",
        (line, words("game", "Game"), words("open", "Open"), words("closed", "Closed"), count("rounds", "Rounds"),
         number("pace", "an hour", 1), count("voided", "Voided")),
        found,
        sums=("rounds", "voided"),
    )  # fmt: skip
    yield Grid(
        "Money",
        (line, money("staked", "Staked, recorded"), money("win", "Win"), words("by", "Win by"),
         percent("hold", "Hold", 2)),
        found,
        note="Hold is of the drop where a table is counted, and of what was staked where the house deals.",
        sums=("staked", "win"),
    )  # fmt: skip
    counted = [row for row in found if row["drop"] is not None or row["fills"] != "0" or row["credits"] != "0"]
    if counted:
        yield Grid(
            "Counted tables and their fills",
            (line, money("opener", "Opener"), money("fills", "Fills"), money("credits", "Credits"),
             money("closer", "Closer"), money("drop", "Drop"), money("win", "Win")),
            counted,
            note="Win of a counted table is closer, drop and credits less opener and fills.",
            sums=("fills", "credits", "drop", "win"),
        )  # fmt: skip


def _wagers(said: Json) -> Iterator[Block]:
    found = [
        {
            "line": line["line"],
            "wager": name,
            "bets": row["bets"] or None,
            "take_up": row["take_up"] if row["bets"] else None,
            **{key: _dollars(row[key]) for key in ("staked", "returned", "win", "theory")},
        }
        for line in said["lines"]
        for name, row in line["figures"]["wagers"].items()
    ]
    columns = (
        words("line", said["by"].capitalize()),
        words("wager", "Wager"),
        count("bets", "Bets"),
        percent("take_up", "Take-up", 1),
        money("staked", "Staked"),
        money("returned", "Returned"),
        money("win", "Win", formula="{staked}-{returned}"),
        money("theory", "Theory"),
    )
    yield Grid("Wagers", columns, found, note=rows.OF_WAGERS, sums=("win",))


def _meters(said: Json) -> Iterator[Block]:
    if not said["meters"]:
        yield Text("No meter.")
        return
    yield _moved("Meters", said["meters"], OF_METERS)


METER = {
    "opening": "Opening",
    "contributions": "Contributed",
    "awards": "Net awards",
    "put_back": "Put back",
    "closing": "Closing",
    "reserve": "To reserve",
    "overflow": "Overflow",
    "house_cost": "House cost",
}
OF_METERS = (
    "Closing is opening, contributions and what was put back, less net awards. Put back are reseeds and top-ups, from "
    "the reserve or from the house, less overflow, with corrections and transfers; house cost is what the house paid."
)


def _moved(title: str, meters: Json, note: str = "") -> Grid:
    found = [
        {"meter": meter, **{name: _micro(all_[name]) for name in METER}, "hits": all_["hits"]}
        for meter, figures in meters.items()
        for all_ in [{**figures, "put_back": rows.put_back(figures)}]
    ]
    amounts = tuple(money(name, text) for name, text in METER.items())
    columns = (words("meter", "Meter", wide=3), *amounts, count("hits", "Hits paid", wide=1))
    return Grid(title, columns, found, note=note, sums=("contributions", "awards", "put_back", "house_cost"))


def _to_date(said: Json) -> Iterator[Block]:
    for what, period in said["to_date"].items():
        found = []
        for name, figures in (*period["tables"].items(), ("All", period["whole"])):
            theory = figures["theory"] or {}
            part = {key: _dollars(figures[key]) for key in ("staked", "drop", "win", "recorded_win")}
            part["hold"] = figures["hold"]
            band = {key: _dollars(theory.get(key)) for key in ("low", "high")}
            part |= {"theory": _dollars(theory.get("win")), **band, "band": rows.judged(figures["theory"])}
            found.append({"table": name, "rounds": figures["rounds"], **part})
        columns = (
            *(
                words("table", "Table", wide=3),
                count("rounds", "Rounds"),
                money("staked", "Staked"),
                money("drop", "Drop"),
                money("win", "Win"),
                percent("hold", "Hold", 1),
            ),
            *(money("recorded_win", "Recorded"), money("theory", "Theory"), money("low", "Band from")),
            *(money("high", "to"), words("band", "Lies")),
        )
        title = f"{what.capitalize()} to date: {period['name']}"
        yield Grid(title, columns, found)
        if period["meters"]:
            yield _moved(f"{title}, meters", period["meters"])


def _notes(said: Json, head: Letterhead) -> Iterator[Block]:
    if not said["notes"]:
        yield Text("No void, override, late hit or alert.")
    else:
        columns = (
            *(count("seq", "Entry", wide=1), words("at", "At"), words("by", "By", wide=1), words("what", "What")),
            *(words("where", "Where", wide=1), words("text", "Of it", wide=5)),
        )
        more = f"{said['more_notes']} more are in the ledger." if said["more_notes"] else ""
        found = [note | {"at": head.local(note["at"])} for note in said["notes"]]
        yield Grid("Voids, overrides, late hits, alerts", columns, found, note=more)
    if said["inquiries"]:
        asked = (
            *(words("inquiry", "Inquiry"), words("about", "About"), words("figure", "Figure"), words("value", "Said")),
            *(words("why", "Why", wide=4), words("finding", "Finding", wide=4)),
        )
        yield Grid("Inquiries", asked, said["inquiries"])


def _signatures(said: Json, head: Letterhead) -> Iterator[Block]:
    columns = (
        *(count("number", "No."), words("day", "Day"), words("shift", "Shift"), words("cut_by", "Cut by")),
        *(words("signed_by", "Signed by"), words("signed_at", "At"), count("signed_seq", "Entry", wide=1)),
        words("digest", "Digest", wide=5),
    )
    found = [one | {"signed_at": head.local(one["signed_at"])} for one in said["reports"]]
    yield Grid("Who stands for it", columns, found)
    yield Text(
        "The digest is that of the report as the ledger keeps it; the entry that signs it is held by the chain and by "
        "every signed head behind it. upcard floor day check reckons every report again from the entries that it is of."
    )


def _csv(said: Json, _head: Letterhead) -> bytes:
    """All parts below each other, each with its title and its head."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    for at, part in enumerate(rows.every(said)):
        if at:
            writer.writerow([])
        writer.writerow([part.title])
        out.write(part.as_csv())
    return out.getvalue().encode()


def _json(said: Json, _head: Letterhead) -> bytes:
    return (json.dumps(said, indent=1, ensure_ascii=False) + "\n").encode()


def _pdf(said: Json, head: Letterhead) -> bytes:
    from upcard.lab.reports.forms.paper import paper

    return paper(document(said, head))


def _xlsx(said: Json, head: Letterhead) -> bytes:
    from upcard.lab.reports.forms.workbook import workbook

    return workbook(document(said, head))


def _html(said: Json, head: Letterhead) -> bytes:
    from upcard.lab.reports.forms.page import page

    return page(document(said, head))


FORMS: Mapping[str, Callable[[Json, Letterhead], bytes]] = {
    ".csv": _csv,
    ".json": _json,
    ".xlsx": _xlsx,
    ".pdf": _pdf,
    ".html": _html,
}
"""How a report is written, by the end of the file's name."""
