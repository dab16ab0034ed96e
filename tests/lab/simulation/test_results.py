"""What is said of rounds beside their means: courses, distributions, rounds one by one in a file, the Python API."""

import json
from collections import Counter
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import upcard
from upcard.lab.analysis import LabError
from upcard.lab.simulation.meters import SimulatedMeter
from upcard.lab.simulation.results.course import Course, courses
from upcard.lab.simulation.results.distribution import BARS, bars, percentiles
from upcard.lab.simulation.setup import STRETCH
from upcard.lab.simulation.table import run, table
from upcard.rules.features import HandSight
from upcard.rules.needs import Turn

METERS = {f"blitz-{n}": SimulatedMeter(100_000 * n, 50_000, 12_345) for n in range(1, 6)}
BLITZ = {"ante": 500, "blind": 500, "blitz-bonus": 500}


def plain(nets: list[int]) -> dict[str, int]:
    """A course by its definition."""
    stands = [0, *accumulate(nets)]
    peaks = list(accumulate(stands, max))
    longest = run_ = 0
    for net in nets:
        run_ = run_ + 1 if net < 0 else 0
        longest = max(longest, run_)
    return {
        "won": stands[-1],
        "highest": max(stands),
        "lowest": min(stands),
        "drawdown": max(peak - stand for peak, stand in zip(peaks, stands, strict=True)),
        "longest_losing_run": longest,
    }


def test_courses_that_are_put_together_are_the_course_of_all() -> None:
    draw = np.random.default_rng(7)
    for _ in range(200):
        nets = draw.integers(-3, 3, size=(int(draw.integers(1, 60)), 1)) * 100
        whole, cuts = Course(), sorted(draw.integers(0, len(nets) + 1, size=3).tolist())
        for low, high in zip([0, *cuts], [*cuts, len(nets)], strict=True):
            for course in courses(nets[low:high], 4) if high > low else ():
                whole.merge(course)
        wanted = plain(nets[:, 0].tolist())
        assert wanted == {
            "won": whole.total, "highest": whole.highest, "lowest": whole.lowest, "drawdown": whole.fall,
            "longest_losing_run": whole.longest,
        }  # fmt: skip
        assert whole.rounds == len(nets)


def read(file: Path) -> tuple[dict[str, list[int]], Any]:
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra parquet is not installed")
    columns = parquet.read_table(file).to_pydict()
    return columns, json.loads(parquet.read_metadata(file).metadata[b"upcard"])


@pytest.mark.parametrize("engine", ["kernel", "round"])
def test_the_file_has_every_round_with_its_awards_and_the_result(tmp_path: Path, engine: str) -> None:
    """Two stretches of seats with meters: what the file says round by round adds up to everything that is said."""
    rounds = STRETCH + 3_000 if engine == "kernel" else 1_500
    setup = table(
        "three-card-blitz", house={"blitz-bonus": "progressive"}, seats=2, bets=BLITZ, seed="file", metered=True
    )
    file = tmp_path / "rounds.parquet"
    found = run(
        setup, rounds, engine="kernel" if engine == "kernel" else "round", meters=METERS, output=file
    ).to_json()  # fmt: skip
    columns, result = read(file)
    assert result == found
    assert columns["round"] == list(range(1, rounds + 1))
    for number, seat in found["seats"].items():
        won, staked = columns[f"seat_{number}_won"], columns[f"seat_{number}_staked"]
        assert seat["course"] == plain(won)
        assert seat["all"]["mean"] == pytest.approx(sum(won) / rounds)
        assert seat["percentiles"] == percentiles(Counter(won), rounds)
        assert sum(bar["rounds"] for bar in seat["distribution"]) == rounds
        assert min(staked) >= sum(BLITZ.values())
    assert not list(tmp_path.glob(".*")), "nothing is left beside the file"


