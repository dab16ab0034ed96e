"""`upcard settle` and docs/scenarios.md: every example on the page, and no scenario so broken that it is traced."""

import copy
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.cli import bug, places, refused, run, said
from upcard.rounds.scenario import settle
from upcard.rules.registry import names

PAGE = Path(__file__).parents[2] / "docs" / "scenarios.md"
BLOCK = re.compile(
    r"^```json scenario\n(.*?)^```\s+```(?:json answer|text refused)\n(.*?)^```", re.MULTILINE | re.DOTALL
)
EXAMPLES = BLOCK.findall(PAGE.read_text("utf-8"))
SETTLED = [(json.loads(scenario), json.loads(answer)) for scenario, answer in EXAMPLES if answer.startswith("{")]
REFUSED = [(json.loads(scenario), words.strip()) for scenario, words in EXAMPLES if not words.startswith("{")]


def test_the_page_is_read_wholly() -> None:
    assert len(EXAMPLES) == PAGE.read_text("utf-8").count("```json scenario")
    assert len(SETTLED) >= 7
    assert len(REFUSED) >= 4


@pytest.mark.parametrize(("scenario", "answer"), SETTLED)
def test_an_example_of_the_page_settles_as_printed(scenario: dict[str, Any], answer: dict[str, Any]) -> None:
    printed = said("settle", "-", typed=json.dumps(scenario))
    assert json.loads(printed) == answer
    for seat in answer["seats"]:
        assert seat["staked"] == sum(line["stake"] for line in seat["lines"])
        assert seat["returned"] == sum(line["returned"] for line in seat["lines"])


@pytest.mark.parametrize(("scenario", "words"), REFUSED)
def test_an_example_of_the_page_is_refused_as_printed(scenario: dict[str, Any], words: str) -> None:
    assert refused("settle", "-", typed=json.dumps(scenario)) == words.removeprefix("upcard: ")


def test_the_page_has_every_game_and_version() -> None:
    shown = {(scenario["game"], json.dumps(scenario.get("house", {}))) for scenario, _ in SETTLED}
    assert {game for game, _ in shown} == set(names())
    assert {("four-card-split", "{}"), ("four-card-split", '{"version": 1}')} <= shown
    assert {("three-card-blitz", "{}"), ("three-card-blitz", '{"blitz-bonus": "progressive"}')} <= shown


def test_a_file_and_standard_input_settle_alike(tmp_path: Path) -> None:
    scenario = json.dumps(SETTLED[0][0])
    file = tmp_path / "hand.json"
    file.write_text("\N{ZERO WIDTH NO-BREAK SPACE}" + scenario, "utf-8")  # some editors begin a file with a mark
    assert said("settle", str(file)) == said("settle", "-", typed=scenario)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("", "standard input is not JSON: Expecting value (line 1, column 1)"),
        ('{"game": "blackjack",}', "is not JSON"),
        ("[1, 2]", "a scenario is a JSON object"),
        ('{"game": "poker", "dealer": "As", "seats": []}', "there is no game 'poker'; the games are"),
        ('{"game": "blackjack", "game": "blackjack"}', "'game' is there twice"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_what_is_no_scenario_is_refused(typed: str, reason: str) -> None:
    assert reason in refused("settle", "-", typed=typed)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    assert (
        refused("settle", str(tmp_path / "no.json"))
        == f"{tmp_path / 'no.json'} can't be read: No such file or directory"
    )
    assert "can't be read" in refused("settle", str(tmp_path))


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "hand.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert "is not text in UTF-8" in refused("settle", str(file))


def test_settle_without_a_file_is_a_usage_error() -> None:
    ran = run("settle")
    assert ran.exit_code == 2
    assert "Missing argument" in ran.stderr


# Scenarios that have been damaged

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    10**30,
    2.5,
    "",
    "As",
    "zz",
    [],
    [[]],
    {},
    {"a": 1},
    [["hit", "7d"]],
    "infinite",
    [0],
]


@settings(max_examples=400)
@given(data=st.data())
def test_a_damaged_scenario_is_settled_or_refused_but_never_traced(data: st.DataObject) -> None:
    scenario = copy.deepcopy(data.draw(st.sampled_from([scenario for scenario, _ in SETTLED])))
    for _ in range(data.draw(st.integers(1, 2))):
        place = data.draw(st.sampled_from([place for place in places(scenario) if place]))
        parent: Any = scenario
        for key in place[:-1]:
            parent = parent[key]
        if data.draw(st.booleans()):
            parent[place[-1]] = copy.deepcopy(data.draw(st.sampled_from(ODD)))
        elif isinstance(parent, dict):
            parent[data.draw(st.sampled_from(["nonsense", "seat", "bet", "ante", ""]))] = parent.pop(place[-1])
        else:
            del parent[place[-1]]
    written = json.loads(json.dumps(scenario))
    found = bug(lambda: json.dumps(settle(written)))
    assert found is None, f"{found!r} is not told to users: {scenario}"
