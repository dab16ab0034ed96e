"""A round out of the ledger, step by step, for the auditor: the same rules, the recorded answers, the opened cards."""

from dataclasses import dataclass, field
from typing import Any

from upcard.floor import chained, games
from upcard.floor.audit_rounds import RoundAuditor, ShoeTold, Told
from upcard.floor.entry import canonical, read_body
from upcard.floor.running import feed
from upcard.floor.storage.store import Store
from upcard.rounds.record import line_to_json, show_cards
from upcard.rounds.round import Round
from upcard.rounds.view import view
from upcard.rules.events import (
    Acted,
    CardsDealt,
    CardsShown,
    Event,
    HandsLaid,
    PayLimited,
    Peeked,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    StakePlaced,
    WagerSettled,
)
from upcard.rules.needs import UNKNOWN
from upcard.web.words import label, line_text, money

Json = dict[str, Any]


@dataclass(slots=True)
class Found:
    """A round as the ledger tells it, with the entries of its table while it was open."""

    told: Told
    kind: str
    cards: dict[int, int]
    shoe: ShoeTold | None
    happened: list[Json] = field(default_factory=list)
    voided: str | None = None


class _Reader(RoundAuditor):
    """Follows one table and replays one round; the others are read for the sake of the shoe."""

    def __init__(self, wanted: str) -> None:
        super().__init__()
        self.keep = True
        self._wanted = wanted
        self._table = wanted.rpartition("-")[0]
        self._mark = self._table.encode()
        self.found: Found | None = None
        self.happened: list[Json] = []

    def take(self, row: Any) -> None:
        """One entry more."""
        if self._mark not in row[5]:
            return
        table, body = self._table, read_body(row[5])
        opened = self._open.get(table)
        own = [[kind, said] for kind, said in body["facts"] if said.get("table") == table]
        super().take((*row[:5], canonical(body | {"facts": own}), *row[6:]))
        current = self._open.get(table) or opened
        if current is None or current.round != self._wanted:
            return
        for kind, said in body["facts"]:
            if said.get("table") == table or kind in _OF_HITS:
                self.happened.append({"seq": row[0], "at": body["at"], "by": body["by"], "fact": kind, "said": said})

    def _replay(self, told: Told, seq: int) -> None:
        if told.round == self._wanted:
            super()._replay(told, seq)

    def _ended(self, seq: int, said: dict[str, Any]) -> None:
        told = self._open.get(said["table"])
        if told is not None and said["round"] == self._wanted:
            shoe = self.shoes[told.shoe] if told.shoe else None
            cards = shoe.cards if shoe else {}
            self.found = Found(
                told, told.config["kind"], cards, shoe, voided=said["reason"] if said["status"] == "voided" else None
            )
        super()._ended(seq, said)


_OF_HITS = {"hit-verified", "hit-confirmed", "hit-paid", "hit-voided", "worked-out"}


def find(store: Store, name: str) -> Found:
    """Reads a finished round; LookupError if there is none of that name. `Broken` if the ledger contradicts itself."""
    reader = _Reader(name)
    for chunk in chained.chunks(store):
        for row in chunk:
            reader.take(row)
        if reader.found is not None and (reader.found.shoe is None or reader.found.shoe.retired is not None):
            break
    if reader.found is None:
        raise LookupError(f"there is no finished round {name!r} in the ledger")
    reader.found.happened = reader.happened
    return reader.found


def steps(found: Found) -> tuple[list[Json], list[Json]]:
    """The felt after every event of a round, and its lines; a live table's round is what was pressed."""
    if found.kind == "live":
        return [{"text": _pressed(said), "view": None} for said in found.happened], []
    told = found.told
    game = games.build(told.config["game"], told.config["house"], told.config["pays"])
    played = Round(game, told.stakes, told.players or None)
    everybody = frozenset(told.stakes)
    made: list[Json] = []
    seen = 0

    def note() -> None:
        nonlocal seen
        felt = view(played, everybody)
        made.extend({"text": _words(played, event), "view": felt} for event in played.events[seen:])
        seen = len(played.events)

    note()
    place = told.first
    for answer in told.answers:
        dealt = None
        if answer[0] == "deal" and type(answer[1]) is int:
            dealt = [found.cards.get(at, UNKNOWN) for at in range(place, place + answer[1])]
            place += answer[1]
        feed(played, answer, dealt)
        note()
    if found.voided is not None and not played.ended:
        played.void(found.voided)
        note()
    lines = [
        line_to_json(line) | {"text": line_text(game, line, 0 if not line.claims else None)} for line in played.lines
    ]
    return made, lines


