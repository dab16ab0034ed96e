"""What staff read on paper and screens: the house's own postings, what was paid or goes back, in dollars; the slip."""

import csv
import io
import json
from typing import Any

import pytest

from tests.kit.floor import BLITZ, SEVENS, Floor
from upcard.floor.house.profile import local, tax_note
from upcard.floor.progressive import signs
from upcard.floor.reports import reports

ALL, TEN = "three-suited-sevens", "three-same-colour-sevens"


def rows(floor: Floor, meter: str = "blazing-sevens") -> dict[tuple[str, str], int]:
    found = reports.statement(floor.house.store, "L", meter)
    assert found.reconciles()
    return {(row[0], row[1]): row[2] for row in found.report().rows}


@pytest.mark.rule("PRG-7", "PRG-12", "REG-4")
def test_a_statement_shows_the_houses_postings_and_what_was_paid_net_of_reworkings(quick: Floor) -> None:
    """A jackpot that was pressed, worked out, voided and pressed again is paid once, and reseeded once."""
    quick.link()
    quick.table("T1")
    quick.start("T1", 1, 4)
    wrong = quick.press("T1", 1, ALL)
    quick.ok("sue", "void", hit=wrong, reason="wrong seat")
    right = quick.press("T1", 4, ALL)
    quick.ok("dora", "hits-done", table="T1")
    quick.settle(right)
    said = rows(quick)
    amount = quick.hit(right).amount * 1_000_000
    assert said["paid", right] == said["paid", "all jackpots"] == amount
    assert ("paid", wrong) not in said
    assert said["house", "base"] == 1_000_000_000_000
    assert said["house", "reseed"] == 1_000_000_000_000 - 2 * 100 * 50_000, "the reserve paid first"
    assert -quick.state.balance("house") == sum(value for (account, _), value in said.items() if account == "house")


@pytest.mark.rule("BLZ-13", "PRG-6")
def test_a_round_up_is_the_houses_and_is_on_the_statement(quick: Floor) -> None:
    odd = {name: {**rows, "base": 500_001, "increment": 0, "hidden": 0} for name, rows in BLITZ.items()}
    quick.link(meters=odd)
    quick.table("T1", game="three-card-blitz", house={"blitz-bonus": "progressive"})
    quick.light("T1", 1, amount=500)
    quick.ok("dora", "start", table="T1")
    hit = quick.press("T1", 1, "five-card-royal")
    quick.ok("dora", "hits-done", table="T1")
    quick.settle(hit)
    said = rows(quick, "blitz-1")
    assert said["house", "round-up"] == 99 * 1_000_000
    assert said["paid", hit] == 500_100 * 1_000_000


@pytest.mark.rule("B7S-22")
def test_the_acknowledgement_of_an_overage_says_what_goes_back(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    over = quick.ok("device:T1", "sensor", table="T1", seat=3, amount=500)
    assert over.line()["note"] == "over the maximum: $4.00 of blazing-sevens goes back to seat 3 (B7S-22)"
    exact = quick.ok("device:T1", "sensor", table="T1", seat=3, amount=100)
    assert set(exact.line()) == {"id", "seq", "ok", "error"}


@pytest.mark.rule("B7S-20")
def test_the_sign_shows_the_progressive_minimum(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.table("T2")
    assert signs.sign(quick.state, quick.state.links["L"])["minimums"] == [
        {"wager": "blazing-sevens", "title": "Blazing 7s", "minimum": 100}
    ]


def test_people_and_spreadsheets_read_dollars_and_programs_cents(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.start("T1", 1)
    quick.press("T1", 1, TEN)
    report = reports.hits(quick.house.store)
    (row,) = csv.DictReader(io.StringIO(report.as_csv()))
    assert (row["amount_dollars"], row["new_base_dollars"]) == ("1000.02", "9000.18")
    assert "$1,000.02" in report.as_text()
    assert "dollars" in report.as_text()
    assert json.loads(report.as_json())[0]["amount"] == 100_002
    quick.ok("sue", "void", hit="T1-1-1", reason="x")
    quick.ok("dora", "end", table="T1")
    assert "blazing-sevens $0.25" in reports.rounds(quick.house.store).as_csv()


@pytest.mark.rule("PRG-11", "REG-20")
def test_the_houses_paper_is_dated_configuration(quick: Floor) -> None:
    quick.change("house", name="The Lucky Seven", zone="America/Chicago", jurisdiction="Nevada")
    assert "no time zone" in quick.no_change("house", zone="Mars/Olympus")
    assert "is a day" in quick.no_change("tax-note", jurisdiction="Nevada", since="soon", text="x")
    quick.change("tax-note", jurisdiction="Nevada", since="2026-01-01", text="Form of the year.")
    quick.change("tax-note", jurisdiction="Nevada", since="2026-07-01", text="Form of July.")
    quick.change("tax-note", jurisdiction="Ohio", since="2026-02-01", text="Another state's.")
    said: dict[str, Any] = {
        "2025-12-31T18:00:00.000Z": None,
        "2026-03-01T18:00:00.000Z": "Form of the year.",
        "2026-07-01T04:59:00.000Z": "Form of the year.",  # still June in Chicago
        "2026-07-01T05:00:00.000Z": "Form of July.",
    }
    assert {at: tax_note(quick.state, at) for at in said} == said
    assert local(quick.state, "2026-07-01T04:59:00.000Z") == "2026-06-30 23:59:00 CDT"


def test_a_hit_knows_its_wager_and_its_patron(quick: Floor) -> None:
    quick.link(meters=SEVENS)
    quick.table("T1")
    quick.start("T1", 1)
    hit = quick.press("T1", 1, TEN)
    quick.ok("dora", "hits-done", table="T1")
    quick.ok("sue", "verify", hit=hit, patron="A. Winner")
    assert (quick.hit(hit).stake, quick.hit(hit).patron) == (100, "A. Winner")
