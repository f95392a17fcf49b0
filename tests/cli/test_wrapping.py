"""Lines at a narrow terminal."""

from __future__ import annotations

import io

from hypothesis import given
from hypothesis import strategies as st

from lantruco.cli.output import Output
from lantruco.cli.wrapping import NARROWEST, columns, wrapped

CHOICES = "  1) 4♦  2) 2♣  3) 6♥  4) Truco! (vale 3 tentos)  5) família real"


def test_choices_are_broken_between_them_and_stay_in_line() -> None:
    assert wrapped(CHOICES, 40).split("\n") == [
        "  1) 4♦  2) 2♣  3) 6♥",
        "  4) Truco! (vale 3 tentos)",
        "  5) família real",
    ]


def test_a_sentence_is_broken_between_words_and_a_path_not_at_all() -> None:
    assert wrapped("Registro: /home/ana/records/x.jsonl", 20).split("\n") == [
        "Registro:",
        "/home/ana/records/x.jsonl",
    ]


def test_without_a_terminal_lines_stay_as_they_are() -> None:
    stream = io.StringIO()
    Output(stream, None).line(CHOICES * 3)
    assert stream.getvalue() == CHOICES * 3 + "\n"
    assert columns(stream) is None
    assert columns(None) is None
    assert wrapped(CHOICES, None) == wrapped(CHOICES, NARROWEST - 1) == CHOICES


def test_a_terminal_gets_lines_that_fit_it() -> None:
    stream = io.StringIO()
    Output(stream, None, width=lambda _: 30).line(CHOICES)
    assert max(map(len, stream.getvalue().split("\n"))) <= 30


@given(st.text(alphabet="ab♣ é", max_size=200), st.integers(NARROWEST, 60))
def test_no_word_is_lost_or_torn(line: str, width: int) -> None:
    pieces = wrapped(line, width).split("\n")
    assert " ".join(pieces).split() == line.split()
    assert all(len(piece) <= width or len(piece.split()) == 1 for piece in pieces if piece.strip())
