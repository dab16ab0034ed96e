"""A table's console: sensors, the buttons of every seat's hands, what was pressed and paid, and which key is on now."""

from typing import Any

from upcard.floor import facts
from upcard.floor.doors.commands import Draft
from upcard.floor.doors.play import buttons, envied, games
from upcard.floor.doors.progressive import signs
from upcard.floor.state import FloorTable, OpenRound, State
from upcard.rules.game import Game
from upcard.rules.words import meter_title
from upcard.web.live import views
from upcard.web.live.hardware import Hardware
from upcard.web.live.mirror import Mirror
from upcard.web.live.words import label
from upcard.web.staff import scanned
from upcard.web.staff.possible import chance, signed_by_somebody, table_chances, tried
from upcard.web.staff.views import alert_info, staff_hit

Json = dict[str, Any]


def console(mirror: Mirror, table: FloorTable, title: str, by: str, hardware: Hardware) -> Json:
    """Everything that the dealer at a table needs, and which button can be pressed now."""
    state, game = mirror.state, games.of(table)
    opened = table.round
    closed = views.why_closed(table)
    link = state.links[table.link] if table.link else None
    in_round = [hit for hit in state.hits.values() if opened is not None and hit.round == opened.id]
    return {
        "seq": mirror.seq,
        "id": table.id,
        "title": title,
        "game": game.name,
        "game_title": game.title,
        "kind": table.kind,
        "seats": table.seats,
        "link": table.link,
        "open": closed is None,
        "why_closed": closed,
        "contact": table.contact,
        "rounds": table.rounds,
        "round": {
            "id": opened.id,
            "number": opened.number,
            "at": opened.at,
            "hits_done": opened.hits_done,
            "settled": opened.settled,
            "reopened": _reopened(state, table, opened),
        }
        if opened is not None
        else None,
        "posted": _posted(state, table, game),
        "progressives": [_progressive(game, wager) for wager in games.progressives(game)] if link else [],
        "places": [_place(mirror, table, game, seat, by) for seat in range(1, table.seats + 1)],
        "can": table_chances(mirror, table, by),
        "hits": [staff_hit(mirror, hit, by) for hit in sorted(in_round, key=lambda hit: (hit.seat, hit.seq))],
        "paid": _paid(mirror, table, game, opened) if opened is not None else [],
        "alerts": [alert_info(state, alert) for alert in state.alerts if state.alerts[alert].where == table.id],
        "meters": views.table_meters(state, table),
        "driver": hardware.info(table.id),
        "declares": scanned.declared(game) if table.kind == "scanned" else [],
        "felt": scanned.felt(mirror, table),
    }


def _posted(state: State, table: FloorTable, game: Game) -> list[Json]:
    """The posted limits, the base game's and the side bets' apart (B7S-20)."""
    return [
        {"wager": name, "title": game.wager(name).title, "side": game.wager(name).side, **limits}
        for name, limits in signs.posted_limits(state, table.id).items()
    ]


def _progressive(game: Game, wager: str) -> Json:
    low, high = games.stakes(game, wager)
    return {
        "wager": wager,
        "title": game.wager(wager).title,
        "min": low,
        "max": high,
        "buttons": [
            {"outcome": outcome, "label": label(outcome), "percent": percent, "meter": meter_title((game,), meter)}
            for outcome, (meter, percent) in games.progressives(game)[wager].items()
        ],
    }


def _place(mirror: Mirror, table: FloorTable, game: Game, seat: int, by: str) -> Json:
    state = mirror.state
    opened = table.round
    sitter = table.seated.get(seat)
    playing = opened.stakes.get(seat, {}) if opened is not None else {}
    return {
        "seat": seat,
        "player": state.players[sitter].name if sitter is not None else None,
        "lit": dict(table.sensors.get(seat, {})),
        "playing": dict(playing),
        "buttons": _buttons(mirror, table, game, seat, by) if opened is not None and table.kind != "virtual" else [],
        "pays": _pays(mirror, table, game, seat, by) if opened is not None and table.kind == "live" else [],
        "paid": sum(line.amount for line in opened.paid if line.seat == seat) if opened is not None else 0,
        "hits": [hit.id for hit in state.hits.values() if opened and hit.round == opened.id and hit.seat == seat],
    }


