"""What runs on the standard library alone, and what is said where an extra is missing."""

import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.metadata import distribution, packages_distributions
from pathlib import Path
from typing import Any

import pytest

from upcard.extras import EXTRAS, MissingExtra, need

ROOT = Path(__file__).parents[1]
SCENARIO = {
    "game": "three-card-poker",
    "dealer": "Kd 7c 7h",
    "seats": [{"seat": 1, "cards": "Qs Js Ts", "wagers": {"ante": 1000}, "actions": [["play"]]}],
}


@cache
def provided() -> Mapping[str, list[str]]:
    """Module → the packages that bring it here."""
    return packages_distributions()


def named(requirement: str) -> str:
    """The package of a requirement, as package indexes write it."""
    return re.sub(r"[-_.]+", "-", re.split(r"[\[<>=;\s]", requirement)[0]).lower()


def brings(package: str) -> set[str]:
    """A package that is installed here, and everything it needs."""
    found, waiting = set[str](), [package]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        found.add(name)
        needed = distribution(name).requires or []
        waiting += [named(line) for line in needed if "extra ==" not in line and _is_here(named(line))]
    return found


def _is_here(package: str) -> bool:
    return any(package in {named(name) for name in names} for names in provided().values())


def without(folder: Path, *extras: str) -> dict[str, str]:
    """The surroundings of a Python that has Upcard and the packages of some extras and nothing else."""
    allowed = {package for extra in extras for module in EXTRAS[extra] for package in brings_module(module)}
    for module, packages in provided().items():
        if not {named(package) for package in packages} & allowed:
            continue
        for parent in map(Path, sys.path):
            for there in (parent / module, parent / f"{module}.py"):
                if there.exists() and not (folder / there.name).exists():
                    (folder / there.name).symlink_to(there)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(folder)])}


def brings_module(module: str) -> set[str]:
    """The packages behind a module."""
    return {part for package in provided()[module] for part in brings(named(package))}


