"""What can be asked of the house: one function a verb, each with who may ask it.

A verb *decides*: it reads the state and writes facts and transfers into a draft, or raises `Refused`. It changes
nothing. A fact is *applied* by the function registered for its kind (`facts.applies`), when the entry is made and every
time the ledger is read again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from upcard.floor.commands.ask import Refused
from upcard.floor.commands.command import Command
from upcard.floor.facts import AlertRaised, Fact
from upcard.floor.ledger import money
from upcard.floor.ledger.entry import Transfer
from upcard.floor.state import FloorTable, State

if TYPE_CHECKING:
    from upcard.floor.play.running import Followed, RunningRounds

SYSTEM, DEVICE, PLAYER = "system", "device", "player"
"""Who is not staff: the house itself, a table's hardware (`device:T1`), a player (`player:anna`)."""


class Draft:
    """What a command will do, if it is not refused."""

    __slots__ = ("command", "facts", "rounds", "running", "seq", "state", "transfers", "vault", "waits_for")

    def __init__(self, state: State, command: Command, seq: int, running: "RunningRounds") -> None:
        """`seq` is the number that the entry will have."""
        self.state = state
        self.command = command
        self.seq = seq
        self.running = running
        self.vault = running.vault
        self.facts: list[Fact] = []
        self.transfers: list[Transfer] = []
        self.rounds: dict[str, Followed] = {}
        """By table: rounds that are moved on."""
        self.waits_for: list[str] = []
        """The tables whose END GAME a change of configuration waits for (PRG-11)."""

    def take_over(self, trial: "Draft") -> None:
        """What a trial came to is done."""
        self.facts += trial.facts
        self.transfers += trial.transfers

    def moved(self, table: FloorTable, followed: "Followed") -> None:
        """A round is told something that will be a fact if the command is not refused."""
        self.running.take(table.id)
        self.rounds[table.id] = followed

    def fact(self, fact: Fact) -> None:
        """Something becomes true."""
        self.facts.append(fact)

    def move(self, source: str, target: str, amount: int, cause: str) -> None:
        """Money moves; nothing moves for nothing."""
        if amount < 0:
            source, target, amount = target, source, -amount
        if amount:
            self.transfers.append(Transfer(source, target, amount, cause))

    def balance(self, account: str) -> int:
        """What an account stands at after the moves so far."""
        moved = sum((t.target == account) * t.amount - (t.source == account) * t.amount for t in self.transfers)
        return self.state.balance(account) + moved

    def alert(self, topic: str, where: str, what: str) -> None:
        """Staff are told, and asked to acknowledge."""
        self.facts.append(alert(self, topic, where, what))


def alert(draft: Draft, topic: str, where: str, what: str) -> AlertRaised:
    """The fact of an alert: what a refusal may leave behind."""
    number = sum(type(fact) is AlertRaised for fact in draft.facts)
    return AlertRaised(f"A{draft.seq}" + f".{number}" * bool(number), topic, where, what)


Decider = Callable[[Draft], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """One thing that can be asked."""

    name: str
    roles: frozenset[str]
    decide: Decider

    @property
    def doc(self) -> str:
        """What it does, in a line."""
        return (self.decide.__doc__ or "").strip().splitlines()[0]


VERBS: dict[str, Verb] = {}


def verb(name: str, roles: Iterable[str]) -> Callable[[Decider], Decider]:
    """Registers a function as the decision of a verb."""

    def register(decide: Decider) -> Decider:
        VERBS[name] = Verb(name, frozenset(roles), decide)
        return decide

    return register


def role_of(state: State, by: str) -> str:
    """The role of whoever gives a command, or a refusal of somebody who is not known or not allowed in."""
    if by == SYSTEM:
        return SYSTEM
    kind, _, who = by.partition(":")
    if kind == DEVICE and who:
        if who not in state.tables:
            raise Refused(f"there is no table {who!r} for {by} to stand at", "REG-13")
        return DEVICE
    if kind == PLAYER and who:
        if who not in state.players:
            raise Refused(f"there is no player {who!r}")
        return PLAYER
    staff = state.staff.get(by)
    if staff is None:
        raise Refused(f"nobody called {by!r} works here", "PRG-11")
    if not staff.active or staff.locked:
        raise Refused(f"{by} is {'locked out' if staff.locked else 'not active'}", "PRG-11")
    return staff.role


def check_overdrafts(draft: Draft) -> None:
    """Refuses what an account can't pay."""
    if not draft.transfers:
        return
    moved: dict[str, int] = {}
    for source, target, amount, _ in draft.transfers:
        moved[source] = moved.get(source, 0) - amount
        moved[target] = moved.get(target, 0) + amount
    for account, change in moved.items():
        stands = draft.state.balance(account)
        if change < 0 and stands + change < 0 and money.kind(account) not in money.MAY_OWE:
            has, needs = money.dollars(money.shown(stands)), money.dollars(money.shown(-change))
            raise Refused(f"{account} has {has}, and this takes {needs}")
