"""Whether cards that are taken as alike are alike to the script: rounds are played again with others in their place."""

import random
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence

from upcard.cards.card import Cards
from upcard.lab.analysis import LabError
from upcard.lab.general.rounds.cases import line_key, said
from upcard.lab.general.rounds.script import SEAT, PlayedRound, ScriptPlayer, Step, acts, place_of
from upcard.lab.walking.drawing import Alike
from upcard.lab.walking.standing import standing
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Act, Answer, Ask, Deal, Peek, Turn

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


def check_order(game: Game, bets: Mapping[str, int], names: Mapping[int, str], draw: random.Random) -> None:
    """Refuses a game to which the order of a hand's cards matters after all.

    Two cards of one hand come in turned places; where both rounds stand alike, they have to go on alike.
    """
    for _ in range(CHECKED):
        answers = _at_random(game, bets, draw)
        turned = _two_turned(game, bets, answers, names, draw)
        one, other = Round(game, {SEAT: bets}), Round(game, {SEAT: bets})
        alike = True
        for answer, instead in zip(answers, turned, strict=True):
            if one.need != other.need:
                break
            one.give(answer)
            other.give(instead)
            were_alike, alike = alike and answer == instead, standing(one, names) == standing(other, names)
            if (were_alike and not alike) or (alike and one.need != other.need):
                deals = " and ".join(f"[{said(_held(round_))}]" for round_ in (one, other))
                raise Different(
                    f"the model of {game.title} says that the order of a hand's cards makes no difference: with "
                    f"{deals} the round goes on otherwise"
                )


def _at_random(game: Game, bets: Mapping[str, int], draw: random.Random) -> Sequence[Answer]:
    """What is answered in a round with any cards and any decisions."""
    deck = draw.sample(game.deck, len(game.deck))
    played = Round(game, {SEAT: bets})
    while (need := played.need) is not None:
        if isinstance(need, Deal):
            played.deal([deck.pop() for _ in range(need.count)])
        elif isinstance(need, Ask):
            played.act(draw.choice(list(acts(need.turns[0]))))
        else:
            assert isinstance(need, Peek)
            played.peeked(bool(need.answer))
    return played.answers


def _two_turned(
    game: Game, bets: Mapping[str, int], answers: Sequence[Answer], names: Mapping[int, str], draw: random.Random
) -> Sequence[Answer]:
    """The same with two cards of one hand in each other's places, where there are two that differ."""
    played = Round(game, {SEAT: bets})
    spots: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for at, answer in enumerate(answers):
        if isinstance(played.need, Deal):
            assert isinstance(answer, tuple)
            spots.setdefault((played.need.seat, played.need.hand), []).extend((at, i) for i in range(len(answer)))
        played.give(answer)
    cards: dict[int, list[int]] = {at: list(own) for at, own in enumerate(answers) if isinstance(own, tuple)}
    pairs = [
        (a, i, b, j)
        for own in spots.values()
        for n, (a, i) in enumerate(own)
        for b, j in own[n + 1 :]
        if a != b and names[cards[a][i]] != names[cards[b][j]]
    ]
    if pairs:
        a, i, b, j = draw.choice(pairs)
        cards[a][i], cards[b][j] = cards[b][j], cards[a][i]
    return [tuple(cards[at]) if at in cards else answer for at, answer in enumerate(answers)]


def _held(played: Round) -> dict[str, Cards]:
    return {place_of(hand.seat, hand.number): tuple(hand.cards) for hand in played.table.hands() if hand.cards}


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
