"""From targets to tables: the search on the chances of the game, and every table found analysed anew."""

from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm

from upcard.lab.analysis import Analysis, Json, LabError, WagerAnalysis, fraction
from upcard.lab.design.lines import LARGEST, PayLine, Wagered, spread, to_one, wagered
from upcard.lab.design.search import MOST_TABLES, ROUND, DesignProblem, best, ends
from upcard.lab.design.targets import Bounds, Targets
from upcard.lab.kernels import Progress, silent
from upcard.lab.pricing import bonus, net
from upcard.lab.reports.variants import analysed, is_bonus, with_pays
from upcard.rules.game import Game
from upcard.rules.odds import parse_pay

TABLES = 20
"""How many tables a search says."""
RANKED = 400
"""How many are found before deviations are looked at and, for a main wager, before they are solved anew."""
SOLVED = 40
"""How many of a main wager are solved anew."""
ROUNDS = 4
"""How often the search for a main wager is moved to where better play leaves it."""


@dataclass(frozen=True, slots=True)
class Designed:
    """One table, as it was analysed anew."""

    pays: dict[str, str]
    ev: Fraction
    hit: Fraction
    sd: float

    def to_json(self) -> Json:
        """The contract's form."""
        return {
            "pays": self.pays, "ev": fraction(self.ev), "edge": float(-self.ev), "hit_frequency": float(self.hit),
            "sd": self.sd,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class Design:
    """What a search came to."""

    game: Game
    wager: str
    table: str
    targets: Targets
    found: tuple[Designed, ...]
    per: str
    nearest: Designed | None = None
    """Where nothing meets the targets: the table that comes nearest."""
    binding: str = ""
    """The target that nothing meets."""
    front: tuple[Designed, ...] = ()
    """Of all tables that were found, also beyond those told: none has both a lower edge and a smaller deviation."""

    def to_json(self) -> Json:
        """The contract's form, with the front of edge against deviation beside it."""
        said: Json = {
            "game": self.game.name,
            "wager": self.wager,
            "per": self.per,
            "tables": [table.to_json() for table in self.found],
            "front": [table.to_json() for table in self.front],
        }
        if self.nearest is not None:
            said |= {"nearest": self.nearest.to_json(), "binding": self.binding}
        return said


def front(tables: tuple[Designed, ...]) -> list[Designed]:
    """The tables of which none has both a lower edge and a smaller deviation."""
    kept: list[Designed] = []
    for table in sorted(tables, key=lambda one: (-one.ev, one.sd)):
        if not kept or table.sd < kept[-1].sd:
            kept.append(table)
    return kept


def design(game: Game, name: str, targets: Targets, progress: Progress = silent) -> Design:
    """Tables for a wager, best first; none, and the nearest, where the targets can't be met."""
    progress(f"solving {game.title}")
    analysis = analysed(game)
    asked = wagered(game, analysis, name, targets.fixed)
    found: list[Designed] = []
    for paid in _cuts(asked, targets.hit):
        progress(f"searching tables of {asked.wager}")
        found += _with_paid(asked, paid, targets, progress)
    met = tuple(table for table in found if _meets(table, targets))
    per = analysis.total.per if asked.main and analysis.total is not None else "stake"
    if met:
        return Design(game, asked.wager, asked.table, targets, met[:TABLES], per, front=tuple(front(met)))
    nearest, binding = _nearest(asked, targets, found)
    return Design(game, asked.wager, asked.table, targets, (), per, nearest, binding)


def _meets(table: Designed, targets: Targets) -> bool:
    return (
        -table.ev in targets.edge
        and (targets.hit is None or table.hit in targets.hit)
        and (targets.sd is None or table.sd in targets.sd)
    )


def _cuts(asked: Wagered, hit: Bounds | None) -> list[frozenset[str]]:
    """Which outcomes are paid: all that are today; without the commonest where the hit frequency asks for it."""
    always = frozenset(line.outcome for line in asked.lines if line.fixed and line.now.wins)
    free = sorted((line for line in asked.free if line.chance), key=lambda line: line.chance)
    every = [always | {line.outcome for line in free[:n]} for n in range(len(free), 0, -1)]
    if hit is None:
        return every[:1]
    return [paid for paid in every if asked.hit(paid) in hit]


def _problem(
    asked: Wagered, paid: frozenset[str], targets: Targets
) -> tuple[DesignProblem, tuple[PayLine, ...], Fraction, int]:
    """The search over the free lines that are paid, commonest first; what they have to add, in whole units."""
    rows = [line for line in ladder(asked) if not line.fixed and line.outcome in paid]
    extra = is_bonus(asked.game, asked.wager)
    # A line that is not paid loses its stake; a bonus has none to lose.
    lost = Fraction(0) if extra else sum((line.chance for line in asked.free if line.outcome not in paid), Fraction(0))
    start = asked.base - lost
    scale = lcm(start.denominator, targets.edge.low.denominator, targets.edge.high.denominator,
                *(line.chance.denominator for line in rows))  # fmt: skip
    low, high = ((-edge - start) * scale for edge in (targets.edge.high, targets.edge.low))
    most = min(targets.most or LARGEST, LARGEST)
    bounds = [_order(asked, line, most) for line in rows]
    problem = DesignProblem(
        weights=tuple(int(line.chance * scale) for line in rows),
        low=int(low), high=int(high), aim=int((low + high) / 2),
        now=tuple(_now(line) for line in rows),
        least=tuple(least for least, _ in bounds), most=tuple(upto for _, upto in bounds),
    )  # fmt: skip
    return problem, tuple(rows), start, scale


def _now(line: PayLine) -> int:
    return max(round(line.now.numerator / line.now.denominator), 1)


def _order(asked: Wagered, line: PayLine, most: int) -> tuple[int, int]:
    """Between which pays a line keeps the order with fixed lines that pay: a higher one pays no less."""
    every = ladder(asked)
    place = every.index(line)
    kept = [(at, _now(other)) for at, other in enumerate(every) if other.fixed and other.now.wins and other.chance]
    lower = [pays for at, pays in kept if at < place]
    higher = [pays for at, pays in kept if at > place]
    return max([1, *lower]), max(min([most, *higher]), 1)


def ladder(asked: Wagered) -> list[PayLine]:
    """The lines from the lowest: as the table lists them, where every known table pays them in that order.

    A game may rank a hand above a rarer one (a flush of four cards above a straight), and a table that does not follow
    it reads like a misprint. Otherwise the commonest is the lowest.
    """
    listed = [line for line in reversed(asked.lines) if line.now.wins or not line.fixed]
    known = [asked.game.tables[asked.table], *asked.game.offered_tables(asked.table).values()]
    for table in known:
        pays = [table.pays[line.outcome] for line in listed if line.chance and table.pays[line.outcome].wins]
        worth = [Fraction(pay.numerator, pay.denominator) for pay in pays if not pay.cents and not pay.percent]
        if worth != sorted(worth):
            return sorted(listed, key=lambda line: (-line.chance, -_now(line)))
    return listed


def _with_paid(asked: Wagered, paid: frozenset[str], targets: Targets, progress: Progress) -> list[Designed]:
    problem, rows, _, scale = _problem(asked, paid, targets)
    if not rows or any(least > most for least, most in zip(problem.least, problem.most, strict=True)):
        return []
    if asked.main:
        return _with_play(asked, paid, targets, problem, rows, scale, progress)

    def suits(pays: tuple[int, ...]) -> bool:
        return targets.sd is None or _priced(asked, _pays(asked, rows, paid, pays)).sd in targets.sd

    found = best(problem, RANKED, suits=suits) or best(problem, RANKED, range(1, max(problem.most) + 1), suits)
    if not found:  # the deviation can't be had with this edge; what comes near it is told
        found = best(problem, MOST_TABLES)
    return [_priced(asked, _pays(asked, rows, paid, pays)) for pays, _ in found]


def _with_play(
    asked: Wagered, paid: frozenset[str], targets: Targets, problem: DesignProblem, rows: tuple[PayLine, ...],
    scale: int, progress: Progress,
) -> list[Designed]:  # fmt: skip
    """Tables of a main wager, each solved anew.

    The chances are those of today's play. Better play adds to what a table gives away, so the search is moved by what
    the tables it finds turn out to be off, until some meet the target.
    """
    shift = 0
    solved: list[Designed] = []
    for _ in range(ROUNDS):
        moved = replace(problem, low=problem.low + shift, high=problem.high + shift, aim=problem.aim + shift)
        found = best(moved, SOLVED) or best(moved, SOLVED, range(1, max(problem.most) + 1))
        latest: list[Designed] = []
        for at, (pays, _) in enumerate(found, 1):
            progress(f"solving the play anew under table {at} of {len(found)}")
            latest.append(_solved(asked, _pays(asked, rows, paid, pays)))
        solved += latest
        if not found or any(_meets(table, targets) for table in latest):
            break
        aimed = asked.base + Fraction(found[0][1], scale)
        shift -= int((latest[0].ev - aimed) * scale)
    return solved


def _pays(asked: Wagered, rows: tuple[PayLine, ...], paid: frozenset[str], pays: tuple[int, ...]) -> dict[str, str]:
    chosen = {line.outcome: to_one(times) for line, times in zip(rows, pays, strict=True)}
    texts = {}
    for line in asked.lines:
        unpaid = not line.fixed and line.outcome not in paid and line.chance
        texts[line.outcome] = chosen.get(line.outcome) or ("lose" if unpaid else line.now.text)
    return texts


def _priced(asked: Wagered, pays: dict[str, str]) -> Designed:
    """A side bet under a table: its chances stay."""
    read = {outcome: parse_pay(text) for outcome, text in pays.items()}
    extra = is_bonus(asked.game, asked.wager)
    worth = {outcome: bonus(pay) if extra else net(pay) for outcome, pay in read.items()}
    ev = sum((line.chance * worth[line.outcome] for line in asked.lines), Fraction(0))
    hit = sum((line.chance for line in asked.lines if read[line.outcome].wins), Fraction(0))
    return Designed(pays, ev, hit, spread(asked.lines, read, extra=extra))


def _solved(asked: Wagered, pays: dict[str, str]) -> Designed:
    """The game under a table of a main wager, solved anew."""
    analysis: Analysis = analysed(with_pays(asked.game, asked.table, pays, "designed"))
    assert analysis.total is not None
    wager = analysis.wagers[asked.wager]
    assert isinstance(wager, WagerAnalysis)
    return Designed(pays, analysis.total.ev, wager.hit_frequency, analysis.total.deviation)


def _nearest(asked: Wagered, targets: Targets, found: list[Designed]) -> tuple[Designed | None, str]:
    """The table that comes nearest to targets that can't be met, and which of them binds."""
    if found:  # the edge can be met, and something else can't
        if targets.sd is not None and any(-table.ev in targets.edge for table in found):
            bound = targets.sd
            table = min(found, key=lambda one: bound.off(Fraction(one.sd)))
            return table, f"the deviation: with this edge it comes to {table.sd:.3f} at the nearest"
        table = min(found, key=lambda one: targets.edge.off(-one.ev))
        return table, f"the edge, once the play is solved anew: {100 * float(-table.ev):.4f} % is the nearest"
    if targets.hit is not None and not _cuts(asked, targets.hit):
        possible = _cuts(asked, Bounds(Fraction(0), Fraction(1)))
        bound = targets.hit
        paid = min(possible, key=lambda one: bound.off(asked.hit(one)))
        inside = Targets(targets.edge, None, None, targets.fixed, targets.most)
        tables = _with_paid(asked, paid, inside, silent)
        said = f"the hit frequency: paying whole lines it comes to {100 * float(asked.hit(paid)):.4f} % at the nearest"
        return (tables[0] if tables else None), said
    paid = next(iter(_cuts(asked, targets.hit)))
    problem, rows, start, scale = _problem(asked, paid, targets)
    low, high = ends(problem)
    if high < problem.low:
        pays = problem.most
        said = "the largest pays: " + _limits(targets, f"even they leave an edge of {_edge(start, high, scale)}")
    elif low > problem.high:
        pays = _ascending(problem)
        said = "the smallest pays: " + _limits(
            targets, f"even with the least on every line that keeps their order the edge is {_edge(start, low, scale)}"
        )
    else:
        pays = _closest(problem)
        said = "whole numbers: no table of them comes into the range"
    chosen = _pays(asked, rows, paid, pays)
    return (_solved if asked.main else _priced)(asked, chosen), said


def _closest(problem: DesignProblem) -> tuple[int, ...]:
    """The table nearest to a range that no table of whole numbers meets: a wider range, until one does."""
    width = max(problem.high - problem.low, 1)
    for _ in range(64):
        wider = DesignProblem(
            problem.weights,
            problem.low - width,
            problem.high + width,
            problem.aim,
            problem.now,
            problem.least,
            problem.most,
        )
        found = best(wider, RANKED, ROUND)
        if found:
            return min(found, key=lambda table: abs(table[1] - problem.aim))[0]
        width *= 2
    raise LabError("no table of whole numbers comes near these targets")


def _ascending(problem: DesignProblem) -> tuple[int, ...]:
    pays: list[int] = []
    for least in problem.least:
        pays.append(max(least, pays[-1] if pays else 1))
    return tuple(pays)


def _limits(targets: Targets, said: str) -> str:
    asked = [] if targets.most is None else [f"--max {targets.most:,}"]
    asked += [f"--fix {outcome}={pay}" for outcome, pay in targets.fixed.items()]
    return f"{said}{' with ' + ' and '.join(asked) if asked else ''}"


def _edge(start: Fraction, total: int, scale: int) -> str:
    return f"{100 * float(-(start + Fraction(total, scale))):.4f} %"
