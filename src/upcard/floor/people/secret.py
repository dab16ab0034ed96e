"""Passwords and PINs, checked before a command is decided and outside the sequencer's thread.

What was typed stays here. The decision gets a hash to keep, or a yes or no, under a name that outside commands can't
use.
"""

from dataclasses import replace
from typing import Any, NamedTuple

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from upcard.floor.commands.command import Command, Malformed
from upcard.floor.people.swipes import SwipeError, parse_swipe
from upcard.floor.state import State

MIN_PASSWORD = 8
LONGEST = 200
PIN_DIGITS = (4, 8)


class KnownHashes(NamedTuple):
    """The hashes that the house keeps of whoever gives a command, and of the card in the reader."""

    password: str | None
    pin: str | None


class Secrets:
    """Hashes and checks secrets."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        """A test may bring a cheaper hasher."""
        self._hasher = hasher or PasswordHasher()

    @staticmethod
    def concerns(command: Command) -> bool:
        """Whether a command carries a secret."""
        return "password" in command.args or "pin" in command.args

    @staticmethod
    def look_up(command: Command, state: State) -> KnownHashes:
        """The hashes that a command's secrets are checked against."""
        staff = state.staff.get(command.by)
        try:
            card = state.cards.get(parse_swipe(command.args.get("swipe")).card)
        except SwipeError:
            card = None
        return KnownHashes(staff.password if staff else None, card.pin if card else None)

    def attest(self, command: Command, known: KnownHashes) -> Command:
        """The command without its secrets, and with what the decision may know of them."""
        args: dict[str, Any] = dict(command.args)
        if "password" in args:
            password = args.pop("password")
            if command.do in {"staff-add", "password-set"}:
                args["_password"] = self._hash(password, "a password", MIN_PASSWORD)
            else:
                args["_password_ok"] = self._fits(known.password, password)
        if "pin" in args:
            pin = args.pop("pin")
            if command.do == "card-issue":
                low, high = PIN_DIGITS
                if not isinstance(pin, str) or not pin.isdecimal() or not low <= len(pin) <= high:
                    raise Malformed(f"a PIN is {low} to {high} digits")
                args["_pin"] = self._hash(pin, "a PIN", low)
            else:
                args["_pin_ok"] = self._fits(known.pin, pin)
        return replace(command, args=args)

    def _hash(self, secret: object, what: str, shortest: int) -> str:
        if not isinstance(secret, str) or len(secret) < shortest or len(secret) > LONGEST:
            raise Malformed(f"{what} has {shortest} to {LONGEST} characters")
        return self._hasher.hash(secret)

    def _fits(self, hashed: str | None, secret: object) -> bool:
        if hashed is None or not isinstance(secret, str) or len(secret) > LONGEST:
            return False
        try:
            return self._hasher.verify(hashed, secret)
        except (Argon2Error, InvalidHashError):
            return False
