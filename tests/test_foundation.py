"""The package as people get it: locks, versions, examples that run, and nothing of the machine it was made on."""

import doctest
import json
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import upcard

ROOT = Path(__file__).parents[1]
LOCKS = ["requirements.lock", "requirements-dev.lock"]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
MODULES_WITH_EXAMPLES = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in sorted((ROOT / "src").rglob("*.py"))
    if ">>> " in path.read_text("utf-8")
]
SKIPPED_FOLDERS = {"__pycache__", "build", "dist", "var"}


def project_files() -> Iterator[Path]:
    """Every file of the project itself: no environment, no repository data, no caches."""
    for path in sorted(ROOT.iterdir()):
        if path.name.startswith(".") and path.name not in {".ci", ".gitignore"}:
            continue
        if path.is_file():
            yield path
        elif path.name not in SKIPPED_FOLDERS:
            yield from (file for file in path.rglob("*") if file.is_file() and not SKIPPED_FOLDERS & {*file.parts})


@pytest.fixture(scope="module")
def pyproject() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_names_no_place_to_download_from(lock: str) -> None:
    lines = (ROOT / lock).read_text("utf-8").splitlines()
    assert [line for line in lines if "://" in line or "index" in line or "find-links" in line] == []


@pytest.mark.parametrize("lock", LOCKS)
def test_a_lock_pins_every_requirement_with_hashes(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    entries = re.split(r"^(?=[a-z0-9])", text, flags=re.MULTILINE)[1:]
    assert len(entries) > 30, "the lock was not read"
    loose = [entry.split()[0] for entry in entries if not re.match(r"[\w.-]+(\[[\w,-]+\])?==\S+ ", entry)]
    assert loose == []
    bare = [entry.split()[0] for entry in entries if "--hash=sha256:" not in entry]
    assert bare == []


def test_the_locks_cover_what_the_package_asks_for(pyproject: dict[str, Any]) -> None:
    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[\[<>=;\s]", requirement)[0].lower() for requirement in requirements} - {"upcard"}

    def locked(lock: str) -> set[str]:
        return set(re.findall(r"^([a-z0-9][\w.-]*)==", (ROOT / lock).read_text("utf-8"), re.MULTILINE))

    groups = pyproject["dependency-groups"]
    extras = pyproject["project"]["optional-dependencies"]
    chosen = re.findall(r"^EXTRAS := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[0].split()
    run = names(groups["build"]).union(*(names(extras[extra]) for extra in chosen))
    assert run - locked("requirements.lock") == set(), "run `make lock`"
    tested = names(groups["dev"] + groups["docs"]).union(*(names(packages) for packages in extras.values()))
    assert (run | tested) - locked("requirements-dev.lock") == set(), "run `make lock`"
    assert names(groups["build"]) == names(pyproject["build-system"]["requires"])


def test_one_version_everywhere(pyproject: dict[str, Any]) -> None:
    version = pyproject["project"]["version"]
    assert upcard.__version__ == version
    headings = re.findall(r"^## \[([^\]]+)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    assert headings[0] == "Unreleased"
    assert version in headings


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_on_a_page_run(page: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```", page.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    session = "\n".join(block for block in blocks if ">>>" in block)
    name = str(page.relative_to(ROOT))
    example = doctest.DocTestParser().get_doctest(session, {}, name, name, 0)
    result = doctest.DocTestRunner(optionflags=doctest.REPORT_NDIFF).run(example)
    assert result.failed == 0
    if page.name == "README.md" and page.parent == ROOT:
        assert result.attempted > 0, "the README shows no example"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    targets = re.findall(r"\]\((?!\w+:|#)([^)#\s]+)", page.read_text("utf-8"))
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_no_file_holds_a_path_of_this_machine() -> None:
    here = re.compile("|".join([re.escape(f"{ROOT}/"), re.escape(f"{Path.home()}/"), r"/(home|Users)/\w+/"]).encode())
    if Path.home() == Path("/"):
        here = re.compile(re.escape(f"{ROOT}/").encode())
    files = list(project_files())
    assert ROOT / "tests" / "test_foundation.py" in files
    assert [str(file.relative_to(ROOT)) for file in files if here.search(file.read_bytes())] == []


@pytest.mark.parametrize("script", ["scripts/need", ".ci/run"])
def test_scripts_are_executable_and_parse(script: str) -> None:
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    shell = "bash" if "bash" in path.read_text("utf-8").splitlines()[0] else "sh"
    subprocess.run([shell, "-n", str(path)], check=True)


@pytest.mark.parametrize("module", MODULES_WITH_EXAMPLES)
def test_examples_in_a_docstring_run(module: str) -> None:
    result = doctest.testmod(import_module(module))
    assert result.attempted > 0
    assert result.failed == 0


def test_settling_a_hand_loads_nothing_heavy(tmp_path: Path) -> None:
    scenario = tmp_path / "scenario.json"
    seat = {"seat": 1, "cards": "Qs Js Ts", "wagers": {"ante": 1000}, "actions": [["play"]]}
    scenario.write_text(json.dumps({"game": "three-card-poker", "dealer": "Kd 7c 7h", "seats": [seat]}), "utf-8")
    code = (
        "import sys\n"
        "from upcard.cli.start import main\n"
        f"sys.argv = ['upcard', 'settle', {str(scenario)!r}]\n"
        "try:\n    main()\n"
        "finally:\n    print(*sys.modules, file=sys.stderr)\n"
    )
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert json.loads(ran.stdout)["seats"][0]["returned"] == 9000
    loaded = set(ran.stderr.split())
    assert "upcard.rounds.scenario" in loaded
    assert loaded & {"numba", "numpy", "pydantic", "sqlalchemy", "fastapi", "rich"} == set()


def test_the_package_is_typed_and_imports_nothing_heavy() -> None:
    assert (Path(upcard.__file__).parent / "py.typed").is_file()
    heavy = "numba numpy pydantic sqlalchemy fastapi rich typer"
    code = f"import sys, upcard; print(*[name for name in {heavy.split()} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "\n"


def test_a_wheel_carries_every_file_of_the_package(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    carried = set(zipfile.ZipFile(wheel).namelist())
    source = ROOT / "src"
    files = {str(path.relative_to(source)) for path in (source / "upcard").rglob("*") if path.is_file()}
    assert {file for file in files if "__pycache__" not in file} <= carried
    assert {f"upcard/rulebook/{page.name}" for page in (ROOT / "docs" / "rulebook").glob("*.md")} <= carried
