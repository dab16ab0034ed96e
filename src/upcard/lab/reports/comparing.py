"""What changed between two reports, in words and numbers: the question of every re-filing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from upcard.lab.analysis import Json, LabError

CHAPTERS = ("identity", "outcomes", "figures", "progressive", "strategies")


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is not the same."""

    where: str
    what: str
    before: str
    after: str
    difference: float | None = None
    """Of numbers: after less before; an edge in parts of one."""

    @property
    def sentence(self) -> str:
        """The change in words."""
        if self.difference is None:
            return f"{self.where}: {self.what} {self.before} → {self.after}"
        moved = "rises" if self.difference > 0 else "falls"
        far = abs(self.difference)
        by = f"{100 * far:.4f} points" if self.before.endswith("%") else f"{far:.6f}"
        return f"{self.where}: {self.what} {moved} from {self.before} to {self.after}, by {by}"

    def to_json(self) -> Json:
        """For programs."""
        return {
            "where": self.where, "what": self.what, "before": self.before, "after": self.after,
            "difference": self.difference, "sentence": self.sentence,
        }  # fmt: skip


def check_report(said: Any, name: str) -> Json:
    """The data of a report, or what is wrong with it."""
    if not isinstance(said, dict) or any(chapter not in said for chapter in (*CHAPTERS, "manifest")):
        raise LabError(f"{name} is no math report; `upcard par GAME -o {name}` writes one")
    return said


def compare(before: Json, after: Json) -> list[Difference]:
    """Every change that a reader of the second report has to know of."""
    try:
        return list(_changes(before, after))
    except (KeyError, TypeError, ValueError) as error:
        raise LabError(f"these reports can't be compared, one of them is damaged: {error}") from error


def _changes(before: Json, after: Json) -> Iterator[Difference]:
    one, other = before["identity"], after["identity"]
    for key, name in (("title", "game"), ("version", "software"), ("decks", "decks"), ("cards", "cards in the shoe")):
        if one[key] != other[key]:
            yield Difference("game", name, str(one[key]), str(other[key]))
    yield from _rules(one, other)
    yield from _named("settings", _settings(one), _settings(other))
    yield from _tables(one, other)
    yield from _game(before["figures"]["total"], after["figures"]["total"])
    yield from _wagers(before, after)
    yield from _progressives(before, after)
    yield from _strategies(before["strategies"], after["strategies"])


def _rules(one: Json, other: Json) -> Iterator[Difference]:
    first, second = ({rule["id"]: rule["text"] for rule in side["rules"]} for side in (one, other))
    for id_ in dict.fromkeys([*first, *second]):
        if first.get(id_) != second.get(id_):
            yield Difference("rules", id_, first.get(id_, "not there"), second.get(id_, "not there"))


def _settings(identity: Json) -> Mapping[str, str]:
    return {row["name"]: str(row["value"]) for row in identity["settings"] if row["value"] is not None}


def _named(where: str, first: Mapping[str, str], second: Mapping[str, str]) -> Iterator[Difference]:
    for name in dict.fromkeys([*first, *second]):
        if first.get(name) != second.get(name):
            yield Difference(where, name, first.get(name, "not set"), second.get(name, "not set"))


def _tables(one: Json, other: Json) -> Iterator[Difference]:
    first, second = ({table["wager"]: table for table in side["tables"]} for side in (one, other))
    for wager in dict.fromkeys([*first, *second]):
        pays = [side[wager]["pays"] if wager in side else {} for side in (first, second)]
        yield from _named(f"pay table of {wager}", *pays)


def _game(one: Json | None, other: Json | None) -> Iterator[Difference]:
    if one is None or other is None:
        return
    for key, name in (
        ("edge", "house edge"),
        ("element_of_risk", "element of risk"),
        ("average_wager", "average wager"),
    ):
        yield from _number("the game", name, one[key], other[key], percent=key != "average_wager")
    yield from _number("the game", "standard deviation", one["sd"], other["sd"], percent=False)
    first, second = ({row["decision"]: row["frequency"] for row in side["decisions"]} for side in (one, other))
    for decision in first:
        if decision in second:
            yield from _number("the game", f"how often {decision}", first[decision], second[decision], percent=True)


