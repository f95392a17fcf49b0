"""Sequences that a terminal may send and that no player has typed."""

from __future__ import annotations

from hypothesis import strategies as st
from prompt_toolkit.key_binding.key_processor import KeyPress

from lantruco.tui.screens.keystream import KeyStream

ST = "\x1b\\"
INTRODUCERS = ("\x1b[", "\x1bO", "\x1bP", "\x1b]", "\x1b^", "\x1b_", "\x1bX")

_FINALS = [chr(code) for code in range(0x40, 0x7F)]
_NO_SHIFTS = "EGIJKLTUVWXYZ[]^_`abefghijklmnopqrstuvwxyz{|}"
_parameters = st.text("0123456789:;<=>?", max_size=12)
_intermediates = st.text(" !\"#$%&'()*+,-./", max_size=2)
_contents = st.text([chr(code) for code in range(0x20, 0x7F)], max_size=40)
_no_end = st.characters(exclude_characters="\x03\x07\x1b\x9c", exclude_categories=["Cs"])
_endless = st.text(_no_end, max_size=30)


@st.composite
def whole(draw: st.DrawFn) -> str:
    """A well-formed sequence that is no key."""
    kind = draw(st.sampled_from(INTRODUCERS))
    if kind == "\x1b[":
        sequence = kind + draw(_parameters) + draw(_intermediates) + draw(st.sampled_from(_FINALS))
        return sequence if _is_nothing(sequence) else "\x1b[57358u"
    if kind == "\x1bO":
        return kind + draw(st.sampled_from(_NO_SHIFTS))
    return kind + draw(_contents) + (draw(st.sampled_from(["\x07", ST])) if kind == "\x1b]" else ST)


@st.composite
def broken(draw: st.DrawFn) -> str:
    """The beginning of a sequence with anything after it but what ends it."""
    kind = draw(st.sampled_from(INTRODUCERS))
    rest = draw(_endless)
    if kind == "\x1b[":
        return kind + "".join(char for char in rest if not "@" <= char <= "~")
    if kind == "\x1bO":
        return kind + "".join(char for char in rest if " " <= char <= "?")
    return kind + rest


def _is_nothing(sequence: str) -> bool:
    """Whether this is no key, and over: what comes next is a key again."""
    keys: list[KeyPress] = []
    stream = KeyStream(keys.append, float)
    stream.feed(sequence)
    before = len(keys)
    stream.feed("1")
    return before == 0 and len(keys) == 1
