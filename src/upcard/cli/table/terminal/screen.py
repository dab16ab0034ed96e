"""The felt in a terminal: colours and suit shapes where the terminal has them, letters where it does not."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from upcard.cli.money import net
from upcard.rounds.record import FACE_DOWN
from upcard.rounds.telling import ShowCards, in_letters, is_red, lettered, listed, shaped, with_shapes
from upcard.rules.words import dollars, spaced

Tone = Literal["", "good", "bad", "dim", "bold"]
"""How a line is meant; colours only underline what its words already say."""


class Leave(Exception):
    """The player leaves the table: by the key, by Ctrl-C, or by closing the input."""


@dataclass(frozen=True, slots=True)
class Paid:
    """One wager after the round, as the player reads it."""

    wager: str
    hand: int | None
    """None where the wager stands on one hand."""
    stake: int
    outcome: str
    pays: str
    returned: int
    rule: str


@dataclass(frozen=True, slots=True)
class Option:
    """Something the player can type."""

    key: str
    label: str


class Screen(ABC):
    """What a table says to its player, and asks."""

    show: ShowCards

    @abstractmethod
    def line(self, words: str, tone: Tone = "") -> None:
        """A line of text."""

    @abstractmethod
    def heading(self, words: str, right: str = "") -> None:
        """The beginning of something new."""

    @abstractmethod
    def felt(self, view: Mapping[str, Any], me: int, titles: Mapping[str, str]) -> None:
        """The table as the player of seat `me` sees it; `titles` are the wagers' names on the felt."""

    @abstractmethod
    def options(self, options: Sequence[Option]) -> None:
        """What can be typed now."""

    @abstractmethod
    def settlement(self, paid: Sequence[Paid], staked: int, returned: int) -> None:
        """The player's wagers after the round."""

    @abstractmethod
    def grid(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A small table: history, meters."""

    def ask(self, prompt: str) -> str:
        """What the player types; Ctrl-C and a closed input leave the table."""
        try:
            return input(f"{prompt} ").strip()
        except (EOFError, KeyboardInterrupt):
            print()
            raise Leave from None


class RichScreen(Screen):
    """For eyes: a felt with cards side by side."""

    def __init__(self, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False)
        self._shapes = "utf" in self.console.encoding.lower()
        self._colour = self.console.color_system is not None and not self.console.no_color
        self.show = with_shapes if self._shapes else in_letters

    def line(self, words: str, tone: Tone = "") -> None:
        """A line of text, red suits in red."""
        text = Text(words, {"": "", "good": "green", "bad": "red", "dim": "dim", "bold": "bold"}[tone])
        text.highlight_regex(r"(?:10|[2-9JQKA])[♥♦]", "bold red")
        text.highlight_regex(r"(?:10|[2-9JQKA])[♠♣]", "bold")
        self.console.print(text)

    def heading(self, words: str, right: str = "") -> None:
        """A ruled line."""
        self.console.print()
        title = Text.assemble((words, "bold"), (f"  {right}" if right else "", "dim"))
        self.console.print(Rule(title, align="left", style="dim", characters="─" if self._shapes else "-"))

    def _card(self, card: str) -> Text:
        face = shaped(card) if self._shapes else lettered(card)
        if not self._colour:
            return Text(f"[{face}]")
        if card == FACE_DOWN:
            return Text(f" {face} ", "white on blue")
        return Text(f" {face} ", "bold red on white" if is_red(card) else "bold black on white")

    def _cards(self, cards: Sequence[str]) -> Text:
        return Text(" ").join(self._card(card) for card in cards)

    def felt(self, view: Mapping[str, Any], me: int, titles: Mapping[str, str]) -> None:
        """Dealer and board on top, the seats below, the player's own in bold."""
        grid = Table.grid(padding=(0, 2))
        grid.add_column(no_wrap=True)
        grid.add_column(no_wrap=True)
        grid.add_column()
        grid.add_column(style="dim")
        for whose, hand in _house(view):
            grid.add_row(whose, self._cards(hand["cards"]), _called(hand), "")
        for seat in view["seats"]:
            own = seat["seat"] == me
            for hand in seat["hands"]:
                where = "You" if own else f"Seat {seat['seat']}"
                where += f", hand {hand['hand']}" if len(seat["hands"]) > 1 else ""
                stakes = _stakes(seat, hand["hand"], titles)
                style = "bold" if own else ""
                grid.add_row(Text(where, style), self._cards(hand["cards"]), Text(_called(hand), style), stakes)
        self.console.print(Padding(grid, (1, 0, 1, 2)))

    def options(self, options: Sequence[Option]) -> None:
        """The keys side by side."""
        text = Text("  ")
        for option in options:
            text.append(option.key, "bold cyan" if self._colour else "bold")
            text.append(f" {option.label}    ")
        self.console.print(text)

    def settlement(self, paid: Sequence[Paid], staked: int, returned: int) -> None:
        """A line a wager, and the sum."""
        table = Table(box=SIMPLE_HEAD if self._shapes else None, pad_edge=False, show_edge=False, header_style="dim")
        for column in ("wager", "stake", "result", "pays", "back", "rule"):
            table.add_column(column, justify="right" if column in {"stake", "back"} else "left")
        for line in paid:
            won = line.returned - line.stake
            style = "green" if won > 0 else "red" if won < 0 else ""
            wager = line.wager + (f", hand {line.hand}" if line.hand is not None else "")
            stake, back = dollars(line.stake) if line.stake else "", dollars(line.returned)
            table.add_row(wager, stake, line.outcome, line.pays, Text(back, style), Text(line.rule, "dim"))
        self.console.print(Padding(table, (0, 0, 0, 2)))
        result = returned - staked
        tone: Tone = "good" if result > 0 else "bad" if result < 0 else "bold"
        self.console.print()
        self.line(f"  Staked {dollars(staked)}, back {dollars(returned)}: {net(result)}.", tone)

    def grid(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A small table."""
        table = Table(box=SIMPLE_HEAD if self._shapes else None, pad_edge=False, show_edge=False, header_style="dim")
        for column in columns:
            table.add_column(column)
        for row in rows:
            table.add_row(*row)
        self.console.print(Padding(table, (1, 0, 1, 2)))


class PlainScreen(Screen):
    """For ears: whole sentences, cards in words, nothing drawn."""

    def __init__(self, show: ShowCards) -> None:
        self.show = show

    def line(self, words: str, tone: Tone = "") -> None:
        """A line of text."""
        print(words.strip())

    def heading(self, words: str, right: str = "") -> None:
        """An empty line, then the heading as a sentence."""
        print(f"\n{words}. {right}".strip())

    def felt(self, view: Mapping[str, Any], me: int, titles: Mapping[str, str]) -> None:
        """A sentence for the dealer, for the board and for each hand."""
        for whose, hand in _house(view):
            print(f"{whose}: {self.show(hand['cards'])}{_comma(_called(hand))}.")
        for seat in view["seats"]:
            for hand in seat["hands"]:
                where = "You" if seat["seat"] == me else f"Seat {seat['seat']}"
                where += f", hand {hand['hand']}" if len(seat["hands"]) > 1 else ""
                cards = self.show(hand["cards"]) if hand["cards"] else "no cards"
                print(f"{where}: {cards}{_comma(_called(hand))}{_comma(_stakes(seat, hand['hand'], titles))}.")

    def options(self, options: Sequence[Option]) -> None:
        """The keys in a sentence."""
        print(f"You can type {listed([f'{option.key} for {option.label}' for option in options])}.")

    def settlement(self, paid: Sequence[Paid], staked: int, returned: int) -> None:
        """A sentence a wager, and the sum."""
        for line in paid:
            hand = f", hand {line.hand}" if line.hand is not None else ""
            stake = f", {dollars(line.stake)}" if line.stake else ""
            print(
                f"{line.wager}{hand}{stake}: {line.outcome}, {line.pays}, {dollars(line.returned)} back. {line.rule}."
            )
        print(f"Staked {dollars(staked)}, back {dollars(returned)}: {net(returned - staked)}.")

    def grid(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        """A sentence a row."""
        for row in rows:
            print(", ".join(f"{column} {cell}" for column, cell in zip(columns, row, strict=True)) + ".")


def _house(view: Mapping[str, Any]) -> list[tuple[str, Mapping[str, Any]]]:
    """The hands that lie in front of nobody, as far as there are any."""
    hands = (("Dealer", view["dealer"]), ("Board", view["board"]))
    return [(whose, hand) for whose, hand in hands if hand is not None and hand["cards"]]


def _called(hand: Mapping[str, Any]) -> str:
    """A hand's label and what became of it."""
    return ", ".join(word for word in (hand["label"], hand["status"]) if word)


def _comma(words: str) -> str:
    return f", {words}" if words else ""


def _stakes(seat: Mapping[str, Any], hand: int, titles: Mapping[str, str]) -> str:
    """What stands on the felt for a hand; stakes for hands that are not made yet stand with the last one."""
    last = len(seat["hands"])
    return ", ".join(
        f"{titles[stake['wager']]} {dollars(stake['amount'])}"
        for stake in seat["stakes"]
        if stake["hand"] == hand or (hand == last < stake["hand"])
    )


def paid_lines(lines: Sequence[Mapping[str, Any]], titles: Mapping[str, str]) -> list[Paid]:
    """Settlement lines in the contract's form, as the player reads them."""
    hands = {line["wager"]: {other["hand"] for other in lines if other["wager"] == line["wager"]} for line in lines}
    return [
        Paid(
            titles[line["wager"]],
            line["hand"] if len(hands[line["wager"]]) > 1 else None,
            line["stake"],
            spaced(line["outcome"]),
            {"lose": "loses"}.get(line["pays"], line["pays"]),
            line["returned"],
            line["rule"],
        )
        for line in lines
    ]
