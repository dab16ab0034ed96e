"""A strategy as a file: TOML with rules and charts in order.

```toml
game = "blackjack"
name = "never bust"
errors = 0.01            # one decision in a hundred is any legal move

[[rules]]
when = "not soft and not pair"
rows = "total"
columns = "upcard"
against = "2 3 4 5 6 7 8 9 T A"
[rules.cells]
9-11 = "DH DH DH DH DH DH DH DH H H"

[[rules]]
move = "stand"
when = "can-bust"

[[rules]]
move = "hit"
```
"""

import tomllib
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from upcard.lab.strategies.conditions import StrategyError, feature_of, parse_when
from upcard.lab.strategies.plan import Chart, Entry, Plan, PlanRule
from upcard.rules.features import Feature, NoSuchValue
from upcard.rules.game import Game

_KEYS = frozenset({"game", "name", "summary", "errors", "rules"})
_RULE_KEYS = frozenset({"move", "way", "when"})
_CHART_KEYS = frozenset({"rows", "columns", "against", "cells", "when"})


def read_plan(game: Game, path: Path) -> Plan:
    """A user's strategy from a file."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise StrategyError(f"the strategy file {str(path)!r} can't be read: {error.strerror or error}") from error
    except ValueError as error:
        raise StrategyError(f"the strategy file {str(path)!r} is not text: {error}") from error
    return parse_plan(game, text, str(path))


def parse_plan(game: Game, text: str, where: str) -> Plan:
    """A strategy from its text; `where` is what errors call it."""
    try:
        written = tomllib.loads(text)
    except ValueError as error:
        raise StrategyError(f"{where} is not TOML: {error}") from error
    return plan_of(game, written, where)


def plan_of(game: Game, written: Mapping[str, Any], where: str) -> Plan:
    """A strategy from what its file says."""
    if unknown := [key for key in written if key not in _KEYS]:
        raise StrategyError(f"{where}: unknown {', '.join(unknown)}; a strategy has {', '.join(sorted(_KEYS))}")
    meant = written.get("game", game.name)
    if meant != game.name:
        raise StrategyError(f"{where} is a strategy for {meant}, not for {game.name}")
    rules = written.get("rules")
    if not isinstance(rules, list) or not rules or not all(isinstance(rule, dict) for rule in rules):
        raise StrategyError(f"{where} has no [[rules]]; each is a move and when it is made, or a chart")
    errors = written.get("errors", 0)
    if isinstance(errors, bool) or not isinstance(errors, int | float):
        raise StrategyError(f"{where}: errors is a share of all decisions from 0 to 1, not {errors!r}")
    try:
        entries = tuple(_entry(game, rule) for rule in rules)
        share = Fraction(str(errors))
        return Plan(str(written.get("name", where)), game, entries, share, str(written.get("summary", "")))
    except StrategyError as error:
        raise StrategyError(f"{where}: {error}") from error


def _entry(game: Game, rule: Mapping[str, Any]) -> Entry:
    chart = "rows" in rule
    known = _CHART_KEYS if chart else _RULE_KEYS
    if unknown := [key for key in rule if key not in known]:
        raise StrategyError(f"unknown {', '.join(unknown)} in a rule; it has {', '.join(sorted(known))}")
    when = parse_when(game, str(rule.get("when", "")))
    if not chart:
        if not isinstance(rule.get("move"), str):
            raise StrategyError('a rule has no move, as in move = "stand"; or rows and columns, if it is a chart')
        return PlanRule(rule["move"], when, str(rule.get("way", "")))
    columns = feature_of(game, str(rule.get("columns")))
    rows = feature_of(game, str(rule["rows"]))
    against = [column for mark in str(rule.get("against", "")).split() for column in _span(columns, mark)]
    if not against or not isinstance(rule.get("cells"), dict):
        raise StrategyError('a chart has against = "…", the columns from left to right, and [rules.cells]')
    cells: dict[tuple[int, int], tuple[str, ...]] = {}
    for mark, line in rule["cells"].items():
        marks = str(line).split()
        if len(marks) != len(against):
            raise StrategyError(f"row {mark} of a chart has {len(marks)} cells for {len(against)} columns")
        for row in _span(rows, str(mark)):
            cells |= {(row, at): _moves(game, cell) for at, cell in zip(against, marks, strict=True)}
    return Chart(rows.name, columns.name, cells, when)


def _span(feature: Feature, mark: str) -> range:
    """One value, or from one to another: ``9..11``."""
    first, dots, last = mark.partition("..")
    try:
        low = feature.read(first)
        return range(low, (feature.read(last) if dots else low) + 1)
    except NoSuchValue as error:
        raise StrategyError(f"a chart's {feature.name}: {error}") from error


def _moves(game: Game, cell: str) -> tuple[str, ...]:
    """The moves of a cell, letter by letter: ``DH`` doubles, and hits where that is not allowed."""
    letters = {letter: move for move, letter in game.moves.items()}
    if unknown := [letter for letter in cell.upper() if letter not in letters]:
        known = ", ".join(f"{letter} {move}" for letter, move in letters.items())
        raise StrategyError(f"{cell!r} in a chart: there is no move {unknown[0]!r}; the letters are {known}")
    return tuple(letters[letter] for letter in cell.upper())


def write_plan(plan: Plan) -> str:
    """A strategy in the form that is read."""
    lines = [f'game = "{plan.game.name}"', f'name = "{plan.name}"']
    lines += [f'summary = "{plan.summary}"'] * bool(plan.summary)
    lines += [f"errors = {float(plan.errors)!r}"] * bool(plan.errors)
    for entry in plan.rules:
        lines += ["", "[[rules]]"]
        lines += [f'when = "{" and ".join(map(_condition_text, entry.when))}"'] * bool(entry.when)
        lines += _rule_lines(entry) if isinstance(entry, PlanRule) else _chart_lines(plan.game, entry)
    return "\n".join(lines) + "\n"


def _condition_text(one: object) -> str:
    return str(one)


def _rule_lines(rule: PlanRule) -> list[str]:
    return [f'move = "{rule.move}"'] + [f'way = "{rule.way}"'] * bool(rule.way)


def _chart_lines(game: Game, chart: Chart) -> list[str]:
    rows, columns = feature_of(game, chart.rows), feature_of(game, chart.columns)
    across = sorted({column for _, column in chart.cells})
    lines = [f'rows = "{rows.name}"', f'columns = "{columns.name}"']
    lines += [f'against = "{" ".join(columns.show(column) for column in across)}"', "[rules.cells]"]
    for row in sorted({row for row, _ in chart.cells}):
        cells = ["".join(game.moves[move] for move in chart.cells.get((row, column), ())) for column in across]
        lines.append(f'"{rows.show(row)}" = "{" ".join(cells)}"')
    return lines
