"""The history of a table: every round, and the hands of one that is opened."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.guest import Guest
from tests.browser.house import Floor

NewGuest = Callable[..., Guest]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_an_opened_round_shows_its_hands(floor: Floor, guest: NewGuest, phone: bool) -> None:
    """A folded hand stays its player's own secret."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    floor.stack("9s 8s 7s Qd 9d 4h")
    anna, bert = guest(phone=phone).sign_in().sit(table), guest().sign_in("Bert")
    anna.chip(5).bet("ante").deal().move("fold").verdict("You lose $5")
    bert.page.goto(f"/table/{table}")
    for who, cards in ((anna, "9♠ 8♠ 7♠"), (bert, "▮ ▮ ▮")):
        (
            who.page.get_by_role("button", name="History") if who.phone else who.page.get_by_role("tab", name="History")
        ).click()
        who.page.locator(".past summary").first.click()
        expect(who.page.locator(".past-hand")).to_contain_text(cards)
        who.shot(f"history-{'own' if who is anna else 'other'}")
