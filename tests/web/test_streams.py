import asyncio
import contextlib
import json
import random
import socket
import threading
from collections.abc import Callable
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed

from tests.kit.player import play_round
from tests.kit.site import QUICK, Browser, Site, Stream
from tests.kit.waiting import until
from upcard.cards.card import parse_cards
from upcard.web.demo import demo
from upcard.web.demo.demo import TABLES
from upcard.web.live import hub
from upcard.web.live.driver import Pace
from upcard.web.models.tables import TableState

Json = dict[str, Any]


def closed(stream: Stream) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as ended:
        while True:
            stream.raw.recv(timeout=10)
    assert ended.value.rcvd is not None
    return ended.value.rcvd.code, ended.value.rcvd.reason


def test_first_a_greeting_then_the_whole_state(site: Site) -> None:
    stream = site.socket("/tables/blackjack/stream")
    hello, state = stream.next(), stream.next()
    assert (hello["type"], hello["stream"], hello["resumed"]) == ("hello", "tables/blackjack", False)
    assert state["type"] == "state"
    assert state["seq"] == state["state"]["seq"] == hello["seq"]
    assert state["state"]["you"] == {"seats": [], "bankroll": None, "news": []}
    stream.close()


def test_a_round_arrives_event_by_event_for_the_player_and_for_a_watcher(site: Site) -> None:
    browser = site.guest("Anna")
    mine, watched = browser.socket("/tables/three-card-poker/stream"), site.socket("/tables/three-card-poker/stream")
    browser.ok("POST", "/tables/three-card-poker/seats/1")
    state = play_round(browser, "three-card-poker", 1, {"ante": 500, "pair-plus": 500}, random.Random(1))
    for stream, own in ((mine, True), (watched, False)):
        got = stream.until(lambda m: m["type"] == "events" and m["events"][-1]["event"] == "round-ended")
        numbers = [m["seq"] for m in got]
        assert numbers == sorted(numbers)
        events = [e for m in got if m["type"] == "events" for e in m["events"]]
        assert events[0]["event"] == "round-opened"
        dealt = next(e for e in events if e["event"] == "cards-dealt" and e["seat"] == 1)
        assert ("?" not in dealt["cards"]) is own
        assert got[-1]["state"]["view"]["over"]
        for message in got:
            if message.get("state"):
                TableState.model_validate(message["state"])
        # The house speaks to each: "You win …", "Seat 1 wins …"; everything else is the same for all.
        assert got[-1]["state"]["results"][0]["text"].startswith("You " if own else "Seat 1 ")
        told, known = ([{**one, "text": ""} for one in said["results"]] for said in (got[-1]["state"], state))
        assert told == known
        offered = [
            t for m in got if m.get("state") and m["state"]["view"] for t in m["state"]["view"]["turns"] if "moves" in t
        ]
        assert bool(offered) is own
        stream.close()
    browser.call("DELETE", "/session")


def events_of(messages: list[Json]) -> list[Json]:
    return [event for m in messages if m["type"] == "events" for event in m["events"]]


def test_whoever_comes_back_gets_exactly_what_was_missed(site: Site) -> None:
    browser, chance = site.guest("Ben"), random.Random(2)
    browser.ok("POST", "/tables/four-card-split/seats/1")
    steady = browser.socket("/tables/four-card-split/stream")
    first = browser.socket("/tables/four-card-split/stream")
    at = first.until(lambda m: m["type"] == "state")[-1]["seq"]
    first.close()
    bets = {"ante-1": 500, "ante-2": 500, "blind": 500}
    for _ in range(3):
        play_round(browser, "four-card-split", 1, bets, chance)
    seen: list[Json] = []
    while sum(e["event"] == "round-ended" for e in events_of(seen)) < 3:
        seen.append(steady.next())
    back = browser.socket(f"/tables/four-card-split/stream?since={at}")
    got = back.until(lambda m: m["type"] == "state")
    assert got[0]["resumed"] is True
    assert events_of(got) == events_of(seen)
    assert got[-1]["state"]["results"] == browser.table("four-card-split")["results"]
    middle = [m for m in seen if m["type"] == "events"][3]["seq"]
    part = browser.socket(f"/tables/four-card-split/stream?since={middle}").until(lambda m: m["type"] == "state")
    assert events_of(part) == events_of([m for m in seen if m["seq"] > middle])
    browser.call("DELETE", "/session")


