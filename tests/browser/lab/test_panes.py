"""The other parts of a game's lab in a browser: a hand, a strategy, solving backwards, simulating, a report."""

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor
from upcard.lab.advice import advise
from upcard.lab.solvers import analyze
from upcard.rounds.scenario import settle
from upcard.rules.registry import game

Open = Callable[..., Guest]
LONG = 120_000


def opened(one: Guest, pane: str, game: str = "three-card-poker") -> Page:
    one.page.goto(f"/lab/{game}#{pane}")
    expect(one.page.locator("#pane > *").first).to_be_visible(timeout=LONG)
    return one.page


def accessible(page: Page) -> None:
    found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
    assert found.violations_count == 0, found.generate_report()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing sticks out"


@pytest.fixture
def demo(floor: Floor) -> Iterator[Floor]:
    """The house as a demo: it opens tables by itself."""
    floor.app.state.wallet = object()
    yield floor
    del floor.app.state.wallet


def test_cards_are_tapped_every_move_has_its_worth_and_the_lines_their_rules(guest: Open) -> None:
    one = guest(phone=True)
    page = opened(one, "hand")
    for card in ("queen of spades", "nine of hearts", "three of diamonds"):
        page.get_by_role("button", name=card, exact=True).click()
        expect(page.get_by_role("button", name=f"{card}, take it away")).to_be_visible()
    expect(page.get_by_role("button", name="two of diamonds")).to_be_focused()  # a keyboard stays among the cards
    best = page.locator(".moves-worth tr.best")
    expect(best).to_contain_text("best", timeout=LONG)
    choice = advise("three-card-poker", "Qs 9h 3d").best
    expect(best.locator("td").first).to_have_text(f"{float(choice.ev):.4f}".replace("-", "−"))
    one.shot("lab-hand")
    accessible(page)
    page.get_by_role("button", name="Expectation of Fold").click()
    expect(page.get_by_role("dialog")).to_contain_text("upcard advise three-card-poker --hand 'Qs 9h 3d' --json")
    page.keyboard.press("Escape")
    page.get_by_role("radio", name="Dealer").check()
    page.get_by_role("button", name="king of clubs", exact=True).click()
    expect(page.get_by_text("The dealer's cards lie face down")).to_be_visible()
    expect(page.get_by_role("button", name="king of clubs, take it away")).to_be_visible()
    expect(best.locator("td").first).to_have_text(f"{float(choice.ev):.4f}".replace("-", "−"))
    page.locator('[data-id="move-play-"]').click()
    for left, card in ((2, "nine of clubs"), (1, "four of hearts")):
        expect(page.locator(".needs")).to_have_text(f"Choose the dealer's cards: {left} more.")
        page.get_by_role("button", name=card, exact=True).click()
    expect(page.locator(".settled h3")).to_contain_text("Settled: ")
    expect(page.locator(".settled summary").first).to_contain_text("TCP-")
    page.get_by_text("The same in a terminal").click()
    scenario = json.loads(page.locator(".settled pre").last.inner_text())
    lines = settle(scenario)["seats"][0]["lines"]
    assert [line["rule"] for line in lines] == page.locator(".settled .rule-of summary").all_inner_texts()
    sent = page.url
    page.get_by_role("button", name="Any cards").click()
    expect(best).to_be_visible(timeout=LONG)
    page.goto(sent)  # the address says the hand and its moves, so that it can be sent
    expect(page.locator(".settled tbody tr")).to_have_count(len(lines))
    expect(page.get_by_role("button", name="four of hearts, take it away")).to_be_visible()
    written = page.get_by_role("textbox", name="Cards of the player, written")
    page.get_by_role("button", name="Clear").click()
    written.fill("q♠ 10H,3d")
    written.press("Enter")
    expect(page.get_by_role("button", name="ten of hearts, take it away")).to_be_visible()
    page.get_by_role("button", name="Any cards").click()
    expect(best).to_be_visible(timeout=LONG)
    expect(page.get_by_text("Dealer (0)")).to_be_attached()


