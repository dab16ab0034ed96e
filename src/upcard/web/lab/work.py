"""What runs in the lab's own processes. Plain JSON goes in and comes out; numba is imported only here."""

import logging
from collections.abc import Callable
from typing import Any

from upcard.cards.card import CardError
from upcard.rounds.knowledge import Knowledge
from upcard.rules.paytable import PayTableError
from upcard.rules.registry import UnknownGame
from upcard.rules.settings import SettingError
from upcard.web.coach import worker as coach
from upcard.web.lab import variant
from upcard.web.lab.long_work import LONG, Tell, progress
from upcard.web.lab.passing import received

Json = dict[str, Any]

ROUNDS = 2_000
"""Rounds of an estimate, as in a terminal."""

log = logging.getLogger("upcard.web.lab.work")


class CanNot(Exception):
    """A question that the lab can't answer, with the reason for a person."""


def do(verb: str, args: tuple[Any, ...], tell: Tell) -> tuple[str, Any]:
    """Answers one question: "done" with the answer, "refused" with the reason, or "broken"."""
    from upcard.extras import MissingExtra
    from upcard.lab.analysis import LabError
    from upcard.lab.pricing import FixedSum

    try:
        return "done", VERBS[verb](tell, *args)
    except KeyboardInterrupt:
        return "refused", "it was stopped"
    except (LabError, FixedSum, PayTableError, SettingError, CardError, MissingExtra, UnknownGame) as error:
        return "refused", " ".join(str(error).split())
    except Exception as error:
        log.exception("the lab can't %s %s", verb, args)
        return "broken", repr(error)


def analyze(tell: Tell, rules: Json) -> Json:
    """What `upcard analyze --json` prints."""
    from upcard.lab.analysis import fraction
    from upcard.lab.solvers import solver

    game = received(rules)
    found = solver(game.name).solve(game, progress(tell))
    if (total := found.total) is not None:
        # Rows and deviations of every wager can take longer than the edge did; who turns a pay looks at the edge first.
        tell({"words": "every wager by itself", "ev": fraction(total.ev) if total.exact else float(total.ev)})
    return found.to_json()


def estimate(tell: Tell, rules: Json) -> Json:
    """What `upcard analyze --estimate --json` prints."""
    from upcard.lab.general.estimated import estimate as play

    return play(received(rules), progress(tell), rounds=ROUNDS).to_json()


def advise(_: Tell, asked: Json) -> Json:
    """Every move of an open turn with its expectation, as the coach says it."""
    from upcard.lab.coach import in_terminal

    game = received(asked["rules"])  # so that the coach finds it
    told = in_terminal(game, Knowledge.from_json(asked["known"]))
    command = "" if told is None else f"{variant.command(game, 'advise', *told)} --json"
    return {**coach.advise(asked), "command": command}


def plots() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script that asks no network for anything."""
    from upcard.extras import need

    need("reports")
    import vl_convert

    script: str = vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;")
    return script


VERBS: dict[str, Callable[..., Any]] = {"analyze": analyze, "estimate": estimate, "advise": advise, **LONG}
