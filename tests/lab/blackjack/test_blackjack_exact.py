"""The solver of blackjack against slower and plainer ways to the same numbers."""

from collections import Counter, defaultdict
from fractions import Fraction
from itertools import product
from typing import cast

import numpy as np
import pytest

from tests.lab.blackjack.plain import Plain
from upcard.cards.card import parse_cards
from upcard.lab import LabError, analyze
from upcard.lab.blackjack.bet import Bet, Solved, solve, solve_bet
from upcard.lab.blackjack.shoes import Composition, ShoeError
from upcard.lab.blackjack.solver import composition
from upcard.lab.blackjack.splits import split_sum
from upcard.lab.blackjack.tables import CARD_OF, DECK, VALUES, cards_of, dealer, hands, slot_of
from upcard.lab.blackjack.terms import Terms
from upcard.lab.blackjack.upcards import DOUBLE, HIT, VERDICTS, strategy
from upcard.rounds.round import Round
from upcard.rules.blackjack import hands as atoms
from upcard.rules.blackjack.game import Blackjack
from upcard.rules.needs import Act, Amount, Ask, Deal, Peek

ACE, TWO, THREE, SIX, TEN = 0, 1, 2, 5, 9
TINY = [
    # (counts A to T, slot of the upcard, house)
    ((0, 0, 0, 0, 4, 0, 0, 3, 0, 9), TEN, {}),
    ((1, 0, 0, 0, 0, 2, 0, 5, 0, 9), SIX, {"max-hands": 4}),
    ((4, 0, 0, 0, 0, 3, 0, 4, 0, 9), ACE, {"resplit-aces": "yes", "max-hands": 4, "soft-17": "hit"}),
    ((2, 0, 4, 0, 0, 3, 3, 0, 0, 9), THREE, {"double-after-split": "no"}),
    ((0, 2, 0, 0, 3, 0, 0, 4, 0, 9), SIX + 2, {"max-hands": 2, "double": "10-11"}),
    ((3, 0, 0, 4, 0, 2, 0, 0, 3, 7), TEN, {"double": "none", "surrender": "none", "soft-17": "hit"}),
]


def terms_of(**house: object) -> Terms:
    return Terms.of(Blackjack({name.replace("_", "-"): value for name, value in house.items()}))


def full(decks: int) -> Composition:
    return Composition(tuple(decks * n for n in DECK))


@pytest.mark.parametrize(("counts", "up", "house"), TINY)
def test_every_action_of_every_deal_is_what_playing_it_card_by_card_gives(
    counts: tuple[int, ...], up: int, house: dict[str, object]
) -> None:
    terms = Terms.of(Blackjack(house))
    solved = solve(Composition(counts), terms, up)
    left = tuple((CARD_OF[slot], n - (slot == up)) for slot, n in enumerate(counts) if n - (slot == up))
    plain = Plain(terms, left, CARD_OF[up])
    splits = 0
    for hand, _ in solved.upcard.deals():
        cards, actions = cards_of(hands().counts[hand]), solved.actions(hand)
        came, rest = Fraction(1), dict(left)
        for card in cards:
            came *= Fraction(rest[card], sum(rest.values()))
            rest[card] -= 1
        for action, joint in plain.choices(cards).items():
            assert actions[action] == pytest.approx(float(joint / came), abs=1e-12)
        assert actions.keys() - {"split", "surrender"} == plain.choices(cards).keys()
        assert solved.upcard.alive(hand) == pytest.approx(float(plain.chance(cards) / came), abs=1e-12)
        if "split" in actions:
            splits += 1
            mean, square = plain.split(cards[0])
            assert actions["split"] == pytest.approx(float(mean), abs=1e-12)
            own = sum(
                often * (stakes * float(terms.net(verdict))) ** 2
                for stakes, row in enumerate(solved.splits[slot_of(cards[0])].lines(), start=1)
                for verdict, often in zip(VERDICTS, row, strict=True)
            )
            assert own + solved.split_swing(slot_of(cards[0])) == pytest.approx(float(square), abs=1e-9)
    assert splits


