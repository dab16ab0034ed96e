"""How much of the disk solved games may take: a hundred pays turned in the lab are a hundred of them."""

import shutil
from pathlib import Path

MOST = 4 * 2**30
"""Bytes of all solutions together. One of five cards against five is 200 MB; most are one."""


def make_room(newest: Path, most: int = MOST) -> None:
    """Forgets what was longest not used, so that what is kept beside `newest` fits; that one stays in any case."""
    found = []
    for folder in newest.parent.iterdir():
        try:
            size = sum(file.stat().st_size for file in folder.iterdir())
            found.append((folder.stat().st_mtime_ns, size, folder))
        except OSError:  # somebody else has just forgotten it, or it is no folder
            continue
    taken = sum(size for _, size, _ in found)
    for _, size, folder in sorted(found):
        if taken <= most:
            return
        if folder != newest and folder.suffix != ".part":
            # A process that has it open keeps it; one that reads it just now finds it torn, and works it out again.
            shutil.rmtree(folder, ignore_errors=True)
            taken -= size
