"""Keys out of what a terminal sends: whatever is no key is swallowed whole, however it is cut or broken.

The states are those of Paul Flo Williams's parser for DEC terminals (vt100.net/emu/dec_ansi_parser), which
follows ECMA-48: escape, control sequence (CSI), single shift (SS3), control strings (DCS, OSC, APC, PM, SOS).
It differs where a mistake would play a card: nothing but its end breaks a sequence off, and a silence that is
long enough for a bare Esc leaves the rest of a sequence swallowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from lantruco.tui.screens.sequences import (
    PASTE,
    PASTE_END,
    RAW,
    control,
    named,
    raw_mouse,
)

STALE_SECONDS: Final = 1.0
"""Of silence, after which nobody is going to finish a sequence: somebody has pressed Alt and a bracket."""
PASTE_SECONDS: Final = 5.0
"""The same within a paste, which may be long and come over a slow line."""
MAX_KEPT: Final = 64
"""Characters of a sequence that can still be a key."""
MAX_PASTE: Final = 64 * 1024

ESCAPE, INTERRUPT, BELL = "\x1b", "\x03", "\x07"
_EIGHT_BIT: Final = {0x8F: "O", 0x90: "P", 0x98: "X", 0x9B: "[", 0x9D: "]", 0x9E: "^", 0x9F: "_"}
"""Introducers in one character, and what follows Esc to mean the same."""
_INTRODUCERS: Final = frozenset(_EIGHT_BIT.values())
_END_OF_STRING: Final = "\x9c"

State = Callable[[str], None]


class KeyStream:
    """Characters in, key presses out through `emit`. clock: seconds, of any beginning.

    It has the methods of prompt_toolkit's parser, whose place it takes. after_noise: whether something was
    swallowed before the first key since the last `rest`.
    """

    def __init__(self, emit: Callable[[KeyPress], None], clock: Callable[[], float]) -> None:
        self.feed_key_callback = emit
        self._clock = clock
        self.reset()
        self.rest()

    def reset(self, request: bool = False) -> None:
        """Forget what has begun."""
        self._state: State = self._ground
        self._fed = self._clock()
        self._escaped: float | None = None
        self._alt = False
        self._broken = False
        self._bell_ends = False
        self._kept = ""
        self._raw: list[int] = []
        self._wanted = 0
        self._pasted: list[str] = []
        self._tail = ""

    def rest(self) -> None:
        """What comes from now on is another reading."""
        self.after_noise = False
        self._keys = 0

    @property
    def pending(self) -> bool:
        """Whether an Esc waits for what may follow it."""
        return self._state == self._escape

    def feed(self, data: str) -> None:
        """Take what was read."""
        now = self._clock()
        if now - self._fed > (PASTE_SECONDS if self._state == self._paste else STALE_SECONDS):
            self._abandon()
        self._fed = now
        for char in data:
            self._state(char)

    def flush(self) -> None:
        """Nothing more has come for a moment: an Esc alone was the key."""
        if self.pending:
            self._escaped = self._clock()
            self._to_ground()
            self._key(named(ESCAPE))

    def feed_and_flush(self, data: str) -> None:
        """Take what was read, and let nothing follow it."""
        self.feed(data)
        self.flush()

    # -- states

    def _ground(self, char: str) -> None:
        escaped, self._escaped = self._escaped, None
        code = _octet(char)
        if char == ESCAPE:
            self._begin(self._escape)
        elif 0x80 <= code <= 0x9F:
            self._introduce(_EIGHT_BIT.get(code, ""))
        elif escaped is not None and char in _INTRODUCERS and self._fed - escaped <= STALE_SECONDS:
            # The Esc before it was cut off from its sequence by a slow line.
            self._introduce(char)
        elif char < " " or char == "\x7f":
            self._key(named(char))
        elif "\ud800" <= char <= "\udfff":
            self._swallow()
        else:
            self._key(KeyPress(char, char))

    def _escape(self, char: str) -> None:
        if char == ESCAPE:
            self._alt = True
        elif char == INTERRUPT:
            self._interrupt()
        elif char == "\t" and not self._alt:
            self._end(named(ESCAPE + char))
        else:
            self._introduce(char)

    def _control(self, char: str) -> None:
        if self._restarts(char):
            return
        if " " <= char <= "?":
            self._keep(char)
        elif not "@" <= char <= "~":
            self._broken = True
        elif self._kept or self._broken:
            self._finish(char)
        elif char == "[":
            self._state = self._console
        elif char in RAW:
            self._wanted, self._raw, self._state = RAW[char], [], self._bytes
        else:
            self._finish(char)

    def _finish(self, final: str) -> None:
        whole = "" if self._broken else f"\x1b[{self._kept}{final}"
        if whole == PASTE:
            self._pasted, self._tail, self._state = [], "", self._paste
        else:
            self._end(control(self._kept, final) if whole else None)

    def _console(self, char: str) -> None:
        """After CSI [, by which the console of Linux begins its function keys."""
        if not self._restarts(char):
            self._end(named(f"\x1b[[{char}"))

    def _shift(self, char: str) -> None:
        """After SS3: one character, in some terminals with the modifiers before it."""
        if self._restarts(char):
            return
        if " " <= char <= "?":
            self._broken = True
        else:
            self._end(None if self._broken else named(f"\x1bO{char}"))

    def _bytes(self, char: str) -> None:
        """A legacy mouse report. What is no UTF-8 in it has been made a surrogate; two of its bytes may have
        become one character.
        """
        if self._restarts(char):
            return
        self._raw += [_octet(char)] if _octet(char) < 0x100 else char.encode("utf-8", "surrogatepass")
        if len(self._raw) >= self._wanted:
            whole = self._wanted == RAW["M"] == len(self._raw)
            self._end(raw_mouse(bytes(self._raw)) if whole else None)

    def _string(self, char: str) -> None:
        if char == ESCAPE:
            self._state = self._string_escape
        elif char == INTERRUPT:
            self._interrupt()
        elif (char == BELL and self._bell_ends) or _octet(char) == ord(_END_OF_STRING):
            self._end(None)

    def _string_escape(self, char: str) -> None:
        if char == "\\":
            self._end(None)
        elif char != ESCAPE:
            self._state = self._string
            self._string(char)

    def _paste(self, char: str) -> None:
        if len(self._pasted) < MAX_PASTE:
            self._pasted.append(char)
        self._tail = (self._tail + char)[-len(PASTE_END) :]
        if self._tail == PASTE_END:
            self._deliver()

    # -- between states

    def _begin(self, state: State) -> None:
        self._to_ground()
        self._state = state

    def _introduce(self, char: str) -> None:
        """What an escape sequence of this second character begins; any other is Alt with a key, and over."""
        self._kept, self._broken, self._bell_ends = "", False, char == "]"
        if char == "[":
            self._state = self._control
        elif char == "O":
            self._state = self._shift
        elif char in _INTRODUCERS:
            self._state = self._string
        else:
            self._end(None)

    def _restarts(self, char: str) -> bool:
        """Whether a sequence ends here because another begins, or because the player wants to leave."""
        if char == ESCAPE:
            self._swallow()
            self._begin(self._escape)
        elif char == INTERRUPT:
            self._interrupt()
        return char in (ESCAPE, INTERRUPT)

    def _interrupt(self) -> None:
        self._swallow()
        self._to_ground()
        self._key(named(INTERRUPT))

    def _keep(self, char: str) -> None:
        if len(self._kept) < MAX_KEPT:
            self._kept += char
        else:
            self._broken = True

    def _end(self, key: KeyPress | None) -> None:
        """A sequence is over, with what it means."""
        alt = self._alt
        self._to_ground()
        if key is None:
            self._swallow()
        elif not alt:
            self._key(key)
        elif key.key == Keys.Vt100MouseEvent:
            # The mouse moved while Esc was pressed: there is no mouse with Alt in this form.
            self._key(named(ESCAPE))
            self._key(key)
        else:
            self._swallow()

    def _to_ground(self) -> None:
        self._state, self._alt = self._ground, False

    def _deliver(self) -> None:
        text = "".join(self._pasted).removesuffix(PASTE_END)
        self._pasted, self._tail = [], ""
        self._to_ground()
        self._key(KeyPress(Keys.BracketedPaste, text))

    def _abandon(self) -> None:
        if self._state == self._paste:
            self._deliver()
        elif self.pending:
            self.flush()
        else:
            self._to_ground()

    def _key(self, key: KeyPress | None) -> None:
        if key is None:
            self._swallow()
        else:
            self._keys += 1
            self.feed_key_callback(key)

    def _swallow(self) -> None:
        if not self._keys:
            self.after_noise = True


def _octet(char: str) -> int:
    """The character's number; of what was no text, the byte that it was."""
    code = ord(char)
    return code - 0xDC00 if 0xDC80 <= code <= 0xDCFF else code
