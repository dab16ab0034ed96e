"""The general walker: any game, analysed by playing its rounds in every possible way.

It knows nothing of a game but its script. A card that the player does not see is dealt unread and turned over when the
script shows it, so that decisions are taken on what the player knows. Exact, and slow: how many rounds there are is
estimated before the first one is played, and a tree of more than `MOST_ROUNDS` is refused unless it is asked for.

Cards that are dealt together are a set: a game whose cards of one deal differ by order can't be walked.
"""

import random
import time
from collections.abc import Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import comb, sqrt

from upcard.lab.analysis import LabError
from upcard.lab.general.asking import model_of
from upcard.lab.general.rounds.cases import Cell, cell_of, said
from upcard.lab.general.rounds.script import SEAT, Path, ScriptPlayer, acts, place_of
from upcard.lab.kernels import Progress, cores, silent
from upcard.lab.walking.alike import Different
from upcard.lab.walking.drawing import Alike, drawn, hands_of, renamed, same_but_for_suits, suits_once, turned
from upcard.lab.walking.outlook import ChanceSum, Outlook
from upcard.lab.walking.standing import orders, standing
from upcard.rounds.round import Round
from upcard.rules.events import CardsDealt, CardsShown
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Answer, Ask, Deal, Peek, Show, Turn

MOST_ROUNDS = 1_000_000
MOST_SETS = 3_000_000
"""Sets of cards that one deal may have."""
PROBES = 120
"""Rounds that are played to see how many there are."""
LONGEST = 24 * 3600
"""A walk of more seconds is not proposed."""
EVERY = 0.5
"""Seconds between two words about how far a walk is."""

Told = tuple[Answer, ...]


@dataclass(frozen=True, slots=True)
class Size:
    """How many rounds a walk has, and how long one takes; estimated from a few of them."""

    rounds: float
    error: float
    each: float
    """Seconds."""

    @property
    def seconds(self) -> float:
        """For all of them, in one process."""
        return self.rounds * self.each

    def surely_over(self, most: int) -> bool:
        """Whether it has more rounds than that; where few probes stand for most of them, by a multiple only."""
        return self.rounds - 2 * self.error > most or self.rounds > 4 * most

    @property
    def at_most(self) -> int:
        """More rounds than it can well have."""
        return int(self.rounds + 6 * self.error) + 1


class TooLarge(LabError):
    """A walk of more rounds than it may have."""


