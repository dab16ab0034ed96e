import random
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.kit.player import answer, full_bets, play_round
from tests.kit.site import QUICK, Site
from upcard.web.demo.demo import TABLES
from upcard.web.live.driver import Pace

Json = dict[str, Any]

IDS = [table.id for table in TABLES if table.kind == "virtual"]


@pytest.mark.parametrize("table", IDS)
def test_rounds_with_every_side_bet_add_up_to_the_cent(site: Site, table: str) -> None:
    browser, chance = site.guest("Anna"), random.Random(table)
    info = browser.get(f"/tables/{table}")
    seat = next(s["seat"] for s in info["state"]["seats"] if s["player"] is None)
    browser.ok("POST", f"/tables/{table}/seats/{seat}")
    bets = full_bets(info)
    assert len(bets) >= 3
    bankroll = 100_000
    for _ in range(8):
        state = play_round(browser, table, seat, bets, chance)
        (mine,) = [result for result in state["results"] if result["seat"] == seat]
        assert {line["wager"] for line in mine["lines"]} >= set(bets)
        assert mine["net"] == sum(line["net"] for line in mine["lines"]) == mine["returned"] - mine["staked"]
        for line in mine["lines"]:
            assert line["text"].startswith(f"{line['title']}: ")
        if any(line["claims"] for line in mine["lines"]):
            return  # a jackpot: the house pays it out when staff have seen to it
        bankroll += mine["net"]
        assert browser.get("/session")["bankroll"] == bankroll
    played = browser.get("/session")["play"]
    assert played["rounds"] == 8
    assert played["returned"] - played["staked"] == bankroll - 100_000
    browser.call("DELETE", "/session")


def test_alone_the_round_is_dealt_at_once(site: Site) -> None:
    browser = site.guest("Bea")
    browser.ok("POST", "/tables/four-card-split/seats/1")
    began = time.monotonic()
    browser.ok("PUT", "/tables/four-card-split/seats/1/bets", {"wagers": {"ante-1": 500, "ante-2": 500, "blind": 500}})
    browser.wait("four-card-split", lambda state: state["phase"] == "acting")
    assert time.monotonic() - began < 0.35
    turn = browser.table("four-card-split")["view"]["turns"][0]
    browser.ok("POST", "/tables/four-card-split/acts", answer(turn, random.Random(1)))
    for turn in browser.table("four-card-split")["view"]["turns"]:
        browser.ok("POST", "/tables/four-card-split/acts", {"seat": 1, "hand": turn["hand"], "move": "fold"})
    browser.call("DELETE", "/session")


def test_several_people_wait_for_each_other_until_the_clock_ends(new_site: Callable[..., Site]) -> None:
    site = new_site(pace=Pace(decision=30, betting=1.0, show=0.1, bot=0, alone=3600))
    anna, ben = site.guest("Anna"), site.guest("Ben")
    anna.ok("POST", "/tables/three-card-poker/seats/1")
    ben.ok("POST", "/tables/three-card-poker/seats/2")
    anna.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
    state = ben.wait("three-card-poker", lambda s: s["clock"] is not None)
    assert state["clock"]["for"] == "bets"
    assert 0 < state["clock"]["left"] <= 1.0
    assert [s["ready"] for s in state["seats"][:2]] == [True, False]
    assert state["phase"] == "betting"
    state = anna.wait("three-card-poker", lambda s: s["phase"] == "acting", 3)
    assert [s["seat"] for s in state["view"]["seats"]] == [1], "Ben did not bet and sits this one out"
    anna.ok("POST", "/tables/three-card-poker/acts", {"seat": 1, "move": "fold"})
    anna.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
    began = time.monotonic()
    ben.ok("PUT", "/tables/three-card-poker/seats/2/bets", {"wagers": {"ante": 500, "progressive": 100}})
    anna.wait("three-card-poker", lambda s: s["phase"] == "acting")
    assert time.monotonic() - began < 0.6, "all are ready: nobody waits for the clock"


def test_ready_without_bets_sits_the_round_out(new_site: Callable[..., Site]) -> None:
    site = new_site(pace=Pace(decision=30, betting=60, show=0.1, bot=0, alone=3600))
    anna, ben = site.guest("Anna"), site.guest("Ben")
    anna.ok("POST", "/tables/three-card-poker/seats/1")
    ben.ok("POST", "/tables/three-card-poker/seats/2")
    ben.ok("PUT", "/tables/three-card-poker/seats/2/bets", {"wagers": {}})
    anna.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
    anna.wait("three-card-poker", lambda s: s["phase"] == "acting", 3)


