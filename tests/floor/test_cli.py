"""`upcard floor` and `upcard audit` as people and programs use them."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tests.kit.databases import Cluster
from tests.kit.floor import CHEAP, PIN
from upcard.cli.main import app
from upcard.floor.commands.catalogue import __all__ as _  # noqa: F401 (importing it registers every verb)
from upcard.floor.commands.verbs import VERBS
from upcard.floor.people.configuration import CHANGES

DOC = Path(__file__).parents[2] / "docs" / "floor-commands.md"
PASSWORD = "long and secret"


# The sources may be edited while the tests run; what a changed program is told is tested in test_ledger.py.
ENV = {
    "UPCARD_PASSWORD": PASSWORD,
    "UPCARD_NEW_PASSWORD": PASSWORD,
    "UPCARD_PIN": PIN,
    "UPCARD_ACCEPT_SOFTWARE": "1",
}


def upcard(*args: str, stdin: str | bytes = "", code: int = 0) -> str:
    """The command line in this process: what it printed, or what it said when it refused."""
    done = CliRunner().invoke(app, list(args), input=stdin, env=ENV)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, f"{done.exit_code}: {done.stdout}{done.stderr}"
    return done.stderr if code == 2 else done.stdout


def _upcard() -> str:
    return str(Path(sys.executable).parent / "upcard")


def evening() -> str:
    """The session of docs/floor-commands.md."""
    blocks = DOC.read_text("utf-8").split("## A first evening")[1].split("```")[1::2]
    block = next(block for block in blocks if block.lstrip().startswith("{"))
    return block.strip() + "\n"


@pytest.fixture(autouse=True)
def cheap_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Argon2 takes its time on purpose; here nobody guesses passwords."""
    monkeypatch.setattr("upcard.floor.people.secret.PasswordHasher", lambda: CHEAP)


@pytest.fixture
def database(tmp_path: Path) -> str:
    path = str(tmp_path / "house.sqlite3")
    assert "was founded" in upcard("floor", "init", "--database", path)
    return path


def test_the_page_lists_every_verb_and_every_change() -> None:
    text = DOC.read_text("utf-8")
    verbs, changes = text.split("## Verbs")[1].split("## Changes")
    rows = re.findall(r"^\| `([\w-]+)` \| ([^|]*) \| (.*) \|$", verbs, re.MULTILINE)
    assert sorted(row[0] for row in rows) == sorted(VERBS)
    for name, roles, doc in rows:
        assert roles == ", ".join(sorted(VERBS[name].roles)), name
        assert doc == VERBS[name].doc, name
    listed = re.findall(r"^\| `([\w-]+)` \| (.*) \|$", changes, re.MULTILINE)
    assert dict(listed) == {change.what: change.doc for change in CHANGES.values()}


def test_the_evening_of_the_page_runs(database: str) -> None:
    acks = [
        json.loads(line) for line in upcard("floor", "run", "-", "--database", database, stdin=evening()).splitlines()
    ]
    assert [list(ack) for ack in acks] == [["id", "seq", "ok", "error"]] * len(acks)
    assert all(ack["ok"] for ack in acks), acks
    again = [
        json.loads(line) for line in upcard("floor", "run", "-", "--database", database, stdin=evening()).splitlines()
    ]
    assert again == acks, "the same ids give the same acknowledgements"
    status = json.loads(upcard("floor", "status", "--database", database, "--format", "json"))
    assert status["links"]["sevens"]["meters"]["blazing-sevens"]["shows"] == 1_000_020 - 100_002
    assert [hit["state"] for hit in status["links"]["sevens"]["pending"]] == ["VERIFIED"]