def bare(env: dict[str, str], *arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
    """Runs Python without the packages that are installed here (-S)."""
    return subprocess.run(
        [sys.executable, "-S", *arguments], input=typed, capture_output=True, text=True, env=env, check=False
    )


@pytest.fixture(scope="module")
def nothing(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return without(tmp_path_factory.mktemp("nothing"))


@pytest.fixture(scope="module")
def only_cli(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return without(tmp_path_factory.mktemp("cli"), "cli")


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:
    project: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return project


def test_the_rules_need_nothing(pyproject: dict[str, Any]) -> None:
    assert pyproject["dependencies"] == []


def test_the_modules_of_an_extra_are_those_of_its_packages(pyproject: dict[str, Any]) -> None:
    """A package for some systems only (uvloop) is used where it is there, and missed nowhere."""
    for extra, requirements in pyproject["optional-dependencies"].items():
        packages = {named(line) for line in requirements if ";" not in line and named(line) != "upcard"}
        behind = {named(package) for module in EXTRAS[extra] for package in provided()[module]}
        assert behind == packages, f"EXTRAS[{extra!r}] in src/upcard/extras.py"
    assert set(EXTRAS) == set(pyproject["optional-dependencies"])


def test_a_house_brings_its_command_line_and_its_coach(pyproject: dict[str, Any]) -> None:
    assert "upcard[cli,lab]" in pyproject["optional-dependencies"]["house"]


@pytest.mark.parametrize("extra", EXTRAS)
def test_what_is_here_is_not_missed(extra: str) -> None:
    need(extra)


def test_what_is_missing_is_named_with_the_line_to_type(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("numba", "numpy"):
        monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(MissingExtra, match=r"numba and numpy, which are not installed here.*'upcard\[lab\]'") as said:
        need("lab")
    assert isinstance(said.value, ImportError)
    assert said.value.extra == "lab"


def test_a_hand_is_settled_with_the_standard_library_alone(nothing: dict[str, str]) -> None:
    ran = bare(nothing, "-m", "upcard", "settle", "-", typed=json.dumps(SCENARIO))
    assert ran.stderr == ""
    assert json.loads(ran.stdout)["seats"][0]["returned"] == 9000


def test_a_hand_that_is_refused_says_so_with_the_standard_library_alone(nothing: dict[str, str]) -> None:
    ran = bare(nothing, "-m", "upcard", "settle", "-", typed=json.dumps({**SCENARIO, "dealer": "Kd 7c"}))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert ran.stderr == "upcard: the dealer needs 3 more cards here: 1 missing\n"


def test_a_cluster_without_its_extra_says_so_before_anything_is_worked_out(tmp_path: Path) -> None:
    """Command line and lab are there; nothing of them is loaded yet."""
    ran = bare(
        without(tmp_path, "cli", "lab"), "-m", "upcard", "session", "blackjack", "--bankroll", "9000", "--rounds", "9",
        "--cluster", "local",
    )  # fmt: skip
    assert line_to_type(ran) == "cluster"


def line_to_type(ran: subprocess.CompletedProcess[str]) -> str:
    """The extra that a refusal says to install; it is one paragraph and changes nothing."""
    assert ran.returncode == 2, ran.stderr
    assert ran.stdout == ""
    assert ran.stderr.startswith("upcard: ")
    assert ran.stderr.count("\n") == 1
    found = re.search(r"-m pip install 'upcard\[(\w+)\]'$", ran.stderr.strip())
    assert found is not None, ran.stderr
    return found[1]


@pytest.mark.parametrize("command", [("games",), ("--help",), ("analyze", "blackjack"), ("serve", "--demo")])
def test_without_the_command_line_every_command_says_how_to_get_it(
    nothing: dict[str, str], command: tuple[str, ...]
) -> None:
    assert line_to_type(bare(nothing, "-m", "upcard", *command)) == "cli"


def test_the_command_line_alone_shows_the_rules(only_cli: dict[str, str]) -> None:
    ran = bare(only_cli, "-m", "upcard", "rules", "blackjack")
    assert ran.returncode == 0, ran.stderr
    assert "BJK-1" in ran.stdout


@pytest.mark.parametrize(
    ("command", "extra"),
    [
        (("analyze", "blackjack"), "lab"),
        (("advise", "blackjack", "--hand", "8s 8h", "--up", "Td"), "lab"),
        (("simulate", "blackjack"), "lab"),
        (("serve", "--demo"), "house"),
        (("floor", "status"), "house"),
        (("audit", "verify"), "house"),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else given,
)
def test_a_command_without_its_room_says_which_extra_it_needs(
    only_cli: dict[str, str], command: tuple[str, ...], extra: str
) -> None:
    assert line_to_type(bare(only_cli, "-m", "upcard", *command)) == extra


def test_from_python_a_missing_extra_is_an_import_error_with_the_line_to_type(nothing: dict[str, str]) -> None:
    code = (
        "import upcard\n"
        "try:\n    upcard.analyze('blackjack')\n"
        "except upcard.MissingExtra as said:\n    print(said.extra, said)"
    )
    ran = bare(nothing, "-c", code)
    assert ran.stdout.startswith("lab this needs numba, numpy and platformdirs, which are not installed here"), (
        ran.stderr
    )


@pytest.mark.torture
def test_installed_without_extras(tmp_path: Path) -> None:
    """The wheel in an environment of its own, as `pip install upcard` leaves it."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    there = tmp_path / "venv" / "bin"
    pip = [str(there / "python"), "-m", "pip", "--disable-pip-version-check", "-q", "install", "--no-index"]
    subprocess.run([*pip, str(wheel)], check=True)
    settled = subprocess.run(
        [str(there / "upcard"), "settle", "-"], input=json.dumps(SCENARIO), capture_output=True, text=True, check=True
    )
    assert json.loads(settled.stdout)["seats"][0]["returned"] == 9000
    refused = subprocess.run([str(there / "upcard"), "games"], capture_output=True, text=True, check=False)
    assert line_to_type(refused) == "cli"
