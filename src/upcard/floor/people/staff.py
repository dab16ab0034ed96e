"""Staff, their passwords and their cards (PRG-11).

Passwords and PINs never reach the ledger: `Secrets` checks them before a command is decided and attests the
answer under a name with a leading underscore, which no outside command can carry.
"""

from upcard.floor import facts
from upcard.floor.commands import ask
from upcard.floor.commands.ask import Refused
from upcard.floor.commands.verbs import SYSTEM, Draft, alert, verb
from upcard.floor.people.swipes import SwipeError, genuine, parse_swipe
from upcard.floor.state import ROLES, Staff, StaffCard, State

TRIES = 3
"""Wrong passwords or PINs before a person or a card is locked out."""

JUNIOR = ("dealer", "supervisor")
"""Whom a manager may take on; the others only an executive."""


def member(draft: Draft, who: str) -> Staff:
    """A member of staff by id."""
    found = draft.state.staff.get(who)
    if found is None:
        raise Refused(f"nobody called {who!r} works here", "PRG-11")
    return found


def a(role: str) -> str:
    """A role in a sentence: a dealer, an executive."""
    return f"a{'n' * (role[0] in 'aeiou')} {role}"


def _may_manage(draft: Draft, role: str) -> None:
    by = draft.command.by
    if by in draft.state.staff and draft.state.staff[by].role == "manager" and role not in JUNIOR:
        raise Refused(f"a manager takes on {' and '.join(JUNIOR)} only; {a(role)} needs an executive", "PRG-11")


@verb("staff-add", ("manager", "executive", SYSTEM))
def add(draft: Draft) -> None:
    """Takes somebody on: staff, name, role, department, password."""
    command = draft.command
    ask.only(command, "staff", "name", "role", "department", "password")
    who, role = ask.name(command, "staff"), ask.one_of(command, "role", ROLES)
    if not draft.state.staff and command.by != SYSTEM and (who != command.by or role != "executive"):
        raise Refused("a house begins with an executive, who adds themself and then the others", "PRG-11")
    if who in draft.state.staff or who == SYSTEM:
        raise Refused(f"{who!r} is taken; every member of staff has an id of their own", "PRG-11")
    _may_manage(draft, role)
    draft.fact(
        facts.StaffAdded(
            staff=who,
            name=ask.text(command, "name"),
            role=role,
            department=ask.text(command, "department"),
            password=ask.hashed(command, "password"),
        )
    )


@verb("staff-change", ("executive",))
def change(draft: Draft) -> None:
    """Changes somebody's role or department, or lets them go: staff, role, department, active."""
    command = draft.command
    ask.only(command, "staff", "role", "department", "active")
    found = member(draft, ask.text(command, "staff"))
    if found.id == command.by:
        raise Refused("nobody changes their own position", "PRG-11")
    active = command.args.get("active", found.active)
    if not isinstance(active, bool):
        raise Refused(f"'active' is true or false, not {active!r}")
    draft.fact(
        facts.StaffChanged(
            staff=found.id,
            role=ask.one_of(command, "role", ROLES, found.role),
            department=ask.text(command, "department", default=found.department),
            active=active,
        )
    )


@verb("password-set", (*ROLES, SYSTEM))
def set_password(draft: Draft) -> None:
    """Sets one's own password (an executive: anybody's): staff, password."""
    command = draft.command
    ask.only(command, "staff", "password")
    found = member(draft, ask.text(command, "staff"))
    if command.by not in {found.id, SYSTEM} and draft.state.staff[command.by].role != "executive":
        raise Refused("one sets one's own password; an executive can set another's", "PRG-11")
    draft.fact(facts.PasswordSet(staff=found.id, password=ask.hashed(command, "password")))


UNLOCK = ("manager", "executive")


