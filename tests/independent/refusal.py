"""Why something is not accepted."""

from __future__ import annotations


class Refused(Exception):
    """A record, or a message, that does not hold: a documented code, and a line counted from 1."""

    def __init__(self, code: str, line: int | None = None) -> None:
        super().__init__(code, line)
        self.code = code
        self.line = line


class Illegal(Exception):
    """A signed message that is illegal where it stands: a fault of ``seat``."""

    def __init__(self, code: str, seat: int) -> None:
        super().__init__(code, seat)
        self.code = code
        self.seat = seat
