"""How the command line starts: quickly, and with nothing loaded that the command does not need."""

import json
import re
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.kit.cli import run, said, shell
from upcard import __version__
from upcard.cli.main import COMMANDS

SCENARIO = {
    "game": "blackjack",
    "dealer": "7h Td",
    "seats": [
        {"seat": 1, "cards": "9s 9h", "wagers": {"bet": 1000}, "actions": [["split", "Td 2c"], ["stand"], ["stand"]]}
    ],
}
HEAVY = ["typer", "numba", "numpy", "pydantic", "sqlalchemy", "fastapi", "rich", "altair", "cryptography"]


@pytest.fixture
def scenario(tmp_path: Path) -> str:
    file = tmp_path / "hand.json"
    file.write_text(json.dumps(SCENARIO), "utf-8")
    return str(file)


def loaded(*arguments: str) -> set[str]:
    """The modules that a process has loaded when it has run a command."""
    code = (
        "import sys\n"
        f"sys.argv = ['upcard', *{arguments!r}]\n"
        "from upcard.cli.start import main\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(ran.stderr.split())


def test_settle_loads_nothing_heavy(scenario: str) -> None:
    modules = loaded("settle", scenario)
    assert "upcard.rounds.scenario" in modules
    assert [name for name in HEAVY if name in modules] == []
    assert not {name for name in modules if name.startswith(("upcard.lab", "upcard.floor", "upcard.web"))}


def test_settle_loads_only_the_game_it_settles(scenario: str) -> None:
    games = {name for name in loaded("settle", scenario) if re.fullmatch(r"upcard\.rules\.\w+\.game", name)}
    assert games == {"upcard.rules.blackjack.game"}


@pytest.mark.parametrize("arguments", [("games",), ("rules", "blackjack"), ("--help",)])
def test_small_commands_load_neither_lab_nor_floor(arguments: tuple[str, ...]) -> None:
    modules = loaded(*arguments)
    assert "numba" not in modules
    assert not {name for name in modules if name.startswith(("upcard.lab", "upcard.floor", "upcard.web"))}


def test_settle_is_done_within_four_tenths_of_a_second(scenario: str) -> None:
    """In time on the processor, since other tests run beside it; `make bench` looks at the clock."""
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert shell("settle", scenario).returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(times) < 0.4


def test_help_lists_every_command_that_is_there() -> None:
    help_text = said("--help")
    listed = help_text.partition("Commands:")[2]
    for name, (_, words) in COMMANDS.items():
        assert name in listed
        assert words.split()[0] in listed


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str) -> None:
    assert "Usage: " in said(name, "--help")


def test_version() -> None:
    assert said("--version") == f"upcard {__version__}\n"


def test_an_unknown_command_is_a_usage_error() -> None:
    ran = run("deal")
    assert ran.exit_code == 2
    assert "No such command 'deal'" in ran.stderr


def test_a_reader_that_goes_away_is_no_error_to_shout_about(scenario: str) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", "from upcard.cli.start import main; main()", "settle", scenario],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert b"Traceback" not in process.stderr.read()
