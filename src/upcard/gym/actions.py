"""A game's moves as whole numbers that mean the same in every round.

- A move without a measure is one action: `hit`, `fold`.
- An amount that is counted in times of a bet is one action for each: `raise 1×`, `raise 2×`. Any other is two, the most
  (`double`) and the `least`: what a stake wins grows in proportion, so that one of its two ends is never worse than
  anything between.
- A partition is one action for each way to lay the places of a hand out: `split 0 1 | 2 3` puts the first two cards of
  the hand, as they lie, together. How many places and how large the parts are is the game's.
- `WAIT` is for a round that needed no decision: nothing else can be done then.

What moves a game has is found by playing it: a game need not say more of itself than its script does.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.kernels import Array
from upcard.rounds.bots import any_act
from upcard.rounds.dealing import deal_on, fresh_shoe
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Ask, Choice, Move, Partition, Turn

WAIT = "wait"
_ROUNDS = 400
"""Rounds that are played to see what moves there are: a question that comes once in 13 rounds is missed never."""
_MOST = "most"
_LEAST = "least"
Parts = tuple[tuple[int, ...], ...]


class NoSuchAction(ValueError):
    """A move that the rounds played ahead did not show."""


@dataclass(frozen=True, slots=True)
class Action:
    """A move, with what it carries."""

    move: str
    times: int = 0
    """Of an amount that is counted: how many times its unit."""
    end: str = ""
    """Of any other amount: the most or the least."""
    parts: Parts = ()
    """Of a partition: the places that lie together."""

    def __str__(self) -> str:
        if self.parts:
            return f"{self.move} {' | '.join(' '.join(map(str, part)) for part in self.parts)}"
        if self.times:
            return f"{self.move} {self.times}×"
        return f"{self.move} {self.end}" if self.end == _LEAST else self.move

    def value(self, move: Move, hand: Cards) -> "int | tuple[Cards, ...] | bool | None":
        """What the move carries; False where it can't be made like this."""
        if isinstance(move, Partition):
            laid = [tuple(sorted(hand[place] for place in part)) for part in self.parts]
            return next((way for way in move.ways if sorted(map(_sorted, way)) == sorted(laid)), False)
        if isinstance(move, Amount):
            return self._amount(move)
        return None

    def _amount(self, move: Amount) -> "int | bool":
        if self.times:
            cents = self.times * move.unit
            return cents if move.low <= cents <= move.high else False
        if self.end == _LEAST:
            return move.low if move.low < move.high else False
        return move.high


def _sorted(part: Cards) -> Cards:
    return tuple(sorted(part))


class Actions:
    """All actions of a game by their numbers."""

    def __init__(self, actions: Sequence[Action]) -> None:
        self.actions = tuple(actions)
        self.names = (*map(str, self.actions), WAIT)
        self.wait = len(self.actions)
        self._by_move: dict[str, list[int]] = {}
        for at, action in enumerate(self.actions):
            self._by_move.setdefault(action.move, []).append(at)

    @classmethod
    def of(cls, game: Game, bets: Mapping[str, int]) -> "Actions":
        """The actions of a game for one player with these bets."""
        return cls(_actions(game, tuple(bets.items())))

    def __len__(self) -> int:
        return len(self.names)

    def number(self, name: str) -> int:
        """An action's number by its name."""
        return self.names.index(name)

    def legal(self, turn: Turn | None, hand: Cards) -> dict[int, Act]:
        """The answers that can be given now, by the number of their action; none where nothing is asked."""
        found: dict[int, Act] = {}
        for move in turn.moves if turn else ():
            assert turn is not None
            open_ = len(found)
            for at in self._by_move.get(move.name, ()):
                value = self.actions[at].value(move, hand)
                if value is not False:
                    found[at] = Act(turn.seat, turn.hand, move.name, value)
            if len(found) == open_:
                raise NoSuchAction(f"{move.name} has no action: none of {_ROUNDS} rounds played ahead had one like it")
        return found

    def mask(self, legal: Mapping[int, Act]) -> Array:
        """1 for what can be done, as `Discrete.sample` takes it."""
        mask = np.zeros(len(self), np.int8)
        mask[list(legal) if legal else [self.wait]] = 1
        return mask


@lru_cache(maxsize=64)
def _actions(game: Game, bets: tuple[tuple[str, int], ...]) -> tuple[Action, ...]:
    """Those of every move that was seen or that the game names, in the game's own order."""
    found: dict[str, list[Action]] = {name: [] for name in game.moves}
    for turn, hand in _turns(game, dict(bets)):
        for move in turn.moves:
            known = found.setdefault(move.name, [])
            known += [one for one in _of_move(move, hand) if one not in known]
    return tuple(
        action for name, seen in found.items() for action in (sorted(seen, key=_order) if seen else [Action(name)])
    )


def _order(action: Action) -> tuple[int, bool, int, Parts]:
    return action.times, action.end == _LEAST, len(action.parts[0]) if action.parts else 0, action.parts


def _of_move(move: Move, hand: Cards) -> list[Action]:
    if isinstance(move, Choice):
        return [Action(move.name)]
    if isinstance(move, Amount):
        if move.unit:
            return [Action(move.name, times=cents // move.unit) for cents, _ in move.named]
        return [Action(move.name, end=_MOST), Action(move.name, end=_LEAST)]
    sizes = {tuple(sorted(map(len, way))) for way in move.ways}
    places = tuple(range(len(hand)))
    return [Action(move.name, parts=parts) for size in sorted(sizes) for parts in _partitions(places, size)]


def _partitions(places: tuple[int, ...], sizes: tuple[int, ...]) -> Iterator[Parts]:
    """All ways to lay places out in parts of these sizes, each once: the part with the first place in front."""
    if not places:
        yield ()
        return
    for size in sorted(set(sizes), reverse=True):
        rest = list(sizes)
        rest.remove(size)
        for others in combinations(places[1:], size - 1):
            part = (places[0], *others)
            left = tuple(place for place in places if place not in part)
            for more in _partitions(left, tuple(rest)):
                yield (part, *more)


def _turns(game: Game, bets: Mapping[str, int]) -> Iterator[tuple[Turn, Cards]]:
    """Every decision of rounds that are played by chance, with the cards it is about."""
    source = Random(game.digest)  # noqa: S311  (nothing is staked on it)
    for _ in range(_ROUNDS):
        played = Round(game, {1: bets})
        shoe = fresh_shoe(game, Below(source))
        deal_on(played, shoe)
        while isinstance(need := played.need, Ask):
            turn = need.turns[0]
            yield turn, tuple(played.table.hand(turn.seat, turn.hand).cards)
            played.act(any_act(turn, source.randrange))
            deal_on(played, shoe)


@dataclass(frozen=True, slots=True)
class Below:
    """A generator as a shuffle takes it."""

    random: Random

    def below(self, bound: int) -> int:
        """Each whole number under the bound equally likely."""
        return self.random.randrange(bound)
