"""`upcard floor verify`, `confirm`, `pay`, `void` and `late-hit`: a jackpot's way at the terminal."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.house.desk import Desk, signed_on
from upcard.cli.reading import writing
from upcard.floor import facts
from upcard.floor.doors.ledger import money
from upcard.floor.doors.people import CardKey

HitName = Annotated[str, typer.Argument(metavar="HIT", help="As `upcard floor hits` and `status` list it.")]
CardFile = Annotated[Path, typer.Option(help="The file of the manager's or executive's card.", show_default=False)]
Pin = Annotated[str, typer.Option(envvar="UPCARD_PIN", prompt=True, hide_input=True, help="The card's PIN.")]


def verify(desk: Desk, hit: HitName) -> None:
    """Verify a pending hit: a supervisor has seen the cards."""
    desk.ask("verify", hit=hit)
    print(f"{hit} is VERIFIED by {desk.by}")


def _swipe(card: Path) -> str:
    """The next swipe of a card; its file keeps the count."""
    try:
        plastic = CardKey.load(card)
    except (OSError, ValueError) as error:
        raise UserError(f"the card can't be read: {error}") from None
    swipe = plastic.swipe()
    with writing(card):
        plastic.save(card)  # the count on a card only rises, whatever the house says
    return swipe


def late_hit(
    desk: Desk,
    table: Annotated[str, typer.Argument(metavar="TABLE")],
    round_: Annotated[str, typer.Argument(metavar="ROUND", help="The round that has ended, such as T1-17.")],
    seat: Annotated[int, typer.Argument(metavar="SEAT")],
    hand: Annotated[str, typer.Argument(metavar="HAND", help="The outcome, as on the hand's button.")],
    reason: Annotated[str, typer.Option(help="Why it comes late.", show_default=False)],
    card: CardFile,
    pin: Pin,
    wager: Annotated[str | None, typer.Option(help="Where the table has several progressive wagers.")] = None,
) -> None:
    """Enter a winner that was found after END GAME. A jackpot is then verified, confirmed and paid like any other."""
    said = {"table": table, "round": round_, "seat": seat, "hand": hand, "reason": reason, "pin": pin}
    ack = desk.ask("late-hit", **said, swipe=_swipe(card), **({"wager": wager} if wager else {}))
    if any(isinstance(fact, facts.LatePay) for fact in ack.facts):
        given = ack.fact(facts.HandPaid)
        lines = [line for line in given.pays if (line.of, line.wager, line.outcome) == (seat, given.wager, hand)]
        paid = ", ".join(f"seat {line.seat} {money.dollars(line.amount)}" for line in lines)
        print(f"{hand} of round {round_} is paid from the tray: {paid}")
        return
    hit = ack.fact(facts.HitPending).hit
    amount = ack.fact(facts.WorkedOut).hits[hit].amount
    print(f"{hit} is PENDING: {money.dollars(amount)}; somebody else verifies it: upcard floor verify {hit} --by …")


def confirm(desk: Desk, hit: HitName, card: CardFile, pin: Pin) -> None:
    """Confirm a verified hit with a manager's or executive's card."""
    amount = desk.ask("confirm", hit=hit, swipe=_swipe(card), pin=pin).fact(facts.HitConfirmed).amount
    print(f"{hit} is CONFIRMED: {money.dollars(amount)}")


def pay(desk: Desk, hit: HitName) -> None:
    """Record that a confirmed hit was paid out."""
    amount = desk.ask("pay", hit=hit).fact(facts.HitPaid).amount
    print(f"{hit} is PAID: {money.dollars(amount)}")


def void(
    desk: Desk,
    hit: HitName,
    reason: Annotated[str, typer.Option(help="Why it was no hit.", show_default=False)],
) -> None:
    """Void a pending or verified hit; what was held for it goes back."""
    desk.ask("void", hit=hit, reason=reason)
    print(f"{hit} is VOIDED")


def register(app: typer.Typer) -> None:
    """Adds the commands to `upcard floor`."""
    for command in (verify, late_hit, confirm, pay, void):
        app.command()(signed_on(command))
