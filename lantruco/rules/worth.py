"""What hands are worth, and the points that do not come from vazas."""

from __future__ import annotations

from typing import Final

from .events import Kind

START_VALUE: Final[dict[Kind, int]] = {"normal": 1, "onze": 3, "ferro": 1}
"""What a hand is worth before any raise (R23, R29, R31)."""

ONZE_REFUSED: Final = 1
"""Points for the opponents of a side that runs from its mão de onze (R29)."""

ONZE_PENALTY: Final = 3
"""Points for the opponents of who raises at a mão de onze, and of who ties it, where the table says
so (R17, R30).
"""

FAMILIA_POINTS: Final = 3
"""Points of a challenged família real, whatever the hand is worth (R38)."""
