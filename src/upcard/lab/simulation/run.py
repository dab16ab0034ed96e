"""Plays rounds: stretches of a stream side by side, by a game's kernel or by its script, added up in their order."""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from math import sqrt

from upcard.cards.shuffle import SeededSource, Source
from upcard.lab.analysis import LabError
from upcard.lab.crew import Crew, Workers, refuse_workers
from upcard.lab.kernels import Progress, silent
from upcard.lab.processes import LabProcesses
from upcard.lab.simulation import script
from upcard.lab.simulation.engines.run import EngineName, player_of, why_no_kernel
from upcard.lab.simulation.players import SEAT, StrategyPlayer, player
from upcard.lab.simulation.results.tally import Tallies, Tally
from upcard.lab.simulation.seating import check_seats, compared_seats, watched
from upcard.lab.simulation.setup import STRETCH, SeatSetup, Setup, lengths
from upcard.lab.simulation.work import Work, play
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

FEWEST = 5_000
"""Fewer rounds say little about frequencies, and one rare hand is too much of them."""
TOGETHER: dict[EngineName, int] = {"kernel": 64, "round": 1}
"""Stretches that are played between two looks at what has come out."""
SENT: dict[EngineName, int] = {"kernel": 256, "round": 4}
"""The most stretches that are sent away together: they should take longer than their way."""
SHARES = 8
"""Pieces of work for each of a crew, so that one who is slow keeps the others waiting for little."""

MakePlayer = Callable[[Game, Source], StrategyPlayer]


@dataclass(slots=True)
class Sided:
    """A lab's player as the strategy of all its seats."""

    sides: StrategyPlayer
    name: str = "player"

    def act(self, played: Round, turn: Turn, source: Source) -> Act:
        """The player's move."""
        self.sides.source = source
        return self.sides.act(played, turn)


def engine_for(setup: Setup, asked: EngineName | None) -> EngineName:
    """The engine that plays a setup: the one asked for, or the kernel where there is one."""
    reason = why_no_kernel(setup)
    if asked == "kernel" and reason:
        raise LabError(f"{reason}; ask for --engine round")
    return asked or ("round" if reason else "kernel")


def played_by(engine: EngineName, workers: Workers) -> str:
    """What a result says of who played it (the contract's `engine`)."""
    return engine if isinstance(workers, int) else "cluster"


