"""Winners who are found after END GAME: a table's last rounds, and the hands that may be entered late (PRG-3)."""

from collections.abc import Sequence
from typing import Any

from upcard.floor.doors.play import games
from upcard.floor.doors.progressive import fixed_pays
from upcard.floor.state import Ended, FloorTable
from upcard.web.live.mirror import Mirror
from upcard.web.live.words import label
from upcard.web.staff.possible import but_for_the_card, chance, tried

Json = dict[str, Any]


def rounds(table: FloorTable, ended: Sequence[Json]) -> list[Json]:
    """The rounds at hand, newest first; `ended` is what the ledger says of when they ended."""
    at = {one["round"]: one["at"] for one in ended}
    return [{"round": one.id, "at": at.get(one.id), "dealer": one.dealer} for one in reversed(table.ended)]


def hands(mirror: Mirror, table: FloorTable, ended: Ended, by: str) -> list[Json]:
    """Every hand of every lit sensor of a round, and whether this person may enter it, once a card is swiped."""
    game, fixed = games.of(table), fixed_pays(table)
    progressive = games.progressives(game)
    found = []
    for seat, wagers in sorted(ended.stakes.items()):
        for wager in dict.fromkeys([*progressive, *fixed]):
            if wager in progressive and wager not in wagers:
                continue
            percents = {outcome: percent for outcome, (_, percent) in progressive.get(wager, {}).items()}
            for outcome in (*percents, *fixed.get(wager, ())):
                said = {"table": table.id, "round": ended.id, "seat": seat, "wager": wager, "hand": outcome}
                found.append(
                    {
                        "seat": seat,
                        "wager": wager,
                        "title": game.wager(wager).title,
                        "outcome": outcome,
                        "label": label(outcome),
                        "percent": percents.get(outcome),
                        **chance(but_for_the_card(tried(mirror, by, "late-hit", **said, reason="trial"))),
                    }
                )
    return found
