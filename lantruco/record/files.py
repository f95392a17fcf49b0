"""Files that must survive a killed process: written, synchronised and replaced whole."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
PUBLIC: Final = 0o644
_BINARY: Final = getattr(os, "O_BINARY", 0)


def create(path: Path, mode: int) -> int:
    """A descriptor of a new empty file; FileExistsError if the name is taken, OSError as the system says."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, mode)


def reopen(path: Path) -> int:
    """A descriptor of an existing file, for reading and writing."""
    return os.open(path, os.O_RDWR | _BINARY)


def write_at(descriptor: int, offset: int, data: bytes) -> None:
    """Put ``data`` at ``offset`` and wait until it is on the disk."""
    os.lseek(descriptor, offset, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]
    os.fsync(descriptor)


def cut(descriptor: int, length: int) -> None:
    """Shorten the file to ``length`` bytes, on the disk too."""
    os.ftruncate(descriptor, length)
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make a new, replaced or removed name in ``folder`` durable, on systems that can."""
    if os.name == "nt":
        return
    with contextlib.suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def replace(path: Path, data: bytes, mode: int) -> None:
    """Give ``path`` the content ``data``: a reader sees the old content or the new, never a part.

    No descriptor of ``path`` may be open (Windows would refuse).
    """
    draft = path.with_name(f"{path.name}.draft")
    with contextlib.suppress(FileNotFoundError):
        draft.unlink()
    try:
        descriptor = create(draft, mode)
        try:
            write_at(descriptor, 0, data)
        finally:
            os.close(descriptor)
        os.replace(draft, path)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    sync_folder(path.parent)


def erase(path: Path) -> None:
    """Overwrite a file with zeros, then remove it, so that its bytes do not stay behind under no name.

    What the disk itself keeps of overwritten blocks is beyond a program's reach.
    """
    try:
        descriptor = reopen(path)
    except FileNotFoundError:
        return
    try:
        write_at(descriptor, 0, bytes(os.fstat(descriptor).st_size))
        cut(descriptor, 0)
    finally:
        os.close(descriptor)
    path.unlink()
    sync_folder(path.parent)
