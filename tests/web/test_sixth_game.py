"""A game that nobody here has heard of: opened, described, played and watched like every other."""

import random
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.player import full_bets, play_round
from tests.kit.site import QUICK, Site
from tests.sixth_game.game import HighCard
from upcard.floor import facts
from upcard.floor.commands.command import Command, now
from upcard.floor.house.house import House
from upcard.rules.registry import register, unregister
from upcard.web.demo import demo


@pytest.fixture(scope="module")
def sixth(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    register(HighCard)
    site = Site(tmp_path_factory.mktemp("house"), pace=QUICK)

    def set_up(house: House, database: Path) -> None:
        demo.set_up(house, database)
        change = {"table": "high", "kind": "virtual", "game": "high-card", "house": {"ante.min": 500}, "seats": 4}
        proposed = house.do(Command(uuid.uuid4().hex, now(), "sam", "propose", {"what": "table", "change": change}))
        approval = {"proposal": proposed.fact(facts.Proposed).proposal}
        assert house.do(Command(uuid.uuid4().hex, now(), "eve", "approve", approval)).ok

    yield site.start(set_up)
    site.close()
    unregister(HighCard.name)


def test_it_is_in_the_lobby_and_describes_its_own_felt(sixth: Site) -> None:
    browser = sixth.browser()
    assert "high-card" in [game["name"] for game in browser.get("/games")["games"]]
    (card,) = [card for card in browser.get("/tables")["tables"] if card["id"] == "high"]
    assert (card["title"], card["minimum"], card["unit"], card["free"]) == ("High Card", 500, "ante", 4)
    info = browser.get("/tables/high")
    assert [(wager["name"], wager["placed"], wager["equals"]) for wager in info["wagers"]] == [
        ("ante", "before", None),
        ("raise", "during", "ante"),
        ("match", "before", None),
    ]


def test_it_is_played_with_bots_and_hidden_cards(sixth: Site) -> None:
    browser, chance = sixth.guest("Anna"), random.Random(8)
    watched = sixth.socket("/tables/high/stream")
    browser.ok("POST", "/tables/high/seats/2")
    browser.ok("POST", "/tables/high/bots", {})
    bankroll = 100_000
    for _ in range(5):
        state = play_round(browser, "high", 2, full_bets(browser.get("/tables/high")), chance)
        (mine,) = [result for result in state["results"] if result["seat"] == 2]
        bankroll += mine["net"]
        assert browser.get("/session")["bankroll"] == bankroll
    first = watched.until(lambda m: m["type"] == "events")[-1]
    dealt = [event["cards"] for event in first["events"] if event["event"] == "cards-dealt"]
    assert dealt == ["??"] * len(dealt)
    assert len(browser.get("/tables/high/rounds")["rounds"]) == 5
    browser.call("DELETE", "/session")
