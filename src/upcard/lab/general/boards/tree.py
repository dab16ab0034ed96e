"""Which moves follow which while a board comes: decisions before it is whole, and the ways that are left then."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from upcard.lab.general.rounds.script import Path


@dataclass(frozen=True, slots=True)
class BoardNode:
    """A decision before the board is whole: what can be done there, and which moves have been made after each."""

    stage: int
    prefix: int
    options: tuple[Path, ...]
    children: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """All ways through a round, by the stages of its board."""

    prefixes: tuple[Path, ...]
    """Moves made before the board is whole; the first is none."""
    nodes: tuple[BoardNode, ...]
    ways: tuple[Path, ...]
    """Whole ways through a round, those with one beginning side by side."""
    ends: tuple[tuple[int, int], ...]
    """For every prefix where its ways begin and end; none for one that is not the whole of a beginning."""

    @classmethod
    def of(cls, paths: Sequence[Path], stages: Sequence[int]) -> "Tree":
        """The tree of these ways; `stages` are the numbers of cards seen at decisions before the board is whole."""
        last = stages[-1] if stages else -1
        known: dict[Path, int] = {(): 0}
        nodes: list[BoardNode] = []
        for stage, cards in enumerate(stages):
            after: dict[Path, dict[Path, None]] = {}
            for path in paths:
                before = tuple(step for step in path if step[0] < cards)
                now = tuple(step for step in path if step[0] == cards)
                after.setdefault(before, {})[now] = None
            for before, options in after.items():
                if list(options) != [()]:
                    parent = known.setdefault(before, len(known))
                    children = tuple(known.setdefault(before + option, len(known)) for option in options)
                    nodes.append(BoardNode(stage, parent, tuple(options), children))
        begun: dict[Path, list[Path]] = {}
        for path in paths:
            begun.setdefault(tuple(step for step in path if step[0] <= last), []).append(path)
        ways: list[Path] = []
        ends: list[tuple[int, int]] = []
        for prefix in known:
            own = begun.get(prefix, [])
            ends.append((len(ways), len(ways) + len(own)))
            ways += own
        return cls(tuple(known), tuple(nodes), tuple(ways), tuple(ends))

    def node(self, stage: int, prefix: int) -> int | None:
        """The decision at a stage after these moves."""
        return next((at for at, one in enumerate(self.nodes) if (one.stage, one.prefix) == (stage, prefix)), None)

    def next_node(self, after: int, prefix: int) -> int | None:
        """The first decision after a stage that these moves come to."""
        later = [at for at, one in enumerate(self.nodes) if one.stage > after and one.prefix == prefix]
        return min(later, key=lambda at: self.nodes[at].stage) if later else None

    def homes(self) -> list[int]:
        """The stage at which what a prefix's whole boards come to is compared with other moves; -1: nowhere."""
        found = [-1] * len(self.prefixes)
        for node in self.nodes:
            for child in node.children:
                found[child] = max(found[child], node.stage)
        return found


def offered(found: Mapping[Path, object], prefix: Path, cards: int) -> set[Path]:
    """What can be done after these moves and so many cards, on these ways."""
    many = len(prefix)
    return {
        tuple(step for step in path[many:] if step[0] == cards)
        for path in found
        if tuple(step for step in path if step[0] < cards) == prefix
    }
