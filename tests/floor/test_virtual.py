"""Tables dealt by the house: money, cards, hits found by the system, and every round replayed to the cent."""

import random

import pytest

from tests.kit.dealing import GAMES, play_round, seat_players
from tests.kit.floor import BLITZ, SEVENS, Floor
from upcard.floor import facts
from upcard.floor.fair import proof as fair
from upcard.floor.ledger.entry import read_plain
from upcard.floor.play import games
from upcard.floor.reports import audit
from upcard.rounds import dealing


@pytest.mark.parametrize("game", GAMES)
def test_rounds_of_every_game_balance_and_replay(quick: Floor, game: str) -> None:
    quick.table("V", "virtual", game, link=None)
    seat_players(quick, "V")
    chance = random.Random(game)
    total = sum(quick.balance(f"player:V-p{n}") for n in (1, 2, 3)) + quick.balance("cage") + quick.balance("tray:V")
    assert total == 0
    for _ in range(12):
        play_round(quick, "V", lambda _: GAMES[game], chance)
    assert (
        sum(quick.balance(f"player:V-p{n}") for n in (1, 2, 3)) + quick.balance("cage") + quick.balance("tray:V") == 0
    )
    assert quick.balance("tray:V") != 0
    checked = audit.verify(quick.house.store)
    assert checked.rounds == 12


def test_a_shoe_is_bound_before_its_first_card_and_opened_afterwards(quick: Floor) -> None:
    quick.table("V", "virtual", "blackjack", link=None)
    seat_players(quick, "V")
    for _ in range(3):
        play_round(quick, "V", lambda _: {"bet": 1000}, random.Random(5))
    checked = audit.deal(quick.house.store, "V-2")
    assert checked.committed <= checked.started
    assert checked.first > 0, "the shoe goes on"
    assert checked.retired is None
    shoe = quick.state.tables["V"].shoe
    assert shoe is not None
    order = quick.house.sequencer.running.vault.open(shoe.sealed).cards
    assert [card for card in checked.cards if card is not None] == [
        card for card, seen in zip(order[checked.first :], checked.cards, strict=False) if seen is not None
    ]


@pytest.mark.parametrize("game", GAMES)
def test_a_shoe_is_bound_before_anybody_bets_on_it(quick: Floor, game: str) -> None:
    """Whoever shuffles after the bets could shuffle against them."""
    quick.table("V", "virtual", game, link=None)
    seat_players(quick, "V")
    for _ in range(4):
        play_round(quick, "V", lambda _: GAMES[game], random.Random(3))
    bound = 0
    bets: list[int] = []
    for entry in quick.house.store.entries():
        for fact in facts.read_body(entry.body).facts:
            if isinstance(fact, facts.ShoeCommitted):
                bound = entry.seq
                bets.clear()
            elif isinstance(fact, facts.BetPlaced):
                bets.append(entry.seq)
            elif isinstance(fact, facts.GameStarted):
                assert bound < min(bets), fact.round
    assert audit.deal(quick.house.store, "V-4").committed < audit.deal(quick.house.store, "V-4").started


@pytest.mark.rule("REG-17", "PRG-13")
def test_no_bet_is_taken_where_no_round_can_start(quick: Floor) -> None:
    quick.link()
    quick.table("V", "virtual", "blackjack")
    seat_players(quick, "V", seats=1)
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={"bet": 1000})
    quick.ok("sue", "contact-lost", table="V", reason="cable")
    before = quick.balance("player:V-p1")
    assert "has lost contact" in quick.no("player:V-p1", "bet", table="V", seat=1, wagers={"bet": 2000})
    assert "has lost contact" in quick.no("dora", "start", table="V")
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={})
    assert quick.balance("player:V-p1") == before + 1000, "what lies there can be taken back"


