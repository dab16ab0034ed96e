"""A package to begin from: a template, with the names of a new game in place of its own."""

import re
from dataclasses import dataclass
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path

from upcard.rules import registry
from upcard.rules.rulebook import all_rules
from upcard.workshop.said import NAME


class NewError(ValueError):
    """A package that can't be made."""


@dataclass(frozen=True, slots=True)
class Names:
    """What one game is called in all the places where it has a name."""

    name: str
    title: str
    prefix: str
    """Of its rules."""

    @classmethod
    def of(cls, name: str) -> "Names":
        """From the name alone; a person can change any of them later.

        >>> Names.of("lucky-ladies-13")
        Names(name='lucky-ladies-13', title='Lucky Ladies 13', prefix='LLA')
        """
        words = name.split("-")
        letters = "".join(word[0] for word in words[:-1]) + words[-1]
        if len(words) > 2:
            letters = "".join(word[0] for word in words[:2]) + words[1][1:] + words[2]
        letters = re.sub(r"[^A-Z]", "", letters.upper()).ljust(3, "X")
        taken = {rule.prefix for rule in all_rules().values()}
        prefixes = [letters[:3], letters[:4], *(f"{letters[:3]}{more}" for more in "ABCDEFGHIJ")]
        prefix = next(prefix for prefix in prefixes if prefix not in taken)
        return cls(name, " ".join(word.capitalize() for word in words), prefix)

    @property
    def package(self) -> str:
        """The Python package."""
        return self.name.replace("-", "_")

    @property
    def kind(self) -> str:
        """The class."""
        return self.title.replace(" ", "")

    def swapped(self, text: str, old: "Names") -> str:
        """A text of the template with these names in place of the old ones."""
        for mine, theirs in (
            (self.name, old.name),
            (self.title, old.title),
            (self.package, old.package),
            (self.kind, old.kind),
        ):
            text = text.replace(theirs, mine)
        return re.sub(rf"\b{old.prefix}\b", self.prefix, text)


TEMPLATES = {
    "plain": Names("high-card", "High Card", "HIC"),
    "showdown": Names("high-three", "High Three", "HTH"),
    "streets": Names("third-card", "Third Card", "TCD"),
}
"""Family → what the game of its template is called: any game; player against dealer; one hand in streets."""


def make(name: str, folder: Path, like: str) -> list[Path]:
    """Writes the package of a new game; the files it made."""
    if like not in TEMPLATES:
        raise NewError(f"there is no template {like!r}; a new game is like {', '.join(TEMPLATES)}")
    if not NAME.fullmatch(name) or "+" in name or not name[0].isalpha() or iskeyword(name):
        raise NewError(f"{name!r} is no name for a game; write lower case with hyphens, as in lucky-ladies")
    if name in registry.names():
        raise NewError(f"there is a game {name!r} already; choose another name")
    if find_spec(Names.of(name).package) is not None:
        raise NewError(f"there is a Python module {Names.of(name).package!r} already; choose another name")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise NewError(f"{folder} is there already and not empty; name another folder: upcard new {name} FOLDER")
    names, old = Names.of(name), TEMPLATES[like]
    made = []
    for place, file in _files(resources.files("upcard.workshop").joinpath("templates", like)):
        path = folder / names.swapped(place, old)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(names.swapped(file.read_text(encoding="utf-8"), old), encoding="utf-8")
        made.append(path)
    return made


def _files(folder: Traversable, before: str = "") -> list[tuple[str, Traversable]]:
    """The files of a template with their places in it."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        if entry.is_dir() and entry.name != "__pycache__":
            found += _files(entry, f"{before}{entry.name}/")
        elif entry.is_file() and not entry.name.endswith(".pyc"):
            found.append((before + entry.name, entry))
    return found