class Walker:
    """Walks a game from given answers on.

    `alike` says which cards are walked once (otherwise the game's model does); `turning` makes sure that suits are
    alike, in every single round. `apart` are side bets that are counted elsewhere.
    """

    def __init__(
        self,
        game: Game,
        bets: Mapping[str, int],
        most: int = MOST_ROUNDS,
        progress: Progress = silent,
        *,
        alike: Alike = None,
        turning: bool = False,
        apart: Collection[str] = (),
        known: Mapping[Hashable, Outlook] | None = None,
    ) -> None:
        self.game = game
        self.bets = {SEAT: dict(bets)}
        self.most = most
        self.progress = progress
        self.rounds = 0
        model = model_of(game)
        self.alike: Alike = alike if alike is not None or model is None else model.alike
        self.turning = turning
        self.apart = apart
        self.names: dict[int, str] | None = None
        """What the script sees in a card, where the order of a hand's cards makes no difference to it."""
        if model is not None and model.order == "free":
            kind = model.alike
            if not callable(kind):
                raise LabError(
                    f'the model of {game.title} says order="free", which goes with a function: alike=rank, for example'
                )
            self.names = {card: repr(kind(card)) for card in game.deck_counts}
        self.known = known or {}
        """Parts of the walk that somebody else has walked."""
        self._met: dict[Hashable, Outlook] = {}
        """What is led to from where the walk has come in another order of cards."""
        self._done = 0.0
        self._begun = self._said = time.monotonic()

    def outlook(self, answers: Sequence[Answer] = (), share: float = 1.0) -> Outlook:
        """What a round leads to after these answers, with the best decisions from there on.

        `share` is how much of the walk this part is, for whoever waits.
        """
        played, told = self.replayed(answers)
        found = self.known.get(self.place(played, told)) if self.known else None
        if found is not None:
            return found
        need = played.need
        if need is None:
            return self._leaf(played, told, share)
        if self.names is None:
            return self._on(played, told, share)
        place = self.place(played, told)
        found = self._met.get(place)
        if found is None:
            found = self._met[place] = self._on(played, told, share)
        else:
            self._done += share
        return found

    def place(self, played: Round, told: Told) -> Hashable:
        """Where a round stands: the same place leads to the same."""
        return told if self.names is None else standing(played, self.names)

    def _on(self, played: Round, told: Told, share: float) -> Outlook:
        need = played.need
        if isinstance(need, Ask):
            return self._best(told, need.turns[0], share)
        assert isinstance(need, Deal | Show)
        return self._chance(told, played, need.count, share)

    def options(self, answers: Sequence[Answer]) -> list[tuple[Act, Outlook]]:
        """Every move of the decision that is due after these answers, with what it leads to."""
        played, told = self.replayed(answers)
        if not isinstance(played.need, Ask):
            raise LabError("no decision is due there")
        size = self.size(random.Random(0), told)
        if size.surely_over(self.most):
            raise self.too_large(size)
        return [(act, self.outlook([*told, act])) for act in acts(played.need.turns[0])]

    def branches(self, told: Told) -> list[tuple[Told, float]]:
        """What can come next after these answers, with the share of each; nothing where the round is over."""
        played, told = self.replayed(told)
        need = played.need
        if need is None:
            return []
        if isinstance(need, Ask):
            every = list(acts(need.turns[0]))
            return [((*told, act), 1 / len(every)) for act in every]
        assert isinstance(need, Deal | Show)
        of = comb(sum(played.left.values()), need.count)
        return [((*told, cards), ways / of) for cards, ways in self._sets(told, played.left, need.count)]

    def replayed(self, answers: Sequence[Answer]) -> tuple[Round, Told]:
        """A round after these answers, and after whatever needs no choice then: cards that nobody sees, a look."""
        played, told = Round(self.game, self.bets, answers=answers), list(answers)
        while True:
            need = played.need
            if isinstance(need, Deal) and need.seen_by == "nobody":
                told.append((UNKNOWN,) * need.count)
            elif isinstance(need, Peek):
                if need.answer is None:
                    raise LabError(
                        f"{self.game.title} looks at a hole card; the general walker can't, write it a solver"
                    )
                told.append(bool(need.answer))
            else:
                return played, tuple(told)
            played.give(told[-1])

    def size(self, draw: random.Random, answers: Sequence[Answer] = ()) -> Size:
        """About how many rounds there are after these answers: a few at random, each for all that are like it."""
        found: list[float] = []
        took: list[float] = []
        suits = sorted({card & 3 for card in self.game.deck_counts})
        for _ in range(PROBES):
            many = 1.0
            as_many = 1
            told: Told = tuple(answers)
            while True:
                begun = time.perf_counter()
                played, told = self.replayed(told)
                need = played.need
                if need is None:
                    took.append(time.perf_counter() - begun)
                    break
                if isinstance(need, Ask):
                    every = list(acts(need.turns[0]))
                    many *= len(every)
                    told = (*told, draw.choice(every))
                else:
                    assert isinstance(need, Deal | Show)
                    self._check_sets(played.left, need.count)
                    as_many = orders(played, self.names) if self.names is not None else 1
                    cards, like = drawn(played.left, need.count, self.alike, draw)
                    many *= like
                    told = (*told, cards)
            found.append(many / same_but_for_suits(told, suits) if self.alike == "suits" else many / as_many)
        mean = sum(found) / PROBES
        error = sqrt(sum((one - mean) ** 2 for one in found) / (PROBES - 1) / PROBES)
        if self.names is not None:  # not every order of the same cards is one that the round can take
            error = max(error, mean / 2)
        return Size(mean, error, sorted(took)[PROBES // 2] * (5 if self.turning else 1.5))

    def too_large(self, size: Size | None = None) -> TooLarge:
        """Why this is not walked, and what to do instead."""
        about = f"about {said_many(size.rounds)}" if size else f"more than {self.most:,}"
        unasked = "the limit" if self.most != MOST_ROUNDS else "what is walked unasked"
        more = f", more than {self.most:,}, which is {unasked}" if size else ""
        model = "a model" if self.game.model() is None else "a model that calls more cards alike"
        ask = "Walk more with `--limit`, or give" if size is None else "Give"
        if size and size.seconds < LONGEST:
            ask = f"`--limit {said_limit(size)}` walks them, in about {said_time(size.seconds / cores())}; or give"
        return TooLarge(
            f"{self.game.title} has {about} ways to play a round{more}: too many for the general walker. {ask} "
            f"this game {model}, or a solver of its own (docs/adding-a-game.md); `upcard analyze --estimate` plays it "
            "instead"
        )

    def _best(self, told: Told, turn: Turn, share: float) -> Outlook:
        every = list(acts(turn))
        found = [self.outlook([*told, act], share / len(every)) for act in every]
        best = found[0]
        for other in found[1:]:
            better = other.beats(best)
            if better > 0 or (better == 0 and other.staked < best.staked):
                best = other
        if sum(other.beats(best) == 0 for other in found) > 1:
            return replace(best, tied=best.tied + best.of)  # a copy: others may come to the same place
        return best

    def _chance(self, told: Told, played: Round, count: int, share: float) -> Outlook:
        left = played.left
        chance = ChanceSum(comb(sum(left.values()), count))
        for cards, ways in self._sets(told, left, count):
            chance.add(self.outlook([*told, cards], share * ways / chance.every), ways)
        return chance.outlook()

    def _sets(self, told: Told, left: Mapping[int, int], count: int) -> list[tuple[tuple[int, ...], int]]:
        """The cards that can come; of those that are alike to the script one, with the ways of all."""
        self._check_sets(left, count)
        if self.alike == "suits":
            return suits_once(told, left, count)
        return list(hands_of(left, count, self.alike))

    def _check_sets(self, left: Mapping[int, int], count: int) -> None:
        """Refuses a deal of more sets of cards than are gone through one by one."""
        if callable(self.alike):
            return
        every = comb(len(left) + count - 1, count) if max(left.values()) > 1 else comb(len(left), count)
        if every > MOST_SETS:
            raise TooLarge(
                f"{self.game.title} deals {count} cards together, which are one of {every:,} sets: too many for the "
                "general walker. Give this game a model that says which cards are alike or which facts matter, or a "
                "solver of its own (docs/adding-a-game.md); `upcard analyze --estimate` plays it instead"
            )

    def _leaf(self, played: Round, told: Told, share: float) -> Outlook:
        self.rounds += 1
        self._done += share
        if self.rounds > self.most:
            raise self.too_large()
        self._say()
        found = cell_of(self.game, played.lines, self.apart)
        if self.turning:
            self._turn(told, found)
        path: Path = tuple((0, (answer.move, answer.value)) for answer in told if isinstance(answer, Act))
        return Outlook.leaf(path, found)

    def _turn(self, told: Told, found: Cell) -> None:
        """Plays the round with every card in the next suit, and the next: it has to come to the same."""
        for by in (1, 2, 3):
            names = turned(by)
            other = Round(self.game, self.bets, answers=renamed(told, names))
            if other.need is not None or cell_of(self.game, other.lines, self.apart) != found:
                deals = [said(_laid(one)) for one in (self.replayed(told)[0], other)]
                raise Different(
                    f"suits are not alike to {self.game.title}: with [{deals[0]}] and [{deals[1]}] the script writes "
                    "other lines"
                )

    def _say(self) -> None:
        """How far the walk is, now and then, and how long the rest takes."""
        now = time.monotonic()
        if now - self._said > EVERY and self._done > 0:
            self._said = now
            self.progress(told_far(self.game, self.rounds, self._done, now - self._begun))


def has_decisions(game: Game) -> bool:
    """Whether somebody decides anything, as far as a few rounds show."""
    player = ScriptPlayer(game)
    return any(player.at_random(random.Random(n)).path for n in range(PROBES))


def told_far(game: Game, rounds: int, done: float, seconds: float) -> str:
    """How far a walk is, in words."""
    left = seconds * (1 / done - 1)
    return f"walking {game.title}, about {rounds / done:,.0f} rounds: {100 * done:.0f} %, {left:.0f} s left"


def said_many(rounds: float) -> str:
    """A number of rounds in words."""
    if rounds < 1_000_000:
        return f"{rounds:,.0f}"
    for size, word in ((10**6, "million"), (10**9, "billion")):
        if rounds < 1000 * size:
            return f"{rounds / size:.3g} {word}"
    return f"{rounds:.0e}".replace("e+", " · 10^")


def said_limit(size: Size) -> int:
    """A limit that is enough: two digits, well above the estimate."""
    wanted = size.rounds * 1.1 + 3 * size.error
    step = 10 ** max(0, len(f"{wanted:.0f}") - 2)
    return int(-(-wanted // step) * step)


def said_time(seconds: float) -> str:
    """A time in words."""
    if seconds < 100:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.0f} hours"


def _laid(played: Round) -> dict[str, tuple[int, ...]]:
    """The cards of a round by whose they are, as dealt or turned over."""
    found: dict[str, tuple[int, ...]] = {}
    for event in played.events:
        if isinstance(event, CardsDealt) and event.seen_by != "nobody":
            place = place_of(event.seat, event.hand)
            found[place] = (*found.get(place, ()), *event.cards)
        elif isinstance(event, CardsShown):
            found[place_of(event.seat, event.hand)] = tuple(event.cards)
    return found
