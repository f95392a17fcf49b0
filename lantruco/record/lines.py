"""A file of lines that one program writes and knows by heart, so that no trouble of the disk changes it."""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Iterable
from pathlib import Path

from . import files


class LineFile:
    """A file that grows by whole lines, held open until `close`.

    All its bytes are kept here too. After a write that failed it is cut back to its last whole line. When
    that fails as well, when what was written could not be made durable, so that nobody knows what of it is on
    the disk, or when the file was removed, moved, shortened or replaced meanwhile, the next write first makes
    it anew, whole, in its folder, and reads it back.

    Every method returns only when its bytes are on the disk, and raises OSError when they are not; the same
    call may then be made again.
    """

    __slots__ = ("_content", "_descriptor", "_mode", "_named", "_sound", "path")

    def __init__(self, path: Path, mode: int, content: bytes = b"", descriptor: int | None = None) -> None:
        """A file that is there, with this content. descriptor: of the file, open."""
        self.path = path
        self._mode = mode
        self._content = bytearray(content)
        self._descriptor = descriptor
        self._sound = True
        self._named = True

    @classmethod
    def create(cls, path: Path, mode: int) -> LineFile:
        """A new, empty file, its name durable with its first line. FileExistsError: the name is taken."""
        made = cls(path, mode, descriptor=files.create(path, mode))
        made._named = False
        return made

    @property
    def is_empty(self) -> bool:
        return not self._content

    def append(self, lines: Iterable[bytes]) -> None:
        """Add lines, given without their line ends."""
        data = _joined(lines)
        descriptor, length = self._at_hand(), len(self._content)
        try:
            files.put_at(descriptor, length, data)
        except OSError:
            self._sound = False
            with contextlib.suppress(OSError):
                files.cut(descriptor, length)
                self._sound = True
            raise
        try:
            os.fsync(descriptor)
        except OSError:
            # The system may take what it could not write for written now: asked again, it would say yes.
            self._sound = False
            with contextlib.suppress(OSError):
                files.cut(descriptor, length)
            raise
        self._content += data

    def rewrite(self, lines: Iterable[bytes]) -> None:
        """Put other lines in place of all that is there; a crash leaves the old file or the new one."""
        data = _joined(lines)
        self._replace(data)
        self._content = bytearray(data)

    def close(self) -> None:
        """Let go of the file; harmless when done twice, and the next write takes hold of it again."""
        if self._descriptor is not None:
            descriptor, self._descriptor = self._descriptor, None
            os.close(descriptor)

    def remove(self) -> None:
        """Remove the file, durably."""
        self.close()
        with contextlib.suppress(FileNotFoundError):
            self.path.unlink()
            files.sync_folder(self.path.parent)

    def _at_hand(self) -> int:
        """The descriptor of the file under its name, with the content that is known here."""
        if self._descriptor is None:
            with contextlib.suppress(FileNotFoundError, NotADirectoryError):
                self._descriptor = files.reopen(self.path)
        if (
            self._descriptor is None
            or not self._sound
            or not files.is_at(self._descriptor, self.path, len(self._content))
        ):
            self._replace(bytes(self._content))
        if not self._named:
            files.sync_folder(self.path.parent)
            self._named = True
        assert self._descriptor is not None
        return self._descriptor

    def _replace(self, data: bytes) -> None:
        """Another file in place of whatever is there: its blocks are new, and all of it is written."""
        self._sound = False
        self.close()
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        files.replace(self.path, data, self._mode)
        self._descriptor = files.reopen(self.path)
        if files.read_all(self._descriptor, len(data) + 1) != data:
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(self.path))
        self._sound = True


def _joined(lines: Iterable[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
