"""Player against dealer: every class of hands, by the sweep, against every hand that the dealer can have."""

import random
from collections.abc import Mapping, Sequence
from itertools import permutations
from math import comb, prod
from typing import Any

import numpy as np

from upcard.cards.card import Cards, show
from upcard.lab.analysis import LabError
from upcard.lab.aside import aside
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.general.hands.values import in_order, values_of
from upcard.lab.general.methods import choose_kernels, sweep_kernels
from upcard.lab.general.rounds.cases import CardFact, Case
from upcard.lab.general.rounds.script import ScriptPlayer, Shape
from upcard.lab.kernels import Array, Progress
from upcard.rules.model import Model

RELATIONS = ("lower", "equal", "higher")
"""The dealer's hand against the player's."""
MOST_UP = 2
MOST_CASES = 20_000
MOST_COUNT = 2**62
MOST_CODES = 1 << 20
TRIES = 4_000
"""Dealer's hands that are drawn before one that fits is looked for among all."""
LOOKS = 6e7
"""Sums that a core of today looks up in a second."""
SAMPLE = 2_000
"""Hands that are looked at to see how far the comparing is."""
BUFFER = 1 << 16
"""(Hand, upcards) whose subsets are remembered between two questions."""


class Unsuited(LabError):
    """A model that this method does not fit, with the reason."""


def together(
    size: int, facts: Sequence[Array], values: Sequence[Sequence[Any]], dealt: Array
) -> tuple[Array, list[Case]]:
    """Several codes as one, and what each stands for."""
    many = prod(map(len, values))
    code = np.zeros(size, np.int64)
    for fact, said in zip(facts, values, strict=True):
        code *= len(said)
        code += fact
    codes = np.zeros(size, np.int32)
    if many <= MOST_CODES:  # counted, which takes less time and room than putting them in order
        present = np.flatnonzero(np.bincount(code[dealt], minlength=many))
        place = np.zeros(many, np.int32)
        place[present] = np.arange(len(present))
        codes[dealt] = place[code[dealt]]
    else:
        present, codes[dealt] = np.unique(code[dealt], return_inverse=True)
    cases: list[Case] = []
    for one in present.tolist():
        case: list[Any] = []
        rest = one
        for said in reversed(values):
            case.append(said[rest % len(said)])
            rest //= len(said)
        cases.append(tuple(reversed(case)))
    return codes, cases


