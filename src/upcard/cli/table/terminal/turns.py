"""A player's decision: the legal moves by key, in the three shapes that a move can have."""

from collections.abc import Callable

from upcard.cards.card import CardError, parse_cards
from upcard.cards.card import text as short
from upcard.cli.money import parse_dollars
from upcard.cli.table.terminal.screen import Option, Screen
from upcard.rounds.telling import listed
from upcard.rules.needs import Act, Amount, Choice, Illegal, Move, MoveValue, Partition, Turn
from upcard.rules.rulebook import rule
from upcard.rules.words import dollars, in_dollars

HELP = "?"


def cost_of(move: Move) -> int:
    """The least that a move adds to the player's stakes."""
    return move.cost if isinstance(move, Choice) else move.low if isinstance(move, Amount) else 0


def ask_act(screen: Screen, turn: Turn, funds: Callable[[], int], other_key: Callable[[str], bool]) -> Act:
    """Asks until the player has made a legal move; a wrong key costs nothing.

    `funds` says what the player has left (more can be bought meanwhile); `other_key` takes words that are no move
    (history, quit) and says whether it knew them.
    """
    offer(screen, turn, funds())
    default = f" [{turn.default}]" if turn.default else ""
    while True:
        typed = screen.ask(f"Your move{default}:")
        word, _, rest = typed.partition(" ")
        if not word and turn.default:
            return Act(turn.seat, turn.hand, turn.default)
        if word == HELP:
            explain(screen, turn)
            continue
        move = find(turn, word)
        if move is None:
            if word and not other_key(word):
                screen.line(f"{word} is no move here.")
            if not word:
                offer(screen, turn, funds())
            continue
        bankroll = funds()
        if cost_of(move) > bankroll:
            screen.line(f"{move.label} takes {dollars(cost_of(move))}; you have {dollars(bankroll)}.", "bad")
            continue
        try:
            value = _value(screen, move, rest.strip(), bankroll)
            move.check(value)
        except Illegal as illegal:
            screen.line(f"{illegal}.", "bad")
        except CardError as error:
            screen.line(f"{error}.", "bad")
        except Back:
            offer(screen, turn, bankroll)
        else:
            return Act(turn.seat, turn.hand, move.name, value)


class Back(Exception):
    """The player thinks again before the move is made."""


def find(turn: Turn, word: str) -> Move | None:
    """The move with that key or name, or the only one whose name begins like that."""
    word = word.lower()
    exact = [move for move in turn.moves if word in {move.key.lower(), move.name.lower()}]
    begun = [move for move in turn.moves if word and move.name.startswith(word)]
    return exact[0] if exact else begun[0] if len(begun) == 1 else None


def offer(screen: Screen, turn: Turn, bankroll: int) -> None:
    """The legal moves with their keys and prices."""
    options = []
    for move in turn.moves:
        price = ""
        if isinstance(move, Choice) and move.cost:
            price = f", {dollars(move.cost)}"
        elif isinstance(move, Amount):
            price = f", {_range(move)}"
        short_of = ", more than you have" if cost_of(move) > bankroll else ""
        options.append(Option(move.key, f"{move.label}{price}{short_of}"))
    screen.options([*options, Option(HELP, "help")])


def explain(screen: Screen, turn: Turn) -> None:
    """Every move with the words of its rule."""
    for id_ in dict.fromkeys(move.rule for move in turn.moves):
        moves = listed([f"{move.key} {move.label}" for move in turn.moves if move.rule == id_])
        found = rule(id_)
        screen.line(f"{moves}: {found.text if found else 'see'} ({id_})")
    screen.line("At any time: buy, history, meters, quit.", "dim")


def _range(move: Amount) -> str:
    if len(move.named) > 1:
        return listed([f"{name} {dollars(cents)}" for cents, name in move.named], "or")
    return dollars(move.high) if move.low == move.high else f"{dollars(move.low)} to {dollars(move.high)}"


def _value(screen: Screen, move: Move, typed: str, bankroll: int) -> MoveValue:
    if isinstance(move, Amount):
        cents = _amount(screen, move, typed, _most(move, bankroll))
        wrong = move.wrong(cents)
        if wrong is not None:
            raise Illegal(in_dollars(*wrong), move.rule)
        return cents
    if isinstance(move, Partition):
        return _way(screen, move, typed)
    if typed:
        raise Illegal(f"{move.name} takes no amount and no cards", move.rule)
    return None


def _most(move: Amount, bankroll: int) -> int:
    """The most that is allowed and there; of amounts that have names, the highest of them."""
    there = [cents for cents, _ in move.named if cents <= bankroll]
    return there[-1] if there else min(move.high, bankroll)


def _amount(screen: Screen, move: Amount, typed: str, most: int) -> int:
    """An amount in dollars; Enter takes the most that is allowed and there."""
    while True:
        if not typed and move.low == most:
            return most
        typed = typed or screen.ask(f"{move.label}: {_range(move)}, or - to think again [{dollars(most)}]:") or "max"
        if typed == "-":
            raise Back
        by_name = {name: cents for cents, name in move.named}
        cents = most if typed == "max" else by_name.get(typed.lower().replace("x", "×")) or parse_dollars(typed)
        if cents is not None and cents > most and move.high >= cents:
            screen.line(f"You have {dollars(most)}.", "bad")
        elif cents is not None:
            return cents
        else:
            names = "a name such as 2x, " if move.named else ""
            screen.line(f"Type {names}dollars such as 5 or 2.50, or Enter for the most.")
        typed = ""


def _way(screen: Screen, move: Partition, typed: str) -> MoveValue:
    """One of the numbered ways to lay the cards out, or the cards themselves with a slash between the hands."""
    if not typed and len(move.ways) == 1:
        return move.ways[0]
    while True:
        if not typed:
            for number, way in enumerate(move.ways, 1):
                hands = " and ".join(f"[{screen.show([short(card) for card in part])}]" for part in way)
                screen.line(f"  {number}  {hands}")
            typed = screen.ask(f"{move.label}: a number, or the cards as in AsAd/Kc2h, or - to think again:")
        if typed == "-":
            raise Back
        if typed.isdecimal() and 1 <= int(typed) <= len(move.ways):
            return move.ways[int(typed) - 1]
        if "/" in typed:
            return tuple(parse_cards(_apart(part)) for part in typed.split("/"))
        typed = ""


def _apart(cards: str) -> str:
    """Cards typed without a space between them: ``AsKd10h``."""
    separated = "".join(f"{mark} " if mark.lower() in "cdhs♣♦♥♠" else mark for mark in cards.replace(" ", ""))
    return separated.strip()