class Exhaustive:
    """Plays every order of a tiny deck through the round, by the solver's strategy, and adds up what the lines say."""

    def __init__(self, game: Blackjack) -> None:
        self.game, self.terms, self.shoe = game, Terms.of(game), composition(game)
        self.ev = self.square = self.staked = Fraction(0)
        self.lines: defaultdict[str, Fraction] = defaultdict(Fraction)

    def run(self) -> None:
        self._walk([], Fraction(1))

    def _replay(self, answers: list[tuple[str, object]]) -> Round:
        played = Round(self.game, {1: {"bet": 200}})
        for verb, answer in answers:
            getattr(played, verb)(answer)
        return played

    def _walk(self, answers: list[tuple[str, object]], chance: Fraction) -> None:
        played = self._replay(answers)
        while (need := played.need) is not None and not isinstance(need, Deal):
            if isinstance(need, Peek):
                verb, answer = "peeked", cast("object", need.answer)
            else:
                assert isinstance(need, Ask)
                verb, answer = "act", self._decide(played)
            getattr(played, verb)(answer)
            answers = [*answers, (verb, answer)]
        if need is None:
            gain = sum(line.returned for line in played.lines) - sum(played.staked().values())
            self.ev += chance * Fraction(gain, 200)
            self.square += chance * Fraction(gain, 200) ** 2
            self.staked += chance * Fraction(sum(played.staked().values()), 200)
            for line in played.lines:
                self.lines[line.outcome] += chance * (line.wager == "bet")
            return
        # Cards of one value are alike to the bet: one of them stands for all.
        left: Counter[int] = Counter()
        one: dict[int, int] = {}
        for card, n in played.left.items():
            left[slot_of(card)] += n
            one[slot_of(card)] = card
        cards = sum(left.values())
        for slot, n in left.items():
            if need.count == 1:
                self._walk([*answers, ("deal", (one[slot],))], chance * Fraction(n, cards))
            else:
                self._deal_two(answers, chance * Fraction(n, cards), one[slot], played)

    def _deal_two(self, answers: list[tuple[str, object]], chance: Fraction, first: int, played: Round) -> None:
        left = Counter(dict(played.left))
        left[first] -= 1
        by_slot: Counter[int] = Counter()
        one: dict[int, int] = {}
        for card, n in left.items():
            if n:
                by_slot[slot_of(card)] += n
                one[slot_of(card)] = card
        for slot, n in by_slot.items():
            self._walk([*answers, ("deal", (first, one[slot]))], chance * Fraction(n, sum(by_slot.values())))

    def _decide(self, played: Round) -> Act:
        assert isinstance(played.need, Ask)
        turn = played.need.turns[0]
        moves = {move.name: move for move in turn.moves}
        cards = played.table.hand(1, turn.hand).cards
        solved: Solved = solve(self.shoe, self.terms, slot_of(played.table.dealer.cards[0]))
        hand = hands().of(cards)
        if "no-insurance" in moves:
            worth = solved.insurance(hand)
            return Act(1, 1, "insurance", 100) if worth is not None and worth > 0 else Act(1, 1, "no-insurance")
        split_before = len(played.table.seats[1].hands) > 1
        if not split_before and len(cards) == 2:
            choice = solved.best(hand)
        elif "split" in moves:
            choice = "split"
        elif "hit" not in moves:
            choice = "stand"
        else:
            may_double = "double" in moves and (not split_before or self.terms.double_after_split)
            act = strategy(solved.upcard.values, may_double=may_double)[hand]
            choice = {HIT: "hit", DOUBLE: "double"}.get(int(act), "stand")
        move = moves[choice]
        return Act(1, turn.hand, choice, move.high if isinstance(move, Amount) else None)


@pytest.mark.rule("BJK-4", "BJK-5", "BJK-8", "BJK-9", "BJK-10", "BJK-14")
@pytest.mark.parametrize(
    ("deck", "house"),
    [
        ("8c 8d 8h 3c 3d Tc Td Th Jc Jd Jh Qc Ac", {}),
        ("Ac Ad Ah 9c 6c Tc Td Th Jc Jd Jh Qc Qd", {"resplit-aces": "yes", "soft-17": "hit"}),
        ("7c 7d 7h 7s 4c 4d Tc Td Th Jc Jd Qc", {"max-hands": 4, "blackjack-pays": "6:5", "surrender": "none"}),
    ],
)
def test_a_tiny_deck_played_out_through_the_round_gives_the_solvers_numbers(
    deck: str, house: dict[str, object]
) -> None:
    game = Blackjack(house, deck=parse_cards(deck))
    played = Exhaustive(game)
    played.run()
    bet: Bet = solve_bet(composition(game), Terms.of(game))
    assert sum(played.lines.values()) >= 1
    assert bet.total == pytest.approx(float(played.ev), abs=1e-12)
    assert bet.total_sd == pytest.approx(float(played.square - played.ev**2) ** 0.5, abs=1e-9)
    assert bet.average_wager == pytest.approx(float(played.staked), abs=1e-12)
    lines: defaultdict[str, float] = defaultdict(float)
    for (outcome, _), often in bet.lines.items():
        lines[outcome] += often
    assert {name: n for name, n in lines.items() if n} == pytest.approx(
        {name: float(n) for name, n in played.lines.items() if n}, abs=1e-12
    )


