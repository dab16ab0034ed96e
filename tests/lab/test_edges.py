"""Every wager under every pay table and deck count has its exact expectation in a committed table."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.edges import Configuration, configurations, edge, key
from upcard.rules import registry

TABLE = Path(__file__).parent / "edges.json"
COMMITTED: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))


def test_the_table_has_every_configuration_and_no_other() -> None:
    assert set(COMMITTED) == {key(configuration) for configuration in configurations()}


def test_the_table_has_every_wager_of_every_game() -> None:
    seen: dict[str, set[str]] = {}
    for configuration, said in COMMITTED.items():
        seen.setdefault(configuration.split()[0], set()).update(said["wagers"])
    for name, wagers in seen.items():
        assert wagers == {wager.name for wager in registry.game(name).wagers}


@pytest.mark.parametrize("configuration", list(configurations()), ids=key)
def test_the_exact_expectations_are_those_committed(configuration: Configuration) -> None:
    """A changed number needs `make edges` and a line in the changelog that says why."""
    assert _same(edge(configuration), COMMITTED[key(configuration)])


def _same(found: Any, committed: Any) -> bool:
    """Fractions to the letter; floats, where a base game has them, to 1e-12."""
    if isinstance(committed, dict):
        return set(found) == set(committed) and all(_same(found[name], committed[name]) for name in committed)
    if isinstance(committed, float):
        return bool(found == pytest.approx(committed, abs=1e-12))
    return bool(found == committed)
