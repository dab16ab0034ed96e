"""A disk that loses power: a SQLite VFS that knows which bytes were synced and which were only written.

It is put in front of the operating system's VFS, inside the very SQLite library that Python's `sqlite3` uses (through
ctypes), so the code under test is the real one from the command to the system call. Every write, truncation and sync
is seen. When the power goes, each file holds what was synced, and of what was written since then a random part:
whole, missing, or torn at a sector. (A kill -9 loses nothing that was written, and so never finds an acknowledgement
given too early.)
"""

import ctypes
import random
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SECTOR = 512
OK, IOERR, FULL = 0, 10, 13

_VFS_FIELDS = [
    ("iVersion", ctypes.c_int),
    ("szOsFile", ctypes.c_int),
    ("mxPathname", ctypes.c_int),
    ("pNext", ctypes.c_void_p),
    ("zName", ctypes.c_char_p),
    ("pAppData", ctypes.c_void_p),
    ("xOpen", ctypes.c_void_p),
    ("xDelete", ctypes.c_void_p),
    ("xAccess", ctypes.c_void_p),
    ("xFullPathname", ctypes.c_void_p),
    ("xDlOpen", ctypes.c_void_p),
    ("xDlError", ctypes.c_void_p),
    ("xDlSym", ctypes.c_void_p),
    ("xDlClose", ctypes.c_void_p),
    ("xRandomness", ctypes.c_void_p),
    ("xSleep", ctypes.c_void_p),
    ("xCurrentTime", ctypes.c_void_p),
    ("xGetLastError", ctypes.c_void_p),
    ("xCurrentTimeInt64", ctypes.c_void_p),
    ("xSetSystemCall", ctypes.c_void_p),
    ("xGetSystemCall", ctypes.c_void_p),
    ("xNextSystemCall", ctypes.c_void_p),
]
_METHODS = ("xClose", "xRead", "xWrite", "xTruncate", "xSync", "xFileSize", "xLock", "xUnlock", "xCheckReservedLock")
_MORE = ("xFileControl", "xSectorSize", "xDeviceCharacteristics", "xShmMap", "xShmLock", "xShmBarrier", "xShmUnmap")


class _Vfs(ctypes.Structure):
    _fields_ = _VFS_FIELDS  # type: ignore[assignment]  # ctypes takes any of its own types


class _Methods(ctypes.Structure):
    _fields_ = [("iVersion", ctypes.c_int), *((name, ctypes.c_void_p) for name in (*_METHODS, *_MORE))]


class _File(ctypes.Structure):
    _fields_ = [("pMethods", ctypes.POINTER(_Methods))]


