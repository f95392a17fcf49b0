"""What the fair deal can refuse, by stable code."""

from __future__ import annotations

CODES = (
    "E_LENGTH",
    "E_POINT",
    "E_SCALAR",
    "E_COMMIT",
    "E_POP",
    "E_JOINT",
    "E_PROOF",
    "E_POSITION",
    "E_SHARE",
    "E_OPEN",
    "E_SECRET",
)
"""What a check of the deal can find. E_PROOF is the name for a seat that `verify_chain` found guilty."""


class Invalid(ValueError):
    """Material from outside that the deal refuses.

    `code` is one of `CODES` and is stable; `place` says which field or element it was, for logs only.
    """

    def __init__(self, code: str, place: str = "") -> None:
        super().__init__(f"{code} at {place}" if place else code)
        self.code = code
        self.place = place


class GroupUnavailable(RuntimeError):
    """The library with the group's arithmetic cannot be loaded on this machine.

    `code` is always E_LIBRARY; `tried` holds one short reason for each way that was tried, in order.
    """

    code = "E_LIBRARY"

    def __init__(self, tried: tuple[str, ...]) -> None:
        super().__init__(
            "the cards cannot be shuffled: libsodium could not be loaded (" + "; ".join(tried) + ")"
        )
        self.tried = tried
