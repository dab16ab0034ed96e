"""4 Card Split in the lab: the solver against two other methods, and through its own round."""

import random
from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from tests.lab.games.plain import SplitHand
from upcard.cards.card import CARDS, parse_cards
from upcard.lab import LabError, analyze
from upcard.lab.advice import advise_hand
from upcard.lab.analysis import WagerAnalysis
from upcard.lab.four_card_split import together
from upcard.lab.four_card_split.advice import part_values
from upcard.lab.four_card_split.kernels import PAIRS
from upcard.lab.four_card_split.packed_kernels import FOLD_ALL, INSTANT
from upcard.lab.four_card_split.play import SplitSolution, meetings_of, solution, terms_of, values_of
from upcard.lab.four_card_split.player import _parts
from upcard.lab.four_card_split.solver import solve
from upcard.lab.kernels import Array, silent
from upcard.lab.pricing import net
from upcard.lab.walking.walker import Walker
from upcard.rules.four_card_split import hands
from upcard.rules.four_card_split.game import FourCardSplit
from upcard.rules.needs import UNKNOWN

GAMES = {
    "v1": FourCardSplit({"version": 1}),
    "v1-ii": FourCardSplit({"version": 1}, {"ante": "II"}),
    "v2": FourCardSplit({"version": 2}),
}
TINY = parse_cards("Jc Jd Jh Js Qc Qd Qh Qs Ac Ad Ah As")


def deal(seed: int, deck: tuple[int, ...] = CARDS) -> tuple[tuple[int, ...], int]:
    *hand, up = random.Random(seed).sample(deck, 5)
    return tuple(hand), up


def part_table(solved: SplitSolution) -> Array:
    return solved.once("parts", lambda: values_of(solved.geometry, solved.terms))


def of_solver(solved: SplitSolution, hand: tuple[int, ...], up: int) -> dict[frozenset[int], Fraction]:
    """The values of a hand's parts in the full solution: the hand is brought to the class that stands for it."""
    to_zero = {0: up & 3, up & 3: 0}
    own = [(card & ~3) | to_zero.get(card & 3, card & 3) for card in hand]
    shape = solved.geometry
    row = shape.upcards.tolist().index(up & ~3)
    for order in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1)):
        image = [card if not card & 3 else (card & ~3) | order[(card & 3) - 1] for card in own]
        found = np.flatnonzero((shape.cards == sorted(image)).all(axis=1))
        if len(found):
            break
    else:
        raise AssertionError("no class stands for the hand")
    place = [sorted(image).index(card) for card in image]
    original = {place[i]: card for i, card in enumerate(hand)}
    values = [int(value) for value in part_table(solved)[row, found[0]]]
    parts, scale = solved.denominators.parts, solved.terms.scale
    worth = {frozenset([original[j]]): Fraction(values[j], parts[0] * scale) for j in range(4)}
    for j, (a, b) in enumerate(PAIRS.tolist()):
        worth[frozenset((original[a], original[b]))] = Fraction(values[4 + j], parts[1] * scale)
    for j in range(4):
        worth[frozenset(original[i] for i in range(4) if i != j)] = Fraction(values[10 + j], parts[2] * scale)
    return worth


@pytest.mark.rule("SPL-10", "SPL-11", "SPL-12")
@pytest.mark.parametrize(
    ("name", "seed"),
    [
        pytest.param("v1", 1, marks=pytest.mark.torture),  # a quarter of a minute, and v1-ii differs in pays alone
        ("v2", 2),
        pytest.param("v1-ii", 4, marks=pytest.mark.torture),  # as long again, and the next test has every part of it
    ],
)
def test_plain_enumeration_gives_the_same_integers(name: str, seed: int) -> None:
    game = GAMES[name]
    hand, up = deal(seed)
    slow = SplitHand(game, hand, up)
    fast = part_values(game, terms_of(game), hand, up)
    full = of_solver(solution(game, silent), hand, up)
    for part in (hand[:1], hand[1:3], hand[2:], hand[:3]):
        assert slow.value(part) == fast[frozenset(part)] == full[frozenset(part)]


@pytest.mark.parametrize("name", GAMES)
def test_one_hand_at_a_time_gives_what_the_whole_solution_says(name: str) -> None:
    game = GAMES[name]
    solved = solution(game, silent)
    for seed in range(40):
        hand, up = deal(seed)
        assert part_values(game, terms_of(game), hand, up) == of_solver(solved, hand, up)


@pytest.mark.parametrize("version", [1, 2])
def test_a_small_deck_hand_by_hand(version: int) -> None:
    game = FourCardSplit({"version": version}, deck=TINY)
    total, n = Fraction(0), 0
    for hand in combinations(TINY, 4):
        for up in TINY[::4]:  # the suits are alike
            if up not in hand:
                blind = net(game.tables["blind"][hands.blind_outcome(hand)])
                total += blind + advise_hand(game, hand, up).best.ev
                n += 1
    analysis = solve(game, silent)
    assert analysis.total is not None
    assert analysis.total.ev == total / n
    evs = [wager.ev for wager in analysis.wagers.values() if isinstance(wager, WagerAnalysis)]
    assert sum(evs, Fraction(0)) == total / n


