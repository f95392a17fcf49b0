"""Logs go to a file, never to the screen."""

from __future__ import annotations

import logging
import logging.handlers
import sys
import threading
from pathlib import Path
from typing import Any

from lantruco.cli.failure import Failure
from lantruco.tui.system import os_reason

MAX_LOG_BYTES = 1_000_000
KEPT_LOGS = 3
FORMAT = "%(asctime)s %(process)d %(levelname)s %(name)s: %(message)s"


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


def log_to(path: Path) -> None:
    """Send all logs to this file from here on. Failure E_LOG: it cannot be opened."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            path, maxBytes=MAX_LOG_BYTES, backupCount=KEPT_LOGS, encoding="utf-8", errors="backslashreplace"
        )
    except OSError as error:
        raise Failure("E_LOG", path=path, reason=os_reason(error)) from error
    handler.setFormatter(logging.Formatter(FORMAT))
    root = logging.getLogger()
    for old in list(root.handlers):
        root.removeHandler(old)
        old.close()
    root.addHandler(handler)


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
