"""Pay tables: outcomes with what they pay, by name, with their source.

A game says which outcomes a table has (`Outcomes`), best first; what they pay stands in `paytables.toml` beside the
game, or in a user's own file. A table that misses an outcome or invents one is refused.
"""

import json
import tomllib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any

from upcard.rules.odds import Pay, PayError, parse_pay


class PayTableError(ValueError):
    """A pay table that can't be used, with what is wrong about it."""


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What can become of a wager, best first, as its pay tables must name it."""

    table: str
    """The name under which pay tables for it are asked for; several wagers can share one (`ante` of 4 Card Split)."""
    names: tuple[str, ...]
    meters: Mapping[str, str] = field(default_factory=dict)
    """Outcomes that may be paid from a meter, and which."""
    variant: str = ""
    """Which of several sets of outcomes this is, where a house setting decides between them (BLZ-15)."""
    together: tuple[str, ...] = ()
    """Outcomes that one hand can win at once (BLZ-14); of all others only the highest is paid (GEN-2)."""
    withdrawn: tuple[str, ...] = ()
    """Outcomes of a stake that the player took back: it was never at risk, and counts for no average wager."""
    at_once: int = 1
    """How many of those one hand can hold."""
    beside: str = ""
    """The outcome that is paid beside them."""

    def fit(self, outcomes: Collection[str]) -> bool:
        """Whether one hand can be paid for all of these."""
        rest = [outcome for outcome in outcomes if outcome != self.beside]
        alone = len(outcomes) <= 1
        return alone or (len(rest) <= self.at_once and all(outcome in self.together for outcome in rest))


@dataclass(frozen=True, slots=True)
class PayTable:
    """One table: what each outcome pays."""

    table: str
    name: str
    source: str
    pays: Mapping[str, Pay]
    variant: str = ""
    """The variant of its wager that it is for."""

    def __getitem__(self, outcome: str) -> Pay:
        if outcome not in self.pays:
            raise PayTableError(f"{self.table} has no outcome {outcome!r}; its outcomes are {', '.join(self.pays)}")
        return self.pays[outcome]

    def texts(self) -> dict[str, str]:
        """The rows as they are written."""
        return {outcome: pay.text for outcome, pay in self.pays.items()}


def check_table(outcomes: Outcomes, name: str, source: str, rows: Mapping[str, object]) -> PayTable:
    """Reads the rows of a table, or says what is wrong with them."""
    where = f"pay table {name!r} of {outcomes.table}"
    missing = [row for row in outcomes.names if row not in rows]
    invented = [row for row in rows if row not in outcomes.names]
    if missing or invented:
        faults = [f"misses {', '.join(missing)}"] * bool(missing) + [f"invents {', '.join(invented)}"] * bool(invented)
        raise PayTableError(f"{where} {' and '.join(faults)}; its outcomes are {', '.join(outcomes.names)}")
    pays = {}
    for outcome in outcomes.names:
        try:
            pays[outcome] = parse_pay(rows[outcome])
        except PayError as error:
            raise PayTableError(f"{where}, {outcome}: {error}") from error
        if pays[outcome].percent and outcome not in outcomes.meters:
            able = ", ".join(outcomes.meters) or "none of this table"
            raise PayTableError(f"{where}: {outcome} has no meter to pay from (outcomes with one: {able})")
    return PayTable(outcomes.table, name, source, MappingProxyType(pays), outcomes.variant)


def load_tables(package: str, outcomes: tuple[Outcomes, ...]) -> dict[str, dict[str, PayTable]]:
    """The tables in `paytables.toml` of a game's package: ``[WAGER.NAME]`` with ``source``, ``pays``, ``variant``."""
    where = f"paytables.toml of {package}"
    file = resources.files(package).joinpath("paytables.toml")
    if not file.is_file():
        raise PayTableError(f"there is no {where}; it stands beside the game's module")
    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise PayTableError(f"{where} is not TOML: {error}") from error
    tables: dict[str, dict[str, PayTable]] = {kind.table: {} for kind in outcomes}
    idle = [table for table in written if table not in tables]
    if idle:
        raise PayTableError(f"{where} has tables for {', '.join(idle)}, which the game's outcomes don't name")
    for kind in outcomes:
        named = written.get(kind.table)
        if not isinstance(named, dict) or not all(isinstance(rows, dict) for rows in named.values()):
            raise PayTableError(f"{where} has no table for {kind.table!r}: write one as [{kind.table}.house]")
        for name, rows in named.items():
            if not isinstance(rows.get("source"), str) or not isinstance(rows.get("pays"), dict):
                raise PayTableError(
                    f"{where}: [{kind.table}.{name}] needs a source, and its rows under [{kind.table}.{name}.pays]"
                )
            if rows.get("variant", "") == kind.variant:
                tables[kind.table][name] = check_table(kind, name, rows["source"], rows["pays"])
    return tables


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise PayTableError(f"the pay table file {str(path)!r} can't be read: {error.strerror or error}") from error
    except ValueError as error:  # no text, no TOML, a number of thousands of digits, a NUL in the name
        raise PayTableError(f"{str(path)!r} is not TOML: {error}") from error


def table_toml(table: PayTable) -> str:
    """A table as a file that `read_custom` reads."""
    head = {"wager": table.table, "name": table.name, "source": table.source}
    lines = [f"{key} = {_quoted(text)}" for key, text in head.items()]
    lines += ["", "[pays]", *(f"{_quoted(outcome)} = {_quoted(pay)}" for outcome, pay in table.texts().items())]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A text as TOML writes it: JSON's quotes and escapes are TOML's too, but for one character."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def wager_of(path: Path) -> str:
    """The wager that a user's table is for."""
    wager = _read(path).get("wager")
    if not isinstance(wager, str):
        raise PayTableError(f'{str(path)!r} does not say which wager it is for, as in wager = "pair-plus"')
    return wager


def rows_of(path: Path) -> tuple[str, ...]:
    """The outcomes that a user's table names."""
    rows = _read(path).get("pays")
    if not isinstance(rows, dict):
        raise PayTableError(f"{str(path)!r} has no [pays] with a row for each outcome")
    return tuple(rows)


def read_custom(path: Path, outcomes: Mapping[str, Outcomes]) -> PayTable:
    """A user's table: a TOML file with ``wager = "pair-plus"`` and ``[pays]``."""
    written = _read(path)
    wager, rows = written.get("wager"), written.get("pays")
    if not isinstance(wager, str) or wager not in outcomes:
        raise PayTableError(f"{str(path)!r}: wager must be one of {', '.join(outcomes)}, not {wager!r}")
    if not isinstance(rows, dict):
        raise PayTableError(f"{str(path)!r} has no [pays] with a row for each outcome")
    unknown = [key for key in written if key not in {"wager", "pays", "name", "source"}]
    if unknown:
        raise PayTableError(
            f"{str(path)!r}: unknown {', '.join(unknown)}; a pay table has wager, pays, name and source"
        )
    return check_table(
        outcomes[wager], str(written.get("name", path.name)), str(written.get("source", path.name)), rows
    )
