"""Running the command line in tests: in this process, and as a person's shell would."""

import subprocess
import sys
from pathlib import Path

from typer.testing import CliRunner, Result

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
