"""Tables to play at random: every game, some house settings, any legal bets, any order of the deck."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from upcard.rounds.round import Round
from upcard.rules.bets import Bets
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Answer, Ask, Choice, Deal, Illegal, Peek, Turn
from upcard.rules.registry import game, names

Draw = Callable[[st.SearchStrategy[Any]], Any]

HOUSES: dict[str, list[dict[str, object]]] = {
    "three-card-poker": [{}, {"pair-plus-on-fold": "loses", "aggregate-limit": 500}],
    "three-card-blitz": [{}, {"blitz-bonus": "progressive"}],
    "four-card-split": [{}, {"version": 1}, {"instant": "best-paid"}],
    "blackjack": [
        {},
        {"decks": 1, "soft-17": "hit", "max-hands": 4, "resplit-aces": "yes", "bet.min": 100},
        {"decks": 2, "double": "9-11", "double-after-split": "no", "surrender": "none", "insurance.max": 300},
    ],
}

TABLES = [game(name)(house) for name in names() for house in HOUSES.get(name, [{}])]


def draw_stakes(draw: Draw, table: Game, seat: int) -> dict[str, int]:
    """Legal bets of one seat: the compulsory wagers, and any of the others that can stand."""
    stakes: dict[str, int] = {}
    for wager in table.wagers:
        if wager.placed != "before":
            continue
        fixed = table.fixed_stake(wager)
        cents = fixed if fixed is not None else draw(st.integers(1, 40)) * 50
        if wager.equals in stakes:
            cents = stakes[wager.equals]
        if wager.at_least in stakes:
            cents = max(cents, stakes[wager.at_least])
        more = {**stakes, wager.name: max(cents, table.limits(wager.name)[0])}
        if wager.required or draw(st.booleans()):
            stakes = more
    try:
        table.open({seat: stakes})
    except Illegal:
        return {wager.name: table.fixed_stake(wager) or 500 for wager in table.wagers if _main(wager)}
    return stakes


def _main(wager: Any) -> bool:
    return wager.placed == "before" and not wager.side


def draw_bets(draw: Draw, table: Game) -> Bets:
    """One to three seats with bets, any of them empty."""
    seats = draw(st.lists(st.integers(1, table.max_seats), min_size=1, max_size=3, unique=True))
    return {seat: draw_stakes(draw, table, seat) for seat in seats}


def draw_act(draw: Draw, turn: Turn) -> Act:
    """A legal move of a turn."""
    move = draw(st.sampled_from(turn.moves))
    value: Any = None
    if isinstance(move, Amount):
        value = draw(st.sampled_from([move.low, move.high, *range(move.low, move.high, max(move.step, 1))][:20]))
    elif not isinstance(move, Choice):
        value = draw(st.sampled_from(move.ways))
    return Act(turn.seat, turn.hand, move.name, value)


def next_answer(draw: Draw, round_: Round, deck: Iterator[int]) -> Answer:
    """What a table would answer now: the next cards of the deck, the truth of a peek, a player's legal move."""
    need = round_.need
    if isinstance(need, Deal):
        return tuple(next(deck) for _ in range(need.count))
    if isinstance(need, Peek):
        assert need.answer is not None
        return need.answer
    assert isinstance(need, Ask)
    return draw_act(draw, draw(st.sampled_from(need.turns)))


def draw_deck(draw: Draw, table: Game) -> list[int]:
    """The table's cards in some order."""
    order: list[int] = list(table.deck)
    draw(st.randoms(use_true_random=False)).shuffle(order)
    return order


def played(draw: Draw, table: Game, bets: Bets, *, steps: int = 10_000) -> tuple[Round, list[Answer]]:
    """A round played to its end, or so many answers far."""
    round_ = Round(table, bets)
    answers: list[Answer] = []
    deck = iter(draw_deck(draw, table))
    while round_.need is not None and len(answers) < steps:
        answer = next_answer(draw, round_, deck)
        round_.give(answer)
        answers.append(answer)
    return round_, answers


def on_table(round_: Round) -> Counter[int]:
    """The cards that lie on the table."""
    return Counter(card for hand in round_.table.hands() for card in hand.cards)
