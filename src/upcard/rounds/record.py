"""The record of a round: its events as JSON, with the rules they were played under, and the replay that proves them.

The record keeps the cards as they were dealt (a seed would break with the next version), the settings and pay tables in
full, and the digest of the rules. Replaying it gives the same events to the cent, or says where it differs.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from types import MappingProxyType
from typing import Any

from upcard.cards.card import parse_card, parse_cards, text
from upcard.rounds.moves import read_value, value_as_text
from upcard.rounds.round import Round
from upcard.rules import events as happened
from upcard.rules.awards import Claim
from upcard.rules.events import (
    Acted,
    CardsDealt,
    CardsShown,
    CardsTurned,
    Event,
    Line,
    Peeked,
    RoundOpened,
    RoundVoided,
)
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Answer, Ask, Deal, Peek, Show
from upcard.rules.registry import game as find_game

FORMAT = 1

FACE_DOWN = "??"
"""How a card is written that nobody has read, or that the reader may not see."""

_KINDS: Mapping[str, type[Any]] = MappingProxyType(
    {
        "round-opened": happened.RoundOpened,
        "cards-dealt": happened.CardsDealt,
        "acted": happened.Acted,
        "stake-placed": happened.StakePlaced,
        "hands-laid": happened.HandsLaid,
        "peeked": happened.Peeked,
        "cards-shown": happened.CardsShown,
        "cards-turned": happened.CardsTurned,
        "wager-settled": happened.WagerSettled,
        "pay-limited": happened.PayLimited,
        "round-ended": happened.RoundEnded,
        "round-voided": happened.RoundVoided,
    }
)
_NAMES = {kind: name for name, kind in _KINDS.items()}
_PARTS = {kind: tuple(field.name for field in fields(kind)) for kind in (*_KINDS.values(), Line, Claim)}
"""The names of what an event, a line or a claim is made of: they are asked for at every card of every table."""


class RecordError(ValueError):
    """A record that can't be read, or that does not replay to itself."""


# Events


def show_cards(cards: Iterable[int]) -> str:
    """Cards as the record writes them, with ?? for one that nobody has read."""
    return " ".join(FACE_DOWN if card == UNKNOWN else text(card) for card in cards)


def read_cards(written: str) -> tuple[int, ...]:
    """The cards that `show_cards` wrote."""
    return tuple(UNKNOWN if card == FACE_DOWN else parse_card(card) for card in written.split())


def line_to_json(line: Line) -> dict[str, Any]:
    """A settled line."""
    written = {name: getattr(line, name) for name in _PARTS[Line]}
    written["claims"] = [{name: getattr(claim, name) for name in _PARTS[Claim]} for claim in line.claims]
    return written


def line_from_json(written: Mapping[str, Any]) -> Line:
    """Reads a settled line."""
    return Line(**{**written, "claims": tuple(Claim(**claim) for claim in written["claims"])})


def event_to_json(event: Event) -> dict[str, Any]:
    """One event."""
    written: dict[str, Any] = {"event": _NAMES[type(event)]}
    for name in _PARTS[type(event)]:
        value = getattr(event, name)
        if name == "cards":
            value = show_cards(value)
        elif name == "hands":
            value = [show_cards(cards) for cards in value]
        elif name == "places":
            value = list(value)
        elif name == "value":
            value = value_as_text(value)
        elif name == "line":
            value = line_to_json(value)
        elif name in {"bets", "players", "refunds"}:
            value = {str(seat): dict(v) if isinstance(v, Mapping) else v for seat, v in value.items()}
        written[name] = value
    return written


def event_from_json(written: Mapping[str, Any]) -> Event:
    """Reads one event."""
    try:
        kind = _KINDS[written["event"]]
        values = {name: _field_from_json(name, written[name]) for name in _PARTS[kind]}
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        raise RecordError(f"{written!r} is no event of a round: {error!r}") from error
    event: Event = kind(**values)
    return event


def _field_from_json(name: str, written: Any) -> Any:
    if name == "cards":
        return read_cards(written)
    if name == "hands":
        return tuple(read_cards(cards) for cards in written)
    if name == "places":
        return tuple(written)
    if name == "value":
        return read_value(written)
    if name == "line":
        return line_from_json(written)
    if name in {"bets", "players", "refunds"}:
        return {int(seat): value for seat, value in written.items()}
    return written


