"""A modelled game worked out, kept on disk under its rules, and what a player is told from it."""

import hashlib
import json
import os
import random
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path as File
from typing import Any

import numpy as np

from upcard.cards.evaluators import Best, BySuit, Named
from upcard.lab.analysis import Analysis, LabError
from upcard.lab.general.boards.book import BoardsBook
from upcard.lab.general.boards.deal import Boards
from upcard.lab.general.boards.solving import Solving
from upcard.lab.general.draws.book import DrawBook
from upcard.lab.general.draws.solving import Draws
from upcard.lab.general.hidden.streets import HiddenStreets
from upcard.lab.general.methods.book import (
    ShowdownBook,
    StreetsBook,
    cell_from_json,
    cell_to_json,
    path_from_json,
)
from upcard.lab.general.methods.showdown import Showdown, Unsuited
from upcard.lab.general.methods.streets import Streets
from upcard.lab.general.methods.worth import ShowdownWorth
from upcard.lab.general.outcome import Count, analysis_of
from upcard.lab.general.room import make_room
from upcard.lab.general.rounds.cases import Cell
from upcard.lab.general.rounds.script import ScriptPlayer, Shape, shape_of, unit_bets
from upcard.lab.general.rounds.sides import side_counts
from upcard.lab.kernels import Progress, cache_folder, fingerprint, sources_hash
from upcard.lab.sources import files_of, package_sources
from upcard.rules.game import Game
from upcard.rules.model import Model

Book = ShowdownBook | StreetsBook | BoardsBook | DrawBook
KINDS: Mapping[str, type[Book]] = {
    "showdown": ShowdownBook,
    "streets": StreetsBook,
    "boards": BoardsBook,
    "draws": DrawBook,
}
METHODS = {
    "boards": "exact: every hand on every board against every hand of the dealer's, from the last street back; a case "
    "pays what the game's own round says",
    "showdown": "exact: every hand against every hand of the dealer's; a case pays what the game's own round says",
    "draws": "exact: every hand in every way to hold it, with every card that can come; a case pays what the game's "
    "own round says",
    "streets": "exact: every street from the last one back; a case pays what the game's own round says",
}
_HERE = File(__file__).parent


@dataclass(slots=True)
class Solution:
    """What is known of a modelled game under one house's rules."""

    game: Game
    book: Book
    count: Count
    bets: Mapping[str, int]

    def analysis(self) -> Analysis:
        """Every wager and the whole."""
        kind = next(kind for kind, book in KINDS.items() if isinstance(self.book, book))
        return analysis_of(self.game, self.count, self.bets, METHODS[kind])


def work_out(game: Game, model: Model, progress: Progress, bets: Mapping[str, int]) -> Solution:
    """Works a modelled game out."""
    for wager in model.side:
        if wager not in game.by_name or not game.is_side(wager):
            sides = ", ".join(bet.name for bet in game.wagers if bet.side) or "none"
            raise LabError(
                f"the model of {game.title} names {wager!r} among its side bets, and its wagers with side=True are: "
                f"{sides}. What a wager of the game itself depends on belongs among the facts"
            )
    draw = random.Random(f"{game.digest} model")
    player = ScriptPlayer(game, bets)
    shape = shape_of(player, draw)
    if model.strength is not None:
        for whose, of in (("player", model.player), ("dealer", model.dealer)):
            if all(place != whose for place, _ in shape.whole(of)):
                raise LabError(f"the model of {game.title} says {whose}={of!r}, in which no card is the {whose}'s own")
    counted = {  # first, since one that is too large is refused at once
        wager: side_counts(player, shape, wager, reads, draw, progress) for wager, reads in model.side.items()
    }
    book: Book
    if model.kept is not None:
        draws = Draws(player, model, shape, draw, progress)
        book, count = draws.book(), draws.count
    elif model.strength is None:
        streets = Streets(player, model, shape, draw, progress)
        book, count = streets.book(), streets.count
    else:
        book, count = _compared(player, model, shape, draw, progress)
    count.sides.update(counted)
    return Solution(game, book, count, bets)


