"""A table as a user sets it up: seats, bets and strategies of one's own; and what simulated rounds came to there."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import isfinite
from pathlib import Path
from time import perf_counter

from upcard.lab.analysis import Json, LabError
from upcard.lab.crew import Workers, refuse_workers
from upcard.lab.kernels import Progress, silent
from upcard.lab.simulation.engines.run import EngineName
from upcard.lab.simulation.meters import SimulatedMeter, SimulatedMeters, meters_of
from upcard.lab.simulation.output.parquet import RoundsFile, check_file
from upcard.lab.simulation.results.distribution import bars, estimate, percentiles
from upcard.lab.simulation.results.tally import Tallies
from upcard.lab.simulation.run import engine_for, gathered, parts, played_by
from upcard.lab.simulation.seating import check_seats
from upcard.lab.simulation.setup import SeatSetup, Setup, look_of
from upcard.lab.strategies.named import OPTIMAL, strategy
from upcard.lab.strategies.plan import Plan
from upcard.lab.strategies.playing import Decider
from upcard.rules.game import Game
from upcard.rules.registry import game as find_game

UNIT = 100
"""Cents of a unit bet, where nobody says otherwise."""
Chosen = str | Path | Plan | Decider


@dataclass(frozen=True, slots=True)
class Results:
    """What the seats of a table won and lost in many rounds."""

    setup: Setup
    tallies: Tallies
    engine: str
    seconds: float
    meters: SimulatedMeters | None = None

    def to_json(self) -> Json:
        """The form that docs/simulation.md describes."""
        setup, game = self.setup, self.setup.game
        seats = {str(number): self._seat(number) for number in sorted(setup.seats)}
        first = seats[str(min(setup.seats))]
        return {
            "game": game.name,
            "house": dict(game.house),
            "pays": {name: table.name for name, table in game.tables.items()},
            "rounds": self.tallies.rounds,
            "seed": setup.seed,
            "shuffle": "cut-card" if setup.continued else "each-round",
            "engine": self.engine,
            "seconds": self.seconds,
            "wagers": first["wagers"],
            "total": first["total"],
            "seats": seats,
            **({"meters": self._meters()} if self.meters else {}),
        }

    def _seat(self, number: int) -> Json:
        seat, tally = self.setup.seats[number], self.tallies.seats[number]
        unit = main_unit(self.setup.game, seat.bets)
        every, course = won(tally.results), self.tallies.courses[number]
        return {
            "strategy": seat.strategy.name,
            "bets": dict(seat.bets),
            "total": {**estimate(won(tally.main), tally.rounds, unit), "average_wager": _staked(tally.main, unit)},
            "all": estimate(every, tally.rounds, 1),
            "percentiles": percentiles(every, tally.rounds),
            "distribution": bars(every),
            "course": {
                "won": course.total,
                "highest": course.highest,
                "lowest": course.lowest,
                "drawdown": course.fall,
                "longest_losing_run": course.longest,
            },
            "wagers": {name: self._wager(number, name, unit) for name in tally.wagers},
        }

    def _wager(self, number: int, name: str, unit: int) -> Json:
        seat, tally = self.setup.seats[number], self.tallies.seats[number]
        gains: Counter[int] = Counter()
        lines: Counter[str] = Counter()
        for (outcomes, _, gain), rounds in tally.wagers[name].items():
            gains[gain] += rounds
            for outcome in outcomes:
                lines[outcome] += rounds
        return {**estimate(gains, tally.rounds, seat.bets.get(name, unit)), "outcomes": dict(lines)}

    def _meters(self) -> Json:
        assert self.meters is not None
        hits = Counter(hit.meter for hit in self.meters.hits)
        return {
            name: {"hits": hits[name], "paid": self.meters.paid[name], "reseeded": self.meters.reseeded[name],
                   "stands_at": micro // 1_000_000}
            for name, micro in self.meters.now.items()
        }  # fmt: skip


def won(pairs: Mapping[tuple[int, int], int]) -> Counter[int]:
    """Results alone, of pairs of stake and result."""
    gains: Counter[int] = Counter()
    for (_, gain), times in pairs.items():
        gains[gain] += times
    return gains


def _staked(pairs: Mapping[tuple[int, int], int], unit: int) -> float:
    rounds = sum(pairs.values())
    return sum(staked * times for (staked, _), times in pairs.items()) / (rounds * unit) if rounds else 0.0


def main_unit(game: Game, bets: Mapping[str, int]) -> int:
    """The stake that a seat's results are reckoned in: its first bet on the game itself, or its first bet."""
    return next((cents for name, cents in bets.items() if not game.is_side(name)), next(iter(bets.values())))


def unit_bets(game: Game, bets: Mapping[str, int] | None = None) -> dict[str, int]:
    """Bets as asked for; without any one unit on what the game itself needs."""
    if bets:
        return dict(bets)
    placed = [w for w in game.wagers if w.placed == "before"]
    needed = [w for w in placed if w.required] or [next(w for w in placed if not w.side)]
    return {w.name: game.fixed_stake(w) or max(UNIT, game.limits(w.name)[0]) for w in needed}


