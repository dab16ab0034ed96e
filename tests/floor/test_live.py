"""Live tables: sensors, START GAME, limits, lost contact, and cards read by a scanner."""

import pytest

from tests.kit.floor import BLITZ, SEVENS, Floor
from upcard.floor import facts
from upcard.floor.house.recovery import recover
from upcard.floor.progressive import signs

ALL, TEN = "three-suited-sevens", "three-same-colour-sevens"
ODD = {"blazing-sevens": {"base": 100, "reset": 50, "increment": 333_333, "hidden": 77_777}}


@pytest.fixture
def live(quick: Floor) -> Floor:
    quick.link()
    quick.table("T1")
    return quick


@pytest.mark.rule("B7S-10")
def test_start_game_takes_the_lit_sensors_and_closes_betting(live: Floor) -> None:
    live.light("T1", 1, 3)
    ack = live.ok("dora", "start", table="T1")
    assert ack.fact(facts.GameStarted).stakes == {"1": {"blazing-sevens": 100}, "3": {"blazing-sevens": 100}}
    assert live.state.balance("tray:T1") == (200 - 50) * 1_000_000, "the bets are in the tray, less what the meter got"
    assert "no progressive bet can be placed or removed" in live.no(
        "device:T1", "sensor", table="T1", seat=2, amount=100
    )
    assert "no progressive bet can be placed or removed" in live.no("device:T1", "sensor", table="T1", seat=1, amount=0)
    assert "END GAME comes first" in live.no("dora", "start", table="T1")


@pytest.mark.rule("B7S-12")
def test_end_game_resets_for_the_next_hand(live: Floor) -> None:
    assert "no round is being played" in live.no("dora", "end", table="T1")
    live.start("T1", 1)
    live.ok("dora", "end", table="T1")
    table = live.state.tables["T1"]
    assert (table.round, table.sensors, table.rounds) == (None, {}, 1)
    assert "START GAME comes first" in live.no("dora", "hit", table="T1", seat=1, hand=TEN)
    live.start("T1", 1)


@pytest.mark.rule("PRG-10")
def test_a_contribution_is_exact_made_once_and_only_from_lit_sensors(quick: Floor) -> None:
    quick.link(meters=ODD)
    quick.table("T1")
    quick.light("T1", 1, 2, 6)
    quick.ok("device:T1", "sensor", table="T1", seat=2, amount=0)  # taken away again
    first = quick.do("dora", "start", id="press-1", table="T1")
    again = quick.do("dora", "start", id="press-1", table="T1")
    assert first == again
    assert quick.state.balance("meter:L/blazing-sevens") == 100_000_000 + 2 * 100 * 333_333
    assert quick.state.balance("reserve:L/blazing-sevens") == 2 * 100 * 77_777
    assert "no wager, no award" in quick.no("dora", "hit", table="T1", seat=2, hand=TEN)
    assert "no wager, no award" in quick.no("dora", "hit", table="T1", seat=4, hand=TEN)
    quick.ok("dora", "end", table="T1")
    quick.ok("dora", "start", table="T1")  # nobody bets
    assert quick.state.balance("meter:L/blazing-sevens") == 100_000_000 + 2 * 100 * 333_333


@pytest.mark.rule("B7S-22")
def test_over_the_maximum_goes_back_and_under_the_minimum_stays_dark(live: Floor) -> None:
    over = live.ok("device:T1", "sensor", table="T1", seat=1, amount=500).fact(facts.SensorRead)
    assert (over.cents, over.returned) == (100, 400)
    assert "bring it up" in live.no("device:T1", "sensor", table="T1", seat=2, amount=50)
    assert "bring it up" in live.no("device:T1", "sensor", table="T1", seat=1, amount=99), "and it goes dark"
    assert live.state.tables["T1"].sensors == {}
    live.ok("device:T1", "sensor", table="T1", seat=2, amount=100)
    live.ok("dora", "start", table="T1")
    found = live.ok("dora", "chip-found", table="T1", seat=5, amount=25).fact(facts.ChipReturned)
    assert found.amount == 25
    assert live.meter() == 1_000_020, "it contributed nothing"
    assert "no wager, no award" in live.no("dora", "hit", table="T1", seat=5, hand=ALL)
    assert "its wager plays" in live.no("dora", "chip-found", table="T1", seat=2, amount=25)


@pytest.mark.rule("B7S-20")
def test_limits_are_posted_for_base_game_and_side_bet_apart(quick: Floor) -> None:
    quick.link()
    quick.table("T1", house={"bet.min": 1000, "bet.max": 50_000})
    posted = signs.posted_limits(quick.state, "T1")
    assert posted["bet"] == {"min": 1000, "max": 50_000}
    assert posted["blazing-sevens"] == {"min": 100, "max": 100}, "the progressive minimum is shown on every table"


