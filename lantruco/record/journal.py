"""What I have signed, and the secrets of the hands under way, kept across a killed process.

A message is in the journal before anybody hears it, so that after a restart the same bytes are said again
and never others for the same slot. Secrets lie in files of their own, one per hand, which are erased when
the hand is over; they never enter the journal or the record.

Both are known here by heart: whatever the disk has lost of them is on it again before the next message is
signed.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Final

from lantruco.protocol.errors import Refused
from lantruco.protocol.messages import SIGNED
from lantruco.protocol.parting import PARTING_HEAD, read_parting

from . import files
from .errors import RecordError
from .lines import LineFile

MAX_JOURNAL: Final = 64 * 2**20
"""Bytes of one match's journal: a seat says less than the whole record holds."""
MAX_SECRET: Final = 4096
"""Bytes of one hand's secrets; they take less than 200."""

_CHECK: Final = 32  # bytes of the hash before a secret, by which a half-written file is known


class Journal:
    """The journal of one seat in one match, in ``folder``; ``genesis`` is the match's 32-byte digest.

    Raises RecordError: E_DISK (path; the system's OSError is its cause) when something cannot be read,
    written or made durable, and the same call may then be made again; E_JOURNAL (line) when the journal is
    damaged elsewhere than at its end.
    """

    __slots__ = ("_file", "_genesis", "_own", "_secrets", "_serial", "_stale", "folder", "path")

    def __init__(self, folder: Path, genesis: bytes) -> None:
        self.folder = folder
        self._genesis = genesis
        self.path = folder / f"{genesis.hex()}.journal"
        self._own: list[bytes] = []
        self._secrets: dict[int, tuple[bytes, Path]] = {}
        self._stale: set[Path] = set()  # secrets that are to go, and could not be erased yet
        self._serial = 0
        self._file: LineFile | None = None
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
        """Keep a signed message; when this returns, all until it are on the disk, and it may be sent."""
        if self._file is None or b"\n" in data:
            raise self._failed()
        try:
            self._put_back_secrets()
            self._file.append([data])
        except OSError as error:
            raise self._failed() from error
        self._own.append(data)

    def own(self) -> Iterator[bytes]:
        """All messages of the journal, in the order in which they were signed."""
        return iter(tuple(self._own))

    def keep(self, hand: int, secret: bytes) -> None:
        """Put a hand's secrets on the disk, readable by this user alone, instead of earlier ones."""
        before = self._secrets.get(hand)
        try:
            if before is None or before[0] != secret or not before[1].exists():
                self._secrets[hand] = secret, self._write_secret(hand, secret)
                if before is not None:
                    self._stale.add(before[1])
            self._erase_stale()
        except OSError as error:
            raise self._failed() from error

    def wipe(self, hand: int) -> None:
        """Erase a hand's secrets; nothing happens if there are none."""
        held = self._secrets.pop(hand, None)
        if held is not None:
            self._stale.add(held[1])
        try:
            self._erase_stale()
        except OSError as error:
            raise self._failed() from error

    def secrets(self) -> dict[int, bytes]:
        """The secrets that are kept now, by hand."""
        return {hand: secret for hand, (secret, _) in self._secrets.items()}

    def close(self) -> None:
        """Let go of the files and leave them, so that this seat can come back to the match."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def discard(self) -> None:
        """Erase all secrets and remove the journal: the match is over, or this seat never returns to it.

        What can be removed is, whatever else cannot; RecordError E_DISK then.
        """
        self._stale.update(path for _, path in self._secrets.values())
        self._secrets.clear()
        refused: list[OSError] = []

        def attempt(work: Callable[[], object]) -> None:
            try:
                work()
            except OSError as error:
                refused.append(error)

        attempt(self._erase_stale)
        if self._file is not None:
            attempt(self._file.remove)
        if refused:
            raise self._failed() from refused[0]

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
            self._file = LineFile.create(self.path, files.PRIVATE)
        except FileExistsError:
            descriptor = files.reopen(self.path)
        else:
            return
        try:
            self._take_up(descriptor)
        except BaseException:
            os.close(descriptor)
            raise

    def _take_up(self, descriptor: int) -> None:
        size = os.fstat(descriptor).st_size
        if size > MAX_JOURNAL:
            raise RecordError("E_JOURNAL", path=str(self.path), line=1)
        data = files.read_all(descriptor, MAX_JOURNAL)
        whole = data.split(b"\n")[:-1]
        sound = [self._is_own(line) for line in whole]
        good = sound.index(False) if False in sound else len(sound)
        if any(sound[good:]):
            raise RecordError("E_JOURNAL", path=str(self.path), line=good + 1)
        self._own = whole[:good]
        length = sum(len(line) + 1 for line in self._own)
        if length != size:
            files.cut(descriptor, length)
        self._file = LineFile(self.path, files.PRIVATE, data[:length], descriptor)

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

    def _write_secret(self, hand: int, secret: bytes) -> Path:
        self._serial += 1
        path = self.folder / f"{self._genesis.hex()}.{hand}.{self._serial}.secret"
        # Until it is whole: what a full disk has taken of it must go.
        self._stale.add(path)
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = files.create(path, files.PRIVATE)
        try:
            files.write_at(descriptor, 0, hashlib.sha256(secret).digest() + secret)
        finally:
            os.close(descriptor)
        files.sync_folder(self.folder)
        self._stale.discard(path)
        return path

    def _put_back_secrets(self) -> None:
        """Write again what somebody removed: nothing is signed on secrets that would not come back."""
        for hand, (secret, path) in self._secrets.items():
            if not path.exists():
                self._secrets[hand] = secret, self._write_secret(hand, secret)

    def _erase_stale(self) -> None:
        """Erase all that is to go, each whatever becomes of the others. OSError: some is still there."""
        refused: OSError | None = None
        for path in tuple(self._stale):
            try:
                files.erase(path)
            except OSError as error:
                refused = error
            else:
                self._stale.discard(path)
        if refused is not None:
            raise refused
