"""The record of a match as it grows on the disk."""

from __future__ import annotations

import contextlib
import os
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from . import files
from .errors import RecordError

SUFFIX: Final = ".jsonl"
MAX_SLUG: Final = 24
"""Letters of a table's name in a file name: as many as the name itself may have."""
MAX_SAME: Final = 1000
"""Records of one table begun in one second; more means that something writes in a circle."""


def record_name(started: datetime, table: str, genesis: bytes) -> str:
    """``YYYYMMDD-HHMMSS-table-xxxxxxxx.jsonl`` for a table name and the 32-byte genesis digest."""
    return f"{started:%Y%m%d-%H%M%S}-{slug(table)}-{genesis[:4].hex()}{SUFFIX}"


def slug(name: str) -> str:
    """``name`` in small ASCII letters, digits and single hyphens, fit for a file name on any system."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:MAX_SLUG].strip("-") or "mesa"


class RecordWriter:
    """One record file, held open until `finish`.

    Every method returns only when its bytes are on the disk, and raises RecordError("E_DISK", path=…) when
    they cannot be put there; the file then still ends with a whole line.
    """

    __slots__ = ("_descriptor", "_length", "path")

    def __init__(self, path: Path) -> None:
        """A new file at ``path``, whose folder is made if need be. FileExistsError: the name is taken."""
        self.path = path
        self._length = 0
        self._descriptor: int | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._descriptor = files.create(path, files.PUBLIC)
        except FileExistsError:
            raise
        except OSError as error:
            raise self._failed() from error
        files.sync_folder(path.parent)

    @classmethod
    def create(cls, folder: Path, *, started: datetime, table: str, genesis: bytes) -> RecordWriter:
        """A new file in ``folder``, named by `record_name`, with ``-2``, ``-3``… if that name is taken."""
        name = record_name(started, table, genesis)
        for number in range(1, MAX_SAME + 1):
            unique = name if number == 1 else f"{name.removesuffix(SUFFIX)}-{number}{SUFFIX}"
            with contextlib.suppress(FileExistsError):
                return cls(folder / unique)
        raise RecordError("E_DISK", path=str(folder / name))

    def append(self, lines: Iterable[bytes]) -> None:
        """Add lines, given without their line ends."""
        data = b"".join(line + b"\n" for line in lines)
        descriptor = self._open()
        try:
            files.write_at(descriptor, self._length, data)
        except OSError as error:
            with contextlib.suppress(OSError):
                files.cut(descriptor, self._length)
            raise self._failed() from error
        self._length += len(data)

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Put other lines in place of all that is there; a crash leaves the old file or the new one."""
        data = b"".join(line + b"\n" for line in lines)
        self.finish()
        try:
            files.replace(self.path, data, files.PUBLIC)
            self._length = len(data)
        except OSError as error:
            raise self._failed() from error
        finally:
            self._open()

    def finish(self) -> None:
        """Let go of the file; harmless when done twice."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def _open(self) -> int:
        if self._descriptor is None:
            try:
                self._descriptor = files.reopen(self.path)
            except OSError as error:
                raise self._failed() from error
        return self._descriptor

    def _failed(self) -> RecordError:
        return RecordError("E_DISK", path=str(self.path))
