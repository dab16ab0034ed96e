"""The map shows the rooms there are, and every name in the walks of docs/architecture.md is where the page says."""

import ast
import re
from functools import reduce
from importlib import import_module
from pathlib import Path

import pytest

from upcard.rules.registry import names, others

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "upcard"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")
MAP = (ROOT / "docs" / "images" / "rooms.svg").read_text("utf-8")
STEPS = [
    (number, name)
    for number, line in enumerate(PAGE.splitlines(), 1)
    for name in re.findall(r"`((?:upcard[\w.]*|[\w/]+\.js):[\w.]+)`", line)
]
OWN = [name for name in names() if name not in others()]
ROOMS = sorted(folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists())


@pytest.mark.parametrize(("line", "name"), STEPS, ids=str)
def test_a_step_of_a_walk_is_where_the_page_says(line: int, name: str) -> None:
    place, _, attribute = name.partition(":")
    where = f"docs/architecture.md, line {line}: {name}"
    if place.endswith(".js"):
        file = SOURCE / "web" / "pages" / place
        assert file.is_file(), f"{where}: there is no such page script any more"
        assert re.search(rf"\b{attribute}\(", file.read_text("utf-8")), f"{where}: the script has no {attribute}()"
        return
    try:
        module = import_module(place)
    except ModuleNotFoundError:
        pytest.fail(f"{where}: there is no module {place} any more; where did it move?")
    try:
        found = reduce(getattr, attribute.split("."), module)
    except AttributeError:
        pytest.fail(f"{where}: {place} has no {attribute} any more; what is it called now?")
    assert callable(found), f"{where}: this is no function"
    assert found.__module__ == place, f"{where}: this lives in {found.__module__}"


def test_there_are_three_walks_of_numbered_steps() -> None:
    for walk in PAGE.split("\n## ")[1:]:
        steps = [line for line in walk.splitlines() if re.match(r"\d+\. ", line)]
        assert [int(step.split(".")[0]) for step in steps] == list(range(1, len(steps) + 1))
        assert len(steps) > 8
        assert all(re.match(r"\d+\. `[^`]+:[^`]+`", step) for step in steps)
    assert PAGE.count("\n## ") == 3


@pytest.mark.parametrize("room", ROOMS)
def test_every_room_is_on_the_map_and_in_the_table(room: str) -> None:
    assert f">{room}<" in MAP, f"docs/images/rooms.svg does not show {room}"
    row = next((line for line in PAGE.splitlines() if line.startswith(f"| `{room}` |")), None)
    assert row is not None, f"the table of docs/architecture.md lacks {room}"
    gone = [name for name in re.findall(r"`(\w+)`", row.split("|")[3]) if not (SOURCE / room / name).is_dir()]
    assert gone == [], f"rooms of {room} that the table names and that are gone"


def test_the_map_shows_no_room_that_is_gone() -> None:
    shown = set(re.findall(r'class="room"[^>]*>(\w+)<', MAP))
    assert shown == set(ROOMS)


def test_the_lab_knows_no_game_by_name_but_in_its_own_rooms() -> None:
    """What a game has of its own it offers in its `LAB`; so a game of another package can offer the same."""
    ours = {name: name.replace("-", "_") for name in OWN}
    for file in (SOURCE / "lab").rglob("*.py"):
        place = str(file.relative_to(SOURCE))
        if place == "lab/figures/published.py":  # which figures of our games were printed elsewhere
            continue
        said = {node.value for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        named = [name for name, room in ours.items() if name in said and room not in place]
        assert named == [], f"{place} names {named}; upcard/lab/registry.py says how a game offers what it has"