def _reopened(state: State, table: FloorTable, opened: OpenRound) -> bool:
    """Whether a wrong press was voided and the right one is still to come (PRG-3)."""
    link = state.links.get(table.link) if table.link else None
    return link is not None and any(batch.waits and batch.id == opened.batch for batch in link.batches)


def _paid(mirror: Mirror, table: FloorTable, game: Game, opened: OpenRound) -> list[Json]:
    """What was paid by hand in this round, hand by hand; somebody with the right to it can take it back."""
    hands: dict[tuple[int, str, str], list[facts.PaidLine]] = {}
    for line in opened.paid:
        hands.setdefault((line.of, line.wager, line.outcome), []).append(line)
    return [
        {
            "seat": seat,
            "wager": wager,
            "title": game.wager(wager).title,
            "outcome": outcome,
            "label": label(outcome),
            "envy": envied(game, wager) is not None,
            "amount": sum(line.amount for line in lines),
            "seats": [line.seat for line in lines],
            "can": {
                "take-back": chance(
                    signed_by_somebody(
                        mirror, "take-back", table=table.id, seat=seat, wager=wager, hand=outcome, reason="trial"
                    )
                )
            },
        }
        for (seat, wager, outcome), lines in hands.items()
    ]


def _pays(mirror: Mirror, table: FloorTable, game: Game, seat: int, by: str) -> list[Json]:
    """A seat's buttons of fixed pays, each with what it would pay now or why it can't be pressed."""
    found = []
    for wager, outcomes in buttons(game).items():
        for outcome in outcomes:
            answer = tried(mirror, by, "pay-hand", table=table.id, seat=seat, hand=outcome, wager=wager)
            found.append(
                {
                    "wager": wager,
                    "title": game.wager(wager).title,
                    "outcome": outcome,
                    "label": label(outcome),
                    "envy": envied(game, wager) is not None,
                    **(_pays_now(answer) if isinstance(answer, Draft) else {"amount": None, "seats": []}),
                    **chance(answer),
                }
            )
    return found


def _pays_now(draft: Draft) -> Json:
    """What a button of a trial would pay, in cents, and to which seats: everybody else's, where it is envy."""
    (paid,) = (fact for fact in draft.facts if isinstance(fact, facts.HandPaid))
    mine = (paid.seat, paid.wager, paid.outcome)
    lines = [line for line in paid.pays if (line.of, line.wager, line.outcome) == mine]
    return {"amount": sum(line.amount for line in lines), "seats": [line.seat for line in lines]}


def _buttons(mirror: Mirror, table: FloorTable, game: Game, seat: int, by: str) -> list[Json]:
    """A seat's hand buttons, each with what it would be worth now or why it can't be pressed."""
    found = []
    for wager, outcomes in games.progressives(game).items():
        for outcome, (_, percent) in outcomes.items():
            answer = tried(mirror, by, "hit", table=table.id, seat=seat, hand=outcome, wager=wager)
            found.append(
                {
                    "wager": wager,
                    "title": game.wager(wager).title,
                    "outcome": outcome,
                    "label": label(outcome),
                    "percent": percent,
                    "amount": _worth(answer) if isinstance(answer, Draft) else None,
                    **chance(answer),
                }
            )
    return found


def _worth(draft: Draft) -> int | None:
    """What the hit of a trial would be worth, in cents."""
    pending = next((fact.hit for fact in draft.facts if isinstance(fact, facts.HitPending)), None)
    for fact in draft.facts:
        if isinstance(fact, facts.WorkedOut) and pending in fact.hits:
            return fact.hits[pending].amount
    return None
