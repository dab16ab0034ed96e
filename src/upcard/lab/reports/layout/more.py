"""The chapters that not every game has much to say in: strategies, meters, pace; and what bears the numbers out."""

from collections.abc import Iterator

from upcard.lab.analysis import Json
from upcard.lab.reports.document import (
    Block,
    Grid,
    Heading,
    Plot,
    Text,
    count,
    exact,
    money,
    number,
    percent,
    value_of,
    words,
)

DRAWN = "HSDPR"
"""The moves that stand in a chart."""


def strategies(said: Json) -> Iterator[Block]:
    """Chapter 6."""
    found = said["strategies"]
    if not found or not found["strategies"]:
        yield Text(
            "This game leaves its players nothing to decide, or no short strategies have been worked out for it."
        )
        return
    yield Text(
        "Short lists of rules that a person can remember, each played in every hand that can be "
        "dealt, beside optimal play. "
        "The cost is what a round loses against the best play, in units."
    )
    rows = [
        {**row, "rules": "; ".join(row["rules"]), "cost": row["cost"], "how": "exact" if row["exact"] else "simulated"}
        for row in found["strategies"]
    ]
    yield Grid(
        "Strategies",
        (
            words("name", "name"),
            words("rules", "rules, the first that holds", wide=7),
            percent("ev", "expectation", 4),
            percent("cost", "cost", 4),
            words("how", "by", wide=1),
        ),
        rows,
    )
    if "chart" in found:
        yield from _chart(found)
    if found.get("errors"):
        yield Grid(
            "The costliest common errors",
            (
                words("error", "error", wide=5),
                percent("frequency", "a round", 4),
                number("each", "each time", 4),
                percent("cost", "cost a round", 5, "{frequency}*{each}"),
            ),
            found["errors"],
            note=found.get("errors_note", ""),
        )


def _chart(found: Json) -> Iterator[Block]:
    """The chart of a game that has one, what departs from it, and what the count moves."""
    chart = found["chart"]
    letters = ", ".join(f"{letter} {move}" for move, letter in chart["letters"].items() if letter in DRAWN)
    yield Heading("The chart")
    yield Text(f"Worked out for these settings: {letters}. Of two letters the first that is allowed.")
    for part in ("hard", "soft", "pairs"):
        yield Grid(
            f"Chart: {part}",
            (words("row", part), *(words(up, up) for up in chart["upcards"])),
            [{"row": row, **dict(zip(chart["upcards"], cells, strict=True))} for row, cells in chart[part].items()],
        )
    yield Plot("chart", "The chart by hard totals, soft totals and pairs.", {"kind": "chart", "chart": chart})
    if found["exceptions"]:
        yield Grid(
            "Two cards that are best played otherwise than the chart says",
            (
                words("hand", "hand"),
                words("upcard", "against"),
                words("best", "best"),
                words("chart", "the chart"),
                percent("gain", "gains each time", 4),
                percent("round", "a round", 7),
            ),
            found["exceptions"],
        )
    count_ = found["count"]
    if count_["indices"]:
        tags = ", ".join(f"{card} {tag:+d}" for card, tag in count_["tags"].items())
        yield Grid(
            f"Index numbers for {count_['name']}",
            (
                words("hand", "hand"),
                words("upcard", "against"),
                words("play", "play"),
                words("instead", "instead of"),
                number("index", "from a true count of", 1),
            ),
            [
                one | {"hand": one["hand"] + (f", {one['past']} past" if one.get("past") else "")}
                for one in count_["indices"]
            ],
            note=(
                f"Every card seen is counted: {tags}. The commonest hands first; hands of which a move is past have "
                "more than two cards."
            ),
        )


def progressive(said: Json) -> Iterator[Block]:
    """Chapter 8."""
    if not said["progressive"]:
        yield Text("No wager of this game, as it is configured, is paid from a meter.")
        return
    for wager in said["progressive"]:
        yield Heading(f"{wager['title']}, always ${wager['stake']:,.0f}")
        yield Grid(
            f"{wager['wager']}: meters",
            (
                words("meter", "meter"),
                exact("per_dollar", "a dollar on it is worth", wide=3),
                number("worth", "in dollars", 10),
                exact("emptied", "taken whole", wide=3),
                number("one_in", "1 in", 1),
            ),
            [{**meter, "worth": value_of(meter["per_dollar"])} for meter in wager["meters"]],
            note=f"With its meters at zero the wager is worth {wager['constant']} of a dollar to the player"
            + (f"; envy adds {wager['per_other_bettor']} for each other bettor." if wager["per_other_bettor"] else "."),
        )
        yield Grid(
            f"{wager['wager']}: fair meter",
            (count("bettors", "bettors at the table"), money("value", "fair at"), exact("meter", "exactly", wide=4)),
            [{**row, "value": value_of(row["meter"])} for row in wager["break_even"]],
            note="Where there are several meters, all stand at this amount." if wager["several"] else "",
        )
        yield Grid(
            f"{wager['wager']}: edge against the meter",
            (money("meter", "meter"), percent("edge", "house edge", 4)),
            wager["line"],
        )
        fair = value_of(wager["break_even"][0]["meter"])
        yield Plot(
            f"meter-{wager['wager']}",
            "The house edge falls in a straight line as the meter grows.",
            {"kind": "meter", "rows": wager["line"], "fair": fair, "stake": wager["stake"]},
        )
        yield Grid(
            f"{wager['wager']}: long-run hold",
            (
                money("seed", "seed"),
                percent("rate", "into the meters", 2),
                percent("fixed", "fixed pays", 4),
                percent("contributions", "contributions", 4),
                percent("reseeds", "reseeds", 4),
                percent("hold", "hold", 4, "1-{fixed}-{contributions}-{reseeds}"),
                money("average", "mean meter at a hit"),
            ),
            [
                {
                    **row,
                    "seed": max(row["seeds"].values()),
                    "rate": row["contributions"],
                    "reseeds": row["reseeds"],
                    "average": max(value_of(a) for a in row["average"].values()),
                }
                for row in wager["long_run"]
            ],
            note=(
                "One bettor a round, no reserve, no envy; every meter has the same seed and share of "
                "the rate. The mean meter is the "
                "largest of them. Rates and seeds of a house are given with --seed-of and --rate-of."
            ),
        )


