"""The documentation as a site, where `make docs` has built it; nothing in it comes from another machine."""

import base64
import hashlib
import re
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse, RedirectResponse

import upcard
from upcard.web.edge.headers import CSP
from upcard.web.edge.static import Pages

BUILT = Path(upcard.__file__).parents[2] / "build" / "docs"
"""Where `make docs` puts it in a checkout."""

HOW = "The documentation is not built here. In a checkout of Upcard, type: make docs"

_SCRIPT = re.compile(rb"<script>(.*?)</script>", re.DOTALL)


def router(folder: Path) -> APIRouter:
    """`/docs/` and what is below it."""
    routes = APIRouter(include_in_schema=False)
    pages = Pages(folder)

    @routes.get("/docs")
    def docs() -> Response:
        return RedirectResponse("/docs/")

    @routes.get("/docs/{path:path}")
    def page(request: Request, path: str) -> Response:
        path = path or "index.html"
        file = pages.file(path)
        if file is None and not (folder / "index.html").is_file():
            return HTMLResponse(f"<!doctype html><html lang=en><title>Upcard</title><p>{HOW}", status_code=404)
        response = pages.response(request, path)
        if file is not None and file.type.startswith("text/html"):
            response.headers["Content-Security-Policy"] = _csp(file.content)
        return response

    return routes


@lru_cache(maxsize=256)
def _csp(content: bytes) -> str:
    """What a page of the theme may do: its own few lines of script by their hashes, and its own styles."""
    hashes = [base64.b64encode(hashlib.sha256(script).digest()).decode() for script in _SCRIPT.findall(content)]
    scripts = "".join(f" 'sha256-{one}'" for one in dict.fromkeys(hashes))
    allowed = CSP.replace("script-src 'self'", f"script-src 'self'{scripts}")
    return allowed.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
