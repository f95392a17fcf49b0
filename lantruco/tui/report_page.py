"""The page of a verified record as a file, and a browser that shows it."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import webbrowser
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from lantruco.record.errors import RecordError
from lantruco.record.html import is_page, page
from lantruco.record.outputs import check_output, write_output
from lantruco.record.report import Report
from lantruco.tui.texts import LANGUAGES, Texts

NO_PAGE: Final = "no_page"


class NoBrowser(Exception):
    """No browser can show itself to the person at this terminal."""

    code = "E_BROWSER"


def check_page(path: Path, inputs: Sequence[Path]) -> None:
    """Raise what `save_page` would, as far as it can be known beforehand: no work is lost for a bad name."""
    with _told(path):
        check_output(path, is_page, NO_PAGE, inputs)


def save_page(report: Report, path: Path, lang: str, inputs: Sequence[Path]) -> None:
    """Write the page in this language, the others to choose, or leave all as it was.

    inputs: what was read for it. Raises OutputError when something else than an earlier page is at the path,
    RecordError E_DISK when the disk does not take it.
    """
    wordings = [Texts(each) for each in sorted(LANGUAGES, key=lambda each: each != lang)]
    data = page(report, wordings).encode("utf-8")
    with _told(path):
        write_output(path, data, is_page, NO_PAGE, inputs)


@contextlib.contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, ValueError) as error:
        raise RecordError("E_DISK", path=str(path)) from error


def open_page(path: Path, environ: Mapping[str, str]) -> None:
    """Show a file in the browser of this person. NoBrowser when there is none, or it would open elsewhere."""
    if not _has_display(environ) or not _has_browser(environ):
        raise NoBrowser
    # In a process of its own: what a browser has to say must not land on the full screen.
    child = subprocess.Popen(
        [sys.executable, "-m", "webbrowser", "-t", path.resolve().as_uri()],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    threading.Thread(target=child.wait, daemon=True).start()


def _has_display(environ: Mapping[str, str]) -> bool:
    """Whether a window can appear before the person at the keyboard: over SSH it mostly cannot."""
    if environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"):
        return True
    afar = environ.get("SSH_CONNECTION") or environ.get("SSH_TTY")
    return not afar and (os.name == "nt" or sys.platform == "darwin")


def _has_browser(environ: Mapping[str, str]) -> bool:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    # One that draws in the terminal has none to draw in here; who named it himself may mean anything.
    return bool(environ.get("BROWSER")) or type(browser) is not webbrowser.GenericBrowser
