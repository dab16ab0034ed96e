"""What follows from tallies: win, hold, rounds an hour, theoretical win with its band, what a meter did.

The theoretical win is exact: what lay on each wager before the deal, times the exact edge that the lab gave for the
rules in force. It takes best play; a meter's jackpots are not in it, since they are the meter's money and not the
tray's. The band is where the recorded win lies 95 times in 100, by the normal curve, if the bets of a round go their
own ways; `widest` is where it lies at least that often however much they hang together on the dealer's cards.
"""

import hashlib
import math
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

from upcard.floor.days.tally import MeterTally, Period, TableTally, WagerTally
from upcard.floor.ledger.entry import canonical

Json = dict[str, Any]
Theory = Mapping[str, Mapping[str, Any]]

IN_BAND = 1.959963984540054
"""How many standard deviations to each side hold 95 % of a normal curve."""
HOUR = 3_600_000
AWARDS = frozenset({"award", "award worked out again", "void"})
"""Causes that move money between a meter and its hits."""


def digest(report: Mapping[str, Any]) -> str:
    """The digest of a report: what the second person signs."""
    return hashlib.sha256(canonical(report)).hexdigest()


def table(tally: TableTally, theory: Theory) -> Json:
    """A table's figures. Money in cents; a part of one as an exact fraction."""
    wagers = _wagers(tally, theory)
    staked = sum(row["staked"] for row in wagers.values())
    recorded = staked - sum(row["returned"] for row in wagers.values())
    by_count = tally.counted > 0
    win, base = (tally.counted_win, tally.drop) if by_count else (recorded, staked)
    return {
        "rounds": tally.rounds,
        "voided": tally.voided,
        "open_ms": tally.open_ms,
        "closed_ms": tally.closed_ms,
        "rounds_an_hour": _round(Fraction(tally.rounds * HOUR, tally.open_ms)) if tally.open_ms else None,
        "staked": staked,
        "recorded_win": recorded,
        "win": win,
        "win_by": "count" if by_count else "rounds",
        "drop": tally.drop if by_count else None,
        "fills": tally.fills,
        "credits": tally.credits,
        "hold": _fraction(Fraction(win, base)) if base else None,
        "hold_of": "drop" if by_count else "wagers",
        "contributed": tally.contributed,
        "theory": _theory(tally, theory, recorded),
        "wagers": wagers,
    }


def _wagers(tally: TableTally, theory: Theory) -> dict[str, Json]:
    """A row a wager; one wager under several rules is one row."""
    rows: dict[str, Json] = {}
    for rules, wagers in tally.played.items():
        for name, wager in wagers.items():
            row = rows.setdefault(name, {"bets": 0, "staked": 0, "returned": 0, "theory": Fraction(0)})
            row["bets"] += wager.bets
            row["staked"] += wager.staked
            row["returned"] += wager.returned
            expected = _expected(wager, _edge(theory, rules, name))
            known = wager.bets == 0 or expected is not None
            row["theory"] = row["theory"] + (expected or 0) if known and row["theory"] is not None else None
    for row in rows.values():
        row["win"] = row["staked"] - row["returned"]
        # What is added in the course of a round is in the wager that it belongs to.
        row["theory"] = round(row["theory"]) if row["bets"] and row["theory"] is not None else None
        # A table of real chips knows the seats with a lit sensor, and not how many play.
        row["take_up"] = _fraction(Fraction(row["bets"], tally.seats)) if tally.seats and tally.kind != "live" else None
    return dict(sorted(rows.items()))


def _edge(theory: Theory, rules: str, wager: str) -> Mapping[str, Any] | None:
    known = theory.get(rules)
    return None if known is None else known["wagers"].get(wager)


def _expected(wager: WagerTally, edge: Mapping[str, Any] | None) -> Fraction | None:
    """What the house wins of a wager on average, in cents."""
    if edge is None:
        return None
    envy = wager.others * _exact(edge["other"]) if edge.get("other") else 0
    return -(wager.placed * _exact(edge["ev"]) + envy)


@lru_cache(1024)
def _exact(said: str) -> Fraction:
    """An edge as a number; the same few are asked for at every table."""
    return Fraction(said)


def _theory(tally: TableTally, theory: Theory, recorded: int) -> Json | None:
    """The theoretical win of a table; None where nothing was played, or the lab's word on some wager is missing."""
    expected, variance, widest, bets = Fraction(0), 0.0, 0.0, 0
    for rules, wagers in tally.played.items():
        for name, wager in wagers.items():
            if not wager.bets:
                continue
            edge = _edge(theory, rules, name)
            part = _expected(wager, edge)
            if edge is None or part is None:
                return None
            bets += wager.bets
            expected += part
            variance += edge["sd"] ** 2 * wager.squares
            widest += edge["sd"] ** 2 * wager.together
    if not bets:
        return None
    return _against(expected, variance, widest, recorded)


