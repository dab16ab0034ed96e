"""Cards that come street by street, a decision before each: from the last street back, on integers."""

import random
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import gcd
from typing import Any

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands import street_kernels as kernels
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.hands.known import KnownCards, laid
from upcard.lab.general.methods.book import BookNode, StreetsBook
from upcard.lab.general.methods.showdown import MOST_COUNT, Unsuited, together
from upcard.lab.general.outcome import Count
from upcard.lab.general.rounds.cases import AT_EACH, LOOKS, ROUNDS, CardFact, Case, Cell, Cells, unchanged
from upcard.lab.general.rounds.script import Option, Path, ScriptPlayer, Shape
from upcard.lab.kernels import Array, Progress
from upcard.rules.model import Model

MOST_CASES = 20_000
GOES_ON: Option = ("", None)
"""What hands do that have nothing to decide where others have."""
_Walk = tuple[Mapping[tuple[int, Path], Array], Counter[tuple[Path, Cell]], dict[Any, Array]]
"""The option of every state at each decision; and what is counted on the way."""


@dataclass(frozen=True, slots=True)
class StreetNode:
    """A decision: after so many cards and these moves."""

    options: tuple[Option, ...]
    open: Array
    """At [what is known, option]: whether it can be done."""
    codes: Array
    """What is known in every state, as far as it decides about the moves."""
    worth: Array
    """At [option, state]: what it comes to."""
    settled: Array
    """Of that, what no move can change any more."""
    best: Array
    tied: Array


def _follows(path: Path, prefix: Path, at: int) -> bool:
    """Whether a way goes on from these moves with a decision after so many cards."""
    many = len(prefix)
    return len(path) > many and path[:many] == prefix and path[many][0] == at


