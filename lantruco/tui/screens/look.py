"""How things look: characters, colours and sizes for the player's settings."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import BaseStyle, Style
from prompt_toolkit.utils import get_cwidth

from lantruco.tui.glyphs import SUITS
from lantruco.tui.screens.canvas import fit
from lantruco.tui.screens.settings import Settings
from lantruco.tui.texts import Texts


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Single characters, each one column wide."""

    corners: str
    across: str
    down: str
    back: str
    turn: str
    held: str
    tally: str
    fifth: str
    taken: str
    free: str
    full: str
    empty: str
    more: str
    open_speech: str
    close_speech: str
    check: str


UNICODE: Final = Glyphs("╭╮╰╯", "─", "│", "░", "▶", "▮", "┃", "╱", "●", "○", "█", "░", "…", "«", "»", "✓")
ASCII: Final = Glyphs("++++", "-", "|", "#", ">", "#", "|", "/", "*", ".", "#", ".", "..", "<", ">", "+")

_SUIT_STYLES: Final = {
    "P": "class:card.clubs",
    "C": "class:card.hearts",
    "E": "class:card.spades",
    "O": "class:card.diamonds",
}

_PAPER = "bg:#f6f1e1"
_COMMON: Final = {
    "felt": "bg:#12502f #e9efe6",
    "felt.dim": "#9dbda8",
    "felt.us": "bold #ffd75f",
    "felt.them": "bold #ffffff",
    "felt.turn": "bold reverse",
    "felt.tag": "#b9d7c4",
    "felt.won": "bold #ffd75f",
    "speech": "bold bg:#ffd75f #1c1c1c",
    "talk": "italic bg:#e9efe6 #12502f",
    "card": f"{_PAPER} #1c1c1c",
    "card.edge": f"{_PAPER} #8a8271",
    "card.won": f"{_PAPER} bold #a05000",
    "card.back": "bg:#23408e #a8bdf0",
    "card.clubs": f"{_PAPER} bold #1c1c1c",
    "card.spades": f"{_PAPER} bold #1c1c1c",
    "card.hearts": f"{_PAPER} bold #c01622",
    "card.diamonds": f"{_PAPER} bold #c01622",
    "card.gone": "bg:#c9c5b8 #6b675c",
    "banner": "bold reverse",
    "key": "bold reverse",
    "ask": "bold",
    "chosen": "reverse",
    "button": "reverse",
    "strong": "bold",
    "title": "bold",
}
_FOUR: Final = {
    "card.clubs": f"{_PAPER} bold #0b6b2d",
    "card.diamonds": f"{_PAPER} bold #1a4fc4",
}
_THEMES: Final = {
    "dark": {
        "dim": "#9a9a9a",
        "us": "bold #ffd75f",
        "them": "bold #ffffff",
        "accent": "bold #ffd75f",
        "good": "bold #6fdc8c",
        "bad": "bold #ff8787",
        "red": "bold #ff8787",
    },
    "light": {
        "dim": "#5f5f5f",
        "us": "bold #8a5a00",
        "them": "bold #000000",
        "accent": "bold #8a5a00",
        "good": "bold #006b2d",
        "bad": "bold #b00020",
        "red": "bold #b00020",
    },
}
# Of 256 colours the nearest to a dark green is a grey: these are among them.
_EIGHT_BIT: Final = {
    "felt": "bg:#005f00 #eeeeee",
    "felt.dim": "#afd7af",
    "felt.tag": "#afd7af",
    "talk": "italic bg:#eeeeee #005f00",
    "card.back": "bg:#00005f #afafff",
}
# Of sixteen colours only the named ones are sure, and what they look like is not: black on green is legible
# by every palette, white on green or bold black by few.
_SIXTEEN: Final = {
    "felt": "bg:ansigreen ansiblack",
    "felt.dim": "ansiblack",
    "felt.us": "ansiblack underline",
    "felt.them": "ansiblack",
    "felt.turn": "reverse",
    "felt.tag": "ansiblack",
    "felt.won": "bg:ansiwhite ansiblack",
    "speech": "bg:ansiyellow ansiblack",
    "talk": "bg:ansiwhite ansiblack",
    "card": "bg:ansiwhite ansiblack",
    "card.edge": "bg:ansiwhite ansiblack",
    "card.won": "bg:ansiyellow ansiblack",
    "card.back": "bg:ansiblue ansiwhite",
    "card.clubs": "bg:ansiwhite ansiblack",
    "card.spades": "bg:ansiwhite ansiblack",
    "card.hearts": "bg:ansiwhite ansired",
    "card.diamonds": "bg:ansiwhite ansired",
    "card.gone": "bg:ansigray ansiblack",
    "dim": "",
    "us": "bold underline",
    "them": "bold",
    "accent": "bold",
}
_SIXTEEN_THEMES: Final = {
    "dark": {"good": "bold ansibrightgreen", "bad": "bold ansibrightred", "red": "bold ansibrightred"},
    "light": {"good": "bold", "bad": "bold ansired", "red": "bold ansired"},
}
_FOUR_SIXTEEN: Final = {
    "card.clubs": "bg:ansiwhite ansimagenta",
    "card.diamonds": "bg:ansiwhite ansiblue",
}


