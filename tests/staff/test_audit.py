"""The auditor's page: a round replayed on the felt, its deal verified, the ledger searched, checked and signed."""

import itertools
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.kit.floor import Floor
from tests.kit.person import DESKTOP, TABLET, WHOLE, Person
from tests.kit.player import play_round
from tests.kit.site import Site

Console = Callable[..., Person]


@pytest.fixture(scope="module")
def played(site: Site) -> Site:
    """Rounds to look at: dealt by the house, and pressed at a live table."""
    anna = site.guest("Anna")
    anna.ok("POST", "/tables/V1/seats/2")
    for seed in range(3):
        play_round(anna, "V1", 2, {"bet": 1000, "blazing-sevens": 100}, random.Random(seed))
    return site


def test_a_round_is_replayed_step_by_step(played: Site, console: Console) -> None:
    art = console(played, "art", "/staff/audit", DESKTOP)
    art.page.get_by_label("Table", exact=True).select_option("V1")
    rows = art.page.get_by_role("region", name="Finished rounds").locator("tbody tr")
    expect(rows).to_have_count(3)
    art.page.get_by_role("button", name="Replay V1-1", exact=True).click()
    replay = art.page.get_by_role("region", name="Replay of V1-1")
    expect(replay).to_contain_text("was committed in entry")
    expect(replay.locator(".need")).to_contain_text("Seat 2 bets $10 on Bet and $1 on Blazing 7s")
    assert replay.locator("svg.card").count() == 0
    steps = replay.locator(".transcript li")
    for at in range(2, steps.count() + 1):
        replay.get_by_role("button", name="Next").click()
        expect(replay.locator(".need")).to_contain_text(f"{at} of {steps.count()}:")
    assert replay.locator("svg.card").count() >= 4
    expect(replay.locator("table")).to_contain_text("bet")
    art.shot("audit-replay", full=True)
    art.axe()
    # The page says what the house says, card for card and cent for cent.
    record = played.browser().get("/tables/V1/rounds/1")
    said = played.staff("art").get("/staff/audit/rounds/V1-1")
    paid = sum(line["returned"] for result in record["results"] for line in result["lines"])
    assert sum(line["returned"] for line in said["lines"]) == paid
    shown = [card for seat in said["steps"][-1]["view"]["seats"] for hand in seat["hands"] for card in hand["cards"]]
    assert shown == [card for seat in record["view"]["seats"] for hand in seat["hands"] for card in hand["cards"]]
    replay.get_by_role("button", name="First").click()
    replay.get_by_role("button", name="Play").click()
    expect(replay.locator(".need")).to_contain_text("3 of", timeout=10_000)
    replay.get_by_role("button", name="Pause").click()


def test_the_ledger_is_searched_checked_signed_and_exported(played: Site, console: Console) -> None:
    max_ = console(played, "max", "/staff/audit", TABLET)
    max_.page.get_by_role("button", name="Sign the head").click()
    expect(max_.page.get_by_text("✓ signed")).to_be_visible()
    max_.page.get_by_role("button", name="Check the whole ledger").click()
    expect(max_.page.locator(".ok-mark[role=status]")).to_contain_text("rounds replayed to the cent, 1 checkpoint;")
    max_.page.get_by_label("Text (a hit").fill("V1-2")
    max_.page.get_by_role("button", name="Search").click()
    expect(max_.page.locator(".entry").first).to_be_visible()
    max_.page.locator(".entry").first.locator("summary").click()
    expect(max_.page.locator(".entry").first).to_contain_text("hash ")
    max_.shot("audit-search")
    max_.axe()
    with max_.page.expect_download() as loading:
        max_.page.get_by_role("link", name="Export the ledger").click()
    lines = Path(loading.value.path()).read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    assert [entry["seq"] for entry in entries] == list(range(1, len(entries) + 1))
    assert "argon2" not in "".join(lines)


