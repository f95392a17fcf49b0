"""What can be wrong with a record or a journal, each with a stable code."""

from __future__ import annotations

from typing import Final

UNCHECKABLE: Final = frozenset({"E_READ", "E_VERSION"})
"""Codes of files that could not be judged at all; every other code says that the file is not true."""


class RecordError(Exception):
    """A record or journal that cannot be written, read or believed.

    ``code`` is one of the codes in docs/protocol.md ("Records"); ``line`` is the line of the file, from 1,
    where the reason was found, None where it concerns the whole file; ``facts`` are the values that a
    sentence needs.
    """

    def __init__(self, code: str, *, line: int | None = None, **facts: object) -> None:
        super().__init__(code, line, facts)
        self.code = code
        self.line = line
        self.facts = facts

    @property
    def uncheckable(self) -> bool:
        """Whether the file could not be judged, as opposed to judged and found false."""
        return self.code in UNCHECKABLE

    def __str__(self) -> str:
        told = [] if self.line is None else [f"line={self.line}"]
        told += [f"{name}={value}" for name, value in self.facts.items()]
        return f"{self.code} ({', '.join(told)})" if told else self.code
