"""What can be wrong with a database, in words that say what to do."""

from sqlalchemy.exc import DBAPIError


class StorageError(Exception):
    """The database can't be used, or has failed."""


class Missing(StorageError):
    """There is no database, or no house in it."""


class Locked(StorageError):
    """Another process has the house."""


class Newer(StorageError):
    """The database was made by newer software."""


class Full(StorageError):
    """There is no room left to write."""


class Fenced(StorageError):
    """Another writer has appended to the ledger: this one has to stop."""


def translate(error: DBAPIError, where: str) -> StorageError:
    """The storage error behind a driver's."""
    original, said = error.orig, str(error.orig)
    state = getattr(original, "sqlstate", None)
    if "disk is full" in said or state == "53100":
        return Full(f"the database {where} has no room left: {said}")
    if "database is locked" in said or state == "55P03":
        return Locked(f"the database {where} is locked by another process")
    if "unable to open database" in said:
        return Missing(f"the database {where} can't be opened: is its folder there, and may this user write to it?")
    if "not a database" in said:
        return StorageError(f"{where} is not a database")
    if state == "3D000":
        return Missing(f"there is no such database: {said}")
    return StorageError(f"the database {where} failed: {said}")
