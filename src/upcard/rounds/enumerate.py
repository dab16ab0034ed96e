"""Every way a round can go: all deals times all decisions, with exact integer weights.

A walker answers a round's needs with each possible answer in turn. A round is its answers, so a branch that is taken up
later plays them again from the start; the first branch of every fork goes on in the same round.

Two things are counted by weight and not one by one: cards that are dealt together are a hand and not a sequence (their
order does not matter), and equal cards of a shoe are one branch with as many ways as there are of them. So the weights
of all paths with the same decisions add up to the number of distinct deals.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import TypeAlias

from upcard.cards.card import Cards
from upcard.cards.shoe import ShoeEmpty
from upcard.rounds.round import Round
from upcard.rules.bets import Bets
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Amount, Answer, Ask, Choice, Deal, Illegal, Peek, Show, Turn

Choose: TypeAlias = Callable[[Round, Turn], Iterable[Act]]
"""Which moves of a turn are walked: all of them, or the one that a strategy makes."""


@dataclass(frozen=True, slots=True)
class Path:
    """One way from the first card to the last wager."""

    weight: int
    """How many deals it stands for."""
    answers: tuple[Answer, ...]
    round: Round
    """Finished, with its lines."""


def every_move(_round: Round, turn: Turn) -> Iterator[Act]:
    """Every legal move of a turn; of a range of amounts both ends."""
    for move in turn.moves:
        if isinstance(move, Choice):
            yield Act(turn.seat, turn.hand, move.name)
        elif isinstance(move, Amount):
            for cents in dict.fromkeys((move.low, move.high)):
                yield Act(turn.seat, turn.hand, move.name, cents)
        else:
            for way in move.ways:
                yield Act(turn.seat, turn.hand, move.name, way)


def paths(
    game: Game,
    bets: Bets,
    choose: Choose = every_move,
    *,
    start: Sequence[Answer] = (),
    players: Mapping[int, str] | None = None,
    face_down: bool = False,
) -> Iterator[Path]:
    """Every path of a round over the game's deck, or every one that begins with the answers of `start`.

    Where several seats decide together, they do so in the order of the turns: the order between them changes nothing.
    `face_down` leaves cards that nobody sees unread until they are turned over, as on a live table: then no decision
    comes after a card that the player does not know, and what is walked is the players' own tree.
    """
    waiting: list[tuple[int, tuple[Answer, ...]]] = [(1, tuple(start))]
    while waiting:
        weight, answers = waiting.pop()
        round_ = Round(game, bets, players, answers)
        while round_.need is not None:
            forks = branches(round_, choose, face_down=face_down)
            if not forks:  # what was said of an unread card leaves no card that it could be
                break
            waiting += [(weight * ways, (*answers, answer)) for ways, answer in reversed(forks[1:])]
            ways, first = forks[0]
            weight, answers = weight * ways, (*answers, first)
            round_.give(first)
        else:
            yield Path(weight, answers, round_)


def branches(round_: Round, choose: Choose = every_move, *, face_down: bool = False) -> list[tuple[int, Answer]]:
    """The answers to what a round needs now, each with the number of ways it can come about."""
    need = round_.need
    if isinstance(need, Deal | Show) and need.count > sum(round_.left.values()):
        raise ShoeEmpty(f"the deck of {len(round_.game.deck)} cards is too small to be walked to the end of a round")
    if isinstance(need, Deal):
        if face_down and need.seen_by == "nobody":
            return [(1, (UNKNOWN,) * need.count)]
        return [(ways, cards) for cards, ways in draws(round_.left, need.count)]
    if isinstance(need, Show):
        return [(ways, cards) for cards, ways in draws(round_.left, need.count) if _can_show(round_, cards)]
    if isinstance(need, Peek):
        return [(1, answer) for answer in ((True, False) if need.answer is None else (need.answer,))]
    assert isinstance(need, Ask)
    return [(1, act) for act in choose(round_, need.turns[0])]


def draws(cards: Mapping[int, int], count: int) -> Iterator[tuple[Cards, int]]:
    """Every hand of so many cards out of a multiset, with the number of ways to draw it.

    >>> list(draws({0: 2, 4: 1}, 2))
    [((0, 0), 1), ((0, 4), 2)]
    """
    kinds = sorted(cards)

    def choose(at: int, more: int) -> Iterator[tuple[Cards, int]]:
        if more == 0:
            yield (), 1
        elif at < len(kinds):
            card, there = kinds[at], cards[kinds[at]]
            for taken in range(min(more, there), -1, -1):
                for rest, ways in choose(at + 1, more - taken):
                    yield (card,) * taken + rest, comb(there, taken) * ways

    return choose(0, count)


def _can_show(round_: Round, cards: Cards) -> bool:
    """Whether unread cards can turn out to be these, after what the dealer's look at them said."""
    need = round_.need
    assert isinstance(need, Show)
    try:
        round_.game.check_shown(round_.table.hand(need.seat, need.hand), cards)
    except Illegal:
        return False
    return True
