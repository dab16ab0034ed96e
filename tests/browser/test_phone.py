"""What has little room: a jackpot over a full list of results, two places of one's own, narrow phones."""

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.kit.guest import Guest
from tests.kit.tables import PACE, Floor

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
    free = anna.page.locator(".pod.free:visible")
    for pod in range(free.count()):
        ends = "(pod) => [...pod.querySelectorAll('button')].map((one) => one.getBoundingClientRect().right)"
        inside = free.nth(pod).evaluate(ends)
        assert max(inside) <= _box(anna, ".pod.free:visible", pod)[2], "a free seat's buttons lie inside it"
    anna.deal().my_turn().move("play")
    anna.turn("Your turn: seat 2.").move("play")
    for seat in (1, 2):
        expect(anna.place(seat).locator(".verdict")).to_be_visible()
        expect(anna.spot("ante", seat).locator(".spot-net")).to_be_visible()
    anna.shot(f"phone-two-results-{size['width']}")
    if size["height"] >= 844:
        assert _box(anna, ".sheet-buttons")[3] <= size["height"], "nothing is below the edge of the screen"
    _fits(anna)


def test_the_longest_results_with_two_bots_fit(floor: Floor, guest: NewGuest) -> None:
    """Two hands, every side bet and two others: nothing is cut off, nothing scrolls sideways, the buttons are there."""
    link = floor.link("phone-results", blazing_sevens=1_234_567)
    house = {"bet.min": 500, "bet.max": 50_000, "21+3.min": 100, "in-between.min": 100}
    table = floor.table("blackjack", house, link)
    floor.stack("8s 8c Ts 9s Th 9h 6d Kd Tc Td 9c 5h 5s 5d 4c 4d")
    anna = guest(phone=True).sign_in().sit(table)
    _bots(anna)
    _whole(anna)
    anna.chip(5).bet("bet", "21+3", "in-between", "blazing-sevens").deal().my_turn()
    _whole(anna)
    anna.move("split").turn("Your turn: hand 1.").move("stand").turn("Your turn: hand 2.").move("stand")
    expect(anna.place().locator(".verdict")).to_be_visible()
    assert len(anna.lines()) == 5
    anna.shot("phone-longest")
    _whole(anna)


SCREENS = [(1280, 800), (1366, 768), (1440, 900), (1180, 820), (820, 1180), (768, 1024), (390, 844), (375, 667)]

OUT_OF_SEAT = """() => {
  const inside = (box, one) => one.right <= box.right + 1 && one.bottom <= box.bottom + 1;
  const aside = (a, b) => a.right <= b.left + 1 || b.right <= a.left + 1;
  const apart = (a, b) => aside(a, b) || a.bottom <= b.top + 1 || b.bottom <= a.top + 1;
  const shown = (all) => [...all].map((one) => one.getBoundingClientRect()).filter((box) => box.width);
  const beside = shown(document.querySelectorAll(".sheet-buttons button"));
  return [...document.querySelectorAll(".pod")].filter((pod) => {
    const seat = pod.getBoundingClientRect(), cards = shown(pod.querySelectorAll(".card-slot"));
    const money = shown(pod.querySelectorAll(".pod-net, .pod-stake"));
    const all = [...cards, ...money, ...shown(pod.querySelectorAll("button, .hand-label"))];
    if (seat.width && !beside.every((one) => apart(one, seat))) return true;
    return !all.every((one) => inside(seat, one)) || !money.every((one) => cards.every((card) => apart(one, card)));
  }).map((pod) => pod.innerText);
}"""
"""Seats out of which something hangs, in which money lies on cards, or on which the panel's buttons lie."""


