"""Houses on both databases: SQLite beside the test, PostgreSQL in a cluster that the tests start."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy.engine import make_url

from tests.floor.kit import QUICK, Floor, vault
from upcard.floor.house import House
from upcard.floor.keys import Keys
from upcard.floor.storage.store import Store


def _program(name: str) -> str:
    """A program of PostgreSQL: the newest there is, on the path or where Debian puts it."""
    installed = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: int(path.parts[4]))
    found = str(installed[-1]) if installed else shutil.which(name)
    assert found, f"{name} is missing: the tests need PostgreSQL 15 or newer (Debian: apt-get install postgresql)"
    return found


class Cluster:
    """A PostgreSQL of our own: a temporary folder, its own socket, no TCP. As user postgres when we are root."""

    def __init__(self, folder: Path, *, synced: bool = False) -> None:
        """`synced`: with commits that a power cut of the machine would not undo, as a house runs it."""
        self.folder = folder
        self._synced = synced
        self.data = folder / "data"
        self._as: list[str] = []
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
            folder.chmod(0o755)
            self._as = ["setpriv", "--reuid", "postgres", "--regid", "postgres", "--clear-groups"]
        self._run("initdb", "-D", str(self.data), "-A", "trust", "-U", "upcard", "-E", "UTF8", "--locale=C")
        self.start()

    def _run(self, program: str, *args: str) -> None:
        done = subprocess.run(
            [*self._as, _program(program), *args], cwd=self.folder, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self) -> None:
        """Starts the server as our child, so that its end is seen at once."""
        settings = {"listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "60"}
        if not self._synced:
            settings["fsync"] = "off"  # no test pulls the machine's own plug; the server's is another matter
        options = [option for name, value in settings.items() for option in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            self._server = subprocess.Popen(
                [*self._as, _program("postgres"), "-D", str(self.data), *options],
                stdout=log,
                stderr=log,
                cwd=self.folder,
            )
        for _ in range(1200):
            try:
                psycopg.connect(f"host={self.folder} user=upcard dbname=postgres").close()
                return
            except psycopg.OperationalError:
                time.sleep(0.1)
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, how: signal.Signals = signal.SIGINT) -> None:
        """SIGINT: in good order. SIGQUIT: as if its plug was pulled."""
        self._server.send_signal(how)
        self._server.wait(60)

    def url(self, database: str) -> str:
        return f"postgresql://upcard@/{database}?host={self.folder}"

    def create(self, template: str = "template0") -> str:
        """A new database; its URL."""
        name = f"house_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(f"host={self.folder} user=upcard dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    with tempfile.TemporaryDirectory(prefix="upcard-pg-") as folder:
        made = Cluster(Path(folder))
        try:
            yield made
        finally:
            made.stop(signal.SIGQUIT)


@pytest.fixture(scope="session")
def empty_server(cluster: Cluster) -> str:
    """The name of a database with our tables and nothing in them: migrated once, copied for every test."""
    url = cluster.create()
    Store(url, create=True).close()
    name = make_url(url).database
    assert name
    return name


@pytest.fixture(scope="session")
def empty_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a file."""
    path = tmp_path_factory.mktemp("empty") / "house.sqlite3"
    Store(str(path), create=True).close()
    return path


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database, on each of the two."""
    if request.param == "postgresql":
        made: Cluster = request.getfixturevalue("cluster")
        return made.create(request.getfixturevalue("empty_server"))
    path = tmp_path / "house.sqlite3"
    shutil.copy(request.getfixturevalue("empty_file"), path)
    return f"sqlite:///{path}"


@pytest.fixture
def keys_file(tmp_path: Path) -> Path:
    return tmp_path / "house.keys"


@pytest.fixture
def house(url: str, keys_file: Path) -> Iterator[House]:
    """A new house that works in the caller's thread."""
    Keys.new().save(keys_file)
    made = House.found(url, keys_file, threads=False, hasher=QUICK, vault=vault(Keys.load(keys_file)))
    yield made
    made.close()


@pytest.fixture
def floor(house: House) -> Floor:
    """A house with its staff."""
    return Floor(house).hire()


@pytest.fixture
def quick(floor: Floor) -> Floor:
    """The same, for tests that only ask what the rules say."""
    return floor
