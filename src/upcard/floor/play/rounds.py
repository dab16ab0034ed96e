"""START GAME and END GAME, for every kind of table (B7S-10, B7S-12)."""

from upcard import __version__
from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import DEVICE, SYSTEM, Draft, verb
from upcard.floor.ledger import money
from upcard.floor.play import answers
from upcard.floor.play.live import check_beside, cross_check, refuse_unpressed
from upcard.floor.play.record import close
from upcard.floor.play.tables import the_table, why_not
from upcard.floor.progressive.amounts import reach
from upcard.floor.progressive.contributions import contribute
from upcard.floor.progressive.hits import let_go, unresolved
from upcard.floor.state import PAID, Ended, OpenRound, State

KEPT_ROUNDS = 50
"""A live table's rounds for which a late hit may be entered."""

AT_TABLE = ("dealer", "supervisor", "manager", "executive", DEVICE, SYSTEM)


@verb("start", AT_TABLE)
def start(draft: Draft) -> None:
    """START GAME: bets are closed, wagers go into the tray and contribute to their meters: table, bets (scanned)."""
    ask.only(draft.command, "table", "bets")
    table = the_table(draft)
    refused = why_not(table)
    if refused is not None:
        raise refused
    if table.kind != "scanned" and "bets" in draft.command.args:
        raise Refused("'bets' is for scanned tables; a virtual table knows its bets, a live one its sensors")
    if table.kind == "virtual":
        stakes = table.bets
        if not stakes:
            raise Refused(f"there is no bet on table {table.id}", "GEN-3")
        players = {seat: table.seated[seat] for seat in stakes}
    elif table.kind == "scanned":
        stakes, players = answers.declared_bets(draft, table), {}
    else:
        stakes, players = table.sensors, {}
    if table.kind != "virtual":
        for wagers in table.sensors.values():
            draft.move(money.patrons(table.id), money.tray(table.id), money.micro(sum(wagers.values())), "wager")
    number = table.rounds + 1
    took = contribute(draft, table, stakes)
    by = draft.command.by
    opened = OpenRound(f"{table.id}-{number}", number, draft.command.at, draft.seq, by, stakes, players, took)
    draft.fact(
        facts.GameStarted(
            table=table.id,
            round=opened.id,
            stakes={str(seat): dict(wagers) for seat, wagers in stakes.items()},
            players={str(seat): who for seat, who in players.items()},
            contributions=took,
            digest=table.digest,
            software=__version__,
        )
    )
    reach(draft, table, stakes, opened.id, players)
    if table.kind != "live":
        answers.begin(draft, table, opened)


@verb("end", AT_TABLE)
def end(draft: Draft) -> None:
    """END GAME: all bets are reconciled; the table is free for the next round: table."""
    ask.only(draft.command, "table")
    table = the_table(draft)
    opened = table.round
    if opened is None:
        raise Refused(f"no round is being played at table {table.id}", "B7S-12")
    waiting = unresolved(draft.state, table)
    if waiting:
        names = ", ".join(f"{hit.id} ({hit.state}, seat {hit.seat})" for hit in waiting)
        raise Refused(f"END GAME is not possible while a jackpot is unresolved: {names}", "B7S-13")
    if table.kind != "live" and not opened.settled:
        raise Refused(f"round {opened.id} is not settled yet: finish or void it", "B7S-12")
    if table.kind == "scanned":
        if not opened.hits_done:
            cross_check(draft, table, opened)
        refuse_unpressed(draft, opened)
    if not opened.hits_done:
        check_beside(draft, table, opened)
    close(draft, table, opened, "ended")


@verb("void-round", ("supervisor", "manager", "executive", SYSTEM))
def void_round(draft: Draft) -> None:
    """Voids a round for a misdeal: table, reason. Every stake goes back; contributions stay (GEN-4)."""
    ask.only(draft.command, "table", "reason")
    table, reason = the_table(draft), ask.text(draft.command, "reason")
    opened = table.round
    if opened is None:
        raise Refused(f"no round is being played at table {table.id}", "GEN-4")
    paid = [hit.id for hit in draft.state.hits.values() if hit.round == opened.id and hit.state == PAID]
    if paid:
        raise Refused(f"round {opened.id} can't be voided: {', '.join(paid)} is PAID, that is its end", "PRG-0")
    if opened.paid:
        raise Refused(f"round {opened.id} can't be voided: take back what was paid by hand first", "GEN-4")
    waiting = unresolved(draft.state, table)
    if waiting or opened.settled:
        why = f"void {', '.join(hit.id for hit in waiting)} first" if waiting else "it is settled"
        raise Refused(f"round {opened.id} can't be voided: {why}", "GEN-4")
    for seat, cents in answers.staked(draft, table, opened).items():
        to = money.player(opened.players[seat]) if table.kind == "virtual" else money.patrons(table.id)
        draft.move(money.tray(table.id), to, money.micro(cents), "stake returned")
    close(draft, table, opened, "voided", reason)


@facts.applies(facts.GameStarted)
def _started(state: State, said: facts.GameStarted, made: facts.Made) -> None:
    table = state.tables[said.table]
    table.rounds += 1
    table.round = OpenRound(
        said.round,
        table.rounds,
        made.at,
        made.seq,
        made.by,
        said.by_seat(),
        said.seated(),
        dict(said.contributions),
        first_card=table.shoe.dealt if table.shoe else 0,
    )
    table.bets = {}
    table.sensors = {}


@facts.applies(facts.GameEnded)
def _ended(state: State, said: facts.GameEnded, _made: facts.Made) -> None:
    table = state.tables[said.table]
    let_go(state, table)
    opened = table.round
    if table.kind != "virtual" and table.link is not None and said.status == "ended" and opened is not None:
        dealer = opened.by if opened.by in state.staff else table.dealer
        table.ended.append(Ended(opened.id, table.link, opened.stakes, dealer, opened.paid))
        del table.ended[:-KEPT_ROUNDS]
    table.round = None
