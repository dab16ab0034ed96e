"""Chapter 2: worked examples, dealt from a seed and settled by the round itself."""

from collections.abc import Iterator, Mapping

from upcard.cards.card import show
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.lab.analysis import Json
from upcard.lab.simulation.players import SEAT, UNIT, StrategyPlayer, player
from upcard.rounds.dealing import deal_on
from upcard.rounds.round import Round
from upcard.rules.events import Acted, CardsDealt, CardsShown, CardsTurned, HandsLaid, Peeked
from upcard.rules.game import Game
from upcard.rules.needs import BOARD, Ask, Illegal
from upcard.rules.words import spaced

MOST = 6
"""Examples in a report."""
DEALT = 400
"""Rounds among which they are looked for."""
STAKE = 1000
"""Cents on each wager of an example, where the table allows it."""
DEALER = "dealer"


def examples(game: Game) -> list[Json]:
    """A few rounds that differ most in what they show; the same game always has the same."""
    try:
        rounds = list(_rounds(game))
    except Illegal:  # limits that no example's stakes keep
        return []
    found: list[Round] = []
    shown: set[tuple[str, str]] = set()
    while len(found) < MOST:
        # The round that shows most of what has not been seen; outcomes that pay count for more.
        best = max(rounds, key=lambda played: len(_outcomes(played) - shown), default=None)
        if best is None or not _outcomes(best) - shown:
            break
        shown |= _outcomes(best)
        found.append(best)
        rounds.remove(best)
    return [_told(played) for played in found]


def _rounds(game: Game) -> Iterator[Round]:
    seed = f"examples {game.digest}"
    cards = SeededSource(f"cards {seed}")
    strategy = player(game, SeededSource(f"choices {seed}"))
    bets = {SEAT: {name: _stake(game, name, cents) for name, cents in strategy.bets[SEAT].items()}}
    for _ in range(DEALT):
        yield _play(game, strategy, bets, Shoe.fresh(game.deck, cards))


def _stake(game: Game, wager: str, cents: int) -> int:
    if cents != UNIT:
        return cents
    low, high = game.limits(wager)
    return max(low, min(STAKE, high or STAKE))


def _play(game: Game, strategy: StrategyPlayer, bets: Mapping[int, Mapping[str, int]], shoe: Shoe) -> Round:
    played = Round(game, bets)
    deal_on(played, shoe)
    while isinstance(need := played.need, Ask):
        played.act(strategy.act(played, need.turns[0]))
        deal_on(played, shoe)
    return played


def _outcomes(played: Round) -> set[tuple[str, str]]:
    return {(line.wager, line.outcome) for line in played.lines}


def _told(played: Round) -> Json:
    lines = [
        {"wager": line.wager, "hand": line.hand, "stake": line.stake, "outcome": line.outcome, "pays": line.pays,
         "returned": line.returned, "rule": line.rule}
        for line in played.lines
    ]  # fmt: skip
    return {
        "steps": list(_steps(played)),
        "lines": lines,
        "staked": sum(line.stake for line in played.lines),
        "returned": sum(line.returned for line in played.lines),
    }


def _steps(played: Round) -> Iterator[Json]:
    """What happened, in order; cards lie open here, as for whoever checks a settlement."""
    for event in played.events:
        if isinstance(event, CardsDealt):
            yield {"who": _who(event.seat, event.hand), "what": f"is dealt {show(event.cards)}"}
        elif isinstance(event, HandsLaid):
            yield {"who": _who(event.seat, 1), "what": "lays " + " | ".join(show(cards) for cards in event.hands)}
        elif isinstance(event, Acted):
            yield {"who": _who(event.seat, event.hand), "what": spaced(event.move)}
        elif isinstance(event, CardsShown | CardsTurned) and event.seat <= 0:
            yield {"who": _who(event.seat, 1), "what": f"shows {show(event.cards)}"}
        elif isinstance(event, Peeked):
            yield {"who": DEALER, "what": f"looks: {event.question} {'Yes' if event.answer else 'No'}"}


def _who(seat: int, hand: int) -> str:
    if seat <= 0:
        return "board" if seat == BOARD else DEALER
    return "player" if hand == 1 else f"player, hand {hand}"
