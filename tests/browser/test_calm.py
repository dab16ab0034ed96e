"""A calm table: nothing jumps between bets, cards and results, nothing hides under the dock, limits are printed."""

from collections.abc import Callable

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]

LOW: ViewportSize = {"width": 1280, "height": 720}


def _top(guest: Guest, what: str) -> float:
    found = guest.page.locator(what).first.bounding_box()
    assert found is not None, what
    return found["y"]


def _bottom(guest: Guest, what: str) -> float:
    found = guest.page.locator(what).first.bounding_box()
    assert found is not None, what
    return found["y"] + found["height"]


def test_the_table_stands_still(floor: Floor, guest: NewGuest) -> None:
    """Chips lie where they were put, and the dock keeps its height: eye and hand find what they knew."""
    table = floor.table("three-card-poker", {"ante.min": 500, "ante.max": 50_000})
    floor.stack("9s 9h 7s Qd 9d 4h")
    anna = guest().sign_in().sit(table)
    seated = _top(anna, "up-dock"), _top(anna, ".spots")
    anna.chip(5).bet("ante", "pair-plus")
    assert (_top(anna, "up-dock"), _top(anna, ".spots")) == pytest.approx(seated, abs=2), "when chips lie"
    anna.deal().my_turn()
    assert (_top(anna, "up-dock"), _top(anna, ".spots")) == pytest.approx(seated, abs=2), "when cards are dealt"
    anna.move("play")
    expect(anna.place().locator(".verdict")).to_be_visible()
    assert _top(anna, "up-dock") == pytest.approx(seated[0], abs=2), "when the round is over"
    assert _top(anna, "up-dock") - _bottom(anna, ".place") < 120, "one's place is at the edge of the table"


@pytest.mark.parametrize("low", [False, True], ids=["900", "720"])
def test_split_hands_end_over_the_dock(floor: Floor, guest: NewGuest, low: bool) -> None:
    """The longest results that there are: two hands, every side bet, and others at the table."""
    table = floor.table("blackjack", {"bet.min": 500, "bet.max": 50_000, "21+3.min": 100, "in-between.min": 100})
    # Two cards for each of seats 1, 3, 5 and the dealer; then whatever comes.
    floor.stack("8s 8c Ts 9s Th 9h 6d Kd Tc Td 9c 5h 5s 5d 4c 4d")
    anna = guest(prefs={"coach": "after"}).sign_in()
    if low:
        anna.page.set_viewport_size(LOW)
    anna.sit(table)
    for seat in (3, 5):
        anna.page.get_by_role("button", name=f"A bot for seat {seat}").click()
        expect(anna.page.locator(f'.pod[data-seat="{seat}"] .pod-x')).to_be_visible()
    anna.chip(5).bet("bet", "21+3", "in-between").deal().my_turn()
    anna.move("split").turn("Your turn: hand 1.").move("stand").turn("Your turn: hand 2.").move("stand")
    expect(anna.place().locator(".verdict")).to_be_visible()
    anna.shot(f"calm-split-result-{'720' if low else '900'}")
    dock = _top(anna, "up-dock")
    assert _bottom(anna, ".spots") <= dock, "the spots run under the dock"
    assert _bottom(anna, ".get-up") <= dock