@pytest.mark.rule("REG-17")
def test_lost_contact_stops_the_progressive_and_everybody_is_told(live: Floor) -> None:
    live.light("T1", 1)
    live.ok("device:T1", "contact-lost", table="T1", reason="cable")
    assert "has lost contact" in live.no("dora", "start", table="T1")
    assert "stays dark" in live.no("device:T1", "sensor", table="T1", seat=1, amount=100)
    assert signs.sign(live.state, live.state.links["L"])["no-contact"] == ["T1"], "patrons"
    (alert,) = live.state.alerts.values()
    assert "lost contact" in alert.what, "staff"
    live.ok("device:T1", "contact-restored", table="T1")
    assert live.state.tables["T1"].sensors == {}, "what lay there has to be put down again"
    live.start("T1", 1)
    live.ok("sue", "acknowledge", alert=alert.id)
    assert live.state.alerts == {}


@pytest.mark.rule("REG-3", "REG-4")
def test_a_meter_at_its_limit_overflows(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "limit": 1_000_030}})
    quick.table("T1")
    quick.start("T1", 1, 2)
    assert quick.meter() == 1_000_030
    assert quick.balance("overflow:L/blazing-sevens") == 10
    view = signs.meter_view(quick.state, quick.state.links["L"], "blazing-sevens")
    assert view["in"] == 50_000_000
    assert (view["shows"], view["reserve"], view["overflow"], view["hits"], view["wins"]) == (
        1_000_030,
        10_000_000,
        10_000_000,
        0,
        0,
    )


@pytest.mark.rule("REG-4")
def test_hits_and_wins_are_counted(live: Floor) -> None:
    for hand in (TEN, ALL):
        live.start("T1", 3)
        hit = live.press("T1", 3, hand)
        live.ok("dora", "hits-done", table="T1")
        live.settle(hit)
        live.ok("dora", "end", table="T1")
    live.start("T1", 3)
    live.ok("sue", "void", hit=live.press("T1", 3, ALL), reason="a mistake counts for nothing")
    view = signs.meter_view(live.state, live.state.links["L"], "blazing-sevens")
    ten, rest = 100_002, 1_000_020 - 100_002 + 20
    assert (view["hits"], view["wins"]) == (2, ten + rest)


@pytest.mark.rule("REG-4", "PRG-4")
@pytest.mark.parametrize("later", [False, True])
def test_what_a_void_gives_back_past_the_limit_overflows(quick: Floor, later: bool) -> None:
    meter = {"base": 100_000, "reset": 50_000, "increment": 200_000, "hidden": 0, "limit": 100_010}
    quick.link(meters={"blazing-sevens": meter})
    quick.table("T1")
    quick.table("T2")
    quick.start("T1", 1)
    hit = quick.press("T1", 1, ALL)
    quick.start("T2", 1, 2, 3)
    tenth = quick.press("T2", 2, TEN) if later else None
    quick.ok("sue", "void", hit=hit, reason="misread")
    assert quick.balance("overflow:L/blazing-sevens") == 10 + 60, "as if nobody had pressed"
    if tenth is None:
        assert quick.meter() == 100_010
    else:
        assert (quick.hit(tenth).amount, quick.meter()) == (10_001, 90_009), "a tenth of the limit, not of more"
        quick.ok("sue", "void", hit=tenth, reason="misread too")
        assert quick.meter() == 100_010
    assert quick.balance("overflow:L/blazing-sevens") == 70
    assert recover(quick.house.store).state == quick.state


@pytest.mark.rule("REG-3")
def test_an_implausible_contribution_is_a_fault(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "implausible": 150}})
    quick.table("T1")
    quick.light("T1", 1, 2)
    assert "implausible" in quick.no("dora", "start", table="T1")
    assert [alert.kind for alert in quick.state.alerts.values()] == ["implausible"]
    assert quick.meter() == 1_000_000
    quick.ok("device:T1", "sensor", table="T1", seat=2, amount=0)
    quick.ok("dora", "start", table="T1")


@pytest.mark.rule("REG-1", "REG-2", "REG-21", "B7S-34")
def test_the_sign_shows_a_win_with_the_entry_that_made_it(live: Floor) -> None:
    live.start("T1", 4)
    hit = live.press("T1", 4, ALL)
    sign = signs.sign(live.state, live.state.links["L"])
    assert sign["meters"]["blazing-sevens"]["pending"]
    assert sign["meters"]["blazing-sevens"]["shows"] == 1_000_000
    (win,) = sign["pending"]
    assert (win["hit"], win["table"], win["amount"], win["new-base"]) == (hit, "T1", 1_000_020, 1_000_000)
    assert win["provisional"], "until HITS DONE"
    live.ok("dora", "hits-done", table="T1")
    live.settle(hit)
    sign = signs.sign(live.state, live.state.links["L"])
    assert sign["pending"] == []
    assert [(win["table"], win["amount"], win["new-base"]) for win in sign["wins"]] == [("T1", 1_000_020, 1_000_000)]


