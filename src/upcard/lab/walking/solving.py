"""A game solved by its walk: how large it is, in which way, by how many processes; kept on disk when it took long."""

import hashlib
import random
from collections.abc import Mapping
from pathlib import Path as File

from upcard.lab.analysis import Analysis, LabError
from upcard.lab.general.asking import model_of
from upcard.lab.general.hands.deck import Deck
from upcard.lab.general.outcome import Count, analysis_of
from upcard.lab.general.rounds.script import ScriptPlayer, Shape, unit_bets
from upcard.lab.general.rounds.sides import side_counts
from upcard.lab.general.sending import can_be_sent
from upcard.lab.general.solution import count_from_json, count_to_json, keep, kept, solution_key
from upcard.lab.kernels import Progress, cores, sources_hash
from upcard.lab.walking.alike import Different, check_alike, check_order
from upcard.lab.walking.drawing import Alike
from upcard.lab.walking.side_by_side import walk_apart
from upcard.lab.walking.walker import MOST_ROUNDS, Size, TooLarge, Walker
from upcard.rules.game import Game
from upcard.rules.model import Model
from upcard.rules.needs import Illegal

METHOD = "exact: every deal and every decision, played through the game's own round"
TURNED = (
    f"{METHOD}; deals that differ by the names of the suits once, each of them also with its cards in the three other "
    "suits"
)
APART_FROM = 8.0
"""A walk of more seconds is done by several processes; it takes one or two to start them."""
KEPT_FROM = 20_000
"""A walk of more rounds is kept on disk."""
COMMON = 60
"""Rounds at random that show which cards every round deals."""


def solve(game: Game, progress: Progress, *, limit: str = "", **options: str) -> Analysis:
    """Every wager of a game that has no quicker method; `limit` is how many rounds it may have."""
    if options:
        raise LabError(f"{game.title} has no {', '.join(options)} to analyse")
    if limit and (not limit.isdecimal() or int(limit) < 1):
        raise LabError(f"a limit of {limit!r} is no whole number of rounds above 0")
    bets = unit_bets(game)
    model = model_of(game) or Model()
    place = f"{game.name}-walked-{_key(game, model, bets)}"
    written = kept(place)
    if written is not None:
        return analysis_of(game, count_from_json(written), bets, written["method"])
    draw = random.Random(game.digest)
    try:
        walker, size = _walker(game, bets, int(limit or MOST_ROUNDS), progress, draw)
        if size.seconds > APART_FROM and cores() > 1 and can_be_sent(game):
            count = walk_apart(walker, cores(), progress).count()
        else:
            progress(f"walking every round of {game.title}")
            count = walker.outlook().count()
    except Illegal as illegal:
        raise LabError(f"all wagers of {game.title} together make no bet: {illegal}") from illegal
    count_sides(game, bets, model, count, draw, progress)
    method = TURNED if walker.turning else METHOD
    if walker.rounds > KEPT_FROM:
        keep(place, {"method": method, **count_to_json(count)})
    return analysis_of(game, count, bets, method)


def _walker(
    game: Game, bets: Mapping[str, int], most: int, progress: Progress, draw: random.Random
) -> tuple[Walker, Size]:
    """Who walks the game, and how large that is; refuses before the first step what is too large."""
    model = model_of(game)
    apart = tuple(model.side) if model is not None else ()
    alike: Alike = model.alike if model is not None else None
    check_alike(game, bets, alike, draw, apart)
    walker = Walker(game, bets, most, progress, apart=apart)
    if walker.names is not None:
        check_order(game, bets, walker.names, draw)
    size = walker.size(draw)
    if not size.surely_over(most):
        return _let_go(walker, size), size
    refused: TooLarge = walker.too_large(size)
    deck = Deck.of(game.deck)
    if alike is None and deck is not None and len(deck.suits) == 4:  # nobody says that suits matter: see
        try:
            check_alike(game, bets, "suits", draw, apart)
            walker = Walker(game, bets, most, progress, alike="suits", turning=True, apart=apart)
        except Different:
            raise refused from None
        size = walker.size(draw)
        if not size.surely_over(most):
            return _let_go(walker, size), size
        refused = walker.too_large(size)
    raise refused


def _let_go(walker: Walker, size: Size) -> Walker:
    """A walk that may begin is not broken off because the estimate was a little low."""
    walker.most = max(walker.most, size.at_most)
    return walker


def count_sides(
    game: Game, bets: Mapping[str, int], model: Model, count: Count, draw: random.Random, progress: Progress
) -> None:
    """Side bets with facts of their own, on cards that every round deals."""
    if not model.side:
        return
    player = ScriptPlayer(game, bets)
    rounds = [player.at_random(draw).cards for _ in range(COMMON)]
    first = rounds[0]
    always = tuple(
        (place, at)
        for place, cards in first.items()
        for at in range(min(len(other.get(place, ())) for other in rounds))
        if at < len(cards)
    )
    for wager, reads in model.side.items():
        count.sides[wager] = side_counts(player, Shape(always, ()), wager, reads, draw, progress)


def _key(game: Game, model: Model, bets: Mapping[str, int]) -> str:
    sources = sources_hash(sorted(File(__file__).parent.glob("*.py")))
    return hashlib.sha256(f"{solution_key(game, model, bets)} {sources}".encode()).hexdigest()[:24]