def test_a_jackpot_at_the_terminal(database: str, tmp_path: Path) -> None:
    upcard("floor", "run", "-", "--database", database, stdin=evening())
    at = ("--database", database)
    card = str(tmp_path / "eve.card")
    upcard("floor", "staff", "card", "max", "--to", card, "--by", "eve", *at)
    assert "nobody called" in upcard("floor", "verify", "T1-1-4", "--by", "zoe", *at, code=2)
    assert "CONFIRMED: $1,000.02" in upcard("floor", "confirm", "T1-1-4", "--by", "eve", "--card", card, *at)
    assert "PAID" in upcard("floor", "pay", "T1-1-4", "--by", "sue", *at)
    assert "that is its end" in upcard("floor", "void", "T1-1-4", "--by", "sue", "--reason", "x", *at, code=2)
    hits = json.loads(upcard("floor", "hits", *at, "--format", "json"))
    assert [(hit["state"], hit["amount"], hit["card_of"]) for hit in hits] == [("PAID", 100_002, "max")]
    text = upcard("floor", "statement", "sevens", "blazing-sevens", *at)
    assert "closing" in text
    assert "award" in text
    assert "T1" in upcard("floor", "table", "list", *at)
    assert "blazing-sevens" in upcard("floor", "link", "list", *at)
    assert "share it equally" in upcard("floor", "link", "rules", "sevens", *at)
    assert "eve" in upcard("floor", "staff", "list", *at, "--format", "csv")


def test_staff_tables_and_links_at_the_terminal(database: str, tmp_path: Path) -> None:
    at = ("--database", database)
    assert "begins with an executive" in upcard(
        "floor", "staff", "add", "dora", "--role", "dealer", "--department", "t", "--by", "dora", *at, code=2
    )
    upcard("floor", "staff", "add", "eve", "--role", "executive", "--department", "top", "--by", "eve", *at)
    upcard("floor", "staff", "add", "max", "--role", "manager", "--department", "tables", "--by", "eve", *at)
    meters = tmp_path / "meters.json"
    meters.write_text(json.dumps({"blazing-sevens": {"base": 5, "reset": 5, "increment": 1, "hidden": 0}}))
    said = upcard("floor", "link", "open", "L", "--meters", str(meters), "--by", "max", *at)
    proposal = said.split()[0]
    assert "proposed themselves" in upcard("floor", "approve", proposal, "--by", "max", *at, code=2)
    upcard("floor", "approve", proposal, "--by", "eve", *at)
    said = upcard(
        "floor", "table", "open", "T1", "--game", "blackjack", "--kind", "live", "--link", "L", "--by", "max", *at
    )
    upcard("floor", "approve", said.split()[0], "--by", "eve", *at)
    assert "T1" in upcard("floor", "table", "list", *at)


def test_audit_offline_on_a_copy(database: str, tmp_path: Path) -> None:
    upcard("floor", "run", "-", "--database", database, stdin=evening())
    away = tmp_path / "away.jsonl"
    upcard("floor", "checkpoint", "--to", str(away), "--database", database)
    copy = str(tmp_path / "copy.sqlite3")
    shutil.copy(database, copy)
    found = json.loads(upcard("audit", "verify", "--database", copy, "--checkpoints", str(away), "--json"))
    assert found["ok"]
    assert found["checkpoints"] == 5, "three closings and one asked for, and that one again from outside"
    lines = upcard("audit", "export", "--database", copy).splitlines()
    assert len(lines) == found["entries"]
    assert "argon2" not in "".join(lines)
    import sqlite3

    with sqlite3.connect(copy) as connection:
        connection.execute("UPDATE entry SET body = replace(CAST(body AS TEXT), 'Dora', 'Dara') WHERE seq = 5")
    said = json.loads(upcard("audit", "verify", "--database", copy, "--json", code=1))
    assert said["entry"] == 5
    assert "damaged and the house stays shut: entry 5" in upcard(
        "floor", "run", "-", "--database", copy, "--keys", f"{database}.keys", code=2
    )


DEALT = """\
{"id": "t", "by": "max", "do": "propose", "proposal": "v", "what": "table", "change": {"table": "V", "kind": "virtual", "game": "three-card-poker"}}
{"id": "y", "by": "eve", "do": "approve", "proposal": "v"}
{"id": "p", "by": "sue", "do": "player-add", "player": "anna"}
{"id": "m", "by": "sue", "do": "buy-in", "player": "anna", "amount": 1000}
{"id": "s", "by": "sue", "do": "sit", "table": "V", "seat": 1, "player": "anna"}
{"id": "b", "by": "sue", "do": "bet", "table": "V", "seat": 1, "wagers": {"pair-plus": 500}}
{"id": "g", "by": "dora", "do": "start", "table": "V"}
"""  # noqa: E501 (a command is a line)


