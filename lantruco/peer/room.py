"""Whether there is room on the disk for a match, asked before anybody is made to wait for this seat."""

from __future__ import annotations

import asyncio
import contextlib
import os
from pathlib import Path
from typing import Final

from lantruco.record import files
from lantruco.record.errors import RecordError

from .participant import Participant

ROOM: Final = 2**17
"""Bytes that must fit into each folder: a hand of two takes some 35,000, one of six three times as many."""
PROBE: Final = ".room"
"""Its file, of which a killed program leaves one at most: the next begins by removing it."""


async def check_room(me: Participant) -> None:
    """Write into this participant's folders and take it away again. RecordError E_DISK (path)."""
    for folder in (me.journal, me.records):
        await asyncio.to_thread(_check, folder)


def _check(folder: Path) -> None:
    probe = folder / PROBE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with contextlib.suppress(FileNotFoundError):
            probe.unlink()
        descriptor = files.create(probe, files.PRIVATE)
        try:
            files.write_at(descriptor, 0, bytes(ROOM))
        finally:
            os.close(descriptor)
            probe.unlink()
    except OSError as error:
        raise RecordError("E_DISK", path=str(folder)) from error
