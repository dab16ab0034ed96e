"""The shortest lists of rules for blackjack: which few sentences give most of the chart.

Rules stand in a fixed order: surrender, split, double, stand, and whatever is left hits. Then what one upcard is worth
depends only on the rules that speak of it, so the span of upcards of a rule is found by adding up. The lists are
priced by the hands themselves; what split hands come to is taken as solved while searching, and exactly at the end.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum

import numpy as np

from upcard.lab.blackjack.bet import Solved, solve
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.strategy.acts import DOUBLE, HIT, NUMBERS, SPLIT, STAND, SURRENDER, Ints, legal, seen
from upcard.lab.blackjack.tables import VALUES, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import Bools, Floats, ends
from upcard.lab.strategies.conditions import Condition, condition
from upcard.lab.strategies.plan import Plan, PlanRule
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.game import Game

ORDER = ("surrender", "split", "double", "stand")
MOST = 8
BEAM = 3


@dataclass(frozen=True, slots=True, order=True)
class Sentence:
    """A move for a span of hands against a span of upcards."""

    move: str
    kind: str
    """hard, soft or pair: what the span is of."""
    low: int
    high: int
    """Totals, or values of a pair; the highest total that can be is "or more"."""
    up_low: int = 2
    up_high: int = 11


@dataclass(frozen=True, slots=True)
class _Upcard:
    """One upcard's arrays."""

    shown: float
    chance: Floats
    bust: Floats
    deals: Floats
    """[hand] how likely it is dealt, blackjacks aside."""
    split: Floats
    """[hand] what splitting it is worth."""
    surrender: Floats
    stand: Floats
    double: Floats
    """[hand] what it is worth; nothing of a hand that the shoe can't make, and none in the solver's own numbers."""


