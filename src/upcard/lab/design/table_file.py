"""A designed table as the TOML file that `play`, `analyze` and a configuration proposal take."""

from upcard.lab.analysis import fraction
from upcard.lab.design.designing import Design, Designed
from upcard.rules.odds import parse_pay
from upcard.rules.paytable import PayTable, table_toml


def toml(design: Design, table: Designed) -> str:
    """The file's text."""
    edge = f"{100 * float(-table.ev):.4f} %"
    rows = {outcome: parse_pay(pay) for outcome, pay in table.pays.items()}
    head = (
        f"# Designed by Upcard for {design.game.title}: house edge {edge} ({fraction(-table.ev)}) per {design.per},\n"
        f"# paid {100 * float(table.hit):.4f} %, standard deviation {table.sd:.4f}.\n"
    )
    return head + table_toml(PayTable(design.table, "designed", f"designed for a house edge of {edge}", rows))
