"""English texts for written hands, the engine, scenario files and replays."""

from __future__ import annotations

from typing import Final

EN_RULES: Final[dict[str, str]] = {
    "error.E_NOTE_FORM": "Line {line}, column {column}: here should stand “{expected}”.",
    "error.E_NOTE_VALUE": "Line {line}, column {column}: there is no “{given}”; there is {expected}.",
    "error.E_NOTE_DEAL": "Line {line}, column {column}: “{given}” is dealt twice, or opens a card that nobody wrote down.",
    "error.E_NOTE_ACTION": "Line {line}, column {column}: the rules refuse “{given}” ({reason}, {clause}).",
    "error.E_NOTE_RESULT": "Line {line}, column {column}: by the rules it is “{expected}”, not “{given}”.",
    "error.E_NOTE_FOLLOW": "Line {line}, column {column}: after the hand before comes “{expected}”, not “{given}”.",
    "error.E_NOTE_OVER": "Line {line}, column {column}: the match was over with the hand before.",
    "error.E_NOTE_SIZE": "The text is longer than {limit} characters: no match is so long.",
}
