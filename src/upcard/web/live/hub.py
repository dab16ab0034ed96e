"""Streams: who listens to which table, link, lobby or floor, and what they are sent.

A message is written once for everybody who sees the same (watchers share one) and put into each client's own bounded
queue. A client that does not read fills only its own, and is dropped with a reason.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, Protocol

import msgspec

from upcard.web.live.mirror import Step, Touched

Json = dict[str, Any]

TOO_SLOW = 4008
"""The close code of a client that does not read."""
QUEUE = 256
"""Messages that may wait for one client."""
RING = 64
"""Steps of a table that stay at hand for those who come back: some ten rounds."""
BEAT = 5.0
"""Seconds without news after which a client is told that the line is alive."""
LOBBY_PAUSE = 0.5
LINK_PAUSE = 0.2
"""Seconds between two messages of streams that only show how things stand."""

_encode = msgspec.json.Encoder().encode


def written(message: Json) -> str:
    """A message as it is sent."""
    return _encode(message).decode()


class Client:
    """One socket."""

    __slots__ = ("beaten", "by", "close_with", "ending", "gone", "player", "queue", "wake")

    def __init__(self, player: str | None, by: str = "") -> None:
        self.player = player
        self.by = by
        """Who it is, as commands say it: what staff can do is another thing for each."""
        self.queue: deque[str] = deque()
        self.wake = asyncio.Event()
        self.gone = asyncio.Event()
        """Set when nobody reads what is sent."""
        self.ending = False
        self.close_with: tuple[int, str] | None = None
        """The code and reason that the socket is closed with."""
        self.beaten = False
        """Whether nothing was sent since the last heartbeat."""

    def put(self, message: str) -> None:
        """Queues a message; a full queue means that nobody reads."""
        if self.ending:
            return
        if len(self.queue) >= QUEUE:
            self.drop()
            return
        self.queue.append(message)
        self.beaten = False
        self.wake.set()

    def drop(self) -> None:
        """Gives the client up: what waits for it is thrown away."""
        self.ending = True
        self.close_with = (TOO_SLOW, "you did not read what was sent; come back and resume")
        self.queue.clear()
        self.wake.set()
        self.gone.set()

    def finish(self, last: str) -> None:
        """Nothing comes after this."""
        self.put(last)
        self.ending = True
        self.wake.set()

    async def next(self) -> str | None:
        """The next message; None when there will be no more."""
        while not self.queue:
            if self.ending:
                return None
            self.wake.clear()
            await self.wake.wait()
        return self.queue.popleft()


class Topic:
    """A stream: its clients, and the latest of what it has told them."""

    __slots__ = ("clients", "complete_after", "name", "ring")

    def __init__(self, name: str, seq: int) -> None:
        self.name = name
        self.clients: set[Client] = set()
        self.ring: deque[Step] = deque(maxlen=RING)
        self.complete_after = seq
        """Every step after this number is in the ring."""

    def keep(self, step: Step) -> None:
        """Keeps a step for those who come back."""
        if len(self.ring) == RING:
            self.complete_after = self.ring[0].seq
        self.ring.append(step)

    def missed(self, since: int, now: int) -> list[Step] | None:
        """The steps after a number; None when they are not all at hand any more, or when the number is yet to come.

        A heartbeat tells a number at which nothing happened here: whoever had that one last has missed nothing.
        """
        if not self.complete_after <= since <= now:
            return None
        return [step for step in self.ring if step.seq > since]


class HubHouse(Protocol):
    """What the hub asks of the house: how things look to whom."""

    def seq(self) -> int:
        """The ledger's number that everything here is as of."""

    def state_for(self, table: str, player: str | None) -> Json:
        """A table's state as a player (None: a watcher) sees it."""

    def events_for(self, step: Step, player: str | None) -> list[Json]:
        """A step's events as a player sees them."""

    def sees_more(self, table: str, player: str | None) -> bool:
        """Whether a player sees more of a table than a watcher does."""

    def cards(self, tables: Iterable[str]) -> list[Json]:
        """Cards of the lobby."""

    def link(self, link: str) -> Json:
        """A link."""

    def hits(self, hits: Iterable[str]) -> list[Json]:
        """Hits."""

    def floor(self, by: str) -> Json:
        """The floor, for one of its staff."""

    def tables_of_link(self, link: str) -> list[str]:
        """The tables that feed a link."""

    def tables_of_player(self, player: str) -> Iterable[str]:
        """The tables at which a player sits."""


