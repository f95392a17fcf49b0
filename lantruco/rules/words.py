"""The words that the owner of a turn may be free to say (R23, R36), in ASCII order."""

from __future__ import annotations

from typing import Final

from .ladder import VALUE_OF, WORD_OF
from .notation import FAMILIA

BARRED: Final = 0
"""The step of who may ask for none."""

STEPS: Final[dict[int, tuple[str, ...]]] = {BARRED: (), **{value: (word,) for value, word in WORD_OF.items()}}
"""By the step that may be asked for."""

STEPS_AND_FAMILIA: Final = {step: tuple(sorted((*words, FAMILIA))) for step, words in STEPS.items()}
"""The same where the família real may be claimed too."""

ALL_STEPS: Final = tuple(sorted(VALUE_OF))
"""Where any raise may be said, since it is punished (R30)."""
