"""What splitting a pair is worth: the hands it makes, what they come to, and how far they swing together."""

from dataclasses import dataclass, field

import numpy as np

from upcard.lab.blackjack.couples import mean_products
from upcard.lab.blackjack.splits import SplitSum, Term, split_sum
from upcard.lab.blackjack.tables import CARD_OF, VALUES, hands
from upcard.lab.blackjack.upcards import (
    STAND,
    VERDICTS,
    Floats,
    Ints,
    PlayedOut,
    Upcard,
    solve_upcard,
    strategy,
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
    _played: dict[tuple[int, int, bool], PlayedOut] = field(default_factory=dict)

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

    def swing(self) -> float:
        """What the mean square of all its hands has beyond each one's: twice the mean products, two by two."""
        found = 0.0
        couples = {c: times for c, times in self._sum().couples.items() if self.chance(c.first.out)}
        most = 2 + max((c.first.out for c in couples), default=0)
        chances = np.array([self.chance(out) for out in range(most + 1)])
        by_strategy: dict[tuple[int, int], dict[int, Floats]] = {}
        for each, often in couples.items():
            seen = (each.first.seen, each.second.seen) if self.post_split == "CDP" else (0, 0)
            times = by_strategy.setdefault(seen, {}).setdefault(each.first.out, np.zeros((2, 2)))
            times[: 1 + each.first.paired, : 1 + each.second.paired] += often
        for seen, by_out in by_strategy.items():
            acts = (self.act(seen[0]), self.act(seen[1]))
            found += 2.0 * mean_products(self.upcard, self.pair, acts, by_out, chances)
        return found

    def chance(self, out: int) -> float:
        """That so many given cards are all of the pair's value, the pair itself being out; NaN where none are left."""
        deplete, chance = self.upcard.deplete, 1.0
        left = self.upcard.left
        for taken in range(2, 2 + out):
            if (cards := left.sum() - deplete * taken) <= 0:
                return np.nan
            chance *= max(left[self.pair] - deplete * taken, 0.0) / cards
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

    def one_hand(self, term: Term, *, paired: bool) -> PlayedOut:
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