def test_the_tables_hold_every_hand_and_every_finished_dealer() -> None:
    table = hands()
    assert len(table.size) == 3082
    # Ways in which cards come in order are a plain recursion away.
    for hits in (False, True):
        _, trees = dealer(hits_soft_17=hits)
        for slot, tree in enumerate(trees):
            whole = tree.ways[tree.light :].sum()
            assert whole == _orders((CARD_OF[slot],), hits_soft_17=hits)


def _orders(cards: tuple[int, ...], *, hits_soft_17: bool) -> int:
    if not atoms.dealer_draws(*atoms.total(cards), hits_soft_17):
        return 1
    return sum(_orders((*cards, card), hits_soft_17=hits_soft_17) for card in CARD_OF)


def test_what_comes_to_each_outcome_adds_up_to_the_expectation() -> None:
    terms = terms_of(decks=2)
    bet = solve_bet(full(2), terms)
    nets = {name: terms.net(name) for name in ("win", "push", "lose", "blackjack")} | {"surrender": terms.surrendered}
    added = sum(often * stakes * float(nets[outcome]) for (outcome, stakes), often in bet.lines.items())
    assert added == pytest.approx(bet.ev, abs=1e-14)
    assert sum(often * stakes for (_, stakes), often in bet.lines.items()) == pytest.approx(bet.average_wager)
    assert sum(bet.decisions.values()) == pytest.approx(1.0, abs=1e-13)


def test_a_better_rule_never_costs_the_player_anything() -> None:
    """Post-split play is fixed (CDZ-), so this is no theorem for every rule; it holds for these shoes."""
    better: list[tuple[dict[str, object], dict[str, object]]] = [
        ({"surrender": "none"}, {}),
        ({"soft-17": "hit"}, {}),
        ({"double": "none"}, {"double": "10-11"}),
        ({"double": "10-11"}, {"double": "9-11"}),
        ({"double": "9-11"}, {}),
        ({"double-after-split": "no"}, {}),
        ({"max-hands": 2}, {}),
        ({}, {"max-hands": 4}),
        ({}, {"resplit-aces": "yes"}),
        ({"blackjack-pays": "1:1"}, {"blackjack-pays": "6:5"}),
        ({"blackjack-pays": "6:5"}, {}),
        ({}, {"blackjack-pays": "2:1"}),
    ]
    for shoe in (full(1), full(6)):
        for worse, good in better:
            assert solve_bet(shoe, Terms.of(Blackjack(worse))).ev < solve_bet(shoe, Terms.of(Blackjack(good))).ev


def test_fewer_decks_are_better_and_the_infinite_shoe_is_the_limit() -> None:
    evs = [solve_bet(full(decks), terms_of()).ev for decks in (1, 2, 4, 6, 8)]
    assert evs == sorted(evs, reverse=True)
    endless = solve_bet(Composition.without_end(), terms_of()).ev
    assert endless < evs[-1]
    assert solve_bet(Composition(tuple(4000 * n for n in DECK)), terms_of()).ev == pytest.approx(endless, abs=2e-6)


def test_public_figures_of_composition_dependent_play() -> None:
    """Within a rounding of what the literature prints: +0.04 % with one deck, -0.43 % with eight, no surrender."""
    single = solve_bet(full(1), terms_of(surrender="none", double_after_split="no", max_hands=4)).ev
    assert round(100 * single, 2) == 0.04
    eight = solve_bet(full(8), terms_of(surrender="none", max_hands=4)).ev
    assert round(100 * eight, 2) == -0.43


@pytest.mark.parametrize("post_split", ["CDP1", "CDP"])
def test_knowing_more_when_splitting_is_worth_a_little(post_split: str) -> None:
    plain, better = (solve_bet(full(1), terms_of(), way).ev for way in ("CDZ-", post_split))
    assert 0 < better - plain < 1e-4


@pytest.mark.rule("BJK-7")
def test_insurance_is_taken_only_where_the_hand_makes_it_favourable() -> None:
    assert solve_bet(full(1), terms_of()).insurance == 0.0
    rich = Composition.parse("A=4,2=3,3=3,4=3,5=3,6=3,7=3,8=4,9=4,T=16")
    bet = solve_bet(rich, terms_of())
    expected, insured = Fraction(0), Fraction(0)
    cards = rich.cards
    for first, second in product(range(10), repeat=2):
        left = list(rich.counts)
        chance = Fraction(left[ACE], cards)
        left[ACE] -= 1
        for slot in (first, second):
            chance *= Fraction(left[slot], sum(left))
            left[slot] -= 1
        if chance:
            worth = 3 * Fraction(left[TEN], sum(left)) - 1
            expected += chance * max(worth, Fraction(0)) / 2
            insured += chance * (worth > 0)
    assert 0 < insured < Fraction(rich.counts[ACE], cards)
    assert bet.insurance == pytest.approx(float(expected), abs=1e-14)
    assert bet.decisions["insurance"] == pytest.approx(float(insured), abs=1e-14)


