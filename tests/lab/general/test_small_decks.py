"""On decks so small that every round can be played, the general methods come to what the walker comes to."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import permutations
from math import prod
from typing import Any, ClassVar

import pytest

from upcard.cards.card import parse_cards, rank, suit
from upcard.lab.analysis import Analysis, LabError, WagerAnalysis
from upcard.lab.general.asking import made_of, model_of, spots_of
from upcard.lab.general.boards.book import BoardsBook
from upcard.lab.general.methods import showdown
from upcard.lab.general.rounds import sets
from upcard.lab.general.rounds.cases import CardFact
from upcard.lab.general.rounds.script import unit_bets
from upcard.lab.general.rounds.sets import asked_about
from upcard.lab.general.solution import work_out
from upcard.lab.kernels import silent
from upcard.lab.walking.solving import solve as walk
from upcard.lab.walking.walker import Walker
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.record import game_to_json
from upcard.rounds.round import Round
from upcard.rules.game import Game, Wager
from upcard.rules.model import Model, ModelError, Reads
from upcard.rules.needs import Act, Amount, Choice, Deal, Illegal, Script, Turn
from upcard.rules.paytable import Outcomes, check_table
from upcard.rules.settings import Setting
from upcard.rules.table import Seat, Table

RULE = "TST-1"
DECK = tuple(4 * r + s for r in range(4) for s in range(3))
"""Twelve cards: four ranks in three suits."""


class Any2(Game):
    """Two cards against two, everything about it drawn at random: strengths, classes, who qualifies, what is paid."""

    name: ClassVar[str] = "any-two"
    title: ClassVar[str] = "Any Two"
    summary: ClassVar[str] = "A game that a test makes up."
    rulebook: ClassVar[str] = "TST"
    hand_size: ClassVar[int] = 2
    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", RULE, "", required=True),
        Wager("raise", "Raise", "raise", RULE, "", placed="during"),
        Wager("both", "Both", "both", RULE, "", side=True),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = (
        Outcomes("ante", ("a", "b", "c", "d", "fold")),
        Outcomes("raise", ("a", "b", "c", "d")),
        Outcomes("both", ("a", "b")),
    )
    settings: ClassVar[tuple[Setting, ...]] = ()
    seed: ClassVar[int] = 0
    up: ClassVar[bool] = False
    lies: ClassVar[bool] = False

    @classmethod
    def known_tables(cls) -> dict[str, dict[str, object]]:  # type: ignore[override]  # made here, not read
        draw = random.Random(cls.seed)
        pays = ["1 to 1", "2 to 1", "lose", "push", "3 to 2", "half back", "7 to 1"]
        return {
            kind.table: {"any": check_table(kind, "any", "drawn", {name: draw.choice(pays) for name in kind.names})}
            for kind in cls.outcomes
        }

    def _odd(self, kind: str, cards: Sequence[int], many: int) -> int:
        """Any function of cards that minds neither their order nor the names of the suits."""
        suits = sorted(sorted(rank(card) for card in cards if card & 3 == suit) for suit in range(4))
        return random.Random(f"{self.seed} {kind} {suits}").randrange(many)

    def strength(self, cards: Sequence[int]) -> int:
        return self._odd("strength", cards, 6)

    def named(self, cards: Sequence[int]) -> int:
        return self._odd("name", cards, 3)

    def qualifies(self, cards: Sequence[int]) -> bool:
        return self._odd("qualifies", cards, 3) > 0

    def four(self, cards: Sequence[int]) -> str:
        return "ab"[self._odd("four", cards, 2)]

    def model(self) -> Model:
        return Model(
            strength=self.strength,
            facts=(Reads(self.named), Reads(self.qualifies, "dealer")),
            side={"both": Reads(self.four, "player+dealer")},
        )

    def play(self, t: Table) -> Script:
        for seat in t.in_order():
            yield from t.deal(seat.hand, 2, "owner")
        if self.up:
            yield from t.deal(t.dealer, 1, "everybody")
        yield from t.deal(t.dealer, 1 if self.up else 2, "nobody")
        for seat in t.in_order():
            yield from self._decide(t, seat)
        yield from t.show(t.dealer)
        for seat in t.in_order():
            self._settle(t, seat)

    def _decide(self, t: Table, seat: Seat) -> Script:
        ante = seat.bets["ante"]
        sizes = (1, 2, 3) if self.named(seat.cards) == 2 else (1,)
        moves = [Choice(f"raise-{n}", f"Raise {n}", str(n), RULE, cost=n * ante) for n in sizes]
        act = yield from t.ask(Turn(seat.number, 1, (*moves, Choice("fold", "Fold", "f", RULE))))
        if act.move == "fold":
            t.settle(seat.number, "ante", "fold", RULE)
        else:
            t.stake(seat.number, 1, "raise", int(act.move[-1]) * ante)

    def _settle(self, t: Table, seat: Seat) -> None:
        mine, yours = self.strength(seat.cards), self.strength(t.dealer.cards)
        relation = (mine > yours) - (mine < yours)
        if t.has(seat.number, "ante"):
            facts = [relation, self.named(seat.cards), self.qualifies(t.dealer.cards)]
            if self.lies:
                facts.append(max(rank(card) for card in t.dealer.cards))
            draw = random.Random(f"{self.seed} {facts}")
            t.settle(seat.number, "ante", draw.choice("abcd"), RULE)
            t.settle(seat.number, "raise", draw.choice("abcd"), RULE)
        if t.has(seat.number, "both"):
            t.settle(seat.number, "both", self.four([*seat.cards, *t.dealer.cards]), RULE)


def same(general: Analysis, walked: Analysis) -> None:
    assert general.total is not None
    assert walked.total is not None
    assert general.total.ev == walked.total.ev
    assert general.total.average_wager == walked.total.average_wager
    assert general.total.deviation == pytest.approx(walked.total.deviation)
    for name, wager in walked.wagers.items():
        other = general.wagers[name]
        assert isinstance(wager, WagerAnalysis)
        assert isinstance(other, WagerAnalysis)
        assert dict(other.frequencies) == dict(wager.frequencies)
        assert other.ev == wager.ev


@pytest.mark.parametrize("seed", range(4))
def test_showdowns_with_anything_at_random(seed: int) -> None:
    kind = type("Drawn", (Any2,), {"seed": seed, "up": bool(seed % 2), "__module__": __name__})
    game = kind(deck=DECK)
    same(work_out(game, game.model(), silent, unit_bets(game)).analysis(), walk(game, silent))


@pytest.mark.parametrize("seed", range(2))
def test_deals_too_rare_to_be_drawn_are_found(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(showdown, "TRIES", 0)
    test_showdowns_with_anything_at_random(seed)


def test_a_game_may_name_the_cards_of_its_deck() -> None:
    kind = type("Short", (Any2,), {"deck_cards": lambda _: DECK, "__module__": __name__})
    assert kind().deck == DECK
    assert kind().digest == Any2(deck=DECK).digest
    assert "deck" not in game_to_json(kind())
    assert game_to_json(Any2(deck=DECK))["deck"]
    with pytest.raises(Illegal, match="As can't be dealt: Any Two is dealt from a deck without it"):
        Round(kind(), {1: {"ante": 100}}).deal(parse_cards("As 2c"))


def test_a_line_that_depends_on_more_is_refused_with_two_deals() -> None:
    kind = type("Lying", (Any2,), {"seed": 3, "lies": True, "__module__": __name__})
    game = kind(deck=DECK)
    with pytest.raises(LabError, match=r"does not say everything that matters: both in \[player .*; dealer .*\]"):
        work_out(game, game.model(), silent, unit_bets(game))


@pytest.mark.parametrize("wager", ["ante", "nothing"])
def test_only_side_bets_can_stand_apart_from_the_game(wager: str) -> None:
    game = Any2(deck=DECK)
    model = Model(strength=game.strength, side={wager: Reads(game.named)})
    with pytest.raises(LabError, match=rf"names '{wager}' among its side bets, .* side=True are: both\."):
        work_out(game, model, silent, unit_bets(game))


def test_an_error_of_the_script_is_told_with_its_line() -> None:
    class Wrong(Any2):
        def _settle(self, t: Table, seat: Seat) -> None:
            t.settle(seat.number, "both", "jackpot", RULE)

    game = Wrong(deck=DECK)
    with pytest.raises(
        LabError, match=r"both has no outcome 'jackpot'; its outcomes are a, b \(line \d+ of test_small"
    ):
        work_out(game, game.model(), silent, unit_bets(game))


def test_a_stake_that_is_never_settled_is_named() -> None:
    class Forgets(Any2):
        def _settle(self, t: Table, seat: Seat) -> None:
            t.settle(seat.number, "both", "a", RULE)

    game = Forgets(deck=DECK)
    with pytest.raises(LabError, match=r"Any Two fails.*: unsettled: ante of seat 1, hand 1.*; every stake is settled"):
        work_out(game, game.model(), silent, unit_bets(game))


def test_a_strength_that_minds_the_suits_is_refused_with_a_hand() -> None:
    class Suited(Any2):
        def strength(self, cards: Sequence[int]) -> int:
            return sum(card & 3 for card in cards)

    game = Suited(deck=DECK)
    with pytest.raises(LabError, match=r"strength is not alike for all suits and orders of cards: it says \d of"):
        work_out(game, game.model(), silent, unit_bets(game))


def test_a_line_that_only_the_highest_hand_in_one_suit_has_is_found() -> None:
    """A jackpot in spades that the model does not tell: one hand of 1,326, so that random deals miss it."""
    jackpot = {51, 47}

    class Jackpot(Any2):
        def strength(self, cards: Sequence[int]) -> int:
            return 100 * (cards[0] & 3 == cards[1] & 3) + sum(map(rank, cards))

        def named(self, cards: Sequence[int]) -> int:
            return int(rank(cards[0]) == rank(cards[1]))

        def _settle(self, t: Table, seat: Seat) -> None:
            if set(seat.cards) == jackpot and t.has(seat.number, "raise"):
                t.settle(seat.number, "raise", "a", RULE, base=7)
            super()._settle(t, seat)

    game = Jackpot()
    with pytest.raises(LabError, match=r"player (Ks As|As Ks).* the script writes other lines after raise-1: "):
        work_out(game, game.model(), silent, unit_bets(game))


class Streets2(Any2):
    """A card of one's own, then a common one, then another; a bet before each of those, or a fold."""

    hand_size: ClassVar[int] = 1
    wagers: ClassVar[tuple[Wager, ...]] = (
        Wager("ante", "Ante", "ante", RULE, "", required=True),
        Wager("raise", "Raise", "raise", RULE, "", placed="during"),
    )
    outcomes: ClassVar[tuple[Outcomes, ...]] = Any2.outcomes[:2]

    def model(self) -> Model:
        return Model(facts=(Reads(self.named, "player+dealer"), Reads(self.first)))

    def first(self, cards: Sequence[int]) -> int:
        return self._odd("first", cards, 2)

    def play(self, t: Table) -> Script:
        (seat,) = t.in_order()
        ante = seat.bets["ante"]
        yield from t.deal(seat.hand, 1, "owner")
        for street in range(2):
            sizes = (1, 3) if street == 0 and self.first(seat.cards) else (1,)
            moves = [Choice(f"bet-{n}", f"Bet {n}", str(n), RULE, cost=n * ante) for n in sizes]
            act = yield from t.ask(Turn(1, 1, (*moves, Choice("fold", "Fold", "f", RULE))))
            if act.move == "fold":
                t.settle(1, "ante", "fold", RULE)
                if t.has(1, "raise"):
                    t.settle(1, "raise", "d", RULE)
                return
            t.stake(1, 1, "raise", int(act.move[-1]) * ante)
            yield from t.deal(t.dealer, 1, "everybody")
        draw = random.Random(f"{self.seed} {self.named([*seat.cards, *t.dealer.cards])}")
        t.settle(1, "ante", draw.choice("abcd"), RULE)
        t.settle(1, "raise", draw.choice("abcd"), RULE)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("copies", [1, 2])
