"""The felt of a table that runs rounds: dealt by the house (virtual) or read by a scanner (live, scanned).

The ledger keeps what a round was told, answer by answer. The `Round` itself is a cache beside the state: it is
brought forward when a command is decided, and made again from the answers after a restart. A virtual round's cards
are not in its answers, only how many: they come from the sealed shoe, and are opened after END GAME.
"""

from typing import Any

from upcard.cards.card import CARDS, CardError, parse_cards
from upcard.floor import ask, games, money
from upcard.floor.ask import Refused
from upcard.floor.hits import press
from upcard.floor.record import close, commit_shoe
from upcard.floor.running import round_of
from upcard.floor.state import Felt, Opened, Shoe, State, Table
from upcard.floor.tables import the_seat, the_table
from upcard.floor.verbs import DEVICE, PLAYER, SYSTEM, Draft, Made, applies, verb
from upcard.rounds.record import FACE_DOWN
from upcard.rounds.round import Round
from upcard.rules.events import StakePlaced
from upcard.rules.needs import UNKNOWN, Act, Amount, Ask, Choice, Deal, MoveValue, Peek, Show

Answers = list[list[Any]]


def begin(draft: Draft, table: Table, opened: Opened) -> None:
    """A round's first cards."""
    played = Round(games.of(table), opened.stakes, opened.players or None)
    answers: Answers = []
    short = False
    if table.kind == "virtual":
        shoe = table.shoe or commit_shoe(draft, table)
        short = _deal_on(draft, shoe, played, answers)
    table.felt = Felt(played, len(answers))
    _go_on(draft, table, opened, played, answers, 0, short=short)


def _deal_on(draft: Draft, shoe: Shoe, played: Round, answers: Answers) -> bool:
    """Deals and peeks until a player has to decide or the round is over; True where the shoe ran out of cards."""
    cards = draft.vault.open(shoe.sealed).cards
    place = shoe.dealt
    while (need := played.need) is not None and type(need) is not Ask:
        if type(need) is Deal:
            if place + need.count > len(cards):
                return True
            played.deal(cards[place : place + need.count])
            answers.append(["deal", need.count])
            place += need.count
        else:
            assert type(need) is Peek
            assert need.answer is not None
            played.peeked(need.answer)
            answers.append(["peek", need.answer])
    return False


def _go_on(
    draft: Draft, table: Table, opened: Opened, played: Round, answers: Answers, seen: int, *, short: bool
) -> None:
    """Books what happened since event `seen`: added stakes, and the settlement if the round is over.

    A round that the shoe is too `short` for is a misdeal: every stake goes back (GEN-4).
    """
    virtual = table.kind == "virtual"
    said: dict[str, Any] = {"table": table.id, "answers": answers}
    if virtual:
        dealt = sum(answer[1] for answer in answers if answer[0] == "deal")
        shoe = table.shoe if table.shoe is not None else Shoe("", "", "", 0)
        said["dealt"] = shoe.dealt + dealt
    draft.fact("answered", **said)
    tray = money.tray(table.id)
    if virtual:
        for event in played.events[seen:]:
            if type(event) is StakePlaced:
                draft.move(money.player(opened.players[event.seat]), tray, money.micro(event.amount), "bet")
    if short:
        for seat, cents in played.staked().items():
            draft.move(tray, money.player(opened.players[seat]), money.micro(cents), "stake returned")
        close(draft, table, opened, "voided", "the shoe ran out of cards", played=played)
        return
    if not played.ended:
        return
    lines = [
        [line.seat, line.hand, line.wager, line.stake, line.outcome, line.pays, line.returned, line.rule]
        for line in played.lines
    ]
    claims = [claim for line in played.lines for claim in line.claims]
    draft.fact(
        "settled",
        table=table.id,
        round=opened.id,
        lines=lines,
        claims=[[claim.seat, claim.wager, claim.outcome] for claim in claims],
    )
    if not virtual:
        return  # chips are paid by hand; the keypad reports the hits
    for line in played.lines:
        to = money.player(opened.players[line.seat])
        draft.move(tray, to, money.micro(line.returned), f"pays {line.wager}")
    if claims:
        press(draft, table, opened, claims, closes=True)
    else:
        close(draft, table, opened, "ended", played=played)


