"""What came out of the simulated rounds against what was computed: means in standard errors, outcomes by chi-square."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt

from upcard.lab.analysis import Analysis, AnyWager, Json, ProgressiveAnalysis, Total, WagerAnalysis
from upcard.lab.pricing import deviation
from upcard.lab.simulation.players import UNIT
from upcard.lab.simulation.results.chances import deviate_of_mean, goodness_of_fit, mean_of, variance_of
from upcard.lab.simulation.results.tally import Tally
from upcard.rules.awards import DOLLAR
from upcard.rules.game import Game

LIMIT = 4.0
"""Standard errors that chance may explain: more come once in 16,000 checks."""
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class FigureCheck:
    """One figure, computed and simulated."""

    wager: str
    figure: str
    exact: float
    """For outcomes: the degrees of freedom."""
    simulated: float
    """For outcomes: chi-square. For pays: rounds in which something else was paid than the analysis reckons with."""
    se: float | None
    """None where there is no standard error: for outcomes and pays."""
    z: float
    """Standard errors between the two; for outcomes those that are as unlikely as their chi-square."""

    @property
    def agrees(self) -> bool:
        """Whether chance explains the difference."""
        return abs(self.z) <= LIMIT

    def to_json(self) -> Json:
        """The form that docs/lab.md describes; infinity is no JSON."""
        numbers = {"exact": self.exact, "simulated": self.simulated, "se": self.se, "z": self.z}
        said = {name: None if number in {inf, -inf} else number for name, number in numbers.items()}
        return {"wager": self.wager, "figure": self.figure, **said, "agrees": self.agrees}


def checks(game: Game, analysis: Analysis, tally: Tally) -> list[FigureCheck]:
    """Every figure of an analysis that rounds can bear out: first the game as a whole, then wager by wager."""
    found = _of_total(analysis.total, tally) if analysis.total is not None else []
    for name, wager in analysis.wagers.items():
        found += _of_wager(game, name, wager, tally)
    return found


def in_units(wager: AnyWager) -> WagerAnalysis:
    """A wager as its rows say it; a progressive one in dollars, its meters at zero."""
    return wager if isinstance(wager, WagerAnalysis) else WagerAnalysis(wager.rows)


def _of_total(total: Total, tally: Tally) -> list[FigureCheck]:
    staked: Counter[Fraction] = Counter()
    won: Counter[Fraction] = Counter()
    for (stake, gain), rounds in tally.main.items():
        staked[Fraction(stake, UNIT)] += rounds
        won[Fraction(gain, UNIT)] += rounds
    own = sqrt(variance_of(staked))  # the analysis names none
    return [
        _mean("total", "ev", total.ev, total.deviation, won),
        _mean("total", "average wager", total.average_wager, own, staked),
    ]


def _of_wager(game: Game, name: str, wager: AnyWager, tally: Tally) -> list[FigureCheck]:
    seen, exact = tally.wagers[name], in_units(wager)
    often = {outcome: float(n) for outcome, n in exact.frequencies.items()}
    bonus = game.wager(name).placed == "never"
    # A bet that is made now and then is reckoned for the times it is made, unless its rows leave room for the others.
    each_time = not bonus and abs(sum(often.values()) - 1) < _ROUNDING
    times = seen.total() if each_time else tally.rounds
    if not times:  # an analysis of something that never happens
        return [FigureCheck(name, "ev", float(exact.ev), 0.0, None, inf)]
    can = exact.gains
    gains: Counter[Fraction] = Counter({Fraction(0): times - seen.total()})
    lines: Counter[tuple[str, ...]] = Counter()
    wrong = 0
    for (outcomes, staked, gain), rounds in seen.items():
        units = Fraction(gain, DOLLAR if exact is not wager else staked if each_time else UNIT)
        gains[units] += rounds
        lines[outcomes] += rounds
        wrong += rounds * (len(outcomes) == 1 and units not in can.get(outcomes[0], ()))
    chances = _chances(exact) if sum(often.values()) < 1 + _ROUNDING else None
    found = [
        _mean(name, "ev", exact.ev, exact.sd, gains, chances),
        FigureCheck(name, "pays", 0.0, wrong, None, inf if wrong else 0.0),
    ]
    if bonus:  # where it pays nothing it has no line
        often = {row.outcome: often[row.outcome] for row in wager.rows if row.wins}
    square, freedom, z = goodness_of_fit(often, lines, times)
    if freedom:
        found.append(FigureCheck(name, "outcomes", freedom, square, None, z))
    if isinstance(wager, ProgressiveAnalysis):
        found += [_meter(game, name, wager, meter, tally) for meter in wager.per_dollar]
    return found


def _meter(game: Game, name: str, wager: ProgressiveAnalysis, meter: str, tally: Tally) -> FigureCheck:
    """How much of a meter a wager takes on average."""
    slope = wager.per_dollar[meter]
    chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    meters = game.outcomes_of(name).meters
    for row in wager.rows:
        part = Fraction(game.table_of(name)[row.outcome].percent, 100)
        if part and meters[row.outcome] == meter:
            chances[part] += row.probability
    # What other rows take besides, they take whole (BLZ-14).
    chances[Fraction(1)] += slope - sum((part * chance for part, chance in chances.items()), Fraction(0))
    chances[Fraction(0)] += 1 - sum(chances.values())
    taken = Counter({Fraction(percent, 100): times for percent, times in tally.claims[meter].items()})
    taken[Fraction(0)] += tally.rounds - taken.total()
    square = sum((part**2 * chance for part, chance in chances.items()), Fraction(0))
    return _mean(name, f"share of {meter}", slope, deviation(slope, square), taken, chances)


def _chances(wager: WagerAnalysis) -> Mapping[Fraction, Fraction]:
    """How likely each gain is; a round without the bet gains nothing."""
    chances: defaultdict[Fraction, Fraction] = defaultdict(Fraction)
    for row in wager.rows:
        chances[row.net] += row.probability
    chances[Fraction(0)] += 1 - sum(chances.values())
    return {gain: chance for gain, chance in chances.items() if chance}


def _mean(
    wager: str,
    figure: str,
    exact: Fraction,
    sd: float,
    seen: Mapping[Fraction, int],
    chances: Mapping[Fraction, Fraction] | None = None,
) -> FigureCheck:
    """A mean against its expectation; with the chances of each value, rare ones are given their due."""
    mean, times = mean_of(seen), sum(seen.values())
    se, apart = sd / sqrt(times), float(mean - exact)
    if not se:
        z = 0.0 if abs(apart) < _ROUNDING else inf
    else:
        z = apart / se if chances is None else deviate_of_mean(chances, mean, times)
    return FigureCheck(wager, figure, float(exact), float(mean), se, z)
