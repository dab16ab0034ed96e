"""Changes that need two people: one proposes, another of another department approves (PRG-11, REG-20).

A change is checked when it is proposed, so that mistakes show at once, and again when it is approved, because the
floor has moved on. It is never made while a round on that link is open (REG-16): then it is scheduled, and takes effect
by itself at the next moment when none is. What is scheduled is seen, and can be withdrawn.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.command import Command
from upcard.floor.commands.verbs import SYSTEM, Draft, check_overdrafts, verb
from upcard.floor.state import Link, Proposal, State

if TYPE_CHECKING:
    from upcard.floor.play.running import RunningRounds

Enact = Callable[[Draft, Mapping[str, Any]], None]


class Change(NamedTuple):
    """A kind of change."""

    what: str
    enact: Enact

    @property
    def doc(self) -> str:
        """What it does, in a line."""
        return (self.enact.__doc__ or "").strip().splitlines()[0]


CHANGES: dict[str, Change] = {}


def change(what: str) -> Callable[[Enact], Enact]:
    """Registers a kind of change. Its function writes the facts of the change, or refuses it."""

    def register(enact: Enact) -> Enact:
        CHANGES[what] = Change(what, enact)
        return enact

    return register


PROPOSERS = ("supervisor", "manager", "executive")


@verb("propose", PROPOSERS)
def propose(draft: Draft) -> None:
    """Proposes a change of configuration: what, change, proposal (a name for it, if wanted)."""
    command = draft.command
    ask.only(command, "what", "change", "proposal")
    name = ask.name(command, "proposal") if "proposal" in command.args else f"P{draft.seq}"
    if name in draft.state.proposals:
        raise Refused(f"there is an open proposal {name!r} already")
    what, said = ask.one_of(command, "what", tuple(CHANGES)), ask.mapping(command, "change")
    trial = Draft(draft.state, command, draft.seq, draft.running)
    CHANGES[what].enact(trial, said)  # raises what would refuse it
    draft.fact(facts.Proposed(proposal=name, what=what, change=dict(said)))


@verb("approve", ("manager", "executive"))
def approve(draft: Draft) -> None:
    """Approves a change that somebody of another department proposed: proposal."""
    ask.only(draft.command, "proposal")
    proposal = _find(draft)
    staff = draft.state.staff
    if proposal.approved_by is not None:
        raise Refused(f"proposal {proposal.id} is approved and scheduled: it takes effect at the next END GAME")
    if proposal.by == draft.command.by:
        raise Refused("nobody approves what they proposed themselves", "PRG-11")
    proposer = staff[proposal.by]
    if not proposer.active or proposer.role not in PROPOSERS:
        raise Refused(f"{proposal.by}, who proposed it, may not any more: reject it, and propose it again", "PRG-11")
    if _same(proposer.department, staff[draft.command.by].department):
        where = proposer.department
        raise Refused(f"{proposal.by} proposed it and is of {where} too; two departments have to agree", "REG-20")
    trial = Draft(draft.state, draft.command, draft.seq, draft.running)
    CHANGES[proposal.what].enact(trial, proposal.change)
    if trial.waits_for:
        draft.fact(facts.ChangeScheduled(proposal.id, proposal.what, sorted(set(trial.waits_for))))
        return
    draft.fact(facts.Approved(proposal=proposal.id, what=proposal.what, proposed_by=proposal.by))
    draft.take_over(trial)


@verb("enact", (SYSTEM,))
def enact(draft: Draft) -> None:
    """A scheduled change takes effect: proposal. What can't be done any more is dropped, and staff are told."""
    ask.only(draft.command, "proposal")
    proposal = _find(draft)
    if proposal.approved_by is None:
        raise Refused(f"proposal {proposal.id} is not approved", "PRG-11")
    trial = Draft(draft.state, draft.command, draft.seq, draft.running)
    try:
        CHANGES[proposal.what].enact(trial, proposal.change)
        check_overdrafts(trial)
    except Refused as refused:
        draft.fact(facts.ScheduleDropped(proposal.id, proposal.what, str(refused)))
        said = f"the scheduled change {proposal.id} ({proposal.what}) can't be made any more: {refused}"
        draft.alert("schedule", "house", said)
        return
    if trial.waits_for:
        raise Refused(f"a round is open at {', '.join(sorted(set(trial.waits_for)))}", "PRG-11")
    draft.fact(facts.ChangeMade(proposal.id, proposal.what, proposal.by, proposal.approved_by))
    draft.take_over(trial)


def due(state: State, running: "RunningRounds", seq: int) -> str | None:
    """The first scheduled change that need not wait any more."""
    for proposal in state.proposals.values():
        if proposal.approved_by is None:
            continue
        trial = Draft(state, Command("due", "", SYSTEM, "enact"), seq, running)
        try:
            CHANGES[proposal.what].enact(trial, proposal.change)
        except Refused:
            return proposal.id
        if not trial.waits_for:
            return proposal.id
    return None


