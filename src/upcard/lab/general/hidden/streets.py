"""Streets with a dealer's hand at their end: what can be known as in any streets, and every hidden hand against it."""

import random
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations_with_replacement
from math import comb
from typing import Any

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.known import KnownCards, laid
from upcard.lab.general.hands.values import in_order, values_of
from upcard.lab.general.hidden import pairs_kernels as pairs
from upcard.lab.general.methods.showdown import MOST_CASES, RELATIONS, Unsuited, together
from upcard.lab.general.methods.streets import Streets
from upcard.lab.general.rounds.cases import ROUNDS, CardFact, Case, Cell
from upcard.lab.general.rounds.script import Path, Spot
from upcard.lab.kernels import Array, cores

MOST_PAIRS = 4_000_000_000
A_SECOND = 8_000_000
"""Pairs that a core of today looks at in a second."""
MOST_TOLD = 4
"""Cards of several decks whose sets have a table."""
STEPS = 50


class HiddenStreets(Streets):
    """A game with a dealer's hidden cards that fits no quicker method."""

    def _known(self, facts: list[CardFact]) -> None:
        shape, model, title = self.shape, self.model, self.game.title
        own, theirs = shape.whole(model.player), shape.whole(model.dealer)
        assert model.strength is not None
        self.mine, self.yours = CardFact(model.strength, (own,)), CardFact(model.strength, (theirs,))
        place = {spot: at for at, spot in enumerate(shape.seen)}
        self.last = max([shape.last, *(place[spot] + 1 for spot in own)])
        seen = set(shape.seen[: self.last])
        self.lying = tuple(sorted(set(theirs) - seen))
        """The cards that stay hidden until the end."""
        if len(self.lying) > 5:
            raise Unsuited(f"{len(self.lying)} hidden cards of the dealer's are too many to put against each hand")
        self.facts = [fact for fact in facts if fact.spots <= seen]
        self.dark = [fact for fact in facts if fact not in self.facts]
        shared = set(own) & set(theirs)
        roles = [set(own) - shared, (set(theirs) & seen) - shared, shared, set(self.lying)]
        self.reads = [self._roles(fact, roles) for fact in (self.yours, *self.dark)]
        grouping = [
            CardFact(fact.atom, (tuple(role),)) for fact, role in zip([self.mine] * 3, roles[:3], strict=True) if role
        ]
        self.known = KnownCards(self.deck, shape.seen[: self.last], [*self.facts, *grouping], self.progress)
        self.role_of = np.full(self.known.groups, -1, np.int64)
        for at, spot in enumerate(self.known.spots):
            for role in range(3):
                if spot in roles[role]:
                    self.role_of[self.known.group_of[at]] = role
        states = len(self.known.states[self.last])
        self.hidden = comb(self.deck.size - self.last, len(self.lying))
        looked = states * comb(len(self.deck.ranks) * len(self.deck.suits), len(self.lying)) * (1 + len(self.dark))
        if looked > MOST_PAIRS:
            raise Unsuited(
                f"{title} has {states:,} different things to know, and {self.hidden:,} hands of the dealer's against "
                "each are too many"
            )
        self._against(states, looked)

    def _roles(self, fact: CardFact, roles: list[set[Spot]]) -> int:
        """Whose cards a fact reads, as bits."""
        found = sum(1 << at for at, role in enumerate(roles) if role and role <= fact.spots)
        whole = {spot for at, role in enumerate(roles) if found >> at & 1 for spot in role}
        if fact.spots != whole or len(fact.arguments) > 1:
            raise Unsuited(
                f"{fact.words} of {self.game.title} reads some of the cards of a hand, or several sets of cards; what "
                'reads two hands at once in the game itself gets them as one, "player+dealer"'
            )
        return found

    def _table(self, fact: CardFact) -> tuple[int, Array, tuple[Any, ...]]:
        """What a fact says of every set of so many cards: the first place, codes by place, and their values."""
        size = len(fact.spots)
        if self.deck.copies == 1:
            if size > index.MOST:
                raise Unsuited(f"{fact.words} of {self.game.title} reads more than {index.MOST} cards")
            found = values_of(fact.atom, size, self.deck, self.progress)
            return int(index.SIZES[size]), found.codes, found.values
        if size > MOST_TOLD:
            raise Unsuited(f"{fact.words} of {self.game.title} reads more than {MOST_TOLD} cards of several decks")
        sets = np.array(list(combinations_with_replacement(range(pairs.CARDS), size)), np.int64)
        held = np.zeros((len(sets), 4), np.int64)
        for column in range(size):
            card = sets[:, column]
            np.add.at(held, (np.arange(len(sets)), card & 3), np.int64(1) << (4 * (card >> 2)))
        held = held[:, list(self.deck.suits)]
        dealt = self._dealt(sets)
        held = np.pad(held, ((0, 0), (0, 4 - held.shape[1])))
        codes = np.zeros(len(sets), np.int64)
        codes[dealt], values = self.known.by_call(fact, -np.sort(-held[dealt], axis=1))
        place = sum(self._choose()[sets[:, i] + i, i + 1] for i in range(size))
        found_codes = np.zeros_like(codes)
        found_codes[place] = codes
        return 0, found_codes, values

    def _dealt(self, sets: Array) -> Array:
        """Which sets this deck can deal."""
        there = np.zeros(pairs.CARDS, np.bool_)
        there[list(self.game.deck_counts)] = True
        most = np.ones(len(sets), np.int64)
        run = most.copy()
        for column in range(1, sets.shape[1]):
            run = np.where(sets[:, column] == sets[:, column - 1], run + 1, 1)
            most = np.maximum(most, run)
        found: Array = there[sets].all(axis=1) & (most <= self.deck.copies)
        return found

    def _choose(self) -> Array:
        return np.array([[comb(n, k) for k in range(9)] for n in range(pairs.CARDS + 8)], np.int64)

    def _against(self, states: int, looked: int) -> None:
        """Every hidden hand against every last state."""
        first, codes, values = self._table(self.yours)
        own_codes, own_values = self.known.says(self.mine, self.last)
        ranked = in_order(own_values, values)
        place = {value: at for at, value in enumerate(ranked)}
        self.strength = np.array([place[value] for value in own_values], np.int64)[own_codes]
        theirs = np.array([place[value] for value in values], np.int64)[codes]
        tables = [self._table(fact) for fact in self.dark]
        wide = [len(told) for _, _, told in tables]
        kinds = int(np.prod(wide, dtype=np.int64)) if wide else 1
        if kinds * 3 > MOST_CASES:
            raise LabError(
                f"{self.game.title} has {kinds:,} classes of hidden hands; facts say no more than lines need"
            )
        self.dark_cases: list[Case] = [()]
        for _, _, told in tables:
            self.dark_cases = [(*case, value) for case in self.dark_cases for value in told]
        longest = max((len(table) for _, table, _ in tables), default=1)
        stacked = np.zeros((max(1, len(tables)), longest), np.int64)
        for at, (_, table, _) in enumerate(tables):
            stacked[at, : len(table)] = table
        self.asked: Any = (
            len(self.lying), self.deck.copies, (self.reads[0], first, theirs),
            (np.array(self.reads[1:], np.int64), np.array([low for low, _, _ in tables], np.int64),
             np.array(wide, np.int64), stacked),
            (index.CODES, index.STARTS, index.PLACES), self._choose(),
        )  # fmt: skip
        self.laid_out: Any = (self.role_of, self.known.groups, np.array(self.deck.suits, np.int64))
        self.in_deck = np.zeros(pairs.CARDS, np.int64)
        for card, many in self.game.deck_counts.items():
            self.in_deck[card] = many
        self.counts = np.zeros((states, kinds * 3), np.int64)
        workers = cores()
        about = f", about {looked / A_SECOND / workers:.0f} s" if looked > 2 * A_SECOND else ""
        cuts = [states * cut // STEPS for cut in range(STEPS + 1)]

        def part(low: int, high: int) -> None:
            pairs.every(
                low, high, self.known.states[self.last], *self.laid_out, self.in_deck, self.strength, *self.asked,
                self.counts,
            )  # fmt: skip

        with ThreadPoolExecutor(workers) as pool:
            for done, _ in enumerate(pool.map(part, cuts[:-1], cuts[1:])):
                self.progress(
                    f"{self.game.title}: {states:,} different things to know against the dealer's hands{about}: "
                    f"{100 * (done + 1) // STEPS} %"
                )
        assert (self.counts.sum(axis=1) == self.hidden).all()

    def case(self, cards: Mapping[str, Cards]) -> Case | None:
        """The facts of a deal, by the atoms themselves."""
        mine, yours = self.mine.value(cards), self.yours.value(cards)
        relation = RELATIONS[(yours > mine) * 2 + (yours == mine)]  # type: ignore[operator]  # whatever a strength is
        return (relation, *(fact.value(cards) for fact in (*self.facts, *self.dark)))

    def _cases(self, draw: random.Random) -> None:
        """Plays a few deals of every case."""
        states = len(self.known.states[self.last])
        says = [self.known.says(fact, self.last) for fact in self.facts]
        self.codes, self.cases = together(
            states, [codes for codes, _ in says], [values for _, values in says], np.arange(states)
        )
        if len(self.cases) * self.counts.shape[1] > MOST_CASES:
            raise LabError(f"{self.game.title} has too many cases; facts say what the lines depend on, and no more")
        self.progress(f"playing the cases of {self.game.title}")
        self.by_code: list[dict[Path, dict[int, Cell]]] = []
        for code, seen in enumerate(self.cases):
            own = np.flatnonzero(self.codes == code)
            by_path: dict[Path, dict[int, Cell]] = {}
            first: set[Path] | None = None
            for kind in range(self.counts.shape[1]):
                places = own[self.counts[own, kind] > 0]
                found: dict[Path, Cell] = {}
                for state in {int(places[0]), int(places[-1]), int(draw.choice(places))} if len(places) else ():
                    whole = (RELATIONS[kind % 3], *seen, *self.dark_cases[kind // 3])
                    found = self.cells.fill(whole, self._deal(state, kind, draw), draw)
                if found and first is None:
                    first = set(found)
                elif found and set(found) != first:
                    raise LabError(f"the moves of {self.game.title} depend on cards that the player has not seen")
                for path, cell in found.items():
                    by_path.setdefault(path, {})[kind] = cell
            self.by_code.append(by_path)
        self.cells.check(self.case, draw, ROUNDS)

    def _deal(self, state: int, kind: int, draw: random.Random) -> Mapping[str, Cards]:
        """A deal of this state, with hidden cards of this kind."""
        held, sizes, left = np.zeros((3, 8), np.int64), np.zeros(3, np.int64), np.zeros(pairs.CARDS, np.int64)
        pairs.spread(self.known.states[self.last][state], *self.laid_out, self.in_deck, held, sizes, left)
        hidden = np.zeros(8, np.int64)
        found = pairs.against(
            held,
            sizes,
            left,
            int(self.strength[state]),
            *self.asked,
            kind,
            np.zeros(self.counts.shape[1], np.int64),
            hidden,
        )
        assert found
        seen = self.known.cards(self.last, state)
        cards = [*seen.values(), *hidden[: len(self.lying)].tolist()]
        names = dict(zip(self.deck.suits, draw.sample(self.deck.suits, len(self.deck.suits)), strict=True))
        renamed = [card & ~3 | names[card & 3] for card in cards]
        return laid(dict(zip([*seen, *self.lying], renamed, strict=True)), self.game.deck, draw)
