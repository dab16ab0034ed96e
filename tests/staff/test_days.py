"""The days' pages: a shift counted, closed by one, signed by another, read and asked about, on every screen."""

import io
import random
import re
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path

import openpyxl
import pytest
from playwright.sync_api import expect

from tests.kit.console import do, refused
from tests.kit.manual import PASSWORD
from tests.kit.person import DESKTOP, SIZES, TABLET, WIDEST, Person
from tests.kit.player import play_round
from tests.kit.site import Site
from upcard.web.days.theorist import Theorist

Console = Callable[..., Person]
EDGE = {"ev": "-1/50", "sd": 1.15}


@pytest.fixture
def day(new_site: Callable[[], Site]) -> Site:
    """A day with rounds at two tables, fills, a late hour and a word from the lab on one of the games."""
    site = new_site()
    sue, max_, dora = site.staff("sue"), site.staff("max"), site.staff("dora")
    do(sue, "day-open", day="2026-03-01", shift="day")
    digest = site.service.mirror.state.tables["V1"].digest
    do(max_, "day-theory", digest=digest, figures={"wagers": {"bet": EDGE, "blazing-sevens": EDGE}})
    anna = site.guest("Anna")
    anna.ok("POST", "/tables/V1/seats/2")
    for seed in range(4):
        play_round(anna, "V1", 2, {"bet": 1000, "blazing-sevens": 100}, random.Random(seed))
    do(sue, "fill", table="J1", amount=150_000)
    do(dora, "sensor", table="J1", seat=3, amount=100)
    do(dora, "start", table="J1")
    do(sue, "void-round", table="J1", reason="a card was exposed")
    return site


def test_a_shift_is_closed_by_two_people(day: Site, console: Console) -> None:
    sue = console(day, "sue", "/staff/days#today", DESKTOP)
    card = sue.page.locator(".result").filter(has=sue.page.get_by_role("heading", name="V1", exact=True))
    expect(card.locator("svg.band")).to_have_attribute("aria-label", re.compile("^V1: won"))
    expect(card).to_contain_text("Rounds4")
    card.get_by_role("button", name="Rounds of V1").click()
    expect(sue.page.get_by_role("region", name="Rounds", exact=True).locator("tbody tr")).to_have_count(4)
    sue.axe()
    sue.shot("days-rounds")
    sue.page.get_by_role("link", name="Close").click()
    sue.page.get_by_role("button", name="Close the shift").click()
    expect(sue.page.locator("#refusal")).to_be_empty()  # the form itself asks for the next shift's name
    sue.page.get_by_label("Name of the next shift").fill("night")
    sue.page.get_by_role("button", name="Close the shift").click()
    expect(sue.page.locator("#refusal")).to_contain_text("not all is counted (J1: opener, closer, drop)")
    count = sue.page.locator("form[data-table=J1]")
    for name, amount in {"opener": "5,000", "closer": "$6,100.50", "drop": "1250"}.items():
        count.get_by_label(f"{name} of J1").fill(amount)
    expect(count.locator("output")).to_have_text("Win $850.50")  # 6,100.50 + 1,250 - 5,000 and the fill, 1,500
    count.get_by_role("button", name="Save").click()
    expect(sue.page.get_by_text("J1 is counted")).to_be_visible()
    sue.axe()
    sue.shot("days-close", full=True)
    sue.page.get_by_label("Its gaming day").fill("2026-03-02")
    sue.page.get_by_role("button", name="Close the shift").click()
    expect(sue.page.get_by_text("Report 1 waits for a second signature")).to_be_visible()
    expect(sue.page.get_by_role("button", name="Sign report")).to_be_disabled()
    sue.axe()
    art = console(day, "art", "/staff/days#close", TABLET)
    expect(art.page.locator(".result").filter(has_text="Win, counted")).to_contain_text("$850.50")
    art.shot("days-sign", full=True)
    art.page.get_by_role("button", name="Sign report").click()
    art.page.get_by_label("Your password again").fill("wrong")
    art.page.get_by_role("button", name="I sign it").click()
    expect(art.page.get_by_role("dialog").get_by_role("alert")).to_contain_text("password is wrong")
    art.page.get_by_label("Your password again").fill(PASSWORD)
    art.page.get_by_role("button", name="I sign it").click()
    expect(art.page.get_by_text("Report 1 is signed")).to_be_visible()
    check_report(art)
    verdict = day.staff("max").ok("POST", "/staff/audit/verify")
    assert verdict["ok"]
    assert verdict["checkpoints"] == 1  # the head behind the signature


def kept(art: Person, form: str) -> str:
    """The report that is shown, as a file."""
    with art.page.expect_download() as loading:
        art.page.get_by_role("link", name=form, exact=True).click()
    return Path(loading.value.path()).read_text(encoding="utf-8")


