"""Compiled code and arrays on disk: keyed by their sources, made again when torn, never needed."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from upcard.lab import kernels
from upcard.rules.three_card_poker import hands


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(kernels, "_in_memory", {})
    return tmp_path


def made_times() -> tuple[list[int], kernels.Array]:
    calls: list[int] = []

    def make() -> kernels.Array:
        calls.append(1)
        return np.arange(5)

    return calls, kernels.stored("five", make, hands.qualifies)


def test_an_array_is_made_once_and_read_back(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls, array = made_times()
    assert len(calls) == 1
    monkeypatch.setattr(kernels, "_in_memory", {})
    calls, again = made_times()
    assert not calls
    assert (again == array).all()


def test_a_torn_file_is_made_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_times()
    (file,) = (folder / "arrays").iterdir()
    file.write_bytes(file.read_bytes()[:40])
    monkeypatch.setattr(kernels, "_in_memory", {})
    calls, array = made_times()
    assert len(calls) == 1
    assert array.tolist() == [0, 1, 2, 3, 4]


def test_a_replaced_atom_is_another_array(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made_times()
    monkeypatch.setattr(hands, "_QUEEN_HIGH", 3)
    calls, _ = made_times()
    assert len(calls) == 1


def test_the_key_is_the_same_in_every_process() -> None:
    asked = "from upcard.lab.kernels import fingerprint; from upcard.rules.three_card_poker import hands; "
    asked += "print(fingerprint(hands.ante_outcome, hands.ante_bonus_outcome))"
    said = {
        subprocess.run(
            [sys.executable, "-c", asked], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert said == {fingerprint_now().encode()}


def fingerprint_now() -> str:
    return kernels.fingerprint(hands.ante_outcome, hands.ante_bonus_outcome) + "\n"


def test_a_folder_that_can_not_be_written_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path / "file"))
    monkeypatch.setattr(kernels, "_in_memory", {})
    calls, _ = made_times()
    assert len(calls) == 1


def test_an_array_is_not_to_be_written_on(folder: Path) -> None:
    _, array = made_times()
    with pytest.raises(ValueError, match="read-only"):
        array[0] = 1


def test_every_kernel_source_is_in_the_hash(monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba's cache does not notice an edited callee in another file: all kernels are in files named *kernels.py."""
    lab = Path(kernels.__file__).parent
    users = {
        path for path in lab.rglob("*.py") if "import kernel\n" in path.read_text() or ", kernel\n" in path.read_text()
    }
    assert users
    assert all(path.name.endswith("kernels.py") for path in users)
