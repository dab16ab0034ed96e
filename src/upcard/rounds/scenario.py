"""A round from a scenario: cards and actions written down, settled to the cent (`upcard settle`).

`docs/scenarios.md` describes the format. What is written answers the round's needs (`upcard.rounds.queues`); nothing
here knows a game.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from upcard.cards.card import text
from upcard.rounds.queues import ScenarioError, ScenarioPlayer
from upcard.rounds.record import show_cards
from upcard.rounds.round import Round
from upcard.rules.awards import MICRO, Claim, awards
from upcard.rules.game import Game
from upcard.rules.needs import Illegal
from upcard.rules.registry import game as find_game
from upcard.rules.table import Hand

__all__ = ["ScenarioError", "play", "result", "settle"]


def settle(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Plays a scenario and says what every wager gets back, as docs/contract.md lays it down."""
    round_, unused = play(scenario)
    return result(round_, unused, scenario.get("meters", {}), scenario.get("resets", {}))


def play(scenario: Mapping[str, Any]) -> tuple[Round, list[int]]:
    """The finished round of a scenario, and the cards it did not need."""
    game = _read_game(scenario)
    try:
        return ScenarioPlayer(game, scenario, drop_needless=True).play()
    except (ScenarioError, Illegal) as fault:
        # A "stand" right after a hand that stood by itself is needless, unless the next hand needs it.
        try:
            return ScenarioPlayer(game, scenario, drop_needless=False).play()
        except (ScenarioError, Illegal):
            raise fault from None


def result(
    round_: Round, unused: Sequence[int], meters: Mapping[str, int], resets: Mapping[str, int]
) -> dict[str, Any]:
    """The settlement of a finished round in the contract's form; meter awards included."""
    after, paid = _award(round_, meters, resets)
    staked = round_.staked()
    seats = []
    for number in round_.table.seats:
        lines = [
            {
                "wager": line.wager,
                "hand": line.hand,
                "stake": line.stake,
                "outcome": line.outcome,
                "pays": line.pays,
                "returned": line.returned + sum(paid[claim] for claim in line.claims),
                "rule": line.rule,
            }
            for line in round_.lines
            if line.seat == number
        ]
        returned = sum(int(str(line["returned"])) for line in lines)
        seats.append({"seat": number, "lines": lines, "staked": staked[number], "returned": returned})
    table = round_.table
    return {
        "seats": seats,
        "dealer": _laid(round_, table.dealer),
        **({"board": _laid(round_, table.board)} if table.board.cards else {}),
        "meters": after,
        "unused": [text(card) for card in unused],
    }


def _laid(round_: Round, hand: Hand) -> dict[str, str]:
    """A hand of the house after the round, where every card is known."""
    sight = {(h.seat, h.number): tuple(h.cards) for h in round_.table.hands()}
    label = round_.game.label_in_sight(hand, hand.cards, sight) if hand.cards else ""
    return {"cards": show_cards(hand.cards), "label": label}


def _award(
    round_: Round, meters: Mapping[str, int], resets: Mapping[str, int]
) -> tuple[dict[str, int], dict[Claim, int]]:
    """The meters after the round, in cents, and what each claim is paid."""
    for name, given in (("meters", meters), ("resets", resets)):
        if any(type(v) is not int or v < 0 for v in given.values()):
            raise ScenarioError(f"{name} maps the name of a meter to whole cents, not {given!r}")
        known = {meter for outcomes in round_.game.outcomes for meter in outcomes.meters.values()}
        for meter in given:
            if meter not in known:
                has = f"its meters are {', '.join(sorted(known))}" if known else "it has none"
                raise ScenarioError(f"{round_.game.name} has no meter {meter!r}; {has}")
    claims = [claim for line in round_.lines for claim in line.claims]
    for claim in claims:
        if claim.meter not in meters:
            raise ScenarioError(
                f"seat {claim.seat} wins {claim.percent}% of the meter {claim.meter}: say what it stands at, "
                f'as in "meters": {{"{claim.meter}": 1000000}} (cents)'
            )
    settled = awards(
        {name: cents * MICRO for name, cents in meters.items()},
        {name: cents * MICRO for name, cents in resets.items()},
        claims,
        "sequential" if round_.game.house["jackpot-order"] == "sequential" else "split-first",
        round_.game.award_step,
    )
    paid = {award.claim: award.amount for award in settled.awards}
    return {name: micro // MICRO for name, micro in settled.meters.items()}, paid


# Reading


def _read_game(scenario: Mapping[str, Any]) -> Game:
    if not isinstance(scenario, Mapping):
        raise ScenarioError("a scenario is a JSON object with game, dealer and seats")
    known = {"game", "house", "pays", "dealer", "board", "seats", "meters", "resets"}
    unknown = [key for key in scenario if key not in known]
    if unknown:
        raise ScenarioError(f"a scenario has no {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    for key in ("game", "seats", *(() if "board" in scenario else ("dealer",))):
        if key not in scenario:
            raise ScenarioError(f"the scenario lacks {key!r}")
    for key in ("house", "pays", "meters", "resets"):
        if not isinstance(scenario.get(key, {}), Mapping):
            raise ScenarioError(f"{key} is a JSON object, as in {{}}, not {scenario[key]!r}")
    game = find_game(str(scenario["game"]))(scenario.get("house"), scenario.get("pays"))
    game.refuse_lab_only()
    return game
