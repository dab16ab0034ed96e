"""The house as a pure fold: a command and the state give an entry; an entry and the state give the next state."""

from typing import Any

from upcard.floor import catalogue  # noqa: F401 (its import registers every verb)
from upcard.floor.ask import Refused
from upcard.floor.command import Command
from upcard.floor.entry import Fact, Transfer
from upcard.floor.shoes import Vault
from upcard.floor.staff import a
from upcard.floor.state import State
from upcard.floor.verbs import APPLIERS, SYSTEM, VERBS, Draft, Made, check_overdrafts, role_of
from upcard.rules.needs import Illegal


class Decision:
    """What a command comes to: facts and transfers, or an error with the facts that it leaves behind."""

    __slots__ = ("error", "facts", "transfers")

    def __init__(self, facts: list[Fact], transfers: list[Transfer], error: str | None) -> None:
        self.facts = facts
        self.transfers = transfers
        self.error = error


def decide(state: State, command: Command, seq: int, vault: Vault) -> Decision:
    """What the house answers. The state does not change."""
    draft = Draft(state, command, seq, vault)
    try:
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
    except Refused as refused:
        return Decision(list(refused.facts), [], str(refused))
    except Illegal as illegal:
        return Decision([], [], str(illegal))
    return Decision(draft.facts, draft.transfers, None)


def apply(state: State, seq: int, body: dict[str, Any], transfers: list[Transfer]) -> None:
    """Brings the state forward by one entry."""
    accounts = state.accounts
    for source, target, amount, _ in transfers:
        accounts[source] = accounts.get(source, 0) - amount
        accounts[target] = accounts.get(target, 0) + amount
    facts = body["facts"]
    if facts:
        made = Made(seq, body["at"], body["by"])
        for kind, said in facts:
            APPLIERS[kind](state, said, made)
    for transfer in transfers:
        for account in transfer[:2]:
            if account.startswith(("hit:", "payable:")) and accounts.get(account) == 0:
                del accounts[account]  # a hit's own accounts end with it
