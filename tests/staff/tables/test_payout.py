"""The payout helper settles every game, by its own questions alone, to the cent that the round itself settles."""

import random
from typing import Any

import pytest

from upcard.cards.card import text
from upcard.floor.play import games
from upcard.rules.game import Game
from upcard.rules.registry import names
from upcard.web.edge.problems import Refusal
from upcard.web.staff import payout

Json = dict[str, Any]


def _game(name: str) -> Game:
    return games.build(name, {}, {})


def _answer(need: Json, deck: list[str], chance: random.Random) -> list[Any]:
    if need["need"] == "cards":
        return ["cards", " ".join(deck.pop() for _ in range(need["count"]))]
    if need["need"] == "peek":
        return ["peek", False]
    move = chance.choice(need["moves"])
    value = None
    if move["shape"] == "amount":
        value = chance.choice((move["low"], move["high"]))
    elif move["shape"] == "partition":
        value = chance.choice(move["ways"])
    return ["act", need["hand"], move["move"], value]


@pytest.mark.parametrize("game", names())
def test_every_game_is_settled_by_its_questions(game: str) -> None:
    played = _game(game)
    wagers = payout.offered(played)
    for seed in range(25):
        chance = random.Random(seed)
        deck = [text(card) for card in played.deck]
        chance.shuffle(deck)
        stakes = {wager["wager"]: wager["fixed"] or 1000 for wager in wagers}
        answers: list[list[Any]] = []
        said = payout.step(played, stakes, answers)
        while said["need"] is not None:
            answers.append(_answer(said["need"], deck, chance))
            said = payout.step(played, stakes, answers)
        assert sum(line["returned"] for line in said["lines"]) == said["returned"]
        assert sum(line["stake"] for line in said["lines"]) == said["staked"]
        assert all(line["text"].startswith(f"{line['title']}: ") for line in said["lines"])


def test_a_hole_card_that_nobody_has_read() -> None:
    played = _game("blackjack")
    answers: list[list[Any]] = [["cards", "Ts Kd"], ["cards", "Ah"], ["cards", "??"]]
    said = payout.step(played, {"bet": 1000}, answers)
    while said["need"]["need"] == "move":
        choice = next(move for move in said["need"]["moves"] if move["move"] in {"no-insurance", "stand"})
        answers.append(["act", 1, choice["move"], None])
        said = payout.step(played, {"bet": 1000}, answers)
    assert said["need"]["need"] in {"peek", "cards"}


@pytest.mark.parametrize("answer", [[], ["deal", 2], ["cards", 7], ["cards", "Zz"], ["act", 1], ["act", "1", "hit", 0]])
def test_what_can_t_be_read_is_refused(answer: list[Any]) -> None:
    with pytest.raises(Refusal) as refused:
        payout.step(_game("blackjack"), {"bet": 1000}, [answer])
    assert refused.value.status == 422