def test_a_table_without_a_shoe_gets_one_when_its_round_begins(quick: Floor) -> None:
    """A ledger that was written before shoes were bound so early goes on."""
    quick.table("V", "virtual", "three-card-poker", link=None)
    seat_players(quick, "V", seats=1)
    quick.house.sequencer.state.tables["V"].shoe = None
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={"pair-plus": 500})
    ack = quick.ok("dora", "start", table="V")
    assert [fact.kind for fact in ack.facts if fact.kind.startswith("shoe")] == ["shoe", "shoe-retired", "shoe"]
    assert len({fact.shoe for fact in ack.facts if isinstance(fact, facts.ShoeCommitted)}) == 2
    play_round(quick, "V", lambda _: {"pair-plus": 500}, random.Random(3))
    assert audit.verify(quick.house.store).rounds == 2


def test_no_undealt_card_is_in_the_ledger(quick: Floor) -> None:
    """While a round is on, the ledger tells how many cards were dealt, not which."""
    quick.table("V", "virtual", "three-card-poker", link=None)
    seat_players(quick, "V")
    table = quick.state.tables["V"]
    for seat in table.seated:
        quick.ok(f"player:{table.seated[seat]}", "bet", table="V", seat=seat, wagers={"ante": 1000})
    ack = quick.ok("dora", "start", table="V")
    told = ack.fact(facts.RoundAnswered).answers
    assert all(isinstance(one, facts.ToldDeal) and type(one.cards) is int for one in told)
    for entry in quick.house.store.entries():
        for kind, said in read_plain(entry.body)["facts"]:
            assert kind != "shoe" or set(said) == {"table", "shoe", "root", "sealed", "size", "cut"}


def test_a_forged_deal_is_found() -> None:
    seed, order = b"s" * 32, list(range(52))
    leaves = fair.leaves(order, seed)
    root = fair.root(leaves).hex()
    opened = [facts.CardOpened(place, order[place], fair.salt(seed, place).hex()) for place in (3, 4, 30)]
    proof = fair.prove(leaves, [3, 4, 30])
    assert fair.verify_opened(root, 52, opened, proof)
    forged = [facts.CardOpened(3, 40, opened[0].salt), *opened[1:]]
    assert not fair.verify_opened(root, 52, forged, proof)
    assert not fair.verify_opened(root, 52, opened, proof[:-1])
    assert not fair.verify_opened(root, 52, opened, [*proof, proof[0]])
    assert fair.verify_retired(root, order, seed.hex())
    assert not fair.verify_retired(root, [order[1], order[0], *order[2:]], seed.hex())


@pytest.mark.rule("PRG-3", "PRG-8", "PRG-10")
def test_hits_of_a_virtual_table_are_found_and_close_with_settlement(quick: Floor) -> None:
    """Blitz until somebody holds a Royal Blitz: meters pay it, fixed pays and the rest are house money."""
    quick.link(meters=BLITZ)
    quick.table("V", "virtual", "three-card-blitz", house={"blitz-bonus": "progressive"}, seats=6)
    seat_players(quick, "V", 6, 10_000_000_00)
    chance = random.Random(3)
    for _ in range(400):
        before = {name: quick.state.balance(f"meter:L/{name}") for name in BLITZ}
        play_round(quick, "V", lambda _: {"ante": 1000, "blind": 1000, "blitz-bonus": 500}, chance)
        if quick.state.tables["V"].round is not None:
            break
        for name, stood in before.items():
            assert quick.state.balance(f"meter:L/{name}") - stood == 6 * 500 * 40_000, "fixed pays don't touch a meter"
    opened = quick.state.tables["V"].round
    assert opened is not None, "no jackpot in 400 rounds of six"
    hits = [hit for hit in quick.state.hits.values() if hit.round == opened.id]
    assert hits
    assert all(hit.pressed_by == "system" and hit.player for hit in hits)
    assert "END GAME is not possible" in quick.no("dora", "end", table="V")
    for hit in sorted(hits, key=lambda hit: hit.seat):
        was = quick.balance(f"player:{hit.player}")
        assert hit.amount % 100 == 0
        quick.settle(hit.id)
        assert quick.balance(f"player:{hit.player}") == was + hit.amount
    assert quick.state.tables["V"].round is None, "the table goes on by itself"
    assert audit.verify(quick.house.store).rounds == quick.state.tables["V"].rounds


