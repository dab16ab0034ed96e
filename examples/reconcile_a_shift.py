"""Add a shift up from the ledger's own rows, and hold its report against that, for auditors who trust no other sum.

`upcard floor day report 1 -o 1.json`, then `python reconcile_a_shift.py house.db 1.json`: a house in a file, or a copy
of one. Nothing of Upcard is used. Amounts are cents; of meters, millionths of a cent.
"""

import json
import sqlite3
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Row = tuple[int, list[list[Any]], list[list[Any]]]


def read(path: Path) -> list[Row]:
    """Number, transfers and facts of every entry."""
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    try:
        found = connection.execute("SELECT seq, transfers, body FROM entry ORDER BY seq").fetchall()
    finally:
        connection.close()
    return [(seq, json.loads(moved), json.loads(body)["facts"]) for seq, moved, body in found]


class Shift:
    """What the entries behind `after`, up to `upto`, come to."""

    def __init__(self, rows: list[Row], after: int, upto: int) -> None:
        self.tables: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.meters: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self.named: Counter[str] = Counter()
        self._stakes: dict[str, dict[str, dict[str, int]]] = {}
        self._paid: dict[str, int] = {}
        self._settled: set[str] = set()
        self._meter_of: dict[str, str] = {}
        for seq, moved, facts in rows:
            if seq > upto:
                break
            for kind, fact in facts:
                self._know(kind, fact)
                if seq > after:
                    self._count(kind, fact)
            for source, target, amount, _ in moved:
                self._move(source, target, amount, counts=seq > after)

    def _know(self, kind: str, fact: dict[str, Any]) -> None:
        """What a later entry speaks of."""
        if kind == "started":
            self._stakes[fact["round"]] = fact["stakes"]
        elif kind in {"hand-paid", "pay-taken-back"}:
            self._paid[fact["round"]] = sum(amount for _, _, _, _, amount, _ in fact["pays"])
        elif kind == "hit-pending":
            self._meter_of[fact["hit"]] = f"{fact['link']}/{fact['meter']}"

    def _count(self, kind: str, fact: dict[str, Any]) -> None:
        table = self.tables[fact["table"]] if "table" in fact else Counter[str]()
        if kind == "settled":
            self._settled.add(fact["round"])
            table["rounds"] += 1
            for _, _, _, stake, _, _, returned, _ in fact["lines"]:
                table["staked"] += stake
                table["recorded_win"] += stake - returned
        elif kind == "ended" and fact["status"] == "voided":
            table["voided"] += 1
        elif kind == "ended" and fact["round"] not in self._settled and fact["round"] in self._stakes:
            stakes = self._stakes[fact["round"]].values()  # real cards: what the sensors saw
            staked = sum(sum(wagers.values()) for wagers in stakes)
            table["rounds"] += 1
            table["staked"] += staked
            table["recorded_win"] += staked - self._paid.get(fact["round"], 0)
        elif kind == "tray-filled":
            table["fills" if fact["amount"] > 0 else "credits"] += abs(fact["amount"])
        elif kind == "table-counted":
            table.update({name: (fact[name] or 0) - table[name] for name in ("opener", "closer", "drop")})
        self.named[kind] += 1

    def _move(self, source: str, target: str, amount: int, *, counts: bool) -> None:
        for account, other, change in ((source, target, -amount), (target, source, amount)):
            kind, _, name = account.partition(":")
            if kind == "meter":
                self.meters[name]["closing"] += change
                if not counts:
                    self.meters[name]["opening"] += change
            if not counts:
                continue
            whence = other.partition(":")[0]
            if kind == "meter" and whence == "tray":
                self.meters[name]["contributions"] += change
            elif kind == "meter" and whence == "hit":
                self.meters[name]["awards"] -= change
            elif kind == "tray" and whence in {"meter", "reserve", "overflow"}:
                self.tables[name]["contributed"] -= change
            elif kind == "payable" and change < 0:
                self.meters[self._meter_of[name]].update({"paid": -change, "hits": 1})
            if other == "house" and kind in {"meter", "reserve", "hit"}:
                self.meters[self._meter_of.get(name, name)]["house_cost"] += change


TABLE = ("rounds", "voided", "staked", "recorded_win", "fills", "credits", "contributed")
METER = ("opening", "contributions", "awards", "house_cost", "paid", "hits", "closing")
NAMED = {"round voided": None, "jackpot voided": "hit-voided", "late hit": "late-hit", "alert": "alert"}


def compared(report: dict[str, Any], rows: list[Row]) -> Iterator[tuple[str, str, int, int]]:
    """Every figure with its place: what the report says, and what the ledger comes to."""
    first, last = report["reports"][0], report["reports"][-1]
    shift = Shift(rows, first["after"], last["upto"])
    for line in report["lines"]:
        name, figures = line["line"], line["figures"]
        own = shift.tables[name]
        for figure in TABLE:
            yield name, figure, figures[figure], own[figure]
        by_count = figures["win_by"] == "count"
        if by_count and first is last:
            for figure in ("opener", "closer"):
                yield name, figure, line["counted"][figure], own[figure]
            yield name, "drop", figures["drop"], own["drop"]
            counted = own["closer"] + own["drop"] + own["credits"] - own["opener"] - own["fills"]
            yield name, "win", figures["win"], counted
        elif not by_count:
            yield name, "win", figures["win"], own["recorded_win"]
    for name, figures in report["meters"].items():
        for figure in METER:
            yield name, figure, figures[figure], shift.meters[name][figure]
    if not report["more_notes"]:
        said = Counter(note["what"].partition(":")[0] for note in report["notes"])
        voided = sum(own["voided"] for own in shift.tables.values())
        for what, kind in NAMED.items():
            yield "notes", what, said[what], voided if kind is None else shift.named[kind]


def main() -> None:
    """Prints every figure beside its own sum; the exit code says whether all agree."""
    house, report = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text("utf-8"))
    wrong = 0
    for where, figure, said, found in compared(report, read(house)):
        wrong += said != found
        print(f"{where:<28} {figure:<16} {said:>20,} {found:>20,}  {'' if said == found else 'DIFFERS'}")
    print("all agree" if not wrong else f"{wrong} differ")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