@verb("staff-unlock", (*UNLOCK, SYSTEM))
def unlock(draft: Draft) -> None:
    """Lets somebody in again who was locked out: staff. The house itself only where nobody is left who could."""
    ask.only(draft.command, "staff")
    found = member(draft, ask.text(draft.command, "staff"))
    if found.id == draft.command.by:
        raise Refused("nobody unlocks themselves", "PRG-11")
    if draft.command.by == SYSTEM and not found.locked:
        raise Refused(f"{found.id} is not locked out")
    others = [who.id for who in draft.state.staff.values() if who.role in UNLOCK and who.active and not who.locked]
    if draft.command.by == SYSTEM and others:
        raise Refused(f"{found.id} is unlocked by one of: {', '.join(others)}", "PRG-11")
    draft.fact(facts.StaffUnlocked(staff=found.id))


@verb("sign-on", ROLES)
def sign_on(draft: Draft) -> None:
    """Signs on with a password: password, where (a table's name: on duty there). Three wrong ones lock out."""
    command = draft.command
    ask.only(command, "password", "where")
    if command.args.get("_password_ok") is not True:
        found = draft.state.staff[command.by]
        left: list[facts.Fact] = [facts.StaffFailed(found.id)]
        if found.fails + 1 >= TRIES:
            left.append(alert(draft, "lock-out", found.id, f"{found.id} was locked out after {TRIES} wrong passwords"))
        raise Refused("the password is wrong", "PRG-11", *left)
    draft.fact(facts.SignedOn(staff=command.by, where=ask.text(command, "where", default="house")))


@verb("sign-off", ROLES)
def sign_off(draft: Draft) -> None:
    """Signs off."""
    ask.only(draft.command, "where")
    draft.fact(facts.SignedOff(staff=draft.command.by))


@verb("card-issue", ("manager", "executive", SYSTEM))
def issue(draft: Draft) -> None:
    """Gives somebody a card: card, staff, public (its key, in hex), pin."""
    command = draft.command
    ask.only(command, "card", "staff", "public", "pin")
    card, found = ask.name(command, "card"), member(draft, ask.text(command, "staff"))
    if "." in card:
        raise Refused(f"card {card!r} can't be a name: no dots")
    if card in draft.state.cards:
        raise Refused(f"card {card!r} was issued already; every card has a number of its own", "PRG-11")
    _may_manage(draft, found.role)
    public = ask.text(command, "public")
    if len(public) != 64 or any(digit not in "0123456789abcdef" for digit in public):
        raise Refused("'public' is the card's Ed25519 key: 64 hexadecimal digits")
    draft.fact(facts.CardIssued(card=card, staff=found.id, public=public, pin=ask.hashed(command, "pin")))


@verb("card-block", ("supervisor", "manager", "executive"))
def block(draft: Draft) -> None:
    """Blocks a lost card for good: card, reason."""
    ask.only(draft.command, "card", "reason")
    card = ask.text(draft.command, "card")
    if card not in draft.state.cards:
        raise Refused(f"there is no card {card!r}")
    draft.fact(facts.CardBlocked(card=card, reason=ask.text(draft.command, "reason")))


