"""Every staff page in every look: axe without a violation, no page wider than the tablet, everything by keyboard."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.manual import PASSWORD
from tests.kit.person import DESKTOP, TABLET, TENTH, Person
from tests.kit.site import Site

Console = Callable[..., Person]

TABS = {"now": "Jackpots, in", "meters": "Meters", "changes": "Propose a change", "history": "Hit history"}
TABS |= {"events": "Significant events", "people": "Staff and cards"}


@pytest.fixture(scope="module")
def busy(site: Site) -> Site:
    """A floor with something on every page: a jackpot, an alert, a proposal, a history."""
    dora, sue, max_ = site.staff("dora"), site.staff("sue"), site.staff("max")
    commands = [
        (dora, {"do": "sensor", "table": "W1", "seat": 2, "amount": 100}),
        (dora, {"do": "sensor", "table": "W1", "seat": 5, "amount": 100}),
        (dora, {"do": "start", "table": "W1"}),
        (dora, {"do": "hit", "table": "W1", "seat": 2, "hand": "three-suited-sevens"}),
        (dora, {"do": "hit", "table": "W1", "seat": 5, "hand": "three-same-colour-sevens"}),
        (dora, {"do": "hits-done", "table": "W1"}),
        (dora, {"do": "call-supervisor", "table": "W1"}),
        (sue, {"do": "verify", "hit": "W1-1-2"}),
        (max_, {"do": "propose", "what": "table-state", "change": {"table": "M1", "open": False}}),
    ]
    for browser, body in commands:
        browser.ok("POST", "/floor/commands", body)
    return site


def _fits(person: Person) -> None:
    wide = person.page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, f"{person.page.url} is {wide} pixels too wide"


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_every_page_of_the_floor(busy: Site, console: Console, light: bool) -> None:
    eve = console(busy, "eve", "/staff/floor", TABLET)
    look = "light" if light else "dark"
    if light:
        eve.page.get_by_role("button", name="Light").click()
    for tab, heading in TABS.items():
        eve.page.get_by_role("navigation", name="Floor console").locator(f"a[href='#{tab}']").click()
        expect(eve.page.get_by_role("heading", name=heading).first).to_be_visible()
        if tab == "meters":
            eve.page.get_by_role("button", name="Statement of").nth(1).click()
            expect(eve.page.get_by_text("It reconciles to the last fraction")).to_be_visible()
        eve.page.wait_for_load_state("networkidle")
        eve.shot(f"{look}-floor-{tab}")
        eve.axe()
        _fits(eve)
    for path in ("/staff", "/staff/audit", "/staff/slip/W1-1-2", "/staff/dealer/W1"):
        eve.go(path)
        expect(eve.page.get_by_role("heading", level=1)).to_be_visible()
        eve.page.wait_for_load_state("load")
        eve.shot(f"{look}{path.replace('/', '-')}")
        eve.axe()
        _fits(eve)


def test_the_sign_on_page(site: Site, console: Console) -> None:
    dan = console(site, "dan", "/staff", DESKTOP)
    dan.axe()
    dan.page.get_by_role("button", name="Sign off").click()
    expect(dan.page.get_by_role("heading", name="Sign on")).to_be_visible()
    dan.shot("sign-on")
    dan.axe()
    dan.page.get_by_label("Your staff id").fill("dan")
    dan.page.get_by_label("Password").fill("wrong")
    dan.page.keyboard.press("Enter")
    expect(dan.page.get_by_role("alert").filter(has_text="password is wrong")).to_be_visible()
    dan.page.get_by_label("Password").fill(PASSWORD)
    dan.page.keyboard.press("Enter")
    expect(dan.page.get_by_role("heading", name="Your table")).to_be_visible()


def test_a_round_by_keyboard_alone(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/T1", DESKTOP)

    def press(name: str) -> None:
        """Tabs to a button and presses it."""
        for _ in range(60):
            dora.page.keyboard.press("Tab")
            said = dora.page.evaluate("document.activeElement.closest('button')?.textContent ?? ''")
            if name in said:
                assert dora.page.evaluate("getComputedStyle(document.activeElement).outlineStyle") != "none"
                dora.page.keyboard.press("Enter")
                return
        raise AssertionError(f"{name} can't be reached by Tab")

    expect(dora.key("START GAME")).to_be_enabled()
    press("Seat 1 sensor")
    expect(dora.page.locator(".seat").first).to_contain_text("LIT $1")
    press("START GAME")
    expect(dora.page.locator(".state")).to_contain_text("GAME ON")
    press("Winning hand at seat 1")
    # The focus goes to the hands, though to none of them, and a fresh state from the house does not take it away.
    panel = dora.page.get_by_role("region", name="Hands of seat 1")
    expect(panel).to_be_focused()
    dora.page.keyboard.press("Enter")
    site.staff("dan").ok("POST", "/floor/commands", {"do": "call-supervisor", "table": "T1"})
    expect(dora.page.locator(".called")).to_contain_text("Supervisor called")
    expect(panel).to_be_focused()
    expect(dora.page.locator(".seat").first).not_to_contain_text("PENDING")
    press(TENTH)
    expect(dora.page.locator(".seat").first).to_contain_text("PENDING")
