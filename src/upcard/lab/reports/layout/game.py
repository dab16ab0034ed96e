"""Chapters 1 and 2: what the game is, and examples of it."""

from collections.abc import Iterator

from upcard.lab.analysis import Json
from upcard.lab.reports.document import (
    Block,
    Grid,
    Heading,
    Text,
    count,
    money,
    words,
)
from upcard.rules.words import spaced


def identity(said: Json) -> Iterator[Block]:
    """Chapter 1."""
    identity = said["identity"]
    facts = [
        {"what": "summary", "value": identity["summary"]},
        {"what": "seats", "value": identity["seats"]},
        {"what": "decks", "value": f"{identity['decks']} ({identity['cards']} cards)"},
        {"what": "dealt from", "value": identity["deck"]},
        {"what": "made by", "value": identity["command"]},
        {"what": "hash of game, settings, tables and deck", "value": identity["digest"]},
        {"what": "hash of the rules' text", "value": identity["rules_hash"]},
        {"what": "hash of the pay tables", "value": identity["tables_hash"]},
    ]
    yield Grid("Identity", (words("what", "item"), words("value", "value", wide=5)), facts)
    yield Grid(
        "Wagers",
        (
            words("title", "wager"),
            words("help", "what it is", wide=5),
            words("table", "pay table"),
            words("rule", "rule"),
        ),
        identity["wagers"],
    )
    own = [row for row in identity["settings"] if row["value"] is not None]
    yield Grid(
        "Settings in force",
        (
            words("name", "setting"),
            words("value", "value"),
            words("meaning", "meaning", wide=4),
            words("rule", "rule"),
            words("allowed", "allowed", wide=3),
        ),
        own,
        note="No limit applies unless it is set.",
    )
    for table in identity["tables"]:
        rows = [{"outcome": spaced(name), "pays": pays} for name, pays in table["pays"].items()]
        yield Grid(
            f"Pay table {table['name']} of {table['wager']}",
            (words("outcome", "outcome", wide=3), words("pays", "pays")),
            rows,
            note=f"Source: {table['source']}.",
        )
    yield Grid(
        "Rules",
        (words("id", "rule"), words("section", "section"), words("text", "text", wide=9)),
        identity["rules"],
    )


def examples(said: Json) -> Iterator[Block]:
    """Chapter 2."""
    yield Text(
        "Rounds dealt from a seed and settled by the rules themselves, chosen so that together they "
        "show as many outcomes "
        "as they can. Amounts in dollars; what a meter pays is not in them."
    )
    for number, example in enumerate(said["examples"], 1):
        steps = [f"{step['who']} {step['what']}" for step in example["steps"]]
        yield Heading(f"Example {number}")
        yield Text("; ".join(steps) + ".")
        lines = [
            {
                **line,
                "outcome": spaced(line["outcome"]),
                "stake": line["stake"] / 100,
                "returned": line["returned"] / 100,
            }
            for line in example["lines"]
        ]
        yield Grid(
            f"Example {number}, settled",
            (
                words("wager", "wager"),
                count("hand", "hand"),
                money("stake", "stake"),
                words("outcome", "outcome", wide=3),
                words("pays", "pays"),
                money("returned", "returned"),
                words("rule", "rule"),
            ),
            lines,
            sums=("stake", "returned"),
            expected={"stake": example["staked"] / 100, "returned": example["returned"] / 100},
        )