def check_report(art: Person) -> None:
    """The signed report is read, kept as a workbook, and asked about."""
    art.page.get_by_role("link", name="Reports").click()
    art.page.get_by_role("button", name="Read report 1").click()
    shown = art.page.get_by_role("region", name="Report 1", exact=True)
    expect(shown).to_contain_text("round voided")
    expect(shown).to_contain_text("2026-03-01")
    art.axe()
    with art.page.expect_download() as loading:
        shown.get_by_role("link", name="Excel").click()
    book = openpyxl.load_workbook(io.BytesIO(Path(loading.value.path()).read_bytes()), data_only=True)
    rows = list(book["2 Tables"].iter_rows(values_only=True))
    assert any({5000, 6100.5, 1500, 1250, 850.5} <= set(row) for row in rows)
    assert all(told in kept(art, "CSV") for told in ("5000.00", "6100.50", "1500.00", "850.50"))
    art.page.get_by_label("Table", exact=True).select_option("J1")
    art.page.get_by_label("A line for each").select_option("game")
    art.page.get_by_role("button", name="Show").click()
    of_one = art.page.get_by_role("region", name="Reports of all days, table J1", exact=True)
    expect(of_one.locator(".result h3")).to_have_text(["blackjack"])
    assert "V1" not in kept(art, "CSV")
    art.page.get_by_role("button", name="Read report 1").click()
    shown.get_by_role("button", name="Open an inquiry into V1").click()
    art.page.get_by_label("Why it is asked").fill("four rounds are few")
    art.page.get_by_role("button", name="Open the inquiry").click()
    expect(art.page.get_by_text("The inquiry is on record")).to_be_visible()
    art.page.get_by_role("link", name="Inquiries").click()
    art.page.get_by_role("button", name="Enter the finding").click()
    art.page.get_by_label("Finding, for the record").fill("replayed, nothing odd")
    art.page.get_by_role("button", name="Close the inquiry").click()
    expect(art.page.locator(".finding")).to_contain_text("replayed, nothing odd")
    art.axe()
    art.shot("days-inquiries")


@pytest.mark.parametrize("light", [False, True], ids=["dark", "light"])
def test_it_fits_every_screen(day: Site, console: Console, light: bool) -> None:
    eve = console(day, "eve", "/staff/days", DESKTOP)
    if light:
        eve.page.get_by_role("button", name="Light").click()
    for tab in ("today", "close", "reports"):
        eve.go(f"/staff/days#{tab}")
        for size, (wide, high) in SIZES.items():
            eve.page.set_viewport_size({"width": wide, "height": high})
            expect(eve.page.get_by_role("navigation", name="Gaming days")).to_be_visible()
            eve.page.wait_for_load_state("networkidle")
            assert eve.page.evaluate(WIDEST) is None, f"{tab} on a {size}"
            eve.shot(f"days-{tab}-{size}-{'light' if light else 'dark'}", full=True)
        eve.axe()


def test_who_may_sign(day: Site) -> None:
    sue, sam, max_, dora = (day.staff(who) for who in ("sue", "sam", "max", "dora"))
    assert dora.call("GET", "/staff/days").status_code == 403
    for name in ("opener", "closer", "drop"):
        do(sue, "day-count", table="J1", **{name: 1000})
    do(sue, "day-close", next="night")
    waits = max_.get("/staff/days")["waiting"]
    said = {"number": 1, "digest": waits["digest"], "password": PASSWORD}
    assert sam.call("POST", "/staff/days/sign", said).status_code == 403
    assert max_.call("POST", "/staff/days/sign", {**said, "digest": "0" * 64}).status_code == 409
    assert "waits for its second signature" in refused(sam, "day-close", next="late")["detail"]
    assert max_.call("GET", "/staff/days/report?number=1").status_code == 404
    max_.ok("POST", "/staff/days/sign", said)
    assert max_.get("/staff/days")["waiting"] is None
    assert max_.get("/staff/days/report?number=1&by=game")["report"]["by"] == "game"
    assert max_.call("GET", "/staff/days/report?number=1&table=T9").status_code == 404
    meter = next(name for name in max_.get("/staff/days/report?number=1&table=V1")["report"]["meters"])
    asked = {"number": 1, "about": meter, "figure": "closing", "why": "it looks low"}
    max_.ok("POST", "/staff/days/inquiries", asked)
    assert max_.get("/staff/days/reports")["inquiries"][0]["about"] == meter
    assert max_.call("POST", "/staff/days/inquiries", {**asked, "about": "X"}).status_code == 404


def test_the_lab_is_set_to_work_by_whoever_looks(day: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table gets its figures from a process beside the house, each kind of rules once."""
    monkeypatch.setattr("upcard.web.days.theorist.workers.new_pool", Here)
    monkeypatch.setattr("upcard.web.days.theorist.workers.end", lambda _: None)
    monkeypatch.setattr("upcard.web.days.theory.reckon", lambda rules: {"game": rules["game"], "wagers": {}})
    theorist = Theorist(work=True)

    async def carry() -> int:
        lacking = theorist.wake(day.service)
        assert theorist._task is not None
        await theorist._task
        return lacking

    rules = {table.digest for table in day.service.mirror.state.tables.values()}
    assert day.run(carry()) == len(rules - {day.service.mirror.state.tables["V1"].digest})
    assert set(day.service.mirror.state.days.theory) == rules
    assert theorist.wake(day.service) == 0


class Here:
    """A worker that is none."""

    def submit(self, work: Callable[..., object], *args: object) -> "Future[object]":
        answer: Future[object] = Future()
        answer.set_result(work(*args))
        return answer