def test_streets_with_anything_at_random(seed: int, copies: int) -> None:
    kind = type("DrawnStreets", (Streets2,), {"seed": seed, "__module__": __name__})
    game = kind(deck=DECK[:9] * copies)
    same(work_out(game, game.model(), silent, unit_bets(game)).analysis(), walk(game, silent))


class Board2(Any2):
    """Own cards, and a dealer's hidden ones, beside a board that comes in streets, with a decision before each."""

    streets: ClassVar[tuple[int, ...]] = (1, 1)
    raises: ClassVar[tuple[tuple[int, ...], ...]] = ((3, 2), (2,), (1,))
    """What can be raised before each street, and when all cards lie; a raise is the last decision."""
    wagers: ClassVar[tuple[Wager, ...]] = Any2.wagers[:2]
    outcomes: ClassVar[tuple[Outcomes, ...]] = Any2.outcomes[:2]

    def first(self, cards: Sequence[int]) -> int:
        return self._odd("first", cards, 2)

    def lying(self, cards: Sequence[int]) -> int:
        return self._odd("lying", cards, 2)

    def model(self) -> Model:
        return Model(
            strength=self.strength, player="player+board", dealer="dealer+board",
            facts=(
                Reads(self.first), Reads(self.lying, "board"), Reads(self.named, "player+board"),
                Reads(self.qualifies, "dealer+board"),
            ),
        )  # fmt: skip

    def play(self, t: Table) -> Script:
        (seat,) = t.in_order()
        yield from t.deal(seat.hand, self.hand_size, "owner")
        yield from t.deal(t.dealer, self.hand_size, "nobody")
        for street, sizes in enumerate(self.raises):
            if sizes and not t.has(1, "raise"):
                more = sizes[self.first(seat.cards) :] if street == 0 else sizes  # one hand may not raise by as much
                moves = [Choice(f"raise-{n}", f"Raise {n}", str(n), RULE, cost=n * seat.bets["ante"]) for n in more]
                last = street == len(self.raises) - 1
                name = "fold" if last else "check"
                act = yield from t.ask(Turn(1, 1, (*moves, Choice(name, name, "c", RULE))))
                if act.move == "fold":
                    t.settle(1, "ante", "fold", RULE)
                    return
                if act.move != "check":
                    t.stake(1, 1, "raise", int(act.move[-1]) * seat.bets["ante"])
            if street < len(self.streets):
                yield from t.deal(t.board, self.streets[street], "everybody")
        yield from t.show(t.dealer)
        mine, yours = self.strength([*seat.cards, *t.board.cards]), self.strength([*t.dealer.cards, *t.board.cards])
        facts = [
            (mine > yours) - (mine < yours), self.named([*seat.cards, *t.board.cards]),
            self.qualifies([*t.dealer.cards, *t.board.cards]), self.lying(t.board.cards), self.first(seat.cards),
        ]  # fmt: skip
        draw = random.Random(f"{self.seed} {facts}")
        t.settle(1, "ante", draw.choice("abcd"), RULE)
        if t.has(1, "raise"):
            t.settle(1, "raise", draw.choice("abcd"), RULE)


