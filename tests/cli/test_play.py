"""`upcard play`: people sit down, type right and wrong keys, and leave."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.kit.cli import UPCARD, refused, run, said
from upcard.rules.registry import game, names

BOXES = re.compile("[─-╿▀-▟■-◿♠♣♥♦]")  # drawn lines, blocks, shapes
FIRST_BETS = {
    "three-card-poker": "10 5 0 y",
    "three-card-blitz": "10 5 5",
    "four-card-split": "10 15",
    "blackjack": "10 5 0 y",
}
MOVES = {
    "three-card-poker": "p",
    "three-card-blitz": "p",
    "four-card-split": "s 1 p p p",
    "blackjack": "n s s s",
}


def keys(*lines: str) -> str:
    return "\n".join([*lines, ""])


def rounds_of(name: str, count: int) -> str:
    """The keys of so many rounds: the first bets, the moves, the same bets again. What is left over is no move."""
    typed = FIRST_BETS[name].split()
    for _ in range(count):
        typed += [*MOVES[name].split(), ""]
    return keys(*typed, "q", "q", "q")


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("plain", [(), ("--plain",)], ids=["drawn", "plain"])
def test_every_game_is_played_to_the_end_of_rounds(name: str, plain: tuple[str, ...]) -> None:
    told = said("play", name, "--seed", "5", "--seats", "3", *plain, typed=rounds_of(name, 3))
    assert "Round 1" in told
    assert "Staked $" in told
    assert "You leave with $" in told


@pytest.mark.parametrize("name", names())
def test_plain_draws_nothing(name: str) -> None:
    told = said("play", name, "--seed", "5", "--seats", "2", "--plain", typed=rounds_of(name, 2))
    assert BOXES.findall(told) == []
    assert "\x1b" not in told
    assert re.search(r"(ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two) of (spades|hearts)", told)


def test_the_same_seed_deals_the_same_cards_and_another_one_others() -> None:
    first, again, other = (
        said("play", "blackjack", "--seed", seed, "--seats", "3", typed=rounds_of("blackjack", 3)) for seed in "aab"
    )
    assert first == again
    assert first != other


def test_without_a_seed_no_two_evenings_are_alike() -> None:
    evenings = {said("play", "three-card-blitz", typed=rounds_of("three-card-blitz", 1)) for _ in range(2)}
    assert len(evenings) == 2


def test_a_settlement_says_wager_by_wager_what_came_back() -> None:
    told = said("play", "three-card-poker", "--seed", "1", "--plain", typed=keys("10", "5", "0", "n", "p", "q"))
    lines = told.splitlines()
    assert re.search(r"^Ante, \$10: .*back\. TCP-6\.$", told, re.MULTILINE)
    assert re.search(r"^Pair Plus, \$5: .*back\. TCP-8\.$", told, re.MULTILINE)
    total = next(line for line in lines if line.startswith("Staked $25, back "))
    back = int(re.findall(r"\$(\d+)", total)[1])
    assert f"You leave with ${1000 - 25 + back:,} after 1 round" in told


def test_wrong_keys_do_not_lose_the_round() -> None:
    typed = keys("ten", "10", "0", "0", "n", "x", "play now", "", "?", "h", "p", "", "p", "q")
    told = said("play", "three-card-poker", "--seed", "1", "--plain", typed=typed)
    assert "Type dollars such as 10 or 2.50" in told
    assert "x is no move here." in told
    assert "play takes no amount and no cards (TCP-4)." in told
    assert "With an Ante the player folds (Ante lost) or makes a Play bet equal to the Ante." in told
    assert "No round has been played yet." in told
    assert "after 2 rounds" in told


def test_bets_that_cannot_stand_are_asked_for_again() -> None:
    typed = keys("0", "0", "10", "0", "0", "n", "p", "q")
    told = said("play", "three-card-poker", "--seed", "1", "--plain", typed=typed)
    assert "These bets can't stand: there is no bet on the table; at least one seat has to bet (GEN-3)." in told
    assert "after 1 round" in told
    limited = said(
        "play",
        "blackjack",
        "--house",
        "bet.min=1500",
        "--seed",
        "1",
        "--plain",
        typed=keys("10", "", "", "", "20", "", "", ""),
    )
    assert "Bet of $10 is under the table's minimum of $15 (GEN-3)" in limited


def test_nobody_bets_more_than_he_has() -> None:
    typed = keys("60", "0", "0", "n", "40", "0", "0", "n", "p", "f", "", "100", "c", "5", "0", "0", "n", "f", "q")
    told = said("play", "three-card-poker", "--bankroll", "50", "--seed", "1", "--plain", typed=typed)
    assert "These bets can't stand: that is $60, and you have $50." in told
    assert "Play takes $40; you have $10." in told
    assert "The same bets are $40; you have $10." in told
    assert "after 2 rounds: down $45" in told


def test_chips_can_be_bought_in_the_middle_of_a_hand() -> None:
    typed = keys("40", "0", "0", "n", "p", "buy", "100", "p", "q")
    told = said("play", "three-card-poker", "--bankroll", "50", "--seed", "1", "--plain", typed=typed)
    assert "You have $150 now." in told
    assert "Staked $80" in told


def test_amounts_and_partitions_are_typed_in_several_ways() -> None:
    typed = keys("10", "15", "s", "9", "-", "s As/Kd", "s zz/Kd", "s 2", "p", "f", "q")
    told = said("play", "four-card-split", "--seed", "7", "--plain", typed=typed)
    assert "is none of the 7 ways allowed" in told
    assert "'zz' is not a card" in told
    assert "after 1 round" in told
    doubled = said(
        "play",
        "blackjack",
        "--seed",
        "5",
        "--plain",
        typed=keys("20", "0", "0", "n", "d lots", "-", "d 500", "d 2.50", "d 3"),
    )
    assert "Type dollars such as 5 or 2.50" in doubled
    assert "double takes $1 to $20, not $500 (BJK-9)" in doubled
    assert "double goes in steps of $1 from $1, so not $2.50 (BJK-9)" in doubled
    assert "You put $3 on Bet." in doubled


def test_history_and_meters_are_there_between_rounds() -> None:
    typed = keys("10", "0", "0", "y", "f", "h", "m", "q")
    told = said("play", "three-card-poker", "--seed", "1", "--plain", typed=typed)
    assert "round 1, staked $11, back $0, result down $11, bankroll $989." in told
    assert "meter Progressive: Royal spades, stands at $10,000.20." in told
    assert "This table has no jackpot meter." in said("play", "four-card-split", typed=keys("10", "10", "f", "m", "q"))


def test_the_end_of_the_input_leaves_cleanly_and_voids_the_hand() -> None:
    told = said("play", "three-card-poker", "--seed", "1", typed=keys("10", "0", "0", "n"))
    assert "The round is void: the player left the table. Every stake goes back: you $10." in told
    assert "You leave with $1,000 after 0 rounds: even." in told
    assert "You leave with $1,000" in said("play", "three-card-poker", typed="")


def test_what_was_recorded_is_replayed(tmp_path: Path) -> None:
    file = tmp_path / "evening.jsonl"
    told = said(
        "play", "blackjack", "--seed", "5", "--seats", "2", "--record", str(file), typed=rounds_of("blackjack", 2)
    )
    assert f"upcard replay {file}" in told.replace("\n", "")
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    assert records[0]["game"] == "blackjack"
    replayed = said("replay", str(file))
    assert replayed.count("Seat 1 bets") == len(records)


def test_a_record_that_cannot_be_written_is_refused_before_the_first_card(tmp_path: Path) -> None:
    ran = run("play", "blackjack", "--record", str(tmp_path / "no" / "file"), typed=keys("10", "0", "0", "n", "s", "s"))
    assert ran.exit_code == 2
    assert "can't be written: No such file or directory" in ran.stderr
    assert "Round 1" not in ran.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("snap",), "there is no game 'snap'"),
        (("blackjack", "--seats", "8"), "--seats 8: Blackjack has 1 to 7 seats"),
        (("blackjack", "--seats", "0"), "--seats 0"),
        (("blackjack", "--bankroll", "much"), "--bankroll 'much' is not an amount in dollars"),
        (("blackjack", "--house", "decks=infinite"), "decks=infinite is for analysis only"),
        ((), "name a game: upcard play GAME"),
    ],
)
def test_what_cannot_be_played_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in refused("play", *arguments)


def in_a_terminal(*arguments: str, typed: list[str | int], env: dict[str, str] | None = None) -> tuple[str, int]:
    """Runs the command in a terminal of its own, types lines (or sends signals), and returns what was on the screen."""
    master, slave = pty.openpty()
    environment = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "LINES": "40", **(env or {})}
    environment = {key: value for key, value in environment.items() if key != "NO_COLOR" or (env and key in env)}
    with subprocess.Popen(
        [sys.executable, str(UPCARD), *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env=environment,
        start_new_session=True,
    ) as process:
        os.close(slave)
        screen, read = b"", 0
        signalled: int | None = None

        def wait_for(mark: bytes) -> None:
            """Reads until the mark comes after what has been read before."""
            nonlocal screen, read
            deadline = time.monotonic() + 30
            while (at := screen.find(mark, read)) < 0:
                assert time.monotonic() < deadline, screen.decode("utf-8", "replace")
                if select.select([master], [], [], 1)[0]:
                    screen += os.read(master, 65536)
                elif signalled is not None:
                    # A signal between the prompt and the read waits for the next one, as a person's Ctrl-C would.
                    process.send_signal(signalled)
            read = at + len(mark)

        for line in typed:
            wait_for(b"Your move" if isinstance(line, str) and line.startswith("!") else b"]: ")
            if isinstance(line, int):
                process.send_signal(line)
                signalled = line
            else:
                os.write(master, line.removeprefix("!").encode() + b"\n")
        wait_for(b"You leave with")
        wait_for(b"\n")
        code = process.wait(20)
    os.close(master)
    return screen.decode("utf-8", "replace"), code


def test_a_terminal_is_asked_for_the_game_and_shows_cards_in_colour() -> None:
    screen, code = in_a_terminal("play", "--seed", "3", typed=["three-card-poker", "10", "", "", "", "!p", "q"])
    assert code == 0
    for number, name in enumerate(names(), 1):
        assert f"{number}  {game(name).title}" in screen
    assert re.search(r"\x1b\[1;3[01];47m +(10|[2-9JQKA])[♠♣♥♦] +\x1b\[0m", screen), "a card, red or black on white"


def test_ctrl_c_leaves_cleanly() -> None:
    screen, code = in_a_terminal("play", "blackjack", "--seed", "3", typed=["10", signal.SIGINT])
    assert code == 0
    assert "Traceback" not in screen
    assert "You leave with $1,000 after 0 rounds" in screen


def test_no_color_keeps_the_cards_readable() -> None:
    screen, code = in_a_terminal(
        "play", "three-card-poker", "--seed", "3", typed=["10", "", "", "", "!p", "q"], env={"NO_COLOR": "1"}
    )
    assert code == 0
    assert not re.search(r"\x1b\[[\d;]*3[0-7][;m]", screen)
    assert re.search(r"\[(10|[2-9JQKA])[♠♣♥♦]\]", screen)


def test_a_terminal_without_suit_shapes_gets_letters() -> None:
    ran = subprocess.run(
        [str(UPCARD), "play", "three-card-poker", "--seed", "3"],
        input=keys("10", "0", "0", "n", "p", "q").encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    shown = ran.stdout.decode("ascii")
    assert re.search(r"\[(10|[2-9JQKA])[cdhs]\]", shown)
    assert "[##]" in shown


@pytest.mark.parametrize("name", names())
def test_the_coach_says_what_every_move_is_worth(name: str) -> None:
    told = said("play", name, "--seed", "5", "--advise", "--plain", typed=rounds_of(name, 1))
    worths = [float(worth) for worth in re.findall(r": ([+-]\d+\.\d{4}), (?:the best|costs)", told)]
    assert worths
    assert ", the best" in told


def test_the_coach_is_silent_unless_asked() -> None:
    told = said("play", "three-card-poker", "--seed", "5", "--plain", typed=rounds_of("three-card-poker", 1))
    assert "The coach" not in told
