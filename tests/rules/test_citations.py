"""Every rule of docs/rulebook/ is cited by a test or waits in pending.txt, and nothing else is cited."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT / "docs" / "rulebook"
RULE_ID = re.compile(r"\*\*([A-Z][A-Z0-9]+-\d+)\*\*|^\| ([A-Z][A-Z0-9]+-\d+) \|", re.MULTILINE)


def defined_rules(text: str) -> list[str]:
    """The ids a rulebook page defines: bold in a list (`**BLZ-8**`) or first in a row (`| REG-3 |`)."""
    return [bold or row for bold, row in RULE_ID.findall(text)]


def citations(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """The (id, line) of every `mark.rule("…")` in a test module, as decorator or in a list of marks."""
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule"):
            continue
        mark = node.func.value
        if not (isinstance(mark, ast.Attribute) and mark.attr == "mark"):
            continue
        for argument in node.args:
            if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
                message = f"line {argument.lineno}: a citation is a plain string, so that a reader can search for it"
                raise TypeError(message)
            yield argument.value, argument.lineno


def pending_rules(text: str) -> dict[str, str]:
    """What pending.txt says: id -> the feature it waits for."""
    rows = [line.split(maxsplit=1) for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return {row[0]: row[1] if len(row) > 1 else "" for row in rows}


@pytest.fixture(scope="module")
def defined() -> list[str]:
    return [rule for page in sorted(RULEBOOK.glob("*.md")) for rule in defined_rules(page.read_text("utf-8"))]


@pytest.fixture(scope="module")
def cited() -> dict[str, list[str]]:
    """Every cited id -> the places that cite it."""
    places: dict[str, list[str]] = {}
    for module in sorted((ROOT / "tests").rglob("test_*.py")):
        for rule, line in citations(ast.parse(module.read_text("utf-8"))):
            places.setdefault(rule, []).append(f"{module.relative_to(ROOT)}:{line}")
    return places


@pytest.fixture(scope="module")
def pending() -> dict[str, str]:
    return pending_rules((RULEBOOK / "pending.txt").read_text("utf-8"))


def test_a_rule_id_is_defined_once(defined: list[str]) -> None:
    assert len(defined) > 100, "the rulebook pages were not read"
    assert [rule for rule in sorted(set(defined)) if defined.count(rule) > 1] == []


def test_every_rule_is_cited_or_pending(
    defined: list[str], cited: dict[str, list[str]], pending: dict[str, str]
) -> None:
    missing = [rule for rule in defined if rule not in cited and rule not in pending]
    assert missing == [], f"cite these in a test that fails when they are broken: {' '.join(missing)}"


def test_every_cited_rule_exists(defined: list[str], cited: dict[str, list[str]]) -> None:
    unknown = {rule: places for rule, places in cited.items() if rule not in defined}
    assert unknown == {}, "no page of docs/rulebook/ defines these"


def test_pending_rules_exist_and_wait_for_something(defined: list[str], pending: dict[str, str]) -> None:
    assert [rule for rule in pending if rule not in defined] == []
    assert [rule for rule, feature in pending.items() if not feature] == []


def test_no_pending_rule_is_cited(cited: dict[str, list[str]], pending: dict[str, str]) -> None:
    landed = {rule: cited[rule] for rule in pending if rule in cited}
    assert landed == {}, "these are cited, so take them out of docs/rulebook/pending.txt"


def test_the_scanner_reads_pages_and_tests() -> None:
    page = (
        "- **BLZ-8** Player higher (see BLZ-9).\n| REG-3 | parameters | N.J.A.C. 13:69E-1.39A(a) |\n**Note** 4-card\n"
    )
    assert defined_rules(page) == ["BLZ-8", "REG-3"]
    module = '@pytest.mark.rule("BLZ-8", "TCP-1")\ndef test(): ...\npytest.param(1, marks=pytest.mark.rule("REG-3"))\n'
    assert list(citations(ast.parse(module))) == [("BLZ-8", 1), ("TCP-1", 1), ("REG-3", 3)]
    assert list(citations(ast.parse('game.rule("BLZ-8")'))) == []
    with pytest.raises(TypeError, match="plain string"):
        list(citations(ast.parse("pytest.mark.rule(f'BLZ-{n}')")))
    assert pending_rules("# why\nPRG-1   the reserve\n\nPRG-2\n") == {"PRG-1": "the reserve", "PRG-2": ""}