def _against(expected: Fraction, variance: float, widest: float, recorded: int) -> Json:
    """A theoretical win with its bands, and where the recorded win lies."""
    low, high = _band(expected, variance)
    wide_low, wide_high = _band(expected, widest)
    return {
        "win": round(expected),
        "exact": _fraction(expected),
        "sd": round(math.sqrt(variance)),
        "low": low,
        "high": high,
        "widest_low": wide_low,
        "widest_high": wide_high,
        "outside": not low <= recorded <= high,
        "beyond_widest": not wide_low <= recorded <= wide_high,
    }


def _band(expected: Fraction, variance: float) -> tuple[int, int]:
    reach = IN_BAND * math.sqrt(variance)
    return math.floor(expected - Fraction(reach)), math.ceil(expected + Fraction(reach))


def meter(tally: MeterTally) -> Json:
    """A meter's figures, in millionths of a cent."""
    return {
        "opening": tally.opening,
        "contributions": tally.moved.get("contribution", 0),
        "reserve": tally.reserve,
        "overflow": tally.overflow,
        "awards": -sum(amount for cause, amount in tally.moved.items() if cause in AWARDS),
        "house_cost": sum(tally.house.values()),
        "paid": tally.paid,
        "hits": tally.hits,
        "closing": tally.closing,
        "moved": dict(sorted(tally.moved.items())),
        "house": dict(sorted(tally.house.items())),
    }


def period(said: Period, theory: Theory) -> Json:
    """A day, month or year to date."""
    return {
        "name": said.name,
        "shifts": said.shifts,
        "tables": {name: table(tally, theory) for name, tally in sorted(said.tables.items())},
        "meters": {name: meter(tally) for name, tally in sorted(said.meters.items())},
    }


def together(tables: Mapping[str, TableTally], theory: Theory) -> Json:
    """Several tables as one: a game, a link, the house."""
    whole = TableTally()
    for tally in tables.values():
        whole.add(tally)
    if len({tally.kind == "live" for tally in tables.values()}) > 1:
        whole.kind = "live"  # then how many play is not known of all
    said = table(whole, theory)
    if whole.counted > 0:  # tables of real chips beside others: each has its own win
        parts = [table(tally, theory) for tally in tables.values()]
        said |= {"win": sum(part["win"] for part in parts), "drop": whole.drop, **_hold(parts)}
    return said


_BY = {"count": ("drop", "drop"), "rounds": ("staked", "wagers")}
"""What a win is held against, by how it was found: the figure, and its name."""


def _hold(tables: Sequence[Json]) -> Json:
    """The hold of several tables; none where some are counted and others not: these are held against other things."""
    used = [one for one in tables if one["staked"] or one["win_by"] == "count"]
    kinds = {one["win_by"] for one in used} or {"rounds"}
    if len(kinds) > 1:
        return {"win_by": "count and rounds", "hold": None, "hold_of": None}
    figure, name = _BY[kind := kinds.pop()]
    base = sum(one[figure] for one in used)
    hold = _fraction(Fraction(sum(one["win"] for one in used), base)) if base else None
    return {"win_by": kind, "hold": hold, "hold_of": name}


def summed(tables: Sequence[Json]) -> Json:
    """The sum of tables' figures as frozen reports hold them. Tables share no cards, so their variances add up."""
    added = {name: sum(one[name] for one in tables) for name in ("rounds", "staked", "recorded_win", "win")}
    drops = [one["drop"] for one in tables if one["drop"] is not None]
    played = [one for one in tables if one["staked"]]
    theory = None
    if played and all(one["theory"] for one in played):
        expected = sum((Fraction(one["theory"]["exact"]) for one in played), Fraction(0))
        variance = sum(one["theory"]["sd"] ** 2 for one in played)
        widest = sum(_deviation(one["theory"]) ** 2 for one in played)
        theory = _against(expected, variance, widest, added["recorded_win"])
    return {**added, "drop": sum(drops) if drops else None, **_hold(tables), "theory": theory}


def _deviation(theory: Json) -> float:
    """The standard deviation that a widest band was made with, as far as its whole cents tell."""
    wide: int = theory["widest_high"] - theory["widest_low"]
    return wide / 2 / IN_BAND


def _fraction(value: Fraction) -> str:
    """As the contract writes an exact number."""
    return f"{value.numerator}/{value.denominator}"


def _round(value: Fraction) -> float:
    """A pace, to a tenth."""
    return round(float(value), 1)
