"""`upcard simulate` on the command line."""

import json
from pathlib import Path

import pytest

from tests.kit.cli import refused, run, said
from upcard.lab.simulation.results import checks

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
    same = json.loads(again)
    del same["seconds"], found["seconds"]
    assert same == found


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
        (["blackjack", "--strategy", "martingale"], "has no strategy 'martingale'; it has optimal, basic"),
        (["blackjack", "--strategy", "nowhere.toml"], "can't be read"),
        (["blackjack", "--engine", "gpu"], "--engine is kernel or round"),
        (["four-card-split", "--engine", "kernel", "--house", "aggregate-limit=5"], "simulate without it"),
        (["three-card-poker", "-o", "rounds.csv"], "ends in .parquet"),
        (["three-card-poker", "--errors", "nan"], "no share of all decisions"),
        (["three-card-poker", "--bets", "ante=0"], "refuses these bets"),
        (["three-card-poker", "-o", "no/such/folder/rounds.parquet"], "no/such/folder"),
        (["blackjack", "--shuffle", "never"], "--shuffle is each-round or cut-card"),
        (["three-card-poker", "--shuffle", "cut-card"], "there is no cut card"),
        (["blackjack", "--bets", "bet=ten"], "a stake is whole cents"),
        (["blackjack", "--bets", "21+3=100"], "Bet is compulsory"),
        (["blackjack", "--bets", "bet=100", "--bets", "roulette=5"], "is no wager of this game"),
        (["blackjack", "--seats", "9"], "has 1 to 7 seats, not 9"),
        (["blackjack", "--errors", "2"], "no share of all decisions"),
        (["blackjack", "--strategy", "basic", "--rounds", "0"], "nothing to play"),
        (["blackjack", "--meter", "mystery=1,2,3"], "no meter 'mystery'; it has blazing-sevens"),
        (["blackjack", "--meter", "blazing-sevens=1,2"], "write START,RESET,RATE"),
        (["blackjack", "--seats", "1", "--strategy", "basic", "--strategy", "optimal"], "2 strategies for 1 seats"),
        (["three-card-poker", "--house", "pair-plus-on-fold"], "not written as KEY=VALUE"),
    ],
)
def test_bad_input_is_told_in_one_paragraph(words: list[str], reason: str) -> None:
    assert reason in refused("simulate", *words)


def test_a_table_of_ones_own_is_played_and_said_seat_by_seat() -> None:
    words = ("simulate", "blackjack", "--rounds", "30000", "--seed", "4", "--seats", "2", "--strategy", "basic")
    more = ("--strategy", "never-bust", "--bets", "bet=1000", "--bets", "21+3=500", "--shuffle", "cut-card")
    told = said(*words, *more)
    assert "seat 1, basic:" in told
    assert "seat 2, never-bust:" in told
    found = json.loads(said(*words, *more, "--json"))
    assert found["engine"] == "kernel"
    assert found["shuffle"] == "cut-card"
    seats = found["seats"]
    assert seats["1"]["bets"] == {"bet": 1000, "21+3": 500}
    assert seats["1"]["total"]["mean"] > seats["2"]["total"]["mean"], "who never busts loses more"
    assert found["wagers"] == seats["1"]["wagers"]
    assert found["wagers"]["21+3"]["exact"] is None
    outcomes = found["wagers"]["21+3"]["outcomes"]
    assert sum(outcomes.values()) == 30_000


def test_the_engine_and_the_number_of_workers_change_nothing() -> None:
    own = ("--strategy", "basic", "--errors", "0.1")
    words = ("simulate", "three-card-poker", "--rounds", "20000", "--seed", "4", *own)
    alone = json.loads(said(*words, "--json"))
    script = json.loads(said(*words, "--json", "--engine", "round", "--workers", "2"))
    assert (alone.pop("engine"), script.pop("engine")) == ("kernel", "round")
    del alone["seconds"], script["seconds"]
    assert alone == script


def test_meters_grow_and_are_paid() -> None:
    words = ("simulate", "three-card-blitz", "--house", "blitz-bonus=progressive", "--rounds", "20000", "--seed", "1")
    bets = ("--bets", "ante=500", "--bets", "blind=500", "--bets", "blitz-bonus=500", "--strategy", "always-play")
    meters = [f"--meter=blitz-{n}=100000,50000,10000" for n in range(1, 6)]
    found = json.loads(said(*words, *bets, *meters, "--json"))
    assert found["meters"]["blitz-2"]["hits"] > 5
    for meter in found["meters"].values():
        gone = meter["paid"] - meter["reseeded"]  # an award is rounded up to a dollar by the house
        assert 0 <= meter["stands_at"] + gone - (100_000 + 20_000 * 5) < 100 * (meter["hits"] + 1)
