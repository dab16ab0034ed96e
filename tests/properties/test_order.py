"""What must not matter does not: the order of cards dealt together, and the order in which players decide together."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.properties.worlds import TABLES, draw_bets, draw_deck, played
from upcard.rounds.round import Round
from upcard.rules.events import Line
from upcard.rules.game import Game
from upcard.rules.needs import Act, Answer, Ask, Deal, Peek


def _sorted(lines: object) -> list[str]:
    assert isinstance(lines, list)
    return sorted(repr(line) for line in lines if isinstance(line, Line))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.digest[:6]}")
@settings(max_examples=25)
@given(data=st.data())
def test_cards_dealt_together_have_no_order(table: Game, data: st.DataObject) -> None:
    bets = draw_bets(data.draw, table)
    round_, answers = played(data.draw, table, bets)
    shuffle = data.draw(st.randoms(use_true_random=False)).shuffle
    other: list[Answer] = []
    for answer in answers:
        if isinstance(answer, tuple):
            cards = list(answer)
            shuffle(cards)
            other.append(tuple(cards))
        else:
            other.append(answer)
    assert Round(table, bets, answers=other).lines == round_.lines


@pytest.mark.rule("SPL-18")
@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.name}-{table.digest[:6]}")
@settings(max_examples=25)
@given(data=st.data())
def test_players_who_decide_together_may_do_so_in_any_order(table: Game, data: st.DataObject) -> None:
    """Every seat makes the same moves, once each when it likes, once strictly in turn: every seat is paid the same."""
    bets = draw_bets(data.draw, table)
    deck = draw_deck(data.draw, table)
    free, queues = Round(table, bets), dict[int, list[Act]]()
    cards = iter(deck)
    while (need := free.need) is not None:
        if isinstance(need, Ask):
            turn = data.draw(st.sampled_from(need.turns))
            move = data.draw(st.sampled_from([move for move in turn.moves if hasattr(move, "cost")] or turn.moves))
            value = move.ways[0] if hasattr(move, "ways") else None
            act = Act(turn.seat, turn.hand, move.name, value)
            free.act(act)
            queues.setdefault(turn.seat, []).append(act)
        elif isinstance(need, Deal):
            free.give(tuple(next(cards) for _ in range(need.count)))
        else:
            assert isinstance(need, Peek)
            assert need.answer is not None
            free.peeked(need.answer)
    strict, cards = Round(table, bets), iter(deck)
    while (need := strict.need) is not None:
        if isinstance(need, Ask):
            strict.act(queues[need.turns[0].seat].pop(0))
        elif isinstance(need, Deal):
            strict.give(tuple(next(cards) for _ in range(need.count)))
        else:
            assert isinstance(need, Peek)
            assert need.answer is not None
            strict.peeked(need.answer)
    assert _sorted(strict.table.lines) == _sorted(free.table.lines)
