"""Strategies of a game without a search of its own: exactly from its model, where it has one whose hands can be told.

Of another game nothing here knows the hands: moves made every time, and whatever the game names, are played through
the game's own round. That is an estimate, which says so and carries its standard error.
"""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import permutations
from math import sqrt

from upcard.cards.shuffle import Source
from upcard.lab.analysis import LabError
from upcard.lab.general.methods.showdown import Unsuited
from upcard.lab.kernels import Progress
from upcard.lab.memorable.findings import Findings, Found, in_words, ranked
from upcard.lab.memorable.modelled.finding import find as modelled
from upcard.lab.memorable.modelled.states import Unspoken
from upcard.lab.reports.variants import analysed
from upcard.lab.simulation.players import UNIT, StrategyPlayer
from upcard.lab.simulation.results.chances import mean_of, variance_of
from upcard.lab.simulation.run import play_rounds
from upcard.lab.strategies import Plan, PlanRule, condition, named, names
from upcard.lab.strategies.playing import sight_of
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Partition, Turn

ROUNDS = 20_000
"""Rounds of a strategy that is simulated."""
CANDIDATES = 60
"""How many lists of one rule are simulated or walked at most."""
LOOKED_AT = 500
"""Rounds that are played to see what there is."""
SEED = "strategies"


def find(game: Game, progress: Progress) -> Findings:
    """Naive play and lists of one rule, beside the best play."""
    total = analysed(game).total
    if total is None:
        raise LabError(f"the lab has no figure for {game.title} as a whole to hold strategies against")
    with suppress(Unspoken, Unsuited):
        return modelled(game, total, progress)
    best = Found("optimal", ("the best move for every hand",), total.ev, Fraction(0), exact=total.exact)
    moves = _moves(game)
    if not moves:
        return Findings(game, total.per, (best,))
    plans = [(named(game, name), True) for name in names(game) if name != "optimal"]
    plans += [(Plan(f"always {move}", game, (PlanRule(move),)), True) for move in moves]
    single = list(_one_rule(game, moves))
    found = []
    for plan, naive in plans:
        progress(f"pricing {plan.name}")
        found.append(_priced(game, plan, total.ev, naive=naive))
    if 0 < len(single) <= CANDIDATES:
        priced = []
        for plan in single:
            progress(f"pricing {plan.rules[0]}")
            priced.append(_priced(game, plan, total.ev, naive=False))
        found.append(min(priced, key=lambda one: (one.cost, one.rules)))
    return Findings(game, total.per, ranked(found, best))


def _moves(game: Game) -> tuple[str, ...]:
    """The moves of the game as it names them for strategies, or as its rounds offer them; those that are choices."""
    if game.moves:
        return tuple(game.moves)
    found: dict[str, None] = {}

    class Looking(_Watcher):
        def act(self, played: Round, turn: Turn) -> Act:
            found.update(dict.fromkeys(move.name for move in turn.moves if not isinstance(move, Partition)))
            return super().act(played, turn)

    def watcher(table: Game, source: Source) -> StrategyPlayer:
        return Looking(table, source, {})

    play_rounds(game, LOOKED_AT, SEED, watcher)
    return tuple(found)


def _one_rule(game: Game, moves: Sequence[str]) -> list[Plan]:
    """Every list of one rule over one feature, as far as its values are read off dealt hands."""
    values: dict[str, set[int]] = {feature.name: set() for feature in game.features}
    _watch(game, values)
    plans = []
    for feature in game.features:
        seen = sorted(values[feature.name])
        comparisons = [("=", 1)] if feature.flag else [(">=", value) for value in seen[1:]]
        for comparison, value in comparisons:
            one = condition(game, feature.name, comparison, value)
            plans += [
                Plan("1 rule", game, (PlanRule(m, (one,)), PlanRule(other))) for m, other in permutations(moves, 2)
            ]
    return plans


class _Watcher(StrategyPlayer):
    """Makes the first move, and notes what it saw."""

    def __init__(self, game: Game, source: Source, values: dict[str, set[int]]) -> None:
        super().__init__(game, source)
        self.values = values

    def act(self, played: Round, turn: Turn) -> Act:
        """The move that nobody has to think about."""
        for feature in self.game.features if self.values else ():
            self.values[feature.name].add(feature.of(self.game, sight_of(played, turn)))
        return _first(turn)


def _first(turn: Turn) -> Act:
    from upcard.lab.strategies.plan import every_act

    return every_act(turn)[0]


def _watch(game: Game, values: dict[str, set[int]]) -> None:
    def watcher(table: Game, source: Source) -> StrategyPlayer:
        return _Watcher(table, source, values)

    play_rounds(game, LOOKED_AT, SEED, watcher)


class Planned(StrategyPlayer):
    """Plays a plan."""

    def __init__(self, game: Game, source: Source, plan: Plan) -> None:
        super().__init__(game, source)
        self.plan = plan

    def act(self, played: Round, turn: Turn) -> Act:
        """The plan's move."""
        return self.plan.decide(sight_of(played, turn), turn)


def _priced(game: Game, plan: Plan, best: Fraction, *, naive: bool) -> Found:
    words = tuple(in_words(game, rule) for rule in plan.rules if isinstance(rule, PlanRule))

    def planned(table: Game, source: Source) -> StrategyPlayer:
        return Planned(table, source, plan)

    tally = play_rounds(game, ROUNDS, SEED, planned)
    won: Counter[Fraction] = Counter()
    for (_, gain), rounds in tally.main.items():
        won[Fraction(gain, UNIT)] += rounds
    ev = mean_of(won)
    se = sqrt(variance_of(won) / ROUNDS)
    return Found(plan.name, words, ev, best - ev, exact=False, se=se, plan=plan, naive=naive)
