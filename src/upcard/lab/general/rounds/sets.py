"""What a fact says of every set of cards, asked one by one: of several sets, or where it does not see a card whole."""

import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations, islice, permutations
from math import comb
from typing import Any

from upcard.cards.card import Cards, show
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.general.rounds.cases import CardFact
from upcard.lab.general.rounds.script import Spot
from upcard.lab.general.sending import SentGame, can_be_sent
from upcard.lab.kernels import Progress, cores
from upcard.lab.processes import LabProcesses
from upcard.rounds.enumerate import draws
from upcard.rounds.fault import where
from upcard.rules.game import Game

PATIENCE = 600.0
"""Seconds that asking may take."""
APART_FROM = 4.0
"""Seconds from which several processes ask."""
TRIED = 2_000
"""Calls that tell how long one takes."""
LOOKED_AT = 400
"""Deals with other names of the suits, to see whether the function minds."""
OVERHEAD = 3e-7
"""Seconds that it takes to lay the cards of one call."""
SMALL = 3
"""Cards of a set that several decks have few enough kinds of."""
MOST_SETS = 30_000_000
"""More sets than these are not even counted."""
PARTS = 24
"""Parts of the work for each process, so that it can be said how far it is."""

Sets = tuple[Cards, ...]


@dataclass(slots=True)
class Said:
    """How often a value comes, and the sets that it came with first and last."""

    often: int = 0
    sets: list[Sets] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Asking:
    """The sets that a fact reads, of one deck: which are asked about, and for how many each of them stands."""

    left: Mapping[int, int]
    """The cards of the deck, each as often as it is there; where suits are ignored, ranks (as clubs)."""
    sizes: tuple[int, ...]
    """How many cards the sets have; the largest is laid first, since of that one the fewest are alike."""
    places: tuple[int, ...]
    """Which of them is the function's first argument, its second, and so on."""
    suits: str
    deck: Deck | None

    @classmethod
    def of(cls, game: Game, fact: CardFact) -> "Asking":
        """The sets of a fact."""
        deck, counts = Deck.of(game.deck), game.deck_counts
        if fact.suits == "ignored":
            counts = dict(Counter(card & ~3 for card in game.deck))
        wide = [len(argument) for argument in fact.arguments]
        order = sorted(range(len(wide)), key=lambda at: -wide[at])
        places = tuple(order.index(at) for at in range(len(wide)))
        return cls(dict(counts), tuple(wide[at] for at in order), places, fact.suits, deck)

    @property
    def plain(self) -> bool:
        """Whether every card is there once."""
        return max(self.left.values()) == 1

    def firsts(self) -> Iterator[tuple[Cards, int]]:
        """The first sets; where the suits are alike, one of those that differ in their names only."""
        size = self.sizes[0]
        if self.suits != "alike" or self.deck is None:
            yield from ((one, 1) for one in combinations(self.left, size)) if self.plain else draws(self.left, size)
        elif self.plain and size <= index.MOST:
            kinds = classes(self.deck, size)
            for place in kinds.stabilisers.nonzero()[0].tolist():
                yield kinds.hand(place), int(kinds.weights[place])
        else:
            yield from _named_alike(tuple(self.left.items()), size, self.deck.suits)

    def rests(self, first: Cards) -> Iterator[tuple[Sets, int]]:
        """The other sets, beside a first one."""
        left = dict(self.left)
        for card in first:
            left[card] -= 1
        return _rests({card: many for card, many in left.items() if many}, self.sizes[1:], plain=self.plain)

    def calls(self) -> int:
        """How many sets there are to ask about; more than can be asked about at all is only more."""
        wide = len(self.left)
        raw = comb(wide, self.sizes[0]) if self.plain else comb(wide + self.sizes[0] - 1, self.sizes[0])
        if raw > MOST_SETS:
            return raw
        found = sum(1 for _ in self.firsts())
        wide -= self.sizes[0] * self.plain
        for size in self.sizes[1:]:
            found *= comb(wide, size) if self.plain else comb(wide + size - 1, size)
            wide -= size * self.plain
        return found

    def shown(self, sets: Sets) -> Sets:
        """The function's arguments. Ranks alone get suits, which it does not look at."""
        if self.suits == "ignored":
            sets = tuple([_dressed(cards) for cards in sets])
        return tuple([sets[place] for place in self.places])

    def pairs(self) -> Iterator[tuple[Sets, int]]:
        """All sets, one after another."""
        for first, weight in self.firsts():
            for rest, ways in self.rests(first):
                yield (first, *rest), weight * ways

    def ask(self, atom: Callable[..., Hashable], part: int, parts: int) -> dict[Any, Said]:
        """What the function says of every n-th of the first sets with all others."""
        found: dict[Any, Said] = {}
        bare = self.suits == "ignored" or self.places != tuple(range(len(self.places)))
        for first, weight in islice(self.firsts(), part, None, parts):
            here: dict[Any, int] = {}
            came: dict[Any, Sets] = {}
            for rest, ways in self.rests(first):
                sets = (first, *rest)
                value = atom(*(self.shown(sets) if bare else sets))
                if value in here:
                    here[value] += ways
                else:
                    here[value] = ways
                    came[value] = sets
            for value, ways in here.items():
                said = found.setdefault(value, Said())
                said.often += weight * ways
                said.sets[1:] = [came[value]]
        return found

    def check(self, wager: str, fact: CardFact, deck: Cards) -> None:
        """Refuses a function that minds the names of the suits, or sees them although it says that it does not."""
        if self.suits == "differ" or self.deck is None:
            return
        draw, atom = random.Random(str(self.sizes)), fact.atom
        names = list(self.deck.suits)
        for _ in range(LOOKED_AT):
            cards = draw.sample(deck, sum(self.sizes))
            one = self._cut(cards)
            if self.suits == "alike":
                new = dict(zip(names, draw.sample(names, len(names)), strict=True))
                other = [card & ~3 | new[card & 3] for card in cards]
            else:
                other = draw.sample(deck, len(deck))
                other = [other.pop(next(i for i, c in enumerate(other) if c >> 2 == card >> 2)) for card in cards]
            two = [tuple(draw.sample(part, len(part))) for part in self._cut(other)]
            if atom(*one) != atom(*two):
                proof = " and ".join(f"[{', '.join(map(show, sets))}]" for sets in (one, two))
                says = 'say suits="differ"' if self.suits == "alike" else 'leave suits="ignored" out'
                raise LabError(
                    f"{fact.name}, which decides {wager}, is not alike for all suits and orders of cards: {proof} "
                    f"differ. It must not mind the order; if it minds suits, {says}"
                )

    def _cut(self, cards: Sequence[int]) -> list[Cards]:
        queue = iter(cards)
        sets = [tuple(islice(queue, size)) for size in self.sizes]
        return [sets[place] for place in self.places]