def test_a_line_names_its_hand_only_where_it_must(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("blackjack", {"bet.min": 500, "bet.max": 50_000, "21+3.min": 100})
    floor.stack("8s 8c 6d Td Ts 9s 5h 5s 5d")
    anna = guest().sign_in().sit(table)
    anna.chip(5).bet("bet", "21+3").deal().my_turn()
    anna.move("split").turn("Your turn: hand 1.").move("stand").turn("Your turn: hand 2.").move("stand")
    expect(anna.place().locator(".verdict")).to_be_visible()
    lines = anna.lines()
    assert "hand" not in lines["21+3"], "a side bet stands once"
    bets = [text for title, text in lines.items() if title.startswith("Bet")]
    assert [text.split()[:2] for text in bets] == [["hand", "1"], ["hand", "2"]]


def test_spots_say_their_limits(floor: Floor, guest: NewGuest) -> None:
    """Limits and pays are printed on the felt; nobody has to hover, and on a phone nobody could."""
    link = floor.link("limits", three_card_poker=500_000)
    table = floor.table("three-card-poker", {"ante.min": 500, "ante.max": 50_000, "pair-plus.max": 10_000}, link)
    anna = guest(phone=True).sign_in().sit(table)
    expect(anna.spot("ante").locator(".spot-limits")).to_have_text("$5–$500")
    expect(anna.spot("pair-plus").locator(".spot-limits")).to_have_text("up to $100")
    expect(anna.spot("pair-plus").locator(".spot-small")).to_have_text("40 to 1")
    expect(anna.spot("progressive").locator(".spot-limits")).to_have_text("$1")
    anna.chip(5).bet("ante")
    expect(anna.spot("ante").locator(".spot-limits")).to_have_count(0)
    assert anna.staked("ante") == "$5"


def test_the_table_says_its_limits_in_dollars(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("three-card-poker", {"ante.min": 500, "ante.max": 50_000})
    anna = guest().sign_in().watch(table)
    anna.page.get_by_role("tab", name="Table").click()
    said = anna.page.locator("#tab-body")
    expect(said).to_contain_text("Ante: $5–$500")
    expect(said).not_to_contain_text("cents")


def test_the_meters_of_a_phone_stand_in_a_row(floor: Floor, guest: NewGuest) -> None:
    """However many links there are, the first table is on the first screen."""
    for name in ("one", "two", "three"):
        floor.table("three-card-poker", {"ante.min": 500}, floor.link(f"row-{name}", three_card_poker=500_000))
    anna = guest(phone=True)
    anna.page.goto("/")
    groups = anna.page.locator(".meter-group")
    expect(groups.nth(2)).to_be_attached()
    tops = groups.evaluate_all("(all) => all.map((one) => Math.round(one.getBoundingClientRect().top))")
    assert len(set(tops)) == 1, tops
    assert _top(anna, ".table-card") < 500


def test_results_on_a_phone_leave_the_spots_in_sight(floor: Floor, guest: NewGuest) -> None:
    """With others at the table and every side bet down, the next bet can be made without scrolling."""
    table = floor.table("blackjack", {"bet.min": 500, "bet.max": 50_000, "21+3.min": 100, "in-between.min": 100})
    # Two cards for each of seats 1, 3, 5 and the dealer.
    floor.stack("8s 9c Ts 9s Th 9h Td 9d")
    anna = guest(phone=True).sign_in().sit(table)
    for seat in (3, 5):
        anna.page.get_by_role("button", name=f"A bot for seat {seat}").click()
        expect(anna.page.locator(f'.pod[data-seat="{seat}"] .pod-x')).to_be_visible()
    anna.chip(5).bet("bet", "21+3", "in-between").deal().my_turn().move("stand")
    expect(anna.place().locator(".verdict")).to_be_visible()
    anna.shot("calm-result")
    assert _bottom(anna, ".spots") <= _top(anna, "up-dock"), "the spots run under the dock"


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_a_watcher_sees_the_layout(floor: Floor, guest: NewGuest, phone: bool) -> None:
    """Where nobody sits in front, the felt shows the bets, their limits and pays; a seat takes its place."""
    table = floor.table("three-card-poker", {"ante.min": 500, "ante.max": 50_000})
    anna = guest(phone=phone).sign_in().watch(table)
    layout = anna.page.get_by_role("region", name="Bets at this table")
    expect(layout.locator('[data-wager="ante"]')).to_contain_text("$5–$500")
    expect(layout.get_by_role("button", name="Pair Plus")).to_be_disabled()
    assert _bottom(anna, ".layout") <= _top(anna, "up-dock")
    anna.shot("watching")
    anna.sit(table)
    expect(layout).to_be_hidden()


def test_a_phone_held_sideways_keeps_the_felt(floor: Floor, guest: NewGuest) -> None:
    """Words and buttons share a row there: what is left is for the cards."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    floor.stack("9s 9h 7s Qd 9d 4h")
    anna = guest().sign_in()
    anna.page.set_viewport_size({"width": 844, "height": 390})
    anna.sit(table)
    for _ in range(2):
        dock = anna.page.locator("up-dock").bounding_box()
        assert dock is not None
        assert dock["height"] < 75
        if anna.page.locator(".move").count() == 0:
            anna.chip(5).bet("ante").deal().my_turn()
    anna.shot("sideways")
