"""Sessions and device credentials: who holds which cookie or token. They survive a restart, and can be taken back.

Only hashes of the tokens are kept. Money is none of this module's business; it stands in the floor's ledger.
"""

import asyncio
import hashlib
import json
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Literal

COOKIE = "upcard_session"
PLAYER_SECONDS = 30 * 24 * 3600.0
"""How long an unused guest's session lasts."""
STAFF_SECONDS = 12 * 3600.0
"""How long staff are signed on at most: a shift."""
IDLE_SECONDS = 600.0
"""A staff session locks after so long without a request (a console left alone)."""

Kind = Literal["player", "staff"]


@dataclass(slots=True)
class Play:
    """What a session has played so far, and how well."""

    rounds: int = 0
    staked: int = 0
    returned: int = 0
    expected: float | None = None
    """Cents: what the exact house edge says of the same bets; None until the lab has said something."""
    decisions: int = 0
    mistakes: int = 0
    cost: float = 0.0


@dataclass(slots=True)
class WebSession:
    """Somebody who is signed in."""

    key: str
    kind: Kind
    who: str
    """A player's or a staff member's id on the floor."""
    name: str
    started: float
    seen: float
    csrf: str
    play: Play = field(default_factory=Play)


@dataclass(frozen=True, slots=True)
class News:
    """Something that the house did in a player's place: said until it was seen."""

    id: int
    who: str
    table: str
    kind: str
    text: str
    at: float


PLAY_SECONDS = 1.0
"""What is played within so long is written at once: it is a session's account of itself, and no money."""
NEWS_KEPT = 5
"""How many of them wait for one player; of more it is the latest."""


class SessionsError(Exception):
    """The file of sessions can't be used, and why."""


