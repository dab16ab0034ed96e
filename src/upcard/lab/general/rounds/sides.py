"""Side bets that one fact decides, whatever the game around them is: counted over every set of cards that it reads."""

import random
from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.hands import index_kernels as index
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.general.hands.known import KnownCards, laid
from upcard.lab.general.hands.values import values_of
from upcard.lab.general.rounds.cases import CardFact, LineKey, line_key, said
from upcard.lab.general.rounds.script import PlayedRound, ScriptPlayer, Shape, Spot
from upcard.lab.general.rounds.sets import Asking, asked_about, deal_of, one_by_one
from upcard.lab.kernels import Progress
from upcard.rules.model import Reads

ROUNDS = 80

Deal = Mapping[Spot, int]
Counted = dict[Any, tuple[int, list[Deal]]]
"""How often every value of a fact comes, with a few deals of each."""


def side_counts(
    player: ScriptPlayer, shape: Shape, wager: str, reads: Reads, draw: random.Random, progress: Progress
) -> Counter[LineKey | None]:
    """How often every line of a side bet is written; None: none is."""
    fact = CardFact.of(reads, shape)
    progress(f"{wager}: counting what {fact.name} says of {len(fact.spots)} cards")
    counted = _counted(player, wager, fact, draw, progress)
    lines: dict[object, LineKey | None] = {}
    found: Counter[LineKey | None] = Counter()
    for value, (often, deals) in counted.items():
        for deal in deals:
            cards = laid(deal, player.game.deck, draw)
            for played in player.every(cards, draw):
                line = _line(played, wager)
                if lines.setdefault(value, line) != line:
                    raise _lie(player, wager, value, played)
        found[lines[value]] += often
    for _ in range(ROUNDS):
        played = player.at_random(draw)
        if all(place in played.cards and at < len(played.cards[place]) for place, at in fact.spots):
            value = fact.value(played.cards)
            if value not in lines or lines[value] != _line(played, wager):
                raise _lie(player, wager, value, played)
    return found


def _line(played: PlayedRound, wager: str) -> LineKey | None:
    found = [line_key(line) for line in played.lines if line.wager == wager]
    if len(found) > 1:
        raise LabError(f"{wager} is settled more than once in a round; a side bet with a fact of its own has one line")
    return found[0] if found else None


def _lie(player: ScriptPlayer, wager: str, value: object, played: PlayedRound) -> LabError:
    return LabError(
        f"{wager} of {player.game.title} depends on more than the fact that the model gives for it: with "
        f"{said(played.cards)} the fact is {value!r}, and the script settles it otherwise than with other cards or "
        "moves of that fact. Where a decision matters, the fact belongs among the model's facts"
    )


def _counted(player: ScriptPlayer, wager: str, fact: CardFact, draw: random.Random, progress: Progress) -> Counted:
    """How often every value comes, with a few deals of each."""
    counted: Counted = {}
    deck = Deck.of(player.game.deck)
    size = len(fact.spots)
    apart = sum(map(len, fact.arguments)) == size
    if not apart and (deck is None or not fact.alike):
        raise LabError(f"the fact of {wager} reads a card twice, and then the suits have to be alike")
    if apart and one_by_one(fact, deck):
        asking = Asking.of(player.game, fact)
        for value, said_ in asked_about(player.game, wager, fact, progress).items():
            counted[value] = (said_.often, [deal_of(asking, fact, one, player.game.deck, draw) for one in said_.sets])
        return counted
    assert deck is not None
    if len(fact.arguments) == 1 and deck.copies == 1 and size <= index.MOST:
        kinds, spots = classes(deck, size), fact.arguments[0]
        found = values_of(fact.atom, size, deck, progress)
        weights = kinds.weights
        for code, value in enumerate(found.values):
            places = np.flatnonzero((found.codes == code) & (weights > 0))
            some = {int(places[0]), int(places[-1]), int(draw.choice(places))}
            deals: list[Deal] = [dict(zip(spots, _mixed(kinds.hand(place), deck, draw), strict=True)) for place in some]
            counted[value] = (int(weights[places].sum()), deals)
        return counted
    spots = tuple(spot for argument in fact.arguments for spot in argument)
    try:
        known = KnownCards(deck, tuple(dict.fromkeys(spots)), [fact], progress)
        codes, values = known.says(fact, size)
    except LabError as too_many:
        hint = 'if its function looks at ranks alone, say so: Reads(…, suits="ignored")'
        raise LabError(f"the side bet {wager}: {too_many}; {hint}") from too_many
    often = known.spread()
    for code, value in enumerate(values):
        places = np.flatnonzero(codes == code)
        if len(places):
            some = {int(places[0]), int(places[-1]), int(draw.choice(places))}
            deals = list[Deal]([known.cards(size, place, draw) for place in some])
            counted[value] = (int(often[places].sum()), deals)
    return counted


def _mixed(hand: Cards, deck: Deck, draw: random.Random) -> list[int]:
    """The same hand in other names of the suits and another order."""
    names = dict(zip(deck.suits, draw.sample(deck.suits, len(deck.suits)), strict=True))
    cards = [card & ~3 | names[card & 3] for card in hand]
    draw.shuffle(cards)
    return cards
