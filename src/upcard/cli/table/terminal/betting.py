"""Bets before the deal: sensible stakes to begin with, every wager asked for, refusals with the rule behind them."""

from collections.abc import Mapping

from upcard.cli.money import parse_dollars
from upcard.cli.table.terminal.screen import Screen
from upcard.rounds.bots import before_the_deal, usual
from upcard.rules.bets import objections
from upcard.rules.game import Game, Wager
from upcard.rules.words import dollars

UNIT = 1000
"""What a seat bets on the main wager unless the table or the player says otherwise: $10."""

Stakes = dict[str, int]


def refusal(game: Game, seat: int, stakes: Stakes) -> str:
    """Why these bets can't stand at a seat; empty when they can."""
    found = next(objections(game, {seat: stakes}), None)
    return f"{found.in_dollars} ({found.rule})" if found else ""


def ask_stakes(game: Game, screen: Screen, seat: int, last: Mapping[str, int], bankroll: int) -> Stakes:
    """Asks for every wager in turn; Enter takes the suggestion, which is the last stake where there was one."""
    while True:
        stakes: Stakes = {}
        for wager in before_the_deal(game):
            if wager.needs and not any(name in stakes for name in wager.needs):
                continue
            if wager.equals is not None and wager.required:
                stakes[wager.name] = stakes.get(wager.equals, 0)
                screen.line(f"{wager.title}: {dollars(stakes[wager.name])}, equal to {game.wager(wager.equals).title}.")
                continue
            cents = _ask_stake(game, screen, wager, stakes, last)
            if cents:
                stakes[wager.name] = cents
        why = refusal(game, seat, stakes)
        if not why and sum(stakes.values()) > bankroll:
            why = f"that is {dollars(sum(stakes.values()))}, and you have {dollars(bankroll)}"
        if not why:
            return stakes
        screen.line(f"These bets can't stand: {why}.", "bad")


def _ask_stake(game: Game, screen: Screen, wager: Wager, stakes: Stakes, last: Mapping[str, int]) -> int:
    fixed = game.fixed_stake(wager)
    known = last.get(wager.name)
    suggested = known if known is not None else 0 if wager.side or last else usual(game, wager, stakes, UNIT)
    if wager.at_least and wager.at_least in stakes:
        suggested = max(suggested, stakes[wager.at_least])
    low, high = game.limits(wager.name)
    bounds = [f"from {dollars(low)}"] if low > 1 else []
    bounds += [f"to {dollars(high)}"] if high is not None else []
    if fixed is not None:
        bounds = [f"{dollars(fixed)}, y or n"]
    said = f"{wager.title} ({' '.join(bounds)})" if bounds else wager.title
    while True:
        typed = screen.ask(f"{said} [{dollars(suggested) if suggested else 'none'}]:").lower()
        if not typed:
            return suggested
        if typed in {"n", "no", "none", "0"}:
            return 0
        if fixed is not None and typed in {"y", "yes"}:
            return fixed
        cents = parse_dollars(typed)
        if cents is not None:
            return cents
        screen.line(f"{wager.help} Type dollars such as 10 or 2.50, 0 for none, or Enter for the suggestion.")
