"""The demo floor: a table of every game, linked meters that move, bots, and staff to try the consoles with.

It is set up through the same commands as any house, so nothing in it is special but its people: their passwords, cards
and PINs lie in files beside the database, and while nobody of the staff is there, they see to jackpots by themselves.
"""

import asyncio
import json
import logging
import secrets
import time
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from upcard.floor import facts
from upcard.floor.doors.commands import Command, now
from upcard.floor.doors.house import House
from upcard.floor.doors.people import CardKey
from upcard.floor.state import CONFIRMED, PENDING, UNRESOLVED, VERIFIED, Hit
from upcard.rules import registry
from upcard.web.demo.simulator import Habits, HouseAnswer, Simulator, Tempo
from upcard.web.demo.wallet import Wallet
from upcard.web.edge.problems import Refusal
from upcard.web.lab.seating import open_in_demo
from upcard.web.live.driver import Pace
from upcard.web.live.service import Service
from upcard.web.routes.play import seat_bot
from upcard.web.staff.console import console
from upcard.web.staff.possible import hit_chances
from upcard.web.staff.templates import METERS

Json = dict[str, Any]

log = logging.getLogger("upcard.demo")

PATIENCE = 20.0
"""Seconds that a jackpot waits for a person before the demo staff see to it."""

LIVE = "live-blackjack"
"""The live table: real cards, so its sensors and its keypad are a simulator's until a person takes over."""

HABITS = Habits(hit=0.2)
"""More jackpots than any pit sees: a visitor should not have to wait for one. The meter is topped up after each."""

STAFF = (
    ("dora", "Dora Dealer", "dealer", "tables"),
    ("sam", "Sam Supervisor", "supervisor", "tables"),
    ("mia", "Mia Manager", "manager", "tables"),
    ("eve", "Eve Executive", "executive", "finance"),
    ("otto", "Otto Auditor", "auditor", "audit"),
)
PAGES = {
    "dealer": f"/staff/dealer/{LIVE}",
    "supervisor": "/staff/floor",
    "manager": "/staff/floor",
    "executive": "/staff/floor#changes",
    "auditor": "/staff/audit",
}
"""Where each of them works."""
CARDS = ("mia", "eve")
"""Who has a card that confirms a jackpot."""


LINKS: dict[str, dict[str, Json]] = {
    "blazing-sevens": METERS["blackjack"],
    "three-card-poker": METERS["three-card-poker"],
    "blitz": METERS["three-card-blitz"],
}
"""Links and their meters, as the templates have them."""


@dataclass(frozen=True, slots=True)
class DemoTable:
    """A table of the demo."""

    id: str
    game: str
    house: Json
    link: str | None = None
    bots: int = 1
    seats: int = 6
    kind: str = "virtual"


def _limits(*wagers: str, low: int = 500, high: int = 50_000) -> Json:
    return {f"{wager}.{end}": cents for wager in wagers for end, cents in (("min", low), ("max", high))}


_BLACKJACK = _limits("bet") | _limits("21+3", "in-between", low=100, high=10_000) | {"smallest-chip": 100}
_POKER = _limits("ante", "pair-plus") | _limits("six-card-bonus", low=100, high=10_000)
_BLITZ = _limits("ante", "blind") | _limits("flush-bonus", low=100, high=10_000)
_SPLIT = _limits("ante-1", "ante-2") | _limits("blind", high=100_000)

TABLES = (
    DemoTable("blackjack", "blackjack", _BLACKJACK, "blazing-sevens", bots=2),
    DemoTable("blackjack-2", "blackjack", _BLACKJACK, "blazing-sevens", bots=3),
    DemoTable(LIVE, "blackjack", _BLACKJACK, "blazing-sevens", bots=0, kind="live"),
    DemoTable("three-card-poker", "three-card-poker", _POKER, "three-card-poker", bots=2),
    DemoTable("four-card-split", "four-card-split", _SPLIT, bots=1),
    DemoTable("four-card-split-v1", "four-card-split", {**_SPLIT, "version": 1}, bots=1),
    DemoTable("three-card-blitz", "three-card-blitz", _BLITZ | _limits("blitz-bonus", low=100, high=10_000), bots=1),
    DemoTable("blitz-progressive", "three-card-blitz", {**_BLITZ, "blitz-bonus": "progressive"}, "blitz", bots=2),
)


