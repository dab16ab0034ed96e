"""Poker strengths of three, four and five cards: one evaluator, three ladders.

A *ladder* lists the categories of a hand size from the worst to the best. Within a category the ranks decide from the
top down, the pair before its kicker (GEN-1); suits never break a tie. Strengths are dense integers, 0 for the worst
hand: 741 of them for three cards (TCP-9, SPL-14), and for five cards the familiar 7,462.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement, pairwise

from upcard.cards.card import ACE, MINI_ROYAL, Card, show

LADDERS: dict[int, tuple[str, ...]] = {
    # TCP-9, SPL-14: with three cards a straight is rarer than a flush. A-K-Q suited is the best straight flush.
    3: ("high-card", "pair", "flush", "straight", "three-of-a-kind", "straight-flush"),
    # SPL-4: only the royal flush (A-K-Q-J suited) stands above four of a kind.
    4: (
        "high-card",
        "pair",
        "two-pair",
        "straight",
        "flush",
        "three-of-a-kind",
        "straight-flush",
        "four-of-a-kind",
        "royal-flush",
    ),
    # TCP-10: the usual order of five cards.
    5: (
        "high-card",
        "pair",
        "two-pair",
        "three-of-a-kind",
        "straight",
        "flush",
        "full-house",
        "four-of-a-kind",
        "straight-flush",
        "royal-flush",
    ),
}
"""The categories of each hand size, worst first."""

FIVE_ALIKE = "five-of-a-kind"
"""Above all of them, with several decks."""

_GROUPS = {
    (4,): "four-of-a-kind",
    (4, 1): "four-of-a-kind",
    (3, 2): "full-house",
    (3,): "three-of-a-kind",
    (3, 1): "three-of-a-kind",
    (3, 1, 1): "three-of-a-kind",
    (2, 2): "two-pair",
    (2, 2, 1): "two-pair",
    (2, 1): "pair",
    (2, 1, 1): "pair",
    (2, 1, 1, 1): "pair",
}

Shape = tuple[tuple[int, ...], bool]
"""What a strength depends on: the ranks in ascending order, and whether all cards are of one suit."""


def _straight_top(ranks: tuple[int, ...]) -> int | None:
    """The rank at the top of a straight, or None. The ace also stands below the deuce, as the lowest straight."""
    if all(b - a == 1 for a, b in pairwise(ranks)):
        return ranks[-1]
    if ranks[-1] == ACE and ranks[:-1] == tuple(range(len(ranks) - 1)):
        return ranks[-2]
    return None


def _judge(ranks: tuple[int, ...], suited: bool) -> tuple[str, tuple[int, ...]]:
    """The category of a hand, and the ranks that order it within the category."""
    size = len(ranks)
    groups = sorted(((ranks.count(r), r) for r in set(ranks)), reverse=True)
    counts, order = tuple(n for n, _ in groups), tuple(r for _, r in groups)
    if counts[0] > 1:
        return _GROUPS[counts], order
    top = _straight_top(ranks)
    if top is None:
        return ("flush" if suited else "high-card"), order
    if not suited:
        return "straight", (top,)
    royal = top == ACE and "royal-flush" in LADDERS[size]
    return ("royal-flush" if royal else "straight-flush"), (top,)


def shapes(size: int) -> Iterator[Shape]:
    """Every shape a hand of so many cards can have; a suited hand has no two cards of one rank."""
    for ranks in combinations_with_replacement(range(ACE + 1), size):
        if max(ranks.count(r) for r in ranks) <= 4:
            yield ranks, False
        if len(set(ranks)) == size:
            yield ranks, True


@cache
def ladder(size: int) -> tuple[dict[Shape, int], tuple[str, ...]]:
    """For hands of so many cards: the strength of every shape, and the category of every strength."""
    rungs = LADDERS[size]

    def key(shape: Shape) -> tuple[int, tuple[int, ...]]:
        category, order = _judge(*shape)
        return rungs.index(category), order

    keys = {shape: key(shape) for shape in shapes(size)}
    ranking = sorted(set(keys.values()))
    place = {k: strength for strength, k in enumerate(ranking)}
    return {shape: place[k] for shape, k in keys.items()}, tuple(rungs[k[0]] for k in ranking)


def shape_of(cards: Sequence[Card]) -> Shape:
    """The ranks in ascending order, and whether all cards are of one suit."""
    first = cards[0] & 3
    return tuple(sorted([card >> 2 for card in cards])), all([card & 3 == first for card in cards])


def _of_one_deck(cards: Sequence[Card]) -> int:
    try:
        return ladder(len(cards))[0][shape_of(cards)]
    except KeyError:
        if len(cards) not in LADDERS:
            raise
        raise ValueError(
            f"{show(cards)} can't come from one deck; hands of several are ordered by shoe_strength"
        ) from None


def _judge_shoe(cards: Sequence[Card]) -> tuple[str, tuple[int, ...]]:
    """The category of a hand of several decks, and what orders it there: the better of its groups and its suit."""
    ranks, suited = shape_of(cards)
    rungs = LADDERS[len(ranks)]
    if len(set(ranks)) == len(ranks):
        return _judge(ranks, suited)
    if len(set(ranks)) == 1 and len(ranks) == 5:
        return FIVE_ALIKE, ranks[:1]
    category, order = _judge(ranks, False)
    if suited and rungs.index("flush") > rungs.index(category):
        return "flush", ranks[::-1]
    return category, order


def shoe_strength(cards: Sequence[Card]) -> tuple[int, tuple[int, ...]]:
    """The strength of three, four or five cards of any number of decks: of one deck it orders hands as ever.

    Cards of one suit are a flush though two of them are alike, unless their groups are worth more; five of a kind
    stand above everything.
    """
    category, order = _judge_shoe(cards)
    rungs = LADDERS[len(cards)]
    return (rungs.index(category) if category in rungs else len(rungs)), order


def _category(cards: Sequence[Card]) -> str:
    strengths, categories = ladder(len(cards))
    strength = strengths.get(shape_of(cards))
    return _judge_shoe(cards)[0] if strength is None else categories[strength]


def three_card(cards: Sequence[Card]) -> int:
    """The strength of three cards of one deck, 0 to 740 (TCP-9, SPL-14)."""
    a, b, c = sorted(cards)
    found = ladder(3)[0].get(((a >> 2, b >> 2, c >> 2), a & 3 == b & 3 == c & 3))
    return _of_one_deck(cards) if found is None else found


def three_card_category(cards: Sequence[Card]) -> str:
    """Straight flush, three of a kind, straight, flush, pair or high card (TCP-9).

    Cards of a shoe are judged too: a suited pair is a flush, a suited three of a kind is three of a kind (BJK-21).
    """
    return _category(cards)


def is_mini_royal(cards: Sequence[Card]) -> bool:
    """Whether three cards are A-K-Q of one suit (TCP-11, SPL-14)."""
    ranks, suited = shape_of(cards)
    return suited and set(ranks) == MINI_ROYAL


def four_card(cards: Sequence[Card]) -> int:
    """The strength of four cards (SPL-4)."""
    return _of_one_deck(cards)


def four_card_category(cards: Sequence[Card]) -> str:
    """The category of four cards, royal flush to high card (SPL-4); of several decks too."""
    return _category(cards)


def five_card(cards: Sequence[Card]) -> int:
    """The strength of five cards, 0 to 7461."""
    return _of_one_deck(cards)


def three_card_name(strength: int) -> str:
    """The category that a strength of three cards stands in."""
    return ladder(3)[1][strength]


def four_card_name(strength: int) -> str:
    """The category that a strength of four cards stands in."""
    return ladder(4)[1][strength]


def five_card_name(strength: int) -> str:
    """The category that a strength of five cards stands in."""
    return ladder(5)[1][strength]


def five_card_category(cards: Sequence[Card]) -> str:
    """The category of five cards, royal flush to high card; of several decks too, with `five-of-a-kind` above."""
    return _category(cards)


@cache
def _best_of(ranks: tuple[int, ...], suited: bool) -> int:
    """The best five of these ranks in ascending order: few are asked for, however many hands have them."""
    strengths = ladder(5)[0]
    return max(strengths[five, suited] for five in combinations(ranks, 5))


def best_five(cards: Sequence[Card]) -> int:
    """The strength of the best five of the cards held (TCP-10)."""
    suits = [card & 3 for card in cards]
    try:
        best = _best_of(tuple(sorted([card >> 2 for card in cards])), False)
        for suit in range(4):
            if suits.count(suit) >= 5:
                held = sorted([card >> 2 for card in cards if card & 3 == suit])
                best = max(best, _best_of(tuple(held), True))
    except KeyError:  # cards of several decks: five_card says which
        return max(five_card(five) for five in combinations(cards, 5))
    return best


def best_five_category(cards: Sequence[Card]) -> str:
    """The category of the best five of the cards held (TCP-10)."""
    return ladder(5)[1][best_five(cards)]
