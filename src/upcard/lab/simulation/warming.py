"""Compiles ahead what simulation needs: kernels, what walks all deals, stops at decisions, carries bankrolls."""

from upcard.lab.kernels import Progress
from upcard.lab.registry import lab_of
from upcard.lab.simulation.engines.run import knows_every_round, why_no_kernel
from upcard.lab.simulation.run import compared
from upcard.lab.simulation.sessions.answer import answer
from upcard.lab.simulation.sessions.question import SessionQuestion
from upcard.lab.simulation.steps import games
from upcard.lab.simulation.table import run, table
from upcard.rules import registry

_BANKROLL = 10_000


def warm(name: str, progress: Progress) -> None:
    """Plays a few rounds of a game that has a kernel, and a few sessions where every deal of a round is walked through.

    A game with a model is worked out for that, and kept.
    """
    game = registry.game(name)()
    if why_no_kernel(compared(game, "")):
        return
    progress(f"{game.title}: rounds by its kernel")
    run(table(game), 100)
    if lab_of(game).steps:
        progress(f"{game.title}: its decisions, one at a time")
        games.warm(name)
    if knows_every_round(game):
        answer(SessionQuestion(table(game), _BANKROLL, 10), sessions=1, progress=progress)
