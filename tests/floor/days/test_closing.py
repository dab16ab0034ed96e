"""A shift is closed by two people; nothing is lost or counted twice between two shifts."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.kit.dealing import GAMES, play_round, seat_players
from tests.kit.floor import Floor
from upcard.floor import facts
from upcard.floor.days import figures
from upcard.floor.days.shifts import as_it_stands, report_of, standing
from upcard.floor.facts import ShiftCut
from upcard.floor.house.recovery import recover
from upcard.web.days import glance as glance_module
from upcard.web.days.glance import Glance

EDGE = {"ev": "-1/20", "sd": 2.0}
EVENING, NIGHT = "2026-03-01T20:00:00Z", "2026-03-02T04:00:00Z"


def theory_for(floor: Floor, table: str) -> None:
    wagers = dict.fromkeys(GAMES.get(floor.state.tables[table].game, {}), EDGE)
    digest = floor.state.tables[table].digest
    floor.ok("max", "day-theory", digest=digest, figures={"wagers": {**wagers, "blazing-sevens": EDGE}})


def cut(floor: Floor, **more: Any) -> dict[str, Any]:
    return floor.ok("sue", "day-close", **{"next": "night", **more}).fact(ShiftCut).report


def sign(floor: Floor, by: str = "max") -> None:
    floor.ok(by, "day-sign", number=floor.state.days.reports + 1)


@pytest.fixture
def casino(quick: Floor) -> Floor:
    """A virtual table and a live one on a link; the day is open."""
    quick.link()
    quick.table("V", "virtual", "three-card-poker", link=None)
    quick.table("T1")
    seat_players(quick, "V", 2)
    quick.ok("sue", "day-open", day="2026-03-01", shift="day")
    return quick


def jackpot(floor: Floor) -> None:
    floor.start("T1", 1, 4)
    hit = floor.press("T1", 4, "three-suited-sevens")
    floor.ok("dora", "hits-done", table="T1")
    floor.settle(hit)
    floor.ok("dora", "end", table="T1")


def counted(floor: Floor, opener: int = 500_000, closer: int = 430_000, drop: int = 120_000) -> None:
    floor.ok("sue", "day-count", table="T1", opener=opener, closer=closer, drop=drop)


def test_a_day_by_hand(casino: Floor) -> None:
    theory_for(casino, "V")
    theory_for(casino, "T1")
    chance = random.Random(1)
    for _ in range(3):
        play_round(casino, "V", lambda _: GAMES["three-card-poker"], chance)
    casino.ok("sue", "fill", table="T1", amount=50_000)
    casino.ok("sue", "credit", table="T1", amount=20_000)
    jackpot(casino)
    counted(casino)
    report = cut(casino, at=EVENING, next_day="2026-03-02")
    live, virtual = (report["tables"][name]["figures"] for name in ("T1", "V"))
    assert live["win"] == 430_000 + 120_000 + 20_000 - 500_000 - 50_000
    assert (live["win_by"], live["hold"]) == ("count", "1/6")
    assert (live["recorded_win"], live["staked"], live["rounds"]) == (200, 200, 1)
    assert live["theory"]["exact"] == "10/1"
    assert virtual["rounds"] == 3
    assert virtual["wagers"]["ante"]["bets"] == 6
    assert virtual["wagers"]["pair-plus"]["take_up"] == "1/1"
    # six bets of each of three wagers, at a twentieth
    assert virtual["theory"]["exact"] == f"{6 * 2000 // 20}/1"
    # a variance of 4 for each squared cent; and of at most as much times the six bets of a round
    squares = 6 * (1000**2 + 2 * 500**2)
    reach = 1.959963984540054 * (4 * squares) ** 0.5
    assert virtual["theory"]["low"] == int(600 - reach) - 1
    assert virtual["theory"]["widest_high"] == int(600 + reach * 6**0.5) + 1
    assert virtual["open_ms"] == 2 * 3_600_000
    assert virtual["rounds_an_hour"] == 1.5
    meter = report["meters"]["L/blazing-sevens"]["figures"]
    assert (meter["hits"], meter["paid"]) == (1, meter["awards"])
    assert meter["closing"] == report["meters"]["L/blazing-sevens"]["books"]
    assert meter["house_cost"] == 1_000_000 * 10**6 - 10_000_000  # the reseed, less what the hidden rate had brought
    assert report["to_date"]["month"]["tables"]["T1"]["win"] == live["win"]
    assert report["ends_day"]


def test_two_people_of_two_roles(casino: Floor) -> None:
    assert "nothing there is counted" in casino.no("sue", "day-count", table="V", drop=1)
    jackpot(casino)
    assert "T1: opener, closer, drop" in casino.no("sue", "day-close", next="night")
    counted(casino)
    cut(casino)
    assert "waits for its second signature" in casino.no("sam", "day-close", next="late")
    assert "is for:" in casino.no("sue", "day-sign", number=1)
    report = casino.state.days.cut
    assert report is not None
    assert "what you read" in casino.no("max", "day-sign", number=1, digest="0" * 64)
    assert "does not wait" in casino.no("max", "day-sign", number=2)
    casino.ok("max", "day-sign", number=1, digest=report.digest)
    assert casino.state.days.reports == 1
    counted(casino)
    casino.ok("max", "day-close", next="late")
    assert "somebody of another role" in casino.no("mia", "day-sign", number=2)
    casino.ok("eve", "day-sign", number=2)


def test_a_day_begins_after_the_last(casino: Floor) -> None:
    assert "runs" in casino.no("sue", "day-open", day="2026-03-01", shift="day")
    assert "not before" in casino.no("sue", "day-close", next="night", next_day="2026-02-28")
    assert "is a day such as" in casino.no("sue", "day-close", next="night", next_day="soon")


def test_the_closer_is_the_next_opener(casino: Floor) -> None:
    counted(casino)
    cut(casino)
    drawer = casino.state.days.shift.drawers["T1"] if casino.state.days.shift else None
    assert drawer is not None
    assert (drawer.opener, drawer.closer, drawer.drop) == (430_000, None, None)


def test_a_cut_that_is_taken_back_leaves_no_trace_in_the_figures(casino: Floor, tmp_path: Path) -> None:
    """The report of a shift that was cut, taken back and cut again is that of one that was cut once."""
    chance = random.Random(2)
    theory_for(casino, "V")
    play_round(casino, "V", lambda _: GAMES["three-card-poker"], chance)
    cut(casino, at=EVENING)
    play_round(casino, "V", lambda _: GAMES["three-card-poker"], chance)
    casino.ok("sue", "fill", table="T1", amount=700)
    casino.ok("mia", "day-take-back", number=1, reason="a count was wrong")
    counted(casino)
    again = cut(casino, at=NIGHT)
    assert again["number"] == 1
    assert again["tables"]["V"]["figures"]["rounds"] == 2
    assert again["tables"]["V"]["figures"]["open_ms"] == 10 * 3_600_000
    assert again["tables"]["T1"]["figures"]["fills"] == 700
    assert again["shift"] == "day"


def test_shifts_make_a_day_and_days_a_month(casino: Floor) -> None:
    theory_for(casino, "V")
    chance, reports = random.Random(3), []
    for next_day in ("2026-03-01", "2026-03-02", "2026-04-01"):
        play_round(casino, "V", lambda _: GAMES["three-card-poker"], chance)
        reports.append(cut(casino, next_day=next_day))
        sign(casino)
    wins = [report["tables"]["V"]["figures"]["win"] for report in reports]
    report = reports[-1]
    assert report["to_date"]["day"]["tables"]["V"]["win"] == wins[2]
    assert report["to_date"]["month"]["tables"]["V"]["win"] == sum(wins)
    assert report["to_date"]["month"]["shifts"] == 3
    april = cut(casino)
    assert april["to_date"]["month"]["tables"]["V"]["win"] == 0
    assert april["to_date"]["year"]["tables"]["V"]["win"] == sum(wins)


def test_what_is_named_in_a_report(casino: Floor) -> None:
    casino.ok("max", "sign-on", password="correct horse", where="override: void")
    casino.start("T1", 2)
    hit = casino.press("T1", 2, "three-same-colour-sevens")
    casino.ok("sue", "void", hit=hit, reason="no third seven")
    casino.ok("dora", "call-supervisor", table="T1", reason="chips")
    casino.ok("sue", "void-round", table="T1", reason="misdeal")
    counted(casino)
    notes = {(note["what"], note["by"], note["where"]) for note in cut(casino)["notes"]}
    assert notes == {
        ("override", "max", ""),
        ("jackpot voided", "sue", "T1"),
        ("alert: call", "dora", "T1"),
        ("round voided", "sue", "T1"),
    }


def test_an_inquiry_into_a_figure(casino: Floor) -> None:
    assert "none yet" in casino.no("art", "inquiry-open", number=1, about="V", figure="win", value="$5", why="odd")
    cut(casino)
    sign(casino)
    asked = {"number": 1, "about": "V", "figure": "win", "value": "-$5.00", "why": "below its band"}
    name = casino.ok("art", "inquiry-open", **asked).fact(facts.InquiryOpened).inquiry
    assert casino.state.days.inquiries[name].why == "below its band"
    casino.ok("max", "inquiry-close", inquiry=name, finding="a player's lucky hour; cards replayed")
    assert not casino.state.days.inquiries
    assert "no open inquiry" in casino.no("max", "inquiry-close", inquiry=name, finding="again")


def test_the_figures_are_frozen(casino: Floor) -> None:
    """The digest is that of the report, and later play changes neither; a restart reads the same state."""
    play_round(casino, "V", lambda _: GAMES["three-card-poker"], random.Random(5))
    report = cut(casino)
    waits = casino.state.days.cut
    assert waits is not None
    assert waits.digest == figures.digest(report) == figures.digest(json.loads(json.dumps(report)))
    play_round(casino, "V", lambda _: GAMES["three-card-poker"], random.Random(6))
    assert recover(casino.house.store).state == casino.state
    sign(casino)
    casino.house.sequencer.snapshot_now()
    assert recover(casino.house.store).state == casino.state


def test_theory_is_of_rules_that_are_played(casino: Floor) -> None:
    assert "no table plays" in casino.no("max", "day-theory", digest="ab", figures={"wagers": {}})
    digest = casino.state.tables["V"].digest
    for wrong in ({"ev": "half", "sd": 1}, {"ev": "1/2"}, {"ev": "1/0", "sd": 1}, {"ev": "1/2", "sd": -1}):
        assert "figures read" in casino.no("max", "day-theory", digest=digest, figures={"wagers": {"ante": wrong}})


def test_a_shift_as_it_stood_does_not_change_with_the_house(casino: Floor) -> None:
    """Figures are worked out beside the house, from what was handed out."""
    casino.ok("sue", "fill", table="T1", amount=100)
    stood = standing(casino.state, EVENING)
    before = report_of(stood)
    jackpot(casino)
    counted(casino)
    casino.ok("sue", "fill", table="T1", amount=200)
    cut(casino)
    sign(casino)
    assert report_of(stood) == before
    assert as_it_stands(casino.state, NIGHT) != before


def test_many_who_look_get_one_answer_until_somebody_does_something(
    casino: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look() -> None:
        glance = Glance()
        first = json.loads(await glance.body(casino.state, 0))
        casino.ok("sue", "fill", table="T1", amount=100)  # so few tables are reckoned anew each time
        assert json.loads(await glance.body(casino.state, 0))["running"]["report"] != first["running"]["report"]
        monkeypatch.setattr(glance_module, "SHARE", 1_000_000)  # as if it had taken long
        monkeypatch.setattr(glance_module, "WORTH", 0)
        assert len(set(await asyncio.gather(*(glance.body(casino.state, 0) for _ in range(5))))) == 1
        counted(casino)
        drawers = json.loads(await glance.body(casino.state, 0))["running"]["drawers"]
        assert drawers == [{"table": "T1", "opener": 500_000, "closer": 430_000, "drop": 120_000}]
        cut(casino)
        assert json.loads(await glance.body(casino.state, 0))["waiting"]["number"] == 1

    asyncio.run(look())
