"""Why the operating system refused something, as a key of the texts."""

from __future__ import annotations

import errno
import os

OS_REASONS = (
    "EACCES",
    "EPERM",
    "EROFS",
    "ENOSPC",
    "ENOTDIR",
    "EISDIR",
    "ENOENT",
    "EEXIST",
    "EDQUOT",
    "EIO",
    "EFBIG",
)


def os_reason(error: OSError) -> str:
    """The end of a key `reason.…`, or the system's own words where we have none."""
    name = errno.errorcode.get(error.errno or 0, "")
    return name if name in OS_REASONS else (error.strerror or os.strerror(error.errno or errno.EIO))


def os_words(name: str) -> str:
    """The system's own words for an error of this name, such as ENXIO; what is no such name stays."""
    number = getattr(errno, name, None)
    return os.strerror(number) if isinstance(number, int) else name
