"""The description of the API: what the framework says, our own errors, and who may do what and how they prove it.

A program that has read nothing else can use it.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from fastapi import APIRouter, FastAPI
from fastapi.dependencies.models import Dependant
from fastapi.openapi.utils import get_openapi
from fastapi.routing import APIRoute

from upcard.web.edge import problems
from upcard.web.edge.problems import Problem
from upcard.web.edge.sessions import COOKIE
from upcard.web.edge.who import ALLOWED, CSRF, Role

Json = dict[str, Any]

DESCRIPTION = """
Everything the pages do, they do through this. docs/api.md explains sessions, streams and errors.
Money is integer cents; cards are `As`, `Td`, `??` for one that you may not see.

Every request that changes something carries `X-Upcard-CSRF`: the `csrf` that `GET /api/v1/session` says, or `1` before
you have a session. A device's token (`Authorization: Bearer`) needs none.

What happens is told on WebSockets, one JSON object a message, with `?since=SEQ` to resume:
`/api/v1/tables/{table}/stream`, `/api/v1/lobby/stream`, `/api/v1/links/{link}/stream`, and for the floor's staff
`/api/v1/floor/stream`. First comes `hello`, then how things stand, then what changes; a socket is closed with 4404
where there is no such table or link, and 4401 or 4403 where it is not yours.
"""

SCHEMES: Json = {
    "session": {
        "type": "apiKey",
        "in": "cookie",
        "name": COOKIE,
        "description": "A guest's (POST /api/v1/session) or a member of staff's (POST /api/v1/session/staff).",
    },
    "device": {
        "type": "http",
        "scheme": "bearer",
        "description": "Of a table's hardware; a manager gives it out with POST /api/v1/devices.",
    },
}

_CSRF: Json = {
    "name": "X-Upcard-CSRF",
    "in": "header",
    "required": False,
    "schema": {"type": "string"},
    "description": "Your session's `csrf`, or `1` before you have one. Only a device's request goes without.",
}
assert _CSRF["name"].lower() == CSRF

_SAFE = {"get", "head"}


def describe(app: FastAPI, routers: Iterable[APIRouter]) -> Json:
    """The description of an app that has these routers."""
    schema = get_openapi(title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes)
    parts = schema.setdefault("components", {})
    parts["securitySchemes"] = SCHEMES
    shapes = parts.setdefault("schemas", {})
    shapes["Problem"] = Problem.model_json_schema(ref_template="#/components/schemas/{model}")
    shapes.update(shapes["Problem"].pop("$defs", {}))
    for name in ("HTTPValidationError", "ValidationError"):
        shapes.pop(name, None)
    allowed = {
        (route.path, method.lower()): roles
        for router in routers
        for route in router.routes
        if isinstance(route, APIRoute) and (roles := _roles(route)) is not None
        for method in route.methods or ()
    }
    for path, operations in schema["paths"].items():
        for method, operation in operations.items():
            _own_errors(method, operation)
            if method not in _SAFE:
                operation.setdefault("parameters", []).append(_CSRF)
            if (path, method) in allowed:
                _say_who(operation, allowed[path, method])
    return schema


def _roles(route: APIRoute) -> tuple[Role, ...] | None:
    """Who may use a route; None where everybody may."""
    return next((ALLOWED[part.call] for part in _parts(route.dependant) if part.call in ALLOWED), None)


def _parts(dependant: Dependant) -> Iterator[Dependant]:
    yield dependant
    for part in dependant.dependencies:
        yield from _parts(part)


def _own_errors(method: str, operation: Json) -> None:
    """An endpoint that reads something can fail to read it, and says so in our shape; the gate weighs every body."""
    answers = operation["responses"]
    if "422" in answers and "application/json" in answers["422"].get("content", {}):
        answers["422"] = problems.responses("invalid")[422]
    if method not in _SAFE:
        answers.setdefault("413", problems.responses("too-large")[413])


def _say_who(operation: Json, roles: tuple[Role, ...]) -> None:
    ways: list[Json] = [{"session": []}] if set(roles) != {"device"} else []
    operation["security"] = ways + [{"device": []}] * ("device" in roles)
    operation["x-roles"] = list(roles)
    operation["description"] = f"{operation.get('description', '')}\n\nFor: {', '.join(roles)}.".strip()
