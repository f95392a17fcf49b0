"""What can happen to a table around a match, beside what the protocol reports to be told to a player."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Opened:
    """The table is open and can be joined at `port`."""

    name: str
    port: int
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Gathered:
    """Somebody sat down or stood up before the match: names by seat, None where a seat is free."""

    names: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class MatchBegun:
    """All seats have signed the genesis."""


@dataclass(frozen=True, slots=True)
class Missing:
    """The table waits for seats whose peers do not answer."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Returned:
    """A peer that was missing is there again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Unfinished:
    """The table broke up before the end; the record says for whom it waits (`seats`)."""

    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RecordKept:
    """The record of the match is in this file."""

    path: Path
