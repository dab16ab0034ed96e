"""What the rules refuse changes nothing, and says why."""

from collections.abc import Iterator
from random import Random
from typing import Any

from upcard.rounds.fault import where
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Amount, Ask, Choice, Deal, Illegal, Partition, Peek
from upcard.workshop.verdict import Fault
from upcard.workshop.world import World, WorldRound, snapshot, stakes, story


def refusals(world: World) -> str:
    """Wrong answers at every step and wrong bets are refused with a rule, and leave the round as it was."""
    chance = world.chance("refusals")
    tried = sum(_wrong_answers(played, chance) for played in world.played[:: max(1, len(world.played) // 100)])
    tried += sum(_wrong_bets(game, chance) for game in world.houses)
    return f"{tried} wrong answers and bets refused"


def _wrong_answers(played: WorldRound, chance: Random) -> int:
    round_ = Round(played.game, played.bets)
    tried = 0
    for answer in (*played.answers, None):
        for wrong in _answers_refused(round_, chance):
            before = snapshot(round_)
            what = f"{wrong}, given after: {story(played.game, played.bets, round_.answers)}"
            try:
                _give(round_, wrong)
            except Illegal as refused:
                if not refused.rule or not refused.reason:
                    raise Fault(f"a refusal names no rule or no reason: {what}") from None
            except Exception as error:
                raise Fault(f"{where(error)} instead of a refusal: {what}") from error
            else:
                raise Fault(f"this is not refused: {what}")
            if snapshot(round_) != before:
                raise Fault(f"a refused answer changed the round: {what}")
            tried += 1
        if answer is not None:
            round_.give(answer)
    return tried


def _give(round_: Round, wrong: Any) -> None:
    if isinstance(wrong, Act):
        round_.act(wrong)
    elif isinstance(wrong, bool):
        round_.peeked(wrong)
    else:
        round_.deal(wrong)


def _answers_refused(round_: Round, chance: Random) -> Iterator[Any]:
    """Answers that can't be right now."""
    need = round_.need
    seats = list(round_.table.seats)
    if not isinstance(need, Deal):
        yield (0, 1)
    if not isinstance(need, Peek):
        yield True
    if not isinstance(need, Ask):
        for seat in seats:
            yield Act(seat, 1, "fold")
        yield Act(round_.game.max_seats + 1, 1, "play")
    if isinstance(need, Deal):
        cards = [card for card, count in round_.left.items() for _ in range(count)]
        yield tuple(cards[: need.count + 1])
        yield ()
        gone = [card for card in round_.game.deck_counts if card not in round_.left]
        yield (*cards[: need.count - 1], chance.choice(gone) if gone else 99)
    if isinstance(need, Ask):
        for turn in need.turns:
            yield Act(turn.seat, turn.hand, "no-such-move")
            yield Act(turn.seat, turn.hand + 9, turn.moves[0].name)
            for move in turn.moves:
                for value in _values_refused(move):
                    yield Act(turn.seat, turn.hand, move.name, value)
        waiting = {turn.seat for turn in need.turns}
        for seat in [*seats, round_.game.max_seats + 1]:
            if seat not in waiting:
                yield Act(seat, 1, need.turns[0].moves[0].name)


def _values_refused(move: object) -> Iterator[Any]:
    if isinstance(move, Choice):
        yield 100
    elif isinstance(move, Amount):
        yield from (None, move.low - 1, move.high + 1, -1)
        if move.step > 1 and move.high > move.low:
            yield move.low + 1
    elif isinstance(move, Partition):
        yield from (None, 100, ())
        yield tuple((card,) for part in move.ways[0] for card in (*part, *part))


def _wrong_bets(game: Game, chance: Random) -> int:
    right = stakes(game, chance)
    wager = next(wager for wager in game.wagers if wager.name in right)
    later = [other.name for other in game.wagers if other.placed != "before"]
    wrong: list[dict[int, dict[str, int]]] = [
        {},
        {1: {}},
        {0: right},
        {game.max_seats + 1: right},
        {1: {**right, "no-such-wager": 100}},
        {1: {**right, wager.name: 0}},
        {1: {**right, wager.name: -right[wager.name]}},
        {1: {**right, wager.name: 10**18}},
        *({1: {**right, name: 100}} for name in later),
        *(
            {1: {n: c for n, c in right.items() if n != one.name}}
            for one in game.wagers
            if one.required and len(right) > 1
        ),
    ]
    for bets in wrong:
        try:
            Round(game, bets)
        except Illegal as refused:
            if not refused.rule:
                raise Fault(f"the refusal of these bets names no rule: {bets}") from None
        except Exception as error:
            raise Fault(f"{where(error)} instead of a refusal of the bets {bets}") from error
        else:
            raise Fault(f"these bets are not refused: {bets}")
    return len(wrong)
