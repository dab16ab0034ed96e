"""What a game asks of the world: cards, decisions, a look at the hole card, a card turned over.

A game never draws and never decides for a player. Its script (see `Game.play`) yields one of these needs and is sent
the answer. Whoever runs the round (a shoe, a scenario file, a scanner, an enumerator) only has to answer.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from upcard.cards.card import Cards, show

DEALER = 0
"""The dealer's place, where players' seats count from 1."""

BOARD = -1
"""The place of the cards that belong to nobody and that everybody plays with: community cards."""

UNKNOWN = -1
"""A card that lies face down and that no one has read: a live table's hole card."""

SeenBy: TypeAlias = Literal["everybody", "owner", "nobody"]
"""Who sees a card as it is dealt: all, only the player it belongs to, or none."""

MoveValue: TypeAlias = int | tuple[Cards, ...] | None
"""What a move carries beside its name: nothing, an amount in cents, or the cards of each hand."""


class Illegal(Exception):
    """A command the rules refuse. Nothing has changed."""

    def __init__(self, reason: str, rule: str) -> None:
        super().__init__(f"{reason} ({rule})")
        self.reason = reason
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Choice:
    """A move without a measure: hit, stand, play, fold."""

    name: str
    label: str
    key: str
    rule: str
    cost: int = 0
    """What it adds to the player's stakes, in cents."""

    def check(self, value: MoveValue) -> None:
        """Raises `Illegal` for a value the move does not take."""
        if value is not None:
            raise Illegal(f"{self.name} takes no amount and no cards", self.rule)


@dataclass(frozen=True, slots=True)
class Amount:
    """A move with an amount in cents: insurance, a double for less."""

    name: str
    label: str
    key: str
    rule: str
    low: int
    high: int
    step: int = 1
    unit: int = 0
    """What it is counted in times of, in cents: with 1,000 an amount of 2,000 is called 2×. 0: it has no names."""

    @property
    def named(self) -> tuple[tuple[int, str], ...]:
        """Every amount that has a name, with it: ``((1000, "1×"), (2000, "2×"))``."""
        if not self.unit:
            return ()
        whole = range(-(-self.low // self.unit), self.high // self.unit + 1)
        return tuple([(times * self.unit, f"{times}×") for times in whole])

    def check(self, value: MoveValue) -> None:
        """Raises `Illegal` for an amount out of bounds or between two steps."""
        if type(value) is not int:
            raise Illegal(f"{self.name} needs an amount in cents, from {self.low} to {self.high}", self.rule)
        wrong = self.wrong(value)
        if wrong is not None:
            words, amounts = wrong
            raise Illegal(words.format(*amounts), self.rule)

    def wrong(self, value: int) -> tuple[str, tuple[int, ...]] | None:
        """Why an amount can't be, with {} for each of the amounts that come with it; None where it can."""
        if not self.low <= value <= self.high:
            return f"{self.name} takes {{}} to {{}} cents, not {{}}", (self.low, self.high, value)
        if (value - self.low) % self.step and value != self.high:
            return f"{self.name} goes in steps of {{}} cents from {{}}, so not {{}}", (self.step, self.low, value)
        return None


@dataclass(frozen=True, slots=True)
class Partition:
    """A move that lays the cards of a hand out in several hands."""

    name: str
    label: str
    key: str
    rule: str
    ways: tuple[tuple[Cards, ...], ...]
    """The allowed ways, each in one order of hands and cards; any other order is the same way."""
    help: str = ""
    """What the move means, where its name does not say it."""

    def check(self, value: MoveValue) -> None:
        """Raises `Illegal` for cards that can't be laid out like that."""
        if not isinstance(value, tuple):
            raise Illegal(f"{self.name} needs the cards of each hand, as in {self._example()}", self.rule)
        wanted = _unordered(value)
        if all(_unordered(way) != wanted for way in self.ways):
            given = " and ".join(f"[{show(part)}]" for part in value)
            raise Illegal(f"{given} is none of the {len(self.ways)} ways allowed, such as {self._example()}", self.rule)

    def _example(self) -> str:
        return " and ".join(f"[{show(part)}]" for part in self.ways[0])


def _unordered(way: Sequence[Cards]) -> list[Cards]:
    return sorted(tuple(sorted(part)) for part in way)


Move: TypeAlias = Choice | Amount | Partition


@dataclass(frozen=True, slots=True)
class Turn:
    """One seat's hand, and every move it has now."""

    seat: int
    hand: int
    moves: tuple[Move, ...]
    default: str | None = None
    """The move that silence stands for (no answer to the question of insurance declines it); None: an answer is due."""

    def move(self, name: str) -> Move | None:
        """The legal move of that name, if there is one."""
        for move in self.moves:
            if move.name == name:
                return move
        return None


@dataclass(frozen=True, slots=True)
class Act:
    """A player's answer."""

    seat: int
    hand: int
    move: str
    value: MoveValue = None


@dataclass(frozen=True, slots=True)
class Deal:
    """Cards for a hand, `count` of them; answered with the cards."""

    seat: int
    hand: int
    count: int
    seen_by: SeenBy


@dataclass(frozen=True, slots=True)
class Ask:
    """A decision. Several turns: each player when ready, in any order; answered with the `Act` of one of them."""

    turns: tuple[Turn, ...]


@dataclass(frozen=True, slots=True)
class Peek:
    """The dealer looks under the upcard; answered with yes or no."""

    question: str
    rule: str
    answer: bool | None
    """The answer, where the hole card is known to the table; None where somebody has to look."""


@dataclass(frozen=True, slots=True)
class Show:
    """Face-down cards that nobody has read are turned over; answered with them, in the order in which they lie."""

    seat: int
    hand: int
    count: int
    places: tuple[int, ...] = ()
    """Where in the hand they lie, counted from 0, if single cards are turned; otherwise all that are unread."""


Need: TypeAlias = Deal | Ask | Peek | Show
Answer: TypeAlias = Cards | Act | bool
Script: TypeAlias = Generator[Need, Answer, None]
Turns: TypeAlias = Generator[Turn, Act, None]
"""One player's decisions, to be taken together with the other players' (see `together`)."""


def together(players: Sequence[Turns]) -> Script:
    """Runs the players' decisions side by side: everybody acts when ready, in any order between players (SPL-18)."""
    waiting: list[tuple[Turn, Turns]] = []
    for player in players:
        turn = next(player, None)
        if turn is not None:
            waiting.append((turn, player))
    while waiting:
        act = yield Ask(tuple([turn for turn, _ in waiting]))
        assert isinstance(act, Act)
        at = next(i for i, (turn, _) in enumerate(waiting) if turn.seat == act.seat and turn.hand == act.hand)
        try:
            waiting[at] = (waiting[at][1].send(act), waiting[at][1])
        except StopIteration:
            del waiting[at]
