"""Logs go to a file, never to the screen."""

from __future__ import annotations

import logging
import logging.handlers
import os
import re
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any, BinaryIO, Final

from lantruco.cli.failure import Failure
from lantruco.record.outputs import OutputError, check_output

MAX_LOG_BYTES = 1_000_000
KEPT_LOGS = 3
FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"
NO_LOG: Final = "no_log"
_LINE: Final = re.compile(rb"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} \d+ [A-Z]+ \S+: ")
_LINE_BYTES: Final = 256


def silence() -> None:
    """No library's log, warning or thread traceback reaches the terminal from here on."""
    logging.lastResort = None
    logging.raiseExceptions = False
    logging.captureWarnings(True)
    root = logging.getLogger()
    root.setLevel(logging.INFO)
    if not root.handlers:
        root.addHandler(logging.NullHandler())
    threading.excepthook = _log_thread
    sys.unraisablehook = _log_unraisable


class _Log(logging.handlers.RotatingFileHandler):
    """Never takes the name of an older log from a file that is none."""

    def shouldRollover(self, record: logging.LogRecord) -> bool:  # noqa: N802
        due = bool(super().shouldRollover(record))
        return due and all(_is_free(each) for each in older(self.baseFilename))


def log_to(path: Path) -> None:
    """Send all logs to this file from here on. Failure E_LOG: it cannot be opened."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = _Log(
            path, maxBytes=MAX_LOG_BYTES, backupCount=KEPT_LOGS, encoding="utf-8", errors="backslashreplace"
        )
    except (OSError, ValueError) as error:
        raise Failure("E_LOG", path=path) from error
    handler.setFormatter(logging.Formatter(FORMAT))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)


def check_log(path: Path, inputs: Sequence[Path]) -> None:
    """Raise OutputError unless a person's `path` can be logged to and nothing is lost: a new file, or a log.

    The null device is no file, but nothing can be lost in it, and it is how people say: no log.
    inputs: files that are read. Failure E_LOG: the system does not say.
    """
    if str(path) == os.devnull:
        return
    try:
        check_output(path, is_log, NO_LOG, inputs)
    except (OSError, ValueError) as error:
        raise Failure("E_LOG", path=path) from error


def is_log(file: BinaryIO) -> bool:
    """Whether it is a log of ours, or still empty: a log in which nothing has happened."""
    head = file.read(_LINE_BYTES)
    return not head or _LINE.match(head) is not None


def older(path: str) -> list[Path]:
    """The names that earlier logs get when one is full."""
    return [Path(f"{path}.{number}") for number in range(1, KEPT_LOGS + 1)]


def _is_free(path: Path) -> bool:
    try:
        check_output(path, is_log, NO_LOG)
    except (OSError, OutputError):
        return False
    return True


def log_file() -> Path | None:
    """The file that logs go to now."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, logging.FileHandler):
            return Path(handler.baseFilename)
    return None


def _log_thread(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None:
        logging.getLogger("lantruco").error("a thread ended", exc_info=args.exc_value)


def _log_unraisable(args: Any) -> None:
    logging.getLogger("lantruco").error("ignored in %r", args.object, exc_info=args.exc_value)
