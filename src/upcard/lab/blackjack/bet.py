"""The base game as a whole: what one bet is worth under best play, and how it comes to that."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import lru_cache
from math import fsum, sqrt
from typing import Self

import numpy as np

from upcard.lab.blackjack.pairs import DEFAULT, STRATEGIES, Split
from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.tables import CARD_OF, VALUES, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import VERDICTS, Floats, Upcard, solve_upcard, strategy, worth
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
    _split_swings: dict[int, float] = field(default_factory=dict)

    def split_value(self, pair: int) -> float:
        """What splitting a pair is worth, unconditionally; worked out when it is first asked for."""
        if pair not in self._split_values:
            self._split_values[pair] = worth(self.upcard.terms, self.splits[pair].lines())
        return self._split_values[pair]

    def split_swing(self, pair: int) -> float:
        """What a split's mean square has beyond its hands' own; the slowest number here, so only if asked for."""
        if pair not in self._split_swings:
            self._split_swings[pair] = self.splits[pair].swing()
        return self._split_swings[pair]

    def with_splits(self) -> Self:
        """The same, with the value of every split worked out."""
        for pair in self.splits:
            self.split_value(pair)
        return self

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


@dataclass(frozen=True, slots=True)
class Bet:
    """One bet under best play. Numbers are floats, good to about 1e-14."""

    lines: Mapping[tuple[str, int], float]
    """(outcome, stakes): hands a round that come to it; hands of a split count one by one."""
    ev: float
    insurance: float
    """What insurance adds where it is favourable."""
    average_wager: float
    decisions: Mapping[str, float]
    """How often each is the first decision of a round; "none" where there is nothing to decide."""
    even_money: float
    """What even money, taken where it is better than to go on, would add; it is not in `ev`."""
    _squares: Callable[[], tuple[float, float]]

    @property
    def total(self) -> float:
        """The bet and insurance where it is favourable."""
        return self.ev + self.insurance

    @property
    def sd(self) -> float:
        """The standard deviation of the bet; slow the first time, since it takes split hands two by two."""
        return sqrt(self._squares()[0] - self.ev**2)

    @property
    def total_sd(self) -> float:
        """The standard deviation with insurance."""
        return sqrt(self._squares()[1] - self.total**2)


def solve_bet(shoe: Composition, terms: Terms, post_split: str = DEFAULT) -> Bet:
    """Solves every upcard, adds up every deal, and prices what comes of it."""
    return _tally(shoe, terms.for_play(), post_split).price(terms)


@lru_cache(maxsize=16)
def _tally(shoe: Composition, terms: Terms, post_split: str) -> "_Tally":
    upcards = [up for up in range(len(VALUES)) if shoe.counts[up]]
    # The first alone: whoever comes first compiles the kernels and makes the arrays.
    solved = [solve(shoe, terms, up, post_split).with_splits() for up in upcards[:1]]
    with ThreadPoolExecutor(max_workers=2) as pool:
        # Kernels run outside the interpreter's lock, and one upcard has nothing to do with another.
        solved += pool.map(lambda up: solve(shoe, terms, up, post_split).with_splits(), upcards[1:])
    tally = _Tally()
    for up, each in zip(upcards, solved, strict=True):
        tally.add_upcard(each, shoe.counts[up] / shoe.cards)
    return tally


class _Tally:
    """What comes of every deal, whatever a blackjack pays: that changes no decision, so it is priced afterwards."""

    def __init__(self) -> None:
        self.lines: defaultdict[tuple[str, int, str], list[float]] = defaultdict(list)
        """(outcome, stakes, insurance's outcome or ""): hands; each part is kept, so that they add up without loss."""
        self.decisions: defaultdict[str, list[float]] = defaultdict(list)
        self.insurance: list[float] = []
        self.naturals: list[tuple[float, float, float]] = []
        """Blackjacks that are asked about even money: chance, chance that the round goes on, value of insurance."""
        self.splits: list[tuple[float, Solved, int]] = []
        """Splits that are made: chance, upcard, pair."""
        self.more_hands: list[float] = []
        """Hands that insured splits have beside their first: insurance is for one bet."""

    def add_upcard(self, solved: Solved, shown: float) -> None:
        """Every deal with this upcard, which is shown so often."""
        played = {insured: np.zeros(len(hands().size)) for insured in (False, True)}
        for hand, dealt in solved.upcard.deals():
            chance, worth_insuring = shown * dealt, solved.insurance(hand)
            insured = worth_insuring is not None and worth_insuring > 0.0
            if insured:
                self.insurance.append(chance * MOST_INSURED * (worth_insuring or 0.0))
                self.decisions["insurance"].append(chance)
            if worth_insuring is not None and hands().natural[hand]:
                self.naturals.append((chance, solved.upcard.alive(hand), MOST_INSURED * max(worth_insuring, 0.0)))
            if self._add_deal(solved, hand, chance, insured=insured):
                played[insured][hand] += chance
        act = strategy(solved.upcard.values, may_double=True)
        for insured, weight in played.items():
            self._add_lines(solved.upcard.play_out(weight, act).lines(), insured=insured)

    def _add_deal(self, solved: Solved, hand: int, chance: float, *, insured: bool) -> bool:
        """One deal; True where the hand is still to be played out as it is, by stand, hit or double."""
        alive, natural = solved.upcard.alive(hand), bool(hands().natural[hand])
        if alive < 1.0:
            ended = atoms.outcome(
                int(hands().total[hand]), atoms.BLACKJACK, player_blackjack=natural, dealer_blackjack=True
            )
            # The peek that ends the round is the hole card that wins insurance: a ten under an ace.
            self.lines[ended, 1, "win" if insured else ""].append(chance * (1.0 - alive))
            self.decisions["none"].append(chance * (1.0 - alive))
        beside = "lose" if insured else ""
        if natural:
            self.lines["blackjack", 1, beside].append(chance * alive)
            self.decisions["none"].append(chance * alive)
            return False
        best = solved.best(hand)
        self.decisions[best].append(chance * alive)
        if best == "surrender":
            self.lines["surrender", 1, beside].append(chance * alive)
        elif best == "split":
            pair = int(hands().counts[hand].argmax())
            lines = chance * solved.splits[pair].lines()
            self._add_lines(lines, insured=insured)
            self.splits.append((chance, solved, pair))
            if insured:
                self.more_hands.append(float(lines.sum()) - chance * alive)
        return best not in {"surrender", "split"}

    def _add_lines(self, lines: Floats, *, insured: bool) -> None:
        """Hands that were played out."""
        for stakes in range(2):
            for place, verdict in enumerate(VERDICTS):
                self.lines[verdict, stakes + 1, "lose" if insured else ""].append(float(lines[stakes, place]))

    def price(self, terms: Terms) -> Bet:
        """What it all is worth."""
        lines = {key: fsum(parts) for key, parts in self.lines.items()}
        merged: defaultdict[tuple[str, int], float] = defaultdict(float)
        for (outcome, stakes, _), often in lines.items():
            merged[outcome, stakes] += often
        met = atoms.outcome(atoms.BLACKJACK, atoms.BLACKJACK, player_blackjack=True, dealer_blackjack=True)
        even_money = [
            chance
            * (float(terms.even_money) - alive * float(terms.blackjack) - (1.0 - alive) * float(terms.net(met)) - side)
            for chance, alive, side in self.naturals
        ]
        insured = fsum(often for (_, _, beside), often in lines.items() if beside) - fsum(self.more_hands)
        return Bet(
            lines=dict(merged),
            ev=fsum(often * stakes * float(terms.net(outcome)) for (outcome, stakes, _), often in lines.items()),
            insurance=fsum(self.insurance),
            average_wager=fsum([*(n * stakes for (_, stakes, _), n in lines.items()), MOST_INSURED * insured]),
            decisions={decision: fsum(parts) for decision, parts in self.decisions.items()},
            even_money=fsum(max(0.0, gain) for gain in even_money),
            _squares=lambda: self._squares(terms, lines),
        )

    def _squares(self, terms: Terms, lines: Mapping[tuple[str, int, str], float]) -> tuple[float, float]:
        """The mean square of the bet, and of bet and insurance together."""
        with ThreadPoolExecutor(max_workers=2) as pool:
            together = fsum(pool.map(lambda split: split[0] * split[1].split_swing(split[2]), self.splits))
        bet, both = [together], [together]
        for (outcome, stakes, beside), often in lines.items():
            gain = stakes * float(terms.net(outcome))
            side = MOST_INSURED * float(terms.insurance(beside)) if beside else 0.0
            bet.append(often * gain**2)
            both.append(often * (gain + side) ** 2)
        lost = MOST_INSURED * float(terms.insurance("lose"))
        return fsum(bet), fsum([*both, *(-more * lost**2 for more in self.more_hands)])
