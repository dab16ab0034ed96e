"""A pay that is turned compares no hands anew, and comes to the same; what is kept on disk has its room."""

import os
from pathlib import Path

import pytest

from tests.kit.games import dealer_plays
from upcard.lab.general import solution
from upcard.lab.general.methods.showdown import Showdown
from upcard.lab.general.room import make_room
from upcard.lab.general.rounds.script import unit_bets
from upcard.lab.kernels import silent
from upcard.rules.model import Model, Reads
from upcard.rules.three_card_poker import ThreeCardPoker, hands

FACTS = (Reads(hands.ante_bonus_outcome), Reads(dealer_plays, "dealer"))
MODEL = Model(strength=hands.strength, facts=FACTS)
MORE = Model(strength=hands.strength, facts=(*FACTS, Reads(hands.pair_plus_outcome)))


def paying(times: int) -> ThreeCardPoker:
    rows = ThreeCardPoker().tables["play"].texts() | {"win": f"{times} to 1"}
    return ThreeCardPoker(pays={"play": {"pays": rows}})


def worked_out(game: ThreeCardPoker, model: Model = MODEL) -> object:
    bets = {wager: cents for wager, cents in unit_bets(game).items() if wager == "ante"}
    found = solution.work_out(game, model, silent, bets)
    return found.count.main, found.count.tied, found.book.write()[0]


def test_hands_are_compared_once_for_all_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []
    count = Showdown.count

    def noted(told: Showdown) -> None:
        compared.append(told.game)
        count(told)

    monkeypatch.setattr(Showdown, "count", noted)
    solution.forget()
    turned = [worked_out(paying(times)) for times in (1, 2, 3)]
    assert len(compared) == 1
    assert turned[0] != turned[1]
    for times, found in zip((1, 2, 3), turned, strict=True):
        solution.forget()
        assert worked_out(paying(times)) == found, f"at {times} to 1, from the beginning"
    assert len(compared) == 4
    worked_out(paying(1), MORE)
    assert len(compared) == 5, "another model is another comparison"


def test_what_was_longest_not_used_makes_room(tmp_path: Path) -> None:
    for at, name in enumerate(("oldest", "used", "old", "writing.part", "newest")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "book.json").write_bytes(bytes(100))
        os.utime(tmp_path / name, (at, at))
    (tmp_path / "no folder").write_text("", "utf-8")
    os.utime(tmp_path / "used", (9, 9))
    kept = {"used", "writing.part", "newest", "no folder"}
    make_room(tmp_path / "newest", 500)
    assert {path.name for path in tmp_path.iterdir()} == kept | {"oldest", "old"}, "there is room for all"
    make_room(tmp_path / "newest", 300)
    assert {path.name for path in tmp_path.iterdir()} == kept
    make_room(tmp_path / "newest", 0)
    assert {path.name for path in tmp_path.iterdir()} == kept - {"used"}
