"""Published figures, and how to compute each: the numbers stand here only to be compared with."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from itertools import combinations

from upcard.cards.card import CARDS
from upcard.cards.poker import three_card_category
from upcard.lab.analysis import Analysis, WagerAnalysis
from upcard.lab.solvers import analyze
from upcard.rules import registry
from upcard.rules.four_card_split import hands as split_hands
from upcard.rules.paytable import PayTable, check_table

PRINTED = re.compile(r"-?(\d{1,3}(,\d{3})+|\d+(\.\d+)?)( %)?")
"""How a figure may be printed: ``0.9636 %``, ``1.2237``, ``2,496``."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One published figure."""

    rule: str
    what: str
    published: str
    """As printed: ``0.9636 %`` or ``2,496``."""
    compute: Callable[[], Fraction]

    @property
    def computed(self) -> str:
        """Our value, rounded as the published one is."""
        value = self.compute()
        number = self.published.removesuffix(" %")
        places = len(number.partition(".")[2])
        if self.published.endswith("%"):
            value *= 100
        return rounded(value, places) + (" %" if self.published.endswith("%") else "")

    @property
    def agrees(self) -> bool:
        """Whether ours, rounded as printed, is the same."""
        return self.computed == self.published


def rounded(value: Fraction, places: int) -> str:
    """A fraction with so many decimals, half away from zero; thousands are marked in whole numbers."""
    shifted = abs(value) * 10**places
    whole = (2 * shifted.numerator + shifted.denominator) // (2 * shifted.denominator)
    sign = "-" if value < 0 and whole else ""
    if not places:
        return f"{sign}{whole:,}"
    digits = f"{whole:0{places + 1}d}"
    return f"{sign}{digits[:-places]}.{digits[-places:]}"


def figures() -> Iterator[Figure]:
    """Every figure that the rulebook gives, and public ones of Three Card Poker and the blackjack side bets."""
    yield from _split_counts()
    for name, printed in _V1_EDGES.items():
        yield Figure("SPL-25", f"4 Card Split V1, {name}: house edge", printed, _split_edge(1, name, -1))
    for name, printed in _V2_NETS.items():
        yield Figure("SPL-22", f"4 Card Split V2, {name}: player net", printed, _split_edge(2, name, 1))
    yield from _three_card_poker()
    yield from _blackjack_sides()


_V1_EDGES = {"1a": "0.9636 %", "1b": "0.6681 %", "1c": "0.3726 %", "1d": "0.2248 %"}
_V2_NETS = {
    "P1": "-0.269 %", "P2": "-0.609 %", "P3": "-1.053 %", "P4": "-1.171 %", "P5": "-1.293 %",
    "P6": "-1.409 %", "P7": "-1.649 %", "P8": "-1.945 %", "P9": "-2.093 %",
}  # fmt: skip
_SPLIT_COMBINATIONS = {
    "royal-flush": "4", "four-of-a-kind": "13", "straight-flush": "40", "three-of-a-kind": "2,496", "flush": "2,816",
    "straight": "2,772", "two-pair": "2,808", "high-pair": "31,680", "low-pair": "50,688", "high-card": "177,408",
}  # fmt: skip


def _split_edge(version: int, blind: str, sign: int) -> Callable[[], Fraction]:
    return lambda: sign * _total(analyze("four-card-split", {"version": version}, {"blind": blind}))


def _total(analysis: Analysis) -> Fraction:
    assert analysis.total is not None
    return analysis.total.ev


@cache
def _four_card_counts() -> Counter[str]:
    from upcard.cards.poker import four_card_category

    found: Counter[str] = Counter()
    for four in combinations(CARDS, 4):
        outcome = split_hands.blind_outcome(four)
        below = {"pair": "low-pair", "high-card": "high-card"}
        found[below[four_card_category(four)] if outcome == "other" else outcome] += 1
    return found


def _four_cards(name: str) -> Fraction:
    return Fraction(_four_card_counts()[name])


def _split_counts() -> Iterator[Figure]:
    for name, printed in _SPLIT_COMBINATIONS.items():
        yield Figure("SPL-24", f"4 Card Split, hands: {name}", printed, partial(_four_cards, name))


def _pair_plus(*odds: int) -> PayTable:
    names = ("straight-flush", "three-of-a-kind", "straight", "flush", "pair")
    return _table(
        "three-card-poker",
        "pair-plus",
        {name: f"{n} to 1" for name, n in zip(names, odds, strict=True)} | {"other": "lose"},
    )


def _table(game: str, wager: str, pays: dict[str, str]) -> PayTable:
    outcomes = next(kind for kind in registry.game(game).outcomes if kind.table == wager)
    return check_table(outcomes, "published", "a published figure's own pay table", pays)


def _wager(game: str, wager: str, house: dict[str, object], table: PayTable | None = None) -> Fraction:
    found = analyze(game, house, {} if table is None else {wager: table}).wagers[wager]
    assert isinstance(found, WagerAnalysis)
    return found.ev


@cache
def _three_card_counts() -> Counter[str]:
    return Counter(three_card_category(three) for three in combinations(CARDS, 3))


def _three_cards(name: str) -> Fraction:
    return Fraction(_three_card_counts()[name])


def _pair_plus_edge(odds: tuple[int, ...]) -> Fraction:
    return -_wager("three-card-poker", "pair-plus", {}, _pair_plus(*odds))


def _three_card_poker() -> Iterator[Figure]:
    printed = {
        "straight-flush": "48", "three-of-a-kind": "52", "straight": "720", "flush": "1,096", "pair": "3,744",
        "high-card": "16,440",
    }  # fmt: skip
    for name, count in printed.items():
        yield Figure("TCP-9", f"three cards, hands: {name}", count, partial(_three_cards, name))
    yield Figure(
        "TCP-6", "Three Card Poker: house edge per Ante", "3.37 %", lambda: -_total(analyze("three-card-poker"))
    )
    yield Figure("TCP-6", "Three Card Poker: element of risk", "2.01 %", _element_of_risk)
    for odds, edge in (((40, 30, 6, 4, 1), "2.32 %"), ((40, 30, 6, 3, 1), "7.28 %")):
        yield Figure(
            "TCP-8",
            f"Pair Plus {'-'.join(map(str, odds))}: house edge",
            edge,
            partial(_pair_plus_edge, odds),
        )


def _element_of_risk() -> Fraction:
    total = analyze("three-card-poker").total
    assert total is not None
    return -total.element_of_risk


def _blackjack_sides() -> Iterator[Figure]:
    yield Figure(
        "BJK-31",
        "In Between, two decks: house edge",
        "7.76 %",
        lambda: -_wager("blackjack", "in-between", {"decks": 2}),
    )
    names = ("straight-flush", "three-of-a-kind", "straight", "flush")
    yield Figure(
        "BJK-20",
        "21+3 at 9 to 1, six decks: house edge",
        "3.24 %",
        lambda: (
            -_wager(
                "blackjack",
                "21+3",
                {"decks": 6},
                _table("blackjack", "21+3", dict.fromkeys(names, "9 to 1") | {"other": "lose"}),
            )
        ),
    )
