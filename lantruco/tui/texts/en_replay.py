"""English: a match seen again, and its page."""

from __future__ import annotations

from typing import Final

EN_REPLAY: Final = {
    "screen.replay.title": "A match again",
    "screen.replay.place": "step {step} of {steps}; {hands} hands",
    "screen.replay.jump": "Which hand, 1 to {hands}?",
    "screen.replay.nothing": "In this match no hand was ever dealt: there is nothing to see.",
    "screen.replay.false": "This file cannot be shown:",
    "screen.replay.help": """\
A MATCH SEEN AGAIN
→ Enter     one step forward; ← one step back
↓ ↑         to the next end of a vaza, and to the one before
PgDn PgUp   to the next hand, and to the one before
Home End    to the beginning and the end of the match
g 1 2 3…    goes to a hand: type its number, then Enter
c           covers or opens the hands
l           the whole match in words
v           what was checked of the record
p           settings;  Esc  back

Nobody's hand is favoured: only what the file makes known is seen. Of a record these are the cards that were played or shown in the end, from the deal on; a card that was covered, exchanged or never played stays face down for ever, because nobody but its owner ever saw it.
With the hands covered (c) only what lay open at that moment is seen.
In the middle below the table stands the score after every hand, as far as you have watched.""",
    "screen.key.step": "step",
    "screen.key.vaza": "vaza",
    "screen.key.hand": "hand",
    "screen.key.jump": "go to",
    "screen.key.cover_hands": "cover",
    "screen.key.open_hands": "open",
    "screen.key.replay": "replay",
    "screen.key.page": "page",
    "screen.key.browser": "browser",
    "screen.page.keys": "h saves this match as a page for friends; b opens it in the browser.",
    "screen.page.failed": "The page is not saved: {reason}.",
    "screen.page.saved": "The page is in {path}",
    "screen.page.shown": "Opened in the browser: {path}",
    "screen.page.alone": "No browser opens from here; the page is in {path}",
    "error.E_BROWSER": "No browser can be opened from this terminal.",
}
