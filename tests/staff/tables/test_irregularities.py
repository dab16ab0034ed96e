"""Every irregularity of the manual, acted out on screen to the cent (B7S-22, B7S-30 to B7S-33)."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.person import DESKTOP, TABLET, TENTH, WHOLE, Person
from tests.kit.site import Site

Console = Callable[..., Person]

SCENES = [
    ("W1", "two-whole", {2: WHOLE, 5: WHOLE}, {2: "$5,000.00", 5: "$5,000.00"}, 1_000_000),
    ("T1", "tenths", {1: TENTH, 5: TENTH}, {1: "$1,000.00", 5: "$900.00"}, 810_000),
    ("A1", "whole-first", {2: WHOLE, 4: TENTH}, {2: "$10,000.00", 4: "$1,000.00"}, 900_000),
    ("B1", "tenth-first", {2: TENTH, 4: WHOLE}, {2: "$1,000.00", 4: "$9,000.00"}, 1_000_000),
]


@pytest.mark.parametrize(("table", "link", "pressed", "paid", "left"), SCENES, ids=[scene[1] for scene in SCENES])
def test_several_winners_of_one_hand(
    site: Site,
    console: Console,
    table: str,
    link: str,
    pressed: dict[int, str],
    paid: dict[int, str],
    left: int,
) -> None:
    dora = console(site, "dora", f"/staff/dealer/{table}", TABLET)
    sue = console(site, "sue", "/staff/floor", TABLET)
    mia = console(site, "mia", "/staff/floor", DESKTOP)
    dora.start(*pressed)
    # The buttons are pressed from the highest seat down: the order of payment is the seats', not the presses'.
    for seat in sorted(pressed, reverse=True):
        dora.hit(seat, pressed[seat])
    dora.hits_done()
    sue.sees(table, paid)
    first, second = sorted(pressed)
    for seat in (second, first):
        sue.verify(table, seat)
    # Confirmation goes in order: the second can't be confirmed before the first.
    late = mia.hit_at(table, second)
    expect(late.get_by_role("button", name="Confirm with card")).to_be_disabled()
    expect(late).to_contain_text("confirmation goes in order")
    mia.shot(f"irregular-{link}")
    for seat in (first, second):
        mia.confirm(table, seat, "mia")
        sue.pay(table, seat)
    dora.end()
    assert site.browser().get(f"/links/{link}")["meters"][0]["amount"] == left
    assert sorted(site.service.mirror.state.hits[hit["id"]].amount for hit in _recent(site, link)) == sorted(
        round(float(amount.strip("$").replace(",", "")) * 100) for amount in paid.values()
    )


def _recent(site: Site, link: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = site.browser().get(f"/links/{link}")["recent"]
    return found


def test_two_tables_are_paid_in_the_order_of_their_stamps(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/X1", TABLET)
    dan = console(site, "dan", "/staff/dealer/X2", TABLET)
    sue = console(site, "sue", "/staff/floor", TABLET)
    eve = console(site, "eve", "/staff/floor", DESKTOP)
    dora.start(6)
    dan.start(1)
    # X2 presses first, X1 second; X1 is done and verified first, and still waits.
    dan.hit(1, TENTH)
    dora.hit(6, WHOLE)
    dora.hits_done()
    sue.verify("X1", 6)
    expect(sue.hit_at("X1", 6)).to_contain_text("PROVISIONAL")
    sue.sees("X2", {1: "$1,000.00"})
    sue.sees("X1", {6: "$9,000.00"})
    expect(eve.hit_at("X1", 6).get_by_role("button", name="Confirm with card")).to_be_disabled()
    eve.shot("two-tables")
    dan.hits_done()
    # The first is voided: what was held for it goes back, and the second is worked out again.
    sue.void("X2", 1, "Wrong hand pressed")
    sue.sees("X1", {6: "$10,000.00"})
    # A wrong hand opens its batch again in its old place: until the dealer is done once more, what follows waits.
    expect(sue.hit_at("X1", 6)).to_contain_text("PROVISIONAL")
    dan.hits_done()
    expect(sue.hit_at("X1", 6)).not_to_contain_text("PROVISIONAL")
    eve.confirm("X1", 6, "eve")
    sue.pay("X1", 6)
    dan.end()
    dora.end()


def test_over_and_under_the_limits(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/M1", TABLET)

    def put(seat: int, dollars: str) -> None:
        dora.page.get_by_role("button", name=f"Other amount at seat {seat}").click()
        dora.page.get_by_label("Dollars on the sensor").fill(dollars)
        dora.page.get_by_role("button", name="Put down").click()

    put(2, "5")
    expect(dora.page.locator(".done")).to_contain_text("Seat 2: over the maximum, $4 goes back to the player")
    expect(dora.page.locator(".seat").nth(1)).to_contain_text("LIT $1")
    put(5, "0.50")
    expect(dora.page.locator("dialog .refused-here")).to_contain_text("$0.50 is under the minimum, $1.00: bring it up")
    expect(dora.page.locator("dialog .refused-here")).to_contain_text("B7S-22")
    dora.shot("under-the-minimum")
    dora.axe()
    dora.page.get_by_role("button", name="Cancel").click()
    expect(dora.page.locator(".seat").nth(4)).to_contain_text("DARK")
    # The minimum is posted at the table.
    expect(dora.page.locator(".limits")).to_contain_text("Blazing 7s $1")
    dora.key("START GAME").click()
    expect(dora.page.locator(".state")).to_contain_text("GAME ON")
    # A dark sensor has no hand button: no wager, no award.
    expect(dora.page.get_by_role("button", name="Winning hand at seat 5")).to_have_count(0)
    dora.end()