@pytest.mark.parametrize(
    "damage",
    [
        "UPDATE entry SET body = replace(CAST(body AS TEXT), '100002', '900002') WHERE seq = 15",
        "UPDATE entry SET body = CAST(replace(CAST(body AS TEXT), '100002', '900002') AS BLOB) WHERE seq = 15",
        "UPDATE entry SET body = substr(body, 1, 20) WHERE seq = 15",
        "DELETE FROM entry WHERE seq = 15",
    ],
)
def test_a_damaged_ledger_gives_no_report_and_names_the_entry(database: str, damage: str) -> None:
    """No report tells what a forger wrote: the amount of a jackpot, here."""
    at = ["--database", database]
    upcard("floor", "run", "-", *at, stdin=evening() + DEALT)
    assert "every opened card is the one that was committed" in upcard("audit", "deal", "V-1", *at)
    import sqlite3

    with sqlite3.connect(database) as connection:
        assert connection.execute(damage).rowcount == 1
    for report in (["status"], ["hits"], ["events"], ["rounds"], ["statement", "sevens", "blazing-sevens"]):
        assert "is damaged: entry 15:" in upcard("floor", *report, *at, code=2)
    upcard("audit", "deal", "V-1", *at, code=1)
    assert len(upcard("audit", "export", *at, code=1).splitlines()) == 14, "what comes before it is good"


def test_what_is_wrong_is_said_in_a_paragraph(database: str, tmp_path: Path, cluster: Cluster) -> None:
    none = str(tmp_path / "none.sqlite3")
    assert "upcard floor init" in upcard("floor", "run", "-", "--database", none, code=2)
    assert "upcard floor init" in upcard("audit", "verify", "--database", none, code=2)
    assert "there is a house" in upcard("floor", "init", "--database", database, code=2)
    assert "can't be read" in upcard("floor", "run", str(tmp_path / "no.jsonl"), "--database", database, code=2)
    assert "keys" in upcard("floor", "run", "-", "--database", database, "--keys", str(tmp_path / "no.keys"), code=2)
    assert "upcard floor init" in upcard("floor", "status", "--database", cluster.create(), code=2)
    assert "nothing was ever booked" in upcard("floor", "statement", "L", "m", "--database", database, code=2)
    assert "no finished round" in upcard("audit", "deal", "T1-1", "--database", database, code=2)
    import sqlite3

    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "update Upcard" in upcard("floor", "status", "--database", database, code=2)


def test_a_house_that_can_not_be_made_leaves_nothing_behind(database: str, tmp_path: Path) -> None:
    a_file = tmp_path / "file"
    a_file.write_text("not a folder")
    new = str(tmp_path / "new.sqlite3")
    before = sorted(tmp_path.iterdir())
    assert "keys can't be written" in upcard("floor", "init", "--database", new, "--keys", f"{a_file}/k", code=2)
    assert "can't be" in upcard("floor", "init", "--database", f"{a_file}/house.sqlite3", code=2)
    assert "is not a database" in upcard("floor", "init", "--database", str(a_file), code=2)
    upcard("floor", "init", "--database", database, "--keys", str(tmp_path / "other.keys"), code=2)
    assert sorted(tmp_path.iterdir()) == before
    Path(f"{database}.lock").unlink()
    Path(f"{database}.lock").mkdir()
    assert "can't be opened for writing" in upcard("floor", "run", "-", "--database", database, code=2)


def test_lines_that_are_no_commands_are_answered_and_leave_no_trace(database: str) -> None:
    lines = [
        '{"id": "x"',
        "[]",
        '{"id": "y", "by": "eve"}',
        '{"id":"z","by":"system","do":"buy-in"}',
        "",
        '{"id":"q","by":"eve","do":"fly"}',
    ]
    acks = [
        json.loads(line)
        for line in upcard("floor", "run", "-", "--database", database, stdin="\n".join(lines)).splitlines()
    ]
    assert [(ack["id"], ack["seq"] is None, ack["ok"]) for ack in acks] == [
        (None, True, False),
        (None, True, False),
        ("y", True, False),
        ("z", True, False),
        ("q", False, False),
    ]


