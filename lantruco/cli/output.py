"""Where a command's words go: lines for people, or one JSON object."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
from collections.abc import Callable
from typing import IO

from lantruco.cli.failure import Failure
from lantruco.cli.wrapping import columns, wrapped
from lantruco.tui.glyphs import without_accents

_PROBE = "ã♣–"


class Output:
    """Standard output and standard error of one command.

    A stream that is closed swallows its lines. BrokenPipeError passes through: the reader has gone. Failure
    E_OUTPUT: standard output does not take any more, a full disk for instance. Lines for people are broken to
    the `width` of the stream in columns, if it has one.
    """

    __slots__ = ("_errors", "_lines", "_width", "ascii")

    def __init__(
        self,
        lines: IO[str] | None,
        errors: IO[str] | None,
        *,
        ascii: bool = False,
        width: Callable[[IO[str] | None], int | None] = columns,
    ) -> None:
        self._lines = lines
        self._errors = errors
        self._width = width
        self.ascii = ascii

    def line(self, text: str = "") -> None:
        """One line on standard output, seen at once."""
        self._write(self._lines, wrapped(text, self._width(self._lines)))

    def error(self, text: str) -> None:
        """One line on standard error."""
        self._write(self._errors, wrapped(text, self._width(self._errors)))

    def ask(self, text: str) -> None:
        """A question on standard output: no line end after it."""
        self._write(self._lines, text, end=" ")

    def json(self, schema: str, values: dict[str, object]) -> None:
        """One JSON object on standard output, `schema` first."""
        self._write(self._lines, json.dumps({"schema": schema, **values}, ensure_ascii=self.ascii))

    def _write(self, stream: IO[str] | None, text: str, end: str = "\n") -> None:
        if stream is None:
            return
        try:
            stream.write((without_accents(text) if self.ascii else text) + end)
            stream.flush()
        except BrokenPipeError:
            raise
        except OSError as error:
            # What standard error does not take, nobody can be told.
            if stream is self._lines:
                raise Failure("E_OUTPUT") from error


def standard_output() -> Output:
    """Output to the process's own streams; ASCII when the encoding of standard output lacks our letters."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    return Output(sys.stdout, sys.stderr, ascii=not _draws(sys.stdout))


def accept_any_input() -> None:
    """Let typed bytes that are no text through, marked as such: whoever asks refuses them with a sentence."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Not once something has been read, by a program of which this one is a part.
        with contextlib.suppress(io.UnsupportedOperation):
            sys.stdin.reconfigure(errors="surrogateescape")


def abandon_output() -> None:
    """Point the output at nothing, so that closing it at exit cannot fail on a broken pipe or a full disk."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        try:
            os.dup2(nothing, stream.fileno())
        except (OSError, ValueError, AttributeError):
            continue


def _draws(stream: IO[str] | None) -> bool:
    if stream is None:
        return True
    try:
        _PROBE.encode(getattr(stream, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