@pytest.mark.rule("SPL-5", "SPL-6", "SPL-7", "SPL-9", "SPL-12")
@pytest.mark.parametrize(
    ("version", "hand", "up"), [(2, "Jc Jd Qh As", "Ac"), (1, "Jc Qd Qh As", "Jd"), (2, "Jc Jd Jh Qs", "Ad")]
)
def test_hands_of_a_small_deck_through_the_round(version: int, hand: str, up: str) -> None:
    """Every split, every fold, every supplementary card and every hand of the dealer's, played and settled."""
    game = FourCardSplit({"version": version}, deck=TINY)
    cards, upcard = parse_cards(hand), parse_cards(up)[0]
    walker = Walker(game, {"ante-1": 100, "ante-2": 100, "blind": 100})
    walked = walker.outlook([cards, (upcard,), (UNKNOWN,) * 3])
    blind = net(game.tables["blind"][hands.blind_outcome(cards)])
    assert walked.main / 100 == blind + advise_hand(game, cards, upcard).best.ev


def test_what_is_played_adds_up_to_what_is_won() -> None:
    """The backward pass: how often what becomes of a played hand, added up to what the forward pass says it wins."""
    solved = solution(GAMES["v2"], silent)
    met = meetings_of(solved)
    assert (met >= 0).all()
    moves = solved.moves.astype(np.int64)
    plays = (moves & 1) + ((moves & 2) >> 1)
    assert int(met.sum()) == solved.weighted(plays) * solved.denominators.common
    analysis = analyze("four-card-split")
    for name in ("ante-1", "ante-2"):
        rows = analysis.wagers[name].rows
        assert sum(row.combinations for row in rows) == rows[0].of


@pytest.mark.parametrize("seed", [0, 3, 6])
def test_two_hands_go_together_as_plain_enumeration_says(seed: int) -> None:
    """One played hand beside the other: every two draws that differ, against every hand of the dealer's."""
    game = FourCardSplit({"version": 2}, deck=TINY)
    solved = solution(game, silent)
    shape = solved.geometry
    played = np.argwhere(((solved.moves & 3) == 3) & shape.held)
    t, i = random.Random(seed).choice(played.tolist())
    slow = SplitHand(game, [int(card) for card in shape.cards[i]], int(shape.upcards[t]))
    parts = _parts(slow.hand, int(solved.moves[t, i] & 31) >> 2)
    one, two, product, n = Fraction(0), Fraction(0), Fraction(0), 0
    for drawn in combinations(slow.free, 3 - len(parts[0])):
        for other in combinations(slow.free, 3 - len(parts[1])):
            for dealt, dealer in slow.dealers.items():
                if len({*drawn, *other, *dealt}) == len(drawn) + len(other) + 3:
                    a, b = slow.gain((*parts[0], *drawn), dealer), slow.gain((*parts[1], *other), dealer)
                    one, two, product, n = one + a, two + b, product + a * b, n + 1
    (found,) = together.of_hands(solved, np.array([t]), np.array([i]))
    assert found == pytest.approx(float(product / n - one / n * (two / n)), abs=1e-12)


@pytest.mark.parametrize("version", [1, 2])
def test_a_few_hands_say_how_all_of_them_go_together(version: int) -> None:
    """A deck of six ranks, where every hand can be gone through; without what is known of all, a few say much less."""
    game = FourCardSplit({"version": version}, deck=[card for card in CARDS if card >= 4 * 7])
    solved = solution(game, silent)
    shape = solved.geometry
    weight = shape.sizes * shape.held * (4 / solved.rounds)
    both = ((solved.moves & 3) == 3) & shape.held
    every = float((weight[both] * together.of_hands(solved, *np.nonzero(both))).sum())
    assert every > 0.01
    assert together.covariance(solved, weight) == pytest.approx(every, rel=0.01)
    assert float((weight * together.with_decks_apart(solved, both)).sum()) == pytest.approx(every, rel=0.2)


@pytest.mark.rule("SPL-5")
def test_an_instant_winner_is_never_split_otherwise() -> None:
    solved = solution(GAMES["v2"], silent)
    held = solved.geometry.held
    must = np.broadcast_to((solved.instant_code >= 0).any(axis=1), held.shape) & held
    assert np.array_equal(must, (solved.moves >= INSTANT) & held)


@pytest.mark.rule("SPL-5")
def test_choosing_the_instant_winner_is_worth_a_little_more_than_the_best_paid_one() -> None:
    choose = analyze("four-card-split", {"version": 2}).total
    best_paid = analyze("four-card-split", {"version": 2, "instant": "best-paid"}).total
    assert choose is not None
    assert best_paid is not None
    assert 0 < choose.ev - best_paid.ev < Fraction(1, 10_000)


def test_folding_everything_is_sometimes_right() -> None:
    solved = solution(GAMES["v2"], silent)
    folded = (solved.moves == FOLD_ALL) & solved.geometry.held
    assert 0 < solved.weighted(folded.astype(np.int64)) < solved.rounds // 100


@pytest.mark.rule("SPL-22", "SPL-25")
def test_a_changed_blind_changes_the_blind_alone() -> None:
    one, other = (analyze("four-card-split", {"version": 1}, {"blind": name}) for name in ("1a", "1d"))
    assert one.total is not None
    assert other.total is not None
    assert one.wagers["ante-1"] == other.wagers["ante-1"]
    # 500 against 600 for 4 royals, 60 against 100 for 40 straight flushes, of 270,725 hands.
    assert other.total.ev - one.total.ev == Fraction(4 * 100 + 40 * 40, 270_725)


def test_decks_and_pays_out_of_reach_are_refused() -> None:
    with pytest.raises(LabError, match="four suits of each rank"):
        solve(FourCardSplit(deck=TINY[:11]), silent)
    with pytest.raises(LabError, match="no shoe to analyse"):
        analyze("four-card-split", shoe="A=4")
