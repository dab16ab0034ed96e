"""Reports of every game and version, with a page that leads to them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from upcard.lab.analysis import Json
from upcard.lab.reports.document import value_of
from upcard.lab.reports.writing import FORMS, write_whole
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.settings import Value

VERSIONS = ("version", "blitz-bonus", "soft-17")
"""Settings whose every value is a version of a game that a house would file by itself."""


def versions() -> Iterator[tuple[str, Mapping[str, Value]]]:
    """Every game with each of its versions; the default settings otherwise."""
    for name in registry.names():
        game = registry.game(name)
        chosen = next((setting for setting in game.settings if setting.name in VERSIONS), None)
        if chosen is None:
            yield name, {}
            continue
        for value in chosen.values:
            yield name, {chosen.name: value}


def file_name(game: str, house: Mapping[str, Value]) -> str:
    """The name of a report's files, without their ends."""
    return "-".join([game, *(f"{key}-{value}" for key, value in house.items())])


def commands(
    which: Iterable[tuple[str, Mapping[str, Value]]] | None = None,
) -> Iterator[tuple[Mapping[str, Value], Game, str]]:
    """The chosen settings of each version, the game as configured, and the command that writes its report."""
    for name, house in versions() if which is None else which:
        chosen = "".join(f" --house {key}={value}" for key, value in house.items())
        yield house, registry.game(name)(dict(house)), f"upcard par {name}{chosen}"


def write_every(
    folder: Path,
    make: Callable[[Game, str], Json],
    said: Callable[[str], None],
    which: Iterable[tuple[str, Mapping[str, Value]]] | None = None,
) -> list[Path]:
    """Writes all forms of all reports, then the index; returns what was written."""
    written: list[Path] = []
    listed: list[tuple[str, Mapping[str, Value], Json]] = []
    for house, game, command in commands(which):
        report = make(game, command)
        for form, form_of in FORMS.items():
            path = folder / f"{file_name(game.name, house)}{form}"
            write_whole(path, form_of(report))
            written.append(path)
        chosen = "".join(f" {key}={value}" for key, value in house.items())
        said(f"{game.title}{chosen}: {', '.join(form.lstrip('.') for form in FORMS)}")
        listed.append((game.name, house, report))
    index = folder / "index.html"
    write_whole(index, _index(listed).encode())
    return [*written, index]


def _index(listed: list[tuple[str, Mapping[str, Value], Json]]) -> str:
    rows = []
    for name, house, report in listed:
        total = report["figures"]["total"]
        figures = ["–", "–", "–"]
        if total is not None:
            figures = [f"{100 * value_of(total[key]):.4f} %" for key in ("edge", "element_of_risk")] + [
                f"{total['sd']:.4f}"
            ]
        base = file_name(name, house)
        links = " ".join(f'<a href="{escape(base + form)}">{form.lstrip(".").upper()}</a>' for form in FORMS)
        chosen = ", ".join(f"{key} {value}" for key, value in house.items()) or "as in the rulebook"
        cells = [escape(report["identity"]["title"]), escape(chosen), *figures, links, report["manifest"]["data"][:16]]
        rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
    return _PAGE.format(rows="\n".join(rows))


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Math reports</title>
<style>
body {{ max-width: 62rem; margin: 3rem auto; padding: 0 1.25rem; color: #1b1b1f; background: #fff;
  font: 16px/1.5 Georgia, "Liberation Serif", serif; }}
.wide {{ overflow-x: auto; }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }}
th {{ text-align: left; font-weight: normal; color: #5b5b66; border-bottom: 1.5px solid #1b1b1f; }}
th, td {{ padding: .35rem .8rem .35rem 0; }}
td {{ border-bottom: 1px solid #d9d9df; white-space: nowrap; }}
a {{ color: #1f5aa6; }}
</style>
</head>
<body>
<h1>Math reports</h1>
<div class="wide" tabindex="0" role="region" aria-label="Reports">
<table>
<thead><tr>
<th scope="col">game</th><th scope="col">version</th><th scope="col">house edge</th><th scope="col">element of risk</th>
<th scope="col">SD</th><th scope="col">report</th><th scope="col">data</th></tr></thead>
<tbody>
{rows}
</tbody>
</table>
</div>
</body>
</html>
"""