@pytest.mark.parametrize(
    "shape",
    [
        {"hand_size": 1},
        {"hand_size": 1, "streets": (1, 1), "raises": ((2, 1), (), (1,))},
        {"hand_size": 2, "streets": (2,), "raises": ((2, 1), ())},
    ],
)
def test_boards_with_anything_at_random(shape: dict[str, Any]) -> None:
    kind = type("DrawnBoard", (Board2,), {"seed": 1, "__module__": __name__, **shape})
    game = kind(deck=DECK[:9] if shape["hand_size"] == 1 else DECK[:6])
    found = work_out(game, game.model(), silent, unit_bets(game))
    same(found.analysis(), walk(game, silent))
    kept = BoardsBook.read(*found.book.write())
    walker = Walker(game, unit_bets(game))
    draw = random.Random(4)
    for _ in range(4):  # what the book answers, read back, is what the walker finds, at every decision of a round
        played = Round(game, {1: unit_bets(game)})
        rest = draw.sample(game.deck, len(game.deck))
        while (need := played.need) is not None:
            if isinstance(need, Deal):
                played.deal(tuple(rest.pop() for _ in range(need.count)))
                continue
            known = Knowledge.of(played, 1, 1)
            answers = {
                option[0]: Fraction(cents, of)
                for option, cents, of, _ in kept.answers(spots_of(known), made_of(game, known))
            }
            worth = {act.move: outlook.main for act, outlook in walker.options(known.told)}
            settled = worth["check"] - answers["check"] if "check" in worth else 0  # what no decision can change
            assert {move: value - settled for move, value in worth.items()} == answers
            best = kept.choice(spots_of(known), made_of(game, known))
            assert worth[best[0]] == max(worth.values())
            played.act(Act(1, 1, draw.choice([*worth, "check"] if "check" in worth else [*worth])))


