"""Which figures there are to verify: the rulebook's, and those that installed games bring."""

from collections.abc import Iterator

from upcard.lab.figures import published
from upcard.lab.figures.file import figures_of
from upcard.lab.figures.published import Figure
from upcard.rules import registry
from upcard.rules.game import Game


def figures_for(name: str | None = None) -> Iterator[Figure]:
    """The figures of one game, or all."""
    if name is not None:
        yield from of_game(registry.game(name))
        return
    yield from published.figures()
    for other in registry.others():
        yield from figures_of(registry.game(other))


def of_game(kind: type[Game]) -> Iterator[Figure]:
    """The published figures of a game, and those of its own package."""
    own = f"{kind.rulebook}-"
    yield from (figure for figure in published.figures() if figure.rule.startswith(own))
    yield from figures_of(kind)
