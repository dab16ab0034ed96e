"""The site of docs/: every page is in it, links are strict, the house serves it, nothing comes from elsewhere."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlparse

import httpx
import pytest

import upcard
from tests.kit.server import Server
from upcard.floor.house.house import House
from upcard.web.app import create_app
from upcard.web.edge.docs import HOW
from upcard.web.settings import Settings

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [str(page.relative_to(DOCS).with_suffix("")) for page in sorted(DOCS.rglob("*.md"))]


def build(source: Path, target: Path) -> subprocess.CompletedProcess[str]:
    """What `make docs` does."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    found = re.search(r"sphinx-build (.*) --conf-dir scripts/docs docs \$\(SITE\)", makefile)
    assert found is not None
    words = [sys.executable, "-m", "sphinx", *found[1].split(), "--conf-dir", str(ROOT / "scripts" / "docs")]
    return subprocess.run([*words, str(source), str(target)], capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("docs")
    ran = build(DOCS, target)
    assert ran.returncode == 0, ran.stderr
    return target


@pytest.fixture(scope="module")
def served(site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("house")
    with House.found(str(folder / "house.db")) as house:
        server = Server()
        server.start(create_app(house, Settings(docs=site, coach=False, sessions=folder / "sessions.db")))
        yield server.url
        server.stop()


def test_every_page_is_in_the_contents(site: Path) -> None:
    contents = (site / "index.html").read_text("utf-8")
    assert [page for page in PAGES if page != "index" and f'href="{page}.html"' not in contents] == []


def test_the_reference_has_every_public_name_once() -> None:
    text = (DOCS / "reference.md").read_text("utf-8")
    named = re.findall(r"^\.\. auto(?:class|function|data):: (\w+)$", text, re.MULTILINE)
    assert sorted(named) == sorted(name for name in upcard.__all__ if name != "__version__")


def test_the_reference_quotes_the_docstrings(site: Path) -> None:
    page = (site / "reference.html").read_text("utf-8")
    assert "Plays a scenario and says what every wager gets back" in page
    assert 'id="upcard.settle"' in page


def test_a_link_that_leads_nowhere_ends_the_build(tmp_path: Path) -> None:
    small = tmp_path / "docs"
    small.mkdir()
    (small / "scenarios.md").write_text("# Scenarios\n\n[there](contract.md#the-contract)\n", "utf-8")
    (small / "index.md").write_text("# Small\n\n[page](scenarios.md)\n\n```{toctree}\nscenarios\n```\n", "utf-8")
    (small / "contract.md").write_text("---\norphan: true\n---\n# The contract\n", "utf-8")
    assert build(small, tmp_path / "site").returncode == 0
    links = "[nowhere](no-such-page.md), [none](contract.md#no-such-heading)"
    (small / "scenarios.md").write_text(f"# Scenarios\n\n{links}\n", "utf-8")
    ran = build(small, tmp_path / "site")
    assert ran.returncode == 1
    assert "no-such-page.md" in ran.stderr
    assert "no-such-heading" in ran.stderr


def test_the_house_serves_it_and_no_request_leaves_the_machine(served: str, chromium: "Browser") -> None:
    page = chromium.new_page()
    hosts, wrong = set[str](), list[str]()
    page.on("request", lambda request: hosts.add(urlparse(request.url).netloc))
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("response", lambda answer: wrong.append(answer.url) if answer.status >= 400 else None)
    page.goto(f"{served}/docs")
    assert page.url == f"{served}/docs/"
    assert page.get_by_role("heading", name="Upcard", exact=True).is_visible()
    page.get_by_role("link", name="Architecture").first.click()
    rooms = page.get_by_role("img", name="The rooms of Upcard").first
    assert rooms.evaluate("image => image.complete && image.naturalWidth > 0")
    page.get_by_role("textbox", name="Search").first.fill("overage")
    page.keyboard.press("Enter")
    page.locator("#search-results li a").first.wait_for()
    assert hosts == {urlparse(served).netloc}
    assert wrong == []
    page.close()


def test_a_house_without_the_site_says_how_to_build_it(tmp_path: Path) -> None:
    with House.found(str(tmp_path / "house.db")) as house:
        server = Server()
        server.start(create_app(house, Settings(docs=tmp_path / "none", coach=False)))
        answer = httpx.get(f"{server.url}/docs/", follow_redirects=True)
        assert answer.status_code == 404
        assert HOW in answer.text
        server.stop()
