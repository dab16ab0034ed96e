"""Exact values of every blackjack hand against one upcard: composition-dependent, best play, from any shoe."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.tables import CARD_OF, VALUES, dealer, hands
from upcard.lab.blackjack.terms import Terms
from upcard.rules.blackjack import hands as atoms

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]

VERDICTS: tuple[atoms.BetOutcome, ...] = ("win", "push", "lose")
"""What a hand that was played out comes to, in the order of the arrays."""
STAND, HIT, DOUBLE = 0, 1, 2
"""What a strategy says, as the kernels number it."""
_NEGLIGIBLE = 1e-9


@dataclass(frozen=True, slots=True)
class UpcardValues:
    """[hand] arrays, all unconditional (see `kernels`): divide by `alive` for what holds after the peek."""

    alive: Floats
    """The chance that the peek does not end the round."""
    stand: Floats
    hit: Floats
    double: Floats
    """NaN where the hand may not be doubled."""
    best: Floats


@dataclass(frozen=True, slots=True)
class PlayedOut:
    """What hands came to that were played out, unconditionally."""

    stood: Floats
    """[stakes - 1, total, kind] hands that stood or were doubled; without rounds that the peek ended."""
    busted: float
    """Hands with one stake that busted."""
    verdicts: Ints
    """[total, kind] which verdict that is; the last row is a bust's."""

    def lines(self) -> Floats:
        """[stakes - 1, verdict] how many hands came to what."""
        found = np.zeros((2, len(VERDICTS)))
        for stakes in range(2):
            found[stakes] = np.bincount(self.verdicts.ravel(), self.stood[stakes].ravel(), len(VERDICTS))
        found[0, self.verdicts[-1, 0]] += self.busted
        return found


@dataclass(frozen=True, slots=True)
class Upcard:
    """One upcard: what is left beside it, and what every hand is worth that is not split."""

    shoe: Composition
    terms: Terms
    up: int
    left: Floats
    """[value] cards in the shoe without the upcard."""
    values: UpcardValues

    @property
    def deplete(self) -> float:
        """1 where a card dealt is a card less, 0 in the infinite shoe."""
        return 0.0 if self.shoe.infinite else 1.0

    def alive(self, hand: int) -> float:
        """The chance that the peek does not end the round."""
        return float(self.values.alive[hand])

    def deals(self) -> Iterator[tuple[int, float]]:
        """Every two-card hand, with its chance beside this upcard."""
        cards = float(self.left.sum())
        for first in range(len(VALUES)):
            for second in range(first, len(VALUES)):
                rest = self.left[second] - (self.deplete if first == second else 0.0)
                chance = self.left[first] / cards * rest / (cards - self.deplete)
                if chance > 0.0:
                    yield hands().pair(first, second), float(chance if first == second else 2.0 * chance)

    def play_out(self, weight: Floats, act: Ints, out_slot: int = 0, out: int = 0) -> PlayedOut:
        """Plays hands of this weight by `act`, with `out` cards of a value out of the shoe beside the hand's own."""
        from upcard.lab.blackjack import kernels

        hits = self.terms.hits_soft_17
        table = verdicts(hits_soft_17=hits)
        stood, busted = np.zeros((2, *table.shape)), np.zeros(1)
        lost = kernels.settle(
            *(self.without(out_slot, out), self.deplete, *kernels.arrays(self.up, hits_soft_17=hits), ends(self.up)),
            *(act, weight.copy(), stood, busted),
        )
        if lost > _NEGLIGIBLE:
            raise ShoeError(f"{self.shoe.cards} cards are too few for a round: the shoe can run out ({self.shoe})")
        if ends(self.up).any():
            stood[:, :, dealer(hits_soft_17=hits)[0].blackjack] = 0.0
        return PlayedOut(stood, float(busted[0]), table)

    def without(self, slot: int, out: int) -> Floats:
        """What is left with so many cards of one value out."""
        rest = self.left.copy()
        rest[slot] -= self.deplete * out
        return rest

    def alive_without(self, slot: int, out: int) -> float:
        """The chance that the peek does not end the round, with so many cards of one value out."""
        rest = self.without(slot, out)
        return 1.0 - float(rest[ends(self.up)].sum() / rest.sum())


def strategy(values: UpcardValues, *, may_double: bool) -> Ints:
    """What each hand does when it may not be split or surrendered: the best of stand, hit and double."""
    with np.errstate(invalid="ignore"):
        act = np.where(values.hit > values.stand, HIT, STAND)
        if may_double:
            act = np.where(values.double > np.fmax(values.hit, values.stand), DOUBLE, act)
    return act.astype(np.int64)


def solve_upcard(shoe: Composition, terms: Terms, up: int, *, taken: tuple[int, int] = (0, 0)) -> Upcard:
    """Values every hand against the upcard in this slot; `taken` is (slot, number) of further cards known to be out."""
    from upcard.lab.blackjack import kernels

    if shoe.counts[up] < 1:
        raise ShoeError(f"the shoe has no card of value {VALUES[up]} to show ({shoe})")
    deplete = 0.0 if shoe.infinite else 1.0
    left = np.array(shoe.counts, dtype=np.float64)
    left[up] -= deplete
    left[taken[0]] -= deplete * taken[1]
    table, hits = hands(), terms.hits_soft_17
    values = UpcardValues(*(np.empty(len(table.size)) for _ in range(5)))
    counts, *others = kernels.arrays(up, hits_soft_17=hits)
    kernels.value_hands(
        *(
            left,
            deplete,
            counts,
            table.size,
            *others,
            table.stands,
            _may_double(terms.double),
            nets(terms, up),
            ends(up),
        ),
        *(values.alive, values.stand, values.hit, values.double, values.best),
    )
    return Upcard(shoe, terms, up, left, values)


def worth(terms: Terms, lines: Floats) -> float:
    """The mean result of hands that come to these verdicts with one stake and with two."""
    gains = np.array([float(terms.net(verdict)) for verdict in VERDICTS])
    return float(lines[0] @ gains + 2.0 * (lines[1] @ gains))


@cache
def ends(up: int) -> Bools:
    """[value] whether this hole card ends the round at the peek (BJK-6)."""
    card = CARD_OF[up]
    return np.array([atoms.peeks(card) and atoms.is_blackjack((card, hole)) for hole in CARD_OF])


@cache
def verdicts(*, hits_soft_17: bool) -> Ints:
    """[total, kind] the number of a verdict, the last row a bust's."""
    kinds, _ = dealer(hits_soft_17=hits_soft_17)
    return np.array([[VERDICTS.index(v) for v in row] for row in zip(*kinds.outcomes, strict=True)], dtype=np.int64)


@cache
def nets(terms: Terms, up: int) -> Floats:
    """[total, kind] what a bet of one nets, the last row for a bust; nothing where the peek has ended the round.

    A bust is reckoned apart from what the dealer has, so its row keeps its number everywhere.
    """
    kinds, _ = dealer(hits_soft_17=terms.hits_soft_17)
    by_verdict = np.array([float(terms.net(verdict)) for verdict in VERDICTS])
    table: Floats = by_verdict[verdicts(hits_soft_17=terms.hits_soft_17)]
    if ends(up).any():
        table[:-1, kinds.blackjack] = 0.0
    return table


@cache
def _may_double(setting: atoms.DoubleSetting) -> Bools:
    table = hands()
    facts = zip(table.size, table.total, table.soft, strict=True)
    return np.array([n == 2 and atoms.may_double(int(t), bool(s), setting) for n, t, s in facts])
