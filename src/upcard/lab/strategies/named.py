"""Strategies by name: what a game is played by when somebody says `optimal`, `basic`, `never-bust` or names a file."""

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from upcard.cards.shuffle import SeededSource, Source
from upcard.lab.registry import lab_of
from upcard.lab.simulation.players import StrategyPlayer, player
from upcard.lab.strategies.conditions import StrategyError
from upcard.lab.strategies.plan import Plan
from upcard.lab.strategies.playing import Decider, Erring, Function, Strategy, Written
from upcard.lab.strategies.written import plan_of, read_plan
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

OPTIMAL = "optimal"


@dataclass(slots=True)
class Optimal:
    """The best play, as the solver of the game has it."""

    game: Game
    name: str = OPTIMAL
    _player: StrategyPlayer | None = field(default=None, repr=False)

    @property
    def player(self) -> StrategyPlayer:
        """Who looks the moves up; made when the first one is asked for."""
        if self._player is None:
            self._player = player(self.game, SeededSource(""))
        return self._player

    def act(self, played: Round, turn: Turn, source: Source) -> Act:
        """The best move."""
        self.player.source = source
        return self.player.best(played, turn)


@cache
def _simple() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("named.toml").read_text(encoding="utf-8"))


def _worked_out(game: Game) -> Mapping[str, Callable[[Game], Plan]]:
    """Plans that are worked out for the house's settings."""
    module = lab_of(game).plans
    found: Mapping[str, Callable[[Game], Plan]] = import_module(module).PLANS if module else {}
    return found


def names(game: Game) -> tuple[str, ...]:
    """The strategies that a game has by name."""
    return (OPTIMAL, *_worked_out(game), *_simple().get(game.name, {}))


def named(game: Game, name: str) -> Plan:
    """A plan by its name; the optimal one is no plan, it has too many hands for one."""
    if worked_out := _worked_out(game).get(name):
        return worked_out(game)
    simple = _simple().get(game.name, {})
    if name not in simple:
        known = ", ".join(names(game))
        raise StrategyError(
            f"{game.title} has no strategy {name!r}; it has {known}, or name a .toml file (docs/strategies.md)"
        )
    return plan_of(game, {"name": name, **simple[name]}, name)


def strategy(game: Game, chosen: str | Path | Plan | Decider, errors: Fraction = Fraction(0)) -> Strategy:
    """Whoever plays: by a name, a file, a plan or a function; `errors` is how often any legal move is made instead."""
    if not 0 <= errors <= 1:
        raise StrategyError(f"an error rate of {errors} is no share of all decisions; it lies from 0 to 1")
    if isinstance(chosen, str) and chosen == OPTIMAL:
        found: Strategy = Optimal(game)
        return Erring(found, errors) if errors else found
    if isinstance(chosen, str | Path):
        is_file = isinstance(chosen, Path) or chosen.endswith(".toml")
        plan = read_plan(game, Path(chosen)) if is_file else named(game, str(chosen))
        return Written(plan.erring(errors) if errors else plan)
    if isinstance(chosen, Plan):
        return Written(chosen.erring(errors) if errors else chosen)
    return Function(getattr(chosen, "__name__", "function"), game, chosen, errors)
