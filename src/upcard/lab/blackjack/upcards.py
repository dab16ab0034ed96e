"""Exact values of every blackjack hand against one upcard: composition-dependent, best play, from any shoe."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.splits import split_terms
from upcard.lab.blackjack.tables import CARD_OF, VALUES, dealer, hands
from upcard.lab.blackjack.terms import STRATEGIES, Terms
from upcard.rules.blackjack import hands as atoms

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

VERDICTS: tuple[atoms.BetOutcome, ...] = ("win", "push", "lose")
"""What a hand that was played out comes to, in the order of the arrays."""
ACTIONS = ("stand", "hit", "double", "split", "surrender")
"""What a player can do with two cards; equal values go to the earlier one."""
_STAND, _HIT, _DOUBLE = 0, 1, 2
_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, slots=True)
class Values:
    """[hand] arrays, all unconditional (see `kernels`): divide by `alive` for what holds after the peek."""

    dealer: Floats
    """[hand, kind] the dealer's chances."""
    alive: Floats
    """The chance that the peek does not end the round."""
    stand: Floats
    hit: Floats
    double: Floats
    best: Floats


@dataclass(frozen=True, slots=True)
class Upcard:
    """One upcard: what is left beside it, what may be done against it, and what every hand is worth."""

    shoe: Composition
    terms: Terms
    post_split: str
    up: int
    left: Floats
    """[value] cards in the shoe without the upcard."""
    ends: Bools
    """[value] whether this hole card ends the round at the peek."""
    values: Values
    split_lines: dict[int, Floats]
    """For a pair of this value: [stakes - 1, verdict] how many hands of a split come to what, unconditionally."""

    @property
    def deplete(self) -> float:
        """1 where a card dealt is a card less, 0 in the infinite shoe."""
        return 0.0 if self.shoe.infinite else 1.0

    def alive(self, hand: int) -> float:
        """The chance that the peek does not end the round."""
        return float(self.values.alive[hand])

    def actions(self, hand: int) -> dict[str, float]:
        """What each action open to a dealt hand (no split behind it) is worth, unconditionally; blackjack has none."""
        table, values = hands(), self.values
        found = {"stand": float(values.stand[hand])}
        if not table.stands[hand]:
            found["hit"] = float(values.hit[hand])
        if table.size[hand] == 2:  # noqa: PLR2004 - the first two cards, and only those
            if not np.isnan(values.double[hand]):
                found["double"] = float(values.double[hand])
            pair = _pair_slot(hand)
            if pair in self.split_lines:
                found["split"] = self.worth(self.split_lines[pair])
            if self.terms.surrender:
                found["surrender"] = float(self.terms.surrendered) * self.alive(hand)
        return {action: value for action, value in found.items() if not np.isnan(value)}

    def worth(self, lines: Floats) -> float:
        """The value of hands that come to these verdicts, with one stake and with two."""
        nets = np.array([float(self.terms.net(verdict)) for verdict in VERDICTS])
        return float(lines[0] @ nets + 2.0 * (lines[1] @ nets))

    def deals(self) -> Iterator[tuple[int, float]]:
        """Every two-card hand, with its chance beside this upcard."""
        cards = float(self.left.sum())
        for first in range(len(VALUES)):
            for second in range(first, len(VALUES)):
                rest = self.left[second] - (self.deplete if first == second else 0.0)
                chance = self.left[first] / cards * rest / (cards - self.deplete)
                if chance > 0.0:
                    yield hands().pair(first, second), float(chance if first == second else 2.0 * chance)

    def play_out(self, weight: Floats, act: Ints, extra_slot: int = 0, extra: int = 0) -> Floats:
        """[stakes - 1, verdict] what hands of this weight come to, played by `act` with `extra` cards more out."""
        from upcard.lab.blackjack import kernels  # noqa: PLC0415 - Numba is slow to import

        lines = np.zeros((2, len(VERDICTS)))
        arrays = kernels.arrays(self.up, hits_soft_17=self.terms.hits_soft_17)
        lost = kernels.play_out(
            *(self.left, self.left.sum(), self.deplete, *arrays),
            *(_verdicts(self.up, hits_soft_17=self.terms.hits_soft_17), self.ends, self.values.dealer, act, extra_slot, extra, weight, lines),
        )
        if lost > _NEGLIGIBLE:
            raise ShoeError(f"{self.shoe.cards} cards are too few for a round: the shoe can run out ({self.shoe})")
        return lines


def strategy(values: Values, *, may_double: bool) -> Ints:
    """What each hand does when it may not be split or surrendered: the best of stand, hit and double."""
    with np.errstate(invalid="ignore"):
        act = np.where(values.hit > values.stand, _HIT, _STAND)
        if may_double:
            act = np.where(values.double > np.fmax(values.hit, values.stand), _DOUBLE, act)
    return act.astype(np.int64)


@lru_cache(maxsize=512)
def solve_upcard(shoe: Composition, terms: Terms, up: int, post_split: str = "CDZ-") -> Upcard:
    """Values every hand, pairs with their splits included, against the upcard with this value's slot."""
    if post_split not in STRATEGIES:
        raise ShoeError(f"{post_split!r} is no way to play split hands; the ways are {', '.join(STRATEGIES)}")
    if shoe.counts[up] < 1:
        raise ShoeError(f"the shoe has no card of value {VALUES[up]} to show ({shoe})")
    left = np.array(shoe.counts, dtype=np.float64)
    left[up] -= 0.0 if shoe.infinite else 1.0
    solved = Upcard(shoe, terms, post_split, up, left, _ends(up), _value_hands(shoe, terms, up, left), {})
    for pair in range(len(VALUES)):
        if left[pair] >= 2 or shoe.infinite:  # noqa: PLR2004 - a pair is two cards
            solved.split_lines[pair] = _split(solved, pair)
    return solved


