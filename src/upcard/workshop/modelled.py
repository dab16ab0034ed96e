"""The model that a game gives of itself is the game: the lab works it out and finds no deal that says otherwise.

And the figures that its package gives come out of it.
"""

from upcard.rules.rulebook import FIGURES, beside
from upcard.workshop.verdict import Fault
from upcard.workshop.world import World


def model(world: World) -> str:
    """The lab's analysis by the model, which it holds against the script on deals of every case and at random."""
    game = world.houses[0]
    from upcard.lab.analysis import LabError
    from upcard.lab.general.asking import model_of

    try:
        claimed = model_of(game)
    except LabError as error:
        raise Fault(str(error)) from error
    if claimed is None:
        return "no model: nothing is claimed"
    from upcard.lab.general.estimated import sides
    from upcard.lab.solvers import analyze
    from upcard.lab.walking.walker import TooLarge

    try:
        return analyze(game.name).method
    except TooLarge as error:
        if not claimed.side or claimed.strength is not None or claimed.facts or claimed.alike is not None:
            raise Fault(str(error)) from error
    except LabError as error:
        raise Fault(str(error)) from error
    try:
        return f"exact: {', '.join(sides(game))}; of the game itself nothing is claimed, and it is estimated"
    except LabError as error:
        raise Fault(str(error)) from error


def figures(world: World) -> str:
    """Every figure that the package gives comes out as it is printed."""
    if beside(world.kind, FIGURES) is None:
        return "none given"
    from upcard.lab.analysis import LabError
    from upcard.lab.figures.file import figures_of

    try:
        found = list(figures_of(world.kind))
        wrong = [figure for figure in found if not figure.agrees]
    except LabError as error:
        raise Fault(str(error)) from error
    if wrong:
        raise Fault("; ".join(f"{one.what} is {one.computed}, and {one.published} is printed" for one in wrong))
    return f"{len(found)} of {len(found)} agree"