def one_by_one(fact: CardFact, deck: Deck | None) -> bool:
    """Whether all its sets are asked about here, where nothing groups them first (see `Known`)."""
    if deck is None or fact.suits != "alike":
        return True
    return len(fact.arguments) > 1 and (deck.copies == 1 or max(map(len, fact.arguments)) <= SMALL)


def asked_about(game: Game, wager: str, fact: CardFact, progress: Progress) -> dict[Any, Said]:
    """What the fact of a side bet says of all its cards; refused ahead where that would take too long."""
    asking, atom = Asking.of(game, fact), fact.atom
    try:
        asking.check(wager, fact, game.deck)
        calls, seconds = asking.calls(), _seconds(asking, atom)
        workers = cores() if calls * seconds > APART_FROM and can_be_sent(game) else 1
        wait = calls * seconds / workers
        if wait > PATIENCE:
            raise LabError(_too_many(wager, fact, asking, calls, wait))
        doing = f"{wager}: asking {fact.name} about {calls:,} sets of cards"
        progress(doing + (f", about {wait:.0f} s" if wait > 2 else ""))
        if workers == 1:
            return asking.ask(atom, 0, 1)
        return _apart(
            game, wager, fact, workers, lambda done, left: progress(f"{doing}: {done:.0%}, {left:.0f} s left")
        )
    except LabError:
        raise
    except Exception as error:
        raise LabError(f"the function that decides {wager} fails: {where(error)}") from error


def deal_of(asking: Asking, fact: CardFact, sets: Sets, deck: Sequence[int], draw: random.Random) -> Mapping[Spot, int]:
    """A deal with these sets at their places, in any order, and in any names of the suits where those are alike."""
    own: Sequence[Sequence[int]] = sets
    if asking.suits == "ignored":
        rest = draw.sample(list(deck), len(deck))
        own = [
            [rest.pop(next(i for i, other in enumerate(rest) if other >> 2 == card >> 2)) for card in cards]
            for cards in sets
        ]
    elif asking.suits == "alike" and asking.deck is not None:
        names = dict(zip(asking.deck.suits, draw.sample(asking.deck.suits, len(asking.deck.suits)), strict=True))
        own = [[card & ~3 | names[card & 3] for card in cards] for cards in sets]
    return {
        spot: card
        for argument, place in zip(fact.arguments, asking.places, strict=True)
        for cards in [own[place]]
        for spot, card in zip(argument, draw.sample(list(cards), len(cards)), strict=True)
    }


