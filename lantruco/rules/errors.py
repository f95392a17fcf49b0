"""The refusal of an action."""

from __future__ import annotations

from typing import Final

CODES_OF_REFUSAL: Final = (
    "E_END",
    "E_PHASE",
    "E_TURN",
    "E_CARD",
    "E_COVER",
    "E_ONZE",
    "E_STEP",
    "E_SIDE",
    "E_LIMIT",
    "E_FR",
)
"""Every code that a RuleError can carry, in the order in which the tests are made (R44)."""


class RuleError(Exception):
    """An action the rules refuse; the hand is as it was.

    code: one of `CODES_OF_REFUSAL`. clause: the rule that refuses it, such as ``R25``.
    """

    def __init__(self, code: str, clause: str) -> None:
        super().__init__(f"{code} ({clause})")
        self.code = code
        self.clause = clause

    @property
    def values(self) -> dict[str, object]:
        """What its sentence needs."""
        return {"clause": self.clause}
