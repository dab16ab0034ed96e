"""A reckoning of its own: what a house's exported ledger should have paid, worked out from the rulebook on paper.

It imports nothing of the house's and shares no code with it. It reads the lines of `upcard audit export`, takes from
them what people did (chips on sensors, buttons, voids, signatures), works out every meter, reserve, award and pay by
itself, and compares that with the money that the ledger moved. It keeps no running amounts: after every entry it begins
again at the opening of the link. Live tables only: their cards are in nobody's books.

    upcard audit export --database house.db --to ledger.ndjson
    python tests/floor/progressive/reckoning.py ledger.ndjson
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from pathlib import Path
from typing import Any

CENT, DOLLAR = Fraction(1, 100), Fraction(1)
FED = {
    "blazing-sevens": ("blazing-sevens",),
    "progressive": ("three-card-poker",),
    "blitz-bonus": tuple(f"blitz-{n}" for n in range(1, 6)),
}
"""Progressive wagers and their meters (B7S-3, TCP-11, BLZ-12)."""

FOR_ONE = {
    ("blazing-sevens", "three-sevens"): 200,
    ("blazing-sevens", "two-sevens"): 25,
    ("blazing-sevens", "one-seven"): 2,
    ("progressive", "royal-other-suit"): 500,
    ("progressive", "straight-flush"): 70,
    ("progressive", "three-of-a-kind"): 60,
    ("progressive", "straight"): 6,
}
"""What a stake is multiplied with; it is not returned."""

SUMS = {
    ("blitz-bonus", "double-blitz"): 1000,
    ("blitz-bonus", "blitz"): 30,
    ("blitz-bonus", "total-30"): 15,
    ("blitz-bonus", "total-29"): 10,
}
ENVY = {"royal-spades": 100, "royal-other-suit": 25}
"""Dollars to every other seat with the progressive wager (TCP-12)."""


@dataclass
class Won:
    """A hand that was pressed."""

    name: str
    seat: int
    meter: str
    percent: int
    void: bool = False


@dataclass
class Turn:
    """A round's wagers, or a round's hands at the place of their first press (PRG-2, PRG-3)."""

    bets: dict[str, Fraction] = field(default_factory=dict)
    """What was bet on each meter's wager."""
    hands: list[Won] = field(default_factory=list)
    rules: dict[str, dict[str, Any]] = field(default_factory=dict)
    """The meters' parameters then."""


@dataclass
class Link:
    """A link on paper."""

    order: str
    rules: dict[str, dict[str, Any]]
    turns: list[Turn] = field(default_factory=list)


@dataclass
class Paper:
    """A link worked out from its first day."""

    meters: dict[str, Fraction] = field(default_factory=dict)
    reserves: dict[str, Fraction] = field(default_factory=dict)
    overflows: dict[str, Fraction] = field(default_factory=dict)
    awards: dict[str, Fraction] = field(default_factory=dict)

    def spill(self, name: str, rules: dict[str, Any]) -> None:
        """No meter stands over its limit (REG-4)."""
        if rules["limit"] is not None and self.meters[name] > rules["limit"] * CENT:
            self.overflows[name] += self.meters[name] - rules["limit"] * CENT
            self.meters[name] = rules["limit"] * CENT

    def reseed(self, name: str, cost: Fraction) -> None:
        """From the reserve first, then by the house (PRG-7)."""
        self.meters[name] += cost
        self.reserves[name] -= min(self.reserves[name], cost)


def work_out(link: Link) -> Paper:
    """Everything from the beginning."""
    first = link.turns[0].rules if link.turns else link.rules
    paper = Paper({name: rules["base"] * CENT for name, rules in first.items()})
    paper.reserves, paper.overflows = ({name: Fraction(0) for name in first} for _ in range(2))
    for turn in link.turns:
        for name, bet in turn.bets.items():
            paper.meters[name] += bet * turn.rules[name]["increment"] / 1_000_000
            paper.reserves[name] += bet * turn.rules[name]["hidden"] / 1_000_000
            paper.spill(name, turn.rules[name])
        for name in dict.fromkeys(hand.meter for hand in turn.hands):
            hands = sorted(
                (hand for hand in turn.hands if hand.meter == name and not hand.void), key=lambda hand: hand.seat
            )
            if hands:
                _award(paper, name, hands, turn.rules[name], link.order)
    return paper


