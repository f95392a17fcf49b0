"""Names of players and tables: what a typed one becomes, and where one comes from when nobody gave it."""

from __future__ import annotations

import getpass
import re
import unicodedata

from lantruco.cli.failure import Failure
from lantruco.protocol.names import MAX_NAME
from lantruco.tui.glyphs import NAME_COLUMNS, Unreadable, clip, columns, is_overloaded, printable, readable

BOT_NAMES = ("Zeca", "Dita", "Tonho", "Lurdes", "Chico", "Nena", "Tião", "Cida")
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category that leave their cells empty."""


def clean_name(text: str) -> str:
    """The name in NFC, on one line, without control characters, 1 to 24 long and no wider on the screen.

    Failure E_NAME otherwise; when accents pile up in it; and when nothing of it can be seen: the others must
    be able to tell that somebody is there. Failure E_NOT_UTF8 for bytes that are no text.
    """
    try:
        name = _tidy(readable(text))
    except Unreadable as error:
        raise Failure(error.code, **error.values) from error
    too_much = len(name) > MAX_NAME or columns(name) > NAME_COLUMNS or is_overloaded(text)
    if too_much or not _seen(name):
        raise Failure("E_NAME", name=name[: 2 * MAX_NAME], limit=MAX_NAME)
    return name


def default_name() -> str:
    """A name from the system's user name; `Lantruco` when the system has none."""
    try:
        name = _tidy(getpass.getuser())
    except (OSError, KeyError, ImportError):
        name = ""
    name = shortened(name)
    return name if _seen(name) else "Lantruco"


def bot_name(number: int) -> str:
    """A name for the bot at place `number`, from 1."""
    return BOT_NAMES[(number - 1) % len(BOT_NAMES)]


def numbered(name: str, number: int) -> str:
    """The name with a number behind it, no longer than a name may be."""
    ending = f" {number}"
    return shortened(name, MAX_NAME - len(ending)) + ending


def shortened(name: str, most: int = MAX_NAME) -> str:
    """As much of a name as a name may have, in characters and in columns."""
    return clip(name[:most], most).strip()


def _seen(name: str) -> bool:
    """Whether anything in it leaves a mark of its own: an accent without its letter does not."""
    return any(unicodedata.category(char)[0] in "LNPS" and char not in BLANKS for char in name)


def _tidy(text: str) -> str:
    # Cleaned before and after: composing may bring two characters into one, and cutting may leave blanks.
    composed = unicodedata.normalize("NFC", printable(text))
    return re.sub(r"\s+", " ", composed).strip()
