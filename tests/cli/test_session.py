"""`upcard session` on the command line."""

import json
from pathlib import Path

import pytest

from tests.kit.cli import refused, said

QUICK = ("session", "three-card-poker", "--bankroll", "3000", "--rounds", "50", "--sessions", "500", "--seed", "2")


def test_the_chances_are_said_in_words_and_in_the_contracts_form() -> None:
    told = said(*QUICK, "--stop-win", "2000")
    assert "$30 for 50 rounds; optimal, ante $1" in told
    assert "ruined (below $2, which a round can need)" in told
    assert "leaves $20 ahead" in told
    found = json.loads(said(*QUICK, "--json"))
    assert set(found["percentiles"]) == {"1", "5", "25", "50", "75", "95", "99"}
    assert all(isinstance(cents, int) for cents in found["percentiles"].values())
    assert found["exact"] is True
    assert 0 < found["ruin"] < 0.1
    assert found["mean"] == pytest.approx(3000 - 50 * 3.373, abs=5)
    assert found["ahead"] is None


def test_pictures_are_written_in_both_forms(tmp_path: Path) -> None:
    folder = tmp_path / "pictures"
    said(*QUICK, "--plot", str(folder))
    names = {"session-fan", "session-paths", "session-end", "session-drawdown"}
    assert {path.name for path in folder.iterdir()} == {f"{name}{end}" for name in names for end in (".svg", ".png")}
    assert (folder / "session-fan.png").read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (folder / "session-paths.svg").read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--bankroll", "50"), "can't cover a round"),
        (("--rounds", "0"), "1 to 10,000,000 rounds"),
        (("--strategy", "mystery"), "no strategy 'mystery'"),
        (("--bets", "ante=1,5"), "whole cents"),
        (("--bets", "mystery=100"), "mystery"),
        (("--sessions", "0"), "not 0"),
        (("--workers", "0"), "at least 1 does"),
        (("--plot", "/dev/null"), "is a file"),
    ],
)
def test_bad_input_is_told_in_one_paragraph(words: tuple[str, ...], reason: str) -> None:
    assert reason in refused(*QUICK, *words)