def _same(one: str, other: str) -> bool:
    """Whether two names mean one department, however they are written (REG-20)."""
    return " ".join(one.split()).casefold() == " ".join(other.split()).casefold()


@verb("reject", ("supervisor", "manager", "executive"))
def reject(draft: Draft) -> None:
    """Turns a proposed change down, takes one's own back, or withdraws a scheduled one: proposal, reason."""
    ask.only(draft.command, "proposal", "reason")
    draft.fact(facts.Rejected(proposal=_find(draft).id, reason=ask.text(draft.command, "reason")))


def _find(draft: Draft) -> Proposal:
    name = ask.text(draft.command, "proposal")
    found = draft.state.proposals.get(name)
    if found is None:
        raise Refused(f"there is no open proposal {name!r}")
    return found


def wait_for_end(draft: Draft, link: Link) -> None:
    """Nothing of a link changes while a round on it is open: the change waits for END GAME (PRG-11, REG-16)."""
    tables = draft.state.tables.values()
    draft.waits_for += [table.id for table in tables if table.link == link.id and table.round is not None]


class Fields:
    """The fields of a change, read one by one; what is left over is refused."""

    def __init__(self, what: str, said: Mapping[str, Any]) -> None:
        self._what = what
        self._left = dict(said)

    def has(self, key: str) -> bool:
        """Whether the field is given."""
        return key in self._left

    def text(self, key: str, default: str | None = None) -> str:
        """A text."""
        value = self._left.pop(key, default)
        blank = default is None and isinstance(value, str) and not value.strip()  # a reason of spaces gives none
        if not isinstance(value, str) or len(value) > 500 or not value.isprintable() or blank:
            raise Refused(f"{self._what} needs {key!r}: a text, not {value!r}")
        return value

    def name(self, key: str) -> str:
        """The name of a new thing."""
        return ask.as_name(key, self.text(key))

    def whole(self, key: str, low: int = 0, high: int = 10**13, default: int | None = None) -> int:
        """A whole number."""
        value = self._left.pop(key, default)
        if type(value) is not int or not low <= value <= high:
            raise Refused(f"{self._what} needs {key!r}: a whole number from {low} to {high}, not {value!r}")
        return value

    def maybe(self, key: str, default: int | None, low: int = 1, high: int = 10**13) -> int | None:
        """A whole number, or null for none."""
        value = self._left.pop(key, default)
        if value is not None and (type(value) is not int or not low <= value <= high):
            raise Refused(f"{self._what}: {key!r} is a whole number from {low} to {high}, or null, not {value!r}")
        return value

    def flag(self, key: str, default: bool) -> bool:
        """True or false."""
        value = self._left.pop(key, default)
        if not isinstance(value, bool):
            raise Refused(f"{self._what}: {key!r} is true or false, not {value!r}")
        return value

    def one_of(self, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
        """A text out of a closed list."""
        value = self._left.pop(key, default)
        if not isinstance(value, str) or value not in allowed:
            raise Refused(f"{self._what} needs {key!r}: one of {', '.join(allowed)}, not {value!r}")
        return value

    def mapping(self, key: str, default: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """An object."""
        value = self._left.pop(key, default)
        if not isinstance(value, Mapping):
            raise Refused(f"{self._what} needs {key!r}: an object, not {value!r}")
        return dict(value)

    def done(self) -> None:
        """Refuses what nobody asked for."""
        if self._left:
            raise Refused(f"{self._what} has no {', '.join(map(repr, self._left))}")


@facts.applies(facts.Proposed)
def _proposed(state: State, said: facts.Proposed, made: facts.Made) -> None:
    state.proposals[said.proposal] = Proposal(said.proposal, said.what, said.change, made.by, made.at)


@facts.applies(facts.Approved)
def _approved(state: State, said: facts.Approved, _made: facts.Made) -> None:
    del state.proposals[said.proposal]


@facts.applies(facts.ChangeScheduled)
def _scheduled(state: State, said: facts.ChangeScheduled, made: facts.Made) -> None:
    state.proposals[said.proposal].approved_by = made.by


@facts.applies(facts.ChangeMade)
def _made_now(state: State, said: facts.ChangeMade, _made: facts.Made) -> None:
    del state.proposals[said.proposal]


@facts.applies(facts.ScheduleDropped)
def _dropped(state: State, said: facts.ScheduleDropped, _made: facts.Made) -> None:
    del state.proposals[said.proposal]


@facts.applies(facts.Rejected)
def _rejected(state: State, said: facts.Rejected, _made: facts.Made) -> None:
    del state.proposals[said.proposal]
