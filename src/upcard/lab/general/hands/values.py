"""What atoms say of every class of hands, as codes: made by calling them, once for what is alike."""

import random
from collections.abc import Callable, Hashable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache
from types import FunctionType
from typing import Any

import numpy as np

from upcard.cards.card import show
from upcard.cards.evaluators import Atom, Best, BySuit, Named
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.kernels import Array, Progress, silent, stored
from upcard.rounds.fault import where

KEPT = 2_000
"""Tables of more classes are kept on disk."""
SAMPLE = 400
"""Hands whose suits are renamed to see whether the atom minds."""
MOST_SUITS = 50_000
"""How many kinds of suits leave room for four of them in one number."""


class AtomValues:
    """An atom's values over the classes of so many cards: a code for each class, a value for each code."""

    def __init__(self, codes: Array, values: Sequence[Any]) -> None:
        self.codes = codes
        self.values = tuple(values)


def values_of(atom: Atom, size: int, deck: Deck, progress: Progress = silent) -> AtomValues:
    """What an atom says of every class; codes ascend with the values wherever those can be compared."""
    try:
        return _values(atom, size, deck, progress)
    except LabError:
        raise
    except Exception as error:
        raise LabError(f"a function of the model fails with {size} cards: {where(error)}") from error


def in_order(*strengths: Iterable[Any]) -> list[Any]:
    """All strengths that there are, the lowest first."""
    try:
        found: list[Any] = sorted({value for one in strengths for value in one})
        assert found[0] <= found[-1]  # one alone is never compared by sorting
    except (TypeError, AssertionError) as error:
        raise LabError(
            f"the strengths of a hand can't be compared: {error}. A strength is a number, or a tuple of them, for "
            "every hand"
        ) from error
    return found


@lru_cache(maxsize=64)
def _values(atom: Atom, size: int, deck: Deck, progress: Progress) -> AtomValues:
    if isinstance(atom, Best) and size >= atom.size:
        base = values_of(atom.atom, atom.size, deck, progress)
        codes = base.codes
        for larger in range(atom.size + 1, size + 1):
            progress(f"the best {atom.size} of {larger} cards")
            codes = index.best_without_one(
                classes(deck, larger).masks, codes, index.SIZES[larger - 1], index.CODES, index.STARTS, index.PLACES
            )
        return AtomValues(codes, base.values)
    if isinstance(atom, Named):
        strength = values_of(atom.strength, size, deck, progress)
        return _renamed(strength.codes, [atom.name(value) for value in strength.values])
    if isinstance(atom, BySuit):
        return _suits(atom, size, deck)
    return _called(atom, size, deck, progress)


def _suits(atom: BySuit, size: int, deck: Deck) -> AtomValues:
    """A suit's cards are one of 8,192 sets, and four suits come together in few ways."""
    held = [mask for mask in range(1 << 13) if mask.bit_count() <= size and not mask & ~deck.mask]
    said = [atom.atom([4 * rank for rank in range(13) if mask >> rank & 1]) for mask in held]
    distinct = list(dict.fromkeys(said))
    if len(distinct) > MOST_SUITS:
        raise LabError(f"{atom.atom} tells {len(distinct):,} kinds of suits apart, more than {MOST_SUITS:,}")
    ordered = False
    if atom.join is max:
        with suppress(TypeError):
            distinct, ordered = sorted(distinct), True
    place = {value: code for code, value in enumerate(distinct)}
    table = np.zeros(1 << 13, np.int32)
    table[held] = [place[value] for value in said]
    masks = classes(deck, size).masks
    if ordered:  # the highest of four codes is the code of the highest of four values
        codes = table[masks[:, 0].clip(0)]
        for suit in range(1, 4):
            np.maximum(codes, table[masks[:, suit].clip(0)], out=codes)
        there = np.flatnonzero(np.bincount(codes, minlength=len(distinct)))
        return _renamed(np.searchsorted(there, codes), [distinct[code] for code in there.tolist()])
    four = np.sort(table[masks.clip(0)], axis=1)
    whole = np.zeros(len(masks), np.int64)
    for suit in range(4):
        whole = whole * len(distinct) + four[:, suit]
    kinds, first, back = np.unique(whole, return_index=True, return_inverse=True)
    values = [atom.join([distinct[code] for code in four[at].tolist()]) for at in first.tolist()]
    assert len(kinds) == len(values)
    return _renamed(back.astype(np.int32), values)


def _called(atom: Atom, size: int, deck: Deck, progress: Progress) -> AtomValues:
    kinds = classes(deck, size)
    dealt = np.flatnonzero(kinds.stabilisers)
    _check_suits(atom, size, deck)

    def make() -> Array:
        known: dict[Hashable, int] = {}
        codes = np.zeros(len(kinds.masks), np.int32)
        every = max(1, len(dealt) // 100)
        for done, place in enumerate(dealt.tolist()):
            codes[place] = known.setdefault(atom(kinds.hand(place)), len(known))
            if done % every == 0 and len(dealt) > KEPT:
                progress(f"asking the rules about {len(dealt):,} hands: {100 * done // len(dealt)} %")
        return codes

    title = f"values-of-{size}-{deck.mask:x}-{''.join(map(str, deck.suits))}-{getattr(atom, '__name__', 'atom')}"
    plain = isinstance(atom, FunctionType) and atom.__closure__ is None and "<" not in atom.__qualname__
    codes = stored(title, make, atom) if plain and len(dealt) > KEPT else make()
    _, first = np.unique(codes[dealt], return_index=True)
    values = [atom(kinds.hand(int(dealt[place]))) for place in first]
    return _renamed(codes, values)


def _renamed(codes: Array, values: Sequence[Any]) -> AtomValues:
    """The same with equal values under one code, in ascending order where they have one."""
    distinct = list(dict.fromkeys(values))
    with suppress(TypeError):  # names and None together have no order, and need none
        distinct.sort()
    place = {value: code for code, value in enumerate(distinct)}
    return AtomValues(np.array([place[value] for value in values], np.int32)[codes], distinct)


def _check_suits(atom: Callable[[Sequence[int]], Any], size: int, deck: Deck) -> None:
    """Refuses an atom that minds how suits are called or in which order cards lie, with a hand that proves it."""
    draw = random.Random(size)
    kinds = classes(deck, size)
    dealt = np.flatnonzero(kinds.stabilisers)
    places = dealt.tolist() if len(dealt) <= SAMPLE else draw.sample(dealt.tolist(), SAMPLE)
    for place in places:
        hand = kinds.hand(place)
        names = dict(zip(deck.suits, draw.sample(deck.suits, len(deck.suits)), strict=True))
        other = [card & ~3 | names[card & 3] for card in hand]
        draw.shuffle(other)
        if atom(hand) != atom(tuple(other)):
            raise LabError(
                f"{getattr(atom, '__name__', atom)} is not alike for all suits and orders of cards: it says "
                f"{atom(hand)!r} of {show(hand)} and {atom(tuple(other))!r} of {show(other)}. A strength or a fact "
                'must not mind them; only a side bet may, and says suits="differ"'
            )
