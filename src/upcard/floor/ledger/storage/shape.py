"""Whether the tables are those that our migrations make: what everybody who opens a ledger trusts besides its rows.

The chain covers the rows. That no sequence number and no command stands twice is the tables' own doing: without its key
the ledger would take a second writer's entries, and do a command again that was done.
"""

from typing import Any

from sqlalchemy import Column, Connection, Dialect, MetaData, String, Table, UniqueConstraint, inspect
from sqlalchemy.engine import Inspector
from sqlalchemy.exc import NoSuchTableError
from sqlalchemy.types import NullType, TypeEngine

from upcard.floor.ledger.storage.errors import StorageError
from upcard.floor.ledger.storage.schema import NAMING, metadata

_migrations = MetaData(naming_convention={**NAMING, "pk": "%(table_name)s_pkc"})
Table("alembic_version", _migrations, Column("version_num", String(32), primary_key=True))

TABLES = (*metadata.sorted_tables, *_migrations.sorted_tables)

_TRIGGERS = {
    "sqlite": "SELECT tbl_name, name FROM sqlite_master WHERE type = 'trigger'",
    "postgresql": "SELECT relname, tgname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
    "WHERE NOT tgisinternal AND pg_table_is_visible(pg_class.oid)",
}


def check_shape(connection: Connection, where: str) -> None:
    """Raises `StorageError` where a table is not as it was made, or something acts on its rows by itself."""
    found = inspect(connection)
    for table in TABLES:
        if not found.has_table(table.name):
            raise _damaged(where, f"there is no table {table.name}")
        ought = _ought(table, connection.dialect)
        try:
            is_ = _is(found, table.name, connection.dialect)
        except NoSuchTableError:
            raise _damaged(where, f"table {table.name} can't be read") from None
        for what, wanted in ought.items():
            if is_[what] != wanted:
                raise _damaged(where, f"{what} of table {table.name} {_are(is_[what])}, and should be {_text(wanted)}")
    ours = {table.name for table in TABLES}
    for table_name, trigger in connection.exec_driver_sql(_TRIGGERS[connection.dialect.name]):
        if table_name in ours:
            raise _damaged(where, f"the trigger {trigger} acts on table {table_name}, and none of ours does")


def _ought(table: Table, dialect: Dialect) -> dict[str, Any]:
    names = dialect.identifier_preparer
    unique = [one for one in table.constraints if isinstance(one, UniqueConstraint)]
    return {
        "the columns": [(one.name, one.type.compile(dialect), bool(one.nullable)) for one in table.columns],
        "the key": (names.format_constraint(table.primary_key), [one.name for one in table.primary_key.columns]),
        "the unique columns": [(names.format_constraint(one), [each.name for each in one.columns]) for one in unique],
    }


def _is(found: Inspector, table: str, dialect: Dialect) -> dict[str, Any]:
    key = found.get_pk_constraint(table)
    return {
        "the columns": [
            (one["name"], _kind(one["type"], dialect), bool(one["nullable"])) for one in found.get_columns(table)
        ],
        "the key": (key["name"], list(key["constrained_columns"])),
        "the unique columns": [(one["name"], list(one["column_names"])) for one in found.get_unique_constraints(table)],
    }


def _kind(found: TypeEngine[Any], dialect: Dialect) -> str:
    return "of no type" if isinstance(found, NullType) else found.compile(dialect)


def _are(said: object) -> str:
    return f"are {_text(said)}" if said else "are not there"


def _text(said: Any) -> str:
    """What a table is, in words that can be compared by eye."""
    if isinstance(said, tuple) and len(said) == 2:
        return f"{said[0]} ({', '.join(said[1])})"
    if isinstance(said, tuple):
        name, kind, nullable = said
        return f"{name} {kind}{'' if nullable else ' not null'}"
    return ", ".join(_text(one) for one in said)


def _damaged(where: str, what: str) -> StorageError:
    said = f"the database {where} is not as Upcard made it: {what}"
    return StorageError(f"{said}; restore a copy, and check it with: upcard audit verify")
