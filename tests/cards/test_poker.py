"""Poker strengths: exact counts of every category, the order within them, and a second opinion."""

import random
from collections import Counter
from itertools import combinations, combinations_with_replacement, permutations
from math import comb, prod

import pytest
from phevaluator import evaluate_cards

from upcard.cards.card import CARDS, parse_card, parse_cards, text
from upcard.cards.poker import (
    LADDERS,
    Shape,
    best_five,
    best_five_category,
    five_card,
    five_card_category,
    four_card,
    four_card_category,
    is_mini_royal,
    ladder,
    shapes,
    shoe_strength,
    three_card,
    three_card_category,
)
from upcard.rules.three_card_blitz.points import blitz_hand


def a_hand_of(shape: Shape) -> list[int]:
    """Cards of a shape: in clubs where it is suited, otherwise in suits that make no flush."""
    ranks, suited = shape
    if suited:
        return [4 * rank for rank in ranks]
    held = [4 * rank + ranks[:at].count(rank) for at, rank in enumerate(ranks)]
    if len({card & 3 for card in held}) == 1:
        held[0] += 1
    return held


def phevaluator_strength(cards: list[int] | tuple[int, ...]) -> int:
    """The independent evaluator's rank of five to seven cards; 1 is the best there, so it is turned round."""
    return -int(evaluate_cards(*[text(card) for card in cards]))


@pytest.mark.rule("TCP-9", "SPL-14")
def test_three_card_categories_are_counted_exactly() -> None:
    counted = Counter(three_card_category(hand) for hand in combinations(CARDS, 3))
    assert counted == {
        "straight-flush": 48,
        "three-of-a-kind": 52,
        "straight": 720,
        "flush": 1_096,
        "pair": 3_744,
        "high-card": 16_440,
    }


@pytest.mark.rule("TCP-9")
def test_three_cards_have_741_strengths_and_no_gaps() -> None:
    assert {three_card(hand) for hand in combinations(CARDS, 3)} == set(range(741))


@pytest.mark.rule("TCP-9", "SPL-14")
def test_three_card_hands_stand_in_the_order_of_the_rulebook() -> None:
    worst_to_best = [
        "2c 3d 5h",  # high card
        "9c Jd Ah",
        "Jc Kd Ah",
        "2c 2d 3h",  # pair
        "2c 2d Ah",
        "3c 3d 2h",
        "Ac Ad Kh",
        "2c 3c 5c",  # flush
        "Jh Kh Ah",
        "Ac 2d 3h",  # straight: A-2-3 is the lowest
        "2c 3d 4h",
        "Qc Kd Ah",
        "2c 2d 2h",  # three of a kind
        "Ac Ad Ah",
        "As 2s 3s",  # straight flush: 3-2-A is the lowest here too
        "2s 3s 4s",
        "Js Qs Ks",
        "Qd Kd Ad",
    ]
    strengths = [three_card(parse_cards(hand)) for hand in worst_to_best]
    assert strengths == sorted(set(strengths))
    assert (strengths[0], strengths[-1]) == (0, 740)


@pytest.mark.rule("TCP-9", "SPL-14")
def test_an_ace_between_king_and_deuce_makes_no_straight() -> None:
    assert three_card_category(parse_cards("Kc Ad 2h")) == "high-card"
    assert four_card_category(parse_cards("Qc Kd Ah 2s")) == "high-card"
    assert best_five_category(parse_cards("Jc Qc Kd Ah 2s")) == "high-card"


@pytest.mark.rule("SPL-24")
def test_four_card_categories_are_counted_as_published() -> None:
    counted = Counter(four_card_category(hand) for hand in combinations(CARDS, 4))
    assert counted == {
        "royal-flush": 4,
        "four-of-a-kind": 13,
        "straight-flush": 40,
        "three-of-a-kind": 2_496,
        "flush": 2_816,
        "straight": 2_772,
        "two-pair": 2_808,
        "pair": 31_680 + 50_688,
        "high-card": 177_408,
    }


@pytest.mark.rule("SPL-14", "TCP-11", "BLZ-3")
def test_a_mini_royal_is_the_best_three_cards_in_every_game() -> None:
    royals = [hand for hand in combinations(CARDS, 3) if is_mini_royal(hand)]
    assert len(royals) == 4
    assert royals == [hand for hand in combinations(CARDS, 3) if three_card(hand) == 740]
    assert royals == [hand for hand in combinations(CARDS, 3) if blitz_hand(hand).royals]
    assert not is_mini_royal(parse_cards("As As Ks")), "a shoe has cards twice"