def test_lines_that_can_not_be_read_are_answered_in_their_turn(database: str, tmp_path: Path) -> None:
    lines = [
        b'{"id":"g1","by":"eve","do":"fly"}',
        b'{"id":"x1","by":"a","do":"b","n":' + b"1" * 5000 + b"}",
        b'{"id":"x2","by":"a","do":"b","at":"9999-12-31T23:59:59-14:00"}',
        b'{"id":"x3\xff","by":"a","do":"b"}',
        b'{"id":"x4","by":"a","do":"b","name":"\\ud800"}',
        b'{"id":"x5\\udfff","by":"a","do":"b"}',
        b'{"id":"x6","by":"a","do":"b","n":NaN}',
        b'{"id":"g2","by":"eve","do":"fly"}',
    ]
    said = [
        ("g1", True, "there is no verb 'fly'"),
        (None, False, "not JSON: Exceeds the limit"),
        ("x2", False, "after the last there is"),
        (None, False, "not UTF-8"),
        ("x4", False, "half a character"),
        (None, False, "printable"),
        ("x6", False, "can't be written"),
        ("g2", True, "there is no verb 'fly'"),
    ]
    (tmp_path / "bad.jsonl").write_bytes(b"\n".join(lines))
    for file, stdin in (("-", b"\n".join(lines)), (str(tmp_path / "bad.jsonl"), b"")):
        acks = [
            json.loads(line) for line in upcard("floor", "run", file, "--database", database, stdin=stdin).splitlines()
        ]
        assert [(ack["id"], ack["seq"] is not None) for ack in acks] == [row[:2] for row in said]
        for ack, (*_id, why) in zip(acks, said, strict=True):
            assert why in ack["error"]
            assert not ack["ok"]