def table(
    game: Game | str,
    *,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    seats: int = 1,
    bets: Mapping[str, int] | None = None,
    strategies: Sequence[Chosen] = (OPTIMAL,),
    errors: Fraction = Fraction(0),
    seed: str = "1",
    continued: bool = False,
    metered: bool = False,
    traced: bool = False,
) -> Setup:
    """A table of so many seats with the same bets; strategies go round if there are fewer of them than seats."""
    made = find_game(game)(house, pays) if isinstance(game, str) else game
    if not 1 <= seats <= made.max_seats:
        raise LabError(f"{made.title} has 1 to {made.max_seats} seats, not {seats}")
    if not strategies or len(strategies) > seats:
        raise LabError(f"{len(strategies)} strategies for {seats} seats; give one for all, or at most one for each")
    if continued and not made.keeps_shoe:
        raise LabError(f"{made.title} is dealt from a fresh shuffle every round; there is no cut card")
    who = [strategy(made, one, errors) for one in strategies]
    stakes = unit_bets(made, bets)
    sitting = {number: SeatSetup(stakes, who[(number - 1) % len(who)]) for number in range(1, seats + 1)}
    check_seats(made, sitting, "this table refuses these bets")
    return Setup(made, sitting, seed, continued, metered, traced)


def read_shuffle(shuffle: str) -> bool:
    """Whether the shoe goes on over rounds, in the word that stands for it."""
    if shuffle not in {"each-round", "cut-card"}:
        raise LabError(f"a shuffle is each-round or cut-card, not {shuffle!r}")
    return shuffle == "cut-card"


def read_errors(errors: float) -> Fraction:
    """A share of all decisions, as it is written: 0.1 is a tenth."""
    if not isfinite(errors):
        raise LabError(f"an error rate of {errors} is no share of all decisions; it lies from 0 to 1")
    return Fraction(str(errors))


def read_meters(given: Mapping[str, SimulatedMeter | Sequence[int]]) -> dict[str, SimulatedMeter]:
    """Meters as they are, or as start, reset and rate."""
    return {
        name: meter if isinstance(meter, SimulatedMeter) else SimulatedMeter(*meter) for name, meter in given.items()
    }


def check(
    setup: Setup,
    rounds: int,
    *,
    engine: EngineName | None = None,
    workers: Workers = 1,
    meters: Mapping[str, SimulatedMeter] | None = None,
    output: Path | None = None,
) -> None:
    """Says what can't be played, before anything is prepared."""
    if rounds < 1:
        raise LabError(f"{rounds} rounds are nothing to play; at least 1 is")
    refuse_workers(workers)
    engine_for(setup, engine)
    if output is not None:
        check_file(output)
    if meters:
        SimulatedMeters.of(setup, meters)
    elif setup.metered:
        raise LabError(f"jackpots are awarded from meters; say what {', '.join(meters_of(setup.game))} start at")


def run(
    setup: Setup,
    rounds: int,
    *,
    engine: EngineName | None = None,
    workers: Workers = 1,
    meters: Mapping[str, SimulatedMeter] | None = None,
    output: Path | None = None,
    progress: Progress = silent,
) -> Results:
    """Plays so many rounds of a table; with `output` each of them is written to a Parquet file."""
    check(setup, rounds, engine=engine, workers=workers, meters=meters, output=output)
    setup = replace(setup, look=look_of(rounds), traced=setup.traced or output is not None)
    chosen = engine_for(setup, engine)
    led = SimulatedMeters.of(setup, meters) if meters else None
    begin = perf_counter()
    played = parts(setup, rounds, engine=chosen, workers=workers)
    if led is not None:
        played = _led(played, led, setup.look, traced=setup.traced)

    def results(found: Tallies) -> Results:
        return Results(setup, found, played_by(chosen, workers), round(perf_counter() - begin, 3), led)

    if output is None:
        return results(gathered(setup, played, rounds, progress))
    with RoundsFile(output, setup) as file:
        found = results(gathered(setup, _written(played, file), rounds, progress))
        file.close(found.to_json())
    return found


def _written(played: Iterator[Tallies], file: RoundsFile) -> Iterator[Tallies]:
    """Parts whose rounds have been written one by one, and are let go."""
    for part in played:
        for staked, nets in zip(part.staked, part.trace, strict=True):
            file.add(staked, nets)
        part.let_go()
        yield part


def _led(played: Iterator[Tallies], meters: SimulatedMeters, look: int, *, traced: bool) -> Iterator[Tallies]:
    """Parts with their awards in them."""
    for part in played:
        meters.lead(part)
        part.claimed = []  # they have their awards; in a year there are many
        part.follow(look)
        if not traced:
            part.let_go()
        yield part
