"""Hidden cards stay hidden: a viewer can't tell two rounds apart that differ only in cards he does not see."""

import json
from random import Random

from upcard.cards.card import text
from upcard.rounds.knowledge import face_down
from upcard.rounds.round import Round
from upcard.rounds.view import seen_events, view
from upcard.rules.events import CardsDealt
from upcard.rules.needs import Answer, Illegal
from upcard.workshop.verdict import Fault
from upcard.workshop.world import World, WorldRound, hands, hidden


def hidden_cards(world: World) -> str:
    """No view, label, move or event tells a card that lies face down for the viewer."""
    chance = world.chance("hidden")
    compared = looked = 0
    for played in world.played:
        viewer = chance.choice([set[int](), *({seat} for seat in played.bets)])
        stops = [stop for stop in range(len(played.answers) + 1) if hidden(played.until(stop), viewer)]
        if not stops:
            continue
        round_ = played.until(chance.choice(stops))
        looked += 1
        _look(round_, viewer, played)
        twin = _twin(round_, viewer, chance)
        if twin is not None:
            compared += 1
            _compare(round_, twin, viewer, played)
    return f"{looked} moments with hidden cards, {compared} of them beside the same with other cards hidden"


def _who(viewer: set[int]) -> str:
    return f"seat {next(iter(viewer))}" if viewer else "somebody who only watches"


def _look(round_: Round, viewer: set[int], played: WorldRound) -> None:
    """In a game of one deck a hidden card's name may stand nowhere in what a viewer is sent."""
    if len(round_.game.deck_counts) != len(round_.game.deck):
        return
    said = json.dumps([view(round_, viewer), seen_events(round_.events, viewer)])
    deals = [event.cards for event in round_.events if isinstance(event, CardsDealt)]
    for deal, place in hidden(round_, viewer):
        name = text(deals[deal][place])
        if any(mark in said for mark in (f'"{name}"', f" {name}", f"{name} ")):
            raise Fault(f"{_who(viewer)} is told of {name}, which lies face down, in the round: {played.story()}")


def _twin(round_: Round, viewer: set[int], chance: Random) -> Round | None:
    """The same round with other cards hidden; None where a peek or another's move gave them away."""
    unseen = hidden(round_, viewer)
    deals = [at for at, answer in enumerate(round_.answers) if isinstance(answer, tuple)]
    lie = [list(answer) for answer in round_.answers if isinstance(answer, tuple)]
    pool = [lie[deal][place] for deal, place in unseen]
    pool += [card for card, count in round_.left.items() for _ in range(count)]
    chance.shuffle(pool)
    for (deal, place), card in zip(unseen, pool, strict=False):
        lie[deal][place] = card
    other: list[Answer] = list(round_.answers)
    for at, answer in zip(deals, lie, strict=True):
        other[at] = tuple(answer)
    try:
        twin = Round(round_.game, {n: seat.bets for n, seat in round_.table.seats.items()}, answers=other)
    except (Illegal, AssertionError):
        return None
    return twin if _masks(twin) == _masks(round_) else None


def _masks(round_: Round) -> list[object]:
    """Which cards lie how: rounds with other masks differ in more than hidden cards."""
    return [(hand.seat, hand.number, tuple(hand.seen)) for hand in hands(round_)]


def _compare(round_: Round, twin: Round, viewer: set[int], played: WorldRound) -> None:
    for what, one, other in (
        ("view", view(round_, viewer), view(twin, viewer)),
        ("events", seen_events(round_.events, viewer), seen_events(twin.events, viewer)),
    ):
        if json.dumps(one) != json.dumps(other):
            told = _difference(one, other)
            if len(round_.lines):
                told += "; what a wager is settled by has to be turned over first (t.show)"
            raise Fault(f"the {what} of {_who(viewer)} depends on hidden cards: {told}, in the round: {played.story()}")


def _difference(one: object, other: object) -> str:
    """Where two views differ, in a word."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one:
            if one[key] != other.get(key):
                return f"{key} " + _difference(one[key], other.get(key))
    if isinstance(one, list) and isinstance(other, list):
        for a, b in zip(one, other, strict=False):
            if a != b:
                return _difference(a, b)
    return f"{one!r:.60} or {other!r:.60}"


def unread(world: World) -> str:
    """A live table's hidden cards, read by nobody until they are turned over, come to the same."""
    looked = 0
    for played in world.played:
        try:
            known = face_down(played.round)
            late = Round(played.game, played.bets, answers=known)
        except Exception as error:
            raise Fault(f"with hidden cards unread: {type(error).__name__}: {error}, in: {played.story()}") from error
        if late.need is not None or list(late.lines) != list(played.round.lines):
            raise Fault(f"with hidden cards read late it comes to something else, in the round: {played.story()}")
        looked += any(-1 in answer for answer in known if isinstance(answer, tuple))
    return f"{looked} rounds whose hidden cards were read late"