def test_an_engine_changes_nothing_in_the_file(tmp_path: Path) -> None:
    setup = table("blackjack", seats=3, strategies=["basic", "mimic-dealer", "never-bust"], seed="same", continued=True)
    files = [tmp_path / "kernel.parquet", tmp_path / "round.parquet"]
    run(setup, 2_000, engine="kernel", output=files[0])
    run(setup, 2_000, engine="round", output=files[1])
    assert read(files[0])[0] == read(files[1])[0]


def test_bars_hold_every_result_once() -> None:
    gains = Counter({gain * 7 - 900: gain + 1 for gain in range(3 * BARS)})
    told = bars(gains)
    assert len(told) <= BARS
    assert sum(bar["rounds"] for bar in told) == gains.total()
    for bar in told:
        assert bar["rounds"] == sum(n for gain, n in gains.items() if bar["from"] <= gain <= bar["to"])


def test_python_offers_what_the_command_does(tmp_path: Path) -> None:
    def stand_on_12(sight: HandSight, turn: Turn) -> str:
        names = [move.name for move in turn.moves]
        points = sum(min(card // 4 + 2, 10) for card in sight.hand)
        if "no-insurance" in names:
            return "no-insurance"
        return "stand" if points >= 12 else "hit"

    asked: dict[str, Any] = {"bets": {"bet": 500}, "seats": 2, "shuffle": "cut-card", "seed": "py"}
    kernel = upcard.simulate("blackjack", 3_000, strategy=["basic", "mimic-dealer"], errors=0.01, **asked)
    again = upcard.simulate(
        "blackjack", 3_000, strategy=["basic", "mimic-dealer"], errors=0.01, engine="round", **asked
    )
    assert (kernel.engine, again.engine) == ("kernel", "round")
    assert kernel.to_json()["seats"] == again.to_json()["seats"]
    own = upcard.simulate("blackjack", 500, strategy=stand_on_12, bets={"bet": 500})
    assert (own.engine, own.to_json()["rounds"]) == ("round", 500)
    low, high = kernel.to_json()["total"]["ci95"]
    assert low < kernel.to_json()["total"]["mean"] < high
    with pytest.raises(LabError, match="each-round or cut-card"):
        upcard.simulate("blackjack", 10, strategy="basic", shuffle="never")
    with pytest.raises(LabError, match=r"ends in \.parquet"):
        upcard.simulate("blackjack", 10, strategy="basic", output=tmp_path / "rounds.csv")


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from upcard.lab.simulation.output import parquet

    def full(self: object, staked: object, won: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr(parquet.RoundsFile, "add", full)
    with pytest.raises(OSError, match="no space"):
        run(table("three-card-poker"), 100, output=tmp_path / "rounds.parquet")
    assert not list(tmp_path.iterdir())


def test_an_interrupted_file_has_just_the_rounds_that_were_counted(tmp_path: Path) -> None:
    """Wherever the interrupt falls: before a part is counted, or after."""
    from upcard.lab.simulation.output.parquet import RoundsFile

    setup, blocks = table("three-card-poker"), [np.full((n, 1), n) for n in (3, 2)]
    for counted in (3, 5):
        file = tmp_path / f"{counted}.parquet"
        with RoundsFile(file, setup) as whole:
            for block in blocks:
                whole.add(block, block)
            whole.close({"rounds": counted})
        assert read(file)[0]["seat_1_won"] == [3, 3, 3, 2, 2][:counted]


def test_pictures_of_a_table(tmp_path: Path) -> None:
    from upcard.lab.simulation.output.pictures import write
    from upcard.lab.simulation.output.table_pictures import draw

    setup = table(
        "three-card-blitz", house={"blitz-bonus": "progressive"}, seats=2, bets=BLITZ, seed="pictures", metered=True
    )
    found = run(setup, 4_000, meters=METERS)
    names = {path.name for path in write(tmp_path / "here", draw(found))}
    meters = {f"simulate-meter-{name}" for name in METERS}
    assert names >= {f"{one}{end}" for one in {"simulate-round", "simulate-paths", *meters} for end in (".svg", ".png")}
    assert all("<svg" in path.read_text("utf-8")[:200] for path in (tmp_path / "here").glob("*.svg"))
