"""Rounds of a game played at random from a seed: any legal bets, any legal moves, any order of the deck."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import Any

from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.rounds.fault import where
from upcard.rounds.moves import value_as_text
from upcard.rounds.record import show_cards
from upcard.rounds.round import Round
from upcard.rules.bets import Bets
from upcard.rules.events import CardsDealt, CardsShown, CardsTurned
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Answer, Ask, Choice, Deal, Illegal, Move, Peek, Turn
from upcard.rules.settings import SettingError
from upcard.rules.table import Hand
from upcard.workshop.verdict import Fault

TRIES = 30
"""Bets drawn before it is said that a table takes none."""


@dataclass(frozen=True, slots=True)
class WorldRound:
    """A round that was played to its end."""

    game: Game
    bets: Bets
    answers: tuple[Answer, ...]
    round: Round

    def until(self, stop: int) -> Round:
        """The round as it stood after its first answers, `stop` of them."""
        return Round(self.game, self.bets, answers=self.answers[:stop])

    def story(self) -> str:
        """The round in a line, so that a person can play it again."""
        return story(self.game, self.bets, self.answers)


@dataclass(frozen=True, slots=True)
class Crash:
    """A round that did not end: the script stopped with an error."""

    told: str
    error: Exception


class World:
    """A game under every house setting, one changed at a time, and rounds of it."""

    def __init__(self, kind: type[Game], rounds: int, seed: str) -> None:
        self.kind = kind
        self.rounds = rounds
        self.seed = seed
        self.crashes: list[Crash] = []

    def chance(self, what: str) -> Random:
        """A source for one purpose; the same seed gives the same again."""
        return Random(f"{self.seed} {what}")

    @cached_property
    def houses(self) -> tuple[Game, ...]:
        """The game as it is, and with every other value of every setting that a table can be dealt with."""
        found = [self.kind()]
        for setting in self.kind.settings:
            ends = (setting.low, setting.high) if setting.high is not None else (setting.low,)
            for value in setting.values or ends:
                if value == setting.default or setting.lab_only:
                    continue
                try:
                    house = self.kind({setting.name: value})
                    house.refuse_lab_only()
                except SettingError:  # this value wants another setting changed with it
                    continue
                found.append(house)
        return tuple(found)

    @cached_property
    def played(self) -> tuple[WorldRound, ...]:
        """Rounds under every house in turn, alone and with others; those that crash are in `crashes`."""
        chance = self.chance("rounds")
        found = []
        for number in range(max(self.rounds, len(self.houses))):
            game = self.houses[number % len(self.houses)]
            seats = sorted(
                chance.sample(range(1, game.max_seats + 1), min(game.max_seats, chance.choice((1, 1, 2, 3))))
            )
            one = self.play(game, {seat: stakes(game, chance) for seat in seats}, chance)
            found += [one] if one is not None else []
        return tuple(found)

    def play(self, game: Game, bets: Bets, chance: Random) -> WorldRound | None:
        """A round from a fresh shuffle; None if it crashed."""
        shoe = Shoe.fresh(game.deck, SeededSource(f"{self.seed} {chance.random()}"))
        answers: list[Answer] = []
        try:
            round_ = Round(game, bets)
            while round_.need is not None:
                answers.append(next_answer(round_, shoe, chance))
                round_.give(answers[-1])
        except Exception as error:  # noqa: BLE001 (whatever a script of somebody's does, the other checks go on)
            self.crashes.append(Crash(f"{where(error)} in the round: {story(game, bets, answers)}", error))
            return None
        return WorldRound(game, bets, tuple(answers), round_)


def next_answer(round_: Round, shoe: Shoe, chance: Random) -> Answer:
    """What a table would answer now: the next cards, the truth of a peek, some player's legal move."""
    need = round_.need
    if isinstance(need, Deal):
        return shoe.deal(need.count)
    if isinstance(need, Peek):
        if need.answer is None:
            raise Fault(f"it can't be said what the dealer sees ({need.question}), though every card is known")
        return need.answer
    assert isinstance(need, Ask)
    return some_act(chance.choice(need.turns), chance)


