"""Which modules a function comes from: its own, and those of its package that this one takes something from.

What is kept on disk is kept under the sources that it was made by. A game's functions may lean on other modules of the
same package (a table of values, a helper of the script), and an edit there has to be noticed as well.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

OURS = "upcard"
"""Upcard's own modules are told by what they bind (see `kernels.fingerprint`), not by all that they import."""


def package_sources(names: Iterable[str]) -> set[str]:
    """These modules, and every module of their packages that they import, by whatever way."""
    found: set[str] = set()
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            waiting += _imported(name)
    return found


def files_of(names: Iterable[str]) -> list[Path]:
    """The files that modules were read from; a built-in one has none."""
    files = (getattr(import_module(name), "__file__", None) for name in names)
    return sorted({Path(file) for file in files if file})


@cache
def _imported(name: str) -> tuple[str, ...]:
    """What a module's source imports of its own package."""
    top = name.partition(".")[0]
    file = getattr(import_module(name), "__file__", None)
    if top == OURS or not file or not file.endswith(".py"):
        return ()
    within = name if Path(file).name == "__init__.py" else name.rpartition(".")[0]
    wanted = set(_named(ast.parse(Path(file).read_text("utf-8")), within))
    return tuple(sorted(one for one in wanted if one.partition(".")[0] == top and _is_module(one)))


def _named(tree: ast.AST, within: str) -> Iterator[str]:
    """Every module that import statements name, and everything taken from one, which may be a module too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = within.split(".")[: len(within.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)


def _is_module(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except (ImportError, AttributeError, ValueError):  # its parent is no package: a function, a value
        return False
