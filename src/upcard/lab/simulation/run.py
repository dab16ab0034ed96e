"""Plays rounds: a fresh shuffle for each, dealt through the game's own round, decided by the lab's player."""

import multiprocessing
import os
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import Any

from upcard.cards.shoe import Shoe
from upcard.cards.shuffle import SeededSource, Source
from upcard.lab.analysis import LabError
from upcard.lab.kernels import Progress, silent
from upcard.lab.simulation.players import SEAT, Player, player
from upcard.lab.simulation.tally import Tally
from upcard.rounds.dealing import deal_on
from upcard.rounds.record import game_from_json, game_to_json
from upcard.rounds.round import Round
from upcard.rules.game import Game
from upcard.rules.needs import Ask, Illegal

CHUNK = 20_000
"""Rounds that are played from one seed: chunks come to the same whichever process plays them."""
FEWEST = 5_000
"""Fewer rounds say little about frequencies, and one rare hand is too much of them."""

MakePlayer = Callable[[Game, Source], Player]


def play_rounds(game: Game, rounds: int, seed: str, make_player: MakePlayer = player) -> Tally:
    """Plays so many rounds, all from one seed."""
    cards, choices = SeededSource(f"cards {seed}"), SeededSource(f"choices {seed}")
    strategy = make_player(game, choices)
    tally = Tally()
    for _ in range(rounds):
        # Every round from a whole shoe: the analysis is of the first round after the shuffle.
        shoe = Shoe.fresh(game.deck, cards)
        played = Round(game, strategy.bets)
        deal_on(played, shoe)
        while type(need := played.need) is Ask:
            played.act(strategy.act(played, need.turns[0]))
            deal_on(played, shoe)
        tally.add(played, SEAT, strategy.seat_of)
    return tally


def simulate(
    game: Game,
    rounds: int,
    seed: str,
    *,
    jobs: int = 1,
    progress: Progress = silent,
    make_player: MakePlayer = player,
) -> Tally:
    """Plays so many rounds in chunks, side by side in `jobs` processes; the same seed gives the same rounds."""
    refuse(game, rounds, jobs, make_player)
    tally = Tally()
    for part in _parts(game, rounds, seed, min(jobs, -(-rounds // CHUNK)), make_player):
        tally.merge(part)
        progress(f"{game.title}: {tally.rounds:,} of {rounds:,} rounds")
    return tally


def refuse(game: Game, rounds: int, jobs: int = 1, make_player: MakePlayer = player) -> None:
    """Says what can't be simulated, before anything is worked out."""
    if rounds < FEWEST:
        raise LabError(f"{rounds} rounds are too few to compare frequencies with; play at least {FEWEST:,}")
    if jobs < 1:
        raise LabError(f"{jobs} processes play nothing; at least 1 does")
    game.refuse_lab_only()
    if game.house.get("aggregate-limit") is not None:
        raise LabError("aggregate-limit cuts pays that the exact analysis counts in full; simulate without it")
    try:
        Round(game, make_player(game, SeededSource("")).bets)
    except Illegal as illegal:
        raise LabError(f"this table refuses a simulation's stakes, simulate without the limit: {illegal}") from illegal


def _parts(game: Game, rounds: int, seed: str, jobs: int, make_player: MakePlayer) -> Iterator[Tally]:
    chunks = [(min(CHUNK, rounds - at), f"{seed}/{at // CHUNK}") for at in range(0, rounds, CHUNK)]
    if jobs == 1:
        for size, own_seed in chunks:
            yield play_rounds(game, size, own_seed, make_player)
        return
    if make_player is not player:
        raise LabError("a player of one's own plays in this process only; ask for one job")
    written = game_to_json(game)
    # A forked child would inherit the threads of compiled kernels.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        yield from pool.map(_play_chunk, [(written, *chunk) for chunk in chunks])


def _play_chunk(work: tuple[dict[str, Any], int, str]) -> Tally:
    written, rounds, seed = work
    return play_rounds(game_from_json(written), rounds, seed)


def cores() -> int:
    """How many processes can play side by side here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
