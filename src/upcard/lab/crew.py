"""Who does the lab's work: processes of this machine, so many, or a crew elsewhere that work is sent to."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Protocol, TypeAlias, TypeVar

from upcard.lab.analysis import LabError
from upcard.lab.kernels import Progress

T = TypeVar("T")


class Crew(Protocol):
    """Workers on other machines, or in other processes here; they may come and go."""

    say: Progress
    """Who hears that it has to wait for workers."""

    @property
    def strength(self) -> int:
        """How many pieces of work are done at the same time now; at least 1."""

    def each(
        self, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], games: Iterable[str] = ()
    ) -> Iterator[T]:
        """Calls a function of a module with the arguments of every task, and gives what comes back in their order.

        `games` are those that the tasks speak of: a worker has to have them as they are here.
        """


Workers: TypeAlias = int | Crew
"""How many processes here, or a crew."""


def refuse_workers(workers: Workers) -> None:
    """Says that nobody plays nothing."""
    if isinstance(workers, int) and workers < 1:
        raise LabError(f"{workers} processes play nothing; at least 1 does")


def told(workers: Workers, say: Progress) -> Workers:
    """The same, who say to somebody what they wait for."""
    if not isinstance(workers, int):
        workers.say = say
    return workers


@contextmanager
def crew_at(address: str | None, workers: int | None, processes: int) -> Iterator[Workers]:
    """Who does the work: so many processes, or, where an address is given, a Dask cluster for as long as it takes.

    `workers` are those that somebody asked for; only a cluster that is started here takes a number.
    """
    if address is None:
        yield processes
        return
    from upcard.lab.cluster.dask_cluster import DaskCluster

    with DaskCluster.open(address, workers) as found:
        yield found
