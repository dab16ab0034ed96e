"""`upcard games` and `upcard rules`: what a game says of itself."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import refused, said
from upcard.rules.registry import game, names
from upcard.rules.rulebook import all_rules, read_page, rule, rules_of

RULEBOOK = Path(__file__).parents[2] / "docs" / "rulebook"


def rules_of_json(*arguments: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(said("rules", *arguments, "--json"))
    return read


def test_games_are_listed() -> None:
    printed = said("games")
    assert [line.split()[0] for line in printed.splitlines()] == names()
    read = json.loads(said("games", "--json"))
    assert [entry["game"] for entry in read] == names()
    assert all(entry["summary"] and entry["title"] and entry["wagers"] for entry in read)


@pytest.mark.parametrize("name", names())
def test_rules_show_every_rule_wager_setting_and_pay_table(name: str) -> None:
    printed = said("rules", name)
    kind = game(name)
    words = set(printed.replace("…", " ").split())
    for wager in kind.wagers:
        assert wager.name in words
    for setting in kind.settings:
        assert setting.name in words
    for rule_ in rules_of(kind.rulebook):
        assert rule_.id in words
    for tables in kind().tables:
        assert f"of {tables} (--pays {tables}=" in printed


@pytest.mark.parametrize("name", names())
def test_rules_as_json_say_the_same(name: str) -> None:
    read, table = rules_of_json(name), game(name)()
    assert read["digest"] == table.digest
    assert [wager["wager"] for wager in read["wagers"]] == [wager.name for wager in table.wagers]
    assert {setting["setting"]: setting["value"] for setting in read["settings"]} == {
        name: table.house.get(name) for name in table.all_settings()
    }
    for kind, choice in read["pays"].items():
        assert choice["tables"][choice["in_force"]]["pays"] == table.tables[kind].texts()


def test_brackets_in_a_rule_are_no_markup() -> None:
    assert "[A A 2][K], [A A][K 2]" in " ".join(said("rules", "four-card-split").split())


def test_rules_follow_the_house_and_the_pays(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text(
        'wager = "pair-plus"\nname = "generous"\n[pays]\nstraight-flush = "50 to 1"\nthree-of-a-kind = "30 to 1"\n'
        'straight = "6 to 1"\nflush = "4 to 1"\npair = "1 to 1"\nother = "lose"\n',
        "utf-8",
    )
    read = rules_of_json("three-card-poker", "--house", "ante.min=500", "--pays", f"pair-plus={own}")
    assert read["pays"]["pair-plus"]["in_force"] == "generous"
    assert set(read["pays"]["pair-plus"]["tables"]) == {"rivers", "generous"}
    printed = said("rules", "three-card-poker", "--house", "ante.min=500", "--pays", f"pair-plus={own}")
    assert "generous (in force)" in printed
    assert "ante.min" in printed
    version_1 = rules_of_json("four-card-split", "--house", "version=1")
    assert version_1["pays"]["ante"]["in_force"] == "I"
    assert version_1["pays"]["blind"]["in_force"] == "1a"
    progressive = rules_of_json("three-card-blitz", "--house", "blitz-bonus=progressive")
    assert "always $5" in next(w["stake"] for w in progressive["wagers"] if w["wager"] == "blitz-bonus")


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("whist",), "there is no game 'whist'; the games are three-card-blitz"),
        (("blackjack", "--house", "soft-17"), "--house 'soft-17' is not written as KEY=VALUE"),
        (("blackjack", "--house", "soft-17=draw"), "soft-17 can't be 'draw'; it is stand | hit"),
        (("blackjack", "--house", "hard-17=hit"), "there is no setting 'hard-17'"),
        (("blackjack", "--house", "decks=6", "--house", "decks=8"), "--house sets decks twice: 6 and 8"),
        (("blackjack", "--pays", "bet=4:1"), "bet has no pay table '4:1'"),
        (("blackjack", "--pays", "ante=I"), "blackjack has no pay table for 'ante'"),
        (("blackjack", "--pays", "bet=none.toml"), "the pay table file 'none.toml' can't be read"),
    ],
)
def test_what_is_wrong_with_a_house_is_said(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refused("rules", *arguments)


def test_the_rulebook_is_read_from_the_pages() -> None:
    defined = {rule_.id for page in RULEBOOK.glob("*.md") for rule_ in read_page(page.read_text("utf-8"))}
    assert set(all_rules()) == defined
    assert len(defined) > 100
    found = rule("TCP-12")
    assert found is not None
    assert found.section == "Three Card Poker (TCP)"
    assert "progressive and envy stay in action on a fold." in found.text
    assert rule("TCP-99") is None


def test_an_installed_package_carries_the_rulebook(tmp_path: Path) -> None:
    """The wheel has the pages inside it, once, and reads them from there."""
    root = RULEBOOK.parents[1]
    build = f"from hatchling.build import build_wheel; print(build_wheel({str(tmp_path)!r}))"
    subprocess.run([sys.executable, "-c", build], cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    code = "import upcard; from upcard.rules.rulebook import all_rules; print(upcard.__file__, len(all_rules()))"
    environment = {**os.environ, "PYTHONPATH": str(wheel)}
    ran = subprocess.run([sys.executable, "-c", code], env=environment, check=True, capture_output=True, text=True)
    where, count = ran.stdout.split()
    assert where.startswith(str(wheel))
    assert int(count) == len(all_rules())
