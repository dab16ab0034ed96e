"""What the house says of itself on paper: its name, its time zone, its jurisdiction and the tax notes of each.

All of it is configuration: proposed by one, approved by another, dated in the ledger. A tax note is in force from its
day on, so that a slip of an earlier win keeps the note of its day.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from upcard.floor import facts
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import Draft
from upcard.floor.people.configuration import Fields, change
from upcard.floor.state import Profile, State, TaxNote


@change("house")
def set_profile(draft: Draft, said: Mapping[str, Any]) -> None:
    """Sets the casino's name, time zone and jurisdiction: name, zone (America/Chicago), jurisdiction."""
    fields = Fields("house", said)
    old = draft.state.profile
    name, zone = fields.text("name", old.name), fields.text("zone", old.zone)
    jurisdiction = fields.text("jurisdiction", old.jurisdiction)
    fields.done()
    try:
        ZoneInfo(zone)
    except (ValueError, OSError, LookupError):
        raise Refused(f"there is no time zone {zone!r}: name one such as America/Chicago or UTC") from None
    draft.fact(facts.HouseNamed(name, zone, jurisdiction))


@change("tax-note")
def set_tax_note(draft: Draft, said: Mapping[str, Any]) -> None:
    """Sets the tax note that a jurisdiction's slips carry from a day on: jurisdiction, since (2026-01-01), text."""
    fields = Fields("tax-note", said)
    jurisdiction, since, text = fields.text("jurisdiction"), fields.text("since"), fields.text("text")
    fields.done()
    try:
        day = date.fromisoformat(since).isoformat()
    except ValueError:
        raise Refused(f"'since' is a day such as 2026-01-01, not {since!r}") from None
    draft.fact(facts.TaxNoteSet(jurisdiction, day, text))


def local(state: State, at: str) -> str:
    """A moment of the ledger in the house's own time, with the zone's name."""
    return in_zone(state.profile.zone, at)


def in_zone(zone: str, at: str) -> str:
    """A moment of the ledger in the time of a zone, with its name.

    >>> in_zone("America/Chicago", "2026-03-01T18:00:00.000Z")
    '2026-03-01 12:00:00 CST'
    """
    return datetime.fromisoformat(at).astimezone(ZoneInfo(zone)).strftime("%Y-%m-%d %H:%M:%S %Z")


def tax_note(state: State, at: str) -> str | None:
    """The tax note of the house's jurisdiction on the day of a moment, in the house's own time."""
    day = datetime.fromisoformat(at).astimezone(ZoneInfo(state.profile.zone)).date().isoformat()
    notes = [note for note in state.tax_notes if note.jurisdiction == state.profile.jurisdiction and note.since <= day]
    return max(notes, key=lambda note: note.since).text if notes else None


@facts.applies(facts.HouseNamed)
def _named(state: State, said: facts.HouseNamed, _made: facts.Made) -> None:
    state.profile = Profile(said.name, said.zone, said.jurisdiction)


@facts.applies(facts.TaxNoteSet)
def _noted(state: State, said: facts.TaxNoteSet, _made: facts.Made) -> None:
    others = [note for note in state.tax_notes if (note.jurisdiction, note.since) != (said.jurisdiction, said.since)]
    state.tax_notes = [*others, TaxNote(said.jurisdiction, said.since, said.text)]
