"""What a player of Open Water looks at: own and common cards together, in which all that is paid is made (OPW-4)."""

from upcard import RANKS, Feature, Game, HandSight, flag, rank

LOWEST_PAIR = RANKS.index("T")


def _seen(sight: HandSight) -> tuple[int, ...]:
    """Own and common cards together: all of them make the hand."""
    return (*sight.hand, *sight.board)


def paid(_: Game, sight: HandSight) -> bool:
    """A pair of tens or better, or three alike, that is there already."""
    ranks = [rank(card) for card in _seen(sight)]
    most = max(ranks, key=lambda one: (ranks.count(one), one))
    return ranks.count(most) > 2 or (ranks.count(most) > 1 and most >= LOWEST_PAIR) or len(set(ranks)) < len(ranks) - 1


def suited(_: Game, sight: HandSight) -> bool:
    """All of one suit."""
    return len({card & 3 for card in _seen(sight)}) == 1


def high(_: Game, sight: HandSight) -> int:
    """How many are tens or better."""
    return sum(rank(card) >= LOWEST_PAIR for card in _seen(sight))


def spread(_: Game, sight: HandSight) -> int:
    """How many ranks lie from the lowest to the highest, both counted; many where two cards are alike."""
    ranks = [rank(card) for card in _seen(sight)]
    return max(ranks) - min(ranks) + 1 if len(set(ranks)) == len(ranks) else len(RANKS) + 1


FEATURES = (
    flag("paid", "what you see is paid already", paid),
    flag("suited", "all cards that you see are of one suit", suited),
    Feature("spread", "ranks from the lowest card to the highest, both counted; 14 with a pair", spread),
    Feature("high", "how many of the cards are tens or better", high),
    Feature("cards", "how many cards you see", lambda _, sight: len(_seen(sight))),
)
