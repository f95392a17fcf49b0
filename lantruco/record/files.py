"""Files that must survive a killed process: written, synchronised and replaced whole."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path
from typing import Final

PRIVATE: Final = 0o600
PUBLIC: Final = 0o644
_BINARY: Final = getattr(os, "O_BINARY", 0)
_LOST: Final = frozenset({errno.EIO, errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""What a system says that can synchronise folders and has not; others say that they never do."""


def create(path: Path, mode: int) -> int:
    """A descriptor of a new empty file; FileExistsError if the name is taken, OSError as the system says."""
    return os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | _BINARY, mode)


def reopen(path: Path) -> int:
    """A descriptor of an existing file, for reading and writing."""
    return os.open(path, os.O_RDWR | _BINARY)


def put_at(descriptor: int, offset: int, data: bytes) -> None:
    """Hand the system ``data`` for ``offset``: it is not on the disk yet."""
    os.lseek(descriptor, offset, os.SEEK_SET)
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def write_at(descriptor: int, offset: int, data: bytes) -> None:
    """Put ``data`` at ``offset`` and wait until it is on the disk."""
    put_at(descriptor, offset, data)
    os.fsync(descriptor)


def read_all(descriptor: int, limit: int) -> bytes:
    """The whole file, or its first ``limit`` bytes."""
    with os.fdopen(os.dup(descriptor), "rb") as file:
        file.seek(0)
        return file.read(limit)


def is_at(descriptor: int, path: Path, length: int) -> bool:
    """Whether the open file still has this name and this many bytes: what is written into a removed file is
    lost with it.
    """
    held = os.fstat(descriptor)
    try:
        named = os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return False
    # Windows keeps the name of an open file, and numbers files differently by name and by descriptor.
    same = os.name == "nt" or os.path.samestat(named, held)
    return same and held.st_size == named.st_size == length


def cut(descriptor: int, length: int) -> None:
    """Shorten the file to ``length`` bytes, on the disk too."""
    os.ftruncate(descriptor, length)
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make a new, replaced or removed name in ``folder`` durable, on systems that can.

    OSError: the system can, and has lost it.
    """
    if os.name == "nt":
        return
    try:
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
    except OSError as error:
        if error.errno in _LOST:
            raise


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

    What the disk itself keeps of overwritten blocks is beyond a program's reach. A disk that takes not even
    the zeros (a full one that copies on write) still loses the name. OSError: the name is still there.
    """
    with contextlib.suppress(FileNotFoundError):
        if stat.S_ISREG(path.lstat().st_mode):
            with contextlib.suppress(OSError):
                _blank(path)
        path.unlink()
        sync_folder(path.parent)


def _blank(path: Path) -> None:
    descriptor = reopen(path)
    try:
        write_at(descriptor, 0, bytes(os.fstat(descriptor).st_size))
        cut(descriptor, 0)
    finally:
        os.close(descriptor)
