"""Must-hit-by meters: won at an amount that was bound before, by the wager that brings the meter there."""

import hashlib
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.kit.dealing import GAMES, play_round, seat_players
from tests.kit.floor import Floor
from upcard.cards.shuffle import SeededSource
from upcard.floor import facts
from upcard.floor.fair import proof
from upcard.floor.fair.vault import Vault
from upcard.floor.house.recovery import recover
from upcard.floor.ledger.entry import Broken
from upcard.floor.progressive import signs
from upcard.floor.reports import audit, audit_mystery, reports

METER = {"base": 5_000, "reset": 5_000, "increment": 200_000, "hidden": 50_000, "must-hit-by": 10_000, "fed-by": "ante"}
"""From $50 up to $100; a fifth of every Ante goes to it."""


@pytest.fixture
def house(quick: Floor) -> Floor:
    quick.link("M", {"fifty": METER})
    quick.table("V", "virtual", "three-card-blitz", link="M")
    seat_players(quick, "V", 3, 100_000_00)
    return quick


def of(floor: Floor, kind: type[facts.Fact]) -> list[Any]:
    bodies = (facts.read_body(entry.body) for entry in floor.house.store.entries())
    return [fact for body in bodies for fact in body.facts if isinstance(fact, kind)]


def play_until_hit(floor: Floor, chance: random.Random) -> facts.HitPending:
    before = len(of(floor, facts.MysteryOpened))
    while len(of(floor, facts.MysteryOpened)) == before:
        play_round(floor, "V", lambda _: GAMES["three-card-blitz"], chance)
    pending: facts.HitPending = of(floor, facts.HitPending)[-1]
    return pending


def test_it_is_won_by_whoever_brings_it_to_the_amount_that_was_bound(house: Floor) -> None:
    chance = random.Random(4)
    for _ in range(3):
        bound = of(house, facts.MysteryCommitted)[-1]
        pending = play_until_hit(house, chance)
        opened = of(house, facts.MysteryOpened)[-1]
        hit = house.hit(pending.hit)
        assert proof.amount_commitment(opened.amount, opened.salt) == bound.commitment
        as_the_page_says = b"amount:%d:" % opened.amount + bytes.fromhex(opened.salt)
        assert hashlib.sha256(as_the_page_says).hexdigest() == bound.commitment
        assert (bound.low, bound.high) == (5_001, 10_000)
        # Three Antes of $10 bring the meter $2 each: what it shows after the round is at most $6 past the amount.
        assert opened.amount <= hit.amount < opened.amount + 600
        assert hit.amount <= 10_000
        assert (hit.stake, hit.wager, hit.outcome) == (1000, "ante", "must-hit-by")
        assert hit.player == f"V-p{hit.seat}"
        assert of(house, facts.MysteryCommitted)[-1].number == opened.number + 1
        money = house.balance(f"player:{hit.player}")
        house.settle(hit.id)
        assert house.balance(f"player:{hit.player}") == money + hit.amount
    checked = audit.verify(house.house.store)
    assert checked.secrets == 3
    assert reports.statement(house.house.store, "M", "fifty").reconciles()
    assert recover(house.house.store).state == house.state


def test_what_is_sealed_does_not_say_by_its_length_what_is_in_it() -> None:
    vault = Vault(bytes(32), SeededSource(7))
    drawn = [vault.amount(1, 20_000) for _ in range(200)]
    assert {len(str(vault.reveal(one.sealed).amount)) for one in drawn} >= {3, 4, 5}
    assert len({len(one.sealed) for one in drawn}) == 1


def test_the_round_does_not_wait_for_it(house: Floor) -> None:
    pending = play_until_hit(house, random.Random(9))
    assert house.state.tables["V"].round is None, "the round has ended although the jackpot is pending"
    assert signs.is_pending(house.state, house.state.links["M"], "fifty")
    play_round(house, "V", lambda _: GAMES["three-card-blitz"], random.Random(10))
    house.settle(pending.hit)
    assert house.state.tables["V"].round is None


def test_a_jackpot_paid_while_its_round_is_played_leaves_the_round_alone(house: Floor) -> None:
    meter = house.state.links["M"]
    chance = random.Random(2)
    while house.state.balance("meter:M/fifty") < 9_000 * 10**6 and meter.mysteries["fifty"].number == 1:
        play_round(house, "V", lambda _: GAMES["three-card-blitz"], chance)
    while True:
        for seat in (1, 2, 3):
            house.ok(f"player:V-p{seat}", "bet", table="V", seat=seat, wagers={"ante": 1000, "blind": 1000})
        house.ok("dora", "start", table="V")
        hits = [hit for hit in house.state.hits.values() if hit.state == "PENDING"]
        if hits:
            break
        for seat in (1, 2, 3):
            house.ok(f"player:V-p{seat}", "act", table="V", seat=seat, move="fold")
    assert house.state.tables["V"].round is not None
    house.settle(hits[0].id)
    assert house.state.tables["V"].round is not None, "the round was closed by a jackpot that is none of its own"
    house.ok("player:V-p1", "act", table="V", seat=1, move="fold")


