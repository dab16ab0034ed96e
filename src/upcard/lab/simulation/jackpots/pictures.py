"""The pictures of a link: its meters over the days, the time between jackpots, what a jackpot pays."""

from collections.abc import Mapping

from upcard.lab.analysis import Json
from upcard.lab.simulation.jackpots.answer import JackpotAnswer
from upcard.lab.simulation.output.pictures import HIGH, WIDE, histogram
from upcard.rules.awards import DOLLAR, MICRO

MANY = 300
"""Points from which a line is drawn thin."""


def draw(found: JackpotAnswer) -> Mapping[str, Json]:
    """By the name of their file."""
    title = f"{found.link.game.title}, {found.floor.tables} tables of {found.floor.seats} bettors"
    drawn = {"jackpot-meters": _meters(found, f"{title}: the meters over {found.floor.days:,} days")}
    for name in found.link.meters:
        between, at_hit = found.between(name), found.at_hit(name)
        end = f"-{name}" if len(found.link.meters) > 1 else ""
        if len(between):
            drawn[f"jackpot-between{end}"] = histogram(
                between.tolist(), [1.0] * len(between), f"{title}: days between jackpots of {name}",
                f"days, {len(between):,} times", form=",.3~f",
            )  # fmt: skip
        if len(at_hit):
            drawn[f"jackpot-at-hit{end}"] = histogram(
                (at_hit / DOLLAR).tolist(), [1.0] * len(at_hit), f"{title}: {name} when it was hit",
                f"meter at the hit, {len(at_hit):,} jackpots",
            )  # fmt: skip
    return drawn


def _meters(found: JackpotAnswer, title: str) -> Json:
    """The first time that the days were played: a line up by the rates, down by each jackpot."""
    import altair as alt

    from upcard.lab.reports.forms.plots import inline, styled

    told: list[Json] = []
    for name, meter in found.link.meters.items():
        told.append({"day": 0.0, "level": meter.start / DOLLAR, "meter": name, "at": 0})
        for hit in found.years.whole[0]:
            if hit.meter == name:
                for level in (hit.standing, meter.reset):
                    told.append({"day": found.days(hit), "level": level / DOLLAR, "meter": name, "at": len(told)})
        last = told[-1]
        grown = (found.floor.days - last["day"]) * found.floor.bets_a_day * found.floor.stake * meter.rate / MICRO
        told.append(
            {"day": float(found.floor.days), "level": last["level"] + grown / DOLLAR, "meter": name, "at": len(told)}
        )
    chart = (
        alt.Chart(inline(told), width=WIDE, height=HIGH, title=title)
        .mark_line(strokeWidth=0.8 if len(told) > MANY else 1.6)
        .encode(
            x=alt.X("day:Q", title="day", axis=alt.Axis(format=",d"), scale=alt.Scale(nice=False)),
            y=alt.Y("level:Q", title="meter", axis=alt.Axis(format="$,.0f"), scale=alt.Scale(zero=True)),
            color=alt.Color("meter:N", title=None),
            order="at:Q",
        )
    )
    return styled(chart)
