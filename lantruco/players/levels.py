"""How well a bot plays: apart from the bots, so that a command line knows the levels without loading one."""

from __future__ import annotations

from typing import Final

FACIL: Final = "facil"
MEDIO: Final = "medio"
FORTE: Final = "forte"
LEVELS: Final = (FACIL, MEDIO, FORTE)
"""From the weakest to the strongest: rules of thumb, with slips; some guesses and no memory of the hands
before; many guesses and that memory."""
DEFAULT_LEVEL: Final = FORTE
