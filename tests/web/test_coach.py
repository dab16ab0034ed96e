import random
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

import httpx
import pytest

from tests.kit.player import play_round
from tests.kit.site import QUICK, Browser, Site
from tests.kit.waiting import until
from upcard.cards.card import parse_cards
from upcard.cards.shoe import Shoe
from upcard.floor.play import games
from upcard.lab.coach import worth_of_moves
from upcard.rounds.dealing import deal_on
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules.needs import Act
from upcard.rules.registry import game
from upcard.web.coach.coach import Coach


@pytest.fixture(scope="module")
def coached(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    served = Site(tmp_path_factory.mktemp("house"), pace=QUICK, coach=True).start()
    until(lambda: served.service.coach.ready, 240, lambda: served.service.coach.why_not)
    yield served
    served.close()


@pytest.mark.parametrize(
    ("table", "bets", "unit"),
    [
        ("three-card-poker", {"ante": 500, "pair-plus": 500}, "ante"),
        ("three-card-blitz", {"ante": 500, "blind": 500}, "ante"),
        ("four-card-split", {"ante-1": 500, "ante-2": 500, "blind": 500}, "ante"),
        ("blackjack", {"bet": 1000}, "bet"),
    ],
)
def test_every_open_move_has_its_exact_value(coached: Site, table: str, bets: dict[str, int], unit: str) -> None:
    browser = coached.guest("Anna")
    browser.ok("POST", f"/tables/{table}/seats/1")
    browser.ok("PUT", f"/tables/{table}/seats/1/bets", {"wagers": bets})
    state = browser.wait(table, lambda s: s["phase"] == "acting" or (s["view"] is not None and s["view"]["over"]))
    if not state["view"]["over"]:
        (turn,) = state["view"]["turns"]
        advice = browser.get(f"/tables/{table}/coach?seat=1&hand={turn['hand']}")
        assert advice["unit"] == unit
        assert {action["move"] for action in advice["actions"]} <= {move["move"] for move in turn["moves"]}
        assert advice["actions"][0]["cost"] == "0"
        values = [Fraction(action["ev"]) for action in advice["actions"]]
        assert values == sorted(values, reverse=True)
        for action in advice["actions"]:
            assert Fraction(action["cost"]) == values[0] - Fraction(action["ev"])
            assert action["cents"] == pytest.approx(float(Fraction(action["ev"])) * advice["stake"])
        if table != "four-card-split":
            assert {a["move"] for a in advice["actions"]} == {m["move"] for m in turn["moves"]}
    browser.call("DELETE", "/session")


def _dealt(browser: Browser, table: str, bets: dict[str, int]) -> dict[str, Any]:
    """Bets at seat 2, and what is dealt."""
    before = browser.table(table)["round"] or 0
    browser.ok("PUT", f"/tables/{table}/seats/2/bets", {"wagers": bets})
    return browser.wait(table, lambda state: (state["round"] or 0) > before)


def test_many_hands_are_answered_as_the_lab_itself_answers(coached: Site) -> None:
    """How fast is measured by `make bench` (coach); here is what: every value of every open move, hand after hand."""
    asked = 0
    browser = coached.guest("Ben")
    for table, bets in (("three-card-poker", {"ante": 500}), ("blackjack", {"bet": 500})):
        played = games.of(coached.service.mirror.state.tables[table])
        browser.ok("POST", f"/tables/{table}/seats/2")
        for _ in range(8):
            state = _dealt(browser, table, bets)
            while state["view"]["turns"]:
                (turn,) = state["view"]["turns"]
                advice = browser.get(f"/tables/{table}/coach?seat=2&hand={turn['hand']}")
                known = Knowledge.of(coached.service.mirror.shown[table].round, 2, turn["hand"])
                assert turn["key"] == known.key
                moves = [move["move"] for move in turn["moves"]]
                unit, worths = worth_of_moves(played, known)
                assert advice["unit"] == unit
                assert [(a["move"], a["ev"]) for a in advice["actions"]] == [(w.move, str(w.ev)) for w in worths]
                asked += 1
                move = next(name for name in moves if name in {"fold", "stand", "no-insurance"})
                browser.ok("POST", f"/tables/{table}/acts", {"seat": 2, "hand": turn["hand"], "move": move})
                state = browser.table(table)
        browser.ok("DELETE", f"/tables/{table}/seats/2")
    assert asked >= 10


def test_mistakes_are_counted_with_what_they_cost(coached: Site) -> None:
    browser = coached.guest("Cleo")
    browser.ok("POST", "/tables/three-card-poker/seats/3")
    cost = 0.0
    for _ in range(4):
        browser.ok("PUT", "/tables/three-card-poker/seats/3/bets", {"wagers": {"ante": 500}})
        state = browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
        advice = browser.get("/tables/three-card-poker/coach?seat=3")
        worst = advice["actions"][-1]
        browser.ok("POST", "/tables/three-card-poker/acts", {"seat": 3, "move": worst["move"]})
        cost += worst["cost_cents"]
        review = browser.get(f"/tables/three-card-poker/rounds/{state['round']}/coach")
        (decision,) = review["decisions"]
        assert decision["right"] is False
        assert decision["cost_cents"] == pytest.approx(worst["cost_cents"])
        assert decision["best"]["move"] == advice["actions"][0]["move"]
    until(lambda: browser.get("/session")["play"]["decisions"] >= 4, every=0.05)
    play = browser.get("/session")["play"]
    assert play["mistakes"] == 4
    assert play["cost"] == pytest.approx(cost)
    browser.call("DELETE", "/session")


def test_the_coach_looks_only_at_your_own_open_turn(coached: Site) -> None:
    browser, other = coached.guest("Dan"), coached.guest("Eva")
    browser.ok("POST", "/tables/three-card-poker/seats/4")
    assert browser.call("GET", "/tables/three-card-poker/coach?seat=4").status_code == 404, "nothing to decide yet"
    browser.ok("PUT", "/tables/three-card-poker/seats/4/bets", {"wagers": {"ante": 500}})
    browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
    assert other.call("GET", "/tables/three-card-poker/coach?seat=4").status_code == 403
    assert coached.browser().call("GET", "/tables/three-card-poker/coach?seat=4").status_code == 401
    assert browser.call("GET", "/tables/three-card-poker/coach?seat=4&hand=2").status_code == 404
    browser.ok("POST", "/tables/three-card-poker/acts", {"seat": 4, "move": "fold"})
    browser.call("DELETE", "/session")


def test_the_house_edge_stands_beside_the_table_and_in_the_session(coached: Site) -> None:
    browser, chance = coached.guest("Flo"), random.Random(5)
    until(lambda: browser.get("/tables/three-card-poker")["edges"]["state"] == "ready", 200, every=0.2)
    edges = browser.get("/tables/three-card-poker")["edges"]
    assert edges["wagers"]["ante"]["ev"] == "-686689/20358520"
    browser.ok("POST", "/tables/three-card-poker/seats/5")
    for _ in range(3):
        play_round(browser, "three-card-poker", 5, {"ante": 1000}, chance)
    expected = browser.get("/session")["play"]["expected"]
    assert expected == pytest.approx(-3 * 1000 * 686689 / 20358520)
    browser.call("DELETE", "/session")


def test_hands_that_were_laid_out_are_judged_one_by_one() -> None:
    round_ = Round(game("four-card-split")(), {1: {"ante-1": 500, "ante-2": 500, "blind": 500}})
    deal_on(round_, Shoe(parse_cards("2c As Kd 9h 7d 3c 4c 5c 6s 8s Ts Js")))
    _, whole = worth_of_moves(round_.game, Knowledge.of(round_, 1))
    round_.act(Act(1, 1, "split", (parse_cards("2c"), parse_cards("As Kd 9h"))))
    known = Knowledge.of(round_, 1, 1)
    unit, first = worth_of_moves(round_.game, known)
    _, second = worth_of_moves(round_.game, replace(known, hand=2))
    assert unit == "ante"
    assert first[0].ev == second[0].ev, "the best of both hands together is the same, whichever is asked first"
    assert [worth.move for worth in first] == ["play", "fold"]
    assert whole[0].ev >= first[0].ev


def test_insurance_is_a_question_of_its_own() -> None:
    round_ = Round(game("blackjack")(), {1: {"bet": 1000}})
    deal_on(round_, Shoe(parse_cards("Ts Ad Ah 9c")))
    _, worths = worth_of_moves(round_.game, Knowledge.of(round_, 1))
    assert worths[0].move == "no-insurance"
    assert {worth.move for worth in worths} == {"even-money", "insurance", "no-insurance"}


def test_a_worker_that_dies_is_replaced(coached: Site) -> None:
    """Last in this module: the lab is warmed anew afterwards."""
    browser = coached.guest("Gus")
    browser.ok("POST", "/tables/three-card-poker/seats/1")
    browser.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
    browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
    coach = coached.service.coach
    coach._answers.clear()
    assert coach._pool is not None
    for process in list(coach._pool._processes.values()):
        process.kill()
    answers: list[httpx.Response] = []
    end = time.monotonic() + 120
    while not answers or answers[-1].status_code != 200:
        answers.append(browser.call("GET", "/tables/three-card-poker/coach?seat=1"))
        assert time.monotonic() < end
        time.sleep(0.2)
    assert answers[0].status_code == 503
    assert "retry-after" in answers[0].headers
    browser.ok("POST", "/tables/three-card-poker/acts", {"seat": 1, "move": "fold"})
    browser.call("DELETE", "/session")


def test_a_round_that_the_lab_knows_late_is_expected_all_the_same(coached: Site) -> None:
    """Otherwise a result is compared with the expectation of a part of its rounds."""
    browser, chance, coach = coached.guest("Gil"), random.Random(6), coached.service.coach
    browser.ok("POST", "/tables/three-card-poker/seats/6")
    digest = games.of(coached.service.table("three-card-poker")).digest
    coached.run(_forget(coach, digest))
    play_round(browser, "three-card-poker", 6, {"ante": 1000}, chance)
    until(lambda: browser.get("/session")["play"]["expected"] is not None, 100, every=0.1)
    assert browser.get("/session")["play"]["expected"] == pytest.approx(-1000 * 686689 / 20358520)
    browser.call("DELETE", "/session")


async def _forget(coach: Coach, digest: str) -> None:
    coach._edges.pop(digest, None)