def played(said: Json) -> Iterator[Block]:
    """Chapter 11."""
    pace = said["pace"]
    if not pace["rows"]:
        yield Text("There is no figure for the game as a whole.")
        return
    units = [win["unit"] for win in pace["rows"][0]["win"]]
    edge = value_of(said["figures"]["total"]["edge"])
    rows = [
        {
            "rounds": row["rounds_an_hour"],
            "edge": edge,
            **{f"unit{win['unit']}": win["cents"] / 100 for win in row["win"]},
        }
        for row in pace["rows"]
    ]
    yield Text(pace["note"])
    yield Grid(
        "Theoretical win an hour",
        (
            count("rounds", "rounds an hour"),
            percent("edge", "house edge", 4),
            *(
                money(f"unit{unit}", f"${unit / 100:,.0f} a unit", 2, f"{{rounds}}*{{edge}}*{unit / 100:g}")
                for unit in units
            ),
        ),
        rows,
    )


def verified(said: Json) -> Iterator[Block]:
    """Chapter 12."""
    found = said["verification"]
    yield Text(f"Method: {found['method']}.")
    second = found["second_method"]
    yield Heading("A second method")
    yield Text(f"{second['what'][:1].upper()}{second['what'][1:]}.")
    if second["deck"] is None:
        pass
    elif "hands" in second:
        yield Grid(
            "What each move costs",
            (
                words("hand", "hand", wide=3),
                words("best", "best", wide=3),
                exact("solved", "solved", wide=5),
                exact("walked", "played through", wide=5),
                words("agrees", "equal", wide=1),
            ),
            [
                {
                    **hand,
                    "solved": ", ".join(hand["solved"]),
                    "walked": ", ".join(hand["walked"]),
                    "agrees": "yes" if hand["agrees"] else "NO",
                }
                for hand in second["hands"]
            ],
        )
    else:
        yield Grid(
            "Second method",
            (
                words("what", "what", wide=3),
                exact("solved", "solved", wide=3),
                exact("walked", "played through", wide=3),
                words("agrees", "equal", wide=1),
            ),
            [
                {
                    "what": "player's expectation",
                    "solved": second["solved"],
                    "walked": second["walked"],
                    "agrees": "yes" if second["agrees"] else "NO",
                }
            ],
            note="" if second["own_solver"] else "This game has no solver of its own: both are the general method.",
        )
    simulation = found["simulation"]
    yield Heading("Simulation through the game's own round")
    yield Grid(
        "Simulation",
        (
            words("wager", "wager"),
            words("figure", "figure", wide=3),
            number("exact", "exact", 6),
            number("simulated", "simulated", 6),
            number("se", "standard error", 6),
            number("z", "z", 2),
        ),
        simulation["checks"],
        note=(
            f"{simulation['rounds']:,} rounds, seed {simulation['seed']}. For outcomes the columns "
            f"are degrees of freedom and "
            f"chi-square. Beyond {simulation['limit']:g} chance is no explanation; here "
            f"{'it explains every difference' if simulation['agrees'] else 'it does not explain every difference'}."
        ),
    )
    if found["published"]:
        yield Heading("Published figures")
        yield Grid(
            "Published and computed",
            (
                words("what", "figure", wide=5),
                words("published", "published"),
                words("computed", "computed"),
                words("agrees", "equal"),
                words("rule", "rule"),
            ),
            [{**row, "agrees": "yes" if row["agrees"] else "NO"} for row in found["published"]],
        )
    manifest = said["manifest"]
    yield Heading("Manifest")
    yield Text(
        "Whoever runs this command with the same software gets the same bytes of data; "
        "date and command are not among them."
    )
    facts = [
        {"what": "command", "value": manifest["command"]},
        {"what": "seed", "value": manifest["seed"]},
        {"what": "Upcard, Python, NumPy", "value": f"{manifest['upcard']}, {manifest['python']}, {manifest['numpy']}"},
        {"what": "all data (SHA-256)", "value": manifest["data"]},
        *({"what": name, "value": digest} for name, digest in manifest["chapters"].items()),
    ]
    yield Grid("What was run, and what came of it", (words("what", "item"), words("value", "value", wide=6)), facts)
