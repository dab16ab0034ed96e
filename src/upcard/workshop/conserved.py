"""Nothing is lost and nothing comes from nowhere: rounds end, cards and money are all there."""

from collections import Counter
from itertools import takewhile

from upcard.rounds.record import show_cards
from upcard.rounds.round import Round
from upcard.rules.events import Acted, StakePlaced
from upcard.rules.needs import Ask, Choice, Turn
from upcard.rules.odds import parse_pay
from upcard.workshop.verdict import Fault
from upcard.workshop.world import World, WorldRound, dealt, hands, stakes


def rounds(world: World) -> str:
    """Every round ends, under every house setting, alone and at a full table."""
    count = len(world.played)
    game, chance = world.houses[0], world.chance("full table")
    for seats in {1, game.default_seats, game.max_seats}:
        world.play(game, {seat: stakes(game, chance) for seat in range(1, seats + 1)}, chance)
    for crash in world.crashes:
        raise Fault(crash.told)
    return f"{count} rounds under {len(world.houses)} house settings, and tables of up to {game.max_seats}"


def cards(world: World) -> str:
    """Every card on the felt was dealt, once; none is there that the deck has not."""
    for played in world.played:
        check_cards(played.round, played.story())
    return f"every card of {len(world.played)} rounds"


def check_cards(round_: Round, told: str) -> None:
    """The cards of a finished round."""
    lie = Counter(card for hand in hands(round_) for card in hand.cards)
    came = dealt(round_)
    if lie - came:
        card = next(iter(lie - came))
        raise Fault(f"{show_cards([card])} lies on the felt and was never dealt there, in the round: {told}")


def money(world: World) -> str:
    """What is staked is settled once, by the pay table, and a move costs what it says."""
    rounds_played = world.played
    for crash in world.crashes:
        if isinstance(crash.error, AssertionError) and "unsettled" in str(crash.error):
            raise Fault(f"a stake is never settled: {crash.told}")
    for played in rounds_played:
        check_money(played.round, played.story())
        _check_costs(played)
    return f"every cent of {sum(sum(played.round.staked().values()) for played in rounds_played):,}"


def check_money(round_: Round, told: str) -> None:
    """The money of a finished round."""
    settled = Counter[int]()
    limited = round_.game.house.get("aggregate-limit") is not None
    for line in round_.lines:
        settled[line.seat] += line.stake
        wager = round_.game.wager(line.wager)
        if line.stake == 0 and wager.placed != "never":
            raise Fault(f"{line.wager} of seat {line.seat} is settled without a stake, or twice, in the round: {told}")
        pay = parse_pay(line.pays)
        if line.stake and not line.claims and not limited and line.returned != pay.returned(line.stake):
            due = pay.returned(line.stake)
            raise Fault(f"{line.wager} pays {line.pays}: {line.returned} instead of {due}, in the round: {told}")
        if line.returned < 0:
            raise Fault(f"{line.wager} takes {-line.returned} cents that were not staked, in the round: {told}")
    for seat, staked in round_.staked().items():
        if settled[seat] != staked:
            raise Fault(f"seat {seat} staked {staked} and {settled[seat]} of it was settled, in the round: {told}")


def _check_costs(played: WorldRound) -> None:
    """A choice costs what it says; an amount is staked as it was given, or not at all."""
    turns = _turns(played)
    acts = [at for at, event in enumerate(played.round.events) if isinstance(event, Acted)]
    for turn, at in zip(turns, acts, strict=True):
        act = played.round.events[at]
        assert isinstance(act, Acted)
        then = takewhile(lambda event: not isinstance(event, Acted), played.round.events[at + 1 :])
        placed = sum(event.amount for event in then if isinstance(event, StakePlaced))
        move = turn.move(act.move)
        if isinstance(move, Choice) and move.cost != placed:
            raise Fault(
                f"{move.name} says that it costs {move.cost}, and stakes {placed}, in the round: {played.story()}"
            )


def _turns(played: WorldRound) -> list[Turn]:
    """The turn that each move of a round was made in."""
    round_, found = Round(played.game, played.bets), list[Turn]()
    for answer in played.answers:
        if isinstance(round_.need, Ask):
            found += [turn for turn in round_.need.turns if (turn.seat, turn.hand) == (answer.seat, answer.hand)]  # type: ignore[union-attr]  # an Ask is answered with an Act
        round_.give(answer)
    return found
