"""The pages: files of a folder, with their types, ETags and a gzipped form. No build, nothing from elsewhere."""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from upcard.web.edge.problems import Refusal

TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".mp3": "audio/mpeg",
    ".png": "image/png",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
    ".wav": "audio/wav",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
SQUEEZED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".txt", ".webmanifest"}
"""Files that are smaller gzipped."""
WORTH_IT = 600
"""Bytes from which on gzip saves a packet."""


@dataclass(frozen=True, slots=True)
class File:
    """A file as it is sent."""

    stamp: tuple[int, int]
    type: str
    etag: str
    content: bytes
    squeezed: bytes | None


class Pages:
    """The files under a folder, read again when they change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[str, File] = {}

    def file(self, path: str) -> File | None:
        """A file by its path below the folder; None if there is none, or if the path leads out of it."""
        kind = TYPES.get(Path(path).suffix)
        parts = path.split("/")
        if kind is None or any(part in {"", ".", ".."} or part.startswith(".") or "\\" in part for part in parts):
            return None
        found = self._folder.joinpath(*parts)
        known = self._files.get(path)
        try:
            stat = found.stat()
            stamp = (stat.st_mtime_ns, stat.st_size)
            if (known is None or known.stamp != stamp) and not found.resolve().is_relative_to(self._folder):
                return None
        except (OSError, ValueError):
            return None
        if known is None or known.stamp != stamp:
            content = found.read_bytes()
            squeezed = None
            if found.suffix in SQUEEZED and len(content) >= WORTH_IT:
                squeezed = gzip.compress(content, 9, mtime=0)
            etag = f'"{hashlib.sha256(content).hexdigest()[:24]}"'
            known = self._files[path] = File(stamp, kind, etag, content, squeezed)
        return known

    def response(self, request: Request, path: str) -> Response:
        """A file as a response; 304 when the client has it already."""
        file = self.file(path)
        if file is None:
            missing = self.file(_page("missing")) if "text/html" in request.headers.get("accept", "") else None
            if missing is not None:  # a person asks: with a page, not with a program's words
                return Response(missing.content, 404, media_type=missing.type)
            raise Refusal("not-found", f"there is no page or file {request.url.path}")
        # Always asked again, rarely sent again: an update of the house is seen at once.
        headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
        if file.etag in [tag.strip().removeprefix("W/") for tag in request.headers.get("if-none-match", "").split(",")]:
            return Response(status_code=304, headers=headers)
        if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(file.squeezed, media_type=file.type, headers=headers)
        return Response(file.content, media_type=file.type, headers=headers)


def router(pages: Pages) -> APIRouter:
    """`/` is the lobby, `/table/x` is table/table.html: the first part names the page, the rest is the page's own."""
    routes = APIRouter(include_in_schema=False)

    @routes.get("/static/{path:path}")
    def static(request: Request, path: str) -> Response:
        return pages.response(request, path)

    @routes.get("/")
    def index(request: Request) -> Response:
        if pages.file(_page("lobby")) is None:
            return HTMLResponse("<!doctype html><title>Upcard</title><p>The house is open; its API is at /api/v1.</p>")
        return pages.response(request, _page("lobby"))

    @routes.get("/favicon.ico")
    def favicon(request: Request) -> Response:
        return pages.response(request, "shared/icon.svg")

    @routes.get("/{page}")
    @routes.get("/{page}/{rest:path}")
    def page(request: Request, page: str, rest: str = "") -> Response:  # noqa: ARG001 (the page reads it itself)
        known = page != "api" and page.replace("-", "").isalnum()
        return pages.response(request, _page(page) if known else "")

    return routes


def _page(name: str) -> str:
    """A page lies in a room of its own name."""
    return f"{name}/{name}.html"
