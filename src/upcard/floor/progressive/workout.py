"""What every open hit of a link is worth now.

Hits of several rounds can be open on one link. They are worked out as if they had been paid in order: batch by batch
in the order of the first press, seat by seat within (PRG-2, PRG-3), each from what the meter stood at then, with the
contributions that came between (PRG-1). A new press, or a hit that is voided, works the later ones out again (PRG-4);
what is confirmed is fixed. The differences are booked as transfers, each with its cause (PRG-6, PRG-7).
"""

from dataclasses import dataclass, field
from typing import cast

import msgspec
from msgspec.structs import replace

from upcard.floor import facts
from upcard.floor.commands.verbs import Draft
from upcard.floor.ledger import money
from upcard.floor.state import OPEN, VOIDED, Batch, Funding, Hit, Link, State
from upcard.rules.awards import MICRO, WHOLE, Claim, Order, awards, in_force


@dataclass(slots=True)
class Outcome:
    """A link worked out: every hit that is not confirmed, and what each batch began with and reseeded."""

    worth: dict[str, facts.Worth] = field(default_factory=dict)
    before: dict[str, dict[str, int]] = field(default_factory=dict)
    reseeds: dict[str, dict[str, int]] = field(default_factory=dict)
    """By batch and meter, the fixed ones included. Millionths of a cent."""
    spills: dict[str, dict[str, int]] = field(default_factory=dict)
    """By batch and meter: what stands past the limit after it, and belongs into the overflow (REG-4)."""


def work_out(link: Link, batches: list[Batch], hits: dict[str, Hit]) -> Outcome:
    """Runs the open batches of a link in order. Nothing is booked."""
    found = Outcome()
    resets = {name: money.micro(meter.reset) for name, meter in link.meters.items()}
    steps = {name: meter.round_up_to for name, meter in link.meters.items()}
    stands: dict[str, int] = dict(batches[0].before) if batches else {}
    for batch in batches:
        found.before[batch.id] = dict(stands)
        alive = [hits[name] for name in batch.hits if hits[name].state != VOIDED]
        for hit in alive:
            if hit.fixed:
                stands[hit.meter] -= hit.from_meter * MICRO
        reseeds = dict(batch.fixed_reseeds)
        for name, amount in reseeds.items():
            stands[name] += amount
        unpaid = sorted((hit for hit in alive if hit.state in OPEN), key=lambda hit: (hit.seat, hit.seq))
        open_hits = [hit for hit in unpaid if not hit.fixed]
        begins = dict(stands)
        claims = [_claim(hit) for hit in open_hits]
        orders = in_force(cast("Order", link.order), [_claim(hit) for hit in alive])
        settled = awards(stands, resets, claims, orders, steps)
        stands = dict(settled.meters)
        for name, amount in settled.reseeds:
            reseeds[name] = reseeds.get(name, 0) + amount
        for name in {hit.meter for hit in alive}:
            if link.meters[name].top_up and stands[name] < resets[name]:  # REG-6
                reseeds[name] = reseeds.get(name, 0) + resets[name] - stands[name]
                stands[name] = resets[name]
        for hit, award in zip(open_hits, settled.awards, strict=True):
            found.worth[hit.id] = facts.Worth(
                award.standing, award.amount, award.from_meter, award.house_top_up, award.shared, new_base=0
            )
        for hit in unpaid:
            if hit.fixed:  # a share of what is confirmed: it stays as it is, and the base after it need not
                stood = sum(other.from_meter for other in alive if other.shared and other.meter == hit.meter)
                found.worth[hit.id] = facts.Worth(
                    stood, hit.amount, hit.from_meter, hit.top_up, shared=True, new_base=0
                )
        _new_bases(link, found, unpaid, begins, stands)
        found.reseeds[batch.id] = reseeds
        for name, amount in batch.since.items():
            stands[name] += amount
        found.spills[batch.id] = _spill(link, stands)
    return found


def _claim(hit: Hit) -> Claim:
    return Claim(hit.seat, hit.wager, hit.meter, hit.percent, hit.outcome)


def _new_bases(link: Link, found: Outcome, hits: list[Hit], begins: dict[str, int], ends: dict[str, int]) -> None:
    """What the meter shows right after each hit of a batch, as each win is announced (REG-21).

    `begins` is what the meters show before them, with those that are confirmed paid; `ends` after all of them, with
    what they are topped up to (REG-6).
    """
    shows = {name: money.shown(amount) for name, amount in begins.items()}
    last: dict[str, str] = {}
    reseeded: set[str] = set()
    for hit in hits:
        worth = found.worth[hit.id]
        last[hit.meter] = hit.id
        if hit.percent < WHOLE:
            shows[hit.meter] = worth.standing - worth.from_meter
        elif not hit.fixed and not (worth.shared and hit.meter in reseeded):  # who shares was paid with the first one
            shows[hit.meter] = link.meters[hit.meter].reset
            reseeded.add(hit.meter)
        found.worth[hit.id] = replace(worth, new_base=shows[hit.meter])
    for name, last_hit in last.items():
        found.worth[last_hit] = replace(found.worth[last_hit], new_base=money.shown(ends[name]))


