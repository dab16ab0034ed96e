"""How a split goes on: which hands it makes, as a sum of plain expectations.

Hands of a split are dealt from one shoe, so what one gets depends on the others. But a strategy that looks only at the
hand's own cards does not care in which order cards leave the shoe: a card nobody looks at might as well stay in it. So
every hand's expectation needs only to know which of the *other* hands' second cards paired (and were split again), and
"did not pair" is "anything" less "paired". That leaves expectations of one hand with a few cards of the pair taken out,
and they add up exactly; no hand is followed beside another.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from math import comb


@dataclass(frozen=True, slots=True)
class Term:
    """A hand of a split, with `seen` further cards of the pair seen out and `out` of them taken out of the shoe.

    Its probability is that of `out` given cards all being of the pair's value.
    """

    paired: bool
    """Whether the hand is played even if its own second card pairs, since no more hands may be made."""
    seen: int
    out: int


@dataclass(frozen=True, slots=True)
class Couple:
    """Two hands of one split, for what they have in common; `out` as in `Term`."""

    first: Term
    second: Term


@dataclass(frozen=True, slots=True)
class SplitSum:
    """The hands of a split and their couples, each with how many times it counts."""

    hands: dict[Term, int]
    couples: dict[Couple, int]


@cache
def split_sum(max_hands: int) -> SplitSum:
    """A split into at most so many hands, splitting again whenever a hand pairs."""
    hands: defaultdict[Term, int] = defaultdict(int)
    couples: defaultdict[Couple, int] = defaultdict(int)

    def add(hand: Term, times: int, others: int, earlier: tuple[Term, ...]) -> None:
        """Adds hands after so many second cards that did not pair ('not' is 'any' less 'paired'), and their couples."""
        for taken in range(others + 1):
            hands[_out(hand, taken)] += times * comb(others, taken) * (-1) ** taken
        for taken in range(others):
            # The earlier hand of a couple did not pair either, which is its own affair: one 'not' less to take apart.
            for before in earlier:
                couple = Couple(_out(before, hand.seen - before.seen + taken), _out(hand, taken))
                couples[couple] += times * comb(others - 1, taken) * (-1) ** taken

    def go(waiting: int, made: int, pairs: int, earlier: tuple[Term, ...]) -> None:
        others = len(earlier)
        if made == max_hands:
            last = Term(paired=True, seen=pairs, out=pairs)
            add(last, waiting, others, earlier)
            for taken in range(others + 1):
                couple = Couple(_out(last, taken), _out(last, taken))
                couples[couple] += comb(waiting, 2) * comb(others, taken) * (-1) ** taken
        elif waiting:
            hand = Term(paired=False, seen=pairs, out=pairs)
            add(hand, 1, others, earlier)
            go(waiting - 1, made, pairs, (*earlier, hand))
            go(waiting + 1, made + 1, pairs + 1, earlier)

    go(2, 2, 0, ())
    return SplitSum({t: n for t, n in hands.items() if n}, {c: n for c, n in couples.items() if n})


def _out(term: Term, more: int) -> Term:
    return Term(term.paired, term.seen, term.out + more)
