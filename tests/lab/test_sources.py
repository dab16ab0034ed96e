"""What is kept on disk is kept under every source that it was made by, of whatever module of a game's package."""

import sys
from pathlib import Path

import pytest

from upcard.cards.evaluators import BySuit
from upcard.lab.general.solution import solution_key
from upcard.lab.kernels import fingerprint
from upcard.lab.sources import files_of, package_sources
from upcard.rules.model import Model
from upcard.rules.registry import game

PACKAGE = {
    "__init__": "",
    "atoms": "from . import worth\ndef strength(cards):\n    from made_up.deep import least\n    return least\n",
    "worth": "from made_up.tables import WORTH\n",
    "tables": "import json\nWORTH = {'ace': 1}\n",
    "deep": "least = [1]\n",
    "other": "unused = 1\n",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "made_up"
    folder.mkdir()
    for name, source in PACKAGE.items():
        (folder / f"{name}.py").write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in [name for name in sys.modules if name.partition(".")[0] == "made_up"]:
        monkeypatch.delitem(sys.modules, name)
    return folder


def test_an_edit_in_any_module_that_a_function_leans_on_is_another_key(package: Path) -> None:
    from made_up.atoms import strength  # type: ignore[import-not-found]  # made above

    assert {file.stem for file in files_of(package_sources([strength.__module__]))} == {
        "__init__", "atoms", "worth", "tables", "deep",
    }  # fmt: skip
    keys = {fingerprint(strength)}
    for name in ("tables", "deep", "worth"):
        (package / f"{name}.py").write_text(PACKAGE[name] + "# another edition\n")
        keys.add(fingerprint(strength))
    assert len(keys) == 4
    (package / "other.py").write_text("unused = 22\n")
    assert fingerprint(strength) in keys


def test_functions_of_python_itself_have_a_key_too() -> None:
    blitz = game("three-card-blitz")()
    keys = {solution_key(blitz, Model(strength=BySuit(len, join)), {}) for join in (max, sum)}
    assert len(keys) == 2
