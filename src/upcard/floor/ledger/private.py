"""A house's files are its owner's alone (0600): those too that came by hand, or that older versions made for all."""

import os
from contextlib import suppress
from pathlib import Path

OTHERS = 0o077


def keep_private(*paths: Path) -> None:
    """Closes files of ours to everybody else; what is not ours, or not there, stays as it is."""
    for path in paths:
        with suppress(OSError):
            found = path.stat()
            if found.st_uid == os.geteuid() and found.st_mode & OTHERS:
                path.chmod(found.st_mode & ~OTHERS & 0o7777)
