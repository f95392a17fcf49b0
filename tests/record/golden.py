"""The golden records, and small edits of the lines of a file."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from lantruco.record.report import Report
from lantruco.record.verify import verify_file

GOLDEN = Path(__file__).resolve().parent.parent.parent / "seeds" / "golden"
FILES = ("two-seats", "four-seats", "fault")


def golden(name: str) -> bytes:
    return (GOLDEN / f"{name}.jsonl").read_bytes()


@cache
def report_of(name: str) -> Report:
    """What `verify_file` tells of a golden record, for whoever only reads it."""
    return verify_file(GOLDEN / f"{name}.jsonl")


def lines_of(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]


def join(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def flip(line: bytes, at: int) -> bytes:
    """``line`` with the lowest bit of one byte turned over; never a line end."""
    changed = line[at] ^ (1 if line[at] ^ 1 != 10 else 2)
    return line[:at] + bytes([changed]) + line[at + 1 :]