@pytest.mark.rule("SPL-4")
def test_four_card_hands_stand_in_the_order_of_the_blind() -> None:
    best_to_worst = [
        "As Ks Qs Js",
        "2c 2d 2h 2s",
        "Kd Qd Jd Td",
        "Ah 2h 3h 4h",
        "2c 2d 2h 3s",
        "Ac Kc Qc 2c",
        "Ac Kd Qh Js",
        "Ac 2d 3h 4s",
        "Ac Ad Kh Ks",
        "Ac Ad Kh Qs",
        "Tc Td 3h 2s",
        "9c 9d Ah Ks",
        "Ac Kd Qh 9s",
    ]
    strengths = [four_card(parse_cards(hand)) for hand in best_to_worst]
    assert strengths == sorted(set(strengths), reverse=True)


@pytest.mark.rule("GEN-1")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("3c 3d 2h", "2s 2h Ac"),  # the pair before its kicker
        ("9c 9d 5h", "9h 9s 4c"),
        ("Ac 5d 4h", "Kc Qd Th"),  # the highest card first …
        ("Ac 6d 2h", "Ad 5c 4h"),  # … then the next
        ("Ac 6d 3h", "Ad 6c 2h"),  # … then the last
        ("Kc 6c 2c", "Qd Td 9d"),
    ],
)
def test_ranks_decide_from_the_top_down(higher: str, lower: str) -> None:
    assert three_card(parse_cards(higher)) > three_card(parse_cards(lower))


@pytest.mark.rule("GEN-1")
def test_suits_never_break_a_tie() -> None:
    drawn = random.Random(1)
    for size, strength in ((3, three_card), (4, four_card), (5, five_card)):
        for hand in (drawn.sample(CARDS, size) for _ in range(100)):
            renamed = {strength([card & ~3 | suits[card & 3] for card in hand]) for suits in permutations(range(4))}
            assert renamed == {strength(hand)}


def test_the_order_of_the_cards_does_not_matter() -> None:
    drawn = random.Random(2)
    for size, strength in ((3, three_card), (4, four_card), (5, five_card), (6, best_five)):
        for hand in (drawn.sample(CARDS, size) for _ in range(100)):
            assert strength(sorted(hand)) == strength(hand) == strength(hand[::-1])


def test_five_cards_have_7462_strengths() -> None:
    strengths, categories = ladder(5)
    assert set(strengths.values()) == set(range(7_462))
    assert len(categories) == 7_462
    assert tuple(dict.fromkeys(categories)) == LADDERS[5]


@pytest.mark.rule("TCP-10")
def test_an_independent_evaluator_orders_every_five_card_hand_alike() -> None:
    hands = [a_hand_of(shape) for shape in shapes(5)]
    ours, theirs = [five_card(hand) for hand in hands], [phevaluator_strength(hand) for hand in hands]
    assert len(set(ours)) == len(set(theirs)) == 7_462
    # One strictly growing map between the two: no two hands are ordered differently, and no tie is broken.
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    assert len(pairs) == 7_462
    assert [theirs for _, theirs in pairs] == sorted(theirs for _, theirs in pairs)


@pytest.mark.rule("TCP-10")
def test_an_independent_evaluator_finds_the_same_best_five_of_six() -> None:
    drawn = random.Random(3)
    hands = [sorted(drawn.sample(CARDS, 6)) for _ in range(3_000)]
    ranked = sorted((best_five(hand), phevaluator_strength(hand)) for hand in hands)
    assert [theirs for _, theirs in ranked] == sorted(theirs for _, theirs in ranked)
    assert len({ours for ours, _ in ranked}) == len({theirs for _, theirs in ranked})


@pytest.mark.rule("TCP-10")
def test_the_best_five_are_the_best_of_every_five_there_are() -> None:
    """Also of seven cards, of few suits (so that flushes come up) and of two decks, where some hands are refused."""
    drawn = random.Random(4)
    refused = 0
    for size, deck in ((6, CARDS), (7, CARDS), (7, range(0, 52, 2)), (7, range(0, 52, 4)), (7, [*CARDS, *CARDS])):
        for hand in (drawn.sample(list(deck), size) for _ in range(400)):
            try:
                every = max(five_card(five) for five in combinations(hand, 5))
            except ValueError:
                refused += 1
                with pytest.raises(ValueError, match="can't come from one deck"):
                    best_five(hand)
            else:
                assert best_five(hand) == every
    assert refused
    with pytest.raises(ValueError, match="empty"):
        best_five(CARDS[:4])


