"""What a player of 4 Card Split looks at, in the four cards and in each hand of one to three (SPL-6, SPL-7, SPL-14)."""

from collections.abc import Mapping, Sequence
from functools import cache

from upcard.cards.card import CARDS, Cards, rank
from upcard.cards.poker import ladder, three_card_category
from upcard.rules.features import (
    NOT_THERE,
    Feature,
    HandSight,
    Laying,
    flag,
    rank_place,
    read_rank,
    show_rank,
    strength,
)
from upcard.rules.four_card_split import hands
from upcard.rules.game import Game

TWO, FOUR = 2, 4


def _pair(_: Game, sight: HandSight) -> int:
    ranks = [rank_place(card) for card in sight.hand]
    return max((r for r in ranks if ranks.count(r) > 1), default=NOT_THERE)


def _high(_: Game, sight: HandSight) -> int:
    return max(rank_place(card) for card in sight.hand)


@cache
def _straights(part: Cards) -> int:
    """How many ranks make a straight of two cards: two for 7-8, one for 7-9, A-2 and A-K (SPL-14)."""
    missing = [card for card in CARDS if card not in part]
    return len({rank(one) for one in missing if three_card_category((*part, one)) in {"straight", "straight-flush"}})


PAIR_POINTS, PAIR_OF_THREE_POINTS, SUIT_POINTS, ACE_POINTS, SINGLE_POINTS = 6, 5, 2, 2, 1
STRAIGHT_POINTS = (0, 1, 3)
"""By how many ranks make a straight. Small numbers that came closest, in a search, to what each hand wins."""


@cache
def _part_points(part: Cards) -> int:
    if _paired(part):
        return PAIR_POINTS if len(part) == TWO else PAIR_OF_THREE_POINTS
    if len(part) > TWO:
        return 0
    points = ACE_POINTS * (max(_places(part)) == rank(CARDS[-1]))
    if len(part) == 1:
        return points + SINGLE_POINTS
    return points + SUIT_POINTS * _is_suited(part) + STRAIGHT_POINTS[_straights(part)]


def _points(_: Game, sight: HandSight) -> int:
    """Of four cards what they come to at best."""
    if len(sight.hand) < FOUR:
        return _part_points(tuple(sorted(sight.hand)))
    return max(_in_points(way) for way in hands.splits(sight.hand))


FEATURES = (
    strength("hand", "three cards, as in Q-6-4 or pair; none for fewer", lambda c: hands.strength(c), *ladder(3), 3),  # noqa: PLW0108 (the atom as it is when it is asked)
    Feature("pair", "the rank of the highest pair", _pair, read_rank, show_rank),
    Feature("high", "the highest rank", _high, read_rank, show_rank),
    Feature("upcard", "the rank of the dealer's upcard", lambda _, s: rank_place(s.up[0]), read_rank, show_rank),
    Feature("cards", "how many cards the hand has", lambda _, s: len(s.hand)),
    flag("over", "the highest card is not under the upcard", lambda g, s: _high(g, s) >= rank_place(s.up[0])),
    flag(
        "connected",
        "two cards that a third can make a straight",
        lambda _, s: len(s.hand) == TWO and _straights(s.hand) > 0,
    ),
    flag("suited", "all cards are of one suit", lambda _, s: _is_suited(s.hand)),
    Feature(
        "points",
        "what it promises: 6 for a pair, 5 with a third card; of two cards 2 for a suit, 1 for one rank that makes a "
        "straight and 3 for two; 1 for a single card; 2 more for an ace; of four cards the most that two hands have",
        _points,
    ),
)
AGAINST_UPCARD = ("over", "upcard")
"""The features that depend on the dealer's card; `over` on nothing else but the highest rank."""
MOVES: Mapping[str, str] = {"split": "S", "play": "P", "fold": "F"}


@cache
def _places(hand: Cards) -> tuple[int, ...]:
    return tuple(sorted((rank(card) for card in hand), reverse=True))


def _best_three(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The best hand of three, and the card that is left."""
    worth = [max((hands.strength(part) for part in way if len(part) == 3), default=-1) for way in ways]
    return worth.index(max(worth))


@cache
def _paired(part: Cards) -> int:
    ranks = _places(part)
    return max((r + 1 for r in ranks if ranks.count(r) > 1), default=0)


def _pair_together(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The highest pair in a hand of two; without a pair the two highest cards."""

    def key(way: tuple[Cards, ...]) -> tuple[int, int, tuple[int, ...]]:
        first = max(way, key=lambda part: (_paired(part), _places(part)))
        return int(all(len(part) == 2 for part in way)), _paired(first), _places(first)

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _high_apart(ways: Sequence[tuple[Cards, ...]]) -> int:
    """Two and two, the highest card with the lowest."""

    def key(way: tuple[Cards, ...]) -> tuple[int, tuple[int, ...]]:
        lower = min((_places(part) for part in way), default=())
        return int(all(len(part) == 2 for part in way)), lower

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _high_single(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The highest card alone, so that two cards are drawn to it."""

    def key(way: tuple[Cards, ...]) -> tuple[int, tuple[int, ...]]:
        least = min(way, key=len)
        return -len(least), _places(least)

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _is_suited(part: Cards) -> bool:
    return len({card & 3 for card in part}) == 1


def _in_twos(way: tuple[Cards, ...]) -> bool:
    return all(len(part) == TWO for part in way)


@cache
def _at_once(part: Cards) -> int:
    """How well three cards are paid before the dealer has shown his (SPL-5)."""
    outcome = hands.instant_outcome(part) if len(part) > TWO else None
    return 0 if outcome is None else len(hands.INSTANT_OUTCOMES) - hands.INSTANT_OUTCOMES.index(outcome)


def _promises(part: Cards) -> bool:
    return _paired(part) > 0 or _is_suited(part)


def _in_points(way: tuple[Cards, ...]) -> int:
    return sum(_part_points(tuple(sorted(part))) for part in way)


def _most_points(ways: Sequence[tuple[Cards, ...]]) -> int:
    """With the most points; of as many, where what is single, paired or of a suit is highest.

    Three cards that win at once are more than any points.
    """

    def key(way: tuple[Cards, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        held = sum(_places(part)[0] for part in way if len(part) == 1 or (len(part) == TWO and _promises(part)))
        return max(map(_at_once, way)), _in_points(way), held, _places(max(way, key=_places))

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _odd_single(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The highest card that is none of a pair alone, the other three together."""

    def key(way: tuple[Cards, ...]) -> tuple[int, int, int]:
        least = min(way, key=len)
        return -len(least), _paired(max(way, key=len)), _places(least)[0]

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _suited_together(ways: Sequence[tuple[Cards, ...]]) -> int:
    """Two and two: a pair together, then as many hands of one suit as can be, then the highest cards together."""

    def key(way: tuple[Cards, ...]) -> tuple[int, int, int, tuple[int, ...]]:
        if not _in_twos(way):
            return 0, 0, 0, ()
        first = max(way, key=lambda part: (_paired(part), _places(part)))
        return 1, sum(_paired(part) > 0 for part in way), sum(map(_is_suited, way)), _places(first)

    return max(range(len(ways)), key=lambda at: key(ways[at]))


LAYINGS: Mapping[str, Laying] = {
    "best-three": _best_three,
    "pair-together": _pair_together,
    "high-apart": _high_apart,
    "high-single": _high_single,
    "suited-together": _suited_together,
    "most-points": _most_points,
    "odd-single": _odd_single,
}
"""How four cards can be laid out by a rule: the first of the ways that is best (SPL-6)."""
