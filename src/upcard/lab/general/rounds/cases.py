"""Cases of a game: which facts a round comes to, what the script writes then, and whether nothing else matters."""

import random
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.cards.card import Cards, show
from upcard.cards.evaluators import Named
from upcard.lab.analysis import LabError
from upcard.lab.general.rounds.script import (
    UNIT,
    Path,
    PlayedRound,
    ScriptPlayer,
    Shape,
    Spot,
    acts,
    check_shape,
    move_name,
)
from upcard.rules.events import Line
from upcard.rules.game import Game
from upcard.rules.model import Model, Reads
from upcard.rules.needs import Act, Amount, Turn

Case = tuple[Any, ...]
"""The values of all facts of a round."""
LineKey = tuple[str, str, str, int, int, tuple[tuple[str, int], ...]]
"""Wager, outcome, pays, stake, what is returned, and the shares of meters in per cent."""
ROUNDS = 240
"""Rounds that are played at random to see whether the model tells everything."""
LOOKS, AT_EACH = 3_000, 150
"""Deals that are played once more for the same, over all cases, and at most at each."""


@dataclass(frozen=True, slots=True)
class CardFact:
    """A fact with the cards that it reads."""

    atom: Callable[..., Hashable]
    arguments: tuple[tuple[Spot, ...], ...]
    suits: str = "alike"

    @classmethod
    def of(cls, reads: Reads, shape: Shape) -> "CardFact":
        """Finds the cards that a model names."""
        arguments = tuple(shape.whole(argument) for argument in reads.of.split(","))
        return cls(reads.atom, arguments, reads.suits)

    @property
    def name(self) -> str:
        """Its function, as its author calls it."""
        atom = self.atom.name if isinstance(self.atom, Named) else self.atom
        return str(getattr(atom, "__name__", "its function"))

    @property
    def words(self) -> str:
        """The fact, for a refusal: its function, and whose cards it reads."""
        sets = []
        for argument in self.arguments:
            places = [place for place, _ in argument]
            sets.append("+".join(f"{places.count(place)} of {place}" for place in dict.fromkeys(places)))
        return f"the fact {self.name}({', '.join(sets)})"

    @property
    def alike(self) -> bool:
        """Whether the names of the suits make no difference."""
        return self.suits != "differ"

    @property
    def spots(self) -> frozenset[Spot]:
        """All cards that it reads."""
        return frozenset(spot for argument in self.arguments for spot in argument)

    def value(self, cards: Mapping[str, Cards]) -> Hashable:
        """What it says of these cards."""
        return self.atom(*[tuple([cards[place][at] for place, at in argument]) for argument in self.arguments])


@dataclass(frozen=True, slots=True)
class Cell:
    """What the script writes in one case on one way through the round."""

    lines: tuple[LineKey, ...]
    main: tuple[tuple[str, int], ...]
    """What each wager of the game itself gains, in cents."""
    staked: int

    @property
    def net(self) -> int:
        """What all of them gain."""
        return sum(gain for _, gain in self.main)

    def without(self, wagers: Collection[str]) -> int:
        """What all but these gain."""
        return sum(gain for wager, gain in self.main if wager not in wagers)


def line_key(line: Line) -> LineKey:
    """A line, as far as an analysis goes."""
    claims = tuple(sorted((claim.meter, claim.percent) for claim in line.claims))
    return (line.wager, line.outcome, line.pays, line.stake, line.returned, claims)


def cell_of(game: Game, lines: Iterable[Line], apart: Collection[str] = ()) -> Cell:
    """The cell that a round with these lines falls in; `apart` are side bets with facts of their own."""
    keys = sorted(line_key(line) for line in lines if line.wager not in apart)
    main: dict[str, int] = {}
    staked = 0
    for wager, outcome, _, stake, returned, _ in keys:
        if not game.is_side(wager):
            main[wager] = main.get(wager, 0) + returned - stake
            staked += game.at_risk(wager, outcome, stake)
    return Cell(tuple(keys), tuple(sorted(main.items())), staked)


