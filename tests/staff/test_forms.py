"""Links, tables and the house are proposed by forms that the games' templates fill; nobody writes JSON."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.kit.console import do
from tests.kit.person import DESKTOP, Person
from tests.kit.site import Site
from upcard.floor.doors.play import games
from upcard.web.staff.templates import METERS, templates

Console = Callable[..., Person]


def propose(person: Person, kind: str) -> None:
    person.page.get_by_label("What", exact=True).select_option(label=kind)


def send(person: Person, site: Site) -> str:
    """Sends the form; Eve of another department approves it."""
    card = person.page.get_by_role("listitem")
    before = card.count()
    person.page.get_by_role("button", name="Propose", exact=True).click()
    expect(card).to_have_count(before + 1)
    said = card.last.inner_text()
    (proposal,) = site.service.mirror.state.proposals
    do(site.staff("eve"), "approve", proposal=proposal)
    expect(card).to_have_count(before)
    return said


@pytest.mark.rule("REG-7", "B7S-20")
def test_a_link_and_its_table_are_opened_by_form(site: Site, console: Console) -> None:
    max_ = console(site, "max", "/staff/floor#changes", DESKTOP)
    propose(max_, "A new link with its meters")
    max_.page.get_by_label("Game").select_option(label="3 Card Blitz")
    expect(max_.page.locator("fieldset")).to_have_count(6)  # five meters of its hands, and one that is won at an amount
    max_.page.get_by_label("Link", exact=True).fill("blitz-2nd-floor")
    max_.page.get_by_label("Opens with, $").first.fill("12,500.50")
    max_.looks("form-link")
    max_.axe()
    assert "blitz-1: base $12,500.50, reset $10,000.00, increment rate 4 %" in send(max_, site)
    meter = site.service.mirror.state.links["blitz-2nd-floor"].meters["blitz-1"]
    assert (meter.base, meter.round_up_to, meter.limit) == (1_250_050, 100, None)

    propose(max_, "A new table")
    max_.page.get_by_label("Game").select_option(label="3 Card Blitz")
    max_.page.get_by_label("Table", exact=True).fill("BL-7")
    max_.page.get_by_label("Link", exact=True).select_option("blitz-2nd-floor")
    max_.page.get_by_label("The smallest stake on Ante, $").fill("25")
    max_.page.get_by_label("The largest stake on Ante, $").fill("1,000")
    max_.looks("form-table")
    max_.axe()
    assert "a new live table BL-7 of three-card-blitz: 6 seats, on link blitz-2nd-floor" in send(max_, site)
    table = site.service.mirror.state.tables["BL-7"]
    assert table.house == {"blitz-bonus": "progressive", "ante.min": 2500, "ante.max": 100_000}
    assert games.of(table).title == "3 Card Blitz"

    # Its settings come back into the form as they are, and what is not touched stays.
    propose(max_, "A table's settings")
    max_.page.get_by_label("Table", exact=True).select_option("BL-7")
    expect(max_.page.get_by_label("The smallest stake on Ante, $")).to_have_value("25.00")
    max_.page.get_by_label("The smallest stake on Ante, $").fill("50.00")
    assert "ante min $50.00" in send(max_, site)
    assert site.service.mirror.state.tables["BL-7"].house == {**table.house, "ante.min": 5000}

    sign = max_.context.new_page()
    sign.goto(f"{site.url}/sign/blitz-2nd-floor")
    expect(sign.locator("#minimum")).to_have_text("Progressive minimum: $5")


def test_the_house_gets_its_name_zone_and_tax_note(site: Site, console: Console) -> None:
    max_ = console(site, "max", "/staff/floor#changes", DESKTOP)
    propose(max_, "The house's name, time and jurisdiction")
    max_.page.get_by_label("Casino").fill("Casino Prairie")
    max_.page.get_by_label("Time zone").fill("America/Chikago")
    max_.page.get_by_role("button", name="Propose", exact=True).click()
    expect(max_.page.locator("#refusal")).to_contain_text("there is no time zone 'America/Chikago'")
    max_.page.get_by_label("Time zone").fill("America/Chicago")
    max_.page.get_by_label("Jurisdiction").fill("IL")
    send(max_, site)
    propose(max_, "A tax note for slips")
    max_.page.get_by_label("Jurisdiction").fill("IL")
    max_.page.get_by_label("In force from").fill("2026-01-01")
    max_.page.get_by_label("What slips say").fill("Awards of $1,200 or more are reported.")
    assert "slips of IL from 2026-01-01 on" in send(max_, site)
    profile = site.service.mirror.state.profile
    assert (profile.name, profile.zone, profile.jurisdiction) == ("Casino Prairie", "America/Chicago", "IL")
    assert max_.site.browser().get("/session")["zone"] == "America/Chicago"


def test_a_must_hit_by_link_is_opened_by_form_for_a_game_without_a_progressive(site: Site, console: Console) -> None:
    max_ = console(site, "max", "/staff/floor#changes", DESKTOP)
    propose(max_, "A new link with its meters")
    max_.page.get_by_label("Game").select_option(label="4 Card Split")
    max_.page.get_by_label("Link", exact=True).fill("secret")
    max_.page.get_by_label("Its name", exact=True).fill("mystery")
    max_.page.get_by_label("Fed by").select_option("blind")
    max_.page.get_by_label("It must hit by, $").fill("150")
    max_.axe()
    assert "must hit by $150.00, fed by blind, players are told by which amount" in send(max_, site)
    meter = site.service.mirror.state.links["secret"].meters["mystery"]
    said = (meter.base, meter.reset, meter.must_hit_by, meter.fed_by, meter.increment, meter.announced)
    assert said == (10_000, 10_000, 15_000, "blind", 10_000, True)

    propose(max_, "A new table")
    max_.page.get_by_label("Game").select_option(label="4 Card Split")
    max_.page.get_by_label("Table", exact=True).fill("S-1")
    max_.page.get_by_label("Kind").select_option("virtual")
    max_.page.get_by_label("Link", exact=True).select_option("secret")
    send(max_, site)
    assert site.service.mirror.state.tables["S-1"].link == "secret"


def test_a_template_names_meters_that_its_game_feeds() -> None:
    for one in templates():
        if one["progressive"] is None:
            assert one["game"] not in METERS
            continue
        fed = games.meters_of(games.build(one["game"], one["progressive"]["house"], {}))
        named = {meter["meter"] for meter in one["progressive"]["meters"]}
        assert named == {meter for meters in fed.values() for meter in meters}
        assert named == set(METERS.get(one["game"], named))
