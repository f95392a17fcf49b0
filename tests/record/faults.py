"""A disk that refuses: the calls of the operating system on files below one folder, failing on demand."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Rule = Callable[[str, Path, bytes], int | None]
"""Given a call's name, the file and what is to be written: the error to fail with, or None."""


class FaultyDisk:
    """Files below ``folder``, which obey ``rule``. A refused write has put half of its bytes down before.

    Calls: open (of a new file), write, fsync, cut, unlink, replace.
    """

    def __init__(self, patch: pytest.MonkeyPatch, folder: Path, rule: Rule = lambda *_: None) -> None:
        self.folder = folder
        self.rule = rule
        self.refused: list[tuple[str, Path]] = []
        self._paths: dict[int, Path] = {}
        real_open, real_write, real_close = os.open, os.write, os.close
        real_fsync, real_cut = os.fsync, os.ftruncate
        real_unlink, real_replace = os.unlink, os.replace

        def open_file(path: Any, flags: int, *args: Any, **kwargs: Any) -> int:
            if flags & os.O_CREAT:
                self._ask("open", Path(path))
            descriptor = real_open(path, flags, *args, **kwargs)
            self._paths[descriptor] = Path(path)
            return descriptor

        def write(descriptor: int, data: bytes) -> int:
            try:
                self._ask("write", self._paths.get(descriptor), bytes(data))
            except OSError:
                real_write(descriptor, bytes(data)[: len(data) // 2])
                raise
            return real_write(descriptor, data)

        def close(descriptor: int) -> None:
            self._paths.pop(descriptor, None)
            real_close(descriptor)

        def fsync(descriptor: int) -> None:
            self._ask("fsync", self._paths.get(descriptor))
            real_fsync(descriptor)

        def cut(descriptor: int, length: int) -> None:
            self._ask("cut", self._paths.get(descriptor))
            real_cut(descriptor, length)

        def unlink(path: Any, **kwargs: Any) -> None:
            self._ask("unlink", Path(path))
            real_unlink(path, **kwargs)

        def replace(source: Any, target: Any, **kwargs: Any) -> None:
            self._ask("replace", Path(target))
            real_replace(source, target, **kwargs)

        for name, call in {
            "open": open_file,
            "write": write,
            "close": close,
            "fsync": fsync,
            "ftruncate": cut,
            "unlink": unlink,
            "replace": replace,
        }.items():
            patch.setattr(os, name, call)

    def fail(self, code: int, *calls: str) -> None:
        """Refuse these calls, all of them if none is named, until `free`."""
        self.rule = lambda call, path, data: code if not calls or call in calls else None

    def fill(self) -> None:
        """Take no byte more, like a full disk; what is there can be cut and removed."""
        self.fail(errno.ENOSPC, "open", "write")

    def free(self) -> None:
        self.rule = lambda *_: None

    def _ask(self, call: str, path: Path | None, data: bytes = b"") -> None:
        if path is None or (self.folder not in path.parents and path != self.folder):
            return
        code = self.rule(call, path, data)
        if code is not None:
            self.refused.append((call, path))
            raise OSError(code, os.strerror(code), str(path))
