"""`upcard floor staff`: who works here, who is let in, and their cards."""

from pathlib import Path
from typing import Annotated

import typer

from upcard.cli.errors import UserError
from upcard.cli.house.common import (
    By,
    Database,
    Form,
    Format,
    Password,
    ask,
    ask_as_house,
    reading,
    show,
    sign_on,
    state_of,
)
from upcard.cli.house.desk import Desk, in_house, signed_on
from upcard.cli.reading import writing
from upcard.floor.doors.house import House
from upcard.floor.doors.people import CardKey
from upcard.floor.doors.reports import Report
from upcard.floor.state import ROLES

app = typer.Typer(help="Staff and their cards.", add_completion=False, rich_markup_mode=None, no_args_is_help=True)

Member = Annotated[str, typer.Argument(metavar="STAFF", help="Whom it concerns.")]


@app.command("list")
def everybody(database: Database = None, form: Format = Form.text) -> None:
    """List the staff."""
    with reading(database) as store:
        state = state_of(store)
    rows = [
        (
            who.id,
            who.name,
            who.role,
            who.department,
            "locked out" if who.locked else "active" if who.active else "gone",
            ", ".join(card.id for card in state.cards.values() if card.holder == who.id),
        )
        for who in state.staff.values()
    ]
    show(Report("Staff", ("staff", "name", "role", "department", "state", "cards"), list(rows)), form)


@app.command("add")
@in_house
def add(
    house: House,
    staff: Member,
    role: Annotated[str, typer.Option(help=f"One of {', '.join(ROLES)}.", show_default=False)],
    department: Annotated[
        str, typer.Option(help="Theirs; a change takes people of two departments.", show_default=False)
    ],
    by: By,
    password: Password,
    new_password: Annotated[
        str,
        typer.Option(
            envvar="UPCARD_NEW_PASSWORD",
            prompt=True,
            confirmation_prompt=True,  # whoever mistypes the first executive's could never be let in
            hide_input=True,
            help="The password of the new one.",
        ),
    ],
    name: Annotated[str | None, typer.Option(help="What they are called, if not as STAFF.")] = None,
) -> None:
    """Take somebody on. The first one is an executive, and adds themself."""
    if house.ask(lambda state: bool(state.staff)):
        sign_on(house, by, password)
    args = {"staff": staff, "name": name or staff, "role": role, "department": department}
    ask(house, by, "staff-add", **args, password=new_password)
    print(f"{staff} works here as {role}")


@app.command("unlock")
@signed_on
def unlock(desk: Desk, staff: Member) -> None:
    """Let somebody in again who was locked out."""
    desk.ask("staff-unlock", staff=staff)
    print(f"{staff} is let in again")


@app.command("rescue")
@in_house
def rescue(house: House, staff: Member) -> None:
    """Let somebody in again when every manager and executive is locked out; it takes the house's keys."""
    ask_as_house(house, "staff-unlock", staff=staff)
    print(f"{staff} is let in again")


@app.command("card")
@signed_on
def card(
    desk: Desk,
    staff: Member,
    to: Annotated[Path, typer.Option(help="The file that becomes the card.", show_default=False)],
    pin: Annotated[
        str,
        typer.Option(
            envvar="UPCARD_PIN", prompt=True, confirmation_prompt=True, hide_input=True, help="The new card's PIN."
        ),
    ],
    card: Annotated[str | None, typer.Option(help="The card's name, if not C-STAFF.")] = None,
) -> None:
    """Issue a card to somebody."""
    if to.exists():
        raise UserError(f"{to} is there already")
    plastic = CardKey.new(card or f"C-{staff}")
    with writing(to):
        plastic.save(to)  # before the house knows it: a card whose secret is lost could never be swiped
    try:
        desk.ask("card-issue", card=plastic.card, staff=staff, public=plastic.public, pin=pin)
    except BaseException:
        to.unlink()
        raise
    print(f"card {plastic.card} of {staff} is {to}")
