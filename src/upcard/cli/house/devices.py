"""`upcard devices`: a live table without hardware, and staff cards to swipe. It speaks docs/devices.md only."""

import asyncio
import json
import random
import urllib.error
import urllib.request
from pathlib import Path
from typing import Annotated, Any

import typer

from upcard.cli.errors import UserError
from upcard.cli.reading import writing

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    help="Play a live table without hardware; make and swipe staff cards.",
)

Json = dict[str, Any]


class HttpLine:
    """The device API over HTTP, with a device's credential."""

    def __init__(self, url: str, table: str, token: str) -> None:
        self._base = f"{url.rstrip('/')}/api/v1"
        self._table = table
        self._token = token

    async def look(self) -> Json:
        """The table's console."""
        return await self._ask("GET", f"/staff/tables/{self._table}")

    async def beat(self) -> Json:
        """A heartbeat."""
        return await self._ask("POST", "/devices/heartbeat", {"simulated": True})

    async def give(self, do: str, key: str, args: Json) -> Any:
        """A command; a refusal is an answer, too."""
        from upcard.web.demo.simulator import HouseAnswer

        try:
            said = await self._ask("POST", "/floor/commands", {"do": do, **args}, key)
        except urllib.error.HTTPError as error:
            return HouseAnswer(ok=False, why=_detail(error))
        return HouseAnswer(ok=True, facts=tuple((kind, fact) for kind, fact in said["facts"]))

    async def _ask(self, method: str, path: str, body: Json | None = None, key: str | None = None) -> Json:
        from upcard.web.demo.simulator import LineDown

        try:
            return await asyncio.to_thread(self._send, method, path, body, key)
        except urllib.error.HTTPError as error:
            if error.code in {401, 403, 404}:
                raise UserError(_detail(error)) from None
            raise
        except OSError as error:
            raise LineDown(str(getattr(error, "reason", error))) from None

    def _send(self, method: str, path: str, body: Json | None, key: str | None) -> Json:
        headers = {"Authorization": f"Bearer {self._token}", "Accept": "application/json"}
        if key:
            headers["Idempotency-Key"] = key
        data = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            data = json.dumps(body).encode()
        asked = urllib.request.Request(self._base + path, data, headers, method=method)  # noqa: S310 (checked below)
        with urllib.request.urlopen(asked, timeout=10) as answer:  # noqa: S310 (the scheme was checked)
            found: Json = json.load(answer)
            return found


def _detail(error: urllib.error.HTTPError) -> str:
    try:
        return str(json.load(error)["detail"])
    except (ValueError, KeyError):
        return f"the house answered {error.code}"


@app.callback(invoke_without_command=True)
def devices(
    context: typer.Context,
    table: Annotated[str, typer.Option(help="The live table.")] = "live-blackjack",
    url: Annotated[str, typer.Option(help="Where the house is.")] = "http://localhost:8021",
    token: Annotated[
        str,
        typer.Option(
            envvar="UPCARD_DEVICE_TOKEN",
            help="The table's credential: a manager makes one on the floor console, Staff and cards.",
            show_default=False,
        ),
    ] = "",
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="How many times as fast.")] = 1.0,
    rounds: Annotated[int | None, typer.Option(min=1, help="Stop after so many rounds.", show_default=False)] = None,
    mistakes: Annotated[float, typer.Option(min=0, max=1, help="How likely each mistake is.")] = 0.15,
    hits: Annotated[float, typer.Option(min=0, max=1, help="How likely a round has a jackpot hand.")] = 0.12,
    cuts: Annotated[float, typer.Option(min=0, max=1, help="How likely the line is cut between rounds.")] = 0.02,
    seed: Annotated[int | None, typer.Option(help="For a repeatable run.", show_default=False)] = None,
) -> None:
    """Play a live table without hardware: chips on sensors, keypad, heartbeats, and the mistakes that people make."""
    if context.invoked_subcommand is not None:
        return
    from upcard.web.demo.simulator import Habits, Simulator, Tempo

    if not url.startswith(("http://", "https://")):
        raise UserError(f"--url is an address such as http://localhost:8021, not {url!r}")
    if not token:
        raise UserError(
            f"table {table} needs its credential: --token, or UPCARD_DEVICE_TOKEN. "
            "A manager makes one on the floor console, under Staff and cards"
        )
    chance = random.Random(seed)  # noqa: S311 (people's habits, not cards)
    habits = Habits(hit=hits, mistake=mistakes, cut=cuts)
    played = Simulator(HttpLine(url, table, token), Tempo().times(speed), habits, chance, typer.echo)
    try:
        asyncio.run(played.run(rounds))
    except KeyboardInterrupt:
        typer.echo(f"stopped after {played.rounds} rounds")


@app.command("new-card")
def new_card(
    file: Annotated[Path, typer.Argument(help="Where the card's secret is kept: the plastic.")],
    card: Annotated[str, typer.Option(help="The number on it.")],
) -> None:
    """Make a staff card: prints the public key that a manager issues it with."""
    from upcard.floor.doors.people import CardKey

    if file.exists():
        raise UserError(f"{file} is there already; a card is made once")
    made = CardKey.new(card)
    with writing(file):
        made.save(file)
    typer.echo(made.public)


@app.command("swipe")
def swipe(file: Annotated[Path, typer.Argument(help="The card's file.")]) -> None:
    """Swipe a staff card: prints what a reader would type."""
    from upcard.floor.doors.people import CardKey

    try:
        card = CardKey.load(file)
    except (OSError, ValueError) as error:
        raise UserError(f"can't read the card: {error}") from None
    said = card.swipe()
    card.save(file)
    typer.echo(said)
