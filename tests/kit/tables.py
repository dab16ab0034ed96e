"""A house for browsers: really served, with tables opened as a test needs them and shoes stacked card by card."""

import uuid
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.kit.floor import CHEAP
from tests.kit.server import Server
from tests.kit.waiting import until
from upcard.cards.card import parse_cards
from upcard.floor import facts
from upcard.floor.commands.command import Ack, Command, now
from upcard.floor.fair.vault import Sealed, Vault
from upcard.floor.house.house import House
from upcard.floor.ledger.keys import Keys
from upcard.floor.state import State
from upcard.web.app import create_app
from upcard.web.live.driver import Pace
from upcard.web.live.service import Service
from upcard.web.settings import Settings

Json = dict[str, Any]

STAFF = (("sam", "supervisor", "tables"), ("mia", "manager", "tables"), ("eve", "executive", "finance"))

PACE = Pace(decision=60, betting=20, show=60, bot=0.0, alone=3600, away=3600)
"""Nothing runs out by itself while a test looks."""


class Stacked:
    """A source that leads the shuffle to a wanted order: the same Fisher–Yates walk, its picks worked out before."""

    def __init__(self) -> None:
        self._picks: list[int] = []

    def lead(self, deck: Sequence[int], top: Sequence[int]) -> None:
        """Has the next shuffle of the deck put these cards on top, in order."""
        rest = list(deck)
        for card in top:
            rest.remove(card)
        wanted, now_ = [*top, *rest], list(deck)
        self._picks = []
        for last in range(len(now_) - 1, 0, -1):
            pick = now_.index(wanted[last], 0, last + 1)
            now_[last], now_[pick] = now_[pick], now_[last]
            self._picks.append(pick)

    def below(self, bound: int) -> int:
        """The next pick of the walk."""
        pick = self._picks.pop(0)
        assert pick < bound
        return pick


class StackedVault(Vault):
    """A vault whose next shoe a test can stack; what it was not told to stack comes as the deck lies."""

    def __init__(self, key: bytes) -> None:
        self._stacked = Stacked()
        super().__init__(key, self._stacked)
        self.next: list[tuple[int, ...]] = []
        self.now: tuple[int, ...] | None = None
        """What every shoe gets until it is said otherwise: a change is tried before it is made."""

    def fresh(self, deck: Sequence[int]) -> Sealed:
        """Shuffles a deck into the order that was asked for."""
        top = self.now if self.now is not None else self.next.pop(0) if self.next else ()
        self._stacked.lead(deck, top)
        return super().fresh(deck)


class Floor:
    """A house and its server, in a thread of this process."""

    def __init__(self, folder: Path, pace: Pace = PACE, *, coach: bool = False) -> None:
        self.folder = folder
        self.pace = pace
        self.coach = coach
        self.server = Server()
        self._last = self._stacked = ""

    def start(self) -> "Floor":
        """Opens the house: a new one with staff, or the one that is there."""
        database, keys = str(self.folder / "house.db"), self.folder / "keys"
        fresh = not Path(database).exists()
        if fresh:
            Keys.new().save(keys)
        self.vault = StackedVault(Keys.load(keys).vault)
        self.house = (House.found if fresh else House.open)(database, keys, hasher=CHEAP, vault=self.vault)
        if fresh:
            for who, role, department in STAFF:
                self.ask("system", "staff-add", staff=who, name=who, role=role, department=department, password=who * 4)
        settings = Settings(pace=self.pace, coach=self.coach, sessions=self.folder / "sessions.db")
        self.app = create_app(self.house, settings)
        self.server.start(self.app)
        return self

    def stop(self) -> None:
        """Closes the house."""
        self.server.stop()
        self.house.close()

    @property
    def url(self) -> str:
        return self.server.url

    @property
    def service(self) -> Service:
        found: Service = self.app.state.service
        return found

    def ask(self, by: str, do: str, **args: Any) -> Ack:
        """Gives a command and insists that it is done."""
        command = Command(f"test-{uuid.uuid4().hex}", now(), by, do, args)
        submit = self.house.submit_as_house if by == "system" else self.house.submit
        ack: Ack = submit(command).result()
        assert ack.ok, f"{do}: {ack.error}"
        return ack

    def change(self, what: str, change: Json) -> None:
        """One proposes, another department approves."""
        proposed = self.ask("sam", "propose", what=what, change=change)
        self.ask("eve", "approve", proposal=proposed.fact(facts.Proposed).proposal)

    def link(self, name: str, round_up_to: int | None = None, **meters: int) -> str:
        """A link with meters of so many cents."""
        also = {"round-up-to": round_up_to} if round_up_to else {}
        said = {
            meter.replace("_", "-"): {"base": cents, "reset": cents, "increment": 100_000, "hidden": 0, **also}
            for meter, cents in meters.items()
        }
        self.change("link", {"link": name, "meters": said})
        return name

    def table(self, game: str, house: Mapping[str, Any] | None = None, link: str | None = None, seats: int = 6) -> str:
        """Opens a table of its own for a test, with nobody at it."""
        name = f"{game}-{uuid.uuid4().hex[:6]}"
        said: Json = {"table": name, "kind": "virtual", "game": game, "house": dict(house or {}), "seats": seats}
        self.change("table", said | ({"link": link} if link else {}))
        self._last = name
        until(lambda: name in self.service.mirror.state.tables)
        return name

    def stack(self, cards: str) -> None:
        """Puts these cards on top of the last opened table's shoe, in the order in which they are dealt.

        A shoe that lies there already is shuffled anew; where that one is stacked and not dealt from, it is the next.
        """
        shoe = self._shoe()
        if shoe in {("", 0), (self._stacked, 0)}:
            self.vault.next.append(parse_cards(cards))
            return
        self.vault.now = parse_cards(cards)
        self.change("table-settings", {"table": self._last})
        self.vault.now = None
        self._stacked = self._shoe()[0]

    def _shoe(self) -> tuple[str, int]:
        """The last opened table's shoe, and how many of its cards are dealt."""

        def found(state: State) -> tuple[str, int]:
            shoe = state.tables[self._last].shoe
            return (shoe.id, shoe.dealt) if shoe is not None else ("", 0)

        return self.house.ask(found)
