"""Sessions: worked out from the exact chances of a round, and borne out by sessions that are played."""

import itertools
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import upcard
from upcard.lab import analyze
from upcard.lab.analysis import LabError
from upcard.lab.simulation.sessions import simulated
from upcard.lab.simulation.sessions.answer import answer
from upcard.lab.simulation.sessions.exact import losing_runs, work_out
from upcard.lab.simulation.sessions.law import Law, law_of
from upcard.lab.simulation.sessions.question import SessionQuestion
from upcard.lab.simulation.setup import Setup
from upcard.lab.simulation.table import run, table

TCP = {"ante": 100, "pair-plus": 100, "six-card-bonus": 200}


def test_all_deals_of_a_round_come_to_what_the_solver_says() -> None:
    """Another walk over the same atoms, of all wagers together: each expectation adds up, fraction for fraction."""
    bets = {"ante": 100, "pair-plus": 300, "six-card-bonus": 200}
    law, said = law_of(table("three-card-poker", bets=bets)), analyze("three-card-poker")
    assert law is not None
    assert said.total is not None
    sides: list[Any] = [said.wagers["pair-plus"], said.wagers["six-card-bonus"]]
    assert law.mean == said.total.ev * 100 + sides[0].ev * 300 + sides[1].ev * 200
    blitz, total = law_of(table("three-card-blitz")), analyze("three-card-blitz").total
    assert blitz is not None
    assert total is not None
    assert {Fraction(gain, 100): Fraction(n, blitz.of) for gain, n in blitz.gains.items()} == dict(total.gains)


def test_side_bets_of_3_card_blitz_go_with_the_game_as_they_do_at_the_table() -> None:
    bets = {"ante": 100, "blind": 100, "flush-bonus": 100, "blitz-bonus": 100}
    setup = table("three-card-blitz", bets=bets, strategies=["always-play"], errors=Fraction(1, 3))
    law = law_of(setup)
    assert law is not None
    rounds = 300_000
    seen = run(setup, rounds).tallies.seats[1].results
    gains: dict[int, int] = {}
    for (_, gain), times in seen.items():
        gains[gain] = gains.get(gain, 0) + times
    assert set(gains) <= set(law.gains), "nothing happened that is not reckoned with"
    square = 0.0
    for gain, times in law.gains.items():
        expected = rounds * times / law.of
        if expected >= 5:
            square += (gains.get(gain, 0) - expected) ** 2 / expected
    assert square < 2.5 * len(law.gains), "together, results come as often as reckoned"


def plain(law: Law, bankroll: int, rounds: int, needs: int, target: int | None) -> tuple[Fraction, dict[int, Fraction]]:
    """The same session by plain fractions, level by level."""
    now, ended, ruined = {bankroll: Fraction(1)}, dict[int, Fraction](), Fraction(0)
    for _ in range(rounds):
        then: dict[int, Fraction] = {}
        for level, chance in now.items():
            for gain, times in law.gains.items():
                to, part = level + gain, chance * Fraction(times, law.of)
                if to < needs:
                    ruined += part
                if to < needs or (target is not None and to >= target):
                    ended[to] = ended.get(to, Fraction(0)) + part
                else:
                    then[to] = then.get(to, Fraction(0)) + part
        now = then
    return ruined, {level: ended.get(level, Fraction(0)) + now.get(level, Fraction(0)) for level in {*ended, *now}}


@pytest.mark.parametrize("stop_win", [None, 450])
def test_a_bankroll_is_carried_as_plain_fractions_carry_it(stop_win: int | None) -> None:
    law = Law({-200: 3, -100: 4, 50: 6, 100: 2, 700: 1}, 16, 200)
    setup = table("three-card-poker")
    asked = SessionQuestion(setup, 730, 9, stop_win)
    found = work_out(asked, law, 200)
    assert found is not None
    ruined, ends = plain(law, 730, 9, 200, asked.target)
    assert found.ruin == pytest.approx(float(ruined), abs=1e-14)
    assert 0 < found.ruin < 1
    assert dict(zip(found.end.levels.tolist(), found.end.weights.tolist(), strict=True)) == pytest.approx(
        {level: float(chance) for level, chance in ends.items()}, abs=1e-14
    )
    reached, percentiles = Fraction(0), found.end.percentiles()
    for level in sorted(ends):
        for percent, said in percentiles.items():
            if reached < Fraction(int(percent), 100) <= reached + ends[level]:
                assert said == level
        reached += ends[level]


