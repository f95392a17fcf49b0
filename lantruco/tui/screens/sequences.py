"""What a terminal's control sequence means: a key, the mouse, or nothing that a player has done.

Forms and names: ECMA-48 (5th edition, 5.4: parameters, intermediates, one final character); the xterm manual
"XTerm Control Sequences" (ctlseqs: mouse tracking, keys) and "modifyOtherKeys"; the "Comprehensive keyboard
handling in terminals" of kitty (CSI u, modifiers, event types). No mode of these is ever switched on here but
the mouse's; a terminal may still be in one that another program has left behind.
"""

from __future__ import annotations

import re
from typing import Final

from prompt_toolkit.input.ansi_escape_sequences import ANSI_SEQUENCES
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

CSI: Final = "\x1b["
PASTE: Final = "\x1b[200~"
PASTE_END: Final = "\x1b[201~"

SHIFT, ALT, CTRL, SUPER, HYPER, META, CAPS, NUM = (1 << bit for bit in range(8))
"""Modifiers, each its bit in the parameter less one."""
BARRED: Final = ALT | SUPER | HYPER | META
"""With one of these held down, no key means a character."""

RAW: Final = {"M": 3, "t": 2, "T": 6}
"""Legacy mouse reports: final characters without parameters, and how many raw bytes come after."""
_RAW_BUTTONS: Final = frozenset({32, 33, 34, 35, 64, 65, 66, 67, 96, 97})

_NO_KEYS: Final = frozenset({Keys.Ignore, Keys.BracketedPaste})

_SGR_MOUSE: Final = re.compile(r"<\d{1,5};\d{1,5};\d{1,5}")
_URXVT_MOUSE: Final = re.compile(r"\d{1,5};\d{1,5};\d{1,5}")
_KEY: Final = re.compile(r"(\d{0,7})(?:;(\d{0,3})(?::(\d))?)?")
_CSI_U: Final = re.compile(r"(\d{1,7})(?::(\d{0,7}))?(?::\d{0,7})?(?:;(\d{0,3})(?::(\d))?(?:;[\d:]*)?)?")
_OTHER_KEY: Final = re.compile(r"27;(\d{1,3});(\d{1,7})")

_CODES: Final[dict[int, str]] = {
    9: "\t",
    13: "\r",
    27: "\x1b",
    127: "\x7f",
    **{57399 + digit: str(digit) for digit in range(10)},
    57414: "\r",
    57417: "\x1b[D",
    57418: "\x1b[C",
    57419: "\x1b[A",
    57420: "\x1b[B",
    57421: "\x1b[5~",
    57422: "\x1b[6~",
    57423: "\x1b[H",
    57424: "\x1b[F",
    57426: "\x1b[3~",
}
"""Keys that are no characters, and those of the number pad, as they are sent without any such mode."""
_PRIVATE: Final = range(0xE000, 0xF900)
"""Code points by which kitty names keys: Caps Lock, media keys, modifiers alone."""


def named(sequence: str) -> KeyPress | None:
    """A key that has a name. None: no such key, or one with Alt, which is a key of no screen."""
    key = ANSI_SEQUENCES.get(sequence)
    return KeyPress(key, sequence) if isinstance(key, Keys) and key not in _NO_KEYS else None


def control(parameters: str, final: str) -> KeyPress | None:
    """What a whole control sequence CSI `parameters` `final` means; None: nothing."""
    if final in "Mm" and parameters:
        return _mouse(parameters, final)
    if final == "u":
        return _csi_u(parameters)
    if final == "~" and (other := _OTHER_KEY.fullmatch(parameters)) is not None:
        return _pressed(int(other[2]), _modifiers(other[1]), shifted=int(other[2]))
    found = _KEY.fullmatch(parameters)
    if found is None or not _is_press(found[3]):
        return None
    number, modifiers = found[1], _modifiers(found[2]) & ~(CAPS | NUM)
    if modifiers:
        return named(f"{CSI}{number};{modifiers + 1}{final}")
    return named(f"{CSI}{'' if number == '1' and found[2] and final != '~' else number}{final}")


def raw_mouse(data: bytes) -> KeyPress | None:
    """A legacy mouse report: the button, the column and the row, each as one byte, 32 more than it is."""
    button, column, row = data
    if button not in _RAW_BUTTONS or column <= 32 or row <= 32:
        return None
    return KeyPress(Keys.Vt100MouseEvent, f"{CSI}M{chr(button)}{chr(column)}{chr(row)}")


def _mouse(parameters: str, final: str) -> KeyPress | None:
    shape = _SGR_MOUSE if parameters.startswith("<") or final == "m" else _URXVT_MOUSE
    if shape.fullmatch(parameters) is None:
        return None
    return KeyPress(Keys.Vt100MouseEvent, CSI + parameters + final)


def _csi_u(parameters: str) -> KeyPress | None:
    found = _CSI_U.fullmatch(parameters)
    if found is None or not _is_press(found[4]):
        return None
    return _pressed(int(found[1]), _modifiers(found[3]), shifted=int(found[2]) if found[2] else None)


def _pressed(code: int, modifiers: int, shifted: int | None) -> KeyPress | None:
    """A key by its code. shifted: the code of what Shift makes of it, where the terminal says so."""
    if modifiers & BARRED:
        return None
    if code in _CODES:
        if code == 9 and modifiers & SHIFT:
            return named("\x1b[Z")
        return None if modifiers & CTRL and code != 13 else _key(_CODES[code])
    if modifiers & CTRL:
        letter = chr(code).lower() if code < 128 else ""
        return _key(chr(ord(letter) & 0x1F)) if "a" <= letter <= "z" else None
    char = _character(code)
    if char is not None and char.isalpha():
        upper = bool(modifiers & SHIFT) != bool(modifiers & CAPS)
        char = char.upper() if upper else char.lower()
    elif modifiers & SHIFT:
        # Which character it is, only the layout of the keyboard knows.
        char = None if shifted is None else _character(shifted)
    return None if char is None or len(char) != 1 else KeyPress(char, char)


def _key(data: str) -> KeyPress | None:
    return KeyPress(data, data) if data.isprintable() else named(data)


def _character(code: int) -> str | None:
    char = chr(code) if code <= 0x10FFFF and code not in _PRIVATE else ""
    return char if char.isprintable() and char else None


def _modifiers(parameter: str | None) -> int:
    return max(0, int(parameter or 1) - 1)


def _is_press(event: str | None) -> bool:
    """Whether a key went down: it acts neither again while it is held nor when it is let go."""
    return event in (None, "1")
