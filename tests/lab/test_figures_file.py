"""Figures that a game's package gives are worked out anew, and a wrong one or a wrongly written one is told."""

import importlib
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.kit.cli import run, said
from tests.kit.games import EXAMPLES
from upcard import register, unregister
from upcard.lab.figures.file import figures_of
from upcard.rules.game import Game
from upcard.rules.registry import game
from upcard.rules.rulebook import FIGURES
from upcard.workshop.check import SEED, look
from upcard.workshop.world import World

NARROWS = EXAMPLES / "narrows" / "narrows"
Give = Callable[[str], type[Game]]

GOOD = """
[[figure]]
rule = "NAR-4"
published = "2.80 %"
figure = "edge"
[[figure]]
rule = "NAR-4"
published = "3.155 %"
figure = "edge"
house = {decks = 1}
[[figure]]
rule = "NAR-3"
what = "how often a raise is right"
published = "17.8 %"
figure = "decision"
move = "raise"
[[figure]]
rule = "NAR-4"
published = "0.52 %"
figure = "frequency"
wager = "bet"
outcome = "three-alike"
[[figure]]
rule = "NAR-4"
published = "1.1781"
figure = "average-wager"
"""


@pytest.fixture
def given(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Give]:
    """The example game in a package of its own, with these figures."""
    made: list[str] = []

    def give(figures: str) -> type[Game]:
        package = f"narrows_with_figures_{len(made)}_{tmp_path.name.replace('-', '_')}"
        (tmp_path / package).mkdir()
        for file in NARROWS.iterdir():
            if file.suffix in {".py", ".toml", ".md"}:
                (tmp_path / package / file.name).write_text(file.read_text("utf-8"), "utf-8")
        (tmp_path / package / FIGURES).write_text(figures, "utf-8")
        monkeypatch.syspath_prepend(str(tmp_path))
        kind = importlib.import_module(f"{package}.game").Narrows
        made.append(kind.name)
        registered: type[Game] = register(kind)
        return registered

    yield give
    for name in made:
        unregister(name)


def test_figures_are_worked_out_and_a_wrong_one_is_told(given: Give) -> None:
    kind = given(GOOD)
    found = list(figures_of(kind))
    assert [(figure.published, figure.computed) for figure in found if not figure.agrees] == []
    assert len(found) == 5
    assert look("figures", World(kind, 20, SEED)).detail == "5 of 5 agree"
    entries = json.loads(said("verify", "narrows", "--json"))
    assert [entry["agrees"] for entry in entries] == [True] * 5
    wrong = given(GOOD.replace('"2.80 %"', '"2.81 %"'))
    ran = run("verify", "narrows")
    assert ran.exit_code == 1
    assert "4 of 5 agree" in ran.stdout
    checked = look("figures", World(wrong, 20, SEED))
    assert not checked.ok
    assert checked.detail == "Narrows: house edge is 2.80 %, and 2.81 % is printed"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('figure = "edge"', 'figure = "advantage"', "works out edge, ev"),
        ('published = "2.80 %"', 'published = "about 3"', "published is as printed"),
        ('published = "2.80 %"', "published = 2.8", "published is text, not 2.8"),
        ('move = "raise"', "", "needs move for decision"),
        ('move = "raise"', 'move = "double"', "nobody plays 'double'; moves are stay, raise"),
        ('wager = "bet"', 'wager = "ante"', "no wager 'ante'; there are bet, raise"),
        ('outcome = "three-alike"', 'outcome = "royal"', "bet has no outcome 'royal'"),
        ("house = {decks = 1}", "houses = {decks = 1}", "says houses; what can stand there"),
        ("house = {decks = 1}", "house = {decks = 9}", "decks"),
        ("[[figure]]", "[figure", "is not TOML"),
        ("[[figure]]", "[[figures]]", "holds figures, each under [[figure]]"),
    ],
)
def test_a_figure_that_is_written_wrongly_is_told_in_one_paragraph(old: str, new: str, words: str, given: Give) -> None:
    given(GOOD.replace(old, new) if old == "[[figure]]" else GOOD.replace(old, new, 1))
    ran = run("verify", "narrows")
    assert ran.exit_code == 2
    assert words in " ".join(ran.stderr.split())
    assert "Traceback" not in ran.stderr


@pytest.mark.parametrize("name", ["harbor-five", "open-water", "narrows"])
def test_the_examples_give_the_figures_that_are_known_of_them(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLES / name))
    module = importlib.import_module(f"{name.replace('-', '_')}.game")
    (kind,) = [kind for kind in vars(module).values() if isinstance(kind, type) and kind.__module__ == module.__name__]
    register(kind)
    try:
        found = list(figures_of(kind))
        assert found
        if name != "harbor-five":  # that takes seconds: tests/lab/general/test_examples.py has its figures
            assert [figure.what for figure in found if not figure.agrees] == []
    finally:
        unregister(name)


def test_a_game_without_figures_says_so() -> None:
    assert list(figures_of(game("three-card-blitz"))) == []
    assert "gives no figures" in said("verify", "three-card-blitz")