def swiped(draft: Draft, roles: tuple[str, ...]) -> tuple[StaffCard, Staff]:
    """The card in the reader and its holder, or a refusal that counts the try.

    The count on a genuine swipe is used up whatever becomes of the command: the same swipe never counts twice.
    """
    state, command = draft.state, draft.command
    try:
        swipe = parse_swipe(command.args.get("swipe"))
    except SwipeError as error:
        raise Refused(f"a manager's or executive's card has to be swiped: {error}", "B7S-13") from None
    card = state.cards.get(swipe.card)
    if card is None:
        raise Refused(f"there is no card {swipe.card!r}", "PRG-11", alert(draft, "card", swipe.card, "an unknown card"))
    if card.blocked:
        raise Refused(f"card {card.id} is blocked", "PRG-11", alert(draft, "card", card.id, "a blocked card was used"))
    if not genuine(swipe, card.public):
        said = alert(draft, "card", card.id, f"a forged swipe of card {card.id}")
        raise Refused(f"card {card.id} did not make this swipe", "PRG-11", said)
    if swipe.count <= card.count:
        said = alert(draft, "card", card.id, f"a swipe of card {card.id} was played again")
        raise Refused(f"this swipe of card {card.id} was used before; swipe the card again", "PRG-11", said)
    used = facts.Swiped(card.id, swipe.count)
    right_pin = facts.PinGiven(card.id)
    if command.args.get("_pin_ok") is not True:
        left: list[facts.Fact] = [used, facts.CardFailed(card.id)]
        if card.fails + 1 >= TRIES:
            left.append(alert(draft, "lock-out", card.id, f"card {card.id} was blocked after {TRIES} wrong PINs"))
        raise Refused("the PIN is wrong", "PRG-11", *left)
    holder = state.staff[card.holder]
    if not holder.active or holder.locked:
        raise Refused(f"{holder.id}, who holds card {card.id}, is not let in", "PRG-11", used)
    if holder.role not in roles:
        said = alert(draft, "card", card.id, f"{a(holder.role)}'s card was swiped for a payout")
        raise Refused(
            f"card {card.id} is {a(holder.role)}'s; it takes one of: {', '.join(roles)}", "B7S-13", used, said
        )
    draft.facts += [used, right_pin]
    return card, holder


# What it does to the state


@facts.applies(facts.StaffAdded)
def _added(state: State, said: facts.StaffAdded, _made: facts.Made) -> None:
    who = said.staff
    state.staff[who] = Staff(who, said.name, said.role, said.department, said.password)


@facts.applies(facts.StaffChanged)
def _changed(state: State, said: facts.StaffChanged, _made: facts.Made) -> None:
    found = state.staff[said.staff]
    found.role, found.department, found.active = said.role, said.department, said.active


@facts.applies(facts.PasswordSet)
def _password(state: State, said: facts.PasswordSet, _made: facts.Made) -> None:
    state.staff[said.staff].password = said.password


@facts.applies(facts.StaffUnlocked)
def _unlocked(state: State, said: facts.StaffUnlocked, _made: facts.Made) -> None:
    found = state.staff[said.staff]
    found.fails, found.locked = 0, False


@facts.applies(facts.StaffFailed)
def _failed(state: State, said: facts.StaffFailed, _made: facts.Made) -> None:
    found = state.staff[said.staff]
    found.fails += 1
    found.locked = found.fails >= TRIES


@facts.applies(facts.SignedOn)
def _signed_on(state: State, said: facts.SignedOn, _made: facts.Made) -> None:
    state.staff[said.staff].fails = 0
    if said.where in state.tables:
        state.tables[said.where].dealer = said.staff


@facts.applies(facts.SignedOff)
def _signed_off(state: State, said: facts.SignedOff, _made: facts.Made) -> None:
    """The session itself belongs to the edge; nobody is on duty where they have signed off."""
    for table in state.tables.values():
        if table.dealer == said.staff:
            table.dealer = None


@facts.applies(facts.CardIssued)
def _issued(state: State, said: facts.CardIssued, _made: facts.Made) -> None:
    state.cards[said.card] = StaffCard(said.card, said.staff, said.public, said.pin)


@facts.applies(facts.CardBlocked)
def _blocked(state: State, said: facts.CardBlocked, _made: facts.Made) -> None:
    state.cards[said.card].blocked = True


@facts.applies(facts.Swiped)
def _swiped(state: State, said: facts.Swiped, _made: facts.Made) -> None:
    state.cards[said.card].count = said.count


@facts.applies(facts.PinGiven)
def _pin_given(state: State, said: facts.PinGiven, _made: facts.Made) -> None:
    state.cards[said.card].fails = 0


@facts.applies(facts.CardFailed)
def _card_failed(state: State, said: facts.CardFailed, _made: facts.Made) -> None:
    card = state.cards[said.card]
    card.fails += 1
    card.blocked = card.fails >= TRIES