def _over_the_dock(guest: Guest) -> None:
    """On every screen the whole place stands over the dock and in the middle, and others' cards lie in their seats."""
    for width, height in SCREENS:
        guest.page.set_viewport_size({"width": width, "height": height})
        place, dock, felt = _box(guest, ".place"), _box(guest, "up-dock"), _box(guest, "up-felt")
        assert place[3] <= dock[1] + 1, f"{place[3] - dock[1]} pixels are under the dock at {width} by {height}"
        assert dock[3] <= height + 1, f"the dock ends below a screen of {width} by {height}"
        assert abs(place[0] + place[2] - felt[0] - felt[2]) <= 4, f"not in the middle at {width} by {height}"
        assert guest.page.evaluate(OUT_OF_SEAT) == [], f"at {width} by {height}"
        tops = guest.page.locator(".place .spot").evaluate_all("(all) => all.map((one) => one.offsetTop)")
        assert len(set(tops)) == 1, f"the spots are in two rows at {width} by {height}"
        _fits(guest)
    guest.page.set_viewport_size({"width": 1280, "height": 800})


def test_the_whole_place_stands_over_the_dock_on_every_screen(floor: Floor, guest: NewGuest) -> None:
    """With two others and every bet, from the turn to the longest results: four hands, and four cards laid."""
    house = {"bet.min": 500, "max-hands": 4, "bet.max": 50_000, "21+3.min": 100, "in-between.min": 100}
    table = floor.table("blackjack", house, floor.link("over-the-dock", blazing_sevens=1_234_567))
    floor.stack("8s 8c Ts 9s Th 9h 6d Kd 8h 8d 2c 3c 4c 5c 5h 5s 5d 4c 4d")
    anna = guest().sign_in().sit(table)
    _bots(anna)
    anna.chip(5).bet("bet", "21+3", "in-between", "blazing-sevens").deal().my_turn()
    _over_the_dock(anna)
    anna.move("split").turn("Your turn: hand 1.").move("split").offered("hit", "stand", "double")
    anna.move("stand").turn("Your turn: hand 2.").move("stand").turn("Your turn: hand 3.").move("split")
    expect(anna.place().locator(".hand")).to_have_count(4)
    _over_the_dock(anna)
    anna.move("hit").move("stand").turn("Your turn: hand 4.").move("stand")
    expect(anna.place().locator(".verdict")).to_be_visible()
    _over_the_dock(anna)
    table = floor.table("four-card-split", {"ante-1.min": 500})
    floor.stack("2c 2d 2h 2s")
    anna.sit(table)
    _bots(anna)
    anna.chip(5).bet("ante-1", "blind").deal().my_turn()
    _over_the_dock(anna)
    anna.move("split").my_turn().move("play")
    expect(anna.place().locator(".verdict")).to_be_visible()
    _over_the_dock(anna)


def test_seven_cards_and_five_meters_stand_over_the_dock_too(floor: Floor, guest: NewGuest) -> None:
    meters = {f"blitz_{n}": 20_000 * n for n in range(1, 6)}
    link = floor.link("seven-cards", round_up_to=100, **meters)
    table = floor.table("three-card-blitz", {"ante.min": 500, "blitz-bonus": "progressive"}, link)
    floor.stack("2c 9c 8d 7h 6s 5d 4c Ts 5s 4h 3d Kh Qh 2h 9s 8s 7d 6c 3h 3s")
    anna = guest().sign_in().sit(table)
    _bots(anna)
    anna.chip(5).bet("ante", "flush-bonus", "blitz-bonus")
    _over_the_dock(anna)
    anna.deal().my_turn()
    _over_the_dock(anna)
    anna.move("play")
    expect(anna.place().locator(".verdict")).to_be_visible()
    _over_the_dock(anna)


def _bots(guest: Guest, *seats: int) -> None:
    for seat in seats or (3, 5):
        guest.page.get_by_role("button", name=f"A bot for seat {seat}").click()
        expect(guest.page.locator(f'.pod[data-seat="{seat}"] .pod-x')).to_be_visible()


