"""The consoles' ledger search and replays read both databases alike: newest first, a page at a time, no secrets."""

import pytest

from tests.kit.floor import Floor
from upcard.web.ledger import replays
from upcard.web.ledger import search as ledger_search
from upcard.web.ledger.search import LedgerQuestion


@pytest.fixture
def played(floor: Floor) -> Floor:
    floor.link()
    floor.table("T1")
    floor.start("T1", 3)
    hit = floor.press("T1", 3, "three-suited-sevens")
    floor.ok("dora", "hits-done", table="T1")
    floor.ok("dora", "call-supervisor", table="T1")
    alert = next(iter(floor.state.alerts))
    floor.ok("sue", "acknowledge", alert=alert, note="on my way")
    floor.no("dora", "end", table="T1")
    floor.settle(hit)
    floor.ok("dora", "end", table="T1")
    return floor


def test_pages_hold_every_entry_once(played: Floor) -> None:
    store, seen, before = played.house.store, [], None
    while True:
        page = ledger_search.search(store, LedgerQuestion(before=before, limit=7))
        seen += [entry["seq"] for entry in page.entries]
        if page.older is None:
            break
        before = page.older
    assert seen == list(range(store.head()[0], 0, -1))


def test_what_is_asked_is_found(played: Floor) -> None:
    store = played.house.store
    assert {e["do"] for e in ledger_search.search(store, LedgerQuestion(verb="verify")).entries} == {"verify"}
    assert {e["by"] for e in ledger_search.search(store, LedgerQuestion(by="sue")).entries} == {"sue"}
    refused = ledger_search.search(store, LedgerQuestion(groups=("refused",))).entries
    assert [(e["do"], "unresolved" in e["error"]) for e in refused] == [("end", True)]
    wins = ledger_search.search(store, LedgerQuestion(groups=("win",))).entries
    assert [e["do"] for e in wins] == ["pay", "confirm", "verify", "hit"]
    paid = ledger_search.search(store, LedgerQuestion(text="HIT:T1-1-3")).entries
    assert paid, "an account of a transfer is found, whatever its case"
    assert not ledger_search.search(store, LedgerQuestion(text="argon2")).entries, (
        "a hash of a secret is not even found"
    )


def test_who_took_note_of_an_alert(played: Floor) -> None:
    (noted,) = ledger_search.acknowledged(played.house.store)
    assert (noted["where"], noted["acknowledged_by"], noted["note"]) == ("T1", "sue", "on my way")


def test_a_live_round_is_told_in_order(played: Floor) -> None:
    found = replays.find(played.house.store, "T1-1")
    texts = [step["text"] for step in replays.steps(found)[0]]
    told = ["START GAME", "Hit pending: T1-1-3", "HITS DONE", "Hit verified", "Hit confirmed: T1-1-3, $10,000"]
    told += ["Hit paid", "END GAME"]
    places = [next(at for at, text in enumerate(texts) if words in text) for words in told]
    assert places == sorted(places)
    assert replays.check(found)["dealt_by_house"] is False
    with pytest.raises(LookupError, match="no finished round 'T1-2'"):
        replays.find(played.house.store, "T1-2")
