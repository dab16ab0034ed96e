"""An analysis as a page for the terminal: the game first, then every wager with bars."""

import math
from collections import Counter
from collections.abc import Mapping

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from upcard.lab.analysis import Analysis, AnyWager, EnvyAnalysis, ProgressiveAnalysis, Total, fraction
from upcard.lab.pricing import OutcomeRow

BAR = 24
"""The width of the longest bar."""
WIDTH = 110


def print_analysis(analysis: Analysis) -> None:
    """Prints the whole report."""
    console = Console(highlight=False, width=None if Console().is_terminal else WIDTH)
    house = ", ".join(f"{name}={value}" for name, value in analysis.house.items())
    console.print(Text(analysis.title, style="bold"), Text(house, style="dim"))
    console.print(Text("pay tables: " + ", ".join(f"{k}={v}" for k, v in analysis.pays.items()), style="dim"))
    if analysis.total is not None:
        _print_total(console, analysis.total, exact=analysis.exact)
    if not analysis.exact:
        said = ", ".join(f"{name} ± {error:.4f}" for name, error in analysis.errors.items())
        console.print(Text(f"\nEstimates, with one standard error: {said}", style="bold yellow"))
    for name, wager in analysis.wagers.items():
        _print_wager(console, name, wager, analysis.wagers)
    console.print(Text(f"\n{analysis.method}", style="dim"))


def _print_total(console: Console, total: Total, *, exact: bool = True) -> None:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
    edge = f"{float(total.ev) * 100:+.4f} % of one {total.per}"
    table.add_row("player's expectation", Text(edge, style="bold"), fraction(total.ev) if total.exact and exact else "")
    table.add_row("element of risk", f"{float(total.element_of_risk) * 100:+.4f} % of all that is staked", "")
    table.add_row("average wager", f"{float(total.average_wager):.6f}", f"in units of one {total.per}")
    table.add_row("standard deviation", f"{total.deviation:.4f}", "")
    console.print()
    console.print(table)
    if total.decisions:
        often = Table(box=None, show_header=False, padding=(0, 2, 0, 0))
        for name, share in total.decisions.items():
            if share <= 1:
                often.add_row(name, f"{float(share) * 100:8.4f} %", Text(_bar(float(share), 1.0), style="cyan"))
            else:
                often.add_row(name, f"{float(share):8.4f}", "")
        console.print(Text("\ndecisions", style="bold"))
        console.print(often)
    if total.note:
        console.print(Text(total.note, style="dim"))


def _print_wager(console: Console, name: str, wager: AnyWager, every: Mapping[str, AnyWager]) -> None:
    same = next((other for other, one in every.items() if one is wager), name)
    console.print()
    if same != name:
        console.print(Text(name, style="bold"), Text(f"as {same}"))
        return
    console.print(Text(name, style="bold"), Text(_headline(wager)))
    table = Table(box=box.SIMPLE, pad_edge=False, padding=(0, 1))
    for title, side in (
        ("outcome", "left"), ("pays", "left"), ("combinations", "right"), ("probability", "right"),
        ("1 in", "right"), ("return", "right"),
    ):  # fmt: skip
        table.add_column(title, justify="right" if side == "right" else "left", no_wrap=True)
    table.add_column(overflow="crop")  # where room is short the bar gives way, not a figure
    widest = max((abs(float(row.share)) for row in wager.rows), default=0.0)
    often = Counter(row.outcome for row in wager.rows)
    for row in wager.rows:
        table.add_row(*_cells(row, widest, alone=often[row.outcome] == 1))
    console.print(table)
    note = getattr(wager, "note", "")
    if note:
        console.print(Text(note, style="dim"))


def _headline(wager: AnyWager) -> str:
    if isinstance(wager, ProgressiveAnalysis):
        slopes = " ".join(f"+ {fraction(slope)} × {meter}" for meter, slope in wager.per_dollar.items())
        said = f"${float(wager.constant):+.6f} {slopes} for ${float(wager.stake):.0f}"
        if wager.break_even is not None:
            said += f"; fair at a meter of ${float(wager.break_even):,.2f}"
        if wager.per_other_bettor is not None:
            said += f"; envy ${float(wager.per_other_bettor):+.6f} for each other player"
        return said
    if isinstance(wager, EnvyAnalysis):
        return f"${float(wager.ev):+.6f} for each other player ({fraction(wager.ev)})"
    said = f"{float(wager.ev) * 100:+.4f} % per {wager.per}, sd {wager.sd:.4f}"
    said += f", paid {float(wager.hit_frequency) * 100:.4f} %"
    return said + (f", at most {wager.largest.pays}" if wager.largest else "")


def _cells(row: OutcomeRow, widest: float, *, alone: bool) -> tuple[str | Text, ...]:
    """The cells of a row; one outcome of several stakes says what it comes to."""
    share = float(row.share)
    style = "green" if share > 0 else "red"
    return (
        row.outcome if alone else f"{row.outcome} ({float(row.net):+g})",
        row.pays,
        f"{row.combinations:,}",
        f"{float(row.probability) * 100:.6f} %",
        f"{row.of / row.combinations:,.1f}" if row.combinations else "–",
        f"{share:+.6f}",
        Text(_bar(abs(share), widest), style=style),
    )


def _bar(value: float, widest: float) -> str:
    """A bar of blocks in eighths; a text reader hears nothing of it, the number stands beside."""
    if widest <= 0 or not math.isfinite(value):
        return ""
    eighths = round(value / widest * BAR * 8)
    return "█" * (eighths // 8) + ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")[eighths % 8]