class Hub:
    """All streams of a house."""

    def __init__(self, sight: HubHouse, version: str, *, clock: Callable[[], str]) -> None:
        self._sight = sight
        self._clock = clock
        self.version = version
        self.start = secrets.token_hex(8)
        """Of this process: no other has the same."""
        self.topics: dict[str, Topic] = {}
        self._lobby_dirty: set[str] = set()
        self._links_dirty: set[str] = set()
        self._floor_dirty = False
        self._floor_told = 0
        """The number that the floor's staff were last told of."""
        self.sent = 0
        self.dropped = 0

    # Clients

    def topic(self, name: str) -> Topic:
        """A stream by name: ``tables/ID``, ``links/ID``, ``lobby`` or ``floor``."""
        found = self.topics.get(name)
        if found is None:
            found = self.topics[name] = Topic(name, self._sight.seq())
        return found

    def join(self, name: str, player: str | None, since: int | None, by: str = "") -> Client:
        """A new client: greeted, and brought up to date."""
        topic, client = self.topic(name), Client(player, by)
        steps = topic.missed(since, self._sight.seq()) if since is not None else None
        # Whoever resumes has the number they came with until they are told more: a line that breaks again in between
        # loses nothing.
        at = since if since is not None and steps is not None else self._sight.seq()
        client.put(written(self._hello(topic, at, resumed=steps is not None)))
        for step in steps or []:
            if step.shown is not None and step.first < step.last:
                client.put(written(self._events(step, self._viewer(step.table, player), state=None)))
        client.put(written(self._whole(topic, player, by)))
        topic.clients.add(client)
        return client

    def leave(self, name: str, client: Client) -> None:
        """A client is gone."""
        self.topics[name].clients.discard(client)
        self.dropped += client.gone.is_set()

    def close(self, reason: str) -> None:
        """Says goodbye to everybody."""
        bye = written({"type": "bye", "seq": self._sight.seq(), "reason": reason, "again": True})
        for topic in self.topics.values():
            for client in topic.clients:
                client.finish(bye)

    @property
    def clients(self) -> int:
        """How many listen."""
        return sum(len(topic.clients) for topic in self.topics.values())

    # Messages

    def _hello(self, topic: Topic, seq: int, *, resumed: bool) -> Json:
        return {
            "type": "hello",
            "seq": seq,
            "stream": topic.name,
            "resumed": resumed,
            "beat": BEAT,
            "server": self.version,
            "start": self.start,
        }

    def _whole(self, topic: Topic, player: str | None, by: str) -> Json:
        kind, _, name = topic.name.partition("/")
        seq = self._sight.seq()
        if kind == "tables":
            return {"type": "state", "seq": seq, "state": self._sight.state_for(name, self._viewer(name, player))}
        if kind == "links":
            return {"type": "link", "seq": seq, "link": self._sight.link(name)}
        if kind == "lobby":
            return {"type": "lobby", "seq": seq, "tables": self._sight.cards(()), "gone": []}
        return {"type": "floor", "seq": seq, "floor": self._sight.floor(by)}

    def _events(self, step: Step, viewer: str | None, state: Json | None) -> Json:
        assert step.shown is not None
        return {
            "type": "events",
            "seq": step.seq,
            "round": step.shown.number,
            "events": self._sight.events_for(step, viewer),
            "state": state,
        }

    def _viewer(self, table: str, player: str | None) -> str | None:
        """The class of viewers that a client belongs to: themselves, if they see more; otherwise a watcher like all."""
        return player if player is not None and self._sight.sees_more(table, player) else None

    # What happened

    def publish(self, change: Touched) -> None:
        """Tells everybody what a batch of committed entries changed."""
        steps: dict[str, list[Step]] = {}
        for step in change.steps:
            steps.setdefault(step.table, []).append(step)
            self.topic(f"tables/{step.table}").keep(step)
        touched = set(change.tables)
        for player in change.players:
            touched.update(self._sight.tables_of_player(player))
        for table in touched:
            self._tell_table(table, steps.get(table, []), change.seq)
        self._lobby_dirty |= touched
        for link in change.links:
            self._links_dirty.add(link)
            self._lobby_dirty.update(self._sight.tables_of_link(link))
        if change.hits:
            self._tell_hits(change)
        self._floor_dirty = self._floor_dirty or change.floor or bool(change.hits)

    def touch(self, table: str) -> None:
        """Something that is not in the ledger changed at a table: a clock, somebody who is ready."""
        self._tell_table(table, [], self._sight.seq())

    def _tell_table(self, table: str, steps: list[Step], seq: int) -> None:
        topic = self.topic(f"tables/{table}")
        if not topic.clients:
            return
        classes: dict[str | None, list[Client]] = {}
        for client in topic.clients:
            classes.setdefault(self._viewer(table, client.player), []).append(client)
        told = [step for step in steps if step.shown is not None and step.first < step.last]
        for viewer, clients in classes.items():
            state = self._sight.state_for(table, viewer)
            messages = [self._events(step, viewer, state if step is told[-1] else None) for step in told]
            if not told:
                messages = [{"type": "state", "seq": seq, "state": state}]
            self._send(clients, messages)

    def _tell_hits(self, change: Touched) -> None:
        for hit in self._sight.hits(change.hits):
            topic = self.topics.get(f"links/{hit['link']}")
            if topic is not None:
                self._send(topic.clients, [{"type": "hit", "seq": change.seq, "hit": hit}])

    def _send(self, clients: Iterable[Client], messages: list[Json]) -> None:
        texts = [written(message) for message in messages]
        for client in clients:
            for text in texts:
                client.put(text)
                self.sent += 1

    # Streams that show how things stand, no faster than an eye can follow

    def tell_lobby(self) -> None:
        """Sends the cards that changed."""
        topic, changed = self.topics.get("lobby"), self._lobby_dirty
        self._lobby_dirty = set()
        if not changed:
            return
        if topic is not None and topic.clients:
            cards = self._sight.cards(changed)
            gone = sorted(changed - {card["id"] for card in cards})
            seq = self._sight.seq()
            self._send(topic.clients, [{"type": "lobby", "seq": seq, "tables": cards, "gone": gone}])

    def tell_links(self) -> None:
        """Sends the links whose meters moved."""
        changed, self._links_dirty = self._links_dirty, set()
        for link in changed:
            topic = self.topics.get(f"links/{link}")
            if topic is not None and topic.clients:
                said = {"type": "link", "seq": self._sight.seq(), "link": self._sight.link(link)}
                self._send(topic.clients, [said])

    def tell_floor(self) -> None:
        """Sends the floor to its staff."""
        topic, seq = self.topics.get("floor"), self._sight.seq()
        if topic is not None and topic.clients and (self._floor_dirty or self._floor_told < seq):
            self._floor_told = seq
            for by in {client.by for client in topic.clients}:
                same = [client for client in topic.clients if client.by == by]
                self._send(same, [{"type": "floor", "seq": seq, "floor": self._sight.floor(by)}])
        self._floor_dirty = False

    def beat(self) -> None:
        """Tells those who heard nothing that the line is alive."""
        message = written({"type": "beat", "seq": self._sight.seq(), "at": self._clock()})
        for topic in self.topics.values():
            for client in topic.clients:
                if client.beaten:
                    client.put(message)
                client.beaten = True

    async def run(self) -> None:
        """Sends what comes at intervals, until it is cancelled."""
        loop = asyncio.get_running_loop()
        at = loop.time()
        due = {"links": at, "lobby": at, "beat": at + BEAT / 2}
        while True:
            now = loop.time()
            if now >= due["links"]:
                due["links"] = now + LINK_PAUSE
                self.tell_links()
            if now >= due["lobby"]:
                due["lobby"] = now + LOBBY_PAUSE
                self.tell_lobby()
                self.tell_floor()
            if now >= due["beat"]:
                due["beat"] = now + BEAT / 2
                self.beat()
            await asyncio.sleep(LINK_PAUSE / 2)
