"""A game with community cards in Chromium: the board lies there, and each card of it that is turned is news."""

import json
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Route, expect

from tests.board_game.game import RiverPair, RiverRaise
from tests.kit.guest import Guest
from tests.kit.tables import Floor
from upcard.rules.registry import register, unregister


@pytest.fixture
def river() -> Iterator[str]:
    register(RiverPair)
    register(RiverRaise)
    yield RiverPair.name
    unregister(RiverPair.name)
    unregister(RiverRaise.name)


ADVICE = {"round": 1, "seat": 1, "hand": 1, "unit": "ante", "stake": 500, "actions": [], "of": 0, "note": ""}


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_board_is_drawn_and_every_card_of_it_is_news(
    river: str, tmp_path_factory: pytest.TempPathFactory, guest: Callable[..., Guest], phone: bool
) -> None:
    floor = Floor(tmp_path_factory.mktemp("river")).start()
    try:
        table = floor.table(river, {"ante.min": 500})
        floor.stack("As Kd Ah Kh")
        anna = guest(url=floor.url, phone=phone, prefs={"coach": "before"}).sign_in().sit(table).chip(5).bet("ante")

        def answer(route: Route) -> None:
            route.fulfill(status=200, content_type="application/json", body=json.dumps(ADVICE))

        anna.page.route("**/coach?seat=*", answer)
        with anna.page.expect_request("**/coach?seat=*"):
            anna.deal().my_turn()
        board = anna.page.locator(".board .card-slot")
        expect(board).to_have_count(2)
        expect(anna.page.locator(".dealer")).to_be_hidden()
        anna.shot("board-1-turn")
        # Own cards and moves are the same now; a card of the board is not.
        with anna.page.expect_request("**/coach?seat=*"):
            anna.move("check")
        expect(board.first).to_have_attribute("data-card", "Ah")
        expect(anna.page.get_by_role("region", name="Board")).to_have_attribute(
            "aria-label", "Board: ace of hearts, one card face down: ace"
        )
        anna.my_turn()
        anna.move("raise").verdict("You win $80")
        assert anna.lines() == {"Ante": "Two pairs, 8 to 1 +$40", "Raise": "Two pairs, 8 to 1 +$40"}
        anna.shot("board-2-result")
        anna.page.close()
    finally:
        floor.stop()


@pytest.mark.usefixtures("river")
def test_amounts_that_have_names_are_buttons(
    tmp_path_factory: pytest.TempPathFactory, guest: Callable[..., Guest]
) -> None:
    floor = Floor(tmp_path_factory.mktemp("raise")).start()
    try:
        table = floor.table(RiverRaise.name, {"ante.min": 500, "raise.max": 1500})
        floor.stack("As Kd Ah Kh")
        anna = guest(url=floor.url).sign_in().sit(table).chip(5).bet("ante").deal().my_turn()
        labels = anna.page.locator(".move .move-label")
        expect(labels).to_have_text(["Raise 1×$5", "Raise 2×$10", "Raise 3×$15r", "Checkc"])
        anna.shot("board-3-named")
        anna.page.get_by_role("button", name="Raise 2×").click()
        expect(anna.page.locator(".board .card-slot").first).to_have_attribute("data-card", "Ah")
        anna.my_turn()
        anna.move("check").verdict("You win $120")
        assert anna.lines() == {"Ante": "Two pairs, 8 to 1 +$40", "Raise": "Two pairs, 8 to 1 +$80"}
        anna.page.close()
    finally:
        floor.stop()
