"""The hands of a seat on the dealer's console: fixed pays, envy and a Double Blitz, and what is pressed wrongly."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.console import do, refused
from tests.kit.manual import PASSWORD
from tests.kit.person import DESKTOP, SIZES, TABLET, TENTH, WHOLE, Person
from tests.kit.site import Site

Console = Callable[..., Person]


def sign(person: Person, who: str, button: str, reason: str) -> None:
    """A supervisor signs at the dealer's console."""
    person.page.get_by_label("Reason, for the record").fill(reason)
    person.page.get_by_label("Staff id of the supervisor").fill(who)
    person.page.get_by_label("Password").fill(PASSWORD)
    person.page.get_by_role("button", name=button, exact=True).click()


@pytest.mark.rule("TCP-11", "TCP-12", "PRG-8")
def test_fixed_pays_and_envy_are_pressed_and_taken_back(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/C1", DESKTOP)
    dora.start(1, 3, 5)
    dora.winning(2)  # no bet there: nothing of its own, and yet the others have envy of its hand
    panel = dora.page.locator(".hands")
    expect(panel.get_by_role("group", name="Paid from the tray").get_by_role("button").first).to_be_disabled()
    dora.looks("hands-poker")
    dora.axe()
    panel.get_by_role("group", name="Envy").get_by_role("button", name="Royal spades").click()
    expect(dora.page.locator(".done")).to_have_text("Royal spades: pay $300 to seats 1, 3 and 5")
    dora.winning(3)
    panel.get_by_role("group", name="Paid from the tray").get_by_role("button", name="Straight flush").click()
    expect(dora.page.locator(".done")).to_have_text("Straight flush: pay $70 to seat 3")
    expect(dora.page.locator(".seat").nth(2)).to_contain_text("PAID $170")
    dora.looks("hands-paid")

    # It was seat 5's: a supervisor takes it back, and it goes to the right seat.
    dora.page.get_by_role("button", name="Take back Straight flush of seat 3").click()
    sign(dora, "sue", "Take it back", "Wrong seat pressed")
    expect(dora.page.locator(".seat").nth(2)).to_contain_text("PAID $100")
    dora.winning(5)
    panel.get_by_role("group", name="Paid from the tray").get_by_role("button", name="Straight flush").click()
    expect(dora.page.locator(".seat").nth(4)).to_contain_text("PAID $170")
    said = dora.page.locator(".hit-list")
    expect(said).to_contain_text("$300 of Envy to seats 1, 3 and 5")
    dora.end()
    assert site.service.mirror.state.balance("patrons:C1") == (300 + 70 - 3) * 100_000_000


@pytest.mark.rule("BLZ-14")
def test_two_blitzes_and_the_sum_beside_them(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/C2", TABLET)
    dora.start(2, dollars=5)
    for royal in ("Royal blitz hearts", "Royal blitz clubs"):
        dora.hit(2, royal)
    dora.winning(2)
    dora.looks("hands-blitz")
    keys = dora.page.locator(".hands .key")
    expect(keys.filter(has_text="Royal blitz spades")).to_be_disabled()
    why = dora.page.locator(".hands").get_by_text("paid once, for its highest hand")
    expect(why).to_have_count(1)  # five hands can't be pressed for one reason: it is said once
    expect(keys.filter(has_text="Royal blitz hearts")).to_contain_text("was pressed already")
    keys.filter(has_text="Double").click()
    expect(dora.page.locator(".seat").nth(1)).to_contain_text("PAID $1,000")
    assert site.browser().get("/links/blitz-bank")["pending"][0]["table"] == "C2"


@pytest.mark.rule("PRG-3")
def test_a_hand_button_never_lies_where_a_key_was(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/T1", DESKTOP)
    dora.start(1, 6)
    for width, height in SIZES.values():
        dora.page.set_viewport_size({"width": width, "height": height})
        assert _cut(dora) == [], "every key says its whole reason"
        before = _keys(dora)
        dora.winning(6)
        assert _keys(dora) == before, "no key has moved"
        for where in (0, 10_000):
            dora.page.evaluate(f"scrollTo(0, {where})")
            assert _keys(dora) == before, "and none moves with the page"
        # Every hand can be brought above the keypad.
        last = dora.page.locator(".hands .key").last
        last.scroll_into_view_if_needed()
        box = last.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= min(top for _, top, *_ in before.values())
        dora.page.get_by_role("button", name="Cancel").click()
        expect(dora.page.locator(".hands")).to_have_count(0)

    # Where the page moved under the finger, a second tap at the same place is no hand.
    assert _tapped_twice(dora, 1), "on no screen a hand came to lie there, so that nothing was shown"
    expect(dora.page.locator(".state")).to_contain_text("GAME ON")

    # A wrong seat: the void opens the batch again, and the console says so until the right hand is pressed.
    dora.hit(1, TENTH)
    dora.hits_done()
    dora.page.get_by_role("button", name="Void", exact=True).click()
    sign(dora, "sue", "Void the hit", "Wrong seat pressed")
    expect(dora.page.locator(".state")).to_contain_text("PRESS AGAIN")
    dora.looks("hands-press-again")
    dora.axe()
    dora.hit(6, WHOLE)
    expect(dora.page.locator(".state")).to_contain_text("JACKPOT PENDING")


def _tapped_twice(person: Person, seat: int) -> int:
    """Taps a seat's button twice on screens of many heights; on how many of them the second tap met a hand."""
    met = 0
    for height in range(440, 720, 20):
        person.page.set_viewport_size({"width": 1024, "height": height})
        person.page.evaluate("scrollTo(0, 0)")
        box = person.page.get_by_role("button", name=f"Winning hand at seat {seat}").bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        person.page.mouse.click(x, y)
        under = "([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.hands .key'))"
        met += bool(person.page.evaluate(under, [x, y]))
        person.page.mouse.click(x, y)
        expect(person.page.locator(".seat").nth(seat - 1)).not_to_contain_text("PENDING")
        if person.page.locator(".hands").count():
            person.page.get_by_role("button", name="Cancel").click()
    return met


def _keys(person: Person) -> dict[str, list[float]]:
    """Where every key lies, and that nothing lies over it."""
    found: dict[str, list[float]] = person.page.evaluate("""() => Object.fromEntries(
        [...document.querySelectorAll(".keys .key")].map((key) => {
            const { x, y, width, height } = key.getBoundingClientRect();
            const there = document.elementFromPoint(x + width / 2, y + height / 2);
            return [key.dataset.act, key.contains(there) ? [x, y, width, height] : []];
        }))""")
    assert all(found.values()), found
    return found


def _cut(person: Person) -> list[str]:
    """Keys whose words do not fit into them."""
    found: list[str] = person.page.evaluate("""() => [...document.querySelectorAll(".keys .key")].filter((key) => {
        const inner = key.getBoundingClientRect();
        const wide = (one) => one.getBoundingClientRect().width > inner.width - 4;
        const out = (one) => one.scrollHeight > one.clientHeight + 2 || wide(one);
        return key.scrollHeight > key.clientHeight + 2 || [...key.querySelectorAll("b, span")].some(out);
    }).map((key) => key.innerText)""")
    return found


def test_a_take_back_at_the_dealers_console_needs_somebody_who_may(site: Site) -> None:
    dan = site.staff("dan")
    do(dan, "sensor", table="B1", seat=2, amount=100)
    do(dan, "start", table="B1")
    do(dan, "pay-hand", table="B1", seat=2, hand="one-seven")
    (paid,) = dan.get("/staff/tables/B1")["paid"]
    assert (paid["amount"], paid["seats"], paid["can"]["take-back"]["possible"]) == (200, [2], True)
    said = {"table": "B1", "seat": 2, "wager": paid["wager"], "hand": "one-seven", "reason": "wrong"}
    assert refused(dan, "take-back", **said)["rule"] == "PRG-11"
    again = {"staff": "dan", "password": PASSWORD, "do": "take-back", **said}
    assert dan.call("POST", "/staff/override", again).status_code == 409
    assert dan.call("POST", "/staff/override", {**again, "hand": None}).status_code == 422
    dan.ok("POST", "/staff/override", {**again, "staff": "sue"})
    assert dan.get("/staff/tables/B1")["paid"] == []
