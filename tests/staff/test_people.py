"""Staff and cards on screen: somebody is taken on, gets a card that is lost, is locked out and let in again."""

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import expect

from tests.kit.person import DESKTOP, Person
from tests.kit.site import Site
from upcard.floor.people.swipes import CardKey

Console = Callable[..., Person]


def test_a_life_at_the_house(site: Site, console: Console, tmp_path: Path) -> None:
    max_ = console(site, "max", "/staff/floor#people", DESKTOP)
    max_.page.get_by_role("button", name="Take somebody on").click()
    max_.page.get_by_label("Staff id").fill("nell")
    max_.page.get_by_label("Name", exact=True).fill("Nell New")
    max_.page.get_by_label("Role").select_option("executive")
    max_.page.get_by_label("Department").fill("tables")
    max_.page.get_by_label("First password").fill("a long first password")
    max_.page.get_by_role("button", name="Take on", exact=True).click()
    expect(max_.page.locator("dialog .refused-here")).to_contain_text("executive needs an executive")
    max_.page.get_by_label("Role").select_option("dealer")
    max_.page.get_by_label("First password").fill("a long first password")
    max_.page.get_by_role("button", name="Take on", exact=True).click()
    row = max_.page.locator("tr").filter(has_text="Nell New")
    expect(row).to_contain_text("active")

    card = CardKey.new("C-nell")
    card.save(tmp_path / "card.json")
    row.get_by_role("button", name="New card").click()
    max_.page.get_by_label("Number of the card").fill("C-nell")
    max_.page.get_by_label("Its public key").fill(card.public)
    max_.page.get_by_label("PIN, chosen by the holder").fill("1357")
    max_.page.get_by_role("button", name="Issue").click()
    expect(row).to_contain_text("C-nell")
    row.get_by_role("button", name="Block card C-nell").click()
    max_.page.get_by_label("Reason").fill("lost")
    max_.page.get_by_role("button", name="Block for good").click()
    expect(row).to_contain_text("C-nell (blocked)")

    stranger = site.browser()
    for _ in range(3):
        answer = stranger.call("POST", "/session/staff", {"staff": "nell", "password": "guess"})
        assert answer.status_code == 401
    expect(row).to_contain_text("locked out")
    max_.shot("people-locked-out")
    max_.axe()
    row.get_by_role("button", name="Let in again").click()
    expect(row).to_contain_text("active")
    stranger.ok("POST", "/session/staff", {"staff": "nell", "password": "a long first password"})

    # A credential for hardware is shown once.
    max_.page.get_by_role("button", name="Credential for a table's hardware").click()
    max_.page.get_by_label("Table", exact=True).select_option("M1")
    max_.page.get_by_role("button", name="Make").click()
    token = max_.page.locator("dialog .mono").inner_text()
    device = site.browser()
    device.http.headers["Authorization"] = f"Bearer {token}"
    assert device.ok("POST", "/devices/heartbeat", {})["table"] == "M1"
    # The lock-out left an alert that stays until somebody takes note.
    max_.go("/staff/floor#now")
    expect(max_.page.locator(".alert").filter(has_text="nell was locked out")).to_be_visible()
