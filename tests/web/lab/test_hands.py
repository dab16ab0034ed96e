"""Any hand over HTTP: the rules' own round from chosen cards, and the lab's exact word on every move."""

import time
from fractions import Fraction
from typing import Any

import pytest

from tests.kit.site import Browser, Site
from upcard.lab.advice import advise
from upcard.rounds.scenario import settle

Json = dict[str, Any]


def hand(browser: Browser, game: str, wagers: Json, player: str, dealer: str, *acts: Json, **house: Any) -> Json:
    body = {"variant": {"game": game, "house": house}, "wagers": wagers, "player": player, "dealer": dealer}
    return browser.ok("POST", "/lab/hands", {**body, "acts": list(acts)}) | {"asked": {**body, "acts": list(acts)}}


def worth(browser: Browser, body: Json) -> Json:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        answer = browser.call("POST", "/lab/advice", body)
        if answer.status_code != 202:
            assert answer.status_code == 200, answer.text
            found: Json = answer.json()
            return found
    raise AssertionError("no advice")


def test_a_hand_is_asked_for_its_cards_advised_and_settled_as_settle_does(lab: Site) -> None:
    browser = lab.browser()
    bets = {"ante": 500, "pair-plus": 500}
    said = hand(browser, "three-card-poker", bets, "Qs 7h", "")
    assert (said["state"], said["needs"]) == ("cards", {"who": "player", "hand": 1, "count": 1})
    said = hand(browser, "three-card-poker", bets, "Qs 7h 2d", "")
    assert said["state"] == "turn"
    assert said["dealer"]["cards"] == ["??"] * 3
    found = worth(browser, said["asked"])
    expected = advise("three-card-poker", "Qs 7h 2d")
    assert [(one["move"], Fraction(one["ev"])) for one in found["actions"]] == [
        (str(choice.action[0]), choice.ev) for choice in expected.choices
    ]
    said = hand(browser, "three-card-poker", bets, "Qs 7h 2d", "Kd 9c 4h", {"move": "play"})
    scenario = {
        "game": "three-card-poker", "dealer": "Kd 9c 4h",
        "seats": [{"seat": 1, "cards": "Qs 7h 2d", "wagers": bets, "actions": [["play"]]}],
    }  # fmt: skip
    lines = settle(scenario)["seats"][0]["lines"]
    assert [(one["wager"], one["pays"], one["returned"], one["rule"]) for one in said["lines"]] == [
        (one["wager"], one["pays"], one["returned"], one["rule"]) for one in lines
    ]
    assert said["state"] == "over"


def test_the_dealers_card_that_nobody_chose_lies_unread_until_it_is_turned(lab: Site) -> None:
    browser = lab.browser()
    stood = hand(browser, "blackjack", {"bet": 1000}, "Ts 9h", "6d", {"move": "stand"})
    assert stood["dealer"]["cards"] == ["6d", "??"]
    assert (stood["state"], stood["needs"]["who"]) == ("cards", "dealer")
    over = hand(browser, "blackjack", {"bet": 1000}, "Ts 9h", "6d Th Tc", {"move": "stand"})
    assert (over["state"], over["returned"], over["dealer"]["label"]) == ("over", 2000, "bust")
    split = hand(browser, "blackjack", {"bet": 1000}, "8s 8h 3d", "6d", {"move": "split"})
    assert split["needs"] == {"who": "player", "hand": 2, "count": 1}


@pytest.mark.parametrize(
    ("change", "status", "words"),
    [
        ({"player": "Qs Qs 2d"}, 409, "can't be dealt"),
        ({"player": "Zz"}, 422, "Zz"),
        ({"wagers": {"ante": 500, "magic": 1}}, 409, "magic"),
        ({"wagers": {}}, 409, "no bet"),
        ({"acts": [{"move": "surrender"}]}, 409, "no move of hand 1"),
        ({"acts": [{"move": "play"}] * 61}, 422, "acts"),
    ],
)
def test_cards_and_moves_that_can_t_be_are_refused_in_words(lab: Site, change: Json, status: int, words: str) -> None:
    body = {"variant": {"game": "three-card-poker"}, "wagers": {"ante": 500}, "player": "Qs 7h 2d"}
    answer = lab.browser().call("POST", "/lab/hands", {**body, **change})
    assert (answer.status_code, words in answer.text) == (status, True), answer.text
