"""The pictures of a simulated table: what a round comes to, where the seats stood on the way, meters and their hits."""

from collections.abc import Mapping, Sequence
from itertools import accumulate, pairwise
from math import sqrt

from upcard.lab.analysis import Json
from upcard.lab.simulation.meters import SimulatedMeters
from upcard.lab.simulation.output import pictures
from upcard.lab.simulation.output.pictures import BLUE, GREY, HIGH, ORANGE, WIDE
from upcard.lab.simulation.results.distribution import NORMAL_95
from upcard.lab.simulation.table import Results, won
from upcard.rules.awards import DOLLAR, MICRO

HITS = 400
"""A meter is drawn up to so many hits; more would be one dark band."""


def draw(found: Results) -> Mapping[str, Json]:
    """By the name of their file."""
    number = min(found.setup.seats)
    seat, rounds = found.setup.seats[number], found.tallies.rounds
    gains = won(found.tallies.seats[number].results)
    title = f"{found.setup.game.title}, seat {number}, {seat.strategy.name}"
    ranked = sorted(gains)
    drawn: dict[str, Json] = {
        "simulate-round": pictures.histogram(
            [gain / DOLLAR for gain in ranked], [float(gains[gain]) for gain in ranked],
            f"{title}: what a round wins ({rounds:,} rounds)", "won in a round", "$,.2f",
        ),
        "simulate-paths": _paths(found),
    }  # fmt: skip
    if found.meters is not None:
        for name in found.meters.now:
            drawn[f"simulate-meter-{name}"] = _meter(found, found.meters, name)
            hits = [hit.round for hit in found.meters.hits if hit.meter == name and hit.percent == 100]
            if len(hits) > 1:
                apart = [float(later - before) for before, later in pairwise(hits)]
                drawn[f"simulate-between-{name}"] = pictures.histogram(
                    apart, [1.0] * len(apart), f"{name}: rounds from one jackpot to the next ({len(hits):,} hits)",
                    "rounds between jackpots", ",.0f",
                )  # fmt: skip
    return drawn


def _paths(found: Results) -> Json:
    """Every seat's stand from round to round, and where the first one's is 95 times in 100 by its own mean."""
    import altair as alt

    from upcard.lab.reports.forms.plots import inline, styled

    look, rounds = found.setup.look, found.tallies.rounds
    numbers = sorted(found.setup.seats)
    told = [
        {"round": min(look * at, rounds), "stand": cents / DOLLAR, "seat": f"seat {number}"}
        for number in numbers
        for at, cents in enumerate(accumulate(found.tallies.courses[number].looks, initial=0))
    ]
    first = found.to_json()["seats"][str(numbers[0])]["all"]
    band = [
        {"round": at, **{end: (at * first["mean"] + sign * NORMAL_95 * first["sd"] * sqrt(at)) / DOLLAR
                         for end, sign in (("low", -1), ("high", 1))}}
        for at in sorted({min(look * at, rounds) for at in range(len(told) // len(numbers))})
    ]  # fmt: skip
    x = alt.X("round:Q", title="rounds played", axis=alt.Axis(format=",d"), scale=alt.Scale(nice=False))
    money = alt.Axis(format="$,.0f")
    area = (
        alt.Chart(inline(band), width=WIDE, height=HIGH, title=f"{found.setup.game.title}: won and lost on all wagers")
        .mark_area(color=GREY, opacity=0.2)
        .encode(x=x, y=alt.Y("low:Q", title="won so far", axis=money), y2="high:Q")
    )
    lines = (
        alt.Chart(inline(told))
        .mark_line(strokeWidth=1.6)
        .encode(x=x, y="stand:Q", color=alt.Color("seat:N", title=None, sort=[f"seat {n}" for n in numbers]))
    )
    return styled(alt.layer(area, lines))


def _meter(found: Results, meters: SimulatedMeters, name: str) -> Json:
    """A meter as it rises and is hit."""
    import altair as alt

    from upcard.lab.reports.forms.plots import inline, styled

    points = _stands(meters, name, found.tallies.rounds)
    told = [{"round": at, "stand": cents / DOLLAR, "order": n} for n, (at, cents) in enumerate(points)]
    chart = (
        alt.Chart(inline(told), width=WIDE, height=HIGH, title=f"{found.setup.game.title}: the meter {name}")
        .mark_line(color=ORANGE if len(told) > 2 else BLUE, strokeWidth=1.4)
        .encode(
            x=alt.X("round:Q", title="rounds played", axis=alt.Axis(format=",d"), scale=alt.Scale(nice=False)),
            y=alt.Y("stand:Q", title="meter", axis=alt.Axis(format="$,.0f"), scale=alt.Scale(zero=False)),
            order="order:Q",
        )
    )
    return styled(chart)


def _stands(meters: SimulatedMeters, name: str, rounds: int) -> Sequence[tuple[int, float]]:
    """Round and cents: the start, before and after every hit, the end; between them it rises evenly."""
    meter, fed = meters.by_name[name], meters.fed.get(name, 0) / MICRO
    points: list[tuple[int, float]] = [(0, meter.start)]
    for hit in [hit for hit in meters.hits if hit.meter == name][:HITS]:
        left = hit.standing * (100 - hit.percent) / 100 if hit.percent < 100 else meter.reset
        points += [(hit.round + 1, hit.standing), (hit.round + 1, left)]
    if len(points) <= 2 * HITS:
        points.append((rounds, meters.now[name] / MICRO))
    if len(points) == 2 and meter.limit is not None and fed and points[1][1] >= meter.limit:
        points.insert(1, (min(rounds, int((meter.limit - meter.start) / fed)), meter.limit))
    return points
