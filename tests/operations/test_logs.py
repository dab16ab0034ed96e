"""The log of a house: an object a line, in files that rotate and that only their owner reads."""

import json
import logging
import stat
import sys
from datetime import UTC, datetime
from pathlib import Path

from upcard.cli.house.logs import JsonLines, PrivateFile


def record(message: str, *args: object) -> logging.LogRecord:
    return logging.LogRecord("upcard.floor", logging.ERROR, __file__, 1, message, args, None)


def test_a_line_is_an_object_with_its_time_in_utc_and_the_trace_of_a_fault() -> None:
    made = record("table %s\nis not there", "T1")
    try:
        raise LookupError("no such table")
    except LookupError:
        made.exc_info = sys.exc_info()
    line = JsonLines().format(made)
    assert "\n" not in line
    said = json.loads(line)
    at = datetime.fromtimestamp(made.created, UTC)
    assert said.pop("at") == f"{at:%Y-%m-%dT%H:%M:%S}.{int(made.msecs):03d}Z"
    assert "LookupError: no such table" in said.pop("error")
    assert said == {"level": "error", "logger": "upcard.floor", "message": "table T1\nis not there"}


def test_files_rotate_and_are_their_owners_alone(tmp_path: Path) -> None:
    handler = PrivateFile(tmp_path / "house.log", maxBytes=2000, backupCount=3, encoding="utf-8")
    handler.setFormatter(JsonLines())
    for number in range(100):
        handler.emit(record("line %d", number))
    handler.close()
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["house.log", "house.log.1", "house.log.2", "house.log.3"]
    assert all(stat.S_IMODE(path.stat().st_mode) == 0o600 and path.stat().st_size <= 2000 for path in files)
    assert json.loads(files[0].read_text().splitlines()[-1])["message"] == "line 99"
