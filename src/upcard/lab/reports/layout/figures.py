"""Chapters 3 to 5: outcomes, what they come to, and how wagers go together."""

from collections.abc import Iterator
from fractions import Fraction

from upcard.lab.analysis import Json
from upcard.lab.reports.document import (
    Block,
    Grid,
    Heading,
    Text,
    count,
    exact,
    number,
    percent,
    value_of,
    words,
)
from upcard.rules.words import spaced

OUTCOMES = (
    words("name", "outcome", wide=3),
    count("combinations", "combinations", wide=3),
    count("of", "of", wide=3),
    percent("probability", "probability", 6, "{combinations}/{of}"),
    number("one_in", "1 in", 2, "IF({combinations}=0,0,{of}/{combinations})"),
    words("pays", "pays"),
    number("net", "net", 4),
    number("return", "return", 8, "{combinations}/{of}*{net}"),
)


def outcomes(said: Json) -> Iterator[Block]:
    """Chapter 3."""
    yield Text(
        "Combinations are whole numbers. The net is what one unit wins or loses; the return is "
        "probability times net, and "
        "returns add up to the player's expectation."
    )
    for wager in said["outcomes"]:
        yield Heading(f"{wager['title']} ({wager['wager']})")
        if "as" in wager:
            yield Text(f"The same as {wager['as']}, row by row.")
            continue
        rows = [
            {**row, "name": spaced(row["outcome"]), "one_in": row["one_in"] or 0, "net": value_of(row["net"])}
            for row in wager["outcomes"]
        ]
        note = f"Per {wager['per']}. Table {wager['table']}: {wager['source']}."
        if wager.get("note"):
            note += f" Note: {wager['note']}."
        expected = value_of(wager["sum"]["return"])
        yield Grid(f"{wager['title']}: outcomes", OUTCOMES, rows, note, sums=("return",), expected={"return": expected})


def figures(said: Json) -> Iterator[Block]:
    """Chapter 4."""
    total = said["figures"]["total"]
    if total is not None:
        exactly = "exact" if total["exact"] else "good to 1e-12"
        yield Heading("The game as a whole, under optimal play")
        rows = [
            {"what": f"house edge, of one {total['per']}", "value": value_of(total["edge"]), "exact": total["edge"]},
            {
                "what": "element of risk, of all staked",
                "value": value_of(total["element_of_risk"]),
                "exact": total["element_of_risk"],
            },
            {
                "what": f"average wager, in units of one {total['per']}",
                "value": value_of(total["average_wager"]),
                "exact": total["average_wager"],
            },
            {"what": "standard deviation", "value": total["sd"], "exact": None},
        ]
        yield Grid(
            "The game",
            (
                words("what", "figure", wide=4),
                number("value", exactly, 8),
                exact("exact", "exactly" if total["exact"] else "the float, exactly"),
            ),
            rows,
            note=total["note"],
        )
        yield from _round(total)
        yield Grid(
            "How often each decision is taken",
            (words("decision", "decision", wide=3), number("frequency", "a round", 8)),
            total["decisions"],
        )
    yield Heading("Wager by wager")
    yield Grid(
        "Every wager",
        (
            words("wager", "wager", wide=3),
            words("per", "per"),
            percent("edge", "house edge", 4),
            percent("hit", "paid", 3),
            percent("win", "win", 3),
            percent("push", "push", 3),
            percent("loss", "loss", 3),
            number("sd", "SD", 4),
            number("skewness", "skew", 2),
            words("largest_pays", "largest pay", wide=3),
        ),
        [_shown_wager(row) for row in said["figures"]["wagers"]],
        note=(
            "A progressive wager stands here with its meters at zero, its edge as a part of its stake and its SD in "
            "dollars; what meters add is in chapter 8."
        ),
    )


def _shown_wager(row: Json) -> Json:
    if not row["meters_at_zero"]:
        return row
    # In the data it is in dollars, as the analysis has it; an edge in per cent is a part of what is staked.
    return {**row, "per": f"${row['stake']:,.0f} wager", "edge": value_of(row["edge"]) / row["stake"]}


def _round(total: Json) -> Iterator[Block]:
    whole = total["round"]
    rows = [
        {"what": f"a round is {word}", "probability": value_of(whole[key]["probability"]), "se": whole[key].get("se")}
        for key, word in (("win", "won"), ("push", "pushed"), ("loss", "lost"))
    ]
    error = "" if whole["exact"] else f", standard error {whole['skewness_se']:.3f}"
    how = "exact" if whole["exact"] else f"simulated, {whole['rounds']:,} rounds"
    yield Grid(
        "A round as a whole",
        (words("what", "outcome", wide=4), percent("probability", how, 4), percent("se", "standard error", 4)),
        rows,
        note=f"Skewness {whole['skewness']:.3f}{error}; the most a round won is "
        f"{whole['largest_net']:,.2f} units ({how}).",
    )
    if whole["distribution"]:
        yield Grid(
            "What a round brings",
            (
                number("net", "net, in units", 3),
                percent("probability", "probability", 6),
                exact("exact", "exactly", wide=5),
                number("share", "return", 8, "{probability}*{net}"),
            ),
            [
                {
                    "net": value_of(row["net"]),
                    "probability": value_of(row["probability"]),
                    "exact": row["probability"],
                    "share": float(Fraction(row["net"]) * Fraction(row["probability"])),
                }
                for row in whole["distribution"]
            ],
            sums=("probability", "share"),
            expected={"probability": 1.0, "share": -value_of(total["edge"])},
        )


def together(said: Json) -> Iterator[Block]:
    """Chapter 5."""
    together = said["together"]
    if together["pairs"]:
        yield Grid(
            "Covariances",
            (
                words("one", "wager"),
                words("other", "and"),
                number("covariance", "covariance", 4),
                number("se", "standard error", 4),
                number("correlation", "correlation", 4),
            ),
            together["pairs"],
            note=f"Simulated, {together['rounds']:,} rounds, seed {together['seed']}. {together['note']}.",
        )
    else:
        yield Text("No side wager goes with this game: the standard deviation of the whole has everything in it.")
    yield Grid(
        "Mixes of bets, one unit each",
        (
            words("name", "bets", wide=5),
            number("ev", "expectation", 6),
            number("sd", "SD", 4),
            number("se", "standard error of it", 4),
        ),
        [
            {**mix, "name": " + ".join("the game" if bet == "total" else bet for bet in mix["bets"])}
            for mix in together["mixes"]
        ],
    )