def _whole(guest: Guest) -> None:
    """Everything that there is to see and to press is on the screen."""
    assert _box(guest, ".sheet-buttons")[3] <= 844
    assert _box(guest, ".spots")[3] <= _box(guest, "up-dock")[1]
    _fits(guest)
    out = guest.page.evaluate(
        """() => [...document.querySelectorAll("up-felt *, up-dock *, up-bar *")]
          .filter((one) => one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(one).overflowX))
          .map((one) => one.className)"""
    )
    assert out == [], "scrolls sideways"
    cut = guest.page.locator(".pod, .pod-net, .place-results, .felt-meter").evaluate_all(
        "(all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.className)"
    )
    assert cut == [], "is cut off"


@pytest.mark.parametrize("size", [(834, 1112), (1112, 834)], ids=["upright", "sideways"])
def test_a_tablet_uses_its_screen(floor: Floor, guest: NewGuest, size: tuple[int, int]) -> None:
    """The dock is at the edge of the screen, seats lie inside the rim, and hands that were split stand side by side."""
    link = floor.link(
        f"tablet-{size[0]}", 100, blitz_1=1_000_000, blitz_2=30_000, blitz_3=25_000, blitz_4=20_000, blitz_5=20_000
    )
    meters = guest(phone=True).sign_in()
    meters.page.set_viewport_size({"width": size[0], "height": size[1]})
    table = floor.table("three-card-blitz", {"blitz-bonus": "progressive"}, link)
    meters.watch(table)
    rows = meters.page.locator(".felt-meter").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(rows) == 5
    assert all(rows.count(row) > 1 for row in rows), "a meter stands alone in its row"
    meters.shot(f"tablet-meters-{size[0]}")
    meters.sit(table)
    _bots(meters, 2, 3, 4, 5, 6)
    assert meters.page.evaluate(OUT_OF_SEAT) == [], "at a full table"
    meters.shot(f"tablet-full-{size[0]}")
    table = floor.table("blackjack", {"bet.min": 500})
    floor.stack("8s 8c Ts 9s Th 9h 6d Kd Tc Td 9c 5h 5s 5d 4c 4d")
    anna = guest(phone=True).sign_in()
    anna.page.set_viewport_size({"width": size[0], "height": size[1]})
    anna.sit(table)
    _bots(anna)
    anna.chip(5).bet("bet").deal().my_turn().move("split").turn("Your turn: hand 1.")
    anna.shot(f"tablet-split-{size[0]}")
    tops = anna.page.locator(".place-hands .hand").evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(set(tops)) == 1
    felt = _box(anna, "up-felt")
    bottom = max(_box(anna, "up-dock")[3], _box(anna, ".sheet-buttons")[3])
    assert abs(bottom - size[1]) <= 2, "the last row is at the edge of the screen"
    for at in range(anna.page.locator(".pod:visible").count()):
        left, top, right, low = _box(anna, ".pod:visible", at)
        assert felt[0] < left < right < felt[2]
        assert felt[1] < top < low < felt[3]
    _fits(anna)


def test_the_verdict_stays_until_the_next_bet(chromium: Browser, tmp_path: Path) -> None:
    """However long one looks: the house clears its felt, and the page keeps what was played until a chip falls."""
    floor = Floor(tmp_path, replace(PACE, show=0.2)).start()
    anna = Guest(chromium, floor.url, phone=True).sign_in()
    try:
        table = floor.table("three-card-poker", {"ante.min": 500})
        floor.stack("9s 9h 7s Qd 9d 4h")
        anna.sit(table).chip(5).bet("ante").deal().move("play")
        expect(anna.place().locator(".verdict")).to_be_visible()
        # The house has cleared the table: whoever only looks on sees an empty felt.
        other = Guest(chromium, floor.url).watch(table)
        expect(other.page.locator(".card-slot")).to_have_count(0)
        other.close()
        expect(anna.place().locator(".verdict")).to_be_visible()
        assert anna.cards() == ["9s", "9h", "7s"]
        anna.bet("ante")
        expect(anna.place().locator(".verdict")).to_have_count(0)
        expect(anna.page.locator(".card-slot")).to_have_count(0)
    finally:
        anna.close()
        floor.stop()
