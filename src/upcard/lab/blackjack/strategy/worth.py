"""What a written strategy is worth at blackjack, by the solver's own sums: no hand is simulated."""

from fractions import Fraction
from math import fsum

import numpy as np

from upcard.lab.blackjack.bet import MOST_INSURED, Solved, solve
from upcard.lab.blackjack.pairs import DEFAULT, Split
from upcard.lab.blackjack.shoes import Composition
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.strategy.acts import SPLIT, STAND, SURRENDER, Ints, acts
from upcard.lab.blackjack.tables import CARD_OF, VALUES, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import worth
from upcard.lab.strategies.plan import Plan, PlanRule
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.game import Game


def plan_ev(game: Game, plan: Plan) -> Fraction:
    """The expectation of one bet played by a plan from the table's full shoe, good to 1e-12.

    Whoever splits a pair splits it again whenever it pairs, as in the analysis (docs/blackjack-math.md).
    """
    assert isinstance(game, Blackjack)
    shoe, terms = composition(game), Terms.of(game)
    parts = [
        shoe.counts[up] / shoe.cards * _of_upcard(plan, shoe, terms, up) for up in range(len(VALUES)) if shoe.counts[up]
    ]
    return Fraction(fsum(parts))


def _of_upcard(plan: Plan, shoe: Composition, terms: Terms, up: int) -> float:
    solved = solve(shoe, terms.for_play(), up)
    dealt = acts(plan, terms, up, is_split=False)
    after_split = acts(plan, terms, up, is_split=True)
    insures = _insures(plan, up)
    weight = np.zeros(len(hands().size))
    total: list[float] = []
    for hand, chance in solved.upcard.deals():
        if insures:
            total.append(chance * MOST_INSURED * (solved.insurance(hand) or 0.0))
        total.append(chance * _before_play(solved, terms, hand))
        if hands().natural[hand]:
            continue
        if dealt[hand] == SURRENDER:
            total.append(chance * float(terms.surrendered) * solved.upcard.alive(hand))
        elif dealt[hand] == SPLIT:
            total.append(chance * split_worth(solved, int(hands().counts[hand].argmax()), after_split))
        else:
            weight[hand] += chance
    total.append(worth(solved.upcard.terms, solved.upcard.play_out(weight, np.minimum(dealt, 2)).lines()))
    return fsum(total)


def _before_play(solved: Solved, terms: Terms, hand: int) -> float:
    """What the peek ends, and what a blackjack is paid."""
    natural = bool(hands().natural[hand])
    alive = solved.upcard.alive(hand)
    ended = atoms.outcome(int(hands().total[hand]), atoms.BLACKJACK, player_blackjack=natural, dealer_blackjack=True)
    return (1.0 - alive) * float(terms.net(ended)) + (alive * float(terms.blackjack) if natural else 0.0)


def split_worth(solved: Solved, pair: int, after_split: Ints) -> float:
    """What splitting a pair is worth where its hands are played so."""
    gets_one = atoms.gets_one_card_after_split(CARD_OF[pair])
    act = np.full(len(after_split), STAND, np.int64) if gets_one else after_split
    return worth(solved.upcard.terms, Split(solved.upcard, pair, DEFAULT, {0: act}).lines())


def _insures(plan: Plan, up: int) -> bool:
    """Whether a plan insures whatever it holds; one that asks for more than the upcard is not offered it here."""
    if not atoms.offers_insurance(CARD_OF[up]):
        return False
    return any(isinstance(entry, PlanRule) and entry.move == "insurance" and not entry.when for entry in plan.rules)