def _wagers(before: Json, after: Json) -> Iterator[Difference]:
    first, second = ({row["wager"]: row for row in side["figures"]["wagers"]} for side in (before, after))
    for wager in dict.fromkeys([*first, *second]):
        if wager not in first or wager not in second:
            yield Difference(
                "wagers", wager, "there" if wager in first else "not there", "there" if wager in second else "not there"
            )
            continue
        one, other = first[wager], second[wager]
        for key, name in (("edge", "house edge"), ("hit", "paid")):
            yield from _number(wager, name, one[key], other[key], percent=True)
        yield from _number(wager, "standard deviation", one["sd"], other["sd"], percent=False)
        yield from _number(wager, "skewness", one["skewness"], other["skewness"], percent=False)
        if one["largest_pays"] != other["largest_pays"]:
            yield Difference(wager, "largest pay", one["largest_pays"], other["largest_pays"])
    frequent = [
        {(wager["wager"], row["outcome"], row["pays"]): f"{row['combinations']}/{row['of']}"
         for wager in side["outcomes"] for row in wager.get("outcomes", [])}
        for side in (before, after)
    ]  # fmt: skip
    for row, often in frequent[0].items():
        if row in frequent[1]:
            yield from _number(row[0], f"chance of {row[1]}", often, frequent[1][row], percent=True)


def _progressives(before: Json, after: Json) -> Iterator[Difference]:
    """What a dollar on a meter is worth, and where the wager is fair for one bettor."""
    first, second = ({row["wager"]: row for row in side["progressive"]} for side in (before, after))
    for wager in first:
        if wager not in second:
            continue
        one, other = first[wager], second[wager]
        meters = [{row["meter"]: row["per_dollar"] for row in side["meters"]} for side in (one, other)]
        for meter in meters[0].keys() & meters[1].keys():
            what = f"worth of a dollar on {meter}"
            yield from _number(wager, what, meters[0][meter], meters[1][meter], percent=False)
        fair = [side["break_even"][0]["meter"] for side in (one, other)]
        yield from _number(wager, "fair meter in dollars", *fair, percent=False)


def _strategies(one: Json, other: Json) -> Iterator[Difference]:
    """Lists of rules that are others now, or cost something else; cells of a chart that are played otherwise."""
    first, second = ({row["name"]: row for row in side["strategies"]} for side in (one, other))
    for name in first:
        if name in second:
            then, now = ("; ".join(side[name]["rules"]) for side in (first, second))
            if then != now:
                yield Difference("strategies", f"{name}:", then, now)
            if first[name]["exact"] and second[name]["exact"]:  # a simulated one differs by chance alone
                costs = (first[name]["cost"], second[name]["cost"])
                yield from _number("strategies", f"cost of {name}", *costs, percent=True)
    if "chart" in one and "chart" in other:
        ups = one["chart"]["upcards"]
        for part in ("hard", "soft", "pairs"):
            for row, cells in one["chart"][part].items():
                others = other["chart"][part].get(row, cells)
                for up, cell, played in zip(ups, cells, others, strict=True):
                    if cell != played:
                        yield Difference("chart", f"{part} {row} against {up}", cell, played)


def _number(where: str, what: str, one: object, other: object, *, percent: bool) -> Iterator[Difference]:
    """A number that is not the same; floats that differ by rounding are."""
    first, second = Fraction(str(one)), Fraction(str(other))
    if abs(first - second) <= Fraction(1, 10**12) * max(abs(first), Fraction(1)):
        return
    before, after = (f"{100 * float(value):.4f} %" if percent else f"{float(value):.6f}" for value in (first, second))
    yield Difference(where, what, before, after, float(second - first))