# Rules


def game_to_json(game: Game) -> dict[str, Any]:
    """The rules a round is played under, in full."""
    written: dict[str, Any] = {
        "game": game.name,
        "house": dict(game.house),
        "pays": {
            table: {"name": pays.name, "source": pays.source, "pays": pays.texts()}
            for table, pays in game.tables.items()
        },
    }
    if game.deck != tuple(game.deck_cards()):
        written["deck"] = show_cards(game.deck)
    return written


def game_from_json(written: Mapping[str, Any]) -> Game:
    """The rules that `game_to_json` wrote."""
    kind = find_game(written["game"])
    return kind(written["house"], written["pays"], parse_cards(written["deck"]) if "deck" in written else None)


# Rounds


def round_to_json(round_: Round) -> dict[str, Any]:
    """A whole round: rules and events."""
    return {"format": FORMAT, **game_to_json(round_.game), "events": [event_to_json(e) for e in round_.events]}


def round_from_json(written: Any) -> Round:
    """Reads a record and replays it."""
    if not isinstance(written, Mapping) or written.get("format") != FORMAT:
        raise RecordError(f"this is no record of a round in format {FORMAT}")
    missing = [key for key in ("game", "house", "pays", "events") if key not in written]
    if missing:
        raise RecordError(f"the record has no {', '.join(missing)}")
    try:
        return replay(game_from_json(written), [event_from_json(event) for event in written["events"]])
    except (AttributeError, KeyError, TypeError) as error:  # JSON of another shape than `round_to_json` writes
        raise RecordError(f"the record is damaged: {error!r}") from error


def replay(game: Game, events: Sequence[Event]) -> Round:
    """Plays the recorded answers again; a `RecordError` names the first event that comes out otherwise."""
    if not events or not isinstance(events[0], RoundOpened):
        raise RecordError("the record does not begin with the opening of a round")
    opened = events[0]
    if opened.digest != game.digest:
        raise RecordError(f"the round was played under the rules {opened.digest[:12]}, not {game.digest[:12]}")
    round_ = Round(game, opened.bets, opened.players)
    for event in events:
        if round_.need is None:
            break
        if isinstance(event, RoundVoided):
            round_.void(event.reason)
        elif (answer := _answer(event, round_)) is not None:
            if type(round_.need) is not _ANSWERS[type(event)]:
                waits, has = type(round_.need).__name__, event_to_json(event)
                raise RecordError(f"the round waits for {waits}, and the record has {has}")
            round_.give(answer)
    # The software may be newer than the record; what happened may not differ.
    for at, (was, now) in enumerate(zip(events[1:], round_.events[1:], strict=False), 1):
        if was != now:
            raise RecordError(f"event {at + 1} was {event_to_json(was)}, and replays as {event_to_json(now)}")
    if len(events) != len(round_.events):
        raise RecordError(f"the record has {len(events)} events; its replay has {len(round_.events)}")
    return round_


_ANSWERS: Mapping[type, type] = MappingProxyType(
    {CardsDealt: Deal, Acted: Ask, Peeked: Peek, CardsShown: Show, CardsTurned: Show}
)
"""The events that tell an answer, and the need it answers."""


def _answer(event: Event, round_: Round) -> Answer | None:
    """What a round was told, if an event tells it; cards that the table knew were turned over by the script itself."""
    match event:
        case CardsDealt():
            return event.cards
        case Acted():
            return Act(event.seat, event.hand, event.move, event.value)
        case Peeked():
            return event.answer
        case CardsShown() if isinstance(round_.need, Show):
            lay = round_.table.hand(event.seat, event.hand).cards
            return tuple([new for old, new in zip(lay, event.cards, strict=True) if old == UNKNOWN])
        case CardsTurned() if isinstance(round_.need, Show):
            lay = round_.table.hand(event.seat, event.hand).cards
            turned = zip(event.places, event.cards, strict=True)
            return tuple([card for place, card in turned if lay[place] == UNKNOWN])
    return None
