"""The files of one match at one seat: journal, secrets, record. All of it is done on the disk's thread."""

from __future__ import annotations

import contextlib
import logging
import time
from collections.abc import Iterable, Sequence
from datetime import datetime
from pathlib import Path
from typing import Final

from lantruco.record.errors import RecordError
from lantruco.record.journal import Journal
from lantruco.record.writer import RecordWriter

from .participant import Participant

log = logging.getLogger(__name__)

DISCARD_PAUSES: Final = (0.1, 0.4)
"""Seconds between tries to remove what is private at the end; what stays is swept at the next start."""


class MatchFiles:
    """Begun by `begin`; every call may be made again after one that raised RecordError E_DISK.

    table: its name. genesis: the match's 32-byte digest.
    """

    def __init__(self, me: Participant, *, started: datetime, table: str, genesis: bytes) -> None:
        self._me = me
        self._started = started
        self._table = table
        self._genesis = genesis
        self._journal: Journal | None = None
        self._record: RecordWriter | None = None

    @property
    def record(self) -> Path | None:
        """The record's file, once there is one."""
        return None if self._record is None else self._record.path

    def begin(self) -> None:
        if self._journal is None:
            self._journal = Journal(self._me.journal, self._genesis)
        if self._record is None:
            self._record = RecordWriter.create(
                self._me.records, started=self._started, table=self._table, genesis=self._genesis
            )

    def sign(self, data: bytes) -> None:
        """Keep a message that this seat has signed."""
        assert self._journal is not None
        self._journal.append(data)

    def keep(self, hand: int, secret: bytes) -> None:
        assert self._journal is not None
        self._journal.keep(hand, secret)

    def wipe(self, hand: int) -> None:
        assert self._journal is not None
        self._journal.wipe(hand)

    def append(self, lines: Iterable[bytes]) -> None:
        """Add lines to the record."""
        assert self._record is not None
        self._record.append(lines)

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Put other lines in place of the record's."""
        assert self._record is not None
        self._record.rewrite(lines)

    def end(self, lines: Sequence[bytes]) -> bool:
        """The match is over here: the last lines of the record, and nothing private stays.

        This seat does not come back to a match that it has left, so neither what it signed nor its secrets
        are of use to anybody but a thief. False: the disk did not take the lines. RecordError E_DISK:
        something private is still there.
        """
        try:
            if lines:
                self.append(lines)
            return True
        except RecordError as error:
            log.error("the record is not whole: %s", error)
            return False
        finally:
            try:
                self._discard()
            finally:
                if self._record is not None and not self._record.finish():
                    self._record = None

    def _discard(self) -> None:
        """Remove what is private, patiently: another program may be looking at it just now."""
        if self._journal is None:
            return
        for pause in DISCARD_PAUSES:
            with contextlib.suppress(RecordError):
                self._journal.discard()
                return
            time.sleep(pause)
        self._journal.discard()
