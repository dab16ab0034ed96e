"""Two people for every change, never under play, and the limits of what a change may do."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.kit.floor import CHEAP, SEVENS, Floor, leave
from upcard.floor import facts
from upcard.floor.house.codec import plain
from upcard.floor.house.house import House
from upcard.floor.house.recovery import recover
from upcard.floor.ledger.keys import Keys
from upcard.floor.play import games
from upcard.floor.progressive import signs
from upcard.floor.progressive.links import parameters
from upcard.floor.reports import reports

TEN = "three-same-colour-sevens"


@pytest.mark.rule("PRG-11", "REG-20")
def test_one_proposes_and_another_of_another_department_approves(quick: Floor) -> None:
    proposal = (
        quick.ok("max", "propose", what="link", change={"link": "L", "meters": SEVENS}).fact(facts.Proposed).proposal
    )
    assert "proposed themselves" in quick.no("max", "approve", proposal=proposal)
    quick.ok("eve", "staff-change", staff="sam", role="manager")
    assert "two departments" in quick.no("sam", "approve", proposal=proposal)
    assert "is a supervisor" in quick.no("sue", "approve", proposal=proposal)
    assert "is a dealer" in quick.no("dora", "propose", what="link", change={})
    assert quick.state.links == {}
    quick.ok("mia", "approve", proposal=proposal)
    assert list(quick.state.links) == ["L"]
    assert "no open proposal" in quick.no("mia", "approve", proposal=proposal)


@pytest.mark.rule("REG-20")
@pytest.mark.parametrize("written", ["Tables", " tables", "TABLES  "])
def test_a_department_is_the_same_however_it_is_written(quick: Floor, written: str) -> None:
    proposal = quick.ok("max", "propose", what="link", change={"link": "L", "meters": SEVENS}).fact(facts.Proposed)
    quick.ok("eve", "staff-change", staff="mia", department=written)
    assert "two departments" in quick.no("mia", "approve", proposal=proposal.proposal)
    quick.ok("eve", "staff-change", staff="mia", department="table service")
    quick.ok("mia", "approve", proposal=proposal.proposal)


@pytest.mark.rule("REG-20", "PRG-11")
@pytest.mark.parametrize("change", [{"active": False}, {"role": "dealer"}])
def test_a_change_needs_two_people_who_may_make_it_now(quick: Floor, change: dict[str, object]) -> None:
    proposal = quick.ok("max", "propose", what="link", change={"link": "L", "meters": SEVENS}).fact(facts.Proposed)
    quick.ok("eve", "staff-change", staff="max", **change)
    assert "may not any more" in quick.no("mia", "approve", proposal=proposal.proposal)
    assert quick.state.links == {}


def test_a_rejected_change_is_gone(quick: Floor) -> None:
    proposal = (
        quick.ok("sue", "propose", what="link", change={"link": "L", "meters": SEVENS}).fact(facts.Proposed).proposal
    )
    quick.ok("mia", "reject", proposal=proposal, reason="not in March")
    assert "no open proposal" in quick.no("mia", "approve", proposal=proposal)


BUSY_CHANGES: dict[str, dict[str, Any]] = {
    "meter": {"link": "L", "meter": "blazing-sevens", "increment": 100_000},
    "link-order": {"link": "L", "order": "sequential"},
    "table": {"table": "T2", "kind": "live", "game": "blackjack", "link": "L"},
    "table-settings": {"table": "T1", "house": {"bet.min": 500}},
    "table-state": {"table": "T1", "open": False},
    "correction": {"link": "L", "meter": "blazing-sevens", "amount": 5, "reason": "x"},
}


@pytest.mark.rule("PRG-11", "REG-16")
@pytest.mark.parametrize("what", BUSY_CHANGES)
def test_a_change_waits_for_end_game_and_takes_effect_by_itself(quick: Floor, what: str) -> None:
    quick.link()
    quick.table("T1")
    quick.start("T1", 1)
    said = BUSY_CHANGES[what]
    before = plain(quick.state)
    name = quick.ok("max", "propose", what=what, change=said).fact(facts.Proposed).proposal
    ack = quick.ok("mia", "approve", proposal=name)
    assert ack.fact(facts.ChangeScheduled).waits_for == ["T1"]
    now = plain(quick.state)
    assert (now["links"], now["accounts"]) == (before["links"], before["accounts"])
    assert quick.state.proposals[name].approved_by == "mia", "what is scheduled is seen"
    assert "approved and scheduled" in quick.no("eve", "approve", proposal=name)
    quick.ok("dora", "end", table="T1")
    assert name not in quick.state.proposals
    done = {
        "meter": quick.state.links["L"].meters["blazing-sevens"].increment == 100_000,
        "link-order": quick.state.links["L"].order == "sequential",
        "table": "T2" in quick.state.tables,
        "table-settings": quick.state.tables["T1"].house == {"bet.min": 500},
        "table-state": not quick.state.tables["T1"].open,
        "correction": quick.meter() == 1_000_025,
    }
    assert [change for change, is_done in done.items() if is_done] == [what]
    assert recover(quick.house.store).state == quick.state
    changed = [
        row
        for row in json.loads(reports.events(quick.house.store, ["parameters"]).as_json())
        if row["event"] == "change-made"
    ]
    assert [row["what"] for row in changed] == [f"The scheduled change {name} of max, approved by mia, took effect"]


@pytest.mark.rule("PRG-11")
def test_a_scheduled_change_can_be_withdrawn(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.start("T1", 1)
    name = quick.ok("max", "propose", what="meter", change=BUSY_CHANGES["meter"]).fact(facts.Proposed).proposal
    quick.ok("mia", "approve", proposal=name)
    quick.ok("max", "reject", proposal=name, reason="not tonight")
    quick.ok("dora", "end", table="T1")
    assert quick.state.links["L"].meters["blazing-sevens"].increment == 200_000


@pytest.mark.rule("PRG-11", "REG-16")
def test_it_waits_for_every_table_of_the_link(quick: Floor) -> None:
    quick.link()
    for table in ("T1", "T2"):
        quick.table(table)
    for table in ("T1", "T2"):
        quick.start(table, 1)
    quick.change("meter", **BUSY_CHANGES["meter"])
    quick.ok("dora", "end", table="T1")
    quick.start("T1", 2)
    assert quick.state.links["L"].meters["blazing-sevens"].increment == 200_000
    quick.ok("dora", "end", table="T2")
    quick.ok("dora", "end", table="T1")
    assert quick.state.links["L"].meters["blazing-sevens"].increment == 100_000


@pytest.mark.rule("PRG-11", "REG-9")
def test_a_scheduled_change_that_can_not_be_made_any_more_is_dropped_and_told(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "limit": 2_000_000}})
    quick.table("T1")
    quick.start("T1", 1)
    quick.change("meter", link="L", meter="blazing-sevens", limit=1_000_030)
    quick.change("correction", link="L", meter="blazing-sevens", amount=900_000, reason="first")
    assert len(quick.state.proposals) == 2
    quick.state.proposals = dict(reversed(quick.state.proposals.items()))  # the correction comes first
    quick.ok("dora", "end", table="T1")
    assert quick.meter() == 1_900_020
    assert quick.state.links["L"].meters["blazing-sevens"].limit == 2_000_000
    (alert,) = quick.state.alerts.values()
    assert "can't be made any more" in alert.what
    assert "REG-9" in alert.what


@pytest.mark.rule("PRG-11")
def test_mistakes_in_a_change_show_at_once_while_rounds_are_open(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.start("T1", 1)
    assert "no meter" in quick.no_change("meter", link="L", meter="nothing", increment=1)
    assert "no setting" in quick.no_change("table-settings", table="T1", house={"no-such": 1})
    assert "is a manager" in quick.no("max", "enact", proposal="P1")


@pytest.mark.rule("PRG-11", "PRG-13")
def test_a_scheduled_change_survives_a_power_cut(floor: Floor, url: str, keys_file: Path) -> None:
    floor.link()
    floor.table("T1")
    floor.start("T1", 1)
    floor.change("meter", **BUSY_CHANGES["meter"])
    leave(floor.house)
    again = Floor(House.open(url, Keys.load(keys_file), threads=False, hasher=CHEAP), floor.cards, floor.ids)
    again.ok("dora", "end", table="T1")
    assert again.state.links["L"].meters["blazing-sevens"].increment == 100_000
    again.house.close()


@pytest.mark.rule("REG-3", "REG-7")
def test_a_link_has_to_state_its_parameters(quick: Floor) -> None:
    for missing in ("base", "reset", "increment", "hidden"):
        rows = {key: value for key, value in SEVENS["blazing-sevens"].items() if key != missing}
        assert repr(missing) in quick.no_change("link", link="L", meters={"blazing-sevens": rows})
    odd = {**SEVENS["blazing-sevens"], "increment": 990_000, "hidden": 20_000}
    assert "more than the whole wager" in quick.no_change("link", link="L", meters={"blazing-sevens": odd})
    assert "has no 'incremint'" in quick.no_change(
        "link", link="L", meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "incremint": 1}}
    )
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "limit": 2_000_000, "implausible": 900}})
    assert parameters(quick.state.links["L"].meters["blazing-sevens"]) == {
        **SEVENS["blazing-sevens"],
        "limit": 2_000_000,
        "implausible": 900,
        "round-up-to": 1,
        "top-up": False,
    }


@pytest.mark.rule("REG-9")
def test_a_new_limit_is_not_under_what_the_meter_shows(quick: Floor) -> None:
    meter = {**SEVENS["blazing-sevens"], "reset": 500}
    quick.link(meters={"blazing-sevens": meter})
    quick.table("T1")
    quick.start("T1", 1)
    quick.ok("dora", "end", table="T1")
    change = {"link": "L", "meter": "blazing-sevens"}
    assert "under what the meter shows, $10,000.20" in quick.no_change("meter", **change, limit=1_000_019)
    quick.change("meter", **change, limit=1_000_020)
    link = quick.state.links["L"]
    assert "Ceiling: $10,000.20" in signs.rules_text(quick.state, link), "posted for the players"
    assert signs.sign(quick.state, link)["meters"]["blazing-sevens"]["parameters"]["limit"] == 1_000_020, "on the sign"


@pytest.mark.rule("REG-4")
def test_nobody_puts_a_meter_over_its_limit_by_hand(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "limit": 1_000_100}})
    change = {"link": "L", "meter": "blazing-sevens"}
    assert "$10,001.01, over its limit of $10,001.00" in quick.no_change("correction", **change, amount=101, reason="x")
    quick.change("correction", **change, amount=100, reason="a count")
    quick.change("link", link="M", meters=SEVENS)
    there = {"from": {"link": "M", "meter": "blazing-sevens"}, "amount": 1, "reason": "x"}
    assert "over its limit" in quick.no_change("transfer", **there, to={"link": "L", "meter": "blazing-sevens"})
    quick.change("transfer", **there, to={"pocket": "overflow", "link": "L", "meter": "blazing-sevens"})
    assert (quick.meter(), quick.balance("overflow:L/blazing-sevens")) == (1_000_100, 1)


@pytest.mark.rule("B7S-9")
def test_the_stake_is_fixed_for_a_link(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    five = {"blazing-sevens.min": 500, "blazing-sevens.max": 500}
    table = {"kind": "live", "game": "blackjack", "link": "L"}
    assert "it is $1.00 at table T1" in quick.no_change("table", table="T2", **table, house=five)
    quick.table("T2")
    assert "it is $1.00 at table T2" in quick.no_change("table-settings", table="T1", house=five)
    quick.link("M")
    quick.table("T3", link="M", house=five)
    assert "it is $5.00 at table T3" in quick.no_change("table", table="T4", **{**table, "link": "M"})


@pytest.mark.rule("PRG-5")
def test_a_table_can_not_say_another_order_than_its_link(quick: Floor) -> None:
    quick.link()
    table = {"kind": "live", "game": "blackjack", "link": "L"}
    said = quick.no_change("table", table="T1", **table, house={"jackpot-order": "sequential"})
    assert "table T1 says jackpot-order sequential, and its link L split-first" in said
    quick.table("T1", house={"jackpot-order": "split-first"})
    assert "its link L sequential" in quick.no_change("link-order", link="L", order="sequential")
    quick.change("table-settings", table="T1", house={})
    quick.change("link-order", link="L", order="sequential")


@pytest.mark.rule("PRG-12", "REG-8")
def test_a_meter_falls_only_for_a_documented_cause(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "reset": 0}})
    change = {"link": "L", "meter": "blazing-sevens"}
    assert "has no 'base'" in quick.no_change("meter", **change, base=5), "the amount is no parameter"
    assert "a text, not None" in quick.no_change("correction", **change, amount=-100)
    quick.change("correction", **change, amount=-100, reason="counted twice on 1 March")
    assert quick.meter() == 999_900
    assert "below zero" in quick.no_change("correction", **change, amount=-999_901, reason="x")
    quick.change("link", link="M", meters=SEVENS)
    sides = {"from": {"link": "L", "meter": "blazing-sevens"}, "to": {"link": "M", "meter": "blazing-sevens"}}
    quick.change("transfer", **sides, amount=999_900, reason="link L is taken down")
    assert (quick.meter(), quick.meter(link="M")) == (0, 1_999_900)
    assert "has only $0.00" in quick.no_change("transfer", **sides, amount=1, reason="again")


@pytest.mark.rule("REG-11")
def test_different_rules_share_a_meter_only_with_equal_chances(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.table("T2", house={"bet.min": 500, "jackpot-order": "split-first"})  # limits change no odds
    eight = {"table": "T3", "kind": "live", "game": "blackjack", "house": {"decks": 8}, "link": "L"}
    assert "both declare" in quick.no_change("table", **eight)
    said = {"blazing-sevens": {"hand": "three suited sevens", "probability": "1/8000"}}
    assert "both declare" in quick.no_change("table", **eight, odds=said)
    quick.change("table-settings", table="T1", odds=said)
    quick.change("table-settings", table="T2", odds=said)
    other = {"blazing-sevens": {"hand": "three suited sevens", "probability": "1/7999"}}
    assert "equally likely" in quick.no_change("table", **eight, odds=other)
    other = {"blazing-sevens": {"hand": "three sevens", "probability": "1/8000"}}
    assert "equally likely" in quick.no_change("table", **eight, odds=other)
    quick.change("table", **eight, odds={"blazing-sevens": {"hand": "three suited sevens", "probability": "2/16000"}})
    six = {"decks": 6}
    assert "declared for other rules" in quick.no_change("table-settings", table="T3", house=six), "old odds are none"
    quick.change("table-settings", table="T3", house=six, odds=said)


@pytest.mark.rule("REG-13")
def test_every_table_has_an_identity_and_a_configuration_that_works(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    table = {"kind": "live", "game": "blackjack", "link": "L"}
    assert "there is a table 'T1' already" in quick.no_change("table", table="T1", **table)
    assert "can't be a name" in quick.no_change("table", table="T 2", **table)
    assert "it is 1 | 2" in quick.no_change("table", table="T2", **table, house={"decks": 9})
    assert "there is no setting" in quick.no_change("table", table="T2", **table, house={"deks": 6})
    assert "needs a link" in quick.no_change("table", table="T2", kind="live", game="blackjack")
    assert "no meter 'three-card-poker'" in quick.no_change(
        "table", table="T2", **{**table, "game": "three-card-poker"}
    )
    assert "has no progressive wager" in quick.no_change("table", table="T2", **{**table, "game": "four-card-split"})


@pytest.mark.rule("REG-13")
def test_a_table_whose_rules_changed_under_it_stays_shut(quick: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    quick.link()
    quick.table("T1")
    quick.state.tables["T1"].digest = "of other rules"
    quick.ok("system", "open-house", software="x", version="y")
    assert "inoperable" in quick.no("dora", "start", table="T1")
    assert [alert.kind for alert in quick.state.alerts.values()] == ["inoperable"]


def test_a_closed_table_takes_no_bets(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.change("table-state", table="T1", open=False)
    assert "is closed" in quick.no("device:T1", "sensor", table="T1", seat=1, amount=100)
    assert "is closed" in quick.no("dora", "start", table="T1")
    quick.change("table-state", table="T1", open=True)
    quick.start("T1", 1)


def test_a_pay_table_of_the_houses_own_is_kept_whole_in_the_ledger(quick: Floor) -> None:
    rows = {"straight-flush": "40 to 1", "three-of-a-kind": "30 to 1", "straight": "6 to 1", "flush": "4 to 1"}
    own = {"name": "classic", "pays": {**rows, "pair": "1 to 1", "other": "lose"}}
    quick.table("V", "virtual", "three-card-poker", link=None, pays={"pair-plus": own})
    assert games.of(quick.state.tables["V"]).table_of("pair-plus")["flush"].text == "4 to 1"
    bad = {"name": "short", "pays": rows}
    assert "misses pair" in quick.no_change(
        "table", table="W", kind="virtual", game="three-card-poker", pays={"pair-plus": bad}
    )


@pytest.mark.rule("REG-9")
def test_a_new_limit_counts_fractions_of_a_cent_too(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {"base": 1_000, "reset": 500, "increment": 5_000, "hidden": 0}})
    quick.table("T1")
    quick.start("T1", 1)
    quick.ok("dora", "end", table="T1")
    assert "$10.005" in quick.no_change("meter", link="L", meter="blazing-sevens", limit=1_000)
    quick.change("meter", link="L", meter="blazing-sevens", limit=1_001)


@pytest.mark.rule("REG-11")
@pytest.mark.parametrize("probability", ["1e-999999999", "1e9", "0/1", "1/0", "2/1", "one", "", " 1/2"])
def test_a_probability_is_a_plain_fraction(quick: Floor, probability: str) -> None:
    """The house answers at once: a number with a thousand million digits would keep it busy for hours."""
    quick.link()
    odds = {"blazing-sevens": {"hand": "three suited sevens", "probability": probability}}
    said = quick.no_change("table", table="T1", kind="live", game="blackjack", link="L", odds=odds)
    assert "probability" in said


@pytest.mark.rule("PRG-12", "REG-8")
def test_a_correction_or_transfer_has_a_reason_and_an_amount(quick: Floor) -> None:
    quick.link()
    at = {"link": "L", "meter": "blazing-sevens"}
    assert "'reason'" in quick.no_change("correction", **at, amount=-5, reason="  ")
    assert "nothing" in quick.no_change("correction", **at, amount=0, reason="a slip of the pen")
    sides = {"from": {**at, "pocket": "meter"}, "to": {**at, "pocket": "reserve"}}
    assert "'reason'" in quick.no_change("transfer", **sides, amount=5, reason=" ")


@pytest.mark.parametrize("name", ["", "two words", "a/b", "a:b", "x" * 41, "line\nfeed"])
def test_a_meter_is_named_like_everything_else(quick: Floor, name: str) -> None:
    assert "can't be a name" in quick.no_change("link", link="L", meters={name: SEVENS["blazing-sevens"]})


def test_a_closed_or_inoperable_virtual_table_takes_no_bets_but_gives_them_back(quick: Floor) -> None:
    quick.table("V", "virtual", "three-card-poker", link=None)
    quick.ok("sue", "player-add", player="anna")
    quick.ok("sue", "buy-in", player="anna", amount=1_000)
    quick.ok("sue", "sit", table="V", seat=1, player="anna")
    quick.change("table-state", table="V", open=False)
    assert "is closed" in quick.no("player:anna", "bet", table="V", seat=1, wagers={"ante": 100})
    quick.change("table-state", table="V", open=True)
    quick.ok("player:anna", "bet", table="V", seat=1, wagers={"ante": 100})
    quick.state.tables["V"].digest = "of other rules"
    quick.ok("system", "open-house", software="x", version="y")
    assert "inoperable" in quick.no("player:anna", "bet", table="V", seat=1, wagers={"ante": 200})
    quick.ok("player:anna", "bet", table="V", seat=1, wagers={})
    assert quick.balance("player:anna") == 1_000
