"""The history of a table: every round, and the hands of one that is opened."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]

OWN = re.compile("nine of spades, eight of spades, seven of spades")
HIDDEN = re.compile("3 cards face down")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_an_opened_round_shows_its_hands(floor: Floor, guest: NewGuest, phone: bool) -> None:
    """A folded hand stays its player's own secret."""
    table = floor.table("three-card-poker", {"ante.min": 500})
    floor.stack("9s 8s 7s Qd 9d 4h")
    anna, bert = guest(phone=phone).sign_in().sit(table), guest().sign_in("Bert")
    anna.chip(5).bet("ante").deal().move("fold").verdict("You lose $5")
    bert.page.goto(f"/table/{table}")
    for who, cards in ((anna, OWN), (bert, HIDDEN)):
        (
            who.page.get_by_role("button", name="History") if who.phone else who.page.get_by_role("tab", name="History")
        ).click()
        who.page.locator(".past summary").first.click()
        expect(who.page.locator(".past-hand .past-cards")).to_have_attribute("aria-label", cards)
        who.shot(f"history-{'own' if who is anna else 'other'}")


def test_a_round_is_played_again(floor: Floor, guest: NewGuest) -> None:
    """The row shows one's own cards; opened, what was decided; and the replay goes through it step by step."""
    table = floor.table("blackjack", {"bet.min": 500})
    floor.stack("6h 5d 6c Td Ts Kc")
    anna = guest().sign_in().sit(table).chip(25).bet("bet").deal().my_turn().move("double").verdict("You win $50")
    anna.page.get_by_role("tab", name="History").click()
    row = anna.page.locator(".past summary").first
    expect(row.locator(".past-cards")).to_have_attribute(
        "aria-label", re.compile("six of hearts, five of diamonds, ten")
    )
    expect(row).to_contain_text("+$50")
    row.click()
    expect(anna.page.locator(".past-moves li")).to_have_text("You: double for $25.")
    anna.page.get_by_role("button", name="Replay").click()
    again = anna.page.get_by_role("dialog", name="Round 1 again")
    said, cards = [], []
    while True:
        said.append(again.locator(".replay-words").inner_text())
        cards.append(again.locator(".card-slot").count())
        if again.get_by_role("button", name="Next").is_disabled():
            break
        anna.page.keyboard.press("ArrowRight")
    assert said[0] == "You bet $25 on Bet."
    assert "You get six of hearts and five of diamonds." in said
    assert said[-1] == "Bet: Win, 1 to 1, +$50."
    assert (cards[0], cards[-1]) == (0, 6)
    anna.shot("history-replay")
    anna.page.keyboard.press("Escape")
    expect(again).to_have_count(0)
