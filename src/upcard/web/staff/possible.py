"""What could be done now: a command is tried on the mirror, and nothing comes of it but the reason against it.

The floor's own decisions answer, so a button is never enabled by another rule than the one that will be asked when it
is pressed.
"""

from typing import Any

from upcard.floor.doors import commands
from upcard.floor.doors.commands import SYSTEM, VERBS, Command, Draft, Refused, now
from upcard.floor.doors.play import why_not
from upcard.floor.state import FloorTable
from upcard.web.live.mirror import Mirror


def tried(mirror: Mirror, by: str, do: str, **args: Any) -> Draft | Refused:
    """What a command would come to if it were given now."""
    return commands.tried(mirror.state, Command("trial", now(), by, do, args), mirror.running)


def signed_by_somebody(mirror: Mirror, do: str, **args: Any) -> Draft | Refused:
    """What a command would come to if somebody signed for it who may: a dealer's console asks one to come."""
    staff = mirror.state.staff.values()
    who = next((one.id for one in staff if one.active and one.role in VERBS[do].roles), None)
    if who is None:
        return Refused(f"nobody is here who may: {', '.join(sorted(VERBS[do].roles - {SYSTEM}))}", "PRG-11")
    return tried(mirror, who, do, **args)


def chance(answer: Draft | Refused | None) -> dict[str, Any]:
    """Whether something is possible, and why not, as the API says it.

    A refusal that leaves something behind is worth being given: a jackpot that the cards hold and nobody pressed is
    found by HITS DONE, and becomes an alert.
    """
    if isinstance(answer, Refused) and not answer.facts:
        return {"possible": False, "why": answer.reason, "rule": answer.rule or None}
    return {"possible": True, "why": None, "rule": None}


def table_chances(mirror: Mirror, table: FloorTable, by: str) -> dict[str, dict[str, Any]]:
    """START GAME, HITS DONE, END GAME, the call and the void of a table, each with the reason against it."""
    found: dict[str, Draft | Refused | None] = {
        "call-supervisor": tried(mirror, by, "call-supervisor", table=table.id),
        "end": tried(mirror, by, "end", table=table.id),
        # A supervisor signs for it: the dealer's console asks one to come.
        "void-round": tried(mirror, SYSTEM, "void-round", table=table.id, reason="trial"),
    }
    if table.kind == "virtual":
        said = "the house deals at a virtual table"
        found["start"] = Refused(said) if table.round is None else Refused("a round is being played", "B7S-12")
        found["hits-done"] = Refused("a virtual table settles by itself")
    else:
        found["hits-done"] = tried(mirror, by, "hits-done", table=table.id)
        # What is bet at a scanned table is said with START GAME; whether it may play is known before.
        found["start"] = tried(mirror, by, "start", table=table.id) if table.kind == "live" else why_not(table)
    return {name: chance(answer) for name, answer in found.items()}


def but_for_the_card(answer: Draft | Refused) -> Draft | Refused | None:
    """An answer that is no refusal where all that is missing is the card in the reader."""
    return None if isinstance(answer, Refused) and answer.rule == "B7S-13" else answer


def hit_chances(mirror: Mirror, hit: str, by: str) -> dict[str, dict[str, Any]]:
    """What this person can do about a hit."""
    return {
        "verify": chance(tried(mirror, by, "verify", hit=hit)),
        "confirm": chance(but_for_the_card(tried(mirror, by, "confirm", hit=hit))),
        "pay": chance(tried(mirror, by, "pay", hit=hit)),
        "void": chance(tried(mirror, by, "void", hit=hit, reason="trial")),
    }