def test_a_copy_on_a_read_only_medium_is_audited(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    medium = tmp_path / "a medium?#%41"
    medium.mkdir()
    shutil.copy(database, medium / "copy.sqlite3")
    monkeypatch.setattr(os, "access", lambda path, mode: not (mode & os.W_OK and Path(path).is_relative_to(medium)))
    upcard("audit", "verify", "--database", str(medium / "copy.sqlite3"))
    upcard("floor", "status", "--database", str(medium / "copy.sqlite3"))
    assert [file.name for file in medium.iterdir()] == ["copy.sqlite3"], "nothing was written beside it"


def test_each_acknowledgement_comes_when_it_is_due(database: str) -> None:
    """A program that waits for each answer before it sends the next line gets it."""
    with subprocess.Popen(
        [_upcard(), "floor", "run", "-", "--database", database],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, **ENV},
        bufsize=1,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for line in evening().splitlines()[:3]:
            process.stdin.write(line + "\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["ok"]
        assert "is open in process" in upcard("floor", "run", "-", "--database", database, code=2)
        assert "Staff" in upcard("floor", "staff", "list", "--database", database), "reading is possible meanwhile"
        process.stdin.close()
        assert process.wait(30) == 0


def test_a_file_that_can_not_be_written_changes_nothing(database: str, tmp_path: Path) -> None:
    upcard("floor", "run", "-", "--database", database, stdin=evening())
    at, nowhere = ("--database", database), str(tmp_path / "nowhere" / "file")
    before = upcard("audit", "export", *at)
    assert "can't be written" in upcard("floor", "staff", "card", "max", "--to", nowhere, "--by", "eve", *at, code=2)
    assert upcard("audit", "export", *at) == before, "no card was issued"
    assert "can't be written" in upcard("floor", "checkpoint", "--to", nowhere, *at, code=2)
    assert "can't be written" in upcard("audit", "export", "--to", nowhere, *at, code=2)
    assert "can't be written" in upcard("devices", "new-card", nowhere, "--card", "C-1", code=2)
    card = tmp_path / "max.card"
    assert "nobody called" in upcard("floor", "staff", "card", "nobody", "--to", str(card), "--by", "eve", *at, code=2)
    assert not card.exists(), "a card that was not issued leaves no file"
    upcard("floor", "staff", "card", "max", "--to", str(card), "--by", "eve", *at)
    assert card.exists()
    meters = tmp_path / "meters.json"
    meters.write_bytes(b"\xff\xfe{}")
    said = upcard("floor", "link", "open", "L", "--meters", str(meters), "--by", "max", *at, code=2)
    assert "not text in UTF-8" in said


def test_a_pay_table_from_a_file_stands_in_the_ledger_row_by_row(database: str, tmp_path: Path) -> None:
    """So that a copy of the database alone tells what was paid."""
    upcard("floor", "run", "-", "--database", database, stdin=evening())
    at = ("--database", database)
    table = tmp_path / "pp.toml"
    rows = {"straight-flush": "50 to 1", "three-of-a-kind": "30 to 1", "straight": "6 to 1", "flush": "3 to 1"}
    rows |= {"pair": "1 to 1", "other": "lose"}
    table.write_text('wager = "pair-plus"\n[pays]\n' + "".join(f'{name} = "{pay}"\n' for name, pay in rows.items()))
    opening = ("floor", "table", "open", "V9", "--game", "three-card-poker", "--by", "max", *at)
    alone, named = (upcard(*opening, "--pays", pays).split()[0] for pays in (str(table), f"pair-plus={table}"))
    assert alone != named
    upcard("floor", "approve", alone, "--by", "eve", *at)
    table.unlink()
    assert '"straight-flush": "50 to 1"' in upcard("audit", "export", *at)
    played = [json.loads(line) for line in upcard("floor", "run", "-", *at, stdin=play_at("V9")).splitlines()]
    assert all(ack["ok"] for ack in played), played
    assert "1 round replayed" in upcard("audit", "verify", *at)
    change = {"table": "V8", "kind": "virtual", "game": "three-card-poker", "pays": {"pair-plus": str(table)}}
    line = {"id": "file", "by": "max", "do": "propose", "what": "table", "change": change}
    ack = json.loads(upcard("floor", "run", "-", *at, stdin=json.dumps(line) + "\n"))
    assert not ack["ok"]
    assert "a file can't be named here" in ack["error"]


def play_at(table: str) -> str:
    """A round of one player who bets Pair Plus alone."""
    asked: list[dict[str, Any]] = [
        {"by": "sue", "do": "player-add", "player": "zed"},
        {"by": "sue", "do": "buy-in", "player": "zed", "amount": 10_000},
        {"by": "sue", "do": "sit", "table": table, "seat": 1, "player": "zed"},
        {"by": "player:zed", "do": "bet", "table": table, "seat": 1, "wagers": {"pair-plus": 500}},
        {"by": "sue", "do": "start", "table": table},
    ]
    return "".join(json.dumps({"id": f"{table}-{n}", **said}) + "\n" for n, said in enumerate(asked))


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        (("events", "--group", "nope"), "the groups are start, win, security, parameters, error, refused"),
        (("rounds", "--table", "nope"), "there is no table 'nope'; there are T1"),
    ],
)
def test_a_report_of_what_is_not_there_is_refused(database: str, asked: tuple[str, ...], says: str) -> None:
    upcard("floor", "run", "-", "--database", database, stdin=evening())
    assert says in upcard("floor", *asked, "--database", database, code=2)


def test_who_approves_sees_what_is_proposed(database: str) -> None:
    at = ["--database", database]
    upcard("floor", "run", "-", *at, stdin=evening() + DEALT.splitlines()[0] + "\n")
    for form in ("text", "csv", "json"):
        said = upcard("floor", "status", "--format", form, *at)
        assert "three-card-poker" in said, form
    tables = upcard("floor", "status", "--format", "csv", *at).split("\n\n")
    assert [table.partition(",")[0] for table in tables] == ["table", "link", "hit", "alert", "proposal"]


@pytest.mark.parametrize(
    "period", [["--after", "1000"], ["--after", "9", "--upto", "9"], ["--after", "9", "--upto", "5"]]
)
def test_a_statement_of_a_period_without_entries_is_refused(database: str, period: list[str]) -> None:
    at = ["--database", database]
    upcard("floor", "run", "-", *at, stdin=evening())
    said = upcard("floor", "statement", "sevens", "blazing-sevens", *period, *at, code=2)
    assert "there is no entry behind" in said


