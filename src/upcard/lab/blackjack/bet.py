"""The base game as a whole: what one bet is worth under best play, and how it comes to that."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum, sqrt

import numpy as np

from upcard.lab.blackjack.pairs import DEFAULT, STRATEGIES, Split
from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.tables import CARD_OF, VALUES, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import VERDICTS, Upcard, solve_upcard, strategy, worth
from upcard.lab.kernels import Progress, silent
from upcard.rules.blackjack import hands as atoms

HALF = 0.5
"""Insurance is up to half the bet (BJK-7), and where it is favourable, the most is best."""


@dataclass(frozen=True, slots=True)
class Solved:
    """One upcard with everything that may be done against it."""

    upcard: Upcard
    splits: Mapping[int, Split]
    """By the pair's value."""
    split_values: Mapping[int, float]

    def actions(self, hand: int) -> dict[str, float]:
        """What each action open to a dealt hand (no split behind it) is worth, unconditionally.

        An action that could run the shoe out has no value and is left out. Equal values go to the earlier action.
        """
        table, values = hands(), self.upcard.values
        found = {"stand": float(values.stand[hand])}
        if not table.stands[hand]:
            found["hit"] = float(values.hit[hand])
            found["double"] = float(values.double[hand])
        if table.size[hand] == 2 and not table.stands[hand]:
            pair = int(table.counts[hand].argmax())
            if table.counts[hand, pair] == 2 and atoms.may_split(CARD_OF[pair], CARD_OF[pair]):
                found["split"] = self.split_values[pair]
            if self.upcard.terms.surrender:
                found["surrender"] = float(self.upcard.terms.surrendered) * self.upcard.alive(hand)
        return {action: value for action, value in found.items() if not np.isnan(value)}

    def insurance(self, hand: int) -> float | None:
        """What insurance of one is worth to a hand of two cards, where it is offered (BJK-7)."""
        upcard = self.upcard
        if not atoms.offers_insurance(CARD_OF[upcard.up]):
            return None
        rest = upcard.left - upcard.deplete * hands().counts[hand]
        nets = np.array([float(upcard.terms.insurance(atoms.insurance(hole))) for hole in CARD_OF])
        return float(rest @ nets / rest.sum())


@lru_cache(maxsize=64)
def solve(shoe: Composition, terms: Terms, up: int, post_split: str = DEFAULT) -> Solved:
    """Solves one upcard, splits included."""
    if post_split not in STRATEGIES:
        raise ShoeError(f"{post_split!r} is no way to play split hands; the ways are {', '.join(STRATEGIES)}")
    upcard = solve_upcard(shoe, terms, up)
    pairs = [pair for pair in range(len(VALUES)) if shoe.infinite or upcard.left[pair] >= 2]
    splits = {pair: Split(upcard, pair, post_split) for pair in pairs}
    return Solved(upcard, splits, {pair: worth(terms, split.lines()) for pair, split in splits.items()})


