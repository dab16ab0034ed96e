"""What takes long, in the lab's process: strategies, designed tables, rounds by the million, reports, years."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from upcard.rules.game import Game
from upcard.web.lab.passing import received
from upcard.web.lab.variant import named

if TYPE_CHECKING:
    from upcard.lab.memorable.findings import Findings
    from upcard.lab.simulation.engines.run import EngineName

Json = dict[str, Any]
Tell = Callable[[Json], None]

SESSIONS, LENGTH = 400, 200
"""Sessions that the fan is drawn from, and how many rounds each has."""
FEW = 40
"""Sessions where every round is played by the script."""
SHARES = (5, 25, 50, 75, 95)
"""Per cent of the sessions that end below each line of the fan."""
POINTS = 240
"""Points of a line that is drawn."""
DAYS = 365
WHOLE = 100
LARGE = 40
"""Hits that are told one by one."""


def progress(tell: Tell) -> Callable[[str], None]:
    """What a solver says of how far it is, passed on."""
    return lambda words: tell({"words": words})


_found: "dict[str, Findings]" = {}
"""What was found last: somebody who has read the lists asks where they err."""


def _findings(tell: Tell, game: Game) -> "Findings":
    from upcard.lab.memorable.findings import find

    key = named(game)
    if key not in _found:
        found = find(game, progress(tell))
        _found.clear()
        _found[key] = found
    return _found[key]


def strategy(tell: Tell, rules: Json) -> Json:
    """What `upcard strategy --json` prints."""
    return _findings(tell, received(rules)).to_json()


def errors(tell: Tell, rules: Json, name: str, rounds: int) -> Json:
    """Which hands a list of rules plays otherwise than the best play."""
    from upcard.lab.analysis import LabError
    from upcard.web.lab.changes import errors as compare

    game = received(rules)
    plans = {one.name: one.plan for one in _findings(tell, game).strategies if one.plan is not None}
    if name not in plans:
        raise LabError(f"{game.title} has no list of rules {name!r}; it has {', '.join(plans) or 'none'}")
    return compare(tell, game, plans[name], rounds)


def design(tell: Tell, rules: Json, asked: Json) -> Json:
    """What `upcard design --json` prints."""
    from upcard.lab.design.designing import design as search
    from upcard.lab.design.targets import Targets, read_bounds

    hit, sd = asked.get("hit"), asked.get("sd")
    targets = Targets(
        read_bounds("edge", asked["edge"], percent=True),
        read_bounds("hit", hit, percent=True) if hit else None,
        read_bounds("sd", sd, percent=False) if sd else None,
        dict(asked.get("fixed") or {}),
        asked.get("most"),
    )
    return search(received(rules), asked["wager"], targets, progress(tell)).to_json()


def simulate(tell: Tell, rules: Json, rounds: int, seed: str) -> Json:
    """Rounds played beside the exact figures; whoever stops it keeps what has come out."""
    from time import perf_counter

    from upcard.cards.shuffle import SeededSource
    from upcard.lab.simulation.players import SEAT, player
    from upcard.lab.simulation.report import compare
    from upcard.lab.simulation.results.tally import Tallies, Tally
    from upcard.lab.simulation.run import Band, compared, engine_for, parts, refuse
    from upcard.lab.simulation.seating import watched
    from upcard.lab.solvers import solver

    game = received(rules)
    refuse(game, rounds)
    analysis = solver(game.name).solve(game, progress(tell))
    exact = float(analysis.total.ev) if analysis.total is not None else None
    setup = compared(game, seed)
    engine = engine_for(setup, None)
    found, band = Tallies(seats={number: Tally() for number in sorted(setup.seats)}), Band(setup)
    begin, stopped, line = perf_counter(), False, list[Json]()
    try:
        for part in parts(setup, rounds, engine=engine):
            found.merge(part)
            band.add(part)
            mean, error = band.estimate()
            line.append({"rounds": found.rounds, "mean": mean, "se": error})
            tell({"words": f"{found.rounds:,} of {rounds:,} rounds", "of": rounds, "exact": exact, **line[-1]})
    except KeyboardInterrupt:
        stopped = True
        if not found.rounds:
            raise
    seconds = round(perf_counter() - begin, 3)
    tally = found.watched(SEAT, watched(player(game, SeededSource(""))))
    said = compare(game, analysis, tally, seed, engine, seconds).to_json()
    fan = None if stopped else _fan(tell, game, seed, engine)
    return {**said, "stopped": stopped, "asked": rounds, "line": _thinned(line), "exact": exact, "fan": fan}


def _thinned(line: list[Json]) -> list[Json]:
    step = max(1, len(line) // POINTS)
    return [*line[:-1:step], *line[-1:]]


def _fan(tell: Tell, game: Game, seed: str, engine: "EngineName") -> Json:
    """Where sessions of a player of one unit a bet stand after every round."""
    import numpy as np

    from upcard.lab.simulation.run import parts
    from upcard.lab.simulation.table import main_unit, table

    setup = table(game, seed=f"{seed}/sessions", traced=True)
    seat = setup.seats[1]
    sessions = SESSIONS if engine == "kernel" else FEW
    tell({"words": f"{sessions} sessions of {LENGTH} rounds"})
    blocks = [block for part in parts(setup, sessions * LENGTH, engine=engine) for block in part.trace]
    nets = np.concatenate(blocks)[:, 0]
    stands = np.cumsum(nets.reshape(sessions, LENGTH), axis=1) / main_unit(game, seat.bets)
    lines = np.percentile(stands, SHARES, axis=0)
    step = max(1, LENGTH // 50)
    return {
        "sessions": sessions,
        "rounds": LENGTH,
        "bets": dict(seat.bets),
        "lines": [
            {"round": at, **{f"p{share}": float(lines[row][at - 1]) for row, share in enumerate(SHARES)}}
            for at in range(step, LENGTH + 1, step)
        ],
    }


def report(tell: Tell, rules: Json, command: str, date: str) -> dict[str, bytes]:
    """The math report in all its forms."""
    from upcard.extras import need

    need("reports")
    from upcard.lab.reports.par import ReportOrder
    from upcard.lab.reports.par import report as make
    from upcard.lab.reports.writing import FORMS

    said = make(received(rules), ReportOrder(command, date), progress(tell))
    found: dict[str, bytes] = {}
    for form, form_of in FORMS.items():
        tell({"words": f"writing {form.lstrip('.')}"})
        found[f"report{form}"] = form_of(said)
    return found


def changes(tell: Tell, rules: Json, before: Json, rounds: int) -> Json:
    """Which hands are played otherwise than under the rules before."""
    from upcard.web.lab.changes import changes as compare

    return compare(tell, received(rules), received(before), rounds)


def year(tell: Tell, rules: Json, wager: str, meters: Mapping[str, Json], bets: int, seed: str) -> Json:
    """A progressive wager's year: its meters led through simulated rounds, `bets` of them a day at one table."""
    from upcard.lab.analysis import LabError, ProgressiveAnalysis, fraction
    from upcard.lab.meters.hold import long_run
    from upcard.lab.simulation.meters import SimulatedMeter
    from upcard.lab.simulation.table import run, table, unit_bets
    from upcard.lab.solvers import solver

    game = received(rules)
    found = solver(game.name).solve(game, progress(tell)).wagers.get(wager)
    if not isinstance(found, ProgressiveAnalysis):
        raise LabError(f"{wager} of {game.title} is paid from no meter")
    stake = int(found.stake * 100)
    led = {name: SimulatedMeter(int(m["start"]), int(m["reset"]), int(m["rate"])) for name, m in meters.items()}
    if set(led) != set(found.per_dollar):
        raise LabError(f"the meters of {wager} are {', '.join(found.per_dollar)}; say start, reset and rate of each")
    setup = table(game, bets={**unit_bets(game), wager: stake}, seed=seed, metered=True)
    said = run(setup, bets * DAYS, meters=led, progress=progress(tell))
    assert said.meters is not None
    hold = long_run(
        found,
        {name: Fraction(meter.reset, 100) for name, meter in led.items()},
        {name: Fraction(meter.rate, 1_000_000) for name, meter in led.items()},
    )
    hits = [
        {"day": (hit.round + 1) / bets, "meter": hit.meter, "percent": hit.percent, "standing": hit.standing,
         "amount": hit.amount}
        for hit in said.meters.hits
    ]  # fmt: skip
    return {
        "wager": wager,
        "stake": stake,
        "days": DAYS,
        "bets": bets,
        "hits": len(hits),
        "placed": dict(setup.seats[1].bets),
        "large": sorted(hits, key=_amount, reverse=True)[:LARGE],
        "line": _meter_line(led, hits, bets, said.meters.fed),
        "paid": dict(said.meters.paid),
        "reseeded": dict(said.meters.reseeded),
        "stands_at": {name: micro // 1_000_000 for name, micro in said.meters.now.items()},
        "hold": fraction(hold.hold),
        "average": {name: fraction(average) for name, average in hold.average.items()},
    }


def _amount(hit: Json) -> int:
    return int(hit["amount"])


def _meter_line(led: Mapping[str, Any], hits: list[Json], bets: int, fed: Mapping[str, int]) -> list[Json]:
    """What each meter shows over the year: it climbs evenly, and a hit that takes all of it sends it back."""
    return [point for name in led for point in _one_meter(name, led[name], hits, fed.get(name, 0) * bets / 1_000_000)]


def _one_meter(name: str, meter: Any, hits: list[Json], a_day: float) -> list[Json]:
    points = [(0.0, float(meter.start))]
    for hit in hits:
        if hit["meter"] == name and hit["percent"] == WHOLE:
            points += [(hit["day"], float(hit["standing"])), (hit["day"], float(meter.reset))]
    day, cents = points[-1]
    points.append((float(DAYS), cents + a_day * (DAYS - day)))
    step = max(1, len(points) // (2 * POINTS))
    return [{"meter": name, "day": day, "dollars": cents / 100} for day, cents in [*points[:-1:step], points[-1]]]


LONG: dict[str, Callable[..., Any]] = {
    "strategy": strategy, "design": design, "simulate": simulate, "report": report, "year": year, "changes": changes,
    "errors": errors,
}  # fmt: skip
