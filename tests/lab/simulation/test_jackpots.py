"""A link over days and years: exact where that can be, and every award by the rules of the floor."""

import json
from fractions import Fraction
from math import comb, log
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import refused, said
from upcard.lab import analyze
from upcard.lab.analysis import LabError, ProgressiveAnalysis
from upcard.lab.kernels import silent
from upcard.lab.simulation.jackpots.answer import JackpotAnswer, answer, two_or_more
from upcard.lab.simulation.jackpots.chances import chances_of
from upcard.lab.simulation.jackpots.link import link_of
from upcard.lab.simulation.jackpots.years import Traffic

ROYAL: dict[str, Any] = {"base": 500_000, "reset": 100_000, "increment": 150_000, "hidden": 20_000}
TCP: dict[str, Any] = {"link": "royals", "meters": {"three-card-poker": ROYAL}, "order": "split-first"}
BLITZ = {"meters": {f"blitz-{n}": {"base": 200_000, "reset": 50_000, "increment": 20_000} for n in range(1, 6)}}


def played(said_of: dict[str, Any], floor: Traffic, **how: Any) -> JackpotAnswer:
    return answer(link_of(said_of, {}, {}), floor, **how)


@pytest.mark.rule("BLZ-14")
def test_every_claim_has_its_exact_chance() -> None:
    several = []
    for link in (link_of(TCP, {}, {}), link_of(BLITZ, {}, {})):
        chances = chances_of(link, silent)
        wager = analyze(link.game.name, link.game.house).wagers[link.wager]
        assert isinstance(wager, ProgressiveAnalysis)
        taken: dict[str, Fraction] = {}
        for claims, chance in chances.claims.items():
            for meter, percent, _ in claims:
                taken[meter] = taken.get(meter, Fraction(0)) + chance * percent / 100
        assert taken == dict(wager.per_dollar)
        several += [claims for claims in chances.claims if len(claims) > 1]
    assert several, "a Double Blitz takes its royals too"


def test_money_is_kept_to_the_millionth_of_a_cent() -> None:
    floor = Traffic(tables=8, seats=5, days=200, rounds_an_hour=60, stake=100)
    found = played(TCP, floor, seed="money", trials=3)
    told = found.to_json()
    meter, money = told["meters"]["three-card-poker"], told["money"]
    assert meter["jackpots"] > 20
    assert meter["stands_at"] + meter["paid"] == pytest.approx(
        meter["base"] + money["into_meters"] + meter["reseeded"], abs=1.0
    )
    assert money["into_meters"] == money["bet"] * 0.15
    assert meter["reseeded_by_house"] < meter["reseeded"], "the hidden rate pays a part of the seeds"
    assert meter["days_between"]["mean_seen"] == pytest.approx(meter["days_between"]["mean"], rel=0.3)


def test_in_the_long_run_the_bet_costs_what_is_reckoned() -> None:
    """Thousands of jackpots: what is paid a bet is the rates and the seeds."""
    floor = Traffic(tables=40, seats=6, days=365, stake=100)
    found = played(TCP, floor, seed="cost", trials=2)
    told = found.to_json()
    jackpots = told["meters"]["three-card-poker"]["jackpots"] * 2
    money, bet = told["money"], told["bet"]
    per_cent = money["paid_from_meters"] / money["bet"]
    assert per_cent == pytest.approx(bet["rates"] + bet["seeds"], rel=5 / jackpots**0.5)
    assert bet["fixed"] + bet["envy"] + bet["rates"] + bet["seeds"] + bet["house_edge"] == pytest.approx(1.0)
    assert bet["seed_rate"]["three-card-poker"] == pytest.approx(1e6 * bet["seeds"])


def test_a_meter_stops_at_its_limit_and_what_comes_past_it_is_counted() -> None:
    low = {**ROYAL, "limit": 510_000}
    told = played(
        {"meters": {"three-card-poker": low}}, Traffic(4, 5, 100, stake=100), seed="limit", trials=2
    ).to_json()
    meter = told["meters"]["three-card-poker"]
    assert meter["past_limit"] > 0
    assert meter["at_hit"]["percentiles"]["99"] <= 510_000
    assert meter["stands_at"] + meter["paid"] + meter["past_limit"] == pytest.approx(
        meter["base"] + told["money"]["into_meters"] + meter["reseeded"], abs=1.0
    )


def test_the_chance_of_two_on_one_day() -> None:
    p, n = 0.01, 30
    plain = 1 - sum(comb(n, k) * p**k * (1 - p) ** (n - k) for k in (0, 1))
    assert two_or_more(p, n) == pytest.approx(plain, rel=1e-12)
    assert two_or_more(1e-9, 1_000) == pytest.approx(comb(1_000, 2) * 1e-18, rel=1e-3)
    assert two_or_more(0.0, 10) == 0.0
    assert log(two_or_more(0.5, 2)) == pytest.approx(log(0.25))


def test_the_same_seed_gives_the_same_years() -> None:
    floor = Traffic(3, 4, 50)
    one, other = (played(TCP, floor, seed="same", trials=2).to_json() for _ in range(2))
    del one["seconds"], other["seconds"]
    assert one == other
    assert played(TCP, floor, seed="other", trials=2).to_json()["meters"] != one["meters"]


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ({"meters": {}}, '"meters"'),
        ({"meters": {"mystery": ROYAL}}, "no game has the meters mystery"),
        ({"meters": {"three-card-poker": {"base": 1}}}, "reset is a whole number"),
        ({"meters": {"three-card-poker": {**ROYAL, "hidden": 900_000}}}, "more than the whole wager"),
        ({"meters": {"three-card-poker": {**ROYAL, "limit": 5}}}, "limit is under"),
        ({"meters": {"blitz-1": ROYAL}}, "pays from meter 'blitz-2' too"),
        ({**TCP, "order": "last"}, "order is split-first or sequential"),
        ({**TCP, "colour": "red"}, "no 'colour'"),
        ({**TCP, "game": "blackjack"}, "no meter 'three-card-poker'"),
    ],
)
def test_what_is_no_link_is_said(broken: dict[str, Any], words: str) -> None:
    with pytest.raises(LabError, match=words):
        link_of(broken, {}, {})


def test_the_command_takes_the_floors_own_configuration(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.write_text(json.dumps({"id": "5", "do": "propose", "proposal": "p", "what": "link", "change": TCP}))
    words = ("jackpot", str(link), "--tables", "2", "--days", "60", "--seed", "1", "--trials", "2")
    told = said(*words)
    assert "Three Card Poker: progressive, 2 tables of 5 bettors" in told
    assert "left to the house" in told
    found = json.loads(said(*words, "--json"))
    assert found["bets_a_day"] == 2 * 5 * 50 * 24
    folder = tmp_path / "plots"
    said(*words, "--plot", str(folder))
    assert {path.name for path in folder.glob("*.png")} == {
        "jackpot-meters.png", "jackpot-between.png", "jackpot-at-hit.png"
    }  # fmt: skip
    for more, reason in (
        (("--tables", "0"), "tables are 1 to"), (("--seats", "9"), "seats, not 9"), (("--trials", "0"), "not 0"),
        (("--hours", "25"), "hours a day are 1 to 24"),
    ):  # fmt: skip
        assert reason in refused(*words, *more)
    assert "can't be read" in refused("jackpot", str(tmp_path / "none.json"), "--tables", "1", "--days", "1")
