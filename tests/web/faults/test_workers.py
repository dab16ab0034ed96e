"""Processes beside the server end with it, however it ends."""

import subprocess
import sys
from pathlib import Path

from tests.kit.waiting import until

HOUSE = """
import os, time
from upcard.web import workers
if __name__ == "__main__":
    pool = workers.new_pool()
    print(pool.submit(os.getpid).result(), flush=True)
    time.sleep(600)
"""


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and waits to be buried does not."""
    try:
        said = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except FileNotFoundError:
        return False
    return said.rpartition(")")[2].split()[0] != "Z"


def test_a_worker_does_not_outlive_a_house_that_is_killed(tmp_path: Path) -> None:
    script = tmp_path / "house.py"
    script.write_text(HOUSE, encoding="utf-8")
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True) as house:
        assert house.stdout is not None
        worker = int(house.stdout.readline())
        assert alive(worker)
        house.kill()
        until(lambda: not alive(worker), 20, "the worker lives on")
