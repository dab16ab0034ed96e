"""4 Card Split's hands are made in every way there is: tapping, dragging, the list of ways, and the keyboard."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

CARDS = "Kh Kd 7s 2c"
NewGuest = Callable[..., Guest]


@pytest.fixture(params=[False, True], ids=["desktop", "phone"])
def anna(request: pytest.FixtureRequest, floor: Floor, guest: NewGuest) -> Guest:
    """Before the split."""
    table = floor.table("four-card-split", {"ante-1.min": 500})
    floor.stack(f"{CARDS} Ad 9c 8h 3s 2d 2h")
    seated = guest(phone=request.param).sign_in().sit(table).chip(5).bet("ante-1").deal()
    seated.my_turn()
    return seated


def trays(guest: Guest) -> list[int]:
    """How many cards lie in each hand."""
    return [tray.locator(".lay-card").count() for tray in guest.place().locator(".tray").all()]


def test_by_tapping(anna: Guest) -> None:
    seven = anna.place().get_by_role("button", name="seven of spades")
    two = anna.place().get_by_role("button", name="two of clubs")
    assert trays(anna) == [2, 2]
    for card, wanted in ((seven, "hand 1"), (two, "hand 2")):
        if wanted not in str(card.get_attribute("aria-label")).split(".")[0]:
            card.click()
        expect(card).to_have_attribute("aria-label", lies_in(wanted))
    assert trays(anna) == [3, 1]
    anna.shot("four-card-split-4-tapped")
    anna.move("split")
    anna.offered("play", "fold")
    assert anna.cards() == ["Kh", "Kd", "7s", "2c"]


def lies_in(wanted: str) -> re.Pattern[str]:
    """A label that says so."""
    return re.compile(f", in {wanted}\\.")


def test_by_dragging(anna: Guest) -> None:
    anna.way("K♥ K♦", "7♠ 2♣")
    seven = anna.place().get_by_role("button", name="seven of spades")
    box, tray = seven.bounding_box(), anna.place().get_by_role("group", name="Hand 1").bounding_box()
    assert box is not None
    assert tray is not None
    mouse = anna.page.mouse
    mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    mouse.down()
    mouse.move(tray["x"] + 20, tray["y"] + 40, steps=6)
    anna.shot("four-card-split-5-dragged")
    mouse.up()
    assert trays(anna) == [3, 1]
    anna.move("split")
    anna.offered("play", "fold")


def test_by_keyboard(anna: Guest) -> None:
    """A number key puts the card into that hand; what is not allowed can't be sent."""
    anna.way("K♥ K♦", "7♠ 2♣")
    anna.place().get_by_role("button", name="two of clubs").focus()
    anna.page.keyboard.press("1")
    anna.page.keyboard.press("1")
    assert trays(anna) == [3, 1]
    anna.place().get_by_role("button", name="seven of spades").focus()
    anna.page.keyboard.press("1")
    assert trays(anna) == [4, 0]
    expect(anna.page.locator('[data-move="split"]')).to_be_disabled()
    expect(anna.place().get_by_text("These hands are not allowed")).to_be_visible()
    anna.place().get_by_role("button", name="king of diamonds").focus()
    anna.page.keyboard.press("2")
    anna.page.keyboard.press("s")
    anna.offered("play", "fold")
