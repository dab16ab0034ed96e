"""Reading a command's arguments, and refusing what can't be."""

from collections.abc import Mapping
from typing import Any

from upcard.floor.commands.command import MAX_TEXT, Command
from upcard.floor.facts import Fact, Objection


class Refused(Exception):
    """A command that the house refuses, with reason and rule. It may leave facts behind: a failed try counts."""

    def __init__(self, reason: str, rule: str = "", *facts: Fact) -> None:
        self.objection = Objection(reason, rule)
        super().__init__(str(self.objection))
        self.facts = facts

    @property
    def reason(self) -> str:
        """Why, without the rule."""
        return self.objection.reason

    @property
    def rule(self) -> str:
        """The rule that stands against it; empty where none has a number."""
        return self.objection.rule


def text(command: Command, key: str, *, default: str | None = None, longest: int = MAX_TEXT) -> str:
    """A text argument."""
    value = command.args.get(key, default)
    if not isinstance(value, str) or not value.strip() or len(value) > longest or not value.isprintable():
        raise Refused(f"{command.do} needs {key!r}: a text of 1 to {longest} printable characters, not {value!r}")
    return value


def hashed(command: Command, key: str) -> str:
    """What the house made of a secret argument (`secret`): nobody else sees the secret itself."""
    value = command.args.get(f"_{key}")
    if not isinstance(value, str):
        raise Refused(f"{command.do} needs {key!r}")
    return value


def as_name(what: str, value: str) -> str:
    """A text as the name of a thing: short, and without the signs that accounts use."""
    if not value or not value.isprintable() or any(sign in value for sign in ":/ ,") or len(value) > 40:
        raise Refused(f"{what} {value!r} can't be a name: 40 characters at most, no spaces, commas, colons or slashes")
    return value


def name(command: Command, key: str) -> str:
    """An argument that names a thing."""
    return as_name(key, text(command, key))


def whole(command: Command, key: str, low: int = 0, high: int = 10**15, default: int | None = None) -> int:
    """A whole-number argument: cents, a seat, a count."""
    value = command.args.get(key, default)
    if type(value) is not int or not low <= value <= high:
        raise Refused(f"{command.do} needs {key!r}: a whole number from {low} to {high}, not {value!r}")
    return value


def mapping(command: Command, key: str, *, optional: bool = False) -> Mapping[str, Any]:
    """An argument that is an object."""
    value = command.args.get(key, {} if optional else None)
    if not isinstance(value, dict):
        raise Refused(f"{command.do} needs {key!r}: an object, not {value!r}")
    return value


def one_of(command: Command, key: str, allowed: tuple[str, ...], default: str | None = None) -> str:
    """An argument out of a closed list."""
    value = command.args.get(key, default)
    if not isinstance(value, str) or value not in allowed:
        raise Refused(f"{command.do} needs {key!r}: one of {', '.join(allowed)}, not {value!r}")
    return value


def only(command: Command, *known: str) -> None:
    """Refuses arguments that the verb does not have: a misspelt limit must not pass as none."""
    unknown = [key for key in command.args if key not in known and not key.startswith("_")]
    if unknown:
        raise Refused(f"{command.do} has no {', '.join(map(repr, unknown))}; it takes {', '.join(known) or 'nothing'}")
