"""The plots of a report, drawn by Altair; none of them asks a network for anything."""

from collections.abc import Sequence
from typing import Any

from upcard.lab.analysis import Json
from upcard.lab.reports.document import value_of

WIDTH = 560
INK = "#1b1b1f"
BLUE, ORANGE, GREEN, GREY = "#1f5aa6", "#c4661f", "#2c7a4b", "#8a8a93"
FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""The first one comes with vl-convert: plots look the same, and have letters at all, on a machine without fonts."""


def styled(chart: Any) -> Json:
    """One look for all: quiet axes, large enough letters for paper."""
    made: Json = (
        chart.configure_view(stroke=None)
        .configure(font=FONT)
        .configure_axis(labelFontSize=11, titleFontSize=12, labelColor=INK, titleColor=INK, gridColor="#e4e4e8",
                        titleFontWeight="normal", labelLimit=260)
        .configure_legend(labelFontSize=11, titleFontSize=12, titleFontWeight="normal", orient="top")
        .to_dict()
    )  # fmt: skip
    return made


def inline(rows: Sequence[Json]) -> Any:
    """Rows as the data of a plot."""
    import altair as alt

    return alt.InlineData(values=list(rows))


def bars(rows: Sequence[Json], label: str, value: str, title: str, *, percent: bool = True, marked: str = "") -> Json:
    """A bar for each row, in the order of the rows; those with `marked` set are the ones in force."""
    import altair as alt

    told = [{"label": row[label], "value": value_of(row[value]), "now": bool(row.get(marked))} for row in rows]
    axis = alt.Axis(title=title, format=".3~%" if percent else ",.4~f")
    chart = (
        alt.Chart(inline(told), width=WIDTH, height=max(40, 22 * len(told)))
        .mark_bar(size=14)
        .encode(
            x=alt.X("value:Q", axis=axis),
            y=alt.Y("label:N", sort=None, title=None),
            color=alt.Color("now:N", legend=None, scale=alt.Scale(domain=[False, True], range=[BLUE, ORANGE])),
        )
    )
    return styled(chart)


def meter_line(rows: Sequence[Json], fair: float, stake: float) -> Json:
    """The edge of a progressive wager against its meter, with the point where it is fair."""
    import altair as alt

    told = [{"meter": row["meter"], "edge": value_of(row["edge"])} for row in rows]
    x = alt.X("meter:Q", title="meter (each of them, where there are several)", axis=alt.Axis(format="$,.0f"))
    y = alt.Y("edge:Q", title=f"house edge, part of the ${stake:,.0f} wager", axis=alt.Axis(format=".0%"))
    line = alt.Chart(inline(told), width=WIDTH, height=240).mark_line(color=BLUE, strokeWidth=2.5).encode(x=x, y=y)
    zero = alt.Chart(inline([{"edge": 0}])).mark_rule(color=GREY, strokeDash=[4, 3]).encode(y="edge:Q")
    point = [{"meter": fair, "edge": 0.0, "text": f"fair at ${fair:,.0f}"}]
    dot = alt.Chart(inline(point)).mark_point(color=ORANGE, filled=True, size=80).encode(x="meter:Q", y="edge:Q")
    word = (
        alt.Chart(inline(point))
        .mark_text(align="left", dx=8, dy=-10, fontSize=12, color=INK)
        .encode(x="meter:Q", y="edge:Q", text="text:N")
    )
    return styled(zero + line + dot + word)


def bands(rows: Sequence[Json]) -> Json:
    """What a round returns on average after so many rounds: the band that holds nine sessions in ten."""
    import altair as alt

    told = [
        {"rounds": row["rounds"], "low": row["return_low"], "high": row["return_high"], "mean": row["ev"]}
        for row in rows
    ]
    x = alt.X(
        "rounds:Q",
        scale=alt.Scale(type="log"),
        title="rounds",
        axis=alt.Axis(format=",.0f", values=[r["rounds"] for r in told]),
    )
    chart = alt.Chart(inline(told), width=WIDTH, height=240)
    area = chart.mark_area(color=BLUE, opacity=0.22).encode(
        x=x, y=alt.Y("low:Q", title="result a round, in units", axis=alt.Axis(format=".0%")), y2="high:Q"
    )
    line = chart.mark_line(color=ORANGE, strokeWidth=2).encode(x=x, y="mean:Q")
    return styled(area + line)


def front(
    rows: Sequence[Json], x: tuple[str, str], y: tuple[str, str], *, chosen: str = "", percent: str = "xy",
    legend: tuple[str, str] | None = None,
) -> Json:  # fmt: skip
    """Points of a front: one figure against another; `legend` says what the others are, and the chosen ones."""
    import altair as alt

    told = [
        {
            "x": value_of(row[x[0]]),
            "y": value_of(row[y[0]]),
            "chosen": legend[bool(row.get(chosen))] if legend else bool(row.get(chosen)),
            "name": str(row.get("name", "")),
        }
        for row in rows
    ]
    encoding_x = alt.X(
        "x:Q", title=x[1], scale=alt.Scale(zero=False), axis=alt.Axis(format=".3~%" if "x" in percent else ",.3~f")
    )
    encoding_y = alt.Y(
        "y:Q", title=y[1], scale=alt.Scale(zero=False), axis=alt.Axis(format=".3~%" if "y" in percent else ",.3~f")
    )
    chart = (
        alt.Chart(inline(told), width=WIDTH, height=280)
        .mark_point(filled=True, size=60, opacity=0.8)
        .encode(
            x=encoding_x,
            y=encoding_y,
            color=alt.Color(
                "chosen:N",
                legend=alt.Legend(title=None, labelLimit=400) if legend else None,
                scale=alt.Scale(domain=list(legend) if legend else [False, True], range=[BLUE, ORANGE]),
            ),
        )
    )
    return styled(chart)


def results(rows: Sequence[Json]) -> Json:
    """What was won (a dot) against theory (a tick) and its band (a bar), a line each."""
    import altair as alt

    told = [
        {
            "line": row["line"],
            "lies": row["band"],
            **{key: value_of(row[key]) for key in ("win", "theory", "low", "high")},
        }
        for row in rows
    ]
    chart = alt.Chart(inline(told), width=WIDTH, height=max(60, 34 * len(told)))
    y = alt.Y("line:N", sort=None, title=None)
    axis = alt.Axis(title="win of the house", format="$,.0f")
    bar = chart.mark_bar(size=14, color=BLUE, opacity=0.25).encode(x=alt.X("low:Q", axis=axis), x2="high:Q", y=y)
    tick = chart.mark_tick(thickness=2.5, size=20, color=BLUE).encode(x="theory:Q", y=y)
    shades = alt.Scale(domain=["inside", "outside", "beyond the widest"], range=[GREEN, ORANGE, "#b3261e"])
    dot = chart.mark_point(filled=True, size=90, opacity=1).encode(
        x="win:Q", y=y, color=alt.Color("lies:N", title="the win lies", scale=shades)
    )
    return styled(bar + tick + dot)


def svg(spec: Json) -> str:
    """The plot as SVG."""
    import vl_convert

    drawn: str = vl_convert.vegalite_to_svg(spec)
    return drawn


def png(spec: Json, scale: float = 2.0) -> bytes:
    """The plot as PNG."""
    import vl_convert

    drawn: bytes = vl_convert.vegalite_to_png(spec, scale=scale)
    return drawn
