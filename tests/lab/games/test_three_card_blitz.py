"""3 Card Blitz in the lab, against plain enumeration and through its own round."""

import random
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from tests.lab.games import plain
from upcard.cards.card import CARDS, parse_cards
from upcard.lab import LabError, analyze
from upcard.lab.advice import advise_hand
from upcard.lab.analysis import ProgressiveAnalysis, WagerAnalysis
from upcard.lab.kernels import silent
from upcard.lab.three_card_blitz.advice import meets
from upcard.lab.three_card_blitz.solver import solve
from upcard.lab.three_card_blitz.states import kinds, states, summaries
from upcard.lab.walking.walker import Walker
from upcard.rules.needs import UNKNOWN
from upcard.rules.three_card_blitz import hands
from upcard.rules.three_card_blitz.game import ThreeCardBlitz
from upcard.rules.three_card_blitz.points import blitz_hand, blitz_total

TINY = parse_cards("Ac Ad Ah As Kc Kd Kh Ks Qc Qd Qh Qs 5c 5d 5h 5s")


def test_every_hand_of_a_small_deck_meets_what_plain_enumeration_says() -> None:
    game = ThreeCardBlitz(deck=TINY)
    total = Fraction(0)
    for hand in combinations(TINY, 7):
        met = plain.blitz_meets(TINY, hand)
        assert meets(states(TINY), hand) == met
        total += max(plain.blitz_play(game, hand, met), Fraction(-2))
    analysis = solve(game, silent)
    assert analysis.total is not None
    assert analysis.total.ev == total / comb(16, 7)


@pytest.mark.rule("BLZ-6", "BLZ-8", "BLZ-9")
def test_hands_of_a_small_deck_through_the_round() -> None:
    game = ThreeCardBlitz(deck=TINY)
    for seed in range(12):
        hand = tuple(sorted(random.Random(seed).sample(TINY, 7)))
        walker = Walker(game, {"ante": 100, "blind": 100})
        walked = {act.move: found.main / 100 for act, found in walker.options([hand, (UNKNOWN,) * 7])}
        said = {choice.action[0]: choice.ev for choice in advise_hand(game, hand).choices}
        assert said == walked


def test_dealers_hands_of_the_full_deck_by_sampling_suits_the_other_way_round() -> None:
    """The dealer's totals from the summaries of the cards that are left, instead of by the tables of states."""
    for seed in range(3):
        hand = tuple(random.Random(seed).sample(CARDS, 7))
        left: Counter[int] = Counter()
        for summary, ways in summaries(tuple(plain.without(CARDS, *hand))).items():
            left[summary.total] += ways
        own = blitz_total(hand)
        said = Counter(dict.fromkeys(("win", "tie", "lose"), 0))
        for total, ways in left.items():
            said[hands.compare(own, total)] += ways
        assert meets(states(CARDS), hand) == (said["win"], said["tie"], said["lose"])


@pytest.mark.rule("BLZ-2", "BLZ-3", "BLZ-10", "BLZ-11")
def test_all_sevens_are_counted_once_and_kinds_agree_with_summaries() -> None:
    every = kinds(CARDS)
    assert int(every.weights.sum()) == comb(52, 7)
    by_total: Counter[int] = Counter()
    for summary, ways in summaries(CARDS).items():
        by_total[summary.total] += ways
    for total in range(32):
        assert int(every.weights[every.totals == total].sum()) == by_total[total]
    flush = analyze("three-card-blitz").wagers["flush-bonus"]
    assert isinstance(flush, WagerAnalysis)
    seen = {row.outcome: row.combinations for row in flush.rows}
    assert [seen[f"{n}-suited"] for n in ("seven", "six", "five", "four")] == [
        4 * comb(13, n) * comb(39, 7 - n) for n in (7, 6, 5, 4)
    ]


def test_summaries_of_a_small_deck_are_those_of_its_hands() -> None:
    assert summaries(TINY) == Counter(blitz_hand(hand) for hand in combinations(TINY, 7))


@pytest.mark.rule("BLZ-12", "BLZ-14")
def test_the_progressive_pays_a_double_blitz_its_royals_too() -> None:
    game = ThreeCardBlitz({"blitz-bonus": "progressive"}, deck=TINY)
    bonus = solve(game, silent).wagers["blitz-bonus"]
    assert isinstance(bonus, ProgressiveAnalysis)
    claimed: Counter[str] = Counter()
    for hand in combinations(TINY, 7):
        row, also = hands.progressive_outcome(blitz_hand(hand))
        for name in (row, *also):
            if name in hands.METERS:
                claimed[hands.METERS[name]] += 1
    assert bonus.per_dollar == {meter: Fraction(n, comb(16, 7)) for meter, n in claimed.items()}
    full = analyze("three-card-blitz", {"blitz-bonus": "progressive"}).wagers["blitz-bonus"]
    assert isinstance(full, ProgressiveAnalysis)
    assert list(full.per_dollar) == [f"blitz-{n}" for n in range(1, 6)]
    assert full.per_dollar["blitz-1"] == Fraction(4 * comb(47, 2), comb(52, 7))
    assert full.break_even is None


def test_it_is_no_points_threshold() -> None:
    """Two hands of one total of which one plays and the other folds: the cards that are gone matter."""
    game = ThreeCardBlitz()
    played: dict[int, set[str | int]] = {}
    draw = random.Random(5)
    for _ in range(4000):
        hand = tuple(draw.sample(CARDS, 7))
        played.setdefault(blitz_total(hand), set()).add(advise_hand(game, hand).best.action[0])
    assert any(len(moves) == 2 for moves in played.values())


def test_a_deck_with_parts_of_ranks_is_refused() -> None:
    with pytest.raises(LabError, match="four suits of each rank"):
        solve(ThreeCardBlitz(deck=TINY[:15]), silent)