def test_a_command_sent_twice_is_done_once(site: Site) -> None:
    browser = site.guest("Cleo")
    first = browser.ok("POST", "/tables/blackjack/seats/1", None, Idempotency_Key="sit-1")
    again = browser.ok("POST", "/tables/blackjack/seats/1", None, Idempotency_Key="sit-1")
    assert first == again
    other = browser.call("POST", "/tables/blackjack/seats/1", None, Idempotency_Key="sit-2")
    assert other.status_code == 409
    assert "taken" in other.json()["detail"]
    stranger = site.guest("Dan").call("POST", "/tables/blackjack/seats/1", None, Idempotency_Key="sit-1")
    assert stranger.status_code == 409, "a key is its owner's"
    browser.call("DELETE", "/session")


@pytest.mark.parametrize(
    ("wagers", "status", "says", "rule"),
    [
        ({"ante": 400}, 409, "under the table's minimum of 500", "GEN-3"),
        ({"progressive": 100}, 409, "needs Ante or Pair Plus", "TCP-13"),
        ({"ante": 500, "progressive": 50}, 409, "always 100 cents", "TCP-13"),
        ({"ante": 500, "dragon": 100}, 409, "no wager of this game", "TCP-2"),
        ({"ante": -5}, 422, "", None),
        ({"ante": 5.5}, 422, "", None),
        ({"ante": "500"}, 422, "", None),
    ],
)
def test_a_bet_that_cannot_stand_is_refused_in_words(
    site: Site, wagers: Json, status: int, says: str, rule: str | None
) -> None:
    browser = site.guest("Eli")
    browser.ok("POST", "/tables/three-card-poker/seats/3")
    try:
        refused = browser.call("PUT", "/tables/three-card-poker/seats/3/bets", {"wagers": wagers})
        problem = refused.json()
        assert refused.status_code == problem["status"] == status
        assert says in problem["detail"]
        assert problem.get("rule") == rule
        assert browser.get("/session")["bankroll"] == 100_000
    finally:
        browser.call("DELETE", "/session")


def test_what_is_over_a_limit_goes_back(site: Site) -> None:
    browser = site.guest("Emma")
    browser.ok("POST", "/tables/three-card-poker/seats/3")
    wagers = {"ante": 60_000, "progressive": 300}
    browser.ok("PUT", "/tables/three-card-poker/seats/3/bets", {"wagers": wagers, "ready": False})
    state = browser.table("three-card-poker")
    assert state["seats"][2]["bets"] == {"ante": 50_000, "progressive": 100}
    assert state["you"]["bankroll"] == 100_000 - 50_100
    browser.call("DELETE", "/session")


def test_more_money_than_there_is_cannot_be_bet(site: Site) -> None:
    browser = site.guest("Flo")
    browser.ok("POST", "/tables/four-card-split/seats/2")
    bets = {"ante-1": 50_000, "ante-2": 50_000, "blind": 50_000}
    refused = browser.call("PUT", "/tables/four-card-split/seats/2/bets", {"wagers": bets})
    assert refused.status_code == 409
    assert "has $1,000.00" in refused.json()["detail"]
    browser.call("DELETE", "/session")


def test_moves_that_are_not_open_are_refused_and_change_nothing(site: Site) -> None:
    browser, other = site.guest("Gil"), site.guest("Hal")
    table = "/tables/three-card-blitz"
    browser.ok("POST", f"{table}/seats/2")
    other.ok("POST", f"{table}/seats/3")
    other.ok("PUT", f"{table}/seats/3/bets", {"wagers": {}})
    browser.ok("PUT", f"{table}/seats/2/bets", {"wagers": {"ante": 500, "blind": 500}})
    state = browser.wait("three-card-blitz", lambda s: s["phase"] == "acting")
    number = state["round"]
    acts = f"{table}/acts"
    wrong = browser.call("POST", acts, {"seat": 2, "move": "double"})
    assert wrong.status_code == 409
    assert "it can play, fold" in wrong.json()["detail"]
    assert other.call("POST", acts, {"seat": 2, "move": "fold"}).status_code == 409, "another's hand"
    late = browser.call("POST", acts, {"seat": 2, "move": "fold", "round": number + 1})
    assert late.status_code == 409
    assert "too late" in late.json()["detail"]
    assert browser.call("PUT", f"{table}/seats/2/bets", {"wagers": {}}).status_code == 409, "bets are closed"
    assert browser.table("three-card-blitz")["view"]["turns"] == state["view"]["turns"]
    browser.ok("POST", acts, {"seat": 2, "move": "fold", "round": number})
    for one in (browser, other):
        one.call("DELETE", "/session")


