"""Must-hit-by and mystery meters: won at a secret amount that was bound before anybody played for it.

At START GAME a round's wagers feed the meter seat by seat; the wager that brings it to the amount wins what the meter
shows after the round. The hit has a batch of its own: no card has to be looked at, so the round goes on and ends
without it. Amount and salt are opened with the hit, the next amount is bound in the same entry, and whoever has the
ledger can check all of it (`reports/audit_mystery`).
"""

from typing import NamedTuple

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import SYSTEM, Draft, verb
from upcard.floor.progressive.amounts import bind
from upcard.floor.progressive.late import enter
from upcard.floor.state import MYSTERY, State
from upcard.rules.awards import WHOLE


class Due(NamedTuple):
    """A meter that was brought to its amount."""

    link: str
    meter: str


def due(state: State) -> Due | None:
    """The first meter whose hit is still to be entered: the next entry is its."""
    for link in state.links.values():
        for name, mystery in link.mysteries.items():
            if mystery.reached is not None:
                return Due(link.id, name)
    return None


@verb("mystery-hit", (SYSTEM,))
def mystery_hit(draft: Draft) -> None:
    """A meter was brought to its secret amount: link, meter. The amount is opened, the next one bound; a hit pends."""
    ask.only(draft.command, "link", "meter")
    link = draft.state.links[ask.text(draft.command, "link")]
    meter = link.meters[ask.text(draft.command, "meter")]
    mystery = link.mysteries[meter.name]
    reached = mystery.reached
    if reached is None:
        raise Refused(f"meter {meter.name} was not brought to its amount")
    opened = draft.vault.reveal(mystery.sealed)
    pending = facts.HitPending(
        hit=_name(draft.state, f"{reached.round}-{reached.seat}-mystery"),
        link=link.id,
        meter=meter.name,
        table=reached.table,
        round=reached.round,
        batch=f"B{draft.seq}",
        seat=reached.seat,
        wager=reached.wager,
        outcome=MYSTERY,
        percent=WHOLE,
        player=reached.player,
        pressed_by=SYSTEM,
        dealer=reached.dealer,
    )
    enter(draft, link, pending)
    draft.fact(facts.MysteryOpened(link.id, meter.name, mystery.number, pending.hit, opened.amount, opened.salt))
    bind(draft, link.id, meter, meter.reset, mystery.number + 1)


def _name(state: State, wanted: str) -> str:
    """A hit is called by its round and seat, and what it is; a second one there gets a number."""
    name, number = wanted, 1
    while name in state.hits:
        number += 1
        name = f"{wanted}.{number}"
    return name


@facts.applies(facts.MysteryOpened)
def _opened(state: State, said: facts.MysteryOpened, _made: facts.Made) -> None:
    reached = state.links[said.link].mysteries[said.meter].reached
    assert reached is not None
    state.hits[said.hit].stake = reached.stake
