"""The power goes in the middle of a jackpot: the process is killed, and nothing answered is lost (B7S-34, PRG-13)."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.kit.clock import ahead, wound
from tests.kit.console import swipe
from tests.kit.floor import PIN
from tests.kit.manual import PASSWORD, set_up
from tests.kit.person import DESKTOP, TABLET, WHOLE, Person
from tests.kit.site import Apart


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Apart]:
    made = Apart(tmp_path, set_up=set_up)
    made.server.start()
    yield made
    made.close()


def test_the_power_goes_and_the_jackpot_stands(house: Apart, chromium: Browser) -> None:
    def sit(who: str, path: str, size: tuple[int, int]) -> Person:
        one = Person(chromium, house, who, size)
        wound(one.page)
        return one.sign_on(path)

    def back(*people: Person) -> None:
        """They come back by themselves."""
        for one in people:
            ahead(one.page, one.page.locator("#stale").is_hidden)

    dora = sit("dora", "/staff/dealer/P1", TABLET)
    sue = sit("sue", "/staff/floor", TABLET)
    max_ = sit("max", "/staff/floor", DESKTOP)
    dora.start(4)
    dora.hit(4, WHOLE)
    house.server.kill()
    expect(dora.page.locator("#stale")).to_be_visible(timeout=20_000)
    dora.shot("power-lost")
    dora.key("HITS DONE").click()
    expect(dora.key("HITS DONE")).to_have_attribute("aria-busy", "true")
    ahead(dora.page, dora.page.locator("#refusal").get_by_text("The house can't be reached").is_visible, 10)
    house.server.start()
    back(dora, sue)
    # The jackpot is what the system has tracked.
    dora.hits_done()
    sue.sees("P1", {4: "$10,000.00"})
    sue.verify("P1", 4)
    house.server.kill()
    house.server.start()
    back(max_)
    max_.sees("P1", {4: "$10,000.00"})
    # No drawer of cards in a real house: the reader types what the card says.
    max_.hit_at("P1", 4).get_by_role("button", name="Confirm with card").click()
    expect(max_.page.get_by_role("group", name="Cards in the demo")).to_have_count(0)
    max_.page.get_by_label("Swipe a manager's").fill(swipe(house, "max"))
    max_.page.get_by_label("PIN of the card").fill(PIN)
    max_.page.get_by_role("button", name="Confirm", exact=True).click()
    expect(max_.hit_at("P1", 4).get_by_role("button", name="Paid out")).to_be_visible()
    back(sue)
    sue.hit_at("P1", 4).get_by_role("button", name="Paid out").click()
    sue.page.get_by_label("Swipe your own card").fill(swipe(house, "sue"))
    sue.page.get_by_label("PIN of the card").fill(PIN)
    sue.page.get_by_role("button", name="It was paid").click()
    expect(sue.hit_at("P1", 4)).to_have_count(0)
    back(dora)
    dora.end()
    assert PASSWORD not in (dora.page.content() + sue.page.content())
    for one in (dora, sue, max_):
        one.wrong = [said for said in one.wrong if "ERR_" not in said and "WebSocket" not in said]
        one.close()
