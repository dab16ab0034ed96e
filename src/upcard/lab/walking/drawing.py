"""Which cards can come, those that are alike once: of one kind, or of suits of which the same has been seen."""

import random
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from itertools import permutations
from math import comb
from typing import Literal

from upcard.cards.card import Cards
from upcard.rules.needs import UNKNOWN, Act, Answer

Alike = Callable[[int], Hashable] | Literal["suits"] | None
"""What a script sees in a card: all of it, less, or all but the names of the suits."""


def hands_of(
    left: Mapping[int, int], count: int, alike: Callable[[int], Hashable] | None = None
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every set of so many cards, and how many ways there are to draw it; of cards that are alike the first ones."""
    every = [cards for cards in _kinds(left, alike).values() if cards]

    def draw(at: int, more: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if more == 0:
            yield (), 1
            return
        for i in range(at, len(every)):
            for n in range(1, min(more, len(every[i])) + 1):
                for rest, ways in draw(i + 1, more - n):
                    yield (*every[i][:n], *rest), ways * comb(len(every[i]), n)

    return draw(0, count)


def suits_once(answers: Sequence[Answer], left: Mapping[int, int], count: int) -> list[tuple[Cards, int]]:
    """The cards that can come, where suits are alike: suits of which the same has been seen can change their names."""
    seen: dict[int, list[tuple[int, ...]]] = {suit: [] for suit in range(4)}
    for at, answer in enumerate(answers):
        value = answer.value if isinstance(answer, Act) else (answer,)
        for part, cards in enumerate(value if isinstance(value, tuple) else ()):
            for card in cards if isinstance(cards, tuple) else ():
                if card != UNKNOWN:
                    seen[card & 3].append((at, part, card >> 2))
    for card, many in left.items():
        seen[card & 3].append((-1, many, card >> 2))
    kinds: dict[tuple[tuple[int, ...], ...], int] = {}
    kind = [kinds.setdefault(tuple(sorted(seen[suit])), len(kinds)) for suit in range(4)]
    found: dict[tuple[tuple[int, tuple[int, ...]], ...], tuple[Cards, int]] = {}
    for cards, ways in hands_of(left, count):
        held = sorted((kind[suit], tuple(sorted(card >> 2 for card in cards if card & 3 == suit))) for suit in range(4))
        first, before = found.get(tuple(held), (cards, 0))
        found[tuple(held)] = (first, before + ways)
    return list(found.values())


def drawn(left: Mapping[int, int], count: int, alike: Alike, draw: random.Random) -> tuple[Cards, float]:
    """Cards that come by chance, and how many sets like them there are for each time that they come."""
    cards = tuple(draw.sample([card for card, many in left.items() for _ in range(many)], count))
    ways = 1
    for kind in _kinds(left, alike if callable(alike) else None).values():
        own = sum(cards.count(card) for card in set(kind))
        ways *= comb(len(kind), own)
    return cards, comb(sum(left.values()), count) / ways


def _kinds(left: Mapping[int, int], alike: Callable[[int], Hashable] | None) -> Mapping[Hashable, list[int]]:
    """The cards that are left, by what the script sees in them."""
    kinds: dict[Hashable, list[int]] = {}
    for card, n in left.items():
        kinds.setdefault(alike(card) if alike else card, []).extend([card] * n)
    return kinds


def as_seen(answers: Sequence[Answer], alike: Callable[[int], Hashable]) -> Hashable:
    """What a script sees in these answers: of cards of one kind it can't tell which."""
    return tuple(
        tuple(sorted(repr(card if card == UNKNOWN else alike(card)) for card in answer))
        if isinstance(answer, tuple)
        else answer
        for answer in answers
    )


def renamed(answers: Sequence[Answer], names: Mapping[int, int]) -> list[Answer]:
    """The same answers with other cards in the place of each."""
    found: list[Answer] = []
    for answer in answers:
        if isinstance(answer, Act) and isinstance(answer.value, tuple):
            parts = tuple(tuple(sorted(names[card] for card in part)) for part in answer.value)
            found.append(Act(answer.seat, answer.hand, answer.move, parts))
        elif isinstance(answer, tuple):
            found.append(tuple(card if card == UNKNOWN else names[card] for card in answer))
        else:
            found.append(answer)
    return found


def turned(by: int) -> dict[int, int]:
    """Every card in the suit that is so many further on."""
    return {card: card & ~3 | (card + by) & 3 for card in range(52)}


def same_but_for_suits(answers: Sequence[Answer], suits: Sequence[int]) -> int:
    """How many deals there are that differ from this one by the names of the suits only."""
    seen = set()
    for order in permutations(suits):
        new = dict(zip(suits, order, strict=True))
        names = {card: card & ~3 | new.get(card & 3, 0) for card in range(52)}
        seen.add(tuple(
            tuple(sorted(answer)) if isinstance(answer, tuple) else repr(answer) for answer in renamed(answers, names)
        ))  # fmt: skip
    return len(seen)
