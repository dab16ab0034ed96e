"""Bets before the deal: sensible stakes to begin with, every wager asked for, refusals with the rule behind them."""

from collections.abc import Mapping

from upcard.cards.shuffle import Source
from upcard.cli.money import parse_dollars
from upcard.cli.table.terminal.screen import Screen
from upcard.rules.game import Game, Wager
from upcard.rules.needs import Illegal
from upcard.rules.words import dollars

UNIT = 1000
"""What a seat bets on the main wager unless the table or the player says otherwise: $10."""

Stakes = dict[str, int]


def before_the_deal(game: Game) -> list[Wager]:
    """The wagers that are placed before the deal, the side bets last."""
    return sorted((wager for wager in game.wagers if wager.placed == "before"), key=lambda wager: wager.side)


def within(game: Game, wager: Wager, cents: int) -> int:
    """A stake brought between the wager's limits."""
    fixed = game.fixed_stake(wager)
    if fixed is not None:
        return fixed
    low, high = game.limits(wager.name)
    return max(low, cents if high is None else min(cents, high))


def usual(game: Game, wager: Wager, stakes: Mapping[str, int], unit: int = UNIT) -> int:
    """The stake to suggest: what the wager is tied to, or the unit."""
    tied = wager.equals or wager.at_least or wager.multiple_of
    return within(game, wager, stakes.get(tied, unit) * wager.times[0] if tied else unit)


def main_stakes(game: Game, unit: int = UNIT) -> Stakes:
    """One unit on every wager that is no side bet."""
    stakes: Stakes = {}
    for wager in before_the_deal(game):
        if not wager.side:
            stakes[wager.name] = usual(game, wager, stakes, unit)
    return stakes


def refusal(game: Game, seat: int, stakes: Stakes) -> str:
    """Why these bets can't stand at a seat; empty when they can."""
    try:
        game.check_bets({seat: stakes})
    except Illegal as illegal:
        return str(illegal).removeprefix(f"seat {seat}: ")
    return ""


def bot_stakes(game: Game, seat: int, source: Source, unit: int = UNIT) -> Stakes:
    """What a bot bets: the main wagers, and a side bet now and then."""
    stakes = main_stakes(game, unit)
    for wager in before_the_deal(game):
        if wager.side and not source.below(3):
            more = {**stakes, wager.name: usual(game, wager, stakes, unit // 2)}
            stakes = stakes if refusal(game, seat, more) else more
    return stakes


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
    suggested = known if known is not None else 0 if wager.side or last else usual(game, wager, stakes)
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
