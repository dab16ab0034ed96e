"""A full round of every game in Chromium, with every side bet and set cards: the page shows what the rules pay."""

from collections.abc import Callable

import pytest

from tests.kit.guest import Guest
from tests.kit.tables import Floor

NewGuest = Callable[..., Guest]


@pytest.fixture(params=[False, True], ids=["desktop", "phone"])
def anna(request: pytest.FixtureRequest, guest: NewGuest) -> Guest:
    return guest(phone=request.param).sign_in()


def test_three_card_poker(floor: Floor, anna: Guest) -> None:
    link = floor.link(f"tcp-{anna.phone}", three_card_poker=500_000)
    table = floor.table("three-card-poker", {"ante.min": 500, "ante.max": 50_000}, link)
    floor.stack("9s 8s 7s Qd 9d 4h")
    anna.sit(table).shot("three-card-poker-1-seated")
    anna.chip(5).bet("ante", "pair-plus", "six-card-bonus", "progressive").shot("three-card-poker-2-bets")
    anna.deal()
    anna.offered("play", "fold")
    assert anna.cards() == ["9s", "8s", "7s"]
    assert anna.dealer() == ["??", "??", "??"]
    anna.shot("three-card-poker-3-turn")
    anna.move("play").verdict("You win $299")
    assert anna.dealer() == ["Qd", "9d", "4h"]
    assert anna.lines() == {
        "Ante": "Win, 1 to 1 +$5",
        "Play": "Win, 1 to 1 +$5",
        "Ante Bonus": "Straight flush, 5 to 1 +$25",
        "Pair Plus": "Straight flush, 40 to 1 +$200",
        "6 Card Bonus": "No win −$5",
        "Progressive": "Straight flush, 70 for 1 +$69",
    }
    anna.bankroll("$1,299").shot("three-card-poker-4-result")


def test_four_card_split(floor: Floor, anna: Guest) -> None:
    """Kings pay the Blind at once; both hands play, the second with two cards more."""
    table = floor.table("four-card-split", {"ante-1.min": 500, "blind.min": 500})
    floor.stack("Kh Kd 7s 2c Ad 9c 8h 3s 2d 2h")
    anna.sit(table).chip(5).bet("ante-1")
    assert [anna.staked(wager) for wager in ("ante-1", "ante-2", "blind")] == ["$5", "$5", "$5"]
    anna.deal()
    anna.offered("split", "fold")
    anna.shot("four-card-split-1-split")
    anna.way("K♥ K♦ 7♠", "2♣").move("split")
    anna.offered("play", "fold")
    anna.move("play")
    anna.turn("Your turn: hand 2.").shot("four-card-split-2-hands")
    anna.move("play").verdict("You win $65")
    assert anna.lines() == {
        "4-Card Blind": "High pair, 2 to 1 +$10",
        "Play 1": "Win, 1 to 1 +$5",
        "Ante 1": "Win, 1 to 1 +$5",
        "Play 2": "Win, 1 to 1 +$5",
        "Ante 2": "Three of a kind, 8 to 1 +$40",
    }
    anna.shot("four-card-split-3-result")


def test_four_card_split_version_1(floor: Floor, anna: Guest) -> None:
    """An instant winner must be claimed; the other hand folds."""
    table = floor.table("four-card-split", {"version": 1, "ante-1.min": 500})
    floor.stack("9h 8h 7h 2c Ad 9c 8d 3s")
    anna.sit(table).chip(5).bet("ante-1").deal()
    anna.offered("split")
    anna.move("split")
    anna.turn("Your turn: hand 2.").move("fold").verdict("You win $65")
    assert anna.lines()["Ante 1"] == "Instant straight flush, 15 to 1 +$75"
    assert anna.lines()["Ante 2"] == "Fold −$5"


def test_three_card_blitz(floor: Floor, anna: Guest) -> None:
    table = floor.table("three-card-blitz", {"ante.min": 500, "flush-bonus.min": 100, "blitz-bonus.min": 100})
    floor.stack("As Ks Qs 5s 4h 3d 2c 9c 8d 7h 6s 5d 4c 3h")
    anna.sit(table).chip(5).bet("ante", "flush-bonus", "blitz-bonus").deal()
    anna.offered("play", "fold")
    anna.shot("three-card-blitz-1-turn")
    anna.move("play").verdict("You win $185")
    assert anna.lines() == {
        "Ante": "Win, 1 to 1 +$5",
        "Play": "Win, 1 to 1 +$5",
        "Blind": "Royal blitz, 8 to 1 +$40",
        "Flush Bonus": "Four suited, 2 to 1 +$10",
        "Blitz Bonus": "Royal blitz, 25 to 1 +$125",
    }
    anna.shot("three-card-blitz-2-result")


def test_three_card_blitz_with_jackpots(floor: Floor, anna: Guest) -> None:
    """The bonus takes a meter: everybody sees it, and the house checks it before the table goes on."""
    meters = {f"blitz_{n}": 100_000 * n for n in range(1, 6)}
    link = floor.link(f"blitz-{anna.phone}", round_up_to=100, **meters)
    table = floor.table("three-card-blitz", {"ante.min": 500, "blitz-bonus": "progressive"}, link)
    floor.stack("Ad Kd Qd 5s 4h 3d 2c 9c 8s 7h 6s 5d 4c 3h")
    anna.sit(table).chip(5).bet("ante", "flush-bonus", "blitz-bonus").deal().move("play")
    anna.moment("Jackpot: Royal blitz diamonds").shot("three-card-blitz-3-jackpot")
    assert anna.lines()["Blitz Bonus"].startswith("Royal blitz diamonds, 100% of meter +$3,9")
    anna.turn("The house is checking a jackpot; the next deal comes when it is paid.")


def test_blackjack(floor: Floor, anna: Guest) -> None:
    """Every side bet on suited sevens, a hit, and the dealer busts."""
    link = floor.link(f"sevens-{anna.phone}", blazing_sevens=1_000_000)
    table = floor.table("blackjack", {"bet.min": 500}, link)
    floor.stack("7h 7d 7c Td 4s Kd")
    anna.sit(table).chip(5).bet("bet", "21+3", "in-between", "blazing-sevens").deal()
    anna.offered("hit", "stand", "double", "split", "surrender")
    anna.shot("blackjack-1-turn")
    anna.move("hit").move("stand").verdict("You win $279")
    assert anna.lines() == {
        "21+3": "Three of a kind, 20 to 1 +$100",
        "In Between": "Triple match, 30 to 1 +$150",
        "Bet": "Win, 1 to 1 +$5",
        "Blazing 7s": "Two sevens, 25 for 1 +$24",
    }
    anna.bankroll("$1,279").shot("blackjack-2-result")
