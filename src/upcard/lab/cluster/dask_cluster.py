"""A Dask cluster as a crew: hands out pieces of work, and takes results in their order, whoever worked them out.

A worker that is lost takes nothing with it: its work is done again elsewhere, and comes to the same, since the n-th
stretch of rounds is the same wherever it is played. One that is added gets its share.
"""

import logging
import pickle
import signal
import socket
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

from distributed import Client, LocalCluster
from distributed.comm.core import CommClosedError
from distributed.scheduler import KilledWorker

from upcard.lab.analysis import LabError
from upcard.lab.cluster.doing import do
from upcard.lab.cluster.sameness import Sameness, difference, here
from upcard.lab.kernels import Progress, cores, silent

LOCAL = "local"
SECONDS = 5
"""How long a scheduler may take to answer."""
LOOK = 1.0
"""Seconds between two looks at whether there is anybody left to wait for."""
TRIES = 4
"""How often a piece of work may take its workers down with it, each time several of them."""
AHEAD = 3
"""Pieces of work that wait for each one that is being done."""
T = TypeVar("T")


class DaskCluster:
    """A cluster that can be reached."""

    def __init__(self, client: Client, address: str, own: LocalCluster | None = None) -> None:
        self.client = client
        self.address = address
        self.say: Progress = silent
        self._own = own

    @classmethod
    def open(cls, address: str, workers: int | None = None) -> "DaskCluster":
        """Connects to a scheduler (`tcp://HOST:PORT`, a scheduler file), or starts a cluster of processes here."""
        _quieten()
        if address == LOCAL:
            many = cores() if workers is None else workers
            with _deaf_to_ctrl_c():
                own = LocalCluster(
                    n_workers=many, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
                )
            return cls(Client(own, set_as_default=False), address, own)
        if workers is not None:
            raise LabError("--workers counts processes of this machine; a cluster has the workers that it has")
        client = _from_file(Path(address)) if address.endswith(".json") else _from_address(address)
        found = cls(client, address)
        try:
            found.check_workers()
        except BaseException:
            found.close()
            raise
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the cluster; one that was started here ends."""
        with suppress(OSError, TimeoutError):
            self.client.close()
        if self._own is not None:
            self._own.close()

    def check_workers(self) -> None:
        """Refuses a cluster on which a worker has another Upcard, or none."""
        said: Mapping[str, Any] = self.client.run(difference, here(), on_error="return")
        for worker, apart in said.items():
            if apart:
                raise LabError(_differs(worker, apart))

    @property
    def strength(self) -> int:
        """How many pieces of work are done at the same time now."""
        return max(1, sum(self._threads().values()))

    def _threads(self) -> Mapping[str, int]:
        try:
            found: Mapping[str, int] = self.client.nthreads()
        except (OSError, CommClosedError, TimeoutError) as error:
            raise self._lost() from error
        return found

    def each(
        self, function: Callable[..., T], tasks: Iterable[tuple[Any, ...]], games: Iterable[str] = ()
    ) -> Iterator[T]:
        """Results in the order of the tasks, with few of them waiting, so that memory stays flat."""
        wanted, left = here(games), iter(tasks)
        waiting: deque[_Piece] = deque()
        try:
            while True:
                room = AHEAD * self.strength - len(waiting)
                for task in (next(left, None) for _ in range(room)):
                    if task is not None:
                        waiting.append(_Piece(self.client, wanted, pickle.dumps((function, task))))
                if not waiting:
                    return
                yield self._result(waiting[0])
                waiting.popleft()
        finally:
            for piece in waiting:
                with suppress(OSError, CommClosedError, RuntimeError):  # they are gone with their scheduler
                    piece.future.cancel()

    def _result(self, piece: "_Piece") -> Any:
        while True:
            try:
                how, what = piece.future.result(LOOK)
            except TimeoutError:
                self._look_around()
            except KilledWorker as error:
                if piece.tries == TRIES:
                    raise LabError(
                        f"{error.last_worker.address if error.last_worker else 'a worker'} and others before it ended "
                        "while they did the same piece of work; see whether they have memory enough, and their logs"
                    ) from error
                piece.send()
            except (CancelledError, CommClosedError, OSError) as error:
                raise self._lost() from error
            except ImportError as error:
                raise LabError(_differs("a worker", error)) from error
            else:
                if how == "done":
                    return what
                raise LabError(_differs("a worker", what) if how == "differs" else what)

    def _look_around(self) -> None:
        if self.client.status != "running":
            raise self._lost()
        if not self._threads():
            self.say(f"no workers at {self.address} now; waiting for the first")

    def _lost(self) -> LabError:
        return LabError(f"the scheduler at {self.address} was lost; the same seed plays the same rounds again")


class _Piece:
    """A piece of work on its way."""

    def __init__(self, client: Client, wanted: Sameness, packed: bytes) -> None:
        self._client, self._wanted, self._packed = client, wanted, packed
        self.tries = 0
        self.send()

    def send(self) -> None:
        """Sends it, or sends it anew."""
        self.tries += 1
        self.future = self._client.submit(do, self._wanted, self._packed, pure=False)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes started now go on at Ctrl-C, which a terminal sends to all: whoever asked for them ends them."""
    if current_thread() is not main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _quieten() -> None:
    """A worker that is lost is news to whoever looks after the cluster, and none to whoever waits for results."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL)


def _differs(worker: str, apart: object) -> str:
    """Why a worker is refused; one that has no Upcard says so by an error of its own."""
    if isinstance(apart, Exception):
        return f"{worker} can't do the lab's work: {apart}; install upcard[cluster], the same version, there too"
    return f"{worker} is refused: {apart}"


def _from_address(address: str) -> Client:
    try:
        read = urlsplit(address)
        scheme, host, port = read.scheme, read.hostname, read.port
    except ValueError:
        scheme, host, port = "", None, None
    if not (scheme and host and port):
        raise LabError(
            f"--cluster {address!r} is no cluster's address; write tcp://HOST:8786, a scheduler file's name that "
            f"ends in .json, or {LOCAL}"
        )
    if scheme in {"tcp", "tls"}:  # a refusal is said at once; Dask goes on asking
        try:
            socket.create_connection((host, port), SECONDS).close()
        except OSError as error:
            raise _unreachable(address, error.strerror or str(error)) from error
    try:
        return Client(address, timeout=SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError, ImportError) as error:
        raise _unreachable(address, str(error) or "no answer") from error


def _from_file(file: Path) -> Client:
    if not file.is_file():
        raise LabError(f"there is no scheduler file {file}; `dask scheduler --scheduler-file {file}` writes it")
    try:
        return Client(scheduler_file=str(file), timeout=SECONDS, set_as_default=False)
    except (OSError, TimeoutError, ValueError, KeyError) as error:
        raise _unreachable(str(file), str(error) or "no answer") from error


def _unreachable(address: str, why: str) -> LabError:
    return LabError(f"no Dask scheduler answers at {address}: {why}; start one with `dask scheduler` (docs/cluster.md)")
