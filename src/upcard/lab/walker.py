"""The general walker: any game, analysed by playing its rounds in every possible way.

It knows nothing of a game but its script. A card that the player does not see is dealt unread and turned over when the
script shows it, so that decisions are taken on what the player knows. Exact, and slow: a tree of more rounds than
`MOST_ROUNDS` is refused, and such a game needs a solver of its own.

Cards that are dealt together are a set: a game whose cards of one deal differ by order can't be walked.
"""

import random
import time
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import comb, lcm, sqrt

from upcard.cards.card import Cards
from upcard.lab.analysis import Analysis, AnyWager, LabError, Total, WagerAnalysis
from upcard.lab.general.rounds.cases import said
from upcard.lab.general.rounds.script import SEAT, UNIT, Player, Step, acts
from upcard.lab.kernels import Progress, silent
from upcard.lab.pricing import Row
from upcard.rounds.round import Round
from upcard.rules.events import Line
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Answer, Ask, Deal, Illegal, Peek, Turn

MOST_ROUNDS = 400_000
MOST_SETS = 3_000_000
"""Sets of cards that one deal may have."""
CHECKED = 200
"""Rounds that are played again with other cards of the same kind."""
EVERY = 0.5
"""Seconds between two words about how far a walk is."""
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

    def __init__(
        self, game: Game, bets: Mapping[str, int], most: int = MOST_ROUNDS, progress: Progress = silent
    ) -> None:
        self.game = game
        self.bets = {SEAT: dict(bets)}
        self.most = most
        self.progress = progress
        self.rounds = 0
        self.expected = 1
        model = game.model()
        self.alike = model.alike if model is not None else None
        self._done = 0.0
        self._begun = self._said = time.monotonic()

    def outlook(self, answers: Sequence[Answer] = (), share: float = 1.0) -> Outlook:
        """What a round leads to after these answers, with the best decisions from there on.

        `share` is how much of the walk this part is, for whoever waits.
        """
        played = self._replayed(answers)
        need = played.need
        if need is None:
            return self._leaf(played, share)
        if isinstance(need, Ask):
            return self._best(answers, need.turns[0], share)
        if isinstance(need, Deal) and need.seen_by == "nobody":
            return self.outlook([*answers, (UNKNOWN,) * need.count], share)
        if isinstance(need, Peek) and need.answer is None:
            raise LabError(f"{self.game.title} looks at a hole card; the general walker can't, write it a solver")
        if isinstance(need, Peek):
            return self.outlook([*answers, bool(need.answer)], share)
        return self._chance(answers, played, need.count, share)

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

    def _best(self, answers: Sequence[Answer], turn: Turn, share: float) -> Outlook:
        every = list(acts(turn))
        found = [(act.move, self.outlook([*answers, act], share / len(every))) for act in every]
        move, best = max(found, key=lambda option: (option[1].main, -option[1].staked))
        best.moves[move] = best.moves.get(move, Fraction(0)) + 1
        return best

    def _chance(self, answers: Sequence[Answer], played: Round, count: int, share: float) -> Outlook:
        left = played.left
        every = comb(sum(left.values()), count)
        sets = self._sets(answers, left, count)
        if self.rounds == 0:  # on the way to the first round's end: how many there would be if all were like it
            self.expected *= every if self.alike is None else len(sets)
            if self.expected > self.most:
                raise self._too_large()
        total = Outlook()
        for cards, ways in sets:
            total.add(self.outlook([*answers, cards], share * ways / every), Fraction(ways, every))
        return total

    def _sets(self, answers: Sequence[Answer], left: Mapping[int, int], count: int) -> list[tuple[Cards, int]]:
        """The cards that can come; of those that are alike to the script one, with the ways of all."""
        if not callable(self.alike) and comb(len(left) + count - 1, count) > MOST_SETS:
            raise self._too_large()
        return suits_once(answers, left, count) if self.alike == "suits" else list(hands_of(left, count, self.alike))

    def _leaf(self, played: Round, share: float) -> Outlook:
        self.rounds += 1
        self._done += share
        if self.rounds > self.most:
            raise self._too_large()
        self._say()
        found = Outlook()
        for line in played.lines:
            key = (line.wager, line.outcome, line.pays, line.stake, line.returned)
            found.lines[key] = found.lines.get(key, Fraction(0)) + 1
            if not self.game.is_side(line.wager):
                found.main += line.returned - line.stake
                found.staked += self.game.at_risk(line.wager, line.outcome, line.stake)
        found.square = found.main**2
        return found

    def _say(self) -> None:
        """How far the walk is, now and then; the first time says how long all of it will take."""
        now = time.monotonic()
        if now - self._said > EVERY and self._done > 0:
            self._said = now
            left = (now - self._begun) * (1 / self._done - 1)
            self.progress(
                f"walking {self.game.title}, about {self.rounds / self._done:,.0f} rounds: {100 * self._done:.0f} %, "
                f"{left:.0f} s left"
            )

    def _too_large(self) -> LabError:
        return LabError(
            f"{self.game.title} has more than {self.most:,} ways to play a round, too many for the general walker: it "
            "is exact for small trees. Walk more of them with `--limit`, or give this game a model, or a solver of its "
            "own (docs/adding-a-game.md); `upcard analyze --estimate` plays it instead"
        )


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


