"""From the claims of one round to money: who is awarded how much of which meter.

A round yields *claims* ("seat 4 holds 10 % of `blazing-sevens`"), never amounts. This pure function turns the claims of
one round into awards, in seat order, and says what every meter stands at afterwards (B7S-30 to B7S-32, PRG-5, PRG-6,
BLZ-13). `settle` prints them; the floor books them.

A meter is an integer number of millionths of a cent, so that no contribution is lost to rounding; an award is whole
cents.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

MICRO = 1_000_000
"""Millionths of a cent in a cent: the unit of a meter."""

CENT = 1
DOLLAR = 100

Order: TypeAlias = Literal["split-first", "sequential"]
"""What several winners of 100 % do (PRG-5): share what stands when the first is reached, or take it in turn."""

ORDERS: tuple[Order, ...] = ("split-first", "sequential")

WHOLE = 100
"""The percentage that empties a meter, and so reseeds it (B7S-7)."""


class AwardError(ValueError):
    """A claim or a meter that can't be awarded, with what is wrong about it."""


@dataclass(frozen=True, slots=True)
class Claim:
    """An entitlement to a part of a meter, as a round found it (PRG-3)."""

    seat: int
    wager: str
    meter: str
    percent: int
    """Whole per cent of the meter: 100 or 10 in the rulebook's tables."""
    outcome: str


@dataclass(frozen=True, slots=True)
class Award:
    """What one claim is paid, in cents."""

    claim: Claim
    standing: int
    """Whole cents that the meter showed when this claim's turn came."""
    amount: int
    from_meter: int
    house_top_up: int
    """The difference that the house pays where awards round up to a dollar (BLZ-13, PRG-6)."""
    shared: bool = False
    """Whether several winners of the whole meter share it (B7S-30)."""


@dataclass(frozen=True, slots=True)
class Awarded:
    """All awards of one round, seats ascending, and the meters after them."""

    awards: tuple[Award, ...]
    meters: Mapping[str, int]
    reseeds: tuple[tuple[str, int], ...]
    """(meter, millionths of a cent) put back for every time that a meter was emptied, in that order (PRG-7)."""


def awards(
    meters: Mapping[str, int],
    resets: Mapping[str, int],
    claims: Iterable[Claim],
    order: Order | Mapping[str, Order] = "split-first",
    round_up_to: int | Mapping[str, int] = CENT,
) -> Awarded:
    """Award the claims of one round, from the lowest seat to the highest.

    `order` is the house's setting, which counts only where 100 % and 10 % winners of a meter are mixed (PRG-5); or the
    order of every meter, from whoever knows of more winners than these. `resets` is what a meter reseeds to, 0 where it
    isn't named. `round_up_to` is the cents that an award rounds up to,
    for all meters or meter by meter: 1, or 100 where a jackpot is paid in whole dollars.

    >>> seven = lambda seat, percent: Claim(seat, "blazing-sevens", "blazing-sevens", percent, "three-sevens")
    >>> ten_thousand = {"blazing-sevens": 1_000_000 * MICRO}
    >>> [award.amount for award in awards(ten_thousand, {}, [seven(1, 10), seven(5, 10)]).awards]
    [100000, 90000]
    """
    queue = sorted(claims, key=lambda claim: claim.seat)
    orders = order if isinstance(order, Mapping) else in_force(order, queue)
    after = dict(meters)
    paid: dict[int, Award] = {}
    reseeds: list[tuple[str, int]] = []
    for index, claim in enumerate(queue):
        if index in paid:  # shared with a lower seat already
            continue
        _check(claim, after)
        meter, standing = claim.meter, after[claim.meter] // MICRO
        step = round_up_to if isinstance(round_up_to, int) else round_up_to.get(meter, CENT)
        if step < 1:
            raise AwardError(f"awards of meter {meter!r} can't round up to {step} cents: 1 or more")
        if claim.percent < WHOLE:
            taken = standing * claim.percent // WHOLE
            paid[index] = _award(claim, standing, taken, _rounded_up(taken, step))
            after[meter] -= taken * MICRO
            continue
        sharing = [index]
        if orders[meter] == "split-first":
            sharing += [
                later
                for later in range(index + 1, len(queue))
                if queue[later].meter == meter and queue[later].percent == WHOLE
            ]
        from_meter = _shares(standing, len(sharing))
        amounts = _shares(_rounded_up(standing, step), len(sharing))
        for winner, taken, amount in zip(sharing, from_meter, amounts, strict=True):
            paid[winner] = _award(queue[winner], standing, taken, amount, shared=len(sharing) > 1)
        reseed = resets.get(meter, 0)
        after[meter] += reseed - standing * MICRO  # the fraction of a cent stays
        reseeds.append((meter, reseed))
    return Awarded(tuple(paid[index] for index in range(len(queue))), after, tuple(reseeds))


def in_force(order: Order, claims: Iterable[Claim]) -> dict[str, Order]:
    """The order of each meter in one round: "sequential" is for 100 % and 10 % winners mixed (PRG-5).

    Several 100 % winners alone always share equally (B7S-30).
    """
    if order not in ORDERS:
        raise AwardError(f"jackpot order {order!r} is unknown: it is one of {', '.join(ORDERS)}")
    parts: dict[str, set[bool]] = {}
    for claim in claims:
        parts.setdefault(claim.meter, set()).add(claim.percent == WHOLE)
    return {meter: order if len(kinds) > 1 else "split-first" for meter, kinds in parts.items()}


def _check(claim: Claim, meters: Mapping[str, int]) -> None:
    if claim.meter not in meters:
        raise AwardError(f"no meter {claim.meter!r}: there are {', '.join(sorted(meters)) or 'none'}")
    if not 0 < claim.percent <= WHOLE:
        raise AwardError(f"a claim of {claim.percent} % of {claim.meter!r} can't be: 1 to {WHOLE}")
    if meters[claim.meter] < 0:
        raise AwardError(f"meter {claim.meter!r} is below zero")


def _award(claim: Claim, standing: int, taken: int, amount: int, *, shared: bool = False) -> Award:
    return Award(claim, standing, amount, from_meter=taken, house_top_up=amount - taken, shared=shared)


def _rounded_up(cents: int, step: int) -> int:
    return -(-cents // step) * step


def _shares(cents: int, winners: int) -> list[int]:
    """Equal shares; the odd cents go to the lowest seats (PRG-5)."""
    share, odd = divmod(cents, winners)
    return [share + (place < odd) for place in range(winners)]
