"""A game's lab in a browser: a pay is changed, a rule is changed, and the exact figures follow."""

import csv
from collections.abc import Callable
from fractions import Fraction
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.kit.guest import Guest
from tests.kit.tables import Floor
from upcard.lab.solvers import analyze
from upcard.rules.registry import game

Open = Callable[..., Guest]
GAME = "three-card-poker"


def opened(one: Guest, path: str = f"/lab/{GAME}") -> Page:
    one.page.goto(path)
    expect(one.page.locator("#pane > *").first).to_be_visible(timeout=90_000)
    return one.page


def edge(page: Page, wager: str) -> str:
    return page.locator(f'[data-id="edge-{wager}"]').inner_text()


def shown(ev: str) -> str:
    return f"{-float(Fraction(ev)) * 100:.4f} %"


def ev_of(wager: str, **variant: object) -> str:
    said = analyze(GAME, **variant).to_json()  # type: ignore[arg-type]  # house and pays
    return str((said["total"] if wager == "total" else said["wagers"][wager])["ev"])


def pays(outcome: str, pay: str) -> dict[str, object]:
    return {"pair-plus": {"pays": {**game(GAME)().tables["pair-plus"].texts(), outcome: pay}}}


def test_a_pay_is_edited_and_the_edge_is_the_one_of_analyze(guest: Open) -> None:
    one = guest()
    page = opened(one)
    before = edge(page, "pair-plus")
    assert before == shown(ev_of("pair-plus"))
    page.get_by_role("textbox", name="Pair plus, Flush pays").fill("4 to 1")
    after = ev_of("pair-plus", pays=pays("flush", "4 to 1"))
    expect(page.locator('[data-id="edge-pair-plus"]')).to_have_text(shown(after))
    card = page.locator('[data-wager="pair-plus"]')
    expect(card.locator(".moved s")).to_have_text(before)
    expect(page.get_by_role("textbox", name="Pair plus, Flush pays")).to_be_focused()
    page.locator('[data-id="edge-pair-plus"]').click()
    proof = page.get_by_role("dialog")
    expect(proof.locator("pre").first).to_have_text(after)
    expect(proof).to_contain_text("upcard analyze three-card-poker --pays pair-plus=pair-plus.toml --json")
    expect(proof).to_contain_text("TCP-8")
    one.shot("lab-proof")
    decimal = proof.locator('[data-id="decimal"]').inner_text()[2:].replace("−", "-")
    assert abs(Fraction(decimal) - Fraction(after)) < Fraction(1, 10**20)
    proof.get_by_role("button", name="Close").click()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Save as CSV: Three Card Poker Pair Plus").click()
    table = list(csv.DictReader(waiting.value.path().open()))
    assert sum(Fraction(int(row["Combinations"]), int(row["Of"])) for row in table) == 1
    assert sum(float(row["Return"]) for row in table) == pytest.approx(float(Fraction(after)), abs=1e-15)
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('[data-id="edge-pair-plus"]')).to_have_text(before)
    page.get_by_role("button", name="Redo").click()
    expect(page.locator('[data-id="edge-pair-plus"]')).to_have_text(shown(after))


def test_a_link_carries_the_whole_state_to_somebody_else(guest: Open) -> None:
    one = guest()
    page = opened(one)
    page.get_by_role("textbox", name="Pair plus, Flush pays").fill("4 to 1")
    expect(page.locator(".moved").first).to_be_visible()
    page.get_by_role("button", name="Keep …").click()
    page.get_by_role("textbox", name="Its name").fill("Another table")
    page.get_by_role("button", name="Keep", exact=True).click()
    page.get_by_role("radio", name="loses").check()
    page.get_by_role("textbox", name="Ante, Win pays").fill("11 to 10")
    total = ev_of(
        "total",
        house={"pair-plus-on-fold": "loses"},
        pays={"ante": {"pays": {**game(GAME)().tables["ante"].texts(), "win": "11 to 10"}}},
    )
    expect(page.locator('[data-id="total-edge"]')).to_have_text(shown(total))
    figures = page.locator(".cards-of-wagers .edge").all_inner_texts()
    address = urlsplit(page.url)
    other = opened(guest(), f"{address.path}?{address.query}")
    expect(other.locator('[data-id="total-edge"]')).to_have_text(shown(total))
    assert other.locator(".cards-of-wagers .edge").all_inner_texts() == figures
    expect(other.get_by_role("columnheader", name="Another table")).to_be_visible()
    differs = other.locator(".what-differs td")
    expect(differs).to_have_count(2)
    assert differs.all_inner_texts() == [
        "Pair plus on fold: loses\nPair Plus, Flush: 4 to 1\nAnte, Win: 11 to 10",
        "Pair Plus, Flush: 4 to 1",
    ]
    other.locator('[data-id="total-edge"]').click()
    parts = other.get_by_role("dialog").get_by_role("region", name="Wagers").locator("tbody tr td:last-child")
    assert sum(Fraction(one.replace("−", "-")) for one in parts.all_inner_texts()) == Fraction(total)
    one.shot("lab-variants")


