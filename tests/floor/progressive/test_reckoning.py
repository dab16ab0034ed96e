"""The irregularities once more, by a reckoning that shares no code with the floor."""

import ast
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.floor.faults.workload import Workload, prepare, reopen
from tests.floor.progressive.reckoning import Reckoning
from tests.kit.floor import BLITZ, PIN, SEVENS, Floor
from upcard.floor.reports import audit

ALL, TEN = "three-suited-sevens", "three-same-colour-sevens"
SCRIPT = Path(__file__).with_name("reckoning.py")
PLAIN = SEVENS["blazing-sevens"]


def reckon(floor: Floor) -> Reckoning:
    """The ledger as it is exported, read again from its text."""
    return Reckoning().read(json.loads(json.dumps(entry)) for entry in audit.export(floor.house.store))


def two_tables(floor: Floor, **more: Any) -> None:
    floor.link(meters={"blazing-sevens": {**PLAIN, **{key.replace("_", "-"): value for key, value in more.items()}}})
    floor.table("T1")
    floor.table("T2")


def settle_all(floor: Floor, *hits: str) -> None:
    for hit in hits:
        floor.ok("sue", "verify", hit=hit)
    for hit in hits:
        assert floor.confirm(hit).ok
        floor.ok("sue", "pay", hit=hit)


def several(floor: Floor, *hands: tuple[int, str]) -> None:
    """A round of T1 with several winners, all of it."""
    floor.start("T1", *(seat for seat, _ in hands), 6)
    hits = {seat: floor.press("T1", seat, hand) for seat, hand in reversed(hands)}
    floor.ok("dora", "hits-done", table="T1")
    settle_all(floor, *(hits[seat] for seat in sorted(hits)))
    floor.ok("dora", "end", table="T1")


def shared_unevenly(floor: Floor) -> None:
    two_tables(floor, base=1_000_001)
    several(floor, (1, ALL), (3, ALL), (5, ALL))


def tenths(floor: Floor) -> None:
    two_tables(floor)
    several(floor, (1, TEN), (5, TEN))
    several(floor, (2, ALL), (4, TEN))
    several(floor, (2, TEN), (4, ALL))


def in_turn(floor: Floor) -> None:
    floor.link(meters={"blazing-sevens": PLAIN}, order="sequential")
    floor.table("T1", house={"jackpot-order": "sequential"})
    several(floor, (1, ALL), (2, TEN), (3, ALL))
    several(floor, (1, ALL), (3, ALL))


def topped_up_and_limited(floor: Floor) -> None:
    two_tables(floor, limit=1_000_030, top_up=True, increment=300_000)
    several(floor, (1, TEN))
    several(floor, (1, ALL), (2, TEN))


def two_tables_and_a_void(floor: Floor) -> None:
    two_tables(floor)
    floor.start("T1", 1, 2)
    floor.start("T2", 1)
    wrong, other = floor.press("T1", 1, TEN), floor.press("T2", 1, ALL)
    for table in ("T1", "T2"):
        floor.ok("dora", "hits-done", table=table)
    floor.ok("sue", "void", hit=wrong, reason="wrong seat")
    right = floor.press("T1", 2, TEN)
    floor.ok("dora", "hits-done", table="T1")
    settle_all(floor, right, other)
    for table in ("T1", "T2"):
        floor.ok("dora", "end", table=table)


def found_late(floor: Floor) -> None:
    two_tables(floor)
    floor.start("T1", 1, 4)
    floor.ok("dora", "end", table="T1")
    floor.start("T2", 2)
    early = floor.press("T2", 2, TEN)
    swipe = floor.cards["mia"].swipe()
    late = {"table": "T1", "round": "T1-1", "seat": 4, "hand": ALL, "reason": "on film"}
    floor.ok("sam", "late-hit", **late, swipe=swipe, pin=PIN)
    floor.ok("dora", "hits-done", table="T2")
    settle_all(floor, early, "T1-1-4-late")
    floor.ok("dora", "end", table="T2")


def changed_while_playing(floor: Floor) -> None:
    two_tables(floor)
    floor.start("T1", 1)
    floor.change("meter", link="L", meter="blazing-sevens", increment=250_000, reset=500_000)
    floor.start("T2", 3)  # the change waits for both
    floor.ok("dora", "end", table="T1")
    floor.press("T2", 3, ALL)
    floor.ok("dora", "hits-done", table="T2")
    settle_all(floor, "T2-1-3")
    floor.ok("dora", "end", table="T2")
    several(floor, (1, ALL))


