"""`upcard simulate` on the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.kit import refused, run, said
from upcard.lab.simulation import checks

QUICK = ("simulate", "three-card-poker", "--rounds", "5000", "--seed", "9", "--jobs", "1")


def test_every_figure_stands_beside_the_exact_one() -> None:
    told = said(*QUICK)
    assert told.startswith("Three Card Poker  pair-plus-on-fold=stays")
    assert "5,000 rounds, seed 9" in told
    assert "exact" in told
    assert "simulated" in told
    rows = {line.split("  ")[0]: line for line in told.splitlines()}
    assert "-0.033730" in rows["total, ev"]
    assert "χ²" in rows["ante, outcomes"]
    assert "as reckoned" in rows["ante, pays"]
    assert told.splitlines()[-1] == "chance explains every difference"


def test_the_same_seed_says_the_same_and_another_does_not() -> None:
    assert said(*QUICK) == said(*QUICK)
    assert said(*QUICK) != said(*QUICK[:5], "10", *QUICK[6:])


def test_without_a_seed_it_takes_one_and_prints_it() -> None:
    found = json.loads(said("simulate", "three-card-poker", "--rounds", "5000", "--jobs", "1", "--json"))
    assert found["seed"].isdecimal()
    again = said("simulate", "three-card-poker", "--rounds", "5000", "--seed", found["seed"], "--jobs", "1", "--json")
    assert json.loads(again) == found


def test_pay_tables_and_settings_are_those_given(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    rows = {"straight-flush": 40, "three-of-a-kind": 30, "straight": 6, "flush": 4, "pair": 1}
    pays = "\n".join(f'{name} = "{odds} to 1"' for name, odds in rows.items())
    own.write_text(f'wager = "pair-plus"\n[pays]\n{pays}\nother = "lose"\n')
    more = ("--pays", f"pair-plus={own}", "--house", "pair-plus-on-fold=loses", "--json")
    found = json.loads(said(*QUICK, *more))
    assert found["pays"]["pair-plus"] == "mine.toml"
    assert found["house"]["pair-plus-on-fold"] == "loses"
    ev = next(c for c in found["checks"] if (c["wager"], c["figure"]) == ("pair-plus", "ev"))
    assert round(ev["exact"], 4) == -0.0232
    assert found["agrees"]


def test_it_ends_with_1_where_chance_does_not_explain_a_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "LIMIT", 1e-9)
    ran = run(*QUICK)
    assert ran.exit_code == 1
    assert "NO" in ran.stdout
    assert "total, ev" in ran.stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["faro"], "there is no game 'faro'"),
        (["blackjack", "--rounds", "10"], "10 rounds are too few"),
        (["blackjack", "--rounds", "-5"], "-5 rounds are too few"),
        (["blackjack", "--jobs", "0"], "0 processes play nothing"),
        (["blackjack", "--house", "decks=infinite"], "for analysis only"),
        (["blackjack", "--house", "bet.max=500"], "simulate without the limit"),
        (["three-card-poker", "--house", "aggregate-limit=500"], "simulate without it"),
        (["three-card-poker", "--pays", "pair-plus=none"], "no pay table 'none'"),
        (["three-card-poker", "--house", "pair-plus-on-fold"], "not written as KEY=VALUE"),
    ],
)
def test_bad_input_is_told_in_one_paragraph(words: list[str], reason: str) -> None:
    assert reason in refused("simulate", *words)
