"""Cards that are exchanged once: every hand, every way to hold it, every card that can come."""

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from math import comb, gcd, lcm
from typing import Any

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.draws import holds_kernels as kernels
from upcard.lab.general.draws.book import DrawBook
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.general.hands.values import values_of
from upcard.lab.general.methods.showdown import MOST_COUNT, together
from upcard.lab.general.outcome import Count
from upcard.lab.general.rounds.cases import LOOKS, ROUNDS, CardFact, Cell, cell_of, said
from upcard.lab.general.rounds.script import Option, PlayedRound, ScriptPlayer, Shape, acts
from upcard.lab.kernels import Progress
from upcard.rules.model import Model
from upcard.rules.needs import Act, Turn

MOST = 5
"""The largest hand of which cards are exchanged."""
MOST_CASES = 60


class Draws:
    """A game in which a hand is looked at once, some of it held, and the rest exchanged."""

    def __init__(
        self, player: ScriptPlayer, model: Model, shape: Shape, draw: random.Random, progress: Progress
    ) -> None:
        self.player, self.model, self.shape = player, model, shape
        self.title = player.game.title
        self._fit(draw)
        self._cases(progress)
        progress(f"playing {len(self.cases):,} cases of {self.title} for each of {len(self.options)} ways to hold")
        self.cells = [[self._filled(k, code, draw) for code in range(len(self.cases))] for k in range(len(self.holds))]
        self._check(draw)
        progress(f"holding every hand of {self.title} in every way")
        self._decide()

    def _fit(self, draw: random.Random) -> None:
        """What the method asks of a game; and the ways to hold a hand."""
        deck, shape, kept = Deck.of(self.player.game.deck), self.shape, self.model.kept
        assert kept is not None
        if deck is None or deck.copies > 1:
            raise LabError(f"cards of {self.title} are exchanged; that is exact with one deck whose suits are alike")
        if self.model.strength is not None or any(place != "player" for place, _ in shape.seen):
            raise LabError(
                f"cards of {self.title} are exchanged; that is exact where the player sees nothing but his own hand"
            )
        played = [self.player.at_random(draw) for _ in range(ROUNDS)]
        if len(shape.stages) != 1 or any(len(one.path) != 1 for one in played):
            raise LabError(f"cards of {self.title} are exchanged; that is exact where it is the only decision")
        self.deck, self.size = deck, shape.stages[0]
        if self.size > MOST:
            raise LabError(f"a hand of {self.size} cards can be held in too many ways; {MOST} are exact")
        offered = {tuple((act.move, act.value) for act in one.asked[0]) for one in played}
        if len(offered) > 1:
            raise LabError(f"{self.title} offers other ways to hold with other hands; that is not exact")
        self.options: Sequence[Option] = offered.pop()
        self.holds = [self._hold(move, kept(move)) for move, _ in self.options]
        for one in played:
            hold = self.holds[self.options.index(one.path[0][1])]
            if len(one.cards["player"]) != 2 * self.size - hold.bit_count():
                raise LabError(
                    f"with {one.path[0][1][0]} {hold.bit_count()} of {self.size} cards are kept, says the model of "
                    f"{self.title}, and {len(one.cards['player']) - self.size} come for the others"
                )

    def _hold(self, move: str, places: Sequence[int]) -> int:
        """The places that are kept, as a mask."""
        if len(set(places)) != len(places) or not all(0 <= place < self.size for place in places):
            raise LabError(f"kept({move!r}) names places of the hand from 0 to {self.size - 1}, not {list(places)}")
        return sum(1 << place for place in places)

    def _cases(self, progress: Progress) -> None:
        """Which case every final hand is."""
        self.facts = [CardFact.of(reads, self.shape) for reads in self.model.facts]
        whole = frozenset(spot for spot in self.shape.seen)
        if any(fact.spots != whole or len(fact.arguments) > 1 or not fact.alike for fact in self.facts):
            raise LabError(
                f'cards of {self.title} are exchanged: a fact of its model is one of "player", the hand with what came'
            )
        self.kinds = classes(self.deck, self.size)
        says = [values_of(fact.atom, self.size, self.deck, progress) for fact in self.facts]
        dealt = np.flatnonzero(self.kinds.stabilisers)
        self.codes, self.cases = together(
            len(self.kinds.masks), [one.codes for one in says], [one.values for one in says], dealt
        )
        if len(self.cases) > MOST_CASES:
            raise LabError(
                f"{self.title} has {len(self.cases):,} cases, more than {MOST_CASES}; facts have to say what the lines "
                "depend on, and no more"
            )
        self.places = [dealt[self.codes[dealt] == code] for code in range(len(self.cases))]

    def _filled(self, k: int, code: int, draw: random.Random) -> Cell:
        """What the script writes in a case held so: a few deals of it are played."""
        found: Cell | None = None
        proof: Mapping[str, Cards] = {}
        places = self.places[code]
        for place in {int(places[0]), int(places[-1]), int(draw.choice(places))}:
            played = self._played(k, self._deal(k, self.kinds.hand(place), draw))
            cell = cell_of(self.player.game, played.lines, self.model.side)
            if found is not None and cell != found:
                raise self._lie(code, proof, played.cards)
            found, proof = cell, played.cards
        assert found is not None
        return found

    def _deal(self, k: int, final: Cards, draw: random.Random) -> Cards:
        """Cards that come to this hand if they are held so: in any names of the suits and any order."""
        names = dict(zip(self.deck.suits, draw.sample(self.deck.suits, len(self.deck.suits)), strict=True))
        hand = [card & ~3 | names[card & 3] for card in final]
        draw.shuffle(hand)
        rest = [card for card in self.player.game.deck if card not in hand]
        draw.shuffle(rest)
        first = [hand.pop() if self.holds[k] >> place & 1 else rest.pop() for place in range(self.size)]
        return (*first, *hand)

    def _played(self, k: int, cards: Cards) -> PlayedRound:
        def choose(_: int, turn: Turn) -> Act:
            return next(act for act in acts(turn) if (act.move, act.value) == self.options[k])

        return self.player.play({"player": cards}, choose)

    def _final(self, played: PlayedRound) -> tuple[int, Cards]:
        """How a round was held, and what became of the hand."""
        k, cards = self.options.index(played.path[0][1]), played.cards["player"]
        kept = [card for place, card in enumerate(cards[: self.size]) if self.holds[k] >> place & 1]
        return k, (*kept, *cards[self.size :])

    def _check(self, draw: random.Random) -> None:
        """Plays rounds at random, and compares each with its case."""
        known = {case: code for code, case in enumerate(self.cases)}
        for _ in range(LOOKS):
            played = self.player.at_random(draw)
            k, final = self._final(played)
            code = known[tuple(fact.atom(final) for fact in self.facts)]
            if cell_of(self.player.game, played.lines, self.model.side) != self.cells[k][code]:
                same = self._played(k, self._deal(k, self.kinds.hand(int(self.places[code][0])), draw))
                raise self._lie(code, same.cards, played.cards)

    def _lie(self, code: int, one: Mapping[str, Cards], other: Mapping[str, Cards]) -> LabError:
        case = ", ".join(map(repr, self.cases[code])) or "none"
        return LabError(
            f"the model of {self.title} does not say everything that matters: both in [{said(one)}] and in "
            f"[{said(other)}] the facts of what is kept and what comes are {case}, and the script writes other lines"
        )

    def _decide(self) -> None:
        """Counts what contains what, and takes the best of every hand."""
        tables: list[Any] = [index.CODES, index.STARTS, index.PLACES]
        hands, weights = self.kinds.masks, self.kinds.weights
        table = np.zeros((int(index.SIZES[self.size + 1]), len(self.cases)), np.int64)
        kernels.containing(hands, weights, self.codes, table, self.size, *tables)
        for size in range(self.size + 1):  # over all sets of one number: so many times what it is for each of them
            own = classes(self.deck, size)
            part = table[own.first : own.first + len(own.weights)]
            times = own.weights.clip(1)[:, None]
            assert not (part % times).any()
            part //= times
        left = self.deck.size - self.size
        ways = [comb(left, self.size - hold.bit_count()) for hold in self.holds]
        every = lcm(*ways)
        self.nets = [[cell.net for cell in cells] for cells in self.cells]
        self.stakes = [[cell.staked for cell in cells] for cells in self.cells]
        net, stake = ([n for row in rows for n in row] for rows in (self.nets, self.stakes))
        unit, stake_unit = gcd(*net) or 1, gcd(*stake) or 1
        largest = max(max(map(abs, net)) // unit, max(stake) // stake_unit)
        if max(largest, comb(self.deck.size, self.size)) * every > MOST_COUNT:
            raise LabError(f"the pays of {self.title} are too large to add up exactly")
        often, tied = kernels.decide(
            hands, weights, table, np.array(self.holds), np.array([every // one for one in ways]),
            np.array(self.nets) // unit, np.array(self.stakes) // stake_unit, self.size, *tables,
        )  # fmt: skip
        self.table = table
        self.count = Count(comb(self.deck.size, self.size) * every, tied=int(tied) * every)
        main: Counter[Any] = Counter()
        for k, code in zip(*np.nonzero(often), strict=True):
            main[((self.size, self.options[k]),), self.cells[k][code]] += int(often[k, code])
        assert main.total() == self.count.of, (main.total(), self.count.of)
        self.count.main = main

    def book(self) -> DrawBook:
        """What advice needs of it."""
        own = self.shape.seen[: self.size]
        return DrawBook(self.deck, own, self.options, self.holds, self.nets, self.stakes, self.table)
