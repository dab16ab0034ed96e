"""What a floor's staff do besides the jackpot's steps: late hits, scheduled changes, trays, records in sentences."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.console import do, refused, swipe
from tests.kit.floor import PIN
from tests.kit.manual import PASSWORD
from tests.kit.person import DESKTOP, Person
from tests.kit.site import Browser, Site

Console = Callable[..., Person]


def play(dealer: Browser, table: str, *seats: int, end: bool = True) -> None:
    """A round without a winner."""
    for seat in seats:
        do(dealer, "sensor", table=table, seat=seat, amount=100)
    do(dealer, "start", table=table)
    if end:
        do(dealer, "end", table=table)


@pytest.mark.rule("PRG-3", "PRG-11")
def test_a_winner_found_after_end_game_is_entered_late(site: Site, console: Console) -> None:
    play(site.staff("dora"), "J1", 3, 5)
    play(site.staff("dora"), "J1", 2)
    sam = console(site, "sam", "/staff/floor", DESKTOP)
    sam.page.get_by_role("button", name="Winner found after END GAME").click()
    dialog = sam.page.locator("dialog")
    dialog.get_by_label("Table").select_option("J1")
    dialog.get_by_label("Round").select_option("J1-1")
    expect(dialog.get_by_label("Seat and hand").locator("optgroup")).to_have_count(2)
    dialog.get_by_label("Seat and hand").select_option(label="Seat 5: Three same colour sevens, 10 %")
    dialog.get_by_role("button", name="Found on the surveillance recording").click()
    sam.swipe("max", "Swipe a manager's")
    sam.looks("late-hit")
    sam.axe()
    dialog.get_by_role("button", name="Enter the late hit").click()
    expect(sam.page.locator(".done")).to_have_text("J1-1-5-late is pending: verify it next")
    expect(sam.hit_at("J1", 5)).to_contain_text("LATE Found on the surveillance recording")
    # Whoever entered it does not verify it; the cards of the one who signed for it do not confirm it either.
    expect(sam.hit_at("J1", 5).get_by_role("button", name="Verify")).to_be_disabled()
    sue = console(site, "sue", "/staff/floor", DESKTOP)
    sue.hit_at("J1", 5).get_by_role("button", name="Verify").click()
    sue.page.get_by_label("The winner's name for the slip").fill("Wilma Winner")
    sue.page.get_by_role("button", name="I have verified it").click()
    mia = console(site, "mia", "/staff/floor", DESKTOP)
    mia.confirm("J1", 5, "mia")
    mia.looks("floor-late-confirmed")
    sam.pay("J1", 5)  # a supervisor without a card gives a password
    slip = mia.go("/staff/slip/J1-1-5-late").page.locator(".slip")
    expect(slip).to_contain_text("Wilma Winner")
    expect(slip).to_contain_text("Entered late")
    mia.looks("slip-late")
    # What the tray pays is found late, too, and paid with the signature.
    sue.page.get_by_role("button", name="Winner found after END GAME").click()
    dialog = sue.page.locator("dialog")
    dialog.get_by_label("Round").select_option("J1-1")
    dialog.get_by_label("Seat and hand").select_option(label="Seat 3: Three sevens, Blazing 7s from the tray")
    dialog.get_by_role("button", name="Claimed by the player after END GAME").click()
    sue.swipe("max", "Swipe a manager's")
    dialog.get_by_role("button", name="Enter the late hit").click()
    expect(sue.page.locator(".done")).to_have_text("Pay $200 to seat 3")
    # The same hand can't be entered twice: the house says so, hand by hand.
    said = site.staff("sue").get("/staff/tables/J1/ended/J1-1")["hands"]
    chances = {(one["seat"], one["outcome"]): (one["possible"], one["rule"]) for one in said}
    assert chances[3, "three-suited-sevens"] == (False, "GEN-2")
    assert chances[5, "three-same-colour-sevens"] == (False, "GEN-2")
    assert site.staff("sue").call("GET", "/staff/tables/J1/ended/J1-9").status_code == 404
    assert site.staff("dora").call("GET", "/staff/tables/J1/ended").status_code == 403
    assert refused(site.staff("sue"), "pay", hit="J1-1-5-late", swipe=swipe(site, "sue"), pin=PIN)["rule"] == "PRG-0"


@pytest.mark.rule("PRG-11", "REG-16")
def test_a_scheduled_change_is_seen_and_withdrawn(site: Site, console: Console) -> None:
    dora = site.staff("dora")
    play(dora, "T1", 1, end=False)
    max_, eve = site.staff("max"), console(site, "eve", "/staff/floor#changes", DESKTOP)
    for reset in (700_000, 800_000):
        change = {"link": "tenths", "meter": "blazing-sevens", "reset": reset}
        do(max_, "propose", what="meter", change=change, proposal=f"to-{reset // 100}")
    card = eve.page.get_by_role("listitem").filter(has_text="to-7000")
    expect(card).to_contain_text("meter tenths/blazing-sevens: reset $7,000.00")
    for name in ("to-7000", "to-8000"):
        eve.page.get_by_role("listitem").filter(has_text=name).get_by_role("button", name="Approve").click()
        expect(eve.page.locator(".done")).to_have_text(f"{name} is scheduled: it waits for END GAME at T1")
    expect(card).to_contain_text("SCHEDULED approved by Eve Executive (eve)")
    expect(card).to_contain_text("a round is open at T1")
    eve.looks("changes-scheduled")
    eve.axe()
    card.get_by_role("button", name="Withdraw").click()
    eve.page.get_by_label("Reason").fill("proposed by mistake")
    eve.page.get_by_role("dialog").get_by_role("button", name="Withdraw").click()
    expect(card).to_have_count(0)
    do(dora, "end", table="T1")
    expect(eve.page.get_by_role("listitem").filter(has_text="to-8000")).to_have_count(0)
    (meter,) = site.service.mirror.state.links["tenths"].meters.values()
    assert meter.reset == 800_000


def test_chips_come_from_the_cage_and_go_back(site: Site, console: Console) -> None:
    sue = console(site, "sue", "/staff/floor#tables", DESKTOP)
    row = sue.page.locator("tr").filter(has_text="D1")
    row.get_by_role("button", name="Fill").click()
    sue.page.get_by_label("Chips, $").fill("2,500.50")
    sue.page.get_by_role("button", name="The chips are in the tray").click()
    expect(row).to_contain_text("$2,500.50")
    row.get_by_role("button", name="Credit").click()
    sue.page.get_by_label("Chips, $").fill("3000")
    sue.page.get_by_role("button", name="The chips are at the cage").click()
    expect(sue.page.locator("dialog .refused-here")).to_contain_text("the tray of table D1 has $2,500.50")
    sue.page.get_by_label("Chips, $").fill("500.50")
    sue.page.get_by_role("button", name="The chips are at the cage").click()
    expect(row).to_contain_text("$2,000.00")
    sue.looks("trays")
    sue.axe()
    art = console(site, "art", "/staff/floor#tables", DESKTOP)
    expect(art.page.locator("tr").filter(has_text="D1").get_by_role("button", name="Fill")).to_be_disabled()
    expect(art.page.locator("[data-key=tab-tables]")).to_contain_text("fill is for: executive, manager, supervisor")


@pytest.mark.rule("REG-19")
def test_events_are_sentences_in_the_houses_time(site: Site, console: Console) -> None:
    max_, eve = site.staff("max"), site.staff("eve")
    zone = {"name": "Casino Prairie", "zone": "America/Chicago", "jurisdiction": "IL"}
    do(max_, "propose", what="house", change=zone, proposal="prairie")
    do(eve, "approve", proposal="prairie")
    play(site.staff("dora"), "M1", 4, end=False)
    do(site.staff("dora"), "hit", table="M1", seat=4, hand="three-suited-sevens")
    do(site.staff("dora"), "hits-done", table="M1")
    do(site.staff("sue"), "verify", hit="M1-1-4")
    assert eve.get("/session")["zone"] == "America/Chicago"
    mia = console(site, "mia", "/staff/floor#events", DESKTOP)
    mia.page.get_by_role("button", name="Wins").click()
    newest = mia.page.locator(".entry").first
    expect(newest).to_contain_text("Table M1, seat 4: jackpot M1-1-4 of $10,000.00 was verified.")
    hour = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d C[SD]T \((\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d UTC\)"
    assert newest.get_by_text("UTC").count() == 1
    mia.page.wait_for_function(f"new RegExp(String.raw`{hour}`).test(document.querySelector('.entry').innerText)")
    mia.looks("events")
    mia.axe()
    csv = eve.http.get("/staff/reports/events.csv").text
    assert csv.startswith("seq,at,local,group,event,where,by,what\n")
    assert "Table M1, seat 4: jackpot M1-1-4 of $10,000.00 was verified" in csv
    assert "C" in csv.splitlines()[-1].split(",")[2]
    assert PASSWORD not in csv
