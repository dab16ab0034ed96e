"""What a mathematician would frown at: in a pay table, or in a game as a house has configured it."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from upcard.lab.analysis import Analysis, Json, LabError, ProgressiveAnalysis, WagerAnalysis
from upcard.lab.pricing import bonus, net
from upcard.lab.registry import lab_of, part
from upcard.lab.reports.variants import analysed, is_bonus, with_setting
from upcard.rules import registry
from upcard.rules.awards import DOLLAR
from upcard.rules.game import Game
from upcard.rules.odds import Pay
from upcard.rules.paytable import PayTableError
from upcard.rules.settings import SettingError
from upcard.rules.words import dollars, spaced

TOO_MUCH = Fraction(1, 4)
"""A house edge that nobody would print."""
NEGLIGIBLE = 1e-6
"""A gain from counting that is no more than how it is worked out."""


@dataclass(frozen=True, slots=True)
class Frown:
    """One thing to look at again."""

    kind: str
    wager: str
    text: str

    def to_json(self) -> Json:
        """For programs."""
        return {"kind": self.kind, "wager": self.wager, "text": self.text}


def lint(game: Game) -> list[Frown]:
    """Everything to look at again in a game as configured."""
    analysis = analysed(game)
    found: list[Frown] = []
    seen: set[int] = set()
    for name, wager in analysis.wagers.items():
        if id(wager) in seen:
            continue
        seen.add(id(wager))
        found += _order(game, analysis, name)
        found += _impossible(game, analysis, name)
        if isinstance(wager, WagerAnalysis) and wager.per == "stake" and game.is_side(name):
            found += _edge(name, -wager.ev)
        if isinstance(wager, ProgressiveAnalysis):
            found += _meters(name, wager)
        found += _rounding(game, name)
        found += _limited(game, name)
    if analysis.total is not None:
        found += _edge("total", -analysis.total.ev)
    return [*found, *_counting(game)]


def _counting(game: Game) -> Iterator[Frown]:
    """Settings with which counting pays more than where the game stands as the rulebook has it."""
    own = {setting.name: setting.default for setting in game.settings if setting.default is not None}
    changed = [name for name, value in own.items() if game.house.get(name) != value]
    if not changed or not lab_of(game).counting:
        return
    counter = part(game, "counting")
    now = counter.gain(game)
    if now <= max(0.0, counter.gain(type(game)())):
        return
    for name in changed:
        try:
            before = counter.gain(with_setting(game, name, own[name]))
        except (LabError, SettingError, PayTableError):
            continue
        if now - before > NEGLIGIBLE:
            yield Frown(
                "counting", "total",
                f"{name}={game.house[name]} makes counting pay: it wins {100 * now:.3f} % of a unit a round "
                f"({counter.HOW}), and {100 * before:.3f} % with {name}={own[name]}",
            )  # fmt: skip


def _edge(name: str, edge: Fraction) -> Iterator[Frown]:
    said = f"{100 * float(edge):.4f} %"
    if edge <= 0:
        yield Frown("player-edge", name, f"{name} favours the player: a house edge of {said}")
    elif edge > TOO_MUCH:
        yield Frown("edge-over-25", name, f"{name} keeps {said} of every bet, more than a quarter")


def _order(game: Game, analysis: Analysis, name: str) -> Iterator[Frown]:
    """A rarer line that pays less than a commoner one."""
    chances: dict[str, Fraction] = {}
    for row in analysis.wagers[name].rows:
        chances[row.outcome] = chances.get(row.outcome, Fraction(0)) + row.probability
    pays = {o: pay for o, pay in game.table_of(name).pays.items() if chances.get(o) and pay.wins and not pay.percent}
    if game.wager(name).placed == "during" or not game.is_side(name):
        return  # what a hand wins against the dealer is no ladder of rarity
    worth = {outcome: _worth(game, name, pay) for outcome, pay in pays.items()}
    for rarer, chance in ((o, chances[o]) for o in pays):
        for commoner, paid in pays.items():
            if chance < chances[commoner] and worth[rarer] < worth[commoner]:
                yield Frown(
                    "pay-order", name,
                    f"{name}: {spaced(rarer)} (1 in {float(1 / chance):,.1f}) pays {pays[rarer].text}, less than "
                    f"{spaced(commoner)} (1 in {float(1 / chances[commoner]):,.1f}) with {paid.text}",
                )  # fmt: skip


def _worth(game: Game, name: str, pay: Pay) -> Fraction:
    stake = game.fixed_stake(game.wager(name)) or DOLLAR
    return bonus(pay, stake) if is_bonus(game, name) else net(pay, stake)


def _impossible(game: Game, analysis: Analysis, name: str) -> Iterator[Frown]:
    counted: dict[str, int] = {}
    for row in analysis.wagers[name].rows:
        counted[row.outcome] = counted.get(row.outcome, 0) + row.combinations
    for outcome, count in counted.items():
        if not count and game.table_of(name)[outcome].wins:
            yield Frown("impossible", name, f"{name}: {spaced(outcome)} can't happen, and the table pays it")


def _meters(name: str, wager: ProgressiveAnalysis) -> Iterator[Frown]:
    if wager.constant >= 0:
        yield Frown("player-edge", name, f"{name} favours the player with its meters at zero")


def _rounding(game: Game, name: str) -> Iterator[Frown]:
    """A pay that a bet of whole dollars, or of the smallest stake, does not get in full."""
    low, _ = game.limits(name)
    stakes = {game.fixed_stake(game.wager(name)) or DOLLAR, *([low] if f"{name}.min" in game.house else [])}
    for outcome, pay in game.table_of(name).pays.items():
        for stake in sorted(stakes):
            lost = Fraction(stake * pay.numerator, pay.denominator) - stake * pay.numerator // pay.denominator
            if lost:
                yield Frown(
                    "rounding", name,
                    f"{name}: {spaced(outcome)} at {pay.text} on {dollars(stake, full=True)} comes to a part of a "
                    "cent, which the patron loses",
                )  # fmt: skip


def _limited(game: Game, name: str) -> Iterator[Frown]:
    """A largest pay that the aggregate limit never lets out whole."""
    limit = game.house.get("aggregate-limit")
    if not isinstance(limit, int) or not game.is_side(name):
        return
    low = game.fixed_stake(game.wager(name)) or game.limits(name)[0]
    for outcome, pay in game.table_of(name).pays.items():
        if pay.wins and pay.winnings(low) > limit:
            yield Frown(
                "aggregate-limit", name,
                f"{name}: {spaced(outcome)} at {pay.text} is more than aggregate-limit={limit} cents even for the "
                f"smallest stake; it is never paid in full",
            )  # fmt: skip


def games_of(outcomes: frozenset[str], wager: str) -> list[str]:
    """The games that have such a wager with these outcomes."""

    def has(name: str) -> bool:
        kinds = registry.game(name).outcomes
        return any(kind.table == wager and frozenset(kind.names) == outcomes for kind in kinds)

    return [name for name in registry.names() if has(name)]
