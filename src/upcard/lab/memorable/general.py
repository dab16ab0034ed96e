"""Strategies of a game without a search of its own: the moves made every time, and whatever the game names, priced.

Nothing here knows the game's hands, so each strategy is played through the game's own round: an estimate, which says
so and carries its standard error.
"""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations
from math import sqrt

from upcard.cards.shuffle import Source
from upcard.lab.analysis import LabError
from upcard.lab.kernels import Progress
from upcard.lab.memorable.findings import Findings, Found, in_words, ranked
from upcard.lab.reports.variants import analysed
from upcard.lab.simulation.chances import mean_of, variance_of
from upcard.lab.simulation.players import UNIT, Player
from upcard.lab.simulation.run import play_rounds
from upcard.lab.strategies import Plan, Rule, condition, named, names
from upcard.lab.strategies.playing import sight_of
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

ROUNDS = 20_000
"""Rounds of a strategy that is simulated."""
CANDIDATES = 60
"""So many lists of one rule are simulated or walked at most."""
SEED = "strategies"


def find(game: Game, progress: Progress) -> Findings:
    """Naive play and lists of one rule, beside the best play."""
    total = analysed(game).total
    if total is None:
        raise LabError(f"the lab has no figure for {game.title} as a whole to hold strategies against")
    best = Found("optimal", ("the best move for every hand",), total.ev, Fraction(0), exact=total.exact)
    moves = _moves(game)
    if not moves:
        return Findings(game, total.per, (best,))
    plans = [(named(game, name), True) for name in names(game) if name != "optimal"]
    plans += [(Plan(f"always {move}", game, (Rule(move),)), True) for move in moves]
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
    """The moves of the game, as it names them for strategies."""
    return tuple(game.moves)


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
            plans += [Plan("1 rule", game, (Rule(m, (one,)), Rule(other))) for m, other in permutations(moves, 2)]
    return plans


class _Watcher(Player):
    """Makes the first move, and notes what it saw."""

    def __init__(self, game: Game, source: Source, values: dict[str, set[int]]) -> None:
        super().__init__(game, source)
        self.values = values

    def act(self, played: Round, turn: Turn) -> Act:
        """The move that nobody has to think about."""
        for feature in self.game.features:
            self.values[feature.name].add(feature.of(self.game, sight_of(played, turn)))
        return _first(turn)


def _first(turn: Turn) -> Act:
    from upcard.lab.strategies.plan import every_act

    return every_act(turn)[0]


def _watch(game: Game, values: dict[str, set[int]]) -> None:
    def watcher(table: Game, source: Source) -> Player:
        return _Watcher(table, source, values)

    play_rounds(game, 500, SEED, watcher)


class Planned(Player):
    """Plays a plan."""

    def __init__(self, game: Game, source: Source, plan: Plan) -> None:
        super().__init__(game, source)
        self.plan = plan

    def act(self, played: Round, turn: Turn) -> Act:
        """The plan's move."""
        return self.plan.decide(sight_of(played, turn), turn)


def _priced(game: Game, plan: Plan, best: Fraction, *, naive: bool) -> Found:
    words = tuple(in_words(game, rule) for rule in plan.rules if isinstance(rule, Rule))

    def planned(table: Game, source: Source) -> Player:
        return Planned(table, source, plan)

    tally = play_rounds(game, ROUNDS, SEED, planned)
    won: Counter[Fraction] = Counter()
    for (_, gain), rounds in tally.main.items():
        won[Fraction(gain, UNIT)] += rounds
    ev = mean_of(won)
    se = sqrt(variance_of(won) / ROUNDS)
    return Found(plan.name, words, ev, best - ev, exact=False, se=se, plan=plan, naive=naive)
