"""A question about a hand, as text or as what a player at a table knows: the same question to the general methods."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from upcard.cards.card import Cards, show
from upcard.lab.analysis import LabError
from upcard.lab.general.rounds.script import SEAT, UNIT, Option, Spot, place_of, unit_bets
from upcard.rounds.fault import where
from upcard.rounds.knowledge import Knowledge
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.model import Model, ModelError
from upcard.rules.needs import BOARD, DEALER, UNKNOWN, Act, Amount, Ask, Deal, Illegal, Move, MoveValue, Peek

PLACES = ("player", "dealer", "board")
SAID_UNIT = 100
"""Cents of one unit in questions and answers without a table: amounts are written as for a bet of a dollar."""


def unlimited(game: Game) -> Game:
    """The same game without the limits of a table, which change no expectation and refuse the lab's own stakes."""
    house = {
        name: value
        for name, value in game.house.items()
        if not name.endswith((".min", ".max")) and name != "aggregate-limit"
    }
    if len(house) == len(game.house):
        return game
    return type(game)(house, dict(game.tables), game.deck)


def model_of(game: Game) -> Model | None:
    """How a game says that it is built; an error in that is the game's, and told as such."""
    try:
        model = game.model()
    except ModelError as error:
        raise LabError(f"the model of {game.title}: {error}") from error
    except Exception as error:
        raise LabError(f"model() of {game.title} fails: {where(error)}") from error
    if model is not None and not isinstance(model, Model):
        raise LabError(f"model() of {game.title} returns a {type(model).__name__}; a Model(…) or None is wanted")
    return model


def spots_of(known: Knowledge) -> dict[Spot, int]:
    """Every card that a player sees, by the place where it was dealt; other players' are left out."""
    found: dict[Spot, int] = {}
    for hand in known.hands:
        if hand.seat in {known.seat, DEALER, BOARD}:
            place = place_of(hand.seat, hand.hand)
            found |= {(place, at): card for at, card in enumerate(hand.cards) if card != UNKNOWN}
    return found


def scale_of(game: Game, known: Knowledge) -> int:
    """The cents of one unit at a player's table."""
    own = {bet.wager: bet.cents for bet in known.bets if bet.seat == known.seat}
    return own.get(game.main_wager.name) or next(iter(own.values()))


def made_of(game: Game, known: Knowledge) -> tuple[Option, ...]:
    """The moves that a player has made, with amounts in the lab's own cents."""
    scale = scale_of(game, known)
    return tuple(
        (answer.move, int(Fraction(answer.value * UNIT, scale)) if isinstance(answer.value, int) else answer.value)
        for answer in known.told
        if isinstance(answer, Act) and answer.seat == known.seat
    )


def bets_of(game: Game, known: Knowledge) -> dict[str, int]:
    """One unit on every wager, and on the game's own what the player has on each beside the others."""
    own = {bet.wager: bet.cents for bet in known.bets if bet.seat == known.seat}
    scale = scale_of(game, known)
    bets = {wager: cents for wager, cents in unit_bets(game).items() if game.is_side(wager)}
    for wager, cents in own.items():
        if not game.is_side(wager):
            bets[wager] = int(Fraction(cents * UNIT, scale))
    return bets


def between(game: Game, known: Knowledge) -> bool:
    """Whether the player has chosen an amount between the least and the most, of which a book knows nothing."""
    try:
        known = alone(game, known)
    except LabError:
        return False
    round_ = Round(game, {SEAT: {bet.wager: bet.cents for bet in known.bets}})
    for answer in known.told:
        if isinstance(answer, Act) and answer.seat == known.seat and isinstance(answer.value, int):
            turn = round_.turn_of(answer.seat, answer.hand)
            move = turn.move(answer.move) if turn is not None else None
            if isinstance(move, Amount) and answer.value not in {move.low, move.high}:
                return True
        round_.give(answer)
    return False


