"""Processes that work beside this one, and are left at once when it is interrupted."""

import multiprocessing
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from types import TracebackType


class LabProcesses(ProcessPoolExecutor):
    """Processes of the lab. Spawned: a forked one would inherit the threads of compiled kernels.

    Whoever leaves with an error (Ctrl-C, a stopped job) waits neither for what they have in hand nor for what stands
    in line: the pool of the standard library forgets to cancel that when it is closed a second time.
    """

    def __init__(self, workers: int, begin: Callable[..., None] | None = None, sent: tuple[object, ...] = ()) -> None:
        super().__init__(workers, multiprocessing.get_context("spawn"), begin and partial(begin, *sent))

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Waits for the end, or puts one to it."""
        if kind is not None:
            running = list((getattr(self, "_processes", None) or {}).values())
            self.shutdown(wait=False, cancel_futures=True)
            for process in running:
                process.terminate()
        self.shutdown(wait=True, cancel_futures=kind is not None)
