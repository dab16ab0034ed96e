"""A round out of the ledger, step by step, for the auditor: the same rules, the recorded answers, the opened cards."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from upcard.floor import facts
from upcard.floor.doors.ledger import Store, chained
from upcard.floor.doors.play import Told
from upcard.floor.doors.reports import RoundAuditor
from upcard.rounds.record import event_to_json, line_to_json
from upcard.rounds.telling import Labels, Teller, labels
from upcard.rounds.view import view
from upcard.rules.events import Event
from upcard.rules.words import dollars
from upcard.web.live.words import label, line_text

Json = dict[str, Any]


Happened: TypeAlias = tuple[int, facts.Body, facts.Fact]
"""A fact with the entry that it stands in."""


@dataclass(slots=True)
class FoundRound:
    """A round as the ledger tells it, with the entries of its table while it was open."""

    told: Told
    happened: list[Happened]

    @property
    def kind(self) -> str:
        """Virtual, live or scanned."""
        return self.told.config.type


_OF_HITS = (facts.HitVerified, facts.HitConfirmed, facts.HitPaid, facts.HitVoided, facts.WorkedOut)


def find(store: Store, name: str) -> FoundRound:
    """Reads a finished round; LookupError if there is none of that name. `Broken` if the ledger contradicts itself."""
    table = name.rpartition("-")[0]
    auditor = RoundAuditor(table=table, only=name, keep=True)
    mark = table.encode()
    happened: list[Happened] = []
    for chunk in chained.chunks(store):
        for row in chunk:
            if mark not in row[5]:
                continue
            before = auditor.follower.open.get(table)
            auditor.take(row)
            current = auditor.follower.open.get(table) or before
            if current is not None and current.round == name:
                happened += _of_table(row, table)
        told = auditor.told.get(name)
        if told is not None and (told.shoe is None or told.shoe.retired is not None):
            break
    if name not in auditor.told:
        raise LookupError(f"there is no finished round {name!r} in the ledger")
    return FoundRound(auditor.told[name], happened)


def _of_table(row: Sequence[Any], table: str) -> Iterator[Happened]:
    body = facts.read_body(row[5])
    for fact in body.facts:
        if getattr(fact, "table", None) == table or isinstance(fact, _OF_HITS):
            yield row[0], body, fact


def steps(found: FoundRound) -> tuple[list[Json], list[Json]]:
    """The felt after every event of a round, and its lines; a live table's round is what was pressed."""
    if found.kind == "live":
        return [{"text": _pressed(seq, body, fact), "view": None} for seq, body, fact in found.happened], []
    told = found.told
    followed = told.begin()
    played = followed.round
    everybody = frozenset(told.stakes)
    teller = Teller(played.game, None, " ".join)
    made: list[Json] = []
    seen = 0

    def note() -> None:
        nonlocal seen
        felt, called = view(played, everybody), labels(played, everybody)
        made.extend({"text": _words(teller, event, called), "view": felt} for event in played.events[seen:])
        seen = len(played.events)

    note()
    for answer in told.answers:
        followed.tell([answer])
        note()
    if told.ended is not None:
        followed.end(told.ended.status, told.ended.reason)
        note()
    lines = [
        line_to_json(line) | {"text": line_text(played.game, line, 0 if not line.claims else None)}
        for line in played.lines
    ]
    return made, lines


def check(found: FoundRound) -> Json:
    """Whether the round's cards are those of the shoe that was committed before it.

    That the opened cards are the committed ones was proved when they were read; `find` raises `Broken` otherwise.
    """
    told, shoe = found.told, found.told.shoe
    if shoe is None:
        said = "The cards of this round were dealt by hand; the ledger has what was pressed and scanned."
        return _check(dealt_by_house=False, ok=True, what=said)
    count = facts.from_shoe(told.answers)
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


def _words(teller: Teller, event: Event, called: Labels) -> str:
    """An event in a sentence, as the terminal's replay tells it."""
    return teller.tell(event_to_json(event), called).removesuffix(".") or "The round is over"


def _pressed(seq: int, body: facts.Body, fact: facts.Fact) -> str:
    """What somebody pressed at a live table, in a sentence."""
    return f"{body.at[11:23]} UTC, {body.by}: {_fact(fact)} (entry {seq})"


def _fact(fact: facts.Fact) -> str:
    if isinstance(fact, facts.GameStarted):
        stakes = "; ".join(f"seat {seat} {dollars(sum(wagers.values()))}" for seat, wagers in fact.stakes.items())
        return f"START GAME, sensors lit: {stakes or 'none'}"
    if isinstance(fact, facts.HitPending):
        return f"Hit pending: {fact.hit}, seat {fact.seat}, {label(fact.outcome)}, {fact.percent} %"
    if isinstance(fact, facts.WorkedOut):
        return "Worked out: " + ", ".join(f"{hit} {dollars(worth.amount)}" for hit, worth in fact.hits.items())
    if isinstance(fact, facts.HitsDone):
        return "HITS DONE"
    if isinstance(fact, facts.HitConfirmed):
        return f"Hit confirmed: {fact.hit}, {dollars(fact.amount)}, card {fact.card} of {fact.holder}"
    if isinstance(fact, facts.HitVoided):
        return f"Hit voided: {fact.hit}, {fact.reason}"
    if isinstance(fact, facts.GameEnded):
        return "END GAME" if fact.status == "ended" else f"Round voided: {fact.reason}"
    return label(fact.kind) + (f": {fact.hit}" if isinstance(fact, facts.HitVerified | facts.HitPaid) else "")