def staked(table: Table, opened: Opened) -> dict[int, int]:
    """What goes back to each seat when a round is voided, in cents."""
    if table.kind == "virtual":
        assert table.felt is not None
        return table.felt.round.staked()
    feeds = games.meters_of(games.of(table))
    return {
        seat: sum(cents for wager, cents in wagers.items() if wager in feeds) for seat, wagers in opened.stakes.items()
    }


def declared_bets(draft: Draft, table: Table) -> dict[int, dict[str, int]]:
    """The bets of a scanned table: the dealer's or the chip reader's word, and the lit sensors (PRG-10)."""
    stakes: dict[int, dict[str, int]] = {}
    feeds = games.meters_of(games.of(table))
    for key, wagers in ask.mapping(draft.command, "bets").items():
        if not key.isdecimal() or len(key) > 3 or not isinstance(wagers, dict):
            raise Refused("'bets' reads {seat: {wager: cents}}")
        if not 1 <= int(key) <= table.seats:
            raise Refused(f"there is no seat {key} at table {table.id}; it has seats 1 to {table.seats}", "GEN-5")
        if int(key) in stakes:
            raise Refused(f"'bets' has seat {int(key)} twice")
        unlit = [wager for wager in wagers if wager in feeds]
        if unlit:
            raise Refused(f"{', '.join(unlit)} is bet on the sensor, not declared", "PRG-10")
        stakes[int(key)] = dict(wagers)
    for seat, wagers in table.sensors.items():
        stakes[seat] = {**stakes.get(seat, {}), **wagers}
    return stakes


@verb("act", ("dealer", "supervisor", "manager", "executive", SYSTEM, DEVICE, PLAYER))
def act(draft: Draft) -> None:
    """A player's move: table, seat, hand, move, value (cents, or the cards of each hand)."""
    ask.only(draft.command, "table", "seat", "hand", "move", "value")
    table, opened, played = _running(draft)
    seat, hand = the_seat(draft, table), ask.whole(draft.command, "hand", 1, 99, 1)
    move = ask.text(draft.command, "move")
    player = opened.players.get(seat)
    if draft.command.by.startswith("player:") and draft.command.by != f"player:{player}":
        raise Refused(f"seat {seat} is not {draft.command.by}'s")
    value = _read_value(draft.command.args.get("value"))
    _check_funds(draft, played, player, Act(seat, hand, move, value))
    seen = len(played.events)
    played.act(Act(seat, hand, move, value))
    raw = [list(part) for part in value] if isinstance(value, tuple) else value
    _answered(draft, table, opened, played, ["act", seat, hand, move, raw], seen)


def _check_funds(draft: Draft, played: Round, player: str | None, wanted: Act) -> None:
    """Whether the player can pay for a move. It is asked before the round hears of it."""
    turn = played.turn_of(wanted.seat, wanted.hand)
    move = turn.move(wanted.move) if turn else None
    if player is None or move is None:
        return
    cost = 0
    if isinstance(move, Choice):
        cost = move.cost
    elif isinstance(move, Amount) and isinstance(wanted.value, int):
        cost = wanted.value
    has = draft.state.balance(money.player(player))
    if cost > 0 and money.micro(cost) > has:
        name = draft.state.players[player].name
        raise Refused(f"{name} has {money.dollars(money.shown(has))}; {wanted.move} takes {money.dollars(cost)}")


def _read_value(raw: object) -> MoveValue:
    if raw is None or (isinstance(raw, int) and not isinstance(raw, bool)):
        return raw
    if not isinstance(raw, list) or not all(isinstance(part, str) or _are_cards(part) for part in raw):
        raise Refused("'value' is an amount in cents, or the cards of each hand")
    try:
        return tuple(parse_cards(part) if isinstance(part, str) else tuple(part) for part in raw)
    except CardError as error:
        raise Refused(str(error)) from None


