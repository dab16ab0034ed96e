"""From the mirror to JSON: cards of the lobby, tables as one viewer sees them, links, hits, the floor.

The only way from a round to a client is `rounds.view`; nothing here reads a card.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from upcard.cards.card import text
from upcard.floor.doors.ledger import money
from upcard.floor.doors.play import games, why_shut
from upcard.floor.doors.progressive import provisional, signs, unresolved
from upcard.floor.state import PAID, UNRESOLVED, FloorTable, Hit, Link, State
from upcard.rounds.knowledge import blanked
from upcard.rounds.record import event_to_json, line_to_json
from upcard.rounds.telling import YOU, Teller, in_words, labels
from upcard.rounds.view import felt, view
from upcard.rules.events import Event, HandsLaid, Line, PayLimited, WagerSettled
from upcard.rules.game import Game
from upcard.rules.needs import Ask
from upcard.rules.words import MeterName, meter_name, place
from upcard.web.live.called import Called
from upcard.web.live.describe import variant
from upcard.web.live.mirror import Mirror, OpenedShoe, ShownRound
from upcard.web.live.words import label, line_text, result_text

Json = dict[str, Any]

BOT = "bot-"
"""How the ids of bots begin; no guest's does."""


def is_bot(player: str) -> bool:
    """Whether a player is played by the house."""
    return player.startswith(BOT)


# Links and hits


def meter_info(state: State, link: Link, name: str) -> Json:
    """A meter as the sign shows it."""
    called = name_of_meter(state, link, name)
    return {
        "link": link.id,
        "name": name,
        "title": called.title,
        "bet": called.bet,
        "won_by": called.won_by,
        "amount": money.shown(state.balance(money.meter(link.id, name))),
        "reset": link.meters[name].reset,
        "pending": signs.is_pending(state, link, name),
    }


def name_of_meter(state: State, link: Link, name: str) -> MeterName:
    """What a meter is called: by the hand that wins it, or by its ceiling where it is won at a secret amount."""
    meter = link.meters[name]
    if meter.must_hit_by is not None:
        return MeterName(f"Must hit by {money.dollars(meter.must_hit_by)}" if meter.announced else "Mystery jackpot")
    return meter_name(tuple(games.of(table) for table in state.tables.values() if table.link == link.id), name)


def table_meters(state: State, table: FloorTable) -> list[Json]:
    """The meters that a table feeds."""
    if table.link is None:
        return []
    link = state.links[table.link]
    fed = {meter for meters in games.meters_of(games.of(table)).values() for meter in meters}
    placed = {wager.name for wager in games.of(table).wagers if wager.placed == "before"}
    fed |= {name for name, meter in link.meters.items() if meter.fed_by in placed}
    return [meter_info(state, link, name) for name in link.meters if name in fed]


def hit_info(mirror: Mirror, hit: Hit) -> Json:
    """A hit, as everybody sees it."""
    state = mirror.state
    called = name_of_meter(state, state.links[hit.link], hit.meter)
    return {
        "id": hit.id,
        "link": hit.link,
        "meter": hit.meter,
        "title": called.title,
        "bet": called.bet,
        "table": hit.table,
        "seat": hit.seat,
        "player": mirror.name_of(hit.player) if hit.player else None,
        "outcome": hit.outcome,
        "label": label(hit.outcome),
        "percent": hit.percent,
        "amount": hit.amount,
        "new_base": hit.new_base,
        "state": hit.state,
        "provisional": provisional(state, hit),
        "at": hit.pressed_at,
    }


def link_info(mirror: Mirror, link: Link, titles: Mapping[str, str]) -> Json:
    """A link with its meters, open hits and the latest resolved ones."""
    state = mirror.state
    hits = sorted((hit for hit in state.hits.values() if hit.link == link.id), key=lambda hit: hit.seq)
    return {
        "id": link.id,
        "title": f"{label(link.id)} link",
        "seq": mirror.seq,
        "tables": [
            {"id": table.id, "title": titles.get(table.id, table.id), "contact": table.contact}
            for table in state.tables.values()
            if table.link == link.id
        ],
        "meters": [meter_info(state, link, name) for name in link.meters],
        "minimums": signs.minimums(state, link),
        "pending": [hit_info(mirror, hit) for hit in hits if hit.state in UNRESOLVED],
        "recent": [hit_info(mirror, hit) for hit in reversed(hits) if hit.state == PAID][:10],
    }


# Rounds


def awarded(state: State, table: str, round_id: str, line: Line) -> int | None:
    """What meters pay on a line, in cents; None while the house has not worked it out."""
    if not line.claims:
        return 0
    amounts = []
    for claim in line.claims:
        found = [
            hit
            for hit in state.hits.values()
            if (hit.table, hit.round, hit.seat, hit.wager, hit.outcome)
            == (table, round_id, claim.seat, claim.wager, claim.outcome)
        ]
        if not found:
            return None
        amounts += [hit.amount for hit in found if hit.state != "VOIDED"]
    return sum(amounts)