@pytest.mark.rule("GEN-4")
def test_a_misdeal_returns_every_stake_and_contributions_stay(quick: Floor) -> None:
    quick.link(meters=SEVENS)
    quick.table("V", "virtual", "blackjack", link="L")
    seat_players(quick, "V")
    table = quick.state.tables["V"]
    for seat in table.seated:
        quick.ok(
            f"player:{table.seated[seat]}", "bet", table="V", seat=seat, wagers={"bet": 1000, "blazing-sevens": 100}
        )
    quick.ok("dora", "start", table="V")
    quick.ok("sue", "void-round", table="V", reason="a card was exposed early")
    assert [quick.balance(f"player:V-p{n}") for n in (1, 2, 3)] == [10_000_00] * 3
    assert quick.meter() == 1_000_000 + 60
    assert quick.state.tables["V"].round is None
    assert audit.verify(quick.house.store).rounds == 0


@pytest.mark.rule("GEN-4", "BJK-11")
@pytest.mark.parametrize("kept", [0, 3])
def test_a_shoe_never_ends_in_the_middle_of_what_is_paid(
    quick: Floor, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    """Enough is kept for a full table; where even that is not enough (0 kept), the round is a misdeal."""
    monkeypatch.setattr(dealing, "CARDS_A_HAND", kept)
    quick.table("V", "virtual", "blackjack", link=None, house={"decks": 1, "penetration": 100})
    seat_players(quick, "V")
    everywhere = [f"player:V-p{n}" for n in (1, 2, 3)] + ["tray:V"]
    endings: list[facts.GameEnded] = []
    quick.house.sequencer.watchers.append(
        lambda entries: endings.extend(
            fact for entry in entries for fact in entry.facts if isinstance(fact, facts.GameEnded)
        )
    )
    voided = 0
    for number in range(1, 13):
        before = [quick.balance(account) for account in everywhere]
        play_round(quick, "V", lambda _: {"bet": 1000}, random.Random(number))
        assert len(endings) == number
        if endings[-1].status == "voided":
            voided += 1
            assert [quick.balance(account) for account in everywhere] == before
            assert endings[-1].reason == "the shoe ran out of cards"
    assert (voided > 0) == (kept == 0)
    assert audit.verify(quick.house.store).rounds == 12 - voided


@pytest.mark.rule("B7S-20", "B7S-22", "GEN-3")
def test_limits_of_a_virtual_table(quick: Floor) -> None:
    quick.table(
        "V", "virtual", "three-card-poker", link=None, house={"ante.min": 500, "ante.max": 2000, "pair-plus.max": 700}
    )
    seat_players(quick, "V", 1)
    assert "minimum of 500" in quick.no("player:V-p1", "bet", table="V", seat=1, wagers={"ante": 499})
    over = quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={"ante": 2500, "pair-plus": 700}).fact(
        facts.BetPlaced
    )
    assert (over.wagers, over.returned) == ({"ante": 2000, "pair-plus": 700}, {"ante": 500})
    assert quick.balance("player:V-p1") == 10_000_00 - 2700
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={})
    assert quick.balance("player:V-p1") == 10_000_00
    quick.link(meters={"three-card-poker": {"base": 5_000_00, "reset": 1_000_00, "increment": 100_000, "hidden": 0}})
    quick.change("table-settings", table="V", link="L")
    fixed = quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={"ante": 500, "progressive": 700}).fact(
        facts.BetPlaced
    )
    assert fixed.returned == {"progressive": 600}, "the progressive is always $1"
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={})
    assert "has $10,000.00" in quick.no("player:V-p1", "cash-out", player="V-p1", amount=10_000_01)