class Hidden2(Any2):
    """Own cards one by one, a raise after each; a card of the dealer's lies open, and a line reads both hands."""

    wagers: ClassVar[tuple[Wager, ...]] = Any2.wagers[:2]
    outcomes: ClassVar[tuple[Outcomes, ...]] = Any2.outcomes[:2]
    hand_size: ClassVar[int] = 1

    def model(self) -> Model:
        both = Reads(self.four, "player+dealer")
        return Model(strength=self.strength, facts=(both, Reads(self.named), Reads(self.qualifies, "dealer")))

    def play(self, t: Table) -> Script:
        (seat,) = t.in_order()
        yield from t.deal(t.dealer, 1, "everybody")
        yield from t.deal(t.dealer, 1, "nobody")
        for street in range(2):
            yield from t.deal(seat.hand, 1, "owner")
            moves = [Choice(f"raise-{n}", f"Raise {n}", str(n), RULE, cost=n * seat.bets["ante"]) for n in (1, 2)]
            act = yield from t.ask(Turn(1, 1, (*moves[: 2 - street], Choice("fold", "Fold", "f", RULE))))
            if act.move == "fold":
                t.settle(1, "ante", "fold", RULE)
                if t.has(1, "raise"):
                    t.settle(1, "raise", "d", RULE)
                return
            t.stake(1, 1, "raise", int(act.move[-1]) * seat.bets["ante"])
        yield from t.show(t.dealer)
        mine, yours = self.strength(seat.cards), self.strength(t.dealer.cards)
        facts = [
            (mine > yours) - (mine < yours), self.named(seat.cards), self.qualifies(t.dealer.cards),
            self.four([*seat.cards, *t.dealer.cards]),
        ]  # fmt: skip
        draw = random.Random(f"{self.seed} {facts}")
        t.settle(1, "ante", draw.choice("abcd"), RULE)
        t.settle(1, "raise", draw.choice("abcd"), RULE)