def said(cards: Mapping[str, Cards]) -> str:
    """A deal in words, for a proof."""
    return "; ".join(f"{place} {show(own)}" for place, own in cards.items())


def difference(one: Mapping[Path, Cell], other: Mapping[Path, Cell]) -> str:
    """What the script does otherwise in the second of two deals, in words."""
    ways = [" then ".join(move_name(*option) for _, option in path) or "no move" for path in (*one, *other)]
    if one.keys() != other.keys():
        moves = [
            " or ".join(dict.fromkeys(some)) or "none of these moves" for some in (ways[: len(one)], ways[len(one) :])
        ]
        return f"offers other moves: first {moves[0]}, then {moves[1]}"
    for path, way in zip(one, ways, strict=False):
        first, then = set(one[path].lines), set(other[path].lines)
        if first != then:
            lines = [
                ", ".join(f"{line[0]} {line[1]} ({line[2]})" for line in sorted(some)) or "nothing of the kind"
                for some in (first - then, then - first)
            ]
            return f"writes other lines after {way}: first {lines[0]}, then {lines[1]}"
    return "writes other lines"


class Cells:
    """The cells of a game, filled by playing one deal of each case on every way through the round."""

    def __init__(self, player: ScriptPlayer, model: Model, shape: Shape) -> None:
        self.player = player
        self.apart = model.side
        self.shape = shape
        self.known: dict[Case, dict[Path, Cell]] = {}
        self.proof: dict[Case, Mapping[str, Cards]] = {}

    def fill(self, case: Case, cards: Mapping[str, Cards], draw: random.Random) -> dict[Path, Cell]:
        """Plays a deal of a case in every way; one that comes out otherwise than the last is refused."""
        found: dict[Path, Cell] = {}
        whole: Mapping[str, Cards] = cards
        for played in self.player.every(cards, draw):
            check_shape(self.player.game, self.shape, played)
            found[played.path] = cell_of(self.player.game, played.lines, self.apart)
            if len(played.seen) == len(self.shape.seen):
                whole = played.cards
        before = self.known.get(case)
        if before is None:
            self.known[case], self.proof[case] = found, whole
        elif before != found:
            self.refuse(case, whole, difference(before, found))
        return self.known[case]

    def again(self, case: Case, cards: Mapping[str, Cards], draw: random.Random) -> None:
        """Plays another deal of a case on one of its ways: rare cases hide what rounds at random seldom come to."""
        known = self.known[case]
        path = draw.choice(list(known))

        def choose(at: int, turn: Turn) -> Act:
            every = list(acts(turn))
            return next((act for act in every if at < len(path) and (act.move, act.value) == path[at][1]), every[0])

        played = self.player.play(cards, choose, draw)
        found = {played.path: cell_of(self.player.game, played.lines, self.apart)}
        if played.path != path or found[path] != known[path]:
            self.refuse(case, played.cards, difference({path: known[path]}, found))

    def _filled(self, cards: Mapping[str, Cards], draw: random.Random) -> dict[str, Cards]:
        """The same, and at places that this round did not come to any other cards."""
        rest = list(self.player.game.deck)
        whole = {place: list(own) for place, own in cards.items()}
        for own in whole.values():
            for card in own:
                rest.remove(card)
        draw.shuffle(rest)
        for place, at in sorted(self.shape.seen):
            own = whole.setdefault(place, [])
            while len(own) <= at:
                own.append(rest.pop())
        return {place: tuple(own) for place, own in whole.items()}

    def refuse(self, case: Case, cards: Mapping[str, Cards], differs: str) -> None:
        """Says which two deals belie the model."""
        one, other = self.proof[case], cards
        raise LabError(
            f"the model of {self.player.game.title} does not say everything that matters: both in [{said(one)}] and in "
            f"[{said(other)}] its facts are {', '.join(map(repr, case)) or 'none'}, and the script {differs}. Give the "
            "model the fact in which they differ"
        )

    def check(self, case_of: Callable[[Mapping[str, Cards]], Case | None], draw: random.Random, rounds: int) -> None:
        """Plays rounds at random, and compares each with its cell."""
        for _ in range(rounds):
            played = self.player.at_random(draw)
            check_shape(self.player.game, self.shape, played)
            if len(played.seen) < len(self.shape.seen):  # cut short by a fold: the rest of the cards as they would come
                dealt = self.player.every(played.cards, draw)
                whole: Mapping[str, Cards] = self._filled(max(dealt, key=lambda one: len(one.seen)).cards, draw)
            else:
                whole = played.cards
            case = case_of(whole)
            if case is None:
                continue
            cell = self.known.get(case, {}).get(played.path)
            if cell is None or cell != cell_of(self.player.game, played.lines, self.apart):
                if case in self.known:
                    now = {played.path: cell_of(self.player.game, played.lines, self.apart)}
                    same_way = {path: known for path, known in self.known[case].items() if path == played.path}
                    self.refuse(case, whole, difference(same_way, now))
                raise LabError(
                    f"{self.player.game.title}: with {said(whole)} its facts are {', '.join(map(repr, case))}, and by "
                    "its tables that can't be. Is a fact of the model not alike for all suits?"
                )
            self._between(case, played, whole, draw)

    def _between(self, case: Case, played: PlayedRound, whole: Mapping[str, Cards], draw: random.Random) -> None:
        """Plays an amount between the least and the most, which are all that is reckoned with: the line is straight."""
        amounts = [at for at, (_, (_, value)) in enumerate(played.path) if isinstance(value, int)]
        if len(amounts) != 1:
            return
        (at,) = amounts
        seen, (name, _) = played.path[at]
        chosen: list[tuple[int, int, int]] = []

        def choose(step: int, turn: Turn) -> Act:
            if step == at:
                move = turn.move(name)
                if isinstance(move, Amount) and (steps := (move.high - move.low) // move.step) > 1:
                    chosen.append((move.low, move.low + move.step * draw.randrange(1, steps), move.high))
                    return Act(turn.seat, turn.hand, name, chosen[0][1])
            wanted = played.path[step][1] if step < len(played.path) else None
            return next((act for act in acts(turn) if (act.move, act.value) == wanted), next(acts(turn)))

        middle = self.player.play(whole, choose, draw)
        if not chosen:
            return
        low, amount, high = chosen[0]
        ends = [
            self.known[case].get((*played.path[:at], (seen, (name, end)), *played.path[at + 1 :]))
            for end in (low, high)
        ]
        if len(middle.path) != len(played.path) or None in ends:
            return  # what comes later goes by the amount
        gains = [dict(cell.main) for cell in ends if cell is not None]
        found = dict(cell_of(self.player.game, middle.lines, self.apart).main)
        for wager in {*found, *gains[0], *gains[1]}:
            first, last = (gain.get(wager, 0) for gain in gains)
            straight = first * (high - amount) + last * (amount - low)
            if abs(found.get(wager, 0) * (high - low) - straight) > high - low:  # a cent, where a pay is rounded
                raise LabError(
                    f"{self.player.game.title}: with {said(whole)}, {move_name(name, amount)} brings {wager} "
                    f"{found.get(wager, 0) / UNIT:+.6g}, which does not lie straight between {first / UNIT:+.6g} for "
                    f"{move_name(name, low)} and {last / UNIT:+.6g} for {move_name(name, high)}. The lab looks at the "
                    "least and the most; offer a Choice for each amount that pays in a way of its own"
                )


def unchanged(ways: Sequence[Sequence[Cell]]) -> set[str]:
    """Wagers that come to the same on all these ways, in every case; each way has the cells of all cases in order."""
    found: set[str] = set()
    for cells in zip(*ways, strict=True):
        gains = [dict(cell.main) for cell in cells]
        names = {name for gain in gains for name in gain}
        found |= {name for name in names if len({gain.get(name, 0) for gain in gains}) > 1}
    every = {name for cells in ways for cell in cells for name, _ in cell.main}
    return every - found
