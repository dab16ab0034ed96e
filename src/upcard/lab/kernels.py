"""Compiled code and generated arrays, kept on disk and never trusted beyond their sources.

Numba's own cache does not notice that a function in another file was edited, so the folder that holds compiled code is
named by a hash of every kernel source. Arrays that were made by calling the rules' atoms are kept under a hash of the
sources they come from and of the atoms' own byte code: an edited rule, or an atom replaced in a test, is a new array.
"""

import hashlib
import os
import sys
import tempfile
import types
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

from upcard.lab.sources import package_sources

_LAB = Path(__file__).parent

Array = np.ndarray[Any, np.dtype[Any]]
Int = Any
"""A whole number inside a kernel, of whatever width."""

Progress = Callable[[str], None]


def silent(_: str) -> None:
    """The progress of somebody who doesn't want to hear it."""


def cores() -> int:
    """How many processes or threads can work side by side here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def cache_folder() -> Path:
    """Where compiled code and arrays are kept: `UPCARD_CACHE`, or the user's cache folder."""
    told = os.environ.get("UPCARD_CACHE")
    return Path(told) if told else Path(platformdirs.user_cache_dir("upcard"))


_file_hashes: dict[Path, tuple[int, int, bytes]] = {}


def _hash_file(file: Path) -> bytes:
    """A file's hash, worked out again only when the file has changed."""
    now = file.stat()
    known = _file_hashes.get(file)
    if known is None or known[:2] != (now.st_mtime_ns, now.st_size):
        digest = hashlib.sha256(file.name.encode() + b"\0" + file.read_bytes()).digest()
        known = _file_hashes[file] = (now.st_mtime_ns, now.st_size, digest)
    return known[2]


def _hash_files(files: Iterable[Path]) -> str:
    return hashlib.sha256(b"".join(_hash_file(file) for file in sorted(files))).hexdigest()[:16]


def sources_hash(files: Iterable[Path]) -> str:
    """A hash of source files as they are now."""
    return _hash_files(files)


@cache
def kernel_hash() -> str:
    """A hash of every kernel source of the lab, of Python and of Numba."""
    import numba

    sources = _hash_files(_LAB.rglob("*kernels.py"))
    told = f"{sources} {sys.version} {numba.__version__} {np.__version__}"
    return hashlib.sha256(told.encode()).hexdigest()[:16]


@cache
def _numba() -> Any:
    """Numba, with its cache folder set before the first kernel is decorated."""
    import numba

    folder = cache_folder() / "kernels" / kernel_hash()
    config: Any = numba.config
    try:
        folder.mkdir(parents=True, exist_ok=True)
        config.CACHE_DIR = str(folder)
    except OSError:  # a read-only home: compile in memory
        config.CACHE_DIR = ""
    return numba


def kernel(*, parallel: bool = False, inline: str = "never") -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorates a function that Numba compiles on first use and keeps on disk."""
    decorate: Callable[[Callable[..., Any]], Callable[..., Any]] = _numba().njit(
        cache=bool(_numba().config.CACHE_DIR), parallel=parallel, nogil=True, inline=inline
    )
    return decorate


def _warm_mark(game: str) -> Path:
    return cache_folder() / "kernels" / kernel_hash() / f"warm-{game}"


def is_warm(game: str) -> bool:
    """Whether a game's code, compiled from the present sources, is on disk, so that nobody waits for the compiler."""
    return _warm_mark(game).exists()


def mark_warm(game: str) -> None:
    """Notes that a game's kernels have been compiled and kept."""
    mark = _warm_mark(game)
    if mark.parent.exists():
        mark.touch()


@cache
def _code_digest(code: types.CodeType) -> bytes:
    digest = hashlib.sha256(code.co_code + repr(code.co_names).encode())
    for constant in code.co_consts:
        digest.update(_code_digest(constant) if isinstance(constant, types.CodeType) else _said(constant))
    return digest.digest()


def _said(value: object) -> bytes:
    """A plain value in words that are the same in every process: a set of names has no order of its own."""
    if isinstance(value, frozenset):
        return repr(sorted(map(repr, value))).encode()
    return repr(value).encode()


def _module_digest(name: str) -> bytes:
    """A module as it is now: its source, and every function and plain value bound in it, replaced ones included."""
    module = import_module(name)
    file = getattr(module, "__file__", None)  # a built-in one has none
    digest = hashlib.sha256(_hash_file(Path(file)) if file else b"")
    for key, value in sorted(vars(module).items()):
        plain = getattr(value, "__wrapped__", value)
        if isinstance(plain, types.FunctionType):
            digest.update(key.encode() + _code_digest(plain.__code__))
        elif isinstance(value, int | str | tuple | frozenset):
            digest.update(key.encode() + _said(value))
    return digest.digest()


def _used_by(name: str) -> Iterator[str]:
    """The modules of the rules that a module takes functions and types from: a game's points, beside its hands."""
    for value in vars(import_module(name)).values():
        if isinstance(value, type | types.FunctionType) and value.__module__.startswith("upcard.rules."):
            yield value.__module__


def fingerprint(*atoms: Callable[..., Any]) -> str:
    """What arrays made by these atoms depend on: their modules, what these take from others, the cards, as of now."""
    names = package_sources(atom.__module__ for atom in atoms)
    names |= {used for name in names for used in _used_by(name)} | {"upcard.cards.card", "upcard.cards.poker"}
    digest = hashlib.sha256()
    for name in sorted(names):
        digest.update(_module_digest(name))
    for atom in atoms:  # one that was made inside a function is in no module
        code = getattr(getattr(atom, "__wrapped__", atom), "__code__", None)
        digest.update(repr(atom).encode() if code is None else _code_digest(code))
    return digest.hexdigest()[:16]


_in_memory: dict[str, Array] = {}


def stored(name: str, make: Callable[[], Array], *atoms: Callable[..., Any]) -> Array:
    """An array made by calling atoms: from memory, from disk, or made now and kept."""
    key = f"{name}-{fingerprint(*atoms)}"
    if key in _in_memory:
        return _in_memory[key]
    file = cache_folder() / "arrays" / f"{key}.npy"
    array = _read(file)
    if array is None:
        array = make()
        _write(file, array)
    array.setflags(write=False)
    _in_memory[key] = array
    return array


def _read(file: Path) -> Array | None:
    try:
        loaded: Array = np.load(file, allow_pickle=False)
    except (OSError, ValueError, EOFError):  # not there, or torn: it is made again
        return None
    return loaded


def _write(file: Path, array: Array) -> None:
    """Writes beside and renames, so that a reader sees all of it or nothing; a full or read-only disk is no error."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=file.parent, suffix=".part", delete=False) as part:
            np.save(part, array)
        Path(part.name).replace(file)
    except OSError:
        return
