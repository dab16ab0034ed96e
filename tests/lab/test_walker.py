"""The general walker analyses a game it has never heard of, and says so where it can't."""

import random
import re
import time
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, ClassVar

import pytest

from tests.kit.games import registered
from tests.sixth_game.game import HighCard, against
from upcard.cards.card import CARDS
from upcard.lab import LabError, analyze
from upcard.lab.analysis import WagerAnalysis
from upcard.lab.general.sending import can_be_sent
from upcard.lab.kernels import silent
from upcard.lab.processes import LabProcesses
from upcard.lab.registry import with_own
from upcard.lab.walking import solving, walker
from upcard.lab.walking.drawing import hands_of
from upcard.lab.walking.solving import solve
from upcard.lab.walking.walker import Walker
from upcard.rules.model import Model
from upcard.rules.needs import UNKNOWN, Choice, Script, Turn, together
from upcard.rules.paytable import PayTable
from upcard.rules.table import Table
from upcard.rules.three_card_poker import ThreeCardPoker


@pytest.fixture(autouse=True)
def sixth_game() -> Iterator[None]:
    with registered(HighCard):
        yield


def test_a_sixth_game_is_analysed_without_a_solver() -> None:
    assert HighCard.name not in with_own("solver")
    analysis = analyze("high-card")
    assert analysis.total is not None
    # By hand: rank r beats 4 r of the other 51 cards and ties with 3; a raise is right where 2 (wins - losses) > -51.
    wins = [4 * r for r in range(13)]
    losses = [51 - 3 - won for won in wins]
    both = list(zip(wins, losses, strict=True))
    expected = sum((max(Fraction(2 * (w - x), 51), Fraction(-1)) for w, x in both), Fraction(0))
    assert analysis.total.ev == expected / 13
    match = analysis.wagers["match"]
    assert isinstance(match, WagerAnalysis)
    assert {row.outcome: row.probability for row in match.rows} == {"match": Fraction(1, 17), "other": Fraction(16, 17)}
    raises = Fraction(sum(2 * (w - x) > -51 for w, x in both), 13)
    assert analysis.total.decisions == {"raise": raises, "fold": 1 - raises}


def test_house_settings_count() -> None:
    mild, hard = (analyze("high-card", {"ties": who}).total for who in ("push", "dealer"))
    assert mild is not None
    assert hard is not None
    assert hard.ev < mild.ev


def test_a_tree_that_is_too_large_is_refused_at_once_and_says_what_to_do() -> None:
    with pytest.raises(LabError, match=r"about 3\d(\.\d)? million ways.*give this game a model.*--estimate"):
        solve(ThreeCardPoker(), silent)


def test_a_deal_of_too_many_sets_is_said_before_a_limit_is_proposed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walker, "MOST_SETS", 22_099)
    for limit in ("", "100000000"):
        with pytest.raises(LabError, match=r"3 cards together, which are one of 22,100 sets(?!.*--limit).*--estimate"):
            solve(ThreeCardPoker(), silent, limit=limit)


def test_hands_of_a_shoe_are_counted_with_their_ways() -> None:
    shoe = {0: 2, 1: 1, 2: 3}
    drawn = dict(hands_of(shoe, 2))
    assert drawn == {(0, 0): 1, (0, 1): 2, (0, 2): 6, (1, 2): 3, (2, 2): 3}
    assert sum(drawn.values()) == 6 * 5 // 2
    assert len(list(hands_of(dict.fromkeys(CARDS, 1), 2))) == 1326


class Suited(HighCard):
    """A game whose Match is paid on cards of one suit; its model says that the suits' names make no difference."""

    name = "suited"
    alike: ClassVar[Any] = "suits"

    @classmethod
    def known_tables(cls) -> dict[str, dict[str, PayTable]]:  # type: ignore[override]  # the base's is kept by class
        return HighCard.known_tables()

    def model(self) -> Model:
        return Model(alike=self.alike)

    def play(self, t: Table) -> Script:
        (seat,) = t.in_order()
        yield from t.deal(seat.hand, 2, "owner")
        yield from t.deal(t.dealer, 2, "nobody")
        yield from together([self._decide(t, seat)])
        yield from t.show(t.dealer)
        alike = len({card & 3 for card in seat.cards}) < len({card & 3 for card in t.dealer.cards})
        if t.has(1, "ante"):
            paid = "win" if alike else against(max(seat.cards) & ~3, max(t.dealer.cards) & ~3)
            t.settle(1, "ante", paid, "HIC-4")
            t.settle(1, "raise", paid, "HIC-4")
        t.settle(1, "match", "match" if alike else "other", "HIC-5")


def test_suits_that_are_alike_are_walked_once() -> None:
    game = Suited(deck=[4 * r + s for r in range(4) for s in range(3)])
    plain = type("Plain", (Suited,), {"alike": None})(deck=game.deck)
    bets = dict.fromkeys(("ante", "match"), 100)
    once, every = Walker(game, bets), Walker(plain, bets)
    found, whole = once.outlook(), every.outlook()
    assert (found.main, found.staked, found.square, found.lines) == (
        whole.main,
        whole.staked,
        whole.square,
        whole.lines,
    )
    assert once.rounds * 4 < every.rounds
    for one in (once, every):  # how many there are was known before
        size = one.size(random.Random(1))
        assert abs(size.rounds - one.rounds) < 4 * size.error + 1
    said: list[str] = []
    assert solve(game, said.append).to_json()["wagers"] == solve(plain, said.append).to_json()["wagers"]