def test_a_heartbeats_number_is_one_to_resume_from(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Other tables move the number on; at this one nothing was missed."""
    monkeypatch.setattr(hub, "BEAT", 0.2)
    quiet = ("/tables/three-card-blitz/stream", "/links/three-card-poker/stream", "/lobby/stream")
    streams = [site.socket(path) for path in quiet]
    for stream in streams:
        stream.until(lambda m: m["type"] in {"state", "link", "lobby"})
    site.guest("Pat").call("DELETE", "/session")
    at = site.service.seq()
    for path, stream in zip(quiet, streams, strict=True):
        stream.until(lambda m: m["type"] == "beat" and m["seq"] >= at)
        hello, whole = (again := site.socket(f"{path}?since={at}")).next(), again.next()
        assert (hello["resumed"], hello["seq"]) == (True, at), path
        assert whole["type"] in {"state", "link", "lobby"}, "a page that had only the greeting still gets to see it all"


def test_a_line_that_breaks_while_it_resumes_loses_nothing(site: Site) -> None:
    browser = site.guest("Bo")
    browser.ok("POST", "/tables/four-card-split/seats/1")
    at = browser.socket("/tables/four-card-split/stream").until(lambda m: m["type"] == "state")[-1]["seq"]
    play_round(browser, "four-card-split", 1, {"ante-1": 500, "ante-2": 500, "blind": 500}, random.Random(5))
    got = browser.socket(f"/tables/four-card-split/stream?since={at}").until(lambda m: m["type"] == "state")
    numbers = [m["seq"] for m in got]
    assert numbers == sorted(numbers), "within a stream the number never falls"
    for last in range(len(got) - 1):
        again = browser.socket(f"/tables/four-card-split/stream?since={got[last]['seq']}")
        rest = again.until(lambda m: m["type"] == "state")
        assert events_of(rest) == events_of(got[last + 1 :]), f"the line broke after message {last}"
    browser.call("DELETE", "/session")


@pytest.mark.parametrize("name", ["é" * 100, "🂡" * 60, "x" * 300], ids=["accents", "cards", "plain"])
@pytest.mark.parametrize("kind", ["tables", "links"])
def test_a_long_name_that_nothing_has_is_told_in_what_room_there_is(site: Site, kind: str, name: str) -> None:
    code, reason = closed(site.socket(f"/{kind}/{quote(name)}/stream"))
    assert code == 4404
    assert reason.startswith(f"there is no {kind[:-1]} ")


@pytest.mark.parametrize("since", ["0", "999999999", "-1", "x", "9" * 40, "1e3"])
def test_a_number_that_is_not_at_hand_gives_the_whole_state(site: Site, since: str) -> None:
    stream = site.socket(f"/tables/blackjack-2/stream?since={since}")
    hello, state = stream.next(), stream.next()
    assert hello["resumed"] is False
    assert state["type"] == "state"
    stream.close()


def test_numbers_go_on_over_a_restart_and_the_page_can_tell(new_site: Callable[..., Site]) -> None:
    site = new_site()
    browser = site.guest("Cid")
    browser.ok("POST", "/tables/blackjack/seats/1")
    stream = browser.socket("/tables/blackjack/stream")
    hello, state = stream.next(), stream.next()
    site.stop()
    assert closed(stream)[0] == 1012
    site.start()
    again = browser.socket(f"/tables/blackjack/stream?since={state['seq']}")
    second, back = again.next(), again.next()
    assert second["start"] != hello["start"]
    assert second["seq"] >= hello["seq"]
    assert back["state"]["you"]["seats"] == [1]


def test_a_quiet_line_beats(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = site.socket("/links/blitz/stream")
    got = stream.until(lambda m: m["type"] == "beat", 3 * hub.BEAT)
    assert [m["type"] for m in got] == ["hello", "link", "beat"]
    stream.raw.send('{"type": "ping", "n": 7}')
    pong = stream.until(lambda m: m["type"] == "pong")[-1]
    assert pong["n"] == 7
    stream.close()


def test_the_lobby_and_the_links_move_with_play(site: Site) -> None:
    lobby, link = site.socket("/lobby/stream"), site.socket("/links/three-card-poker/stream")
    cards = lobby.until(lambda m: m["type"] == "lobby")[-1]["tables"]
    stood = link.until(lambda m: m["type"] == "link")[-1]["link"]["meters"][0]["amount"]
    browser = site.guest("Dee")
    browser.ok("POST", "/tables/three-card-poker/seats/4")
    play_round(browser, "three-card-poker", 4, {"ante": 500, "progressive": 100}, random.Random(4))
    moved = link.until(lambda m: m["type"] == "link" and m["link"]["meters"][0]["amount"] != stood)[-1]
    assert moved["link"]["meters"][0]["amount"] == stood + 20
    ids = {card["id"] for m in lobby.until(lambda m: any(c["rounds"] for c in m["tables"])) for card in m["tables"]}
    assert len(cards) == len(TABLES)
    assert "three-card-poker" in ids
    browser.call("DELETE", "/session")


def test_a_page_of_another_site_gets_no_stream(site: Site) -> None:
    assert closed(site.socket("/tables/blackjack/stream", Origin="http://evil.example"))[0] == 4403
    same = site.socket("/tables/blackjack/stream", Origin=site.url)
    assert same.next()["type"] == "hello"
    same.close()


def test_streams_that_are_not_there_or_not_yours_say_so(site: Site) -> None:
    assert closed(site.socket("/tables/nothing/stream"))[0] == 4404
    assert closed(site.socket("/links/nothing/stream"))[0] == 4404
    assert closed(site.socket("/floor/stream"))[0] == 4401
    assert closed(site.guest("Eva").socket("/floor/stream"))[0] == 4403
    assert closed(site.staff("dora").socket("/floor/stream"))[0] == 4403
    floor = site.staff("otto").socket("/floor/stream")
    assert [floor.next()["type"], floor.next()["type"]] == ["hello", "floor"]
    floor.close()


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.one_of(st.binary(max_size=3000), st.text(max_size=1500), anything.map(json.dumps)))
def test_whatever_a_client_says_the_house_stands(site: Site, said: bytes | str) -> None:
    stream = site.socket("/tables/blackjack/stream")
    stream.until(lambda m: m["type"] == "state")
    stream.raw.send(said)
    code = closed(stream)[0]
    assert code in {4400, 1009, 1007}
    assert site.browser().http.get(f"{site.url}/healthz").status_code == 200


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(said=st.binary(min_size=1, max_size=600))
def test_whatever_bytes_come_on_the_wire_the_house_stands(site: Site, said: bytes) -> None:
    """Below WebSocket: bytes that are no frame, right after the handshake."""
    host, port = site.url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=5) as raw:
        raw.sendall(
            b"GET /api/v1/lobby/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        assert raw.recv(12) == b"HTTP/1.1 101"
        raw.sendall(said)
    assert site.browser().http.get(f"{site.url}/healthz").status_code == 200


def _stalled(site: Site, browser: Browser) -> socket.socket:
    """A client that says hello and never reads again."""
    host, port = site.url.removeprefix("http://").split(":")
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.connect((host, int(port)))
    raw.sendall(
        (
            "GET /api/v1/tables/blackjack/stream HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nCookie: {browser.cookie()}\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        ).encode()
    )
    return raw


def test_a_client_that_does_not_read_is_dropped_and_delays_nobody(new_site: Callable[..., Site]) -> None:
    site = new_site(pace=QUICK)
    browser = site.guest("Flo")
    browser.ok("POST", "/tables/blackjack/seats/1")
    good = site.socket("/tables/blackjack/stream")
    stalled = _stalled(site, browser)
    hub, got = site.service.hub, list[Json]()
    reader = threading.Thread(target=_read_until_closed, args=(good, got), daemon=True)
    reader.start()

    async def flood() -> int:
        """News for everybody, no faster than somebody who reads can read."""
        sent = 0
        while not hub.dropped:
            for _ in range(20):
                hub.touch("blackjack")
                sent += 1
            await asyncio.sleep(0.02)
            assert sent < 100_000, "the stalled client is never dropped"
        return sent

    until(lambda: hub.clients >= 2)
    sent = site.run(flood(), 120)
    play_round(browser, "blackjack", 1, {"bet": 500}, random.Random(6))
    until(lambda: any(event["event"] == "round-ended" for event in events_of(got)), 10, "the other client is held up")
    assert sum(message["type"] == "state" for message in got) > sent, "nothing was left out for it"
    assert [m["seq"] for m in got] == sorted(m["seq"] for m in got)
    assert hub.clients == 1
    stalled.close()


def _read_until_closed(stream: Stream, got: list[Json]) -> None:
    with contextlib.suppress(ConnectionClosed):
        while True:
            got.append(stream.next(300))


def test_jackpots_are_told_to_every_sign(new_site: Callable[..., Site], monkeypatch: pytest.MonkeyPatch) -> None:
    """A hit is found by the house itself; the link's stream shows it as pending until it is paid."""
    site = new_site(pace=Pace(decision=30, betting=0.2, show=0.1, bot=0, alone=3600))
    sign = site.socket("/links/three-card-poker/stream")
    sign.until(lambda m: m["type"] == "link")
    browser = site.guest("Gus")
    browser.ok("POST", "/tables/three-card-poker/seats/1")
    # A royal of spades by an arranged shoe: the vault's shuffle is replaced for the one that follows a first round.
    vault = site.house.sequencer.running.vault
    royal = list(parse_cards("As Ks Qs"))
    rest = [card for card in range(52) if card not in royal]
    vault._source = _Arranged([*royal, *rest])
    browser.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
    browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
    browser.ok("POST", "/tables/three-card-poker/acts", {"seat": 1, "move": "fold"})
    browser.wait("three-card-poker", lambda s: s["phase"] == "betting")
    browser.ok("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500, "progressive": 100}})
    browser.wait("three-card-poker", lambda s: s["phase"] == "acting")
    browser.ok("POST", "/tables/three-card-poker/acts", {"seat": 1, "move": "play"})
    hit = sign.until(lambda m: m["type"] == "hit")[-1]["hit"]
    assert (hit["state"], hit["percent"], hit["player"], hit["amount"]) == ("PENDING", 100, "Gus", 500_020)
    shown = sign.until(lambda m: m["type"] == "link" and m["link"]["pending"])[-1]["link"]
    assert shown["meters"][0]["pending"] is True
    assert shown["meters"][0]["amount"] == 500_000, "it reseeds at once"
    state = browser.table("three-card-poker")
    assert state["phase"] == "settled"
    assert state["hits"][0]["id"] == hit["id"]
    refused = browser.call("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}})
    assert refused.status_code == 409, "the table waits until its jackpot is resolved"
    assert "a jackpot waits for the staff" in refused.json()["detail"]
    monkeypatch.setattr(demo, "PATIENCE", 0.0)

    async def watch() -> None:
        site.service.background(demo.Demo(site.database)._watch(site.service))

    bankroll = browser.get("/session")["bankroll"]
    site.run(watch())  # the demo's own staff: verified, confirmed with card and PIN, paid, each by somebody else
    paid = sign.until(lambda m: m["type"] == "link" and not m["link"]["pending"], 30)[-1]["link"]
    assert (paid["recent"][0]["id"], paid["recent"][0]["state"]) == (hit["id"], "PAID")
    assert browser.get("/session")["bankroll"] == bankroll + 500_020
    browser.wait("three-card-poker", lambda s: s["phase"] == "betting")


class _Arranged:
    """A source under which the next shuffle of one deck gives this order; those behind it are nobody's business."""

    def __init__(self, order: list[int]) -> None:
        self._picks = []
        deck = list(range(len(order)))
        for last in range(len(deck) - 1, 0, -1):
            pick = deck.index(order[last])
            deck[last], deck[pick] = deck[pick], deck[last]
            self._picks.append(pick)
        self._next = iter(self._picks)

    def below(self, bound: int) -> int:
        assert bound >= 1
        return next(self._next, 0)
