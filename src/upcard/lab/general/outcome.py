"""From counted cases to an analysis: the rows of every wager, the game as a whole."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from upcard.lab.analysis import Analysis, AnyWager, ProgressiveAnalysis, Total, WagerAnalysis
from upcard.lab.general.rounds.cases import Cell, LineKey
from upcard.lab.general.rounds.script import UNIT, Path, move_name
from upcard.lab.pricing import OutcomeRow
from upcard.rules.awards import DOLLAR
from upcard.rules.game import Game, Wager

TIES = "smaller stake"


@dataclass(slots=True)
class Count:
    """How often what happens under the best play."""

    of: int = 0
    main: Counter[tuple[Path, Cell]] = field(default_factory=Counter)
    sides: dict[str, Counter[LineKey | None]] = field(default_factory=dict)
    """Side bets with facts of their own: their lines, out of as many deals as they add up to."""
    tied: int = 0
    """Deals of hands at which two moves were worth the same."""


def analysis_of(game: Game, count: Count, bets: Mapping[str, int], method: str) -> Analysis:
    """Everything that follows from the counts."""
    unit = bets.get(game.main_wager.name, UNIT)
    net = staked = square = 0
    gains: Counter[Fraction] = Counter()
    decisions: Counter[str] = Counter()
    lines: dict[str, Counter[LineKey]] = {wager.name: Counter() for wager in game.wagers}
    for (path, found), often in count.main.items():
        net += often * found.net
        square += often * found.net**2
        staked += often * found.staked
        gains[Fraction(found.net, unit)] += often
        for _, (move, value) in path:
            decisions[move_name(move, value)] += often
        for line in found.lines:
            lines[line[0]][line] += often
    ev = Fraction(net, count.of * unit)
    sd = sqrt(Fraction(square, count.of * unit * unit) - ev**2)
    shares = {name: Fraction(often, count.of) for name, often in sorted(decisions.items(), key=lambda one: -one[1])}
    tied = float(Fraction(count.tied, count.of))
    note = f"{tied:.4%} of deals have moves that tie; the {TIES} is made" if tied else ""
    beside = [wager.name for wager in game.wagers if wager.placed == "before" and not wager.side and _alone(wager)]
    if len(beside) > 1:
        said = f"all of these bets together, a unit on each: {', '.join(beside)}"
        note = f"{said}; {note}" if note else said
    came = {gain: Fraction(often, count.of) for gain, often in sorted(gains.items())}
    total = Total(game.main_wager.name, ev, Fraction(staked, count.of * unit), sd, shares, note, gains=came, ties=TIES)
    wagers: dict[str, AnyWager] = {}
    for wager in game.wagers:
        apart = count.sides.get(wager.name)
        if apart is not None:
            wagers[wager.name] = wager_of(game, wager.name, apart.items(), apart.total(), bets)
        else:
            wagers[wager.name] = wager_of(game, wager.name, lines[wager.name].items(), count.of, bets)
    return Analysis.of(game, wagers, total if count.main else None, method)


def _alone(wager: Wager) -> bool:
    """Whether a wager can be the only one of a player's."""
    return not (wager.required or wager.equals or wager.at_least or wager.multiple_of or wager.needs)


def wager_of(
    game: Game, name: str, lines: Iterable[tuple[LineKey | None, int]], of: int, bets: Mapping[str, int]
) -> AnyWager:
    """The rows of a wager, each line that it can come to."""
    table = game.table_of(name)
    own = name in bets
    metered = any(pay.percent for pay in table.pays.values())
    unit = DOLLAR if metered else bets[name] if own else bets.get(game.main_wager.name, UNIT)
    often: Counter[tuple[str, str, Fraction]] = Counter()
    slopes: Counter[str] = Counter()
    emptied: Counter[str] = Counter()
    for line, times in lines:
        if line is None:
            continue
        _, outcome, pays, stake, returned, claims = line
        often[outcome, pays, Fraction(returned - stake, unit)] += times
        for meter, percent in claims:
            slopes[meter] += times * percent
            emptied[meter] += times * (percent == 100)
    ranked = list(table.pays)
    rows = tuple(
        OutcomeRow(outcome, times, of, pays, net, table[outcome].wins)
        for (outcome, pays, net), times in sorted(often.items(), key=lambda one: (ranked.index(one[0][0]), -one[0][2]))
    )
    if metered:
        return ProgressiveAnalysis(
            rows,
            Fraction(bets.get(name, UNIT), DOLLAR),
            {meter: Fraction(part, of * 100) for meter, part in slopes.items()},
            emptied={meter: Fraction(times, of) for meter, times in emptied.items()},
        )
    return WagerAnalysis(rows, "stake" if own else game.main_wager.name, "" if own else f"per {game.main_wager.name}")
