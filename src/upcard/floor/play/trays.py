"""Chips between a table's tray and the cage. A tray below zero has paid out more than was ever put into it."""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import Draft, verb
from upcard.floor.ledger import money
from upcard.floor.play.tables import the_table
from upcard.floor.state import State

BRINGERS = ("supervisor", "manager", "executive")


@verb("fill", BRINGERS)
def fill(draft: Draft) -> None:
    """Chips from the cage into a table's tray: table, amount in cents."""
    ask.only(draft.command, "table", "amount")
    table, amount = the_table(draft).id, ask.whole(draft.command, "amount", 1, 10**11)
    draft.move(money.CAGE, money.tray(table), money.micro(amount), "fill")
    draft.fact(facts.TrayFilled(table, amount))


@verb("credit", BRINGERS)
def credit(draft: Draft) -> None:
    """Chips out of a table's tray back to the cage: table, amount in cents."""
    ask.only(draft.command, "table", "amount")
    table, amount = the_table(draft).id, ask.whole(draft.command, "amount", 1, 10**11)
    stands = draft.state.balance(money.tray(table))
    if money.micro(amount) > stands:
        raise Refused(f"the tray of table {table} has {money.dollars(money.shown(max(0, stands)))}")
    draft.move(money.tray(table), money.CAGE, money.micro(amount), "credit")
    draft.fact(facts.TrayFilled(table, -amount))


def said_of_tray(state: State, table: str) -> str:
    """What a table's tray stands at, and what it means."""
    stands = state.balance(money.tray(table))
    if stands >= 0:
        return money.dollars(money.shown(stands))
    short = money.dollars(-money.shown(stands))  # a fraction of a cent that is missing counts as one
    return f"-{short}: it has paid out {short} more than it took in and was filled with; a fill from the cage is due"
