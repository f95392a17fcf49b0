"""What a session reports beside the events of the protocol."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Opened:
    """The table is open and can be joined at ``port`` of these addresses."""

    name: str
    port: int
    addresses: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NoDiscovery:
    """The table is not announced: only a typed address leads to it. ``reason`` as of net's E_NODISCOVERY."""

    reason: str


@dataclass(frozen=True, slots=True)
class Gathered:
    """Somebody sat down or stood up before the match.

    By seat: names (None where a seat is free) and operators' names (None where no bot sits). ``seat`` is
    this participant's own, None until it has one. ``options`` are the terms of the table that differ from the
    usual ones, as ``name=value`` words.
    """

    names: tuple[str | None, ...]
    bots: tuple[str | None, ...]
    seat: int | None
    options: str = ""


@dataclass(frozen=True, slots=True)
class BotFailed:
    """A bot brought to the table ended because something is wrong here; words: what it said of that."""

    words: str


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """All seats have signed the genesis, whose 32-byte digest this is."""

    genesis: bytes


@dataclass(frozen=True, slots=True)
class LinkDown:
    """The link to a seat broke; ``reason`` is the code of its end."""

    seat: int
    reason: str


@dataclass(frozen=True, slots=True)
class LinkUp:
    """The link to a seat stands."""

    seat: int


@dataclass(frozen=True, slots=True)
class Missing:
    """The table waits for seats that do not answer, the longest since ``seconds``. Comes again and again.

    ``left``: all of them have said good-bye.
    """

    seats: tuple[int, ...]
    seconds: int
    left: bool = False


@dataclass(frozen=True, slots=True)
class Returned:
    """A seat that was missing answers again."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """The seat's program says that it leaves the table."""

    seat: int


@dataclass(frozen=True, slots=True)
class PeerDropped:
    """The seat's program sent too much that was refused, at last for ``code``: it is not heard any more."""

    seat: int
    code: str


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The match stops here before its end; its record waits for these seats.

    left: seats that have signed a good-bye before us.
    """

    seats: tuple[int, ...]
    left: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Staying:
    """The match is closed, its record kept, and the table still together: these seats want the same again.

    Comes at once and whenever another seat agrees; `MatchBegun` or `RematchOff` follows.
    """

    agreed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RematchOff:
    """There will be no rematch at this table.

    reason: `left` (these seats have), `away` (no link to these), `unsigned` (these programs did not sign) or
    `late` (somebody has not agreed for too long).
    """

    reason: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordKept:
    """The record of the match is in this file; ``cut``: without its end, which the disk did not take."""

    path: Path
    cut: bool = False


@dataclass(frozen=True, slots=True)
class DiskRefused:
    """What is said here does not leave, since the disk takes nothing in ``folder``; it is tried again and
    again. reason: the system's name for why, such as ENOSPC. `DiskTook` follows, or the session's end.
    """

    folder: Path
    reason: str


@dataclass(frozen=True, slots=True)
class DiskTook:
    """What was held back is on the disk, and the match goes on."""


@dataclass(frozen=True, slots=True)
class SeatHeld:
    """The seat's program says that its disk does not take what it has to say (``held``), or does again."""

    seat: int
    held: bool


@dataclass(frozen=True, slots=True)
class Ended:
    """The last event of a session. ``code`` is None when the match was closed in order, else why not.

    Codes: E_LEFT (this participant left), E_TABLE_CLOSED, E_OPENER_GONE, E_SILENT, what an opener may
    refuse (E_FULL, E_SEAT, E_SEATED, E_NAME, E_KEY, E_OPERATOR, E_LATE, …), E_PROPOSAL and others of
    check_genesis, E_DISK, E_INTERNAL.
    """

    code: str | None
