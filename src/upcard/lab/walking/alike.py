"""Whether cards that are taken as alike are alike to the script: rounds are played again with others in their place."""

import random
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping

from upcard.lab.analysis import LabError
from upcard.lab.general.rounds.cases import line_key, said
from upcard.lab.general.rounds.script import PlayedRound, ScriptPlayer, Step, acts
from upcard.lab.walking.drawing import Alike
from upcard.rules.game import Game
from upcard.rules.needs import Act, Turn

CHECKED = 200
"""Rounds that are played again with other cards of the same kind."""


class Different(LabError):
    """Cards that were taken as alike are not."""


def check_alike(
    game: Game, bets: Mapping[str, int], alike: Alike, draw: random.Random, apart: Collection[str] = ()
) -> None:
    """Refuses cards that are called alike and are not: rounds at random, and again with others of their kind.

    `apart` are side bets that have facts of their own: they may see more in a card.
    """
    if alike is None:
        return
    player = ScriptPlayer(game, bets)
    for _ in range(CHECKED):
        names = _renaming(game, alike, draw)
        one = player.at_random(draw)
        made = iter(one.path)
        swapped = {place: tuple(names[card] for card in cards) for place, cards in one.cards.items()}

        def again(_: int, turn: Turn, made: Iterator[Step] = made, names: Mapping[int, int] = names) -> Act:
            move, value = next(made, (0, ("", None)))[1]
            if isinstance(value, tuple):
                value = tuple(tuple(sorted(names[card] for card in part)) for part in value)
            return next((act for act in acts(turn) if (act.move, act.value) == (move, value)), next(acts(turn)))

        other = player.play(swapped, again, draw)
        if other.cards != swapped or _lines(one, apart) != _lines(other, apart):
            deals = " and ".join(f"[{said(cards)}]" for cards in (one.cards, other.cards))
            raise Different(
                f"the model of {game.title} calls cards alike that are not: with {deals} the script writes other lines"
            )


def _lines(played: PlayedRound, apart: Collection[str]) -> list[object]:
    return [line_key(line) for line in played.lines if line.wager not in apart]


def _renaming(game: Game, alike: Callable[[int], Hashable] | str, draw: random.Random) -> Mapping[int, int]:
    """Other cards in the place of each: of its kind, or of another name of its suit."""
    if alike == "suits":
        suits = sorted({card & 3 for card in game.deck_counts})
        names = dict(zip(suits, draw.sample(suits, len(suits)), strict=True))
        return {card: card & ~3 | names[card & 3] for card in game.deck_counts}
    assert callable(alike)
    kinds: dict[Hashable, list[int]] = {}
    for card in game.deck_counts:
        kinds.setdefault((alike(card), game.deck_counts[card]), []).append(card)
    return {
        card: other
        for cards in kinds.values()
        for card, other in zip(cards, draw.sample(cards, len(cards)), strict=True)
    }
