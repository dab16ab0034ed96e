"""What a kernel says and how it is read: one number for what became of a seat's wagers in a round.

A kernel only looks up that number, the *code*. What a code means is found here by letting the game's own table settle
the outcomes that it stands for: lines, money, claims. So no pay is known to a kernel, and whatever is wanted of rounds
(tallies, results in their order, claims on meters) is read from the codes afterwards.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.lab.kernels import Array
from upcard.lab.simulation import script
from upcard.lab.simulation.results.tally import Came, Claimed, Tallies, Tally
from upcard.lab.simulation.setup import STRETCH, Setup
from upcard.rounds.round import Round
from upcard.rules.awards import Claim
from upcard.rules.events import Line
from upcard.rules.game import Game
from upcard.rules.limits import within_aggregate
from upcard.rules.needs import Act, Answer


@dataclass(frozen=True, slots=True)
class BookCell:
    """One thing that can become of a wager at a seat: the lines that say so."""

    wager: str
    outcomes: tuple[str, ...]
    stake: int
    gain: int
    claims: tuple[Claim, ...] = ()
    risked: int = 0
    """What of the stake was wagered: nothing, where it was taken back."""
    lines: tuple[Line, ...] = ()

    @classmethod
    def of(cls, game: Game, lines: Sequence[Line]) -> "BookCell":
        """What lines of one wager come to together."""
        staked = sum(line.stake for line in lines)
        returned = sum(line.returned for line in lines)
        claims = tuple(claim for line in lines for claim in line.claims)
        risked = sum(game.at_risk(line.wager, line.outcome, line.stake) for line in lines)
        outcomes = tuple(sorted(line.outcome for line in lines))
        return cls(lines[0].wager, outcomes, staked, returned - staked, claims, risked, tuple(lines))


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a code stands for, as a tally counts it."""

    wagers: tuple[tuple[str, Came], ...]
    main: tuple[int, int]
    stake: int
    gain: int
    claims: tuple[Claim, ...]

    @classmethod
    def of(cls, game: Game, cells: Sequence[BookCell]) -> "Meaning":
        """What wagers came to together; several hands of one wager are one result of it."""
        wagers: dict[str, Came] = {}
        for cell in cells:
            outcomes, stake, gain = wagers.get(cell.wager, ((), 0, 0))
            wagers[cell.wager] = (
                tuple(sorted((*outcomes, *cell.outcomes))),
                stake + cell.stake,
                gain + cell.gain,
            )
        own = [cell for cell in cells if not game.is_side(cell.wager)]
        return cls(
            tuple(wagers.items()),
            (sum(cell.risked for cell in own), sum(cell.gain for cell in own)),
            sum(cell.stake for cell in cells),
            sum(cell.gain for cell in cells),
            tuple(claim for cell in cells for claim in cell.claims),
        )


def settled(
    setup: Setup, seat: int, wager: str, outcome: str, *, also: tuple[str, ...] = (), added: int = 0
) -> BookCell:  # fmt: skip
    """What the game's own table makes of an outcome; `added` is put on the stake before."""
    table = setup.game.open(setup.bets, setup.players)
    hand = setup.game.wager(wager).hand
    if added:
        table.stake(seat, hand, wager, added)
    table.settle(seat, wager, outcome, setup.game.wager(wager).rule, hand=hand, also_claims=also)
    return BookCell.of(setup.game, table.lines)


def lines_after(setup: Setup, answers: Sequence[Answer]) -> list[Line]:
    """The lines of a round that was given these answers."""
    played = Round(setup.game, setup.bets, setup.players)
    for answer in answers:
        if isinstance(answer, Act):
            played.act(answer)
        else:
            assert isinstance(answer, tuple)
            played.deal(answer)
    assert played.ended
    return list(played.lines)


Decode = Callable[[int, int], Sequence[BookCell]]
"""The cells that a code stands for at a seat: place and code."""


