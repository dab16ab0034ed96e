"""A command: one line of `upcard floor run`, one call of the API. What is asked, by whom, when.

Time enters the house only here, as `at`. An id makes a command safe to repeat: sent twice, it is done once.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar

from upcard.floor.facts import BetPlaced, Fact, Objection, SensorRead
from upcard.floor.ledger.money import dollars
from upcard.rounds.strict_json import Twice, once

MAX_ID = 100
OWN = "~"
"""What the ids of the house's own commands begin with; nobody else's may."""
MAX_TEXT = 500


class Malformed(ValueError):
    """A command that can't be read; it never reaches the ledger."""


@dataclass(frozen=True, slots=True)
class Command:
    """What is asked."""

    id: str
    at: str
    """UTC, ISO 8601. It is shown and reported; it never decides an order (PRG-2)."""
    by: str
    do: str
    args: Mapping[str, Any] = field(default_factory=dict)


F = TypeVar("F", bound=Fact)


class Ack(NamedTuple):
    """What became of a command. It is given after the durable commit, never before."""

    id: str
    seq: int | None
    refused: Objection | None = None
    facts: tuple[Fact, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return self.refused is None

    @property
    def error(self) -> str | None:
        """Why it was refused, in a sentence."""
        return None if self.refused is None else str(self.refused)

    def line(self) -> dict[str, object]:
        """The acknowledgement as `floor run` writes it."""
        said: dict[str, object] = {"id": self.id, "seq": self.seq, "ok": self.ok, "error": self.error}
        return said if self.note is None else said | {"note": self.note}

    @property
    def note(self) -> str | None:
        """What goes back of what was bet, where it was over the most that the table takes (B7S-22)."""
        for fact in self.facts:
            if isinstance(fact, SensorRead) and fact.returned:
                back = {fact.wager: fact.returned}
            elif isinstance(fact, BetPlaced) and fact.returned:
                back = fact.returned
            else:
                continue
            said = ", ".join(f"{dollars(cents)} of {wager}" for wager, cents in back.items())
            return f"over the maximum: {said} goes back to seat {fact.seat} (B7S-22)"
        return None

    def fact(self, kind: type[F]) -> F:
        """The first fact of a kind; KeyError if there is none."""
        for fact in self.facts:
            if type(fact) is kind:
                return fact
        raise KeyError(kind.kind)


def now() -> str:
    """The time of a command that is given now."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_time(text: object) -> str:
    """A time as the ledger writes it: UTC."""
    if not isinstance(text, str):
        raise Malformed(f"'at' is a time such as 2026-03-01T18:30:00Z, not {text!r}")
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        raise Malformed(f"'at' is a time such as 2026-03-01T18:30:00Z, not {text!r}") from None
    if moment.tzinfo is None:
        raise Malformed(f"'at' needs its zone, as in {text}Z")
    try:
        moment = moment.astimezone(UTC)
    except OverflowError:
        raise Malformed(f"'at' is before the first year or after the last there is, in UTC: {text}") from None
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


_write = json.JSONEncoder(ensure_ascii=False, allow_nan=False, default=repr).encode


def refuse_unwritable(command: Command) -> None:
    """Refuses what no ledger can hold: halves of characters (a lone surrogate), and numbers that are none."""
    said = (command.id, command.by, command.do, command.args)
    try:
        _write(said).encode()
    except UnicodeEncodeError as error:
        raise Malformed(f"the command holds {error.object[error.start]!r}, which is half a character") from None
    except ValueError as error:
        raise Malformed(f"the command holds a number that can't be written: {error}") from None


def parse(line: str) -> Command:
    """Reads one JSON command. Bytes that were no UTF-8 come as surrogates (`surrogateescape`)."""
    try:
        line.encode()
    except UnicodeEncodeError:
        raise Malformed("the line is not UTF-8") from None
    try:
        data = json.loads(line, object_pairs_hook=once)
    except Twice as error:
        raise Malformed(str(error)) from None
    except (ValueError, RecursionError) as error:  # also a number with more digits than Python reads
        raise Malformed(f"the line is not JSON: {error}") from None
    return from_dict(data)


def from_dict(data: object) -> Command:
    """A command from its JSON object."""
    if not isinstance(data, dict):
        raise Malformed(f"a command is a JSON object, not {type(data).__name__}")
    rest = {key: value for key, value in data.items() if key not in {"id", "at", "by", "do"}}
    for key in ("id", "by", "do"):
        value = data.get(key)
        if not isinstance(value, str) or not value or len(value) > MAX_ID or not value.isprintable():
            raise Malformed(f"a command has {key!r}: a text of 1 to {MAX_ID} printable characters, not {value!r}")
    if data["id"].startswith(OWN):
        raise Malformed(f"an id can't begin with {OWN}: those are the house's own")
    hidden = [key for key in rest if key.startswith("_")]
    if hidden:
        raise Malformed(f"{', '.join(map(repr, hidden))}: names with a leading _ are the house's own")
    at = parse_time(data["at"]) if data.get("at") is not None else now()
    return Command(data["id"], at, data["by"], data["do"], rest)
