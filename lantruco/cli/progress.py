"""One line on the terminal that grows while something takes long, and is gone afterwards."""

from __future__ import annotations

import contextlib
import sys
from types import TracebackType
from typing import IO

from lantruco.tui.glyphs import without_accents


class ProgressLine:
    """Writes over itself on standard error, and only if that is a terminal: nothing of it stays."""

    __slots__ = ("_ascii", "_length", "_stream")

    def __init__(self, stream: IO[str] | None = None, *, ascii: bool = False) -> None:
        stream = sys.stderr if stream is None else stream
        self._stream = stream if stream is not None and stream.isatty() else None
        self._ascii = ascii
        self._length = 0

    def show(self, text: str) -> None:
        """``text`` in place of the line before."""
        text = without_accents(text) if self._ascii else text
        self._write(text.ljust(self._length))
        self._length = len(text)

    def _write(self, text: str) -> None:
        if self._stream is not None:
            # A terminal that is gone ends the progress, not the work.
            with contextlib.suppress(OSError):
                self._stream.write("\r" + text)
                self._stream.flush()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._length:
            self._write(" " * self._length + "\r")
            self._length = 0
