"""The same game with one thing changed: a pay, a table, a setting."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from upcard.lab.analysis import Analysis, ProgressiveAnalysis, WagerAnalysis
from upcard.lab.kernels import silent
from upcard.lab.pricing import bonus, net
from upcard.lab.solvers import solver
from upcard.rules.game import Game
from upcard.rules.odds import Pay, parse_pay
from upcard.rules.paytable import PayTable, check_table
from upcard.rules.settings import Setting, Value

MOST_VALUES = 12
"""A setting with more values than this is an amount, not a choice."""


def analysed(game: Game) -> Analysis:
    """The exact analysis of a game as configured."""
    return solver(game.name).solve(game, silent)


def with_table(game: Game, table: PayTable) -> Game:
    """The game with another pay table, all else as it is."""
    return type(game)(game.house, {**game.tables, table.table: table}, game.deck)


def with_pays(game: Game, table: str, pays: Mapping[str, str], name: str = "changed") -> Game:
    """The game with these rows in one of its pay tables."""
    rows = {**game.tables[table].texts(), **pays}
    kind = next(kind for kind in game.outcomes if kind.table == table and kind.variant == game.variant(table))
    return with_table(game, check_table(kind, name, name, rows))


def with_setting(game: Game, name: str, value: Value) -> Game:
    """The game with another value of a setting; tables that stand by default follow it."""
    own = {table: rows for table, rows in game.tables.items() if rows.name != game.default_table(table)}
    default_deck = type(game)(game.house, game.tables).deck == game.deck
    return type(game)({**game.house, name: value}, own, None if default_deck else game.deck)


def values_of(setting: Setting) -> Iterator[Value]:
    """Every value of a setting that is a choice; none of one that is an amount."""
    if setting.values:
        yield from setting.values
    elif setting.high is not None and setting.high - setting.low < MOST_VALUES:
        yield from range(setting.low, setting.high + 1)


def one_more(pay: Pay) -> Pay | None:
    """The pay with one unit more, where it is odds: ``3 to 1`` for ``2 to 1``."""
    if not pay.wins or pay.cents or pay.percent:
        return None
    said = f"{pay.numerator + pay.denominator:,} {'to' if pay.returns_stake else 'for'} {pay.denominator:,}"
    return parse_pay(said)


def is_bonus(game: Game, wager: str) -> bool:
    """Whether it has no stake of its own."""
    return game.wager(wager).placed == "never"


def repriced(game: Game, name: str, wager: WagerAnalysis, table: PayTable) -> Fraction:
    """A wager's expectation with the same frequencies under another pay table: for what decides no move."""
    worth = {outcome: bonus(pay) if is_bonus(game, name) else net(pay) for outcome, pay in table.pays.items()}
    return sum((row.probability * worth[row.outcome] for row in wager.rows), Fraction(0))


def is_main(game: Game, table: str) -> bool:
    """Whether a pay table is of a wager that decisions are made for."""
    return any(not wager.side for wager in game.wagers_of(table))


def fixed(analysis: Analysis, name: str) -> WagerAnalysis | None:
    """A wager whose expectation depends on no meter and no neighbour."""
    wager = analysis.wagers[name]
    return wager if isinstance(wager, WagerAnalysis) else None


def progressive(analysis: Analysis) -> dict[str, ProgressiveAnalysis]:
    """The wagers that are linear in meters."""
    return {name: wager for name, wager in analysis.wagers.items() if isinstance(wager, ProgressiveAnalysis)}