def test_short_lists_have_their_cost(guest: Open) -> None:
    one = guest()
    page = opened(one, "strategy")
    rule = page.locator(".list", has_text="play when hand Q-6-4 or better").first
    expect(rule.get_by_role("button", name="Cost of 1 rule: 0.0000 %")).to_be_visible(timeout=LONG)
    rule.get_by_role("button", name="Edge with 1 rule").click()
    expect(page.get_by_role("dialog")).to_contain_text("-686689/20358520")
    expect(page.get_by_role("dialog")).to_contain_text("upcard strategy three-card-poker")


@pytest.mark.torture  # the search of blackjack's lists and chart is ten seconds of a processor
def test_a_cell_of_the_chart_says_what_every_move_is_worth(guest: Open) -> None:
    one = guest()
    page = opened(one, "strategy", "blackjack")
    cell = page.get_by_role("button", name="hard 16 against 9: surrender, or else hit")
    cell.click(timeout=LONG)
    detail = page.locator(".cell-detail")
    expect(detail.locator("tr").first).to_contain_text("Surrender")
    expect(detail.locator("tr").first).to_contain_text("best")
    expect(detail).to_be_in_viewport()
    expect(page.locator(".plot-place.is-drawn").first).to_be_visible(timeout=LONG)
    page.get_by_role("button", name="hard 20 against 6: stand").click()
    expect(detail).to_contain_text("With Ts 8h 2c against 6d")
    expect(detail.locator("tr").first).to_contain_text("Stand")
    accessible(page)
    one.shot("lab-strategy")
    page.get_by_text("The data as a table").first.click()
    rules = page.get_by_role("table", name="What more rules are worth").locator("tbody tr td:first-child")
    assert all(name.split()[0].isdigit() for name in rules.all_inner_texts()), "a chart is no number of rules"


def test_an_edge_is_fixed_a_table_taken_and_sat_down_at(guest: Open, demo: Floor) -> None:
    one = guest().sign_in()
    page = opened(one, "design")
    page.locator("input[name=low]").fill("2")
    page.locator("input[name=high]").fill("3")
    page.get_by_role("button", name="Find tables").click()
    take = page.get_by_role("button", name="Take table 2", exact=True)
    expect(take).to_be_visible(timeout=LONG)
    expect(page.locator(".plot-place.is-drawn svg")).to_be_visible(timeout=LONG)
    accessible(page)
    one.shot("lab-design")
    page.locator(".design svg .mark-symbol path").first.click()
    expect(page.locator('.designed tr.picked[data-at="1"] button.take')).to_be_focused()
    edge = page.get_by_role("button", name="Edge of table 2:").inner_text()
    take.click()
    expect(page.locator('[data-id="edge-pair-plus"]')).to_have_text(edge)
    pays = page.locator('[data-wager="pair-plus"] .pay input').evaluate_all("(all) => all.map((one) => one.value)")
    page.get_by_role("button", name="Make this a table").click()
    expect(page.locator("body.is-open")).to_be_attached(timeout=LONG)
    page.get_by_role("tab", name="Pays").click()
    shown = (
        page.locator(".pay-table", has=page.get_by_role("heading", name="Pair Plus")).locator("td").all_inner_texts()
    )
    assert shown == [pay for pay in pays if pay != "lose"]


def test_one_line_gives_and_the_others_stay(guest: Open) -> None:
    page = opened(guest(), "design")
    page.get_by_role("button", name="None").click()
    page.get_by_role("checkbox", name="Flush: 3 to 1").check()
    page.locator("input[name=low]").fill("0")
    page.get_by_role("button", name="Find tables").click()
    rows = page.locator(".designed tbody tr")
    expect(rows).to_have_count(2, timeout=LONG)
    shown = [row.locator("td").all_inner_texts()[-5:] for row in rows.all()]
    assert [(row[0], row[1], row[2], row[4]) for row in shown] == [("40", "30", "6", "1")] * 2
    assert [row[3] for row in shown] == ["3", "4"]


