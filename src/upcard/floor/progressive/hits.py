"""Hits: from the hand's button to the pay desk (B7S-13, PRG-0 to PRG-4, PRG-11).

PENDING → VERIFIED (a supervisor) → CONFIRMED (a manager's button and a manager's or executive's card) → PAID; or
VOIDED with a reason, from PENDING or VERIFIED. Dealer, verifier and card holder are three different people.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import DEVICE, SYSTEM, Draft, verb
from upcard.floor.ledger import money
from upcard.floor.people.staff import swiped
from upcard.floor.play.record import close
from upcard.floor.progressive.workout import book, earlier_open, earlier_waiting
from upcard.floor.state import (
    CONFIRMED,
    OPEN,
    PAID,
    PENDING,
    UNRESOLVED,
    VERIFIED,
    VOIDED,
    Batch,
    FloorTable,
    Hit,
    Link,
    OpenRound,
    State,
)
from upcard.rules.awards import WHOLE, Claim

KEPT = 50
"""Settled hits of each prize that stay at hand; the ledger has them all (REG-5 asks for 25)."""


def press(draft: Draft, table: FloorTable, opened: OpenRound, claims: Sequence[Claim], *, closes: bool) -> None:
    """Claims become pending hits: their awards move from the meter into a reserve of their own at once (PRG-1).

    The first press of a round opens its batch and gives it its place among other tables' (PRG-2, PRG-3); if all that
    was pressed was voided, the next press is the first, unless the batch was opened again for it. `closes` says that no
    more will come: a virtual table's settlement.
    """
    assert table.link is not None, "a claim needs a meter, and a meter a link"
    state, link = draft.state, draft.state.links[table.link]
    batches = list(link.batches)
    waits = any(batch.waits and batch.id == opened.batch for batch in batches)
    if not waits and not any(hit.batch == opened.batch and hit.state != VOIDED for hit in state.hits.values()):
        batch = Batch(f"B{draft.seq}", table.id, opened.id, draft.seq, draft.command.at)
        batch.before = {name: state.balance(money.meter(link.id, name)) for name in link.meters}
        batches.append(batch)
        draft.fact(
            facts.BatchOpened(batch=batch.id, link=link.id, table=table.id, round=opened.id, before=batch.before)
        )
    else:
        at = next(index for index, batch in enumerate(batches) if batch.id == opened.batch)
        batch = batches[at] = replace(batches[at], hits=list(batches[at].hits))
    hits = {name: state.hits[name] for open_batch in batches for name in open_batch.hits}
    for claim in claims:
        said: dict[str, Any] = {
            "link": link.id,
            "meter": claim.meter,
            "table": table.id,
            "round": opened.id,
            "batch": batch.id,
            "seat": claim.seat,
            "wager": claim.wager,
            "outcome": claim.outcome,
            "percent": claim.percent,
            "player": opened.players.get(claim.seat),
            "pressed_by": SYSTEM if closes else draft.command.by,
            "dealer": _on_duty(draft, table, opened),
        }
        name = _name(opened.id, claim.seat, state.hits | hits)
        hits[name] = Hit(name, **said, pressed_at=draft.command.at, seq=draft.seq)
        batch.hits = [*batch.hits, name]
        draft.fact(facts.HitPending(hit=name, **said))
    if closes:
        draft.fact(facts.BatchClosed(link=link.id, batch=batch.id, table=table.id))
    book(draft, link, batches, hits)


def _on_duty(draft: Draft, table: FloorTable, opened: OpenRound) -> str | None:
    """Who deals where the keypad speaks for itself: whoever pressed START GAME, or signed on at the table (PRG-11)."""
    if not draft.command.by.startswith(f"{DEVICE}:"):
        return None
    return opened.by if opened.by in draft.state.staff else table.dealer


def _name(round_id: str, seat: int, taken: dict[str, Hit]) -> str:
    """A hit is called by its round and seat, as people on the floor would: T1-17-4; a second one there T1-17-4.2."""
    name, number = f"{round_id}-{seat}", 1
    while name in taken:
        number += 1
        name = f"{round_id}-{seat}.{number}"
    return name


def find(draft: Draft) -> tuple[Hit, Link, Batch]:
    """The hit that a command is about, with its link and batch, while it can still change."""
    name = ask.text(draft.command, "hit")
    hit = draft.state.hits.get(name)
    if hit is None:
        raise Refused(f"there is no hit {name!r} at hand")
    if hit.state not in UNRESOLVED:
        raise Refused(f"hit {hit.id} is {hit.state}; that is its end", "PRG-0")
    link = draft.state.links[hit.link]
    return hit, link, next(batch for batch in link.batches if batch.id == hit.batch)


def _must_be(hit: Hit, state: str, what: str) -> None:
    if hit.state != state:
        raise Refused(f"hit {hit.id} is {hit.state}; it has to be {state} to be {what}", "PRG-0")


@verb("verify", ("supervisor", "manager", "executive"))
def verify(draft: Draft) -> None:
    """A supervisor has seen the cards: hit, patron (the winner's name for the slip, if they give it)."""
    ask.only(draft.command, "hit", "patron")
    hit, _, batch = find(draft)
    _must_be(hit, PENDING, "verified")
    if not batch.closed:
        raise Refused(f"the hits of round {batch.round} are still coming in; HITS DONE closes them", "PRG-3")
    if draft.command.by in {hit.pressed_by, hit.dealer}:
        raise Refused("whoever pressed the hand's button, or dealt the round, can't verify it", "PRG-11")
    draft.fact(facts.HitVerified(hit=hit.id))
    _patron(draft, hit)


@verb("confirm", ("manager", "executive"))
def confirm(draft: Draft) -> None:
    """A manager confirms a verified hit with a manager's or executive's card: hit, swipe, pin."""
    ask.only(draft.command, "hit", "swipe", "pin")
    hit, link, batch = find(draft)
    _must_be(hit, VERIFIED, "confirmed")
    earlier = earlier_open(draft.state, link, hit)
    if earlier:
        names = ", ".join(f"{other.id} ({other.state}, table {other.table} seat {other.seat})" for other in earlier)
        raise Refused(f"confirmation goes in order; before hit {hit.id} comes {names}", "PRG-4")
    waiting = earlier_waiting(link, hit)
    if waiting is not None:
        said = (
            f"round {waiting.round} comes before hit {hit.id} and was opened again for its right press: press it, or "
        )
        raise Refused(f"{said}HITS DONE at table {waiting.table}", "PRG-3")
    sharers = [other for other in _sharers(draft.state, batch, hit) if other.state == PENDING]
    if sharers:
        names = ", ".join(f"{other.id} (seat {other.seat})" for other in sharers)
        raise Refused(f"hit {hit.id} shares its jackpot with {names}: verify or void that first", "PRG-5")
    card, holder = swiped(draft, ("manager", "executive"))
    if holder.id in {hit.pressed_by, hit.dealer, hit.verified_by}:
        said = f"card {card.id} is {holder.id}'s, who pressed or verified this hit, or dealt the round"
        raise Refused(said, "PRG-11", *draft.facts)
    held, owed = money.hit(hit.id), money.payable(hit.id)
    draft.move(held, owed, money.micro(hit.amount), "confirmed")
    draft.fact(
        facts.HitConfirmed(
            hit=hit.id,
            card=card.id,
            holder=holder.id,
            amount=hit.amount,
            fixes=[other.id for other in _sharers(draft.state, batch, hit)] if hit.shared else [],
        )
    )


def _sharers(state: State, batch: Batch, hit: Hit) -> list[Hit]:
    """The others that share a jackpot with this hit."""
    return [
        other
        for other in (state.hits[name] for name in batch.hits)
        if hit.shared and other.shared and other.id != hit.id and other.meter == hit.meter and other.state in OPEN
    ]


@verb("pay", ("supervisor", "manager", "executive"))
def pay(draft: Draft) -> None:
    """A confirmed hit has been paid out: hit, patron, swipe and pin of one's own card where the console asks for them.

    Where the table has nothing else open, a virtual table goes on.
    """
    ask.only(draft.command, "hit", "patron", "swipe", "pin")
    hit, _, _ = find(draft)
    _must_be(hit, CONFIRMED, "paid")
    _patron(draft, hit)
    if "swipe" in draft.command.args:
        card, holder = swiped(draft, ("supervisor", "manager", "executive"))
        if holder.id != draft.command.by:
            raise Refused(f"card {card.id} is {holder.id}'s; who pays swipes their own", "PRG-11", *draft.facts)
    to = money.player(hit.player) if hit.player else money.patrons(hit.table)
    draft.move(money.payable(hit.id), to, money.micro(hit.amount), "jackpot")
    draft.fact(facts.HitPaid(hit=hit.id, to=to, amount=hit.amount))
    _go_on(draft, hit)


def _patron(draft: Draft, hit: Hit) -> None:
    """The winner's name, where it is given: a table's patrons have no accounts."""
    if draft.command.args.get("patron") is not None:
        draft.fact(facts.PatronNamed(hit.id, ask.text(draft.command, "patron", longest=100)))


@verb("void", ("supervisor", "manager", "executive"))
def void(draft: Draft) -> None:
    """Voids a hit that was none: hit, reason. What was held for it goes back, and later hits are worked out again.

    The reason "wrong seat" or "wrong hand", while the round is open, opens its batch again for the right press (PRG-3).
    """
    ask.only(draft.command, "hit", "reason")
    hit, link, batch = find(draft)
    if hit.state not in OPEN:
        raise Refused(f"hit {hit.id} is {hit.state}; only PENDING and VERIFIED ones are voided", "PRG-0")
    if hit.fixed:
        why = "it shares a jackpot that is confirmed already, and what the others are paid can't change any more"
        raise Refused(f"hit {hit.id} can't be voided: {why}", "PRG-5")
    reason = ask.text(draft.command, "reason")
    draft.move(money.hit(hit.id), money.meter(link.id, hit.meter), money.micro(hit.from_meter), "void")
    draft.move(money.hit(hit.id), money.HOUSE, money.micro(hit.top_up), "round-up taken back")
    draft.fact(facts.HitVoided(hit=hit.id, reason=reason, amount=hit.amount))
    hits = {name: draft.state.hits[name] for open_batch in link.batches for name in open_batch.hits}
    hits[hit.id] = replace(hit, state=VOIDED)
    book(draft, link, link.batches, hits, anew=True)
    table = draft.state.tables[hit.table]
    playing = table.kind != "virtual" and table.round is not None and table.round.id == hit.round
    if playing and not batch.late and _wrong_press(reason):
        draft.fact(facts.BatchReopened(link.id, batch.id, table.id))
    _go_on(draft, hit)


WRONG = ("wrong seat", "wrong hand")
"""Reasons of a void that say that there is a winner all the same (PRG-3)."""


def _wrong_press(reason: str) -> bool:
    """Whether the dealer pressed another's button: "wrong seat", or "Wrong hand: it is seat 4's"."""
    return " ".join(reason.casefold().split()).startswith(WRONG)


def _go_on(draft: Draft, hit: Hit) -> None:
    """A virtual table ends its round by itself once its last hit is resolved."""
    table = draft.state.tables[hit.table]
    opened = table.round
    if table.kind != "virtual" or opened is None or opened.batch != hit.batch:
        return  # a must-hit-by jackpot has a batch of its own, and no round waits for it
    if all(other.id == hit.id for other in unresolved(draft.state, table)):
        close(draft, table, opened, "ended")


def unresolved(state: State, table: FloorTable) -> list[Hit]:
    """The hits that keep a table from END GAME (B7S-13)."""
    if table.round is None or table.round.batch is None:
        return []
    return [hit for hit in state.hits.values() if hit.batch == table.round.batch and hit.state in UNRESOLVED]


# What it does to the state


@facts.applies(facts.BatchOpened)
def _batch_opened(state: State, said: facts.BatchOpened, made: facts.Made) -> None:
    late = said.late is True
    batch = Batch(said.batch, said.table, said.round, made.seq, made.at, late=late, before=dict(said.before))
    state.links[said.link].batches.append(batch)
    if late:
        return
    opened = state.tables[said.table].round
    assert opened is not None
    for old in state.links[said.link].batches:
        old.done |= old.id == opened.batch  # all it held was voided
    opened.batch = batch.id


@facts.applies(facts.HitPending)
def _pending(state: State, said: facts.HitPending, made: facts.Made) -> None:
    hit = Hit.of(said, made.at, made.seq)
    state.hits[hit.id] = hit
    table = state.tables[said.table]
    rounds = [] if table.round is None else [(table.round.id, table.round.stakes)]
    rounds += [(ended.id, ended.stakes) for ended in table.ended]
    hit.stake = next((stakes.get(hit.seat, {}).get(hit.wager, 0) for name, stakes in rounds if name == hit.round), 0)
    batch = _batch(state, hit)
    batch.hits.append(hit.id)
    batch.waits = False


@facts.applies(facts.BatchClosed)
def _batch_closed(state: State, said: facts.BatchClosed, _made: facts.Made) -> None:
    for batch in state.links[said.link].batches:
        if batch.id == said.batch:
            batch.closed, batch.waits = True, False


@facts.applies(facts.BatchReopened)
def _reopened(state: State, said: facts.BatchReopened, _made: facts.Made) -> None:
    for batch in state.links[said.link].batches:
        if batch.id == said.batch:
            batch.closed, batch.waits = False, True
    opened = state.tables[said.table].round
    assert opened is not None
    opened.hits_done = False


@facts.applies(facts.HitVerified)
def _verified(state: State, said: facts.HitVerified, made: facts.Made) -> None:
    hit = state.hits[said.hit]
    hit.state, hit.verified_by = VERIFIED, made.by


@facts.applies(facts.HitConfirmed)
def _confirmed(state: State, said: facts.HitConfirmed, made: facts.Made) -> None:
    hit = state.hits[said.hit]
    hit.state, hit.confirmed_by = CONFIRMED, made.by
    hit.card, hit.card_holder = said.card, said.holder
    meter = state.links[hit.link].meters[hit.meter]
    meter.hits += 1
    meter.wins += hit.amount
    if not hit.fixed:
        batch = _batch(state, hit)
        if hit.percent == WHOLE:  # its reseed is as final as it is; those who share it have the same one
            batch.fixed_reseeds[hit.meter] = batch.fixed_reseeds.get(hit.meter, 0) + money.micro(meter.reset)
        hit.fixed = True
    for name in said.fixes:
        state.hits[name].fixed = True


@facts.applies(facts.HitPaid)
def _paid(state: State, said: facts.HitPaid, made: facts.Made) -> None:
    hit = state.hits[said.hit]
    hit.state, hit.paid_by, hit.resolved_at = PAID, made.by, made.at
    _late_is_done(state, hit)


@facts.applies(facts.HitVoided)
def _voided(state: State, said: facts.HitVoided, made: facts.Made) -> None:
    hit = state.hits[said.hit]
    hit.state, hit.voided_by, hit.reason, hit.resolved_at = VOIDED, made.by, said.reason, made.at
    hit.amount = hit.from_meter = hit.top_up = 0
    _late_is_done(state, hit)


@facts.applies(facts.PatronNamed)
def _named(state: State, said: facts.PatronNamed, _made: facts.Made) -> None:
    state.hits[said.hit].patron = said.patron


@facts.applies(facts.LateHit)
def _late(state: State, said: facts.LateHit, _made: facts.Made) -> None:
    state.hits[said.hit].late = said.reason


def _late_is_done(state: State, hit: Hit) -> None:
    """The batch of a late hit is done with when it is paid or voided: its round has ended long ago."""
    batch = _batch(state, hit)
    if batch.late:
        batch.done = all(state.hits[name].state not in UNRESOLVED for name in batch.hits)
        _tidy(state, state.links[hit.link])


def _batch(state: State, hit: Hit) -> Batch:
    return next(batch for batch in state.links[hit.link].batches if batch.id == hit.batch)


def let_go(state: State, table: FloorTable) -> None:
    """A round has ended: its batch is done with, and so are old hits beyond those kept at hand (REG-5)."""
    assert table.round is not None
    if table.link is None or table.round.batch is None:
        return
    link = state.links[table.link]
    for batch in link.batches:
        batch.done |= batch.id == table.round.batch
    _tidy(state, link)


def _tidy(state: State, link: Link) -> None:
    """Lets go of batches that are done with and nothing earlier is open, and of hits beyond those kept."""
    while link.batches and link.batches[0].done:
        del link.batches[0]
    busy = {name for batch in link.batches for name in batch.hits}
    prizes: dict[tuple[str, int, bool], list[str]] = {}
    for hit in state.hits.values():
        if hit.link == link.id and hit.id not in busy:
            prizes.setdefault((hit.meter, hit.percent, hit.state == VOIDED), []).append(hit.id)
    for names in prizes.values():
        for name in names[:-KEPT]:
            del state.hits[name]
