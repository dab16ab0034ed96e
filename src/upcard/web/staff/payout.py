"""The payout helper: a hand settled from tapped cards, one question at a time.

A round asks for what it needs (cards, a move, a look at the hole card), whatever the game; the dealer taps the answer.
It is the same round that plays and settles everywhere else, with nobody's money on it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.cards.card import CardError, Cards, parse_cards
from upcard.rounds.moves import ValueFault, read_value
from upcard.rounds.record import FACE_DOWN, line_to_json
from upcard.rounds.round import Round
from upcard.rounds.view import move_to_json, view
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Ask, Deal, MoveValue, Peek, Show
from upcard.web.edge.problems import Refusal
from upcard.web.live.words import label, line_text

SEAT = 1
Json = dict[str, Any]


def step(game: Game, wagers: Mapping[str, int], answers: Sequence[Sequence[Any]]) -> Json:
    """What the hand needs next, how it lies, and what is settled."""
    played = Round(game, {SEAT: dict(wagers)})
    for answer in answers:
        _give(played, answer)
    _look(played)
    lines = [
        {
            **line_to_json(line),
            "title": game.wager(line.wager).title,
            "label": label(line.outcome, line.pays),
            "text": line_text(game, line, None if line.claims else 0),
            "percent": sum(claim.percent for claim in line.claims if claim.seat == SEAT),
        }
        for line in played.lines
    ]
    return {
        "need": _need(played),
        "view": view(played, {SEAT}),
        "lines": lines,
        "staked": played.staked()[SEAT],
        "returned": sum(line.returned for line in played.lines),
        "wagers": offered(game),
    }


def offered(game: Game) -> list[Json]:
    """The wagers that lie on a seat before the deal."""
    return [
        {
            "wager": wager.name,
            "title": wager.title,
            "side": wager.side,
            "fixed": game.fixed_stake(wager),
            "equals": wager.equals,
        }
        for wager in game.wagers
        if wager.placed == "before"
    ]


def _look(played: Round) -> None:
    """A look at a hole card that is known needs nobody's answer."""
    while type(played.need) is Peek and played.need.answer is not None:
        played.peeked(played.need.answer)


def _give(played: Round, answer: Sequence[Any]) -> None:
    _look(played)
    if not answer or answer[0] not in {"cards", "act", "peek"}:
        raise Refusal(
            "invalid", f'an answer reads ["cards", "7s 7h"], ["act", 1, "hit", null] or ["peek", false], not {answer!r}'
        )
    kind, *rest = answer
    if kind == "cards" and len(rest) == 1 and isinstance(rest[0], str):
        played.give(_cards(rest[0]))
    elif kind == "act" and len(rest) == 3 and type(rest[0]) is int and isinstance(rest[1], str):
        played.give(Act(SEAT, rest[0], rest[1], _value(rest[2])))
    elif kind == "peek" and len(rest) == 1 and isinstance(rest[0], bool):
        played.give(rest[0])
    else:
        raise Refusal("invalid", f"{answer!r} can't be read as an answer")


def _cards(text: str) -> Cards:
    found: list[int] = []
    try:
        for token in text.split():
            found += [UNKNOWN] if token == FACE_DOWN else parse_cards(token)
    except CardError as error:
        raise Refusal("invalid", str(error)) from None
    return tuple(found)


def _value(written: object) -> MoveValue:
    try:
        return read_value(written)
    except ValueFault as fault:
        raise Refusal("invalid", f"a move's value is cents, or the cards of each hand: {fault}") from None


def _need(played: Round) -> Json | None:
    need = played.need
    if need is None:
        return None
    if isinstance(need, Ask):
        turn = need.turns[0]
        return {"need": "move", "hand": turn.hand, "moves": [move_to_json(move) for move in turn.moves]}
    return asked(need)


def asked(need: Deal | Peek | Show) -> Json:
    """What a round asks of the dealer: a look at the hole card, or cards, dealt or turned over."""
    if isinstance(need, Peek):
        return {"need": "peek", "question": need.question, "rule": need.rule}
    return {
        "need": "cards",
        "seat": need.seat,
        "hand": need.hand,
        "count": need.count,
        "may_be_unseen": isinstance(need, Deal) and need.seen_by == "nobody",
        "turned_over": isinstance(need, Show),
    }
