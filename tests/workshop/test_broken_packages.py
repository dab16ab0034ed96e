"""A package that is broken says where, in one paragraph, and does not take the other games down with it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.kit.cli import refused, run
from upcard import games
from upcard.rules.registry import broken

HIGH_CARD = Path(__file__).parents[1] / "sixth_game"
Install = Callable[..., str]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Installs a copy of the sixth game with something in it replaced, under a package of its own."""

    def installed(file: str = "", old: str = "", new: str = "") -> str:
        package = "a_" + "".join(sign if sign.isalnum() else "_" for sign in tmp_path.name)
        folder = tmp_path / package
        folder.mkdir()
        for source in ("__init__.py", "game.py", "paytables.toml"):
            text = (HIGH_CARD / source).read_text("utf-8")
            assert source != file or not old or old in text
            (folder / source).write_text(text.replace(old, new) if source == file else text, "utf-8")
        if file and not old:
            (folder / file).unlink()
        told = tmp_path / f"{package}-1.0.dist-info"
        told.mkdir()
        (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (told / "entry_points.txt").write_text(f"[upcard.games]\nhigh-card = {package}.game:HighCard\n")
        monkeypatch.syspath_prepend(str(tmp_path))
        return str(folder / "game.py")

    return installed


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("game.py", "class HighCard(", "clas HighCard("), ["SyntaxError: invalid syntax (line", "game.py"]),
        (("game.py", "    Setting,\n", "    Settings,\n"),
         ["ImportError: cannot import name 'Settings'"]),
        (("game.py", "class HighCard(", "class LowCard("), ["AttributeError", "HighCard"]),
        (("game.py", '"high-card"', '"low-card"'), ["it calls itself 'low-card'"]),
        (("game.py", '"ante", "Ante", "ante"', '"ante", "Ante", "bet"'), ["bet"]),
        (("game.py", "    hand_size: ClassVar[int] = 1\n", ""), ["the class HighCard says no hand_size"]),
        (("paytables.toml",), ["there is no paytables.toml of"]),
        (("paytables.toml", "[ante.house]", "[ante.house"), ["paytables.toml of", "is not TOML"]),
        (("paytables.toml", "[match.house", "[matches.house"), ["tables for matches"]),
        (("paytables.toml", 'source = "docs/adding-a-game.md (HIC-5)"', ""), ["[match.house] needs a source"]),
        (("paytables.toml", '"12 to 1"', "12"), ["match", "12"]),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)  # fmt: skip
def test_a_game_that_cannot_be_offered_is_left_out_and_says_why(
    change: tuple[str, ...], words: list[str], install: Install
) -> None:
    install(*change)
    assert "high-card" not in games()
    listed = run("games")
    assert listed.exit_code == 0
    assert "blackjack" in listed.stdout
    fault = broken()["high-card"]
    assert fault in listed.stderr
    assert "\n" not in fault
    assert all(word in fault for word in words), fault
    refused("analyze", "high-card")


def test_an_error_in_the_code_of_a_game_is_told_with_its_place(install: Install) -> None:
    place = install("game.py", "    if rank(player) == rank(dealer):", "    if rank(players) == rank(dealer):")
    assert "high-card" in games()
    told = refused("analyze", "high-card")
    assert told.startswith("the code of high-card stopped with NameError: name 'players' is not defined, in against")
    assert place in told
    assert "`upcard check high-card` shows the round" in told
