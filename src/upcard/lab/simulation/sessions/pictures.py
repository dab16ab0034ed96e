"""The pictures of a session: how bankrolls spread, some of them one by one, and where they end."""

from collections.abc import Mapping

from upcard.lab.analysis import Json
from upcard.lab.simulation.output import pictures
from upcard.lab.simulation.sessions import session_kernels as kernels
from upcard.lab.simulation.sessions.answer import SessionAnswer
from upcard.lab.simulation.sessions.exact import points
from upcard.lab.simulation.sessions.spread import Spread
from upcard.rules.awards import DOLLAR
from upcard.rules.words import dollars

_ENDED = {kernels.LIVE: "lasted", kernels.RUINED: "ruined", kernels.AHEAD: "left with what was to be won"}


def draw(found: SessionAnswer) -> Mapping[str, Json]:
    """By the name of their file."""
    asked = found.question
    title = f"{asked.setup.game.title}, {dollars(asked.bankroll, full=True)}, {asked.rounds:,} rounds"
    looks = points(asked.rounds)
    if found.worked_out is not None:
        spreads = found.worked_out.fan
    else:
        spreads = tuple((look, Spread.seen(found.played.levels[:, at])) for at, look in enumerate(looks))
    how = "exact" if found.exact else f"{found.played.sessions:,} sessions simulated"
    fan = "exact" if found.exact else f"{len(found.played.levels):,} sessions simulated"
    rows = [{"round": look, "percentiles": spread.percentiles()} for look, spread in spreads]
    some = [
        {"rounds": looks, "levels": levels.tolist(), "what": _ENDED[int(what)]}
        for levels, what in zip(
            found.played.levels[: pictures.PATHS], found.played.ends[: pictures.PATHS, 1], strict=True
        )
    ]
    end = found.end
    return {
        "session-fan": pictures.fan(rows, found.needs, asked.target, f"{title}: where bankrolls stand ({fan})"),
        "session-paths": pictures.paths(some, found.needs, asked.target, f"{title}: {len(some)} sessions"),
        "session-end": pictures.histogram(
            (end.levels / DOLLAR).tolist(), end.weights.tolist(), f"{title}: how they end ({how})",
            "bankroll at the end",
        ),
        "session-drawdown": pictures.histogram(
            (found.played.falls.levels / DOLLAR).tolist(), found.played.falls.weights.tolist(),
            f"{title}: the deepest fall from the highest bankroll ({found.played.sessions:,} simulated)",
            "deepest fall",
        ),
    }  # fmt: skip
