"""Reports of closed days as rows under columns: for the terminal and for spreadsheets."""

from fractions import Fraction
from typing import Any

from upcard.floor.ledger import money
from upcard.floor.reports.reports import Report

Json = dict[str, Any]
HOUR = 3_600_000
_MONEY = ("staked", "drop", "win", "theory", "low", "high")


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
    return "beyond the widest" if theory["beyond_widest"] else "outside" if theory["outside"] else "inside"


def tables(said: Json) -> Report:
    """A line a table, game or link."""
    rows = []
    for line in said["lines"]:
        figures = line["figures"]
        theory = figures["theory"]
        rows.append(
            (
                line["line"],
                line["game"],
                line["link"],
                hours(figures["open_ms"]),
                hours(figures["closed_ms"]),
                figures["rounds"],
                figures["rounds_an_hour"],
                figures["staked"],
                figures["drop"],
                figures["win"],
                percent(figures["hold"]),
                figures["hold_of"],
                figures["recorded_win"],
                *((theory["win"], theory["low"], theory["high"]) if theory else (None, None, None)),
                judged(theory),
                figures["voided"],
            )
        )
    columns = (
        *("line", "game", "link", "open", "closed", "rounds", "rounds_an_hour", "staked", "drop", "win"),
        *("hold", "hold_of", "recorded_win", "theory", "low", "high", "band", "voided"),
    )
    cents = frozenset({*_MONEY, "recorded_win"})
    return Report("Tables; theory and its 95 % band are of the recorded win", columns, rows, cents=cents)


def wagers(said: Json) -> Report:
    """A line a wager of a table."""
    rows = [
        (
            line["line"],
            name,
            row["bets"],
            percent(row["take_up"]),
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
        "Wagers; the main wager's theory is that of the whole base game",
        columns,
        rows,
        cents=frozenset({"staked", "returned", "win", "theory"}),
    )


def meters(said: Json) -> Report:
    """A line a meter."""
    names = ("opening", "contributions", "reserve", "overflow", "awards", "house_cost", "paid", "closing")
    rows = [
        (meter, *(money.exact(figures[name]) for name in names), figures["hits"])
        for meter, figures in said["meters"].items()
    ]
    return Report("Meters", ("meter", *names, "hits"), rows)


def notes(said: Json) -> Report:
    """What a report names: voids, overrides, late hits, alerts; and who."""
    rows = [tuple(note[name] for name in ("seq", "at", "by", "what", "where", "text")) for note in said["notes"]]
    more = f"; {said['more_notes']} more" if said["more_notes"] else ""
    return Report(f"Voids, overrides, late hits, alerts{more}", ("seq", "at", "by", "what", "where", "text"), rows)


def to_date(said: Json) -> Report:
    """Day, month and year to date, a line a table."""
    rows = []
    for what, period in said["to_date"].items():
        for name, figures in period["tables"].items():
            theory = figures["theory"]
            band = (theory["win"], theory["low"], theory["high"]) if theory else (None, None, None)
            part = (figures["rounds"], figures["staked"], figures["drop"], figures["win"], percent(figures["hold"]))
            rows.append((what, period["name"], name, *part, figures["recorded_win"], *band, judged(theory)))
    columns = ("period", "name", "table", "rounds", "staked", "drop", "win", "hold", "recorded_win", "theory")
    cents = frozenset({*_MONEY, "recorded_win"})
    return Report("To date, with this shift", (*columns, "low", "high", "band"), rows, cents=cents)


def signatures(said: Json) -> Report:
    """Which reports, and who stands for them."""
    names = ("number", "day", "shift", "opened_at", "cut_at", "cut_by", "signed_by", "signed_at", "digest")
    return Report("Reports", names, [tuple(one[name] for name in names) for one in said["reports"]])


def inquiries(said: Json) -> Report:
    """Questions about figures, with what was found."""
    names = ("inquiry", "number", "about", "figure", "value", "why", "by", "at", "finding", "found_by", "found_at")
    return Report("Inquiries", names, [tuple(one[name] for name in names) for one in said["inquiries"]])


PARTS = (signatures, tables, wagers, meters, notes, to_date, inquiries)
"""The parts of a report, in order."""


def every(said: Json) -> list[Report]:
    """All parts that have a line."""
    return [made for made in (part(said) for part in PARTS) if made.rows]
