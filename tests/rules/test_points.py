"""Totals: those of blackjack, and the three suited cards of 3 Card Blitz."""

from collections import Counter
from functools import reduce
from itertools import combinations
from math import comb

import pytest

from upcard.cards.card import CARDS, SUITS, parse_cards
from upcard.rules.blackjack.points import blackjack_total
from upcard.rules.three_card_blitz.points import blitz_hand, blitz_total, blitz_value

TOTALS_OF_SEVEN = {
    5: 16,
    6: 144,
    7: 1_376,
    8: 4_512,
    9: 25_260,
    10: 97_140,
    11: 229_120,
    12: 669_752,
    13: 1_396_272,
    14: 2_063_304,
    15: 3_549_308,
    16: 4_389_044,
    17: 6_301_336,
    18: 7_170_748,
    19: 9_264_812,
    20: 13_341_664,
    21: 12_582_236,
    22: 8_011_508,
    23: 9_383_472,
    24: 8_687_828,
    25: 8_757_688,
    26: 7_559_692,
    27: 7_872_228,
    28: 6_192_964,
    29: 6_208_512,
    30: 5_489_460,
    31: 4_535_164,
}
"""How many of the 133,784,560 hands of seven cards make each total; counted once by going through all of them."""


def test_the_committed_totals_are_those_of_all_hands() -> None:
    assert sum(TOTALS_OF_SEVEN.values()) == comb(52, 7)


@pytest.mark.rule("BLZ-2")
def test_blitz_totals_of_all_sevens_by_suits() -> None:
    """Suits don't meet in a total, so the hands at or under a total are a product of four suits' counts."""
    subsets = [[4 * rank for rank in range(13) if chosen >> rank & 1] for chosen in range(1 << 13)]
    of_a_suit = Counter((len(cards), blitz_total(cards) if cards else 0) for cards in subsets)

    def at_most(total: int) -> int:
        suit = [sum(n for (size, t), n in of_a_suit.items() if size == k and t <= total) for k in range(8)]
        return int(reduce(multiplied, [suit] * 4)[7])

    def multiplied(a: list[int], b: list[int]) -> list[int]:
        return [sum(a[i] * b[k - i] for i in range(k + 1)) for k in range(8)]

    counted = {total: at_most(total) - at_most(total - 1) for total in range(1, 32)}
    assert {total: n for total, n in counted.items() if n} == TOTALS_OF_SEVEN


@pytest.mark.rule("BLZ-3")
def test_blitzes_of_all_sevens_by_hand() -> None:
    """A Blitz is an ace with two of the four ten-values of its suit; two suits at most have room in seven cards."""
    one = sum(comb(4, tens) * comb(47, 6 - tens) for tens in (2, 3, 4))
    two = sum(comb(4, j) * comb(4, k) * comb(42, 5 - j - k) for j in (2, 3, 4) for k in (2, 3, 4) if j + k <= 5)
    assert TOTALS_OF_SEVEN[31] == 4 * one - 6 * two


@pytest.mark.rule("BLZ-1")
def test_what_cards_count_in_blitz() -> None:
    worth = {rank: {blitz_value(card) for card in parse_cards(" ".join(rank + s for s in SUITS))} for rank in "A2345"}
    assert worth == {"A": {11}, "2": {2}, "3": {3}, "4": {4}, "5": {5}}
    assert [blitz_value(card) for card in parse_cards("6c 7d 8h 9s Tc Jd Qh Ks Ac")] == [6, 7, 8, 9, 10, 10, 10, 10, 11]


@pytest.mark.rule("BLZ-2")
@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ("As Ks Qs Js Ts 9s 8s", 31),  # three cards of a suit, not more
        ("2s 3s 4s 5s 6s 7s 8s", 21),
        ("As 9h 9d 9c 2s 8h 8d", 17),  # two cards of a suit
        ("As Kh 9h 2d 2c 3d 3c", 19),
        ("As 2h 3d 4c 5h 6d 7c", 11),  # one card alone
        ("2s 2h 2d 2c 3s 3h 3d", 5),
    ],
)
def test_a_total_is_the_best_of_up_to_three_suited_cards(cards: str, total: int) -> None:
    assert blitz_total(parse_cards(cards)) == total
    assert blitz_hand(parse_cards(cards)).total == total


@pytest.mark.rule("BLZ-3")
@pytest.mark.parametrize(
    ("cards", "blitzes", "royals", "five_card", "double"),
    [
        ("As Ks Qs 2h 3h 4d 5d", "s", "s", "", False),
        ("As Ks Js 2h 3h 4d 5d", "s", "", "", False),
        ("Ah Jh Th 2s 3s 4d 5d", "h", "", "", False),
        ("As Ks Qs Js Ts 4d 5d", "s", "s", "s", False),
        ("As Ks Qs Ah Kh Th 5d", "hs", "s", "", True),
        ("Ad Kd Qd Ac Kc Qc 5h", "cd", "cd", "", True),
        ("As Ks Qs Js Ts 9s 8s", "s", "s", "s", False),  # one ace is one Blitz, however many tens lie by it
        ("As Ks 9s Ah Kh 9h 2d", "", "", "", False),
    ],
)
def test_blitzes_royal_and_double(cards: str, blitzes: str, royals: str, five_card: str, double: bool) -> None:
    hand = blitz_hand(parse_cards(cards))
    found = ["".join(SUITS[s] for s in suits) for suits in (hand.blitzes, hand.royals, hand.five_card_royals)]
    assert found == [blitzes, royals, five_card]
    assert hand.is_double_blitz == double


@pytest.mark.rule("BLZ-10")
@pytest.mark.parametrize(("cards", "longest"), [("2s 3s 4s 5s 6s 7s 8s", 7), ("2s 3s 4h 5h 6d 7d 8c", 2)])
def test_the_longest_suit(cards: str, longest: int) -> None:
    assert blitz_hand(parse_cards(cards)).longest_suit == longest


@pytest.mark.rule("BJK-1")
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [
        ("As Kd", 21, True),
        ("As 6d", 17, True),
        ("As 6d Tc", 17, False),
        ("As Ad", 12, True),
        ("As Ad 9c", 21, True),
        ("As Ad Ac Ah 7c", 21, True),
        ("As Ad Ac Ah 8c", 12, False),
        ("Ts 6d 5c", 21, False),
        ("Ks Qd 2c", 22, False),
        ("Js Qd", 20, False),
    ],
)
def test_blackjack_totals(cards: str, total: int, soft: bool) -> None:
    assert blackjack_total(parse_cards(cards)) == (total, soft)


@pytest.mark.rule("BJK-1")
def test_two_card_totals_are_those_of_all_pairs() -> None:
    counted = Counter(blackjack_total(pair) for pair in combinations(CARDS, 2))
    assert counted[21, True] == 4 * 16, "an ace and a ten-value"
    assert counted[20, False] == comb(16, 2), "two ten-values"
    assert counted[12, True] == comb(4, 2), "two aces"
    assert sum(n for (_, soft), n in counted.items() if soft) == comb(52, 2) - comb(48, 2)