def test_a_run_is_watched_stopped_and_kept(guest: Open) -> None:
    one = guest(prefs={"light": True})
    page = opened(one, "simulate")
    page.locator("select[name=rounds]").select_option("50000000")
    page.get_by_role("button", name="Play them").click()
    expect(page.locator(".run-rest")).to_contain_text("exactly −3.3730 %", timeout=LONG)
    page.get_by_role("button", name="Stop").click()
    expect(page.get_by_text("Stopped. What has come out so far is kept.")).to_be_visible(timeout=LONG)
    expect(page.get_by_role("region", name="Wager by wager")).to_contain_text("6 Card Bonus")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Keep the figures (JSON)").click()
    kept = json.loads(waiting.value.path().read_text())
    assert kept["command"].startswith("upcard simulate three-card-poker --rounds 50000000 --seed 1")
    assert kept["stopped"] is True
    assert f"{kept['rounds']:,} of 50,000,000 rounds" in page.locator(".run-rest").inner_text()
    expect(page.locator(".plot-place.is-drawn svg")).to_be_visible(timeout=LONG)
    page.get_by_text("The data as a table").first.click()
    expect(page.get_by_role("columnheader", name="95 % from")).to_be_visible()
    accessible(page)
    one.shot("lab-simulate")


def test_a_report_is_written_and_taken_along(guest: Open, tmp_path: Path) -> None:
    page = opened(guest(), "report")
    page.get_by_role("button", name="Write the report of this variant").click()
    expect(page.get_by_role("link", name="PDF")).to_be_visible(timeout=2 * LONG)
    got = {}
    for name in ("PDF", "Excel", "JSON"):
        with page.expect_download() as waiting:
            page.get_by_role("link", name=name).click()
        path = tmp_path / waiting.value.suggested_filename
        waiting.value.save_as(path)
        got[name] = path.read_bytes()
    assert got["PDF"].startswith(b"%PDF-")
    assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(got["Excel"])).namelist()
    total = analyze("three-card-poker").to_json()["total"]
    assert json.loads(got["JSON"])["analysis"]["total"] == total
    accessible(page)


def test_what_moved_is_told_hand_by_hand_and_each_can_be_looked_at(guest: Open) -> None:
    one = guest(phone=True)
    page = opened(one, "wagers")
    page.get_by_role("textbox", name="Pair plus, Flush pays").fill("4 to 1")
    expect(page.get_by_text("Every decision is taken as often as before.")).to_be_visible(timeout=LONG)
    page.get_by_role("textbox", name="Play, Win pays").fill("2 to 1")
    page.get_by_role("button", name="Which decisions changed?").click(timeout=LONG)
    told = page.get_by_role("region", name="Hands that are played otherwise")
    expect(told.locator("tbody tr").first).to_contain_text("FoldPlay", timeout=LONG)
    accessible(page)
    one.shot("lab-changes")
    hand = told.locator("tbody td").nth(3).inner_text()
    told.get_by_role("button", name=f"Look at {hand}").click()
    best = page.locator(".moves-worth tr.best")
    expect(best.get_by_role("button").first).to_have_text("Play", timeout=LONG)
    rows = game("three-card-poker")().tables["play"].texts() | {"win": "2 to 1"}
    choice = advise("three-card-poker", hand, pays={"play": {"pays": rows}}).best
    expect(best.locator("td").first).to_have_text(f"{float(choice.ev):.4f}".replace("-", "−"))


def test_the_edge_follows_the_meter(guest: Open) -> None:
    one = guest(phone=True)
    page = opened(one, "progressive")
    slide = page.get_by_role("slider", name="Meter at")
    expect(page.locator("output")).to_have_text("0.0000 % at $10,080.00")
    slide.press("Home")
    expect(page.locator("output")).to_have_text("45.6109 % at $0.00")
    page.get_by_role("spinbutton", name="Meter in dollars").fill("5040.25")
    expect(page.locator("output")).to_have_text("22.8043 % at $5,040.25")
    slide.press("Home")
    page.get_by_role("spinbutton", name="Bettors").fill("3")
    expect(page.locator("output")).to_have_text("44.0271 % at $0.00")
    expect(page.get_by_role("heading", name="fair at $9,730.00 with 3 bettors")).to_be_visible()
    expect(page.locator(".plot-place.is-drawn svg")).to_be_visible(timeout=LONG)
    accessible(page)
    one.shot("lab-progressive")
