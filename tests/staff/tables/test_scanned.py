"""A scanned table dealt from the dealer's console: bets, cards, moves, and a button that the cards contradict."""

import itertools
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.kit.console import do, refused
from tests.kit.floor import Floor
from tests.kit.manual import RATE
from tests.kit.person import DESKTOP, TABLET, TENTH, WHOLE, Person
from tests.kit.site import Browser, Site

Console = Callable[..., Person]
Json = dict[str, Any]

PHONE = (390, 844)
UNSEEN = "The dealer: one card, face down"
LIMITS = {"bet.min": 1000, "bet.max": 50_000, "21+3.min": 100, "21+3.max": 10_000}


@pytest.fixture(scope="module")
def scanned(site: Site) -> Site:
    """Scanned tables on links of their own, each showing $10,000 once one sensor is in play."""
    floor = Floor(site.house, ids=itertools.count(40_000))
    meter = {"base": 1_000_000 - 20, "reset": 1_000_000, "increment": RATE, "hidden": 50_000}
    for table in ("K1", "K2", "K3", "K4"):
        floor.link(f"scan-{table}", {"blazing-sevens": meter})
        floor.table(table, "scanned", "blackjack", f"scan-{table}", house=LIMITS, seats=6)
    floor.link("scan-K6", {"blazing-sevens": meter})
    floor.table("K6", "scanned", "blackjack", "scan-K6", house={**LIMITS, "decks": 1}, seats=6)
    floor.link("scan-poker", {"three-card-poker": meter})
    floor.table("K5", "scanned", "three-card-poker", "scan-poker", seats=6)
    return site


