"""axe finds nothing on any page in any state, in the dark and in the light, on a desktop and on a phone."""

from collections.abc import Callable

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]
RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


def check(guest: Guest, name: str) -> None:
    """No violation, and a picture of what was looked at."""
    guest.shot(name)
    found = Axe().run(guest.page, options=RULES).response["violations"]
    said = [
        f"{one['id']}: {node['html'][:160]} {node['failureSummary'][:300]}" for one in found for node in one["nodes"]
    ]
    assert not said, f"{name}: " + "\n".join(said)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_every_state_of_a_table(floor: Floor, guest: NewGuest, phone: bool) -> None:
    table = floor.table("four-card-split", {"ante-1.min": 500})
    floor.stack("Kh Kd 7s 2c Ad 9c 8h 3s 2d 2h")
    anna = guest(phone=phone).watch(table)
    check(anna, "axe-1-watching")
    anna.page.get_by_role("button", name="Take a seat").click()
    check(anna, "axe-2-name")
    anna.page.get_by_label("Your name at the table").fill("Anna")
    anna.page.get_by_role("button", name="Sit down", exact=True).click()
    expect(anna.place()).to_be_visible()
    anna.chip(5).bet("ante-1")
    check(anna, "axe-3-bets")
    anna.deal().my_turn()
    check(anna, "axe-4-laying")
    anna.way("K♥ K♦ 7♠", "2♣").move("split").move("play").turn("Your turn: hand 2.").move("play").verdict("You win $65")
    check(anna, "axe-5-result")
    for tab in ("Pays", "Rules", "History", "Coach"):
        if phone:
            anna.page.get_by_role("navigation").get_by_role("button", name=tab).click()
        else:
            anna.page.get_by_role("tab", name=tab).click()
        expect(anna.page.locator("#tab-body")).not_to_be_empty()
        if not phone or tab == "Pays":
            check(anna, f"axe-6-{tab.lower()}")
        anna.shot(f"panel-{tab.lower()}")
        if phone:
            anna.page.get_by_role("button", name="Close").click()


def test_a_table_in_the_light(floor: Floor, guest: NewGuest) -> None:
    table = floor.table("blackjack", {"bet.min": 500})
    floor.stack("7h 7d 6c Td Kc 9s")
    anna = guest(prefs={"light": True, "fourColours": True, "coach": "before"}).sign_in().sit(table)
    anna.chip(5).bet("bet", "21+3")
    check(anna, "axe-7-light-bets")
    anna.deal().my_turn()
    check(anna, "axe-7-light-turn")
    anna.move("stand")
    expect(anna.place().locator(".verdict")).to_be_visible()
    check(anna, "axe-7-light-result")


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_lobby_and_sign(floor: Floor, guest: NewGuest, light: bool) -> None:
    link = floor.link(f"axe-{light}", blazing_sevens=1_234_567)
    floor.table("blackjack", {"bet.min": 500}, link)
    anna = guest(prefs={"light": light})
    anna.page.goto("/")
    expect(anna.page.locator(".table-card").first).to_be_visible()
    check(anna, f"axe-8-lobby-{'light' if light else 'dark'}")
    anna.page.goto(f"/sign/{link}")
    expect(anna.page.locator(".sign-meter")).to_be_visible()
    check(anna, f"axe-9-sign-{'light' if light else 'dark'}")


def test_nothing_is_wider_than_a_phone_and_every_target_is_large_enough(floor: Floor, guest: NewGuest) -> None:
    """390 px wide without sideways scrolling; targets of 24 px or more, those of play of 44."""
    table = floor.table("blackjack", {"bet.min": 500})
    floor.stack("7h 7d 6c Td")
    anna = guest(phone=True).sign_in().sit(table).chip(5).bet("bet", "21+3", "in-between")
    sizes = """() => [...document.querySelectorAll("button, a, input, summary")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().width > 1)
        .map((one) => [one.ariaLabel || one.textContent, one.getBoundingClientRect()])
        .map(([name, box]) => [name, box.width, box.height])"""
    for step in ("bets", "turn"):
        assert anna.page.evaluate("document.documentElement.scrollWidth") <= 390, step
        small = [one for one in anna.page.evaluate(sizes) if min(one[1:]) < 24]
        assert not small, (step, small)
        play = "[...document.querySelectorAll('.spot, .move, .chip-button')].map((one) => one.getBoundingClientRect())"
        assert all(min(one["width"], one["height"]) >= 44 for one in anna.page.evaluate(play)), step
        if step == "bets":
            anna.deal().my_turn()
