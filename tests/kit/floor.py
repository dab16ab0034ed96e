"""A small house to test with: staff of every role, cards that swipe, and commands in a line."""

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from argon2 import PasswordHasher

from upcard.cards.shuffle import SeededSource
from upcard.floor import facts
from upcard.floor.commands.command import Ack, Command
from upcard.floor.fair.vault import Vault
from upcard.floor.house.house import House
from upcard.floor.house.sequencer import Job
from upcard.floor.ledger.keys import Keys
from upcard.floor.people.secret import KnownHashes
from upcard.floor.people.swipes import CardKey
from upcard.floor.state import Hit, State

CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
"""Passwords of tests need no protection."""

AT = "2026-03-01T18:00:00.000Z"
STAFF = {
    "dora": ("dealer", "tables"),
    "dan": ("dealer", "tables"),
    "sue": ("supervisor", "tables"),
    "sam": ("supervisor", "tables"),
    "max": ("manager", "tables"),
    "mia": ("manager", "accounting"),
    "eve": ("executive", "management"),
    "art": ("auditor", "audit"),
}
PASSWORD, PIN = "correct horse", "2468"

SEVENS = {"blazing-sevens": {"base": 1_000_000, "reset": 1_000_000, "increment": 200_000, "hidden": 50_000}}
"""The manual's meter: $10,000, and it reseeds to $10,000."""

BLITZ = {
    f"blitz-{n}": {"base": 500_000, "reset": 100_000, "increment": 40_000, "hidden": 10_000, "round-up-to": 100}
    for n in range(1, 6)
}


@dataclass
class Floor:
    """A house and people who work in it."""

    house: House
    cards: dict[str, CardKey] = field(default_factory=dict)
    ids: "itertools.count[int]" = field(default_factory=itertools.count)

    def do(self, by: str, do: str, /, id: str | None = None, at: str = AT, **args: Any) -> Ack:  # noqa: A002 (a command's own word)
        command = Command(id or f"t{next(self.ids)}", at, by, do, {k.replace("_", "-"): v for k, v in args.items()})
        if by == "system":
            return self.house.submit_as_house(command).result()
        return self.house.do(command)

    def ok(self, by: str, do: str, /, **args: Any) -> Ack:
        ack = self.do(by, do, **args)
        assert ack.ok, ack.error
        return ack

    def no(self, by: str, do: str, /, **args: Any) -> str:
        """A command that must be refused; the reason."""
        ack = self.do(by, do, **args)
        assert not ack.ok, f"{do} was not refused"
        assert ack.error
        return ack.error

    def hire(self) -> "Floor":
        """Takes everybody on, in one commit."""
        asked: list[tuple[str, dict[str, Any]]] = []
        for who, (role, department) in STAFF.items():
            args = {"staff": who, "name": who, "role": role, "department": department, "password": PASSWORD}
            asked.append(("staff-add", args))
        for who in ("dora", "sue", "max", "mia", "eve"):
            card = self.cards[who] = CardKey.new(f"C-{who}")
            asked.append(("card-issue", {"card": card.card, "staff": who, "public": card.public, "pin": PIN}))
        commands = [Command(f"hire{n}", AT, "system", do, args) for n, (do, args) in enumerate(asked)]
        known = KnownHashes(None, None)
        jobs = [Job(self.house.secrets.attest(command, known)) for command in commands]
        if self.house.sequencer._threads:
            replies = [self.house.sequencer.submit(job.ask) for job in jobs]
        else:
            self.house.sequencer.process(jobs)
            replies = [job.reply for job in jobs]
        assert all(reply.result().ok for reply in replies)
        return self

    def change(self, what: str, /, **said: Any) -> Ack:
        """A change that one proposes and another approves."""
        proposed = self.ok("max", "propose", what=what, change={k.replace("_", "-"): v for k, v in said.items()})
        return self.ok("mia", "approve", proposal=proposed.fact(facts.Proposed).proposal)

    def no_change(self, what: str, /, **said: Any) -> str:
        return self.no("max", "propose", what=what, change={k.replace("_", "-"): v for k, v in said.items()})

    def link(self, name: str = "L", meters: Mapping[str, Any] | None = None, **more: Any) -> None:
        self.change("link", link=name, meters=meters or SEVENS, **more)

    def table(
        self, name: str, kind: str = "live", game: str = "blackjack", link: str | None = "L", **more: Any
    ) -> None:
        self.change("table", table=name, kind=kind, game=game, **({"link": link} if link else {}), **more)

    def light(self, table: str, *seats: int, amount: int = 100) -> None:
        for seat in seats:
            self.ok(f"device:{table}", "sensor", table=table, seat=seat, amount=amount)

    def start(self, table: str, *seats: int) -> None:
        self.light(table, *seats)
        self.ok("dora", "start", table=table)

    def press(self, table: str, seat: int, hand: str, by: str = "dora") -> str:
        return str(self.ok(by, "hit", table=table, seat=seat, hand=hand).fact(facts.HitPending).hit)

    def confirm(self, hit: str, by: str = "max", card: str | None = None, pin: str = PIN, **more: Any) -> Ack:
        return self.do(by, "confirm", hit=hit, swipe=self.cards[card or by].swipe(), pin=pin, **more)

    def settle(self, hit: str) -> None:
        """All of it: verified, confirmed and paid by three people."""
        self.ok("sue", "verify", hit=hit)
        ack = self.confirm(hit)
        assert ack.ok, ack.error
        self.ok("sue", "pay", hit=hit)

    @property
    def state(self) -> State:
        return self.house.sequencer.state

    def hit(self, name: str) -> Hit:
        return self.state.hits[name]

    def meter(self, name: str = "blazing-sevens", link: str = "L") -> int:
        """What a meter shows, in cents."""
        return self.state.balance(f"meter:{link}/{name}") // 1_000_000

    def balance(self, account: str) -> int:
        amount = self.state.balance(account)
        assert amount % 1_000_000 == 0, f"{account} holds a fraction of a cent"
        return amount // 1_000_000


def leave(house: House) -> None:
    """Leaves a house as its killed process would: nothing is closed in good order, and the door is not locked."""
    house.store.close()
    assert house._lock is not None
    house._lock.release()  # the system takes it from a process that is gone; here the process goes on


def vault(keys: Keys, seed: int = 1) -> Vault:
    """A vault with a repeatable shuffle."""
    source = SeededSource(seed)
    return Vault(keys.vault, source, lambda size: bytes(source.below(256) for _ in range(size)))