def _award(paper: Paper, name: str, hands: list[Won], rules: dict[str, Any], order: str) -> None:
    """One meter's hands of one round, from the lowest seat up (B7S-30 to B7S-32, PRG-5, PRG-6)."""
    whole = [hand for hand in hands if hand.percent == 100]
    together = order == "split-first" or len(whole) == len(hands)
    shared = False
    for hand in hands:
        cents = floor(paper.meters[name] / CENT)
        if hand.percent != 100:
            take = cents * hand.percent // 100 * CENT
            paper.awards[hand.name] = _rounded(take, rules)
            paper.meters[name] -= take
        elif not together or not shared:
            winners = whole if together else [hand]
            jackpot = int(_rounded(cents * CENT, rules) / CENT)  # rounded up as a whole, then shared
            for place, winner in enumerate(winners):
                paper.awards[winner.name] = (jackpot // len(winners) + (place < jackpot % len(winners))) * CENT
            paper.meters[name] -= cents * CENT
            paper.reseed(name, rules["reset"] * CENT)
            shared = True
    if rules["top-up"] and paper.meters[name] < rules["reset"] * CENT:  # REG-6
        paper.reseed(name, rules["reset"] * CENT - paper.meters[name])
    paper.spill(name, rules)


def _rounded(award: Fraction, rules: dict[str, Any]) -> Fraction:
    """Up to a whole dollar where the link pays in dollars; the house brings the difference (BLZ-13)."""
    return ceil(award) * DOLLAR if rules["round-up-to"] == 100 else award


@dataclass
class Reckoning:
    """A ledger, gone through entry by entry."""

    links: dict[str, Link] = field(default_factory=dict)
    batches: dict[str, Turn] = field(default_factory=dict)
    hands: dict[str, tuple[str, Won]] = field(default_factory=dict)
    stakes: dict[str, dict[int, dict[str, Fraction]]] = field(default_factory=dict)
    limits: dict[str, int | None] = field(default_factory=dict)
    """The aggregate limit of a table's side bets, in cents (B7S-21)."""
    links_of: dict[str, str | None] = field(default_factory=dict)
    tables_of: dict[str, str] = field(default_factory=dict)
    pressed: dict[str, list[tuple[int, str, str]]] = field(default_factory=lambda: defaultdict(list))
    reworked: set[str] = field(default_factory=set)
    """Links on which something was voided: whose money the reseed took first depends on when, there."""
    money: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    paid: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """What left the book for each hand."""
    by_hand: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    """What tables' trays paid by hand, round by round."""
    wrong: list[str] = field(default_factory=list)
    compared: int = 0

    def read(self, entries: Iterable[dict[str, Any]]) -> "Reckoning":
        """Goes through a ledger."""
        for entry in entries:
            for source, target, amount, cause in entry["transfers"]:
                dollars = Fraction(amount, 10**8)
                self.money[source] -= dollars
                self.money[target] += dollars
                if source.startswith("payable:"):
                    self.paid[source.removeprefix("payable:")] += dollars
                if cause.startswith("pays ") or cause.endswith(" taken back"):
                    for account, sign in ((source, 1), (target, -1)):
                        if account.startswith("tray:"):
                            self.by_hand[account.removeprefix("tray:")] += sign * dollars
            for kind, said in entry["facts"]:
                getattr(self, "_" + kind.replace("-", "_"), self._nothing)(said)
            if entry["facts"]:
                self._compare(entry["seq"])
        return self

    def _nothing(self, said: dict[str, Any]) -> None:
        """Nothing that moves this money."""

    def _link_opened(self, said: dict[str, Any]) -> None:
        self.links[said["link"]] = Link(said["order"], dict(said["meters"]), [Turn(rules=dict(said["meters"]))])

    def _link_order(self, said: dict[str, Any]) -> None:
        self.links[said["link"]].order = said["now"]

    def _meter_changed(self, said: dict[str, Any]) -> None:
        link = self.links[said["link"]]
        link.rules = {**link.rules, said["meter"]: said["now"]}

    def _table_opened(self, said: dict[str, Any]) -> None:
        if said["kind"] == "live":
            self.links_of[said["table"]] = said["link"]
            self.limits[said["table"]] = said["house"].get("aggregate-limit")

    _table_changed = _table_opened

    def _started(self, said: dict[str, Any]) -> None:
        name = self.links_of.get(said["table"])
        if name is None:
            return
        stakes = {
            int(seat): {wager: cents * CENT for wager, cents in bets.items()} for seat, bets in said["stakes"].items()
        }
        self.stakes[said["round"]], self.tables_of[said["round"]] = stakes, said["table"]
        turn = Turn(rules=self.links[name].rules)
        for bets in stakes.values():
            for wager, dollars in bets.items():
                for meter in FED[wager]:
                    turn.bets[meter] = turn.bets.get(meter, Fraction(0)) + dollars
        self.links[name].turns.append(turn)

    def _batch_opened(self, said: dict[str, Any]) -> None:
        self.batches[said["batch"]] = turn = Turn(rules=self.links[said["link"]].rules)
        self.links[said["link"]].turns.append(turn)

    def _hit_pending(self, said: dict[str, Any]) -> None:
        won = Won(said["hit"], said["seat"], said["meter"], said["percent"])
        self.batches[said["batch"]].hands.append(won)
        self.hands[won.name] = said["link"], won

    def _hit_voided(self, said: dict[str, Any]) -> None:
        link, won = self.hands[said["hit"]]
        won.void = True
        self.reworked.add(link)

    def _hand_paid(self, said: dict[str, Any]) -> None:
        self.pressed[said["round"]].append((said["seat"], said["wager"], said["outcome"]))

    def _pay_taken_back(self, said: dict[str, Any]) -> None:
        self.pressed[said["round"]].remove((said["seat"], said["wager"], said["outcome"]))

    def _compare(self, seq: int) -> None:
        for name, link in self.links.items():
            paper = work_out(link)
            for meter in link.rules:
                self._same(seq, f"meter:{name}/{meter}", self.money[f"meter:{name}/{meter}"], paper.meters[meter])
                self._same(
                    seq, f"overflow:{name}/{meter}", self.money[f"overflow:{name}/{meter}"], paper.overflows[meter]
                )
                if name not in self.reworked:
                    self._same(
                        seq, f"reserve:{name}/{meter}", self.money[f"reserve:{name}/{meter}"], paper.reserves[meter]
                    )
            for hand in (hand for turn in link.turns for hand in turn.hands):
                lies = self.money[f"hit:{hand.name}"] + self.money[f"payable:{hand.name}"] + self.paid[hand.name]
                self._same(seq, f"award of {hand.name}", lies, Fraction(0) if hand.void else paper.awards[hand.name])
        for table in self.links_of:
            due = sum((self._due(one) for one, where in self.tables_of.items() if where == table), Fraction(0))
            self._same(seq, f"pays of {table}", self.by_hand[table], due)

    def _due(self, name: str) -> Fraction:
        """What a round's pressed hands are paid in fixed money, within the aggregate limit (PRG-9)."""
        total = Fraction(0)
        for seat, wager, outcome in self.pressed[name]:
            if wager == "envy":
                others = [other for other, bets in self.stakes[name].items() if other != seat and "progressive" in bets]
                total += ENVY[outcome] * len(others)
            elif (wager, outcome) in SUMS:
                total += SUMS[wager, outcome]
            else:
                total += FOR_ONE[wager, outcome] * self.stakes[name][seat][wager]
        limit = self.limits[self.tables_of[name]]
        return total if limit is None else min(total, limit * CENT)

    def _same(self, seq: int, what: str, booked: Fraction, due: Fraction) -> None:
        self.compared += 1
        if booked != due:
            self.wrong.append(f"entry {seq}: {what} is ${float(booked):,.8f} in the book, ${float(due):,.8f} on paper")


def main(path: str) -> int:
    """Reckons a ledger that was exported; 1 where the book and the paper differ."""
    with Path(path).open(encoding="utf-8") as lines:
        found = Reckoning().read(json.loads(line) for line in lines)
    said = [*found.wrong[:20], f"{found.compared} amounts compared, {len(found.wrong)} differ"]
    sys.stdout.write("\n".join(said) + "\n")
    return int(bool(found.wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
