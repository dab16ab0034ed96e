"""What a player may do with a hand, and why he may not do the rest (BJK-7 to BJK-12).

Each restriction stands here once: a move is offered where nothing speaks against it, and refused with what does.
"""

from dataclasses import dataclass
from typing import TypeAlias

from upcard.cards.card import Card, text
from upcard.rules.blackjack import hands
from upcard.rules.needs import Act, Amount, Choice, Illegal, Move, Turn
from upcard.rules.table import Hand, Seat, Table

HIT = Choice("hit", "Hit", "h", "BJK-12")
STAND = Choice("stand", "Stand", "s", "BJK-12")
SURRENDER = Choice("surrender", "Surrender", "r", "BJK-10")
NO_INSURANCE = Choice("no-insurance", "No insurance", "n", "BJK-7")
EVEN_MONEY = Choice("even-money", "Even money", "e", "BJK-7")
_ANSWERS = frozenset({"insurance", "no-insurance", "even-money"})
_PLAYS = frozenset({"hit", "stand", "double", "split", "surrender"})
_HIT_OR_STAND: tuple[Move, ...] = (HIT, STAND)
_FIRST_CARDS = 2
"""Doubling, splitting and surrender are for the first two cards of a hand."""

Objection: TypeAlias = tuple[str, str] | None
"""The reason against a move and the rule that gives it; None where nothing is against it."""


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The house's choices that steer play."""

    hits_soft_17: bool
    max_hands: int
    resplit_aces: bool
    double: hands.DoubleSetting
    double_after_split: bool
    late_surrender: bool
    smallest_chip: int
    """The least a hand is doubled for, in cents: the table's smallest chip, or its minimum (BJK-12)."""
    step: int
    """What amounts in the middle of a round go up by, in cents: the smallest chip, where the house names it."""


def of_hand(rules: HouseRules, seat: Seat, hand: Hand) -> tuple[Move, ...]:
    """The moves of a hand; none where it stands by itself: at 21, or as a split ace (BJK-8, BJK-12)."""
    if hands.stands_by_itself(hands.total(hand.cards)[0]):
        return ()
    if len(hand.cards) > _FIRST_CARDS:
        return _HIT_OR_STAND
    bet = seat.bets["bet"]
    split = () if against_split(rules, seat, hand) else (Choice("split", "Split", "p", "BJK-8", cost=bet),)
    if is_split_ace(seat, hand):
        return (*split, STAND) if split else ()
    moves: list[Move] = [HIT, STAND]
    if not against_double(rules, seat, hand):
        moves.append(Amount("double", "Double", "d", "BJK-9", min(rules.smallest_chip, bet), bet, rules.step))
    moves += split
    if not against_surrender(rules, seat, hand):
        moves.append(SURRENDER)
    return tuple(moves)


def of_insurance(rules: HouseRules, seat: Seat, low: int, high: int) -> tuple[Move, ...]:
    """The answers to an ace up: insurance for up to half the bet, or even money for a blackjack (BJK-7, BJK-12)."""
    even_money = (EVEN_MONEY,) if seat.hand.status == "blackjack" else ()
    least = min(max(low, rules.step), high)
    insurance = (Amount("insurance", "Insurance", "i", "BJK-7", least, high, rules.step),) if low <= high else ()
    return (*even_money, *insurance, NO_INSURANCE) if even_money or insurance else ()


def is_split(seat: Seat) -> bool:
    """Whether the seat's hands were made by a split."""
    return len(seat.hands) > 1


def is_split_ace(seat: Seat, hand: Hand) -> bool:
    """Whether it is a split ace, which gets one card and no more (BJK-8)."""
    return is_split(seat) and hands.gets_one_card_after_split(hand.cards[0])


def against_hit(seat: Seat, hand: Hand) -> Objection:
    """What speaks against another card (BJK-8)."""
    return ("split aces get one card each", "BJK-8") if is_split_ace(seat, hand) else None


def against_double(rules: HouseRules, seat: Seat, hand: Hand) -> Objection:
    """What speaks against doubling (BJK-9, BJK-12)."""
    if len(hand.cards) != _FIRST_CARDS:
        return "only the first two cards of a hand can be doubled", "BJK-9"
    if is_split_ace(seat, hand):
        return "split aces get one card each and can't be doubled", "BJK-9"
    if is_split(seat) and not rules.double_after_split:
        return "at this table a split hand can't be doubled (double-after-split=no)", "BJK-9"
    points, soft = hands.total(hand.cards)
    if hands.may_double(points, soft, rules.double):
        return None
    which = "no hand" if rules.double == "none" else f"hard {rules.double} only"
    return f"this table doubles {which} (double={rules.double}); this is {hands.in_words(hand.cards)}", "BJK-9"