@dataclass(slots=True)
class _Tally:
    """Sums over the deals, each term kept apart so that they add up without loss."""

    lines: defaultdict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    decisions: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    bet: list[float] = field(default_factory=list)
    bet_square: list[float] = field(default_factory=list)
    total_square: list[float] = field(default_factory=list)
    staked: list[float] = field(default_factory=list)
    insurance: list[float] = field(default_factory=list)
    even_money: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet under best play. Numbers are floats, good to about 1e-14."""

    lines: Mapping[tuple[str, int], float]
    """(outcome, stakes): hands a round that come to it; hands of a split count one by one."""
    ev: float
    sd: float
    insurance: float
    """What insurance adds where it is favourable."""
    total_sd: float
    """With insurance."""
    average_wager: float
    decisions: Mapping[str, float]
    """How often each is the first decision of a round; "none" where there is nothing to decide."""
    even_money: float
    """What even money, taken where it is better than to go on, would add; it is not in `ev`."""

    @property
    def total(self) -> float:
        """The bet and insurance where it is favourable."""
        return self.ev + self.insurance


def solve_bet(shoe: Composition, terms: Terms, post_split: str = DEFAULT, progress: Progress = silent) -> Bet:
    """Solves every upcard and adds up every deal."""
    tally = _Tally()
    for up in range(len(VALUES)):
        if shoe.counts[up]:
            progress(f"solving blackjack against an upcard of {VALUES[up]}")
            _add_upcard(tally, solve(shoe, terms, up, post_split), shoe.counts[up] / shoe.cards)
    ev, insurance = fsum(tally.bet), fsum(tally.insurance)
    return Bet(
        lines={key: fsum(parts) for key, parts in tally.lines.items()},
        ev=ev,
        sd=sqrt(fsum(tally.bet_square) - ev * ev),
        insurance=insurance,
        total_sd=sqrt(fsum(tally.total_square) - (ev + insurance) ** 2),
        average_wager=fsum(tally.staked),
        decisions={decision: fsum(parts) for decision, parts in tally.decisions.items()},
        even_money=fsum(tally.even_money),
    )


def _add_upcard(tally: _Tally, solved: Solved, shown: float) -> None:
    for hand, chance in solved.upcard.deals():
        _add_deal(tally, solved, hand, shown * chance)


def _add_deal(tally: _Tally, solved: Solved, hand: int, chance: float) -> None:
    upcard, terms = solved.upcard, solved.upcard.terms
    alive, natural = upcard.alive(hand), bool(hands().natural[hand])
    if np.isnan(alive):
        raise ShoeError(f"{upcard.shoe.cards} cards are too few for a round ({upcard.shoe})")
    # What the peek ends (BJK-14), then what is played.
    met = atoms.outcome(
        int(hands().total[hand]), atoms.BLACKJACK, player_blackjack=natural, dealer_blackjack=True
    )
    ended, ended_gain = 1.0 - alive, float(terms.net(met))
    value, square, staked, lines = _play(tally, solved, hand, chance)
    if ended:
        lines[met, 1] = lines.get((met, 1), 0.0) + ended
    for key, often in lines.items():
        tally.lines[key].append(chance * often)
    tally.bet.append(chance * (value + ended * ended_gain))
    tally.bet_square.append(chance * (square + ended * ended_gain**2))
    worth_insuring = solved.insurance(hand)
    if natural and worth_insuring is not None:
        tally.even_money.append(chance * max(0.0, float(terms.even_money) - value - ended * ended_gain))
    lost, won = (HALF * float(terms.insurance(outcome)) for outcome in ("lose", "win"))
    if worth_insuring is not None and worth_insuring > 0.0:
        tally.insurance.append(chance * HALF * worth_insuring)
        tally.decisions["insurance"].append(chance)
        staked += HALF
        # The peek that ends the round is the hole card that wins insurance: both are a ten under an ace.
        square = square + 2.0 * lost * value + lost * lost * alive
        ended_gain += won
    tally.total_square.append(chance * (square + ended * ended_gain**2))
    tally.staked.append(chance * (staked + ended))


def _play(
    tally: _Tally, solved: Solved, hand: int, chance: float
) -> tuple[float, float, float, dict[tuple[str, int], float]]:
    """A hand that is played on: mean, mean square and stakes of the bet, and its lines; all without what the peek ends."""
    upcard, terms, alive = solved.upcard, solved.upcard.terms, solved.upcard.alive(hand)
    if hands().natural[hand]:
        tally.decisions["none"].append(chance)
        gain = float(terms.blackjack)
        return alive * gain, alive * gain**2, alive, {("blackjack", 1): alive}
    actions = solved.actions(hand)
    if not actions:
        raise ShoeError(f"{upcard.shoe.cards} cards are too few for a round: the shoe can run out ({upcard.shoe})")
    best = max(actions, key=lambda action: actions[action])
    tally.decisions[best].append(chance * alive)
    if upcard.alive(hand) < 1.0:
        tally.decisions["none"].append(chance * (1.0 - alive))
    if best == "surrender":
        gain = float(terms.surrendered)
        return alive * gain, alive * gain**2, alive, {("surrender", 1): alive}
    if best == "split":
        split = solved.splits[int(hands().counts[hand].argmax())]
        found, square = split.lines(), split.square()
    else:
        weight = np.zeros(len(hands().size))
        weight[hand] = 1.0
        found = upcard.play_out(weight, strategy(upcard.values, may_double=True)).lines()
        square = worth(terms, found, power=2)
    lines = {(verdict, s + 1): float(found[s, v]) for s in range(2) for v, verdict in enumerate(VERDICTS)}
    staked = float(found[0].sum() + 2.0 * found[1].sum())
    return actions[best], square, staked, lines
