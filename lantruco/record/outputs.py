"""Files at paths that a person chose: one is written only where nothing else is lost by it.

A path is judged by the file that it leads to, not by its spelling: through links, a second name, or capitals
where the disk does not tell them apart, it may be a file that is being read.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO, Final

from . import files

INPUT: Final = "input"
LINK: Final = "link"
KINDS: Final[dict[int, str]] = {
    stat.S_IFDIR: "folder",
    stat.S_IFIFO: "pipe",
    stat.S_IFSOCK: "pipe",
    stat.S_IFCHR: "device",
    stat.S_IFBLK: "device",
}
OUTPUT_REASONS: Final = (INPUT, LINK, "no_page", "no_log", "folder", "pipe", "device")

IsOurs = Callable[[BinaryIO], bool]
_FLAGS: Final = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class OutputError(Exception):
    """A path that is not written to; nothing was touched. ``facts``: path, and reason, of `OUTPUT_REASONS`.

    E_OVERWRITE: something would be lost there. E_NOT_FILE: no file could be there.
    """

    def __init__(self, code: str, path: Path, reason: str) -> None:
        super().__init__(code, str(path), reason)
        self.code = code
        self.facts = {"path": str(path), "reason": reason}


def check_output(path: Path, ours: IsOurs, otherwise: str, inputs: Sequence[Path] = ()) -> bool:
    """Whether a file of ours is at ``path``; False: nothing is there, and a file can be made.

    ours: tells from its content a file that this program wrote, and may write again. otherwise: the reason
    given for any other file. inputs: files that are read, whatever their content. Raises OutputError, and
    OSError where the system does not say.
    """
    if any(_same_place(path, each) for each in inputs):
        raise OutputError("E_OVERWRITE", path, INPUT)
    try:
        found = os.stat(path)
    except FileNotFoundError:
        if os.path.islink(path):
            raise OutputError("E_NOT_FILE", path, LINK) from None
        return False
    if not stat.S_ISREG(found.st_mode):
        raise OutputError("E_NOT_FILE", path, KINDS.get(stat.S_IFMT(found.st_mode), "device"))
    # Never waits, should a pipe have taken the file's place since.
    with os.fdopen(os.open(path, _FLAGS), "rb") as file:
        if not ours(file):
            raise OutputError("E_OVERWRITE", path, otherwise)
    return True


def write_output(path: Path, data: bytes, ours: IsOurs, otherwise: str, inputs: Sequence[Path] = ()) -> None:
    """Put ``data`` at ``path`` whole, or leave everything as it was. Otherwise like `check_output`."""
    known = check_output(path, ours, otherwise, inputs)
    place = Path(os.path.realpath(path))
    draft = place.with_name(f".lantruco-{secrets.token_hex(8)}.draft")
    claimed = False
    try:
        descriptor = files.create(draft, files.PUBLIC)
        try:
            files.write_at(descriptor, 0, data)
        finally:
            os.close(descriptor)
        if known:
            with contextlib.suppress(OSError):
                draft.chmod(stat.S_IMODE(place.stat().st_mode))
        # Again, at the last moment: what came there in between is not lost either.
        if not check_output(path, ours, otherwise, inputs):
            try:
                os.close(files.create(place, files.PUBLIC))
            except FileExistsError:
                raise OutputError("E_OVERWRITE", path, otherwise) from None
            claimed = True
        os.replace(draft, place)
    except (OSError, OutputError):
        for left in (draft, place) if claimed else (draft,):
            with contextlib.suppress(OSError):
                left.unlink()
        raise
    files.sync_folder(place.parent)


def _same_place(one: Path, other: Path) -> bool:
    if os.path.normcase(os.path.realpath(one)) == os.path.normcase(os.path.realpath(other)):
        return True
    try:
        first, second = os.stat(one), os.stat(other)
    except (OSError, ValueError):
        return False
    # Some network disks number no file: there the names alone must tell.
    return first.st_ino != 0 and os.path.samestat(first, second)
