"""The program authenticates itself (REG-15): a digest of every file it is made of."""

import hashlib
from functools import cache
from pathlib import Path

import upcard

_CODE = {".py", ".toml", ".mako", ".html", ".js", ".css"}


@cache
def digest() -> str:
    """The digest of the program that runs."""
    return digest_of(Path(upcard.__file__).parent)


def digest_of(root: Path) -> str:
    """SHA-256 over a folder's files: names, lengths and contents, in order."""
    total = hashlib.sha256()
    for path in sorted(root.rglob("*")):
        if path.suffix in _CODE and path.is_file():
            content = path.read_bytes()
            name = path.relative_to(root).as_posix()
            total.update(f"{name}:{len(content)}:".encode() + content)
    return total.hexdigest()
