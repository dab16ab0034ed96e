"""A game whose two hands share a board, as tables: hands by number, what the facts say, other names of the suits."""

import random
from collections.abc import Mapping, Sequence
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.boards import rows_kernels
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.general.hands.known import laid
from upcard.lab.general.hands.values import in_order, values_of
from upcard.lab.general.methods.showdown import MOST_CASES, RELATIONS, Unsuited, together
from upcard.lab.general.rounds.cases import CardFact, Case
from upcard.lab.general.rounds.script import ScriptPlayer, Shape, Spot
from upcard.lab.kernels import Array, Progress
from upcard.rules.model import Model

MOST_HELD = 3
"""Hidden cards of a hand."""
INDEX = (index.CODES, index.STARTS, index.PLACES)
RANKS = 13


class Held:
    """Every hand of so many hidden cards, by number."""

    def __init__(self, size: int, deck: Deck) -> None:
        self.size = size
        every = list(combinations(range(rows_kernels.SLOTS), size))
        self.cards = np.array(every, np.int64).reshape(len(every), size)
        self.bits = (np.int64(1) << self.cards).sum(axis=1)
        there = sum(1 << (RANKS * place + rank) for place in range(len(deck.suits)) for rank in deck.ranks)
        self.bits[(self.bits & ~there) != 0] = -1  # of another deck

    def code(self, facts: Sequence[CardFact], deck: Deck, progress: Progress) -> tuple[Array, list[Case]]:
        """What facts say of every hand."""
        found = [values_of(fact.atom, self.size, deck, progress) for fact in facts]
        masks = [(self.bits.clip(0) >> (RANKS * s)) & ((1 << RANKS) - 1) for s in range(4)]
        place = index_numbers(np.stack(masks, axis=1), self.size) * (self.bits >= 0)
        return together(
            len(place),
            [one.codes[place] for one in found],
            [one.values for one in found],
            np.flatnonzero(self.bits >= 0),
        )


def index_numbers(masks: Array, size: int) -> Array:
    """The classes of rows of masks among those of so many cards."""
    from upcard.lab.general.methods.choose_kernels import numbers

    found: Array = numbers(masks, *INDEX) - index.SIZES[size]
    return found.clip(0)


def bits_of(masks: Array) -> Array:
    """Four masks a row as one number; 0 for a class that the deck does not deal."""
    wide = masks.astype(np.int64).clip(0)
    found: Array = wide[:, 0].copy()
    for s in range(1, 4):
        found |= wide[:, s] << (RANKS * s)
    return found