@pytest.mark.parametrize(("seed", "copies"), [(0, 1), (1, 2), (2, 2)])
def test_streets_against_hidden_hands_with_anything_at_random(seed: int, copies: int) -> None:
    kind = type("DrawnHidden", (Hidden2,), {"seed": seed, "__module__": __name__})
    game = kind(deck=DECK[3:9] * copies)
    found = work_out(game, game.model(), silent, unit_bets(game))
    same(found.analysis(), walk(game, silent))


# Side bets on several hands at once, asked about one by one; models that are none

ONE, TWO = (("dealer", 0),), (("player", 0), ("player", 1))


def shared(one: Sequence[int], two: Sequence[int]) -> int:
    """Ranks that both have."""
    return len({rank(card) for card in one} & {rank(card) for card in two})


def suited(one: Sequence[int], two: Sequence[int]) -> int:
    """Cards of the second set in a suit of the first."""
    return sum(suit(card) in {suit(other) for other in one} for card in two)


def spades(one: Sequence[int], two: Sequence[int]) -> bool:
    """Whether suit 2 is among them."""
    return 2 in {suit(card) for card in (*one, *two)}


@pytest.mark.parametrize("deck", [DECK, DECK * 2, DECK[:-1]], ids=["one deck", "two decks", "a card short"])
@pytest.mark.parametrize(
    ("atom", "suits"), [(shared, "alike"), (shared, "ignored"), (suited, "alike"), (spades, "differ")]
)
def test_every_deal_is_counted(deck: tuple[int, ...], atom: Callable[..., int], suits: str) -> None:
    for arguments in ((TWO, ONE), (ONE, TWO)):
        first = len(arguments[0])
        plain = Counter(atom(cards[:first], cards[first:]) for cards in permutations(deck, 3))
        found = asked_about(Any2(deck=deck), "both", CardFact(atom, arguments, suits), silent)
        several = prod(range(1, 3))  # every set of two came in two orders
        whole = {value: said.often for value, said in found.items()}
        if deck != DECK * 2:
            assert whole == {value: many // several for value, many in plain.items()}
        assert {value: many * sum(plain.values()) for value, many in whole.items()} == {
            value: many * sum(whole.values()) for value, many in plain.items()
        }


def test_several_processes_count_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Any2(deck=DECK)
    asking = sets.Asking.of(game, CardFact(suited, (TWO, ONE)))
    whole = {value: said.often for value, said in asking.ask(suited, 0, 1).items()}
    parts: Counter[int] = Counter()
    for part in range(5):
        parts.update({value: said.often for value, said in asking.ask(suited, part, 5).items()})
    assert parts == whole


def test_a_function_that_sees_more_than_is_said_is_refused_with_two_deals() -> None:
    for atom, suits, hint in ((suited, "ignored", 'leave suits="ignored" out'), (spades, "alike", 'suits="differ"')):
        with pytest.raises(LabError, match=rf"decides both, is not alike .* and \[.*\] differ.* {hint}"):
            asked_about(Any2(deck=DECK), "both", CardFact(atom, (TWO, ONE), suits), silent)


def test_what_takes_too_long_is_refused_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "PATIENCE", 0.0)
    with pytest.raises(LabError, match=r'the side bet both: shared would be asked .* suits="ignored"'):
        asked_about(Any2(deck=DECK), "both", CardFact(shared, (TWO, ONE)), silent)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda: Reads("shared", "player"), "give the function, not its name"),  # type: ignore[arg-type]  # the mistake
        (lambda: Reads(shared, "players"), "'players' is none of player, dealer, board and up"),
        (lambda: Reads(shared, "player[a]"), "a part such as player"),
        (lambda: Reads(shared, "player+"), "'' is none of player"),
        (lambda: Reads(shared, suits="none"), "none of 'alike', 'differ' and 'ignored'"),  # type: ignore[arg-type]
        (lambda: Model(facts=Reads(shared)), "in a tuple"),  # type: ignore[arg-type]  # the mistake
        (lambda: Model(facts=(shared,)), "in a tuple"),  # type: ignore[arg-type]  # the mistake
        (lambda: Model(side={"both": shared}), "side\\['both'\\] is a Reads"),  # type: ignore[dict-item]
        (lambda: Model(player="player, board"), "says no cards"),
        (lambda: {"strength": shared}, "returns a dict"),
        (lambda: 1 // 0, "ZeroDivisionError"),
    ],
)
def test_a_model_that_is_none_is_refused_in_words(wrong: Callable[[], object], says: str) -> None:
    kind = type("Wrong", (Any2,), {"model": lambda _: wrong(), "__module__": __name__})
    with pytest.raises(LabError, match=says):
        model_of(kind(deck=DECK))
    assert issubclass(ModelError, ValueError)


