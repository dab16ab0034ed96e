"""What a fact is, how it is written and read, which of its fields are secret, and what it does to the house's state.

A fact is a frozen struct. In the ledger it is ``[kind, {its fields}]``, keys sorted; a field that was added to a kind
later is `UNSET` where an old entry does not have it, and an entry that is read and written again has the same bytes.
"""

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, NamedTuple, TypeAlias, TypeVar

import msgspec

if TYPE_CHECKING:
    from upcard.floor.state import State


class Fact(msgspec.Struct, frozen=True):
    """Something that became true."""

    kind: ClassVar[str] = ""
    """What it is called in the ledger."""


Secret: TypeAlias = Annotated[str, msgspec.Meta(extra={"secret": True})]
"""A field that no report, console or export shows: the hash of a password or PIN, a sealed shoe."""


class Made(NamedTuple):
    """The entry that a fact stands in."""

    seq: int
    at: str
    by: str


F = TypeVar("F", bound=Fact)
Applier: TypeAlias = Callable[["State", Any, Made], None]

_decoders: dict[str, "msgspec.json.Decoder[Any]"] = {}
_secrets: dict[str, frozenset[str]] = {}
_appliers: dict[str, Applier] = {}


def register(fact: type[F]) -> type[F]:
    """Makes a kind of fact known: to whoever reads the ledger, and with the fields that are secret."""
    _decoders[fact.kind] = msgspec.json.Decoder(fact)
    _secrets[fact.kind] = frozenset(
        field.encode_name for field in msgspec.structs.fields(fact) if _is_secret(msgspec.inspect.type_info(field.type))
    )
    return fact


def _is_secret(found: msgspec.inspect.Type) -> bool:
    return isinstance(found, msgspec.inspect.Metadata) and bool((found.extra or {}).get("secret"))


def applies(fact: type[F]) -> Callable[[Callable[["State", F, Made], None]], Callable[["State", F, Made], None]]:
    """Registers a function as what a kind of fact does to the state."""

    def enter(apply: Callable[["State", F, Made], None]) -> Callable[["State", F, Made], None]:
        _appliers[fact.kind] = apply
        return apply

    return enter


def apply_all(state: "State", facts: Iterable[Fact], made: Made) -> None:
    """Brings the state forward by the facts of an entry. One that says no more than its transfers changes nothing."""
    for fact in facts:
        change = _appliers.get(fact.kind)
        if change is not None:
            change(state, fact, made)


_WITH_RULE = re.compile(r"(.+) \(([A-Z0-9]+-[0-9]+)\)", re.DOTALL)


class Objection(NamedTuple):
    """Why a command was refused, and the rule it broke."""

    reason: str
    rule: str = ""

    def __str__(self) -> str:
        """In a sentence: what the ledger keeps and people read."""
        return f"{self.reason} ({self.rule})" if self.rule else self.reason

    @classmethod
    def read(cls, sentence: str) -> "Objection":
        """From its sentence. The one place where a rule is taken out of one.

        >>> Objection.read("bring it up; the sensor stays dark (B7S-22)").rule
        'B7S-22'
        """
        found = _WITH_RULE.fullmatch(sentence)
        return cls(found[1], found[2]) if found else cls(sentence)


class _Said(msgspec.Struct):
    at: str
    by: str
    error: str | None
    facts: list[tuple[str, msgspec.Raw]]


class Body(msgspec.Struct, frozen=True):
    """What an entry says: when, who, why it was refused, what became true."""

    at: str
    by: str
    refused: Objection | None
    facts: tuple[Fact, ...]

    @property
    def error(self) -> str | None:
        """Why it was refused, in a sentence."""
        return None if self.refused is None else str(self.refused)

    def written(self) -> dict[str, Any]:
        """As the ledger has it."""
        facts = [(fact.kind, fact) for fact in self.facts]
        return {"at": self.at, "by": self.by, "error": self.error, "facts": facts}


class Unreadable(ValueError):
    """An entry's body that this software can't read."""


_read_said = msgspec.json.Decoder(_Said).decode


def read_body(data: bytes) -> Body:
    """The body of an entry; `Unreadable` says what can't be read."""
    try:
        said = _read_said(data)
        facts = tuple([_decoders[kind].decode(raw) for kind, raw in said.facts])
    except KeyError as unknown:
        raise Unreadable(f"it holds a fact {unknown}, which newer software wrote") from None
    except msgspec.MsgspecError as error:
        raise Unreadable(str(error)) from None
    refused = None if said.error is None else Objection.read(said.error)
    return Body(said.at, said.by, refused, facts)


def as_shown(fact: Fact) -> dict[str, Any]:
    """A fact's fields as everybody who may look at the ledger sees them: plain values, without the secret ones."""
    said: dict[str, Any] = msgspec.to_builtins(fact, order="sorted")
    for name in _secrets[fact.kind]:
        said.pop(name, None)
    return said
