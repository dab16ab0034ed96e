"""Advice for one turn of a round, from what its player sees: the lab's advice on a hand, for the open moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.cards.card import Cards, parse_cards, show
from upcard.lab.advice import Choice, advise_hand
from upcard.lab.analysis import LabError
from upcard.rules.game import Game


@dataclass(frozen=True, slots=True)
class Worth:
    """What a move is worth: its name, the cards of each hand where it lays them out, and its expectation."""

    move: str
    parts: tuple[Cards, ...]
    ev: Fraction


def worth_of_moves(
    game: Game, hands: Sequence[Cards], hand: int, up: Cards, moves: Sequence[str]
) -> tuple[str, list[Worth]]:
    """The unit, and every open move of a seat's hand (counted from 1) with its exact expectation, best first.

    `hands` are the seat's hands as they lie, `up` the dealer's cards that everybody sees.
    """
    whole, laid = _as_dealt(game, hands)
    advice = advise_hand(game, whole if laid else hands[hand - 1], up[0] if up else None, **_options(game, moves))
    found: dict[tuple[str, tuple[Cards, ...]], Fraction] = {}
    for choice in advice.choices:
        key = _next_step(choice, hands, hand, laid=laid)
        if key is not None and key[0] in moves:
            found[key] = max(choice.ev, found.get(key, choice.ev))
    if not found:
        raise LabError(f"the lab has no advice on {show(hands[hand - 1])} with the moves {', '.join(moves)}")
    worths = [Worth(move, parts, ev) for (move, parts), ev in found.items()]
    return advice.unit, sorted(worths, key=lambda worth: -worth.ev)


def _as_dealt(game: Game, hands: Sequence[Cards]) -> tuple[Cards, bool]:
    """The cards that a seat was dealt, and whether it has laid all of them out in several hands since."""
    whole = tuple(card for cards in hands for card in cards)
    return whole, len(hands) > 1 and len(whole) == game.hand_size


def _next_step(
    choice: Choice, hands: Sequence[Cards], hand: int, *, laid: bool
) -> tuple[str, tuple[Cards, ...]] | None:
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


def _options(game: Game, moves: Sequence[str]) -> Mapping[str, Any]:
    """What an adviser has to be told beside the cards."""
    return {"insurance": True} if game.name == "blackjack" and "no-insurance" in moves else {}