class Dealer:
    """Somebody who deals from the console."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.asks = person.page.locator(".asks")

    def bet(self, seat: int, **wagers: str) -> None:
        self.page.get_by_role("button", name=re.compile(rf"^Bet.* at seat {seat}$")).click()
        for wager, chips in wagers.items():
            row = self.asks.get_by_role("group", name=wager.replace("_", "+"), exact=True)
            for chip in chips.split():
                row.get_by_role("button", name=chip, exact=True).click()
        self.asks.get_by_role("button", name="Done").click()
        expect(self.asks).to_have_count(0)

    def start(self) -> None:
        self.person.key("START GAME").click()
        expect(self.page.locator(".state")).to_contain_text("GAME ON")

    def asked(self, words: str) -> Locator:
        expect(self.asks.get_by_role("status")).to_have_text(words)
        return self.asks

    def tap(self, words: str, *cards: str) -> None:
        asks = self.asked(words)
        for card in cards:
            asks.get_by_role("button", name=card, exact=True).click()
        asks.get_by_role("button", name="Enter").click()

    def type(self, words: str, cards: str) -> None:
        field = self.asked(words).get_by_label("Scan or type")
        field.fill(cards)
        field.press("Enter")

    def unseen(self) -> None:
        self.asked(UNSEEN).get_by_role("button", name="Face down, not seen").click()

    def move(self, words: str, name: str) -> None:
        self.asked(words).get_by_role("button", name=name, exact=True).click()


def test_a_whole_round_with_a_jackpot_that_the_button_gets_wrong(scanned: Site, console: Console) -> None:
    dora = console(scanned, "dora", "/staff/dealer/K1", TABLET)
    dealer = Dealer(dora)
    expect(dora.key("START GAME")).to_be_disabled()
    expect(dora.key("START GAME")).to_contain_text("no bets yet")
    dora.light(2)
    dealer.bet(2, Bet="+$10", **{"21_3": "+$1 +$1"})
    dealer.bet(4, Bet="+$25")
    expect(dora.page.locator(".seat").nth(1)).to_contain_text("Bet $12")
    dora.shot("scanned-1-bets")
    dora.axe()
    dealer.start()
    dora.shot("scanned-2-cards")
    deck, keys = dora.page.locator(".deck").bounding_box(), dora.page.locator(".keys").bounding_box()
    assert deck is not None
    assert keys is not None
    assert deck["y"] + deck["height"] <= keys["y"], "every card can be tapped beside the keypad"
    dora.axe()
    dealer.tap("Seat 2: 2 cards", "seven of spades", "seven of spades")
    dealer.type("Seat 4: 2 cards", "Ks9h")
    dealer.type("The dealer: one card", "6♦")
    dora.shot("scanned-3-hole-card")
    dealer.unseen()
    asks = dealer.asked("Seat 2 decides")
    expect(dora.page.locator(".seat").nth(1)).to_contain_text("14")
    expect(asks).to_contain_text("Dealer")
    dora.shot("scanned-4-moves")
    dora.axe()
    dealer.move("Seat 2 decides", "Hit")
    dealer.tap("Seat 2: one card", "seven of spades")
    dealer.move("Seat 4 decides", "Stand")
    dealer.type("The dealer turns over one card", "Td")
    dealer.type("The dealer: one card", "5c")
    # The dealer has 21 as well: seat 2 gets the bet back, seat 4 nothing.
    expect(dora.page.locator(".state")).to_contain_text("SETTLED")
    asks = dealer.asked("Pay and take")
    expect(asks.locator("li").nth(0)).to_contain_text("goes back $10")
    expect(asks.locator("li").nth(1)).to_contain_text("nothing goes back")
    dora.shot("scanned-5-settled")
    dora.axe()
    # A jackpot in the cards that nobody pressed, then a button that the cards contradict: each is refused and an alert.
    dora.key("END GAME").click()
    expect(dora.page.locator("#refusal")).to_contain_text("the scanned cards hold a jackpot that nobody pressed")
    expect(dora.page.locator(".called")).to_contain_text("three-suited-sevens of blazing-sevens was not pressed")
    dora.hit(2, TENTH)
    dora.key("HITS DONE").click()
    expect(dora.page.locator("#refusal")).to_contain_text("nobody pressed: seat 2 three-suited-sevens")
    expect(dora.page.locator(".called").filter(has_text="but the cards say otherwise")).to_be_visible()
    expect(dora.page.locator(".called").first).to_contain_text("Button and cards disagree")
    expect(dora.key("END GAME")).to_be_disabled()
    dora.shot("scanned-6-mismatch")
    dora.axe()
    do(scanned.staff("sue"), "void", hit="K1-1-2", reason="wrong hand pressed")
    dora.hit(2, WHOLE)
    dora.hits_done()
    sue = console(scanned, "sue", "/staff/floor", TABLET)
    mia = console(scanned, "mia", "/staff/floor", DESKTOP)
    sue.sees("K1", {2: "$10,000.00"})
    sue.verify("K1", 2)
    mia.confirm("K1", 2, "mia")
    sue.pay("K1", 2)
    expect(dora.key("VOID ROUND")).to_be_disabled()
    dora.end()
    # The next round begins with the bets of the last one.
    dora.page.get_by_role("button", name="The same bets as last round").click()
    expect(dora.page.locator(".seat").nth(3)).to_contain_text("Bet $25")
    assert scanned.staff("art").ok("POST", "/staff/audit/verify")["ok"] is True


def test_insurance_a_look_and_a_split(scanned: Site, console: Console) -> None:
    dealer = Dealer(console(scanned, "dan", "/staff/dealer/K2", DESKTOP))
    dealer.bet(1, Bet="+$10")
    dealer.bet(3, Bet="+$10")
    dealer.start()
    dealer.type("Seat 1: 2 cards", "8s 8h")
    dealer.type("Seat 3: 2 cards", "10c Jd")
    dealer.type("The dealer: one card", "Ac")
    dealer.unseen()
    asks = dealer.asked("The players decide")
    asks.get_by_role("group", name="Seat 1").get_by_role("button", name="Insurance, other").click()
    dealer.page.get_by_label("Dollars").fill("4")
    dealer.page.get_by_role("dialog").get_by_role("button", name="Insurance").click()
    dealer.asked("Seat 3 decides").get_by_role("button", name="No insurance").click()
    asks = dealer.asks
    expect(asks.get_by_role("button", name="No", exact=True)).to_be_visible()
    dealer.person.shot("scanned-7-peek")
    asks.get_by_role("button", name="No", exact=True).click()
    dealer.move("Seat 1 decides", "Split $10")
    dealer.type("Seat 1, hand 1: one card", "3d")
    dealer.type("Seat 1, hand 2: one card", "Th")
    dealer.move("Seat 1, hand 1 decides", "Double $10")
    dealer.type("Seat 1, hand 1: one card", "9h")
    dealer.move("Seat 1, hand 2 decides", "Stand")
    dealer.move("Seat 3 decides", "Stand")
    dealer.type("The dealer turns over one card", "6s")
    dealer.asked("Pay and take")
    # Eleven doubled to twenty beats seventeen; eighteen and twenty too; the insurance is lost.
    expect(dealer.asks.locator("li").nth(0)).to_contain_text("goes back $60")
    expect(dealer.asks.locator("li").nth(1)).to_contain_text("goes back $20")
    dealer.person.end()


def test_what_is_typed_wrong_is_said_before_it_is_sent(scanned: Site, console: Console) -> None:
    dora = console(scanned, "dora", "/staff/dealer/K3", TABLET)
    dealer = Dealer(dora)
    dealer.bet(5, Bet="+$10")
    dealer.start()
    field, enter = dealer.asks.get_by_label("Scan or type"), dealer.asks.get_by_role("button", name="Enter")
    for typed, said in (
        ("7x", "“7x” is no card"),
        ("7s 7h 7d", "that is 3 cards; 2 are dealt here"),
        ("7s ??", "this card is dealt face up"),
    ):
        field.fill(typed)
        expect(dealer.asks.get_by_role("alert")).to_contain_text(said)
        expect(enter).to_be_disabled()
    field.fill("7s")
    expect(enter).to_be_disabled()
    dealer.asks.get_by_role("button", name="king of hearts", exact=True).click()
    dealer.asks.get_by_role("button", name="Take back").click()
    expect(field).to_have_value("7s")
    dealer.asks.get_by_role("button", name="queen of clubs", exact=True).click()
    # A page that is loaded again stands where the round stands.
    dora.page.reload()
    dealer.type("Seat 5: 2 cards", "As As")
    dealer.type("The dealer: one card", "9s")
    sue = console(scanned, "sue", "/staff/dealer/K3", TABLET)
    expect(sue.page.locator(".asks")).to_contain_text(UNSEEN)
    expect(sue.page.locator(".asks button")).to_have_count(0)
    # A misdeal: a supervisor voids at the table, and everything goes back.
    dora.key("VOID ROUND").click()
    dora.page.get_by_role("button", name="Misdeal").click()
    dora.page.get_by_label("Staff id of the supervisor").fill("sue")
    dora.page.get_by_label("Password").fill(scanned.people["sue"]["password"])
    dora.page.get_by_role("button", name="Void the round").click()
    expect(dora.page.locator(".state")).to_contain_text("BETS OPEN")


def test_by_keyboard_alone_on_a_phone(scanned: Site, console: Console) -> None:
    dora = console(scanned, "dora", "/staff/dealer/K4", PHONE)
    page = dora.page

    def press(name: str) -> None:
        for _ in range(120):
            page.keyboard.press("Tab")
            said = page.evaluate("document.activeElement.closest('button')?.textContent ?? ''")
            if said.startswith(name):
                page.keyboard.press("Enter")
                return
        raise AssertionError(f"{name} can't be reached by Tab")

    def fits() -> None:
        wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert wide <= 0, f"{wide} pixels too wide"

    expect(dora.key("START GAME")).to_be_visible()
    press("Bet at seat 1")
    press("+$10")
    press("Done")
    fits()
    press("START GAME")
    dealer = Dealer(dora)
    dealer.asked("Seat 1: 2 cards")
    dora.shot("scanned-phone-cards", full=True)
    fits()
    dora.axe()
    dealer.asks.get_by_label("Scan or type").focus()
    for words, cards in (("Seat 1: 2 cards", "Ts Td"), ("The dealer: one card", "9c"), (UNSEEN, "??")):
        dealer.asked(words)
        # The focus is in the field again for every question: a scanner can simply go on.
        expect(dealer.asks.get_by_label("Scan or type")).to_be_focused()
        page.keyboard.type(cards)
        page.keyboard.press("Enter")
    dealer.asked("Seat 1 decides")
    dora.shot("scanned-phone-moves", full=True)
    fits()
    dora.axe()
    press("Stand")
    dealer.type("The dealer turns over one card", "Tc")
    dealer.asked("Pay and take")
    fits()
    dora.end()


def test_a_card_that_the_deck_can_t_hold_is_refused_and_mended(scanned: Site, console: Console) -> None:
    dealer = Dealer(console(scanned, "dan", "/staff/dealer/K6", DESKTOP))
    dealer.bet(1, Bet="+$10")
    dealer.start()
    dealer.type("Seat 1: 2 cards", "As As")
    expect(dealer.page.locator("#refusal")).to_contain_text("As can't be dealt")
    field = dealer.asks.get_by_label("Scan or type")
    expect(field).to_have_value("As As")
    field.fill("As Ah")
    field.press("Enter")
    dealer.type("The dealer: one card", "5c")


def _poker(dora: Browser) -> Json:
    found: Json = dora.get("/staff/tables/K5")["felt"]
    return found


def test_a_card_that_only_its_player_sees_is_on_no_console(scanned: Site) -> None:
    dora = scanned.staff("dora")
    do(dora, "start", table="K5", bets={"1": {"ante": 500}, "2": {"ante": 500}})
    assert _poker(dora)["need"] == {
        "need": "cards",
        "seat": 1,
        "hand": 1,
        "count": 3,
        "may_be_unseen": False,
        "turned_over": False,
    }
    do(dora, "scan", table="K5", cards="Ah Kh Qh")
    do(dora, "scan", table="K5", cards="2c 3d 9s")
    while _poker(dora)["need"]["need"] == "cards":
        do(dora, "scan", table="K5", cards=" ".join(["??"] * _poker(dora)["need"]["count"]))
    said = _poker(dora)
    assert [hand["cards"] for seat in said["view"]["seats"] for hand in seat["hands"]] == [["??"] * 3] * 2
    assert [turn["seat"] for turn in said["need"]["turns"]] == [1, 2]
    assert [move["move"] for move in said["need"]["turns"][0]["moves"]] == ["play", "fold"]
    do(dora, "act", table="K5", seat=1, hand=1, move="fold")
    do(dora, "act", table="K5", seat=2, hand=1, move="fold")


def test_bets_stand_at_the_tables_own_seats_only(scanned: Site) -> None:
    dora = scanned.staff("dora")
    assert "seat 7" in refused(dora, "start", table="K4", bets={"7": {"bet": 1000}})["detail"]
