"""Measuring: rates of two things turn by turn on the same core, and what was promised of them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import Protocol


class Figure(Protocol):
    """One measured promise."""

    @property
    def met(self) -> bool: ...

    def line(self) -> str:
        """What was measured and what was promised, in one line."""
        ...


class Benchmark(Protocol):
    """What a module bench/bench_*.py holds: `figures()` measures and yields, one figure at a time."""

    def figures(self) -> Iterator[Figure]: ...


@dataclass(frozen=True, slots=True)
class Ratio:
    """Ours against a yardstick's, both in `unit` a second and in the same run; at least `at_least` was promised."""

    what: str
    ours: float
    yardstick: str
    theirs: float
    unit: str
    at_least: float

    @property
    def met(self) -> bool:
        return self.ours >= self.at_least * self.theirs

    def line(self) -> str:
        return (
            f"{self.what}: {self.ours:,.0f} {self.unit}/s, {self.yardstick}: {self.theirs:,.0f} {self.unit}/s, "
            f"ratio {self.ours / self.theirs:.2f} (promised: at least {self.at_least:.2f})"
        )


@dataclass(frozen=True, slots=True)
class Limit:
    """One amount that must not pass a limit."""

    what: str
    value: float
    unit: str
    at_most: float

    @property
    def met(self) -> bool:
        return self.value <= self.at_most

    def line(self) -> str:
        return f"{self.what}: {self.value:.3g} {self.unit} (promised: at most {self.at_most:.3g})"


@dataclass(frozen=True, slots=True)
class AtLeast:
    """One amount that has to be reached."""

    what: str
    value: float
    unit: str
    at_least: float

    @property
    def met(self) -> bool:
        return self.value >= self.at_least

    def line(self) -> str:
        return f"{self.what}: {self.value:,.0f} {self.unit} (promised: at least {self.at_least:,.0f})"


def rate(batch: Callable[[], int], seconds: float) -> float:
    """How many things a second of processor time `batch` does; each call says how many it did."""
    done = 0
    begin = process_time()
    while (spent := process_time() - begin) < seconds:
        done += batch()
    return done / spent


def side_by_side(
    ours: Callable[[], int], theirs: Callable[[], int], *, seconds: float = 0.5, turns: int = 7
) -> tuple[float, float]:
    """The best rates of two things, each from its least disturbed turn; they take turns on a busy machine."""
    ours(), theirs()  # warm: imports, caches, tables
    pairs = [(rate(ours, seconds), rate(theirs, seconds)) for _ in range(turns)]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)


def wall(run: Callable[[], object], *, times: int = 5) -> float:
    """The wall-clock seconds of the least disturbed `run`, after one that warms the disk."""
    run()
    spent = []
    for _ in range(times):
        begin = perf_counter()
        run()
        spent.append(perf_counter() - begin)
    return min(spent)
