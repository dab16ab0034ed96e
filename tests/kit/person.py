"""People at their consoles: what they press and what they see, in a browser of their own."""

from collections.abc import Mapping
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Locator, Page, expect

from tests.kit.floor import PIN
from tests.kit.manual import PASSWORD
from tests.kit.pictures import picture
from tests.kit.site import Address

TABLET, DESKTOP = (1024, 768), (1440, 900)
SIZES = {"desktop": DESKTOP, "tablet": (820, 1180), "phone": (390, 844)}
WHOLE, TENTH = "Three suited sevens", "Three same colour sevens"


WIDEST = """() => {
    const room = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= room) return null;
    const end = (one) => one.getBoundingClientRect().right;
    const over = [...document.body.querySelectorAll("*")].filter((one) => end(one) > room + 0.5);
    return over.slice(0, 5).map((one) => `${one.tagName}.${one.className} ends at ${end(one)}`).join("; ");
}"""
"""What makes a page scroll sideways, if anything does."""


class Person:
    """A member of staff with a browser."""

    def __init__(self, chromium: Browser, site: Address, who: str, size: tuple[int, int]) -> None:
        self.site, self.who = site, who
        self.context = chromium.new_context(
            viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", has_touch=size == TABLET
        )
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(20_000)
        self.wrong: list[str] = []
        self.page.on("pageerror", lambda error: self.wrong.append(str(error)))
        self.page.on("console", self._heard)
        self.page.on("request", self._asked)

    def _heard(self, message: Any) -> None:
        if message.type == "error" and "status of 4" not in message.text:
            self.wrong.append(message.text)

    def _asked(self, request: Any) -> None:
        if not request.url.startswith((self.site.url, "data:", "blob:")):
            self.wrong.append(f"left the machine: {request.url}")

    def sign_on(self, path: str) -> "Person":
        self.page.goto(f"{self.site.url}{path}")
        self.page.get_by_label("Your staff id").fill(self.who)
        self.page.get_by_label("Password").fill(PASSWORD)
        self.page.get_by_role("button", name="Sign on").click()
        expect(self.page.get_by_role("button", name="Sign off")).to_be_visible()
        return self

    def go(self, path: str) -> "Person":
        self.page.goto(f"{self.site.url}{path}")
        return self

    def close(self) -> None:
        assert not self.wrong, f"{self.who}'s page: {self.wrong}"
        self.context.close()

    # At a table

    def key(self, name: str) -> Locator:
        return self.page.locator(".keys button").filter(has=self.page.get_by_text(name, exact=True))

    def light(self, *seats: int, dollars: int = 1) -> None:
        for seat in seats:
            self.page.get_by_role("button", name=f"Seat {seat} sensor").click()
            expect(self.page.locator(".seat").nth(seat - 1).get_by_text(f"LIT ${dollars}")).to_be_visible()

    def start(self, *seats: int, dollars: int = 1) -> None:
        self.light(*seats, dollars=dollars)
        self.key("START GAME").click()
        expect(self.page.locator(".state")).to_contain_text("GAME ON")

    def winning(self, seat: int) -> None:
        self.page.get_by_role("button", name=f"Winning hand at seat {seat}").click()
        expect(self.page.locator(".hands")).to_contain_text(f"Seat {seat}: which hand?")

    def hit(self, seat: int, hand: str) -> None:
        self.winning(seat)
        self.page.locator(".hands").get_by_role("button", name=hand).click()
        expect(self.page.locator(".seat").nth(seat - 1)).to_contain_text("PENDING")

    def hits_done(self) -> None:
        self.key("HITS DONE").click()
        expect(self.key("HITS DONE")).to_be_disabled()

    def end(self) -> None:
        expect(self.key("END GAME")).to_be_enabled()
        self.key("END GAME").click()
        expect(self.page.locator(".state")).to_contain_text("BETS OPEN")

    # On the floor

    def hit_at(self, table: str, seat: int) -> Locator:
        title = self.page.get_by_role("heading", name=f"{table} · seat {seat}", exact=True)
        return self.page.locator(".queue .hit").filter(has=title)

    def sees(self, table: str, amounts: Mapping[int, str]) -> None:
        for seat, amount in amounts.items():
            expect(self.hit_at(table, seat).locator(".amount b")).to_have_text(amount)

    def verify(self, table: str, seat: int) -> None:
        self.hit_at(table, seat).get_by_role("button", name="Verify").click()
        self.page.get_by_role("button", name="I have verified it").click()
        expect(self.hit_at(table, seat).get_by_role("button", name="Confirm with card")).to_be_visible()

    def confirm(self, table: str, seat: int, card: str, pin: str = PIN) -> None:
        self.open_confirm(table, seat, card, pin)
        expect(self.hit_at(table, seat).get_by_role("button", name="Paid out")).to_be_visible()

    def open_confirm(self, table: str, seat: int, card: str, pin: str = PIN) -> None:
        self.hit_at(table, seat).get_by_role("button", name="Confirm with card").click()
        self.swipe(card, "Swipe a manager's", pin)
        self.page.get_by_role("button", name="Confirm", exact=True).click()

    def swipe(self, card: str, label: str, pin: str = PIN) -> None:
        """Somebody's card out of the drawer, and its PIN, in the dialog that is open."""
        self.page.get_by_role("button", name=f"Swipe {self.site.people[card]['name']}").click()
        expect(self.page.get_by_label(label)).not_to_have_value("")
        self.page.get_by_label("PIN of the card").fill(pin)

    def pay(self, table: str, seat: int) -> None:
        self.hit_at(table, seat).get_by_role("button", name="Paid out").click()
        if "pin" in self.site.people[self.who]:
            self.swipe(self.who, "Swipe your own card")
        else:
            self.page.get_by_label("Your password again").fill(PASSWORD)
        self.page.get_by_role("button", name="It was paid").click()
        expect(self.hit_at(table, seat)).to_have_count(0)

    def void(self, table: str, seat: int, reason: str) -> None:
        self.hit_at(table, seat).get_by_role("button", name="Void").click()
        self.page.get_by_label("Reason, for the record").fill(reason)
        self.page.get_by_role("button", name="Void the hit").click()
        expect(self.hit_at(table, seat)).to_have_count(0)

    # Looking

    def shot(self, name: str, *, full: bool = False) -> None:
        picture(self.page, name, full=full)

    def looks(self, name: str) -> None:
        """A picture on each kind of screen, on none of which the page scrolls sideways."""
        held = self.page.viewport_size
        assert held is not None
        for size, (width, height) in SIZES.items():
            self.page.set_viewport_size({"width": width, "height": height})
            wide = self.page.evaluate(WIDEST)
            assert wide is None, f"{name} on a {size} of {width}: {wide}"
            self.shot(f"{name}-{size}")
        self.page.set_viewport_size(held)

    def axe(self) -> None:
        tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
        found = Axe().run(self.page, options={"runOnly": {"type": "tag", "values": tags}})
        assert found.violations_count == 0, found.generate_report()
