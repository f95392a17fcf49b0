"""Whatever is written can be read, on dark and on light terminals, with many colours and with few."""

from __future__ import annotations

import itertools

import pytest
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.styles import DEFAULT_ATTRS, BaseStyle

from lantruco.tui.screens.look import style_of
from lantruco.tui.screens.settings import Settings

ENOUGH = 4.5
"""The contrast of ink and paper from which on small text counts as legible."""
ENOUGH_OF_FEW = 2.8
"""For the palettes of old terminals, whose red on white has no more."""

PAGES = {"dark": ("16181d", "e4e4e4"), "light": ("ffffff", "1c1c1c")}
FELT = ("felt", "felt.dim", "felt.us", "felt.them", "felt.tag", "felt.won", "speech", "talk")
CARDS = ("clubs", "hearts", "spades", "diamonds", "won", "back", "gone")
PLAIN = ("dim", "us", "them", "accent", "good", "bad", "red")

# Black, red, green, yellow, blue, magenta, cyan, white; then the bright ones.
NAMES = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "gray")
BRIGHT = ("brightblack", "brightred", "brightgreen", "brightyellow", "brightblue")
PALETTES = {
    "vga": ("000000", "aa0000", "00aa00", "aa5500", "0000aa", "aa00aa", "00aaaa", "aaaaaa"),
    "xterm": ("000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5"),
    "windows": ("0c0c0c", "c50f1f", "13a10e", "c19c00", "0037da", "881798", "3a96dd", "cccccc"),
}
BRIGHTS = {
    "vga": ("555555", "ff5555", "55ff55", "ffff55", "5555ff"),
    "xterm": ("7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff"),
    "windows": ("767676", "e74856", "16c60c", "f9f1a5", "3b78ff"),
}


def light(colour: str) -> float:
    """Relative luminance of six hexadecimal digits."""
    parts = [int(colour[place : place + 2], 16) / 255 for place in (0, 2, 4)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def styles() -> list[str]:
    """All that text is written in: on the felt, on cards, beside the table."""
    felt = [f"class:felt class:{name}" for name in FELT]
    return [*felt, *(f"class:card class:card.{name}" for name in CARDS), *(f"class:{name}" for name in PLAIN)]


def both(style: BaseStyle, name: str, page: tuple[str, str], palette: dict[str, str]) -> tuple[str, str]:
    """Ink and paper, in six hexadecimal digits."""
    attrs = style.get_attrs_for_style_str(name, DEFAULT_ATTRS)
    ink = palette.get(attrs.color or "", attrs.color) or page[1]
    paper = palette.get(attrs.bgcolor or "", attrs.bgcolor) or page[0]
    return (paper, ink) if attrs.reverse else (ink, paper)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT])
def test_with_many_colours_everything_can_be_read(theme: str, four: bool, depth: ColorDepth) -> None:
    style = style_of(Settings(theme=theme, four_colours=four), depth)  # type: ignore[arg-type]
    for name in styles():
        assert contrast(*both(style, name, PAGES[theme], {})) >= (3 if name.endswith("gone") else ENOUGH), (
            name
        )


@pytest.mark.parametrize(
    ("theme", "four", "kind"), [*itertools.product(["dark", "light"], [False, True], PALETTES)]
)
def test_with_sixteen_colours_everything_can_be_read_by_any_palette(
    theme: str, four: bool, kind: str
) -> None:
    palette = {f"ansi{name}": value for name, value in zip(NAMES, PALETTES[kind], strict=True)}
    palette |= {f"ansi{name}": value for name, value in zip(BRIGHT, BRIGHTS[kind], strict=True)}
    palette["ansiwhite"] = "ffffff"
    settings = Settings(theme=theme, four_colours=four)  # type: ignore[arg-type]
    style = style_of(settings, ColorDepth.DEPTH_4_BIT)
    for name in styles():
        assert contrast(*both(style, name, PAGES[theme], palette)) >= ENOUGH_OF_FEW, name


def test_with_256_colours_the_felt_is_one_of_them_and_green() -> None:
    """A colour between those that there are would be drawn in the nearest, which may be a grey."""
    style = style_of(Settings(), ColorDepth.DEPTH_8_BIT)
    felt = style.get_attrs_for_style_str("class:felt", DEFAULT_ATTRS).bgcolor
    assert felt is not None
    red, green, blue = felt[:2], felt[2:4], felt[4:]
    assert {red, green, blue} <= {"00", "5f", "87", "af", "d7", "ff"}
    assert green > max(red, blue)


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("depth", [ColorDepth.DEPTH_4_BIT, ColorDepth.DEPTH_24_BIT])
def test_four_colours_are_four_and_two_are_two(four: bool, depth: ColorDepth) -> None:
    style = style_of(Settings(four_colours=four), depth)
    inks = {
        style.get_attrs_for_style_str(f"class:card.{suit}", DEFAULT_ATTRS).color
        for suit in ("clubs", "hearts", "spades", "diamonds")
    }
    assert len(inks) == (4 if four else 2)


@pytest.mark.parametrize("depth", list(ColorDepth))
def test_one_look_is_one_style_and_another_look_another(depth: ColorDepth) -> None:
    """Guard: the rules of a style are read anew for every object, and each piece of text asks for its own."""
    plain, light_theme = Settings(), Settings(theme="light")
    assert style_of(plain, depth) is style_of(Settings(), depth)
    assert style_of(plain, depth) is not style_of(light_theme, depth)
