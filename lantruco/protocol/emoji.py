"""Emoji that are several characters: which joiners belong to one, and may be said and shown."""

from __future__ import annotations

import re
from typing import Final

JOINER: Final = "\u200d"
_EMOJI: Final = "[\u2190-\u21ff\u2300-\u23ff\u25a0-\u27bf\u2900-\u297f\u2b00-\u2bff\U0001f000-\U0001faff]"
"""Arrows, technical and geometric signs, pictures: a closed list, since tables of newer systems have more."""
JOINED: Final = re.compile(f"(?:(?<={_EMOJI})|(?<={_EMOJI}\ufe0f)){JOINER}(?={_EMOJI})")
"""A ZERO WIDTH JOINER between two emoji, the first with a variation selector behind it or not."""


def without_strays(text: str) -> str:
    """The text without the joiners that join no two emoji."""
    return text if JOINER not in text else JOINED.sub("\0", text).replace(JOINER, "").replace("\0", JOINER)
