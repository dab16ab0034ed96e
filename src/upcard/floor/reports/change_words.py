"""Changes of configuration in words: amounts in dollars, rates in per cent."""

import json
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from upcard.floor.ledger import money
from upcard.rules.registry import game, names


def change_said(what: str, change: Mapping[str, Any]) -> str:
    """A change of configuration in words, amounts in dollars and rates in per cent.

    >>> change_said("meter", {"link": "L", "meter": "sevens", "reset": 500000, "increment": 150000, "limit": None})
    'meter L/sevens: reset $5,000.00, increment rate 15 %, no limit'
    >>> change_said("table-state", {"table": "T1", "open": False})
    'close table T1'
    """
    try:
        return _CHANGES[what](dict(change))
    except (KeyError, TypeError, AttributeError):  # an entry may hold any change that was once possible
        return f"{what}: {json.dumps(change, ensure_ascii=False)}"


_AMOUNTS = {"base": "base", "reset": "reset", "limit": "limit", "implausible": "implausible contribution"}
_RATES = {"increment": "increment rate", "hidden": "hidden rate"}


def parameters(said: Mapping[str, Any]) -> str:
    """A meter's parameters, as far as they are named."""
    found = []
    for key, value in said.items():
        if key in _AMOUNTS:
            found.append(f"no {_AMOUNTS[key]}" if value is None else f"{_AMOUNTS[key]} {money.dollars(value)}")
        elif key in _RATES:
            found.append(f"{_RATES[key]} {f'{value / 10_000:.4f}'.rstrip('0').rstrip('.')} %")
        elif key == "round-up-to":
            found.append(f"awards in whole {'dollars' if value == 100 else 'cents'}")
        elif key == "top-up":
            found.append("topped up to the reset" if value else "not topped up")
        elif key == "must-hit-by" and value is not None:
            found.append(f"must hit by {money.dollars(value)}")
        elif key == "fed-by" and value is not None:
            found.append(f"fed by {value}")
        elif key == "announced" and said.get("must-hit-by") is not None:
            found.append("players are told by which amount" if value else "players are not told by which amount")
    return ", ".join(found)


def _settings(house: Mapping[str, Any]) -> list[str]:
    """A table's settings, those in cents as dollars."""
    return [
        f"{key.replace('-', ' ').replace('.', ' ')} {money.dollars(value) if key in _in_cents() and value else value}"
        for key, value in house.items()
    ]


@cache
def _in_cents() -> frozenset[str]:
    """The settings of any game that are amounts of money: a change of a table does not name its game."""
    every = [setting for name in names() for setting in game(name).all_settings().values()]
    return frozenset(setting.name for setting in every if setting.cents)


def of_table(said: Mapping[str, Any]) -> str:
    """A table's seats, link, settings and pay tables, as far as they are named."""
    parts = []
    if said.get("seats"):
        parts.append(several(said["seats"], "seat"))
    if "link" in said:
        parts.append(f"on link {said['link']}" if said["link"] else "on no link")
    parts += _settings(said.get("house") or {})
    parts += [
        f"{wager} pays by {rows if isinstance(rows, str) else 'a table of its own'}"
        for wager, rows in (said.get("pays") or {}).items()
    ]
    parts += [f"odds of {meter} declared" for meter in said.get("odds") or {}]
    return ", ".join(parts)


def _pocket(side: Mapping[str, Any]) -> str:
    return f"{side.get('pocket', 'meter')} {side['link']}/{side['meter']}"


def meters(said: Mapping[str, Any]) -> str:
    """The meters of a link with their parameters."""
    return "; ".join(f"{name}: {parameters(rows)}" for name, rows in said.items())


def _order(said: str | None) -> str:
    """How several winners share, where it is not the usual way."""
    return f"; several winners {ORDER_SAID[said]}" if said not in {None, "split-first"} else ""


ORDER_SAID = {
    "split-first": "share equally",
    "sequential": "are paid one after the other where some win a part",
}
_CHANGES: dict[str, Callable[[dict[str, Any]], str]] = {
    "link": lambda c: f"a new link {c['link']}: {meters(c['meters'])}{_order(c.get('order'))}",
    "meter": lambda c: f"meter {c.pop('link')}/{c.pop('meter')}: {parameters(c)}",
    "link-order": lambda c: f"link {c['link']}: several winners {ORDER_SAID[c['order']]}",
    "transfer": lambda c: (
        f"{money.dollars(c['amount'])} from {_pocket(c['from'])} to {_pocket(c['to'])}: {c['reason']}"
    ),
    "correction": lambda c: f"meter {c['link']}/{c['meter']} by {money.dollars(c['amount'])}: {c['reason']}",
    "table": lambda c: f"a new {c['kind']} table {c['table']} of {c['game']}: {of_table(c)}",
    "table-settings": lambda c: f"table {c['table']}: {of_table(c)}",
    "table-state": lambda c: f"{'open' if c['open'] else 'close'} table {c['table']}",
    "tax-note": lambda c: f"slips of {c['jurisdiction']} from {c['since']} on: {c['text']}",
    "house": lambda c: ", ".join(f"{key} {value}" for key, value in c.items()),
}


def several(count: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> several(1, "seat"), several(3, "seat")
    ('1 seat', '3 seats')
    """
    return f"{count:,} {one if count == 1 else many or one + 's'}"