def line_info(state: State, table: str, shown: ShownRound, line: Line) -> Json:
    """A settled line with its words. Lines are frozen, so what was written of one is kept, unless a meter pays it."""
    if line.claims:
        return _line_info(state, table, shown, line)
    written = shown.written.get(id(line))
    if written is None:
        written = shown.written[id(line)] = _line_info(state, table, shown, line)
    return written


def _line_info(state: State, table: str, shown: ShownRound, line: Line) -> Json:
    game, meter = shown.round.game, awarded(state, table, shown.id, line)
    return {
        "seat": line.seat,
        "hand": line.hand,
        "wager": line.wager,
        "title": game.wager(line.wager).title,
        "stake": line.stake,
        "outcome": line.outcome,
        "label": label(line.outcome, line.pays),
        "pays": line.pays,
        "returned": line.returned,
        "awarded": meter,
        "net": line.returned - line.stake + (meter or 0),
        "rule": line.rule,
        "claims": line_to_json(line)["claims"] if line.claims else [],
        "text": line_text(game, line, meter),
    }


def results(state: State, table: str, shown: ShownRound, player: str | None = None) -> list[Json]:
    """What every seat got back, once the round is over."""
    if not shown.round.ended:
        return []
    staked, found, mine = shown.round.staked(), [], shown.seats_of(player)
    for seat in shown.round.table.seats:
        lines = [line_info(state, table, shown, line) for line in shown.round.lines if line.seat == seat]
        back = sum(line["returned"] + (line["awarded"] or 0) for line in lines)
        back = staked[seat] if shown.round.voided else back
        net = back - staked[seat]
        waits = any(line["awarded"] is None for line in lines)
        found.append(
            {
                "seat": seat,
                "name": shown.names.get(seat, f"Seat {seat}"),
                "staked": staked[seat],
                "returned": back,
                "net": net,
                "lines": lines,
                "text": f"Seat {seat}: the round is void, the stakes go back"
                if shown.round.voided
                else result_text(seat, net, pending=waits, you=seat in mine),
            }
        )
    return found


def round_view(state: State, table: str, shown: ShownRound, player: str | None) -> Json:
    """A round as a player (or a watcher: None) sees it."""
    return _with_lines(state, table, shown, _felt(shown, shown.seats_of(player)))


def _round_now(state: State, table: str, shown: ShownRound, player: str | None) -> Json:
    """The same of a table's latest round. Bets, clocks and chairs change between its events; the felt is kept then."""
    seats, happened = shown.seats_of(player), len(shown.round.events)
    drawn = shown.drawn.get(seats)
    if drawn is None or drawn[0] != happened:
        drawn = shown.drawn[seats] = happened, _felt(shown, seats)
    return _with_lines(state, table, shown, drawn[1])


def _with_lines(state: State, table: str, shown: ShownRound, seen: Json) -> Json:
    """A felt and its settled lines, which know what meters pay: that can change when nothing happens at the table."""
    return seen | {"lines": [line_info(state, table, shown, line) for line in shown.round.lines]}


def _felt(shown: ShownRound, seats: frozenset[int]) -> Json:
    seen = felt(shown.round, seats)
    need = shown.round.need
    if isinstance(need, Ask):
        defaults = {(turn.seat, turn.hand): turn.default for turn in need.turns}
        for turn in seen["turns"]:
            # Which answer silence stands for belongs to the moves: it is for whoever has to decide.
            turn["default"] = defaults[turn["seat"], turn["hand"]] if turn["seat"] in seats else None
    return seen


def events_info(state: State, table: str, shown: ShownRound, events: Sequence[Event], player: str | None) -> list[Json]:
    """Events as a viewer may see them, settled lines in words."""
    mine, round_ = shown.seats_of(player), shown.round
    several = _laid(round_.events) - _laid(events)

    def called(seat: int) -> str:
        return YOU if seat in mine else shown.names.get(seat, place(seat))

    teller, label_of = Teller(round_.game, None, in_words, called, several), labels(round_, mine)
    found = []
    for happened in events:
        event = blanked(happened, mine)
        written = event_to_json(event)
        if isinstance(event, WagerSettled | PayLimited):
            written["line"] = line_info(state, table, shown, event.line)
            found.append(written | {"text": f"{written['line']['text']}."})
        else:
            found.append(written | {"text": teller.tell(written, label_of)})
    return found


def _laid(events: Sequence[Event]) -> Counter[int]:
    """How often each seat has laid out its hands."""
    return Counter(event.seat for event in events if isinstance(event, HandsLaid))


# Tables


def why_closed(table: FloorTable) -> str | None:
    """Why nobody can play at a table now, in words."""
    shut = why_shut(table)
    if shut is None:
        return None
    in_words = {
        "REG-13": f"It is out of order: {table.inoperable}",
        "REG-17": "It has lost contact with the progressive system.",
    }
    return in_words.get(shut.rule, "It is closed.")


def phase(table: FloorTable, shown: ShownRound | None, *, cleared: bool) -> str:
    """Where a table is: betting, acting, settled, closed."""
    if why_closed(table):
        return "closed"
    if table.round is not None:
        return "settled" if table.round.settled else "acting"
    return "settled" if shown is not None and not cleared else "betting"


