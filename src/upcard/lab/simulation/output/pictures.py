"""Pictures of what was simulated or worked out: written into a folder, each as SVG and PNG."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import ceil
from pathlib import Path
from typing import Any

from upcard.extras import need
from upcard.lab.analysis import Json, LabError
from upcard.rules.awards import DOLLAR

PATHS = 20
"""Bankrolls that are drawn one by one."""
BINS = 60
RARE = 1e-4
"""A rarer end of a histogram is not drawn: it would be flat, and all the rest narrow."""
BLUE, ORANGE, RED, GREY = "#1f5aa6", "#c4661f", "#a62b2b", "#8a8a93"
WIDE, HIGH = 620, 300


def check_folder(folder: Path) -> None:
    """Refuses a folder that no picture can be written into, or where what draws them is missing, before any work."""
    from upcard.lab.reports.writing import refuse_folder

    need("reports")
    if folder.exists() and not folder.is_dir():
        raise LabError(f"{folder} is a file; pictures are written into a folder")
    refuse_folder(folder if folder.exists() else folder.parent)


def write(folder: Path, pictures: Mapping[str, Json]) -> list[Path]:
    """Writes every picture in both forms; says where they are."""
    from upcard.lab.reports.forms import plots
    from upcard.lab.reports.writing import write_whole

    drawn = {name: (plots.svg(spec).encode(), plots.png(spec)) for name, spec in pictures.items()}
    folder.mkdir(exist_ok=True)
    written = []
    for name, forms in drawn.items():
        for end, data in zip((".svg", ".png"), forms, strict=True):
            written.append(folder / f"{name}{end}")
            write_whole(written[-1], data)
    return written


def fan(rows: Sequence[Json], needs: int, target: int | None, title: str) -> Json:
    """Where bankrolls stand after so many rounds: half of them in the dark band, 90 and 98 in 100 around it."""
    import altair as alt

    from upcard.lab.reports.forms.plots import inline, styled

    told = [{"round": row["round"], **{f"p{p}": c / DOLLAR for p, c in row["percentiles"].items()}} for row in rows]
    x = alt.X("round:Q", title="rounds played", axis=alt.Axis(format=",d", tickMinStep=1), scale=alt.Scale(nice=False))
    base = alt.Chart(inline(told), width=WIDE, height=HIGH, title=title)
    layers = [
        base.mark_area(color=BLUE, opacity=shade).encode(
            x=x, y=alt.Y(f"p{low}:Q", title="bankroll", axis=alt.Axis(format="$,.0f")), y2=f"p{high}:Q"
        )
        for low, high, shade in ((1, 99, 0.14), (5, 95, 0.2), (25, 75, 0.32))
    ]
    layers.append(base.mark_line(color=ORANGE, strokeWidth=2.5).encode(x=x, y="p50:Q"))
    layers += _levels([("a round can't be covered", needs, RED)])
    layers += _levels([("leaves with what was to be won", target, GREY)] if target else [])
    words = [
        {"round": told[-1]["round"], "level": told[-1][f"p{p}"], "said": "median" if p == 50 else f"{p} %"}
        for p in (1, 5, 25, 50, 75, 95, 99)
    ]
    layers.append(
        alt.Chart(inline(_apart(words, told)))
        .mark_text(align="left", dx=5, fontSize=11)
        .encode(x="round:Q", y="level:Q", text="said:N")
    )
    return styled(alt.layer(*layers))


def _apart(words: Sequence[Json], told: Sequence[Json]) -> list[Json]:
    """Words that would stand on each other are left out, the lower of the two."""
    room = max(row["p99"] for row in told) - min(row["p1"] for row in told)
    kept: list[Json] = []
    for word in reversed(words):
        if not kept or kept[-1]["level"] - word["level"] > room / 22:
            kept.append(word)
    return kept


def _levels(marks: Sequence[tuple[str, int, str]]) -> list[Any]:
    import altair as alt

    from upcard.lab.reports.forms.plots import inline

    layers: list[Any] = []
    for said, cents, color in marks:
        row = inline([{"level": cents / DOLLAR, "said": said, "x": 0}])
        layers.append(alt.Chart(row).mark_rule(color=color, strokeDash=[5, 4]).encode(y="level:Q"))
        layers.append(
            alt.Chart(row)
            .mark_text(align="left", dx=4, dy=-6, color=color, fontSize=11)
            .encode(x="x:Q", y="level:Q", text="said:N")
        )
    return layers


def paths(rows: Sequence[Json], needs: int, target: int | None, title: str) -> Json:
    """Some bankrolls one by one: those that were ruined in red, the others in blue."""
    import altair as alt

    from upcard.lab.reports.forms.plots import inline, styled

    told = [
        {"round": at, "level": cents / DOLLAR, "session": number, "what": row["what"]}
        for number, row in enumerate(rows[:PATHS])
        for at, cents in zip(row["rounds"], row["levels"], strict=True)
    ]
    kinds = ["lasted", "ruined", "left with what was to be won"][: 3 if target else 2]
    color = alt.Color("what:N", title=None, scale=alt.Scale(domain=kinds, range=[BLUE, RED, "#2c7a4b"][: len(kinds)]))
    lines = (
        alt.Chart(inline(told), width=WIDE, height=HIGH, title=title)
        .mark_line(strokeWidth=1.4, opacity=0.7)
        .encode(
            x=alt.X("round:Q", title="rounds played", axis=alt.Axis(format=",d"), scale=alt.Scale(nice=False)),
            y=alt.Y("level:Q", title="bankroll", axis=alt.Axis(format="$,.0f")),
            color=color,
            detail="session:N",
        )
    )
    return styled(alt.layer(lines, *_levels([("a round can't be covered", needs, RED)])))


def _without_tails(shares: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Shares by level without the rarest at either end."""
    reached = list(accumulate(share for _, share in shares))
    return [one for one, upto in zip(shares, reached, strict=True) if upto > RARE and upto - one[1] < 1 - RARE]


def histogram(levels: Sequence[float], weights: Sequence[float], title: str, axis: str, form: str = "$,.0f") -> Json:
    """How likely what is: bars of equal width, so that their heights compare; what hardly comes is left out."""
    import altair as alt

    from upcard.lab.reports.forms.plots import inline, styled

    every, by_level = sum(weights), defaultdict[float, float](float)
    for level, weight in zip(levels, weights, strict=True):
        by_level[level] += weight / every
    kept = _without_tails(sorted(by_level.items()))
    least, most = kept[0][0], kept[-1][0]
    step = min((after - before for (before, _), (after, _) in pairwise(kept)), default=1.0)
    wide = step * max(1, ceil((most - least) / step / BINS))  # every bar holds as many of the values that can be
    heights = [0.0] * (int((most - least) / wide + 1e-9) + 1)
    for level, weight in kept:
        heights[int((level - least) / wide + 1e-9)] += weight
    told = [
        {"from": least + wide * at, "to": least + wide * (at + 1), "zero": 0, "share": height}
        for at, height in enumerate(heights)
    ]
    chart = (
        alt.Chart(inline(told), width=WIDE, height=HIGH, title=title)
        .mark_rect(color=BLUE, stroke="white", strokeWidth=0.5)
        .encode(
            x=alt.X("from:Q", title=axis, axis=alt.Axis(format=form), scale=alt.Scale(nice=False, zero=False)),
            x2="to:Q",
            y=alt.Y("share:Q", title="share", axis=alt.Axis(format=".2~%")),
            y2="zero:Q",
        )
    )
    return styled(chart)
