"""What a house has written stays readable: ledgers of earlier versions open, verify, replay and go on."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.kit.cli import run

LEDGERS = sorted(path for path in (Path(__file__).parent / "ledgers").iterdir() if path.is_dir())
OPENED = {"UPCARD_ACCEPT_SOFTWARE": "1"}
CUT = "101b063b310d60a30beb6f677ee2f3ff1f85f3a588a4f71c9415249781e55533"


@pytest.fixture(params=LEDGERS, ids=lambda path: path.name)
def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of an old house, as its owner finds it after an upgrade."""
    copy = tmp_path / "house"
    shutil.copytree(request.param, copy)
    return copy


def upcard(ledger: Path, *words: str, typed: str = "") -> str:
    done = run(*words, "--database", str(ledger / "house.sqlite3"), typed=typed, env=OPENED)
    assert done.exit_code == 0, done.output
    return done.stdout


def told(ledger: Path, said: str) -> Any:
    """What a command says of it now, in the form in which it was kept."""
    words = said.split()
    if words[0] == "floor":
        return json.loads(upcard(ledger, *words, "--format", "json"))
    if words[1] == "deal":
        return upcard(ledger, *words).splitlines()
    verdict = json.loads(upcard(ledger, *words, "--json"))
    del verdict["seconds"]
    return verdict


def covers(now: Any, then: Any) -> bool:
    """Whether everything that was said is said still; a newer version may say more.

    The first version read tables and hits out of a snapshot in the order of their names, and out of the ledger in the
    order in which they came. Since both are read in the order in which they came, rows may stand in another place.
    """
    if isinstance(then, dict):
        return isinstance(now, dict) and all(key in now and covers(now[key], then[key]) for key in then)
    if isinstance(then, list):
        if not isinstance(now, list) or len(now) < len(then):  # statements have rows of the house's own postings now
            return False
        if not all(isinstance(row, dict) for row in then):
            return all(map(covers, now, then))
        return all(any(covers(row, old) for row in now) for old in then)
    return bool(now == then)


def test_it_says_what_it_said(ledger: Path) -> None:
    for said, then in json.loads((ledger / "said.json").read_text("utf-8")).items():
        now = told(ledger, said)
        assert covers(now, then), f"{said}\n{now}\n{then}"


GO_ON: dict[str, list[dict[str, Any]]] = {
    "first": [
        {"by": "sue", "do": "verify", "hit": "T2-15-5"},
        {"by": "player:p2", "do": "act", "table": "VB", "seat": 2, "move": "stand"},
        {"by": "player:p2", "do": "act", "table": "VS", "seat": 2, "move": "split", "value": ["5h 4c 3s", "Kd"]},
        {"by": "sue", "do": "void", "hit": "T2-15-3", "reason": "a six"},
        {"by": "sue", "do": "void", "hit": "T2-15-5", "reason": "a six"},
        {"by": "dora", "do": "end", "table": "T2"},
        {"by": "device:T2", "do": "sensor", "table": "T2", "seat": 1, "amount": 100},
        {"by": "dora", "do": "start", "table": "T2"},
    ],
    "days": [
        # The report of the cut shift is what it was, to the last byte: its digest is signed.
        {"by": "mia", "do": "day-sign", "number": 3, "digest": CUT},
        {"by": "sue", "do": "verify", "hit": "VM-6-1-mystery"},
        {"by": "player:p1", "do": "act", "table": "V", "seat": 1, "move": "play"},
        {"by": "player:VM-p1", "do": "bet", "table": "VM", "seat": 1, "wagers": {"ante": 1000, "blind": 1000}},
        {"by": "dora", "do": "start", "table": "VM"},
        {"by": "player:VM-p1", "do": "act", "table": "VM", "seat": 1, "move": "fold"},
        {"by": "dora", "do": "hits-done", "table": "T2"},
        {"by": "dora", "do": "end", "table": "T2"},
    ],
}


def test_its_open_rounds_go_on(ledger: Path, request: pytest.FixtureRequest) -> None:
    commands = GO_ON[request.node.callspec.id]
    lines = "".join(json.dumps({"id": f"new-{n}", **command}) + "\n" for n, command in enumerate(commands))
    answers = [json.loads(line) for line in upcard(ledger, "floor", "run", "-", typed=lines).splitlines()]
    refused = [answer for answer in answers if not answer["ok"]]
    assert not refused, refused
    verdict = json.loads(upcard(ledger, "audit", "verify", "--json"))
    assert verdict["ok"]
    # Rounds of the old ledger ended under this software.
    assert verdict["rounds"] > json.loads((ledger / "said.json").read_text("utf-8"))["audit verify"]["rounds"]
