"""One line on the terminal that grows while something takes long, and is gone afterwards."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable
from types import TracebackType
from typing import IO, Final

from lantruco.cli.wrapping import columns
from lantruco.tui.glyphs import without_accents

CUT: Final = "..."


class ProgressLine:
    """Writes over itself on standard error, and only if that is a terminal: nothing of it stays.

    A text that is wider than the terminal loses its beginning: a line that is folded cannot be written over.
    """

    __slots__ = ("_ascii", "_length", "_stream", "_width")

    def __init__(
        self,
        stream: IO[str] | None = None,
        *,
        ascii: bool = False,
        width: Callable[[IO[str] | None], int | None] = columns,
    ) -> None:
        stream = sys.stderr if stream is None else stream
        self._stream = stream if stream is not None and stream.isatty() else None
        self._ascii = ascii
        self._width = width
        self._length = 0

    def show(self, text: str) -> None:
        """``text`` in place of the line before."""
        text = without_accents(text) if self._ascii else text
        width = self._width(self._stream)
        # The last column stays free: some terminals fold a line that fills it.
        if width is not None and len(text) >= width > len(CUT) + 1:
            text = CUT + text[len(CUT) - width + 1 :]
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
