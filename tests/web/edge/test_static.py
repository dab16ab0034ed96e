import gzip
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.kit.site import Site
from upcard.web.edge.static import Pages


@pytest.fixture(scope="module")
def paged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("house")
    pages = folder / "pages"
    for room in ("lobby", "table", "art"):
        (pages / room).mkdir(parents=True)
    (pages / "lobby" / "lobby.html").write_text("<!doctype html><title>Lobby</title>")
    (pages / "table" / "table.html").write_text("<!doctype html><title>Table</title>" + "<p>felt</p>" * 100)
    (pages / "table" / "table.js").write_text("export const x = 1;\n" * 100)
    (pages / "art" / "suit.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (pages / ".secret.html").write_text("secret")
    (folder / "outside.html").write_text("OUT OF BOUNDS")
    (pages / "link.html").symlink_to(folder / "outside.html")
    site = Site(folder, pages=pages).start()
    yield site
    site.close()


def get(site: Site, path: str, **headers: str) -> httpx.Response:
    return site.browser().http.get(f"{site.url}{path}", headers=headers)


def test_the_first_part_of_an_address_names_the_page(paged: Site) -> None:
    assert "Lobby" in get(paged, "/").text
    for path in ("/table/blackjack", "/table", "/table/a/b?c=1"):
        answer = get(paged, path)
        assert answer.status_code == 200
        assert "Table" in answer.text
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert get(paged, "/nothing").status_code == 404
    assert get(paged, "/nothing").headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/static/table/table.js", "text/javascript; charset=utf-8"),
        ("/static/art/suit.svg", "image/svg+xml; charset=utf-8"),
    ],
)
def test_files_have_their_type_and_are_sent_once(paged: Site, path: str, kind: str) -> None:
    first = get(paged, path)
    assert first.headers["content-type"] == kind
    tag = first.headers["etag"]
    again = get(paged, path, **{"If-None-Match": tag})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", tag)


def test_text_is_squeezed_for_those_who_can_read_it(paged: Site) -> None:
    plain = get(paged, "/static/table/table.js", **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    with httpx.stream("GET", f"{paged.url}/static/table/table.js", headers={"Accept-Encoding": "gzip"}) as answer:
        raw = b"".join(answer.iter_raw())
        assert answer.headers["content-encoding"] == "gzip"
    assert gzip.decompress(raw) == plain.content
    assert len(raw) < len(plain.content) / 5


def test_a_file_that_changes_is_sent_anew(paged: Site) -> None:
    file = paged.folder / "pages" / "fresh.js"
    file.write_text("1")
    tag = get(paged, "/static/fresh.js").headers["etag"]
    file.write_text("2 and more")
    again = get(paged, "/static/fresh.js", **{"If-None-Match": tag})
    assert (again.status_code, again.text) == (200, "2 and more")


@pytest.mark.parametrize(
    "path",
    [
        "/static/../house.db",
        "/static/%2e%2e/outside.html",
        "/static/..%2foutside.html",
        "/static/.secret.html",
        "/static//etc/passwd.txt",
        "/static/link.html",
        "/static/art",
        "/static/",
        "/static/table.py",
        "/static/%00.html",
        "/..%2foutside",
    ],
)
def test_nothing_outside_the_folder_is_sent(paged: Site, path: str) -> None:
    answer = get(paged, path)
    assert answer.status_code == 404, answer.text
    assert "OUT OF BOUNDS" not in answer.text


def test_a_path_is_never_a_way_out(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("a")
    pages = Pages(tmp_path / "pages")
    for path in ("../a.html", "/a.html", "./a.html", "x/../../a.html", "..\\a.html", str(tmp_path / "a.html")):
        assert pages.file(path) is None


def test_no_page_asks_another_machine(site: Site) -> None:
    """Every page that there is: no address with a host in it, no inline script, no inline style."""
    folder = Path(str(site.app.state.settings.pages))
    pages = sorted(folder.glob("*/*.html"))
    assert {"lobby.html", "sign.html", "staff.html", "table.html"} <= {page.name for page in pages}
    for page in pages:
        text = page.read_text()
        for mark in ("http://", "https://", "<style", " style=", "javascript:", " onclick="):
            assert mark not in text.replace("http://www.w3.org/", ""), f"{page.name} has {mark}"
        assert "<script>" not in text, page.name