@dataclass(frozen=True, slots=True)
class Look:
    """Texts and settings together: all that drawing needs beside what is drawn."""

    texts: Texts
    settings: Settings

    @property
    def glyphs(self) -> Glyphs:
        return ASCII if self.texts.ascii else UNICODE

    def suit(self, code: str) -> str:
        """The sign of a card's suit."""
        return code[1] if self.texts.ascii else SUITS[code[1]]

    def fit(self, text: str, width: int) -> str:
        """The text in `width` columns, cut with the sign of this look."""
        return fit(text, width, self.glyphs.more)

    def tail(self, text: str, width: int) -> str:
        """The end of the text in `width` columns: of a long path it tells more than the beginning."""
        if get_cwidth(text) <= width:
            return text
        while text and get_cwidth(text) > width - get_cwidth(self.glyphs.more):
            text = text[1:]
        return self.glyphs.more + text


def look_of(settings: Settings) -> Look:
    """The look that these settings ask for."""
    return Look(Texts(settings.lang, ascii=settings.ascii), settings)


def suit_style(code: str) -> str:
    """The style of a face-up card's rank and suit."""
    return _SUIT_STYLES[code[1]]


@lru_cache(maxsize=8)
def style_of(settings: Settings, depth: ColorDepth) -> BaseStyle:
    """All styles by class name, for a terminal with so many colours.

    The same object for the same look: whoever draws asks for every piece of text, and for another object
    reads all rules anew.
    """
    styles = {**_COMMON, **_THEMES[settings.theme]}
    if settings.four_colours:
        styles |= _FOUR
    if depth == ColorDepth.DEPTH_8_BIT:
        styles |= _EIGHT_BIT
    if depth == ColorDepth.DEPTH_4_BIT:
        styles |= _SIXTEEN | _SIXTEEN_THEMES[settings.theme]
        if settings.four_colours:
            styles |= _FOUR_SIXTEEN
    return Style.from_dict(styles)


def depth_of(settings: Settings, environ: dict[str, str]) -> ColorDepth | None:
    """How many colours to use; None: as many as the output thinks fit."""
    if settings.colours == "auto":
        if environ.get("NO_COLOR"):
            return ColorDepth.DEPTH_1_BIT
        if environ.get("COLORTERM") in ("truecolor", "24bit"):
            return ColorDepth.DEPTH_24_BIT
        return None
    return {
        "none": ColorDepth.DEPTH_1_BIT,
        "16": ColorDepth.DEPTH_4_BIT,
        "256": ColorDepth.DEPTH_8_BIT,
        "true": ColorDepth.DEPTH_24_BIT,
    }[settings.colours]
