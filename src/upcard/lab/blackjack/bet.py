"""The base game as a whole: what one bet is worth under best play, and how it comes to that."""

from collections import defaultdict
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum, sqrt

import numpy as np

from upcard.lab.blackjack.pairs import DEFAULT, STRATEGIES, Split
from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.tables import CARD_OF, VALUES, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import VERDICTS, Floats, Upcard, solve_upcard, strategy, worth
from upcard.lab.kernels import Progress, silent
from upcard.rules.blackjack import hands as atoms

MOST_INSURED = atoms.most_insurance(1000) / 1000
"""How much of a bet may be insured (BJK-7); where insurance is favourable, the most is best."""


@dataclass(frozen=True, slots=True)
class Solved:
    """One upcard with everything that may be done against it."""

    upcard: Upcard
    splits: Mapping[int, Split]
    """By the pair's value."""
    _split_values: dict[int, float] = field(default_factory=dict)
    _split_squares: dict[int, float] = field(default_factory=dict)

    def split_value(self, pair: int) -> float:
        """What splitting a pair is worth, unconditionally; worked out when it is first asked for."""
        if pair not in self._split_values:
            self._split_values[pair] = worth(self.upcard.terms, self.splits[pair].lines())
        return self._split_values[pair]

    def split_square(self, pair: int) -> float:
        """The mean square of a split's result, unconditionally; the slowest number here, so worked out if asked for."""
        if pair not in self._split_squares:
            self._split_squares[pair] = self.splits[pair].square()
        return self._split_squares[pair]

    def best(self, hand: int) -> str:
        """The best action of a hand that is no blackjack."""
        found = self.actions(hand)
        if not found:
            shoe = self.upcard.shoe
            raise ShoeError(f"{shoe.cards} cards are too few for a round: the shoe can run out ({shoe})")
        return max(found, key=lambda action: found[action])

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
                found["split"] = self.split_value(pair)
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
    """Solves one upcard; splits are worked out as they are asked for."""
    if post_split not in STRATEGIES:
        raise ShoeError(f"{post_split!r} is no way to play split hands; the ways are {', '.join(STRATEGIES)}")
    upcard = solve_upcard(shoe, terms, up)
    pairs = [pair for pair in range(len(VALUES)) if shoe.infinite or upcard.left[pair] >= 2]
    return Solved(upcard, {pair: Split(upcard, pair, post_split) for pair in pairs})


def _solve_all(shoe: Composition, terms: Terms, up: int, post_split: str) -> Solved:
    """An upcard with everything that the whole game asks about it."""
    solved = solve(shoe, terms, up, post_split)
    for pair in solved.splits:
        if solved.best(hands().pair(pair, pair)) == "split":
            solved.split_square(pair)
    return solved


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
    upcards = [up for up in range(len(VALUES)) if shoe.counts[up]]
    progress("solving every hand of blackjack against every upcard")
    _solve_all(
        shoe, terms, upcards[0], post_split
    )  # alone: whoever comes first compiles the kernels and makes the arrays
    with ThreadPoolExecutor(max_workers=2) as pool:
        # Kernels run outside the interpreter's lock, and one upcard has nothing to do with another.
        solved = list(pool.map(lambda up: _solve_all(shoe, terms, up, post_split), upcards))
    tally = _Tally()
    for up, each in zip(upcards, solved, strict=True):
        tally.add_upcard(each, shoe.counts[up] / shoe.cards)
    return tally.bet()


