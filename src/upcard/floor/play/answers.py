"""The felt of a table that runs rounds: dealt by the house (virtual) or read by a scanner (live, scanned).

The ledger keeps what a round was told, answer by answer. The `Round` itself is remembered beside the state (`running`)
and made again from the answers where it is not. A virtual round's cards are not in its answers, only how many: they
come from the sealed shoe, and are opened after END GAME.
"""

import msgspec

from upcard.cards import shoe as cards
from upcard.cards.card import CardError, parse_cards
from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import DEVICE, PLAYER, SYSTEM, Draft, verb
from upcard.floor.ledger import money
from upcard.floor.play import games
from upcard.floor.play.pays import buttons
from upcard.floor.play.record import close, commit_shoe
from upcard.floor.play.running import Followed, from_order
from upcard.floor.play.tables import the_seat, the_table
from upcard.floor.progressive.hits import press
from upcard.floor.state import CommittedShoe, FloorTable, OpenRound, State
from upcard.rounds.dealing import deal_on
from upcard.rounds.moves import ValueFault, read_value, value_as_numbers
from upcard.rounds.record import FACE_DOWN
from upcard.rounds.round import Round
from upcard.rules.events import StakePlaced
from upcard.rules.needs import UNKNOWN, Act, Amount, Choice, Show


def begin(draft: Draft, table: FloorTable, opened: OpenRound) -> None:
    """A round's first cards."""
    played = Round(games.of(table), opened.stakes, opened.players or None)
    if table.kind != "virtual":
        _told(draft, table, opened, Followed(played), None, 0)
        return
    shoe = table.shoe or commit_shoe(draft, table)
    source = from_order(draft.vault.open(shoe.sealed).cards)
    _told(draft, table, opened, Followed(played, source, shoe.dealt), None, 0, shoe)


def _deal_on(draft: Draft, shoe: CommittedShoe, followed: Followed, answers: list[facts.ToldAnswer]) -> bool:
    """Deals and peeks until a player has to decide or the round is over; True where the shoe ran out of cards."""
    before = len(followed.round.answers)
    short = False
    stack = cards.Shoe(draft.vault.open(shoe.sealed).cards, dealt=followed.place)
    try:
        deal_on(followed.round, stack)
    except cards.ShoeEmpty:
        short = True
    followed.place = stack.dealt
    for answer in followed.round.answers[before:]:
        assert not isinstance(answer, Act)
        # How many cards, not which: those are opened after END GAME.
        answers.append(facts.ToldPeek(answer) if isinstance(answer, bool) else facts.ToldDeal(len(answer)))
    return short


def _go_on(
    draft: Draft,
    table: FloorTable,
    opened: OpenRound,
    played: Round,
    answers: list[facts.ToldAnswer],
    seen: int,
    *,
    short: bool,
) -> None:
    """Books what happened since event `seen`: added stakes, and the settlement if the round is over.

    A round that the shoe is too `short` for is a misdeal: every stake goes back (GEN-4).
    """
    virtual = table.kind == "virtual"
    dealt: int | msgspec.UnsetType = msgspec.UNSET
    if virtual:
        dealt = table.shoe.dealt if table.shoe is not None else 0
        dealt += facts.from_shoe(answers)
    draft.fact(facts.RoundAnswered(table.id, answers, dealt))
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
    claims = [claim for line in played.lines for claim in line.claims]
    draft.fact(
        facts.RoundSettled(
            table=table.id,
            round=opened.id,
            lines=settled_lines(played),
            claims=[facts.HeldClaim(claim.seat, claim.wager, claim.outcome) for claim in claims],
        )
    )
    if not virtual:
        _paid_by_hand(draft, table, played)
        return
    for line in played.lines:
        to = money.player(opened.players[line.seat])
        draft.move(tray, to, money.micro(line.returned), f"pays {line.wager}")
    if claims:
        press(draft, table, opened, claims, closes=True)
    else:
        close(draft, table, opened, "ended", played=played)


def _paid_by_hand(draft: Draft, table: FloorTable, played: Round) -> None:
    """At a scanned table the chips of the progressive are in the books, so its fixed pays are too; hits are pressed."""
    fixed = buttons(played.game)
    for line in played.lines:
        if line.wager in fixed:
            to = money.patrons(table.id)
            draft.move(money.tray(table.id), to, money.micro(line.returned), f"pays {line.wager}")


def settled_lines(played: Round) -> list[facts.SettledLine]:
    """A round's lines as the ledger has them."""
    return [
        facts.SettledLine(
            line.seat, line.hand, line.wager, line.stake, line.outcome, line.pays, line.returned, line.rule
        )
        for line in played.lines
    ]


