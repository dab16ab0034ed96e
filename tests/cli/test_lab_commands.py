"""`upcard analyze`, `advise`, `verify` and `warm` on the command line."""

import json
import warnings
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from upcard.cli.main import app
from upcard.lab.figures import published


def run(*words: str, code: int = 0) -> str:
    result = CliRunner().invoke(app, list(words))
    assert result.exit_code == code, result.output + result.stderr
    return result.stdout if code == 0 else result.stderr


def said(*words: str) -> Any:
    return json.loads(run(*words, "--json"))


@pytest.mark.parametrize("game", ["three-card-poker", "three-card-blitz", "four-card-split"])
def test_the_json_of_an_analysis_is_the_contracts(game: str) -> None:
    found = said("analyze", game)
    assert found["game"] == game
    assert {"house", "pays", "wagers", "total"} <= set(found)
    total = found["total"]
    assert total["per"] == "ante"
    assert {"ev", "element_of_risk", "average_wager", "sd", "decisions"} <= set(total)
    assert float(Fraction(total["element_of_risk"])) == pytest.approx(
        float(Fraction(total["ev"])) / total["average_wager"]
    )
    for wager in found["wagers"].values():
        for row in wager["outcomes"]:
            assert {"outcome", "combinations", "of", "pays"} <= set(row)
            assert type(row["combinations"]) is int
            assert type(row["of"]) is int
        if isinstance(wager["ev"], str):
            assert wager["sd"] >= 0
            assert float(Fraction(wager["ev"])) == pytest.approx(sum(row["return"] for row in wager["outcomes"]))


def test_progressives_are_said_as_constant_and_slope() -> None:
    poker = said("analyze", "three-card-poker")["wagers"]["progressive"]
    assert poker["ev"] == {"constant": "-504/1105", "per_dollar": {"three-card-poker": "1/22100"}}
    assert poker["break_even"] == "10080/1"
    assert poker["per_other_bettor"] == "7/884"
    blitz = said("analyze", "three-card-blitz", "--house", "blitz-bonus=progressive")["wagers"]["blitz-bonus"]
    assert sorted(blitz["ev"]["per_dollar"]) == [f"blitz-{n}" for n in range(1, 6)]
    assert "break_even" not in blitz


def test_a_pay_table_of_ones_own(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    rows = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4, "pair": 1}
    pays = "\n".join(f'{name} = "{odds} to 1"' for name, odds in rows.items())
    own.write_text(f'wager = "pair-plus"\n[pays]\n{pays}\nother = "lose"\n')
    found = said("analyze", "three-card-poker", "--pays", f"pair-plus={own}")
    assert round(float(Fraction(found["wagers"]["pair-plus"]["ev"])), 4) == -0.0232


def test_the_report_is_for_people() -> None:
    report = run("analyze", "three-card-poker")
    assert "Three Card Poker" in report
    assert "-3.3730 %" in report
    assert "█" in report
    assert "fair at a meter of $10,080.00" in report


def test_advice_in_words_and_as_json() -> None:
    words = run("advise", "four-card-split", "--hand", "As Ah Kd 2c", "--up", "7d")
    assert words.splitlines()[1].startswith("split As Ah 2c | Kd, play 1, play 2")
    assert words.splitlines()[1].rstrip().endswith("best")
    found = said("advise", "three-card-poker", "--hand", "Qs 6h 4d")
    assert found["actions"][0] == {"action": ["play"], "ev": "-9151/9212", "cost": "0/1"}


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["analyze", "faro"], "there is no game 'faro'"),
        (["analyze", "four-card-split", "--pays", "blind=P99"], "no pay table 'P99'"),
        (["analyze", "four-card-split", "--house", "version=3"], "version can't be '3'"),
        (["analyze", "three-card-poker", "--shoe", "A=4"], "no shoe to analyse"),
        (["advise", "three-card-poker", "--hand", "As Zh Kd"], "'Zh' is not a card"),
        (["advise", "three-card-poker", "--hand", "As As Kd"], "As is there twice"),
        (["advise", "three-card-blitz", "--hand", "As Kd"], "has 7 cards, not 2"),
        (["advise", "four-card-split", "--hand", "As Kd 3c 2c"], "needs the dealer's upcard"),
    ],
)
def test_bad_input_is_told_in_one_paragraph(words: list[str], reason: str) -> None:
    told = run(*words, code=2)
    assert reason in told
    assert "Traceback" not in told


def test_verify_ends_well_when_all_agree_and_badly_when_one_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    some = [figure for figure in published.figures() if figure.rule in {"TCP-6", "TCP-8"}]
    monkeypatch.setattr(published, "figures", lambda: iter(some))
    assert f"{len(some)} of {len(some)} agree" in run("verify")
    wrong = published.Figure("TCP-6", "a misprint", "3.38 %", some[0].compute)
    monkeypatch.setattr(published, "figures", lambda: iter([*some, wrong]))
    result = CliRunner().invoke(app, ["verify"])
    assert result.exit_code == 1
    assert "NO" in result.stdout


def test_a_fixed_sum_on_a_stake_of_any_size_is_refused(tmp_path: Path) -> None:
    rows = "\n".join(f'{row} = "1 to 1"' for row in ("straight-flush", "three-of-a-kind", "straight", "flush", "pair"))
    table = tmp_path / "dollars.toml"
    table.write_text(f'wager = "pair-plus"\n[pays]\n{rows.replace("1 to 1", "$5", 1)}\nother = "lose"\n')
    assert "'$5' is a fixed sum" in run("analyze", "three-card-poker", "--pays", f"pair-plus={table}", code=2)


def test_a_question_of_another_game_is_refused() -> None:
    told = run("advise", "three-card-poker", "--hand", "As Ks Qs", "--insurance", code=2)
    assert "three-card-poker is not asked with insurance" in told


@pytest.mark.rule("BJK-2")
@pytest.mark.parametrize(("aces", "tens"), [(0, 0), (1, 0), (1, 2), (0, 4), (2, 3)])
def test_a_shoe_that_a_round_would_empty_is_refused_in_one_paragraph(aces: int, tens: int) -> None:
    # Nothing else may be said, not even by the arithmetic: warnings go to stderr too.
    shoe = f"A={aces},2=0,3=0,4=0,5=0,6=0,7=0,8=0,9=0,T={tens}"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert f"{aces + tens} cards are too few for a round" in run("analyze", "blackjack", "--shoe", shoe, code=2)


def test_an_analysis_of_a_shoe_names_the_shoe() -> None:
    shoe = "A=4,2=4,3=4,4=4,5=4,6=4,7=4,8=4,9=4,T=15"
    house = json.loads(run("analyze", "blackjack", "--shoe", shoe, "--json"))["house"]
    assert house["shoe"] == shoe
    assert "decks" not in house
