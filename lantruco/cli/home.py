"""The home folder of one player: where it is, what is in it, and who holds it."""

from __future__ import annotations

import contextlib
import os
import stat
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import IO

from lantruco.cli.failure import Failure
from lantruco.record.orphans import sweep

# More programs than this on one home is a runaway script, not a household.
MAX_GUESTS = 64


def home_path(option: str | None, environ: Mapping[str, str]) -> Path:
    """Where the home folder is: `--home`, else LANTRUCO_HOME, else the system's place for user data.

    A variable that is empty is as good as none. Failure E_NO_HOME: a `~` of nobody, a folder relative to one
    that is gone, a user of whom the system knows no folder.
    """
    given = option or environ.get("LANTRUCO_HOME") or None
    try:
        path = _user_data() if given is None else Path(given).expanduser().absolute()
    except (OSError, RuntimeError, ValueError, LookupError) as error:
        raise Failure("E_NO_HOME", given=given or "") from error
    # What is not found of a user is left as it was written: `~` would become a folder here.
    if not path.is_absolute():
        raise Failure("E_NO_HOME", given=given or "")
    return path


def _user_data() -> Path:
    import platformdirs

    return platformdirs.user_data_path("lantruco", appauthor=False)


class Home:
    """A home folder with its parts. `guest` is 0 for the home itself, N for `guests/N` below it.

    left: what an earlier program, killed in the middle of a match, had of it and could not be erased.
    """

    __slots__ = ("_lock", "guest", "left", "path")

    def __init__(self, path: Path, guest: int = 0) -> None:
        self.path = path
        self.guest = guest
        self.left: list[Path] = []
        self._lock: IO[bytes] | None = None

    @property
    def identity(self) -> Path:
        return self.path / "identity.key"

    @property
    def records(self) -> Path:
        return self.path / "records"

    @property
    def journal(self) -> Path:
        return self.path / "journal"

    @property
    def log(self) -> Path:
        return self.path / "log" / "lantruco.log"

    @property
    def bots(self) -> Path:
        return self.path / "bots"

    def kept_records(self) -> list[Path]:
        """The record files, newest first. What only has the name of one is left out: a folder, a link to
        nothing, a pipe on which a reader would wait for ever, a file that goes while they are looked at. A
        folder that cannot be read has none.
        """
        try:
            names = [name for name in os.listdir(self.records) if name.endswith(".jsonl")]
        except OSError:
            return []
        dated = []
        for path in (self.records / name for name in names):
            with contextlib.suppress(OSError):
                state = path.stat()
                if stat.S_ISREG(state.st_mode):
                    dated.append((state.st_mtime, path))
        return [path for _, path in sorted(dated, reverse=True)]

    def prepare(self) -> None:
        """Make the folders. Failure E_HOME: the place cannot be written."""
        try:
            for folder in (self.path, self.records, self.journal, self.log.parent):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            # Asking for permission would not say why there is none, a read-only disk for instance.
            tempfile.TemporaryFile(dir=self.path).close()
        except (OSError, ValueError) as error:
            raise Failure("E_HOME", path=self.path) from error

    def take(self) -> bool:
        """Hold the home for this process, until it ends. False: another running program holds it.

        Who holds it is alone with it: secrets and journals that lie there are of a program that was killed,
        and are erased.
        """
        self.prepare()
        try:
            lock = (self.path / "lock").open("ab")
        except OSError as error:
            raise Failure("E_HOME", path=self.path) from error
        try:
            free = _try_lock(lock)
        except OSError as error:
            lock.close()
            raise Failure("E_HOME", path=self.path) from error
        if not free:
            lock.close()
            return False
        self._lock = lock
        self.left = sweep(self.journal)
        return True

    def places(self) -> list[Home]:
        """This home, and those of its guests and bots, as far as there are any."""
        found = [self]
        for folder in (self.path / "guests", self.bots):
            with contextlib.suppress(OSError):
                for path in sorted(folder.iterdir()):
                    if path.name.isdecimal() and path.is_dir():
                        found += Home(path, int(path.name)).places()
        return found

    def release(self) -> None:
        """Let go of the home. The system does the same when a process dies, however it dies."""
        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._lock.close()
            self._lock = None


def take_home(path: Path) -> Home:
    """Hold the home at `path`, or, when it is in use, the first free `guests/N` below it.

    Failure E_HOME: it cannot be written; E_GUESTS: every guest place is taken.
    """
    home = Home(path)
    if home.take():
        return home
    return take_first_free(path / "guests", first=1)


def sweep_places(path: Path) -> list[Path]:
    """Erase what killed programs have left in the home at `path`, or its guests' and bots', where no running
    program holds the place. What could not be erased.
    """
    left = []
    for place in Home(path).places():
        # A place that cannot even be looked at is for its own next program to complain of.
        with contextlib.suppress(Failure):
            if place.take():
                left += place.left
                place.release()
    return left


def take_first_free(folder: Path, *, first: int) -> Home:
    """Hold the first free home among `folder`/first, first + 1, … Failure E_GUESTS: none is free."""
    for number in range(first, first + MAX_GUESTS):
        home = Home(folder / str(number), guest=number)
        if home.take():
            return home
    raise Failure("E_GUESTS", path=folder, count=MAX_GUESTS)


if sys.platform == "win32":
    import msvcrt

    def _try_lock(lock: IO[bytes]) -> bool:
        lock.seek(0)
        try:
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
        except OSError as error:
            if error.errno in (13, 36):
                return False
            raise
        return True

else:
    import fcntl

    def _try_lock(lock: IO[bytes]) -> bool:
        try:
            fcntl.flock(lock.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
