"""Any game with a model for the general kernel: its round as a tree that is learned from the script as it is played.

A model says on what the lines and the moves of a round depend (docs/adding-a-game.md). So all rounds that agree in
that far come to the same next need: cards, a decision, the end. The kernel goes from node to node by what the facts say
of the cards dealt; where it comes to something new, the script is played there with those cards, once. No pay and no
move is known here: what a round comes to is what the script wrote, what is decided is what the strategy said.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from math import prod
from random import Random
from typing import Any

import numpy as np

from upcard.cards.card import CARDS, Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.asking import unlimited
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.hands.values import values_of
from upcard.lab.general.methods.book import ShowdownBook, StreetsBook
from upcard.lab.general.methods.showdown import Showdown, Unsuited
from upcard.lab.general.player import moves_of, seen_by
from upcard.lab.general.rounds.cases import CardFact
from upcard.lab.general.rounds.script import ScriptPlayer, Shape, Spot, place_of, shape_of
from upcard.lab.general.solution import solution
from upcard.lab.kernels import Array, silent
from upcard.lab.simulation.engines import modelled_kernels as kernels
from upcard.lab.simulation.engines.book import Book, BookCell
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.stream_kernels import AHEAD, new_stream
from upcard.lab.strategies.named import Optimal
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.model import Model
from upcard.rules.needs import Act, Ask, Deal, Peek

ONE_BY_ONE = 3
"""How many cards have a table of every one beside every other; more have one of their classes."""
_ROOM = 1024


@lru_cache(maxsize=16)
def _shape(game: Game) -> Shape:
    return shape_of(ScriptPlayer(game), Random(f"{game.digest} kernel"))


def why_not(setup: Setup) -> str:
    """Why the general kernel can't play this; nothing where it can."""
    game = unlimited(setup.game)
    model = game.model()
    if model is None or (model.strength is None and not model.facts):
        return f"{game.title} has no kernel, and no model to make one from"
    if len(setup.seats) > 1:
        return f"{game.title} is played by its script where there are several seats"
    (seat,) = setup.seats.values()
    if not isinstance(seat.strategy, Optimal):
        return f"{game.title} is played by its script for any strategy but the optimal one without errors"
    try:
        _fit(game, model)
        for fact in _facts(game, model, seat.bets):
            _check(game, fact)
    except LabError as error:  # a reason to play the script, which is asked for nothing of this
        return f"{game.title} has no kernel: {error}"
    return ""


def _fit(game: Game, model: Model) -> None:
    """Refuses a game whose best moves are not looked up but counted, or walked to."""
    shape = _shape(game)
    if model.strength is not None:
        told = Showdown(ScriptPlayer(game), model, shape, silent)
        own, up = frozenset(told.own), frozenset(told.up)
        if any(fact.spots not in {own, up, own | up} for fact in told.seen_facts):
            raise Unsuited("a fact reads some of the cards of a hand")
    elif Deck.of(game.deck) is None or not all(CardFact.of(reads, shape).alike for reads in model.facts):
        raise Unsuited("its suits are not alike")


def _facts(game: Game, model: Model, bets: Collection[str]) -> list[CardFact]:
    """Everything that a round with these bets depends on, but for which hand is higher."""
    shape = _shape(game)
    sides = [reads for wager, reads in model.side.items() if wager in bets]
    return [CardFact.of(reads, shape) for reads in (*model.facts, *sides)]


def _check(game: Game, fact: CardFact) -> None:
    many = sum(map(len, fact.arguments))
    deck = Deck.of(game.deck)
    whole = deck is not None and deck.copies == 1 and len(fact.arguments) == 1 and fact.alike and many <= index.MOST
    if many > ONE_BY_ONE and not whole:
        raise Unsuited(f"a fact of {many} cards in {len(fact.arguments)} sets, or of suits with names, has no table")


@dataclass(slots=True)
class RoundNode:
    """A place in a round: so many cards are dealt, and these moves made; then something is looked at."""

    cards: int
    acts: tuple[Act, ...] = ()
    known: frozenset[int] = frozenset()
    """The facts that led here, by number."""
    decides: bool = False
    by_act: dict[Act, int] = field(default_factory=dict)
    """Where a decision's moves lead."""


