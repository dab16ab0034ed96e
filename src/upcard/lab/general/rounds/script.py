"""A game's script, played with given cards and moves: what the player sees when, where he decides, what is written."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from upcard.cards.card import Cards, show
from upcard.lab.analysis import LabError
from upcard.rounds.fault import where
from upcard.rounds.round import Round
from upcard.rules.events import CardsDealt, CardsShown, CardsTurned, Line
from upcard.rules.game import Game
from upcard.rules.needs import BOARD, DEALER, Act, Amount, Ask, Choice, Deal, Illegal, MoveValue, Partition, Peek, Turn

SEAT = 1
UNIT = 720_720
"""Cents of one bet: enough divisors that no pay is rounded."""

Option = tuple[str, MoveValue]
"""A move with what it carries."""
Step = tuple[int, Option]
"""How many cards the player had seen when he made a move, and the move."""
Path = tuple[Step, ...]
Spot = tuple[str, int]
"""A card's place: whose, and as which of theirs it was dealt."""
Choose = Callable[[int, Turn], Act]


def unit_bets(game: Game) -> dict[str, int]:
    """One unit on every wager that can be made before the deal."""
    return {wager.name: game.fixed_stake(wager) or UNIT for wager in game.wagers if wager.placed == "before"}


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """One round, from the seat of its player."""

    lines: tuple[Line, ...]
    seen: tuple[Spot, ...]
    """The cards in the order in which the player came to see them."""
    path: Path
    asked: tuple[tuple[Act, ...], ...]
    """What could be done at each decision."""
    cards: Mapping[str, Cards]
    """Every card, by whose it is, as dealt."""


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
            assert isinstance(move, Choice)
            yield Act(turn.seat, turn.hand, move.name)


def move_name(move: str, value: object) -> str:
    """A move with its amount in units."""
    return f"{move} {value / UNIT:g}×" if isinstance(value, int) else move


def place_of(seat: int, hand: int) -> str:
    """Whose cards lie there."""
    if seat == DEALER:
        return "dealer"
    if seat == BOARD:
        return "board"
    return "player" if hand == 1 else f"hand {hand}"


class ScriptPlayer:
    """Plays rounds of one game with the cards that are asked for."""

    def __init__(self, game: Game, bets: Mapping[str, int] | None = None) -> None:
        self.game = game
        self.bets = {SEAT: dict(bets or unit_bets(game))}

    def play(
        self, cards: Mapping[str, Sequence[int]], choose: Choose, draw: random.Random | None = None
    ) -> PlayedRound:
        """Plays a round; cards that are not given are drawn from the rest of the deck."""
        try:
            return self._play(cards, choose, draw)
        except (LabError, Illegal):
            raise
        except Exception as error:
            given = "; ".join(f"{place} {show(own)}" for place, own in cards.items() if own)
            why = str(error) if str(error).startswith("unsettled") else where(error)
            raise LabError(f"the script of {self.game.title} fails{f' with {given}' * bool(given)}: {why}") from error

    def _play(self, cards: Mapping[str, Sequence[int]], choose: Choose, draw: random.Random | None) -> PlayedRound:
        round_ = Round(self.game, self.bets)
        wanted = {place: list(given) for place, given in cards.items()}
        rest: list[int] | None = None
        seen: list[Spot] = []
        dealt: dict[str, list[int]] = {}
        hidden: dict[str, list[int]] = {}
        path: list[Step] = []
        asked: list[tuple[Act, ...]] = []
        told = 0

        def look() -> None:
            nonlocal told
            for event in round_.events[told:]:
                if isinstance(event, CardsDealt):
                    place = place_of(event.seat, event.hand)
                    own = dealt.setdefault(place, [])
                    spots = range(len(own), len(own) + len(event.cards))
                    own += event.cards
                    if event.seen_by == "nobody":
                        hidden.setdefault(place, []).extend(spots)
                    else:
                        seen.extend((place, spot) for spot in spots)
                elif isinstance(event, CardsShown | CardsTurned):
                    place = place_of(event.seat, event.hand)
                    turned = event.places if isinstance(event, CardsTurned) else range(len(dealt.get(place, ())))
                    for spot in turned:
                        if spot in hidden.get(place, ()):
                            hidden[place].remove(spot)
                            seen.append((place, spot))
            told = len(round_.events)

        while (need := round_.need) is not None:
            look()
            if isinstance(need, Deal):
                queue = wanted.get(place_of(need.seat, need.hand), [])
                given, queue[:] = queue[: need.count], queue[need.count :]
                if len(given) < need.count:
                    if rest is None:
                        rest = self._rest(cards, dealt, draw)
                    given += [rest.pop() for _ in range(need.count - len(given))]
                round_.deal(tuple(given))
            elif isinstance(need, Ask):
                turn = need.turns[0]
                act = choose(len(path), turn)
                asked.append(tuple(acts(turn)))
                path.append((len(seen), (act.move, act.value)))
                round_.act(act)
            else:
                assert isinstance(need, Peek)
                assert need.answer is not None
                round_.peeked(need.answer)
        look()
        return PlayedRound(
            tuple(round_.lines), tuple(seen), tuple(path), tuple(asked), {who: tuple(own) for who, own in dealt.items()}
        )

    def _rest(
        self, cards: Mapping[str, Sequence[int]], dealt: Mapping[str, Sequence[int]], draw: random.Random | None
    ) -> list[int]:
        """The other cards of the deck, shuffled."""
        rest = list(self.game.deck)
        for place in {*cards, *dealt}:
            for card in max(cards.get(place, ()), dealt.get(place, ()), key=len):
                rest.remove(card)
        (draw or random.Random(0)).shuffle(rest)
        return rest

    def every(self, cards: Mapping[str, Sequence[int]], draw: random.Random | None = None) -> list[PlayedRound]:
        """The round with these cards and every decision."""
        found: list[PlayedRound] = []
        waiting: list[tuple[Act, ...]] = [()]
        whole = self._complete(cards, draw)
        while waiting:
            begun = waiting.pop()

            def choose(at: int, turn: Turn, begun: tuple[Act, ...] = begun) -> Act:
                return begun[at] if at < len(begun) else next(acts(turn))

            played = self.play(whole, choose)
            found.append(played)
            made = [Act(SEAT, 1, option[0], option[1]) for _, option in played.path]
            for at in range(len(begun), len(made)):
                waiting += [(*made[:at], other) for other in played.asked[at][1:]]
        return found

    def _complete(self, cards: Mapping[str, Sequence[int]], draw: random.Random | None) -> Mapping[str, Sequence[int]]:
        """Cards for every place, so that they are the same whichever way the round goes."""
        if draw is None:
            return cards
        longest = self.play(cards, lambda _, turn: next(acts(turn)), draw)
        return {**longest.cards, **{place: given for place, given in cards.items() if given}}

    def at_random(self, draw: random.Random) -> PlayedRound:
        """A round with any cards and any decisions."""
        return self.play({}, lambda _, turn: draw.choice(list(acts(turn))), draw)


