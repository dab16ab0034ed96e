"""Players and their play money."""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import PLAYER, SYSTEM, Draft, verb
from upcard.floor.ledger import money
from upcard.floor.state import Player, State

DESK = ("supervisor", "manager", "executive", SYSTEM)


@verb("player-add", (*DESK, "dealer"))
def add(draft: Draft) -> None:
    """Opens an account: player, name."""
    ask.only(draft.command, "player", "name")
    who = ask.name(draft.command, "player")
    if who in draft.state.players:
        raise Refused(f"there is a player {who!r} already")
    draft.fact(facts.PlayerAdded(player=who, name=ask.text(draft.command, "name", default=who)))


def _whom(draft: Draft) -> str:
    who = ask.text(draft.command, "player")
    if who not in draft.state.players:
        raise Refused(f"there is no player {who!r}")
    if draft.command.by.startswith("player:") and draft.command.by != money.player(who):
        raise Refused("a player uses their own account only")
    return who


@verb("buy-in", (*DESK, "dealer", PLAYER))
def buy_in(draft: Draft) -> None:
    """Play money from the cage: player, amount in cents."""
    ask.only(draft.command, "player", "amount")
    amount = ask.whole(draft.command, "amount", 1, 10**11)
    draft.move(money.CAGE, money.player(_whom(draft)), money.micro(amount), "buy-in")


@verb("cash-out", (*DESK, "dealer", PLAYER))
def cash_out(draft: Draft) -> None:
    """Play money back to the cage: player, amount in cents."""
    ask.only(draft.command, "player", "amount")
    amount = ask.whole(draft.command, "amount", 1, 10**11)
    draft.move(money.player(_whom(draft)), money.CAGE, money.micro(amount), "cash-out")


@facts.applies(facts.PlayerAdded)
def _added(state: State, said: facts.PlayerAdded, _made: facts.Made) -> None:
    state.players[said.player] = Player(said.player, said.name)
