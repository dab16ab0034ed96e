"""The search for short strategies of a game that has a model, and what they are worth, exactly."""

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

import numpy as np

from upcard.lab.analysis import Total
from upcard.lab.general.asking import model_of, unlimited
from upcard.lab.general.draws.book import DrawBook
from upcard.lab.general.hidden.streets import HiddenStreets
from upcard.lab.general.methods.book import ShowdownBook, StreetsBook
from upcard.lab.general.methods.streets import Streets
from upcard.lab.general.rounds.script import ScriptPlayer, shape_of
from upcard.lab.general.solution import solution
from upcard.lab.kernels import Array, Progress
from upcard.lab.memorable.findings import Findings, Found, costliest, in_words, ranked
from upcard.lab.memorable.modelled.errors import errors
from upcard.lab.memorable.modelled.hands import ModelHands
from upcard.lab.memorable.modelled.states import DecisionStates, PlanDecision, Unspoken, named_options
from upcard.lab.memorable.modelled.streets import Nodes
from upcard.lab.memorable.search import SightCells, gathered, shortest
from upcard.lab.strategies import Condition, Plan, PlanRule, condition, named, names
from upcard.lab.strategies.conditions import features_of
from upcard.rules.game import Game

MOST_RULES = 4
RUNGS = 40
"""A feature with more values than this is asked about at the values that matter most."""
WORTH_A_RULE = Fraction(101, 100)
"""A list that is longer by a rule has to be cheaper by this factor."""


def find(game: Game, total: Total, progress: Progress) -> Findings:
    """Short strategies of a modelled game; `Unspoken` where its decisions can't be put into rules this way."""
    states = states_of(game, progress)
    progress(f"searching short strategies of {game.title}")
    groups = _groups(states.decisions)
    lists = [list(_lists(game, states, group, several=len(groups) > 1)) for group in groups]
    best = Found("optimal", ("the best move for every hand",), total.ev, Fraction(0), exact=total.exact)
    plans: dict[int, tuple[Fraction, Plan]] = {}
    for parts in product(*lists):
        rules = tuple(rule for part in parts for rule in part)
        count = len(rules) - len(groups)
        plan = Plan(f"{game.name}-{count}-rules", game, rules, summary=f"Found: the best with {count} rules.")
        ev = states.ev(plan)
        if count not in plans or ev > plans[count][0]:
            plans[count] = ev, plan
    found: list[Found] = []
    cheapest = total.ev - plans.pop(0)[0]
    for count, (ev, plan) in sorted(plans.items()):
        cost = total.ev - ev
        if cost * WORTH_A_RULE < cheapest:
            cheapest = cost
            words = _said(game, plan, len(groups))
            found.append(Found(f"{count} rule{'s' * (count > 1)}", words, ev, cost, plan=plan))
    found += _naive(game, states, groups, total)
    made = [error for group in groups for error in errors(game, states, cells_of(game, group), group)]
    return Findings(game, total.per, ranked(found, best), costliest(made))


def states_of(game: Game, progress: Progress) -> DecisionStates:
    """Everything that can be known at the decisions of a game."""
    free = unlimited(game)
    model = model_of(free)
    if model is None or (model.strength is None and not model.facts):
        raise Unspoken(f"{game.title} has no model")
    solved = solution(free, model, progress)
    if isinstance(solved.book, ShowdownBook):
        return ModelHands(free, solved)
    if isinstance(solved.book, DrawBook):
        raise Unspoken(f"cards of {game.title} are exchanged")
    if not isinstance(solved.book, StreetsBook):
        raise Unspoken(f"the hands of {game.title} lie beside a board")
    draw = random.Random(f"{free.digest} model")
    player = ScriptPlayer(free, solved.bets)
    kind = Streets if model.strength is None else HiddenStreets
    streets = kind(player, model, shape_of(player, draw), draw, progress)
    return Nodes(free, streets, solved.bets[free.main_wager.name])


def _groups(decisions: Sequence[PlanDecision]) -> list[list[PlanDecision]]:
    """Decisions between the same moves together, in the order in which they come."""
    found: dict[tuple[tuple[str, str], ...], list[PlanDecision]] = {}
    for decision in decisions:
        if decision.asks.any():
            found.setdefault(tuple(sorted(named_options(decision.options))), []).append(decision)
    if not found:
        raise Unspoken("nothing is decided")
    return list(found.values())


def _lists(
    game: Game, states: DecisionStates, group: Sequence[PlanDecision], *, several: bool
) -> Iterator[tuple[PlanRule, ...]]:
    """For one kind of decision: the move made every time, and the best lists of 1, 2, 3 … rules."""
    cells = cells_of(game, group)
    only = _only(game, states, group) if several else ()
    whole = cells.worth.sum(axis=1)
    move, way = cells.moves[int(whole.argmax())]
    yield (PlanRule(move, only, way),)
    for one in shortest(cells, MOST_RULES):
        move, way = cells.moves[one.rest]
        rules = (*one.rules, PlanRule(move, (), way))
        yield tuple(PlanRule(rule.move, (*only, *rule.when), rule.way) for rule in rules)


