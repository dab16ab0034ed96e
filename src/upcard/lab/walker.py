"""The general walker: any game, analysed by playing its rounds in every possible way.

It knows nothing of a game but its script. A card that the player does not see is dealt unread and turned over when the
script shows it, so that decisions are taken on what the player knows. Exact, and slow: a tree of more rounds than
`MOST_ROUNDS` is refused, and such a game needs a solver of its own.

Cards that are dealt together are a set: a game whose cards of one deal differ by order can't be walked.
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm, sqrt

from upcard.lab.analysis import Analysis, AnyWager, LabError, Total, WagerAnalysis
from upcard.lab.kernels import Progress
from upcard.lab.pricing import Row
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Amount, Answer, Ask, Deal, Illegal, Partition, Peek, Turn

SEAT = 1
UNIT = 720_720
"""Cents of one bet: enough divisors that no pay is rounded."""
MOST_ROUNDS = 400_000
METHOD = "exact: every deal and every decision, played through the game's own round"

LineKey = tuple[str, str, str, int, int]
"""Wager, outcome, pays, stake and what is returned."""


@dataclass(slots=True)
class Outlook:
    """What a point of a round leads to under the best play."""

    main: Fraction = Fraction(0)
    """The expected result of the main wagers, in cents."""
    square: Fraction = Fraction(0)
    staked: Fraction = Fraction(0)
    lines: dict[LineKey, Fraction] = field(default_factory=dict)
    """How often each line is written."""
    moves: dict[str, Fraction] = field(default_factory=dict)
    """How often each move is made."""

    def add(self, other: "Outlook", chance: Fraction) -> None:
        """Takes in one of several continuations."""
        self.main += other.main * chance
        self.square += other.square * chance
        self.staked += other.staked * chance
        for line, often in other.lines.items():
            self.lines[line] = self.lines.get(line, Fraction(0)) + often * chance
        for move, often in other.moves.items():
            self.moves[move] = self.moves.get(move, Fraction(0)) + often * chance


class Walker:
    """Walks a game from given answers on."""

    def __init__(self, game: Game, bets: Mapping[str, int], most: int = MOST_ROUNDS) -> None:
        self.game = game
        self.bets = {SEAT: dict(bets)}
        self.most = most
        self.rounds = 0
        self.expected = 1
        model = game.model()
        self.alike = model.alike if model is not None else None

    def outlook(self, answers: Sequence[Answer] = ()) -> Outlook:
        """What a round leads to after these answers, with the best decisions from there on."""
        played = self._replayed(answers)
        need = played.need
        if need is None:
            return self._leaf(played)
        if isinstance(need, Ask):
            return self._best(answers, need.turns[0])
        if isinstance(need, Deal) and need.seen_by == "nobody":
            return self.outlook([*answers, (UNKNOWN,) * need.count])
        if isinstance(need, Peek) and need.answer is None:
            raise LabError(f"{self.game.title} looks at a hole card; the general walker can't, write it a solver")
        if isinstance(need, Peek):
            return self.outlook([*answers, bool(need.answer)])
        return self._chance(answers, played, need.count)

    def options(self, answers: Sequence[Answer]) -> list[tuple[Act, Outlook]]:
        """Every move of the decision that is due after these answers, with what it leads to."""
        need = self._replayed(answers).need
        if not isinstance(need, Ask):
            raise LabError("no decision is due there")
        return [(act, self.outlook([*answers, act])) for act in acts(need.turns[0])]

    def _replayed(self, answers: Sequence[Answer]) -> Round:
        played = Round(self.game, self.bets)
        for answer in answers:
            played.give(answer)
        return played

    def _best(self, answers: Sequence[Answer], turn: Turn) -> Outlook:
        found = [(act.move, self.outlook([*answers, act])) for act in acts(turn)]
        move, best = max(found, key=lambda option: (option[1].main, -option[1].staked))
        best.moves[move] = best.moves.get(move, Fraction(0)) + 1
        return best

    def _chance(self, answers: Sequence[Answer], played: Round, count: int) -> Outlook:
        left = played.left
        every = comb(sum(left.values()), count)
        if self.rounds == 0:  # on the way to the first round's end: how many there would be if all were like it
            self.expected *= every if self.alike is None else sum(1 for _ in hands_of(left, count, self.alike))
            if self.expected > self.most:
                raise self._too_large()
        total = Outlook()
        for cards, ways in hands_of(left, count, self.alike):
            total.add(self.outlook([*answers, cards]), Fraction(ways, every))
        return total

    def _leaf(self, played: Round) -> Outlook:
        self.rounds += 1
        if self.rounds > self.most:
            raise self._too_large()
        found = Outlook()
        for line in played.lines:
            key = (line.wager, line.outcome, line.pays, line.stake, line.returned)
            found.lines[key] = found.lines.get(key, Fraction(0)) + 1
            if not self.game.is_side(line.wager):
                found.main += line.returned - line.stake
                found.staked += self.game.at_risk(line.wager, line.outcome, line.stake)
        found.square = found.main**2
        return found

    def _too_large(self) -> LabError:
        return LabError(
            f"{self.game.title} has more than {self.most:,} ways to play a round, too many for the general walker: it "
            "is exact for small trees. This game needs a model, or a solver of its own (docs/adding-a-game.md); "
            "`upcard analyze --estimate` plays it instead"
        )


def acts(turn: Turn) -> Iterator[Act]:
    """Every way to answer a turn; of an amount the ends, between which the expectation runs straight."""
    for move in turn.moves:
        if isinstance(move, Amount):
            for amount in sorted({move.low, move.high}):
                yield Act(turn.seat, turn.hand, move.name, amount)
        elif isinstance(move, Partition):
            for way in move.ways:
                yield Act(turn.seat, turn.hand, move.name, way)
        else:
            yield Act(turn.seat, turn.hand, move.name)


def hands_of(
    left: Mapping[int, int], count: int, alike: Callable[[int], Hashable] | None = None
) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every set of so many cards, and how many ways there are to draw it; of cards that are alike the first ones."""
    kinds: dict[Hashable, list[int]] = {}
    for card, n in left.items():
        kinds.setdefault(alike(card) if alike else card, []).extend([card] * n)
    every = [cards for cards in kinds.values() if cards]

    def draw(at: int, more: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if more == 0:
            yield (), 1
            return
        for i in range(at, len(every)):
            for n in range(1, min(more, len(every[i])) + 1):
                for rest, ways in draw(i + 1, more - n):
                    yield (*every[i][:n], *rest), ways * comb(len(every[i]), n)

    return draw(0, count)


def solve(game: Game, progress: Progress, **options: str) -> Analysis:
    """Every wager of a game that has no solver of its own."""
    if options:
        raise LabError(f"{game.title} has no {', '.join(options)} to analyse")
    progress(f"walking every round of {game.title}")
    bets = {wager.name: game.fixed_stake(wager) or UNIT for wager in game.wagers if wager.placed == "before"}
    try:
        found = Walker(game, bets).outlook()
    except Illegal as illegal:
        raise LabError(f"all wagers of {game.title} together make no bet: {illegal}") from illegal
    per = game.main_wager.name
    ev, staked = found.main / UNIT, found.staked / UNIT
    sd = sqrt(found.square / UNIT**2 - ev**2)
    wagers = {wager.name: _rows(game, wager.name, found, bets) for wager in game.wagers}
    return Analysis.of(game, wagers, Total(per, ev, staked, sd, found.moves), METHOD)


def _rows(game: Game, wager: str, found: Outlook, bets: Mapping[str, int]) -> AnyWager:
    """The rows of one wager: how often each line is written, and what it brings per unit."""
    unit = bets.get(wager, UNIT)
    lines = {key: often for key, often in found.lines.items() if key[0] == wager}
    of = lcm(*(often.denominator for often in lines.values())) if lines else 1
    table = game.table_of(wager)
    made = [
        Row(outcome, int(often * of), of, pays, Fraction(returned - stake, unit), table[outcome].wins)
        for (_, outcome, pays, stake, returned), often in lines.items()
    ]
    ranked = list(table.pays)
    return WagerAnalysis(tuple(sorted(made, key=lambda row: ranked.index(row.outcome))))


def warm(progress: Progress) -> None:
    """Nothing is compiled here."""
    progress("nothing to compile")
