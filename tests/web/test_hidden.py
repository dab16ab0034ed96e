"""Nothing that a viewer may not see is in anything that is sent to them, however it is written.

Rounds are played through the floor's own verbs, the mirror and the hub, with the sockets' queues in place of sockets;
every message of every client is searched for cards that nobody has shown them.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from upcard.cards.card import parse_card, text
from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource
from upcard.floor.commands.command import Command
from upcard.floor.commands.decide import apply, decide
from upcard.floor.facts import read_body
from upcard.floor.fair.vault import Vault
from upcard.floor.house.sequencer import Committed
from upcard.floor.ledger.entry import canonical
from upcard.floor.play import games
from upcard.floor.play.running import RunningRounds
from upcard.floor.state import FloorTable, Link, Meter, Player, State
from upcard.rounds.bots import affordable_bets, any_act
from upcard.rounds.dealing import deal_on
from upcard.rounds.round import Round
from upcard.rounds.view import felt, seen_events, view
from upcard.rules.events import CardsDealt, CardsShown, HandsLaid, Peeked
from upcard.rules.game import Game
from upcard.rules.needs import Ask, Deal, Illegal, Peek
from upcard.web.demo.demo import LINKS, TABLES, DemoTable
from upcard.web.live import views
from upcard.web.live.called import call
from upcard.web.live.hardware import Hardware
from upcard.web.live.hub import Client, Hub
from upcard.web.live.mirror import Mirror, Step
from upcard.web.staff import views as staff_views

Json = dict[str, Any]

ROUNDS, LONG = 2_000, 10_000
"""In all, over the tables of the demo floor, and with `make torture`. A view that forgets to hide is caught in one."""
SEATS = (1, 3, 4)
KEY = bytes(32)
CARD = re.compile(r"(?<![0-9A-Za-z])(?:10|[2-9TJQKA])[cdhs♣♦♥♠](?![0-9A-Za-z])")
"""A card in any of the ways that cards are written."""


def test_the_search_finds_cards() -> None:
    assert CARD.findall('{"a":"As","b":["Td 9h"],"c":"10d A♠","d":"??","e":"ace of spades","f":"5c1"}') == [
        "As", "Td", "9h", "10d", "A♠",
    ]  # fmt: skip


class Playhouse:
    """A floor without a disk: the same verbs, the same mirror, the same hub."""

    def __init__(self, opening: DemoTable, seed: str) -> None:
        self.chance = random.Random(seed)
        self.state = State()
        entropy = random.Random(f"{seed} salt")
        self.vault = Vault(KEY, SeededSource(seed), entropy.randbytes)
        self.running = RunningRounds(self.vault)
        self.seq = 0
        game = games.build(opening.game, opening.house, {})
        self.game = game
        table = FloorTable(
            opening.id, "virtual", opening.game, opening.house, {}, game.digest, opening.seats, opening.link
        )
        self.state.tables[table.id] = table
        if opening.link is not None:
            meters = {
                name: Meter(name, **{key.replace("-", "_"): value for key, value in rows.items()})
                for name, rows in LINKS[opening.link].items()
            }
            self.state.links[opening.link] = Link(opening.link, meters)
            for name, meter in meters.items():
                self.state.accounts[f"meter:{opening.link}/{name}"] = meter.base * 1_000_000
        for seat in SEATS:
            who = f"player-{seat}"
            self.state.players[who] = Player(who, who)
            self.state.accounts[f"player:{who}"] = 10**15
            table.seated[seat] = who
        self.table = opening.id
        self.mirror = Mirror(self.state, 0, Vault(KEY))
        self.hub = Hub(Eyes(self.mirror), "test", clock=lambda: "now")
        self.entries: list[Committed] = []
        viewers = [None, *(f"player-{seat}" for seat in SEATS)]
        self.clients = {viewer: self.hub.join(f"tables/{opening.id}", viewer, None) for viewer in viewers}

    def do(self, by: str, do: str, **args: Any) -> str | None:
        """Decides one command; `commit` is what the disk would be."""
        self.seq += 1
        command = Command(str(self.seq), "2026-01-01T00:00:00Z", by, do, args)
        decision = decide(self.state, command, self.seq, self.running)
        apply(self.state, self.seq, decision.body, decision.transfers)
        for table, followed in decision.rounds.items():
            self.running.keep(self.state.tables[table], followed)
        # What the ledger keeps is JSON; the mirror must not depend on anything else.
        body = read_body(canonical(decision.body.written()))
        moved = tuple(decision.transfers)
        self.entries.append(Committed(self.seq, do, command.at, by, body.refused, body.facts, moved))
        return body.error

    def commit(self) -> None:
        """What was decided becomes known, in one batch."""
        self.hub.publish(self.mirror.apply(self.entries))
        self.entries = []

    @property
    def round(self) -> Round:
        return self.mirror.shown[self.table].round

    def play(self) -> Iterator[None]:
        """One round; stops after every step that was published."""
        for seat in SEATS:
            bets = affordable_bets(self.game, 10**9, self.chance.randrange)
            assert self.do(f"player:player-{seat}", "bet", table=self.table, seat=seat, wagers=dict(bets)) is None
        assert self.do("system", "start", table=self.table) is None
        self.commit()
        yield
        while isinstance(self.round.need, Ask):
            act = any_act(self.chance.choice(self.round.need.turns), self.chance.randrange)
            value = [list(part) for part in act.value] if isinstance(act.value, tuple) else act.value
            said = {"table": self.table, "seat": act.seat, "hand": act.hand, "move": act.move, "value": value}
            assert self.do("system", "act", **said) is None
            self.commit()
            yield
        table = self.state.tables[self.table]
        if table.round is not None:  # a jackpot waits for staff; here the table is simply taken on
            for state in (self.state, self.mirror.state):
                state.hits.clear()
                for link in state.links.values():
                    link.batches.clear()
                state.tables[self.table].round = None
                if not self.game.keeps_shoe:
                    state.tables[self.table].shoe = None


class Eyes:
    """The service's sight, without the service."""

    def __init__(self, mirror: Mirror) -> None:
        self.mirror = mirror

    def seq(self) -> int:
        return self.mirror.seq

    def state_for(self, table: str, player: str | None) -> Json:
        found, shown = self.mirror.state.tables[table], self.mirror.shown.get(table)
        state = views.table_state(self.mirror, found, player, ready=frozenset(), clock=None, cleared=False)
        if shown is not None:  # a felt that is kept from one state to the next is the one that would be drawn now
            assert state["view"] == views.round_view(self.mirror.state, table, shown, player)
        return state

    def events_for(self, step: Step, player: str | None) -> list[Json]:
        assert step.shown is not None
        return views.events_info(self.mirror.state, step.table, step.shown, step.events(), player)

    def sees_more(self, table: str, player: str | None) -> bool:
        return player in self.mirror.state.tables[table].seated.values()

    def cards(self, tables: Iterable[str]) -> list[Json]:
        called = call(self.mirror.state.tables.values())
        return [
            views.table_card(self.mirror, t, called[t.id], cleared=False) for t in self.mirror.state.tables.values()
        ]

    def link(self, link: str) -> Json:
        return views.link_info(self.mirror, self.mirror.state.links[link], {})

    def hits(self, hits: Iterable[str]) -> list[Json]:
        return [views.hit_info(self.mirror, self.mirror.state.hits[h]) for h in hits if h in self.mirror.state.hits]

    def floor(self, by: str) -> Json:
        return staff_views.floor(self.mirror, {table: table for table in self.mirror.state.tables}, by, Hardware())

    def tables_of_link(self, link: str) -> list[str]:
        return [t.id for t in self.mirror.state.tables.values() if t.link == link]

    def tables_of_player(self, player: str) -> Sequence[str]:
        return list(self.mirror.state.tables)


