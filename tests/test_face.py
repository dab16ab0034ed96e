"""What `import upcard` offers: typed, documented, lazy, and nothing else is shown to users."""

import ast
import inspect
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import upcard
from upcard import Act, Analysis, Illegal, Round, game, gym, parse_cards, replay

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "python.md").read_text("utf-8")
CONTRACT = [
    "game", "games", "register", "Round", "Act", "Illegal", "parse_cards", "view", "replay", "settle",
    "analyze", "advise", "simulate",
]  # fmt: skip
CONSTANTS = {"DEALER", "UNKNOWN", "RANKS", "RANK_NAMES", "SUIT_NAMES", "__version__"}
ALIASES = {"Cards", "Event", "Script", "Turns"}


def offered() -> list[str]:
    return [name for name in upcard.__all__ if name != "__version__"]


def test_every_name_of_the_contract_is_offered() -> None:
    assert [name for name in CONTRACT if name not in upcard.__all__] == []


def test_type_checkers_read_the_same_names_from_the_same_places() -> None:
    tree = ast.parse(Path(upcard.__file__).read_text("utf-8"))
    block = next(node for node in tree.body if isinstance(node, ast.If))
    told = {}
    for node in block.body:
        assert isinstance(node, ast.ImportFrom)
        for name in node.names:
            assert name.asname == name.name, "a name is offered under its own"
            told[name.name] = node.module
    assert told == upcard._HOME


@pytest.mark.parametrize("name", offered())
def test_a_public_name_is_there_and_says_what_it_is(name: str) -> None:
    found = getattr(upcard, name)
    assert name in dir(upcard)
    if name not in CONSTANTS | ALIASES:
        assert inspect.getdoc(found), name


def listed(section: str) -> list[str]:
    """The names in the tables of a part of the page."""
    rows = [line.split("|") for line in section.splitlines() if line.startswith("| `")]
    found = re.findall(r"`(\w+)(?:\([^`]*\))?`", "\n".join(row[1] for row in rows))
    return sorted(found + re.findall(r"\ban? `([A-Z]\w+)` (?:with|for)", "\n".join(row[2] for row in rows)))


def test_the_page_lists_what_is_public_and_nothing_else() -> None:
    learners = re.search(r"^## Environments for learners\n.*?(?=^## )", PAGE, re.MULTILINE | re.DOTALL)
    assert learners is not None
    assert listed(learners[0]) == sorted(gym.__all__)
    assert listed(PAGE.replace(learners[0], "")) == sorted(offered())


def test_a_name_that_is_not_offered_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'upcard' has no attribute 'jackpot'"):
        _ = upcard.jackpot  # type: ignore[attr-defined]  # that is the point


def test_what_is_offered_is_typed() -> None:
    """mypy --strict reads this file; here it only has to be true."""
    found: Analysis = upcard.analyze("three-card-poker")
    names: list[str] = upcard.games()
    kind: type[upcard.Game] = upcard.game(names[0])
    assert found.game == "three-card-poker"
    assert issubclass(kind, upcard.Game)


def test_settling_from_python_loads_nothing_heavy() -> None:
    seat = {"seat": 1, "cards": "Qs Js Ts", "wagers": {"ante": 1000}, "actions": [["play"]]}
    scenario = json.dumps({"game": "three-card-poker", "dealer": "Kd 7c 7h", "seats": [seat]})
    code = (
        "import json, sys, upcard\n"
        "before = len([name for name in sys.modules if name.startswith('upcard.')])\n"
        f"found = upcard.settle(json.loads({scenario!r}))\n"
        "print(before, found['seats'][0]['returned'], *sys.modules)"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    before, returned, *modules = ran.stdout.split()
    assert (before, returned) == ("0", "9000"), "import upcard alone loads no other module of it"
    heavy = {"numba", "numpy", "pydantic", "sqlalchemy", "fastapi", "rich", "typer", "cryptography", "platformdirs"}
    assert heavy & set(modules) == set()
    assert not [name for name in modules if name.startswith(("upcard.lab", "upcard.floor", "upcard.web", "upcard.cli"))]


@pytest.mark.parametrize("page", ["README.md", "docs/python.md"])
def test_a_page_for_users_uses_only_what_is_public(page: str) -> None:
    code = "\n".join(re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text("utf-8"), re.MULTILINE | re.DOTALL))
    assert ">>> " in code
    assert re.findall(r"(?:from|import) (upcard\.[\w.]+)", code) == []
    used = set(re.findall(r"\bupcard\.(\w+)\(", code)) | {
        name.strip() for line in re.findall(r"from upcard import (.*)", code) for name in line.split(",")
    }
    assert used - {*upcard.__all__} == set()


def test_a_round_is_replayed_from_its_record_and_from_its_events() -> None:
    poker = game("three-card-poker")()
    hand = Round(poker, {1: {"ante": 1000}})
    hand.deal(parse_cards("Qs Js Ts"))
    hand.deal(parse_cards("Kd 7c 7h"))
    with pytest.raises(Illegal):
        hand.act(Act(1, 1, "hit"))
    hand.act(Act(1, 1, "play"))
    written = json.loads(json.dumps(upcard.record(hand)))
    assert replay(written).lines == replay(poker, hand.events).lines == hand.lines
    with pytest.raises(upcard.RecordError, match="give its events too"):
        replay(poker)  # type: ignore[call-overload]  # a type checker says so too
