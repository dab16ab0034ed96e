"""Open a house in a test: `pytest test_with_a_house.py`. Needs upcard[house]."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

import upcard


@pytest.fixture(scope="module")
def house() -> Iterator[upcard.OpenHouse]:
    """The demo house with all its tables, nobody at them, gone when the tests are over."""
    with upcard.open_house() as opened:
        yield opened


def ask(house: upcard.OpenHouse, path: str, body: Any = None) -> Any:
    """One request to the API."""
    sent = json.dumps(body).encode() if body is not None else None
    headers = {"Content-Type": "application/json", "X-Upcard-CSRF": "1"}
    with urllib.request.urlopen(urllib.request.Request(f"{house.url}/api/v1{path}", sent, headers)) as answer:
        return json.loads(answer.read())


def test_every_game_has_a_table(house: upcard.OpenHouse) -> None:
    assert {table["game"] for table in ask(house, "/tables")["tables"]} >= set(upcard.games())


def test_a_watcher_settles_a_hand(house: upcard.OpenHouse) -> None:
    seat = {"seat": 1, "cards": "Qs Js Ts", "wagers": {"ante": 1000}, "actions": [["play"]]}
    hand = {"game": "three-card-poker", "dealer": "Kd 7c 7h", "seats": [seat]}
    assert ask(house, "/settle", hand) == upcard.settle(hand)


def test_a_watcher_may_not_sit_down(house: upcard.OpenHouse) -> None:
    with pytest.raises(urllib.error.HTTPError) as refused:
        ask(house, "/tables/blackjack/seats/1", {})
    assert json.loads(refused.value.read())["type"].endswith("/sign-in")


def test_the_staff_have_passwords(house: upcard.OpenHouse) -> None:
    signed_on = ask(house, "/session/staff", {"staff": "mia", "password": house.staff["mia"]["password"]})
    assert signed_on["role"] == "manager"