def _apart(
    game: Game, wager: str, fact: CardFact, workers: int, say: Callable[[float, float], None]
) -> dict[Any, Said]:
    """The same by several processes."""
    begun, done, parts = time.monotonic(), 0, workers * PARTS
    found: dict[Any, Said] = {}
    with LabProcesses(workers, _begin, (SentGame.of(game), wager, fact.arguments)) as processes:
        waiting = {processes.submit(_ask, part, parts): part for part in range(parts)}
        answers = {}
        for future in as_completed(waiting):
            answers[waiting[future]] = future.result()
            done += 1
            say(done / parts, (time.monotonic() - begun) * (parts - done) / done)
    for part in range(parts):  # in one order, whoever was quicker
        for value, said in answers[part].items():
            known = found.setdefault(value, Said())
            known.often += said.often
            known.sets = [*known.sets, *said.sets][:1] + [*known.sets, *said.sets][1:][-2:]
    return found


_here: list[tuple[Asking, Callable[..., Hashable]]] = []


def _begin(sent: SentGame, wager: str, arguments: tuple[tuple[Spot, ...], ...]) -> None:
    game = sent.game()
    model = game.model()
    assert model is not None
    reads = model.side[wager]
    _here[:] = [(Asking.of(game, CardFact(reads.atom, arguments, reads.suits)), reads.atom)]


def _ask(part: int, parts: int) -> dict[Any, Said]:
    ((asking, atom),) = _here
    return asking.ask(atom, part, parts)


def _seconds(asking: Asking, atom: Callable[..., Hashable]) -> float:
    """How long one call takes, by a few of them."""
    some = [asking.shown(sets) for sets, _ in islice(asking.pairs(), TRIED)]
    begun = time.perf_counter()
    for sets in some:
        atom(*sets)
    return (time.perf_counter() - begun) / len(some) + OVERHEAD * (1 if asking.plain else 8)


def _too_many(wager: str, fact: CardFact, asking: Asking, calls: int, wait: float) -> str:
    hint = (
        'If it looks at ranks alone, say so: Reads(…, suits="ignored"), and far fewer are asked about'
        if asking.suits != "ignored"
        else "Give it a function of fewer cards"
    )
    return (
        f"the side bet {wager}: {fact.name} would be asked about {calls:,} sets of cards, which takes about "
        f"{wait / 60:.0f} minutes, more than {PATIENCE / 60:.0f}. {hint}; or leave {wager} out to see the "
        "rest"
    )


def _rests(left: Mapping[int, int], sizes: Sequence[int], *, plain: bool) -> Iterator[tuple[Sets, int]]:
    if not sizes:
        yield (), 1
        return
    if plain:
        if len(sizes) == 1:
            yield from (((cards,), 1) for cards in combinations(left, sizes[0]))
            return
        for cards in combinations(left, sizes[0]):
            gone = set(cards)
            for later, ways in _rests({card: 1 for card in left if card not in gone}, sizes[1:], plain=True):
                yield (cards, *later), ways
        return
    for cards, ways in draws(left, sizes[0]):
        if len(sizes) == 1:
            yield (cards,), ways
            continue
        rest = Counter(left)
        rest.subtract(cards)
        for later, more in _rests(+rest, sizes[1:], plain=False):
            yield (cards, *later), ways * more


@cache
def _named_alike(left: tuple[tuple[int, int], ...], size: int, suits: tuple[int, ...]) -> tuple[tuple[Cards, int], ...]:
    """Sets of so many cards, one of all that differ in the names of their suits only, and how many those are."""
    many: Counter[Cards] = Counter()
    names = [dict(zip(suits, new, strict=True)) for new in permutations(suits)]
    for cards, ways in draws(dict(left), size):
        many[min(tuple(sorted([card & ~3 | name[card & 3] for card in cards])) for name in names)] += ways
    return tuple(many.items())


@lru_cache(maxsize=1 << 17)
def _dressed(ranks: Cards) -> Cards:
    """Ranks with suits, those of one rank with different ones as far as there are any."""
    seen: Counter[int] = Counter()
    found = []
    for rank in ranks:
        found.append(rank | seen[rank] % 4)
        seen[rank] += 1
    return tuple(found)
