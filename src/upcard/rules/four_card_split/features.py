"""What a player of 4 Card Split looks at, in the four cards and in each hand of one to three (SPL-6, SPL-7, SPL-14)."""

from collections.abc import Mapping, Sequence
from functools import cache

from upcard.cards.card import CARDS, Cards, rank
from upcard.cards.poker import ladder, three_card_category
from upcard.rules.features import NOT_THERE, Feature, Laying, Sight, flag, rank_place, read_rank, show_rank, strength
from upcard.rules.four_card_split import hands
from upcard.rules.game import Game


def _pair(_: Game, sight: Sight) -> int:
    ranks = [rank_place(card) for card in sight.hand]
    return max((r for r in ranks if ranks.count(r) > 1), default=NOT_THERE)


def _high(_: Game, sight: Sight) -> int:
    return max(rank_place(card) for card in sight.hand)


@cache
def _is_near(part: Cards) -> bool:
    """Whether one card more can make a straight of two (SPL-14)."""
    missing = [card for card in CARDS if card not in part]
    return any(three_card_category((*part, card)) in {"straight", "straight-flush"} for card in missing)


FEATURES = (
    strength("hand", "three cards, as in Q-6-4 or pair; none for fewer", lambda c: hands.strength(c), *ladder(3), 3),  # noqa: PLW0108 (the atom as it is when it is asked)
    Feature("pair", "the rank of the highest pair", _pair, read_rank, show_rank),
    Feature("high", "the highest rank", _high, read_rank, show_rank),
    Feature("upcard", "the rank of the dealer's upcard", lambda _, s: rank_place(s.up[0]), read_rank, show_rank),
    Feature("cards", "how many cards the hand has", lambda _, s: len(s.hand)),
    flag("over", "the highest card is not under the upcard", lambda g, s: _high(g, s) >= rank_place(s.up[0])),
    flag("connected", "two cards that a third can make a straight", lambda _, s: len(s.hand) == 2 and _is_near(s.hand)),
    flag("suited", "all cards are of one suit", lambda _, s: len({card & 3 for card in s.hand}) == 1),
)
MOVES: Mapping[str, str] = {"split": "S", "play": "P", "fold": "F"}


def _places(hand: Cards) -> list[int]:
    return sorted((rank(card) for card in hand), reverse=True)


def _best_three(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The best hand of three, and the card that is left."""
    worth = [max((hands.strength(part) for part in way if len(part) == 3), default=-1) for way in ways]
    return worth.index(max(worth))


def _paired(part: Cards) -> int:
    ranks = _places(part)
    return max((r + 1 for r in ranks if ranks.count(r) > 1), default=0)


def _pair_together(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The highest pair in a hand of two; without a pair the two highest cards."""

    def key(way: tuple[Cards, ...]) -> tuple[int, int, list[int]]:
        first = max(way, key=lambda part: (_paired(part), _places(part)))
        return int(all(len(part) == 2 for part in way)), _paired(first), _places(first)

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _high_apart(ways: Sequence[tuple[Cards, ...]]) -> int:
    """Two and two, the highest card with the lowest."""

    def key(way: tuple[Cards, ...]) -> tuple[int, list[int]]:
        lower = min((_places(part) for part in way), default=[])
        return int(all(len(part) == 2 for part in way)), lower

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _high_single(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The highest card alone, so that two cards are drawn to it."""

    def key(way: tuple[Cards, ...]) -> tuple[int, list[int]]:
        least = min(way, key=len)
        return -len(least), _places(least)

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _is_suited(part: Cards) -> bool:
    return len({card & 3 for card in part}) == 1


def _draws(ways: Sequence[tuple[Cards, ...]], suited: int, near: int) -> int:
    """Two and two, a pair together; then the hands that most want a card; then the highest cards together."""

    def key(way: tuple[Cards, ...]) -> tuple[int, int, int, list[int]]:
        if any(len(part) != 2 for part in way):
            return 0, 0, 0, []
        first = max(way, key=lambda part: (_paired(part), _places(part)))
        wanted = sum(suited * _is_suited(part) + near * _is_near(part) for part in way) if suited or near else 0
        return 1, sum(_paired(part) > 0 for part in way), wanted, _places(first)

    return max(range(len(ways)), key=lambda at: key(ways[at]))


def _suited_together(ways: Sequence[tuple[Cards, ...]]) -> int:
    """Two and two: a pair together, then as many hands of one suit as can be, then the highest cards together."""
    return _draws(ways, 1, 0)


def _draws_together(ways: Sequence[tuple[Cards, ...]]) -> int:
    """The same, where a hand of one suit counts two and one that a card can make a straight counts one."""
    return _draws(ways, 2, 1)


LAYINGS: Mapping[str, Laying] = {
    "best-three": _best_three,
    "pair-together": _pair_together,
    "high-apart": _high_apart,
    "high-single": _high_single,
    "suited-together": _suited_together,
    "draws-together": _draws_together,
}
"""How four cards can be laid out by a rule: the first of the ways that is best (SPL-6)."""
