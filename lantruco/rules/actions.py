"""What a seat may say and do: the words, how an action is written, and why one is refused (R23, R32, R44)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from .cards import CODES, HAND_SIZE

VALUE_OF: Final = {"truco": 3, "seis": 6, "nove": 9, "doze": 12}
"""The value each raise word asks for, in rising order (R23)."""

WORD_OF: Final = {value: word for word, value in VALUE_OF.items()}
"""The word that asks for a value."""

STEP_BELOW: Final = dict(zip(WORD_OF, (1, *WORD_OF), strict=False))
"""The step below a raised value: what the caller gains when the raise is refused (R24)."""

STEP_ABOVE: Final = {below: above for above, below in STEP_BELOW.items()}
"""The step above a value; 12 has none."""

ANSWERS: Final = frozenset({"aceita", "corre", "joga", "mostra"})
"""Words that answer something, and so have no place on one's own turn."""

FAMILIA: Final = "familia"
"""The word that claims the família real (R36)."""

CARTA: Final = "carta"
"""`Action.word` of a card play; no token is written so."""

BARRED: Final = 0
"""The step of who may ask for none."""

STEPS: Final[dict[int, tuple[str, ...]]] = {BARRED: (), **{value: (word,) for value, word in WORD_OF.items()}}
"""The raise words that the owner of a turn may say, by the step that may be asked for (R23)."""

STEPS_AND_FAMILIA: Final = {step: tuple(sorted((*words, FAMILIA))) for step, words in STEPS.items()}
"""The same where the família real may be claimed too (R36), in ASCII order."""

ALL_STEPS: Final = tuple(sorted(VALUE_OF))
"""Where any raise may be said, since it is punished (R30)."""

COVERED_CODES: Final = tuple(f"({code})" for code in CODES)
"""Tokens of the 40 cards played face down, in canonical order."""

POSITIONS: Final = tuple(f"#{k}" for k in range(1, HAND_SIZE + 1))
"""Tokens of the first, second and third card in hand."""

COVERED_POSITIONS: Final = tuple(f"({position})" for position in POSITIONS)
"""The same played face down."""

COVERED: Final = {
    **dict(zip(CODES, COVERED_CODES, strict=True)),
    **dict(zip(POSITIONS, COVERED_POSITIONS, strict=True)),
}
"""The token of the same card played face down."""

CARD_TOKENS: Final[dict[str, tuple[int, int, bool]]] = {
    **{token: (card, -1, False) for card, token in enumerate(CODES)},
    **{token: (card, -1, True) for card, token in enumerate(COVERED_CODES)},
    **{token: (-1, place, False) for place, token in enumerate(POSITIONS)},
    **{token: (-1, place, True) for place, token in enumerate(COVERED_POSITIONS)},
}
"""Every card token that can be right: (card index or -1, place in hand from 0 or -1, covered)."""


@dataclass(frozen=True, slots=True)
class Action:
    """A legal action of a seat, read from its token."""

    seat: int
    """Who acts."""
    word: str
    """`CARTA` for a card, else the token."""
    slot: int = -1
    """The card's slot, -1 if none."""
    covered: bool = False
    """Played face down (R32)."""
    value: int = 0
    """What a raise asks for, 0 if none."""


class Refusal(StrEnum):
    """Every reason for which an action is illegal, in the order in which the tests are made (R44)."""

    END = "E_END"
    """The hand is over."""
    PHASE = "E_PHASE"
    """The hand does not wait for a word of this kind."""
    TURN = "E_TURN"
    """It is not for this seat to act (R9, R28, R29)."""
    CARD = "E_CARD"
    """No such word, or no such card in this hand; by its code in a blind hand (R31)."""
    COVER = "E_COVER"
    """No card may be played face down now (R32)."""
    ONZE = "E_ONZE"
    """No raise at a mão de onze or de ferro (R30)."""
    STEP = "E_STEP"
    """Not the step above the value in force (R23)."""
    SIDE = "E_SIDE"
    """The last raise was of this side (R25)."""
    LIMIT = "E_LIMIT"
    """Over the limit of tentos (R22)."""
    FR = "E_FR"
    """No família real: not at this table, not now, or no cards left to draw (R35, R36, R40)."""


CODES_OF_REFUSAL: Final = tuple(map(str, Refusal))
"""The codes of `Refusal` as plain strings, in its order."""


class RuleError(Exception):
    """An action the rules refuse; the hand is as it was.

    code: a `Refusal`. clause: the rule that refuses it, such as ``R25``.
    """

    def __init__(self, code: str, clause: str) -> None:
        super().__init__(f"{code} ({clause})")
        self.code = Refusal(code)
        self.clause = clause

    @property
    def values(self) -> dict[str, object]:
        """What its sentence needs."""
        return {"clause": self.clause}