@dataclass
class Shown:
    """What has been shown to a viewer in a round, found from the events alone, by the plainest rule there is."""

    seats: frozenset[int]
    cards: set[int] = field(default_factory=set)
    read: int = 0

    def follow(self, played: Round) -> set[int]:
        for event in played.events[self.read :]:
            if isinstance(event, CardsDealt):
                if event.seen_by == "everybody" or (event.seen_by == "owner" and event.seat in self.seats):
                    self.cards |= set(event.cards)
            elif isinstance(event, CardsShown):
                self.cards |= set(event.cards)
            elif isinstance(event, HandsLaid) and (event.face_up or event.seat in self.seats):
                self.cards |= {card for cards in event.hands for card in cards}
        self.read = len(played.events)
        return self.cards


def drained(client: Client) -> list[str]:
    found = list(client.queue)
    client.queue.clear()
    return found


def seats_of(viewer: str | None) -> frozenset[int]:
    return frozenset(seat for seat in SEATS if viewer == f"player-{seat}")


@pytest.mark.parametrize("opening", TABLES, ids=lambda opening: opening.id)
def test_no_message_to_anybody_holds_a_card_that_they_may_not_see(opening: DemoTable) -> None:
    search(opening, ROUNDS)


@pytest.mark.torture
@pytest.mark.parametrize("opening", TABLES, ids=lambda opening: opening.id)
def test_in_many_rounds_no_message_holds_a_card_that_its_reader_may_not_see(opening: DemoTable) -> None:
    search(opening, LONG)


