"""Whatever is wrong with a request is said in words that a person understands, as a problem."""

import json
from typing import Any

import httpx
import pytest

from tests.kit.site import Site

HALF = '{"game": "blackjack", "dealer": "Ah Kd", "seats": [{"seat": 1, "cards": "7s 7h", %s}]}'


def send(site: Site, method: str, path: str, content: bytes = b"", kind: str = "application/json") -> httpx.Response:
    headers = {"X-Upcard-CSRF": "1", "Content-Type": kind}
    return site.browser().http.request(method, path, content=content, headers=headers)


def problem(answer: httpx.Response, status: int) -> Any:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    return json.loads(answer.content)


@pytest.mark.parametrize(
    ("content", "kind", "says"),
    [
        (b'{"name": "Anna",}', "application/json", ["body: it is no JSON", "character"]),
        (b"", "application/json", ["a JSON object belongs here"]),
        (b"[]", "application/json", ["a JSON object belongs here"]),
        (b'{"name": "Anna"}', "text/plain", ["application/json, not text/plain"]),
        (b"name=Anna", "application/x-www-form-urlencoded", ["application/json, not application/x-www-form"]),
        (b"{}", "application/json", ["body.name: it is missing"]),
        (b'{"nmae": "Anna"}', "application/json", ["body.name: it is missing"]),
        (b'{"name": "Anna", "nmae": 1}', "application/json", ["body.nmae: there is no such field"]),
    ],
)
def test_a_body_that_cannot_be_read_is_told_why(site: Site, content: bytes, kind: str, says: list[str]) -> None:
    said = problem(send(site, "POST", "/session", content, kind), 422)
    for part in says:
        assert part in said["detail"]


@pytest.mark.parametrize(
    "rest",
    [
        '"wagers": {"\\ud800": 1000}',
        '"wagers": {"bet": 1000}, "actions": [["\\ud800"]]',
        '"wagers": {"bet": 1000}, "actions": [["stand", "\\udfff"]]',
    ],
)
def test_half_a_character_is_no_mistake_of_ours(site: Site, rest: str) -> None:
    said = problem(send(site, "POST", "/settle", (HALF % rest).encode()), 422)
    assert "half a character" in said["detail"]


def test_half_a_character_can_be_told_back(site: Site) -> None:
    guest = site.guest("Hal")
    guest.ok("POST", "/tables/three-card-poker/seats/2")
    headers = {"X-Upcard-CSRF": guest.csrf, "Content-Type": "application/json"}
    path = "/tables/three-card-poker/seats/2/bets"
    problem(guest.http.put(path, content=b'{"wagers": {"\\ud800": "x"}}', headers=headers), 422)
    guest.call("DELETE", "/session")


def test_a_method_that_is_not_for_a_place_is_said(site: Site) -> None:
    said = problem(send(site, "PATCH", "/session"), 405)
    assert said["detail"] == "PATCH is not for /api/v1/session; /api/v1/openapi.json says what is"


@pytest.mark.parametrize("path", ["/healthz", "/metrics", "/api/v1/tables", "/api/v1/session", "/"])
def test_what_can_be_got_can_be_asked_for_its_headers(site: Site, path: str) -> None:
    got, asked = (site.browser().http.request(method, f"{site.url}{path}") for method in ("GET", "HEAD"))
    assert asked.status_code == got.status_code == 200
    assert asked.headers["content-type"] == got.headers["content-type"]
    assert asked.content == b""


def test_a_mistake_of_ours_is_told_with_the_headers_of_every_answer(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_tables: object) -> None:
        raise RuntimeError("a wall of the house fell in")

    monkeypatch.setattr(site.service, "cards", broken)
    answer = site.browser().http.get("/tables")
    said = problem(answer, 500)
    assert "wall" not in json.dumps(said)
    assert "default-src 'self'" in answer.headers["content-security-policy"]
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_nothing_between_keeps_what_somebody_sees(site: Site) -> None:
    for path in ("/session", "/tables", "/tables/blackjack", "/nothing"):
        assert site.browser().http.get(path).headers["cache-control"] == "no-store"