def _are_cards(part: object) -> bool:
    """Whether a part of a value is cards by their numbers: a round trusts the cards that it is given."""
    return isinstance(part, list) and all(type(card) is int and card in CARDS for card in part)


def _running(draft: Draft) -> tuple[Table, Opened, Round]:
    table = the_table(draft)
    if table.kind == "live":
        raise Refused(f"table {table.id} has real cards and no scanner: nobody acts here but the dealer")
    if table.round is None or table.round.settled:
        raise Refused(f"no round is being played at table {table.id}")
    return table, table.round, round_of(draft.vault, table)


def _answered(draft: Draft, table: Table, opened: Opened, played: Round, answer: list[Any], seen: int) -> None:
    answers: Answers = [answer]
    short = False
    if table.kind == "virtual":
        assert table.shoe is not None
        short = _deal_on(draft, table.shoe, played, answers)
    assert table.felt is not None
    table.felt.fed += len(answers)
    _go_on(draft, table, opened, played, answers, seen, short=short)


@verb("scan", ("dealer", DEVICE))
def scan(draft: Draft) -> None:
    """Cards read at a scanned table: table, cards ("7s 7h"; ?? for one that lies face down)."""
    ask.only(draft.command, "table", "cards")
    table, opened, played = _running(draft)
    _scanned_only(table)
    cards = _read_cards(ask.text(draft.command, "cards"))
    seen = len(played.events)
    if type(played.need) is Show:
        played.shown(cards)
        _answered(draft, table, opened, played, ["show", cards], seen)
    else:
        played.deal(cards)
        _answered(draft, table, opened, played, ["deal", cards], seen)


@verb("peek", ("dealer", DEVICE))
def peek(draft: Draft) -> None:
    """The dealer's look at the hole card of a scanned table: table, answer (true or false)."""
    ask.only(draft.command, "table", "answer")
    table, opened, played = _running(draft)
    _scanned_only(table)
    answer = draft.command.args.get("answer")
    if not isinstance(answer, bool):
        raise Refused(f"'answer' is true or false, not {answer!r}")
    seen = len(played.events)
    played.peeked(answer)
    _answered(draft, table, opened, played, ["peek", answer], seen)


def _scanned_only(table: Table) -> None:
    if table.kind != "scanned":
        raise Refused(f"table {table.id} is dealt by the house; it has no scanner")


def _read_cards(text: str) -> list[int]:
    cards: list[int] = []
    try:
        for token in text.split():
            cards += [UNKNOWN] if token == FACE_DOWN else parse_cards(token)
    except CardError as error:
        raise Refused(str(error)) from None
    return cards


@applies("shoe")
def _shoe(state: State, said: dict[str, Any], _made: Made) -> None:
    table = state.tables[said["table"]]
    table.shoe = Shoe(said["shoe"], said["root"], said["sealed"], said["size"], cut=said["cut"])


@applies("shoe-retired")
def _retired(state: State, said: dict[str, Any], _made: Made) -> None:
    state.tables[said["table"]].shoe = None


@applies("cards-opened")
def _cards_opened(state: State, said: dict[str, Any], made: Made) -> None:
    """For whoever checks the deal; the house knows its cards."""


@applies("answered")
def _answered_fact(state: State, said: dict[str, Any], _made: Made) -> None:
    table = state.tables[said["table"]]
    assert table.round is not None
    table.round.answers += said["answers"]
    if "dealt" in said and table.shoe is not None:
        table.shoe.dealt = said["dealt"]


@applies("settled")
def _settled(state: State, said: dict[str, Any], _made: Made) -> None:
    opened = state.tables[said["table"]].round
    assert opened is not None
    opened.settled = True
    opened.claims = said["claims"]