def table_card(mirror: Mirror, table: FloorTable, called: Called, *, cleared: bool) -> Json:
    """A table in the lobby."""
    state, game = mirror.state, games.of(table)
    wager = game.main_wager
    low, high = game.limits(wager.name)
    closed = why_closed(table)
    return {
        "id": table.id,
        "title": called.title,
        "game": game.name,
        "game_title": game.title,
        "variant": variant(game),
        "differs": called.differs,
        "kind": table.kind,
        "open": closed is None,
        "why_closed": closed,
        "seats": table.seats,
        "free": table.seats - len(table.seated),
        "taken": [
            {"seat": seat, "name": mirror.name_of(who), "bot": is_bot(who)}
            for seat, who in sorted(table.seated.items())
        ],
        "minimum": low if f"{wager.name}.min" in game.house else None,
        "maximum": high,
        "unit": wager.name,
        "phase": phase(table, mirror.shown.get(table.id), cleared=cleared),
        "rounds": table.rounds,
        "link": table.link,
        "meters": table_meters(state, table),
    }


def seats_info(mirror: Mirror, table: FloorTable, ready: frozenset[int], player: str | None) -> list[Json]:
    """The seats of a table: who sits there, what lies on the spots, whose turn it is."""
    shown = mirror.shown.get(table.id)
    bets = table.bets if table.round is None else table.round.stakes
    turns: set[int] = set()
    if table.round is not None and shown is not None and isinstance(shown.round.need, Ask):
        turns = {turn.seat for turn in shown.round.need.turns}
    found: list[Json] = []
    for seat in range(1, table.seats + 1):
        who = table.seated.get(seat)
        sitter = {"id": who, "name": mirror.name_of(who), "bot": is_bot(who), "you": who == player} if who else None
        found.append(
            {
                "seat": seat,
                "player": sitter,
                "bets": dict(bets.get(seat, {})),
                "ready": seat in ready,
                "turn": seat in turns,
            }
        )
    return found


def shoe_info(table: FloorTable) -> Json | None:
    """The shoe, as everybody may know it: its size, how far it is dealt, and its commitment."""
    shoe = table.shoe
    if shoe is None:
        return None
    return {"size": shoe.size, "dealt": shoe.dealt, "cut": shoe.cut, "commitment": shoe.root}


def opened_shoe(shoe: OpenedShoe) -> Json:
    """A finished shoe, as everybody may check it: see `upcard.floor.fair.proof`."""
    return {
        "shoe": shoe.shoe,
        "commitment": shoe.root,
        "seed": shoe.seed,
        "order": list(shoe.order),
        "cards": [text(card) for card in shoe.order],
    }


def table_state(
    mirror: Mirror,
    table: FloorTable,
    player: str | None,
    *,
    ready: frozenset[int],
    clock: Json | None,
    cleared: bool,
    news: Sequence[int] = (),
) -> Json:
    """A table as it stands, for one viewer."""
    state, shown = mirror.state, mirror.shown.get(table.id)
    closed = why_closed(table)
    mine = [seat for seat, who in sorted(table.seated.items()) if player is not None and who == player]
    return {
        "seq": mirror.seq,
        "phase": phase(table, shown, cleared=cleared),
        "open": closed is None,
        "why_closed": closed,
        "round": shown.number if shown else None,
        "clock": clock,
        "seats": seats_info(mirror, table, ready, player),
        "view": _round_now(state, table.id, shown, player) if shown else None,
        "results": results(state, table.id, shown, player) if shown else [],
        "hits": [hit_info(mirror, hit) for hit in unresolved(state, table)],
        "meters": table_meters(state, table),
        "shoe": shoe_info(table),
        "you": {"seats": mine, "bankroll": bankroll(state, player) if mine and player else None, "news": list(news)},
    }


def bankroll(state: State, player: str) -> int:
    """A player's play money, in cents."""
    return money.shown(state.balance(money.player(player)))


def summary(state: State, table: str, shown: ShownRound, player: str | None) -> Json:
    """A finished round in a list: what everybody saw of it, and the hands of the player who asks."""
    mine = shown.seats_of(player)
    seen = view(shown.round, mine)
    return {
        "round": shown.number,
        "id": shown.id,
        "at": shown.at,
        "voided": shown.round.voided,
        "dealer": _house_hand(seen["dealer"]),
        "board": _house_hand(seen["board"]) if seen["board"] else None,
        "hands": [seat for seat in seen["seats"] if seat["seat"] in mine],
        "results": results(state, table, shown, player),
    }


def _house_hand(hand: Json) -> Json:
    return {"cards": hand["cards"], "label": hand["label"]}


def record(state: State, table: str, shown: ShownRound, player: str | None) -> Json:
    """A finished round, event by event, as a viewer may see it."""
    game: Game = shown.round.game
    return {
        "round": shown.number,
        "id": shown.id,
        "at": shown.at,
        "game": game.name,
        "house": dict(game.house),
        "pays": {name: rows.name for name, rows in game.tables.items()},
        "events": events_info(state, table, shown, shown.round.events, player),
        "results": results(state, table, shown, player),
        "view": round_view(state, table, shown, player),
    }