def test_whoever_does_not_answer_gets_the_move_that_silence_stands_for(new_site: Callable[..., Site]) -> None:
    site = new_site(pace=Pace(decision=0.3, betting=0.3, show=0.1, bot=0, alone=3600))
    browser = site.guest("Ida")
    browser.ok("POST", "/tables/three-card-poker/seats/1")
    for number in (1, 2):
        browser.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
        browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
        state = browser.wait("three-card-poker", lambda s: s["view"]["over"], 5)
        assert state["round"] == number
        assert state["view"]["lines"][-1]["outcome"] == "fold", "play would cost money"


def test_getting_up_in_the_middle_of_a_round_happens_when_it_is_over(new_site: Callable[..., Site]) -> None:
    site = new_site(pace=Pace(decision=0.5, betting=0.3, show=0.1, bot=0, alone=3600))
    browser = site.guest("Jan")
    browser.ok("POST", "/tables/three-card-poker/seats/1")
    browser.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
    browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
    browser.ok("DELETE", "/tables/three-card-poker/seats/1")
    assert browser.table("three-card-poker")["seats"][0]["player"]["you"]
    browser.wait("three-card-poker", lambda s: s["seats"][0]["player"] is None, 5)


def test_bots_fill_seats_play_and_leave(new_site: Callable[..., Site]) -> None:
    site = new_site(pace=QUICK)
    browser, chance = site.guest("Kim"), random.Random(5)
    browser.ok("POST", "/tables/blackjack/seats/1")
    assert site.guest("Leo").call("POST", "/tables/blackjack/bots", {}).status_code == 409, "only from the table"
    for _ in range(5):
        browser.ok("POST", "/tables/blackjack/bots", {})
    full = browser.call("POST", "/tables/blackjack/bots", {})
    assert full.status_code == 409
    assert "every seat" in full.json()["detail"]
    state = play_round(browser, "blackjack", 1, {"bet": 500}, chance)
    assert [seat["seat"] for seat in state["view"]["seats"]] == [1, 2, 3, 4, 5, 6]
    names = [seat["player"]["name"] for seat in state["seats"][1:]]
    assert len(set(names)) == 5
    assert browser.call("DELETE", "/tables/blackjack/bots/1").status_code == 409, "that is a person"
    browser.ok("DELETE", "/tables/blackjack/bots/2")
    browser.wait("blackjack", lambda s: s["seats"][1]["player"] is None)


def test_a_player_holds_three_seats_at_most(site: Site) -> None:
    browser = site.guest("Max")
    for seat in (1, 2, 3):
        browser.ok("POST", f"/tables/four-card-split-v1/seats/{seat}")
    refused = browser.call("POST", "/tables/four-card-split-v1/seats/4")
    assert refused.status_code == 409
    assert browser.get("/session")["seats"] == [{"table": "four-card-split-v1", "seat": seat} for seat in (1, 2, 3)]
    browser.call("DELETE", "/session")


def test_history_keeps_the_rounds_and_hides_what_was_never_shown(site: Site) -> None:
    browser = site.guest("Nia")
    browser.ok("POST", "/tables/three-card-poker/seats/2")
    number = browser.table("three-card-poker")["round"] or 0
    browser.ok("PUT", "/tables/three-card-poker/seats/2/bets", {"wagers": {"ante": 500}})
    browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
    browser.ok("POST", "/tables/three-card-poker/acts", {"seat": 2, "move": "fold"})
    listed = browser.get("/tables/three-card-poker/rounds?limit=1")
    assert listed["rounds"][0]["round"] == number + 1
    mine = browser.get(f"/tables/three-card-poker/rounds/{number + 1}")
    watched = site.browser().get(f"/tables/three-card-poker/rounds/{number + 1}")
    assert "??" not in mine["view"]["seats"][0]["hands"][0]["cards"]
    assert watched["view"]["seats"][0]["hands"][0]["cards"] == ["??"] * 3
    assert watched["events"][1]["cards"] == "?? ?? ??"
    assert watched["events"][-1]["event"] == "round-ended"
    browser.call("DELETE", "/session")


