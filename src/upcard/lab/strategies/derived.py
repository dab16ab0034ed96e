"""Words for a hand where a game names none: read off its model, so that rules for a new game can be found and written.

A hand that is compared is spoken of by its strength, as the model's own function has it ("A-K-8-3-2 or better"); the
dealer's upcard by its rank; and a fact that is known at a decision by the name of its function.
"""

import inspect
import random
from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from upcard.cards.card import RANKS, Cards, parse_cards, rank, show
from upcard.cards.evaluators import Atom
from upcard.lab.general.asking import model_of
from upcard.lab.general.hands.deck import Deck, classes
from upcard.lab.general.hands.values import values_of
from upcard.lab.general.rounds.cases import CardFact
from upcard.lab.general.rounds.script import ScriptPlayer, Shape, shape_of
from upcard.rules.features import NOT_THERE, Feature, HandSight, NoSuchValue, flag, rank_place, read_rank, show_rank
from upcard.rules.game import Game
from upcard.rules.model import Model

HAND, UPCARD, MATCHED, CARDS = "hand", "upcard", "matched", "cards"


_known: dict[tuple[type[Game], str], tuple[Feature, ...]] = {}


def derived(game: Game) -> tuple[Feature, ...]:
    """What can be said of a hand of a modelled game."""
    key = type(game), game.digest
    if key not in _known:
        _known[key] = _derived(game)
    return _known[key]


def _derived(game: Game) -> tuple[Feature, ...]:
    model, deck = model_of(game), Deck.of(game.deck)
    if model is None:
        return ()
    shape = shape_of(ScriptPlayer(game), random.Random(f"{game.digest} words"))
    found: list[Feature] = []
    own = {spot for spot in shape.seen[: shape.last] if spot[0] == "player"}
    if model.strength is not None and deck is not None and deck.copies == 1 and own == set(shape.whole(model.player)):
        found.append(_strength(model.strength, deck, len(own)))
    if any(place == "dealer" for place, _ in shape.seen[: shape.last]):
        found.append(Feature(UPCARD, "the rank of the dealer's upcard", _upcard, read_rank, show_rank))
        found.append(flag(MATCHED, "one of your cards has the rank of the upcard", _matched))
    found += _facts(game, model, shape)
    if len(shape.stages) > 1:
        found.append(Feature(CARDS, "how many cards you see", _seen))
    return tuple(found)


def _upcard(_: Game, sight: HandSight) -> int:
    return rank_place(sight.up[0]) if sight.up else NOT_THERE


def _matched(_: Game, sight: HandSight) -> bool:
    return bool(sight.up) and rank(sight.up[0]) in {rank(card) for card in sight.hand}


def _seen(_: Game, sight: HandSight) -> int:
    return len(sight.hand) + len(sight.up) + len(sight.board)


def mixed(ranks: Sequence[int]) -> Cards:
    """Cards of these ranks that are no flush: suit after suit."""
    return tuple(4 * one + at % 4 for at, one in enumerate(sorted(ranks, reverse=True)))


def _strength(atom: Atom, deck: Deck, size: int) -> Feature:
    """How strong a hand is, counted from 1, and written by the ranks of a hand of that strength."""
    known = values_of(atom, size, deck)
    ranked = known.values

    def place(cards: Cards) -> int:
        return bisect_right(ranked, atom(cards))

    @lru_cache(maxsize=1)
    def examples() -> dict[int, Cards]:
        kinds, first = classes(deck, size), {}
        for at in range(len(known.codes)):
            code = int(known.codes[at])
            if kinds.stabilisers[at] and code not in first:
                first[code] = kinds.hand(at)
        return first

    def number(_: Game, sight: HandSight) -> int:
        return place(sight.hand) if len(sight.hand) == size else NOT_THERE

    def written(value: int) -> str:
        if not 1 <= value <= len(ranked):
            return "none"
        cards = examples()[value - 1]
        ranks = [rank(card) for card in cards]
        ordered = sorted(ranks, key=lambda one: (-ranks.count(one), -one))
        plain = "-".join(RANKS[one] for one in ordered)
        try:
            return plain if place(mixed(ranks)) == value else show(cards).replace(" ", "-")
        except (KeyError, ValueError):
            return show(cards).replace(" ", "-")

    def read(text: str) -> int:
        marks = text.split("-")
        if len(marks) != size:
            raise NoSuchValue(f"{text!r} is no hand; write {size} ranks with - between, or {size} cards")
        if all(len(mark) == 1 for mark in marks):
            return place(mixed([read_rank(mark) - 2 for mark in marks]))
        return place(tuple(parse_cards(" ".join(marks))))

    return Feature(HAND, "your cards, by what they are worth against the dealer's", number, read, written)


def _facts(game: Game, model: Model, shape: Shape) -> list[Feature]:
    """Facts of the player's own cards that are whole numbers and known at the last decision."""
    found: list[Feature] = []
    seen = set(shape.seen[: shape.last])
    dealt = ScriptPlayer(game).at_random(random.Random(game.digest)).cards
    for reads in model.facts:
        fact = CardFact.of(reads, shape)
        name = getattr(reads.atom, "__name__", "")
        own = all(place == "player" for place, _ in fact.spots)
        plain = len(fact.arguments) == 1 and fact.spots <= seen and own and name.isidentifier()
        if plain and isinstance(fact.value(dealt), int):
            found.append(_fact(name.replace("_", "-"), fact))
    return found


def _fact(name: str, fact: CardFact) -> Feature:
    at = [place for _, place in fact.arguments[0]]
    said = (inspect.getdoc(fact.atom) or name).splitlines()[0]

    def number(_: Game, sight: HandSight) -> int:
        if len(sight.hand) <= max(at):
            return NOT_THERE
        value = fact.atom(tuple(sight.hand[one] for one in at))
        assert isinstance(value, int)
        return value

    def read(text: str) -> int:
        if not text.removeprefix("-").isdecimal():
            raise NoSuchValue(f"{text!r} is no whole number")
        return int(text)

    return Feature(name, said.rstrip("."), number, read)
