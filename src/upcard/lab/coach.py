"""Advice for one turn of a round, from what its player knows: the lab's advice on a hand, for the open moves.

An adviser is asked with the hand and the one card that the dealer shows. One that looks at more has a function
`asked(known)` that says, from the player's `Knowledge`, which options it is asked with: `{"insurance": True}`, or
`{"known": known}` for all of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from upcard.cards.card import Cards, parse_cards, show
from upcard.lab.advice import Rated, advise_hand
from upcard.lab.analysis import LabError
from upcard.lab.registry import part
from upcard.rounds.knowledge import Knowledge
from upcard.rules.game import Game
from upcard.rules.needs import Act


@dataclass(frozen=True, slots=True)
class MoveWorth:
    """What a move is worth: its name, the cards of each hand where it lays them out, and its expectation."""

    move: str
    parts: tuple[Cards, ...]
    ev: Fraction
    amount: int | None = None
    """In cents, where the move has a measure."""
    se: float | None = None
    """The standard error, where it is estimated."""


def worth_of_moves(game: Game, known: Knowledge) -> tuple[str, list[MoveWorth]]:
    """The unit, and every open move of a player's hand with its exact expectation, best first."""
    hands, hand, up = [laid.seen for laid in known.own], known.hand, known.dealer
    moves = {move.name for move in known.moves}
    measured = {move.name for move in known.moves if move.low != move.high}
    asked = getattr(part(game, "adviser"), "asked", None)
    options = asked(known) if asked else {}
    if (len(up) > 1 or known.board) and "known" not in options:
        lie = f"{show((*up, *known.board))} {'lie' if len((*up, *known.board)) > 1 else 'lies'} open"
        raise LabError(f"the lab's advice on {game.title} counts one card of the dealer's and no other, and {lie}")
    whole, laid = _as_dealt(game, hands)
    advice = advise_hand(game, whole if laid else hands[hand - 1], up[0] if up else None, **options)
    found: dict[tuple[str, tuple[Cards, ...], int | None], Rated] = {}
    for choice in advice.choices:
        step = _next_step(choice, hands, hand, laid=laid)
        if step is not None and step[0] in moves:
            amounts = [part for part in choice.action if isinstance(part, int)]
            key = (*step, amounts[0] if amounts and step[0] in measured else None)
            if key not in found or choice.ev > found[key].ev:
                found[key] = choice
    if not found:
        raise LabError(f"the lab has no advice on {show(hands[hand - 1])} with the moves {', '.join(sorted(moves))}")
    worths = [MoveWorth(move, parts, choice.ev, amount, choice.se) for (move, parts, amount), choice in found.items()]
    return advice.unit, sorted(worths, key=lambda worth: -worth.ev)


def in_terminal(game: Game, known: Knowledge) -> list[str] | None:
    """The options of `upcard advise` that ask for the same turn; None where they can't say it."""
    asked = getattr(part(game, "adviser"), "asked", None)
    options = asked(known) if asked else {}
    hands = [laid.seen for laid in known.own]
    whole, laid = _as_dealt(game, hands)
    said = ["--hand", show(whole if laid else hands[known.hand - 1])]
    if known.dealer:
        said += ["--up", show(known.dealer)]
    if "known" not in options:
        return said + [f"--{name}" for name, is_so in options.items() if is_so]
    made = _made(game, known)
    if made is None or len(hands) > 1:
        return None
    if known.board:
        said += ["--board", show(known.board)]
    return said + [word for move in made for word in ("--made", move)]


def _made(game: Game, known: Knowledge) -> list[str] | None:
    """The moves that the player has made, with amounts as for one unit of a dollar; None where they are no words."""
    unit = next((bet.cents for bet in known.bets if bet.wager == game.main_wager.name and bet.seat == known.seat), 0)
    said = []
    for answer in known.told:
        if not isinstance(answer, Act) or answer.seat != known.seat:
            continue
        if answer.value is None:
            said.append(answer.move)
        elif isinstance(answer.value, int) and unit and answer.value * 100 % unit == 0:
            said.append(f"{answer.move} {answer.value * 100 // unit}")
        else:
            return None
    return said


def _as_dealt(game: Game, hands: Sequence[Cards]) -> tuple[Cards, bool]:
    """The cards that a seat was dealt, and whether it has laid all of them out in several hands since."""
    whole = tuple(card for cards in hands for card in cards)
    return whole, len(hands) > 1 and len(whole) == game.hand_size


def _next_step(choice: Rated, hands: Sequence[Cards], hand: int, *, laid: bool) -> tuple[str, tuple[Cards, ...]] | None:
    """The move that a choice makes now; None where it belongs to another way of laying the cards."""
    name, *rest = choice.action
    parts = tuple(parse_cards(part) for part in rest if isinstance(part, str))
    if not laid:
        return str(name), parts
    if len(parts) != len(hands):
        return None
    # The lab may name the two hands the other way round: each of its hands is found by its cards.
    places = {frozenset(part): number for number, part in enumerate(parts, 1)}
    theirs = places.get(frozenset(hands[hand - 1]))
    if theirs is None or any(frozenset(cards) not in places for cards in hands):
        return None
    follows = next((move for move in choice.then if move[1:] == (theirs,)), None)
    return (str(follows[0]), ()) if follows else None
