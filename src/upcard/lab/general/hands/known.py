"""What is known after each card, up to the names of the suits, and what the facts of a model say of it."""

import random
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np

from upcard.cards.card import Cards, show
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands import street_kernels as kernels
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.hands.values import values_of
from upcard.lab.general.methods.choose_kernels import numbers
from upcard.lab.general.rounds.cases import CardFact
from upcard.lab.general.rounds.script import Spot
from upcard.lab.kernels import Array, Progress

MOST_STATES = 4_000_000
MOST_NUMBERS = 50_000_000
"""How many numbers may say what is known, a number for each suit and group: seven cards in one group are 24 million."""
MOST_CALLS = 1_500_000
STRETCH = 400_000
"""States that are read at a time."""
SAMPLE = 60


class KnownCards:
    """Cards in the order in which they are seen; cards that every fact reads together are one group."""

    def __init__(self, deck: Deck, spots: Sequence[Spot], facts: Sequence[CardFact], progress: Progress) -> None:
        self.deck, self.spots, self.facts, self.progress = deck, tuple(spots), tuple(facts), progress
        reads = [argument for fact in facts for argument in fact.arguments]
        member = [tuple(spot in argument for argument in reads) for spot in self.spots]
        kinds = list(dict.fromkeys(member))
        self.group_of = [kinds.index(one) for one in member]
        self.groups = max(1, len(kinds))
        self.states: list[Array] = [np.zeros((1, 4 * self.groups), np.int64)]
        self.links: list[tuple[Array, Array, Array]] = []
        for at in range(len(self.spots)):
            self._grow(at)

    def _grow(self, at: int) -> None:
        last, room = self.states[-1], 1024
        most = max(MOST_STATES, MOST_NUMBERS // (4 * self.groups))
        ranks = np.array(self.deck.ranks, np.int64)
        while True:
            room = min(room, most)
            found, starts, leads, ways, many = kernels.grow(
                last, self.group_of[at], self.groups, len(self.deck.suits), ranks, self.deck.copies, room
            )
            if many >= 0:
                break
            if room == most:
                raise LabError(
                    f"after {at + 1} cards there are more than {most:,} different things to know; that is too "
                    "many to be exact"
                )
            room *= 8 if room < MOST_STATES // 8 else 2
        self.progress(f"{many:,} different things to know after {at + 1} cards")
        self.states.append(found)  # what of them is not filled was never touched, and takes no memory
        self.links.append((starts, leads, ways))

    def spread(self) -> Array:
        """How often every last state comes, out of all ordered deals."""
        often: Array = np.ones(1, np.int64)
        for at, (starts, leads, ways) in enumerate(self.links):
            often = kernels.push(starts, leads, ways, often, len(self.states[at + 1]))
        return often

    def ordered(self, low: int, high: int) -> int:
        """In how many ways cards low to high can come."""
        ways = 1
        for gone in range(low, high):
            ways *= self.deck.size - gone
        return ways

    def cards(self, at: int, state: int, draw: random.Random | None = None) -> dict[Spot, int]:
        """A deal that leads to a state after `at` cards; with `draw` in any names of the suits and any order."""
        row = self.states[at][state].tolist()
        suits = list(self.deck.suits)
        held: list[list[int]] = [[] for _ in range(self.groups)]
        if draw:
            draw.shuffle(suits)
        for s, suit in enumerate(suits):
            for g in range(self.groups):
                for rank in self.deck.ranks:
                    held[g] += [4 * rank + suit] * (row[s * self.groups + g] >> (kernels.BITS * rank) & 15)
        if draw:
            for own in held:
                draw.shuffle(own)
        queues = [iter(own) for own in held]
        return {spot: next(queues[self.group_of[i]]) for i, spot in enumerate(self.spots[:at])}

    def complete(self, at: int) -> list[CardFact]:
        """The facts that are decided after `at` cards."""
        return [fact for fact in self.facts if fact.spots <= set(self.spots[:at])]

    def says(self, fact: CardFact, at: int) -> tuple[Array, tuple[Any, ...]]:
        """What a fact says of every state after `at` cards: codes, and their values."""
        if len(fact.arguments) == 1 and self.deck.copies == 1 and len(fact.spots) <= index.MOST:
            return self._by_class(fact, at)
        held = self._held(fact, at, slice(None))
        return self.by_call(fact, -np.sort(-held, axis=1) if len(fact.arguments) == 1 else held)

    def _held(self, fact: CardFact, at: int, rows: slice) -> Array:
        """What a fact reads of some states: for each argument and suit how many of every rank."""
        columns = []
        for argument in fact.arguments:
            spots = set(argument)
            groups = {self.group_of[i] for i, spot in enumerate(self.spots[:at]) if spot in spots}
            columns += [sum(self.states[at][rows, s * self.groups + g] for g in groups) for s in range(4)]
        return np.stack(columns, axis=1)

    def _by_class(self, fact: CardFact, at: int) -> tuple[Array, tuple[Any, ...]]:
        """Of one set of cards: by the classes of sets, a stretch of states at a time."""
        size, wide = len(fact.spots), len(self.states[at])
        found = values_of(fact.atom, size, self.deck, self.progress)
        codes = np.zeros(wide, found.codes.dtype)
        for low in range(0, wide, STRETCH):
            held = -np.sort(-self._held(fact, at, slice(low, low + STRETCH)), axis=1)
            masks = np.zeros((len(held), 4), np.int16)
            for rank in range(kernels.RANKS):
                masks |= ((held >> (kernels.BITS * rank) & 15) > 0).astype(np.int16) << rank
            place = numbers(masks, index.CODES, index.STARTS, index.PLACES) - index.SIZES[size]
            codes[low : low + STRETCH] = found.codes[place]
        return codes, found.values

    def by_call(self, fact: CardFact, held: Array) -> tuple[Array, tuple[Any, ...]]:
        """Of several sets, or of several decks: by asking about each."""
        rows, back = np.unique(held, axis=0, return_inverse=True)
        if len(rows) > MOST_CALLS:
            raise LabError(f"{len(rows):,} hands are too many to ask {fact.name} about one by one")
        known: dict[Hashable, int] = {}
        codes = np.zeros(len(rows), np.int32)
        draw = random.Random(len(rows))
        watched = set(draw.sample(range(len(rows)), min(SAMPLE, len(rows))))
        for i, row in enumerate(rows.tolist()):
            sets = [self._set(row[4 * k : 4 * k + 4], self.deck.suits) for k in range(len(fact.arguments))]
            value = fact.atom(*sets)
            codes[i] = known.setdefault(value, len(known))
            if i in watched:
                names = draw.sample(self.deck.suits, len(self.deck.suits))
                other = [self._set(row[4 * k : 4 * k + 4], names) for k in range(len(fact.arguments))]
                if fact.atom(*[tuple(reversed(one)) for one in other]) != value:
                    raise LabError(
                        f"{fact.name} is not alike for all suits and orders of cards: "
                        f"[{', '.join(map(show, sets))}] and [{', '.join(map(show, other))}] differ"
                    )
        return codes[back.reshape(-1)], tuple(known)

    def _set(self, row: Sequence[int], suits: Sequence[int]) -> Cards:
        return tuple(
            4 * rank + suit
            for rank in self.deck.ranks
            for suit, counts in zip(suits, row, strict=False)
            for _ in range(counts >> (kernels.BITS * rank) & 15)
        )


def laid(cards: Mapping[Spot, int], deck: Sequence[int], draw: random.Random) -> dict[str, Cards]:
    """Cards at their places; a place with a gap before a card is filled with other cards of the deck."""
    rest = list(deck)
    for card in cards.values():
        rest.remove(card)
    draw.shuffle(rest)
    places: dict[str, list[int]] = {}
    for place, at in sorted(cards):
        own = places.setdefault(place, [])
        while len(own) < at:
            own.append(rest.pop())
        own.append(cards[place, at])
    return {place: tuple(own) for place, own in places.items()}
