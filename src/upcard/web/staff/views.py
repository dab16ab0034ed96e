"""What the floor's staff see: hits with everybody who signed for them, tables, meters, alerts, changes, people."""

from collections.abc import Mapping
from typing import Any

from upcard.floor.doors.commands import SYSTEM, Refused, now
from upcard.floor.doors.house import local, tax_note
from upcard.floor.doors.ledger import money
from upcard.floor.doors.play import games, said_of_tray
from upcard.floor.doors.progressive import signs
from upcard.floor.doors.reports import change_said
from upcard.floor.state import UNRESOLVED, VOIDED, FloorTable, Hit, Link, Proposal, Staff, State
from upcard.web.live import views
from upcard.web.live.hardware import Hardware
from upcard.web.live.mirror import Mirror
from upcard.web.live.words import label
from upcard.web.staff.possible import chance, hit_chances, tried

Json = dict[str, Any]


def staff_hit(mirror: Mirror, hit: Hit, by: str) -> Json:
    """A hit with its stamps and signatures, and what this person can do about it."""
    state = mirror.state
    batch = next((batch for batch in state.links[hit.link].batches if batch.id == hit.batch), None)
    return {
        **views.hit_info(mirror, hit),
        "seq": hit.seq,
        "round": hit.round,
        "wager": hit.wager,
        "batch": hit.batch,
        "batch_closed": batch.closed if batch else True,
        "shared": hit.shared,
        "new_base": hit.new_base,
        "pressed_by": hit.pressed_by,
        "verified_by": hit.verified_by,
        "confirmed_by": hit.confirmed_by,
        "card": hit.card,
        "card_holder": hit.card_holder,
        "paid_by": hit.paid_by,
        "voided_by": hit.voided_by,
        "reason": hit.reason,
        "late": hit.late,
        "stake": hit.stake,
        "patron": hit.patron,
        "resolved_at": hit.resolved_at,
        "can": hit_chances(mirror, hit.id, by) if hit.state in UNRESOLVED else {},
    }


def on_paper(state: State, hit: Hit) -> Json:
    """What a slip says besides the hit: the casino, the wager, the patron, local time, the tax note of the day.

    A hit that was voided is no win: its slip says VOID and the reason, has no lines to sign and no meter after it.
    """
    void = hit.state == VOIDED
    return {
        "void": void,
        "casino": state.profile.name,
        "jurisdiction": state.profile.jurisdiction,
        "zone": state.profile.zone,
        "won_at": local(state, hit.pressed_at),
        "printed_local": local(state, now()),
        "stake": hit.stake,
        "patron": hit.patron,
        "late": hit.late,
        "tax_note": None if void else tax_note(state, hit.pressed_at),
        "signs": [] if void else ["Player", "Dealer", "Supervisor", "Manager"],
    }


def open_hits(state: State, link: Link) -> list[Hit]:
    """The unresolved hits of a link in the order of payment (PRG-2, PRG-3)."""
    return [hit for hit in signs.in_order(state, link) if hit.state in UNRESOLVED]


# The floor


def alert_info(state: State, alert: str) -> Json:
    """An open alert."""
    found = state.alerts[alert]
    return {"id": found.id, "kind": found.kind, "where": found.where, "what": found.what, "at": found.at}


def floor(mirror: Mirror, titles: Mapping[str, str], by: str, hardware: Hardware) -> Json:
    """The floor at a glance: tables, meters with every parameter, hits in their order, alerts, proposals, people."""
    state = mirror.state
    return {
        "seq": mirror.seq,
        "tables": tables(mirror, titles, hardware, by),
        "links": [_link(mirror, link, by) for link in state.links.values()],
        "alerts": [alert_info(state, alert) for alert in state.alerts],
        "proposals": [
            {
                "id": p.id,
                "what": p.what,
                "change": p.change,
                "by": p.by,
                "at": p.at,
                "approved_by": p.approved_by,
                "scheduled": p.approved_by is not None,
                "text": change_said(p.what, p.change),
                "waits": _waits(mirror, p),
                "can": {
                    "approve": chance(tried(mirror, by, "approve", proposal=p.id)),
                    "reject": chance(tried(mirror, by, "reject", proposal=p.id, reason="trial")),
                },
            }
            for p in state.proposals.values()
        ],
        "staff": [_person(state, staff) for staff in state.staff.values()],
        "people": {staff.id: staff.name for staff in state.staff.values()},
        "house": {
            "name": state.profile.name,
            "zone": state.profile.zone,
            "jurisdiction": state.profile.jurisdiction,
            "tax_notes": [
                {"jurisdiction": note.jurisdiction, "since": note.since, "text": note.text} for note in state.tax_notes
            ],
        },
    }