class Streets:
    """A game whose cards all come to light, worked out from its end."""

    def __init__(
        self, player: ScriptPlayer, model: Model, shape: Shape, draw: random.Random, progress: Progress
    ) -> None:
        self.player, self.model, self.shape, self.progress = player, model, shape, progress
        self.game = player.game
        deck = Deck.of(self.game.deck)
        if deck is None:
            raise Unsuited(f"{self.game.title} is dealt from a deck in which suits are not alike")
        self.deck = deck
        every = [CardFact.of(reads, shape) for reads in model.facts]
        if suited := [fact for fact in every if not fact.alike]:
            raise Unsuited(f"{suited[0].words} of {self.game.title} minds the suits")
        progress(f"finding what can be known at {self.game.title}")
        self._known(every)
        self.cells = Cells(player, model, shape)
        self._cases(draw)
        self._tree()
        self._walk()

    def _known(self, facts: list[CardFact]) -> None:
        """What can be known, up to the last card that matters; all cards are seen then."""
        for fact in facts:
            if (most := max(map(len, fact.arguments))) > index.MOST:
                raise LabError(
                    f"{fact.words} of {self.game.title} reads {most} cards together, and {index.MOST} are the most "
                    "that is exact. Where some of them are exchanged for others, the model says so with `kept`"
                )
        read = {spot for fact in facts for spot in fact.spots}
        self.facts = facts
        self.last = max([self.shape.last, *(i + 1 for i, spot in enumerate(self.shape.seen) if spot in read)])
        self.known = KnownCards(self.deck, self.shape.seen[: self.last], facts, self.progress)
        self.hidden = 1
        """In how many ways the cards can lie that are not seen in the end."""
        self.counts: Array = np.ones((len(self.known.states[self.last]), 1), np.int64)
        """At [state, kind]: in how many of them there is which kind of them."""

    def case(self, cards: Mapping[str, Cards]) -> Case | None:
        """The facts of a deal, by the atoms themselves."""
        return tuple(fact.value(cards) for fact in self.facts)

    def _cases(self, draw: random.Random) -> None:
        """Plays a few deals of every case."""
        states = len(self.known.states[self.last])
        says = [self.known.says(fact, self.last) for fact in self.facts]
        self.codes, self.cases = together(
            states, [codes for codes, _ in says], [values for _, values in says], np.arange(states)
        )
        if len(self.cases) > MOST_CASES:
            raise LabError(
                f"{self.game.title} has {len(self.cases):,} cases, more than {MOST_CASES:,}; facts have to say what "
                "the lines depend on, and no more"
            )
        self.progress(f"playing {len(self.cases):,} cases of {self.game.title}")
        order = np.argsort(self.codes, kind="stable")
        starts = np.searchsorted(self.codes[order], np.arange(len(self.cases) + 1))
        for code, case in enumerate(self.cases):
            low, high = int(starts[code]), int(starts[code + 1])
            for at in {low, high - 1, draw.randrange(low, high)}:
                deal = self.known.cards(self.last, int(order[at]), draw)
                self.cells.fill(case, laid(deal, self.game.deck, draw), draw)
            for _ in range(min(AT_EACH, LOOKS // len(self.cases), high - low - 3)):
                deal = self.known.cards(self.last, int(order[draw.randrange(low, high)]), draw)
                self.cells.again(case, laid(deal, self.game.deck, draw), draw)
        self.cells.check(self.case, draw, ROUNDS)
        self.by_code = [
            {path: {0: cell} for path, cell in self.cells.known[case].items()} for case in self.cases
        ]  # fmt: skip

    def _tree(self) -> None:
        """Which moves follow which; and every decision with what is known there."""
        self.paths = list(dict.fromkeys(path for found in self.by_code for path in found))
        every = [cell for found in self.by_code for kinds in found.values() for cell in kinds.values()]
        values, staked = [cell.net for cell in every], [cell.staked for cell in every]
        self.unit, self.stake_unit = gcd(*values) or 1, gcd(*staked) or 1
        largest = max(max(map(abs, values)) // self.unit, max(staked) // self.stake_unit)
        if largest * self.known.ordered(self.first, self.last) * self.hidden > MOST_COUNT:
            raise LabError(f"the pays of {self.game.title} are too large to add up exactly")

    @property
    def first(self) -> int:
        """After how many cards the first decision comes."""
        return self.shape.stages[0] if self.shape.stages else self.last

    def _due(self, at: int, prefix: Path) -> bool:
        """Whether some hands come to a decision there."""
        return any(_follows(path, prefix, at) for path in self.paths)

    def _open(self, prefix: Path, at: int) -> tuple[tuple[Option, ...], Array, Array]:
        """The options at a decision, which of them are open by what is known, and what is known in every state."""
        facts = self.known.complete(at)
        facts = [fact for fact in facts if fact in self.facts]
        places = [self.facts.index(fact) for fact in facts]
        says = [self.known.says(fact, at) for fact in facts]
        states = len(self.known.states[at])
        codes, seen = together(states, [c for c, _ in says], [v for _, v in says], np.arange(states))
        offered: dict[Case, set[Option]] = {}
        for case, found in zip(self.cases, self.by_code, strict=True):
            own = {path[len(prefix)][1] for path in found if _follows(path, prefix, at)} or {GOES_ON}
            view = tuple(case[place] for place in places)
            if offered.setdefault(view, own) != own:
                raise LabError(
                    f"the moves of {self.game.title} after {at} cards depend on something that its facts don't say of "
                    f"the cards seen by then: facts {', '.join(map(repr, view)) or 'none'} go with {sorted(own)} "
                    f"and with {sorted(offered[view])}"
                )
        every = dict.fromkeys(path[len(prefix)][1] for path in self.paths if _follows(path, prefix, at))
        if any(GOES_ON in own for own in offered.values()):
            every[GOES_ON] = None
        options = tuple(every)
        open_ = np.array([[option in offered.get(view, ()) for option in options] for view in seen], np.bool_)
        return options, open_, codes

    def _value(self, at: int, prefix: Path, *, passed: bool = False) -> tuple[Array, Array]:
        """What every state after `at` cards is worth and stakes, after these moves and with the best ones from here."""
        if not passed and self._due(at, prefix):
            return self._decision(at, prefix)
        if at == self.last:
            return (
                self._summed(lambda cell: cell.net // self.unit, prefix),
                self._summed(lambda cell: cell.staked // self.stake_unit, prefix),
            )
        later, staked = self._value(at + 1, prefix)
        links = self.known.links[at]
        return kernels.pull(*links, later), kernels.pull(*links, staked)

    def _summed(self, what: Callable[[Cell], int], prefix: Path) -> Array:
        """What every last state comes to after these moves, over all that may be hidden in it."""
        table = np.zeros((len(self.by_code), self.counts.shape[1]), np.int64)
        for code, found in enumerate(self.by_code):
            for kind, cell in found.get(prefix, {}).items():
                table[code, kind] = what(cell)
        value: Array = np.zeros(len(self.codes), np.int64)
        for kind in range(table.shape[1]):  # kind by kind, and so without a table of all of them
            value += self.counts[:, kind] * table[self.codes, kind]
        return value

    def _decision(self, at: int, prefix: Path) -> tuple[Array, Array]:
        options, open_, codes = self._open(prefix, at)
        found = [
            self._value(at, prefix, passed=True) if option == GOES_ON else self._value(at, (*prefix, (at, option)))
            for option in options
        ]
        worth, stakes = np.stack([one for one, _ in found]), np.stack([one for _, one in found])
        best, tied, top, stake = kernels.choose(codes, open_, worth, stakes)
        self.nodes[at, prefix] = StreetNode(options, open_, codes, worth, self._settled(at, prefix), best, tied)
        return top, stake

    def _settled(self, at: int, prefix: Path) -> Array:
        """What wagers come to that no move from here on can change."""
        ways = [path for path in self.paths if path[: len(prefix)] == prefix]
        codes = [code for code, found in enumerate(self.by_code) if all(path in found for path in ways)]
        if len(codes) < len(self.by_code):  # other moves for other hands: everything is reckoned in
            return np.zeros(len(self.known.states[at]), np.int64)
        names = unchanged([[cell for code in codes for cell in self.by_code[code][path].values()] for path in ways])
        value = self._summed(lambda cell: sum(gain for name, gain in cell.main if name in names), ways[0])
        if not value.any():
            return np.zeros(len(self.known.states[at]), np.int64)
        for back in range(self.last - 1, at - 1, -1):
            value = kernels.pull(*self.known.links[back], value)
        return value

    def _walk(self) -> None:
        """From the last street back, then forward by what was chosen."""
        self.nodes: dict[tuple[int, Path], StreetNode] = {}
        self.progress(f"deciding {self.game.title} from its last card back")
        self._value(self.first, ())
        self.count = Count(self.known.ordered(0, self.last) * self.hidden)
        main, self.reached = self.under({key: node.best for key, node in self.nodes.items()})
        assert main.total() == self.count.of, (main.total(), self.count.of)
        self.count.main = main
        for (at, prefix), often in self.reached.items():
            alike = int(often[self.nodes[at, prefix].tied].sum())
            self.count.tied += alike * self.known.ordered(at, self.last) * self.hidden

    def under(self, chosen: Mapping[tuple[int, Path], Array]) -> tuple[Counter[tuple[Path, Cell]], dict[Any, Array]]:
        """What happens, and how often every state comes at each decision, if in each state this option is taken."""
        often: Array = np.ones(1, np.int64)
        for at in range(self.first):
            often = kernels.push(*self.known.links[at], often, len(self.known.states[at + 1]))
        main: Counter[tuple[Path, Cell]] = Counter()
        reached: dict[Any, Array] = {}
        self._forward(self.first, (), often, (chosen, main, reached))
        return main, reached

    def _forward(self, at: int, prefix: Path, often: Array, to: _Walk, *, passed: bool = False) -> None:
        chosen, main, reached = to
        node = None if passed else self.nodes.get((at, prefix))
        if node is not None:
            reached[at, prefix] = often
            for k, option in enumerate(node.options):
                goes = np.where(chosen[at, prefix] == k, often, 0)
                if goes.any() and option == GOES_ON:
                    self._forward(at, prefix, goes, to, passed=True)
                elif goes.any():
                    self._forward(at, (*prefix, (at, option)), goes, to)
        elif at == self.last:
            for kind in range(self.counts.shape[1]):
                times = kernels.gather(self.codes, often * self.counts[:, kind], len(self.by_code))
                for code in np.flatnonzero(times).tolist():
                    main[prefix, self.by_code[code][prefix][kind]] += int(times[code])
        else:
            later = kernels.push(*self.known.links[at], often, len(self.known.states[at + 1]))
            self._forward(at + 1, prefix, later, to)

    def book(self) -> StreetsBook:
        """What advice needs of it."""
        known = self.known
        nodes = {
            key: BookNode(node.options, node.open, node.codes, node.worth, node.settled, node.best)
            for key, node in self.nodes.items()
        }
        states = {at: known.states[at] for at, _ in nodes}
        return StreetsBook(
            known.deck, known.spots, known.group_of, known.groups, self.unit, self.hidden, states, nodes
        )  # fmt: skip
