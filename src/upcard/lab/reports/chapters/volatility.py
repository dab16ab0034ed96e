"""Chapters 9 and 11: what many rounds do to a bankroll, and what a table earns in an hour.

The bands are those of the normal law, which sums of many rounds follow; they say so, and a session of a few rounds is
for `upcard session`, which convolves the rounds themselves.
"""

from math import exp, log, sqrt
from statistics import NormalDist

from upcard.lab.analysis import Analysis, Json, Total, WagerAnalysis

ROUNDS = (100, 1_000, 10_000, 100_000, 1_000_000)
LEVELS = (0.5, 0.9, 0.95, 0.99)
INDEX_LEVEL = 0.9
RUIN = 0.05
METHOD = "normal approximation to the sum of independent rounds, from the mean and the standard deviation of one"
PACES = (30, 40, 50, 60, 70, 100)
BETS = (500, 1_000, 2_500, 10_000)
"""Cents of one unit."""


def volatility(analysis: Analysis) -> Json:
    """The game as a whole and each side wager of fixed expectation."""
    found = []
    if analysis.total is not None:
        found.append({"wager": "total"} | _spread(float(analysis.total.ev), analysis.total.deviation))
    for name, wager in analysis.wagers.items():
        if isinstance(wager, WagerAnalysis) and wager.per == "stake" and float(wager.sd):
            same = next(other for other, one in analysis.wagers.items() if one is wager)
            if same == name:
                found.append({"wager": name} | _spread(float(wager.ev), wager.sd))
    return {"method": METHOD, "exact": False, "wagers": found}


def _spread(ev: float, sd: float) -> Json:
    """Bands, volatility index, N0 and bankrolls of one wager, in units."""
    index = NormalDist().inv_cdf(0.5 + INDEX_LEVEL / 2) * sd
    return {
        "ev": ev,
        "sd": sd,
        "volatility_index": index,
        # After so many rounds the expected result is as large as the standard deviation.
        "n0": (sd / ev) ** 2 if ev else None,
        # The house's: with so many units it is ruined once in twenty times, however long it goes on.
        "house_bankroll": sd * sd * -log(RUIN) / (2 * -ev) if ev < 0 else None,
        "bands": [
            {"rounds": n, "ev": ev, "mean": ev * n, "sd": sd * sqrt(n), "return_low": ev - index / sqrt(n),
             "return_high": ev + index / sqrt(n),
             "limits": [
                 {"level": level, "low": ev * n - z * sd * sqrt(n), "high": ev * n + z * sd * sqrt(n)}
                 for level in LEVELS
                 for z in [NormalDist().inv_cdf(0.5 + level / 2)]
             ],
             "player_bankroll": player_bankroll(ev, sd, n)}
            for n in ROUNDS
        ],
    }  # fmt: skip


def player_bankroll(ev: float, sd: float, rounds: int) -> float:
    """Units that last a player so many rounds but once in twenty times: a walk with drift, ruined on the way."""

    def ruined(bankroll: float) -> float:
        scale, law = sd * sqrt(rounds), NormalDist()
        below = law.cdf((-bankroll - ev * rounds) / scale)
        # exp(-2·ev·b/var) grows for a player at a disadvantage; its normal factor shrinks faster.
        power = -2 * ev * bankroll / sd**2
        tail = law.cdf((-bankroll + ev * rounds) / scale)
        if not tail:
            return below
        return below + exp(power + log(tail))

    low, high = 0.0, max(-ev * rounds, 0.0) + 10 * sd * sqrt(rounds)
    for _ in range(80):
        middle = (low + high) / 2
        low, high = (middle, high) if ruined(middle) > RUIN else (low, middle)
    return high


def pace(total: Total | None) -> Json:
    """Theoretical win in cents an hour for one bettor, by rounds an hour and the size of a unit."""
    if total is None:
        return {"rows": []}
    return {
        "per": total.per,
        "note": (
            "Rounds an hour depend on the house: on seats, dealer and shuffler. The figures are for one bettor on one "
            f"seat with one {total.per} a round; several seats add up."
        ),
        "rows": [
            {
                "rounds_an_hour": rounds,
                "win": [{"unit": unit, "cents": float(-total.ev) * unit * rounds} for unit in BETS],
            }
            for rounds in PACES
        ],
    }
