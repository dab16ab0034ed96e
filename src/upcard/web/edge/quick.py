"""Requests that come all evening, read with less ado.

The framework looks at every request as if it had never seen its endpoint: which parameters there are, of what shape,
from where. That is a third of what a round costs the web. Here it is looked at once, when the route is made. Only what
is right goes this way: at the first thing that is not, the framework has the request, and says all that is wrong.
"""

from collections.abc import Awaitable, Callable
from json import JSONDecodeError
from typing import Any

from fastapi import Request, Response
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from pydantic import BaseModel

Handler = Callable[[Request], Awaitable[Response]]
JSON = "application/json"
_WRONG = object()


class QuickRoute(APIRoute):
    """A route of an endpoint that takes path, headers, a JSON body and dependencies of the request, and answers with a
    model; any other endpoint's is an ordinary one.
    """

    def get_route_handler(self) -> Any:
        """What answers a request."""
        ordinary: Handler = super().get_route_handler()
        wanted, call = self.dependant, self.dependant.call
        if call is None or not _is_plain(wanted):
            return ordinary

        async def handler(request: Request) -> Response:
            values = await self._read(request)
            if values is None:
                return await ordinary(request)
            for part in wanted.dependencies:
                assert part.call is not None
                assert part.name is not None
                values[part.name] = await part.call(request)
            answer = await call(**values)
            if not isinstance(answer, BaseModel):
                raise TypeError(f"{call.__name__} answers with a model, not with {answer!r}")
            body = answer.model_dump_json(by_alias=True, exclude_unset=self.response_model_exclude_unset)
            return Response(body, self.status_code or 200, media_type=JSON)

        return handler

    async def _read(self, request: Request) -> dict[str, Any] | None:
        """What the request says, by parameter; None if something of it is wrong."""
        values: dict[str, Any] = {}
        for fields, given in ((self.dependant.path_params, request.path_params),
                              (self.dependant.header_params, request.headers)):  # fmt: skip
            for field in fields:
                said = given.get(field.alias, _WRONG)
                if said is not _WRONG:
                    value, errors = field.validate(said, {}, loc=())
                    if errors:
                        return None
                    values[field.name] = value
                elif field.field_info.is_required():
                    return None
        for field in self.dependant.body_params:
            if request.headers.get("content-type") != JSON:
                return None
            try:
                value, errors = field.validate(await request.json(), {}, loc=())
            except (JSONDecodeError, UnicodeDecodeError, RecursionError):
                return None
            if errors:
                return None
            values[field.name] = value
        return values


def _is_plain(wanted: Dependant) -> bool:
    """Whether an endpoint asks for nothing but what is read here."""
    others = (wanted.query_params, wanted.cookie_params, wanted.body_params[1:])
    return not any(others) and all(_is_of_request(part) for part in wanted.dependencies)


def _is_of_request(part: Dependant) -> bool:
    """Whether a dependency is a coroutine of the request and of nothing else."""
    asks = (part.path_params, part.query_params, part.header_params, part.cookie_params, part.body_params)
    takes = (part.request_param_name, part.http_connection_param_name)
    return not any(asks) and not part.dependencies and any(takes) and part.name is not None
