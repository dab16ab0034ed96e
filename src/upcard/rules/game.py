"""What a game is: its wagers, settings, pay tables and the script of a round.

An instance is a game under one house's settings and pay tables: validated, never changed afterwards. Nothing in it
draws a card, reads a clock or decides for a player; see `upcard.rules.needs` for what its script asks of the world.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import ClassVar, Literal

from upcard.cards.card import Cards
from upcard.cards.shoe import decks
from upcard.rules.bets import Bets, objections
from upcard.rules.features import Feature, Laying
from upcard.rules.model import Model
from upcard.rules.needs import Act, Amount, Illegal, Script, Turn
from upcard.rules.paytable import Outcomes, PayTable, PayTableError, check_table, load_tables, read_custom
from upcard.rules.settings import Setting, SettingError, Value, parse_house
from upcard.rules.table import Hand, Table

Sight = Mapping[tuple[int, int], Cards]
"""What somebody sees: the visible cards of every hand, by seat and number."""


@dataclass(frozen=True, slots=True)
class Wager:
    """A bet that can be made, or a bonus that can be won."""

    name: str
    title: str
    table: str
    """Which pay tables it takes."""
    rule: str
    help: str
    placed: Literal["before", "during", "never"] = "before"
    """Before the deal; during the round, by a move; or never: a bonus without a stake of its own."""
    side: bool = False
    """Whether it is a side bet: the aggregate limit is for those (B7S-21)."""
    required: bool = False
    equals: str | None = None
    """The wager whose stake it must equal."""
    multiple_of: str | None = None
    """The wager of whose stake it is a multiple; `times` says how many times."""
    times: tuple[int, int] = (1, 1)
    """The least and the most, in times of the stake on `multiple_of`: (1, 3) for a raise of one to three Antes."""
    at_least: str | None = None
    """The wager whose stake it must not stay under."""
    fixed: int | None = None
    """The only stake allowed, in cents."""
    needs: tuple[str, ...] = ()
    """Wagers of which at least one must be there too."""
    hand: int = 1
    """The hand it is for, where a seat has several from the start."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand as people would lay it before them: places of its cards, in groups from left to right."""

    groups: tuple[tuple[int, ...], ...]
    counts: tuple[int, ...]
    """The places of the cards that make what the hand is worth."""


def _base(wager: Wager) -> str | None:
    """The wager whose stake decides a later wager's."""
    return wager.equals or wager.multiple_of


SAID_BY_EVERY_GAME = ("name", "title", "summary", "rulebook", "wagers", "outcomes", "hand_size")