def people_file(database: Path) -> Path:
    """Where the demo staff's passwords and PINs lie."""
    return Path(f"{database}.demo.json")


def card_file(database: Path, staff: str) -> Path:
    """Where a member of the demo staff keeps the card."""
    return Path(f"{database}.card-{staff}.json")


class _Asker:
    """Gives commands in people's names and insists that they are done."""

    def __init__(self, house: House) -> None:
        self._house = house

    def __call__(self, by: str, do: str, **args: Any) -> Any:
        command = Command(f"demo-{uuid.uuid4().hex}", now(), by, do, args)
        ack = (self._house.submit_as_house if by == "system" else self._house.submit)(command).result()
        if not ack.ok:
            raise RuntimeError(f"the demo floor can't be set up: {do}: {ack.error}")
        return ack

    def change(self, what: str, change: Json) -> None:
        """One proposes, another department approves."""
        proposed = self("sam", "propose", what=what, change=change)
        self("eve", "approve", proposal=proposed.fact(facts.Proposed).proposal)


def set_up(house: House, database: Path) -> None:
    """Opens the demo floor in a new house."""
    ask, people = _Asker(house), {}
    for who, name, role, department in STAFF:
        password = f"{who}-{secrets.token_hex(3)}"
        ask("system", "staff-add", staff=who, name=name, role=role, department=department, password=password)
        people[who] = {"name": name, "role": role, "password": password}
    for who in CARDS:
        card, pin = CardKey.new(f"card-{who}"), f"{secrets.randbelow(10_000):04d}"
        ask("system", "card-issue", card=card.card, staff=who, public=card.public, pin=pin)
        card.save(card_file(database, who))
        people[who]["pin"] = pin
    path = people_file(database)
    path.touch(mode=0o600)
    path.write_text(json.dumps(people, indent=1) + "\n", encoding="utf-8")
    for link, meters in LINKS.items():
        ask.change("link", {"link": link, "meters": meters})
    for table in TABLES:
        said = {"table": table.id, "kind": table.kind, "game": table.game, "house": table.house, "seats": table.seats}
        ask.change("table", said | ({"link": table.link} if table.link else {}))
    ask("sam", "day-open", day=now()[:10], shift="day")


def people(database: Path) -> dict[str, dict[str, str]]:
    """The demo staff with their passwords and PINs; empty when this house is no demo."""
    path = people_file(database)
    if not path.exists():
        return {}
    found: dict[str, dict[str, str]] = json.loads(path.read_text(encoding="utf-8"))
    return found


def wallet(database: Path) -> Wallet:
    """The drawer in which the demo staff's cards lie."""
    return Wallet({who: card_file(database, who) for who in CARDS}, people(database))


class HouseLine:
    """The device API without a wire: for the simulator that lives in the demo's own process."""

    def __init__(self, service: Service, table: str) -> None:
        self._service = service
        self._table = table

    async def look(self) -> Json:
        """The table's console."""
        house = self._service
        return console(house.mirror, house.table(self._table), self._table, f"device:{self._table}", house.hardware)

    async def give(self, do: str, key: str, args: Json) -> HouseAnswer:
        """A command of the device."""
        try:
            ack = await self._service.command(f"device:{self._table}", do, args, key)
        except Refusal as refusal:
            return HouseAnswer(ok=False, why=refusal.detail)
        return HouseAnswer(ok=True, facts=tuple((fact.kind, facts.as_shown(fact)) for fact in ack.facts))

    async def beat(self) -> Json:
        """A heartbeat."""
        house = self._service
        house.hardware.beat(house, self._table, simulated=True)
        if not house.table(self._table).contact:
            await house.order(f"device:{self._table}", "contact-restored", table=self._table)
        if not house.sessions.staff_present():
            house.hardware.taken.pop(self._table, None)
        return {"taken_over_by": house.hardware.taken.get(self._table)}


