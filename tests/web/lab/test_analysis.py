"""Variants and their exact figures over HTTP: the same as in a terminal, and clear words where there are none."""

import asyncio
import json
import shlex
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.site import Browser, Site
from tests.sixth_game.game import HighCard
from upcard.lab.solvers import analyze
from upcard.rules import registry
from upcard.rules.registry import game
from upcard.web.edge.limits import Limiter
from upcard.web.lab import variant

Json = dict[str, Any]

PAIR_PLUS = {
    "straight-flush": "50 to 1", "three-of-a-kind": "30 to 1", "straight": "6 to 1", "flush": "3 to 1",
    "pair": "1 to 1", "other": "lose",
}  # fmt: skip


def answered(browser: Browser, body: Json) -> Json:
    """The analysis, waited for as the page does."""
    end = time.monotonic() + 120
    while time.monotonic() < end:
        answer = browser.call("POST", "/lab/analysis", body)
        if answer.status_code == 200:
            found: Json = answer.json()
            return found
        assert answer.status_code == 202, answer.text
    raise AssertionError("no answer")


def said(answer: Any) -> str:
    assert answer.headers["content-type"] == "application/problem+json"
    return str(answer.json()["detail"])


@pytest.mark.parametrize(
    "body",
    [
        {"game": "three-card-poker"},
        {
            "game": "three-card-poker",
            "house": {"pair-plus-on-fold": "loses"},
            "pays": {"pair-plus": {"pays": PAIR_PLUS}},
        },
    ],
)
def test_the_analysis_is_the_one_of_the_terminal(lab: Site, body: Json) -> None:
    found = answered(lab.browser(), body)
    assert found == json.loads(json.dumps(analyze(body["game"], body.get("house"), body.get("pays")).to_json()))


def test_every_setting_and_table_is_told_and_the_command_says_the_variant_again(lab: Site, tmp_path: Path) -> None:
    browser = lab.browser()
    names = [one["name"] for one in browser.get("/lab/games")["games"]]
    assert names[:4] == ["three-card-blitz", "four-card-split", "three-card-poker", "blackjack"]
    for name in names:
        told = browser.get(f"/lab/games/{name}")
        kind = game(name)()
        assert {s["name"] for s in told["settings"]} == {s.name for s in kind.settings if not s.cents}
        assert {t["table"]: [o["name"] for o in t["offered"]] for t in told["tables"]} == {
            table: list(kind.offered_tables(table)) for table in kind.tables
        }
        assert told["command"] == f"upcard analyze {name} --json"
    body = {
        "game": "three-card-poker",
        "house": {"pair-plus-on-fold": "loses"},
        "pays": {"pair-plus": {"name": "mine", "pays": PAIR_PLUS}},
    }
    told = browser.ok("POST", "/lab/variants", body)
    ((file, text),) = told["files"].items()
    (tmp_path / file).write_text(text)
    words = shlex.split(told["command"])
    assert words[:5] == ["upcard", "analyze", "three-card-poker", "--house", "pair-plus-on-fold=loses"]
    again = game("three-card-poker")({"pair-plus-on-fold": "loses"}, {"pair-plus": str(tmp_path / file)})
    assert again.digest == told["digest"]


def test_a_table_knows_its_page_in_the_lab() -> None:
    split = game("four-card-split")({"version": 1, "ante-1.min": 500}, {"blind": "1b"})
    assert variant.address(split) == "/lab/four-card-split?house.version=1&pays.blind=1b"
    mine = game("three-card-poker")(None, {"pair-plus": {"pays": {**PAIR_PLUS, "flush": "4 to 1"}}})
    assert "pays.pair-plus.straight-flush=50+to+1" in variant.address(mine)


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        ({"game": "rummy"}, 404, "the games are"),
        ({"game": "blackjack", "house": {"decks": 99}}, 422, "decks can't be 99"),
        ({"game": "blackjack", "house": {"magic": 1}}, 422, "there is no setting 'magic'"),
        ({"game": "three-card-poker", "pays": {"pair-plus": {"pays": {}}}}, 422, "misses straight-flush"),
        ({"game": "three-card-poker", "pays": {"pair-plus": "mine.toml"}}, 422, "files can't be named here"),
        ({"game": "three-card-poker", "pays": {"pair-plus": {"pays": {**PAIR_PLUS, "pair": "1"}}}}, 422, "is no pay"),
        ({"game": "three-card-poker", "more": 1}, 422, "more"),
    ],
)
def test_what_can_t_be_is_said(lab: Site, body: Json, status: int, words: str) -> None:
    for path in ("/lab/analysis", "/lab/variants"):
        answer = lab.browser().call("POST", path, body)
        assert (answer.status_code, words in answer.text) == (status, True), answer.text


