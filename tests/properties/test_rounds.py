"""Whatever players and cards do: cards and money are conserved, and an illegal command changes nothing."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.properties.worlds import TABLES, draw_bets, draw_deck, next_answer, on_table
from upcard.cards.card import CARDS
from upcard.rounds.record import replay, round_from_json, round_to_json
from upcard.rounds.round import Round
from upcard.rules.events import RoundVoided
from upcard.rules.game import Game
from upcard.rules.needs import UNKNOWN, Act, Answer, Ask, Deal, Illegal
from upcard.rules.odds import parse_pay
from upcard.workshop.world import snapshot


class RoundMachine(RuleBasedStateMachine):
    """A round at one table, fed with legal and illegal commands."""

    table: Game

    def __init__(self) -> None:
        super().__init__()
        self.round: Round
        self.answers: list[Answer] = []
        self.deck: Iterator[int] = iter(())

    @initialize(data=st.data())
    def open(self, data: st.DataObject) -> None:
        self.round = Round(self.table, draw_bets(data.draw, self.table))
        self.deck = iter(draw_deck(data.draw, self.table))

    def going(self) -> bool:
        return self.round.need is not None

    @precondition(going)
    @rule(data=st.data())
    def go_on(self, data: st.DataObject) -> None:
        answer = next_answer(data.draw, self.round, self.deck)
        fork, before = self.round.fork(), snapshot(self.round)
        assert snapshot(fork) == before
        self.round.give(answer)
        self.answers.append(answer)
        assert snapshot(fork) == before, "what becomes of a round touched its fork"
        fork.give(answer)
        assert snapshot(fork) == snapshot(self.round)

    @rule(data=st.data())
    def command_out_of_place(self, data: st.DataObject) -> None:
        """A command that the round does not wait for, or not like that."""
        seat, hand = data.draw(st.integers(0, 9)), data.draw(st.integers(0, 5))
        value = data.draw(st.sampled_from([None, -1, 0, 1, 10**9, ((0, 1), (2, 3)), ((), ())]))
        need = self.round.need
        commands: list[Callable[[], Any]] = [
            lambda: self.round.act(Act(seat, hand, data.draw(st.sampled_from(_MOVES)), value)),
            lambda: self.round.shown((0,)),
            lambda: self.round.give(Act(seat, hand, "x", value)),
        ]
        if not isinstance(need, Deal):
            commands.append(lambda: self.round.deal((0,)))
            commands.append(lambda: self.round.give((0,)))
        else:
            gone = [card for card in CARDS if card not in self.round.left] or [99]
            there = sorted(self.round.left)[: need.count - 1]
            commands.append(lambda: self.round.deal((*there, data.draw(st.sampled_from(gone)))))
            commands.append(lambda: self.round.deal((0,) * (need.count + 1)))
            if need.seen_by != "nobody":
                commands.append(lambda: self.round.deal((UNKNOWN,) * need.count))
        if need is None:
            commands.append(lambda: self.round.void("too late"))
        else:
            commands.append(lambda: self.round.void("  "))
        if isinstance(need, Ask):
            commands.append(lambda: self.round.peeked(data.draw(st.booleans())))
            commands.append(lambda: self.round.give(data.draw(st.booleans())))
            open_turns = {(turn.seat, turn.hand) for turn in need.turns}
            if (seat, hand) in open_turns:
                commands = commands[1:]
        command = data.draw(st.sampled_from(commands))
        before = snapshot(self.round)
        with pytest.raises(Illegal) as refused:
            command()
        assert refused.value.reason
        assert refused.value.rule
        assert snapshot(self.round) == before

    @precondition(lambda self: self.going() and isinstance(self.round.need, Ask))
    @rule(data=st.data())
    def bad_value_for_an_open_move(self, data: st.DataObject) -> None:
        assert isinstance(self.round.need, Ask)
        turn = data.draw(st.sampled_from(self.round.need.turns))
        move = data.draw(st.sampled_from(turn.moves))
        bad: Any = data.draw(st.sampled_from([-100, 0, 10**9, ((0, 0), (1, 1)), ((),), "all", True, 2.5]))
        before = snapshot(self.round)
        with pytest.raises(Illegal):
            self.round.act(Act(turn.seat, turn.hand, move.name, bad))
        assert snapshot(self.round) == before

    @precondition(going)
    @rule(seldom=st.integers(0, 9))
    def misdeal(self, seldom: int) -> None:
        if seldom != 7:
            return
        staked = self.round.staked()
        self.round.void("a card was exposed")
        last = self.round.events[-1]
        assert isinstance(last, RoundVoided)
        assert last.refunds == staked
        assert not self.round.lines
        assert self.round.need is None

    @invariant()
    def cards_are_conserved(self) -> None:
        if hasattr(self, "round"):
            assert on_table(self.round) + Counter(self.round.left) == Counter(self.table.deck)

    @invariant()
    def money_is_conserved(self) -> None:
        if not hasattr(self, "round") or self.round.voided:
            return
        table = self.round.table
        settled = sum(line.stake for line in table.lines)
        assert sum(self.round.staked().values()) == sum(table.stakes.values()) + settled
        keys = [(line.seat, line.hand, line.wager) for line in table.lines if line.stake]
        assert len(keys) == len(set(keys)), "a stake was settled twice"
        assert not set(keys) & set(table.stakes), "a settled stake still lies on the felt"
        if self.round.need is None:
            assert not table.stakes, "a stake was never settled"

    @invariant()
    def lines_pay_what_their_table_says(self) -> None:
        if not hasattr(self, "round") or "aggregate-limit" in self.table.house:
            return
        for line in self.round.lines:
            assert line.pays == self.table.table_of(line.wager)[line.outcome].text
            if line.stake and not line.claims:
                assert line.returned == parse_pay(line.pays).returned(line.stake)

    def teardown(self) -> None:
        """A round is its answers; its record replays to the same round, through JSON and without."""
        if hasattr(self, "round"):
            assert self.round.answers == tuple(self.answers)
            assert snapshot(self.round.fork()) == snapshot(self.round)
            if not self.round.voided:
                bets = {number: seat.bets for number, seat in self.round.table.seats.items()}
                assert snapshot(Round(self.table, bets, answers=self.round.answers)) == snapshot(self.round)
            assert replay(self.table, self.round.events).events == self.round.events
            assert round_from_json(round_to_json(self.round)).events == self.round.events


_MOVES = (
    "play",
    "fold",
    "hit",
    "stand",
    "double",
    "split",
    "surrender",
    "insurance",
    "no-insurance",
    "even-money",
    "x",
)


def _name(table: Game) -> str:
    chosen = [f"{key}={value}" for key, value in table.house.items() if value != table.all_settings()[key].default]
    return "-".join([table.name, *chosen])


@pytest.mark.rule("GEN-4")
@pytest.mark.parametrize("table", TABLES, ids=_name)
def test_cards_and_money_are_conserved_and_illegal_commands_change_nothing(table: Game) -> None:
    class Machine(RoundMachine):
        pass

    Machine.table = table
    run_state_machine_as_test(
        Machine, settings=settings(max_examples=25, stateful_step_count=30, suppress_health_check=list(HealthCheck))
    )
