"""Blackjack strategies as tables: what every seat does with every hand, and what it could do.

A case is how many hands the seat has (1; 2, 3 or 4 after splits) and whether aces were split: that, and the hand,
settle what is legal. The moves themselves are the rules' (`moves.of_hand`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.blackjack.bet import solve
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.tables import CARD_OF, VALUES, cards_of, hands
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import DOUBLE as SOLVED_DOUBLE
from upcard.lab.blackjack.upcards import HIT as SOLVED_HIT
from upcard.lab.blackjack.upcards import strategy as best_of
from upcard.lab.kernels import Array
from upcard.lab.simulation.engines import blackjack_kernels as kernels
from upcard.lab.simulation.engines.policies import error_parts, is_optimal
from upcard.lab.simulation.setup import SeatSetup
from upcard.lab.strategies.playing import Written
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack import moves
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.features import HandSight
from upcard.rules.needs import Act, Amount, Move, Turn
from upcard.rules.table import Hand, Seat

CODES = {
    "stand": kernels.STAND,
    "hit": kernels.HIT,
    "double": kernels.DOUBLE,
    "split": kernels.SPLIT,
    "surrender": kernels.SURRENDER,
}
ANSWERS = {
    "no-insurance": kernels.NO_INSURANCE,
    "insurance": kernels.INSURE,
    "even-money": kernels.EVEN_MONEY,
}
CASES = 2 * kernels.MOST_HANDS - 1
"""One unsplit; for 2, 3 and 4 hands one without split aces and one with them."""

Legal: TypeAlias = dict[tuple[int, int], tuple[Move, ...]]


@dataclass(frozen=True, slots=True)
class Amounts:
    """What a seat adds, the most and the least: to double, to insure; 0 where it can't."""

    double: tuple[int, int]
    insurance: tuple[int, int]


