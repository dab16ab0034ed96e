"""What has little room: a jackpot over a full list of results, two places of one's own, narrow phones."""

from collections.abc import Callable
from itertools import pairwise

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.guest import Guest
from tests.browser.house import Floor

NewGuest = Callable[..., Guest]

SIZES: list[ViewportSize] = [{"width": 390, "height": 844}, {"width": 360, "height": 740}]


def _box(guest: Guest, what: str, at: int = 0) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of something on the page."""
    found = guest.page.locator(what).nth(at).bounding_box()
    assert found is not None, what
    return found["x"], found["y"], found["x"] + found["width"], found["y"] + found["height"]


def _fits(guest: Guest) -> None:
    wide = guest.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{wide} pixels too wide"


@pytest.mark.parametrize("size", SIZES, ids=["390", "360"])
def test_a_jackpot_leaves_the_results_in_sight(floor: Floor, guest: NewGuest, size: ViewportSize) -> None:
    link = floor.link(f"narrow-{size['width']}", three_card_poker=500_000)
    table = floor.table("three-card-poker", {"ante.min": 500, "ante.max": 50_000}, link)
    floor.stack("As Ks Qs Qd 9d 4h")
    anna = guest(phone=True).sign_in()
    anna.page.set_viewport_size(size)
    anna.sit(table).chip(5).bet("ante", "pair-plus", "six-card-bonus", "progressive").deal().move("play")
    anna.moment("Jackpot: Royal spades")
    # The round is held open for the jackpot, so no bet is taken: there is nothing to press that would be refused.
    anna.turn("The house is checking a jackpot; the next deal comes when it is paid.")
    expect(anna.page.locator(".dock-controls button")).to_have_count(0)
    expect(anna.page.locator(".dock-controls").get_by_role("link", name="Other tables")).to_be_visible()
    expect(anna.page.locator(".spot:not(:disabled)")).to_have_count(0)
    anna.shot(f"phone-jackpot-{size['width']}")
    dock = _box(anna, "up-dock")[1]
    assert _box(anna, ".place-results")[3] <= dock, "the results run under the dock"
    assert len(anna.lines()) == 6
    _fits(anna)


@pytest.mark.parametrize("size", SIZES, ids=["390", "360"])
def test_two_places_of_ones_own(floor: Floor, guest: NewGuest, size: ViewportSize) -> None:
    table = floor.table("three-card-blitz", {"ante.min": 500, "flush-bonus.min": 100, "blitz-bonus.min": 100})
    anna = guest(phone=True).sign_in()
    anna.page.set_viewport_size(size)
    anna.sit(table)
    anna.page.get_by_role("button", name="Sit down at seat 2").click()
    expect(anna.place(2)).to_be_visible()
    anna.chip(5)
    for seat in (1, 2):
        anna.bet("ante", "flush-bonus", "blitz-bonus", seat=seat)
    anna.shot(f"phone-two-bets-{size['width']}")
    dock = _box(anna, "up-dock")[1]
    assert _box(anna, ".place", 1)[3] <= dock, "both places are in sight while bets are put down"
    for seat in (0, 1):
        spots = [_box(anna, f".place >> nth={seat} >> .spot", at) for at in range(5)]
        assert len({round(spot[1]) for spot in spots}) == 1, "the spots of a place stand in one row"
        assert all(spot[2] - spot[0] >= 44 for spot in spots), "and are wide enough for a finger"
        assert all(left[2] <= right[0] + 1 for left, right in pairwise(spots))
    _fits(anna)
    anna.deal().my_turn().move("play")
    anna.turn("Your turn: seat 2.").move("play")
    for seat in (1, 2):
        expect(anna.place(seat).locator(".verdict")).to_be_visible()
        expect(anna.spot("ante", seat).locator(".spot-net")).to_be_visible()
    anna.shot(f"phone-two-results-{size['width']}")
    _fits(anna)
