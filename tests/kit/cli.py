"""Running the command line in tests: in this process, as a person's shell would, and with data that is damaged."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from typer.testing import CliRunner, Result

from upcard.cli.errors import explained
from upcard.cli.main import app

UPCARD = Path(sys.executable).with_name("upcard")


def run(*arguments: str, typed: str = "", env: dict[str, str] | None = None) -> Result:
    """Runs a command in this process."""
    return CliRunner().invoke(app, list(arguments), input=typed, env=env)


def said(*arguments: str, typed: str = "") -> str:
    """What a command that succeeds prints."""
    ran = run(*arguments, typed=typed)
    assert ran.exit_code == 0, ran.output
    return ran.stdout


def refused(*arguments: str, typed: str = "") -> str:
    """What a command that is refused says: one paragraph on stderr, exit code 2, nothing on stdout."""
    ran = run(*arguments, typed=typed)
    assert ran.exit_code == 2, ran.output
    assert ran.stdout == ""
    assert "Traceback" not in ran.stderr
    paragraph = ran.stderr.strip()
    assert "\n" not in paragraph
    assert paragraph.startswith("upcard: ")
    return paragraph.removeprefix("upcard: ")


def shell(*arguments: str, typed: str = "", env: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    """Runs the installed command in a process of its own."""
    return subprocess.run([str(UPCARD), *arguments], input=typed, capture_output=True, text=True, env=env, check=False)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in JSON data, as the keys that lead to it."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for key, part in inner for place in places(part, (*path, key)))]


def bug(do: Callable[[], object]) -> Exception | None:
    """What it brought up that is no explanation."""
    try:
        do()
    except Exception as error:  # noqa: BLE001 (the test asks which errors there are)
        return None if explained(error) else error
    return None
