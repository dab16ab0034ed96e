"""Which decisions a change moves: every hand that is told is best played so before and so after."""

from typing import Any

import pytest

from tests.kit.site import Site
from upcard.cards.card import parse_cards
from upcard.lab.advice import advise_hand
from upcard.lab.analysis import LabError
from upcard.lab.solvers import analyze
from upcard.rules.game import Game
from upcard.rules.registry import game
from upcard.web.lab.changes import changes
from upcard.web.lab.long_work import LONG
from upcard.web.lab.passing import sent

Json = dict[str, Any]


def with_pay(name: str, table: str, outcome: str, pay: str) -> Game:
    rows = game(name)().tables[table].texts()
    return game(name)(pays={table: {"pays": {**rows, outcome: pay}}})


def best(rules: Game, example: Json) -> str:
    up = parse_cards(example["dealer"])
    choice = advise_hand(rules, parse_cards(example["player"]), up[0] if up else None).best
    return str(choice.action[0])


def test_hands_that_are_told_are_played_so_before_and_so_after() -> None:
    before, after = game("three-card-poker")(), with_pay("three-card-poker", "play", "win", "2 to 1")
    heard: list[Json] = []
    found = changes(heard.append, after, before, 2_000)
    assert found == changes(lambda _: None, after, before, 2_000), "the cards are the same each time"
    assert (found["rounds"], found["stopped"], heard[-1]["rounds"]) == (2_000, False, 2_000)
    assert found["kinds"]
    assert sum(kind["rounds"] for kind in found["kinds"]) == found["otherwise"]
    for kind in found["kinds"]:
        example = kind["example"]
        moves = example["before"]["move"], example["after"]["move"]
        assert moves == (best(before, example), best(after, example)) == ("fold", "play")
    back = changes(lambda _: None, before, after, 2_000)
    assert back["otherwise"] == found["otherwise"], "what moved one way moves back"


def test_a_pay_of_a_side_bet_moves_no_decision_and_who_stops_keeps_what_there_is() -> None:
    plain, side = game("three-card-poker")(), with_pay("three-card-poker", "pair-plus", "flush", "9 to 1")
    assert changes(lambda _: None, side, plain, 500)["otherwise"] == 0

    def enough(said: Json) -> None:
        if said["rounds"] >= 200:
            raise KeyboardInterrupt

    found = changes(enough, side, plain, 500)
    assert (found["rounds"], found["stopped"]) == (200, True)


def test_a_list_errs_with_the_hands_that_are_best_played_otherwise() -> None:
    rules = sent(game("three-card-poker")())
    found = LONG["errors"](lambda _: None, rules, "always-play", 2_000)
    folds = analyze("three-card-poker").total
    assert folds is not None
    assert found["otherwise"] / 2_000 == pytest.approx(float(folds.decisions["fold"]), abs=0.04)
    for kind in found["kinds"]:
        moves = kind["example"]["before"]["move"], kind["example"]["after"]["move"]
        assert moves == ("play", best(game("three-card-poker")(), kind["example"])) == ("play", "fold")
    assert LONG["errors"](lambda _: None, rules, "1 rule", 500)["otherwise"] == 0, "Q-6-4 or better is the best play"
    with pytest.raises(LabError, match="no list of rules 'nothing'; it has always-play"):
        LONG["errors"](lambda _: None, rules, "nothing", 500)


def test_it_is_asked_for_over_http(lab: Site) -> None:
    browser = lab.browser()
    asked: Json = {"variant": {"game": "three-card-poker"}, "before": {"game": "blackjack"}}
    assert "are two games" in browser.call("POST", "/lab/changes", asked).json()["detail"]
    infinite = {"game": "blackjack", "house": {"decks": "infinite"}}
    refused = browser.call("POST", "/lab/changes", {"variant": {"game": "blackjack"}, "before": infinite})
    assert (refused.status_code, "analysis only" in refused.json()["detail"]) == (409, True)
    asked = {"variant": {"game": "three-card-poker", "house": {"pair-plus-on-fold": "loses"}}}
    begun = browser.ok("POST", "/lab/changes", {**asked, "before": {"game": "three-card-poker"}, "rounds": 200})
    stream = lab.socket(f"/lab/runs/{begun['id']}/stream")
    run = stream.until(lambda said: said["type"] == "run" and said["run"]["state"] == "done", 120)[-1]["run"]
    assert (run["kind"], run["command"], run["result"]["rounds"]) == ("changes", "", 200)


@pytest.mark.parametrize("followed", [False, True])
def test_a_run_that_its_client_has_left_makes_room_for_another(lab: Site, followed: bool) -> None:
    browser, runs = lab.browser(), lab.app.state.lab.runs
    asked = {"variant": {"game": "three-card-poker"}, "rounds": 50_000_000}
    begun = [browser.ok("POST", "/lab/simulations", {**asked, "seed": f"left {followed} {n}"}) for n in range(2)]
    sockets = [lab.socket(f"/lab/runs/{run['id']}/stream") for run in begun]
    for socket in sockets:
        assert socket.next()["type"] == "hello"
    for run in begun:
        found = runs.find(run["id"])
        found.looked_at -= 30
        found.followers = int(followed)
    answer = browser.call("POST", "/lab/simulations", {**asked, "seed": f"left {followed} more"})
    assert answer.status_code == (429 if followed else 201)
    assert [runs.find(run["id"]).wanted_to_stop for run in begun] == [not followed, False]
    for run in list(runs._runs.values()):
        lab.server.loop.call_soon_threadsafe(runs.stop, run)


def test_a_run_that_nobody_looks_at_does_not_stand_before_somebody_else_s(lab: Site) -> None:
    browser, other, runs = lab.browser(), lab.guest("Cleo"), lab.app.state.lab.runs
    asked = {"variant": {"game": "three-card-poker"}, "rounds": 50_000_000}
    first = runs.find(browser.ok("POST", "/lab/simulations", {**asked, "seed": "gone"})["id"])
    waits = other.ok("POST", "/lab/simulations", {**asked, "seed": "waits"})
    assert waits["before"]
    first.looked_at -= 30
    assert other.get(f"/lab/runs/{waits['id']}")["before"]
    assert not first.wanted_to_stop, "whoever began it may come back"
    first.looked_at -= 3600
    other.get(f"/lab/runs/{waits['id']}")
    assert first.wanted_to_stop
    stream = lab.socket(f"/lab/runs/{waits['id']}/stream")
    stream.until(lambda said: said["type"] == "run" and said["run"]["before"] == 0, 60)
    other.ok("DELETE", f"/lab/runs/{waits['id']}")
