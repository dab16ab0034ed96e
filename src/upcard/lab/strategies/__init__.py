r"""Strategies as data: ordered rules and charts over what a game says of a hand; named, a user's, a function's.

>>> from upcard.rules import registry
>>> plan = parse_plan(registry.game("three-card-poker")(), 'name = "q64"\n[[rules]]\nmove = "play"\n'
...                   'when = "hand >= Q-6-4"\n[[rules]]\nmove = "fold"', "q64.toml")
>>> [str(rule) for rule in plan.rules]
['play when hand >= Q-6-4', 'fold']
"""

from upcard.lab.strategies.conditions import Condition, StrategyError, condition, parse_when
from upcard.lab.strategies.named import named, names, strategy
from upcard.lab.strategies.plan import Chart, Plan, PlanRule
from upcard.lab.strategies.playing import Strategy, sight_of
from upcard.lab.strategies.written import parse_plan, read_plan, write_plan

__all__ = [
    "Chart",
    "Condition",
    "Plan",
    "PlanRule",
    "Strategy",
    "StrategyError",
    "condition",
    "named",
    "names",
    "parse_plan",
    "parse_when",
    "read_plan",
    "sight_of",
    "strategy",
    "write_plan",
]