class Book:
    """What codes mean at each seat, found when they first come, and rounds read by them.

    Codes from `width` on are given as they come: even ones by a kernel, odd ones here, to pays that a limit cuts.
    """

    def __init__(self, setup: Setup, decode: Decode, width: int) -> None:
        self.setup, self.decode = setup, decode
        self.numbers = sorted(setup.seats)
        self.known: list[dict[int, Meaning]] = [{} for _ in self.numbers]
        shape = len(self.numbers), width
        self.gain: Array = np.zeros(shape, np.int64)
        self.stake: Array = np.zeros(shape, np.int64)
        self.claims: Array = np.zeros(shape, np.bool_)
        self.side: Array = np.zeros(shape, np.int64)
        self.base = width
        self.limit = setup.game.house.get("aggregate-limit")
        self._cut: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._cuts: dict[tuple[int, tuple[Line, ...]], int] = {}

    def meaning(self, place: int, code: int) -> Meaning:
        """What a code means at a seat."""
        known = self.known[place]
        if code not in known:
            self._widen(code + 1)
            self._learn(place, code, self.decode(place, code))
        return known[code]

    def _learn(self, place: int, code: int, cells: Sequence[BookCell]) -> None:
        found = self.known[place][code] = Meaning.of(self.setup.game, cells)
        self.gain[place, code], self.stake[place, code] = found.gain, found.stake
        self.claims[place, code] = bool(found.claims)
        is_side = self.setup.game.is_side
        self.side[place, code] = sum(line.returned for cell in cells for line in cell.lines if is_side(line.wager))

    def _widen(self, least: int) -> None:
        """Makes room for a code."""
        if least > self.gain.shape[1]:
            more = ((0, 0), (0, max(least, 2 * self.gain.shape[1]) - self.gain.shape[1]))
            self.gain, self.stake = np.pad(self.gain, more), np.pad(self.stake, more)
            self.claims, self.side = np.pad(self.claims, more), np.pad(self.side, more)

    def _within_limit(self, codes: Array) -> None:
        """Replaces the codes of rounds in which the aggregate limit leaves less of the side bets' pays (B7S-21)."""
        assert isinstance(self.limit, int)
        returned = np.zeros(len(codes), np.int64)
        for place in range(len(self.numbers)):
            for code in np.flatnonzero(np.bincount(codes[:, place])).tolist():
                self.meaning(place, code)
            returned += self.side[place][codes[:, place]]
        # Nobody is paid more than what goes back to him: only these rounds can be over the limit.
        for at in np.flatnonzero(returned > self.limit).tolist():
            row = tuple(codes[at].tolist())
            if row not in self._cut:
                self._cut[row] = self._cut_short(row)
            codes[at] = self._cut[row]

    def _cut_short(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """The codes of a round whose pays are cut as the rule says; the same ones where nothing is."""
        every = [self.decode(place, code) for place, code in enumerate(row)]
        lines = [line for cells in every for cell in cells for line in cell.lines]
        cut = within_aggregate(lines, self.setup.game.is_side, int(str(self.limit)))
        left = iter([cut.get(at, line) for at, line in enumerate(lines)])
        found = []
        for place, (code, cells) in enumerate(zip(row, every, strict=True)):
            now = [[next(left) for _ in cell.lines] for cell in cells]
            if now == [list(cell.lines) for cell in cells]:
                found.append(code)
                continue
            key = place, tuple(line for own in now for line in own)
            if key not in self._cuts:
                new = self._cuts[key] = self.base + 2 * len(self._cuts) + 1
                self._widen(new + 1)
                self._learn(place, new, [BookCell.of(self.setup.game, own) for own in now])
            found.append(self._cuts[key])
        return tuple(found)

    def read(self, first: int, codes: Array) -> Tallies:
        """The rounds that are said by codes at [round, place], from a stretch on."""
        setup = self.setup
        if self.limit is not None:
            self._within_limit(codes)
        found = Tallies(rounds=len(codes))
        for place, number in enumerate(self.numbers):
            tally = found.seats[number] = Tally(rounds=len(codes))
            self._count(tally, place, np.bincount(codes[:, place]))
        if setup.metered:
            found.claimed = self._claimed(first, codes)
        if setup.traced or setup.look:
            found.trace = [np.stack([self.gain[at][codes[:, at]] for at in range(len(self.numbers))], axis=1)]
        if setup.traced:
            found.staked = [np.stack([self.stake[at][codes[:, at]] for at in range(len(self.numbers))], axis=1)]
        return script.followed(setup, found)

    def _count(self, tally: Tally, place: int, counts: Array) -> None:
        for code in np.flatnonzero(counts).tolist():
            times, meant = int(counts[code]), self.meaning(place, code)
            for wager, came in meant.wagers:
                tally.wagers[wager][came] += times
            tally.main[meant.main] += times
            if not (meant.claims and self.setup.metered):
                tally.results[meant.stake, meant.gain] += times
            for claim in meant.claims:
                tally.claims[claim.meter][claim.percent] += times

    def _claimed(self, first: int, codes: Array) -> list[Claimed]:
        """Claims in the order of the rounds, the lowest seat first."""
        found = []
        hit = np.stack([self.claims[place][codes[:, place]] for place in range(len(self.numbers))], axis=1)
        for at, place in np.argwhere(hit).tolist():
            meant = self.known[place][int(codes[at, place])]
            number = self.numbers[place]
            found.append(Claimed(first * STRETCH + at, number, meant.stake, meant.gain, meant.claims))
        return found

    def pairs(self, counts: Array) -> dict[tuple[int, int], int]:
        """How often the first seat came to each pair of stake and result."""
        found: Counter[tuple[int, int]] = Counter()
        for code in np.flatnonzero(counts).tolist():
            meant = self.meaning(0, self._cut_short((code,))[0] if self.limit is not None else code)
            found[meant.stake, meant.gain] += int(counts[code])
        return dict(found)


class Digits:
    """A code as several choices in one number: the first one counts most."""

    def __init__(self, sizes: Mapping[str, int]) -> None:
        self.sizes = dict(sizes)
        self.width = 1
        for size in self.sizes.values():
            self.width *= size

    def read(self, code: int) -> list[int]:
        """The choices."""
        found = []
        for size in reversed(self.sizes.values()):
            code, choice = divmod(code, size)
            found.append(choice)
        return found[::-1]