def parts(setup: Setup, rounds: int, *, engine: EngineName | None = None, workers: Workers = 1) -> Iterator[Tallies]:
    """What so many rounds come to, part by part in their order; the same for any number of workers."""
    chosen = engine_for(setup, engine)
    if not isinstance(workers, int):
        yield from _sent(workers, Work.of(setup, chosen), rounds, setup.game.name)
        return
    together = TOGETHER[chosen]
    every = -(-rounds // STRETCH)
    tasks = [(first, lengths(rounds, first, min(together, every - first))) for first in range(0, every, together)]
    workers = min(workers, len(tasks))
    if workers <= 1:
        alone = player_of(setup, chosen)
        for first, sizes in tasks:
            yield alone(first, sizes)
        return
    work = Work.of(setup, chosen)
    with LabProcesses(workers) as pool:
        yield from _in_order(pool, work, tasks, workers)


def _in_order(
    pool: ProcessPoolExecutor, work: Work, tasks: list[tuple[int, list[int]]], workers: int
) -> Iterator[Tallies]:
    """Results in the order of the tasks, with few of them waiting, so that memory stays flat."""
    waiting = [pool.submit(play, work, *task) for task in tasks[: 2 * workers]]
    for more in range(len(tasks)):
        yield waiting.pop(0).result()
        if more + 2 * workers < len(tasks):
            waiting.append(pool.submit(play, work, *tasks[more + 2 * workers]))


def shared(every: int, most: int, crew: Crew) -> int:
    """How many of so many things are sent away together."""
    return max(1, min(most, -(-every // (SHARES * crew.strength))))


def _sent(crew: Crew, work: Work, rounds: int, game: str) -> Iterator[Tallies]:
    every = -(-rounds // STRETCH)
    together = shared(every, SENT[work.engine], crew)
    tasks = ((work, first, lengths(rounds, first, min(together, every - first))) for first in range(0, every, together))
    return crew.each(play, tasks, [game])


def play_rounds(game: Game, rounds: int, seed: str, make_player: MakePlayer = player) -> Tally:
    """Plays so many rounds by the script, in this process."""
    setup = compared(game, seed, make_player)
    found = script.play(setup, 0, [rounds])
    return found.watched(SEAT, watched(make_player(game, SeededSource(""))))


def simulate(
    game: Game,
    rounds: int,
    seed: str,
    *,
    jobs: Workers = 1,
    progress: Progress = silent,
    make_player: MakePlayer = player,
    engine: EngineName | None = None,
) -> Tally:
    """Plays so many rounds at the seats that are held against the exact analysis."""
    refuse(game, rounds, jobs, make_player)
    setup = compared(game, seed, make_player)
    found = gathered(setup, parts(setup, rounds, engine=engine, workers=jobs), rounds, progress)
    return found.watched(SEAT, watched(make_player(game, SeededSource(""))))


def gathered(setup: Setup, played: Iterator[Tallies], rounds: int, progress: Progress = silent) -> Tallies:
    """Adds up the parts and says how far they are; whoever interrupts gets what has come out so far."""
    found = Tallies(seats={number: Tally() for number in sorted(setup.seats)})
    band = Band(setup)
    try:
        for part in played:
            found.merge(part)
            band.add(part)
            progress(f"{setup.game.title}: {found.rounds:,} of {rounds:,} rounds, {band}")
    except KeyboardInterrupt:
        if not found.rounds:
            raise
    return found


class Band:
    """The running estimate of the first seat's result in units of its first bet, and where it lies."""

    def __init__(self, setup: Setup) -> None:
        self.seat = min(setup.seats)
        self.unit = next(iter(setup.seats[self.seat].bets.values()))
        self.rounds = 0
        self.sum = self.squares = 0.0

    def add(self, part: Tallies) -> None:
        """Takes in what has been played since."""
        tally = part.seats[self.seat]
        self.rounds += tally.rounds
        for (_, won), times in tally.main.items():
            units = won / self.unit
            self.sum += units * times
            self.squares += units * units * times

    def estimate(self) -> tuple[float, float]:
        """The mean so far, with its standard error."""
        mean = self.sum / self.rounds
        return mean, sqrt(max(self.squares / self.rounds - mean * mean, 0.0) / self.rounds)

    def __str__(self) -> str:
        mean, error = self.estimate()
        return f"{mean * 100:+.3f} % ± {196 * error:.3f}"


def compared(game: Game, seed: str, make_player: MakePlayer = player) -> Setup:
    """The seats that are held against the exact analysis."""
    if make_player is player:
        return Setup(game, compared_seats(game), seed)
    sides = Sided(make_player(game, SeededSource("")))
    return Setup(game, {number: SeatSetup(bets, sides) for number, bets in sides.sides.bets.items()}, seed)


def refuse(game: Game, rounds: int, jobs: Workers = 1, make_player: MakePlayer = player) -> None:
    """Says what can't be held against the exact analysis, before anything is worked out."""
    if rounds < FEWEST:
        raise LabError(f"{rounds} rounds are too few to compare frequencies with; play at least {FEWEST:,}")
    refuse_workers(jobs)
    game.refuse_lab_only()
    if game.house.get("aggregate-limit") is not None:
        raise LabError(
            "aggregate-limit cuts pays that the exact analysis counts in full; simulate without it, or at a table of "
            "your own: name --seats or --bets"
        )
    bets = make_player(game, SeededSource("")).bets
    check_seats(
        game, {number: SeatSetup(stakes, Sided(player(game, SeededSource("")))) for number, stakes in bets.items()}
    )
