"""The rulebook's own words by rule id, for whoever explains a rule to a person.

The pages are documents (`docs/rulebook/`): an installed package carries them inside it, a checkout reads them
where they stand. A game of another package brings its own page, `rules.md` beside the module of the game. Nothing here
decides anything.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

import upcard
from upcard.rules import registry
from upcard.rules.game import Game

COMMON = "GEN"
"""The prefix of the rules of every game."""

FIGURES = "figures.toml"
"""The figures that a game's package gives: worked out anew by the lab, and compared."""
PAGE = "rules.md"
"""The page of a game that comes from another package."""

_RULE = re.compile(r"[-*] (?=\*\*|[A-Z0-9-]+:)(?:\*\*)?([A-Z][A-Z0-9]+-\d+)(?:\*\*)?:? (.*)")
_ROW = re.compile(r"\| ([A-Z][A-Z0-9]+-\d+) \| (.*) \|$")
_LINK = re.compile(r"\[([^\]]+)\]\([^)]+\)")


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: its id, the heading it stands under, its words."""

    id: str
    section: str
    text: str

    @property
    def prefix(self) -> str:
        """The part before the number: which document it belongs to."""
        return self.id.rpartition("-")[0]


def _folder() -> Traversable:
    packed = resources.files(upcard) / "rulebook"
    return packed if packed.is_dir() else Path(upcard.__file__).parents[2] / "docs" / "rulebook"


def read_page(page: str) -> list[Rule]:
    r"""The rules of a page: bullets that begin with an id, and rows of tables that do.

    >>> read_page("# Cards\n- **GEN-6** *n to 1* pays n\n  and returns the stake.\n")
    [Rule(id='GEN-6', section='Cards', text='n to 1 pays n and returns the stake.')]
    >>> [rule.id for rule in read_page("- HIC-1: A player bets the Ante.\n- GEN-6 is another matter.\n")]
    ['HIC-1']
    """
    section, found = "", list[tuple[str, str, list[str]]]()
    inside = False
    for line in page.splitlines():
        rule, row = _RULE.match(line), _ROW.match(line)
        if rule:
            found.append((rule[1], section, [rule[2]]))
        elif row:
            found.append((row[1], section, [row[2].replace(" | ", "; ")]))
        elif inside and line.startswith("  "):
            found[-1][2].append(line.strip())
        elif line.startswith("#"):
            section = line.lstrip("# ")
        inside = rule is not None or (inside and line.startswith("  "))
    return [Rule(id_, section, _plain(" ".join(lines))) for id_, section, lines in found]


def _plain(text: str) -> str:
    """Markdown's marks taken away: emphasis, code, links."""
    return re.sub(r"[*`]", "", _LINK.sub(r"\1", text))


@cache
def all_rules() -> dict[str, Rule]:
    """Every rule by its id; empty where the pages are not installed."""
    folder = _folder()
    if not folder.is_dir():
        return {}
    pages = sorted((page for page in folder.iterdir() if page.name.endswith(".md")), key=lambda page: page.name)
    return {rule.id: rule for page in pages for rule in read_page(page.read_text(encoding="utf-8"))}


@cache
def own_rules(kind: type[Game]) -> dict[str, Rule]:
    """The rules on the page that a game brings itself; empty where it brings none."""
    page = beside(kind, PAGE)
    return {} if page is None else {rule.id: rule for rule in read_page(page.read_text(encoding="utf-8"))}


def beside(kind: type[Game], name: str) -> Traversable | None:
    """A file that a game's package brings beside its module; None where it brings none."""
    package = kind.__module__.rpartition(".")[0]
    file = resources.files(package) / name if package else None
    return file if file is not None and file.is_file() else None


def rule(id_: str) -> Rule | None:
    """A rule by its id: of the rulebook, or of a game from elsewhere."""
    known = all_rules().get(id_)
    if known is not None:
        return known
    return next((found[id_] for name in registry.others() if id_ in (found := own_rules(registry.game(name)))), None)


def rules_of(prefix: str) -> list[Rule]:
    """The rules of one document of the rulebook."""
    return [found for found in all_rules().values() if found.prefix == prefix]


def rules_of_game(game: Game) -> list[Rule]:
    """The rules that a game, its wagers and its settings stand on: its own page first, the rules of every game last."""
    own = own_rules(type(game))
    ids = [wager.rule for wager in game.wagers] + [setting.rule for setting in game.settings]
    prefixes = dict.fromkeys([game.rulebook, *(id_.rpartition("-")[0] for id_ in ids)])
    prefixes.pop(COMMON, None)
    shared = [found for prefix in (*prefixes, COMMON) for found in rules_of(prefix) if found.id not in own]
    return [*own.values(), *shared]
