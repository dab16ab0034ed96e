"""The atoms of 3 Card Blitz: who wins, and what each wager calls a hand (BLZ).

Pure functions of a `BlitzHand` (what seven cards hold) and of totals. The round settles with them and the lab
tabulates them, so that each rule is written once. Outcome names are the row names of the pay tables.
"""

from upcard.cards.card import SUIT_NAMES, SUITS
from upcard.rules.three_card_blitz.points import BLITZ, BlitzHand

MAIN_OUTCOMES = ("win", "tie", "lose")
"""Everything that can become of an Ante or a Play bet that meets the dealer's hand (BLZ-8)."""

BLIND_WINS = ("double-blitz", "royal-blitz", "blitz", "total-27-30", "other-win")
"""The rows of a Blind that wins, best first (BLZ-9)."""

FLUSH_BONUS_OUTCOMES = ("seven-suited", "six-suited", "five-suited", "four-suited", "other")
"""The rows of the Flush Bonus, best first (BLZ-10)."""

BLITZ_BONUS_OUTCOMES = ("five-card-royal", "double-blitz", "royal-blitz", "blitz", "total-30", "other")
"""The rows of the Blitz Bonus with fixed pays, best first (BLZ-11)."""

METERS = {
    "five-card-royal": "blitz-1",
    "royal-blitz-spades": "blitz-2",
    "royal-blitz-hearts": "blitz-3",
    "royal-blitz-diamonds": "blitz-4",
    "royal-blitz-clubs": "blitz-5",
}
"""The outcomes of the progressive Blitz Bonus that take a meter, best first, and which one (BLZ-12)."""

ROYALS = tuple(outcome for outcome in METERS if outcome.startswith("royal-blitz"))
"""The rows of which a Double Blitz wins every one that it holds (BLZ-14)."""

ROYALS_AT_ONCE = 7 // 3
"""How many of them seven cards can hold: each is three cards of its own suit."""

PROGRESSIVE_OUTCOMES = (*METERS, "double-blitz", "blitz", "total-30", "total-29", "other")
"""The rows of the progressive Blitz Bonus in the order of the document (BLZ-12)."""

_FROM_SPADES_DOWN = tuple(reversed(range(len(SUITS))))


def compare(player: int, dealer: int) -> str:
    """Who has the higher total: the dealer always qualifies, equal totals push whatever made them (BLZ-7, BLZ-8)."""
    if player > dealer:
        return "win"
    return "tie" if player == dealer else "lose"


def blind_win(hand: BlitzHand) -> str:
    """The Blind's row for a hand that beats the dealer (BLZ-9)."""
    if hand.is_double_blitz:
        return "double-blitz"
    if hand.royals:
        return "royal-blitz"
    if hand.total == BLITZ:
        return "blitz"
    return "total-27-30" if hand.total >= 27 else "other-win"


def blind_outcome(hand: BlitzHand, dealer: int) -> str:
    """What becomes of the Blind against the dealer's total: it pays by its table only where the hand wins (BLZ-8)."""
    result = compare(hand.total, dealer)
    return blind_win(hand) if result == "win" else result


def flush_bonus_outcome(hand: BlitzHand) -> str:
    """The Flush Bonus's row, by the number of cards of one suit (BLZ-10)."""
    return {7: "seven-suited", 6: "six-suited", 5: "five-suited", 4: "four-suited"}.get(hand.longest_suit, "other")


def blitz_bonus_outcome(hand: BlitzHand) -> str:
    """The row of the Blitz Bonus with fixed pays: the highest that the hand meets (BLZ-11, GEN-2)."""
    if hand.five_card_royals:
        return "five-card-royal"
    if hand.is_double_blitz:
        return "double-blitz"
    if hand.royals:
        return "royal-blitz"
    if hand.total == BLITZ:
        return "blitz"
    return "total-30" if hand.total == 30 else "other"


def progressive_outcome(hand: BlitzHand) -> tuple[str, tuple[str, ...]]:
    """The row of the progressive Blitz Bonus, and the rows whose meters are won besides it.

    Only the highest row is won, with one exception: a Double Blitz has its fixed sum and every Royal Blitz it also
    holds. A 5-card royal flush takes the first meter and nothing else (BLZ-12, BLZ-14).
    """
    if hand.five_card_royals:
        return "five-card-royal", ()
    royals = tuple(f"royal-blitz-{SUIT_NAMES[suit]}" for suit in _FROM_SPADES_DOWN if suit in hand.royals)
    if hand.is_double_blitz:
        return "double-blitz", royals
    if royals:
        return royals[0], ()
    if hand.total == BLITZ:
        return "blitz", ()
    return {30: "total-30", 29: "total-29"}.get(hand.total, "other"), ()
