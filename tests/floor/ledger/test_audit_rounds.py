"""The auditor's replay against a ledger written anew by somebody who can hash: only its rounds give it away."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kit.dealing import GAMES, play_round, seat_players
from tests.kit.floor import Floor
from upcard.floor.ledger.entry import GENESIS, Broken, EntryRow, Transfer, make, read_plain, read_transfers
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit

TABLES = {"V1": "three-card-poker", "V2": "blackjack", "V3": "four-card-split"}
ROUNDS = 4

Facts = list[list[Any]]
Forgery = Callable[[Facts, list[Transfer]], list[Transfer] | None]
"""Changes an entry in place; the transfers it has then, or None where there is nothing to forge."""


def play(floor: Floor) -> Store:
    """Some rounds of every kind of game; the ledger they are in."""
    for name, game in TABLES.items():
        floor.table(name, "virtual", game, link=None)
        seat_players(floor, name)
    chance = random.Random(11)
    for _ in range(ROUNDS):
        for name, game in TABLES.items():
            bets = dict.fromkeys((1, 2, 3), GAMES[game])
            play_round(floor, name, bets.__getitem__, chance)
    return floor.house.store


@pytest.fixture
def played(quick: Floor) -> Store:
    return play(quick)


@pytest.fixture(params=[0, 2], ids=["alone", "shared out"])
def processes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr(audit, "WORTH_SHARING", 1)
    return int(request.param)


def fact(facts: Facts, kind: str, table: str) -> dict[str, Any] | None:
    return next((said for name, said in facts if name == kind and said["table"] == table), None)


def paid_more(facts: Facts, transfers: list[Transfer]) -> list[Transfer] | None:
    """A winning line pays a dollar more, and its transfer says the same."""
    said = fact(facts, "settled", "V1")
    at = next((i for i, transfer in enumerate(transfers) if transfer.cause.startswith("pays ")), None)
    if said is None or at is None:
        return None
    wager = transfers[at].cause.removeprefix("pays ")
    line = next(line for line in said["lines"] if line[2] == wager and line[6])
    line[6] += 100
    old = transfers[at]
    return [*transfers[:at], old._replace(amount=old.amount + 100_000_000), *transfers[at + 1 :]]


def paid_other_than_said(facts: Facts, transfers: list[Transfer]) -> list[Transfer] | None:
    """The lines are right; the money that moved is not."""
    if fact(facts, "settled", "V2") is None:
        return None
    paid = [transfer for transfer in transfers if transfer.cause.startswith("pays ")]
    return [transfer for transfer in transfers if transfer is not paid[0]] if paid else None


def another_card(facts: Facts, transfers: list[Transfer]) -> list[Transfer] | None:
    """The shoe is opened in another order than it was committed in."""
    said = fact(facts, "shoe-retired", "V3")
    if said is None:
        return None
    said["order"][:2] = reversed(said["order"][:2])
    return transfers


def another_move(facts: Facts, transfers: list[Transfer]) -> list[Transfer] | None:
    """A player is said to have folded who played."""
    said = fact(facts, "answered", "V1")
    if said is None or not any(answer[0] == "act" and answer[3] == "play" for answer in said["answers"]):
        return None
    for answer in said["answers"]:
        if answer[0] == "act":
            answer[3] = "fold"
    return transfers


def unreadable(facts: Facts, transfers: list[Transfer]) -> list[Transfer] | None:
    """An entry that no house writes."""
    said = fact(facts, "answered", "V2")
    if said is None:
        return None
    del said["answers"]
    return transfers


def written_anew(store: Store, path: Path, forge: Forgery) -> tuple[Store, int]:
    """The ledger with one entry forged and everything behind it hashed again, and the entry's number."""
    rows: list[EntryRow] = []
    head, forged = GENESIS, 0
    for seq, epoch, kind, command, raw_transfers, raw_body, _ in _rows(store):
        transfers, body = read_transfers(raw_transfers), read_plain(raw_body)
        changed = forge(body["facts"], transfers) if not forged else None
        if changed is not None:
            transfers, forged = changed, seq
        rows.append(make(head, seq, epoch, kind, command, transfers, body))
        head = rows[-1].hash
    made = Store(f"sqlite:///{path}", create=True)
    made.append(rows)
    return made, forged


def _rows(store: Store) -> Iterator[Any]:
    for chunk in store.chunks():
        yield from chunk


def test_every_round_is_replayed(floor: Floor, processes: int) -> None:
    """On both databases: the processes that share the work read it for themselves."""
    assert audit.verify(play(floor), processes=processes).rounds == ROUNDS * len(TABLES)


@pytest.mark.parametrize(
    ("forge", "says"),
    [
        (paid_more, "settles differently"),
        (paid_other_than_said, "paid other amounts"),
        (another_card, "not the one that was committed"),
        (another_move, "settles differently"),
        (unreadable, "can't be read"),
    ],
)
def test_a_ledger_written_anew_is_given_away_by_its_rounds(
    played: Store, tmp_path: Path, forge: Forgery, says: str
) -> None:
    made, forged = written_anew(played, tmp_path / "anew.sqlite3", forge)
    assert forged
    assert audit.verify(made, replay=False).rounds == 0, "chain and books are whole"
    with pytest.raises(Broken, match=says) as broken:
        audit.verify(made)
    assert broken.value.seq >= forged
    made.close()


def test_the_first_bad_entry_is_named_also_where_another_process_finds_it(
    played: Store, tmp_path: Path, processes: int
) -> None:
    """Two forgeries at tables of different shares: the earlier one is named."""
    once, first = written_anew(played, tmp_path / "once.sqlite3", another_card)
    twice, second = written_anew(once, tmp_path / "twice.sqlite3", unreadable)
    with pytest.raises(Broken) as broken:
        audit.verify(twice, processes=processes)
    assert broken.value.seq == min(first, second)
    once.close()
    twice.close()
