"""What is shown of texts that others chose: whole pictures, no pile of accents, nothing that moves."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from lantruco.cli.failure import Failure
from lantruco.cli.names import clean_name, default_name, numbered, shortened
from lantruco.protocol.emoji import JOINER, without_strays
from lantruco.protocol.lobby import is_form_of
from lantruco.protocol.names import MAX_NAME
from lantruco.tui.account import marked, team, who
from lantruco.tui.glyphs import (
    MARKS,
    MAX_MARKS,
    NAME_COLUMNS,
    Unreadable,
    columns,
    printable,
    readable,
    shown_name,
    without_accents,
)
from lantruco.tui.lobby import table_row
from lantruco.tui.screens.canvas import Canvas, fit
from lantruco.tui.screens.fields import Field
from lantruco.tui.texts import Texts
from tests.tui.fakes import view
from tests.tui.test_lobby import Row

FAMILY = "\U0001f469\u200d\U0001f469\u200d\U0001f467"
WHOLE = (
    FAMILY,
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U0001f9d1\U0001f3ff\u200d\U0001f680",
    "\U0001f642\u200d\u2194\ufe0f",
    "1\ufe0f\u20e3",
    "\U0001f1e7\U0001f1f7",
    "\U0001f44d\U0001f3fd",
    "\u2764\ufe0f\u200d\U0001f525",
)
ZALGO = "Z" + "\u0335" * 20


@pytest.mark.parametrize("emoji", WHOLE)
def test_an_emoji_of_several_characters_stays_one(emoji: str) -> None:
    assert printable(f"oi {emoji}!") == f"oi {emoji}!"
    texts = Texts("pt")
    assert emoji in texts("talk.you", text=emoji)
    canvas = Canvas(40, 1)
    end = canvas.put(1, 0, f"{emoji}|")
    assert f"{emoji}|" in canvas.text()[0]
    assert end == 2 + get_cwidth(emoji)


@pytest.mark.parametrize(
    "text", ["a\u200db", "\u200d", f"{FAMILY}\u200d", "\u200d" + FAMILY, "\U0001f469\u200d\u200d\U0001f467"]
)
def test_a_joiner_that_joins_no_emoji_is_not_shown(text: str) -> None:
    assert printable(text) == without_strays(text)
    assert printable(text).count(JOINER) == (2 if FAMILY in text else 0)


@pytest.mark.parametrize("char", ["\x1b", "\u202e", "\u2066", "\u200b", "\u200f", "\ufeff", "\U000e0067"])
def test_nothing_that_moves_turns_or_hides_is_shown_even_inside_an_emoji(char: str) -> None:
    broken = FAMILY[0] + char + FAMILY[1:]
    assert char not in printable(broken)
    assert char not in printable(FAMILY[:2] + char + FAMILY[2:])


def test_a_line_separator_starts_no_line() -> None:
    assert printable("a\u2028b\u2029c\nd") == "a b c d"


def test_bytes_that_are_no_text_are_seen_and_never_left_out() -> None:
    assert printable("Jos\udce9") == "Jos\ufffd"
    with pytest.raises(Unreadable) as caught:
        readable("Jos\udce9")
    assert caught.value.values == {"given": "Jos\\xe9"}
    assert readable("José") == "José"


def test_accents_that_pile_up_are_cut_down_and_those_of_a_language_stay() -> None:
    assert printable(ZALGO) == "Z" + "\u0335" * MAX_MARKS
    for word in ("ệ", "e\u0302\u0323", "กี่", "שָׁלוֹם", "अनुष्का"):
        assert printable(word) == word


def test_accents_pile_up_in_no_cell_of_the_screen() -> None:
    canvas = Canvas(10, 1)
    canvas.put(0, 0, ZALGO + "日" + "\u0335" * 20)
    row = canvas.text()[0]
    assert row == "Z" + "\u0335" * MAX_MARKS + "日" + "\u0335" * MAX_MARKS


@given(st.text(max_size=60))
def test_what_is_shown_can_be_shown_again(text: str) -> None:
    once = printable(text)
    assert printable(once) == once
    assert all(char.isprintable() or char == JOINER or char.isspace() for char in once)


def test_in_ascii_an_emoji_is_as_many_question_marks_as_it_has_pictures() -> None:
    assert without_accents(FAMILY) == "???"
    assert without_accents("♥\ufe0f") == "C"


def test_an_emoji_that_is_cut_leaves_no_joiner_behind() -> None:
    assert JOINER not in fit(FAMILY + FAMILY, 3)


def test_an_emoji_typed_key_by_key_is_the_emoji_that_was_pasted() -> None:
    typed, pasted = Field(limit=200), Field(limit=200)
    for char in FAMILY:
        typed.key(char)
    pasted.insert(FAMILY)
    assert typed.value == pasted.value == FAMILY
    typed.key("backspace")
    assert without_strays(typed.value) == FAMILY[:3]


@pytest.mark.parametrize("name", [ZALGO, "A" + "\u0301" * 4, "日" * 13, "👩🏽" * 7, "x" * 25, "日" * 24])
def test_a_name_that_is_wider_or_higher_than_a_name_may_be_is_refused_where_it_is_typed(name: str) -> None:
    with pytest.raises(Failure, match="E_NAME"):
        clean_name(name)


@pytest.mark.parametrize("name", ["日" * 12, "x" * 24, "ệ" * 24, "👩🏽", "กี่" * 5])
def test_a_name_that_fits_is_kept(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


@given(st.text(max_size=60), st.integers(2, 70))
def test_a_name_with_a_number_and_a_suggested_one_fit(text: str, number: int) -> None:
    for name in (numbered(text, number), shortened(text)):
        assert len(name) <= MAX_NAME
        assert columns(name) <= NAME_COLUMNS


def test_a_wide_user_name_becomes_a_name_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: "日" * 20)
    assert clean_name(default_name()) == "日" * 12


@given(st.text(max_size=40))
def test_a_name_of_another_is_no_wider_than_ones_own_and_no_higher(text: str) -> None:
    name = shown_name(text)
    assert get_cwidth(name) <= NAME_COLUMNS
    marks = 0
    for char in name:
        marks = marks + 1 if unicodedata.category(char) in MARKS else 0
        assert marks <= MAX_MARKS


def test_two_long_names_at_one_table_stay_apart() -> None:
    one = "日" * 24
    other = one[:22] + " 2"
    assert is_form_of(other, one)
    assert shown_name(one) != shown_name(other)
    assert shown_name(other).endswith(" 2")


def test_names_of_others_are_clipped_wherever_they_are_told() -> None:
    wide = view(names=("日" * 24, ZALGO), bots=(None, "日" * 24))
    texts = Texts("pt")
    assert columns(who(0, wide)) <= NAME_COLUMNS
    assert columns(team(0, wide)) <= NAME_COLUMNS
    assert columns(marked("日" * 24, None, texts)) <= NAME_COLUMNS
    assert columns(marked("日" * 24, "日" * 24, texts)) <= 2 * NAME_COLUMNS + len(" [bot de ]")
    row = table_row(Row(name="日" * 40, host=ZALGO), texts)
    assert columns(row) <= columns(table_row(Row(name="x" * 24, host="y" * 24), texts))
    assert "\u0335" * 3 not in row
