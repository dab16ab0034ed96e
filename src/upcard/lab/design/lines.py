"""A wager as a designer sees it: lines with their chances, which of them are free, and what each pay comes to."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

from upcard.lab.analysis import Analysis, LabError, ProgressiveAnalysis, WagerAnalysis
from upcard.lab.pricing import bonus, net
from upcard.lab.reports.variants import is_bonus, is_main
from upcard.rules.game import Game
from upcard.rules.odds import Pay, PayError, parse_pay

LARGEST = 100_000
"""No line is designed to pay more, whatever is asked."""


@dataclass(frozen=True, slots=True)
class PayLine:
    """One outcome."""

    outcome: str
    chance: Fraction
    now: Pay
    fixed: bool
    """Whether its pay stays as it is: it loses or pushes, or it was asked to."""


@dataclass(frozen=True, slots=True)
class Wagered:
    """A wager to be designed."""

    game: Game
    table: str
    wager: str
    main: bool
    """Whether its pays move decisions: then the edge is the game's, and every table is solved anew."""
    lines: tuple[PayLine, ...]
    base: Fraction
    """The expectation of everything that is not designed: with every free line paying nothing beside the stake."""

    @property
    def free(self) -> tuple[PayLine, ...]:
        """The lines whose pays are looked for."""
        return tuple(line for line in self.lines if not line.fixed)

    def hit(self, paid: frozenset[str]) -> Fraction:
        """How often a table that pays these outcomes is paid."""
        return sum((line.chance for line in self.lines if line.outcome in paid), Fraction(0))


def wagered(game: Game, analysis: Analysis, name: str, fixed: dict[str, str]) -> Wagered:
    """A wager of a game, by its name or its table's."""
    wager = _wager_of(game, analysis, name)
    found = analysis.wagers[wager]
    table = game.wager(wager).table
    if isinstance(found, ProgressiveAnalysis):
        raise LabError(f"{wager} is paid from a meter; its seed and rate are designed with --hold")
    if not isinstance(found, WagerAnalysis):
        raise LabError(f"{wager} depends on other players' hands; there is no edge of its own to design")
    pays = game.tables[table].pays
    unknown = [outcome for outcome in fixed if outcome not in pays]
    if unknown:
        raise LabError(f"{wager} has no outcome {unknown[0]!r} to fix; it has {', '.join(pays)}")
    chances = {outcome: Fraction(0) for outcome in pays}
    for one in [other for other in analysis.wagers if game.wager(other).table == table]:
        for row in analysis.wagers[one].rows:
            chances[row.outcome] += row.probability
    lines = []
    for outcome, pay in pays.items():
        said = _read(outcome, fixed[outcome]) if outcome in fixed else pay
        free = outcome not in fixed and pay.wins and not pay.cents
        lines.append(PayLine(outcome, chances[outcome], said, not free))
    if all(line.fixed for line in lines):
        raise LabError(f"nothing of {wager} is left to design: every line is fixed")
    main = is_main(game, table)
    whole = analysis.total.ev if main and analysis.total is not None else found.ev
    is_extra = is_bonus(game, wager)
    for line in lines:
        before = pays[line.outcome]
        worth = (bonus(before), bonus(line.now)) if is_extra else (net(before), net(line.now))
        after = Fraction(0) if not line.fixed else worth[1]
        whole += line.chance * (after - worth[0])
    return Wagered(game, table, wager, main, tuple(lines), whole)


def _wager_of(game: Game, analysis: Analysis, name: str) -> str:
    for wager in game.wagers:
        if name in {wager.name, wager.table} and wager.name in analysis.wagers:
            return wager.name
    known = ", ".join(analysis.wagers)
    raise LabError(f"{game.title} has no wager {name!r} to design; it has {known}")


def _read(outcome: str, text: str) -> Pay:
    try:
        return parse_pay(text)
    except PayError as error:
        raise LabError(f"--fix {outcome}: {error}") from error


def to_one(times: int) -> str:
    """A pay as a table writes it."""
    return f"{times:,} to 1"


def spread(lines: tuple[PayLine, ...], pays: dict[str, Pay], *, extra: bool) -> float:
    """The deviation of a wager whose lines pay this."""
    worth = {outcome: bonus(pay) if extra else net(pay) for outcome, pay in pays.items()}
    mean = sum((line.chance * worth[line.outcome] for line in lines), Fraction(0))
    square = sum((line.chance * worth[line.outcome] ** 2 for line in lines), Fraction(0))
    return sqrt(max(square - mean * mean, Fraction(0)))
