"""A match that a file tells, whichever way: by a record or by a text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from lantruco.rules import NotationError, WrittenMatch, is_notation, parse_match
from lantruco.rules.notation import MAX_TEXT

from .errors import RecordError
from .report import HandReport, LeaveReport, Report, Status
from .retell import account_of, written_match

MAX_BYTES: Final = 4 * MAX_TEXT
"""Bytes of a notation file: characters of UTF-8 have at most four."""


@dataclass(frozen=True)
class Told:
    """What a file tells: the match as text would have it, and the account of its hands.

    report: what was proved of a record; None for a text, of which nothing can be proved.
    """

    match: WrittenMatch
    hands: tuple[HandReport, ...]
    status: Status
    report: Report | None = None

    @property
    def left(self) -> tuple[LeaveReport, ...]:
        """Who has signed a good-bye; a text tells of nobody."""
        return () if self.report is None else self.report.left

    @property
    def source(self) -> Literal["record", "notation"]:
        return "notation" if self.report is None else "record"


def read_told(path: Path, *, progress: Callable[[int, int], None] | None = None) -> Told:
    """The match of a file. progress: as for `verify_file`; a text is read at once.

    Raises RecordError: E_READ (path), and those of `verify_file`; NotationError, those of `parse_match`.
    """
    try:
        with path.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise RecordError("E_READ", path=str(path)) from error
    if is_notation(data.decode("utf-8", "replace")):
        match = parse_match(_text(data))
        return Told(match, account_of(match), _status(match))
    # Late: the proofs of a record need the cryptographic library, a text does not.
    from .verify import verify_file

    return told_of(verify_file(path, progress=progress))


def _text(data: bytes) -> str:
    if len(data) > MAX_BYTES:
        raise NotationError("E_NOTE_SIZE", 1, 1, limit=MAX_TEXT)
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start].decode("utf-8").split("\n")
        raise NotationError("E_NOTE_BYTES", len(before), len(before[-1]) + 1) from error


def told_of(report: Report) -> Told:
    """The match of a verified record."""
    return Told(written_match(report), report.hands, report.status, report)


def _status(match: WrittenMatch) -> Status:
    outcome = match.hands[-1].end().outcome if match.hands else None
    return "finished" if outcome is not None and outcome.match_winner else "unfinished"