class Game(ABC):
    """A table game under one house's rules."""

    name: ClassVar[str]
    title: ClassVar[str]
    summary: ClassVar[str]
    how_to_play: ClassVar[tuple[str, ...]] = ()
    """The game in four lines, for somebody who has never played it; the law follows in the rulebook."""
    rulebook: ClassVar[str]
    """The prefix of its rules: BLZ, SPL, TCP, BJK."""
    wagers: ClassVar[tuple[Wager, ...]]
    outcomes: ClassVar[tuple[Outcomes, ...]]
    settings: ClassVar[tuple[Setting, ...]] = ()
    max_seats: ClassVar[int] = 7
    default_seats: ClassVar[int] = 6
    hand_size: ClassVar[int]
    """Cards each player starts with; 0 where nobody has cards of his own."""
    needless: ClassVar[tuple[str, ...]] = ()
    """Moves that a scenario may name where the rules have already made them (stand on 21)."""
    award_step: ClassVar[int] = 1
    """What an award from a meter is rounded up to, in cents (BLZ-13: whole dollars)."""
    features: ClassVar[tuple[Feature, ...]] = ()
    """What a strategy that is written down can ask of a hand."""
    moves: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Every move that a player can make, with the letter that stands for it in a chart; empty: not said."""
    layings: ClassVar[Mapping[str, Laying]] = MappingProxyType({})
    """How a strategy that is written down can lay out cards, where a move does."""
    keeps_shoe: ClassVar[bool] = False
    """Whether the next round goes on in the same shoe; otherwise the deck is shuffled for every round."""
    lab: ClassVar[str] = ""
    """A module with what this game brings to the lab itself (see `upcard.lab.registry`); most need none."""

    def __init__(
        self,
        house: Mapping[str, object] | None = None,
        pays: Mapping[str, object] | None = None,
        deck: Sequence[int] | None = None,
    ) -> None:
        """`deck` replaces the cards.

        `pays` maps a wager's table to the name of a table, a TOML file, a `PayTable`, or name, source and pays of one.
        """
        missing = [what for what in SAID_BY_EVERY_GAME if not hasattr(self, what)]
        if missing:
            lacks = ", no ".join(missing)
            raise SettingError(
                f"the class {type(self).__name__} says no {lacks}; every game does (docs/adding-a-game.md)"
            )
        self.house: dict[str, Value] = parse_house(self.all_settings(), self.read_house(house or {}))
        self.by_name = {wager.name: wager for wager in self.wagers}
        self._check_wagers()
        self.compulsory: list[Wager] = [wager for wager in self.wagers if wager.required]
        self.later = [(w, self.by_name[base]) for w in self.wagers if w.placed == "during" and (base := _base(w))]
        """Wagers that a player makes later, each with the one whose stake it takes again, once or several times."""
        self._outcomes = {kind.table: kind for kind in self.outcomes if kind.variant == self.variant(kind.table)}
        self.tables: dict[str, PayTable] = {}
        self._choose_tables(pays or {})
        self._pays = {wager.name: self.tables[wager.table] for wager in self.wagers}
        self.deck: Cards = tuple(deck if deck is not None else self.deck_cards())
        self.deck_counts: dict[int, int] = dict(Counter(self.deck))
        self.digest = self._digest()
        self._check_limits()
        self.check()

    # What a game adds

    @abstractmethod
    def play(self, t: Table) -> Script:
        """The script of a round: what happens, in the order of the documents."""

    def label(self, hand: Hand, cards: Sequence[int]) -> str:
        """A hand in words ("pair of nines", "soft 17") from the cards the asker sees; empty when they don't tell."""
        return ""

    def arranged(self, hand: Hand, cards: Sequence[int]) -> Arrangement | None:
        """How a hand is shown where the order of the deal hides what it is worth; from cards that are all seen."""
        return None

    def label_in_sight(self, hand: Hand, cards: Sequence[int], sight: Sight) -> str:
        """The same from everything that the asker sees, for a hand that is made with other cards (the board's).

        `sight` has the visible cards of every hand, by seat (`DEALER`, `BOARD`) and number.
        """
        return self.label(hand, cards)

    def check(self) -> None:
        """Refuses a configuration that can't be dealt, with a `SettingError`."""
        return

    def check_seat(self, bets: Mapping[str, int]) -> None:
        """Refuses bets of one seat that its wagers' own conditions let through, with `Illegal`."""
        return

    def read_house(self, house: Mapping[str, object]) -> Mapping[str, object]:
        """The settings as given; a game whose settings depend on each other fills them in here."""
        return house

    def model(self) -> Model | None:
        """How the game is built (see `upcard.rules.model`), for an exact analysis by the general methods."""
        return None

    def variant(self, table: str) -> str:
        """Which set of outcomes a wager's pay tables must name, where a house setting decides it (BLZ-15)."""
        return ""

    def default_table(self, table: str) -> str:
        """The name of the pay table in force when none is asked for: the first one written.

        Tables are chosen in the order of `outcomes`; those before this one already stand in `self.tables`.
        """
        return next(iter(self.offered_tables(table)))

    def why_not(self, t: Table, turn: Turn | None, act: Act) -> Illegal | None:
        """Why a move is not allowed now, where a rule says more than that it isn't offered."""
        return None

    def check_shown(self, hand: Hand, cards: Sequence[int]) -> None:
        """Refuses unread cards, now turned over, that belie what was said of them, with `Illegal` (a misdeal)."""
        return

    def fixed_stake(self, wager: Wager) -> int | None:
        """The only stake a wager can have at this table, if there is only one."""
        return wager.fixed

    def deck_count(self) -> int:
        """How many decks the shoe has."""
        return 1

    def deck_cards(self) -> Sequence[int]:
        """The cards of the shoe; a game that is dealt from fewer (no deuces to fives) names its own."""
        return decks(self.deck_count())

    def penetration(self) -> int:
        """How much of the shoe lies in front of the cut card, in per cent: all of it, if no setting says less."""
        found = self.house.get("penetration", 100)
        assert isinstance(found, int)
        return found

    # What every game has

    @classmethod
    @cache
    def all_settings(cls) -> dict[str, Setting]:
        """The game's own settings and those of every game (limits, awards)."""
        placed = [wager for wager in cls.wagers if wager.placed != "never"]
        common = [
            Setting(
                f"{wager.name}.{end}",
                None,
                f"the {word} stake on {wager.title}, in cents",
                "GEN-3",
                low=1,
                odds=False,
                cents=True,
            )
            for wager in placed
            for end, word in (("min", "smallest"), ("max", "largest"))
        ]
        common += [
            Setting(
                "aggregate-limit",
                None,
                "the most all side-bet winners of a round are paid, in cents",
                "B7S-21",
                odds=False,
                cents=True,
            ),
            Setting(
                "jackpot-order",
                "split-first",
                "several winners of 100 % of a meter share it, or take it one after another",
                "PRG-5",
                ("split-first", "sequential"),
                odds=False,
            ),
        ]
        return {setting.name: setting for setting in (*cls.settings, *common)}

    @classmethod
    @cache
    def known_tables(cls) -> dict[str, dict[str, PayTable]]:
        """The pay tables of the sources: by wager, by name."""
        return load_tables(cls.__module__.rpartition(".")[0], cls.outcomes)

    def offered_tables(self, table: str) -> dict[str, PayTable]:
        """The pay tables of the sources that a wager can have under this house's settings."""
        return {n: rows for n, rows in self.known_tables()[table].items() if rows.variant == self.variant(table)}

    def contest(self) -> dict[str, Value]:
        """The settings that can change how likely a hand is: tables that share a meter have them alike (REG-11)."""
        settings = self.all_settings()
        return {name: value for name, value in self.house.items() if settings[name].odds}

    def outcomes_of(self, wager: str) -> Outcomes:
        """What can become of a wager under this house's settings."""
        return self._outcomes[self.by_name[wager].table]

    def _check_wagers(self) -> None:
        """Says which wager names another, or a pay table, that is not there."""
        for wager in self.wagers:
            if wager.table not in {kind.table for kind in self.outcomes}:
                raise PayTableError(f"{wager.name} takes the pay table {wager.table!r}, which has no outcomes")
            tied = [name for name in (wager.equals, wager.at_least, *wager.needs) if name and name not in self.by_name]
            if tied:
                raise SettingError(f"{wager.name} is tied to {tied[0]!r}, which is no wager")

    def _choose_tables(self, pays: Mapping[str, object]) -> None:
        for table in pays:
            if table not in self._outcomes:
                wagers = ", ".join(self._outcomes)
                raise PayTableError(f"{self.name} has no pay table for {table!r}; it has them for {wagers}")
        for table in self._outcomes:
            self.tables[table] = self._table(table, pays[table] if table in pays else self.default_table(table))

    def _table(self, table: str, choice: object) -> PayTable:
        known = self.offered_tables(table)
        if isinstance(choice, PayTable):
            found = choice
        elif isinstance(choice, str) and choice in known:
            return known[choice]
        elif isinstance(choice, Path) or (isinstance(choice, str) and choice.endswith(".toml")):
            found = read_custom(Path(choice), self._outcomes)
        elif isinstance(choice, Mapping) and isinstance(choice.get("pays"), Mapping):
            name = str(choice.get("name", "custom"))
            found = check_table(self._outcomes[table], name, str(choice.get("source", name)), choice["pays"])
        else:
            raise PayTableError(
                f"{table} has no pay table {choice!r}; it has {', '.join(known)}, or name a .toml file of your own"
            )
        if (found.variant, found.table) != (self.variant(table), table):
            meant, asked = f"{found.variant} {found.table}".strip(), f"{self.variant(table)} {table}".strip()
            raise PayTableError(f"the pay table {found.name!r} is for {meant}, not for {asked}")
        return found

    def _digest(self) -> str:
        said = {
            "game": self.name,
            "house": self.house,
            "pays": {table: rows.texts() for table, rows in self.tables.items()},
            "deck": self.deck,
        }
        return hashlib.sha256(json.dumps(said, sort_keys=True, separators=(",", ":")).encode()).hexdigest()

    @property
    def main_wager(self) -> Wager:
        """The wager that the game is about: the first that is placed before the deal and is no side bet."""
        before = [wager for wager in self.wagers if wager.placed == "before"]
        return next((wager for wager in before if not wager.side), before[0])

    def wager(self, name: str) -> Wager:
        """A wager by its name."""
        return self.by_name[name]

    def wagers_of(self, table: str) -> list[Wager]:
        """The wagers that a pay table pays."""
        return [wager for wager in self.wagers if wager.table == table]

    def table_of(self, wager: str) -> PayTable:
        """The pay table in force for a wager."""
        return self._pays[wager]

    def meter_of(self, wager: str, outcome: str) -> str:
        """The meter that an outcome of a wager is paid from."""
        return self.outcomes_of(wager).meters[outcome]

    def at_risk(self, wager: str, outcome: str, stake: int) -> int:
        """What of a stake was wagered: nothing, where the player took it back."""
        return 0 if outcome in self.outcomes_of(wager).withdrawn else stake

    def is_side(self, wager: str) -> bool:
        """Whether a wager is a side bet."""
        return self.by_name[wager].side

    def limits(self, wager: str) -> tuple[int, int | None]:
        """The smallest and the largest stake on a wager at this table; None: no limit (GEN-3, SPL-15)."""
        low, high = self.house.get(f"{wager}.min", 1), self.house.get(f"{wager}.max")
        assert isinstance(low, int)
        assert high is None or isinstance(high, int)
        return low, high

    def _check_limits(self) -> None:
        """Refuses limits between which no stake lies (GEN-3)."""
        for wager in self.wagers:
            low, high = self.limits(wager.name)
            if high is not None and high < low:
                raise SettingError(
                    f"{wager.name}.max={high} is under {wager.name}.min={low}; no stake lies between them"
                )
            fixed = self.fixed_stake(wager)
            if fixed is not None and (fixed < low or (high is not None and fixed > high)):
                end = "min" if fixed < low else "max"
                given = self.house[f"{wager.name}.{end}"]
                raise SettingError(f"{wager.name}.{end}={given} shuts out the only stake it can have, {fixed} cents")

    def open(self, bets: Bets, players: Mapping[int, str] | None = None) -> Table:
        """A table with these bets on it, before the first card; `Illegal` where a bet can't stand."""
        self.check_bets(bets)
        return Table(self, {seat: dict(stakes) for seat, stakes in bets.items() if stakes}, players)

    def check_bets(self, bets: Bets) -> None:
        """Raises `Illegal` where a bet can't stand (GEN-3, GEN-5), for the first reason against it."""
        for wrong in objections(self, bets):
            raise Illegal(wrong.reason, wrong.rule)

    def multiples(self, wager: str, cents: int) -> tuple[int, ...]:
        """What a wager's stake can be within the table's limits, where `cents` lie on the wager that it goes by."""
        low, high = self.limits(wager)
        least, most = self.by_name[wager].times
        stakes = (cents * times for times in range(least, most + 1))
        return tuple(stake for stake in stakes if low <= stake and (high is None or stake <= high))

    def raise_by(self, wager: str, cents: int, name: str, label: str, key: str) -> Amount:
        """The move that puts a multiple of `cents` on a later wager, within its times and the limits."""
        stakes = self.multiples(wager, cents)
        return Amount(name, label, key, self.by_name[wager].rule, stakes[0], stakes[-1], cents, cents)

    def refuse_lab_only(self) -> None:
        """Refuses settings that only an analysis can have; whoever deals calls it."""
        for name, setting in self.all_settings().items():
            if setting.lab_only and name in self.house and self.house[name] != setting.default:
                raise SettingError(f"{name}={self.house[name]} is for analysis only; no table can be dealt with it")

    def __hash__(self) -> int:
        return hash(self.digest)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.digest == other.digest

    def __repr__(self) -> str:
        return f"<{self.title} {self.digest[:8]}>"
