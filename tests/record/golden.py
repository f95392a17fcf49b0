"""The golden records, and small edits of the lines of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

GOLDEN = Path(__file__).resolve().parent.parent.parent / "seeds" / "golden"
FILES = ("two-seats", "four-seats", "fault")


def golden(name: str) -> bytes:
    return (GOLDEN / f"{name}.jsonl").read_bytes()


def lines_of(data: bytes) -> list[bytes]:
    return data.split(b"\n")[:-1]


def join(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def flip(line: bytes, at: int) -> bytes:
    """``line`` with the lowest bit of one byte turned over; never a line end."""
    changed = line[at] ^ (1 if line[at] ^ 1 != 10 else 2)
    return line[:at] + bytes([changed]) + line[at + 1 :]
