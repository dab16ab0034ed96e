"""The decisions of a game whose cards come in streets; a list of rules is played through all of them, exactly."""

import random
from fractions import Fraction

import numpy as np

from upcard.cards.card import Cards
from upcard.lab.general.methods.streets import GOES_ON, Streets
from upcard.lab.general.rounds.script import Path
from upcard.lab.kernels import Array
from upcard.lab.memorable.modelled.states import PlanDecision
from upcard.lab.strategies import Plan
from upcard.lab.strategies.conditions import features_of
from upcard.rules.features import Feature, HandSight
from upcard.rules.game import Game

Key = tuple[int, Path]


class Nodes:
    """All decisions of a game in streets that has been worked out."""

    def __init__(self, game: Game, streets: Streets, unit: int) -> None:
        self.game, self.streets = game, streets
        self.of = streets.count.of
        self.unit = Fraction(streets.unit, unit)
        self.bet = unit
        seen = {at: self._seen(at) for at, _ in streets.nodes}
        self.decisions = []
        for key, node in streets.nodes.items():
            often = streets.reached.get(key, np.zeros(len(node.codes), np.int64))
            weight = often * (streets.known.ordered(key[0], streets.last) * streets.hidden)
            options = tuple(option for option in node.options if option != GOES_ON)
            places = [node.options.index(option) for option in options]
            open_, worth = node.open[node.codes].T[places], node.worth[places] * often
            best = node.worth[node.best, np.arange(len(often))] * often
            self.decisions.append(PlanDecision(key[0], options, open_, worth, weight, best, seen[key[0]]))
        self.keys = list(streets.nodes)

    def _seen(self, at: int) -> dict[str, Array]:
        """At [state after so many cards], by feature; without one that tells apart what the model's facts do not."""
        known = self.streets.known
        states = range(len(known.states[at]))
        draw = random.Random(at)
        one = [_sight(known.cards(at, state)) for state in states]
        other = [_sight(known.cards(at, state, draw)) for state in states]
        seen: dict[str, Array] = {}
        for feature in features_of(self.game):
            values, again = (self._asked(feature, sights) for sights in (one, other))
            if (values == again).all():
                seen[feature.name] = values
        return seen

    def _asked(self, feature: Feature, sights: list[HandSight]) -> Array:
        return np.array([feature.of(self.game, sight) for sight in sights], np.int64)

    def ev(self, plan: Plan) -> Fraction:
        """What a plan is worth: its moves in place of the best ones, and the cards dealt through them."""
        chosen = {}
        for key, decision in zip(self.keys, self.decisions, strict=True):
            node = self.streets.nodes[key]
            places = np.array([node.options.index(option) for option in decision.options], np.int8)
            picked = places[decision.choice(plan)]
            waits = node.options.index(GOES_ON) if GOES_ON in node.options else 0
            chosen[key] = np.where(decision.open.any(axis=0), picked, waits)
        main, _ = self.streets.under(chosen)
        return Fraction(sum(times * cell.net for (_, cell), times in main.items()), self.of * self.bet)


def _sight(cards: dict[tuple[str, int], int]) -> HandSight:
    """What a player sees, the cards as they lie at their places."""

    def of(place: str) -> Cards:
        return tuple(card for (whose, _), card in sorted(cards.items()) if whose == place)

    return HandSight(of("player"), of("dealer"), (), of("board"))
