"""What tables are called, and how each differs from the others of its game: worked out once for a configuration.

Tables with the same rules are alike in both, so a house of thousands is told apart by its few kinds of table.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from upcard.floor.doors.play import games
from upcard.floor.state import FloorTable
from upcard.web.live.describe import differences, variant


@dataclass(frozen=True, slots=True)
class Called:
    """A table for whoever has to choose."""

    title: str
    differs: str


def call(tables: Iterable[FloorTable]) -> dict[str, Called]:
    """All tables of a house, by their ids."""
    tables = tuple(tables)
    alike: dict[tuple[str, str, str, str | None], list[FloorTable]] = {}
    named: dict[str, list[str]] = {}
    titles: dict[str, str] = {}
    for table in tables:
        game = games.of(table)
        special = variant(game)
        titles[table.id] = f"{game.title}, {special}" if special else game.title
        named.setdefault(titles[table.id], []).append(table.id)
        alike.setdefault((table.game, table.digest, table.kind, table.link), []).append(table)
    # Tables that nothing sets apart are numbered, as on a floor: Blackjack 1, Blackjack 2.
    for title, same in named.items():
        if len(same) > 1:
            titles |= {table: f"{title} {number}" for number, table in enumerate(same, 1)}
    said: dict[str, Called] = {}
    for key, group in alike.items():
        others = [other[0] for kind, other in alike.items() if kind[0] == key[0] and kind != key]
        told = [(games.of(other), other.kind, other.link) for other in (*group[1:2], *others)]
        differs = differences(games.of(group[0]), group[0].kind, group[0].link, told)
        said |= {table.id: Called(titles[table.id], differs) for table in group}
    return {table.id: said[table.id] for table in tables}
