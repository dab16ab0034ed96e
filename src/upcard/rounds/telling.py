"""What happened at a table, in sentences. Made from events as a viewer may see them, so no hidden card can slip in."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from upcard.cards.card import SUIT_SHAPES, name, parse_card, suit
from upcard.cards.card import text as short
from upcard.rounds.record import FACE_DOWN
from upcard.rounds.round import Round
from upcard.rounds.view import label, shown, sight
from upcard.rules.game import Game
from upcard.rules.words import dollars, meter_title, place, spaced

ShowCards = Callable[[Sequence[str]], str]
"""How several cards are written: with suit shapes, or in words."""

Labels = Callable[[int, int, Sequence[str]], str]
"""What a hand with exactly these cards is called, by seat and number; empty when it is called nothing."""


def shaped(card: str) -> str:
    """A card with the shape of its suit: ``10♦``; a face-down card is ``▒▒``."""
    if card == FACE_DOWN:
        return "▒▒"
    known = parse_card(card)
    return short(known)[0].replace("T", "10") + SUIT_SHAPES[suit(known)]


def lettered(card: str) -> str:
    """A card in letters, for terminals without the shapes: ``10d``."""
    return "##" if card == FACE_DOWN else card.replace("T", "10")


def with_shapes(cards: Sequence[str]) -> str:
    """Cards with suit shapes."""
    return " ".join(shaped(card) for card in cards)


def in_letters(cards: Sequence[str]) -> str:
    """Cards in letters."""
    return " ".join(lettered(card) for card in cards)


def in_words(cards: Sequence[str]) -> str:
    """Cards as they are spoken: ``ace of spades, ten of diamonds and 2 cards face down``."""
    said = [name(parse_card(card)) for card in cards if card != FACE_DOWN]
    down = len(cards) - len(said)
    if down:
        said.append("one card face down" if down == 1 else f"{down} cards face down")
    return " and ".join([", ".join(said[:-1]), said[-1]] if len(said) > 1 else said)


def is_red(card: str) -> bool:
    """Whether a card is a diamond or a heart."""
    return card != FACE_DOWN and suit(parse_card(card)) in {1, 2}


def listed(words: Sequence[str], last: str = "and") -> str:
    """Words in a row: ``a, b and c``."""
    return f" {last} ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def labels(round_: Round, seats: Collection[int]) -> Labels:
    """What the hands of a round are called, as far as the holder of these seats sees them.

    A hand is called something only as long as it still has the cards that an event speaks of.
    """
    seen = sight(round_, seats)
    hands = {(hand.seat, hand.number): (hand, shown(hand, seats)) for hand in round_.table.hands()}

    def called(seat: int, hand: int, cards: Sequence[str]) -> str:
        now = hands.get((seat, hand))
        return label(round_, now[0], seats, seen) if now is not None and now[1] == list(cards) else ""

    return called


YOU = "You"
"""Whoever reads."""


class Teller:
    """Tells the events of one round after another, with "you" for the reader's own seat."""

    def __init__(
        self,
        game: Game,
        me: int | None,
        show: ShowCards,
        called: Callable[[int], str] = place,
        several: Collection[int] = (),
    ) -> None:
        """`called` says who has a seat (`YOU` for the reader's), `several` which seats have several hands already."""
        self.game = game
        self.me = me
        self.show = show
        self._called = called
        self._several: set[int] = set(several)

    def tell(self, event: Mapping[str, Any], label: Labels = lambda *_: "") -> str:
        """One event in a sentence; empty for an event that says nothing to people."""
        teller = getattr(self, "_" + event["event"].replace("-", "_"))
        said: str = teller(event, label)
        return said

    def who(self, seat: int) -> str:
        """Who is at a place, at the beginning of a sentence."""
        return YOU if seat == self.me else self._called(seat)

    def _verb(self, seat: int, one: str, you: str) -> str:
        who = self.who(seat)
        return f"{who} {you if who == YOU else one}"

    def _within(self, seat: int) -> str:
        """Who is at a place, within a sentence: a person's name stays as it is."""
        who = self.who(seat)
        return who.lower() if who in {YOU, place(seat)} else who

    def _hand(self, event: Mapping[str, Any]) -> str:
        """Which hand, where a seat has several."""
        return f" (hand {event['hand']})" if event["seat"] in self._several else ""

    def _round_opened(self, event: Mapping[str, Any], label: Labels) -> str:
        self._several.clear()
        bets = [
            f"{self._verb(int(seat), 'bets', 'bet')} {self.wagers(stakes)}." for seat, stakes in event["bets"].items()
        ]
        return " ".join(bets)

    def wagers(self, stakes: Mapping[str, int]) -> str:
        """Stakes by wager, in the order in which the game names them: a ledger keeps them by the alphabet."""
        placed = [(wager.title, stakes[wager.name]) for wager in self.game.wagers if wager.name in stakes]
        return listed([f"{dollars(cents)} on {title}" for title, cents in placed])

    def _cards_dealt(self, event: Mapping[str, Any], label: Labels) -> str:
        cards = event["cards"].split()
        return f"{self._verb(event['seat'], 'gets', 'get')} {self.show(cards)}{self._hand(event)}."

    def _acted(self, event: Mapping[str, Any], label: Labels) -> str:
        value = event["value"]
        how = ""
        if isinstance(value, list):
            how = " into " + listed([f"[{self.show(part.split())}]" for part in value])
        elif value is not None:
            how = f" for {dollars(value)}"
        return f"{self.who(event['seat'])}{self._hand(event)}: {spaced(event['move'])}{how}."

    def _stake_placed(self, event: Mapping[str, Any], label: Labels) -> str:
        title = self.game.wager(event["wager"]).title
        return f"{self._verb(event['seat'], 'puts', 'put')} {dollars(event['amount'])} on {title}{self._hand(event)}."

    def _hands_laid(self, event: Mapping[str, Any], label: Labels) -> str:
        self._several.add(event["seat"])
        hands = listed([f"[{self.show(cards.split())}]" for cards in event["hands"]])
        return f"{self._verb(event['seat'], 'now has', 'now have')} the hands {hands}."

    def _peeked(self, event: Mapping[str, Any], label: Labels) -> str:
        return f"The dealer looks at the hole card. {event['question']} {'Yes' if event['answer'] else 'No'}."

    def _cards_shown(self, event: Mapping[str, Any], label: Labels) -> str:
        cards = event["cards"].split()
        called = label(event["seat"], event["hand"], cards)
        words = f": {called}" if called else ""
        return f"{self._verb(event['seat'], 'shows', 'show')} {self.show(cards)}{self._hand(event)}{words}."

    def _cards_turned(self, event: Mapping[str, Any], label: Labels) -> str:
        return f"{self._verb(event['seat'], 'shows', 'show')} {self.show(event['cards'].split())}{self._hand(event)}."

    def line(self, line: Mapping[str, Any]) -> str:
        """What became of one wager: ``Ante, $10: win, pays 1 to 1, $20 back``."""
        title = self.game.wager(line["wager"]).title
        stake = f", {dollars(line['stake'])}" if line["stake"] else ""
        said = [spaced(line["outcome"]), *self._pays(line)]
        claims = [(claim["percent"], meter_title((self.game,), claim["meter"])) for claim in line["claims"]]
        said += [f"{percent}% of the meter {meter}" for percent, meter in claims]
        said += [f"{dollars(line['returned'])} back"] * bool(line["returned"])
        return f"{title}{stake}{self._hand(line)}: {', '.join(said)}"

    @staticmethod
    def _pays(line: Mapping[str, Any]) -> list[str]:
        """What the outcome pays, where the outcome's own name does not say it."""
        pays = line["pays"]
        if pays == line["outcome"] or pays.endswith("of meter"):
            return []
        return [{"lose": "loses", "push": "push", "half back": "half back"}.get(pays, f"pays {pays}")]

    def _wager_settled(self, event: Mapping[str, Any], label: Labels) -> str:
        line = event["line"]
        return f"{self.who(line['seat'])}: {self.line(line)} ({line['rule']})."

    def _pay_limited(self, event: Mapping[str, Any], label: Labels) -> str:
        line = event["line"]
        return f"The aggregate limit leaves {self.who(line['seat'])}: {self.line(line)} (B7S-21)."

    def _round_ended(self, event: Mapping[str, Any], label: Labels) -> str:
        return ""

    def _round_voided(self, event: Mapping[str, Any], label: Labels) -> str:
        back = [f"{self._within(int(seat))} {dollars(cents)}" for seat, cents in event["refunds"].items()]
        return f"The round is void: {event['reason']}. Every stake goes back: {listed(back)}."
