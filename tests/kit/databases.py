"""A PostgreSQL that the tests start for themselves."""

import os
import pwd
import shutil
import signal
import subprocess
import time
import uuid
from pathlib import Path

import psycopg

from upcard.floor.ledger.storage.schema import HEAD


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

    def create(self) -> str:
        """A new database; its URL."""
        name = f"house_{uuid.uuid4().hex[:12]}"
        with psycopg.connect(f"host={self.folder} user=upcard dbname=postgres", autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} TEMPLATE template0")
        return self.url(name)

    def empty(self, url: str) -> None:
        """Leaves the tables and nothing in them. Whoever is still connected is sent away."""
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("SET lock_timeout = '20s'")
            connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            found = connection.execute(
                "SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'alembic_version'"
            )
            tables = ", ".join(name for (name,) in found.fetchall())
            connection.execute(f"TRUNCATE {tables} RESTART IDENTITY")
            connection.execute("UPDATE alembic_version SET version_num = %s", [HEAD])
