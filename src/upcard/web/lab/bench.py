"""A process of the lab's that is asked one thing after the other, says how far it is, and can be told to stop.

A solver must not hold up the house, and Numba's kernels must not be entered by several threads of one process. Whoever
stops a question that waits takes it out of the line; one that is being worked out is asked to stop where it tells how
far it is, and its process is ended where it does not.
"""

import asyncio
import contextlib
import itertools
import logging
import multiprocessing
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from upcard.web import workers
from upcard.web.edge.problems import unavailable
from upcard.web.lab import work

Json = dict[str, Any]

log = logging.getLogger("upcard.web.lab.bench")

MOST_WAITING = 40
"""Questions of all clients together that wait for one process."""
GRACE = 3.0
"""Seconds in which a question that is worked out may end by itself when it is told to stop."""

_numbers = itertools.count(1)


@dataclass(slots=True, eq=False)
class BenchQuestion:
    """One piece of work, and what has been said of it."""

    verb: str
    """A function of `upcard.web.lab.work`."""
    args: tuple[Any, ...]
    client: str = ""
    """Whose it is, where that counts."""
    heard: Callable[[Json], None] = lambda _: None
    """Called with everything that is said on the way."""
    number: int = field(default_factory=lambda: next(_numbers))
    answer: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    said: Json = field(default_factory=dict)
    """What was said last."""


class Bench:
    """One process and the line before it. It starts with the first question."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.waiting: deque[BenchQuestion] = deque()
        self.now: BenchQuestion | None = None
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._ending = False

    def ask(self, question: BenchQuestion) -> BenchQuestion:
        """Puts a question at the end of the line."""
        if self._ending:
            raise unavailable("the house is stopping")
        if len(self.waiting) >= MOST_WAITING:
            raise unavailable(f"the lab has {MOST_WAITING} questions to work out before this one; ask later", 10)
        self.waiting.append(question)
        self._next()
        return question

    def place(self, question: BenchQuestion) -> int:
        """How many are worked out before this one."""
        if question is self.now or question not in self.waiting:
            return 0
        return self.waiting.index(question) + (self.now is not None)

    def stop(self, question: BenchQuestion) -> None:
        """Nobody wants it any more, or wants what there is of it."""
        if question in self.waiting:
            self.waiting.remove(question)
            question.answer.cancel()
        elif question is self.now and self._line is not None:
            with contextlib.suppress(OSError):
                self._line.send("stop")
            asyncio.get_running_loop().call_later(GRACE, self._end_if_still, question)

    def _end_if_still(self, question: BenchQuestion) -> None:
        if question is self.now and self._process is not None:
            question.answer.cancel()
            self._process.terminate()

    async def end(self) -> None:
        """Ends the process."""
        self._ending = True
        for question in [*self.waiting, *([self.now] if self.now else [])]:
            question.answer.cancel()
        self.waiting.clear()
        if self._process is not None:
            process = self._process
            process.terminate()
            await asyncio.to_thread(process.join, 5)

    # The process

    def _next(self) -> None:
        if self.now is not None or not self.waiting:
            return
        self.now = self.waiting.popleft()
        if self._process is None or not self._process.is_alive():
            self._start()
        assert self._line is not None
        try:
            self._line.send((self.now.number, self.now.verb, self.now.args))
        except OSError:
            self._gone(self._line)

    def _start(self) -> None:
        # A forked child would inherit our threads' locks and sockets.
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        self._process = context.Process(target=_run, args=(theirs,), name=f"upcard lab {self.name}", daemon=True)
        self._process.start()
        theirs.close()
        self._line = ours
        threading.Thread(
            target=_listen, args=(asyncio.get_running_loop(), ours, self._heard, self._gone), daemon=True
        ).start()

    def _heard(self, message: tuple[int, str, Any]) -> None:
        number, kind, what = message
        question = self.now
        if question is None or question.number != number:
            return
        if kind == "told":
            question.said = what
            question.heard(what)
            return
        self.now = None
        if not question.answer.done():
            if kind == "done":
                question.answer.set_result(what)
            else:
                question.answer.set_exception(work.CanNot(what) if kind == "refused" else RuntimeError(what))
        self._next()

    def _gone(self, line: Connection) -> None:
        """The process has ended, whether we ended it or it died."""
        if line is not self._line:
            return
        self._process = self._line = None
        question, self.now = self.now, None
        if question is not None and not question.answer.done():
            log.warning("the lab's process %s died over %s", self.name, question.verb)
            question.answer.set_exception(unavailable("the lab had to be started again; ask once more in a moment", 5))
        if not self._ending:
            self._next()


def _listen(
    loop: asyncio.AbstractEventLoop, line: Connection, heard: Callable[[Any], None], gone: Callable[[Connection], None]
) -> None:
    """A thread that passes on what a process says, as long as it lives."""
    with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens any more
        try:
            while True:
                loop.call_soon_threadsafe(heard, line.recv())
        except (EOFError, OSError):
            loop.call_soon_threadsafe(gone, line)


def _run(line: Connection) -> None:
    """What the process does: answers until nobody asks any more."""
    workers.begin()
    while True:
        try:
            asked = line.recv()
        except (EOFError, OSError):
            return
        if asked == "stop":  # it came too late: what it was meant for is done
            continue
        number, verb, args = asked
        kind, said = work.do(verb, args, partial(_tell, line, number))
        line.send((number, kind, said))


def _tell(line: Connection, number: int, what: Json) -> None:
    """Says how far it is, and hears whether to stop."""
    line.send((number, "told", what))
    while line.poll():
        if line.recv() == "stop":
            raise KeyboardInterrupt
