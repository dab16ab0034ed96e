"""Short strategies of modelled games: what they are said to be worth is what playing every deal by them comes to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from tests.kit.games import examples, registered
from upcard.cards.card import CARDS
from upcard.lab.general.rounds.script import unit_bets
from upcard.lab.memorable.findings import Findings, find
from upcard.lab.strategies import Plan, parse_plan, sight_of, write_plan
from upcard.rounds.round import Round
from upcard.rules import registry
from upcard.rules.game import Game
from upcard.rules.needs import Answer, Ask, Deal


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with registered(*examples(monkeypatch)):
        yield


def played(game: Game, plan: Plan, answers: Sequence[Answer] = ()) -> Fraction:
    """What the game's own round comes to in units, over every deal, with the plan's move at every decision."""
    round_ = Round(game, {1: unit_bets(game)}, answers=answers)
    need = round_.need
    if need is None:
        gain = sum(line.returned - line.stake for line in round_.lines)
        return Fraction(gain, unit_bets(game)[game.main_wager.name])
    if isinstance(need, Ask):
        turn = need.turns[0]
        return played(game, plan, [*answers, plan.decide(sight_of(round_, turn), turn)])
    assert isinstance(need, Deal)
    sets = list(combinations(sorted(Counter(round_.left).elements()), need.count))
    return sum((played(game, plan, [*answers, cards]) * n for cards, n in Counter(sets).items()), Fraction(0)) / len(
        sets
    )


def small(name: str, ranks: Sequence[int], suits: int, house: dict[str, int] | None = None) -> Game:
    """A game dealt from a deck of these ranks."""
    deck = tuple(card for card in CARDS if card >> 2 in ranks and card & 3 < suits)
    copies = 1 if house is None else 2
    return registry.game(name)(house or {}, None, deck * copies)


@pytest.mark.parametrize(
    ("name", "ranks", "suits", "house"),
    [("harbor-five", (3, 9, 10, 11, 12), 2, None), ("open-water", (0, 2, 5, 7), 2, None),
     ("narrows", (0, 3, 5, 9, 12), 2, {"decks": 2})],
)  # fmt: skip
def test_a_list_is_worth_what_playing_every_deal_by_it_comes_to(
    name: str, ranks: Sequence[int], suits: int, house: dict[str, int] | None
) -> None:
    game = small(name, ranks, suits, house)
    found = find(game)
    priced = [one for one in found.strategies if one.plan is not None]
    assert {one.naive for one in priced} == {False, True}
    for one in priced[:1] + [one for one in priced if not one.naive]:
        assert one.plan is not None
        read = parse_plan(game, write_plan(one.plan), "list.toml")  # as the simulator gets it
        assert one.exact
        assert one.ev == played(game, read)
        assert one.cost == found.strategies[-1].ev - one.ev >= 0


def told(name: str) -> Findings:
    return find(registry.game(name)())


def test_narrows_needs_one_rule_in_the_words_of_its_model() -> None:
    found = told("narrows")
    (one,) = [one for one in found.strategies if not one.naive and one.name != "optimal"]
    assert one.rules == ("raise when between 7 or more", "otherwise stay")
    assert one.cost == 0
    assert found.words == {"between": "How many ranks lie between two cards; -1 for a pair (NAR-2)"}


def test_open_water_gets_better_rule_by_rule() -> None:
    found = told("open-water")
    lists = [one for one in found.strategies if not one.naive and one.name != "optimal"]
    assert [len(one.rules) - 1 for one in lists] == [1, 2, 3, 4]
    assert lists[-1].cost < Fraction(1, 1000) < lists[0].cost
    costs = [error.cost / error.frequency for error in found.errors]
    assert all(0 < each <= Fraction(1, 4) for each in costs)
