"""Refusals, shown clearly: self-verification, a dealer's card, END GAME with an open hit, a locked console."""

import time
from collections.abc import Callable

from playwright.sync_api import Route, expect

from tests.kit.floor import PIN
from tests.kit.manual import PASSWORD
from tests.kit.person import DESKTOP, TABLET, TENTH, WHOLE, Person
from tests.kit.site import Site

Console = Callable[..., Person]


def test_who_signs_for_what(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/R1", TABLET)
    sue = console(site, "sue", "/staff/floor", TABLET)
    max_ = console(site, "max", "/staff/floor", DESKTOP)
    dora.start(2)
    dora.hit(2, TENTH)

    # END GAME with an open hit: the key is off and says why.
    end = dora.key("END GAME")
    expect(end).to_be_disabled()
    expect(end).to_contain_text("(PENDING, seat 2)")
    # A wager is paid once: no second hand is offered at that seat.
    expect(dora.page.get_by_role("button", name="Winning hand at seat 2")).to_have_count(0)
    dora.hits_done()

    # The dealer can't verify her own hit, not even with her own password.
    dora.page.get_by_role("button", name="Verify here").click()
    dora.page.get_by_label("Staff id of the supervisor").fill("dora")
    dora.page.get_by_label("Password").fill(PASSWORD)
    dora.page.get_by_role("button", name="I have seen the cards").click()
    expect(dora.page.locator("dialog .refused-here")).to_contain_text("dora is a dealer; verify is for")
    dora.shot("refused-self-verification")
    dora.page.get_by_role("button", name="Cancel").click()

    # The manager verifies, so that manager's card can't confirm; nor a dealer's; nor a wrong PIN.
    max_.verify("R1", 2)
    max_.open_confirm("R1", 2, "max")
    said = max_.page.locator("dialog .refused-here")
    expect(said).to_contain_text("card C-max is max's, who pressed or verified this hit")
    max_.shot("refused-own-card")
    _swipe_again(max_, "dora", PIN)
    expect(said).to_contain_text("card C-dora is a dealer's")
    max_.shot("refused-dealers-card")
    max_.axe()
    _swipe_again(max_, "mia", "9999")
    expect(said).to_contain_text("the PIN is wrong")
    _swipe_again(max_, "mia", PIN)
    expect(max_.hit_at("R1", 2).get_by_role("button", name="Paid out")).to_be_visible()
    # A dealer's card at a payout is an alert that stays.
    expect(sue.page.locator(".alert").filter(has_text="a dealer's card was swiped for a payout")).to_be_visible()

    # A payout asks for the payer's card and PIN, and a wrong one pays nothing.
    sue.hit_at("R1", 2).get_by_role("button", name="Paid out").click()
    sue.swipe("sue", "Swipe your own card", "9999")
    sue.page.get_by_role("button", name="It was paid").click()
    expect(sue.page.locator("dialog .refused-here")).to_contain_text("the PIN is wrong")
    sue.page.get_by_role("button", name="Cancel").click()
    sue.pay("R1", 2)
    dora.end()


def _swipe_again(person: Person, card: str, pin: str) -> None:
    expect(person.page.get_by_label("Swipe a manager's")).to_have_value("")
    person.page.get_by_role("button", name=f"Swipe {person.site.people[card]['name']}").click()
    expect(person.page.get_by_label("Swipe a manager's")).not_to_have_value("")
    person.page.get_by_label("PIN of the card").fill(pin)
    person.page.get_by_role("button", name="Confirm", exact=True).click()


def test_a_supervisor_voids_at_the_table(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/R2", TABLET)
    dora.start(1)
    dora.hit(1, WHOLE)
    dora.page.locator(".hit-list").get_by_role("button", name="Void").click()
    dora.page.get_by_role("button", name="Wrong hand pressed").click()
    dora.page.get_by_label("Staff id of the supervisor").fill("sam")
    dora.page.get_by_label("Password").fill(PASSWORD)
    dora.page.get_by_role("button", name="Void the hit").click()
    expect(dora.page.locator(".hit-list")).to_contain_text("VOIDED by sam: Wrong hand pressed")
    dora.end()
    dora.start(1)
    dora.key("VOID ROUND").click()
    dora.page.get_by_label("Reason, for the record").fill("card exposed")
    dora.page.get_by_label("Staff id of the supervisor").fill("sam")
    dora.page.get_by_label("Password").fill(PASSWORD)
    dora.page.get_by_role("button", name="Void the round").click()
    expect(dora.page.locator(".state")).to_contain_text("BETS OPEN")


def test_changes_need_two_people_of_two_departments(site: Site, console: Console) -> None:
    sue = console(site, "sue", "/staff/floor#changes", TABLET)
    sue.page.get_by_label("Meter", exact=True).select_option("limits/blazing-sevens")
    sue.page.get_by_label("Reset, $").fill("12000")
    sue.shot("changes-propose")
    sue.axe()
    sue.page.get_by_role("button", name="Propose", exact=True).click()
    expect(sue.page.locator(".queue")).to_contain_text("Sue Supervisor")
    max_ = console(site, "max", "/staff/floor#changes", DESKTOP)
    expect(max_.page.locator(".queue")).to_contain_text("two departments have to agree")
    expect(max_.page.get_by_role("button", name="Approve")).to_be_disabled()
    max_.shot("changes-same-department")
    mia = console(site, "mia", "/staff/floor#changes", DESKTOP)
    mia.page.get_by_role("button", name="Approve").click()
    expect(mia.page.get_by_text("Nothing is proposed.")).to_be_visible()
    assert site.service.mirror.state.links["limits"].meters["blazing-sevens"].reset == 1_200_000


def test_a_console_left_alone_locks(site: Site, console: Console) -> None:
    sam = console(site, "sam", "/staff/floor", TABLET)
    for session in site.service.sessions:
        if session.who == "sam":
            session.seen -= 700
    lock = sam.page.get_by_role("dialog", name="Locked")
    expect(lock).to_be_visible(timeout=15_000)
    sam.shot("locked")
    sam.page.get_by_label("Password").fill(PASSWORD)
    sam.page.get_by_role("button", name="Unlock").click()
    expect(lock).to_be_hidden()
    expect(sam.page.get_by_role("heading", name="Jackpots, in the order of payment")).to_be_visible()


def test_a_dealer_has_no_floor(site: Site, console: Console) -> None:
    dan = console(site, "dan", "/staff/floor", TABLET)
    expect(dan.page.get_by_role("heading", name="Not for a dealer")).to_be_visible()


def test_a_key_that_is_pressed_twice_is_sent_once(site: Site, console: Console) -> None:
    dan = console(site, "dan", "/staff/dealer/R2", TABLET)
    sent: list[str] = []

    def slowly(route: Route) -> None:
        sent.append(route.request.headers["idempotency-key"])
        time.sleep(0.4)
        route.continue_()

    dan.light(3)
    dan.page.route("**/floor/commands", slowly)
    dan.key("START GAME").dblclick()
    expect(dan.page.locator(".state")).to_contain_text("GAME ON")
    assert len(sent) == 1
    dan.page.get_by_role("button", name="Winning hand at seat 3").click()
    dan.page.locator(".hands").get_by_role("button", name=TENTH).dblclick()
    expect(dan.page.locator(".seat").nth(2)).to_contain_text("PENDING")
    assert len(sent) == 2
    state = site.service.mirror.state
    assert len([hit for hit in state.hits.values() if hit.table == "R2" and hit.state == "PENDING"]) == 1
