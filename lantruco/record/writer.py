"""The record of a match as it grows on the disk."""

from __future__ import annotations

import contextlib
import re
import unicodedata
from collections.abc import Iterable
from datetime import datetime
from pathlib import Path
from typing import Final

from . import files
from .errors import RecordError
from .lines import LineFile

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

    Every method returns only when its bytes are on the disk, and raises RecordError("E_DISK", path=…), whose
    cause is the system's OSError, when they cannot be put there; the file then still ends with a whole line,
    and the same call may be made again.
    """

    __slots__ = ("_file", "path")

    def __init__(self, path: Path) -> None:
        """A new file at ``path``, whose folder is made if need be. FileExistsError: the name is taken."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._failed() from error
        try:
            self._file = LineFile.create(path, files.PUBLIC)
        except FileExistsError:
            raise
        except OSError as error:
            raise self._failed() from error

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
        try:
            self._file.append(lines)
        except OSError as error:
            raise self._failed() from error

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Put other lines in place of all that is there; a crash leaves the old file or the new one."""
        try:
            self._file.rewrite(lines)
        except OSError as error:
            raise self._failed() from error

    def finish(self) -> bool:
        """Let go of the file, and remove it if nothing was ever written into it. Harmless when done twice.

        False: there is no record.
        """
        self._file.close()
        if self._file.is_empty:
            with contextlib.suppress(OSError):
                self._file.remove()
        return not self._file.is_empty

    def _failed(self) -> RecordError:
        return RecordError("E_DISK", path=str(self.path))
