"""Why there is no session."""

from __future__ import annotations


class PeerError(Exception):
    """No table could be opened or joined. ``code`` is stable, ``facts`` are what a sentence about it needs.

    Codes: E_NO_TABLE (name, tables: the names of what is there), E_TWO_TABLES (name, tables), E_FULL (name),
    E_TABLE_VERSION (name, theirs, ours), E_BOT and E_SEAT of `hosting`, and those of `events.Ended`.
    """

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        told = ", ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.code} ({told})" if told else self.code
