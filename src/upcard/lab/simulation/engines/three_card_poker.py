"""Three Card Poker for its kernel: kinds of hands with what the atoms say of them, cells, and who plays what (TCP)."""

from itertools import combinations, combinations_with_replacement, permutations
from typing import Any

import numpy as np

from upcard.cards.card import CARDS, RANKS, SUITS, Cards
from upcard.lab.general.asking import unlimited
from upcard.lab.kernels import Array, stored
from upcard.lab.simulation.engines import three_card_poker_kernels as kernels
from upcard.lab.simulation.engines.book import Book, BookCell, Digits, lines_after, settled
from upcard.lab.simulation.engines.policies import chosen_moves, error_parts
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.stream_kernels import new_stream
from upcard.lab.tables import codes
from upcard.lab.three_card_poker.advice import kind_of
from upcard.lab.three_card_poker.counts import deals
from upcard.lab.three_card_poker.solver import meet, played_kinds
from upcard.rules.game import Game
from upcard.rules.needs import Act, Choice, Turn
from upcard.rules.three_card_poker import hands

_PLACED = ("ante", "pair-plus", "six-card-bonus", "progressive")
_ENVY = ("royal-spades", "royal-other-suit")
_MOST = 3
"""At most so many other royals of either kind at one table: there are three suits beside spades."""


def _kinds() -> tuple[Array, Array, Array]:
    """At [card, card, card]: the kind of hand; of each kind one hand, and how many there are.

    Hands are of one kind where they are alike up to the names of the suits and the atoms call them the same.
    """

    def make() -> Array:
        dealt = deals(CARDS)
        known: dict[tuple[int, str, str], int] = {}
        rows = []
        for three in combinations(CARDS, 3):
            said = (kind_of(dealt, three), hands.progressive_outcome(three), hands.envy_outcome(three))
            rows.append((*three, known.setdefault(said, len(known))))
        return np.array(rows, np.int16)

    rows = stored("simulated-three-card-poker", make, hands.progressive_outcome, hands.envy_outcome)
    cube = np.full((len(CARDS),) * 3, -1, np.int16)
    for places in permutations(range(3)):
        cube[tuple(rows[:, place] for place in places)] = rows[:, 3]
    _, first, many = np.unique(rows[:, 3], return_index=True, return_counts=True)
    return cube.reshape(-1), rows[first, :3], many