def check(found: Found) -> Json:
    """Whether the round's cards are those of the shoe that was committed before it.

    That the opened cards are the committed ones was proved when they were read; `find` raises `Broken` otherwise.
    """
    told, shoe = found.told, found.shoe
    if shoe is None:
        said = "The cards of this round were dealt by hand; the ledger has what was pressed and scanned."
        return _check(dealt_by_house=False, ok=True, what=said)
    count = sum(answer[1] for answer in told.answers if answer[0] == "deal")
    closed = sum(place not in shoe.cards for place in range(told.first, told.first + count))
    in_time = shoe.committed <= told.started
    known = {"shoe": shoe.id, "committed": shoe.committed, "started": told.started, "retired": shoe.retired}
    if not in_time:
        said = f"Shoe {shoe.id} was committed in entry {shoe.committed}, after the round began in entry {told.started}."
        return _check(dealt_by_house=True, ok=False, what=said, **known)
    said = (
        f"Shoe {shoe.id} was committed in entry {shoe.committed}, before the first card of the round "
        f"that began in entry {told.started}. "
        f"{count - closed} of {count} cards are opened and lie where the commitment says"
    )
    said += f"; {closed} that nobody saw open when the shoe is retired." if closed else "."
    return _check(dealt_by_house=True, ok=True, what=said, **known)


def _check(**said: Any) -> Json:
    return {"shoe": None, "committed": None, "started": None, "retired": None, **said}


def _who(seat: int) -> str:
    return f"Seat {seat}" if seat else "The dealer"


def _words(played: Round, event: Event) -> str:
    """An event in a sentence."""
    if isinstance(event, RoundOpened):
        bets = "; ".join(
            f"seat {seat}: " + ", ".join(f"{played.game.wager(w).title} {money(c)}" for w, c in wagers.items())
            for seat, wagers in event.bets.items()
        )
        return f"Bets are closed. {bets}"
    if isinstance(event, CardsDealt):
        return f"{_who(event.seat)} is dealt {show_cards(event.cards)}"
    if isinstance(event, Acted):
        more = f" {money(event.value)}" if isinstance(event.value, int) else ""
        return f"{_who(event.seat)}: {label(event.move)}{more}"
    if isinstance(event, StakePlaced):
        return f"{_who(event.seat)} puts {money(event.amount)} on {played.game.wager(event.wager).title}"
    if isinstance(event, HandsLaid):
        return f"{_who(event.seat)} lays {' and '.join(show_cards(cards) for cards in event.hands)}"
    if isinstance(event, Peeked):
        return f"The dealer looks ({event.question}): {'yes' if event.answer else 'no'}"
    if isinstance(event, CardsShown):
        return f"{_who(event.seat)} shows {show_cards(event.cards)}"
    if isinstance(event, WagerSettled):
        return f"Seat {event.line.seat}, {line_text(played.game, event.line, 0 if not event.line.claims else None)}"
    if isinstance(event, PayLimited):
        return f"The aggregate limit cuts seat {event.line.seat}, {played.game.wager(event.line.wager).title}"
    if isinstance(event, RoundVoided):
        return f"The round is voided: {event.reason}"
    assert isinstance(event, RoundEnded)
    return "The round is over"


def _pressed(said: Json) -> str:
    """What somebody pressed at a live table, in a sentence."""
    return f"{said['at'][11:23]} UTC, {said['by']}: {_fact(said['fact'], said['said'])} (entry {said['seq']})"


def _fact(kind: str, said: Json) -> str:
    if kind == "started":
        stakes = "; ".join(f"seat {seat} {money(sum(wagers.values()))}" for seat, wagers in said["stakes"].items())
        return f"START GAME, sensors lit: {stakes or 'none'}"
    if kind == "hit-pending":
        return f"Hit pending: {said['hit']}, seat {said['seat']}, {label(said['outcome'])}, {said['percent']} %"
    if kind == "worked-out":
        return "Worked out: " + ", ".join(f"{hit} {money(worth[1])}" for hit, worth in said["hits"].items())
    if kind == "hits-done":
        return "HITS DONE"
    if kind == "hit-confirmed":
        return f"Hit confirmed: {said['hit']}, {money(said['amount'])}, card {said['card']} of {said['holder']}"
    if kind == "hit-voided":
        return f"Hit voided: {said['hit']}, {said['reason']}"
    if kind == "ended":
        return "END GAME" if said["status"] == "ended" else f"Round voided: {said['reason']}"
    return label(kind) + (f": {said['hit']}" if "hit" in said else "")
