"""Signed reports as they are asked for: narrowed, added up, with what was counted and with their sums."""

import random
import re
from fractions import Fraction
from typing import Any

import pytest

from tests.kit.dealing import GAMES, play_round, seat_players
from tests.kit.floor import Floor
from upcard.floor.days import figures, joining, reading, rows
from upcard.floor.days.joining import Wanted

EDGE = {"ev": "-1/20", "sd": 2.0}


@pytest.fixture
def closed(quick: Floor) -> Floor:
    """Two shifts of two days with a table of each kind, counted and signed."""
    quick.link()
    quick.table("V", "virtual", "three-card-poker", link=None)
    quick.table("T1")
    seat_players(quick, "V", 2)
    quick.ok("sue", "day-open", day="2026-03-31", shift="day")
    for table in ("V", "T1"):
        wagers = dict.fromkeys([*GAMES["three-card-poker"], "blazing-sevens"], EDGE)
        digest = quick.state.tables[table].digest
        quick.ok("max", "day-theory", digest=digest, figures={"wagers": wagers})
    for number, (opener, closer) in enumerate(((1000, 700), (700, 400)), 1):
        play_round(quick, "V", lambda _: GAMES["three-card-poker"], random.Random(number))
        quick.start("T1", 1, 2)
        quick.ok("dora", "end", table="T1")
        quick.ok("sue", "fill", table="T1", amount=200)
        quick.ok("sue", "day-count", table="T1", opener=opener, closer=closer, drop=600)
        quick.ok("sue", "day-close", next=f"shift-{number}", next_day="2026-04-01")
        quick.ok("max", "day-sign", number=number)
    return quick


def asked(floor: Floor, **wanted: Any) -> dict[str, Any]:
    said = joining.joined(reading.read(floor.house.store), Wanted(**wanted))
    assert said is not None
    return said


def test_shifts_add_up_with_their_first_opener_and_last_closer(closed: Floor) -> None:
    both = asked(closed)
    live = next(line for line in both["lines"] if line["line"] == "T1")
    assert live["counted"] == {"opener": 1000, "closer": 400}
    one = live["figures"]
    assert (one["drop"], one["fills"], one["win"]) == (1200, 400, 400 + 1200 - 1000 - 400)
    assert [asked(closed, number=n)["whole"]["counted"]["opener"] for n in (1, 2)] == [1000, 700]
    apart = [asked(closed, number=n)["whole"]["figures"] for n in (1, 2)]
    assert sum(figures["win"] for figures in apart) == both["whole"]["figures"]["win"]


def test_a_report_is_narrowed_with_all_that_is_in_it(closed: Floor) -> None:
    poker = asked(closed, game="three-card-poker", day="2026-04")
    assert [one["number"] for one in poker["reports"]] == [2]
    assert [line["line"] for line in poker["lines"]] == ["V"]
    assert not poker["meters"]
    assert list(poker["to_date"]["year"]["tables"]) == ["V"]
    assert not poker["to_date"]["year"]["meters"]
    linked = asked(closed, link="L", by="link")
    assert [line["line"] for line in linked["lines"]] == ["L"]
    assert list(linked["to_date"]["month"]["meters"]) == ["L/blazing-sevens"]
    assert joining.joined(reading.read(closed.house.store), Wanted(table="T9")) is None
    assert joining.joined(reading.read(closed.house.store), Wanted(day="2027")) is None


def test_the_year_is_the_sum_of_its_shifts(closed: Floor) -> None:
    """The band of a sum is narrower than the sum of bands: variances add up."""
    both, year = asked(closed)["whole"]["figures"], asked(closed)["to_date"]["year"]["whole"]
    for name in ("rounds", "staked", "win", "recorded_win", "drop"):
        assert year[name] == both[name], name
    assert year["theory"]["exact"] == both["theory"]["exact"]
    assert abs(year["theory"]["sd"] - both["theory"]["sd"]) <= 1
    tables = asked(closed)["to_date"]["year"]["tables"]
    assert year["theory"]["sd"] < sum(one["theory"]["sd"] for one in tables.values())
    unknown = {**tables["V"], "theory": None}
    assert figures.summed([unknown, tables["T1"]])["theory"] is None


def test_a_period_of_one_shift_says_of_all_tables_what_the_shift_says(closed: Floor) -> None:
    one = asked(closed, number=1)
    whole, day = one["whole"]["figures"], one["to_date"]["day"]["whole"]
    for name in ("rounds", "staked", "recorded_win", "win", "win_by", "drop", "hold", "hold_of"):
        assert day[name] == whole[name], name
    assert (whole["win_by"], whole["hold"], whole["hold_of"]) == ("count and rounds", None, None)
    assert day["theory"] == whole["theory"]
    added = figures.summed(list(one["to_date"]["day"]["tables"].values()))["theory"]
    for name, said in whole["theory"].items():  # the same, of bands in whole cents
        assert added[name] == (pytest.approx(said, abs=2) if isinstance(said, int) else said), name
    live = asked(closed, number=1, table="T1")
    assert live["whole"]["figures"]["hold"] == live["to_date"]["day"]["whole"]["hold"] == "1/6"  # 100 of 600


def test_a_meters_line_adds_up(closed: Floor) -> None:
    (meters,) = (part for part in rows.every(asked(closed)) if part.columns[0] == "meter")
    for row in meters.rows:
        named = zip(meters.columns[1:-1], row[1:-1], strict=True)
        said = {name: Fraction(re.sub("[$,]", "", text)) for name, text in named}
        assert said["opening"] + said["contributions"] - said["awards"] + said["put_back"] == said["closing"]