class Policy:
    """What the seats of a table do."""

    def __init__(self, game: Blackjack, seats: Sequence[SeatSetup]) -> None:
        self.game = game
        table = hands()
        self.cards: list[Cards] = [_ace_last(cards_of(tuple(counts))) for counts in table.counts.tolist()]
        self.legal = self._legal()
        ways = np.zeros((CASES, len(self.cards)), np.int8)
        legal = np.zeros((CASES, len(self.cards), len(CODES)), np.int8)
        for (case, hand), open_ in self.legal.items():
            ways[case, hand] = len(open_)
            legal[case, hand, : len(open_)] = [CODES[move.name] for move in open_]
        acts = np.stack([self._acts(seat) for seat in seats])
        errors = np.array([error_parts(seat.strategy) for seat in seats], np.int64)
        insurance = [self._insurance(seat) for seat in seats]
        insures, insure_legal, insure_ways = (np.stack(arrays) for arrays in zip(*insurance, strict=True))
        self.errors = errors
        self.tables = (acts, legal, ways, insures, insure_legal, insure_ways)

    @property
    def by_hand(self) -> list[Array]:
        """All that the kernels know of a hand, a row for each."""
        acts, legal, ways, insures, insure_legal, insure_ways = self.tables
        many = len(self.cards)
        return [
            np.moveaxis(acts, -1, 0).reshape(many, -1), np.moveaxis(legal, 1, 0).reshape(many, -1), ways.T,
            insures.T, np.moveaxis(insure_legal, 1, 0).reshape(many, -1), insure_ways.T,
        ]  # fmt: skip

    def of(self, ones: Array) -> tuple[Array, ...]:
        """The tables of these hands alone, as the kernel takes them."""
        acts, legal, ways, insures, insure_legal, insure_ways = self.tables
        return (
            np.ascontiguousarray(acts[..., ones]), np.ascontiguousarray(legal[:, ones]),
            np.ascontiguousarray(ways[:, ones]), self.errors, np.ascontiguousarray(insures[:, ones]),
            np.ascontiguousarray(insure_legal[:, ones]), np.ascontiguousarray(insure_ways[:, ones]),
        )  # fmt: skip

    def amounts(self, bets: Mapping[str, int]) -> Amounts:
        """What a seat with these bets adds."""
        seat = _seat(bets, 1)
        doubles = [m for cards in self._two() for m in self._moves(seat, cards) if isinstance(m, Amount)]
        insures = [m for m in self._answers(bets, natural=False) if isinstance(m, Amount)]
        double = (doubles[0].high, doubles[0].low) if doubles else (0, 0)
        insurance = (insures[0].high, insures[0].low) if insures else (0, 0)
        return Amounts(double, insurance)

    def _two(self) -> list[Cards]:
        return [cards for cards in self.cards if len(cards) == 2]

    def _moves(self, seat: Seat, cards: Cards) -> tuple[Move, ...]:
        hand = seat.hands[0]
        hand.cards = list(cards)
        return moves.of_hand(self.game.rules, seat, hand)

    def _answers(self, bets: Mapping[str, int], *, natural: bool) -> tuple[Move, ...]:
        """What the rules' own table lets a seat answer to an ace up (BJK-7)."""
        seat = _seat(bets, 1)
        seat.hand.status = "blackjack" if natural else ""
        low, limit = self.game.limits("insurance")
        half = atoms.most_insurance(bets["bet"])
        return moves.of_insurance(self.game.rules, seat, low, half if limit is None else min(half, limit))

    def _legal(self) -> Legal:
        """The moves of each hand in each case; bets change amounts only."""
        found: Legal = {}
        bets = {"bet": max(self.game.limits("bet")[0], 2)}
        for made in range(1, self.game.rules.max_hands + 1):
            seat = _seat(bets, made)
            for aces in (False, True) if made > 1 else (False,):
                for number, cards in enumerate(self.cards):
                    laid = cards[::-1] if aces else cards
                    if made > 1 and (atoms.gets_one_card_after_split(laid[0]) != aces or (aces and len(laid) > 2)):
                        continue
                    if len(cards) > 1:
                        found[_case(made, aces=aces), number] = self._moves(seat, laid)
        return found

    def _acts(self, seat: SeatSetup) -> Array:
        """At [case, upcard, hand]: the move."""
        acts = np.zeros((CASES, len(VALUES), len(self.cards)), np.int8)
        for up in range(len(VALUES)):
            if is_optimal(seat.strategy):
                self._solved(acts, up)
            else:
                assert isinstance(seat.strategy, Written)
                self._planned(acts, up, seat.strategy)
        return acts

    def _solved(self, acts: Array, up: int) -> None:
        """The solver's play, split hands by the convention CDZ- (docs/blackjack-math.md)."""
        shoe, terms = composition(self.game), Terms.of(self.game).for_play()
        if not shoe.counts[up]:
            return
        solved = solve(shoe, terms, up)
        table = hands()
        names = {SOLVED_HIT: "hit", SOLVED_DOUBLE: "double"}
        best = {may: best_of(solved.upcard.values, may_double=may).tolist() for may in (False, True)}
        for (case, hand), open_ in self.legal.items():
            if not open_:
                continue
            can = {move.name for move in open_}
            if case and "split" in can:
                name = "split"
            elif "hit" not in can:
                name = "stand"
            elif not case and table.size[hand] == 2:
                name = solved.best(hand)
            else:
                name = names.get(best["double" in can][hand], "stand")
            acts[case, up, hand] = CODES[name]

    def _planned(self, acts: Array, up: int, strategy: Written) -> None:
        """A plan's play; hands that are alike to every feature it asks are asked about once."""
        plan, table = strategy.plan, hands()
        fine = any(feature.every_card for feature in self.game.features if feature.name in plan.asks)
        known: dict[tuple[object, ...], int] = {}
        for (case, hand), open_ in self.legal.items():
            if not open_:
                continue
            pair = bool(table.counts[hand].max() == 2 and table.size[hand] == 2)
            like = (table.total[hand], table.soft[hand], self.cards[hand] if pair or fine else ())
            names = tuple(move.name for move in open_)
            key = (case, names, *like)
            if key not in known:
                made = 1 if not case else (case + 3) // 2
                others = ((CARD_OF[-1],),) * (made - 1)
                turn = Turn(1, 1, open_)
                act = plan.decide(HandSight(self.cards[hand], (CARD_OF[up],), others), turn)
                known[key] = _code(act, turn)
            acts[case, up, hand] = known[key]

    def _insurance(self, seat: SeatSetup) -> tuple[Array, Array, Array]:
        """At [hand]: the answer to an ace up, and all that there are."""
        size = len(self.cards)
        answer, ways = np.zeros(size, np.int8), np.zeros(size, np.int8)
        legal = np.zeros((size, len(ANSWERS)), np.int8)
        table, ace = hands(), next(at for at, card in enumerate(CARD_OF) if atoms.offers_insurance(card))
        for hand in np.flatnonzero(table.size == 2).tolist():
            answers = self._answers(seat.bets, natural=bool(table.natural[hand]))
            ways[hand] = len(answers)
            legal[hand, : len(answers)] = [ANSWERS[move.name] for move in answers]
            if not answers:
                continue
            turn = Turn(1, 1, answers, default="no-insurance")
            if is_optimal(seat.strategy):
                answer[hand] = ANSWERS[self._solved_answer(ace, hand, turn)]
            else:
                assert isinstance(seat.strategy, Written)
                act = seat.strategy.plan.decide(HandSight(self.cards[hand], (CARD_OF[ace],)), turn)
                answer[hand] = _code(act, turn)
        return answer, legal, ways

    def _solved_answer(self, ace: int, hand: int, turn: Turn) -> str:
        shoe, terms = composition(self.game), Terms.of(self.game).for_play()
        if not shoe.counts[ace]:
            return "no-insurance"
        worth = solve(shoe, terms, ace).insurance(hand)
        return "insurance" if worth is not None and worth > 0.0 and turn.move("insurance") else "no-insurance"


def _code(act: Act, turn: Turn) -> int:
    move = turn.move(act.move)
    least = isinstance(move, Amount) and act.value == move.low and move.low < move.high
    if act.move in ANSWERS:
        return kernels.INSURE_LEAST if least else ANSWERS[act.move]
    return kernels.DOUBLE_LEAST if least else CODES[act.move]


def _case(made: int, *, aces: bool) -> int:
    return 0 if made == 1 else 2 * made - 3 + aces


def _seat(bets: Mapping[str, int], made: int) -> Seat:
    """A seat with so many hands."""
    seat = Seat(1, bets)
    seat.hands = [Hand(1, number) for number in range(1, made + 1)]
    return seat


def _ace_last(cards: Cards) -> Cards:
    """The cards with aces behind: a hand that begins with an ace after a split is a split ace (BJK-8)."""
    return tuple(sorted(cards, key=atoms.gets_one_card_after_split))
