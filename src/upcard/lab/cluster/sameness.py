"""Whether two machines mean the same: Upcard's version, a hash of all that results depend on, and every game's own.

A version's number alone says too little: a checkout has the number of the version before it.
"""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from upcard import __version__
from upcard.lab.kernels import sources_hash
from upcard.rules import registry

_ROOT = Path(__file__).parents[2]
_ROOMS = ("cards", "rules", "rounds", "lab")
_SOURCES = {".py", ".toml"}


@dataclass(frozen=True, slots=True)
class Sameness:
    """What has to be alike."""

    version: str
    sources: str
    """A hash of the rules, of the rounds and of the lab."""
    games: tuple[tuple[str, str], ...] = ()
    """Games that are not Upcard's own, each with a hash of its sources."""

    def __str__(self) -> str:
        return f"Upcard {self.version} with rules {self.sources}"


@cache
def _own() -> tuple[str, str]:
    files = (file for room in _ROOMS for file in (_ROOT / room).rglob("*") if file.suffix in _SOURCES)
    return __version__, sources_hash(files)


def here(games: Iterable[str] = ()) -> Sameness:
    """What there is in this process; for games by their names."""
    return Sameness(*_own(), tuple((name, _hash_of(name)) for name in sorted(set(games)) if not _is_own(name)))


def _is_own(name: str) -> bool:
    return registry.game(name).__module__.startswith("upcard.")


def _hash_of(name: str) -> str:
    module = sys.modules[registry.game(name).__module__]
    file = getattr(module, "__file__", None)
    return sources_hash(_files(Path(file), in_package="." in module.__name__)) if file else ""


def _files(file: Path, *, in_package: bool) -> Iterator[Path]:
    """A game's file; where it is one of a package, the other files of the package too."""
    if in_package or file.name == "__init__.py":
        yield from (other for other in file.parent.iterdir() if other.suffix in _SOURCES)
    else:
        yield file


def difference(wanted: Sameness) -> str:
    """What this process has otherwise, in words; nothing where it is the same."""
    version, sources = _own()
    if (version, sources) != (wanted.version, wanted.sources):
        return f"it has {Sameness(version, sources)}, and this command is {wanted}; install the same Upcard on both"
    for name, hashed in wanted.games:
        if name not in registry.names():
            return f"it has no game {name!r}; install the package of that game there too"
        if _hash_of(name) != hashed:
            return f"its {name!r} is not the one that is here; install the same package of that game on both"
    return ""
