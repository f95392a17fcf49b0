"""Why the operating system refused something, as a key of the texts; its numbers are read here alone."""

from __future__ import annotations

import errno
import os
from typing import Final

OS_REASONS: Final = (
    *("EACCES", "EPERM", "EROFS", "ENOSPC", "EDQUOT", "EFBIG", "EIO", "ENODEV", "EBUSY", "ETXTBSY"),
    *("ENOENT", "NO_FOLDER", "ENOTDIR", "EISDIR", "EEXIST", "ENAMETOOLONG", "ELOOP", "EINVAL", "ESTALE"),
    *("EMFILE", "ENFILE", "ENOMEM", "ETIMEDOUT", "EPIPE"),
)

# What Windows says, where the number that Python makes of it means something else or nothing.
WINDOWS: Final[dict[int, str]] = {
    19: "EROFS",  # ERROR_WRITE_PROTECT
    21: "ENODEV",  # ERROR_NOT_READY: no disk in the drive
    23: "EIO",  # ERROR_CRC
    32: "EBUSY",  # ERROR_SHARING_VIOLATION
    33: "EBUSY",  # ERROR_LOCK_VIOLATION
    39: "ENOSPC",  # ERROR_HANDLE_DISK_FULL
    53: "ENODEV",  # ERROR_BAD_NETPATH
    67: "ENODEV",  # ERROR_BAD_NET_NAME
    112: "ENOSPC",  # ERROR_DISK_FULL
    123: "EINVAL",  # ERROR_INVALID_NAME
    161: "EINVAL",  # ERROR_BAD_PATHNAME
    206: "ENAMETOOLONG",  # ERROR_FILENAME_EXCED_RANGE
    223: "EFBIG",  # ERROR_FILE_TOO_LARGE
    267: "ENOTDIR",  # ERROR_DIRECTORY
    1117: "EIO",  # ERROR_IO_DEVICE
    1295: "EDQUOT",  # ERROR_DISK_QUOTA_EXCEEDED
    1921: "ELOOP",  # ERROR_CANT_RESOLVE_FILENAME
}


def os_reason(error: OSError, *, writing: bool = False) -> str:
    """The end of a key `reason.…`, or the system's own words where we have none.

    writing: the file was to be made, so that what does not exist is the folder it would be in.
    """
    number = error.errno or 0
    name = WINDOWS.get(getattr(error, "winerror", None) or 0) or errno.errorcode.get(number, "")
    # Systems on which two names share a number, and those that name the same with another.
    name = {"EOPNOTSUPP": "EINVAL", "ENXIO": "ENODEV"}.get(name, name)
    if name == "ENOENT" and writing:
        return "NO_FOLDER"
    return name if name in OS_REASONS else (error.strerror or os.strerror(number or errno.EIO))


def os_words(name: str) -> str:
    """The system's own words for an error of this name, such as ENXIO; what is no such name stays."""
    number = getattr(errno, name, None)
    return os.strerror(number) if isinstance(number, int) else name
