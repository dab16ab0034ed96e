"""A guest in a real browser: does what a person does on the pages, and reads what a person reads."""

import json
import re
import time
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from tests.kit.pictures import picture

DESKTOP: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}

EXPECTED = ("503", "WebSocket connection", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION_REFUSED", "ERR_FAILED")
"""What a browser itself writes when the house is gone or the lab is not ready; the pages handle it."""


class Guest:
    """One browser with its own cookies."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        phone: bool = False,
        prefs: dict[str, Any] | None = None,
        moving: bool = False,
    ) -> None:
        self.url = url
        self.phone = phone
        self.context: BrowserContext = browser.new_context(
            viewport=PHONE if phone else DESKTOP,
            reduced_motion="no-preference" if moving else "reduce",
            has_touch=phone,
            is_mobile=phone,
            base_url=url,
        )
        self.context.set_default_timeout(20_000)
        if prefs:
            self.context.add_init_script(f"localStorage.setItem('upcard', {json.dumps(json.dumps(prefs))})")
        self.page: Page = self.context.new_page()
        self.trouble: list[str] = []
        self.page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        self.page.on("console", self._heard)

    def _heard(self, message: Any) -> None:
        if message.type in {"error", "warning"} and not any(part in message.text for part in EXPECTED):
            self.trouble.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        """Leaves; whatever the pages complained of is a failure."""
        self.context.close()
        assert not self.trouble, self.trouble

    def shot(self, name: str) -> None:
        """Leaves a picture for whoever wants to look."""
        picture(self.page, f"{name}-{'phone' if self.phone else 'desktop'}")

    # Coming and going

    def sign_in(self, name: str = "Anna") -> "Guest":
        """Opens a guest's account."""
        answer = self.context.request.post(
            "/api/v1/session", data={"name": name}, headers={"X-Upcard-CSRF": "1", "Origin": self.url}
        )
        assert answer.status == 201, answer.text()
        return self

    def watch(self, table: str) -> "Guest":
        """Opens a table's page."""
        self.page.goto(f"/table/{table}")
        expect(self.page.locator("body.is-open")).to_be_attached()
        return self

    def sit(self, table: str, seat: int = 1) -> "Guest":
        """Sits down at a table."""
        self.watch(table)
        self.page.get_by_role("button", name=f"Sit down at seat {seat}").click()
        expect(self.place(seat)).to_be_visible()
        return self

    # Places

    def place(self, seat: int = 1) -> Locator:
        """One's own place."""
        return self.page.get_by_role("region", name=f"Your place, seat {seat}")

    def spot(self, wager: str, seat: int = 1) -> Locator:
        """A bet spot."""
        return self.place(seat).locator(f'[data-wager="{wager}"]')

    def bet(self, *wagers: str, seat: int = 1) -> "Guest":
        """Taps spots with the chip that is chosen."""
        for wager in wagers:
            self.spot(wager, seat).click()
        return self

    def chip(self, dollars: int) -> "Guest":
        """Chooses a chip."""
        self.page.get_by_role("radio", name=f"Chip of ${dollars}", exact=True).click()
        return self

    def deal(self) -> "Guest":
        """Deal, or Ready where others sit too."""
        self.page.locator('[data-id="deal"]').click()
        return self

    def move(self, name: str) -> "Guest":
        """Makes a move by its button."""
        self.page.locator(f'[data-move="{name}"]').click()
        return self

    def way(self, *hands: str) -> "Guest":
        """Chooses one of the allowed ways to lay the cards."""
        self.page.locator(f'.way[data-way="{" | ".join(hands)}"]').click()
        return self

    def offered(self, *moves: str) -> "Guest":
        """Waits until these moves are offered, and no others."""
        end, found = time.monotonic() + 20, []
        while time.monotonic() < end:
            found = self.page.locator(".move").evaluate_all("(all) => all.map((one) => one.dataset.move)")
            if found == list(moves):
                return self
            self.page.wait_for_timeout(30)
        raise AssertionError(f"offered are {found}, not {list(moves)}")

    def my_turn(self) -> "Guest":
        """Waits until there is something to decide."""
        self.page.locator(".move").first.wait_for()
        return self

    # What there is to read

    def verdict(self, text: str, seat: int = 1) -> "Guest":
        """Waits for the round's result."""
        expect(self.place(seat).locator(".verdict")).to_have_text(text)
        return self

    def lines(self, seat: int = 1) -> dict[str, str]:
        """What became of every wager: the words and the money."""
        found: dict[str, str] = {}
        for line in self.place(seat).locator(".place-results .lines li").all():
            words, money = (part.inner_text() for part in line.locator("> span").all())
            title = line.locator("b").inner_text()
            said = re.sub(r"\s+", " ", words.removeprefix(title)).strip()
            # A hand that was split has a line for each.
            found[title if title not in found else f"{title} #{len(found) + 1}"] = f"{said} {money}"
        return found

    def staked(self, wager: str, seat: int = 1) -> str:
        """What lies on a spot, when the house has said what follows from the chips."""
        self.page.locator("body:not([data-judging])").wait_for()
        return self.spot(wager, seat).locator(".spot-amount").inner_text()

    def turn(self, text: str) -> "Guest":
        """Waits for the words over the dock."""
        expect(self.page.locator(".dock-words")).to_have_text(text)
        return self

    def moment(self, text: str) -> "Guest":
        """Waits for what everybody is shown."""
        expect(self.page.locator(".moment", has_text=text)).to_be_visible()
        return self

    def cards(self, seat: int = 1) -> list[str]:
        """The cards of one's hands."""
        return [
            str(slot.get_attribute("data-card")) for slot in self.place(seat).locator(".place-hands .card-slot").all()
        ]

    def dealer(self) -> list[str]:
        """The dealer's cards."""
        return [str(slot.get_attribute("data-card")) for slot in self.page.locator(".dealer .card-slot").all()]

    def bankroll(self, text: str) -> "Guest":
        """Waits for the money in the bar."""
        expect(self.page.locator(".purse b")).to_have_text(text)
        return self