def test_a_huge_pay_is_exact_and_a_fixed_sum_without_a_fixed_stake_is_refused_in_words(lab: Site) -> None:
    rows = {**PAIR_PLUS, "straight-flush": "1000000000 to 1"}
    pays = {"pair-plus": {"pays": rows}}
    found = answered(lab.browser(), {"game": "three-card-poker", "pays": pays})
    assert (
        found["wagers"]["pair-plus"]["ev"]
        == analyze("three-card-poker", None, pays).to_json()["wagers"]["pair-plus"]["ev"]
    )
    body = {"game": "three-card-poker", "pays": {"pair-plus": {"pays": {**PAIR_PLUS, "flush": "$1,000"}}}}
    answer = lab.browser().call("POST", "/lab/analysis", body)
    assert answer.status_code == 409
    assert "is a fixed sum" in said(answer)


def test_whoever_asks_for_a_thousand_solves_is_told_to_wait_and_known_answers_stay_free(lab: Site) -> None:
    browser = lab.browser()
    answered(browser, {"game": "three-card-poker"})
    found = lab.app.state.lab
    limits, found.solves = found.solves, Limiter(1, 3600)
    try:
        answers = []
        for pays in range(2, 12):
            rows = {**PAIR_PLUS, "pair": f"{pays} to 7"}
            answer = browser.call(
                "POST", "/lab/analysis", {"game": "three-card-poker", "pays": {"pair-plus": {"pays": rows}}}
            )
            answers.append(answer)
        codes = [answer.status_code for answer in answers]
        assert codes[-1] == 429
        assert codes.count(200) <= 5
        assert "a lot of mathematics" in said(answers[-1])
        assert int(answers[-1].headers["retry-after"]) >= 1
        for _ in range(20):
            assert browser.call("POST", "/lab/analysis", {"game": "three-card-poker"}).status_code == 200
    finally:
        found.solves = limits


def test_a_process_that_dies_is_started_again(lab: Site) -> None:
    browser = lab.browser()
    answered(browser, {"game": "three-card-poker"})
    process = lab.app.state.lab.desk._process
    process.kill()
    process.join(10)
    lab.run(asyncio.sleep(0))
    rows = {**PAIR_PLUS, "pair": "2 to 1"}
    body = {"game": "three-card-poker", "pays": {"pair-plus": {"pays": rows}}}
    first = browser.call("POST", "/lab/analysis", body)
    assert first.status_code in {200, 202, 503}, first.text
    assert answered(browser, body)["wagers"]["pair-plus"]["outcomes"][4]["pays"] == "2 to 1"


@pytest.fixture
def own() -> Iterator[str]:
    """A game that this program registered."""
    registry.register(HighCard)
    yield HighCard.name
    registry.unregister(HighCard.name)


def test_a_game_of_one_s_own_is_there_like_the_others(lab: Site, own: str) -> None:
    browser = lab.browser()
    listed = {one["name"]: one for one in browser.get("/lab/games")["games"]}
    assert not listed[own]["own_solver"]
    assert browser.get(f"/lab/games/{own}")["title"] == HighCard.title
    assert answered(browser, {"game": own}) == json.loads(json.dumps(analyze(own).to_json()))


@pytest.mark.torture  # two thousand rounds of best play without a solver are ten seconds of a processor
def test_a_game_that_is_too_large_can_be_estimated(lab: Site, own: str) -> None:
    guessed = answered(lab.browser(), {"game": own, "estimate": True})["total"]
    exact = analyze(own).total
    assert guessed["exact"] is False
    assert exact is not None
    assert abs(guessed["ev"] - float(exact.ev)) < 5 * guessed["se"]