def staked(draft: Draft, table: FloorTable, opened: OpenRound) -> dict[int, int]:
    """What goes back to each seat when a round is voided, in cents."""
    if table.kind == "virtual":
        return draft.running.look(table).round.staked()
    feeds = games.meters_of(games.of(table))
    return {
        seat: sum(cents for wager, cents in wagers.items() if wager in feeds) for seat, wagers in opened.stakes.items()
    }


def declared_bets(draft: Draft, table: FloorTable) -> dict[int, dict[str, int]]:
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
    table, opened, followed = _running(draft)
    played = followed.round
    seat, hand = the_seat(draft, table), ask.whole(draft.command, "hand", 1, 99, 1)
    move = ask.text(draft.command, "move")
    player = opened.players.get(seat)
    if draft.command.by.startswith("player:") and draft.command.by != f"player:{player}":
        raise Refused(f"seat {seat} is not {draft.command.by}'s")
    try:
        value = read_value(draft.command.args.get("value"))
    except ValueFault as fault:
        raise Refused(f"'value' is an amount in cents, or the cards of each hand: {fault}") from None
    _check_funds(draft, played, player, Act(seat, hand, move, value))
    seen = len(played.events)
    played.act(Act(seat, hand, move, value))
    _told(draft, table, opened, followed, facts.ToldAct(seat, hand, move, value_as_numbers(value)), seen)


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


def _running(draft: Draft) -> tuple[FloorTable, OpenRound, Followed]:
    table = the_table(draft)
    if table.kind == "live":
        raise Refused(f"table {table.id} has real cards and no scanner: nobody acts here but the dealer")
    if table.round is None or table.round.settled:
        raise Refused(f"no round is being played at table {table.id}")
    return table, table.round, draft.running.look(table)


def _told(
    draft: Draft,
    table: FloorTable,
    opened: OpenRound,
    followed: Followed,
    answer: facts.ToldAnswer | None,
    seen: int,
    shoe: CommittedShoe | None = None,
) -> None:
    """A round was given an answer, if one: what follows of it, with cards from the table's shoe or a new one."""
    answers = [answer] if answer is not None else []
    draft.moved(table, followed)
    shoe = shoe or table.shoe
    short = shoe is not None and _deal_on(draft, shoe, followed, answers)
    _go_on(draft, table, opened, followed.round, answers, seen, short=short)


@verb("scan", ("dealer", DEVICE))
def scan(draft: Draft) -> None:
    """Cards read at a scanned table: table, cards ("7s 7h"; ?? for one that lies face down)."""
    ask.only(draft.command, "table", "cards")
    table, opened, followed = _running(draft)
    _scanned_only(table)
    played = followed.round
    cards = _read_cards(ask.text(draft.command, "cards"))
    seen = len(played.events)
    if type(played.need) is Show:
        played.shown(cards)
        _told(draft, table, opened, followed, facts.ToldShow(cards), seen)
    else:
        played.deal(cards)
        _told(draft, table, opened, followed, facts.ToldDeal(cards), seen)


@verb("peek", ("dealer", DEVICE))
def peek(draft: Draft) -> None:
    """The dealer's look at the hole card of a scanned table: table, answer (true or false)."""
    ask.only(draft.command, "table", "answer")
    table, opened, followed = _running(draft)
    _scanned_only(table)
    played = followed.round
    answer = draft.command.args.get("answer")
    if not isinstance(answer, bool):
        raise Refused(f"'answer' is true or false, not {answer!r}")
    seen = len(played.events)
    played.peeked(answer)
    _told(draft, table, opened, followed, facts.ToldPeek(answer), seen)


def _scanned_only(table: FloorTable) -> None:
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


@facts.applies(facts.ShoeCommitted)
def _shoe(state: State, said: facts.ShoeCommitted, _made: facts.Made) -> None:
    table = state.tables[said.table]
    table.shoe = CommittedShoe(said.shoe, said.root, said.sealed, said.size, cut=said.cut)


@facts.applies(facts.ShoeRetired)
def _retired(state: State, said: facts.ShoeRetired, _made: facts.Made) -> None:
    state.tables[said.table].shoe = None


@facts.applies(facts.RoundAnswered)
def _answered_fact(state: State, said: facts.RoundAnswered, _made: facts.Made) -> None:
    table = state.tables[said.table]
    assert table.round is not None
    table.round.answers += said.answers
    if isinstance(said.dealt, int) and table.shoe is not None:
        table.shoe.dealt = said.dealt


@facts.applies(facts.RoundSettled)
def _settled(state: State, said: facts.RoundSettled, _made: facts.Made) -> None:
    opened = state.tables[said.table].round
    assert opened is not None
    opened.settled = True
    opened.claims = list(said.claims)
