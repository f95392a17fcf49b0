"""Settings are kept, and nothing that stands in their file can hurt."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth

from lantruco.tui.screens.look import depth_of, look_of, style_of
from lantruco.tui.screens.settings import CHOICES, FILE, Settings, load_settings, save_settings


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    liked = Settings(lang="en", cards="big", four_colours=True, theme="light", speed="slow", careful=False)
    save_settings(tmp_path, liked)
    assert load_settings(tmp_path, Settings()) == liked
    assert [path.name for path in tmp_path.iterdir()] == [FILE]


@pytest.mark.parametrize(
    "text",
    ["", "[]", "null", "{", '{"lang": 7}', '{"speed": "warp"}', '{"careful": 1}', "[" * 9000, "\x00"],
    ids=lambda text: text[:12],
)
def test_a_spoilt_file_is_as_good_as_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    assert load_settings(tmp_path, Settings()) == Settings()


def test_one_wrong_value_does_not_cost_the_others(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(json.dumps({"theme": "light", "cards": "enormous"}), encoding="utf-8")
    assert load_settings(tmp_path, Settings()) == Settings(theme="light")


@pytest.mark.parametrize("name", CHOICES)
def test_turning_a_setting_goes_through_all_its_values_and_comes_back(name: str) -> None:
    settings, seen = Settings(), []
    for _ in CHOICES[name]:
        seen.append(getattr(settings, name))
        settings = settings.turned(name, 1)
    assert settings == Settings()
    assert set(seen) == set(CHOICES[name])
    assert settings.turned(name, 1).turned(name, -1) == settings


def test_no_color_is_obeyed_unless_the_player_says_otherwise() -> None:
    assert depth_of(Settings(), {"NO_COLOR": "1", "COLORTERM": "truecolor"}) == ColorDepth.DEPTH_1_BIT
    assert depth_of(Settings(colours="256"), {"NO_COLOR": "1"}) == ColorDepth.DEPTH_8_BIT
    assert depth_of(Settings(), {"COLORTERM": "truecolor"}) == ColorDepth.DEPTH_24_BIT
    assert depth_of(Settings(), {}) is None


@pytest.mark.parametrize("depth", list(ColorDepth))
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_four_colours_are_four(theme: str, depth: ColorDepth) -> None:
    liked = Settings(four_colours=True).turned("theme", 0 if theme == "dark" else 1)
    style = style_of(liked, depth)
    suits = ("clubs", "hearts", "spades", "diamonds")
    inks = {style.get_attrs_for_style_str(f"class:card.{suit}").color for suit in suits}
    assert len(inks) == 4


def test_every_sign_is_one_column_and_ascii_where_ascii_is_asked_for() -> None:
    from dataclasses import astuple

    from prompt_toolkit.utils import get_cwidth

    for settings in (Settings(), Settings(ascii=True)):
        signs = astuple(look_of(settings).glyphs)
        # The sign of what was left out is two dots in ASCII.
        assert all(get_cwidth(char) == 1 for sign in signs for char in sign)
        assert not settings.ascii or all(sign.isascii() for sign in signs)
