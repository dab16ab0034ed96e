"""The games there are: the house's own, those of installed packages, and those a program registers."""

from importlib import import_module
from importlib.metadata import entry_points

from upcard.rules.game import Game

ENTRY_POINTS = "upcard.games"
"""The entry-point group under which another package offers a game."""

_OWN = {
    "three-card-blitz": "upcard.rules.three_card_blitz.game:ThreeCardBlitz",
    "four-card-split": "upcard.rules.four_card_split.game:FourCardSplit",
    "three-card-poker": "upcard.rules.three_card_poker.game:ThreeCardPoker",
    "blackjack": "upcard.rules.blackjack.game:Blackjack",
}
_registered: dict[str, type[Game]] = {}


class UnknownGame(LookupError):
    """A name that no game has."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no game {name!r}; the games are {', '.join(names())}")


def register(game: type[Game]) -> type[Game]:
    """Adds a game; usable as a decorator."""
    _registered[game.name] = game
    return game


def unregister(name: str) -> None:
    """Takes a registered game out again."""
    _registered.pop(name, None)


def names() -> list[str]:
    """The names of all games."""
    return [*_OWN, *others()]


def others() -> list[str]:
    """The names of the games that are not Upcard's own: of installed packages, and registered by this program."""
    found = [*(entry.name for entry in entry_points(group=ENTRY_POINTS)), *_registered]
    return [name for name in dict.fromkeys(found) if name not in _OWN]


def game(name: str) -> type[Game]:
    """The game of that name; its module is loaded when it is first asked for."""
    if name in _registered:
        return _registered[name]
    found: object
    if name in _OWN:
        module, _, attribute = _OWN[name].partition(":")
        found = getattr(import_module(module), attribute)
    else:
        found = next((entry.load() for entry in entry_points(group=ENTRY_POINTS) if entry.name == name), None)
    if found is None:
        raise UnknownGame(name)
    assert isinstance(found, type)
    assert issubclass(found, Game)
    return found