def _spill(link: Link, stands: dict[str, int]) -> dict[str, int]:
    """Takes out of the meters what is past their limits: what a voided hit gave back has been filled up meanwhile."""
    spilled = {}
    for name, amount in stands.items():
        limit = link.meters[name].limit
        if limit is not None and amount > money.micro(limit):
            spilled[name] = amount - money.micro(limit)
            stands[name] = money.micro(limit)
    return spilled


def book(draft: Draft, link: Link, batches: list[Batch], hits: dict[str, Hit], *, anew: bool = False) -> None:
    """Works a link out and books the differences to what is booked now.

    `anew` says that something was taken back: what that gave to the reserve pays for later reseeds before the house
    does.

    `batches` and `hits` are the link as it will be: with the hit that was just pressed, without the one that was
    voided.
    """
    found = work_out(link, batches, hits)
    for hit_id, worth in found.worth.items():
        old = draft.state.hits.get(hit_id)
        hit = hits[hit_id]
        meter, held = money.meter(link.id, hit.meter), money.hit(hit_id)
        more = worth.from_meter - (old.from_meter if old else 0)
        draft.move(meter, held, money.micro(more), "award" if more > 0 else "award worked out again")
        more = worth.top_up - (old.top_up if old else 0)
        draft.move(money.HOUSE, held, money.micro(more), "round-up" if more > 0 else "round-up worked out again")
    funding = {batch.id: _fund(draft, link, batch, found.reseeds[batch.id], anew=anew) for batch in batches}
    for batch in batches:
        for name in {**batch.spilled, **found.spills[batch.id]}:
            more = found.spills[batch.id].get(name, 0) - batch.spilled.get(name, 0)
            said = "overflow" if more > 0 else "overflow worked out again"
            draft.move(money.meter(link.id, name), money.overflow(link.id, name), more, said)
    draft.fact(
        facts.WorkedOut(
            link=link.id,
            hits=found.worth,
            before=found.before,
            funding=funding,
            spilled=found.spills,
        )
    )


def _fund(draft: Draft, link: Link, batch: Batch, reseeds: dict[str, int], *, anew: bool) -> dict[str, facts.Funded]:
    """Books a batch's reseeds: from the reserve first, then by the house; what is too much goes back in reverse."""
    funded = {}
    for name in {**batch.funding, **reseeds}:
        old = batch.funding.get(name, Funding())
        meter, pool = money.meter(link.id, name), money.reserve(link.id, name)
        more = reseeds.get(name, 0) - old.reserve - old.house
        if more >= 0:
            by_reserve = min(more, draft.balance(pool))
            by_house = more - by_reserve
        else:
            by_house = max(more, -old.house)
            by_reserve = more - by_house
        draft.move(pool, meter, by_reserve, "reseed" if more > 0 else "reseed taken back")
        draft.move(money.HOUSE, meter, by_house, "reseed" if more > 0 else "reseed taken back")
        lent = min(draft.balance(pool), old.house + by_house) if anew else 0
        draft.move(pool, money.HOUSE, lent, "reseed worked out again")
        funded[name] = facts.Funded(old.reserve + by_reserve + lent, old.house + by_house - lent)
    return funded


def earlier_open(state: State, link: Link, hit: Hit) -> list[Hit]:
    """The hits before this one, in order, that are neither confirmed nor voided (PRG-4)."""
    before: list[Hit] = []
    for batch in link.batches:
        for other in sorted((state.hits[name] for name in batch.hits), key=lambda other: (other.seat, other.seq)):
            if other.id == hit.id:
                return before
            if other.state in OPEN:
                before.append(other)
    return before


def earlier_waiting(link: Link, hit: Hit) -> Batch | None:
    """The first batch before this hit's that was opened again and waits for its right press (PRG-3)."""
    for batch in link.batches:
        if batch.id == hit.batch:
            return None
        if batch.waits:
            return batch
    return None


def provisional(state: State, hit: Hit) -> bool:
    """Whether a hit's amount can still change (PRG-3, PRG-4)."""
    if hit.fixed or hit.state not in OPEN:
        return False
    link = state.links[hit.link]
    batch = next(batch for batch in link.batches if batch.id == hit.batch)
    return not batch.closed or bool(earlier_open(state, link, hit)) or earlier_waiting(link, hit) is not None


@facts.applies(facts.WorkedOut)
def _worked_out(state: State, said: facts.WorkedOut, _made: facts.Made) -> None:
    link = state.links[said.link]
    for name, worth in said.hits.items():
        hit = state.hits[name]
        hit.amount, hit.from_meter, hit.top_up = worth.amount, worth.from_meter, worth.top_up
        hit.shared, hit.new_base = worth.shared, worth.new_base
    spilled = {} if isinstance(said.spilled, msgspec.UnsetType) else said.spilled
    for batch in link.batches:
        if batch.id in said.before:
            batch.before = dict(said.before[batch.id])
            paid = said.funding[batch.id]
            batch.funding = {name: Funding(parts.reserve, parts.house) for name, parts in paid.items()}
            batch.spilled = dict(spilled.get(batch.id, {}))
