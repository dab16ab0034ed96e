"""The engine that plays the script itself: any game, round by round, from the same stream as the kernels."""

from collections.abc import Sequence

import numpy as np

from upcard.cards.card import Cards
from upcard.cards.shoe import ShoeEmpty
from upcard.lab.analysis import LabError
from upcard.lab.simulation import stream_kernels as stream
from upcard.lab.simulation.results.tally import Claimed, Tallies, Tally
from upcard.lab.simulation.setup import STRETCH, Setup
from upcard.lab.strategies.playing import PARTS
from upcard.rounds.round import Round
from upcard.rules.needs import Ask, Deal, Peek


class Choices:
    """The stream of choices, as a source of whole numbers."""

    def __init__(self, key: int, stretch: int) -> None:
        self._stream = stream.new_stream()
        stream.begin(self._stream, np.uint64(key), np.uint64(stretch), np.uint64(stream.CHOICES))

    def below(self, bound: int) -> int:
        """Each number below the bound equally likely."""
        if bound == PARTS:
            return int(stream.word(self._stream))
        return int(stream.below(self._stream, bound))


class StretchShoe:
    """The shoe of a stretch: cards are drawn from it as the kernels draw them."""

    def __init__(self, setup: Setup, stretch: int) -> None:
        self._deck, self._marked = np.array(setup.game.deck, np.uint8), setup.marked
        self._order, self._marks = self._deck.copy(), 0
        self._stream = stream.new_stream()
        stream.begin(self._stream, np.uint64(setup.key), np.uint64(stretch), np.uint64(stream.CARDS))
        self.dealt = 0

    def shuffle(self) -> None:
        """Takes every card back."""
        self.dealt = self._marks = 0

    def deal(self, count: int) -> Cards:
        """The next cards."""
        if self.dealt + count > len(self._order):
            raise ShoeEmpty(f"the shoe has {len(self._order) - self.dealt} cards left; {count} were asked for")
        return tuple([self._next() for _ in range(count)])

    def _next(self) -> int:
        self.dealt += 1
        if self._marked:
            place, self._marks = stream.mark_one(self._stream, len(self._deck), self._marks)
            return int(self._deck[place])
        return int(stream.swap_one(self._stream, self._order, self.dealt - 1))


def play(setup: Setup, first: int, lengths: Sequence[int]) -> Tallies:
    """Plays stretches of rounds."""
    found = Tallies(seats={number: Tally() for number in sorted(setup.seats)})
    trace: list[list[int]] = []
    staked: list[list[int]] = []
    for stretch, length in enumerate(lengths, first):
        shoe, choices = StretchShoe(setup, stretch), Choices(setup.key, stretch)
        for at in range(length):
            if shoe.dealt >= setup.cut:
                shoe.shuffle()
            stakes, nets = _add(setup, found, play_round(setup, shoe, choices), stretch * STRETCH + at)
            staked.append(stakes)
            trace.append(nets)
    if setup.traced or setup.look:
        found.trace = [np.array(trace, np.int64)]
    if setup.traced:
        found.staked = [np.array(staked, np.int64)]
    return followed(setup, found)


def followed(setup: Setup, found: Tallies) -> Tallies:
    """The courses of the seats; where awards are still to come, their rounds wait for them one by one."""
    if setup.look and not setup.metered:
        found.follow(setup.look)
        if not setup.traced:
            found.let_go()
    return found


def play_round(setup: Setup, shoe: StretchShoe, choices: Choices) -> Round:
    """Plays one round to its end."""
    played = Round(setup.game, setup.bets, setup.players)
    while (need := played.need) is not None:
        if type(need) is Deal:
            try:
                played.deal(shoe.deal(need.count))
            except ShoeEmpty as error:
                raise LabError(runs_out(setup)) from error
        elif type(need) is Ask:
            turn = need.turns[0]
            played.act(setup.seats[turn.seat].strategy.act(played, turn, choices))
        else:
            assert type(need) is Peek
            assert need.answer is not None
            played.peeked(need.answer)
    return played


def runs_out(setup: Setup) -> str:
    """What to say where a shoe has too few cards for a round."""
    where = f"with {setup.cut} of them in front of the cut card" if setup.continued else "shuffled for every round"
    return (
        f"a shoe of {len(setup.game.deck)} cards, {where}, can run out in a round of {len(setup.seats)} seats; "
        "play fewer seats, more decks or a cut card further in front"
    )


def _add(setup: Setup, found: Tallies, played: Round, number: int) -> tuple[list[int], list[int]]:
    """Counts a round; says what each seat staked, and won without its awards."""
    found.rounds += 1
    stakes, nets = [], []
    for seat, tally in found.seats.items():
        staked, won = tally.add(played, seat)
        stakes.append(staked)
        nets.append(won)
        claims = tuple(claim for line in played.lines if line.seat == seat for claim in line.claims)
        if claims and setup.metered:
            found.claimed.append(Claimed(number, seat, staked, won, claims))
        else:
            tally.results[staked, won] += 1
    return stakes, nets