def _value_hands(shoe: Composition, terms: Terms, up: int, left: Floats) -> Values:
    from upcard.lab.blackjack import kernels  # noqa: PLC0415 - Numba is slow to import

    table = hands()
    kinds, _ = dealer(hits_soft_17=terms.hits_soft_17)
    verdicts = _verdicts(up, hits_soft_17=terms.hits_soft_17)
    nets = np.array([*(float(terms.net(verdict)) for verdict in VERDICTS), 0.0])
    count = len(table.size)
    values = Values(np.zeros((count, len(kinds.totals))), *(np.empty(count) for _ in range(5)))
    kernels.value_hands(
        *(left, left.sum(), 0.0 if shoe.infinite else 1.0, *kernels.arrays(up, hits_soft_17=terms.hits_soft_17)),
        *(table.stands, _may_double(terms.double), nets[verdicts], _ends(up)),
        *(values.dealer, values.alive, values.stand, values.hit, values.double, values.best),
    )
    return values


@cache
def _ends(up: int) -> Bools:
    """[value] whether this hole card ends the round at the peek (BJK-6)."""
    card = CARD_OF[up]
    return np.array([atoms.peeks(card) and atoms.is_blackjack((card, hole)) for hole in CARD_OF])


@cache
def _verdicts(up: int, *, hits_soft_17: bool) -> Ints:
    """[total, kind] the number of a verdict, the last row a bust's; -1 where the peek has ended the round."""
    kinds, _ = dealer(hits_soft_17=hits_soft_17)
    table = np.array([[VERDICTS.index(v) for v in row] for row in kinds.outcomes], dtype=np.int64).T
    if _ends(up).any():
        table[:-1, kinds.blackjack] = -1
    return np.ascontiguousarray(table)


@cache
def _may_double(setting: atoms.DoubleSetting) -> Bools:
    table = hands()
    facts = zip(table.size, table.total, table.soft, strict=True)
    return np.array([n == 2 and atoms.may_double(int(t), bool(s), setting) for n, t, s in facts])  # noqa: PLR2004


@cache
def _pair_slot(hand: int) -> int | None:
    """The value of a two-card hand's cards, if it may be split."""
    slots = [slot for slot, n in enumerate(hands().counts[hand]) for _ in range(n)]
    first, second = (CARD_OF[slot] for slot in slots)
    return slots[0] if atoms.may_split(first, second) else None


def _split(solved: Upcard, pair: int) -> Floats:
    """[stakes - 1, verdict] what the hands of a split come to, as a sum over `split_terms`."""
    terms, card, deplete = solved.terms, CARD_OF[pair], solved.deplete
    most = 2
    while atoms.may_split_again(card, most, terms.max_hands, terms.resplit_aces):
        most += 1
    pairs_left, cards_left = solved.left[pair] - 2 * deplete, solved.left.sum() - 2 * deplete
    lines = np.zeros((2, len(VERDICTS)))
    found: dict[tuple[bool, int, int], Floats] = {}
    for term, times in split_terms(most):
        chance = 1.0
        for taken in range(term.out):
            chance *= max(pairs_left - deplete * taken, 0.0) / (cards_left - deplete * taken)
        if chance == 0.0:
            continue
        act = _split_strategy(solved, pair, term.seen)
        for paired in (False, True) if term.paired else (False,):
            key = (paired, term.seen if solved.post_split == "CDP" else 0, term.out)
            if key not in found:
                found[key] = _one_hand(solved, pair, act, term.out, paired=paired)
            lines += times * chance * found[key]
    return lines


def _split_strategy(solved: Upcard, pair: int, seen: int) -> Ints:
    """How a hand of a split is played by the chosen convention, `seen` further cards of the pair being out."""
    if atoms.gets_one_card_after_split(CARD_OF[pair]):
        return np.zeros(len(hands().size), dtype=np.int64)
    values = solved.values
    known_out = {"CDZ-": 0, "CDP1": 1, "CDP": 1 + seen}[solved.post_split]
    if known_out:
        left = solved.left.copy()
        left[pair] -= solved.deplete * known_out
        values = _value_hands(solved.shoe, solved.terms, solved.up, left)
    return strategy(values, may_double=solved.terms.double_after_split)


def _one_hand(solved: Upcard, pair: int, act: Ints, out: int, *, paired: bool) -> Floats:
    """One hand of a split, with `out` cards of the pair gone beside the first two, by its second card: pair or not."""
    deplete = solved.deplete
    rest = solved.left.copy()
    rest[pair] -= deplete * (2 + out)
    weight = np.zeros(len(hands().size))
    for slot in range(len(VALUES)):
        if (slot == pair) is paired and rest[slot] > 0.0:
            weight[hands().pair(pair, slot)] = rest[slot] / rest.sum()
    return solved.play_out(weight, act, extra_slot=pair, extra=1 + out)
