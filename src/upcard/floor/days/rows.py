"""Reports of closed days as rows under columns: for the terminal and for spreadsheets."""

from fractions import Fraction
from typing import Any

from upcard.floor.ledger import money
from upcard.floor.reports.reports import Report

Json = dict[str, Any]
HOUR = 3_600_000
_MONEY = ("staked", "drop", "win", "recorded_win", "theory", "low", "high")


def hours(passed: int) -> str:
    """Milliseconds as hours and minutes."""
    minutes = passed // 60_000
    return f"{minutes // 60}:{minutes % 60:02d}"


def percent(said: str | None) -> str:
    """An exact part of one, in per cent."""
    return "" if said is None else f"{100 * float(Fraction(said)):.2f} %"


def judged(theory: Json | None) -> str:
    """Where a win lies."""
    if theory is None:
        return ""
    return "beyond the widest" if theory.get("beyond_widest") else "outside" if theory["outside"] else "inside"


def _lines(said: Json) -> list[Json]:
    """The lines of a report, and one of them all."""
    return [*said["lines"], {"line": "all", "game": "", "link": "", **said["whole"]}]


def tables(said: Json) -> Report:
    """A line a table, game or link: hours, pace, and results against theory."""
    rows = []
    for line in _lines(said):
        figures = line["figures"]
        theory = figures["theory"]
        rows.append(
            (
                *(line["line"], line["game"], line["link"]),
                *(hours(figures["open_ms"]), hours(figures["closed_ms"])),
                *(figures[name] for name in ("rounds", "rounds_an_hour", "voided", "staked", "recorded_win")),
                *((theory["win"], theory["low"], theory["high"]) if theory else (None, None, None)),
                judged(theory),
            )
        )
    columns = (
        *("line", "game", "link", "open", "closed", "rounds", "rounds_an_hour", "voided", "staked", "recorded_win"),
        *("theory", "low", "high", "band"),
    )
    return Report("Tables; theory and its 95 % band are of the recorded win", columns, rows, cents=frozenset(_MONEY))


def counts(said: Json) -> Report:
    """The money of each line: what was counted and moved, win and hold."""
    rows = [
        (
            line["line"],
            line["counted"]["opener"],
            *(figures[name] for name in ("fills", "credits")),
            line["counted"]["closer"],
            *(figures[name] for name in ("drop", "win", "win_by")),
            percent(figures["hold"]),
            figures["hold_of"],
        )
        for line in _lines(said)
        if (figures := line["figures"])
    ]
    columns = ("line", "opener", "fills", "credits", "closer", "drop", "win", "win_by", "hold", "hold_of")
    return Report("Drop, win and hold", columns, rows, cents=frozenset(columns[1:7]))


OF_WAGERS = (
    "Bets and take-up are of what lies there before the deal. The main wager's theory is that of the whole base game, "
    "with what is added in its course, less what stands beside its other wagers."
)
"""What to know of a line a wager."""


def wagers(said: Json) -> Report:
    """A line a wager of a table."""
    rows = [
        (
            line["line"],
            name,
            row["bets"],
            percent(row["take_up"]) if row["bets"] else "",
            row["staked"],
            row["returned"],
            row["win"],
            row["theory"],
        )
        for line in said["lines"]
        for name, row in line["figures"]["wagers"].items()
    ]
    columns = ("line", "wager", "bets", "take_up", "staked", "returned", "win", "theory")
    return Report(
        "Wagers",
        columns,
        rows,
        cents=frozenset({"staked", "returned", "win", "theory"}),
    )


_METER = ("opening", "contributions", "awards", "put_back", "closing", "reserve", "overflow", "house_cost", "paid")


def put_back(figures: Json) -> int:
    """What brought a meter from its opening to its closing besides contributions and awards: reseeds and top-ups, less
    what overflowed, corrections and transfers. With it a meter's line adds up.
    """
    rest: int = figures["closing"] - figures["opening"] - figures["contributions"] + figures["awards"]
    return rest


def _meters(said: Json) -> list[tuple[Any, ...]]:
    rows = [(meter, {**figures, "put_back": put_back(figures)}) for meter, figures in said["meters"].items()]
    return [(meter, *(money.exact(all_[name]) for name in _METER), all_["hits"]) for meter, all_ in rows]


def meters(said: Json) -> Report:
    """A line a meter."""
    return Report(OF_METERS, ("meter", *_METER, "hits"), _meters(said))


OF_METERS = "Meters; opening, contributions and what was put back, less awards, is the closing"


def meters_to_date(said: Json) -> Report:
    """Day, month and year to date, a line a meter."""
    rows = [(what, period["name"], *row) for what, period in said["to_date"].items() for row in _meters(period)]
    return Report("Meters to date, with this shift", ("period", "name", "meter", *_METER, "hits"), rows)


def notes(said: Json) -> Report:
    """What a report names: voids, overrides, late hits, alerts; and who."""
    rows = [tuple(note[name] for name in ("seq", "at", "by", "what", "where", "text")) for note in said["notes"]]
    more = f"; {said['more_notes']} more" if said["more_notes"] else ""
    return Report(f"Voids, overrides, late hits, alerts{more}", ("seq", "at", "by", "what", "where", "text"), rows)


def to_date(said: Json) -> Report:
    """Day, month and year to date, a line a table and one of them all."""
    rows = []
    for what, period in said["to_date"].items():
        for name, figures in (*period["tables"].items(), ("all", period["whole"])):
            theory = figures["theory"]
            band = (theory["win"], theory["low"], theory["high"]) if theory else (None, None, None)
            part = (figures["rounds"], figures["staked"], figures["drop"], figures["win"], percent(figures.get("hold")))
            rows.append((what, period["name"], name, *part, figures["recorded_win"], *band, judged(theory)))
    columns = ("period", "name", "table", "rounds", "staked", "drop", "win", "hold", "recorded_win", "theory")
    return Report("To date, with this shift", (*columns, "low", "high", "band"), rows, cents=frozenset(_MONEY))


def signatures(said: Json) -> Report:
    """Which reports, and who stands for them."""
    names = ("number", "day", "shift", "opened_at", "cut_at", "cut_by", "signed_by", "signed_at", "digest")
    return Report("Reports", names, [tuple(one[name] for name in names) for one in said["reports"]])


def inquiries(said: Json) -> Report:
    """Questions about figures, with what was found."""
    names = ("inquiry", "number", "about", "figure", "value", "why", "by", "at", "finding", "found_by", "found_at")
    return Report("Inquiries", names, [tuple(one[name] for name in names) for one in said["inquiries"]])


PARTS = (signatures, tables, counts, wagers, meters, notes, to_date, meters_to_date, inquiries)
"""The parts of a report, in order."""


def every(said: Json) -> list[Report]:
    """All parts that have a line."""
    return [made for made in (part(said) for part in PARTS) if made.rows]
