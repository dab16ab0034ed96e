"""Figures that a game's own package gives, in `figures.toml` beside its module: printed there, computed anew here.

A figure says of what it is (`figure`), under which house settings and pay tables, and how it is printed. It stands
there only to be compared with.
"""

import tomllib
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from upcard.lab.analysis import Analysis, AnyWager, LabError, ProgressiveAnalysis
from upcard.lab.figures.published import PRINTED, Figure
from upcard.lab.solvers import analyze
from upcard.rules.game import Game
from upcard.rules.rulebook import FIGURES, beside

TEXTS = ("figure", "what", "rule", "published", "wager", "outcome", "move")
TABLES = ("house", "pays")
NEEDED = {"frequency": ("wager", "outcome"), "combinations": ("wager", "outcome"), "decision": ("move",),
          "hit-frequency": ("wager",), "break-even": ("wager",)}  # fmt: skip
"""What some figures are asked with."""
KINDS = ("edge", "ev", "element-of-risk", "average-wager", *NEEDED)


def figures_of(kind: type[Game]) -> Iterator[Figure]:
    """The figures that a game brings itself; none where it has no such file."""
    file = beside(kind, FIGURES)
    if file is None:
        return
    where = f"{FIGURES} of {kind.title}"
    try:
        written = tomllib.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        raise LabError(f"{where} is not TOML: {error}") from error
    entries = written.get("figure")
    if set(written) != {"figure"} or not isinstance(entries, list):
        raise LabError(f"{where} holds figures, each under [[figure]], and nothing else")
    solved: dict[str, Analysis] = {}
    for number, entry in enumerate(entries, 1):
        yield _figure(kind, f"figure {number} in {where}", entry, solved)


def _figure(kind: type[Game], where: str, entry: Mapping[str, Any], solved: dict[str, Analysis]) -> Figure:
    strange = [name for name in entry if name not in (*TEXTS, *TABLES)]
    if strange:
        raise LabError(f"{where} says {', '.join(strange)}; what can stand there is {', '.join((*TEXTS, *TABLES))}")
    for name in (*TEXTS, *TABLES):
        wanted, called = (str, "text") if name in TEXTS else (dict, "a table")
        if name in entry and not isinstance(entry[name], wanted):
            raise LabError(f"{where}: {name} is {called}, not {entry[name]!r}")
    asked = entry.get("figure", "")
    if asked not in KINDS:
        raise LabError(f'{where}: figure = "{asked}" is none; the lab works out {", ".join(KINDS)}')
    missing = [name for name in ("rule", "published", *NEEDED.get(asked, ())) if not entry.get(name)]
    if missing:
        raise LabError(f"{where} needs {', '.join(missing)} for {asked}")
    if not PRINTED.fullmatch(entry["published"]):
        raise LabError(f'{where}: published is as printed, as in "4.91 %" or "2,496", not {entry["published"]!r}')
    named = [entry[name] for name in ("wager", "outcome", "move") if name in entry]
    told = entry.get("what") or " ".join([*named, "house edge" if asked == "edge" else asked])
    compute = partial(_computed, kind, where, entry, solved)
    return Figure(entry["rule"], f"{kind.title}: {told}", entry["published"], compute)


def _computed(kind: type[Game], where: str, entry: Mapping[str, Any], solved: dict[str, Analysis]) -> Fraction:
    """A figure, worked out; games under the same rules are worked out once."""
    house, pays = entry.get("house", {}), entry.get("pays", {})
    key = repr((sorted(house.items()), sorted(pays.items())))
    if key not in solved:
        solved[key] = analyze(kind.name, house, pays)
    found = solved[key]
    wager = found.wagers.get(entry["wager"]) if "wager" in entry else None
    if "wager" in entry and wager is None:
        raise LabError(f"{where}: there is no wager {entry['wager']!r}; there are {', '.join(found.wagers)}")
    return _of_wager(where, entry, wager) if wager is not None else _of_game(where, entry, found)


def _of_game(where: str, entry: Mapping[str, Any], found: Analysis) -> Fraction:
    total = found.total
    if total is None:
        raise LabError(f"{where}: {found.title} has no figures for the game as a whole; name a wager")
    if entry["figure"] == "decision":
        if entry["move"] not in total.decisions:
            raise LabError(f"{where}: nobody plays {entry['move']!r}; moves are {', '.join(total.decisions) or 'none'}")
        return total.decisions[entry["move"]]
    figures: Mapping[str, Callable[[], Fraction]] = {
        "edge": lambda: -total.ev, "ev": lambda: total.ev, "average-wager": lambda: total.average_wager,
        "element-of-risk": lambda: -total.element_of_risk,
    }  # fmt: skip
    return figures[entry["figure"]]()


def _of_wager(where: str, entry: Mapping[str, Any], wager: AnyWager) -> Fraction:
    asked, outcome = entry["figure"], entry.get("outcome")
    rows = [row for row in wager.rows if outcome is None or row.outcome == outcome]
    if not rows:
        raise LabError(f"{where}: {entry['wager']} has no outcome {outcome!r}")
    if asked == "combinations":
        return Fraction(sum(row.combinations for row in rows))
    if asked == "frequency":
        return sum((row.probability for row in rows), Fraction(0))
    if asked == "hit-frequency":
        return sum((row.probability for row in rows if row.wins), Fraction(0))
    if isinstance(wager, ProgressiveAnalysis):
        if asked == "break-even" and wager.break_even is not None:
            return wager.break_even
    elif asked in ("ev", "edge"):
        return wager.ev if asked == "ev" else -wager.ev
    raise LabError(f"{where}: {asked} is no figure of {entry['wager']}")
