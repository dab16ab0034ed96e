"""Every endpoint × every role. What stands here is the law; an endpoint that is not in the table fails the test."""

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.kit.site import Browser, Site
from tests.web.edge.law import ALL, AT_TABLE, FLOOR, LAW
from upcard.floor.commands.verbs import VERBS

Json = dict[str, Any]

PLACES = {
    "{table}": "blackjack",
    "{name}": "hits",
    "{link}": "blitz",
    "{seat}": "2",
    "{number}": "1",
    "{news}": "1",
    "{staff}": "nobody",
    "{hit}": "H1",
    "{meter}": "blitz-1",
}

STREAMS = {
    "/tables/blackjack/stream": ALL,
    "/lobby/stream": ALL,
    "/links/blitz/stream": ALL,
    "/floor/stream": FLOOR,
}


@pytest.fixture(scope="module")
def everybody(site: Site) -> dict[str, Browser]:
    people = {
        "watcher": site.browser(),
        "player": site.guest("Anna"),
        "dealer": site.staff("dora"),
        "supervisor": site.staff("sam"),
        "manager": site.staff("mia"),
        "executive": site.staff("eve"),
        "auditor": site.staff("otto"),
        "device": site.browser(),
    }
    token = people["manager"].ok("POST", "/devices", {"table": "blackjack"})["token"]
    people["device"].http.headers["Authorization"] = f"Bearer {token}"
    return people


def test_the_law_knows_every_endpoint(site: Site) -> None:
    paths = site.app.openapi()["paths"]
    found = {f"{method.upper()} {path}" for path, operations in paths.items() for method in operations}
    assert found == set(LAW)


@pytest.mark.parametrize("endpoint", [name for name in LAW if name != "DELETE /api/v1/session"])
def test_every_endpoint_is_for_whom_the_law_says(site: Site, everybody: dict[str, Browser], endpoint: str) -> None:
    method, path = endpoint.split()
    allowed, body = LAW[endpoint]
    if endpoint == "DELETE /api/v1/devices/{table}":
        path = path.replace("{table}", "blitz-progressive")  # not the one that a device of this test stands at
    for name, value in PLACES.items():
        path = path.replace(name, value)
    if endpoint.endswith("/coach"):
        path += "?seat=1"
    for role, browser in everybody.items():
        answer = browser.call(method, f"{site.url}{path}", body)
        if role in allowed:
            refused = answer.status_code in {401, 403} and endpoint != "POST /api/v1/session/staff"
            assert not refused, f"{role} may {endpoint}: {answer.text}"
            assert answer.status_code < 500
        else:
            wanted = 401 if role == "watcher" or endpoint.endswith("/unlock") else 403
            assert answer.status_code == wanted, f"{role} may not {endpoint}: {answer.status_code} {answer.text}"


@pytest.mark.parametrize("stream", STREAMS)
def test_every_stream_is_for_whom_the_law_says(site: Site, everybody: dict[str, Browser], stream: str) -> None:
    for role, browser in everybody.items():
        bearer = {"Authorization": browser.http.headers["Authorization"]} if role == "device" else {}
        opened = browser.socket(stream, **bearer)
        if role in STREAMS[stream]:
            assert opened.next()["type"] == "hello", role
            opened.close()
        else:
            with pytest.raises(ConnectionClosed) as closed:
                opened.next()
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == (4401 if role == "watcher" else 4403), role


@pytest.mark.parametrize("verb", sorted(VERBS))
def test_every_verb_of_the_floor_asks_for_its_role_here_too(
    site: Site, everybody: dict[str, Browser], verb: str
) -> None:
    """The API lends nobody a role: what the floor refuses at the terminal, it refuses here."""
    for role in AT_TABLE:
        answer = everybody[role].call("POST", "/floor/commands", {"do": verb, "no-such-argument": 1})
        assert answer.status_code in {401, 409, 422}, f"{role} {verb}: {answer.text}"
        if role not in VERBS[verb].roles and answer.status_code == 409:
            assert answer.json()["rule"] == "PRG-11", f"{role} {verb}: {answer.text}"


def test_nobody_speaks_for_somebody_else(site: Site, everybody: dict[str, Browser]) -> None:
    for extra in ({"by": "mia"}, {"by": "system"}, {"id": "x"}, {"at": "2020-01-01T00:00:00Z"}, {"_password_ok": True}):
        answer = everybody["dealer"].call("POST", "/floor/commands", {"do": "sign-on", **extra})
        assert answer.status_code == 422, answer.text


def test_a_device_speaks_for_its_own_table_only(site: Site, everybody: dict[str, Browser]) -> None:
    other = everybody["device"].call("POST", "/floor/commands", {"do": "call-supervisor", "table": "blackjack-2"})
    assert other.status_code == 409, other.text
    everybody["manager"].call("DELETE", "/devices/blackjack")
    late = everybody["device"].call("POST", "/floor/commands", {"do": "call-supervisor", "table": "blackjack"})
    assert late.status_code == 401
    assert "token" in late.json()["detail"]


def test_a_player_cannot_touch_another_players_things(site: Site) -> None:
    anna, ben = site.guest("Anna"), site.guest("Ben")
    anna.ok("POST", "/tables/three-card-poker/seats/1")
    for method, path, body in (
        ("DELETE", "/tables/three-card-poker/seats/1", None),
        ("PUT", "/tables/three-card-poker/seats/1/bets", {"wagers": {"ante": 500}}),
        ("POST", "/tables/three-card-poker/acts", {"seat": 1, "move": "fold"}),
        ("DELETE", "/tables/three-card-poker/bots/1", None),
    ):
        assert ben.call(method, path, body).status_code == 409
    assert anna.table("three-card-poker")["seats"][0]["player"]["you"]
    anna.call("DELETE", "/session")


def test_signing_out_is_for_everybody(site: Site) -> None:
    for browser in (site.browser(), site.guest("Cid"), site.staff("otto")):
        assert browser.call("DELETE", "/session").status_code == 204
