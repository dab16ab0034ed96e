"""Facts: the same bytes for ever, secrets that nobody is shown, and decisions that change nothing."""

import copy
import random
import shutil
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.floor.faults.workload import TABLES, Workload, prepare, reopen
from tests.kit.dealing import play_round, seat_players
from tests.kit.floor import Floor
from upcard.floor import facts
from upcard.floor.commands.command import Command
from upcard.floor.commands.decide import decide
from upcard.floor.facts.fact import Objection
from upcard.floor.house.codec import plain
from upcard.floor.house.house import House
from upcard.floor.ledger.entry import canonical, read_plain
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit, reports

KINDS = [
    fact
    for fact in (getattr(facts, name) for name in facts.__all__)
    if isinstance(fact, type) and issubclass(fact, facts.Fact) and fact.kind
]


def written_as_read(store: Store) -> set[str]:
    """Every entry is read and written again; the kinds of facts that were met."""
    met = set()
    for entry in store.entries():
        body = facts.read_body(entry.body)
        assert canonical(body.written()) == entry.body, entry.seq
        met |= {fact.kind for fact in body.facts}
    return met


@pytest.mark.parametrize(
    ("ledger", "kinds"),
    [
        ("first", {"worked-out", "contributed", "cards-opened", "answered", "ended"}),
        ("days", {"answered", "shift-cut", "shift-signed", "mystery-opened", "late-hit", "batch-reopened"}),
    ],
)
def test_an_old_ledger_has_the_same_bytes(tmp_path: Path, ledger: str, kinds: set[str]) -> None:
    old = Path(__file__).parents[1] / "ledgers" / ledger / "house.sqlite3"
    shutil.copy(old, tmp_path / "house.sqlite3")
    store = Store(str(tmp_path / "house.sqlite3"))
    assert kinds <= written_as_read(store)
    store.close()


def test_random_work_has_the_same_bytes(tmp_path: Path) -> None:
    path = prepare(tmp_path)
    with reopen(path, tmp_path / "house.sqlite3.keys") as house:
        work = Workload(7, tmp_path)
        assert work.run(house, 150)
        assert {
            "hit-pending",
            "hit-paid",
            "hit-voided",
            "worked-out",
            "late-hit",
            "batch-reopened",
            "change-made",
        } <= written_as_read(house.store)


def test_every_kind_has_a_name_and_no_two_have_the_same() -> None:
    assert len({fact.kind for fact in KINDS}) == len(KINDS)


def test_a_fact_can_not_be_changed() -> None:
    fact = facts.HitVerified("T1-1-4")
    with pytest.raises(AttributeError):
        fact.hit = "T1-1-5"  # type: ignore[misc]  # that is what is tried


@pytest.mark.parametrize("sentence", ["it is (not) one", "no (b7s-1)", "(PRG-4)", "who (PRG-4) said so", "x (PRG-)"])
def test_what_is_no_rule_stays_in_its_sentence(sentence: str) -> None:
    assert Objection.read(sentence) == Objection(sentence)


def test_a_rule_comes_back_out_of_the_ledger(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    ack = quick.do("dora", "end", table="T1", id="twice")
    assert ack.refused is not None
    assert ack.refused.rule == "B7S-12"
    assert "B7S-12" not in ack.refused.reason
    assert quick.do("dora", "end", table="T1", id="twice") == ack, "found in the ledger, it is the same"


SECRETS = {"password": "staff-added", "pin": "card-issued", "sealed": "shoe"}


def test_secrets_are_shown_nowhere(quick: Floor) -> None:
    quick.table("V", "virtual", "three-card-poker", link=None)
    hidden: set[str] = set()
    for entry in quick.house.store.entries():
        for kind, said in read_plain(entry.body)["facts"]:
            hidden |= {said[name] for name, of in SECRETS.items() if kind == of}
    assert len(hidden) > len(SECRETS)
    shown = "".join(map(str, audit.export(quick.house.store))) + reports.events(quick.house.store).as_json()
    assert not [secret for secret in hidden if secret in shown]


def whole(house: House) -> tuple[bytes, dict[str, Any]]:
    """A house's state, and every running round with its events."""
    state, running = house.sequencer.state, house.sequencer.running
    rounds = {
        table.id: list(running.look(table).round.events)
        for table in state.tables.values()
        if table.round is not None and table.kind != "live"
    }
    return canonical(plain(state)), rounds


def test_to_decide_changes_nothing(tmp_path: Path) -> None:
    """Whatever is asked: state and rounds are as before, and asked again it is answered the same."""
    path = prepare(tmp_path)
    with reopen(path, tmp_path / "house.sqlite3.keys") as house:
        work = Workload(11, tmp_path)
        moved = 0
        for _ in range(250):
            command = work.draw(house.sequencer.state)
            before = whole(house)
            decisions = [decide(house.sequencer.state, command, 10**6, house.sequencer.running) for _ in (1, 2)]
            assert whole(house) == before, command
            moved += bool(decisions[0].rounds)
            told = [(d.body.error, [f.kind for f in d.body.facts], len(d.transfers)) for d in decisions]
            if command.do not in {"start", "act"}:  # these shuffle a shoe, if it was the last
                assert told[0] == told[1], command
            house.sequencer.submit(command).result()
        assert moved > 10
        assert TABLES


def test_a_move_that_cannot_be_paid_for_leaves_the_round_alone(quick: Floor) -> None:
    quick.table("V", "virtual", "three-card-poker", link=None)
    seat_players(quick, "V", 1, money=1000)
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={"ante": 600})
    quick.ok("dora", "start", table="V")
    before = whole(quick.house)
    assert "has $4.00" in quick.no("player:V-p1", "act", table="V", seat=1, move="play")
    state = copy.deepcopy(before)
    assert whole(quick.house)[1] == state[1]
    quick.ok("player:V-p1", "act", table="V", seat=1, move="fold")
    play_round(quick, "V", lambda _: {"ante": 100}, random.Random(1))
    assert audit.verify(quick.house.store).rounds == 2


def test_unknown_facts_are_said() -> None:
    with pytest.raises(facts.Unreadable, match="newer software"):
        facts.read_body(b'{"at":"x","by":"y","error":null,"facts":[["moon-landed",{}]]}')
    with pytest.raises(facts.Unreadable):
        facts.read_body(b'{"at":"x","by":"y","error":null,"facts":[["hit-verified",{}]]}')
    assert msgspec.json.encode(Command("1", "x", "y", "z"))
