"""A second process that only shows the house: what it sends is what the house sends, and it gives no command."""

import random
import time
from collections.abc import Callable, Iterator

import pytest

from tests.kit.player import play_round
from tests.kit.server import Server
from tests.kit.site import Address, Site
from upcard.floor.ledger.keys import Keys
from upcard.floor.upkeep.reader import Reader
from upcard.web.app import create_app
from upcard.web.settings import Settings

TABLE = "three-card-poker"


@pytest.fixture
def both(new_site: Callable[..., Site]) -> Iterator[tuple[Site, Address]]:
    """The house, and a reader of it."""
    site = new_site()
    house = Reader(str(site.database), Keys.load(site.database.with_name("house.db.keys")))
    server = Server()
    server.start(create_app(house, Settings(coach=False)))
    reader = Address(server)
    yield site, reader
    reader.clients.close()
    server.stop()
    house.close()


def test_a_reader_shows_what_the_house_shows_and_plays_nothing(both: tuple[Site, Address]) -> None:
    site, reader = both
    guest, looking = site.guest("Anna"), reader.browser()
    here, there = site.socket(f"/tables/{TABLE}/stream"), reader.socket(f"/tables/{TABLE}/stream")
    lobby = reader.socket("/lobby/stream")
    guest.ok("POST", f"/tables/{TABLE}/seats/1")
    play_round(guest, TABLE, 1, {"ante": 500, "pair-plus": 500}, random.Random(1))
    told = []
    for stream in (here, there):
        got = stream.until(lambda m: m["type"] == "events" and m["events"][-1]["event"] == "round-ended", 20)
        told.append([(m["seq"], event) for m in got if m["type"] == "events" for event in m["events"]])
    assert told[0] == told[1], "the same events under the same numbers, and no card more"
    seen = lobby.until(lambda m: any(card["id"] == TABLE and card["rounds"] == 1 for card in m.get("tables", ())), 20)
    assert seen[0]["type"] == "hello"
    for path in (f"/tables/{TABLE}/rounds", f"/tables/{TABLE}/rounds/1", "/games", "/links"):
        mine, theirs = site.browser().get(path), looking.get(path)
        for said in (mine, theirs):
            for link in said.get("links", ()):
                link.pop("seq")
        assert mine == theirs, path
    head = site.house.store.head()[0]
    refused = looking.call("POST", "/session", {"name": "Bea"})
    assert refused.status_code == 503
    assert "only shows the house" in refused.json()["detail"]
    assert looking.http.get(f"{reader.url}/healthz").json()["status"] == "ok"
    assert site.house.store.head()[0] == head, "nothing was written"
    for stream in (here, there, lobby):
        stream.close()


def test_a_reader_says_so_where_the_ledger_is_not_what_it_was(both: tuple[Site, Address]) -> None:
    site, reader = both
    looking = reader.browser()
    with site.house.store.engine.connect().execution_options(upcard_writes=True) as connection, connection.begin():
        connection.exec_driver_sql(
            "INSERT INTO entry SELECT seq + 1, epoch, kind, 'forged', transfers, body, hash FROM entry "
            "ORDER BY seq DESC LIMIT 1"
        )
    end = time.monotonic() + 20
    while (said := looking.http.get(f"{reader.url}/healthz")).status_code == 200:
        assert time.monotonic() < end, "it does not notice"
    assert said.status_code == 503
    assert "damaged" in said.json()["detail"]
