"""The one decision of a game of two hands: every (hand, upcards), and what each move is worth against all hands."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, gcd

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.general.hands.deck import classes
from upcard.lab.general.hands.index_kernels import RANKS
from upcard.lab.general.methods import sweep_kernels
from upcard.lab.general.methods.book import ShowdownBook
from upcard.lab.general.rounds.script import Option
from upcard.lab.general.solution import Solution
from upcard.lab.kernels import Array
from upcard.lab.memorable.modelled.states import PlanDecision, Unspoken, asked_of_hands
from upcard.lab.memorable.search import gathered
from upcard.lab.strategies import Plan
from upcard.lab.strategies.conditions import features_of
from upcard.lab.strategies.derived import MATCHED
from upcard.rules.game import Game

CHUNK = 1 << 18
"""How many rows are multiplied at once."""


class ModelHands:
    """All (hand, upcards) of a game that has been worked out."""

    def __init__(self, game: Game, solved: Solution) -> None:
        book = solved.book
        assert isinstance(book, ShowdownBook)
        if any(len(way) > 1 for ways in book.ways for way in ways):
            raise Unspoken(f"{game.title} has several decisions about the same cards")
        self.game, self.book = game, book
        self.kinds = classes(book.deck, book.size)
        self.of = comb(book.deck.size, book.size) * comb(book.deck.size - book.size, len(book.up)) * book.hidden
        options: tuple[Option, ...] = tuple(dict.fromkeys(way[0][1] for ways in book.ways for way in ways if way))
        if len(options) < 2:
            raise Unspoken(f"{game.title} has nothing to decide")
        self.weights = self._weights()
        worth, open_, scale = self._worth(options)
        self.unit = Fraction(scale, solved.bets[game.main_wager.name])
        best = np.where(open_, worth, np.iinfo(np.int64).min).max(axis=0)
        best = np.where(open_.any(axis=0), best, worth[0])
        # Hands that look the same and have the same moves in one: a few hundred thousand in place of millions.
        alike = self._seen() | {"": (open_ * (1 << np.arange(len(options)))[:, None]).sum(axis=0)}
        looks, (weight, best, *sums) = gathered(alike, [self.weights * book.hidden, best, *worth])
        seen = dict(zip(alike, looks.T, strict=True))
        moves = seen.pop("")
        open_ = np.stack([moves >> place & 1 for place in range(len(options))]).astype(bool)
        at = len(book.own) + len(book.up)
        self.decisions = [PlanDecision(at, options, open_, np.stack(sums), weight, best, seen)]

    def _weights(self) -> Array:
        book = self.book
        stab = sweep_kernels.alike(self.kinds.masks, np.array(book.ups), np.array(book.starts), len(book.deck.suits))
        weights: Array = book.deck.renamings // stab.astype(np.int64)
        if not book.up:
            weights = weights * (self.kinds.stabilisers > 0)
        return weights

    def _worth(self, options: tuple[Option, ...]) -> tuple[Array, Array, int]:
        """At [option, row]: what a move comes to over all hands of the dealer's; and whether it may be made."""
        book = self.book
        classes_, sides = book.counts.shape[1:]
        nets = np.zeros((len(options) + 1, len(book.ways), classes_, sides), object)
        open_ = np.zeros((len(options) + 1, len(book.ways)), bool)
        for v, ways in enumerate(book.ways):
            for way in ways:
                place = options.index(way[0][1]) if way else len(options)
                open_[place, v] = True
                for (column, relation), cell in book.table[v][way].items():
                    nets[place, v, column, relation] = cell.net
        scale = gcd(*(int(net) for net in nets.flat)) or 1
        whole = (nets // scale).astype(np.int64)
        codes = np.asarray(book.codes)
        worth = np.zeros((len(options), len(codes)), np.int64)
        for low in range(0, len(codes), CHUNK):
            part = slice(low, low + CHUNK)
            counts = np.asarray(book.counts[part]).astype(np.int64)
            weight = self.weights[part]
            for place in range(len(options)):
                # Where nothing is to be decided, whatever comes to it stands under each move.
                own = np.where(open_[len(options)][:, None, None], whole[len(options)], whole[place])
                worth[place, part] = (counts * own[codes[part]]).sum(axis=(1, 2)) * weight
        return worth, open_[: len(options), codes], scale

    def _seen(self) -> dict[str, Array]:
        """At [row], by feature."""
        book, game = self.book, self.game
        dealt = np.flatnonzero(self.kinds.stabilisers)
        place = np.zeros(len(self.kinds.masks), np.int64)
        place[dealt] = np.arange(len(dealt))
        hand_of = np.repeat(place, np.diff(book.starts))
        hands = cards_of(self.kinds.masks[dealt], book.deck.suits)
        masks = np.asarray(book.ups).astype(np.int64)
        ups, up_of = _upcards(masks, book.deck.suits) if book.up else (None, hand_of)
        seen: dict[str, Array] = {}
        for feature in features_of(game):
            if feature.name == MATCHED and not game.features:
                ranks = np.bitwise_or.reduce(self.kinds.masks[dealt].astype(np.int64), axis=1)
                seen[MATCHED] = ((ranks[hand_of] & np.bitwise_or.reduce(masks, axis=1)) > 0).astype(np.int64)
                continue
            values = asked_of_hands(game, feature, hands, hand_of, ups, up_of)
            if values is not None:
                seen[feature.name] = values
        return seen

    def ev(self, plan: Plan) -> Fraction:
        """What a plan is worth, exactly."""
        (decision,) = self.decisions
        chosen = decision.choice(plan)
        return self.unit * Fraction(int(decision.worth[chosen, np.arange(len(chosen))].sum()), self.of)


def cards_of(masks: Array, suits: Sequence[int]) -> list[Cards]:
    """Cards of four masks of ranks each; every row has as many."""
    held = (masks[:, : len(suits), None].astype(np.int64) >> np.arange(RANKS)) & 1
    _, suit, rank = np.nonzero(held)
    cards = (4 * rank + np.array(suits)[suit]).reshape(len(masks), -1)
    return list(map(tuple, cards.tolist()))


def _upcards(masks: Array, suits: Sequence[int]) -> tuple[list[Cards], Array]:
    """The sets of upcards that there are, and which of them lies beside each row."""
    whole = masks @ (1 << RANKS * np.arange(4))
    if not (whole & (whole - 1)).any():  # one card: its place is the bit
        single: list[Cards] = [(4 * (bit % RANKS) + suits[bit // RANKS],) for bit in range(RANKS * len(suits))]
        return single, np.log2(whole.astype(float)).astype(np.int64)
    found, up_of = np.unique(whole, return_inverse=True)
    return cards_of(np.stack([found >> RANKS * suit & (1 << RANKS) - 1 for suit in range(4)], axis=1), suits), up_of