def cards_and_envy(floor: Floor) -> None:
    floor.link(meters={"three-card-poker": {"base": 500_000, "reset": 100_000, "increment": 200_000, "hidden": 7}})
    floor.table("T1", game="three-card-poker", house={"aggregate-limit": 60_000})
    floor.start("T1", 1, 3, 5)
    said = {"table": "T1", "seat": 2, "hand": "royal-other-suit", "wager": "envy"}
    floor.ok("dora", "pay-hand", **said)
    floor.ok("dora", "pay-hand", table="T1", seat=3, hand="royal-other-suit", wager="progressive")
    floor.ok("dora", "pay-hand", table="T1", seat=1, hand="straight-flush", wager="progressive")
    floor.ok("sue", "take-back", **said, reason="wrong seat")
    floor.ok("dora", "hit", table="T1", seat=5, hand="royal-spades")
    floor.ok("dora", "hits-done", table="T1")
    settle_all(floor, "T1-1-5")
    floor.ok("dora", "end", table="T1")


def a_double_blitz(floor: Floor) -> None:
    floor.link(meters={**BLITZ, "blitz-3": {**BLITZ["blitz-3"], "base": 500_001}})
    floor.table("T1", game="three-card-blitz", house={"blitz-bonus": "progressive"})
    floor.light("T1", 2, 5, amount=500)
    floor.ok("dora", "start", table="T1")
    hits = [floor.press("T1", 2, f"royal-blitz-{suit}") for suit in ("hearts", "clubs")]
    hits.append(floor.press("T1", 5, "royal-blitz-hearts"))
    floor.ok("dora", "pay-hand", table="T1", seat=2, hand="double-blitz")
    floor.ok("dora", "hits-done", table="T1")
    settle_all(floor, *sorted(hits))
    floor.ok("dora", "end", table="T1")


SCENES = [
    shared_unevenly,
    tenths,
    in_turn,
    topped_up_and_limited,
    two_tables_and_a_void,
    found_late,
    changed_while_playing,
    cards_and_envy,
    a_double_blitz,
]


@pytest.mark.rule("B7S-30", "B7S-31", "B7S-32", "B7S-33", "PRG-3", "PRG-5", "PRG-7", "TCP-12", "BLZ-13", "BLZ-14")
@pytest.mark.parametrize("scene", SCENES, ids=[scene.__name__ for scene in SCENES])
def test_the_book_says_what_the_paper_says(quick: Floor, scene: Callable[[Floor], None]) -> None:
    scene(quick)
    found = reckon(quick)
    assert found.wrong == []
    assert found.compared > 50
    assert sum(found.paid.values()) > 0


@pytest.mark.rule("B7S-30", "B7S-31", "B7S-32", "B7S-33", "PRG-2", "PRG-3", "PRG-4", "PRG-5", "PRG-10", "PRG-11")
def test_a_floor_that_is_drawn_says_what_the_paper_says(tmp_path: Path) -> None:
    """Three tables of one link at once, with wrong seats, reopened batches, late hits and scheduled changes."""
    path = prepare(tmp_path)
    work = Workload(int(os.environ["UPCARD_SEED"]), tmp_path)
    with reopen(path, Path(f"{path}.keys")) as house:
        assert work.run(house, 200)
        found = Reckoning().read(json.loads(json.dumps(entry)) for entry in audit.export(house.store))
    assert found.wrong == []
    assert found.compared > 1000
    done = {command.do for command in work.sent if work.acks[command.id].ok}
    assert done >= {"hit", "void", "approve"}, "hardly anything came to pass"


def test_a_wrong_cent_is_found_by_the_script(quick: Floor, tmp_path: Path) -> None:
    """The script runs alone, without the house; a cent that a meter lost to its winner is named with its entry."""
    tenths(quick)
    entries = [json.loads(json.dumps(entry)) for entry in audit.export(quick.house.store)]
    path = tmp_path / "ledger.ndjson"

    def run() -> subprocess.CompletedProcess[str]:
        path.write_text("".join(f"{json.dumps(entry)}\n" for entry in entries), encoding="utf-8")
        command = [sys.executable, "-I", str(SCRIPT), str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)

    assert run().returncode == 0
    at, moved = next(
        (entry["seq"], move) for entry in entries for move in entry["transfers"] if move[1].startswith("hit:")
    )
    moved[2] += 1_000_000
    said = run()
    assert said.returncode == 1
    assert said.stdout.startswith(f"entry {at}: meter:L/blazing-sevens is ")


def test_the_script_shares_no_code_with_the_house() -> None:
    tree = ast.parse(SCRIPT.read_text(encoding="utf-8"))
    imported = {node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    imported |= {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    assert imported <= set(sys.stdlib_module_names) | {"collections.abc"}