@pytest.mark.rule("TCP-10")
def test_the_best_five_of_every_six_cards_are_counted_exactly() -> None:
    """All 20,358,520 hands by classes: the ranks, and the flush if there is one; suits matter in no other way."""
    counted: Counter[str] = Counter()
    # With a flush: its suit and cards, and the rank of the sixth card, which lies in one of three other suits.
    for flush in combinations(range(13), 6):
        counted[best_five_category([4 * rank for rank in flush])] += 4
    for flush in combinations(range(13), 5):
        for sixth in range(13):
            counted[best_five_category([*(4 * rank for rank in flush), 4 * sixth + 1])] += 4 * 3
    assert sum(counted.values()) == 4 * comb(13, 6) + 4 * comb(13, 5) * 39
    # Without: the ranks alone, in all ways to suit them but those that make a flush.
    for ranks in combinations_with_replacement(range(13), 6):
        times = Counter(ranks)
        if max(times.values()) > 4:
            continue
        ways = prod(comb(4, n) for n in times.values()) - flushes_of(times)
        if ways:
            counted[best_five_category(no_flush(ranks))] += ways
    assert counted == {
        "royal-flush": 188,
        "straight-flush": 1_656,
        "four-of-a-kind": 14_664,
        "full-house": 165_984,
        "flush": 205_792,
        "straight": 361_620,
        "three-of-a-kind": 732_160,
        "two-pair": 2_532_816,
        "pair": 9_730_740,
        "high-card": 6_612_900,
    }
    assert counted.total() == comb(52, 6)


def flushes_of(times: Counter[int]) -> int:
    """How many of the hands with these ranks (six cards) hold five or six of one suit."""
    if len(times) == 6:  # all in one suit, or all but one
        return 4 + 4 * 6 * 3
    if len(times) == 5:  # one rank is paired: one of each rank in the suit, the pair's other card elsewhere
        return 4 * 3
    return 0


def no_flush(ranks: tuple[int, ...]) -> list[int]:
    """Six cards of these ranks with at most four of a suit."""
    held = []
    for at, rank in enumerate(ranks):
        again = ranks[:at].count(rank)
        start = at % 2 if ranks.count(rank) == 1 else 0
        held.append(4 * rank + (start + again) % 4)
    suits = Counter(card & 3 for card in held)
    assert max(suits.values()) <= 4
    assert len(set(held)) == 6
    return held


@pytest.mark.parametrize("size", [3, 4, 5])
def test_hands_of_several_decks_stand_in_the_same_order(size: int) -> None:
    strength = {3: three_card, 4: four_card, 5: five_card}[size]
    draw = random.Random(size)
    hands = [tuple(draw.sample(CARDS, size)) for _ in range(400)]
    for one, other in zip(hands, reversed(hands), strict=True):
        mine, others = shoe_strength(one), shoe_strength(other)
        assert (mine > others) - (mine < others) == (strength(one) > strength(other)) - (
            strength(one) < strength(other)
        )


def of_shoe(cards: str) -> list[int]:
    """Cards that may come from several decks."""
    return [parse_card(card) for card in cards.split()]


@pytest.mark.parametrize(
    ("cards", "category"),
    [("9s 9s 4s", "flush"), ("9s 9s 9s", "three-of-a-kind"), ("9s 9s 4s 4s", "flush"),
     ("9s 9s 9s 4s", "three-of-a-kind"), ("9s 9s 9s 9s", "four-of-a-kind"), ("9s 9s 4s 4s 2s", "flush"),
     ("9s 9s 9s 4s 4s", "full-house"),
     ("9s 9s 9s 9d 4s", "four-of-a-kind"), ("9s 9s 9h 9d 9c", "five-of-a-kind"), ("9s 9h 4s 4s 2s", "two-pair")],
)  # fmt: skip
def test_cards_of_one_suit_are_a_flush_though_some_are_alike(cards: str, category: str) -> None:
    hand = of_shoe(cards)
    named = {3: three_card_category, 4: four_card_category, 5: five_card_category}[len(hand)]
    assert named(hand) == category


def test_the_strength_of_one_deck_refuses_cards_of_several_and_names_what_does_not() -> None:
    assert shoe_strength(of_shoe("9s 9s 4s")) > shoe_strength(of_shoe("9s 8s 4s"))
    assert shoe_strength(of_shoe("9s 9s 9h 9d 9c")) > shoe_strength(of_shoe("As Ks Qs Js Ts"))
    for strength, cards in ((three_card, "9s 9s 4s"), (four_card, "9s 9s 4s 2s"), (five_card, "9s 9s 9h 9d 9c")):
        with pytest.raises(ValueError, match=r"9s 9s .* can't come from one deck.* shoe_strength"):
            strength(of_shoe(cards))