def search(opening: DemoTable, rounds: int) -> None:
    """Plays a table's share of so many rounds, and reads every message to everybody."""
    house = Playhouse(opening, f"hidden {opening.id} {rounds}")
    searched = cards = 0
    for _ in range(-(-rounds // len(TABLES))):
        shown = {viewer: Shown(seats_of(viewer)) for viewer in house.clients}
        last = {viewer: set[int]() for viewer in house.clients}  # the felt of the last round, until the next begins
        if house.table in house.mirror.shown:
            last = {viewer: Shown(seats_of(viewer)).follow(house.round) for viewer in house.clients}
        for _ in house.play():
            for viewer, client in house.clients.items():
                allowed = shown[viewer].follow(house.round) | last[viewer]
                last[viewer] = set()
                for message in drained(client):
                    searched += 1
                    for found in CARD.findall(message.replace("Blazing 7s", "")):  # a wager's title, not a card
                        cards += 1
                        assert parse_card(found) in allowed, f"{viewer} was sent {found}: {message}"
    assert searched > 5 * rounds // len(TABLES)
    assert cards > searched


def test_a_card_that_slips_into_a_view_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search itself: a view that forgets to hide the dealer's cards does not pass."""
    honest = felt

    def careless(played: Round, seats: Any = ()) -> Json:
        seen = honest(played, seats)
        seen["dealer"]["status"] = " ".join(text(card) for card in played.table.dealer.cards)
        return seen

    monkeypatch.setattr(views, "felt", careless)
    with pytest.raises(AssertionError, match="was sent"):
        search(TABLES[2], ROUNDS)


@pytest.mark.parametrize("opening", TABLES, ids=lambda opening: opening.id)
def test_other_hidden_cards_would_have_been_told_in_the_same_words(opening: DemoTable) -> None:
    """Whatever the hidden cards are, the messages are the same to the letter: nothing is worked out from them.

    A round is played twice up to a decision, the second time with every card that the viewer has not seen replaced by
    another one that nobody has seen (and the dealer's look at the hole card answered as before).
    """
    chance = random.Random(f"twice {opening.id}")
    game = games.build(opening.game, opening.house, {})
    compared = 0
    for _ in range(60):
        bets = {seat: dict(affordable_bets(game, 10**9, chance.randrange)) for seat in SEATS}
        first = _until_asked(game, bets, chance)
        if first is None:
            continue
        for viewer in (None, *SEATS):
            seats = frozenset() if viewer is None else frozenset([viewer])
            second = _with_other_cards(first, seats, chance)
            if second is None:
                continue
            compared += 1
            assert view(first, seats) == view(second, seats)
            assert seen_events(first.events, seats) == seen_events(second.events, seats)
    assert compared > 60


def _until_asked(game: Game, bets: dict[int, dict[str, int]], chance: random.Random) -> Round | None:
    deck = list(game.deck)
    chance.shuffle(deck)
    played = Round(game, bets)
    deal_on(played, Shoe(deck))
    return played if isinstance(played.need, Ask) else None


def _with_other_cards(played: Round, seats: frozenset[int], chance: random.Random) -> Round | None:
    """The same round, its hidden cards exchanged; None if the exchange would change what everybody knows (a peek)."""

    def seen(event: CardsDealt) -> bool:
        return event.seen_by == "everybody" or (event.seen_by == "owner" and event.seat in seats)

    left = dict(played.game.deck_counts)
    for event in played.events:
        if isinstance(event, CardsDealt) and seen(event):
            for card in event.cards:
                left[card] -= 1
    unseen = [card for card, n in left.items() for _ in range(n)]
    chance.shuffle(unseen)
    again = Round(played.game, played.events[0].bets)  # type: ignore[union-attr]  # a round begins with RoundOpened
    for event in played.events:
        try:
            if isinstance(event, CardsDealt) and isinstance(again.need, Deal):
                again.deal(event.cards if seen(event) else [unseen.pop() for _ in event.cards])
            elif isinstance(event, Peeked) and isinstance(again.need, Peek):
                again.peeked(event.answer)
        except Illegal:
            return None
    return again if isinstance(again.need, Ask) else None