@pytest.mark.rule("B7S-21", "PRG-9")
def test_an_aggregate_limit_cuts_fixed_side_bet_pays_only(quick: Floor) -> None:
    quick.link(meters={"three-card-poker": {"base": 5_000_00, "reset": 1_000_00, "increment": 100_000, "hidden": 0}})
    quick.table("V", "virtual", "three-card-poker", house={"aggregate-limit": 1000}, seats=6)
    seat_players(quick, "V", 6, 1_000_000_00)
    chance = random.Random(11)
    cut = 0
    for _ in range(60):
        play_round(quick, "V", lambda _: {"ante": 500, "pair-plus": 500, "progressive": 100}, chance)
        assert quick.state.tables["V"].round is None, "no A-K-Q of spades among these cards"
    played = games.of(quick.state.tables["V"])
    for item in audit.export(quick.house.store):
        for kind, said in item["facts"]:
            if kind == "settled":
                sides = [line for line in said["lines"] if played.is_side(line[2]) and line[5] not in {"push", "lose"}]
                paid = sum(line[6] - line[3] * (" to " in line[5]) for line in sides)
                assert paid <= 1000
                cut += paid == 1000
    assert cut, "the limit never mattered"


def test_a_player_moves_only_what_is_theirs(quick: Floor) -> None:
    quick.table("V", "virtual", "three-card-poker", link=None)
    seat_players(quick, "V", 2)
    assert "not player:V-p2's" in quick.no("player:V-p2", "bet", table="V", seat=1, wagers={"ante": 500})
    assert "own account" in quick.no("player:V-p2", "buy-in", player="V-p1", amount=5)
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={"ante": 500})
    quick.ok("dora", "start", table="V")
    assert "not player:V-p2's" in quick.no("player:V-p2", "act", table="V", seat=1, move="play")
    assert "hit" in quick.no("player:V-p1", "act", table="V", seat=1, move="hit")
    assert "START GAME was pressed" in quick.no("player:V-p2", "bet", table="V", seat=2, wagers={"ante": 500})
    quick.ok("player:V-p1", "act", table="V", seat=1, move="play")
    assert quick.state.tables["V"].round is None


def test_a_double_that_the_player_cannot_pay_is_refused_and_changes_nothing(quick: Floor) -> None:
    quick.table("V", "virtual", "three-card-poker", link=None)
    seat_players(quick, "V", 1, 500)
    quick.ok("player:V-p1", "bet", table="V", seat=1, wagers={"ante": 500})
    quick.ok("dora", "start", table="V")
    assert "play takes $5.00" in quick.no("player:V-p1", "act", table="V", seat=1, move="play")
    quick.ok("player:V-p1", "act", table="V", seat=1, move="fold")


@pytest.mark.parametrize(
    "value", [[["7s"], ["x"]], [[None], [{}]], [[0, 1], [2, 99]], [[-1, 0], [1, 2]], [1.5], "7s", {}]
)
def test_a_value_that_is_no_cards_is_refused_and_is_no_fault(quick: Floor, value: object) -> None:
    """A fault would make the house read its whole ledger again, at the wish of a player."""
    quick.table("X", "virtual", "four-card-split", link=None)
    quick.ok("sue", "player-add", player="anna")
    quick.ok("sue", "buy-in", player="anna", amount=10_000)
    quick.ok("sue", "sit", table="X", seat=1, player="anna")
    quick.ok("sue", "bet", table="X", seat=1, wagers={"ante-1": 100, "ante-2": 100, "blind": 100})
    quick.ok("dora", "start", table="X")
    said = quick.no("player:anna", "act", table="X", seat=1, move="split", value=value)
    assert "'value' is an amount in cents, or the cards of each hand" in said
