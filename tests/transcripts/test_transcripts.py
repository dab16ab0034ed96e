"""Every golden transcript comes out line by line as it stands there, and every game and version has one."""

from pathlib import Path

import pytest

from upcard import transcript
from upcard.rules.registry import game, names

TRANSCRIPTS = sorted(Path(__file__).parent.glob("*.txt"))

VERSIONS = {"three-card-blitz": "blitz-bonus", "four-card-split": "version"}
"""Games that come in versions, and the setting that tells them apart."""


def _opened(file: Path) -> set[tuple[str, str]]:
    """The games and versions that a transcript plays."""
    found = set()
    for line in file.read_text("utf-8").splitlines():
        if line.startswith("> game "):
            name, *settings = line.removeprefix("> game ").split()
            table = game(name)(dict(setting.split("=") for setting in settings))
            found.add((name, str(table.house[VERSIONS[name]]) if name in VERSIONS else ""))
    return found


@pytest.mark.parametrize("file", TRANSCRIPTS, ids=lambda file: file.stem)
def test_transcript(file: Path) -> None:
    """A change that is meant is written anew: python -m upcard.workshop.transcript tests/transcripts/*.txt."""
    written = file.read_text("utf-8")
    assert transcript(written).splitlines() == written.splitlines()


@pytest.mark.parametrize("name", names())
def test_every_game_and_version_has_a_transcript(name: str) -> None:
    played = {version for file in TRANSCRIPTS for found, version in _opened(file) if found == name}
    kind = game(name)
    setting = kind.all_settings().get(VERSIONS.get(name, ""))
    assert played >= ({str(value) for value in setting.values} if setting else {""})
