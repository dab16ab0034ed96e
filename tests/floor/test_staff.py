"""Staff: roles, passwords, cards, lock-outs, and that everything is on record."""

import pytest

from tests.kit.floor import PASSWORD, PIN, Floor
from upcard.floor.commands.command import Command, Malformed, from_dict, now, parse
from upcard.floor.people.swipes import CardKey
from upcard.floor.reports import reports

TEN = "three-same-colour-sevens"


@pytest.mark.rule("PRG-11")
def test_every_verb_has_its_roles(quick: Floor) -> None:
    assert "is an auditor" in quick.no("art", "buy-in", player="x", amount=1)
    assert "nobody called 'zoe'" in quick.no("zoe", "start", table="T1")
    assert "dealer" in quick.no(
        "dora", "staff-add", staff="x", name="x", role="dealer", department="t", password=PASSWORD
    )
    assert "needs an executive" in quick.no(
        "max", "staff-add", staff="x", name="x", role="manager", department="t", password=PASSWORD
    )
    quick.ok("max", "staff-add", staff="x", name="x", role="dealer", department="t", password=PASSWORD)
    assert "is taken" in quick.no(
        "eve", "staff-add", staff="x", name="x", role="dealer", department="t", password=PASSWORD
    )
    assert "own position" in quick.no("eve", "staff-change", staff="eve", role="auditor")
    quick.ok("eve", "staff-change", staff="x", active=False)
    assert "not active" in quick.no("x", "sign-on", password=PASSWORD)


def test_nobody_speaks_for_the_house(quick: Floor) -> None:
    with pytest.raises(Malformed, match="the house itself"):
        quick.house.do(Command("x1", now(), "system", "buy-in", {"player": "p", "amount": 5}))
    with pytest.raises(Malformed, match="leading _"):
        from_dict({"id": "1", "by": "max", "do": "sign-on", "_password_ok": True})
    with pytest.raises(Malformed, match="begin with ~"):
        from_dict({"id": "~1", "by": "max", "do": "sign-on"})
    for line in (
        "{",
        "[]",
        '{"id": 1}',
        '{"id":"1","by":"a","do":"b","at":"yesterday"}',
        '{"id":"1","by":"a","do":""}',
    ):
        with pytest.raises(Malformed):
            parse(line)


@pytest.mark.rule("PRG-11", "REG-19")
def test_three_wrong_passwords_lock_out_and_all_is_logged(quick: Floor) -> None:
    quick.ok("sue", "sign-on", password=PASSWORD)
    for _ in range(2):
        assert "password is wrong" in quick.no("sue", "sign-on", password="wrong")
    quick.ok("sue", "sign-on", password=PASSWORD)  # starts the count anew
    for _ in range(3):
        assert "password is wrong" in quick.no("sue", "sign-on", password="wrong")
    assert "locked out" in quick.no("sue", "sign-on", password=PASSWORD)
    assert "unlocks themselves" in quick.no("max", "staff-unlock", staff="max")
    quick.ok("max", "staff-unlock", staff="sue")
    quick.ok("sue", "sign-on", password=PASSWORD)
    quick.ok("sue", "sign-off")
    log = reports.events(quick.house.store, ["security"])
    names = [row[log.columns.index("event")] for row in log.rows]
    assert names.count("staff-failed") == 5
    assert names.count("signed-on") == 3
    assert "staff-unlocked" in names
    assert [alert.kind for alert in quick.state.alerts.values()] == ["lock-out"]


def test_secrets_are_not_in_the_ledger(quick: Floor) -> None:
    quick.no("sue", "sign-on", password="a secret guess")
    with pytest.raises(Malformed, match="8 to 200 characters"):
        quick.do("eve", "password-set", staff="sue", password="x")
    quick.ok("sue", "password-set", staff="sue", password="a new password")
    assert "another's" in quick.no("sue", "password-set", staff="max", password="a new password")
    quick.ok("sue", "sign-on", password="a new password")
    for entry in quick.house.store.entries():
        for secret in (PASSWORD, "a secret guess", "a new password", f'"{PIN}"'):
            assert secret.encode() not in entry.body


def test_three_wrong_pins_block_a_card(quick: Floor) -> None:
    quick.link()
    quick.table("T1")
    quick.start("T1", 1)
    hit = quick.press("T1", 1, TEN)
    quick.ok("dora", "hits-done", table="T1")
    quick.ok("sue", "verify", hit=hit)
    for _ in range(3):
        assert "PIN is wrong" in str(quick.confirm(hit, pin="0000").error)
    assert "is blocked" in str(quick.confirm(hit).error)
    quick.ok("sue", "card-block", card="C-mia", reason="lost")
    assert "is blocked" in str(quick.confirm(hit, card="mia").error)
    stranger = CardKey.new("C-none")
    assert "no card 'C-none'" in quick.no("max", "confirm", hit=hit, swipe=stranger.swipe(), pin=PIN)
    other = CardKey("C-eve", stranger._private)
    assert "did not make this swipe" in quick.no("max", "confirm", hit=hit, swipe=other.swipe(), pin=PIN)
    quick.ok("eve", "staff-change", staff="mia", active=False)
    assert quick.confirm(hit, card="eve").ok


def test_a_card_is_saved_and_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("card") / "eve.card"
    card = CardKey.new("C-eve")
    first = card.swipe()
    card.save(path)
    assert path.stat().st_mode & 0o077 == 0
    read = CardKey.load(path)
    assert (read.public, read.count) == (card.public, 1)
    assert read.swipe() != first
    path.write_text("{}")
    with pytest.raises(ValueError, match="no card file"):
        CardKey.load(path)


@pytest.mark.parametrize(
    ("do", "args", "missing"),
    [
        ("staff-add", {"staff": "zoe", "name": "Zoe", "role": "dealer", "department": "tables"}, "'password'"),
        ("password-set", {"staff": "max"}, "'password'"),
        ("card-issue", {"card": "C-9", "staff": "sue", "public": "a" * 64}, "'pin'"),
    ],
)
def test_a_missing_secret_is_called_by_its_name(quick: Floor, do: str, args: dict[str, str], missing: str) -> None:
    assert quick.no("eve", do, **args) == f"{do} needs {missing}"
