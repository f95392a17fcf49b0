"""Tests live apart from the machine that they run on: a network, a home and habits of their own.

On Linux each process of tests has a network namespace with nothing in it but a loopback interface, where
the kernel lets it: for root at once, for others by a user namespace in which they are who they were. With one
or without, every process announces its tables under a service name that no other has, listens at ports that
the system chooses, and names the loopback interface: that alone keeps them apart elsewhere.

`python tests/apart.py COMMAND…` runs a command on a network like that; 1 and a sentence if there can be none.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import secrets
import signal
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

SERVICE: Final = "LANTRUCO_SERVICE"
MUST_RUN: Final = "LANTRUCO_NETWORK_TESTS"
OWN_NETWORK: Final = "TESTS_OWN_NETWORK"
"""Set where this process, or the one that started it, has a network of its own."""

_NEW_USER, _NEW_NETWORK = 0x10000000, 0x40000000  # flags of unshare(2)
_GET_FLAGS, _SET_FLAGS = 0x8913, 0x8914  # requests of netdevice(7)
_INTERFACE, _UP = "16sh14x", 0x1
_CAPABILITIES_VERSION = 0x20080522

_OF_THE_HOST: Final = (
    *("LANTRUCO_", "LC_", "XDG_", "SSH_", "GIT_", "PYTHON", "CLICOLOR", "PROMPT_TOOLKIT_", "MAKE", "MFLAGS"),
    *("LANG", "TERM", "COLORTERM", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TMUX", "STY"),
    *("DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "PAGER", "EDITOR", "VISUAL"),
)
"""How the names of variables begin that say where and how somebody works; no test may depend on them."""
_KEPT: Final = (MUST_RUN, "PYTHONFAULTHANDLER", "PYTHONPYCACHEPREFIX")
_ROOM: Final = 1 << 30  # bytes; what the files of a run may take in memory


def network_of(process: int | str = "self") -> str | None:
    """The name of a process's network namespace; None where there are none, or it is not ours to know."""
    try:
        return os.readlink(f"/proc/{process}/ns/net")
    except OSError:
        return None


def enter_own_network() -> None:
    """Give this thread, and those that it starts, a network of its own. OSError if the system does not.

    Only for a process of one thread if it is not root's. After an error it may have no network at all.
    """
    if sys.platform != "linux":
        raise OSError("network namespaces are a thing of Linux")
    libc = ctypes.CDLL(None, use_errno=True)

    def call(name: str, *arguments: object) -> None:
        if getattr(libc, name)(*arguments):
            raise OSError(ctypes.get_errno(), f"{name}: {os.strerror(ctypes.get_errno())}")

    try:
        call("unshare", _NEW_NETWORK)
    except OSError:
        user, group = os.geteuid(), os.getegid()
        call("unshare", _NEW_USER | _NEW_NETWORK)
        for file, text in (
            ("setgroups", "deny"),
            ("uid_map", f"{user} {user} 1"),
            ("gid_map", f"{group} {group} 1"),
        ):
            Path("/proc/self", file).write_text(text)
        _raise_loopback()
        # In the new user namespace everything is allowed to us, also to read what we have locked.
        header = (ctypes.c_uint32 * 2)(_CAPABILITIES_VERSION, 0)
        call("capset", header, (ctypes.c_uint32 * 6)())
    else:
        _raise_loopback()


def _raise_loopback() -> None:
    if sys.platform == "linux":
        import fcntl

        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as door:
            asked = struct.pack(_INTERFACE, b"lo", 0)
            name, flags = struct.unpack(_INTERFACE, fcntl.ioctl(door, _GET_FLAGS, asked))
            fcntl.ioctl(door, _SET_FLAGS, struct.pack(_INTERFACE, name, flags | _UP))


def settle() -> None:
    """Make this process of tests live apart, as far as the system lets it, before it does anything else."""
    # Whether it can be done is tried by another process: there is no way back from half of it.
    trial = [sys.executable, "-I", "-S", __file__, sys.executable, "-I", "-S", "-c", ""]
    if sys.platform == "linux" and subprocess.run(trial, capture_output=True).returncode == 0:
        # A worker of another user has several threads by now; it stays in the namespace of its parent.
        with contextlib.suppress(OSError):
            enter_own_network()
        os.environ[OWN_NETWORK] = "1"
    for name in [each for each in os.environ if each.startswith(_OF_THE_HOST) and each not in _KEPT]:
        del os.environ[name]
    os.environ[SERVICE] = f"t-{secrets.token_hex(6)}"
    os.environ["TZ"] = "UTC"
    if sys.platform != "win32":
        time.tzset()
    os.umask(0o022)
    _hear_signals()


def _hear_signals() -> None:
    """A shell starts what runs in its background deaf to Ctrl-C, and children inherit that: the tests that
    interrupt a program need one that hears. The end of the terminal is left to whoever asked for `nohup`."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("SIGTERM", "SIGQUIT", "SIGTSTP", "SIGCHLD", "SIGWINCH"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)
    if sys.platform != "win32":
        signal.pthread_sigmask(signal.SIG_SETMASK, ())


def place_for_files() -> Path | None:
    """A folder in memory for what tests write, so that no disk is waited for; None if there is none."""
    shared = Path("/dev/shm")
    if sys.platform == "linux" and os.access(shared, os.W_OK | os.X_OK):
        state = os.statvfs(shared)
        if state.f_bavail * state.f_frsize >= _ROOM and not state.f_flag & os.ST_NOEXEC:
            return shared
    return None


if __name__ == "__main__":
    try:
        enter_own_network()
    except OSError as error:
        sys.exit(f"no network of its own: {error}")
    os.execvp(sys.argv[1], sys.argv[1:])
