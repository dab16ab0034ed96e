"""A live table without hardware: patrons' chips on sensors and a dealer's keypad, with real timing and real mistakes.

It speaks only what a device may speak (docs/devices.md), over any line: HTTP from `upcard devices`, or straight into
the house of the demo. Whatever it does wrong, a person at a table does wrong too: a button pressed twice, a wrong hand,
too few chips, END GAME too early, a line that is cut.
"""

import asyncio
import contextlib
import random
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class HouseAnswer:
    """What the house said to a command."""

    ok: bool
    why: str = ""
    facts: tuple[tuple[str, Json], ...] = ()

    def fact(self, kind: str) -> Json:
        """The first fact of a kind; empty if there is none."""
        return next((said for name, said in self.facts if name == kind), {})


class LineDown(Exception):
    """The line is down."""


class Wire(Protocol):
    """The way from a table's hardware to the house."""

    async def look(self) -> Json:
        """The table's console."""

    async def give(self, do: str, key: str, args: Json) -> HouseAnswer:
        """A command of the device."""

    async def beat(self) -> Json:
        """A heartbeat; what the house says to it."""


@dataclass(frozen=True, slots=True)
class Tempo:
    """How long things take at a table, in seconds."""

    chips: float = 10
    deal: float = 22
    pay: float = 8
    pause: float = 3
    press: float = 1.2
    wait: float = 1
    silence: float = 16
    beat: float = 3

    def times(self, speed: float) -> "Tempo":
        """The same, faster. A heartbeat and a silence stay as long as they are: the house measures them."""
        return replace(
            self,
            chips=self.chips / speed,
            deal=self.deal / speed,
            pay=self.pay / speed,
            pause=self.pause / speed,
            press=self.press / speed,
            wait=self.wait / speed,
        )


@dataclass(frozen=True, slots=True)
class Habits:
    """How likely what is, in a round."""

    bets: float = 0.6
    """A seat puts a chip on its sensor."""
    hit: float = 0.12
    """Somebody has a hand that claims a meter."""
    second: float = 0.25
    """Where somebody has one, somebody else has one too."""
    mistake: float = 0.15
    cut: float = 0.02
    """The line is cut between two rounds."""