def _compared(
    player: ScriptPlayer, model: Model, shape: Shape, draw: random.Random, progress: Progress
) -> tuple[Book, Count]:
    """Two hands, by the quickest method that fits."""
    try:
        if set(shape.whole(model.player)) & set(shape.whole(model.dealer)):
            solving = Solving(Boards(player, model, shape, progress), draw)
            return solving.book(), solving.count
        worth = ShowdownWorth(_counted(player, model, shape, progress), draw)
        return worth.book(), worth.count
    except Unsuited as unsuited:
        try:
            streets = HiddenStreets(player, model, shape, draw, progress)
        except Unsuited as neither:
            raise Unsuited(f"{unsuited}; and {neither}") from neither
        return streets.book(), streets.count


_compared_last: dict[str, Showdown] = {}


def _counted(player: ScriptPlayer, model: Model, shape: Shape, progress: Progress) -> Showdown:
    """Every hand against every hand of the dealer's. No pay is in that: whoever turns one waits for it once."""
    told = Showdown(player, model, shape, progress)
    game = player.game
    said = [
        f"{type(game).__module__}.{type(game).__qualname__}", repr(game.deck), repr(sorted(game.house.items())),
        _shown(model), *_atoms_said(model), repr(shape),
    ]  # fmt: skip
    key = hashlib.sha256("\0".join(said).encode()).hexdigest()
    known = _compared_last.get(key)
    if known is None:
        told.count()
        _compared_last.clear()  # one, since it can be some hundred megabytes
        _compared_last[key] = told
        return told
    again = copy(known)
    again.player, again.model, again.shape, again.progress = told.player, told.model, told.shape, told.progress
    again.game, again.facts = told.game, told.facts
    again.seen_facts, again.dealer_facts = told.seen_facts, told.dealer_facts
    return again


def solution(game: Game, model: Model, progress: Progress, bets: Mapping[str, int] | None = None) -> Solution:
    """What is known of a game: from memory, from disk, or worked out now and kept."""
    bets = unit_bets(game) if bets is None else bets
    key = solution_key(game, model, bets)
    found = _remembered.get(key)
    if found is None:
        folder = cache_folder() / "solutions" / f"{game.name}-{key}"
        found = _read(game, folder, bets)
        if found is None:
            found = work_out(game, model, progress, bets)
            _write(found, folder)
        _remembered[key] = found
        while len(_remembered) > REMEMBERED:
            del _remembered[next(iter(_remembered))]
    return found


def forget() -> None:
    """Leaves what is known to the disk."""
    _remembered.clear()
    _compared_last.clear()


REMEMBERED = 4
_remembered: dict[str, Solution] = {}


# What a solution depends on


def solution_key(game: Game, model: Model, bets: Mapping[str, int]) -> str:
    """The rules, and every source that the solution comes from."""
    files = files_of(package_sources(kind.__module__ for kind in type(game).__mro__ if issubclass(kind, Game)))
    said = [
        game.digest, repr(sorted(bets.items())), _of_lab(), sources_hash(files), _shown(model), *_atoms_said(model),
    ]  # fmt: skip
    return hashlib.sha256("\0".join(said).encode()).hexdigest()[:24]


def _atoms_said(model: Model) -> list[str]:
    """The functions that a model calls, by name, by what they took along, and by their code."""
    atoms = {atom for reads in (*model.facts, *model.side.values()) for atom in _parts(reads.atom)}
    atoms |= set(_parts(model.strength)) if model.strength is not None else set()
    atoms |= {function for function in (model.alike, model.kept) if callable(function)}
    return [
        *sorted(f"{atom.__module__}.{getattr(atom, '__qualname__', atom)} {_closure(atom)}" for atom in atoms),
        fingerprint(*sorted(atoms, key=lambda atom: (atom.__module__, str(getattr(atom, "__qualname__", ""))))),
    ]


@lru_cache(maxsize=1)
def _of_lab() -> str:
    """The method itself."""
    return sources_hash(sorted(_HERE.rglob("*.py")))


def _parts(atom: Any) -> Iterator[Any]:
    """The plain functions that an atom is made of."""
    if isinstance(atom, Best):
        yield from _parts(atom.atom)
    elif isinstance(atom, BySuit):
        yield from (*_parts(atom.atom), *_parts(atom.join))
    elif isinstance(atom, Named):
        yield from (*_parts(atom.name), *_parts(atom.strength))
    else:
        yield atom


