"""What splitting a pair is worth: the hands it makes, what they come to, and how far they swing together."""

from dataclasses import dataclass, field

import numpy as np

from upcard.lab.blackjack.splits import SplitSum, Term, split_sum
from upcard.lab.blackjack.tables import CARD_OF, VALUES, hands
from upcard.lab.blackjack.upcards import (
    STAND,
    VERDICTS,
    Floats,
    Ints,
    Played,
    Upcard,
    nets,
    solve_upcard,
    strategy,
    worth,
)
from upcard.rules.blackjack import hands as atoms

STRATEGIES = {
    "CDZ-": "post-split hands follow the pre-split composition-dependent strategy",
    "CDP1": "post-split hands follow the strategy that is best with the other card of the pair known to be out",
    "CDP": "post-split hands follow the strategy that is best with every card of the pair known to be out so far",
}
"""How split hands are played (see docs/blackjack-math.md)."""
DEFAULT = "CDZ-"


@dataclass(frozen=True, slots=True)
class Split:
    """The split of a pair, splitting again whenever a hand pairs and may be split again (BJK-8); all unconditional."""

    upcard: Upcard
    pair: int
    post_split: str
    _acts: dict[int, Ints] = field(default_factory=dict)
    _played: dict[tuple[int, int, bool], Played] = field(default_factory=dict)

    def _sum(self) -> SplitSum:
        terms, most = self.upcard.terms, 2
        while atoms.may_split_again(CARD_OF[self.pair], most, terms.max_hands, terms.resplit_aces):
            most += 1
        return split_sum(most)

    def lines(self) -> Floats:
        """[stakes - 1, verdict] how many of its hands come to what."""
        found = np.zeros((2, len(VERDICTS)))
        for term, times in self._sum().hands.items():
            if chance := self.chance(term.out):
                for paired in (False, True) if term.paired else (False,):
                    found += times * chance * self.one_hand(term, paired=paired).lines()
        return found

    def square(self) -> float:
        """The mean of the squared result of all its hands together.

        Each hand's own part is exact; of two hands it takes their results as independent once the dealer's is known.
        """
        found = worth(self.upcard.terms, self.lines(), power=2)
        for couple, times in self._sum().couples.items():
            if chance := self.chance(couple.first.out):
                found += 2.0 * times * chance * self.together(couple.first, couple.second)
        return found

    def chance(self, out: int) -> float:
        """That so many given cards are all of the pair's value, the pair itself being out."""
        deplete, chance = self.upcard.deplete, 1.0
        left = self.upcard.left
        for taken in range(2, 2 + out):
            chance *= max(left[self.pair] - deplete * taken, 0.0) / (left.sum() - deplete * taken)
        return float(chance)

    def act(self, seen: int) -> Ints:
        """How a hand is played by the chosen convention, `seen` further cards of the pair being out."""
        known_out = {"CDZ-": 0, "CDP1": 1, "CDP": 1 + seen}[self.post_split]
        if known_out not in self._acts:
            if atoms.gets_one_card_after_split(CARD_OF[self.pair]):
                self._acts[known_out] = np.full(len(hands().size), STAND, dtype=np.int64)
            else:
                known = self.upcard
                if known_out:
                    known = solve_upcard(known.shoe, known.terms, known.up, taken=(self.pair, known_out))
                may_double = self.upcard.terms.double_after_split
                self._acts[known_out] = strategy(known.values, may_double=may_double)
        return self._acts[known_out]

    def one_hand(self, term: Term, *, paired: bool) -> Played:
        """One hand with `term.out` cards of the pair gone beside the first two, its second card pairing or not."""
        key = (term.seen if self.post_split == "CDP" else 0, term.out, paired)
        if key not in self._played:
            deplete = self.upcard.deplete
            rest = self.upcard.left.copy()
            rest[self.pair] -= deplete * (2 + term.out)
            weight = np.zeros(len(hands().size))
            for slot in range(len(VALUES)):
                if (slot == self.pair) is paired and rest[slot] > 0.0:
                    weight[hands().pair(self.pair, slot)] = rest[slot] / rest.sum()
            self._played[key] = self.upcard.play_out(weight, self.act(term.seen), self.pair, 1 + term.out)
        return self._played[key]

    def together(self, first: Term, second: Term) -> float:
        """The mean product of two hands' results, independent of each other once the dealer's result is known."""
        chances = self.upcard.dealer_without(self.pair, 2 + first.out)
        gains = self.by_kind(first) * self.by_kind(second)
        return float(np.divide(gains, chances, out=np.zeros_like(gains), where=chances > 0.0).sum())

    def by_kind(self, term: Term) -> Floats:
        """[kind] a hand's result times whether the dealer comes to that."""
        table = nets(self.upcard.terms, self.upcard.up)
        before = self.upcard.dealer_without(self.pair, 2 + term.out)
        pairing = self.chance(term.out + 1) / self.chance(term.out)
        after = pairing * self.upcard.dealer_without(self.pair, 3 + term.out) if pairing else 0.0 * before
        found = np.zeros_like(before)
        for paired in (False, True) if term.paired else (False,):
            played = self.one_hand(term, paired=paired)
            for stakes in range(2):
                found += (stakes + 1) * (played.stood[stakes] * table[:-1]).sum(axis=0)
            # Who did not stand has busted; the dealer's chances then are what the others leave over.
            gone = (after if paired else before - after) - played.stood.sum(axis=(0, 1))
            if played.busted.sum() > 0.0:
                stakes_lost = (played.busted[0] + 2.0 * played.busted[1]) / played.busted.sum()
                found += stakes_lost * table[-1] * gone
        return found