def known_of(
    game: Game,
    hand: Cards,
    up: Sequence[int] = (),
    board: Sequence[int] = (),
    made: Sequence[Option] = (),
    bets: Mapping[str, int] | None = None,
) -> Knowledge:
    """What a player knows who holds these cards and has made these moves; with one unit on every wager, or `bets`."""
    queues = {"player": list(hand), "dealer": list(up), "board": list(board)}
    seen = [*hand, *up, *board]
    rest = list(game.deck)
    for card in seen:
        if card not in rest:
            raise LabError(f"{show([card])} can't be there, or not so often: the deck has no more of them")
        rest.remove(card)
    round_ = Round(game, {SEAT: unit_bets(game) if bets is None else bets})
    moves = list(made)
    while (need := round_.need) is not None:
        if isinstance(need, Ask):
            if not moves and not any(queues.values()):
                return Knowledge.of(round_, SEAT, need.turns[0].hand)
            if not moves:
                left = {place: cards for place, cards in queues.items() if cards}
                raise LabError(_left(game, left, [move.name for move in need.turns[0].moves]))
            move, value = moves.pop(0)
            _check_amount(need.turns[0].move(move), value)
            try:
                round_.act(Act(SEAT, need.turns[0].hand, move, value))
            except Illegal as illegal:
                raise LabError(str(illegal)) from illegal
        elif isinstance(need, Deal):
            queue = queues.get(place_of(need.seat, need.hand), [])
            if need.seen_by == "nobody":  # on the board it may be turned over before the decision
                given = [queue.pop(0) if queue and need.seat == BOARD else rest.pop() for _ in range(need.count)]
            else:
                given, queue[:] = queue[: need.count], queue[need.count :]
                if len(given) < need.count:
                    raise LabError(_missing(game, place_of(need.seat, need.hand), need.count, len(given)))
            round_.deal(tuple(given))
        else:
            assert isinstance(need, Peek)
            round_.peeked(bool(need.answer))
    raise LabError(f"with {show(seen)} and these moves the round of {game.title} is over; there is nothing to decide")


def _check_amount(move: Move | None, value: MoveValue) -> None:
    """Refuses an amount in the cents that it was said in: the lab's own are others."""
    if isinstance(move, Amount) and isinstance(value, int):
        try:
            move.check(value)
        except Illegal as illegal:
            low, high, step, said = (n * SAID_UNIT // UNIT for n in (move.low, move.high, move.step, value))
            steps = f", in steps of {step}" if step > 1 else ""
            raise LabError(
                f"{move.name} takes {low} to {high} cents for a unit of {SAID_UNIT}{steps}, not {said} ({illegal.rule})"
            ) from illegal


def alone(game: Game, known: Knowledge) -> Knowledge:
    """The same cards and moves of a player who has the table to himself: others change nothing for him."""
    if known.seat == SEAT and all(bet.seat == SEAT for bet in known.bets):
        return known
    if len(known.own) > 1:
        raise LabError(f"{game.title} is estimated for one hand; with several it is for a player alone at the table")
    seen = {place: [card for (whose, _), card in sorted(spots_of(known).items()) if whose == place] for place in PLACES}
    own = {bet.wager: bet.cents for bet in known.bets if bet.seat == known.seat}
    made = [
        (answer.move, answer.value) for answer in known.told if isinstance(answer, Act) and answer.seat == known.seat
    ]
    return known_of(game, tuple(seen["player"]), seen["dealer"], seen["board"], made, bets=own)


def _missing(game: Game, place: str, wanted: int, given: int) -> str:
    if place == "player":
        return f"a hand of {game.title} has {wanted} cards, not {given}"
    option = {"dealer": "--up", "board": "--board"}.get(place, place)
    return f"advice on {game.title} needs {wanted} of the {place}'s cards here, not {given}: give them with {option}"


def _left(game: Game, left: Mapping[str, Sequence[int]], moves: Sequence[str]) -> str:
    cards = "; ".join(f"{place}: {show(own)}" for place, own in left.items())
    return (
        f"{game.title} comes to a decision ({', '.join(moves)}) before it sees {cards}. Leave them out, or "
        "say with --made which moves came before"
    )
