"""What a solved game answers from: arrays that are looked up, not worked out, so that advice comes at once.

A book is written to disk as one text and its arrays, which are only mapped when it is opened again.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from upcard.cards.card import show
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands import street_kernels
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.rounds.cases import Cell, unchanged
from upcard.lab.general.rounds.script import Option, Path, Spot
from upcard.lab.kernels import Array

Json = Any
plain_number: Any = getattr(index.number, "py_func")  # noqa: B009 (a compiled function's own Python is in no type)
"""For one hand the plain function is quicker than to load the compiled one."""
Answer = tuple[Option, int, int, Path]
"""A move; what it comes to in cents, summed over so many ways that cards can come; and the moves that go with it."""


def path_from_json(written: Json) -> Path:
    """Reads a way through a round."""
    return tuple((at, (move, value)) for at, (move, value) in written)


def cell_from_json(written: Json) -> Cell:
    """Reads a cell."""
    lines, main, staked = written
    return Cell(
        tuple((*line[:5], tuple((meter, percent) for meter, percent in line[5])) for line in lines),
        tuple((wager, gain) for wager, gain in main),
        staked,
    )


def cell_to_json(cell: Cell) -> Json:
    """A cell as plain JSON."""
    return [cell.lines, cell.main, cell.staked]


def deck_from_json(written: Json) -> Deck:
    """Reads a deck."""
    ranks, suits, copies = written
    return Deck(tuple(ranks), tuple(suits), copies)


@dataclass(slots=True)
class ShowdownBook:
    """Of every (hand, upcards), how many of the dealer's hands are lower, equal and higher; and what each case pays."""

    deck: Deck
    size: int
    hidden: int
    own: Sequence[Spot]
    up: Sequence[Spot]
    starts: Array
    ups: Array
    codes: Array
    counts: Array
    best: Array
    """The best of a row's ways; of ways that are worth the same the one that stakes less."""
    ways: list[list[Path]]
    table: list[dict[Path, dict[tuple[int, int], Cell]]]

    def row(self, hand: Sequence[int], up: Sequence[int]) -> int:
        """Where a hand and upcards are."""
        own, theirs = self.deck.masks(hand), self.deck.masks(up)
        pairs = sorted(zip(own, theirs, strict=True), key=lambda pair: (index.CODES[pair[0]], pair[1]), reverse=True)
        masks = [pair[0] for pair in pairs]
        place = int(plain_number(*masks, index.CODES, index.STARTS, index.PLACES)) - int(index.SIZES[self.size])
        low, high = int(self.starts[place]), int(self.starts[place + 1])
        wanted = np.array([pair[1] for pair in pairs], np.int16)
        return low + int(np.flatnonzero((self.ups[low:high] == wanted).all(axis=1))[0])

    def answers(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> list[Answer]:
        """Every move of the decision that is due, with what goes with it."""
        if set(cards) != {*self.own, *self.up}:
            raise LabError(wrong_cards(cards, [*self.own, *self.up]))
        row = self.row([cards[spot] for spot in self.own], [cards[spot] for spot in self.up])
        v, counts = int(self.codes[row]), self.counts[row].tolist()
        table = self.table[v]
        ways = [path for path in self.ways[v] if [option for _, option in path[: len(made)]] == list(made)]
        if not ways:
            raise LabError(f"{', '.join(move for move, _ in made)} can't be done with {show(cards.values())}")
        keys = [key for key in table[ways[0]] if counts[key[0]][key[1]]]
        settled = unchanged([list(table[path].values()) for path in ways])
        best: dict[Option, tuple[int, Path]] = {}
        for path in ways:
            if len(path) > len(made):
                cells, option = table[path], path[len(made)][1]
                cents = sum(counts[c][r] * cells[c, r].without(settled) for c, r in keys)
                if option not in best or cents > best[option][0]:
                    best[option] = (cents, path[len(made) + 1 :])
        return [(option, cents, self.hidden, then) for option, (cents, then) in best.items()]

    def choice(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> Option:
        """The move to make."""
        row = self.row([cards[spot] for spot in self.own], [cards[spot] for spot in self.up])
        path = self.ways[int(self.codes[row])][int(self.best[row])]
        if [option for _, option in path[: len(made)]] == list(made):
            return path[len(made)][1]
        return max(self.answers(cards, made), key=lambda answer: answer[1])[0]  # after a move that was not the best

    def write(self) -> tuple[Json, dict[str, Array]]:
        """The text and the arrays."""
        cells: dict[Cell, int] = {}
        table = [
            [
                [path, [[c, r, cells.setdefault(cell, len(cells))] for (c, r), cell in found.items()]]
                for path, found in v.items()
            ]
            for v in self.table
        ]  # fmt: skip
        said = {
            "kind": "showdown",
            "deck": [self.deck.ranks, self.deck.suits, self.deck.copies],
            "size": self.size, "hidden": self.hidden, "own": list(self.own), "up": list(self.up),
            "ways": self.ways, "table": table, "cells": [cell_to_json(cell) for cell in cells],
        }  # fmt: skip
        return said, {
            "starts": self.starts,
            "ups": self.ups,
            "codes": self.codes,
            "counts": self.counts,
            "best": self.best,
        }

    @classmethod
    def read(cls, said: Json, arrays: Mapping[str, Array]) -> "ShowdownBook":
        """The book that was written so."""
        cells = [cell_from_json(cell) for cell in said["cells"]]
        table = [
            {path_from_json(path): {(c, r): cells[at] for c, r, at in found} for path, found in v}
            for v in said["table"]
        ]
        return cls(
            deck_from_json(said["deck"]), said["size"], said["hidden"], [(who, at) for who, at in said["own"]],
            [(who, at) for who, at in said["up"]], arrays["starts"], arrays["ups"], arrays["codes"], arrays["counts"],
            arrays["best"],
            [[path_from_json(path) for path in v] for v in said["ways"]], table,
        )  # fmt: skip


@dataclass(slots=True)
class BookNode:
    """A decision: its moves, which are open by what is known, and what each comes to in every state."""

    options: tuple[Option, ...]
    open: Array
    codes: Array
    worth: Array
    settled: Array
    best: Array
    """Of options that are worth the same the one that stakes less."""


@dataclass(slots=True)
class StreetsBook:
    """Every decision of a game in streets, with what each move is worth in every state."""

    deck: Deck
    spots: Sequence[Spot]
    group_of: Sequence[int]
    groups: int
    unit: int
    hidden: int
    """In how many ways cards can lie that he does not see in the end."""
    states: dict[int, Array]
    nodes: dict[tuple[int, Path], BookNode]

    def answers(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> list[Answer]:
        """Every move of the decision that is due."""
        node, state = self._node(cards, made)
        of = prod(self.deck.size - gone for gone in range(len(cards), len(self.spots))) * self.hidden
        return [
            (option, int(node.worth[k, state]) * self.unit - int(node.settled[state]), of, ())
            for k, option in enumerate(node.options)
            if node.open[node.codes[state], k]
        ]

    def choice(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> Option:
        """The move to make."""
        node, state = self._node(cards, made)
        return node.options[int(node.best[state])]

    def _node(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> tuple[BookNode, int]:
        """The decision that is due, and what is known there."""
        at = len(cards)
        found = [
            node for (count, path), node in self.nodes.items()
            if count == at and [option for _, option in path] == list(made)
        ]  # fmt: skip
        if set(cards) != set(self.spots[:at]) or not found:
            due = sorted({count for count, _ in self.nodes})
            raise LabError(
                f"no decision is due after {at} cards and {len(made)} moves; decisions come after "
                f"{', '.join(map(str, due))} cards"
            )
        return found[0], self._state(cards, at)

    def _state(self, cards: Mapping[Spot, int], at: int) -> int:
        """Where these cards are among the states after `at` of them."""
        row = [0] * (4 * self.groups)
        for i, spot in enumerate(self.spots[:at]):
            card = cards[spot]
            place = self.deck.suits.index(card & 3) * self.groups + self.group_of[i]
            row[place] += 1 << (street_kernels.BITS * (card >> 2))
        suits = sorted((row[s * self.groups : (s + 1) * self.groups] for s in range(4)), reverse=True)
        wanted = np.array([x for suit in suits for x in suit], np.int64)
        return int(np.flatnonzero((self.states[at] == wanted).all(axis=1))[0])

    def write(self) -> tuple[Json, dict[str, Array]]:
        """The text and the arrays."""
        arrays = {f"states-{at}": states for at, states in self.states.items()}
        nodes = []
        for n, ((at, path), node) in enumerate(self.nodes.items()):
            nodes.append([at, path, node.options])
            for name in ("open", "codes", "worth", "settled", "best"):
                arrays[f"{name}-{n}"] = getattr(node, name)
        said = {
            "kind": "streets", "deck": [self.deck.ranks, self.deck.suits, self.deck.copies], "spots": list(self.spots),
            "group_of": list(self.group_of), "groups": self.groups, "unit": self.unit, "hidden": self.hidden,
            "nodes": nodes, "states": list(self.states),
        }  # fmt: skip
        return said, arrays

    @classmethod
    def read(cls, said: Json, arrays: Mapping[str, Array]) -> "StreetsBook":
        """The book that was written so."""
        nodes = {
            (at, path_from_json(path)): BookNode(
                tuple((move, value) for move, value in options),
                arrays[f"open-{n}"], arrays[f"codes-{n}"], arrays[f"worth-{n}"], arrays[f"settled-{n}"],
                arrays[f"best-{n}"],
            )
            for n, (at, path, options) in enumerate(said["nodes"])
        }  # fmt: skip
        return cls(
            deck_from_json(said["deck"]), [(who, at) for who, at in said["spots"]], said["group_of"], said["groups"],
            said["unit"], said["hidden"], {at: arrays[f"states-{at}"] for at in said["states"]}, nodes,
        )  # fmt: skip


def wrong_cards(cards: Mapping[Spot, int], wanted: Sequence[Spot]) -> str:
    """Which cards advice is asked with."""

    def count(spots: Sequence[Spot] | Mapping[Spot, int]) -> str:
        places = [place for place, _ in spots]
        return ", ".join(f"{places.count(place)} of the {place}'s" for place in dict.fromkeys(places)) or "none"

    return f"a decision is due here with these cards seen: {count(wanted)}; given are {count(cards)}"
