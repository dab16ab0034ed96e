"""Errors in words that a person understands: `application/problem+json`, with the rule that says so."""

import json
from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from upcard.rules.needs import Illegal
from upcard.web.edge.headers import careful

BASE = "/api/v1/problems/"
DESCRIBED = "/api/v1/openapi.json"

TITLES = {
    "invalid": (422, "The request can't be read"),
    "illegal": (409, "The rules don't allow that"),
    "refused": (409, "The house refuses that"),
    "sign-in": (401, "Sign in first"),
    "forbidden": (403, "That is not yours to do"),
    "not-found": (404, "There is no such thing"),
    "not-allowed": (405, "That can't be done here"),
    "too-many": (429, "Too much at once"),
    "too-large": (413, "The request is too large"),
    "unavailable": (503, "Not ready"),
    "broken": (500, "Something broke on our side"),
}
"""The kinds of problem: status and title."""


class Trouble(BaseModel):
    """Where a request can't be read."""

    where: str
    what: str


class Problem(BaseModel):
    """An error as it is sent (RFC 9457)."""

    type: str = Field(examples=[BASE + "illegal"])
    title: str
    status: int
    detail: str = Field(description="What is wrong, and what would be right.")
    rule: str | None = Field(default=None, description="The rule of docs/rulebook that says so.", examples=["BJK-9"])
    errors: list[Trouble] | None = None


class ProblemResponse(JSONResponse):
    """A problem as it goes over the wire."""

    media_type = "application/problem+json"

    def render(self, content: Any) -> bytes:
        """What was sent to us may be told back, also where it is no text: half a character becomes a question mark."""
        return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


class Refusal(Exception):
    """A problem on its way to the client."""

    def __init__(self, kind: str, detail: str, rule: str = "", headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.rule = rule
        self.headers = dict(headers or {})

    @property
    def status(self) -> int:
        """Its HTTP status."""
        return TITLES[self.kind][0]

    def body(self, errors: Sequence[Trouble] = ()) -> dict[str, Any]:
        """The problem as JSON."""
        status, title = TITLES[self.kind]
        said: dict[str, Any] = {"type": BASE + self.kind, "title": title, "status": status, "detail": self.detail}
        if self.rule:
            said["rule"] = self.rule
        if errors:
            said["errors"] = [error.model_dump() for error in errors]
        return said

    def response(self, errors: Sequence[Trouble] = ()) -> JSONResponse:
        """The problem as a response."""
        return ProblemResponse(self.body(errors), self.status, self.headers)


def too_many(detail: str, seconds: float) -> Refusal:
    """A rate limit: come back later."""
    return Refusal("too-many", detail, headers={"Retry-After": str(max(1, ceil(seconds)))})


def unavailable(detail: str, seconds: float = 2) -> Refusal:
    """Something is not ready yet."""
    return Refusal("unavailable", detail, headers={"Retry-After": str(max(1, round(seconds)))})


CLOSE_BYTES = 123
"""What a closing socket has room for."""


def close_reason(detail: str) -> str:
    """As much of a reason as fits into the closing of a socket."""
    return detail.encode("utf-8", "replace")[:CLOSE_BYTES].decode("utf-8", "ignore")


def responses(*kinds: str) -> dict[int | str, dict[str, Any]]:
    """The problems an endpoint can answer with, for the OpenAPI description."""
    by_status: dict[int, list[str]] = {}
    for kind in kinds:
        status, title = TITLES[kind]
        by_status.setdefault(status, []).append(title)
    return {
        status: {
            "description": "; ".join(titles),
            "content": {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}},
        }
        for status, titles in by_status.items()
    }


_HTTP = {401: "sign-in", 403: "forbidden", 404: "not-found", 405: "not-allowed", 413: "too-large", 429: "too-many"}


async def _refused(_: Request, refusal: Exception) -> JSONResponse:
    assert isinstance(refusal, Refusal)
    return refusal.response()


async def _illegal(_: Request, illegal: Exception) -> JSONResponse:
    assert isinstance(illegal, Illegal)
    return Refusal("illegal", illegal.reason, illegal.rule).response()


async def _invalid(request: Request, invalid: Exception) -> JSONResponse:
    assert isinstance(invalid, RequestValidationError)
    errors = [_trouble(request, error) for error in invalid.errors()]
    first = errors[0] if errors else Trouble(where="request", what="it can't be read")
    return Refusal("invalid", f"{first.where}: {first.what}").response(errors)


_WORDS = {"missing": "it is missing", "extra_forbidden": "there is no such field; is it misspelt?"}
"""What the framework says too briefly, or in terms of how the house is built."""


def _trouble(request: Request, error: Mapping[str, Any]) -> Trouble:
    """What is wrong at one place of a request, in words."""
    where, kind = error["loc"], error["type"]
    if kind == "json_invalid":
        return Trouble(where="body", what=f"it is no JSON: {error['ctx']['error']} (character {where[-1]})")
    if where == ("body",):
        told = request.headers.get("content-type", "")
        said = f", not {told}" if told and not _is_json(told) else ""
        return Trouble(where="body", what=f"a JSON object belongs here, sent as Content-Type: application/json{said}")
    return Trouble(where=".".join(str(at) for at in where), what=_WORDS.get(kind, str(error["msg"])))


def _is_json(content_type: str) -> bool:
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (kind.startswith("application/") and kind.endswith("+json"))


async def _http(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    if error.status_code == 400:  # bytes that are no text, or no JSON
        return Refusal("invalid", "body: it can't be read; it has to be JSON in UTF-8").response()
    kind = _HTTP.get(error.status_code, "invalid" if error.status_code < 500 else "broken")
    said = str(error.detail)
    if kind == "not-allowed":
        said = f"{request.method} is not for {request.url.path}; {DESCRIBED} says what is"
    refusal = Refusal(kind, said, headers=error.headers)
    return ProblemResponse(refusal.body() | {"status": error.status_code}, error.status_code, refusal.headers)


async def _broken(request: Request, _: Exception) -> JSONResponse:
    # The cause is in the server's log; a stranger is not told how the house is built. This answer goes out past the
    # gate, so it takes the careful headers along itself.
    return Refusal(
        "broken",
        "It was our mistake; what you asked for may not have been done. Look before you repeat it.",
        headers={key.decode(): value.decode() for key, value in careful(secure=request.url.scheme == "https")},
    ).response()


def install(app: FastAPI) -> None:
    """Has every error of an app told as a problem."""
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(Illegal, _illegal)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _broken)