class ThreeCardPokerEngine:
    """Tables for the kernel, made for one setup."""

    def __init__(self, setup: Setup) -> None:
        self.setup, game = setup, setup.game
        self.free = unlimited(game)
        self.kinds, self.ones, self.weights = _kinds()
        self.hands: list[Cards] = [tuple(row) for row in self.ones.tolist()]
        self.names: list[tuple[str, str]] = []
        self.numbers = sorted(setup.seats)
        self._lay_out(game)
        self.cells = {number: self._cells_of(number) for number in self.numbers}
        self.facts, self.classes = self._facts(game)
        self.meets, self.meetings = self._meetings()
        self.six, self.suited, self.bits = self._six(game)
        sixes = len(game.table_of("six-card-bonus").pays)
        self.digits = Digits(
            {"met": len(self.meetings) + 1, "class": len(self.classes), "six": sixes, "envy": kernels.ENVY}
        )
        self.book = Book(setup, self.decode, self.digits.width)
        self.made = np.array(
            [[wager in setup.seats[number].bets for wager in _PLACED] for number in self.numbers], np.bool_
        )
        seats = len(self.numbers)
        held = Turn(1, 1, (Choice("play", "Play", "p", "TCP-4"), Choice("fold", "Fold", "f", "TCP-4")))
        self.plays = np.array(
            [chosen_moves(setup.seats[n].strategy, self.hands, held, "play", self._optimal) for n in self.numbers]
        )
        self.errors = np.array([error_parts(setup.seats[n].strategy) for n in self.numbers], np.int64)
        felt = game.open(setup.bets, setup.players)
        self.others = np.array([[not felt.same_player(t, s) for t in self.numbers] for s in self.numbers], np.bool_)
        self.work = np.zeros(seats + 1, np.int64), np.zeros((seats + 1, 3), np.int64), np.zeros(seats, np.bool_)

    def _lay_out(self, game: Game) -> None:
        """Which cell stands for what: the outcomes of each wager in the order of its table."""
        self.at: dict[tuple[str, str], int] = {}
        for wager in ("ante", "play", "ante-bonus", *_PLACED[1:]):
            for outcome in game.table_of(wager).pays:
                self.at[wager, outcome] = len(self.at)
        self.envy = len(self.at)

    def _cells_of(self, number: int) -> list[BookCell | None]:
        setup, bets = self.setup, self.setup.seats[number].bets
        cells: list[BookCell | None] = [None] * (self.envy + (_MOST + 1) * 2)
        for (wager, outcome), at in self.at.items():
            if wager in bets:
                cells[at] = settled(setup, number, wager, outcome)
            elif wager == "play" and "ante" in bets:
                cells[at] = settled(setup, number, wager, outcome, added=bets["ante"])
        if "ante" in bets:
            self._bonus_cells(number, cells)
        if "progressive" in bets:
            self._envy_cells(number, cells)
        return cells

    def _bonus_cells(self, number: int, cells: list[BookCell | None]) -> None:
        """The Ante Bonus has no stake of its own: a round with such a hand says what it pays (TCP-7)."""
        alone = Setup(self.free, {number: self.setup.seats[number]}, "")
        for outcome in self.setup.game.table_of("ante-bonus").pays:
            held = next((hand for hand in self.hands if hands.ante_bonus_outcome(hand) == outcome), None)
            if held is not None:
                lines = self._round(alone, {number: held})
                paid = [line for line in lines if line.wager == "ante-bonus"]
                if paid:
                    cells[self.at["ante-bonus", outcome]] = BookCell.of(alone.game, paid)

    def _envy_cells(self, number: int, cells: list[BookCell | None]) -> None:
        """Envy, by rounds in which other seats hold royals (TCP-12): so many in spades, so many in other suits."""
        royals = {name: [h for h in combinations(CARDS, 3) if hands.envy_outcome(h) == name] for name in _ENVY}
        seats = range(1, self.setup.game.max_seats + 1)
        free = [seat for seat in seats if seat != number][: _MOST + 1]
        own = self.setup.seats[number]
        for spades in range(2):
            for plain in range(_MOST + 1):
                held = royals[_ENVY[0]][:spades] + royals[_ENVY[1]][:plain]
                if not held:
                    continue
                rest = {seat: type(own)({"pair-plus": self._least()}, own.strategy) for seat in free[: len(held)]}
                table = Setup(self.free, {number: own, **rest}, "")
                lines = self._round(table, dict(zip(free, held, strict=False)))
                paid = [line for line in lines if line.wager == "envy" and line.seat == number]
                if paid:
                    cells[self.envy + 2 * plain + spades] = BookCell.of(table.game, paid)

    def _least(self) -> int:
        return self.setup.game.limits("pair-plus")[0]

    @staticmethod
    def _round(setup: Setup, held: dict[int, Cards]) -> Any:
        """A round in which some seats hold these cards, and everybody plays."""
        taken = {card for hand in held.values() for card in hand}
        rest = iter(card for card in CARDS if card not in taken)
        dealt = [held.get(number) or (next(rest), next(rest), next(rest)) for number in sorted(setup.seats)]
        acts = [Act(number, 1, "play") for number, seat in sorted(setup.seats.items()) if "ante" in seat.bets]
        return lines_after(setup, [*dealt, (next(rest), next(rest), next(rest)), *acts])

    def _facts(self, game: Game) -> tuple[Array, list[tuple[str, str, str]]]:
        """At [kind]: strength, class, what it is to others' envy, its ranks; what each class is called by the atoms."""
        envied = {name: (1 if name == _ENVY[0] else 2) for name in _ENVY if game.table_of("envy")[name].wins}
        triples: dict[Cards, int] = {
            ranks: at for at, ranks in enumerate(combinations_with_replacement(range(len(RANKS)), 3))
        }
        classes: dict[tuple[str, str, str], int] = {}
        rows = []
        for hand in self.hands:
            called = (
                hands.ante_bonus_outcome(hand), hands.pair_plus_outcome(hand), hands.progressive_outcome(hand),
            )  # fmt: skip
            rows.append(
                (
                    hands.strength(hand),
                    classes.setdefault(called, len(classes)),
                    envied.get(hands.envy_outcome(hand), 0),
                    triples[tuple(sorted(card >> 2 for card in hand))],
                )
            )
        return np.array(rows, np.int32), list(classes)

    def _meetings(self) -> tuple[Array, list[tuple[str, str]]]:
        """At [strength, dealer's strength]: which meeting it is; and what becomes of Ante and Play in each."""
        sides = range(int(self.facts[:, kernels.STRENGTH].max()) + 1)
        pays = {wager: tuple(self.setup.game.table_of(wager).pays) for wager in ("ante", "play")}

        def make() -> Array:
            ante = codes((hands.ante_outcome(p, d) for p in sides for d in sides), pays["ante"])
            play = codes((hands.play_outcome(p, d) for p in sides for d in sides), pays["play"])
            return np.stack([ante, play])

        both = stored("simulated-three-card-poker-meets", make, hands.ante_outcome, hands.play_outcome)
        pairs, of = np.unique(both.astype(np.int64), axis=1, return_inverse=True)
        met = [(pays["ante"][a], pays["play"][p]) for a, p in pairs.T.tolist()]
        return of.reshape(len(sides), len(sides)).astype(np.uint8), met

    def decode(self, place: int, code: int) -> list[BookCell]:
        """The cells of a seat in a round; wagers that it has not made have none."""
        met, kind, six, envy = self.digits.read(code)
        number = self.numbers[place]
        bonus, pair_plus, progressive = self.classes[kind]
        folds = met == len(self.meetings)
        bets, said = self.setup.seats[number].bets, []
        if "ante" in bets and folds:
            said.append(("ante", "fold"))
        elif "ante" in bets:
            ante, play = self.meetings[met]
            said += [("ante", ante), ("play", play), ("ante-bonus", bonus)]
        if "pair-plus" in bets:
            takes = folds and self.setup.game.house["pair-plus-on-fold"] == "loses"
            said.append(("pair-plus", "other" if takes else pair_plus))
        if "six-card-bonus" in bets:
            said.append(("six-card-bonus", tuple(self.setup.game.table_of("six-card-bonus").pays)[six]))
        if "progressive" in bets:
            said.append(("progressive", progressive))
        found = [self.cells[number][self.at[one]] for one in said]
        if envy and "progressive" in bets:
            found.append(self.cells[number][self.envy + envy])
        return [cell for cell in found if cell is not None]

    def _six(self, game: Game) -> tuple[Array, Array, Array]:
        """Cells of six cards: by both hands' ranks; by the ranks of five or six of one suit; a bit for each rank."""
        names = tuple(game.table_of("six-card-bonus").pays)
        triples = list(combinations_with_replacement(range(len(RANKS)), 3))

        def by_ranks() -> Array:
            """Suits in turn, so that no five are alike."""
            known: dict[Cards, int] = {}
            table = np.zeros((len(triples), len(triples)), np.int8)
            for one, own in enumerate(triples):
                for other, dealer in enumerate(triples):
                    ranks = tuple(sorted((*own, *dealer)))
                    if max(ranks.count(r) for r in ranks) <= len(SUITS):
                        if ranks not in known:
                            cards = [4 * r + place % len(SUITS) for place, r in enumerate(ranks)]
                            known[ranks] = names.index(hands.six_card_outcome(cards))
                        table[one, other] = known[ranks]
            return table

        def by_suit() -> Array:
            masks = range(1 << len(RANKS))
            held = {mask: [4 * r for r in range(len(RANKS)) if mask >> r & 1] for mask in masks}
            said = [names.index(hands.six_card_outcome(c)) if len(c) in {5, 6} else 0 for c in held.values()]
            return np.array(said, np.int8)

        title = f"simulated-six-cards-{len(names)}"
        plain = stored(title, by_ranks, hands.six_card_outcome)
        one_suit = stored(f"{title}-suited", by_suit, hands.six_card_outcome)
        bits = np.array([1 << (card >> 2) for card in CARDS], np.int64)
        return plain, one_suit, bits

    def _optimal(self) -> Array:
        game = self.setup.game
        dealt = deals(game.deck)
        plays = played_kinds(game, dealt, meet(game, dealt))
        return np.array([bool(plays[kind_of(dealt, hand)]) for hand in self.hands], np.bool_)

    def every(self, plays: Array | None = None) -> tuple[dict[tuple[int, int], int], int]:
        """How often a round of the first seat comes to each stake and gain, of how many, by its policy or another."""
        counts = np.zeros(self.digits.width, np.int64)
        of = kernels.every_deal(
            self.ones, self.weights, self.plays[0] if plays is None else plays, self.kinds, self.facts, self.meets,
            self.made, len(self.meetings), self._sizes(), self.six, self.suited, self.bits, counts,
        )  # fmt: skip
        return self.book.pairs(counts), int(of)

    @property
    def moves(self) -> tuple[Array, Array]:
        """Every hand folded, and every hand played: what somebody who errs does half of the time each."""
        return np.zeros_like(self.plays[0]), np.ones_like(self.plays[0])

    def _sizes(self) -> tuple[int, int]:
        return self.digits.sizes["class"], self.digits.sizes["six"]

    def run(self, first: int, lengths: Array) -> tuple[int, Array]:
        """Plays stretches."""
        setup = self.setup
        said = np.zeros((int(lengths.sum()), len(self.numbers)), np.int32)
        done = kernels.play(
            np.uint64(setup.key), first, lengths, new_stream(), new_stream(), np.array(setup.game.deck, np.uint8),
            self.kinds, self.facts, self.meets, self.made, self.plays, self.errors, self.others, len(self.meetings),
            self._sizes(), self.six, self.suited, self.bits, *self.work, said,
        )  # fmt: skip
        return int(done), said
