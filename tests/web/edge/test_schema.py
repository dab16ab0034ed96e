"""The OpenAPI description against the server: whatever is sent, no 5xx, and no answer that was not described."""

from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.kit.site import Browser, Site
from tests.web.edge.law import LAW

load_all_checks()

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
BOUNDED = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
NOT_HERE = {"DELETE /api/v1/session"}
"""It would end the session which the others need; test_session.py has it."""


@pytest.fixture(scope="module")
def api(site: Site) -> Any:
    return schemathesis.openapi.from_dict(site.app.openapi())


@pytest.fixture(scope="module")
def people(site: Site) -> dict[str, Browser]:
    player = site.guest("Anna")
    player.ok("POST", "/tables/three-card-poker/seats/1")
    return {"watcher": site.browser(), "player": player, "manager": site.staff("mia"), "dealer": site.staff("dora")}


@pytest.mark.parametrize("endpoint", [name for name in LAW if name not in NOT_HERE])
def test_whatever_is_sent_the_answer_is_as_described(
    api: Any, site: Site, people: dict[str, Browser], endpoint: str
) -> None:
    method, path = endpoint.split()

    @BOUNDED
    @given(case=api[path][method].as_strategy())
    def send(case: Any) -> None:
        for browser in people.values():
            headers = {**dict(case.headers or {}), "X-Upcard-CSRF": browser.csrf, "Cookie": browser.cookie()}
            case.call_and_validate(base_url=site.url, headers=headers, checks=CHECKS, timeout=20)

    send()


@pytest.mark.parametrize("table", ["blackjack", "three-card-poker", "four-card-split-v1", "blitz-progressive"])
def test_the_places_that_do_exist_are_as_described(
    api: Any, site: Site, people: dict[str, Browser], table: str
) -> None:
    """Generated names rarely hit a real table; these do."""
    for path, places in (
        ("/api/v1/tables/{table}", {"table": table}),
        ("/api/v1/tables/{table}/rounds", {"table": table}),
        ("/api/v1/games/{name}", {"name": site.service.table(table).game}),
        ("/api/v1/tables", {}),
        ("/api/v1/links", {}),
        ("/api/v1/session", {}),
        ("/healthz", {}),
    ):
        for browser in people.values():
            case = api[path]["GET"].Case(path_parameters=places)
            headers = {"Cookie": browser.cookie()}
            case.call_and_validate(base_url=site.url, headers=headers, checks=CHECKS, timeout=20)


@pytest.mark.parametrize("endpoint", LAW)
def test_the_description_says_who_may_and_how_they_prove_it(site: Site, endpoint: str) -> None:
    """A program that has read nothing else knows the cookie, the token and the header of every request."""
    described = site.app.openapi()
    method, path = endpoint.split()
    operation = described["paths"][path][method.lower()]
    allowed, _ = LAW[endpoint]
    ways = {name for way in operation.get("security", []) for name in way}
    if "watcher" in allowed:
        assert not ways
    else:
        assert sorted(operation["x-roles"]) == sorted(allowed)
        assert ("device" in ways) == ("device" in allowed)
        assert ("session" in ways) == (set(allowed) != {"device"})
    headers = {given["name"] for given in operation.get("parameters", []) if given["in"] == "header"}
    assert ("X-Upcard-CSRF" in headers) == (method != "GET")
    assert method == "GET" or "413" in operation["responses"]
    assert ways <= set(described["components"]["securitySchemes"])


def test_verbs_that_there_are_not_are_counted_as_one(site: Site) -> None:
    manager = site.staff("eve")
    for verb in ("abracadabra", "hocus-pocus"):
        assert manager.call("POST", "/floor/commands", {"do": verb}).status_code == 409
    said = site.browser().http.get(f"{site.url}/metrics").text
    assert 'do="unknown",outcome="refused"' in said
    assert "abracadabra" not in said
