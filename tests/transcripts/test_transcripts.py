"""Every golden transcript comes out line by line as it stands there, and every game and version has one."""

from pathlib import Path

import pytest

from tests.transcripts.script import TRANSCRIPTS, run
from upcard.rules.registry import game, names

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
    written = file.read_text("utf-8").splitlines()
    assert list(run("\n".join(written))) == written


@pytest.mark.parametrize("name", names())
def test_every_game_and_version_has_a_transcript(name: str) -> None:
    played = {version for file in TRANSCRIPTS for found, version in _opened(file) if found == name}
    kind = game(name)
    setting = kind.all_settings().get(VERSIONS.get(name, ""))
    assert played >= ({str(value) for value in setting.values} if setting else {""})