def test_cards_that_are_called_alike_and_are_not_are_refused_with_two_deals() -> None:
    game = type("Lying", (Suited,), {"alike": staticmethod(lambda card: card >> 2)})(deck=range(12))
    with pytest.raises(LabError, match=r"calls cards alike that are not: with \[.*dealer .*\] and \[.*dealer"):
        solve(game, silent)


class Totals(Suited):
    """Cards are drawn to a total; it does not matter in which order they came."""

    name = "totals"
    order: ClassVar[Any] = "free"
    minds: ClassVar[bool] = False

    def model(self) -> Model:
        return Model(alike=lambda card: card >> 2, order=self.order)

    def play(self, t: Table) -> Script:
        (seat,) = t.in_order()
        yield from t.deal(seat.hand, 1, "owner")
        yield from t.deal(t.dealer, 1, "nobody")
        while _total(seat.cards) < 6:
            moves = (Choice("raise", "Card", "c", "HIC-3"), Choice("fold", "Enough", "e", "HIC-3"))
            if (yield from t.ask(Turn(1, 1, moves))).move == "fold":
                break
            yield from t.deal(seat.hand, 1, "everybody")
        yield from t.show(t.dealer)
        while _total(t.dealer.cards) < 5:
            yield from t.deal(t.dealer, 1, "everybody")
        player, dealer = _total(seat.cards), _total(t.dealer.cards)
        paid = "lose" if player > 8 or player < dealer <= 8 else "tie" if player == dealer else "win"
        if self.minds and seat.cards[0] >> 2 > seat.cards[-1] >> 2:
            paid = "tie"
        t.settle(1, "ante", paid, "HIC-4")
        t.settle(1, "match", "match" if paid == "tie" else "other", "HIC-5")


def _total(cards: Sequence[int]) -> int:
    return sum((card >> 2) + 1 for card in cards)


def test_where_the_order_of_cards_is_free_the_walk_goes_on_once_from_where_it_stands() -> None:
    game = Totals(deck=range(16))
    bets = dict.fromkeys(("ante", "match"), 100)
    plain = type("Plain", (Totals,), {"order": "matters"})(deck=game.deck)
    once, every = Walker(game, bets), Walker(plain, bets)
    found, whole = once.outlook(), every.outlook()
    assert (found.main, found.square, found.lines) == (whole.main, whole.square, whole.lines)
    assert Fraction(found.tied, found.of) == Fraction(whole.tied, whole.of)
    assert once.rounds * 3 < 2 * every.rounds
    size = once.size(random.Random(1))
    assert size.rounds / 4 < once.rounds < size.at_most
    assert [one.main for _, one in once.options(((0,), (UNKNOWN,)))] == [
        one.main for _, one in every.options(((0,), (UNKNOWN,)))
    ]


def test_an_order_that_matters_after_all_is_refused_with_two_deals() -> None:
    game = type("Minds", (Totals,), {"minds": True})(deck=range(20))
    with pytest.raises(LabError, match=r"order of a hand's cards makes no difference: with \[.*\] and \[.*otherwise"):
        solve(game, silent)
    for alike in ("suits", None):
        both = type("Both", (Totals,), {"model": lambda _, alike=alike: Model(alike=alike, order="free")})
        with pytest.raises(LabError, match='order="free", which goes with a function'):
            solve(both(deck=range(20)), silent)


def test_the_limit_can_be_raised_and_is_a_number() -> None:
    with pytest.raises(LabError, match=r"about \d\d\d ways .* more than 100.*`--limit \d\d\d` walks them"):
        analyze("high-card", limit="100")
    assert analyze("high-card", limit="10000").total == analyze("high-card").total
    with pytest.raises(LabError, match="'many' is no whole number of rounds"):
        analyze("high-card", limit="many")


def test_a_walk_says_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walker, "EVERY", 0.0)
    said: list[str] = []
    solve(HighCard(), said.append)
    shares = [int(found[1]) for line in said if (found := re.search(r"about [\d,]+ rounds: (\d+) %, \d+ s left", line))]
    assert shares == sorted(shares)
    assert shares[-1] == 100


class Paired(Suited):
    """Two cards each, nothing hidden but the dealer's: too many rounds one by one, and a few once for all suits."""

    name = "paired"
    alike: ClassVar[Any] = None


def test_a_game_without_a_model_is_walked_with_suits_once_and_every_round_in_every_suit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(solving, "MOST_ROUNDS", 10_000)
    game = Paired(deck=[4 * r + s for r in range(4) for s in range(4)])
    found = solve(game, silent)
    whole = solve(game, silent, limit="100000")
    assert "three other suits" in found.method
    assert "suits" not in whole.method
    assert found.to_json()["wagers"] == whole.to_json()["wagers"]
    assert found.total == whole.total


def test_a_walk_in_several_processes_is_the_same_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Suited(deck=[4 * r + s for r in range(5) for s in range(3)])
    alone = solve(game, silent)
    monkeypatch.setattr(solving, "APART_FROM", 0.0)
    monkeypatch.setattr(solving, "cores", lambda: 2)
    said: list[str] = []
    apart = solve(game, said.append)
    assert apart.to_json() == alone.to_json()
    assert "100 %" in said[-1]
    assert not can_be_sent(type("Local", (Suited,), {})(deck=game.deck))


def _slow(seconds: float) -> None:
    time.sleep(seconds)


def test_whoever_leaves_the_labs_processes_does_not_wait_for_them() -> None:
    begun = time.monotonic()
    with pytest.raises(KeyboardInterrupt), LabProcesses(1) as processes:
        for _ in range(5):
            processes.submit(_slow, 600.0)
        raise KeyboardInterrupt
    assert time.monotonic() - begun < 600