_FileP = ctypes.POINTER(_File)
_OPEN = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, _FileP, ctypes.c_int, ctypes.POINTER(ctypes.c_int)
)
_DELETE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int)
_CLOSE = ctypes.CFUNCTYPE(ctypes.c_int, _FileP)
_WRITE = ctypes.CFUNCTYPE(ctypes.c_int, _FileP, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_TRUNCATE = ctypes.CFUNCTYPE(ctypes.c_int, _FileP, ctypes.c_int64)
_SYNC = ctypes.CFUNCTYPE(ctypes.c_int, _FileP, ctypes.c_int)


@dataclass
class Medium:
    """A file as the disk has it: what is safe, and what was done since."""

    safe: bytearray
    since: list[tuple[int, bytes] | int] = field(default_factory=list)
    """Writes (offset, data), or a length for a truncation."""

    def sync(self) -> None:
        for op in self.since:
            _apply(self.safe, op)
        self.since.clear()

    def after_power_cut(self, chance: random.Random) -> bytes:
        image = bytearray(self.safe)
        for op in self.since:
            fate = chance.random()
            if fate < 0.4:
                continue
            if fate < 0.7 or isinstance(op, int):
                _apply(image, op)
                continue
            offset, data = op
            for start in range(0, len(data), SECTOR):  # torn: some sectors arrived
                if chance.random() < 0.5:
                    _apply(image, (offset + start, data[start : start + SECTOR]))
        return bytes(image)


def _apply(image: bytearray, op: tuple[int, bytes] | int) -> None:
    if isinstance(op, int):
        del image[op:]
        image.extend(bytes(max(0, op - len(image))))
        return
    offset, data = op
    if len(image) < offset:
        image.extend(bytes(offset - len(image)))
    image[offset : offset + len(data)] = data


class Disk:
    """The faulty disk. One a process; `plug_in` starts a new life of it."""

    NAME = b"upcard-power"

    def __init__(self) -> None:
        self.media: dict[str, Medium] = {}
        self.operations = 0
        self.cut_at: int | None = None
        self.full_at: int | None = None
        self.off = False
        self._paths: dict[int, str] = {}
        self._keep: list[Any] = []
        self._originals: dict[int, tuple[_Methods, _Methods]] = {}
        self._library = ctypes.CDLL(_library())
        find = self._library.sqlite3_vfs_find
        find.restype, find.argtypes = ctypes.POINTER(_Vfs), [ctypes.c_char_p]
        self._base = find(None).contents
        self._vfs = _Vfs.from_buffer_copy(self._base)
        self._vfs.zName, self._vfs.pNext = self.NAME, None
        self._open_base = ctypes.cast(self._base.xOpen, _OPEN)
        self._delete_base = ctypes.cast(self._base.xDelete, _DELETE)
        self._vfs.xOpen = self._pointer(_OPEN(self._open))
        self._vfs.xDelete = self._pointer(_DELETE(self._delete))
        self._library.sqlite3_vfs_register.argtypes = [ctypes.POINTER(_Vfs), ctypes.c_int]
        assert self._library.sqlite3_vfs_register(ctypes.byref(self._vfs), 0) == OK

    def _pointer(self, callback: Any) -> Any:
        self._keep.append(callback)  # SQLite holds the address; Python must hold the object
        return ctypes.cast(callback, ctypes.c_void_p).value

    def plug_in(self, cut_at: int | None = None, full_at: int | None = None) -> None:
        """A new life: power on, nothing unsynced, and a fault after so many operations."""
        self.media, self.operations, self.off = {}, 0, False
        self.cut_at, self.full_at = cut_at, full_at

    def url(self, path: Path) -> str:
        return f"sqlite:///file:{path}?vfs={self.NAME.decode()}&uri=true"

    def salvage(self, source: Path, target: Path, chance: random.Random) -> Path:
        """The database that is found after the power cut, in a new folder."""
        target.mkdir(parents=True, exist_ok=True)
        for path, medium in self.media.items():
            if path.endswith("-shm") or Path(path).parent != source.parent:
                continue
            (target / Path(path).name).write_bytes(medium.after_power_cut(chance))
        return target / source.name

    # What SQLite calls

    def _step(self) -> int:
        """One operation more: goes on, or meets its fault."""
        if self.off:
            return IOERR
        self.operations += 1
        if self.cut_at is not None and self.operations >= self.cut_at:
            self.off = True
            return IOERR
        return OK

    def _open(self, vfs: int, name: int | None, file: Any, flags: int, out: Any) -> int:
        if self.off:
            return IOERR
        path = ctypes.string_at(name).decode() if name else ""
        result: int = self._open_base(vfs, name, file, flags, out)
        if result != OK or not path:
            return result
        if path not in self.media:
            self.media[path] = Medium(bytearray(Path(path).read_bytes()))
        methods = file.contents.pMethods
        address = ctypes.addressof(methods.contents)
        if address not in self._originals:
            ours = _Methods.from_buffer_copy(methods.contents)
            ours.iVersion = min(ours.iVersion, 2)  # no memory mapping past us
            original = _Methods.from_buffer_copy(methods.contents)
            ours.xClose = self._pointer(_CLOSE(self._closer(original)))
            ours.xWrite = self._pointer(_WRITE(self._writer(original)))
            ours.xTruncate = self._pointer(_TRUNCATE(self._truncater(original)))
            ours.xSync = self._pointer(_SYNC(self._syncer()))
            self._originals[address] = (original, ours)
        file.contents.pMethods = ctypes.pointer(self._originals[address][1])
        self._paths[ctypes.addressof(file.contents)] = path
        return OK

    def _delete(self, vfs: int, name: bytes, sync: int) -> int:
        if self.off:
            return IOERR
        self.media.pop(name.decode(), None)
        result: int = self._delete_base(vfs, name, sync)
        return result

    def _medium(self, file: Any) -> Medium | None:
        return self.media.get(self._paths.get(ctypes.addressof(file.contents), ""))

    def _closer(self, original: _Methods) -> Callable[[Any], int]:
        close = ctypes.cast(original.xClose, _CLOSE)

        def closed(file: Any) -> int:
            self._paths.pop(ctypes.addressof(file.contents), None)
            return int(close(file))

        return closed

    def _writer(self, original: _Methods) -> Callable[[Any, int, int, int], int]:
        write = ctypes.cast(original.xWrite, _WRITE)

        def written(file: Any, data: int, count: int, offset: int) -> int:
            medium = self._medium(file)
            if medium is not None:
                if self.off:
                    return IOERR
                if self.full_at is not None and self.operations >= self.full_at:
                    return FULL
                medium.since.append((offset, ctypes.string_at(data, count)))
                if self._step() != OK:
                    return IOERR
            return int(write(file, data, count, offset))

        return written

    def _truncater(self, original: _Methods) -> Callable[[Any, int], int]:
        truncate = ctypes.cast(original.xTruncate, _TRUNCATE)

        def truncated(file: Any, size: int) -> int:
            medium = self._medium(file)
            if medium is not None:
                if self._step() != OK:
                    return IOERR
                medium.since.append(size)
            return int(truncate(file, size))

        return truncated

    def _syncer(self) -> Callable[[Any, int], int]:
        def synced(file: Any, _flags: int) -> int:
            medium = self._medium(file)
            if medium is not None:
                if self._step() != OK:
                    return IOERR
                medium.sync()
            return OK

        return synced


def _library() -> str:
    """The SQLite library that Python's own module is using."""
    sqlite3.connect(":memory:").close()
    for line in Path("/proc/self/maps").read_text().splitlines():
        path = line.split()[-1]
        if "libsqlite3.so" in path:
            return path
    raise AssertionError(
        "this Python's sqlite3 brings a SQLite of its own; the power-cut tests need a shared libsqlite3"
    )
