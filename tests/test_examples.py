"""The examples run as they stand, as programs of their own, and say what they should."""

import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

import upcard

EXAMPLES = Path(__file__).parents[1] / "examples"
RUN_HERE = {
    "settle_a_hand": ["seat 1: staked 3500, back 2000", "BJK-13"],
    "price_a_pay_table": ["rivers          house edge 402/5525", "generous pairs  house edge 253/5525 = 4.5792%"],
    "ask_the_coach": ["8s 8h against Td, in units of one bet", "split      -0.476053  best"],
}
LEARNS = "learn_blackjack"
AT_A_HOUSE = ("follow_a_table", "write_a_bot", "test_with_a_house")
ON_A_LEDGER = ("reconcile_a_shift",)
"""Run by tests/floor/days on a house with closed days."""


@pytest.fixture(scope="module")
def house() -> Iterator[upcard.OpenHouse]:
    with upcard.open_house(speed=20) as opened:
        yield opened


def test_every_example_is_run() -> None:
    assert {file.stem for file in EXAMPLES.glob("*.py")} == {*RUN_HERE, *AT_A_HOUSE, *ON_A_LEDGER, LEARNS}


@pytest.mark.parametrize("name", [*RUN_HERE, *AT_A_HOUSE, *ON_A_LEDGER, LEARNS])
def test_an_example_uses_only_what_is_public(name: str) -> None:
    code = (EXAMPLES / f"{name}.py").read_text("utf-8")
    assert re.findall(r"(?:from|import) (upcard\.[\w.]+)", code) == []
    assert {*re.findall(r"\bupcard\.(\w+)", code)} <= {*upcard.__all__, "gym"}  # the room that gymnasium loads


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("games/*/*/*.py")), ids=lambda file: file.parent.name)
def test_a_game_of_ones_own_uses_only_what_is_public(file: Path) -> None:
    code = file.read_text("utf-8")
    assert re.findall(r"(?:from|import) (upcard\.[\w.]+)", code) == []
    taken = re.findall(r"^from upcard import (\(.*?\)|.*?$)", code, re.MULTILINE | re.DOTALL)
    assert {*re.findall(r"\w+", " ".join(taken))} <= {*upcard.__all__}


@pytest.mark.parametrize("name", RUN_HERE)
def test_an_example_says_what_it_should(name: str) -> None:
    ran = subprocess.run([sys.executable, str(EXAMPLES / f"{name}.py")], capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    for words in RUN_HERE[name]:
        assert words in ran.stdout


def test_a_bot_plays_while_somebody_follows_the_table(house: upcard.OpenHouse) -> None:
    follower = [sys.executable, "-u", str(EXAMPLES / "follow_a_table.py"), house.url, "three-card-poker"]
    bot = [sys.executable, str(EXAMPLES / "write_a_bot.py"), house.url, "three-card-poker", "3"]
    with subprocess.Popen(follower, stdout=subprocess.PIPE, text=True) as follows:
        try:
            assert follows.stdout is not None
            ran = subprocess.run(bot, capture_output=True, text=True, check=False)
            assert ran.stderr == ""
            assert len(re.findall(r"^You ", ran.stdout, re.MULTILINE)) == 3
            assert re.search(r"^3 rounds: staked \d+ cents", ran.stdout, re.MULTILINE)
            late = threading.Timer(30, follows.kill)
            late.start()
            told = "".join(line for line, _ in zip(follows.stdout, range(4), strict=False))
            late.cancel()
        finally:
            follows.kill()
    assert re.search(r"^round \d+: Seat 1 ", told, re.MULTILINE)
    assert "(TCP-" in told


def test_tests_with_a_house_pass() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "test_with_a_house.py"],
        cwd=EXAMPLES, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert "4 passed" in ran.stdout, ran.stdout


def test_who_learns_blackjack_plays_far_better_than_before() -> None:
    """Fewer rounds than a learner would want; one who takes the first move that comes loses more than half a bet."""
    typed = [sys.executable, str(EXAMPLES / f"{LEARNS}.py"), "300000"]
    ran = subprocess.run(typed, capture_output=True, text=True, check=False)
    assert ran.stderr == ""
    before, after, exact = map(float, re.findall(r"([+-]\d\.\d+) a bet", ran.stdout))
    right = re.search(r"^(\d+) of 540 starting hands are played as the exact lab plays them$", ran.stdout, re.MULTILINE)
    assert right is not None
    assert exact == -0.0034, "six decks, as docs/blackjack-math.md has it"
    assert before < -0.5
    assert exact - 0.08 < after < exact + 0.02
    assert int(right[1]) > 300