class ModelledEngine:
    """A round's tree as far as it is known, in arrays for the kernel."""

    def __init__(self, setup: Setup) -> None:
        self.setup, self.free = setup, unlimited(setup.game)
        ((self.number, self.seat),) = setup.seats.items()
        model = self.free.model()
        assert model is not None
        self.book = Book(setup, self.decode, 0)
        self._tabulate(model)
        self._read(model)
        self.nodes: list[RoundNode] = [RoundNode(0)]
        self.ends: list[list[BookCell]] = []
        self._node = np.zeros((_ROOM, 3), np.int64)
        self._looks = np.zeros((_ROOM, kernels.SPOTS + 2 * index.MOST), np.int64)
        self._many_looks = 0
        self._rows, self._leads = np.zeros((_ROOM, 2), np.int64), np.zeros(_ROOM, np.int64)
        self._slots, self._many_rows = np.full(4 * _ROOM, -1, np.int64), 0

    # Tables

    def _tabulate(self, model: Model) -> None:
        """What the facts say of every hand that they can be asked about, and how strong those are that are compared."""
        game, shape = self.free, _shape(self.free)
        self.deck = Deck.of(game.deck)
        tables: list[Array] = []
        self.facts: list[tuple[tuple[Spot, ...], list[int]]] = []
        """The cards that each reads, and its row without their places."""
        self.hands: dict[tuple[Spot, ...], int] = {}
        for fact in _facts(game, model, self.seat.bets):
            spots = tuple(spot for argument in fact.arguments for spot in argument)
            by_class = len(spots) > ONE_BY_ONE
            codes = self._of_class(fact, len(spots)) if by_class else _of_cards(game, fact)
            first = sum(map(len, tables)) - (int(index.SIZES[len(spots)]) if by_class else 0)
            kind = kernels.BY_CLASS if by_class else kernels.BY_CARDS
            self.facts.append((spots, [kind, int(codes.max()) + 1, len(spots), first, self._hand(spots), 0, 0, 0, 0]))
            tables.append(codes)
        if model.strength is not None:
            assert self.deck is not None
            own, theirs = shape.whole(model.player), shape.whole(model.dealer)
            both = [values_of(model.strength, len(hand), self.deck) for hand in (own, theirs)]
            rank = {value: at for at, value in enumerate(sorted({v for found in both for v in found.values}))}
            row = [kernels.COMPARED, 3]
            for hand, found in zip((own, theirs), both, strict=True):
                row += [len(hand), sum(map(len, tables)) - int(index.SIZES[len(hand)]), self._hand(hand)]
                tables.append(np.array([rank[value] for value in found.values], np.int32)[found.codes])
            self.facts.append(((*own, *theirs), [*row, 0]))
        self.tables = np.concatenate(tables).astype(np.int32) if tables else np.zeros(1, np.int32)

    def _hand(self, spots: Sequence[Spot]) -> int:
        """The number of a set of cards."""
        return self.hands.setdefault(tuple(sorted(spots)), len(self.hands))

    def _of_class(self, fact: CardFact, size: int) -> Array:
        assert self.deck is not None
        return values_of(fact.atom, size, self.deck).codes

    def _read(self, model: Model) -> None:
        """Where the best moves are looked up."""
        book = self.solved = solution(self.free, model, silent).book
        no, no16 = np.zeros(1, np.int64), np.zeros(1, np.int16)
        self.showdown: tuple[Array, ...] = no, no16, no16
        self.streets: tuple[Array, ...] = no, no, no, no, no
        self.row = np.zeros(4, np.int64)
        if isinstance(book, ShowdownBook):
            most = max(map(len, book.ways))
            self._hand(book.own)
            self.ways = len(book.ways) * most
            chosen = (np.array(book.codes, np.int32) * most + book.best).astype(
                np.int16 if self.ways < 1 << 15 else np.int32
            )
            ups = np.zeros(len(book.ups), np.int16)
            kernels.packed(np.array(book.ups), ups)
            self.showdown = np.array(book.starts), ups, chosen
        elif isinstance(book, StreetsBook):
            self._read_streets(book)
        else:
            raise LabError(f"{self.free.title} has no kernel: its last decision is counted; ask for --engine round")

    def _read_streets(self, book: StreetsBook) -> None:
        groups, suits = book.groups, np.zeros(4, np.int64)
        for at, suit in enumerate(book.deck.suits):
            suits[suit] = at
        states, slots, best = list[Array](), list[Array](), list[Array]()
        self.street: dict[int, tuple[int, int, int]] = {}
        """By the number of cards seen: where its states, and where its slots begin, and how many slots there are."""
        self.decisions: dict[tuple[int, Any], tuple[int, int]] = {}
        """By cards seen and moves made: where the best options begin, and how many options there are."""
        for (at, path), node in book.nodes.items():
            if at not in self.street:
                found = np.array(book.states[at], np.int64)
                room = 1 << (2 * len(found)).bit_length()
                where = np.full(room, -1, np.int64)
                kernels.find_states(found, where)
                self.street[at] = sum(map(len, states)), sum(map(len, slots)), room
                states.append(found.reshape(-1))
                slots.append(where)
            made = tuple(option for _, option in path)
            self.decisions[at, made] = sum(map(len, best)), len(node.options)
            best.append(np.array(node.best, np.int64))
        self.row = np.zeros(4 * groups, np.int64)
        if best:
            flat = (np.concatenate(parts) for parts in (states, slots, best))
            self.streets = np.array(book.group_of, np.int64), suits, *flat

    # The tree

    def _learn(self, at: int, said: int, cards: Cards) -> None:
        """What comes after this has been said at a node: the script says it, played with these cards."""
        node = self.nodes[at]
        played, spots = self._replay(node, cards)
        acts = node.acts
        if node.decides:
            turn = played.need.turns[0] if isinstance(played.need, Ask) else None
            assert turn is not None
            act = self.seat.strategy.act(played, turn, _Nobody())
            acts = (*acts, act)
            if act in node.by_act:
                self._lead(at, said, node.by_act[act])
                return
            played.act(act)
            _answer_peeks(played)
            node.by_act[act] = len(self.nodes)
        self._lead(at, said, len(self.nodes))
        need = played.need
        if need is None:
            self._add(RoundNode(node.cards, acts), -1 - len(self.ends), [])
            lines: dict[str, list[Any]] = {}
            for line in played.lines:
                lines.setdefault(line.wager, []).append(line)
            self.ends.append([BookCell.of(self.free, own) for own in lines.values()])
        elif isinstance(need, Deal):
            place = place_of(need.seat, need.hand)
            before = sum(spot[0] == place for spot in spots)
            spots += [(place, before + more) for more in range(need.count)]
            if len(spots) > len(self.free.deck):
                raise LabError(f"{self.free.title} deals more cards in a round than there are in its deck")
            new = {n for n, (reads, _) in enumerate(self.facts) if n not in node.known and set(reads) <= set(spots)}
            looks = [self._placed(self.facts[n][1], self.facts[n][0], spots) for n in sorted(new)]
            self._add(RoundNode(len(spots), acts, node.known | new), len(spots), looks)
        else:
            assert isinstance(need, Ask)
            looks = [self._decision(played, spots)]
            self._add(RoundNode(node.cards, acts, node.known, decides=True), node.cards, looks)

    def _replay(self, node: RoundNode, cards: Cards) -> tuple[Round, list[Spot]]:
        """The round up to a node, and where its cards lie in the order of the deal."""
        played = Round(self.free, self.setup.bets, self.setup.players)
        acts, spots = iter(node.acts), list[Spot]()
        while True:
            _answer_peeks(played)
            need = played.need
            if isinstance(need, Deal) and len(spots) < node.cards:
                place, first = place_of(need.seat, need.hand), len(spots)
                before = sum(spot[0] == place for spot in spots)
                spots += [(place, before + more) for more in range(need.count)]
                played.deal(tuple(cards[first : first + need.count]))
            elif isinstance(need, Ask) and (act := next(acts, None)) is not None:
                played.act(act)
            else:
                return played, spots

    @staticmethod
    def _placed(row: list[int], reads: Sequence[Spot], spots: Sequence[Spot]) -> list[int]:
        return [*row, *(spots.index(spot) for spot in reads)]

    def _decision(self, played: Round, spots: Sequence[Spot]) -> list[int]:
        """Where the best move of a decision is looked up."""
        assert isinstance(played.need, Ask)
        seen = seen_by(played, self.number)
        book = self.solved
        if isinstance(book, ShowdownBook):
            reads = [*book.own, *book.up]
            own = [len(book.own), int(index.SIZES[len(book.own)]), self._hand(book.own)]
            row = [kernels.BY_HANDS, self.ways, *own, len(book.up), 0, 0, 0]
        else:
            assert isinstance(book, StreetsBook)
            at, made = len(seen), moves_of(played, self.number)
            states, slots, room = self.street[at]
            best, many = self.decisions[at, made]
            reads = list(book.spots[:at])
            row = [kernels.BY_STREETS, many, at, states, 0, room, slots, 0, best]
        assert set(reads) == set(seen), (reads, seen)
        return self._placed(row, reads, spots)

    def _add(self, node: RoundNode, cards: int, looks: Sequence[Sequence[int]]) -> None:
        """A node with its looks, in the arrays."""
        if prod(look[kernels.MANY] for look in looks) >= 1 << 62:
            raise LabError(f"the facts of {self.free.title} tell too much apart at once")
        at = len(self.nodes)
        self.nodes.append(node)
        self._node, self._looks = _room(self._node, at), _room(self._looks, self._many_looks + len(looks))
        for n, look in enumerate(looks, self._many_looks):
            self._looks[n, : len(look)] = look
        self._node[at] = cards, self._many_looks, self._many_looks + len(looks)
        self._many_looks += len(looks)

    def _lead(self, at: int, said: int, to: int) -> None:
        """Notes where something leads."""
        if 2 * self._many_rows >= len(self._slots):
            self._slots = np.full(4 * len(self._slots), -1, np.int64)
            for n, (node, word) in enumerate(self._rows[: self._many_rows].tolist()):
                self._slots[kernels.place_of(node, word, self._slots, self._rows)] = n
        n = self._many_rows
        self._rows, self._leads = _room(self._rows, n), _room(self._leads, n)
        self._rows[n], self._leads[n] = (at, said), to
        self._slots[kernels.place_of(at, said, self._slots, self._rows)] = n
        self._many_rows += 1

    # Rounds

    def decode(self, place: int, code: int) -> list[BookCell]:
        """The cells of a round."""
        return self.ends[code // 2]

    def run(self, first: int, lengths: Array) -> tuple[int, Array]:
        """Plays stretches."""
        setup, deck = self.setup, np.array(self.free.deck, np.uint8)
        said = np.zeros((int(lengths.sum()), 1), np.int32)
        state, dealt = np.zeros(kernels.SAID + 1, np.int64), np.zeros(len(deck), np.int64)
        state[kernels.NODE] = -1
        cards, order = new_stream(), np.zeros(len(deck) + AHEAD, np.uint8)
        four, hands = np.zeros(4, np.int64), np.zeros(len(self.hands) + 1, np.int64)
        while True:
            done = kernels.play(
                np.uint64(setup.key), first, lengths, cards, deck, order, setup.marked, setup.cut, state, dealt,
                self._node, self._looks, self._slots, self._rows, self._leads, self.tables, self.showdown, self.streets,
                hands, four, self.row, said,
            )  # fmt: skip
            if done != kernels.NEW:
                return int(done), said
            node, have = int(state[kernels.NODE]), int(state[kernels.HAVE])
            self._learn(node, int(state[kernels.SAID]), tuple(dealt[:have].tolist()))


class _Nobody:
    """No source of choices: the best move is one."""

    def below(self, bound: int) -> int:
        """The first."""
        return 0


def _answer_peeks(played: Round) -> None:
    while isinstance(played.need, Peek):
        assert played.need.answer is not None
        played.peeked(played.need.answer)


def _room(array: Array, least: int) -> Array:
    """An array with room at a place, and for many more."""
    if least < len(array):
        return array
    more = np.zeros((4 * (least + 1), *array.shape[1:]), array.dtype)
    more[: len(array)] = array
    return more


def _of_cards(game: Game, fact: CardFact) -> Array:
    """At [card, card …]: what a fact of a few cards says, as a number; 0 for cards that can't lie together."""
    sizes, copies = [len(argument) for argument in fact.arguments], Counter(game.deck)
    known: dict[Any, int] = {}
    codes = np.zeros(len(CARDS) ** sum(sizes), np.int32)
    for cards in product(sorted(copies), repeat=sum(sizes)):
        if any(cards.count(card) > copies[card] for card in cards):
            continue
        parts, at = [], 0
        for size in sizes:
            parts.append(cards[at : at + size])
            at += size
        place = 0
        for card in cards:
            place = place * len(CARDS) + card
        codes[place] = known.setdefault(fact.atom(*parts), len(known))
    return codes