@dataclass(slots=True)
class _Tally:
    """Sums over the deals; each part is kept, so that they add up without loss."""

    parts: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    lines: defaultdict[tuple[str, int], list[float]] = field(default_factory=lambda: defaultdict(list))
    decisions: defaultdict[str, list[float]] = field(default_factory=lambda: defaultdict(list))

    def bet(self) -> Bet:
        """Everything added up."""
        sums = defaultdict(float, {part: fsum(found) for part, found in self.parts.items()})
        ev, insurance = sums["ev"], sums["insurance"]
        return Bet(
            lines={key: fsum(found) for key, found in self.lines.items()},
            ev=ev,
            sd=sqrt(sums["square"] - ev * ev),
            insurance=insurance,
            total_sd=sqrt(sums["total square"] - (ev + insurance) ** 2),
            average_wager=sums["staked"],
            decisions={decision: fsum(found) for decision, found in self.decisions.items()},
            even_money=sums["even money"],
        )

    def add_upcard(self, solved: Solved, shown: float) -> None:
        """Every deal with this upcard, which is shown so often."""
        played = {insured: np.zeros(len(hands().size)) for insured in (False, True)}
        for hand, chance in solved.upcard.deals():
            worth_insuring = solved.insurance(hand)
            insured = worth_insuring is not None and worth_insuring > 0.0
            if insured:
                self.parts["insurance"].append(shown * chance * MOST_INSURED * (worth_insuring or 0.0))
                self.decisions["insurance"].append(shown * chance)
            if worth_insuring is not None and hands().natural[hand]:
                self._add_even_money(solved, hand, shown * chance)
            if self._add_deal(solved, hand, shown * chance, insured=insured):
                played[insured][hand] += shown * chance
        act = strategy(solved.upcard.values, may_double=True)
        for insured, weight in played.items():
            found = solved.upcard.play_out(weight, act).lines()
            self._add_played(solved, found, worth(solved.upcard.terms, found, power=2), insured=insured)

    def _add_deal(self, solved: Solved, hand: int, chance: float, *, insured: bool) -> bool:
        """One deal; True where the hand is still to be played out as it is, by stand, hit or double."""
        upcard, terms = solved.upcard, solved.upcard.terms
        alive, natural = upcard.alive(hand), bool(hands().natural[hand])
        if alive < 1.0:
            ended = atoms.outcome(
                int(hands().total[hand]), atoms.BLACKJACK, player_blackjack=natural, dealer_blackjack=True
            )
            # The peek that ends the round is the hole card that wins insurance: a ten under an ace.
            self._add(chance * (1.0 - alive), ended, float(terms.net(ended)), "win" if insured else None, terms)
            self.decisions["none"].append(chance * (1.0 - alive))
        side = "lose" if insured else None
        if natural:
            self._add(chance * alive, "blackjack", float(terms.blackjack), side, terms)
            self.decisions["none"].append(chance * alive)
            return False
        best = solved.best(hand)
        self.decisions[best].append(chance * alive)
        if best == "surrender":
            self._add(chance * alive, "surrender", float(terms.surrendered), side, terms)
        elif best == "split":
            pair = int(hands().counts[hand].argmax())
            lines, square = chance * solved.splits[pair].lines(), chance * solved.split_square(pair)
            self._add_played(solved, lines, square, insured=insured)
            if insured:
                # `_add_played` took one stake insured for each hand; a split is one bet insured once.
                extra = float(lines.sum()) - chance * alive
                loss = MOST_INSURED * float(terms.insurance("lose"))
                self.parts["staked"].append(-extra * MOST_INSURED)
                self.parts["total square"].append(-extra * loss * loss)
        return best not in {"surrender", "split"}

    def _add(self, chance: float, outcome: str, gain: float, insurance: str | None, terms: Terms) -> None:
        """A bet of one stake that comes to one outcome, insured or not."""
        side = 0.0 if insurance is None else MOST_INSURED * float(terms.insurance(insurance))
        self.lines[outcome, 1].append(chance)
        self.parts["ev"].append(chance * gain)
        self.parts["square"].append(chance * gain**2)
        self.parts["total square"].append(chance * (gain + side) ** 2)
        self.parts["staked"].append(chance * (1.0 if insurance is None else 1.0 + MOST_INSURED))

    def _add_played(self, solved: Solved, lines: Floats, square: float, *, insured: bool) -> None:
        """Hands that were played out: what they came to, and the mean square of it; one insurance for each hand."""
        terms = solved.upcard.terms
        value = worth(terms, lines)
        for stakes in range(2):
            for place, verdict in enumerate(VERDICTS):
                self.lines[verdict, stakes + 1].append(float(lines[stakes, place]))
        side = MOST_INSURED * float(terms.insurance("lose")) if insured else 0.0
        self.parts["ev"].append(value)
        self.parts["square"].append(square)
        self.parts["total square"].append(square + 2.0 * side * value + side * side * float(lines.sum()))
        staked = float(lines[0].sum() + 2.0 * lines[1].sum())
        self.parts["staked"].append(staked + (MOST_INSURED * float(lines.sum()) if insured else 0.0))

    def _add_even_money(self, solved: Solved, hand: int, chance: float) -> None:
        """What a blackjack would gain by even money, taken where that is better than to go on (BJK-7)."""
        terms, alive = solved.upcard.terms, solved.upcard.alive(hand)
        met = atoms.outcome(atoms.BLACKJACK, atoms.BLACKJACK, player_blackjack=True, dealer_blackjack=True)
        goes_on = alive * float(terms.blackjack) + (1.0 - alive) * float(terms.net(met))
        insured = MOST_INSURED * max(solved.insurance(hand) or 0.0, 0.0)
        self.parts["even money"].append(chance * max(0.0, float(terms.even_money) - goes_on - insured))
