"""The log of a house that is served: for people or as JSON, on standard error or in a file that rotates."""

import json
import logging
import os
import sys
import time
from enum import StrEnum
from io import TextIOWrapper
from logging.handlers import RotatingFileHandler
from pathlib import Path

from upcard.cli.reading import writing

FILE_BYTES, FILES_KEPT = 20_000_000, 9
"""A log of ten files, 200 MB: then the oldest goes."""


class LogForm(StrEnum):
    """How a line of the log looks."""

    text = "text"
    json = "json"


class LogLevel(StrEnum):
    """From what on something is logged."""

    debug = "debug"
    info = "info"
    warning = "warning"
    error = "error"


class JsonLines(logging.Formatter):
    """One JSON object a line: `at`, `level`, `logger`, `message`, and `error` with its trace where there is one."""

    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"
    converter = staticmethod(time.gmtime)

    def format(self, record: logging.LogRecord) -> str:
        """One line."""
        said = {
            "at": self.formatTime(record),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            said["error"] = self.formatException(record.exc_info)
        return json.dumps(said, ensure_ascii=False)


class PrivateFile(RotatingFileHandler):
    """A file that rotates and that only its owner reads: a log names people."""

    def _open(self) -> TextIOWrapper:
        os.close(os.open(self.baseFilename, os.O_WRONLY | os.O_CREAT, 0o600))
        return super()._open()


def begin(form: LogForm, level: LogLevel, file: Path | None) -> None:
    """Sets the log up for this process."""
    handler: logging.Handler = logging.StreamHandler(sys.stderr)
    if file is not None:
        with writing(file):
            handler = PrivateFile(file, maxBytes=FILE_BYTES, backupCount=FILES_KEPT, encoding="utf-8")
    text = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
    handler.setFormatter(JsonLines() if form is LogForm.json else text)
    logging.basicConfig(level=level.value.upper(), handlers=[handler], force=True)
    for chatty in ("asyncio", "alembic"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