class Search:
    """A table's arrays, and the search over lists of sentences."""

    def __init__(self, game: Game) -> None:
        assert isinstance(game, Blackjack)
        self.game = game
        shoe, self.terms = composition(game), Terms.of(game).for_play()
        self.seen = seen(game)
        self.legal = legal(self.terms, is_split=False)
        self.upcards = {self.seen.up[up]: self._upcard(solve(shoe, self.terms, up), shoe.counts[up] / shoe.cards)
                        for up in range(len(VALUES)) if shoe.counts[up]}  # fmt: skip
        self.values = sorted(self.upcards)
        self._known: dict[tuple[int, frozenset[tuple[str, str, int, int]]], float] = {}

    def _upcard(self, solved: Solved, shown: float) -> _Upcard:
        table, upcard = hands(), solved.upcard
        rest = np.maximum(upcard.left[None, :] - upcard.deplete * table.counts, 0.0)
        remaining = rest.sum(axis=1)
        with np.errstate(invalid="ignore", divide="ignore"):
            chance = np.where(remaining[:, None] > 0, rest / remaining[:, None], 0.0)
            ended = rest[:, ends(upcard.up)].sum(axis=1)
            lost = float(self.terms.lose)
            gone = ended[:, None] - upcard.deplete * ends(upcard.up)[None, :]
            alive = 1.0 - gone / (remaining - upcard.deplete)[:, None]
        bust = np.where((table.after < 0) & (chance > 0), chance * lost * np.nan_to_num(alive), 0.0).sum(axis=1)
        deals = np.zeros(len(table.size))
        split, surrender = np.zeros(len(table.size)), np.zeros(len(table.size))
        for hand, often in upcard.deals():
            if table.natural[hand]:
                continue
            deals[hand] += often
            surrender[hand] = float(self.terms.surrendered) * upcard.alive(hand)
            if self.legal[SPLIT][hand]:
                split[hand] = solved.split_value(int(table.counts[hand].argmax()))
        values = upcard.values
        stand, double = np.nan_to_num(values.stand), np.nan_to_num(values.double)
        return _Upcard(shown, chance, bust, deals, split, surrender, stand, double)

    def worth(self, up: int, spans: frozenset[tuple[str, str, int, int]]) -> float:
        """What an upcard is worth under the sentences that speak of it, times how often it is shown."""
        key = (up, spans)
        if key not in self._known:
            self._known[key] = self._worth(self.upcards[up], spans)
        return self._known[key]

    def _worth(self, upcard: _Upcard, spans: frozenset[tuple[str, str, int, int]]) -> float:
        from upcard.lab.blackjack.strategy.policy_kernels import follow

        act = np.where(self.legal[HIT], HIT, STAND).astype(np.int64)
        for move in reversed(ORDER):
            for span in spans:
                if span[0] == move:
                    cells = self._cells(*span[1:]) & self.legal[NUMBERS[move]]
                    act[cells] = NUMBERS[move]
        out = np.zeros(len(act))
        plays = np.where(act > DOUBLE, STAND, act)
        follow(plays, upcard.stand, upcard.double, upcard.chance, upcard.bust, hands().after, out)
        out = np.where(act == SPLIT, upcard.split, np.where(act == SURRENDER, upcard.surrender, out))
        dealt = upcard.deals > 0
        return upcard.shown * float(upcard.deals[dealt] @ out[dealt])

    @cached_property
    def _kept_cells(self) -> dict[tuple[str, int, int], Bools]:
        return {}

    def _cells(self, kind: str, low: int, high: int) -> Bools:
        key = (kind, low, high)
        if key not in self._kept_cells:
            looks = self.seen.dealt
            values: Ints = looks["pair"] if kind == "pair" else looks["total"]
            held = (values >= low) & (values <= high)
            if kind in {"hard", "soft"}:
                held &= looks["soft"] == int(kind == "soft")
            self._kept_cells[key] = held
        return self._kept_cells[key]

    def ev(self, rules: frozenset[Sentence]) -> float:
        """What a list is worth, up to what no list changes."""
        return fsum(self.worth(up, self._spans(rules, up)) for up in self.values)

    @staticmethod
    def _spans(rules: frozenset[Sentence], up: int) -> frozenset[tuple[str, str, int, int]]:
        return frozenset((r.move, r.kind, r.low, r.high) for r in rules if r.up_low <= up <= r.up_high)

    def bases(self) -> Iterator[Sentence]:
        """Every sentence before its upcards are chosen."""
        for low in range(12, 20):
            yield Sentence("stand", "hard", low, 21)
        for low in range(16, 20):
            yield Sentence("stand", "soft", low, 21)
        spans = [(low, high) for low in range(8, 12) for high in range(low, 12)]
        yield from (Sentence("double", "hard", low, high) for low, high in spans)
        yield from (Sentence("double", "soft", low, high) for low in range(13, 20) for high in range(low, 20))
        if self.legal[SURRENDER].any():
            yield from (Sentence("surrender", "hard", low, high) for low in range(14, 18) for high in range(low, 18))
        yield from (Sentence("split", "pair", low, high) for low in range(2, 12) for high in range(low, 12))

    def with_best_span(self, rules: frozenset[Sentence], base: Sentence) -> tuple[float, Sentence]:
        """The upcards against which one more sentence helps most, and by how much."""
        gains = []
        for up in self.values:
            spans = self._spans(rules, up)
            gains.append(self.worth(up, spans | {(base.move, base.kind, base.low, base.high)}) - self.worth(up, spans))
        found = (0.0, replace(base, up_low=self.values[0], up_high=self.values[0]))
        for first in range(len(gains)):
            total = 0.0
            for last in range(first, len(gains)):
                total += gains[last]
                if total > found[0] + 1e-12:
                    found = (total, replace(base, up_low=self.values[first], up_high=self.values[last]))
        return found

    def lists(self) -> list[frozenset[Sentence]]:
        """The best list of 1, 2, 3 … sentences."""
        bases = list(self.bases())
        beam: list[frozenset[Sentence]] = [frozenset()]
        best: list[frozenset[Sentence]] = []
        for _ in range(MOST):
            longer: dict[frozenset[Sentence], float] = {}
            for rules in beam:
                already = self.ev(rules)
                for base in bases:
                    gain, sentence = self.with_best_span(rules, base)
                    if gain > 0.0:
                        longer[rules | {sentence}] = already + gain
            ranked = sorted(longer, key=lambda rules: (-longer[rules], sorted(rules)))[:BEAM]
            beam = [self._mended(ranked[0], bases), *ranked[1:]] if ranked else []
            beam.sort(key=lambda rules: (-self.ev(rules), sorted(rules)))
            if not beam:
                break
            best.append(beam[0])
        return best

    def _mended(self, rules: frozenset[Sentence], bases: list[Sentence]) -> frozenset[Sentence]:
        """Each sentence in turn, made as good as it can be beside the others."""
        now = self.ev(rules)
        for one in sorted(rules):
            others = rules - {one}
            without = self.ev(others)
            gain, sentence = max((self.with_best_span(others, base) for base in bases), key=lambda found: found[0])
            if without + gain > now + 1e-12:
                rules, now = others | {sentence}, without + gain
        return rules

    def plan(self, rules: frozenset[Sentence], name: str) -> Plan:
        """A list as the simulator takes it."""
        ordered = sorted(rules, key=lambda one: (ORDER.index(one.move), one.kind, -one.low, one.up_low))
        entries = tuple(PlanRule(one.move, tuple(self._conditions(one))) for one in ordered)
        return Plan(name, self.game, (*entries, PlanRule("hit"), PlanRule("stand")))

    def _conditions(self, one: Sentence) -> Iterator[Condition]:
        feature = "pair" if one.kind == "pair" else "total"
        top = 11 if one.kind == "pair" else 21
        if one.kind != "pair":
            yield condition(self.game, "soft", "=", int(one.kind == "soft"))
        if one.low == one.high:
            yield condition(self.game, feature, "=", one.low)
        else:
            yield condition(self.game, feature, ">=", one.low)
            if one.high < top:
                yield condition(self.game, feature, "<=", one.high)
        if one.up_low == one.up_high:
            yield condition(self.game, "upcard", "=", one.up_low)
            return
        if one.up_low > self.values[0]:
            yield condition(self.game, "upcard", ">=", one.up_low)
        if one.up_high < self.values[-1]:
            yield condition(self.game, "upcard", "<=", one.up_high)


def in_words(one: Sentence, show: tuple[str, ...]) -> str:
    """A sentence as players say it: ``stand on hard 13 or more against 2 to 6``; `show` names upcards by value."""
    if one.kind == "pair":
        span = f"{show[one.low]}s" if one.low == one.high else f"pairs of {show[one.low]} to {show[one.high]}"
        said = f"{one.move} {span}"
    else:
        amount = (
            f"{one.low}"
            if one.low == one.high
            else f"{one.low} or more"
            if one.high == 21
            else f"{one.low} to {one.high}"
        )
        said = f"{one.move} {'on ' if one.move == 'stand' else ''}{one.kind} {amount}"
    if (one.up_low, one.up_high) == (2, 11):
        return said
    if one.up_low == one.up_high:
        return f"{said} against {show[one.up_low]}"
    return f"{said} against {show[one.up_low]} to {show[one.up_high]}"
