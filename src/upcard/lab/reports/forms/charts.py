"""A chart of moves by hand and upcard, as a picture."""

from typing import Any

from upcard.lab.analysis import Json
from upcard.lab.reports.forms.plots import FONT, INK

COLOURS = {"S": "#f2c14e", "H": "#ffffff", "D": "#7fb2e5", "P": "#8fd19e", "R": "#e39aa0"}
"""By the first letter of a cell; the letters themselves stand in it for whoever sees no colours."""
CELL = 30
PARTS = (("hard", "Hard totals"), ("soft", "Soft totals"), ("pairs", "Pairs"))


def chart_picture(chart: Json) -> Json:
    """Hard totals, soft totals and pairs side by side."""
    import altair as alt

    parts = [_part(chart, part, title) for part, title in PARTS]
    words = ", ".join(f"{letter} {move}" for move, letter in chart["letters"].items() if letter in COLOURS)
    made: Json = (
        alt.hconcat(*parts, spacing=24)
        .properties(
            title=alt.TitleParams(
                "Against the dealer's upcard",
                subtitle=f"{words}; of several letters the first that is allowed",
                fontSize=14,
                subtitleFontSize=12,
                subtitleColor=INK,
                anchor="start",
                offset=14,
            )
        )
        .configure_title(fontWeight="normal", color=INK)
        .configure(font=FONT)
        .configure_view(stroke=None)
        .configure_axis(
            labelFontSize=12, labelColor=INK, titleColor=INK, domain=False, ticks=False, grid=False, labelPadding=6
        )
        .to_dict()
    )
    return made


def _part(chart: Json, part: str, title: str) -> Any:
    import altair as alt

    rows = list(chart[part])
    cells = [
        {"row": row, "up": up, "move": move, "first": move[:1]}
        for row, moves in chart[part].items()
        for up, move in zip(chart["upcards"], moves, strict=True)
        if move
    ]
    x = alt.X("up:N", sort=chart["upcards"], title=None, axis=alt.Axis(orient="top", labelAngle=0))
    y = alt.Y("row:N", sort=list(reversed(rows)), title=None)
    colour = alt.Color("first:N", legend=None, scale=alt.Scale(domain=list(COLOURS), range=list(COLOURS.values())))
    base = alt.Chart(
        alt.InlineData(values=cells), width=CELL * len(chart["upcards"]), height=CELL * len(rows),
        title=alt.TitleParams(title, fontSize=13, anchor="start", frame="group", offset=8),
    )  # fmt: skip
    squares = base.mark_rect(stroke="#55555e", strokeWidth=0.6).encode(x=x, y=y, color=colour)
    size = alt.condition("length(datum.move) > 2", alt.value(10), alt.value(12))
    letters = base.mark_text(color=INK).encode(x=x, y=y, text="move:N", size=size)
    return squares + letters