def against_split(rules: HouseRules, seat: Seat, hand: Hand) -> Objection:
    """What speaks against splitting (BJK-8)."""
    if len(hand.cards) != _FIRST_CARDS:
        return "only the first two cards of a hand can be split", "BJK-8"
    first, second = hand.cards
    if not hands.may_split(first, second):
        return f"{text(first)} and {text(second)} are not of the same value, so they can't be split", "BJK-8"
    made = len(seat.hands)
    if made == 1 or hands.may_split_again(first, made, rules.max_hands, rules.resplit_aces):
        return None
    if made >= rules.max_hands:
        return f"a seat plays {rules.max_hands} hands at most (max-hands={rules.max_hands})", "BJK-8"
    return "split aces can't be split again (resplit-aces=no)", "BJK-8"


def against_surrender(rules: HouseRules, seat: Seat, hand: Hand) -> Objection:
    """What speaks against surrender (BJK-10, BJK-12)."""
    if not rules.late_surrender:
        return "this table has no surrender (surrender=none)", "BJK-10"
    if is_split(seat):
        return "there is no surrender after a split", "BJK-12"
    if len(hand.cards) != _FIRST_CARDS:
        return "surrender comes before any other decision, on the first two cards", "BJK-10"
    return None


def against_insurance(upcard: Card) -> Objection:
    """What speaks against insurance and even money once the hands are played (BJK-7)."""
    if hands.offers_insurance(upcard):
        return "insurance and even money are taken before the dealer looks for blackjack", "BJK-7"
    return f"insurance and even money are offered on an ace up; the dealer shows {text(upcard)}", "BJK-7"


def why_not(rules: HouseRules, t: Table, turn: Turn | None, act: Act) -> Illegal | None:
    """Why a move is refused, where a rule says more than that it isn't offered now."""
    seat = t.seats.get(act.seat)
    if seat is None or not 1 <= act.hand <= len(seat.hands) or len(t.dealer.cards) < _FIRST_CARDS:
        return None
    hand = seat.hands[act.hand - 1]
    against = _against_late(rules, t, seat, hand, act) if turn is None else _against(rules, t, turn, seat, hand, act)
    return Illegal(f"seat {act.seat}: {against[0]}", against[1]) if against else None


def _against(rules: HouseRules, t: Table, turn: Turn, seat: Seat, hand: Hand, act: Act) -> Objection:
    """Against a move of a hand that has a decision to take."""
    if (move := turn.move(act.move)) is not None:
        return _against_amount(seat, move, act)
    if turn.move("no-insurance"):
        return _against_answer(seat, act)
    if act.move in _ANSWERS:
        return against_insurance(t.dealer.cards[0])
    return _against_play(rules, seat, hand, act)


def _against_play(rules: HouseRules, seat: Seat, hand: Hand, act: Act) -> Objection:
    """Against playing a hand like that, whether or not it is over."""
    match act.move:
        case "hit":
            return against_hit(seat, hand)
        case "double":
            return against_double(rules, seat, hand)
        case "split":
            return against_split(rules, seat, hand)
        case "surrender":
            return against_surrender(rules, seat, hand)
        case _:
            return None


def _against_answer(seat: Seat, act: Act) -> Objection:
    """Against an answer to the question of insurance."""
    if act.move == "even-money":
        return "even money is for a blackjack", "BJK-7"
    if act.move == "insurance":
        bet = seat.bets["bet"]
        if hands.most_insurance(bet):
            return f"half of {bet} cents is less than the smallest insurance of this table", "BJK-7"
        return "the bet is too small to insure", "BJK-7"
    return ("insurance is answered before any hand is played", "BJK-14") if act.move in _PLAYS else None


def _against_amount(seat: Seat, move: Move, act: Act) -> Objection:
    """Against too much or too little money on a move that is open."""
    if not isinstance(move, Amount) or type(act.value) is not int:
        return None
    bet = seat.bets["bet"]
    if move.low <= act.value <= move.high:
        return f"{move.name} goes up from {move.low} cents by the smallest chip, {move.step}: not {act.value}", "BJK-12"
    if move.name == "double":
        if act.value > move.high:
            return f"a double adds at most the original bet of {bet} cents, not {act.value}", "BJK-9"
        return f"a double for less is at least the table's smallest chip, {move.low} cents, not {act.value}", "BJK-12"
    if act.value > (half := hands.most_insurance(bet)):
        return f"insurance is at most half the bet, {half} of {bet} cents, not {act.value}", "BJK-7"
    return f"insurance is {move.low} to {move.high} cents at this table, not {act.value}", "GEN-3"


def _against_late(rules: HouseRules, t: Table, seat: Seat, hand: Hand, act: Act) -> Objection:
    """Against a move of a hand that is over, by the rule that ended it."""
    if not hand.status:
        return None
    if act.move in _ANSWERS:
        return against_insurance(t.dealer.cards[0])
    if hand.status == "surrendered":
        what = "can't be surrendered a second time" if act.move == "surrender" else "is out of the round"
        return f"the hand has been surrendered and {what}", "BJK-10"
    if hand.status == "doubled":
        return f"hand {hand.number} is doubled: exactly one card is dealt to it", "BJK-9"
    if is_split_ace(seat, hand):
        return _against_play(rules, seat, hand, act) or against_hit(seat, hand)
    how = "21 stands by itself" if hand.status == "stood" and hand.done_by_rule else hand.status
    return f"hand {hand.number} is over: {how}", "BJK-12"
