"""Several people at one table: they act in turn, an envy bonus is seen by both, and each sees only their own cards."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]


def test_envy_with_two_browsers(floor: Floor, guest: NewGuest) -> None:
    """Bert's A-K-Q of spades takes the meter, and pays Anna's envy."""
    table = floor.table("three-card-poker", {"ante.min": 500}, floor.link("envy", three_card_poker=500_000))
    floor.stack("9h 5d 2c As Ks Qs Qd 9d 4h")
    anna = guest().sign_in("Anna").sit(table, 1)
    bert = guest(phone=True).sign_in("Bert").sit(table, 2)
    expect(anna.page.locator(".pod", has_text="Bert")).to_be_visible()
    anna.chip(5).bet("ante", "progressive")
    # Chips are seen by the others as they fall, before anybody is ready.
    expect(bert.page.locator(".pod", has_text="Anna").locator(".pod-stake")).to_contain_text("$6")
    anna.deal().turn("Your bets are down. Waiting for the others.").shot("together-1-ready")
    bert.chip(5).bet("ante", "progressive", seat=2).deal()
    for one in (anna, bert):
        one.offered("play", "fold")
    assert anna.cards(1) == ["9h", "5d", "2c"]
    assert [slot.get_attribute("data-card") for slot in anna.page.locator(".pod .card-slot").all()] == ["??"] * 3
    assert "Ks" not in anna.page.content()
    anna.move("fold").turn("Waiting for Bert.").shot("together-2-waiting")
    bert.move("play").moment("Jackpot: Royal spades")
    for one in (anna, bert):
        one.moment("Envy: Royal spades")
    anna.verdict("You win $94")
    assert anna.lines()["Envy"] == "Royal spades, $100 +$100"
    expect(anna.page.locator(".moment", has_text="Envy")).to_contain_text("You $100")
    expect(bert.page.locator(".moment", has_text="Envy")).to_contain_text("Anna $100")
    anna.shot("together-3-envy")
    bert.shot("together-3-envy")


def test_bots_fill_seats(floor: Floor, guest: NewGuest) -> None:
    """Whoever sits there may have a bot come and go; a second seat is one's own as well."""
    table = floor.table("blackjack", {"bet.min": 500})
    anna = guest().sign_in().sit(table, 3)
    anna.page.get_by_role("button", name="A bot for seat 4").click()
    expect(anna.page.locator(".pod", has_text="Bot")).to_have_count(5)
    bot = anna.page.get_by_role("region", name="Seat 4: Bot")
    expect(bot).to_be_visible()
    anna.page.get_by_role("button", name="Sit down at seat 2").click()
    expect(anna.place(2)).to_be_visible()
    floor.stack("Th 9h Td 9d 8s 8c 7d Tc")
    anna.chip(5).bet("bet", seat=2).bet("bet", seat=3).deal()
    anna.turn("Your turn: seat 2.").shot("together-4-two-seats")
    anna.move("stand").turn("Your turn: seat 3.").move("stand")
    expect(anna.place(2).locator(".verdict")).to_be_visible()
    anna.shot("together-5-two-seats-result")
    anna.place(2).get_by_role("button", name="Get up").click()
    expect(anna.place(2)).to_have_count(0)
    anna.page.get_by_role("button", name="Send Bot").click()
    expect(bot).to_have_count(0)
