"""The line to the house: a kill in the middle of a round, a break, a slow line. The page says so and comes back."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.kit.clock import ahead, wound
from tests.kit.guest import Guest
from tests.kit.server import Program
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Program]:
    made = Program(tmp_path / "demo.db", "--demo", "--speed", "0.5").start()
    yield made
    made.kill()


def test_the_house_is_killed_in_the_middle_of_a_round(served: Program, guest: NewGuest) -> None:
    """The page notices, waits, comes back to the same cards, and the round is played to its end."""
    anna = guest(url=served.url).sign_in()
    wound(anna.page)
    anna.sit("three-card-blitz", 1)
    anna.chip(5).bet("ante").deal()
    anna.my_turn()
    cards, stale = anna.cards(), anna.page.locator("#stale")
    served.kill()
    expect(stale).to_be_visible()
    expect(stale).to_contain_text("Connecting again")
    anna.shot("connection-1-killed")
    served.start()
    ahead(anna.page, stale.is_hidden)
    anna.offered("play", "fold")
    assert anna.cards() == cards
    # Once more; and a move that is made while the house is away arrives, once, long before the clock runs out.
    served.kill()
    anna.move("play")
    served.start()
    ahead(anna.page, anna.place().locator(".verdict").is_visible)
    last = anna.context.request.get("/api/v1/tables/three-card-blitz/rounds?limit=1").json()["rounds"][0]
    mine = anna.context.request.get(f"/api/v1/tables/three-card-blitz/rounds/{last['round']}").json()["view"]["seats"][
        0
    ]
    assert sorted(mine["hands"][0]["cards"]) == sorted(cards), "on the felt they lie by suit"
    wagers = [line["wager"] for result in last["results"] if result["seat"] == 1 for line in result["lines"]]
    assert sorted(wagers) == ["ante", "blind", "play"]


def test_a_broken_line_resumes(floor: Floor, guest: NewGuest) -> None:
    """What happened meanwhile is there when the line is back."""
    table = floor.table("blackjack", {"bet.min": 500})
    floor.stack("Th 9d 7c Td")
    anna = guest().sign_in()
    lines: list[WebSocketRoute] = []
    resumed: list[str] = []

    def connect(route: WebSocketRoute) -> None:
        resumed.append(route.url)
        route.connect_to_server()
        lines.append(route)

    anna.page.route_web_socket("**/stream*", connect)
    anna.sit(table).chip(5).bet("bet").deal()
    anna.my_turn()
    lines[-1].close(code=1012, reason="restart")
    stale = anna.page.locator("#stale")
    expect(stale).to_be_visible()
    anna.shot("connection-2-broken")
    expect(stale).to_be_hidden()
    assert "since=" in resumed[-1]
    anna.move("stand").verdict("You win $5")


def test_a_silent_line_is_stale(floor: Floor, guest: NewGuest) -> None:
    """A line that stays open but says nothing any more is noticed, and replaced."""
    table = floor.table("blackjack", {"bet.min": 500})
    anna = guest().sign_in()
    silent = {"now": False}

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            said = json.loads(message)
            if said["type"] == "hello":
                said["beat"] = 0.5
            if not silent["now"]:
                route.send(json.dumps(said))

        server.on_message(pass_on)

    anna.page.route_web_socket("**/stream*", connect)
    anna.sit(table)
    silent["now"] = True
    expect(anna.page.locator("#stale")).to_contain_text("No word from the house")
    silent["now"] = False
    expect(anna.page.locator("#stale")).to_be_hidden()


def test_a_slow_line(floor: Floor, guest: NewGuest) -> None:
    """On a slow line the page is slow, not wrong: a double tap on a move is one move."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    floor.stack("9s 9h 7s Qd 9d 4h")
    anna = guest(phone=True).sign_in().sit(table)
    network = anna.context.new_cdp_session(anna.page)
    network.send("Network.enable")
    slow = {"offline": False, "latency": 400, "downloadThroughput": 40_000, "uploadThroughput": 20_000}
    network.send("Network.emulateNetworkConditions", slow)
    anna.chip(5).bet("ante").deal()
    anna.my_turn()
    play = anna.page.locator('[data-move="play"]')
    play.dblclick()
    anna.verdict("You win $10").bankroll("$1,010")
