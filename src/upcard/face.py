"""What `import upcard` offers in its own words, where another room's function is not it already."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from upcard.rounds.record import RecordError, round_from_json, round_to_json
from upcard.rounds.record import replay as replay_events
from upcard.rounds.round import Round
from upcard.rules.events import Event
from upcard.rules.game import Game
from upcard.rules.registry import names

if TYPE_CHECKING:
    from upcard.lab.advice import Advice
    from upcard.lab.analysis import Analysis
    from upcard.lab.simulation.engines.run import EngineName
    from upcard.lab.simulation.meters import SimulatedMeter
    from upcard.lab.simulation.report import Simulation
    from upcard.lab.simulation.sessions.answer import SessionAnswer
    from upcard.lab.simulation.table import Chosen, Results


def games() -> list[str]:
    """The names of all games: Upcard's own, those of installed packages, and those registered here.

    >>> games()[:4]
    ['three-card-blitz', 'four-card-split', 'three-card-poker', 'blackjack']
    """
    return names()


def record(round_: Round) -> dict[str, Any]:
    """A round with its rules and everything that happened in it, as `upcard play --record` writes it."""
    return round_to_json(round_)


@overload
def replay(what: Mapping[str, Any]) -> Round: ...
@overload
def replay(what: Game, events: Sequence[Event]) -> Round: ...
def replay(what: Game | Mapping[str, Any], events: Sequence[Event] | None = None) -> Round:
    """A recorded round played again: from what `record` made of it, or from a game and the events of a round.

    What happened may not come out otherwise than it was recorded; `RecordError` names the first event that does.
    """
    if isinstance(what, Game):
        if events is None:
            raise RecordError("to replay a game's round, give its events too")
        return replay_events(what, events)
    return round_from_json(what)


def analyze(
    game: str,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    progress: Callable[[str], None] | None = None,
    **options: str,
) -> "Analysis":
    """The exact expectation of every wager of a game with optimal play, under a house's settings and pay tables.

    `house` and `pays` are as for `--house` and `--pays`: `{"decks": 2}`, `{"pair-plus": "TCP-B"}`; a pay table may
    also be a file, or its name, source and rows. `progress` is called with what is being worked out. Some games know
    further questions (blackjack: `shoe`, `post_split`).
    """
    from upcard.lab.solvers import analyze as solve

    return solve(game, house, pays, progress=progress or _unheard, **options)


def advise(
    game: str,
    hand: str,
    up: str | None = None,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    **options: Any,
) -> "Advice":
    """Every legal action of a hand with its exact expectation, the best first: what the coach says.

    `hand` and `up` are cards as text, the player's and the dealer's upcard where there is one.
    """
    from upcard.lab.advice import advise as ask

    return ask(game, hand, up, house, pays, **options)


@overload
def simulate(
    game: str,
    rounds: int = 100_000,
    seed: int | str = 1,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    jobs: int = 1,
    cluster: str | None = None,
    engine: "EngineName | None" = None,
    progress: Callable[[str], None] | None = None,
) -> "Simulation": ...
@overload
def simulate(
    game: str,
    rounds: int = 100_000,
    seed: int | str = 1,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    strategy: "Chosen | Sequence[Chosen]",
    seats: int = 1,
    bets: Mapping[str, int] | None = None,
    errors: float = 0,
    shuffle: str = "each-round",
    meters: "Mapping[str, SimulatedMeter | Sequence[int]] | None" = None,
    output: str | Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    engine: "EngineName | None" = None,
    progress: Callable[[str], None] | None = None,
) -> "Results": ...
def simulate(
    game: str,
    rounds: int = 100_000,
    seed: int | str = 1,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    strategy: "Chosen | Sequence[Chosen] | None" = None,
    seats: int = 1,
    bets: Mapping[str, int] | None = None,
    errors: float = 0,
    shuffle: str = "each-round",
    meters: "Mapping[str, SimulatedMeter | Sequence[int]] | None" = None,
    output: str | Path | None = None,
    jobs: int = 1,
    cluster: str | None = None,
    engine: "EngineName | None" = None,
    progress: Callable[[str], None] | None = None,
) -> "Simulation | Results":
    """Rounds played and settled in great numbers; the same seed deals the same rounds.

    Without a `strategy` they are played by the lab's own, and stand beside the exact figures. With one (a name, a file,
    a plan or a function, or one for each seat) it is a table of your own with so many `seats`, the `bets` of each in
    cents, `errors` as a share of decisions, `shuffle` as `"each-round"` or `"cut-card"`, `meters` by name as (start,
    reset, rate), and every round in a Parquet file where `output` names one.

    `jobs` processes play side by side, or the workers of a Dask `cluster` (`docs/cluster.md`); what comes out does not
    depend on how many.
    """
    from upcard.lab.crew import crew_at, told

    say = progress or _unheard
    if strategy is None:
        from upcard.lab.simulation.report import simulate_game

        with crew_at(cluster, None, jobs) as many:
            return simulate_game(
                game, house, pays, rounds=rounds, seed=str(seed), jobs=told(many, say), progress=say, engine=engine
            )
    from upcard.lab.simulation import table

    chosen = [strategy] if isinstance(strategy, str | Path) or not isinstance(strategy, Sequence) else strategy
    by_name = table.read_meters(meters or {})
    setup = table.table(
        game, house=house, pays=pays, seats=seats, bets=bets, strategies=chosen, errors=table.read_errors(errors),
        seed=str(seed), continued=table.read_shuffle(shuffle), metered=bool(by_name),
    )  # fmt: skip
    file = None if output is None else Path(output)
    table.check(setup, rounds, engine=engine, workers=jobs, meters=by_name, output=file)
    with crew_at(cluster, None, jobs) as many:
        return table.run(
            setup, rounds, engine=engine, workers=told(many, say), meters=by_name, output=file, progress=say
        )


def session(
    game: str,
    bankroll: int,
    rounds: int,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    bets: Mapping[str, int] | None = None,
    strategy: "Chosen" = "optimal",
    stop_win: int | None = None,
    needs: int | None = None,
    sessions: int | None = None,
    seed: int | str = 1,
    cluster: str | None = None,
    progress: Callable[[str], None] | None = None,
) -> "SessionAnswer":
    """What so many rounds make of a bankroll in cents: how likely it is ruined, and where it stands at the end.

    Worked out where the rounds' chances are known exactly, and simulated beside it (`docs/simulation.md`). `strategy`
    is a name, a file, a plan or a function; a bet is 100 cents on what the game needs, unless `bets` says otherwise.
    """
    from upcard.lab.crew import crew_at, told
    from upcard.lab.simulation.sessions.answer import answer
    from upcard.lab.simulation.sessions.question import SessionQuestion
    from upcard.lab.simulation.table import table

    setup = table(game, house=house, pays=pays, bets=bets, strategies=[strategy], seed=str(seed))
    asked = SessionQuestion(setup, bankroll, rounds, stop_win, needs)
    say = progress or _unheard
    with crew_at(cluster, None, 1) as many:
        return answer(asked, sessions=sessions, workers=told(many, say), progress=say)


def _unheard(_: str) -> None:
    """Where nobody wants to hear how far it is."""
