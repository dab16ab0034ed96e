"""The same again comes to the same: from a record, from the answers, from cards dealt together in another order."""

import json

from upcard.rounds.record import RecordError, round_from_json, round_to_json
from upcard.rounds.round import Round
from upcard.workshop.verdict import Fault
from upcard.workshop.world import World, story


def replay(world: World) -> str:
    """A recorded round replays to itself, and so does one with the same answers; rules have one digest."""
    for game in world.houses:
        twin = type(game)(game.house, {name: table.name for name, table in game.tables.items()})
        if twin.digest != game.digest:
            raise Fault(f"the same rules have another digest when they are made again: {game.house}")
    for played in world.played:
        for how in ("the same answers", "its record"):
            try:
                if how == "its record":
                    other = round_from_json(json.loads(json.dumps(round_to_json(played.round))))
                else:
                    other = Round(played.game, played.bets, answers=played.answers)
            except RecordError as error:
                raise Fault(f"{error}, in the round: {played.story()}") from error
            except Exception as error:
                told = f"{type(error).__name__}: {error}"
                raise Fault(f"the round does not replay from {how}: {told}, in: {played.story()}") from error
            if other.events != played.round.events:
                raise Fault(f"the round comes out otherwise from {how}: {played.story()}")
    return f"{len(world.played)} rounds, twice each"


def order(world: World) -> str:
    """Cards that are dealt together are a hand, not a sequence: in another order they come to the same."""
    chance = world.chance("order")
    for played in world.played:
        answers = list(played.answers)
        for at, answer in enumerate(answers):
            if isinstance(answer, tuple):
                answers[at] = tuple(chance.sample(answer, len(answer)))
        try:
            other = Round(played.game, played.bets, answers=answers)
        except Exception as error:
            told = f"{type(error).__name__}: {error}"
            raise Fault(f"in another order: {told}; the round was: {played.story()}") from error
        if list(other.lines) != list(played.round.lines):
            raise Fault(
                f"the order of cards dealt together changes what is paid: {played.story()}; "
                f"and: {story(played.game, played.bets, answers)}"
            )
    return f"{len(world.played)} rounds"