class Demo:
    """What makes a demo floor live: its bots sit down, and its staff see to jackpots while nobody else does."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self._people = people(database)
        self._first_seen: dict[str, float] = {}

    async def begin(self, service: Service) -> None:
        """Opens what was installed since, seats the bots unless they are there already, puts the staff on watch."""
        for opened in await self.open_installed(service):
            await seat_bot(service, opened, service.mirror.state.tables[opened].seats)
        for opening in TABLES:
            table = service.mirror.state.tables.get(opening.id)
            if table is not None and not table.seated and not table.rounds:
                for place in range(opening.bots):
                    await seat_bot(service, opening.id, table.seats - 2 * place)
        service.background(self._watch(service))
        if LIVE in service.mirror.state.tables:
            tempo = Tempo().times(Pace().alone / service.pace.alone)
            service.background(Simulator(HouseLine(service, LIVE), tempo, habits=HABITS, say=log.debug).run())

    async def open_installed(self, service: Service) -> list[str]:
        """A table for every game of another package that has none: who installs a game finds it in the lobby."""
        opened = []
        for name in registry.others():
            if name in service.mirror.state.tables or any(t.game == name for t in service.mirror.state.tables.values()):
                continue
            try:
                await open_in_demo(service, registry.game(name)(), name)
            except Refusal as refusal:
                log.warning("%s has no table on the demo floor: %s", name, refusal.detail)
            else:
                opened.append(name)
        return opened

    async def _watch(self, service: Service) -> None:
        while True:
            await asyncio.sleep(1)
            await self.look(service)

    async def look(self, service: Service) -> None:
        """One look at the floor: calls are answered, and one jackpot that has waited long enough comes a step on."""
        if service.sessions.staff_present():
            self._first_seen.clear()
            return
        await self._answer_calls(service)
        for hit in [hit for hit in service.mirror.state.hits.values() if hit.state in UNRESOLVED]:
            since = self._first_seen.setdefault(hit.id, time.monotonic())
            # One that has to wait for another, in the order of payment, must not keep that other waiting.
            if time.monotonic() - since >= PATIENCE and await self._resolve(service, hit):
                return

    async def _answer_calls(self, service: Service) -> None:
        """A supervisor goes where a dealer calls, and voids what the dealer says was a wrong button."""
        for alert in [alert for alert in service.mirror.state.alerts.values() if alert.kind == "call"]:
            wrong = [h for h in service.mirror.state.hits.values() if h.state == PENDING and h.id in alert.what.split()]
            if "wrong hand" in alert.what:
                for hit in wrong:
                    await service.order("sam", "void", hit=hit.id, reason="wrong hand pressed")
            await service.order("sam", "acknowledge", alert=alert.id, note="went to the table")

    async def _resolve(self, service: Service, hit: Hit) -> bool:
        """The next step of a jackpot, each by its own person: verified, confirmed, paid. Whether it could be done."""
        who, do = {PENDING: ("sam", "verify"), VERIFIED: ("mia", "confirm"), CONFIRMED: ("sam", "pay")}[hit.state]
        if not hit_chances(service.mirror, hit.id, who)[do]["possible"]:
            return False
        card = self._card(who) if do == "confirm" else {}
        return await service.order(who, do, hit=hit.id, **card) is None

    def _card(self, who: str) -> Json:
        """Somebody's card, swiped, and their PIN."""
        path = card_file(self._database, who)
        card = CardKey.load(path)
        swipe = card.swipe()
        card.save(path)
        return {"swipe": swipe, "pin": self._people[who]["pin"]}
