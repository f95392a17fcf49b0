"""What the protocol can refuse, each with a stable code."""

from __future__ import annotations


class ProtocolError(Exception):
    """Input that the protocol does not take; nothing changed.

    ``code`` is one of the codes listed in docs/protocol.md; ``facts`` are the values a
    sentence for a person needs (seat numbers, limits, versions), never free text.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        if not self.facts:
            return self.code
        return f"{self.code} ({', '.join(f'{name}={value}' for name, value in self.facts.items())})"


class Refused(ProtocolError):
    """A message from outside, or an intent of our own, that was not taken."""


class Fault(Exception):
    """A signed message that is illegal where it claims its place: its author loses the match."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code
