"""Which hands are played otherwise: after a change of the rules, or by a short list of rules against the best play.

The same cards are dealt to both, under two variants of a game or twice under one, and each plays them its own way.

The rates of the decisions say by how much; this says with which hands. Cards are dealt by a seed, so that whoever asks
again sees the same ones, and every hand that is found can be laid out and looked at move by move.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from upcard.cards.card import show, text
from upcard.cards.shuffle import SeededSource, Source, shuffled
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.moves import value_as_cards
from upcard.rounds.round import Round
from upcard.rules.events import CardsDealt
from upcard.rules.game import Game
from upcard.rules.needs import DEALER, Act, Ask, Deal, Peek, Turn

if TYPE_CHECKING:
    from upcard.lab.strategies.plan import Plan

Json = dict[str, Any]
Key = tuple[str, str, str, str]

SHOWN = 40
"""Kinds of hands that are told; what comes oftener comes first."""
STEP = 50
"""Rounds between two words on how far it is."""
SEED = "which decisions"


@dataclass(frozen=True, slots=True)
class Moved:
    """A turn that is played otherwise now."""

    knows: Knowledge
    cards: tuple[int, ...]
    """The player's, in the order in which they were dealt."""
    label: str
    """What the hand is called."""
    up: str
    """What lies open of the dealer's."""
    before: Act
    after: Act
    path: tuple[Act, ...]
    """The moves of the round before it."""

    @property
    def key(self) -> Key:
        """Hands that are told as one kind."""
        return self.label, self.up, self.before.move, self.after.move

    def to_json(self) -> Json:
        """An example of its kind, as it can be laid out in any hand."""
        return {
            "player": show(self.cards),
            "dealer": show(self.knows.dealer),
            "board": show(self.knows.board),
            "path": [_said(act) for act in self.path],
            "before": _said(self.before),
            "after": _said(self.after),
        }


def _said(act: Act) -> Json:
    # An amount is one of the units that are played with here; in any hand the whole of it is meant.
    value = None if isinstance(act.value, int) else value_as_cards(act.value)
    return {"hand": act.hand, "move": act.move, "value": value}


def changes(tell: Callable[[Json], None], after: Game, before: Game, rounds: int) -> Json:
    """Deals so many rounds under both and tells which hands are played otherwise; stopped, it tells what it has."""
    return _compare(tell, (Side(before, _best(before)), Side(after, _best(after))), rounds)


def errors(tell: Callable[[Json], None], game: Game, plan: "Plan", rounds: int) -> Json:
    """Deals so many rounds and tells the hands that a list of rules plays otherwise than the best play."""
    from upcard.lab.strategies.playing import Written

    written, choices = Written(plan), SeededSource(SEED)
    by_list = Side(game, lambda played, turn: written.act(played, turn, choices))
    return _compare(tell, (by_list, Side(game, _best(game))), rounds)


@dataclass(frozen=True, slots=True)
class Side:
    """A game, and how somebody plays it."""

    game: Game
    act: Callable[[Round, Turn], Act]


def _best(game: Game) -> Callable[[Round, Turn], Act]:
    from upcard.lab.simulation.players import player

    return player(game, SeededSource(SEED)).best


def _compare(tell: Callable[[Json], None], sides: tuple[Side, Side], rounds: int) -> Json:
    draw, done, stopped = SeededSource(SEED), 0, False
    often, first = Counter[Key](), dict[Key, Moved]()
    try:
        while done < rounds:
            moved = _dealt(sides, draw)
            done += 1
            if moved is not None:
                often[moved.key] += 1
                first.setdefault(moved.key, moved)
            if done % STEP == 0:
                tell({"words": f"{done:,} of {rounds:,} rounds dealt", "rounds": done, "of": rounds})
    except KeyboardInterrupt:
        stopped = True
    kinds = [
        {"label": key[0], "up": key[1], "rounds": count, "example": first[key].to_json()}
        for key, count in often.most_common(SHOWN)
    ]
    return {
        "rounds": done,
        "otherwise": often.total(),
        "kinds": kinds,
        "more": max(0, len(often) - SHOWN),
        "stopped": stopped,
    }


def _dealt(sides: tuple[Side, Side], draw: Source) -> Moved | None:
    """One deal to both, as far as both play it alike."""
    from upcard.lab.general.rounds.script import SEAT, unit_bets

    pair = [Round(side.game, {SEAT: unit_bets(side.game)}) for side in sides]
    # A card that one of the two shoes does not have would be none of its game's: the smaller shoe is dealt from.
    deck = list(shuffled(min((side.game.deck for side in sides), key=len), draw))
    path: list[Act] = []
    while (need := pair[0].need) is not None:
        other = pair[1].need
        if type(need) is not type(other):
            return None
        if isinstance(need, Deal):
            if other != need:
                return None
            cards = [deck.pop() for _ in range(need.count)]
            for played in pair:
                played.deal(cards)
        elif isinstance(need, Ask):
            assert isinstance(other, Ask)
            turns = (need.turns[0], other.turns[0])
            acts = [side.act(played, turn) for side, played, turn in zip(sides, pair, turns, strict=True)]
            if acts[0] != acts[1]:
                return _moved(pair[1], other.turns[0], acts, path)
            path.append(acts[0])
            for played, act in zip(pair, acts, strict=True):
                played.act(act)
        else:
            assert isinstance(need, Peek)
            assert isinstance(other, Peek)
            assert need.answer is not None
            for played in pair:
                played.peeked(need.answer)
    return None


def _moved(played: Round, turn: Turn, acts: list[Act], path: list[Act]) -> Moved:
    knows = Knowledge.of(played, turn.seat, turn.hand)
    hands = {(laid.seat, laid.number): laid for laid in played.table.hands()}
    label = played.game.label(hands[turn.seat, turn.hand], knows.cards)
    up = ""
    if knows.dealer:
        up = played.game.label(hands[DEALER, 1], knows.dealer) or text(knows.dealer[0])[0]
    dealt = [event for event in played.events if isinstance(event, CardsDealt) and event.seat == turn.seat]
    cards = tuple(card for event in dealt if event.seen_by != "nobody" for card in event.cards)
    return Moved(knows, cards, label, up, acts[0], acts[1], tuple(path))
