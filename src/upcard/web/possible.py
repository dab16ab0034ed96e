"""What could be done now: a command is tried on the mirror, and nothing comes of it but the reason against it.

The floor's own decisions answer, so a button is never enabled by another rule than the one that will be asked when it
is pressed.
"""

from typing import Any

from upcard.floor.ask import Refused
from upcard.floor.command import Command, now
from upcard.floor.hits import unresolved
from upcard.floor.play import refuse_unready
from upcard.floor.state import PAID, State, Table
from upcard.floor.verbs import VERBS, Draft, check_overdrafts, role_of
from upcard.web.mirror import Mirror


def tried(mirror: Mirror, by: str, do: str, **args: Any) -> Draft | Refused:
    """What a command would come to if it were given now. Not for verbs that move a running round on."""
    state = mirror.state
    draft = Draft(state, Command("trial", now(), by, do, args), 0, mirror.vault)
    try:
        role = role_of(state, by)
        if role not in VERBS[do].roles:
            raise Refused(f"that is for: {', '.join(sorted(VERBS[do].roles - {'system'}))}", "PRG-11")
        VERBS[do].decide(draft)
        check_overdrafts(draft)
    except Refused as refused:
        return refused
    return draft


def chance(answer: Draft | Refused | None) -> dict[str, Any]:
    """Whether something is possible, and why not, as the API says it."""
    if isinstance(answer, Refused):
        return {"possible": False, "why": answer.reason, "rule": answer.rule or None}
    return {"possible": True, "why": None, "rule": None}


def table_chances(mirror: Mirror, table: Table, by: str) -> dict[str, dict[str, Any]]:
    """START GAME, HITS DONE, END GAME, the call and the void of a table, each with the reason against it."""
    found: dict[str, Draft | Refused | None] = {
        "call-supervisor": tried(mirror, by, "call-supervisor", table=table.id),
        "end": tried(mirror, by, "end", table=table.id) if table.kind != "scanned" else _endable(mirror.state, table),
    }
    if table.kind == "live":
        found["start"] = tried(mirror, by, "start", table=table.id)
        found["hits-done"] = tried(mirror, by, "hits-done", table=table.id)
    elif table.kind == "scanned":
        found["start"] = _startable(table)
        found["hits-done"] = _completable(table)
    else:
        said = "the house deals at a virtual table"
        found["start"] = Refused(said) if table.round is None else Refused("a round is being played", "B7S-12")
        found["hits-done"] = Refused("a virtual table settles by itself")
    found["void-round"] = _voidable(mirror.state, table)
    return {name: chance(answer) for name, answer in found.items()}


# A scanned table: START GAME would begin a round even on trial, and a jackpot that the cards hold and nobody pressed is
# found by pressing HITS DONE or END GAME. So these are not tried, but asked for what stands against them.


def _startable(table: Table) -> Refused | None:
    try:
        refuse_unready(table)
    except Refused as refused:
        return refused
    return None


def _settled(table: Table) -> Refused | None:
    if table.round is None:
        return Refused(f"no round is being played at table {table.id}", "B7S-12")
    return None if table.round.settled else Refused(f"round {table.round.id} is not settled yet", "B7S-12")


def _completable(table: Table) -> Refused | None:
    if table.round is not None and table.round.hits_done:
        return Refused("HITS DONE was pressed already", "PRG-3")
    return _settled(table)


def _endable(state: State, table: Table) -> Refused | None:
    waiting = ", ".join(hit.id for hit in unresolved(state, table))
    if waiting:
        return Refused(f"a jackpot is unresolved: {waiting}", "B7S-13")
    return _settled(table)


def _voidable(state: State, table: Table) -> Refused | None:
    """Whether a supervisor could void the round: the dealer's console asks one to come and sign."""
    if table.round is None:
        return Refused(f"no round is being played at table {table.id}", "GEN-4")
    paid = [hit.id for hit in state.hits.values() if hit.round == table.round.id and hit.state == PAID]
    if paid:
        return Refused(f"{', '.join(paid)} is PAID, that is its end", "PRG-0")
    waiting = unresolved(state, table)
    if waiting:
        return Refused(f"void {', '.join(hit.id for hit in waiting)} first", "GEN-4")
    return Refused("the round is settled", "GEN-4") if table.round.settled else None


def hit_chances(mirror: Mirror, hit: str, by: str) -> dict[str, dict[str, Any]]:
    """What this person can do about a hit."""
    confirm: Draft | Refused | None = tried(mirror, by, "confirm", hit=hit)
    if isinstance(confirm, Refused) and confirm.rule == "B7S-13":
        confirm = None  # all that is missing is the card in the reader
    return {
        "verify": chance(tried(mirror, by, "verify", hit=hit)),
        "confirm": chance(confirm),
        "pay": chance(tried(mirror, by, "pay", hit=hit)),
        "void": chance(tried(mirror, by, "void", hit=hit, reason="trial")),
    }
