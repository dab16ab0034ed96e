"""Chapters 3 and 4: every wager's outcomes to the last combination, and what they come to."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import sqrt

from upcard.lab.analysis import Analysis, AnyWager, Json, ProgressiveAnalysis, Total, fraction, row_json
from upcard.lab.pricing import OutcomeRow
from upcard.lab.simulation.players import UNIT
from upcard.lab.simulation.results.tally import Tally
from upcard.rules.game import Game


def outcomes(game: Game, analysis: Analysis) -> list[Json]:
    """Every wager with its rows; one that has the rows of another is told so."""
    told: list[Json] = []
    for name, wager in analysis.wagers.items():
        same = next((other for other, one in analysis.wagers.items() if one is wager), name)
        table = game.table_of(name)
        said: Json = {
            "wager": name,
            "title": game.wager(name).title,
            "rule": game.wager(name).rule,
            "table": table.name,
            "source": table.source,
        }
        told.append(said | ({"as": same} if same != name else _rows(wager)))
    return told


def _rows(wager: AnyWager) -> Json:
    said = wager.to_json()
    said["outcomes"] = [row_json(row) | {"net": fraction(row.net)} for row in wager.rows]
    said["sum"] = {
        "combinations": sum(row.combinations for row in wager.rows),
        "of": wager.rows[0].of if wager.rows else 0,
        "return": fraction(sum((row.share for row in wager.rows), Fraction(0))),
    }
    return said


def figures(analysis: Analysis, tally: Tally) -> Json:
    """What the outcomes come to: edge, risk, frequencies, spread, skewness."""
    found: list[Json] = []
    for name, wager in analysis.wagers.items():
        same = next((other for other, one in analysis.wagers.items() if one is wager), name)
        if same == name:
            found.append(_of_wager(name, wager))
    return {"total": _of_total(analysis.total, tally) if analysis.total else None, "wagers": found}


def _of_wager(name: str, wager: AnyWager) -> Json:
    said = wager.to_json()
    ev = wager.constant if isinstance(wager, ProgressiveAnalysis) else wager.ev
    rows = wager.rows
    largest = max((row for row in rows if row.combinations), key=lambda row: row.net)
    return {
        "wager": name,
        "per": said["per"],
        "edge": fraction(-ev),
        "meters_at_zero": isinstance(wager, ProgressiveAnalysis),
        **({"stake": float(wager.stake)} if isinstance(wager, ProgressiveAnalysis) else {}),
        "hit": fraction(sum((row.probability for row in rows if row.wins), Fraction(0))),
        "win": fraction(sum((row.probability for row in rows if row.net > 0), Fraction(0))),
        "push": fraction(sum((row.probability for row in rows if row.net == 0), Fraction(0))),
        "loss": fraction(sum((row.probability for row in rows if row.net < 0), Fraction(0))),
        "sd": said["sd"],
        "skewness": skewness(gains_of(rows)),
        "largest_net": float(largest.net),
        "largest_pays": largest.pays,
        "largest_outcome": largest.outcome,
    }


def gains_of(rows: Sequence[OutcomeRow]) -> Mapping[Fraction, Fraction]:
    """How likely each gain is; where no line is written, nothing is gained."""
    chances: dict[Fraction, Fraction] = {}
    for row in rows:
        chances[row.net] = chances.get(row.net, Fraction(0)) + row.probability
    rest = 1 - sum(chances.values())
    if rest > 0:
        chances[Fraction(0)] = chances.get(Fraction(0), Fraction(0)) + rest
    return chances


def skewness(chances: Mapping[Fraction, Fraction]) -> float:
    """The third central moment in units of the standard deviation cubed."""
    mean = sum((gain * chance for gain, chance in chances.items()), Fraction(0))
    second = sum(((gain - mean) ** 2 * chance for gain, chance in chances.items()), Fraction(0))
    third = sum(((gain - mean) ** 3 * chance for gain, chance in chances.items()), Fraction(0))
    return float(third) / float(second) ** 1.5 if second else 0.0


def skewness_error(chances: Mapping[Fraction, Fraction], rounds: int) -> float:
    """The standard error of a skewness that was taken from so many rounds, from what one more round would do to it.

    A rare large pay has most of a skewness, and a few thousand rounds see it a few times or never.
    """
    mean = float(sum((gain * chance for gain, chance in chances.items()), Fraction(0)))
    sd = sqrt(sum((float(gain) - mean) ** 2 * float(chance) for gain, chance in chances.items()))
    if not sd:
        return 0.0
    skew = skewness(chances)
    swing = 0.0
    for gain, chance in chances.items():
        z = (float(gain) - mean) / sd
        swing += float(chance) * (z**3 - 3 * z - skew - 1.5 * skew * (z * z - 1)) ** 2
    return sqrt(swing / rounds)


def _of_total(total: Total, tally: Tally) -> Json:
    said = total.to_json()
    told: Json = {
        "per": total.per,
        "edge": fraction(-total.ev),
        "element_of_risk": fraction(-total.element_of_risk),
        "average_wager": fraction(total.average_wager),
        "exact": total.exact,
        "sd": said["sd"],
        "decisions": [{"decision": name, "frequency": fraction(often)} for name, often in total.decisions.items()],
        "note": total.note,
    }
    if total.gains:
        exact = True
        chances = dict(total.gains)
    else:
        exact = False
        chances = {}
        for (_, gain), rounds in tally.main.items():
            key = Fraction(gain, UNIT)
            chances[key] = chances.get(key, Fraction(0)) + Fraction(rounds, tally.rounds)
    told |= {
        "round": {
            "exact": exact,
            "rounds": None if exact else tally.rounds,
            "win": _chance(chances, 1, tally, exact=exact),
            "push": _chance(chances, 0, tally, exact=exact),
            "loss": _chance(chances, -1, tally, exact=exact),
            "skewness": skewness(chances),
            **({} if exact else {"skewness_se": skewness_error(chances, tally.rounds)}),
            "largest_net": float(max(gain for gain, chance in chances.items() if chance)),
            "distribution": [
                {"net": fraction(gain), "probability": fraction(chance)}
                for gain, chance in sorted(chances.items())
                if chance
            ]
            if exact
            else [],
        }
    }
    return told


def _chance(chances: Mapping[Fraction, Fraction], sign: int, tally: Tally, *, exact: bool) -> Json:
    """How often a round is won, pushed or lost as a whole: exactly, or as it was simulated, with its standard error."""
    often = sum((chance for gain, chance in chances.items() if (gain > 0) - (gain < 0) == sign), Fraction(0))
    if exact:
        return {"exact": True, "probability": fraction(often)}
    return {"exact": False, "probability": float(often), "se": sqrt(float(often * (1 - often)) / tally.rounds)}
