"""What I have signed, and the secrets of the hands under way, kept across a killed process.

A message is in the journal before anybody hears it, so that after a restart the same bytes are said again
and never others for the same slot. Secrets lie in files of their own, one per hand, which are erased when
the hand is over; they never enter the journal or the record.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from lantruco.protocol.errors import Refused
from lantruco.protocol.messages import SIGNED
from lantruco.protocol.parting import PARTING_HEAD, read_parting

from . import files
from .errors import RecordError

MAX_JOURNAL: Final = 64 * 2**20
"""Bytes of one match's journal: a seat says less than the whole record holds."""
MAX_SECRET: Final = 4096
"""Bytes of one hand's secrets; they take less than 200."""

_CHECK: Final = 32  # bytes of the hash before a secret, by which a half-written file is known


class Journal:
    """The journal of one seat in one match, in ``folder``; ``genesis`` is the match's 32-byte digest.

    Raises RecordError: E_DISK (path) when something cannot be read, written or made durable, E_JOURNAL (line)
    when the journal is damaged elsewhere than at its end.
    """

    __slots__ = ("_descriptor", "_genesis", "_length", "_own", "_secrets", "_serial", "folder", "path")

    def __init__(self, folder: Path, genesis: bytes) -> None:
        self.folder = folder
        self._genesis = genesis
        self.path = folder / f"{genesis.hex()}.journal"
        self._own: list[bytes] = []
        self._secrets: dict[int, tuple[bytes, Path]] = {}
        self._serial = 0
        self._length = 0
        self._descriptor: int | None = None
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._load()
            self._load_secrets()
        except OSError as error:
            self.close()
            raise self._failed() from error
        except RecordError:
            self.close()
            raise

    def append(self, data: bytes) -> None:
        """Keep a signed message; when this returns it is on the disk and may be sent."""
        if self._descriptor is None or b"\n" in data:
            raise self._failed()
        line = data + b"\n"
        try:
            files.write_at(self._descriptor, self._length, line)
        except OSError as error:
            with contextlib.suppress(OSError):
                files.cut(self._descriptor, self._length)
            raise self._failed() from error
        self._length += len(line)
        self._own.append(data)

    def own(self) -> Iterator[bytes]:
        """All messages of the journal, in the order in which they were signed."""
        return iter(tuple(self._own))

    def keep(self, hand: int, secret: bytes) -> None:
        """Put a hand's secrets on the disk, readable by this user alone, instead of earlier ones."""
        before = self._secrets.get(hand)
        self._serial += 1
        path = self.folder / f"{self._genesis.hex()}.{hand}.{self._serial}.secret"
        try:
            descriptor = files.create(path, files.PRIVATE)
            try:
                files.write_at(descriptor, 0, hashlib.sha256(secret).digest() + secret)
            finally:
                os.close(descriptor)
            files.sync_folder(self.folder)
            self._secrets[hand] = secret, path
            if before is not None:
                files.erase(before[1])
        except OSError as error:
            raise self._failed() from error

    def wipe(self, hand: int) -> None:
        """Erase a hand's secrets; nothing happens if there are none."""
        held = self._secrets.get(hand)
        if held is None:
            return
        try:
            files.erase(held[1])
        except OSError as error:
            raise self._failed() from error
        del self._secrets[hand]

    def secrets(self) -> dict[int, bytes]:
        """The secrets that are kept now, by hand."""
        return {hand: secret for hand, (secret, _) in self._secrets.items()}

    def close(self) -> None:
        """Let go of the files and leave them, so that this seat can come back to the match."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def discard(self) -> None:
        """Erase all secrets and remove the journal: the match is over, or this seat never returns to it."""
        for hand in tuple(self._secrets):
            self.wipe(hand)
        self.close()
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise self._failed() from error
        files.sync_folder(self.folder)

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Journal({self.path.name}, {len(self._own)} messages)"

    def _load(self) -> None:
        try:
            self._descriptor = files.create(self.path, files.PRIVATE)
            files.sync_folder(self.folder)
            return
        except FileExistsError:
            self._descriptor = files.reopen(self.path)
        size = os.fstat(self._descriptor).st_size
        if size > MAX_JOURNAL:
            raise RecordError("E_JOURNAL", path=str(self.path), line=1)
        with os.fdopen(os.dup(self._descriptor), "rb") as file:
            file.seek(0)
            data = file.read(MAX_JOURNAL)
        whole = data.split(b"\n")[:-1]
        sound = [self._is_own(line) for line in whole]
        good = sound.index(False) if False in sound else len(sound)
        if any(sound[good:]):
            raise RecordError("E_JOURNAL", path=str(self.path), line=good + 1)
        self._own = whole[:good]
        self._length = sum(len(line) + 1 for line in self._own)
        if self._length != size:
            files.cut(self._descriptor, self._length)

    def _is_own(self, line: bytes) -> bool:
        try:
            if line.startswith(PARTING_HEAD):
                return read_parting(line).leave.genesis == self._genesis
            return SIGNED.decode(line).body.genesis == self._genesis
        except Refused:
            return False

    def _load_secrets(self) -> None:
        names = re.compile(rf"{self._genesis.hex()}\.(\d{{1,5}})\.(\d{{1,9}})\.secret")
        found = [(match, path) for path in self.folder.iterdir() if (match := names.fullmatch(path.name))]
        for match, path in sorted(found, key=lambda pair: int(pair[0][2])):
            hand, self._serial = int(match[1]), int(match[2])
            with path.open("rb") as file:
                data = file.read(MAX_SECRET + _CHECK)
            older = self._secrets.get(hand)
            if hashlib.sha256(data[_CHECK:]).digest() != data[:_CHECK]:
                files.erase(path)
                continue
            self._secrets[hand] = data[_CHECK:], path
            if older is not None:
                files.erase(older[1])

    def _failed(self) -> RecordError:
        return RecordError("E_DISK", path=str(self.path))
