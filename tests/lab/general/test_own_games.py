"""The general methods against the solvers that know one game: the same fractions, action for action."""

import random
from collections.abc import Sequence
from fractions import Fraction

import pytest

from tests.kit.games import dealer_plays
from upcard.cards.evaluators import BySuit
from upcard.lab.advice import advise_hand
from upcard.lab.analysis import ProgressiveAnalysis, WagerAnalysis
from upcard.lab.general.rounds.script import UNIT, unit_bets
from upcard.lab.general.solution import work_out
from upcard.lab.kernels import silent
from upcard.lab.solvers import analyze
from upcard.rules.model import Model, Reads
from upcard.rules.three_card_blitz import ThreeCardBlitz
from upcard.rules.three_card_blitz import hands as blitz
from upcard.rules.three_card_blitz.points import BlitzHand, blitz_hand
from upcard.rules.three_card_poker import ThreeCardPoker, hands

TCP = Model(
    strength=hands.strength,
    facts=(Reads(hands.ante_bonus_outcome), Reads(dealer_plays, "dealer")),
    side={
        "pair-plus": Reads(hands.pair_plus_outcome),
        "six-card-bonus": Reads(hands.six_card_outcome, "player+dealer"),
        "progressive": Reads(hands.progressive_outcome, suits="differ"),
    },
)


@pytest.mark.parametrize("house", [{}, {"pair-plus-on-fold": "stays"}])
def test_three_card_poker(house: dict[str, object]) -> None:
    game = ThreeCardPoker(house)
    known, found = analyze(game.name, house), work_out(game, TCP, silent, unit_bets(game))
    general = found.analysis()
    assert general.total is not None
    assert known.total is not None
    for figure in ("ev", "average_wager", "element_of_risk", "decisions"):
        assert getattr(general.total, figure) == getattr(known.total, figure)
    assert general.total.deviation == pytest.approx(known.total.deviation, abs=1e-12)
    for wager, own in known.wagers.items():
        if wager == "envy":
            continue  # another player's hand
        other = general.wagers[wager]
        if isinstance(own, ProgressiveAnalysis):
            assert isinstance(other, ProgressiveAnalysis)
            assert (other.constant, other.per_dollar, other.emptied) == (own.constant, own.per_dollar, own.emptied)
        else:
            assert isinstance(own, WagerAnalysis)
            assert isinstance(other, WagerAnalysis)
            assert other.ev == own.ev
            seen = {outcome: often for outcome, often in own.frequencies.items() if often}
            if wager == "ante-bonus":
                seen.pop("other")  # a bonus that is not paid has no line
            assert dict(other.frequencies) == seen
    draw = random.Random(5)
    for _ in range(60):
        hand = tuple(draw.sample(range(52), 3))
        advice = {choice.action: choice.ev for choice in advise_hand(game, hand).choices}
        spots = {("player", at): card for at, card in enumerate(hand)}
        answers = found.book.answers(spots, ())
        assert {(move,): Fraction(cents, of * UNIT) for (move, _), cents, of, _ in answers} == advice


def suit_total(cards: Sequence[int]) -> int:
    """What a suit comes to."""
    return blitz_hand(cards).total if cards else 0


def suit_held(cards: Sequence[int]) -> tuple[int, bool]:
    """A suit's total, and whether it is A-K-Q among others."""
    return suit_total(cards), bool(cards and blitz_hand(cards).royals)


def blind_row(suits: Sequence[tuple[int, bool]]) -> str:
    """The Blind's row for a hand that wins: a hand with such suits, put to the rules."""
    totals = [total for total, _ in suits]
    double = totals.count(31) > 1
    held = BlitzHand(max(totals), (0, 1) if double else (0,) if 31 in totals else (), royals_of(suits), (), 0)
    return blitz.blind_win(held)


def royals_of(suits: Sequence[tuple[int, bool]]) -> tuple[int, ...]:
    """The suits that hold A-K-Q."""
    return tuple(at for at, (_, royal) in enumerate(suits) if royal)


BLZ = Model(strength=BySuit(suit_total), facts=(Reads(BySuit(suit_held, blind_row)),))


@pytest.mark.torture  # seven cards against seven
def test_three_card_blitz() -> None:
    game = ThreeCardBlitz()
    bets = {wager: cents for wager, cents in unit_bets(game).items() if not game.is_side(wager)}
    known, found = analyze(game.name), work_out(game, BLZ, silent, bets)
    general = found.analysis()
    assert general.total is not None
    assert known.total is not None
    for figure in ("ev", "average_wager", "element_of_risk", "decisions"):
        assert getattr(general.total, figure) == getattr(known.total, figure)
    for wager in ("ante", "blind", "play"):
        own, other = known.wagers[wager], general.wagers[wager]
        assert isinstance(own, WagerAnalysis)
        assert isinstance(other, WagerAnalysis)
        assert other.ev == own.ev
        assert dict(other.frequencies) == {outcome: often for outcome, often in own.frequencies.items() if often}
    draw = random.Random(6)
    for _ in range(40):
        hand = tuple(draw.sample(range(52), 7))
        advice = {choice.action: choice.ev for choice in advise_hand(game, hand).choices}
        answers = found.book.answers({("player", at): card for at, card in enumerate(hand)}, ())
        assert {(move,): Fraction(cents, of * UNIT) for (move, _), cents, of, _ in answers} == advice