@pytest.mark.rule("REG-21")
@pytest.mark.parametrize(
    ("order", "hands", "bases"),
    [
        ("split-first", {1: TEN, 5: TEN}, [900_000, 810_000]),
        ("split-first", {1: ALL, 5: TEN}, [1_000_000, 900_000]),
        ("split-first", {1: TEN, 5: ALL}, [900_000, 1_000_000]),
        ("split-first", {1: ALL, 2: TEN, 5: ALL}, [1_000_000, 900_000, 900_000]),
        ("sequential", {1: ALL, 2: TEN, 5: ALL}, [1_000_000, 900_000, 1_000_000]),
    ],
)
def test_each_win_shows_the_base_right_after_it(
    quick: Floor, order: str, hands: dict[int, str], bases: list[int]
) -> None:
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "increment": 0}}, order=order)
    quick.table("T1")
    quick.start("T1", *hands)
    for seat in reversed(hands):
        quick.press("T1", seat, hands[seat])
    shown = [win["new-base"] for win in signs.sign(quick.state, quick.state.links["L"])["pending"]]
    assert shown == bases


@pytest.mark.rule("REG-21", "PRG-5")
def test_a_share_shows_the_new_base_also_when_a_hit_before_it_is_voided(quick: Floor) -> None:
    """Seats 1 and 5 share; seat 2's tenth is voided after seat 1 was confirmed: the meter is the reseeded one again."""
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "increment": 0}})
    quick.table("T1")
    quick.start("T1", 1, 2, 5)
    first, tenth, second = (quick.press("T1", seat, hand) for seat, hand in ((1, ALL), (2, TEN), (5, ALL)))
    quick.ok("dora", "hits-done", table="T1")
    for hit in (first, tenth, second):
        quick.ok("sue", "verify", hit=hit)
    assert quick.confirm(first).ok
    quick.ok("sue", "void", hit=tenth, reason="a red seven among black ones")
    assert quick.meter() == 1_000_000
    assert (quick.hit(second).amount, quick.hit(second).new_base) == (500_000, 1_000_000)
    assert quick.confirm(second).ok
    quick.ok("sue", "pay", hit=first)
    quick.ok("sue", "pay", hit=second)
    assert (quick.balance("patrons:T1"), quick.meter()) == (1_000_000 - 300, 1_000_000)


@pytest.mark.rule("REG-24")
def test_the_rules_of_a_link_say_what_players_may_ask(quick: Floor) -> None:
    quick.link(meters={"blazing-sevens": {**SEVENS["blazing-sevens"], "limit": 5_000_000}}, order="sequential")
    text = signs.rules_text(quick.state, quick.state.links["L"])
    for said in ("20 % of every wager", "5 % goes to a reserve", "starts again from $10,000.00", "Ceiling: $50,000.00"):
        assert said in text
    assert "one after the other" in text


def scanned(floor: Floor) -> None:
    floor.link()
    floor.table("S1", "scanned")
    floor.light("S1", 1)
    floor.ok("dora", "start", table="S1", bets={"1": {"bet": 1000}})


def deal_sevens(floor: Floor) -> None:
    """Three suited sevens for seat 1; the dealer's hole card stays face down until it is turned over."""
    for cards in ("7s 7s", "6d", "??"):
        floor.ok("device:S1", "scan", table="S1", cards=cards)
    floor.ok("dora", "act", table="S1", seat=1, move="hit")
    floor.ok("device:S1", "scan", table="S1", cards="7s")
    floor.ok("device:S1", "scan", table="S1", cards="Td")
    floor.ok("device:S1", "scan", table="S1", cards="5c")


@pytest.mark.rule("B7S-13")
def test_a_scanned_table_settles_and_agrees_with_the_button(quick: Floor) -> None:
    scanned(quick)
    deal_sevens(quick)
    assert quick.state.tables["S1"].round is not None
    assert quick.state.tables["S1"].round.claims == [facts.HeldClaim(1, "blazing-sevens", ALL)]
    hit = quick.press("S1", 1, ALL)
    quick.ok("dora", "hits-done", table="S1")
    assert quick.state.alerts == {}
    quick.settle(hit)
    quick.ok("dora", "end", table="S1")