class Boards:
    """A player's and a dealer's hidden cards, and a board that belongs to both hands."""

    def __init__(self, player: ScriptPlayer, model: Model, shape: Shape, progress: Progress) -> None:
        self.player, self.model, self.shape, self.progress = player, model, shape, progress
        self.game = player.game
        self.facts = [CardFact.of(reads, shape) for reads in model.facts]
        self._fit()
        self._tables()

    def _fit(self) -> None:
        """What the method asks of a game."""
        title = self.game.title
        deck = Deck.of(self.game.deck)
        if deck is None or deck.copies > 1:
            raise Unsuited(f"{title} is dealt from a deck in which suits are not alike or cards come twice")
        self.deck = deck
        own, theirs = frozenset(self.shape.whole(self.model.player)), frozenset(self.shape.whole(self.model.dealer))
        self.board, self.own, self.theirs = sorted(own & theirs), sorted(own - theirs), sorted(theirs - own)
        for hand in (self.own, self.theirs):
            if not 1 <= len(hand) <= MOST_HELD or len(hand) + len(self.board) > index.MOST:
                raise Unsuited(
                    f"beside the board a hand of {title} has {len(hand)} cards; up to {MOST_HELD} can be worked out, "
                    f"and {index.MOST} with the board"
                )
        for stage in self.shape.stages:
            seen = set(self.shape.seen[:stage])
            if not seen >= set(self.own) or not seen <= own:
                raise Unsuited(
                    f"{title} has a decision before all own cards are there, or after one of the dealer's hand is seen"
                )
        kinds = [frozenset(self.own), frozenset(self.board), own, frozenset(self.theirs), theirs]
        groups: list[list[CardFact]] = [[], [], [], [], []]
        for fact in self.facts:
            if fact.spots not in kinds or len(fact.arguments) > 1 or not fact.alike:
                raise Unsuited(
                    f"{fact.words} of {title} reads other cards than one hand, with the whole board or without it, or "
                    "minds the suits"
                )
            groups[kinds.index(fact.spots)].append(fact)
        self.hand_facts, self.board_facts, self.both_facts, self.hidden_facts, self.dealer_facts = groups

    def _tables(self) -> None:
        deck, progress, atom = self.deck, self.progress, self.model.strength
        assert atom is not None
        size = len(self.board)
        self.held, self.hidden_hands = Held(len(self.own), deck), Held(len(self.theirs), deck)
        whole, dealer_whole = len(self.own) + size, len(self.theirs) + size
        self.kinds = classes(deck, size)
        self.boards, self.weights = bits_of(self.kinds.masks), self.kinds.weights
        mine, yours = values_of(atom, whole, deck, progress), values_of(atom, dealer_whole, deck, progress)
        ranked = in_order(mine.values, yours.values)
        place = {value: at for at, value in enumerate(ranked)}
        strengths = np.array([place[value] for value in mine.values], np.int32)[mine.codes]
        dealer_strengths = np.array([place[value] for value in yours.values], np.int32)[yours.codes]
        self.by_hand, self.hand_cases = self.held.code(self.hand_facts, deck, progress)
        hidden, hidden_cases = self.hidden_hands.code(self.hidden_facts, deck, progress)
        self.by_board, self.board_cases = self._code(self.board_facts, size)
        self.by_both, both_cases = self._code(self.both_facts, whole)
        dealer_both, dealer_cases = self._code(self.dealer_facts, dealer_whole)
        self.seen_cases = [
            (*hand, *board, *both) for hand in self.hand_cases for board in self.board_cases for both in both_cases
        ]
        self.dealer_cases = [(*own, *both) for own in hidden_cases for both in dealer_cases]
        if len(self.seen_cases) * len(self.dealer_cases) > MOST_CASES:
            raise LabError(
                f"{self.game.title} has {len(self.seen_cases):,} classes of player's hands and "
                f"{len(self.dealer_cases):,} of dealer's, more than {MOST_CASES:,} cases; facts have to say what the "
                "lines depend on, and no more"
            )
        self.mine: Any = (
            self.held.bits, self.held.cards, self.held.size, int(index.SIZES[whole]), _small(strengths), self.by_hand,
            self.by_board, _small(self.by_both), len(self.board_cases), len(both_cases),
        )  # fmt: skip
        alike = self.held.size == self.hidden_hands.size and bool((strengths == dealer_strengths).all())
        self.yours: Any = (
            self.hidden_hands.bits, self.hidden_hands.cards, self.hidden_hands.size, int(index.SIZES[dealer_whole]),
            _small(dealer_strengths), hidden, _small(dealer_both), len(dealer_cases), int(alike), len(ranked),
        )  # fmt: skip

    def _code(self, facts: Sequence[CardFact], size: int) -> tuple[Array, list[Case]]:
        """What facts say of every class of so many cards."""
        found = [values_of(fact.atom, size, self.deck, self.progress) for fact in facts]
        dealt = np.flatnonzero(classes(self.deck, size).stabilisers)
        return together(
            len(classes(self.deck, size).masks), [one.codes for one in found], [one.values for one in found], dealt
        )

    # Cards in other names of the suits

    @cached_property
    def namings(self) -> tuple[Array, Array]:
        """Which of 24 namings the new places of four suits are; and every hand's number under each kind and naming."""
        return named_alike(self.held, len(self.deck.suits))

    # Deals

    def case(self, cards: Mapping[str, Cards]) -> Case | None:
        """The facts of a deal, by the atoms themselves."""
        atom = self.model.strength
        assert atom is not None
        mine, yours = (
            atom(tuple([cards[place][at] for place, at in (*spots, *self.board)])) for spots in (self.own, self.theirs)
        )
        facts = (*self.hand_facts, *self.board_facts, *self.both_facts, *self.hidden_facts, *self.dealer_facts)
        return (RELATIONS[(yours > mine) * 2 + (yours == mine)], *(fact.value(cards) for fact in facts))

    def deal(self, board: int, hand: int, column: int, relation: int, draw: random.Random) -> Mapping[str, Cards]:
        """A deal with these cards, and a dealer's hand of that class in this relation to the player's."""
        taken = int(self.boards[board]) | int(self.held.bits[hand])
        strength, _ = strength_of(self.mine, int(self.boards[board]), hand)
        by_hand, by_both, both_of = self.yours[5:8]
        hands = [h for h, bits in enumerate(self.hidden_hands.bits.tolist()) if bits >= 0 and not bits & taken]
        draw.shuffle(hands)
        for other in hands:
            theirs, place = strength_of(self.yours, int(self.boards[board]), other)
            if (
                by_hand[other] * both_of + by_both[place] == column
                and (theirs > strength) * 2 + (theirs == strength) == relation
            ):
                break
        else:
            raise AssertionError("no such hand of the dealer's")
        names = draw.sample(self.deck.suits, len(self.deck.suits))
        spots: dict[Spot, int] = {}
        for places, bits in (
            (self.own, int(self.held.bits[hand])),
            (self.board, int(self.boards[board])),
            (self.theirs, int(self.hidden_hands.bits[other])),
        ):
            cards = [
                4 * (slot % RANKS) + names[slot // RANKS] for slot in range(rows_kernels.SLOTS) if bits >> slot & 1
            ]
            draw.shuffle(cards)
            spots |= dict(zip(places, cards, strict=True))
        return laid(spots, self.game.deck, draw)


number: Any = getattr(index.number, "py_func")  # noqa: B009 (a compiled function's own Python is in no type)


def strength_of(side: Any, board: int, hand: int) -> tuple[int, int]:
    """The strength of one hidden hand beside a board, and the class of the two together."""
    bits, first, strengths = side[0], side[3], side[4]
    whole = int(bits[hand]) | board
    masks = [whole >> (RANKS * s) & ((1 << RANKS) - 1) for s in range(4)]
    place = int(number(*masks, *INDEX)) - first
    return int(strengths[place]), place


def _small(codes: Array) -> Array:
    """The same in fewer bytes, which a core finds sooner."""
    most = int(codes.max(initial=0))
    return codes.astype(np.uint8 if most < 1 << 8 else np.uint16 if most < 1 << 16 else np.int32)


def named_alike(held: Held, suits: int) -> tuple[Array, Array]:
    """See `Boards.namings`."""
    orders = np.zeros(256, np.int64)
    every = list(permutations(range(4)))
    ids = {tuple(cards): at for at, cards in enumerate(held.cards.tolist())}
    moved = np.zeros((len(every), len(held.bits)), np.int32)
    for name, new in enumerate(every):
        orders[new[0] * 64 + new[1] * 16 + new[2] * 4 + new[3]] = name
        place = np.array([13 * new[slot // RANKS] + slot % RANKS for slot in range(rows_kernels.SLOTS)], np.int64)
        renamed = np.sort(place[held.cards], axis=1)
        moved[name] = [ids[tuple(cards)] for cards in renamed.tolist()]
    rows = np.zeros((8 * len(every), len(held.bits)), np.int32)
    for symmetry in range(8):
        group = [
            name for name, new in enumerate(every)
            if all(new[s] == s or (_alike(symmetry, s, new[s]) and s < suits) for s in range(4))
        ]  # fmt: skip
        first = moved[group].min(axis=0)
        rows[24 * symmetry : 24 * symmetry + 24] = first[moved]
    return orders, rows


def _alike(symmetry: int, s: int, t: int) -> bool:
    """Whether two suits can change places: all between them are alike."""
    low, high = min(s, t), max(s, t)
    return all(symmetry >> j & 1 for j in range(low, high))