@dataclass
class Simulator:
    """Plays a live table, round after round."""

    line: Wire
    tempo: Tempo = field(default_factory=Tempo)
    habits: Habits = field(default_factory=Habits)
    chance: random.Random = field(default_factory=random.Random)
    say: Callable[[str], None] = print
    rounds: int = 0
    """Rounds that it has finished."""
    taken_over: str | None = None
    """The person who has the keypad, if somebody has."""
    _silent: bool = False

    async def run(self, rounds: int | None = None) -> None:
        """Until it is cancelled, or for so many rounds."""
        beating = asyncio.create_task(self._beat())
        try:
            while rounds is None or self.rounds < rounds:
                try:
                    await self.round()
                except LineDown as cut:
                    self.say(f"the line is down ({cut}); trying again")
                    await asyncio.sleep(self.tempo.wait * 3)
        finally:
            beating.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await beating

    async def _beat(self) -> None:
        while True:
            if not self._silent:
                with contextlib.suppress(LineDown):
                    self.taken_over = (await self.line.beat())["taken_over_by"]
            await asyncio.sleep(self.tempo.beat)

    # One round

    async def _look(self) -> Json:
        """The table as it is now, and who has its keypad: a person may have taken it since the last heartbeat."""
        table = await self.line.look()
        self.taken_over = table["driver"]["taken_over_by"]
        return table

    async def round(self) -> None:
        """Chips, START, the deal, hits, END. With a person at the keypad it only plays the patrons."""
        table = await self._look()
        if not table["open"]:
            await asyncio.sleep(self.tempo.wait)
            return
        if table["round"] is None:
            if self._errs(self.habits.cut):
                await self._cut_line()
            await self._chips(table)
            if not await self._start():
                return
            await asyncio.sleep(self.tempo.deal)
            table = await self._look()
            if not self.taken_over:
                await self._hits(table)
        await self._end()
        self.rounds += 1
        await asyncio.sleep(self.tempo.pause)

    def _errs(self, likely: float) -> bool:
        return self.chance.random() < likely

    async def _give(self, do: str, **args: Any) -> HouseAnswer:
        return await self._again(do, uuid.uuid4().hex, **args)

    async def _again(self, do: str, key: str, **args: Any) -> HouseAnswer:
        table = (await self.line.look())["id"]
        said = await self.line.give(do, key, {"table": table, **args})
        shown = " ".join(str(value) for value in args.values())
        self.say(f"{do} {shown}".strip() + ("" if said.ok else f": refused, {said.why}"))
        return said

    async def _twice(self, do: str, **args: Any) -> HouseAnswer:
        """A button that bounces: the same press arrives twice, and is done once."""
        key = uuid.uuid4().hex
        await self._again(do, key, **args)
        return await self._again(do, key, **args)

    async def _chips(self, table: Json) -> None:
        for place in table["places"]:
            offered = self.chance.choice(table["progressives"])
            await asyncio.sleep(self.chance.uniform(0, 2 * self.tempo.chips / len(table["places"])))
            if place["lit"] or not self._errs(self.habits.bets):
                continue
            seat, amount = place["seat"], offered["min"]
            if self._errs(self.habits.mistake):
                await self._odd_chips(seat, amount, offered["wager"])
            await self._give("sensor", seat=seat, amount=amount, wager=offered["wager"])

    async def _odd_chips(self, seat: int, amount: int, wager: str) -> None:
        """Too few chips, too many, or chips that are taken away again."""
        kind = self.chance.choice(("under", "over", "away"))
        odd = {"under": amount // 2, "over": amount * 5, "away": amount}[kind]
        said = await self._give("sensor", seat=seat, amount=odd, wager=wager)
        if said.fact("sensor").get("returned"):
            self.say(f"seat {seat}: the overage of {said.fact('sensor')['returned']} cents goes back")
        await asyncio.sleep(self.tempo.press)
        if kind == "away":
            await self._give("sensor", seat=seat, amount=0, wager=wager)

    async def _start(self) -> bool:
        await self._look()
        if self.taken_over:
            self.say(f"{self.taken_over} has the keypad")
            while self.taken_over:
                if (await self._look())["round"] is not None:
                    return True
                await asyncio.sleep(self.tempo.wait)
        said = await (self._twice if self._errs(self.habits.mistake) else self._give)("start")
        if not said.ok:
            await asyncio.sleep(self.tempo.wait)
        return said.ok

    async def _hits(self, table: Json) -> None:
        winners = [place for place in table["places"] if place["playing"] and place["buttons"]]
        self.chance.shuffle(winners)
        pressed = False
        likely = self.habits.hit
        while winners and self._errs(likely):
            pressed = True
            await self._press(winners.pop())
            likely = self.habits.second
        if pressed:
            if self._errs(self.habits.mistake):
                await self._give("end")  # too early: a jackpot is open
            await self._give("hits-done")
            await self._give("call-supervisor", reason="a jackpot is pending: please verify the hands")

    async def _press(self, place: Json) -> None:
        seat, buttons = place["seat"], place["buttons"]
        weights = [1 / button["percent"] for button in buttons]
        right = self.chance.choices(buttons, weights)[0]
        if len(buttons) > 1 and self._errs(self.habits.mistake):
            wrong = next(button for button in buttons if button is not right)
            said = await self._give("hit", seat=seat, hand=wrong["outcome"], wager=wrong["wager"])
            name = said.fact("hit-pending").get("hit")
            await asyncio.sleep(self.tempo.press)
            if name:
                await self._give("call-supervisor", reason=f"wrong hand pressed: please void {name}")
                await self._voided(name)
        await asyncio.sleep(self.tempo.press)
        bounces = self._errs(self.habits.mistake)
        await (self._twice if bounces else self._give)("hit", seat=seat, hand=right["outcome"], wager=right["wager"])

    async def _voided(self, name: str) -> None:
        """A wager is paid once: the right button waits until the wrong hit is gone (GEN-2)."""
        pending = True
        while pending:
            await asyncio.sleep(self.tempo.wait)
            hits = (await self.line.look())["hits"]
            pending = any(hit["id"] == name and hit["state"] == "PENDING" for hit in hits)

    async def _end(self) -> None:
        """Pays and takes, and presses END GAME as soon as the house allows it."""
        await asyncio.sleep(self.tempo.pay)
        while True:
            table = await self._look()
            if table["round"] is None:
                return
            if not self.taken_over and table["can"]["end"]["possible"]:
                await self._give("end")
                return
            await asyncio.sleep(self.tempo.wait)

    async def _cut_line(self) -> None:
        self.say("the line is cut")
        self._silent = True
        await asyncio.sleep(self.tempo.silence)
        self._silent = False
        with contextlib.suppress(LineDown):
            await self.line.beat()
        self.say("the line is back")
