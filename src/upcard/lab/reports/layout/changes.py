"""Chapters 7 and 9: what one change does, and what many rounds do."""

from collections.abc import Iterator

from upcard.lab.analysis import Json
from upcard.lab.reports.document import (
    Block,
    Grid,
    Heading,
    Plot,
    Text,
    count,
    number,
    percent,
    value_of,
    words,
)
from upcard.rules.words import spaced

MANY = 3
"""From so many bars on, a plot says more than a table."""


def sensitivity(said: Json) -> Iterator[Block]:
    """Chapter 7."""
    found = said["sensitivity"]
    yield Heading("One unit more on each line")
    lines = [
        {
            **row,
            "name": f"{row['table']}: {spaced(row['outcome'])}",
            "before": value_of(row["edge"]) - value_of(row["change"]),
        }
        for row in found["lines"]
    ]
    yield Grid(
        "One more",
        (
            words("name", "line", wide=4),
            words("pays", "pays"),
            words("changed", "one more"),
            words("wager", "edge of"),
            percent("before", "edge", 4),
            percent("edge", "then", 4),
            percent("change", "change", 4, "{edge}-{before}"),
        ),
        lines,
        note="Where a line moves decisions, the best play was solved anew.",
    )
    if len(lines) >= MANY:
        yield Plot(
            "one-more",
            "What one unit more on a line does to the house edge.",
            {"kind": "bars", "rows": lines, "label": "name", "value": "change", "title": "change of the house edge"},
        )
    if found["settings"]:
        yield Heading("Each setting")
        rows = [
            {
                **row,
                "name": f"{row['setting']}={row['value']}",
                "edge": row.get("edge"),
                "change": row.get("change"),
                "also": row.get("refused")
                or "; ".join(f"{w['wager']} {100 * value_of(w['edge']):.3f} %" for w in row.get("wagers", [])),
            }
            for row in found["settings"]
        ]
        yield Grid(
            "Settings",
            (
                words("name", "setting", wide=4),
                words("now", "now", wide=1),
                percent("edge", "edge of the game", 4),
                percent("change", "change", 4),
                words("also", "side bets then", wide=4),
            ),
            rows,
        )
    if found["tables"]:
        yield Heading("All known tables")
        for table in dict.fromkeys(row["table"] for row in found["tables"]):
            rows = [row for row in found["tables"] if row["table"] == table]
            yield Grid(
                f"Known tables of {table}",
                (
                    words("name", "table"),
                    percent("edge", "house edge", 4),
                    words("wager", "of"),
                    words("pays", "pays", wide=6),
                    words("source", "source", wide=4),
                ),
                [
                    {
                        **row,
                        "pays": ", ".join(
                            f"{spaced(o)} {p}" for o, p in row["pays"].items() if p not in {"lose", "push"}
                        ),
                    }
                    for row in rows
                ],
            )
            if len(rows) >= MANY:
                yield Plot(
                    f"tables-{table}",
                    f"The house edge under each known table of {table}; the one in force is marked.",
                    {
                        "kind": "bars",
                        "rows": rows,
                        "label": "name",
                        "value": "edge",
                        "title": "house edge",
                        "marked": "now",
                    },
                )


def volatility(said: Json) -> Iterator[Block]:
    """Chapter 9."""
    volatility = said["volatility"]
    yield Text(f"By {volatility['method']}. In units of one bet.")
    yield Grid(
        "Volatility",
        (
            words("wager", "wager"),
            number("ev", "expectation", 6),
            number("sd", "SD", 4),
            number("volatility_index", "volatility index (90 %)", 4, "NORMSINV(0.95)*{sd}"),
            number("n0", "N0, rounds", 0, "({sd}/{ev})^2"),
            number("house_bankroll", "house bankroll, ruin 5\u00a0%", 0, "-LN(0.05)*{sd}^2/(-2*{ev})"),
        ),
        volatility["wagers"],
        note=(
            "N0 is after how many rounds the expected result is as large as one standard deviation. "
            "The house bankroll is what "
            "covers one unit a round for good but once in twenty times."
        ),
    )
    for wager in volatility["wagers"]:
        rows = [
            {
                "rounds": band["rounds"],
                "mean": band["mean"],
                "ev": wager["ev"],
                "wager_sd": wager["sd"],
                "sd": band["sd"],
                **{
                    f"{end}{round(limit['level'] * 100)}": limit[end]
                    for limit in band["limits"]
                    for end in ("low", "high")
                },
                "player_bankroll": band["player_bankroll"],
            }
            for band in wager["bands"]
        ]
        yield Grid(
            f"Bands of {'the game' if wager['wager'] == 'total' else wager['wager']}",
            (
                count("rounds", "rounds"),
                number("ev", "a round", 5),
                number("mean", "expected", 1, "{rounds}*{ev}"),
                number("wager_sd", "SD of one", 4),
                number("sd", "SD", 1, "{wager_sd}*SQRT({rounds})"),
                number("low90", "90 % from", 1),
                number("high90", "to", 1),
                number("low99", "99 % from", 1),
                number("high99", "to", 1),
                number("player_bankroll", "lasts 19 in 20 players", 0),
            ),
            rows,
        )
        if wager["wager"] == "total":
            yield Plot(
                "bands",
                "Nine sessions in ten lie in the band, by the number of rounds.",
                {"kind": "bands", "rows": wager["bands"]},
            )
