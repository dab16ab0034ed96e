"""Blackjack's decisions in Chromium: split, double for all and for less, insurance, even money, surrender."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]


@pytest.fixture
def anna(floor: Floor, guest: NewGuest) -> Callable[[str], Guest]:
    """Seated at a blackjack table of her own, $25 bet, with these cards on top of the shoe."""

    def seated(cards: str) -> Guest:
        table = floor.table("blackjack", {"bet.min": 500})
        floor.stack(cards)
        return guest().sign_in().sit(table).chip(25).bet("bet").deal()

    return seated


def test_split(anna: Callable[[str], Guest]) -> None:
    """Eights are split, split again, and one of the hands is doubled."""
    guest = anna("8h 8d 6c Td 8s 3c Tc 9h 5d Kc")
    guest.move("split").turn("Your turn: hand 1.").move("split")
    # 8h 3c: double; then 8s and 8d
    guest.offered("hit", "stand", "double")
    guest.shot("blackjack-3-split")
    guest.move("double").turn("Your turn: hand 2.").move("stand").turn("Your turn: hand 3.").move("stand")
    expect(guest.place().locator(".verdict")).to_be_visible()
    assert len(guest.place().locator(".place-hands .hand").all()) == 3
    assert len(guest.lines()) == 3
    guest.shot("blackjack-4-split-result")


def test_double(anna: Callable[[str], Guest]) -> None:
    guest = anna("6h 5d 6c Td Ts Kc")
    assert guest.move("double").verdict("You win $50").lines() == {"Bet": "Win, 1 to 1 +$50"}


def test_double_for_less(anna: Callable[[str], Guest]) -> None:
    """The amount is chosen with the slider and chips."""
    guest = anna("6h 5d 6c Td Ts Kc")
    guest.page.get_by_role("button", name="Double: choose the amount").click()
    slider = guest.page.get_by_role("slider", name="Double: amount")
    expect(slider).to_have_value("2500")
    guest.page.get_by_role("button", name="Add $5", exact=True).click()
    guest.page.get_by_role("button", name="Add $5", exact=True).click()
    expect(slider).to_have_value("1000")
    guest.shot("blackjack-5-amount")
    slider.press("ArrowRight")
    slider.press("ArrowLeft")
    guest.page.get_by_role("button", name="Double $10").click()
    assert guest.verdict("You win $35").lines() == {"Bet": "Win, 1 to 1 +$35"}


def test_insurance(anna: Callable[[str], Guest]) -> None:
    guest = anna("9h 9d As Td")
    guest.offered("insurance", "no-insurance")
    guest.shot("blackjack-6-insurance")
    guest.move("insurance").verdict("You break even")
    assert guest.lines() == {"Insurance": "Win, 2 to 1 +$25", "Bet": "Lose −$25"}


def test_insurance_is_refused_by_key(anna: Callable[[str], Guest]) -> None:
    guest = anna("9h 9d As 8d")
    guest.my_turn()
    guest.page.keyboard.press("n")
    expect(guest.page.locator('[data-move="stand"]')).to_be_visible()
    guest.page.keyboard.press("s")
    guest.verdict("You lose $25")


def test_even_money(anna: Callable[[str], Guest]) -> None:
    guest = anna("Ah Kd As Td")
    guest.offered("even-money", "insurance", "no-insurance")
    guest.shot("blackjack-7-even-money")
    assert guest.move("even-money").verdict("You win $25").lines() == {"Bet": "Even money, 1 to 1 +$25"}


def test_surrender(anna: Callable[[str], Guest]) -> None:
    guest = anna("Th 6d 9s Td")
    assert guest.move("surrender").verdict("You lose $12.50").lines() == {"Bet": "Surrender −$12.50"}
