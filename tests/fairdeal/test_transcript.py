"""Hashing: every input has its own bytes, and public draws have no lean."""

from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st

from lantruco.fairdeal.transcript import VERSION, Stream, Value, challenge, challenges, digest, framed

from .smallgroup import SMALL

labels = st.text(st.characters(min_codepoint=97, max_codepoint=122), max_size=4)
values = st.one_of(
    st.binary(max_size=6),
    st.integers(min_value=0, max_value=2**64 - 1),
    st.lists(st.binary(max_size=4), max_size=3),
)
inputs = st.tuples(labels, st.lists(st.tuples(labels, values), max_size=4))


def spread(purpose: str, fields: list[tuple[str, Value]]) -> object:
    """What framing may not confuse: the values as bytes, field by field."""
    return purpose, [(label, framed("", [("", value)])) for label, value in fields]


@given(inputs, inputs)
def test_two_different_inputs_have_different_frames(
    one: tuple[str, list[tuple[str, Value]]], other: tuple[str, list[tuple[str, Value]]]
) -> None:
    """Guard: length prefixes. Plain joining would make ("ab", "c") and ("a", "bc") the same."""
    assert (framed(*one) == framed(*other)) == (spread(*one) == spread(*other))


def test_bytes_cannot_move_from_one_field_to_the_next() -> None:
    assert digest("x", [("a", b"12"), ("b", b"3")]) != digest("x", [("a", b"1"), ("b", b"23")])
    assert digest("x", [("a", [b"12", b"3"])]) != digest("x", [("a", [b"1", b"23"])])
    assert digest("x", [("ab", b"")]) != digest("xa", [("b", b"")])


def test_a_frame_is_what_the_specification_says() -> None:
    expected = b"\x00\x0alantruco/3\x00\x00\x00\x03abc" + b"\x00\x01n\x00\x00\x00\x08" + bytes(7) + b"\x05"
    expected += b"\x00\x01l\x00\x00\x00\x0b" + b"\x00\x00\x00\x01" + b"\x00\x00\x00\x03xyz"
    assert VERSION == b"lantruco/3"
    assert framed("abc", [("n", 5), ("l", [b"xyz"])]) == expected


def test_challenges_for_different_purposes_have_nothing_in_common() -> None:
    fields: list[tuple[str, Value]] = [("a", b"1")]
    drawn = {challenge(SMALL, "one", fields), challenge(SMALL, "two", fields)}
    drawn |= set(challenges(SMALL, "one", fields, 40)) | set(challenges(SMALL, "two", fields, 40))
    assert len(drawn) == 82


def test_a_stream_goes_on_where_it_stood_when_it_grows() -> None:
    whole = Stream("s", [])
    first = [whole.byte() for _ in range(5000)]
    assert bytes(first) == hashlib.shake_256(framed("s", [])).digest(5000)


def test_public_draws_below_forty_do_not_lean_to_the_small_numbers() -> None:
    """Guard: bytes past the largest multiple of the bound are dropped. Without it 0..15 come 7 times to 6."""
    stream = Stream("lean", [])
    seen = [0] * 40
    for _ in range(40_000):
        seen[stream.below(40)] += 1
    # 39 degrees of freedom: 72 is passed by chance once in a thousand; the lean would give about 230.
    assert sum((count - 1000) ** 2 / 1000 for count in seen) < 72
