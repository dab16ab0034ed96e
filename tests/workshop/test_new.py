"""A new game's package plays at once: installed without network, it is found, checked, and its own tests pass."""

import json
import os
import site
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import refused, said
from upcard.workshop.new import TEMPLATES, Names

ROOT = Path(__file__).parents[2]
NAME = "lucky-ladies"
BARE = [sys.executable, "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-index", "--no-deps"]


class Installed:
    """A package that `upcard new` made, installed beside Upcard."""

    def __init__(self, folder: Path, like: str) -> None:
        self.like = like
        self.source, self.site = folder / "source", folder / "site"
        self.said = said("new", NAME, str(self.source), "--like", like)
        subprocess.run([*BARE, "--no-build-isolation", "--target", str(self.site), str(self.source)], check=True)

    def run(self, *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        """Runs Python where the package is installed."""
        env = {**os.environ, "PYTHONPATH": str(self.site)}
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.source, env=env, input=typed, capture_output=True, text=True, check=False,
        )  # fmt: skip

    def upcard(self, *arguments: str, typed: str = "") -> str:
        """What a command says."""
        ran = self.run("-m", "upcard", *arguments, typed=typed)
        assert ran.returncode == 0, ran.stderr
        return ran.stdout


@pytest.fixture(scope="module", params=TEMPLATES)
def installed(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("new"), request.param)


def test_it_is_found_and_says_what_it_is(installed: Installed) -> None:
    assert NAME in [game["game"] for game in json.loads(installed.upcard("games", "--json"))]
    rules: dict[str, Any] = json.loads(installed.upcard("rules", NAME, "--json"))
    assert rules["title"] == "Lucky Ladies"
    assert [rule["id"] for rule in rules["rules"][:2]] == ["LLA-1", "LLA-2"]


def test_it_plays_at_once(installed: Installed) -> None:
    typed = "10\n\n" + "\n".join(["r", "f", "c", "q"] * 3) + "\n"
    assert "Lucky Ladies" in installed.upcard("play", NAME, "--plain", "--seed", "7", typed=typed)


def test_its_own_tests_and_the_checks_pass(installed: Installed) -> None:
    ran = installed.run("-m", "pytest", "-q", "-rA", "-p", "no:cacheprovider", "-p", "no:xdist")
    assert ran.returncode == 0, ran.stdout
    assert f"upcard-check[{NAME}]::perft" in ran.stdout
    assert "test_lucky_ladies.py" in ran.stdout
    assert "failed" not in ran.stdout


def test_nothing_of_the_template_is_left(installed: Installed) -> None:
    for file in installed.source.rglob("*"):
        if file.is_file() and "build" not in file.parts:
            text = f"{file.relative_to(installed.source)} {file.read_text('utf-8')}"
            names = TEMPLATES[installed.like]
            assert not any(old in text for old in (names.name, names.title, names.package, names.kind))


@pytest.mark.parametrize("installed", ["plain"], indirect=True)
def test_a_rule_that_nothing_cites_is_found(installed: Installed) -> None:
    page = next(installed.site.rglob("rules.md"))
    kept = page.read_text("utf-8")
    try:
        page.write_text(f"{kept}- **LLA-99** Nobody ever thought of this.\n", "utf-8")
        ran = installed.run("-m", "upcard", "check", NAME, "--json")
    finally:
        page.write_text(kept, "utf-8")
    assert ran.returncode == 1
    failed = {one["name"]: one["detail"] for one in json.loads(ran.stdout)["checks"] if not one["ok"]}
    assert {*failed} == {"rules"}
    assert "LLA-99" in failed["rules"]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("Lucky Ladies",), "is no name for a game; write lower case with hyphens"),
        (("blackjack",), "there is a game 'blackjack' already"),
        (("json",), "there is a Python module 'json' already"),
        ((NAME, "--like", "roulette"), "there is no template 'roulette'; a new game is like plain"),
    ],
)
def test_what_is_no_new_game_is_refused(
    arguments: tuple[str, ...], reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert reason in refused("new", *arguments)
    assert [*tmp_path.iterdir()] == []


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine", "utf-8")
    assert "is there already and not empty" in refused("new", NAME, str(tmp_path))
    assert [path.name for path in tmp_path.iterdir()] == ["precious.txt"]


def test_names_follow_from_the_name() -> None:
    assert Names.of("war") == Names("war", "War", "WAR")
    assert Names.of("red-dog").package == "red_dog"
    assert Names.of("blitz-ball").prefix != "BLZ"
    assert Names.of("general").prefix == "GENE", "GEN are the rules of every game"


@pytest.mark.torture
def test_it_plays_in_an_environment_of_its_own_after_an_editable_install(tmp_path: Path) -> None:
    """As a person would: pip install -e, then the command finds it; an edit is seen at once."""
    subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(tmp_path / "venv")], check=True)
    python = str(tmp_path / "venv" / "bin" / "python")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), *site.getsitepackages()])}
    said("new", NAME, str(tmp_path / "mine"))
    pip = [python, *BARE[1:], "--no-build-isolation", "--editable", str(tmp_path / "mine")]
    subprocess.run(pip, check=True, env=env)
    game = tmp_path / "mine" / "src" / "lucky_ladies" / "game.py"
    game.write_text(game.read_text("utf-8").replace("One card each; the higher one wins.", "Edited."), "utf-8")
    ran = subprocess.run([python, "-m", "upcard", "games"], env=env, check=True, capture_output=True, text=True)
    assert "lucky-ladies" in ran.stdout
    assert "Edited." in ran.stdout
