"""Names of players and tables: what a typed one becomes, and where one comes from when nobody gave it."""

from __future__ import annotations

import getpass
import re
import unicodedata

from lantruco.cli.failure import Failure
from lantruco.protocol.names import MAX_NAME
from lantruco.tui.glyphs import printable

BOT_NAMES = ("Zeca", "Dita", "Tonho", "Lurdes", "Chico", "Nena", "Tião", "Cida")
BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and symbols by their category that leave their cells empty."""


def clean_name(text: str) -> str:
    """The name in NFC, on one line, without control characters, 1 to 24 long. Failure E_NAME otherwise, and
    when nothing of it can be seen: the others must be able to tell that somebody is there.
    """
    name = _tidy(text)
    if not _seen(name) or len(name) > MAX_NAME:
        raise Failure("E_NAME", name=name[: 2 * MAX_NAME], limit=MAX_NAME)
    return name


def default_name() -> str:
    """A name from the system's user name; `Lantruco` when the system has none."""
    try:
        name = _tidy(getpass.getuser())
    except (OSError, KeyError, ImportError):
        name = ""
    name = name[:MAX_NAME].strip()
    return name if _seen(name) else "Lantruco"


def bot_name(number: int) -> str:
    """A name for the bot at place `number`, from 1."""
    return BOT_NAMES[(number - 1) % len(BOT_NAMES)]


def numbered(name: str, number: int) -> str:
    """The name with a number behind it, no longer than a name may be."""
    ending = f" {number}"
    return name[: MAX_NAME - len(ending)].rstrip() + ending


def _seen(name: str) -> bool:
    """Whether anything in it leaves a mark of its own: an accent without its letter does not."""
    return any(unicodedata.category(char)[0] in "LNPS" and char not in BLANKS for char in name)


def _tidy(text: str) -> str:
    # Cleaned before and after: composing may bring two characters into one, and cutting may leave blanks.
    composed = unicodedata.normalize("NFC", printable(text))
    return re.sub(r"\s+", " ", composed).strip()
