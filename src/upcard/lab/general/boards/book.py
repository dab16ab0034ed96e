"""What a solved game with a board answers from: decisions before it is whole by look-up, the last ones by counting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.lab.analysis import LabError
from upcard.lab.general.boards import rows_kernels
from upcard.lab.general.boards.deal import INDEX, RANKS, number, strength_of
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.methods.book import Answer, Json, deck_from_json, path_from_json, wrong_cards
from upcard.lab.general.rounds.script import Option, Path, Spot
from upcard.lab.kernels import Array

_naming: Any = getattr(rows_kernels.naming, "py_func")  # noqa: B009 (see `number`)
STAY: Option = ("", None)
"""What is done by hands that have nothing to decide where others have."""


@dataclass(slots=True)
class BoardsBook:
    """Every decision of a game with a board."""

    deck: Deck
    own: Sequence[Spot]
    board: Sequence[Spot]
    theirs: Sequence[Spot]
    mine: Any
    yours: Any
    namings: tuple[Array, Array]
    unit: int
    hidden: int
    nodes: Sequence[tuple[int, Path, Sequence[Path]]]
    """Of each: after how many cards, which moves, and what can be done."""
    of: Sequence[int]
    """In how many ways the rest can come."""
    worth: Sequence[Array]
    best: Sequence[Array]
    open: Sequence[Array]
    ways: Sequence[Path]
    ways_open: Array
    nets: Array
    stakes: Array

    def answers(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> list[Answer]:
        """Every move of the decision that is due, with what goes with it."""
        own, board, lying = self._split(cards)
        best: dict[Option, tuple[int, Path]] = {}
        if lying == len(self.board):
            case, counts = self._last(own, board)
            of, done = self.hidden, len(made)
            every = [(int((counts * self.nets[case, w]).sum()), self.ways[w]) for w in self._ways(case, made)]
        else:
            at, done = self._node(len(cards), made)
            of, row, now = self.of[at], self._row(own, board, lying), list(made[len(made) - done :] if done else [])
            every = [
                (int(self.worth[at][k, row]), steps) for k, steps in enumerate(self.nodes[at][2])
                if self.open[at][k, row] and _options(steps)[:done] == now
            ]  # fmt: skip
        for worth, steps in every:
            option = steps[done][1] if len(steps) > done else STAY
            if option not in best or worth > best[option][0]:
                best[option] = (worth, steps[done + 1 :])
        return [(option, worth * self.unit, of, then) for option, (worth, then) in best.items()]

    def choice(self, cards: Mapping[Spot, int], made: Sequence[Option]) -> Option:
        """The move to make; of moves that are worth the same the one that stakes less."""
        own, board, lying = self._split(cards)
        if lying == len(self.board):
            case, counts = self._last(own, board)

            def rank(w: int) -> tuple[int, int]:
                return int((counts * self.nets[case, w]).sum()), -int((counts * self.stakes[case, w]).sum())

            return self.ways[max(self._ways(case, made), key=rank)][len(made)][1]
        at, done = self._node(len(cards), made)
        steps = self.nodes[at][2][int(self.best[at][self._row(own, board, lying)])]
        if _options(steps)[:done] == list(made[len(made) - done :] if done else []):
            return steps[done][1]
        return max(self.answers(cards, made), key=lambda answer: answer[1])[0]

    def _split(self, cards: Mapping[Spot, int]) -> tuple[int, int, int]:
        """The player's own cards and those of the board, and how many of these lie there."""
        own = [cards[spot] for spot in self.own if spot in cards]
        board = [cards[spot] for spot in self.board if spot in cards]
        if len(own) < len(self.own) or len(own) + len(board) < len(cards):
            raise LabError(wrong_cards(cards, [*self.own, *self.board]))
        mine, common = (
            sum(mask << (RANKS * suit) for suit, mask in enumerate(self.deck.masks(some))) for some in (own, board)
        )
        return mine, common, len(board)

    def _node(self, seen: int, made: Sequence[Option]) -> tuple[int, int]:
        """The decision that is due, and how many of its moves are made."""
        for at, (cards, path, options) in enumerate(self.nodes):
            done = len(made) - len(path)
            if cards == seen and done >= 0 and _options(path) == list(made[: len(path)]):
                now = list(made[len(path) :])
                if any(_options(steps)[:done] == now and len(steps) > done for steps in options):
                    return at, done
        raise LabError(f"no decision is due after {seen} cards and {len(made)} moves")

    def _class(self, bits: int) -> int:
        masks = [bits >> (RANKS * suit) & ((1 << RANKS) - 1) for suit in range(4)]
        return int(number(*masks, *INDEX))

    def _hand(self, own: int, side: Any) -> int:
        """The number of a hand."""
        return int(np.flatnonzero(side[0] == own)[0])

    def _row(self, own: int, board: int, lying: int) -> int:
        """Where a hand and the cards of the board that lie there are."""
        orders, rows = self.namings
        name = _naming(board, len(self.deck.suits), index.CODES, orders)
        place = self._class(board) - int(index.SIZES[lying])
        return place * len(self.mine[0]) + int(rows[name, self._hand(own, self.mine)])

    def _last(self, own: int, board: int) -> tuple[int, Array]:
        """The case of a hand beside a whole board, and how many of the dealer's hands there are of each kind."""
        by_hand, by_board, by_both, boards_of, both_of = self.mine[5:]
        hand = self._hand(own, self.mine)
        strength, both = strength_of(self.mine, board, hand)
        lying = int(by_board[self._class(board) - int(index.SIZES[len(self.board)])])
        case = (int(by_hand[hand]) * boards_of + lying) * both_of + int(by_both[both])
        counts = np.zeros(self.nets.shape[2:], np.int64)
        theirs = self.yours[0]
        d_by_hand, d_by_both, d_both_of = self.yours[5:8]
        for other in np.flatnonzero((theirs >= 0) & (theirs & (own | board) == 0)).tolist():
            value, place = strength_of(self.yours, board, other)
            column = int(d_by_hand[other]) * d_both_of + int(d_by_both[place])
            counts[column, (value > strength) * 2 + (value == strength)] += 1
        return case, counts

    def _ways(self, case: int, made: Sequence[Option]) -> list[int]:
        """The ways that are left."""
        found = [
            w
            for w, path in enumerate(self.ways)
            if self.ways_open[case, w] and _options(path)[: len(made)] == list(made) and len(path) > len(made)
        ]
        if not found:
            raise LabError(f"no decision is due with the whole board after {len(made)} moves")
        return found

    def write(self) -> tuple[Json, dict[str, Array]]:
        """The text and the arrays."""
        said = {
            "kind": "boards", "deck": [self.deck.ranks, self.deck.suits, self.deck.copies], "own": list(self.own),
            "board": list(self.board), "theirs": list(self.theirs), "unit": self.unit, "hidden": self.hidden,
            "nodes": list(self.nodes), "of": list(self.of), "ways": list(self.ways),
        }  # fmt: skip
        arrays = {"orders": self.namings[0], "rows": self.namings[1]}
        for side, parts in (("mine", self.mine), ("yours", self.yours)):
            said[side] = [int(part) if isinstance(part, int) else None for part in parts]
            arrays |= {f"{side}-{at}": part for at, part in enumerate(parts) if not isinstance(part, int)}
        for at in range(len(self.nodes)):
            arrays |= {f"worth-{at}": self.worth[at], f"best-{at}": self.best[at], f"open-{at}": self.open[at]}
        return said, arrays | {"ways-open": self.ways_open, "nets": self.nets, "stakes": self.stakes}

    @classmethod
    def read(cls, said: Json, arrays: Mapping[str, Array]) -> "BoardsBook":
        """The book that was written so."""
        sides = [
            tuple(arrays[f"{side}-{at}"] if whole is None else whole for at, whole in enumerate(said[side]))
            for side in ("mine", "yours")
        ]
        own, board, theirs = ([(who, at) for who, at in said[name]] for name in ("own", "board", "theirs"))
        nodes = [
            (cards, path_from_json(path), [path_from_json(steps) for steps in options])
            for cards, path, options in said["nodes"]
        ]
        worth, best, open_ = (
            [arrays[f"{name}-{at}"] for at in range(len(nodes))] for name in ("worth", "best", "open")
        )
        return cls(
            deck_from_json(said["deck"]), own, board, theirs, sides[0], sides[1], (arrays["orders"], arrays["rows"]),
            said["unit"], said["hidden"], nodes, said["of"], worth, best, open_,
            [path_from_json(path) for path in said["ways"]], arrays["ways-open"], arrays["nets"], arrays["stakes"],
        )  # fmt: skip


def _options(steps: Path) -> list[Option]:
    """The moves of a way."""
    return [option for _, option in steps]
