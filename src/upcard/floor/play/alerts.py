"""Alerts that stay until somebody acknowledges them, and contact with the tables (REG-17)."""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import DEVICE, SYSTEM, Draft, verb
from upcard.floor.play.tables import the_table
from upcard.floor.state import Alert, State


@verb("acknowledge", ("supervisor", "manager", "executive"))
def acknowledge(draft: Draft) -> None:
    """Takes note of an alert: alert, note."""
    ask.only(draft.command, "alert", "note")
    name = ask.text(draft.command, "alert")
    if name not in draft.state.alerts:
        raise Refused(f"there is no open alert {name!r}")
    draft.fact(facts.AlertAcknowledged(alert=name, note=ask.text(draft.command, "note", default="seen")))


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
    draft.fact(facts.ContactChanged(table=table, up=False, reason=reason))
    said = f"table {table} lost contact: {reason}; its progressive can't be played until it is back"
    draft.alert("contact", table, said)


@verb("contact-restored", ("supervisor", "manager", "executive", DEVICE, SYSTEM))
def restored(draft: Draft) -> None:
    """A table has its controller again: table."""
    ask.only(draft.command, "table")
    found = the_table(draft)
    table = found.id
    if found.contact:
        raise Refused(f"table {table!r} has not lost contact")
    draft.fact(facts.ContactChanged(table=table, up=True, reason="restored"))


@facts.applies(facts.AlertRaised)
def _alert(state: State, said: facts.AlertRaised, made: facts.Made) -> None:
    state.alerts[said.id] = Alert(said.id, said.topic, said.where, said.what, made.at)


@facts.applies(facts.AlertAcknowledged)
def _acknowledged(state: State, said: facts.AlertAcknowledged, _made: facts.Made) -> None:
    del state.alerts[said.alert]


@facts.applies(facts.ContactChanged)
def _contact(state: State, said: facts.ContactChanged, _made: facts.Made) -> None:
    table = state.tables[said.table]
    table.contact = said.up
    if not table.contact:
        table.sensors.clear()  # dark: no lit sensor, no wager (PRG-10)