class Sessions:
    """The sessions of a house, in a small file of their own."""

    def __init__(self, path: Path | None = None, clock: Callable[[], float] = time.time) -> None:
        """Without a path they last as long as the process."""
        self._clock = clock
        self._open: dict[str, WebSession] = {}
        self._news: dict[str, list[News]] = {}
        self._played: dict[str, WebSession] = {}
        """Whose play is not written yet."""
        self._writing: asyncio.TimerHandle | None = None
        try:
            self._db = sqlite3.connect(str(path) if path else ":memory:", isolation_level=None, check_same_thread=False)
            if path:
                path.chmod(0o600)
            self._begin()
        except (sqlite3.Error, OSError, ValueError, TypeError) as error:  # the last two: play of other software
            raise SessionsError(
                f"the sessions in {path} can't be used: {error}; may this user write there? If the file is damaged, "
                "move it away: people then sign in again, and devices get new tokens"
            ) from None
        self._by_player = {s.who: s for s in self if s.kind == "player"}

    def _begin(self) -> None:
        """Makes the file ready, and reads who is signed in."""
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")  # losing a sign-in to a power cut costs a sign-in
        self._db.executescript("""
            CREATE TABLE IF NOT EXISTS session (
              key TEXT PRIMARY KEY, kind TEXT NOT NULL, who TEXT NOT NULL, name TEXT NOT NULL,
              started REAL NOT NULL, seen REAL NOT NULL, csrf TEXT NOT NULL, play TEXT NOT NULL);
            CREATE TABLE IF NOT EXISTS device (key TEXT PRIMARY KEY, at_table TEXT NOT NULL, made REAL NOT NULL);
            CREATE TABLE IF NOT EXISTS heard (at_table TEXT PRIMARY KEY);
            CREATE TABLE IF NOT EXISTS news (
              id INTEGER PRIMARY KEY AUTOINCREMENT, who TEXT NOT NULL, at_table TEXT NOT NULL, kind TEXT NOT NULL,
              text TEXT NOT NULL, at REAL NOT NULL);
        """)
        for row in self._db.execute("SELECT id, who, at_table, kind, text, at FROM news ORDER BY id"):
            self._news.setdefault(row[1], []).append(News(*row))
        rows = self._db.execute("SELECT key, kind, who, name, started, seen, csrf, play FROM session")
        for key, kind, who, name, started, seen, csrf, play in rows:
            self._open[key] = WebSession(key, kind, who, name, started, seen, csrf, Play(**json.loads(play)))

    def __iter__(self) -> Iterator[WebSession]:
        """Everybody who is signed in."""
        return iter(tuple(self._open.values()))

    def begin(self, kind: Kind, who: str, name: str) -> tuple[str, WebSession]:
        """A new session and its token, which is said only here."""
        token, now = secrets.token_urlsafe(32), self._clock()
        session = WebSession(_hashed(token), kind, who, name, now, now, secrets.token_urlsafe(18))
        self._open[session.key] = session
        if kind == "player":
            self._by_player[who] = session
        self._db.execute(
            "INSERT INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (session.key, kind, who, name, now, now, session.csrf, json.dumps(asdict(session.play))),
        )
        return token, session

    def find(self, token: str | None) -> WebSession | None:
        """The session of a cookie, unless it is over."""
        session = self._open.get(_hashed(token)) if token else None
        if session is None:
            return None
        now = self._clock()
        over = (
            now - session.seen > PLAYER_SECONDS if session.kind == "player" else now - session.started > STAFF_SECONDS
        )
        if over:
            self.end(session)
            return None
        return session

    def touch(self, session: WebSession) -> None:
        """Somebody is there. Written down once a minute: it only decides when a session is forgotten."""
        now = self._clock()
        if now - session.seen > 60:
            self._db.execute("UPDATE session SET seen = ? WHERE key = ?", (now, session.key))
        session.seen = now

    def locked(self, session: WebSession) -> bool:
        """Whether a staff session has been left alone for too long; it asks for the password again."""
        return session.kind == "staff" and self._clock() - session.seen > IDLE_SECONDS

    def end(self, session: WebSession) -> None:
        """Signs out."""
        self._open.pop(session.key, None)
        if self._by_player.get(session.who) is session:
            del self._by_player[session.who]
        self._db.execute("DELETE FROM session WHERE key = ?", (session.key,))
        if session.kind == "player":  # a guest comes back as somebody else
            self._db.execute("DELETE FROM news WHERE who = ?", (session.who,))
            self._news.pop(session.who, None)

    def of_player(self, player: str) -> WebSession | None:
        """The session of a player, while it lasts."""
        return self._by_player.get(player)

    def staff_present(self) -> bool:
        """Whether somebody of the staff is signed on and has not left the console alone."""
        return any(s.kind == "staff" and not self.locked(s) for s in self)

    def save_play(self, session: WebSession) -> None:
        """Writes down what a session has played: at once, or where a server runs, with what else is played this second.

        Every write of its own would hold up all tables for a moment, round after round.
        """
        self._played[session.key] = session
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            self.write_play()
            return
        if self._writing is None:
            self._writing = loop.call_later(PLAY_SECONDS, self.write_play)

    def write_play(self) -> None:
        """Writes what has been played since the last time."""
        if self._writing is not None:
            self._writing.cancel()
            self._writing = None
        rows = [(json.dumps(asdict(session.play)), key) for key, session in self._played.items()]
        self._played.clear()
        if rows:
            self._db.execute("BEGIN")
            self._db.executemany("UPDATE session SET play = ? WHERE key = ?", rows)
            self._db.execute("COMMIT")

    # News

    def tell(self, who: str, table: str, kind: str, text: str) -> None:
        """Keeps something for a player who did not see it happen."""
        said = (who, table, kind, text, self._clock())
        made = self._db.execute("INSERT INTO news (who, at_table, kind, text, at) VALUES (?, ?, ?, ?, ?)", said)
        assert made.lastrowid is not None
        waiting = self._news.setdefault(who, [])
        waiting.append(News(made.lastrowid, *said))
        for old in waiting[:-NEWS_KEPT]:
            self.seen(who, old.id)

    def news(self, who: str) -> tuple[News, ...]:
        """What a player has not seen yet, oldest first."""
        return tuple(self._news.get(who, ()))

    def seen(self, who: str, news: int) -> None:
        """A player has seen something; what is no news of theirs stays."""
        self._news[who] = [one for one in self._news.get(who, ()) if one.id != news]
        self._db.execute("DELETE FROM news WHERE who = ? AND id = ?", (who, news))

    # Devices

    def add_device(self, table: str) -> str:
        """A token for a table's hardware; an older one is worth nothing any more."""
        token = secrets.token_urlsafe(32)
        self.drop_device(table)
        with self._durable():
            self._db.execute("INSERT INTO device VALUES (?, ?, ?)", (_hashed(token), table, self._clock()))
        return token

    def drop_device(self, table: str) -> bool:
        """Takes a table's token back; whether there was one."""
        return self._db.execute("DELETE FROM device WHERE at_table = ?", (table,)).rowcount > 0

    def device(self, token: str) -> str | None:
        """The table of a device's token."""
        row = self._db.execute("SELECT at_table FROM device WHERE key = ?", (_hashed(token),)).fetchone()
        return str(row[0]) if row else None

    def remember(self, table: str) -> None:
        """A table's hardware was heard of: after a restart it is waited for (REG-17)."""
        with self._durable():
            self._db.execute("INSERT OR IGNORE INTO heard VALUES (?)", (table,))

    def forget(self, table: str) -> None:
        """Nobody waits for a table's hardware any more."""
        self._db.execute("DELETE FROM heard WHERE at_table = ?", (table,))

    def remembered(self) -> list[str]:
        """The tables whose hardware has to be heard of."""
        return [str(table) for (table,) in self._db.execute("SELECT at_table FROM heard ORDER BY at_table")]

    @contextmanager
    def _durable(self) -> Iterator[None]:
        """What is written here outlives a power cut: a controller can't sign in again by itself."""
        self._db.execute("PRAGMA synchronous=FULL")
        try:
            yield
        finally:
            self._db.execute("PRAGMA synchronous=NORMAL")

    def close(self) -> None:
        """Closes the file."""
        self.write_play()
        self._db.close()


def _hashed(token: str) -> str:
    # A token is 256 random bits, so a plain hash is enough; a slow one would only slow every request.
    return hashlib.sha256(token.encode()).hexdigest()
