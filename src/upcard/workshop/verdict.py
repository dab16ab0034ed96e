"""What the conformance checks found."""

from dataclasses import dataclass
from typing import Any


class Fault(Exception):
    """A game does not do what every game has to; says what it did, and in which round."""


@dataclass(frozen=True, slots=True)
class Check:
    """One check, and what came of it."""

    name: str
    ok: bool
    detail: str

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        return {"name": self.name, "ok": self.ok, "detail": self.detail}


@dataclass(frozen=True, slots=True)
class Verdict:
    """All checks of a game."""

    game: str
    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """Whether the game passed every one."""
        return all(check.ok for check in self.checks)

    def to_json(self) -> dict[str, Any]:
        """The contract's form."""
        return {"ok": self.ok, "game": self.game, "checks": [check.to_json() for check in self.checks]}
