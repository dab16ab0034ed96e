"""A whole jackpot from the sensor to the sign to the confirmation, by three people in three browsers (B7S-13)."""

from collections.abc import Callable

from playwright.sync_api import expect

from tests.kit.person import DESKTOP, TABLET, WHOLE, Person
from tests.kit.pictures import picture
from tests.kit.site import Site


def test_a_jackpot_by_three_people(site: Site, console: Callable[..., Person]) -> None:
    dora = console(site, "dora", "/staff/dealer/J1", TABLET)
    sue = console(site, "sue", "/staff/floor", TABLET)
    max_ = console(site, "max", "/staff/floor", DESKTOP)
    sign = dora.context.browser.new_page()  # type: ignore[union-attr]  # it was made by a browser
    sign.goto(f"{site.url}/sign/jackpot")
    expect(sign.locator(".sign-meter")).to_be_visible()
    expect(dora.key("START GAME")).to_be_enabled()
    expect(dora.key("END GAME")).to_be_disabled()
    dora.shot("dealer-1-bets-open")
    dora.start(3)
    dora.shot("dealer-2-game-on")
    dora.axe()
    dora.page.get_by_role("button", name="Winning hand at seat 3").click()
    dora.shot("dealer-3-which-hand")
    dora.axe()
    dora.page.locator(".hands").get_by_role("button", name=WHOLE).click()
    expect(dora.page.locator(".state")).to_contain_text("JACKPOT PENDING")
    expect(dora.page.locator(".hit-list")).to_contain_text("PROVISIONAL")
    dora.key("CALL SUPERVISOR").click()
    expect(dora.key("END GAME")).to_contain_text("END GAME is not possible while a jackpot is unresolved")
    expect(dora.key("END GAME")).to_be_disabled()

    # The sign of the link says it at once, and its meter is reseeded.
    expect(sign.locator(".sign-pending")).to_be_visible()
    expect(sign.get_by_text("$10,000.00").first).to_be_visible()
    picture(sign, "sign-pending")
    link = site.browser().get("/links/jackpot")
    assert [(hit["state"], hit["amount"]) for hit in link["pending"]] == [("PENDING", 1_000_000)]
    assert (link["meters"][0]["amount"], link["meters"][0]["pending"]) == (1_000_000, True)

    sue.sees("J1", {3: "$10,000.00"})
    expect(sue.page.locator(".alert")).to_contain_text("the dealer calls a supervisor")
    expect(sue.hit_at("J1", 3).get_by_role("button", name="Verify")).to_be_disabled()
    expect(sue.hit_at("J1", 3)).to_contain_text("HITS DONE closes them")
    dora.hits_done()
    dora.shot("dealer-4-pending")
    dora.axe()
    sue.shot("floor-1-pending")
    sue.axe()
    sue.page.locator(".alert").filter(has_text="J1").get_by_role("button", name="Acknowledge").click()
    expect(sue.page.locator(".alert").filter(has_text="J1")).to_have_count(0)
    sue.page.get_by_role("button", name="Acknowledged alerts").click()
    expect(sue.page.locator(".alert")).to_contain_text("acknowledged by Sue Supervisor (sue)")
    sue.verify("J1", 3)
    # Whoever verified can't be whose card confirms; a supervisor has no confirm at all.
    expect(sue.hit_at("J1", 3).get_by_role("button", name="Confirm with card")).to_be_disabled()

    max_.hit_at("J1", 3).get_by_role("button", name="Confirm with card").click()
    max_.shot("floor-2-confirm")
    max_.axe()
    max_.page.get_by_role("button", name="Cancel").click()
    max_.confirm("J1", 3, "max")
    sue.pay("J1", 3)
    dora.end()

    max_.go("/staff/floor#history")
    expect(max_.page.locator("tbody tr").first).to_contain_text("PAID")
    max_.shot("floor-3-history")
    max_.axe()
    with max_.context.expect_page() as opened:
        max_.page.get_by_role("link", name="Slip").first.click()
    slip = opened.value
    expect(slip.locator(".slip")).to_contain_text("$10,000.00")
    expect(slip.locator(".slip")).to_contain_text("Dora Dealer (dora)")
    slip.emulate_media(media="print")
    assert slip.locator(".bar").is_hidden()
    picture(slip, "slip-print")
    expect(sign.locator(".sign-pending")).to_be_hidden()
    sign.close()
