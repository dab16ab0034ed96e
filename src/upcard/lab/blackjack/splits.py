"""How a split goes on: which hands it makes, as a sum of plain expectations.

Hands of a split are dealt from one shoe, so what one gets depends on the others. But a strategy that looks only at the
hand's own cards does not care in which order cards leave the shoe: a card nobody looks at might as well stay in it. So every
hand's expectation needs only to know which of the *other* hands' second cards paired (and were split again), and "did not
pair" is "anything" less "paired". That leaves expectations of one hand with a few cards of the pair taken out, and they
add up exactly; no hand is followed beside another.
"""

from collections import defaultdict
from dataclasses import dataclass
from functools import cache
from math import comb


@dataclass(frozen=True, slots=True)
class Term:
    """`times` hands: each with `seen` further cards of the pair seen out, `out` of them taken out of the shoe.

    Its probability is that of `out` given cards all being of the pair's value. A hand that pairs counts only if `paired`.
    """

    paired: bool
    """Whether the hand's own second card may be of the pair's value: no more hands may be made."""
    seen: int
    out: int


@cache
def split_terms(max_hands: int) -> tuple[tuple[Term, int], ...]:
    """The hands of a split into at most so many, splitting again whenever a hand pairs."""
    terms: defaultdict[Term, int] = defaultdict(int)

    def add(times: int, *, paired: bool, pairs: int, others: int) -> None:
        """Adds hands after so many pairs and so many second cards that did not pair: 'not' is 'any' less 'paired'."""
        for taken in range(others + 1):
            term = Term(paired=paired, seen=pairs, out=pairs + taken)
            terms[term] += times * comb(others, taken) * (-1) ** taken

    def go(waiting: int, made: int, pairs: int, others: int) -> None:
        if made == max_hands:
            add(waiting, paired=True, pairs=pairs, others=others)
        elif waiting:
            add(1, paired=False, pairs=pairs, others=others)
            go(waiting - 1, made, pairs, others + 1)
            go(waiting + 1, made + 1, pairs + 1, others)

    go(2, 2, 0, 0)
    return tuple((term, times) for term, times in terms.items() if times)
