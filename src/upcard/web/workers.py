"""Processes beside the server: what takes a processor for long is done there, and the tables keep their pace."""

import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor


def new_pool() -> ProcessPoolExecutor:
    """A worker of its own, that is asked one question after the other. It starts with the first."""
    # A forked child would inherit our threads' locks and sockets.
    context = multiprocessing.get_context("spawn")
    return ProcessPoolExecutor(max_workers=1, mp_context=context, initializer=begin)


def begin() -> None:
    """A worker's first breath: a stop of the house is the house's business, and play comes before everything else."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_end_with_the_house, name="upcard-parent", daemon=True).start()


def _end_with_the_house() -> None:
    """A house that is killed can't end its workers, and their questions never come to an end by themselves."""
    house = multiprocessing.parent_process()
    if house is not None:
        house.join()
        os._exit(1)


def end(pool: ProcessPoolExecutor) -> None:
    """Ends a worker without waiting for an answer that nobody wants any more."""
    processes = list((getattr(pool, "_processes", None) or {}).values())
    pool.shutdown(wait=False, cancel_futures=True)
    for process in processes:
        process.terminate()
    for process in processes:
        process.join(timeout=5)
