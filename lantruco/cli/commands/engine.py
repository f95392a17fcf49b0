"""`lantruco engine`: the rules for programs in any language, JSON lines on standard input and output."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO, Final

from lantruco.cli.failure import OK
from lantruco.cli.invocation import Invocation
from lantruco.rules.engine import MAX_REQUEST, Engine

_PIECE: Final = MAX_REQUEST + 1


def run(invocation: Invocation) -> int:
    """Answer every line until the input ends."""
    serve(sys.stdin.buffer, sys.stdout.buffer, Engine(invocation.texts.error).answer)
    return OK


def serve(source: BinaryIO, target: BinaryIO, answer: Callable[[bytes], bytes]) -> None:
    """One answer a line, seen at once. A line longer than `MAX_REQUEST` reaches ``answer`` cut above it."""
    for line in _lines(source):
        target.write(answer(line) + b"\n")
        target.flush()


def _lines(source: BinaryIO) -> Iterator[bytes]:
    while piece := source.readline(_PIECE):
        line = piece
        while not piece.endswith(b"\n") and len(piece) == _PIECE:
            piece = source.readline(_PIECE)
        yield line.removesuffix(b"\n")