class Showdown:
    """A game of two hands, counted; what the counts are worth is another matter (see `worth`)."""

    def __init__(self, player: ScriptPlayer, model: Model, shape: Shape, progress: Progress) -> None:
        self.player, self.model, self.shape, self.progress = player, model, shape, progress
        self.game = player.game
        self.facts = [CardFact.of(reads, shape) for reads in model.facts]
        self._fit()

    def _fit(self) -> None:
        """What the method asks of a game."""
        shape, title = self.shape, self.game.title
        deck = Deck.of(self.game.deck)
        if deck is None or deck.copies > 1:
            raise Unsuited(f"{title} is dealt from a deck in which suits are not alike or cards come twice")
        self.deck = deck
        if len(shape.stages) > 1:
            raise Unsuited(f"cards come between the decisions of {title}, and then there is a dealer's hand")
        own, theirs = frozenset(shape.whole(self.model.player)), frozenset(shape.whole(self.model.dealer))
        seen = shape.seen[: shape.last] if shape.stages else tuple(own)
        self.own = tuple(sorted(spot for spot in seen if spot[0] == "player"))
        self.up = tuple(sorted(spot for spot in seen if spot[0] != "player"))
        if frozenset(self.own) != own or not frozenset(self.up) <= theirs or own & theirs:
            raise Unsuited(
                f"the two hands of {title} share cards, or the player has others beside the hand that counts"
            )
        if any(spot not in theirs and spot not in own for fact in self.facts for spot in fact.spots):
            raise Unsuited(f"lines of {title} depend on cards of neither hand")
        self.size, self.dealer_size = len(own), len(theirs)
        if max(self.size, self.dealer_size) > index.MOST or len(self.up) > MOST_UP:
            raise Unsuited(f"hands of more than {index.MOST} cards, or more than {MOST_UP} upcards, are too many")
        if self.size + self.dealer_size > deck.size:
            raise LabError(f"a deck of {deck.size} cards is too small for {title}")
        self.theirs = tuple(sorted(theirs))
        self.seen_facts = [fact for fact in self.facts if fact.spots <= own | set(self.up)]
        self.dealer_facts = [fact for fact in self.facts if fact not in self.seen_facts]
        for fact in self.facts:
            kept = theirs if fact in self.dealer_facts else own | set(self.up)
            if not fact.spots <= kept or len(fact.arguments) > 1 or not fact.alike:
                raise Unsuited(
                    f"{fact.words} of {title} reads both hands, or more than one set of cards, or minds the suits"
                )
            if fact in self.dealer_facts and fact.spots != theirs:
                raise Unsuited(f"{fact.words} of {title} reads some of the dealer's cards")

    def count(self) -> None:
        """The sweep: how many hands of the dealer's are lower, equal and higher, for every (hand, upcards)."""
        deck, atom = self.deck, self.model.strength
        assert atom is not None
        self.kinds, self.dealer_kinds = classes(deck, self.size), classes(deck, self.dealer_size)
        mine = values_of(atom, self.size, deck, self.progress)
        yours = values_of(atom, self.dealer_size, deck, self.progress)
        ranked = in_order(mine.values, yours.values)
        place = {value: at for at, value in enumerate(ranked)}
        self.strengths = np.array([place[value] for value in mine.values], np.int32)[mine.codes]
        self.dealer_strengths = np.array([place[value] for value in yours.values], np.int32)[yours.codes]
        dealt, dealer_dealt = np.flatnonzero(self.kinds.stabilisers), np.flatnonzero(self.dealer_kinds.stabilisers)
        found = [values_of(fact.atom, self.dealer_size, deck, self.progress) for fact in self.dealer_facts]
        self.columns, self.dealer_cases = together(
            len(self.dealer_kinds.masks), [one.codes for one in found], [one.values for one in found], dealer_dealt
        )
        if self.up:
            self.ups, self.starts = sweep_kernels.up_sets(self.kinds.masks, len(self.up), deck.mask, len(deck.suits))
        else:
            self.ups = np.zeros((len(self.kinds.masks), 4), np.int16)
            self.starts = np.arange(len(self.kinds.masks) + 1)
        stab = sweep_kernels.alike(self.kinds.masks, self.ups, self.starts, len(deck.suits)).astype(np.int64)
        self.weights = deck.renamings // stab
        if not self.up:
            self.weights *= self.kinds.stabilisers > 0
        self.hand_of = np.repeat(np.arange(len(self.kinds.masks), dtype=np.int32), np.diff(self.starts))
        self._seen_codes()
        self._sweep(dealt, dealer_dealt)

    def _seen_codes(self) -> None:
        """What the facts say of every (hand, upcards)."""
        codes, values = [], []
        for fact in self.seen_facts:
            spots = fact.spots
            size = len(spots)
            if spots == frozenset(self.own):
                found = values_of(fact.atom, size, self.deck, self.progress)
                codes.append(found.codes[self.hand_of])
            elif spots == frozenset(self.up):
                found = values_of(fact.atom, size, self.deck, self.progress)
                codes.append(found.codes[index_of(self.ups, size)])
            elif spots == frozenset((*self.own, *self.up)):
                found = values_of(fact.atom, size, self.deck, self.progress)
                codes.append(found.codes[index_of(self.ups | self.kinds.masks[self.hand_of], size)])
            else:
                raise Unsuited(f"{fact.words} of {self.game.title} reads some of the cards of a hand")
            values.append(found.values)
        dealt = np.flatnonzero(self.weights)
        self.codes, self.seen_cases = together(len(self.ups), codes, values, dealt)
        if len(self.seen_cases) * len(self.dealer_cases) > MOST_CASES:
            raise LabError(
                f"{self.game.title} has {len(self.seen_cases):,} classes of player's hands and "
                f"{len(self.dealer_cases):,} of dealer's, more than {MOST_CASES:,} cases; facts have to say what the "
                "lines depend on, and no more"
            )

    def _sweep(self, dealt: Array, dealer_dealt: Array) -> None:
        order = dealt[np.argsort(self.strengths[dealt], kind="stable")]
        dealer_order = dealer_dealt[np.argsort(self.dealer_strengths[dealer_dealt], kind="stable")]
        ranks = np.unique(np.concatenate([self.strengths[order], self.dealer_strengths[dealer_order]]))
        mine, yours = self.strengths[order], self.dealer_strengths[dealer_order]
        groups = np.stack(
            [
                np.searchsorted(mine, ranks), np.searchsorted(mine, ranks, "right"),
                np.searchsorted(yours, ranks), np.searchsorted(yours, ranks, "right"),
            ],
            axis=1,
        )  # fmt: skip
        classes_ = len(self.dealer_cases)
        # The strength at which the last hand of each class of the dealer's comes: until then its number is not final.
        final = np.array([yours[self.columns[dealer_order] == c].max() for c in range(classes_)])
        unfinished = (final[None, :] > ranks[:, None]).sum(axis=1)
        limit = min(self.dealer_size, self.size + len(self.up))
        end = int(index.SIZES[limit + 1])
        stabs = np.concatenate([classes(self.deck, size).stabilisers for size in range(limit + 1)])
        out = np.zeros((len(self.ups), classes_, 3), np.int32)
        same = not self.up and self.size == self.dealer_size
        buffer = np.zeros((min(BUFFER, len(self.ups)), 1 << self.size), np.int32)
        seconds = (2 * len(self.ups) + len(self.dealer_kinds.masks)) * (1 << self.size) / LOOKS
        about = f", about {seconds:.0f} s" if seconds > 2 else ""
        doing = f"comparing {len(self.ups):,} hands with {comb(self.deck.size, self.dealer_size):,} of the dealer's"
        self.progress(doing + about)
        late = unfinished > 1  # these are gone through once more, when everything is known
        some = np.flatnonzero(self.weights)[:: max(1, len(self.ups) // SAMPLE)]
        again = some[np.isin(self.strengths[self.hand_of[some]], ranks[late])]

        def look(passed: float) -> None:
            gone = np.count_nonzero(out[some, :, :2].any(axis=(1, 2))) + np.count_nonzero(out[again, :, 2].any(axis=1))
            done = gone / (len(some) + len(again))
            if done:
                self.progress(f"{doing}: {done:.0%}, {passed * (1 - done) / done:.0f} s left")

        def compare(groups: Array = groups) -> None:
            table = np.zeros((end, classes_), np.int64)
            sweep_kernels.sweep(
                groups, late.astype(np.uint8), order, self.kinds.masks, self.size, self.ups, self.starts,
                end, dealer_order, self.dealer_kinds.masks, self.dealer_kinds.weights, self.columns,
                int(index.SIZES[len(self.up)]), end, int(same), table, stabs, self.deck.renamings, out, buffer,
                index.CODES, index.STARTS, index.PLACES,
            )  # fmt: skip

        compare(groups[:0])  # compiled, or loaded, here: the compiler is not for a thread beside
        aside(compare, look)
        self.hidden = comb(self.deck.size - self.size - len(self.up), self.dealer_size - len(self.up))
        own = self.strengths[self.hand_of]
        wrong = choose_kernels.complete(out, own, final.astype(np.int32), self.hidden, self.weights)
        if wrong >= 0:
            raise LabError(
                f"{self.game.title}: hands against {show(self.hand(int(wrong))[0])} do not add up; its strength is "
                "not alike for all suits, or not for all orders of cards"
            )
        self.counts = out

    # Deals

    def hand(self, row: int) -> tuple[Cards, Cards]:
        """The cards of a (hand, upcards)."""
        return self.kinds.hand(int(self.hand_of[row])), self.deck.cards(self.ups[row].tolist())

    def case(self, cards: Mapping[str, Cards]) -> Case | None:
        """The facts of a deal, by the atoms themselves."""
        atom = self.model.strength
        assert atom is not None
        mine = atom(tuple([cards[place][at] for place, at in self.own]))
        yours = atom(tuple([cards[place][at] for place, at in self.theirs]))
        relation = RELATIONS[(yours > mine) * 2 + (yours == mine)]
        seen = tuple(fact.value(cards) for fact in self.seen_facts)
        return (relation, *seen, *(fact.value(cards) for fact in self.dealer_facts))

    def deal(self, row: int, relation: int, column: int, draw: random.Random) -> Mapping[str, Cards]:
        """A deal with this hand, and a dealer's hand of that class in this relation to it."""
        own, up = self.hand(row)
        rest = [card for card in self.game.deck if card not in {*own, *up}]
        strength = int(self.strengths[self.hand_of[row]])
        more = self.dealer_size - len(up)

        def fits(hidden: Sequence[int]) -> bool:
            place = self.dealer_kinds.place((*hidden, *up))
            theirs = int(self.dealer_strengths[place])
            return int(self.columns[place]) == column and (theirs > strength) * 2 + (theirs == strength) == relation

        for _ in range(TRIES):
            hidden = tuple(draw.sample(rest, more))
            if fits(hidden):
                return self._laid(own, up, hidden)
        return self._laid(own, up, self._rare(own, up, strength, relation, column, draw))

    def _rare(self, own: Cards, up: Cards, strength: int, relation: int, column: int, draw: random.Random) -> Cards:
        """The dealer's hidden cards, where hands of that class in this relation are few: by looking at all classes."""
        theirs = self.dealer_strengths
        alike = {0: theirs < strength, 1: theirs == strength, 2: theirs > strength}[relation]
        kinds = self.dealer_kinds.masks[(self.columns == column) & alike & (self.dealer_kinds.stabilisers > 0)]
        mine, shown = np.array(self.deck.masks(own)), np.array(self.deck.masks(up))
        many = len(self.deck.suits)
        for names in permutations(range(many)):
            named = kinds[:, [*names, *range(many, 4)]]
            fit = np.flatnonzero(((named & mine) == 0).all(axis=1) & ((named & shown) == shown).all(axis=1))
            if len(fit):
                cards = self.deck.cards(named[draw.choice(fit)].tolist())
                return tuple([card for card in cards if card not in up])
        raise AssertionError("no such hand of the dealer's")

    def edge(self, row: int, hidden: int, names: Mapping[int, int], draw: random.Random) -> Mapping[str, Cards]:
        """A deal with a player's hand, or with a dealer's, in these names of the suits, the other cards at random."""
        own, up = self.hand(row)
        own, up = (tuple([card & ~3 | names[card & 3] for card in cards]) for cards in (own, up))
        if hidden < 0:
            rest = [card for card in self.game.deck if card not in {*own, *up}]
            theirs = [*up, *draw.sample(rest, self.dealer_size - len(up))]
        else:
            theirs = [card & ~3 | names[card & 3] for card in self.dealer_kinds.hand(hidden)]
            draw.shuffle(theirs)
            own = tuple(draw.sample([card for card in self.game.deck if card not in theirs], self.size))
        return self._laid(own, tuple(theirs[: len(up)]), tuple(theirs[len(up) :]))

    def _laid(self, own: Cards, up: Cards, hidden: Cards) -> Mapping[str, Cards]:
        """Cards in the places where they are dealt."""
        laid: dict[str, dict[int, int]] = {"player": {}, "dealer": {}}
        rest = [spot for spot in self.theirs if spot not in self.up]
        for spots, cards in ((self.own, own), (self.up, up), (rest, hidden)):
            for (place, at), card in zip(spots, cards, strict=True):
                laid[place][at] = card
        return {place: tuple(by[at] for at in sorted(by)) for place, by in laid.items()}


def index_of(masks: Array, size: int) -> Array:
    """The class of every row of masks among those of so many cards."""
    found: Array = choose_kernels.numbers(masks, index.CODES, index.STARTS, index.PLACES) - index.SIZES[size]
    return found