def test_somebody_who_was_locked_out_is_let_in_at_the_terminal(database: str) -> None:
    at = ["--database", database]
    upcard("floor", "run", "-", *at, stdin=evening())
    for _try in range(3):
        upcard("floor", "approve", "P1", "--by", "max", "--password", "wrong", *at, code=2)
    assert "locked out" in upcard("floor", "approve", "P1", "--by", "max", *at, code=2)
    upcard("floor", "staff", "unlock", "max", "--by", "eve", *at)
    assert "no open proposal" in upcard("floor", "approve", "P1", "--by", "max", *at, code=2)


@pytest.mark.parametrize(("key", "value"), [("count", None), ("count", "1"), ("card", 7), ("private", 7)])
def test_a_spoilt_card_file_is_told_and_nothing_is_swiped(
    database: str, tmp_path: Path, key: str, value: object
) -> None:
    at = ["--database", database]
    upcard("floor", "run", "-", *at, stdin=evening())
    card = tmp_path / "max.card"
    upcard("floor", "staff", "card", "max", "--to", str(card), "--by", "eve", *at)
    card.write_text(json.dumps({**json.loads(card.read_text("utf-8")), key: value}))
    assert "is no card file" in upcard("floor", "confirm", "T1-1-4", "--by", "max", "--card", str(card), *at, code=2)


@pytest.mark.parametrize(("key", "value"), [("seq", "5"), ("seq", None), ("hash", 5), ("signature", None)])
def test_a_spoilt_file_of_checkpoints_is_told(database: str, tmp_path: Path, key: str, value: object) -> None:
    away = tmp_path / "away.jsonl"
    upcard("floor", "checkpoint", "--to", str(away), "--database", database)
    away.write_text(json.dumps({**json.loads(away.read_text("utf-8")), key: value}))
    said = upcard("audit", "verify", "--database", database, "--checkpoints", str(away), code=2)
    assert "is no file of checkpoints" in said


def test_a_file_with_a_byte_order_mark_is_read_and_a_field_given_twice_is_not(database: str, tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    twice = '{"id": "x", "by": "device:T1", "do": "sensor", "table": "T1", "seat": 1, "amount": 100, "amount": 900}\n'
    file.write_text(evening() + twice, encoding="utf-8-sig")
    for said in (
        upcard("floor", "run", str(file), "--database", database),
        upcard("floor", "run", "-", "--database", database, stdin=file.read_bytes()),
    ):
        *fine, last = [json.loads(line) for line in said.splitlines()]
        assert all(ack["ok"] for ack in fine)
        assert last == {"id": "x", "seq": None, "ok": False, "error": "'amount' is there twice in one JSON object"}


@pytest.mark.rule("PRG-11")
def test_a_house_whose_only_executive_is_locked_out_is_let_in_by_its_keys(database: str) -> None:
    """And by nothing less, and only where nobody is left who could."""
    at = ("--database", database)
    add = ("--role", "executive", "--department", "management", "--by", "eve")
    upcard("floor", "staff", "add", "eve", *add, *at)
    assert "eve is not locked out" in upcard("floor", "staff", "rescue", "eve", *at, code=2)
    tried = ("floor", "staff", "unlock", "eve", "--by", "eve", "--password", "not the password", *at)
    for said in ("the password is wrong",) * 3:
        assert said in upcard(*tried, code=2)
    assert "locked out" in upcard("floor", "staff", "unlock", "eve", "--by", "eve", *at, code=2)
    upcard("floor", "staff", "rescue", "eve", *at)
    for who in ("max", "tom"):
        upcard("floor", "staff", "add", who, "--role", "manager", "--department", "tables", "--by", "eve", *at)
    for said in ("the password is wrong",) * 3:
        wrong = ("floor", "staff", "unlock", "tom", "--by", "max", "--password", "not the password", *at)
        assert said in upcard(*wrong, code=2)
    assert "max is unlocked by one of: eve, tom" in upcard("floor", "staff", "rescue", "max", *at, code=2)
    assert "active" in upcard("floor", "staff", "list", *at)
    assert "staff-unlocked" in upcard("floor", "events", "--group", "security", *at)


def test_an_empty_name_of_a_database_is_no_house() -> None:
    assert "would lose everything: give a file" in upcard("floor", "status", "--database", "", code=2)
