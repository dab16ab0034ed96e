"""Chips: add, undo, clear, rebet, double; spots that follow and toggle; what is missing in words; the keyboard."""

import re
import statistics
from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]


def test_chips(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("three-card-blitz", {"ante.min": 500, "ante.max": 10_000, "flush-bonus.min": 100})
    anna = guest().sign_in().sit(table)
    tools = {name: anna.page.locator(f'[data-id="{name}"]') for name in ("undo", "clear", "double", "rebet")}
    anna.chip(25).bet("ante")
    assert anna.staked("ante") == anna.staked("blind") == "$25"
    anna.bet("blind")
    assert anna.staked("ante") == anna.staked("blind") == "$50"
    tools["undo"].click()
    assert anna.staked("ante") == "$25"
    tools["double"].click()
    tools["double"].click()
    assert anna.staked("ante") == "$100"
    tools["double"].click()
    assert anna.staked("ante") == "$100"
    anna.bet("ante")
    expect(anna.place().get_by_text("Ante takes up to $100.")).to_be_visible()
    anna.chip(1).bet("flush-bonus")
    assert anna.staked("flush-bonus") == "$1"
    anna.spot("flush-bonus").press("Delete")
    expect(anna.spot("flush-bonus").locator(".spot-amount")).to_have_count(0)
    tools["clear"].click()
    expect(anna.page.locator(".spot-amount")).to_have_count(0)
    anna.chip(5).bet("ante").deal().move("play")
    expect(anna.place().locator(".verdict")).to_be_visible()
    tools["rebet"].click()
    assert anna.staked("ante") == anna.staked("blind") == "$5"
    tools["clear"].click()
    anna.page.get_by_role("button", name="Same again $10").click()
    anna.offered("play", "fold")


def test_what_is_missing_is_said(floor: Floor, guest: NewGuest) -> None:
    """By the house, to the chips that lie there or to the bet."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    anna = guest().sign_in().sit(table)
    anna.bet("six-card-bonus").deal()
    problem = anna.place().get_by_role("alert")
    expect(problem).to_have_text("6 Card Bonus needs Ante or Pair Plus at the same seat")
    expect(anna.spot("six-card-bonus")).to_have_class(has_class("wrong"))
    anna.shot("betting-1-missing")
    anna.chip(500).bet("ante", "ante", "ante").deal()
    expect(anna.page.get_by_role("alert").filter(has_text="$1,000")).to_be_visible()
    anna.shot("betting-2-refused")
    anna.trouble.clear()


def has_class(name: str) -> re.Pattern[str]:
    """A class among others."""
    return re.compile(rf"\b{name}\b")


def test_a_round_by_keyboard_alone(floor: Floor, guest: NewGuest) -> None:
    """Tab and keys: sit down, choose a chip, bet, deal, act; the live region tells what a person would see."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    floor.stack("9s 8s 7s Qd 9d 4h")
    anna = guest().sign_in().watch(table)
    press = anna.page.keyboard.press
    for _ in range(40):
        press("Tab")
        if "Sit down at seat 1" in str(anna.page.evaluate("document.activeElement.ariaLabel")):
            break
    press("Enter")
    expect(anna.place()).to_be_visible()
    anna.page.locator('[role=radio][aria-checked="true"]').focus()
    press("ArrowRight")
    expect(anna.page.get_by_role("radio", name="Chip of $25")).to_be_focused()
    anna.spot("ante").focus()
    press("Space")
    assert anna.staked("ante") == "$25"
    press("u")
    press("Space")
    anna.page.locator('[data-id="deal"]').press("Enter")
    anna.my_turn()
    live = anna.page.locator("#live")
    expect(live).to_contain_text("You get nine of spades, eight of spades and seven of spades.")
    expect(live).to_contain_text("Your turn with straight flush: Play, Fold.")
    press("p")
    anna.verdict("You win $175")
    expect(live).to_contain_text("The dealer shows queen of diamonds, nine of diamonds and four of hearts: queen high.")
    expect(live).to_contain_text("Ante: Win, 1 to 1, +$25.")
    expect(live).to_contain_text("You win $175.")
    press("Enter")


def test_a_click_changes_the_page_at_once(floor: Floor, guest: NewGuest) -> None:
    """Under 50 ms at the median from the tap on a spot to the chip that lies there, painted."""
    table = floor.table("blackjack", {"bet.min": 500, "bet.max": 1_000_000})
    anna = guest().sign_in().sit(table)
    times = anna.page.evaluate(
        """async () => {
          const spot = document.querySelector('[data-wager="bet"]');
          const times = [];
          for (let i = 0; i < 25; i += 1) {
            const before = spot.textContent;
            const began = performance.now();
            spot.click();
            if (spot.textContent === before) throw new Error("nothing changed");
            await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
            times.push(performance.now() - began);
          }
          return times;
        }"""
    )
    assert statistics.median(times) < 50, times