@pytest.mark.rule("B7S-13", "PRG-3")
def test_a_mismatch_of_cards_and_button_is_an_alert_and_is_put_right(quick: Floor) -> None:
    scanned(quick)
    deal_sevens(quick)
    wrong = quick.press("S1", 1, TEN)
    assert f"nobody pressed: seat 1 {ALL}" in quick.no("dora", "hits-done", table="S1")
    assert sorted(alert.what for alert in quick.state.alerts.values()) == [
        f"round S1-1, seat 1: {TEN} of blazing-sevens was pressed, but the cards say otherwise",
        f"round S1-1, seat 1: {ALL} of blazing-sevens was not pressed",
    ]
    quick.ok("sue", "void", hit=wrong, reason="wrong button")
    hit = quick.press("S1", 1, ALL)
    quick.ok("dora", "hits-done", table="S1")
    quick.settle(hit)
    assert quick.balance("patrons:S1") == 1_000_020 - 100
    quick.ok("dora", "end", table="S1")


@pytest.mark.rule("B7S-13", "PRG-3")
@pytest.mark.parametrize("verb", ["hits-done", "end"])
def test_a_jackpot_in_the_scanned_cards_can_not_be_passed_over(quick: Floor, verb: str) -> None:
    scanned(quick)
    deal_sevens(quick)
    assert f"nobody pressed: seat 1 {ALL}" in quick.no("dora", verb, table="S1")
    assert len(quick.state.alerts) == 1
    hit = quick.press("S1", 1, ALL)
    quick.ok("dora", "hits-done", table="S1")
    quick.settle(hit)
    quick.ok("dora", "end", table="S1")


@pytest.mark.rule("B7S-13", "PRG-0")
def test_a_supervisor_can_void_what_the_scanner_misread(quick: Floor) -> None:
    scanned(quick)
    deal_sevens(quick)
    hit = quick.press("S1", 1, ALL)
    quick.ok("sue", "void", hit=hit, reason="the scanner took a 2 for a 7")
    quick.ok("dora", "hits-done", table="S1")
    (alert,) = quick.state.alerts.values()
    assert alert.what == f"round S1-1, seat 1: {ALL} of blazing-sevens was voided, but the cards hold it"
    quick.ok("dora", "end", table="S1")


@pytest.mark.rule("GEN-2", "B7S-6")
def test_a_wager_is_paid_for_its_highest_hand_only(live: Floor) -> None:
    live.start("T1", 1, 2)
    ten = live.press("T1", 1, TEN)
    assert f"has {TEN} pressed ({ten}) and is paid once" in live.no("dora", "hit", table="T1", seat=1, hand=ALL)
    live.press("T1", 2, ALL)  # another seat's wager is another's
    live.ok("sue", "void", hit=ten, reason="wrong button")
    live.press("T1", 1, ALL)
    assert "pressed already" in live.no("dora", "hit", table="T1", seat=1, hand=ALL)


@pytest.mark.rule("BLZ-14", "GEN-2")
def test_a_double_blitz_takes_every_royal_blitz_but_no_five_card_royal(quick: Floor) -> None:
    quick.link(meters=BLITZ)
    quick.table("B1", game="three-card-blitz", house={"blitz-bonus": "progressive"})
    quick.light("B1", 2, amount=500)
    quick.ok("dora", "start", table="B1")
    spades, clubs = quick.press("B1", 2, "royal-blitz-spades"), quick.press("B1", 2, "royal-blitz-clubs")
    assert [quick.hit(hit).meter for hit in (spades, clubs)] == ["blitz-2", "blitz-5"]
    assert "is paid once" in quick.no("dora", "hit", table="B1", seat=2, hand="five-card-royal")


def test_only_what_the_hardware_of_a_table_may_say(live: Floor) -> None:
    live.table("T2")
    assert "does not stand at table T2" in live.no("device:T1", "sensor", table="T2", seat=1, amount=100)
    assert "no table 'T9'" in live.no("device:T9", "sensor", table="T9", seat=1, amount=100)
    assert "there is no verb" in live.no("dora", "jackpot", table="T1")
    assert "has no 'seet'" in live.no("device:T1", "sensor", table="T1", seet=1, amount=100)


@pytest.mark.rule("B7S-22")
def test_a_chip_found_at_a_scanned_table_goes_back_where_only_the_base_bet_lies(quick: Floor) -> None:
    quick.link()
    quick.table("S", "scanned")
    quick.light("S", 3)
    quick.ok("dora", "start", table="S", bets={"2": {"bet": 1_000}, "3": {"bet": 1_000}})
    found = quick.ok("dora", "chip-found", table="S", seat=2, amount=100)
    assert found.fact(facts.ChipReturned).amount == 100
    assert "sensor is lit" in quick.no("dora", "chip-found", table="S", seat=3, amount=100)


@pytest.mark.parametrize("bets", [{"1": {"bet": 1_000}, "01": {"bet": 500}}, {"1" * 5_000: {"bet": 1_000}}])
def test_every_seat_of_a_scanned_table_is_declared_once(quick: Floor, bets: dict[str, object]) -> None:
    quick.link()
    quick.table("S", "scanned")
    assert "'bets'" in quick.no("dora", "start", table="S", bets=bets)