def test_a_live_table_presses_its_own_jackpots_beside_it(quick: Floor) -> None:
    sevens = {"base": 1_000_000, "reset": 1_000_000, "increment": 100_000, "hidden": 0}
    secret = {**METER, "base": 100, "reset": 100, "must-hit-by": 130, "fed-by": "blazing-sevens"}
    quick.link("L", {"blazing-sevens": sevens, "secret": secret})
    quick.table("T1")
    while not (mystery := [hit for hit in quick.state.hits.values() if hit.outcome == "must-hit-by"]):
        quick.start("T1", 1, 4)
        if not any(hit.outcome == "must-hit-by" for hit in quick.state.hits.values()):
            quick.ok("dora", "end", table="T1")
    card = quick.press("T1", mystery[0].seat, "three-suited-sevens")
    quick.ok("dora", "hits-done", table="T1")
    quick.settle(mystery[0].id)
    quick.settle(card)
    quick.ok("dora", "end", table="T1")
    assert audit.verify(quick.house.store).secrets == 1


def test_a_hit_that_is_voided_goes_to_the_next_wager_that_finds_the_meter_there(house: Floor) -> None:
    pending = play_until_hit(house, random.Random(3))
    stood = house.hit(pending.hit).amount
    house.ok("sue", "void", hit=pending.hit, reason="the seat's bet was none")
    assert house.meter("fifty", "M") >= stood - 5_000
    again = play_until_hit(house, random.Random(30))
    house.settle(again.hit)
    assert audit.verify(house.house.store).secrets == 2


def test_what_a_meter_has_to_say(quick: Floor) -> None:
    def no(**more: Any) -> str:
        return quick.no_change("link", link="X", meters={"m": {**METER, **more}})

    assert "belong together" in no(**{"fed-by": ""})
    assert "more than its base" in no(base=10_000)
    assert "must-hit-by is its limit" in no(limit=20_000)
    assert "must-hit-by is its limit" in no(increment=0)
    quick.link("M", {"fifty": METER})
    assert "its amount is bound" in quick.no_change("meter", link="M", meter="fifty", **{"must-hit-by": 20_000})
    quick.link("B", {"bets": {**METER, "fed-by": "bet"}})
    fed = {"table": "B", "kind": "virtual", "game": "three-card-blitz", "link": "B"}
    assert "has no progressive wager" in quick.no_change("table", **fed)


def test_what_players_are_told(house: Floor, quick: Floor) -> None:
    text = signs.rules_text(house.state, house.state.links["M"])
    assert "secret amount of at most $100.00 wins it whole" in text
    assert house.state.links["M"].mysteries["fifty"].commitment in text
    sealed = house.state.links["M"].mysteries["fifty"].sealed
    exported = json.dumps(list(audit.export(house.house.store)))
    assert sealed not in exported


@pytest.fixture
def won(house: Floor) -> Floor:
    pending = play_until_hit(house, random.Random(6))
    house.settle(pending.hit)
    return house


def lies() -> Iterator[tuple[type[facts.Fact], dict[str, Any], str]]:
    yield facts.MysteryOpened, {"amount": 9_999}, "not the one that was bound"
    yield facts.MysteryCommitted, {"low": 9_990}, "not between 9990"
    yield facts.MysteryReached, {"seat": 9}, "another seat than 9"
    yield facts.GameStarted, {"round": "V-0"}, "a round that did not feed it"


@pytest.mark.parametrize(("kind", "said", "found"), list(lies()))
def test_the_audit_finds_an_amount_that_was_made_up(
    won: Floor, monkeypatch: pytest.MonkeyPatch, kind: type[facts.Fact], said: dict[str, Any], found: str
) -> None:
    read = facts.read_body

    def forged(data: bytes) -> facts.Body:
        body = read(data)
        changed = [
            type(fact)(**{**{n: getattr(fact, n) for n in fact.__struct_fields__}, **said})
            if type(fact) is kind
            else fact
            for fact in body.facts
        ]
        return facts.Body(body.at, body.by, body.refused, tuple(changed))

    monkeypatch.setattr("upcard.floor.reports.audit_mystery.facts.read_body", forged)
    auditor = audit_mystery.MysteryAuditor()
    with pytest.raises(Broken, match=found):
        for chunk in won.house.store.chunks():
            for row in chunk:
                auditor.take(row)


def test_an_amount_that_was_come_to_before_is_found(won: Floor) -> None:
    """A meter that wagers had brought past its amount, and that was won only later, by somebody else."""
    auditor = audit_mystery.MysteryAuditor()
    rows = [row for chunk in won.house.store.chunks() for row in chunk]
    with pytest.raises(Broken, match="before it was won"):
        for row in rows:
            if b'"mystery-opened"' in row[5]:
                auditor._bound["M", "fifty"].highest = 10_000 * 10**6
            auditor.take(row)