def _shown(model: Model) -> str:
    """What the model says beside its functions."""
    facts = [(_tree(reads.atom), reads.of, reads.suits) for reads in model.facts]
    side = [(name, _tree(reads.atom), reads.of, reads.suits) for name, reads in sorted(model.side.items())]
    rest = (_tree(model.alike), model.order, _tree(model.kept))
    return repr((_tree(model.strength), model.player, model.dealer, facts, side, *rest))


def _tree(atom: Any) -> str:
    if isinstance(atom, Best):
        return f"Best({_tree(atom.atom)}, {atom.size})"
    if isinstance(atom, BySuit):
        return f"BySuit({_tree(atom.atom)}, {_tree(atom.join)})"
    if isinstance(atom, Named):
        return f"Named({_tree(atom.name)}, {_tree(atom.strength)})"
    return str(getattr(atom, "__qualname__", atom))


def _closure(atom: Any) -> str:
    """Values that a function took along from where it was made."""
    cells = getattr(atom, "__closure__", None) or ()
    own = getattr(atom, "__self__", None)
    return repr([cell.cell_contents for cell in cells]) + (repr(own) if own is not None else "")


# On disk


def _write(found: Solution, folder: File) -> None:
    """Writes beside and renames, so that a reader sees all of it or nothing; a full or read-only disk is no error."""
    said, arrays = found.book.write()
    _keep_in(folder, {"book": said, **count_to_json(found.count), "arrays": list(arrays)}, arrays)


def keep(place: str, whole: Mapping[str, Any]) -> None:
    """Keeps what was found without a book."""
    _keep_in(cache_folder() / "solutions" / place, {**whole, "arrays": []}, {})


def kept(place: str) -> dict[str, Any] | None:
    """What was kept there; None where nothing was, or it is torn."""
    try:
        found: dict[str, Any] = json.loads((cache_folder() / "solutions" / place / "book.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return found


def count_to_json(count: Count) -> dict[str, Any]:
    """Counted cases as plain JSON."""
    cells: dict[Cell, int] = {}
    main = [[path, cells.setdefault(cell, len(cells)), times] for (path, cell), times in count.main.items()]
    return {
        "of": count.of, "tied": count.tied, "main": main, "cells": [cell_to_json(cell) for cell in cells],
        "sides": {wager: [[line, times] for line, times in lines.items()] for wager, lines in count.sides.items()},
    }  # fmt: skip


def count_from_json(whole: Mapping[str, Any]) -> Count:
    """Reads them."""
    cells = [cell_from_json(cell) for cell in whole["cells"]]
    count = Count(whole["of"], tied=whole["tied"])
    count.main = Counter({(path_from_json(path), cells[at]): times for path, at, times in whole["main"]})
    count.sides = {
        wager: Counter({None if line is None else (*line[:5], tuple(map(tuple, line[5]))): n for line, n in lines})
        for wager, lines in whole["sides"].items()
    }
    return count


def _keep_in(folder: File, whole: Mapping[str, Any], arrays: Mapping[str, Any]) -> None:
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        part = File(tempfile.mkdtemp(dir=folder.parent, suffix=".part"))
    except OSError:
        return
    try:
        for name, array in arrays.items():
            np.save(part / f"{name}.npy", array)
        (part / "book.json").write_text(json.dumps(whole), "utf-8")
        part.rename(folder)
        make_room(folder)
    except OSError:  # full, read-only, or somebody else was quicker
        shutil.rmtree(part, ignore_errors=True)


def _read(game: Game, folder: File, bets: Mapping[str, int]) -> Solution | None:
    try:
        whole = json.loads((folder / "book.json").read_text("utf-8"))
        arrays = {name: np.load(folder / f"{name}.npy", mmap_mode="r", allow_pickle=False) for name in whole["arrays"]}
        os.utime(folder)  # what is used is kept longest
    except (OSError, ValueError, EOFError):  # not there, or torn: it is worked out again
        return None
    said = whole["book"]
    return Solution(game, KINDS[said["kind"]].read(said, arrays), count_from_json(whole), bets)