def _waits(mirror: Mirror, proposal: Proposal) -> str | None:
    """What a scheduled change waits for, as the house says it."""
    if proposal.approved_by is None:
        return None
    answer = tried(mirror, SYSTEM, "enact", proposal=proposal.id)
    return answer.reason if isinstance(answer, Refused) else None


def tables(mirror: Mirror, titles: Mapping[str, str], hardware: Hardware, by: str) -> list[Json]:
    """The tables at a glance, and what this person can do about their trays."""
    state = mirror.state
    return [
        _table(state, table, titles[table.id], hardware)
        | {"can": {do: chance(tried(mirror, by, do, table=table.id, amount=1)) for do in ("fill", "credit")}}
        for table in state.tables.values()
    ]


def _table(state: State, table: FloorTable, title: str, hardware: Hardware) -> Json:
    opened = table.round
    closed = views.why_closed(table)
    hits = [hit for hit in state.hits.values() if hit.table == table.id and hit.state in UNRESOLVED]
    if closed:
        stands = "closed"
    elif opened is None:
        stands = "between rounds"
    elif hits:
        stands = "jackpot"
    else:
        stands = "settled" if opened.settled else "in play"
    return {
        "id": table.id,
        "title": title,
        "game": table.game,
        "game_title": games.of(table).title,
        "house": table.house,
        "pays": table.pays,
        "kind": table.kind,
        "state": stands,
        "why_closed": closed,
        "contact": table.contact,
        "round": opened.number if opened else None,
        "rounds": table.rounds,
        "seats": table.seats,
        "lit": sum(1 for wagers in (opened.stakes if opened else table.sensors).values() if wagers),
        "alerts": sum(1 for alert in state.alerts.values() if alert.where == table.id),
        "hits": len(hits),
        "link": table.link,
        "tray": said_of_tray(state, table.id),
        "driver": hardware.info(table.id),
    }


def _link(mirror: Mirror, link: Link, by: str) -> Json:
    state = mirror.state
    return {
        "id": link.id,
        "title": f"{label(link.id)} link",
        "order": link.order,
        "tables": [table.id for table in state.tables.values() if table.link == link.id],
        "meters": [_meter(state, link, name) for name in link.meters],
        "hits": [staff_hit(mirror, hit, by) for hit in open_hits(state, link)],
        "reopened": [batch.round for batch in link.batches if batch.waits],
        "rules": signs.rules_text(state, link),
    }


def _meter(state: State, link: Link, name: str) -> Json:
    """A meter with everything that is kept about it: parameters (REG-3) and counters (REG-4)."""
    seen = signs.meter_view(state, link, name)
    said = seen["parameters"]
    return {
        "name": name,
        "title": views.name_of_meter(state, link, name).title,
        "amount": seen["shows"],
        "exact": money.exact(seen["exact"]),
        "pending": seen["pending"],
        "parameters": {
            "base": said["base"],
            "reset": said["reset"],
            "increment": said["increment"],
            "hidden": said["hidden"],
            "limit": said["limit"],
            "implausible": said["implausible"],
            "round_up_to": said["round-up-to"],
            "top_up": said["top-up"],
            "must_hit_by": said.get("must-hit-by"),
            "fed_by": said.get("fed-by"),
            "announced": said.get("announced", True),
        },
        "increment_text": signs.percent(said["increment"]),
        "hidden_text": signs.percent(said["hidden"]),
        "in": money.exact(seen["in"]),
        "hits": seen["hits"],
        "wins": seen["wins"],
        "overflow": money.exact(seen["overflow"]),
        "reserve": money.exact(seen["reserve"]),
    }


def _person(state: State, staff: Staff) -> Json:
    return {
        "id": staff.id,
        "name": staff.name,
        "role": staff.role,
        "department": staff.department,
        "active": staff.active,
        "locked": staff.locked,
        "cards": [
            {"id": card.id, "blocked": card.blocked, "fails": card.fails, "count": card.count}
            for card in state.cards.values()
            if card.holder == staff.id
        ],
    }
