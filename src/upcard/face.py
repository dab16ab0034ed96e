"""What `import upcard` offers in its own words, where another room's function is not it already."""

from collections.abc import Callable, Mapping, Sequence
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
    from upcard.lab.simulation.report import Simulation


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


def simulate(
    game: str,
    rounds: int = 100_000,
    seed: int | str = 1,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    *,
    jobs: int = 1,
    progress: Callable[[str], None] | None = None,
) -> "Simulation":
    """Rounds played by the lab's strategy and settled, beside the exact figures; the same seed deals the same rounds.

    `jobs` processes play side by side; what comes out does not depend on how many.
    """
    from upcard.lab.simulation.report import simulate_game

    return simulate_game(game, house, pays, rounds=rounds, seed=str(seed), jobs=jobs, progress=progress or _unheard)


def _unheard(_: str) -> None:
    """Where nobody wants to hear how far it is."""
