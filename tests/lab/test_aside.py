"""Compiled work beside its waiting: errors come back, and who is interrupted does not wait for the rest."""

import threading

import pytest

from upcard.lab.aside import aside


def test_an_error_comes_back_to_who_waits() -> None:
    def work() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        aside(work, lambda _: None)


def test_an_interrupt_does_not_wait_for_the_work() -> None:
    going, ended = threading.Event(), threading.Event()

    def work() -> None:
        going.wait()
        ended.set()

    def interrupted(passed: float) -> None:
        assert passed > 0
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        aside(work, interrupted)
    assert not ended.is_set()
    going.set()
    assert ended.wait(10)
