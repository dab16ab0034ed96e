"""Three Card Poker in the lab, against plain enumeration and through its own round."""

import random
from fractions import Fraction

import pytest

from tests.lab.games import plain
from upcard.cards.card import CARDS, parse_cards
from upcard.lab import LabError, analyze
from upcard.lab.advice import advise_hand
from upcard.lab.analysis import EnvyAnalysis, ProgressiveAnalysis, WagerAnalysis
from upcard.lab.kernels import silent
from upcard.lab.three_card_poker.solver import solve
from upcard.lab.walking.walker import Walker
from upcard.rules.paytable import PayTable, check_table
from upcard.rules.three_card_poker import ThreeCardPoker

TINY = parse_cards("2c 3c 4d Qs Kh Kd As 9c")


def counts(wager: object) -> dict[str, int]:
    assert isinstance(wager, WagerAnalysis | ProgressiveAnalysis | EnvyAnalysis)
    return {row.outcome: row.combinations for row in wager.rows}


def test_every_hand_is_worth_what_plain_enumeration_says() -> None:
    game = ThreeCardPoker()
    for seed in range(12):
        hand = tuple(random.Random(seed).sample(CARDS, 3))
        values = {choice.action: choice.ev for choice in advise_hand(game, hand).choices}
        assert values["play",] == plain.three_card_play(game, hand)
        assert values["fold",] == -1


@pytest.mark.rule("TCP-4", "TCP-5", "TCP-6", "TCP-7")
def test_a_tiny_deck_played_through_the_round_gives_the_same() -> None:
    game = ThreeCardPoker(deck=TINY)
    walked = Walker(game, {"ante": 100}).outlook()
    total = solve(game, silent).total
    assert total is not None
    assert total.ev == walked.main / 100
    assert total.average_wager == walked.staked / 100
    assert total.deviation == pytest.approx(float(walked.square / 10_000 - total.ev**2) ** 0.5)


@pytest.mark.rule("TCP-8", "TCP-10", "TCP-11")
def test_side_bets_of_a_tiny_deck_through_the_round() -> None:
    game = ThreeCardPoker(deck=TINY)
    stakes = {"ante": 100, "pair-plus": 100, "six-card-bonus": 100, "progressive": 100}
    walked = Walker(game, stakes).outlook()
    found = solve(game, silent).wagers
    for wager in ("ante", "pair-plus", "six-card-bonus"):
        analysis = found[wager]
        assert isinstance(analysis, WagerAnalysis)
        seen = {row.outcome: row.probability for row in analysis.rows if row.combinations}
        walked_to: dict[str, Fraction] = {}
        for (name, outcome, *_), often in walked.lines.items():
            if name == wager:
                walked_to[outcome] = walked_to.get(outcome, Fraction(0)) + often
        assert seen == walked_to


def test_the_whole_game() -> None:
    analysis = analyze("three-card-poker")
    assert analysis.total is not None
    assert analysis.total.ev == Fraction(-686689, 20358520)
    assert analysis.total.decisions["play"] + analysis.total.decisions["fold"] == 1
    for name in ("ante", "pair-plus", "six-card-bonus", "progressive", "envy"):
        wager = analysis.wagers[name]
        assert sum(row.combinations for row in wager.rows) == wager.rows[0].of


@pytest.mark.rule("TCP-10")
def test_six_card_counts_against_closed_forms() -> None:
    found = counts(analyze("three-card-poker").wagers["six-card-bonus"])
    # A royal in one of four suits with any other card; a suit's nine other straight flushes, the card above left out.
    assert found["royal-flush"] == 4 * 47
    assert found["straight-flush"] == 4 * 9 * 46
    # Four of one rank, and any two of the other 48 cards.
    assert found["four-of-a-kind"] == 13 * 48 * 47 // 2
    # Three and two with an odd card, or three and three.
    assert found["full-house"] == 13 * 4 * (12 * 6 * 11 * 4) + 13 * 12 // 2 * 4 * 4
    assert sum(found.values()) == 20_358_520


@pytest.mark.rule("TCP-11", "TCP-12")
def test_the_progressive_is_linear_in_its_meter_and_in_the_other_players() -> None:
    progressive = analyze("three-card-poker").wagers["progressive"]
    assert isinstance(progressive, ProgressiveAnalysis)
    assert counts(progressive) == {
        "royal-spades": 1, "royal-other-suit": 3, "straight-flush": 44, "three-of-a-kind": 52, "straight": 720,
        "other": 21280,
    }  # fmt: skip
    assert progressive.per_dollar == {"three-card-poker": Fraction(1, 22100)}
    assert progressive.constant == Fraction(3 * 500 + 44 * 70 + 52 * 60 + 720 * 6, 22100) - 1
    assert progressive.per_other_bettor == Fraction(100 + 3 * 25, 22100)
    fair = progressive.break_even
    assert fair is not None
    assert progressive.ev({"three-card-poker": fair}) == 0
    assert progressive.ev({"three-card-poker": fair}, others=5) == 5 * Fraction(175, 22100)


@pytest.mark.rule("TCP-8")
def test_a_house_that_takes_pair_plus_on_a_fold_wins_more_only_if_pairs_are_folded() -> None:
    folds_pairs = _ante_bonus_that_hurts()
    stays = analyze("three-card-poker", {}, {"ante": folds_pairs}).wagers["pair-plus"]
    loses = analyze("three-card-poker", {"pair-plus-on-fold": "loses"}, {"ante": folds_pairs}).wagers["pair-plus"]
    assert isinstance(stays, WagerAnalysis)
    assert isinstance(loses, WagerAnalysis)
    assert counts(stays)["pair"] == 3744
    assert counts(loses)["pair"] < 3744
    assert loses.ev < stays.ev


def _ante_bonus_that_hurts() -> PayTable:
    """An Ante that returns on a fold, so that even pairs are folded."""
    outcomes = next(kind for kind in ThreeCardPoker.outcomes if kind.table == "ante")
    pays = {"win": "1 to 1", "dealer-does-not-play": "push", "tie": "push", "lose": "lose", "fold": "1 to 1"}
    return check_table(outcomes, "kind", "a test", pays)


def test_a_deck_that_cannot_be_dealt_is_refused() -> None:
    with pytest.raises(LabError, match="at least 6 different cards"):
        solve(ThreeCardPoker(deck=TINY[:5]), silent)
    with pytest.raises(LabError, match="no shoe to analyse"):
        analyze("three-card-poker", shoe="A=4")
