"""The analysis of any game: from its model, or else through its script."""

from upcard.lab.analysis import Analysis, LabError
from upcard.lab.general.asking import model_of, unlimited
from upcard.lab.general.methods.showdown import Unsuited
from upcard.lab.general.solution import solution
from upcard.lab.kernels import Progress
from upcard.lab.walking.solving import solve as walk
from upcard.rules.game import Game
from upcard.rules.needs import Illegal


def solve(game: Game, progress: Progress, *, limit: str = "", **options: str) -> Analysis:
    """Every wager of a game, exactly; `limit` is how many rounds may be walked where nothing else is possible."""
    free = unlimited(game)
    model = model_of(free)
    if model is None or (model.strength is None and not model.facts):
        return walk(free, progress, limit=limit, **options)
    if options:
        raise LabError(f"{game.title} has no {', '.join(options)} to analyse")
    try:
        return solution(free, model, progress).analysis()
    except Unsuited as unsuited:
        try:
            return walk(free, progress, limit=limit)
        except LabError as too_large:
            raise LabError(f"{unsuited}; and {too_large}") from too_large
    except Illegal as illegal:
        raise LabError(f"all wagers of {game.title} together make no bet: {illegal}") from illegal


def warm(progress: Progress) -> None:
    """Nothing is compiled here."""
    progress("nothing to compile")
