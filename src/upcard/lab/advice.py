"""What to do with a hand: every legal action with its exact expectation, best first, and what each mistake costs."""

import inspect
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, cast

from upcard.cards.card import Cards, distinct, parse_cards, show, text
from upcard.lab.analysis import Json, LabError, fraction
from upcard.lab.registry import part
from upcard.rules import registry
from upcard.rules.game import Game

Move = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Rated:
    """One action as `settle` takes it, with what follows it and its expectation."""

    action: Move
    ev: Fraction
    then: tuple[Move, ...] = ()
    """The moves that go with it: Play or fold for each hand of a split."""
    se: float | None = None
    """The standard error, where the expectation is estimated."""


@dataclass(frozen=True, slots=True)
class Advice:
    """Every action open to a hand, best first."""

    unit: str
    choices: tuple[Rated, ...]

    @property
    def best(self) -> Rated:
        """The action with the highest expectation."""
        return self.choices[0]

    @property
    def exact(self) -> bool:
        """Whether every expectation is the number itself."""
        return all(choice.se is None for choice in self.choices)

    def cost(self, choice: Rated) -> Fraction:
        """What an action gives away against the best."""
        return self.best.ev - choice.ev

    def to_json(self) -> Json:
        """The contract's form."""
        said: list[Json] = []
        for choice in self.choices:
            entry: Json = {"action": list(choice.action)}
            if choice.then:
                entry["then"] = [list(move) for move in choice.then]
            if self.exact:
                said.append(entry | {"ev": fraction(choice.ev), "cost": fraction(self.cost(choice))})
            else:
                said.append(entry | {"ev": float(choice.ev), "cost": float(self.cost(choice)), "se": choice.se})
        return {"unit": self.unit, "exact": self.exact, "actions": said}


def advise(
    game: str,
    hand: str,
    up: str | None = None,
    house: Mapping[str, object] | None = None,
    pays: Mapping[str, object] | None = None,
    **options: Any,
) -> Advice:
    """Advice for a hand written down as text, at a game under a house's settings and pay tables."""
    configured = registry.game(game)(house, pays)
    cards = parse_cards(hand)
    upcards = parse_cards(up) if up is not None else ()
    if up is not None and len(upcards) != 1:
        if not upcards or "ups" not in _options(configured):
            raise LabError(f"the upcard is one card, not {len(upcards)}: {up!r}")
        options["ups"] = upcards[1:]
    return advise_hand(configured, cards, upcards[0] if upcards else None, **options)


def advise_hand(game: Game, hand: Cards, up: int | None = None, **options: Any) -> Advice:
    """Advice for a hand at a game as configured."""
    module = part(game, "adviser")
    strange = [name for name in options if name not in _options(game)]
    if strange:
        raise LabError(f"{game.name} is not asked with {', '.join(sorted(strange))}; that is for another game")
    found = module.advise(game, hand, up, **options)
    choices = [Rated(tuple(one.action), one.ev, getattr(one, "then", ()), getattr(one, "se", None)) for one in found]
    ranked = tuple(sorted(choices, key=lambda choice: -choice.ev))
    unit = module.unit(game) if hasattr(module, "unit") else module.UNIT
    return Advice(cast("str", unit), ranked)


def _options(game: Game) -> Collection[str]:
    """What the adviser of a game can be told beside the hand and the upcard."""
    return inspect.signature(part(game, "adviser").advise).parameters


def check_hand(game: Game, hand: Sequence[int], size: int, up: int | None, *, needs_up: bool) -> None:
    """Refuses a hand that this game can't deal from its one deck."""
    if len(hand) != size:
        raise LabError(f"a hand of {game.title} has {size} cards, not {len(hand)} ({show(hand) or 'none'})")
    if needs_up and up is None:
        raise LabError(f"advice on {game.title} needs the dealer's upcard, as in --up 7d")
    if not needs_up and up is not None:
        raise LabError(f"the dealer of {game.title} shows no card before the decision; leave --up out")
    seen = (*hand, up) if up is not None else tuple(hand)
    distinct(seen)
    for card in seen:
        if card not in game.deck_counts:
            raise LabError(f"{text(card)} is not in this deck")
