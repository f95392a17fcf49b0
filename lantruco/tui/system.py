"""Why the operating system refused something, as a key of the texts."""

from __future__ import annotations

import errno
import os
from typing import Final

from lantruco.record.osnames import error_name

OS_REASONS: Final = (
    *("EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EFBIG", "EIO", "ENODEV", "EBUSY", "ETXTBSY"),
    *("ENOENT", "NO_FOLDER", "ENOTDIR", "EISDIR", "EEXIST", "ENAMETOOLONG", "ELOOP", "EINVAL", "ESTALE"),
    *("EMFILE", "ENFILE", "ENOMEM", "ETIMEDOUT", "EPIPE"),
)


def os_reason(error: OSError, *, writing: bool = False) -> str:
    """The end of a key `reason.…`, or the system's own words where we have none.

    writing: the file was to be made, so that what does not exist is the folder it would be in.
    """
    name = error_name(error)
    if name == "ENOENT" and writing:
        return "NO_FOLDER"
    return name if name in OS_REASONS else (error.strerror or os.strerror(error.errno or errno.EIO))


def os_words(name: str) -> str:
    """The system's own words for an error of this name, such as ENXIO; what is no such name stays."""
    number = getattr(errno, name, None)
    return os.strerror(number) if isinstance(number, int) else name
