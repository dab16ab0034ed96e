"""Alerts that stay until somebody acknowledges them, and contact with the tables (REG-17)."""

from typing import Any

from upcard.floor import ask
from upcard.floor.ask import Refused
from upcard.floor.state import Alert, State
from upcard.floor.tables import the_table
from upcard.floor.verbs import DEVICE, SYSTEM, Draft, Made, applies, verb


@verb("acknowledge", ("supervisor", "manager", "executive"))
def acknowledge(draft: Draft) -> None:
    """Takes note of an alert: alert, note."""
    ask.only(draft.command, "alert", "note")
    name = ask.text(draft.command, "alert")
    if name not in draft.state.alerts:
        raise Refused(f"there is no open alert {name!r}")
    draft.fact("alert-acknowledged", alert=name, note=ask.text(draft.command, "note", default="seen"))


@verb("call-supervisor", ("dealer", DEVICE))
def call(draft: Draft) -> None:
    """Calls a supervisor to a table: table, reason."""
    ask.only(draft.command, "table", "reason")
    table = the_table(draft).id
    draft.alert("call", table, ask.text(draft.command, "reason", default="the dealer calls a supervisor"))


@verb("contact-lost", ("dealer", "supervisor", "manager", "executive", DEVICE, SYSTEM))
def lost(draft: Draft) -> None:
    """A table has lost its controller: table, reason. No progressive round starts there, and everybody is told."""
    ask.only(draft.command, "table", "reason")
    found = the_table(draft)
    table = found.id
    if not found.contact:
        raise Refused(f"table {table} has no contact already", "REG-17")
    reason = ask.text(draft.command, "reason", default="no answer")
    draft.fact("contact", table=table, up=False, reason=reason)
    draft.alert("contact", table, f"table {table} lost contact: {reason}; its progressive can't be played")


@verb("contact-restored", ("supervisor", "manager", "executive", DEVICE, SYSTEM))
def restored(draft: Draft) -> None:
    """A table has its controller again: table."""
    ask.only(draft.command, "table")
    found = the_table(draft)
    table = found.id
    if found.contact:
        raise Refused(f"table {table!r} has not lost contact")
    draft.fact("contact", table=table, up=True, reason="restored")


@applies("alert")
def _alert(state: State, said: dict[str, Any], made: Made) -> None:
    state.alerts[said["id"]] = Alert(said["id"], said["kind"], said["where"], said["what"], made.at)


@applies("alert-acknowledged")
def _acknowledged(state: State, said: dict[str, Any], _made: Made) -> None:
    del state.alerts[said["alert"]]


@applies("contact")
def _contact(state: State, said: dict[str, Any], _made: Made) -> None:
    table = state.tables[said["table"]]
    table.contact = said["up"]
    if not table.contact:
        table.sensors.clear()  # dark: no lit sensor, no wager (PRG-10)