def test_a_changed_entry_is_named(new_site: Callable[[], Site], console: Console) -> None:
    site = new_site()
    with site.house.store.engine.connect().execution_options(upcard_writes=True) as connection, connection.begin():
        connection.exec_driver_sql("UPDATE entry SET body = CAST(replace(body, 'Dora', 'Nora') AS BLOB) WHERE seq = 3")
    art = console(site, "art", "/staff/audit", DESKTOP)
    art.page.get_by_role("button", name="Check the whole ledger").click()
    expect(art.page.locator(".bad-mark")).to_contain_text("✗ Entry 3: its hash does not fit")
    art.shot("audit-broken")


def test_a_virtual_table_has_a_console_too(played: Site, console: Console) -> None:
    dora = console(played, "dora", "/staff/dealer/V1", TABLET)
    expect(dora.page.locator(".state")).to_contain_text("BETS OPEN")
    expect(dora.key("START GAME")).to_have_count(0)
    # The felt comes a moment after the state: it is waited for.
    expect(dora.page.get_by_role("region", name="On the felt").locator("svg.card").nth(3)).to_be_visible()
    dora.key("CALL SUPERVISOR").click()
    expect(dora.page.locator(".called")).to_contain_text("Supervisor called")
    dora.shot("dealer-virtual")
    dora.axe()


def test_the_payout_helper_settles_from_tapped_cards(site: Site, console: Console) -> None:
    dora = console(site, "dora", "/staff/dealer/D1", TABLET)
    dora.key("PAYOUT HELPER").click()
    helper = dora.page.get_by_role("dialog", name="Payout helper")
    helper.get_by_role("group", name="Bet", exact=True).get_by_role("button", name="+$10", exact=True).click()
    helper.get_by_role("group", name="Blazing 7s").get_by_role("button").click()
    dora.shot("payout-1-wagers")
    dora.axe()
    helper.get_by_role("button", name="Cards").click()
    hidden = helper.get_by_role("button", name="Face down, not seen")
    taps = iter(("seven of spades", "seven of spades"))
    while True:
        helper.locator(".need").wait_for()
        need = helper.locator(".need").inner_text()
        if need.startswith("What did"):
            break
        if hidden.count():
            hidden.click()
        else:
            helper.get_by_role("button", name=next(taps) if "player" in need else "nine of hearts", exact=True).click()
        expect(helper.locator(".need")).not_to_have_text(need)
    helper.get_by_role("button", name="Hit", exact=True).click()
    helper.get_by_role("button", name="seven of spades", exact=True).click()
    dora.shot("payout-2-cards")
    expect(helper.locator(".need")).to_contain_text("what the dealer turns over")
    helper.get_by_role("button", name="king of diamonds", exact=True).click()
    expect(helper.locator(".paid-out")).to_contain_text("100 % of the meter: press its hand's button")
    expect(helper.locator(".grand")).to_contain_text("Goes back in all: $20 on $11 staked")
    dora.shot("payout-3-result")
    dora.axe()
    assert WHOLE in helper.locator(".paid-out").inner_text()


def test_any_round_of_any_table_is_found(played: Site) -> None:
    """Also where one table's name is part of another's, of a game's, or of a hash."""
    floor = Floor(played.house, ids=itertools.count(30_000))
    for table in ("a1", "blackjack"):
        floor.table(table, "virtual", "blackjack", "desk", house={"bet.min": 1000, "bet.max": 50_000}, seats=6)
    anna = played.guest("Bea")
    for table in ("a1", "blackjack", "a1"):
        seats = {place["seat"] for place in anna.table(table)["seats"] if place["player"] and place["player"]["you"]}
        if not seats:
            anna.ok("POST", f"/tables/{table}/seats/1")
        play_round(anna, table, 1, {"bet": 1000, "blazing-sevens": 100}, random.Random(table))
    art = played.staff("art")
    for name in ("a1-1", "a1-2", "blackjack-1", "V1-2"):
        said = art.get(f"/staff/audit/rounds/{name}")
        assert (said["round"], said["deal"]["ok"], said["steps"][-1]["text"]) == (name, True, "The round is over")
    assert art.http.get("/staff/audit/rounds/a1-9").status_code == 404
