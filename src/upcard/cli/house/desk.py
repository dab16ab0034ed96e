"""Commands that write in a house: what each of them is asked besides (which house, who asks) is said here, once."""

import inspect
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from functools import cached_property, wraps
from typing import Any, Concatenate, ParamSpec, get_type_hints

from upcard.cli.house.common import AcceptSoftware, By, Database, KeysFile, Password, ask, opened, sign_on
from upcard.floor.doors.commands import Ack
from upcard.floor.doors.house import House

Own = ParamSpec("Own")
"""What a command takes of its own."""

_WHO: Mapping[str, Any] = {"by": By, "password": Password}
_WHICH: Mapping[str, tuple[Any, Any]] = {
    "database": (Database, None),
    "keys": (KeysFile, None),
    "accept_software": (AcceptSoftware, False),
}


class Desk:
    """A member of staff at the house that is meant. It is opened, and they are signed on, with the first question:
    what is wrong with a file or with what was typed is said before.
    """

    def __init__(self, by: str, enter: Callable[[], House]) -> None:
        self.by = by
        self._enter = enter

    @cached_property
    def house(self) -> House:
        """The house, open, with somebody who is who they say."""
        return self._enter()

    def ask(self, do: str, **args: Any) -> Ack:
        """Gives one command in their name; a refusal is an error."""
        return ask(self.house, self.by, do, **args)


def signed_on(command: Callable[Concatenate[Desk, Own], None]) -> Callable[..., None]:
    """A command of somebody: it asks for `--by` and `--password`, and gets their `Desk`."""

    def run(*, by: str, password: str, database: Any, keys: Any, accept_software: bool, **own: Any) -> None:
        with ExitStack() as entered:

            def enter() -> House:
                house = entered.enter_context(opened(database, keys, accept=accept_software))
                sign_on(house, by, password)
                return house

            command(Desk(by, enter), **own)  # type: ignore[call-arg]  # the command line has read them by its signature

    return _asking(command, run, _WHO)


def in_house(command: Callable[Concatenate[House, Own], None]) -> Callable[..., None]:
    """A command of whoever has the house's keys: it gets the house that is meant, open."""

    def run(*, database: Any, keys: Any, accept_software: bool, **own: Any) -> None:
        with opened(database, keys, accept=accept_software) as house:
            command(house, **own)  # type: ignore[call-arg]  # the command line has read them by its signature

    return _asking(command, run, {})


def _asking(command: Callable[..., None], run: Callable[..., None], who: Mapping[str, Any]) -> Callable[..., None]:
    """`run`, with the signature that the command line reads: who, then the command's own, then which house."""
    own = list(inspect.signature(command).parameters.values())[1:]
    named = inspect.Parameter.KEYWORD_ONLY
    asked = [inspect.Parameter(name, named, annotation=kind) for name, kind in who.items()]
    asked += [one.replace(kind=named) for one in own]
    asked += [inspect.Parameter(name, named, default=usual, annotation=kind) for name, (kind, usual) in _WHICH.items()]
    hints = get_type_hints(command, include_extras=True)

    @wraps(command)
    def wrapped(**given: Any) -> None:
        run(**given)

    del wrapped.__wrapped__  # its signature is not the command's
    wrapped.__signature__ = inspect.Signature(asked)  # type: ignore[attr-defined]  # what inspect.signature reads
    wrapped.__annotations__ = {one.name: hints.get(one.name, one.annotation) for one in asked}
    return wrapped
