"""The games there are: the house's own, those of installed packages, and those a program registers."""

from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points

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


class BrokenGame(UnknownGame):
    """A game whose package is installed and can't be loaded."""

    def __init__(self, name: str, reason: str) -> None:
        LookupError.__init__(self, f"the game {name!r} is installed and can't be loaded: {reason}")


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
    """The names of the games that are not Upcard's own: of installed packages, and registered by this program.

    One that is broken is left out, so that it does not take the others down with it; `broken` says why.
    """
    found = [*(entry.name for entry in _installed() if not _fault(entry)), *_registered]
    return [name for name in dict.fromkeys(found) if name not in _OWN]


def broken() -> dict[str, str]:
    """Installed games that can't be offered, and why."""
    faults = {entry.name: _fault(entry) for entry in _installed() if entry.name not in (*_OWN, *_registered)}
    return {name: fault for name, fault in faults.items() if fault}


def _installed() -> list[EntryPoint]:
    return list(entry_points(group=ENTRY_POINTS))


@cache
def _fault(entry: EntryPoint) -> str:
    """Why an installed game can't be offered; empty where it can."""
    try:
        kind = entry.load()
        if not (isinstance(kind, type) and issubclass(kind, Game)):
            return f"{entry.value} is no class of a game"
        if kind.name != entry.name:
            return f"it calls itself {kind.name!r}; the entry point and the class must give one name"
        kind()
    except Exception as error:  # noqa: BLE001 (whatever somebody else's module does when it is loaded)
        place = f" (line {error.lineno} of {error.filename})" if isinstance(error, SyntaxError) else ""
        said = str(getattr(error, "msg", error) if place else error)
        return " ".join(f"{type(error).__name__}: {said}{place}".split())
    return ""


def game(name: str) -> type[Game]:
    """The game of that name; its module is loaded when it is first asked for."""
    if name in _registered:
        return _registered[name]
    found: object
    if name in _OWN:
        module, _, attribute = _OWN[name].partition(":")
        found = getattr(import_module(module), attribute)
    else:
        found = next((_loaded(entry) for entry in _installed() if entry.name == name), None)
    if found is None:
        raise UnknownGame(name)
    assert isinstance(found, type)
    assert issubclass(found, Game)
    return found


def _loaded(entry: EntryPoint) -> type[Game]:
    """The class that an entry point names; what can't be loaded is told."""
    try:
        found = entry.load()
    except Exception as error:
        raise BrokenGame(entry.name, _fault(entry)) from error
    if not (isinstance(found, type) and issubclass(found, Game) and found.name == entry.name):
        raise BrokenGame(entry.name, _fault(entry))
    return found