def test_a_fact_that_no_method_reads_is_named() -> None:
    game = Any2(deck=DECK)
    model = Model(strength=game.strength, facts=(Reads(shared, "player, dealer"),))
    with pytest.raises(LabError, match=r'the fact shared\(2 of player, 2 of dealer\) of .* as one, "player\+dealer"'):
        work_out(game, model, silent, unit_bets(game))


def test_a_hand_of_the_players_has_cards_of_his() -> None:
    game = Any2(deck=DECK)
    with pytest.raises(LabError, match=r"player='dealer', in which no card is the player's own"):
        work_out(game, Model(strength=game.strength, player="dealer"), silent, unit_bets(game))


def test_an_amount_that_pays_in_a_way_of_its_own_is_refused() -> None:
    class Bent(Any2):
        """Whoever raises twice the Ante gets it back."""

        def _decide(self, t: Table, seat: Seat) -> Script:
            ante = seat.bets["ante"]
            act = yield from t.ask(Turn(seat.number, 1, (Amount("raise", "Raise", "r", RULE, ante, 3 * ante, ante),)))
            assert isinstance(act.value, int)
            t.stake(seat.number, 1, "raise", act.value)
            seat.hand.status = "twice" if self.seed and act.value == 2 * ante else ""

        def _settle(self, t: Table, seat: Seat) -> None:
            if seat.hand.status:
                for wager in ("ante", "raise"):
                    t.settle(seat.number, wager, "d", RULE)
            super()._settle(t, seat)

    straight = type("Straight", (Bent,), {"seed": 0, "__module__": __name__})(deck=DECK)
    work_out(straight, straight.model(), silent, unit_bets(straight))
    bent = type("Crooked", (Bent,), {"seed": 1, "__module__": __name__})(deck=DECK)
    with pytest.raises(LabError, match=r"raise 2× brings .*, which does not lie straight between"):
        work_out(bent, bent.model(), silent, unit_bets(bent))
