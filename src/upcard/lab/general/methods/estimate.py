"""Estimates for games that are too large to be exact: the rest of the round played many times from what a player sees.

The cards that he does not see are drawn anew each time from those that he has not seen. A later decision of his is
taken by a smaller estimate of its own; so what is estimated is what a strategy that can really be played is worth, and
the best there is can only be worth more. Every figure has its standard error.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import sqrt

from upcard.lab.analysis import LabError
from upcard.lab.general.rounds.script import SEAT, acts
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules.bets import Bets
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Answer, Ask, Deal, Illegal, Peek, Show

NESTED = ((24, 8), (8, 3))
"""Rounds that are played for each move of a later decision, and of the one after that: over all its rounds of leaving
out, and at least before the worse half is left out. Still later moves are made at random."""
DEPTH = len(NESTED)
TRIES = 10_000
BATCH = 50
FEWEST = 10
"""Rounds that an estimate has in any case, however long one takes."""


@dataclass(slots=True)
class MoveSample:
    """Results of a move, in cents."""

    many: int = 0
    sum: int = 0
    squares: int = 0

    def add(self, cents: int) -> None:
        """One round more."""
        self.many += 1
        self.sum += cents
        self.squares += cents * cents

    def merge(self, other: "MoveSample") -> None:
        """More rounds of the same move."""
        self.many += other.many
        self.sum += other.sum
        self.squares += other.squares

    @property
    def mean(self) -> Fraction:
        """Their mean."""
        return Fraction(self.sum, self.many)

    @property
    def se(self) -> float:
        """The standard error of the mean."""
        if self.many < 2:
            return float("inf")
        variance = Fraction(self.squares, 1) - Fraction(self.sum**2, self.many)
        return sqrt(float(variance / (self.many - 1)) / self.many)


@dataclass(slots=True)
class Position:
    """A round as its player knows it: cards that he has not seen are UNKNOWN."""

    game: Game
    bets: Bets
    told: tuple[Answer, ...]
    seat: int = SEAT
    _seen: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self._seen = [card for answer in self.told if isinstance(answer, tuple) for card in answer if card != UNKNOWN]

    def complete(self, draw: random.Random) -> tuple[Round, list[int]]:
        """A round that he can't tell from his own, and the rest of the deck, shuffled."""
        for _ in range(TRIES):
            rest = list(self.game.deck)
            for card in self._seen:
                rest.remove(card)
            draw.shuffle(rest)
            round_ = Round(self.game, self.bets)
            try:
                for answer in self.told:
                    if isinstance(answer, tuple):
                        round_.give(tuple([rest.pop() if card == UNKNOWN else card for card in answer]))
                    else:
                        round_.give(answer)
            except Illegal:  # the dealer's look at the hole card said otherwise
                continue
            return round_, rest
        raise LabError(f"no cards are left that could lie face down at {self.game.title}")


def _on(round_: Round, rest: list[int]) -> None:
    """Deals until somebody has to decide or the round is over."""
    while (need := round_.need) is not None and not isinstance(need, Ask):
        if isinstance(need, Deal | Show):
            round_.give(tuple([rest.pop() for _ in range(need.count)]))
        else:
            assert isinstance(need, Peek)
            round_.peeked(bool(need.answer))


def _finish(round_: Round, rest: list[int], draw: random.Random, depth: int) -> int:
    """Plays a round to its end and says what its player's own wagers gain."""
    _on(round_, rest)
    while isinstance(need := round_.need, Ask):
        turn = need.turns[0]
        every = list(acts(turn))
        if len(every) == 1 or turn.seat != SEAT or depth == 0:
            act = draw.choice(every)
        else:
            act = decide(round_, every, draw, depth - 1)
        round_.act(act)
        _on(round_, rest)
    return sum(
        line.returned - line.stake for line in round_.lines if line.seat == SEAT and not round_.game.is_side(line.wager)
    )


def decide(round_: Round, every: Sequence[Act], draw: random.Random, depth: int) -> Act:
    """The move that does best in a few rounds from what the player sees; the worse half is left out again and again."""
    known = Knowledge.of(round_, every[0].seat, every[0].hand)
    bets = {number: dict(seat.bets) for number, seat in round_.table.seats.items()}
    position = Position(round_.game, bets, known.told)
    rated = [(act, MoveSample()) for act in every]
    whole, least = NESTED[DEPTH - 1 - depth]
    rounds = max(least, whole // max(1, (len(every) - 1).bit_length()))
    while len(rated) > 1:
        more = sample(position, [act for act, _ in rated], draw, rounds, depth)
        for (_, own), new in zip(rated, more, strict=True):
            own.merge(new)
        rated.sort(key=lambda one: -one[1].mean)
        del rated[max(1, len(rated) // 2) :]
    return rated[0][0]


def sample(
    position: Position, every: Sequence[Act], draw: random.Random, rounds: int, depth: int = DEPTH
) -> list[MoveSample]:
    """Every move in as many rounds; all moves meet the same cards, so that their differences are sharper."""
    samples = [MoveSample() for _ in every]
    for _ in range(rounds):
        seed = draw.random()
        for act, own in zip(every, samples, strict=True):
            same = random.Random(seed)
            round_, rest = position.complete(same)
            round_.act(act)
            own.add(_finish(round_, rest, same, depth))
    return samples


def timed(position: Position, every: Sequence[Act], draw: random.Random, seconds: float) -> list[MoveSample]:
    """As many rounds as fit into some seconds, and not fewer than a few."""
    samples = [MoveSample() for _ in every]
    begun = time.monotonic()
    rounds = FEWEST
    while True:
        for own, more in zip(samples, sample(position, every, draw, rounds), strict=True):
            own.merge(more)
        took = time.monotonic() - begun
        if took > seconds:
            return samples
        rounds = min(BATCH, max(1, int((seconds - took) * samples[0].many / took)))


def play_out(game: Game, bets: Bets, draw: random.Random) -> Round:
    """A round from its first card, every decision taken by an estimate."""
    rest = list(game.deck)
    draw.shuffle(rest)
    round_ = Round(game, bets)
    _finish(round_, rest, draw, DEPTH)
    return round_