def suits_once(answers: Sequence[Answer], left: Mapping[int, int], count: int) -> list[tuple[Cards, int]]:
    """The cards that can come, where suits are alike: suits of which the same has been seen can change their names."""
    seen: dict[int, list[tuple[int, ...]]] = {suit: [] for suit in range(4)}
    for at, answer in enumerate(answers):
        value = answer.value if isinstance(answer, Act) else (answer,)
        for part, cards in enumerate(value if isinstance(value, tuple) else ()):
            for card in cards if isinstance(cards, tuple) else ():
                if card != UNKNOWN:
                    seen[card & 3].append((at, part, card >> 2))
    for card, many in left.items():
        seen[card & 3].append((-1, many, card >> 2))
    kinds: dict[tuple[tuple[int, ...], ...], int] = {}
    kind = [kinds.setdefault(tuple(sorted(seen[suit])), len(kinds)) for suit in range(4)]
    found: dict[tuple[tuple[int, tuple[int, ...]], ...], tuple[Cards, int]] = {}
    for cards, ways in hands_of(left, count):
        held = sorted((kind[suit], tuple(sorted(card >> 2 for card in cards if card & 3 == suit))) for suit in range(4))
        first, before = found.get(tuple(held), (cards, 0))
        found[tuple(held)] = (first, before + ways)
    return list(found.values())


def check_alike(game: Game, bets: Mapping[str, int], draw: random.Random, rounds: int = CHECKED) -> None:
    """Refuses a model whose cards that are alike are not: rounds at random, and again with others of their kind."""
    model = game.model()
    if model is None or model.alike is None:
        return
    player = Player(game, bets)
    for _ in range(rounds):
        names = _renaming(game, model.alike, draw)
        one = player.at_random(draw)
        made = iter(one.path)
        swapped = {place: tuple(names[card] for card in cards) for place, cards in one.cards.items()}

        def again(_: int, turn: Turn, made: Iterator[Step] = made, names: Mapping[int, int] = names) -> Act:
            move, value = next(made, (0, ("", None)))[1]
            if isinstance(value, tuple):
                value = tuple(tuple(sorted(names[card] for card in part)) for part in value)
            return next((act for act in acts(turn) if (act.move, act.value) == (move, value)), next(acts(turn)))

        other = player.play(swapped, again, draw)
        if other.cards != swapped or [_key(line) for line in one.lines] != [_key(line) for line in other.lines]:
            deals = " and ".join(f"[{said(cards)}]" for cards in (one.cards, other.cards))
            raise LabError(
                f"the model of {game.title} calls cards alike that are not: with {deals} the script writes other lines"
            )


def _renaming(game: Game, alike: Callable[[int], Hashable] | str, draw: random.Random) -> Mapping[int, int]:
    """Other cards in the place of each: of its kind, or of another name of its suit."""
    if alike == "suits":
        suits = sorted({card & 3 for card in game.deck_counts})
        names = dict(zip(suits, draw.sample(suits, len(suits)), strict=True))
        return {card: card & ~3 | names[card & 3] for card in game.deck_counts}
    assert callable(alike)
    kinds: dict[Hashable, list[int]] = {}
    for card in game.deck_counts:
        kinds.setdefault((alike(card), game.deck_counts[card]), []).append(card)
    return {
        card: other
        for cards in kinds.values()
        for card, other in zip(cards, draw.sample(cards, len(cards)), strict=True)
    }


def _key(line: Line) -> LineKey:
    return (line.wager, line.outcome, line.pays, line.stake, line.returned)


def solve(game: Game, progress: Progress, *, limit: str = "", **options: str) -> Analysis:
    """Every wager of a game that has no solver of its own; `limit` is how many rounds it may have."""
    if options:
        raise LabError(f"{game.title} has no {', '.join(options)} to analyse")
    if limit and (not limit.isdecimal() or int(limit) < 1):
        raise LabError(f"a limit of {limit!r} is no whole number of rounds above 0")
    progress(f"walking every round of {game.title}")
    bets = {wager.name: game.fixed_stake(wager) or UNIT for wager in game.wagers if wager.placed == "before"}
    try:
        check_alike(game, bets, random.Random(game.digest))
        found = Walker(game, bets, int(limit or MOST_ROUNDS), progress).outlook()
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