def test_the_longest_losing_run_is_counted_over_all_sequences() -> None:
    losing, rounds = 0.3, 12
    chances = [0.0] * (rounds + 1)
    for lost in itertools.product((False, True), repeat=rounds):
        longest = max((len(list(run)) for gone, run in itertools.groupby(lost) if gone), default=0)
        chances[longest] += losing ** sum(lost) * (1 - losing) ** (rounds - sum(lost))
    found = losing_runs(losing, rounds)
    assert found.weights.tolist() == pytest.approx(chances, abs=1e-12)


def test_sessions_that_are_played_bear_the_exact_ones_out() -> None:
    setup = table("three-card-poker", bets=TCP, seed="sessions")
    found = answer(SessionQuestion(setup, 10_000, 60, stop_win=4_000), sessions=4_000)
    said = found.to_json()
    played = said["simulated"]
    assert said["exact"] is True
    assert said["se"] == 0.0
    assert said["needs"] == 500
    assert abs(played["z"]) < 4
    assert abs(played["mean"] - said["mean"]) < 4 * said["sd"] / 4_000**0.5
    assert played["longest_losing_run"]["mean"] == pytest.approx(said["longest_losing_run"]["mean"], abs=0.15)
    assert sum(found.end.weights) == pytest.approx(1.0, abs=1e-12)
    drift = float(law.mean) * 60 if (law := found.law) else 0.0
    assert said["net"]["mean"] > drift, "whoever is ruined or leaves loses no more"


def test_the_way_is_kept_of_the_first_sessions_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten million sessions are not to take eight gigabytes: a hundred points of each of them are no news."""
    asked = SessionQuestion(table("three-card-poker", seed="way"), 2_000, 150)
    whole = simulated.play(asked, 200, sessions=40, engine="kernel")
    monkeypatch.setattr(simulated, "MOST", 5)
    found = simulated.play(asked, 200, sessions=40, engine="kernel")
    assert np.array_equal(found.ends, whole.ends)
    assert np.array_equal(found.levels, whole.levels[:5])


def test_blackjack_is_simulated_and_says_so() -> None:
    said = upcard.session("blackjack", 5_000, 100, sessions=2_000, seed=3).to_json()
    assert said["exact"] is False
    assert said["se"] > 0
    assert "blackjack" in said["method"].lower()
    assert said["percentiles"]["1"] <= said["percentiles"]["50"] <= said["percentiles"]["99"]
    assert said["needs"] > 200, "a round can need more than one double"


def test_the_rounds_do_not_depend_on_who_plays_them() -> None:
    """The kernel's sessions are the script's, and the same seed gives the same in two processes."""

    def ends(setup: Setup, **how: Any) -> list[list[int]]:
        found: list[list[int]] = answer(SessionQuestion(setup, 3_000, 40), sessions=25, **how).played.ends.tolist()
        return found

    setup = table("three-card-poker", seed="again")
    assert ends(setup, engine="kernel") == ends(setup, engine="round")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        ({"bankroll": 50}, "can't cover a round"),
        ({"bankroll": 150}, "can need 200 cents"),
        ({"rounds": 0}, "1 to 10,000,000 rounds"),
        ({"stop_win": 0}, "above 0"),
        ({"needs": 20}, "at least what is staked"),
    ],
)
def test_what_makes_no_session_is_said(asked: dict[str, int], words: str) -> None:
    numbers: dict[str, Any] = {"bankroll": 1_000, "rounds": 10} | asked
    with pytest.raises(LabError, match=words):
        answer(SessionQuestion(table("three-card-poker"), **numbers), sessions=10)


def test_several_seats_are_several_sessions() -> None:
    with pytest.raises(LabError, match="one player's"):
        SessionQuestion(table("blackjack", seats=2), 10_000, 10)


def test_spreads_are_reckoned_by_weight() -> None:
    from upcard.lab.simulation.sessions.spread import Spread

    seen = Spread.seen(np.array([5, 1, 1, 1]))
    assert (seen.mean, seen.percentiles((50, 75, 76))) == (2.0, {"50": 1, "75": 1, "76": 5})
