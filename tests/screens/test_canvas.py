"""The canvas: what is put on it stays within it, whatever it is."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.utils import get_cwidth

from lantruco.tui.screens.canvas import Canvas, fit, wrap

TEXT = st.text(max_size=60)


def shown(canvas: Canvas, row: int = 0) -> str:
    return "".join(text for _, text in canvas.fragments(row))  # type: ignore[misc]


@given(TEXT, st.integers(-10, 50), st.integers(-3, 6), st.booleans())
def test_any_text_anywhere_leaves_every_row_as_wide_as_the_canvas(
    text: str, x: int, y: int, ascii: bool
) -> None:
    canvas = Canvas(20, 3, ascii=ascii)
    canvas.put(x, y, text, "bold")
    for row in range(3):
        assert get_cwidth(shown(canvas, row)) == 20
        assert shown(canvas, row).isprintable()
        assert not ascii or shown(canvas, row).isascii()


@given(TEXT, st.integers(0, 30))
def test_a_text_that_is_cut_fits(text: str, width: int) -> None:
    assert get_cwidth(fit(text, width)) <= width


@given(st.text(st.characters(codec="utf-8", categories=("L", "Nd")), max_size=80), st.integers(2, 30))
def test_wrapping_loses_nothing_but_blanks(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(get_cwidth(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_an_entry_of_a_list_hangs_below_itself() -> None:
    assert wrap("t  asks for the next step", 14) == ["t  asks for", "   the next", "   step"]


def test_a_wide_character_takes_two_cells_and_is_not_cut_in_half() -> None:
    canvas = Canvas(5, 1)
    assert canvas.put(0, 0, "日本語") == 6
    assert canvas.text() == ["日本"]


def test_a_combining_accent_stays_on_its_letter() -> None:
    canvas = Canvas(5, 1)
    canvas.put(0, 0, "a\u0303b")
    assert shown(canvas) == "a\u0303b   "


def test_an_escape_sequence_in_a_name_never_reaches_the_terminal() -> None:
    canvas = Canvas(10, 1)
    canvas.put(0, 0, "a\x1b[2Jb")
    assert shown(canvas) == "a[2Jb     "


def test_what_lies_below_shines_through() -> None:
    canvas = Canvas(4, 1)
    canvas.fill(0, 0, 4, 1, "class:felt")
    canvas.put(1, 0, "x", "class:name")
    assert [fragment[0] for fragment in canvas.fragments(0)] == [
        "class:felt",
        "class:felt class:name",
        "class:felt",
    ]


def test_a_click_means_the_key_that_was_put_there_last() -> None:
    canvas = Canvas(10, 10)
    canvas.click(0, 0, 10, 10, "a")
    canvas.click(2, 2, 3, 3, "b")
    assert (canvas.key_at(1, 1), canvas.key_at(4, 4), canvas.key_at(5, 5)) == ("a", "b", "a")
    assert canvas.key_at(10, 0) is None
