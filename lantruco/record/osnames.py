"""What the operating system calls the reason why it refused something: its numbers are read here alone."""

from __future__ import annotations

import errno
from typing import Final

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

# Names for which another says the same.
SAME: Final[dict[str, str]] = {"ENXIO": "ENODEV"}


def error_name(error: OSError) -> str:
    """Such as ENOSPC, the same on every system; empty where the error has no number that is known."""
    name = WINDOWS.get(getattr(error, "winerror", None) or 0) or errno.errorcode.get(error.errno or 0, "")
    return SAME.get(name, name)
