"""What the house writes about itself: that it was opened, by which software, and its snapshots."""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import SYSTEM, Draft, verb
from upcard.floor.play import games
from upcard.floor.state import State


@verb("open-house", (SYSTEM,))
def open_house(draft: Draft) -> None:
    """The house was opened: software, accepted. Tables whose rules are not those they were opened with stay shut."""
    command = draft.command
    ask.only(command, "software", "version", "accepted", "snapshot")
    software = ask.text(command, "software")
    draft.fact(
        facts.HouseOpened(
            software=software,
            version=ask.text(command, "version"),
            was=draft.state.software,
            accepted=bool(command.args.get("accepted")),
        )
    )
    if "snapshot" in command.args:
        draft.alert("snapshot", "house", f"a snapshot was not trusted: {ask.text(command, 'snapshot')}")
    for table in draft.state.tables.values():
        reason = None
        try:
            if games.of(table).digest != table.digest:
                reason = "its game's rules are not those it was opened with"
        except Refused as refused:
            reason = refused.reason
        if reason is not None and table.inoperable != reason:
            draft.fact(facts.TableInoperable(table=table.id, reason=reason))
            draft.alert("inoperable", table.id, f"table {table.id} is inoperable: {reason}")


@verb("found-house", (SYSTEM,))
def found_house(draft: Draft) -> None:
    """The first entry of a ledger: public, the key that checks the house's signatures."""
    ask.only(draft.command, "public")
    if draft.seq != 1:
        raise Refused("a house is founded once")
    draft.fact(facts.HouseFounded(public=ask.text(draft.command, "public")))


@verb("snapshot", (SYSTEM,))
def snapshot(draft: Draft) -> None:
    """A snapshot of the state was taken: upto, digest."""
    ask.only(draft.command, "upto", "digest")
    draft.fact(facts.SnapshotTaken(upto=ask.whole(draft.command, "upto"), digest=ask.text(draft.command, "digest")))


@facts.applies(facts.HouseFounded)
def _founded(state: State, said: facts.HouseFounded, _made: facts.Made) -> None:
    state.public = said.public


@facts.applies(facts.HouseOpened)
def _opened(state: State, said: facts.HouseOpened, _made: facts.Made) -> None:
    state.software = said.software