def test_even_money_is_worth_something_only_where_blackjack_pays_less_than_three_to_two() -> None:
    assert solve_bet(full(6), terms_of()).even_money == 0.0
    assert solve_bet(full(6), terms_of(blackjack_pays="6:5")).even_money > 0.0


def test_the_hands_of_a_split_add_up_for_any_number_of_hands() -> None:
    """With cards that pair never, always or with chance 1/2 independently, hands can be counted on the fingers."""
    for most in (2, 3, 4):
        for chance in (Fraction(0), Fraction(1), Fraction(1, 2)):
            made = sum(
                times * chance**term.out * (1 if term.paired else 1 - chance)
                for term, times in split_sum(most).hands.items()
            )
            assert made == _hands_made(2, 2, most, chance)
            couples = sum(
                times
                * chance**couple.first.out
                * (1 if couple.first.paired else 1 - chance)
                * (1 if couple.second.paired else 1 - chance)
                for couple, times in split_sum(most).couples.items()
            )
            assert couples == _couples_made(2, 2, most, chance)


def _hands_made(waiting: int, made: int, most: int, chance: Fraction) -> Fraction:
    if not waiting or made == most:
        return Fraction(made)
    paired = _hands_made(waiting + 1, made + 1, most, chance)
    return chance * paired + (1 - chance) * _hands_made(waiting - 1, made, most, chance)


def _couples_made(waiting: int, made: int, most: int, chance: Fraction) -> Fraction:
    if not waiting or made == most:
        return Fraction(made * (made - 1), 2)
    paired = _couples_made(waiting + 1, made + 1, most, chance)
    return chance * paired + (1 - chance) * _couples_made(waiting - 1, made, most, chance)


def test_a_shoe_that_could_run_out_is_refused() -> None:
    with pytest.raises(ShoeError, match="too few"):
        solve_bet(Composition((2, 2, 0, 0, 0, 0, 0, 0, 0, 2)), terms_of())
    with pytest.raises(ShoeError, match="no card of value 2"):
        solve(Composition((4, 0, 4, 4, 4, 4, 4, 4, 4, 16)), terms_of(), TWO)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("A=4,2=4", "3, 4, 5, 6, 7, 8, 9, T"),
        ("A=4,A=4", "A is counted twice"),
        ("B=4", "'B=4' counts no cards"),
        ("A=x", "'A=x' counts no cards"),
        ("A=-1", "'A=-1' counts no cards"),
        ("", "counts no cards"),
    ],
)
def test_a_shoe_in_words_says_what_is_wrong_with_it(text: str, says: str) -> None:
    with pytest.raises(ShoeError, match=says):
        Composition.parse(text)


def test_a_full_shoe_in_words_is_the_full_shoe() -> None:
    text = "A=24,2=24,3=24,4=24,5=24,6=24,7=24,8=24,9=24,T=96"
    assert Composition.parse(text) == full(6)
    assert str(full(6)) == text
    assert Composition.parse(text.replace("T=96", "10=24,J=24,q=24,K=24")) == full(6)
    given, own = analyze("blackjack", shoe=text), analyze("blackjack")
    assert given.total is not None
    assert own.total is not None
    assert given.total.ev == own.total.ev
    assert "21+3" not in given.wagers


def test_unknown_questions_are_refused() -> None:
    with pytest.raises(LabError, match="shoe and post_split"):
        analyze("blackjack", weather="fine")
    with pytest.raises(LabError, match="CDZ-, CDP1, CDP"):
        analyze("blackjack", post_split="best")
    with pytest.raises(LabError, match="infinite"):
        analyze("blackjack", {"decks": "infinite"}, shoe="A=4")


def test_the_json_form_is_the_contracts() -> None:
    said = analyze("blackjack").to_json()
    bet, total = said["wagers"]["bet"], said["total"]
    assert isinstance(bet["ev"], float)
    assert total["per"] == "bet"
    assert total["ev"] == bet["ev"]
    assert total["element_of_risk"] == pytest.approx(total["ev"] / total["average_wager"])
    assert sum(row["combinations"] for row in bet["outcomes"]) == bet["outcomes"][0]["of"]
    assert sum(row["return"] for row in bet["outcomes"]) == pytest.approx(bet["ev"], abs=1e-14)
    assert said["wagers"]["insurance"]["ev"] == "-23/311"


def test_values_are_in_one_order_everywhere() -> None:
    assert tuple(range(1, 11)) == VALUES
    assert [atoms.value(card) for card in CARD_OF] == list(VALUES)
    assert tuple(DECK) == (*[4] * 9, 16)
    assert np.all(hands().after[hands().index[(1,) + (0,) * 9]] >= 0)
