"""The house as a pure fold: a command and the state give an entry; an entry and the state give the next state."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from upcard.floor.commands import catalogue  # noqa: F401 (its import registers every verb)
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.command import Command
from upcard.floor.commands.verbs import SYSTEM, VERBS, Draft, check_overdrafts, role_of
from upcard.floor.days.following import follow
from upcard.floor.facts import Body, Fact, Made, Objection, apply_all
from upcard.floor.ledger.entry import Transfer
from upcard.floor.people.staff import a
from upcard.floor.play.running import Followed, RunningRounds
from upcard.floor.state import State
from upcard.rules.needs import Illegal


class Decision:
    """What a command comes to: facts and transfers, or an error with the facts that it leaves behind."""

    __slots__ = ("body", "rounds", "transfers")

    def __init__(
        self,
        command: Command,
        facts: Sequence[Fact],
        transfers: list[Transfer],
        refused: Objection | None = None,
        rounds: Mapping[str, Followed] = MappingProxyType({}),
    ) -> None:
        self.body = Body(command.at, command.by, refused, tuple(facts))
        self.transfers = transfers
        self.rounds = rounds
        """By table: rounds that were told what is a fact now."""


def decide(state: State, command: Command, seq: int, running: RunningRounds) -> Decision:
    """What the house answers. The state does not change, nor does any round that others can look at."""
    try:
        draft = _judged(state, command, seq, running)
    except Refused as refused:
        return Decision(command, refused.facts, [], refused.objection)
    except Illegal as illegal:
        return Decision(command, (), [], Objection(illegal.reason, illegal.rule))
    return Decision(command, draft.facts, draft.transfers, rounds=draft.rounds)


def tried(state: State, command: Command, running: RunningRounds) -> Draft | Refused:
    """What a command would come to if it were given now; it is the same judgement, and nothing comes of it."""
    try:
        return _judged(state, command, 0, running)
    except Refused as refused:
        return refused
    except Illegal as illegal:
        return Refused(illegal.reason, illegal.rule)


def _judged(state: State, command: Command, seq: int, running: RunningRounds) -> Draft:
    """What a command comes to; `Refused` or `Illegal` where it may not be."""
    draft = Draft(state, command, seq, running)
    verb = VERBS.get(command.do)
    if verb is None:
        raise Refused(f"there is no verb {command.do!r}; docs/floor-commands.md lists them")
    founding = command.do == "staff-add" and not state.staff
    role = SYSTEM if founding else role_of(state, command.by)
    if role not in verb.roles:
        allowed = ", ".join(sorted(verb.roles))
        raise Refused(f"{command.by} is {a(role)}; {command.do} is for: {allowed}", "PRG-11")
    verb.decide(draft)
    check_overdrafts(draft)
    return draft


def apply(state: State, seq: int, body: Body, transfers: Sequence[Transfer]) -> None:
    """Brings the state forward by one entry."""
    if state.days.shift is not None:
        follow(state, state.days.shift, Made(seq, body.at, body.by), body.facts, transfers)
    accounts = state.accounts
    for source, target, amount, _ in transfers:
        accounts[source] = accounts.get(source, 0) - amount
        accounts[target] = accounts.get(target, 0) + amount
    if body.facts:
        apply_all(state, body.facts, Made(seq, body.at, body.by))
    for transfer in transfers:
        for account in transfer[:2]:
            if account.startswith(("hit:", "payable:")) and accounts.get(account) == 0:
                del accounts[account]  # a hit's own accounts end with it