@dataclass(frozen=True, slots=True)
class Shape:
    """How every round of a game goes: which cards the player comes to see, and after how many he decides."""

    seen: tuple[Spot, ...]
    stages: tuple[int, ...]
    """After how many cards a decision is due on some way through the round, ascending."""

    @property
    def last(self) -> int:
        """How many cards the player has seen at his last decision."""
        return self.stages[-1] if self.stages else 0

    def spots(self, text: str) -> tuple[Spot, ...]:
        """The cards that a model calls `player`, `dealer`, `board`, `up` or `player[:2]`."""
        name, _, cut = text.strip().partition("[")
        if name == "up":
            found = [spot for spot in self.seen[: self.last] if spot[0] == "dealer"]
        else:
            found = [spot for spot in self.seen if spot[0] == name]
        found.sort(key=lambda spot: spot[1])
        if cut:
            low, colon, high = cut.rstrip("]").partition(":")
            first = int(low or 0)
            found = found[first : (int(high) if high else None) if colon else first + 1]
        if not found:
            places = list(dict.fromkeys(place for place, _ in self.seen))
            there = ", ".join(f"{[place for place, _ in self.seen].count(place)} of {place}" for place in places)
            raise LabError(
                f"the model reads {text.strip()!r}, and no such cards are dealt in every round; those that the player "
                f"has seen in the end are {there or 'none'}"
            )
        return tuple(found)

    def whole(self, text: str) -> tuple[Spot, ...]:
        """The cards of one set, as in `player+board`."""
        return tuple(dict.fromkeys(spot for name in text.split("+") for spot in self.spots(name)))


def shape_of(player: ScriptPlayer, draw: random.Random, rounds: int = 120) -> Shape:
    """Plays rounds at random and finds what they have in common; refuses a game whose cards come now so, now so."""
    longest: PlayedRound | None = None
    stages: set[int] = set()
    every: list[PlayedRound] = []
    for _ in range(rounds):
        played = player.at_random(draw)
        every.append(played)
        stages.update(count for count, _ in played.path)
        if longest is None or len(played.seen) > len(longest.seen):
            longest = played
    assert longest is not None
    for played in every:
        check_shape(player.game, Shape(longest.seen, tuple(sorted(stages))), played)
    return Shape(longest.seen, tuple(sorted(stages)))


def check_shape(game: Game, shape: Shape, played: PlayedRound) -> None:
    """Refuses a round that does not go like the others."""
    if played.seen != shape.seen[: len(played.seen)]:
        cards = "; ".join(f"{place} {show(own)}" for place, own in played.cards.items())
        raise LabError(
            f"{game.title} does not deal its cards in one order: with {cards} the player sees other cards than in "
            "other rounds. Such a game is walked through its script, or estimated where it is too large: leave the "
            "strength and the facts out of its model"
        )
