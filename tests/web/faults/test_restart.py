"""A kill in the middle of a round: the real program, kill -9, and the table goes on where it was."""

import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from tests.kit.server import UPCARD, taken_port
from tests.kit.site import Apart, Browser
from upcard.cli.errors import UserError
from upcard.cli.house import serve
from upcard.floor.ledger.storage.store import Store
from upcard.floor.reports import audit
from upcard.web.demo import demo
from upcard.web.edge.sessions import Sessions

Json = dict[str, Any]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Apart]:
    """A house of the demo's tables, without its bots: nobody moves but the test."""
    made = Apart(tmp_path)
    yield made
    made.close()


def _lasting(state: Json) -> Json:
    """What has to be the same after a restart. Clocks begin anew, and the meters move with other tables."""
    lasting = {key: state[key] for key in ("round", "view", "results", "shoe", "you")}
    return lasting | ({} if state["view"]["over"] else {"phase": state["phase"]})


def test_a_kill_in_the_middle_of_a_round_loses_nothing(program: Apart) -> None:
    program.server.start()
    browser = program.browser().sign_in("Anna")
    tables: dict[str, dict[str, int]] = {
        "three-card-poker": {"ante": 500, "pair-plus": 500, "progressive": 100},
        "four-card-split": {"ante-1": 500, "ante-2": 500, "blind": 500},
        "blackjack": {"bet": 1000, "21+3": 100, "blazing-sevens": 100},
    }
    for table, bets in tables.items():
        _sit(browser, table, bets)
        browser.wait(table, lambda s: s["phase"] in {"acting", "settled"}, 20)
    stream = browser.socket("/tables/three-card-poker/stream")
    seen = stream.until(lambda m: m["type"] == "state")[-1]["seq"]
    bankroll = browser.get("/session")["bankroll"]
    states = {table: browser.table(table) for table in tables}
    assert sum(state["phase"] == "acting" for state in states.values()) >= 2
    program.server.kill()
    port = program.server.port
    program.server.start(port)
    assert program.server.port == port, "the port is free again at once"
    assert browser.get("/session")["bankroll"] == bankroll
    for table, before in states.items():
        assert _lasting(browser.table(table)) == _lasting(before), table
    again = browser.socket(f"/tables/three-card-poker/stream?since={seen}")
    hello = again.next()
    assert hello["seq"] >= seen
    turn = browser.table("three-card-poker")["view"]["turns"]
    assert any("moves" in one for one in turn)
    browser.ok("POST", "/tables/three-card-poker/acts", {"seat": 2, "move": "fold"})
    told = again.until(lambda m: m["type"] == "events")[-1]
    assert any(event["event"] == "acted" for event in told["events"])


def _sit(browser: Browser, table: str, bets: dict[str, int]) -> None:
    browser.ok("POST", f"/tables/{table}/seats/2")
    browser.ok("PUT", f"/tables/{table}/seats/2/bets", {"wagers": bets})


def test_a_port_that_is_taken_is_said_and_the_next_one_used(tmp_path: Path) -> None:
    program = Apart(tmp_path, "--demo", set_up=None)
    with taken_port() as port:
        program.server.start(port)
        assert program.server.port > port
        assert f"Port {port} is taken" in program.server.printed
    assert "demo floor" in program.server.printed
    lobby = program.browser().get("/tables")["tables"]
    assert {card["id"] for card in lobby} >= {opening.id for opening in demo.TABLES}
    assert all(card["taken"] for card in lobby if card["kind"] == "virtual"), "bots sit at every table"
    program.clients.close()
    program.server.stop()


def test_a_second_program_at_the_same_house_says_why_it_stops(program: Apart, tmp_path: Path) -> None:
    program.server.start()
    command = [*UPCARD, "serve", "--database", str(program.database), "--no-coach"]
    second = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert second.returncode == 2
    assert "one process at a time" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.rule("PRG-13")
def test_a_unit_that_is_stopped_closes_its_house(program: Apart) -> None:
    """With its head signed, a snapshot to begin with, and nothing left in the log."""
    program.server.start()
    program.browser().sign_in("Anna")
    assert program.server.terminate() == 0
    assert not Path(f"{program.database}-wal").exists()
    with closing(Store(str(program.database), reading=True)) as store:
        entries = store.head()[0]
        assert audit.verify(store).signed == entries
        assert max(number for number, *_ in store.snapshots()) == entries - 1, "the last entry holds its digest"


def test_a_house_that_is_not_there_is_said(tmp_path: Path) -> None:
    command = [*UPCARD, "serve", "--database", str(tmp_path / "none.db")]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 2
    assert "--demo" in answer.stderr


def _garbage(path: Path) -> None:
    path.write_bytes(b"these are no sessions, " * 20)


def _other_software(path: Path) -> None:
    """What was played is kept in words of its own, which another version may not know."""
    sessions = Sessions(path)
    sessions.begin("player", "p1", "Anna")
    sessions.close()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE session SET play = ?", ('{"unheard_of": 1}',))
    db.close()


@pytest.mark.parametrize("damage", [_garbage, _other_software])
def test_a_damaged_file_of_sessions_is_said(program: Apart, damage: Callable[[Path], None]) -> None:
    damage(Path(f"{program.database}.sessions"))
    command = [*UPCARD, "serve", "--database", str(program.database), "--no-coach", "--accept-software"]
    answer = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert answer.returncode == 2
    assert "move it away" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert "is open at" not in answer.stdout


def test_ports_that_nobody_can_have_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with taken_port() as port:
        monkeypatch.setattr(serve, "TRIES", 1)
        with pytest.raises(UserError, match=f"{port} to {port} of 127.0.0.1 none"):
            serve.bind("127.0.0.1", port)
