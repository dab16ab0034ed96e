"""A strategy as data: rules and charts in order; the first that matches and is legal wins."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TypeAlias

from upcard.lab.strategies.conditions import Condition, StrategyError, feature_of, features_of
from upcard.lab.strategies.laying import in_order
from upcard.rules.features import HandSight
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Partition, Turn

LEAST = "least"
"""Beside a move with an amount: the smallest instead of the largest."""


@dataclass(frozen=True, slots=True)
class PlanRule:
    """A move, and when it is made."""

    move: str
    when: tuple[Condition, ...] = ()
    way: str = ""
    """How cards are laid out, by a name of the game's; or `LEAST` for the smallest amount."""

    def __str__(self) -> str:
        said = f"{self.move} {self.way}".strip()
        return f"{said} when {' and '.join(map(str, self.when))}" if self.when else said


@dataclass(frozen=True, slots=True)
class Chart:
    """Moves by two features, as printed on a card: each cell lists moves, and the first that is legal is made."""

    rows: str
    columns: str
    cells: Mapping[tuple[int, int], tuple[str, ...]]
    when: tuple[Condition, ...] = ()

    def __str__(self) -> str:
        said = f"chart of {self.rows} by {self.columns}"
        return f"{said} when {' and '.join(map(str, self.when))}" if self.when else said


Entry: TypeAlias = PlanRule | Chart


@dataclass(frozen=True, slots=True)
class Plan:
    """A strategy that is written down."""

    name: str
    game: Game
    rules: tuple[Entry, ...]
    errors: Fraction = Fraction(0)
    """How often a decision is a move picked at random from all that are legal."""
    summary: str = ""

    def __post_init__(self) -> None:
        if not self.rules:
            raise StrategyError(f"the strategy {self.name!r} has no rules")
        if not 0 <= self.errors <= 1:
            raise StrategyError(f"the strategy {self.name!r} errs in {self.errors} of all decisions; that is 0 to 1")
        for entry in self.rules:
            self._check(entry)

    def _check(self, entry: Entry) -> None:
        if isinstance(entry, Chart):
            feature_of(self.game, entry.rows)
            feature_of(self.game, entry.columns)
        known = self.game.moves
        for move in (
            [entry.move] if isinstance(entry, PlanRule) else {m for moves in entry.cells.values() for m in moves}
        ):
            if known and move not in known:
                raise StrategyError(f"{self.game.title} has no move {move!r}; its moves are {', '.join(known)}")
        if isinstance(entry, PlanRule) and entry.way and entry.way != LEAST and entry.way not in self.game.layings:
            ways = ", ".join(self.game.layings) or "no ways of that kind"
            raise StrategyError(f"{entry.move} {entry.way}: {self.game.title} has {ways}")

    def erring(self, errors: Fraction) -> "Plan":
        """The same strategy, played by somebody who errs so often."""
        return replace(self, errors=errors)

    @property
    def asks(self) -> frozenset[str]:
        """The features it depends on."""
        named = {one.feature for entry in self.rules for one in entry.when}
        charts = [entry for entry in self.rules if isinstance(entry, Chart)]
        return frozenset(named | {name for chart in charts for name in (chart.rows, chart.columns)})

    def decide(self, sight: HandSight, turn: Turn) -> Act:
        """The move of the first rule that matches and is legal."""
        move, way = self.choose(sight, turn)
        act = made(self.game, turn, move, way)
        assert act is not None
        return act

    def choose(self, sight: HandSight, turn: Turn) -> tuple[str, str]:
        """The same by name: the move, and how cards are laid out or an amount is taken."""
        seen: dict[str, int] = {}
        for entry in self.rules:
            if all(one.holds(self._ask(one.feature, sight, seen)) for one in entry.when):
                for move in self._moves(entry, sight, seen):
                    if turn.move(move) is not None:
                        return move, entry.way if isinstance(entry, PlanRule) else ""
        if turn.default is not None:
            return turn.default, ""
        legal = ", ".join(move.name for move in turn.moves)
        held = ", ".join(f"{f.name} {f.show(f.of(self.game, sight))}" for f in features_of(self.game))
        raise StrategyError(f"the strategy {self.name!r} has no move for a hand with {held}; it can {legal}")

    def _ask(self, name: str, sight: HandSight, seen: dict[str, int]) -> int:
        if name not in seen:
            seen[name] = feature_of(self.game, name).of(self.game, sight)
        return seen[name]

    def _moves(self, entry: Entry, sight: HandSight, seen: dict[str, int]) -> tuple[str, ...]:
        if isinstance(entry, PlanRule):
            return (entry.move,)
        row, column = (self._ask(name, sight, seen) for name in (entry.rows, entry.columns))
        return entry.cells.get((row, column), ())


def made(game: Game, turn: Turn, move: str, way: str = "") -> Act | None:
    """A move as the turn takes it, None where it is not legal: of an amount the most, of cards the way named."""
    found = turn.move(move)
    if found is None:
        return None
    if isinstance(found, Amount):
        return Act(turn.seat, turn.hand, move, found.low if way == LEAST else found.high)
    if isinstance(found, Partition):
        ways = in_order(found.ways)
        return Act(turn.seat, turn.hand, move, ways[game.layings[way](ways) if way else 0])
    return Act(turn.seat, turn.hand, move)


def every_act(turn: Turn) -> Sequence[Act]:
    """Every legal move, for one who picks at random: of amounts the most, of cards every way."""
    acts: list[Act] = []
    for move in turn.moves:
        if isinstance(move, Partition):
            acts += [Act(turn.seat, turn.hand, move.name, way) for way in in_order(move.ways)]
        else:
            acts.append(Act(turn.seat, turn.hand, move.name, move.high if isinstance(move, Amount) else None))
    return acts