def test_after_a_restart_the_history_is_read_from_the_ledger(new_site: Callable[..., Site]) -> None:
    site = new_site()
    browser, chance = site.guest("Ola"), random.Random(9)
    for table in ("blackjack", "four-card-split"):
        seat = 1
        browser.ok("POST", f"/tables/{table}/seats/{seat}")
        for _ in range(3):
            play_round(browser, table, seat, full_bets(browser.get(f"/tables/{table}")), chance)
    was = {t: browser.get(f"/tables/{t}/rounds") for t in ("blackjack", "four-card-split")}
    records = {t: browser.get(f"/tables/{t}/rounds/2") for t in was}
    site.stop()
    site.start()
    assert {t: browser.get(f"/tables/{t}/rounds") for t in was} == was
    assert {t: browser.get(f"/tables/{t}/rounds/2") for t in was} == records


def test_a_scenario_settles_as_on_the_command_line(site: Site) -> None:
    scenario = {
        "game": "blackjack",
        "dealer": "Ah Kd",
        "seats": [{"seat": 1, "cards": "7s 7h", "wagers": {"bet": 1000, "blazing-sevens": 100}}],
    }
    settled = site.browser().ok("POST", "/settle", scenario)
    assert [line["wager"] for line in settled["seats"][0]["lines"]] == ["bet", "blazing-sevens"]
    bad = site.browser().call("POST", "/settle", {**scenario, "dealer": "Ah Zz"})
    assert bad.status_code == 422
    assert "Zz" in bad.json()["detail"]
    assert "Traceback" not in bad.text


def test_a_scenario_cannot_read_files_of_the_server(site: Site) -> None:
    scenario = {
        "game": "three-card-poker",
        "dealer": "Qs 9d 4h",
        "pays": {"pair-plus": "/etc/passwd.toml"},
        "seats": [{"seat": 1, "cards": "7s 7h 2c", "wagers": {"pair-plus": 100}}],
    }
    refused = site.browser().call("POST", "/settle", scenario)
    assert refused.status_code == 422
    assert "files can't be named here" in refused.json()["detail"]


def test_a_refusal_speaks_of_people_by_name(new_site: Callable[..., Site]) -> None:
    site = new_site()
    anna, ben = site.guest("Anna"), site.guest("Ben")
    for seat in (1, 2, 3):
        anna.ok("POST", f"/tables/three-card-poker/seats/{seat}")
    said = [
        anna.call("PUT", f"/tables/three-card-poker/seats/{seat}/bets", {"wagers": {"ante": 50_000}, "ready": False})
        for seat in (1, 2, 3)
    ]
    assert [answer.status_code for answer in said] == [200, 200, 409]
    assert said[2].json()["detail"] == "Anna has $0.00, and this takes $500.00"
    anna.ok("PUT", "/tables/three-card-poker/seats/2/bets", {"wagers": {"ante": 50_000}})
    anna.ok("PUT", "/tables/three-card-poker/seats/3/bets", {"wagers": {}})
    anna.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 50_000}})
    anna.wait("three-card-poker", lambda state: state["phase"] == "acting")
    theirs = ben.call("POST", "/tables/three-card-poker/acts", {"seat": 1, "move": "fold"})
    assert theirs.json()["detail"] == "seat 1 is not Ben's"
    short = anna.call("POST", "/tables/three-card-poker/acts", {"seat": 1, "move": "play"})
    assert short.json()["detail"] == "Anna has $0.00; play takes $500.00"


@pytest.mark.rule("GEN-3")
def test_a_draft_of_bets_is_judged_whole_and_nothing_is_bet(site: Site) -> None:
    anna = site.guest("Anna")
    before = anna.table("four-card-split")["seq"]
    draft = {"1": {"ante-1": 700, "blind": 100}, "2": {"blind": 700}, "3": {"ante-1": 0}}
    said = anna.ok("POST", "/tables/four-card-split/bets/draft", {"bets": draft})
    assert said["bets"] == {
        "1": {"ante-1": 700, "ante-2": 700, "blind": 700},
        "2": {"blind": 700},
        "3": {},
    }
    assert {(one["seat"], one["wager"]) for one in said["objections"]} >= {(2, "ante-1"), (2, "ante-2")}
    assert all(one["text"] and one["rule"] and one["right"] for one in said["objections"])
    assert anna.table("four-card-split")["seq"] == before
    anna.call("DELETE", "/session")