def some_act(turn: Turn, chance: Random) -> Act:
    """A legal move of a turn."""
    move = chance.choice(turn.moves)
    return Act(turn.seat, turn.hand, move.name, some_value(move, chance))


def some_value(move: Move, chance: Random) -> Any:
    """What a move carries: an amount between its bounds, one of the ways to lay cards out, or nothing."""
    if isinstance(move, Amount):
        between = move.low + move.step * chance.randint(0, (move.high - move.low) // move.step)
        return chance.choice((move.low, move.high, between))
    return None if isinstance(move, Choice) else chance.choice(move.ways)


def stakes(game: Game, chance: Random) -> dict[str, int]:
    """Legal bets of one seat."""
    for _ in range(TRIES):
        bets = _some_stakes(game, chance)
        try:
            game.open({1: bets})
        except Illegal:
            continue
        return bets
    raise Fault(f"no legal bets were found at {game.title}, with the house {game.house}")


def _some_stakes(game: Game, chance: Random) -> dict[str, int]:
    bets: dict[str, int] = {}
    for wager in game.wagers:
        if wager.placed != "before" or not (wager.required or chance.random() < 0.6):
            continue
        low, high = game.limits(wager.name)
        cents = game.fixed_stake(wager) or max(low, 50 * chance.randint(1, 40))
        cents = bets.get(wager.equals or "", cents)
        cents = max(cents, bets.get(wager.at_least or "", 0))
        bets[wager.name] = cents if high is None else min(cents, high)
    return bets


# Looking at rounds


def hands(round_: Round) -> Iterator[Hand]:
    """Every hand on the felt."""
    yield from round_.table.hands()


def dealt(round_: Round) -> Counter[int]:
    """The cards that were dealt."""
    return Counter(card for event in round_.events if isinstance(event, CardsDealt) for card in event.cards)


def hidden(round_: Round, viewer: set[int]) -> list[tuple[int, int]]:
    """(deal, place) of every dealt card that lies face down for the viewer now."""
    deals = [(at, event) for at, event in enumerate(round_.events) if isinstance(event, CardsDealt)]
    shown = [(at, event.seat, event.hand) for at, event in enumerate(round_.events) if isinstance(event, CardsShown)]
    turned = [(at, event) for at, event in enumerate(round_.events) if isinstance(event, CardsTurned)]
    found, lies = [], Counter[tuple[int, int]]()
    for number, (at, event) in enumerate(deals):
        first = lies[event.seat, event.hand]
        lies[event.seat, event.hand] += len(event.cards)
        seen = event.seen_by == "everybody" or (event.seen_by == "owner" and event.seat in viewer)
        if not seen and not any(later > at and (event.seat, event.hand) == (s, h) for later, s, h in shown):
            mine = [e.places for later, e in turned if later > at and (e.seat, e.hand) == (event.seat, event.hand)]
            here = {place for places in mine for place in places}
            found += [(number, place) for place in range(len(event.cards)) if first + place not in here]
    return found


def snapshot(round_: Round) -> tuple[Any, ...]:
    """Everything that a refused answer must leave as it is."""
    table = round_.table
    return (
        list(round_.events),
        round_.need,
        dict(round_.left),
        dict(table.stakes),
        list(table.lines),
        [(hand.seat, hand.number, list(hand.cards), list(hand.seen), hand.status) for hand in hands(round_)],
        list(table.journal),
        round_.voided,
    )


def story(game: Game, bets: Bets, answers: Sequence[Answer]) -> str:
    """Bets and answers in a line."""
    house = {k: v for k, v in game.house.items() if v != game.all_settings()[k].default}
    said = [f"house {house}"] * bool(house)
    said += [f"seat {seat} bets {', '.join(f'{w} {c}' for w, c in placed.items())}" for seat, placed in bets.items()]
    for answer in answers:
        if isinstance(answer, Act):
            value = value_as_text(answer.value)
            hand = f" hand {answer.hand}" * (answer.hand > 1)
            said.append(f"seat {answer.seat}{hand} {answer.move}" + (f" {value}" if value is not None else ""))
        elif isinstance(answer, bool):
            said.append(f"peek {'yes' if answer else 'no'}")
        else:
            said.append(show_cards(answer))
    return "; ".join(said)
