"""Lines for a terminal that is narrower than they are."""

from __future__ import annotations

import os
import re
import textwrap
from typing import IO

NARROWEST = 20  # columns; below that a broken line reads worse than a folded one


def columns(stream: IO[str] | None) -> int | None:
    """How wide the terminal behind a stream is now; None when there is none, or it does not say."""
    try:
        if stream is None or not stream.isatty():
            return None
        return os.get_terminal_size(stream.fileno()).columns or None
    except (OSError, ValueError):
        return None


def wrapped(line: str, width: int | None) -> str:
    """The line in pieces of at most `width` columns, indented like its beginning.

    It is broken where two blanks part its items (choices, cards) if that will do, else between words. A word
    alone that is too long stays whole: an address or a path must be copied in one piece.
    """
    if width is None or len(line) <= width or width < NARROWEST:
        return line
    indent = line[: len(line) - len(line.lstrip(" "))]
    pieces: list[str] = []
    rest = indent
    for item in re.split(r"(?<=\S) {2,}(?=\S)", line[len(indent) :]):
        joined = f"{rest}{item}" if rest == indent else f"{rest}  {item}"
        if len(joined) <= width:
            rest = joined
            continue
        if rest != indent:
            pieces.append(rest)
        *whole, rest = textwrap.wrap(
            item,
            width,
            initial_indent=indent,
            subsequent_indent=indent,
            break_long_words=False,
            break_on_hyphens=False,
        )
        pieces += whole
    return "\n".join([*pieces, rest])
