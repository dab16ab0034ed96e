"""One client can't spoil the evening: who is refused often is refused early, in turn, and unread."""

import socket
from collections.abc import Callable

import pytest

from tests.kit.site import Site
from upcard.web.edge.limits import Limiter, Turns, network
from upcard.web.edge.security import Gate


def gate_of(site: Site) -> Gate:
    gate = site.app.state.gate
    assert isinstance(gate, Gate)
    return gate


def test_so_many_turns_a_second_however_many_connections_wait() -> None:
    now = 0.0
    turns = Turns(each_second=20, longest=10, clock=lambda: now)
    waits = [turns.delay("flood") for _ in range(400)]
    assert all(sum(at < second for at in waits) <= 20 * second for second in (1, 3, 9))
    assert max(waits) == pytest.approx(10), "nobody is kept for ever"
    assert turns.delay("somebody else") == pytest.approx(0.05)
    now = 20.0
    assert turns.delay("flood") == pytest.approx(0.05), "it is over"


@pytest.mark.parametrize(
    ("address", "limit"),
    [
        ("203.0.113.7", "203.0.113.7"),
        ("2001:db8:1:2::7", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::9", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "203.0.113.7"),
        ("::1", "::1"),
        ("testclient", "testclient"),
    ],
)
def test_whose_limit_an_address_has(address: str, limit: str) -> None:
    assert network(address) == limit


def test_who_is_refused_often_is_refused_at_the_door(new_site: Callable[..., Site]) -> None:
    """What was right before is refused then, too: nothing of it is read. What others ask is not counted with it."""
    site = new_site()
    gate = gate_of(site)
    gate.refusals = Limiter(1, 600)  # ten from this machine
    browser = site.browser()
    assert [browser.http.get("/nothing").status_code for _ in range(10)] == [404] * 10
    with socket.create_connection(("127.0.0.1", site.server.port), 20) as line:
        line.sendall(b"POST /api/v1/settle HTTP/1.1\r\nHost: localhost\r\nContent-Length: 60000\r\n\r\n")  # and no body
        said = b""
        while part := line.recv(4096):
            said += part
    head = said.lower()
    assert head.startswith(b"http/1.1 429")
    assert b"retry-after:" in head
    assert b"connection: close" in head
    assert b"too many refused requests from 127.0.0.1" in head
    assert browser.http.get("/session").status_code == 429
    gate.refusals = Limiter(100, 10)
    assert browser.http.get("/session").status_code == 200


def test_the_metrics_are_for_the_operator(new_site: Callable[..., Site]) -> None:
    site = new_site()
    url, http = f"{site.url}/metrics", site.browser().http
    assert "upcard_sockets" in http.get(url).text
    for header in ("X-Forwarded-For", "Forwarded"):  # it came by way of a proxy on this machine
        assert http.get(url, headers={header: "127.0.0.1"}).status_code == 403
    assert site.staff("mia").http.get(url, headers={"X-Forwarded-For": "203.0.113.7"}).status_code == 403


def test_a_token_opens_the_metrics_from_anywhere_and_nothing_else_does(new_site: Callable[..., Site]) -> None:
    site = new_site(metrics_token="a long word")
    url, http = f"{site.url}/metrics", site.browser().http
    away = {"X-Forwarded-For": "203.0.113.7"}
    assert http.get(url, headers={**away, "Authorization": "Bearer a long word"}).status_code == 200
    for given in ({}, {"Authorization": "Bearer a long wor"}, {"Authorization": "a long word"}):
        assert http.get(url, headers=given).status_code == 403