def _only(game: Game, states: DecisionStates, group: Sequence[PlanDecision]) -> tuple[Condition, ...]:
    """A condition that says which decision is meant, where a move is one of several kinds of decisions."""
    moves = {name for name, _ in named_options(group[0].options)}
    apart = [one for one in states.decisions if all(one is not own for own in group)]
    others = [one for one in apart if moves & {name for name, _ in named_options(one.options)}]
    if not others:
        return ()
    known = {feature.name for feature in features_of(game)}
    ats = {one.at for one in group}
    if "cards" not in known or len(ats) > 1 or ats & {one.at for one in others}:
        raise Unspoken(f"{game.title} asks twice for the same moves, and rules can't tell the decisions apart")
    return (condition(game, "cards", "=", ats.pop()),)


def cells_of(game: Game, group: Sequence[PlanDecision]) -> SightCells:
    """All states of these decisions in which there is a choice, in cells of what is seen."""
    moves = tuple(named_options(group[0].options))
    features = [one for one in group[0].seen if all(one in decision.seen for decision in group)]
    if not features:
        raise Unspoken(f"{game.title} says nothing of a hand that rules could ask")
    seen: dict[str, Array] = {}
    asks = [decision.asks for decision in group]
    for name in features:
        seen[name] = np.concatenate([one.seen[name][ask] for one, ask in zip(group, asks, strict=True)])
    worth = np.concatenate([_open_worth(one, moves)[:, ask] for one, ask in zip(group, asks, strict=True)], axis=1)
    ladders = [name for name in features if len(np.unique(seen[name])) > RUNGS]
    others = [seen[name] for name in features if name not in ladders]
    for name in ladders:
        seen[name] = _rungs(seen[name], worth, others)
    looks, sums = gathered(seen, list(worth))
    return SightCells(game, tuple(features), looks, moves, np.stack(sums), frozenset(ladders))


def _open_worth(decision: PlanDecision, moves: Sequence[tuple[str, str]]) -> Array:
    """At [move, state]; a move that is not open there counts as the worst that is."""
    order = [named_options(decision.options).index(move) for move in moves]
    worth, open_ = decision.worth[order], decision.open[order]
    worst = np.where(open_, worth, np.iinfo(np.int64).max).min(axis=0)
    found: Array = np.where(open_, worth, worst)
    return found


def _rungs(values: Array, worth: Array, others: Sequence[Array]) -> Array:
    """The values from which another move is better, for all hands and for those that look alike otherwise.

    Every value is brought down to the rung it stands on, so that "or better" keeps its meaning.
    """
    gain = (worth[0] - worth[1:].max(axis=0)).astype(float)
    apart = [np.zeros(len(values), np.int64)]
    for other in others:
        apart += [(other == one).astype(np.int64) for one in np.unique(other)[:RUNGS]]
    rungs: dict[int, float] = {int(values.min()): np.inf}
    for place, chosen in enumerate(apart):
        there = np.ones(len(values), bool) if not place else chosen.astype(bool)
        ladder, at = np.unique(values[there], return_inverse=True)
        summed = np.zeros(len(ladder))
        np.add.at(summed, at.reshape(-1), gain[there])
        after = np.concatenate([np.cumsum(summed[::-1])[::-1], [0.0]])
        for found in (int(after.argmax()), int(after.argmin())):
            if found < len(ladder):
                value = int(ladder[found])
                rungs[value] = max(rungs.get(value, 0.0), abs(float(after[found])) * (np.inf if not place else 1))
    kept = np.array(sorted(sorted(rungs, key=lambda one: -rungs[one])[:RUNGS]))
    found_: Array = kept[np.searchsorted(kept, values, "right") - 1]
    return found_


def _said(game: Game, plan: Plan, groups: int) -> tuple[str, ...]:
    """Rules in words, the last under "otherwise" where there is one kind of decision."""
    words = [in_words(game, rule) for rule in plan.rules if isinstance(rule, PlanRule)]
    return (*words[:-1], f"otherwise {words[-1]}") if groups == 1 else tuple(words)


def _naive(game: Game, states: DecisionStates, groups: Sequence[Sequence[PlanDecision]], total: Total) -> list[Found]:
    """Each move made every time, and whatever the game has by name."""
    plans = [named(game, name) for name in names(game) if name != "optimal"]
    if len(groups) == 1:
        for move, way in named_options(groups[0][0].options):
            rules = (PlanRule(move, (), way), *_rest(groups[0], move, way))
            plans.append(Plan(f"always {move} {way}".strip(), game, rules))
    found = []
    for plan in plans:
        ev = states.ev(plan)
        words = tuple(in_words(game, rule) for rule in plan.rules if isinstance(rule, PlanRule))
        found.append(Found(plan.name, words, ev, total.ev - ev, plan=plan, naive=True))
    return found


def _rest(group: Sequence[PlanDecision], move: str, way: str) -> tuple[PlanRule, ...]:
    """What is done where the move may not be made."""
    options = named_options(group[0].options)
    place = options.index((move, way))
    if all(decision.open[place][decision.asks].all() for decision in group):
        return ()
    return tuple(PlanRule(name, (), other) for name, other in options if (name, other) != (move, way))
