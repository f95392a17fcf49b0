"""What a replica asks its owner to do, in order."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from .events import Event


class Job(Protocol):
    """Heavy, pure work for another thread; the result goes back by ``Replica.done``."""

    def run(self) -> object: ...


@dataclass(frozen=True, slots=True)
class Journal:
    """Bytes that this seat signed: on disk before the ``Send`` that follows."""

    data: bytes


@dataclass(frozen=True, slots=True)
class Send:
    """A frame for one seat, or for every other seat (``to`` is None)."""

    data: bytes
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Work:
    job: Job


@dataclass(frozen=True, slots=True)
class Keep:
    """Secrets of a hand, for the private file, before the ``Send`` that follows."""

    hand: int
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Wipe:
    """The hand is over: its secrets go."""

    hand: int


@dataclass(frozen=True, slots=True)
class Recorded:
    """Lines (without LF) to append to the record."""

    lines: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Rewritten:
    """The record anew, whole: a fault cut the log."""

    lines: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Show:
    event: Event


@dataclass(frozen=True, slots=True)
class Refusal:
    """An outside message was refused and changed nothing; ``seat`` is its signer, if that is known."""

    code: str
    seat: int | None


Effect = Journal | Send | Work | Keep | Wipe | Recorded | Rewritten | Show | Refusal
