"""A designed table as the TOML file that `play`, `analyze` and a configuration proposal take."""

from upcard.lab.analysis import fraction
from upcard.lab.design.designing import Design, Designed


def toml(design: Design, table: Designed) -> str:
    """The file's text."""
    edge = f"{100 * float(-table.ev):.4f} %"
    lines = [
        f"# Designed by Upcard for {design.game.title}: house edge {edge} ({fraction(-table.ev)}) per {design.per},",
        f"# paid {100 * float(table.hit):.4f} %, standard deviation {table.sd:.4f}.",
        f'wager = "{design.table}"',
        'name = "designed"',
        f'source = "designed for a house edge of {edge}"',
        "",
        "[pays]",
        *(f'"{outcome}" = "{pay}"' for outcome, pay in table.pays.items()),
    ]
    return "\n".join(lines) + "\n"