def test_what_is_typed_into_a_field_is_one_change(guest: Open) -> None:
    page = opened(guest())
    before, shown_edge = edge(page, "pair-plus"), page.locator('[data-id="edge-pair-plus"]')
    field = page.get_by_role("textbox", name="Pair Plus, Flush pays")
    field.fill("")
    for typed, pay in (("4", "4 to 1"), ("5", "45 to 1")):
        field.press_sequentially(typed)
        expect(shown_edge).to_have_text(shown(ev_of("pair-plus", pays=pays("flush", pay))).replace("-", "−"))
    expect(page.locator('[data-wager="pair-plus"] .moved s')).to_have_text(before)
    page.get_by_role("button", name="Undo").click()
    expect(shown_edge).to_have_text(before)
    expect(field).to_have_value("3 to 1")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    field.fill("7:2")
    field.press("Tab")
    expect(field).to_have_value("7 to 2")
    expect(shown_edge).to_have_text(shown(ev_of("pair-plus", pays=pays("flush", "7 to 2"))))


LAY = """(field, text) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}"""


def test_a_column_of_a_spreadsheet_is_one_change_and_enter_goes_down(guest: Open) -> None:
    page = opened(guest(), f"/lab/{GAME}?pays.pair-plus.flsh=9+to+1")
    expect(page.get_by_text("Without effect under these rules")).to_contain_text("pays.pair-plus.flsh=9 to 1")
    before, shown_edge = edge(page, "pair-plus"), page.locator('[data-id="edge-pair-plus"]')
    first = page.get_by_role("textbox", name="Pair Plus, Straight flush pays")
    fields = page.locator('[data-wager="pair-plus"] .pay input')
    first.evaluate(LAY, "50\n30\nlots")
    expect(page.get_by_role("alert").filter(has_text="“lots” for Straight is no pay")).to_be_visible()
    assert edge(page, "pair-plus") == before
    first.evaluate(LAY, "50\n30\n1.5\n")
    table = {"straight-flush": "50 to 1", "three-of-a-kind": "30 to 1", "straight": "3 to 2"}
    rows = {**game(GAME)().tables["pair-plus"].texts(), **table}
    expect(shown_edge).to_have_text(shown(ev_of("pair-plus", pays={"pair-plus": {"pays": rows}})))
    assert fields.evaluate_all("(all) => all.map((one) => one.value)")[:3] == list(table.values())
    first.press("Enter")
    expect(page.get_by_role("textbox", name="Pair Plus, Three of a kind pays")).to_be_focused()
    page.get_by_role("button", name="Undo").click()
    expect(shown_edge).to_have_text(before)
    first.evaluate(LAY, "Outcome\tPays\nPair\t2\nFLUSH\t4 to 1\n")
    rows = {**game(GAME)().tables["pair-plus"].texts(), "pair": "2 to 1", "flush": "4 to 1"}
    expect(shown_edge).to_have_text(shown(ev_of("pair-plus", pays={"pair-plus": {"pays": rows}})).replace("-", "−"))


def test_what_is_no_pay_is_told_where_one_looks_and_changes_nothing(guest: Open) -> None:
    one = guest(phone=True)
    page = opened(one)
    before = edge(page, "pair-plus")
    field = page.get_by_role("textbox", name="Pair Plus, Pair pays")
    field.fill("lots")
    expect(field).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text("“lots” is no pay. Write 40 to 1")).to_be_in_viewport()
    field.press("Tab")
    expect(field).to_have_value("1 to 1")
    field.fill("$1,000")
    told = page.get_by_role("status").filter(has_text="is a fixed sum")
    expect(told).to_be_in_viewport()
    expect(told).to_contain_text("The figures are those of the variant before.")
    assert edge(page, "pair-plus") == before
    one.shot("lab-refused")
    told.get_by_role("button", name="Undo").click()
    expect(field).to_have_value("1 to 1")
    expect(told).not_to_be_attached()
    assert [said for said in one.trouble if "409" not in said] == []
    one.trouble.clear()


def test_anybody_can_use_it(guest: Open) -> None:
    for phone in (False, True):
        for light in (False, True):
            one = guest(phone=phone, prefs={"light": light})
            page = opened(one)
            found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]})
            assert found.violations_count == 0, found.generate_report()
            assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
            one.shot(f"lab-wagers-{'light' if light else 'dark'}")


def test_the_lobby_and_a_table_lead_to_the_lab(guest: Open, floor: Floor) -> None:
    one, table = guest(), floor.table(GAME, {"pair-plus-on-fold": "loses"})
    one.page.goto("/")
    one.page.get_by_role("link", name="Three Card Poker in the lab").click()
    expect(one.page.get_by_role("heading", name="Three Card Poker")).to_be_visible()
    one.watch(table)
    one.page.get_by_role("tab", name="Table").click()
    one.page.get_by_role("link", name="This table in the lab").click()
    expect(one.page).to_have_url(f"{one.url}/lab/three-card-poker?house.pair-plus-on-fold=loses")
