"""Houses for tests: `floor` on both databases, where storage is what is tested; `quick` on one, where rules are."""

import shutil
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.kit.databases import Cluster
from tests.kit.floor import CHEAP, Floor, vault
from upcard.floor.house.house import House
from upcard.floor.ledger.keys import Keys
from upcard.floor.ledger.storage import database
from upcard.floor.ledger.storage.store import Store


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="upcard-pg-") as folder:
        made = Cluster(Path(folder))
        try:
            yield made
        finally:
            made.stop(signal.SIGQUIT)


@pytest.fixture(scope="session")
def on_server(cluster: Cluster) -> str:
    """A database with our tables, migrated once and emptied for every test: a new one for each is a thousand files."""
    url = cluster.create()
    Store(url, create=True).close()
    return url


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with our tables, migrated once and copied for every test."""
    path = tmp_path_factory.mktemp("empty") / "house.sqlite3"
    Store(str(path), create=True).close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, on each of the two."""
    if request.param == "postgresql":
        server: Cluster = request.getfixturevalue("cluster")
        found: str = request.getfixturevalue("on_server")
        server.empty(found)
        return found
    path = tmp_path / "house.sqlite3"
    shutil.copy(request.getfixturevalue("empty_file"), path)
    return f"sqlite:///{path}"


@pytest.fixture
def keys_file(tmp_path: Path) -> Path:
    return tmp_path / "house.keys"


def found(url: str, keys_file: Path) -> House:
    """A new house in an empty database."""
    Keys.new().save(keys_file)
    return House.found(url, keys_file, threads=False, hasher=CHEAP, vault=vault(Keys.load(keys_file)))


@pytest.fixture
def house(url: str, keys_file: Path) -> Iterator[House]:
    """A new house that works in the caller's thread."""
    made = found(url, keys_file)
    yield made
    made.close()


@pytest.fixture
def floor(house: House) -> Floor:
    """A house with its staff."""
    return Floor(house).hire()


@pytest.fixture
def quick(tmp_path: Path, empty_file: Path, keys_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Floor]:
    """A house with its staff, for what the rules say: on one database, which never waits for the disk."""
    monkeypatch.setattr(database, "SYNCHRONOUS", "OFF")
    path = tmp_path / "quick.sqlite3"
    shutil.copy(empty_file, path)
    made = found(f"sqlite:///{path}", keys_file)
    yield Floor(made).hire()
    made.close()
