"""What a terminal sends is a key, a paste, the mouse, or nothing that a player has done."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from lantruco.tui.screens.keystream import PASTE_SECONDS, STALE_SECONDS, KeyStream
from tests.screens.noise import ST, broken, whole

UNKNOWN = [
    "\x1b[57358u",
    "\x1b[57358;65u",
    "\x1b[49;1:3u",
    "\x1b[49;1:2u",
    "\x1b[49;3u",
    "\x1b[49;9u",
    "\x1b[49;2u",
    "\x1b[1;1:3A",
    "\x1b[1;1:2B",
    "\x1b[27;3;49~",
    "\x1b[8;24;80t",
    "\x1b[>41;330;0c",
    "\x1b[?62;22c",
    "\x1b[24;80R",
    "\x1b[I",
    "\x1b[O",
    "\x1b[?1;2$y",
    "\x1b[\x0112\xe9 t",
    "\x1b[200;1~",
    "\x1b[201~",
    "\x1b[1111111111111111111111111111111111111111111111111111111111111111111111u",
    "\x1b[t12",
    "\x1b[T123456",
    "\x1b[M1t2",
    "\x1b[M\x01t2",
    "\x1b[<0;1M",
    "\x1b[<0;1;2;3M",
    "\x1b[<;;M",
    "\x1b[<0;999999;1m",
    "\x1b[1;2m",
    "\x1b[0;1;x",
    f"\x1bP>|tmux 3.4{ST}",
    f"\x1bP1$r1t2\x071{ST}",
    f"\x1bPtmux;\x1b\x1b[1t1{ST}",
    f"\x1b]11;rgb:1111/2222/3333{ST}",
    "\x1b]52;c;MTEx\x07",
    f"\x1b_G1;t{ST}",
    f"\x1b^1t2{ST}",
    f"\x1bX1t2{ST}",
    "\x9b57358u",
    "\x90>|1t\x9c",
    "\x8fZ",
    "\x85",
    "\udc9b8;24;80t",
    "\udce7",
    "\x1bO5Z",
    "\x1bO\r",
    "\x1bOq",
    "\x1b[1;3A",
    "\x1b[[Z",
]
WITH_ALT = [
    "\x1b1",
    "\x1bt",
    "\x1bg",
    "\x1b\r",
    "\x1b\x7f",
    "\x1b ",
    "\x1b/",
    "\x1b\xe9",
    "\x1b\x1b[A",
    "\x1b\x1bOA",
]
UNFINISHED = [
    "\x1b[",
    "\x1b[11",
    "\x1b[<0;1",
    "\x1b[M\x01!",
    "\x1b[[",
    "\x1bO",
    "\x1bO1;2",
    "\x1bP",
    "\x1bP>|tmux 3.4",
    "\x1bPa\x1b",
    "\x1b]11;rgb:1",
    "\x1b_G1",
    "\x1b^",
    "\x1bX",
    "\x9b1",
    "\x9d",
]
KNOWN = [
    ("1", "1"),
    ("é", "é"),
    ("\r", "c-m"),
    ("\x7f", "c-h"),
    ("\x03", "c-c"),
    ("\x1b[A", "up"),
    ("\x1bOA", "up"),
    ("\x1b[1;1A", "up"),
    ("\x1b[1;129:1A", "up"),
    ("\x1b[57419u", "up"),
    ("\x9bA", "up"),
    ("\x1b[6~", "pagedown"),
    ("\x1b[6;1:1~", "pagedown"),
    ("\x1b[1~", "home"),
    ("\x1b[1;1~", "home"),
    ("\x1b[Z", "s-tab"),
    ("\x1b\t", "s-tab"),
    ("\x1b[9;2u", "s-tab"),
    ("\x1bOP", "f1"),
    ("\x1b[[A", "f1"),
    ("\x1b[13u", "c-m"),
    ("\x1b[13;1:1u", "c-m"),
    ("\x1b[27;2;13~", "c-m"),
    ("\x1b[57414u", "c-m"),
    ("\x1b[27u", "escape"),
    ("\x1b[127u", "c-h"),
    ("\x1b[49u", "1"),
    ("\x1b[49;1:1u", "1"),
    ("\x1b[49;129u", "1"),
    ("\x1b[49:33;2u", "!"),
    ("\x1b[57400u", "1"),
    ("\x1b[97;2u", "A"),
    ("\x1b[97;65u", "A"),
    ("\x1b[97;1;97u", "a"),
    ("\x1b[27;2;33~", "!"),
    ("\x1b[99;5u", "c-c"),
    ("\x1b[27;5;99~", "c-c"),
]


@dataclass
class Sent:
    """A terminal that sends, and what becomes of it."""

    now: float = 0.0
    keys: list[KeyPress] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.stream = KeyStream(self.keys.append, lambda: self.now)

    def names(self) -> list[str]:
        return [key.key.value if isinstance(key.key, Keys) else key.key for key in self.keys]

    def send(self, *pieces: str, seconds: float = 0.0, flush: bool = False) -> list[str]:
        """The names of all keys, with a pause before each piece and, if wanted, a moment of silence after."""
        for piece in pieces:
            self.now += seconds
            self.stream.feed(piece)
            if flush:
                self.stream.flush()
        return self.names()


@pytest.mark.parametrize("sequence", [*UNKNOWN, *WITH_ALT])
def test_what_is_no_key_is_swallowed_whole_however_it_is_cut(sequence: str) -> None:
    assert Sent().send(sequence) == []
    assert Sent().send(sequence, "1") == ["1"]
    assert Sent().send(*sequence, "1") == ["1"]


@pytest.mark.parametrize("sequence", UNKNOWN)
def test_a_silence_in_the_midst_of_a_sequence_makes_no_key_of_the_rest(sequence: str) -> None:
    # In the midst of Esc and what belongs to it, silence has always made an Esc.
    before = ["escape"] if sequence[0] == "\x1b" else []
    assert Sent().send(*sequence, seconds=0.2, flush=True) == before
    for cut in range(1, len(sequence)):
        pieces = (sequence[:cut], sequence[cut:])
        assert Sent().send(*pieces, seconds=0.2, flush=True) == (before if cut == 1 else [])


@pytest.mark.parametrize("sequence", UNFINISHED)
def test_a_sequence_that_is_never_finished_takes_only_the_keys_of_a_moment(sequence: str) -> None:
    sent = Sent()
    assert sent.send(sequence, flush=True) == []
    assert sent.send("1", seconds=STALE_SECONDS / 2, flush=True) == []
    assert sent.send("t1", seconds=STALE_SECONDS * 1.1) == ["t", "1"]


@pytest.mark.parametrize("sequence", UNFINISHED)
def test_a_player_can_always_leave(sequence: str) -> None:
    assert Sent().send(sequence, "\x03") == ["c-c"]
    assert Sent().send(sequence, "\x03", "1") == ["c-c", "1"]


@pytest.mark.parametrize("sequence", [text for text in UNFINISHED if text[:2] in ("\x1b[", "\x1bO")])
def test_a_key_after_a_broken_sequence_is_that_key(sequence: str) -> None:
    assert Sent().send(sequence, "\x1b[A") == ["up"]


@pytest.mark.parametrize(("sequence", "name"), KNOWN)
def test_a_key_is_the_same_key_in_every_dress(sequence: str, name: str) -> None:
    assert Sent().send(sequence) == [name]
    assert Sent().send(*sequence, "x") == [name, "x"]


def test_an_escape_is_a_key_after_a_moment_and_what_is_typed_then_another() -> None:
    sent = Sent()
    assert sent.send("\x1b") == []
    sent.stream.flush()
    assert sent.send("1", seconds=0.06) == ["escape", "1"]
    assert Sent().send("\x1b", "1", seconds=0.0) == []
    assert Sent().send("\x1b\x1b", flush=True) == ["escape"]
    assert Sent().send("\x1b", flush=True) == ["escape"]
    late = Sent()
    assert late.send("\x1b", "[", seconds=STALE_SECONDS * 1.1, flush=True) == ["escape", "["]
    # Nobody looked at the input for so long that no moment of silence was noticed.
    assert Sent().send("\x1b", "1", seconds=STALE_SECONDS * 1.1) == ["escape", "1"]


@pytest.mark.parametrize("end", ["<0;28;18M", "<0;28;18m", "32;28;18M", "M !!", "M#\udcff!"])
def test_a_whole_mouse_report_is_the_mouse(end: str) -> None:
    report = f"\x1b[{end}"
    assert Sent().send(report) == ["<vt100-mouse-event>"]
    assert Sent().send(*report) == ["<vt100-mouse-event>"]
    assert Sent().send("\x1b" + report) == ["escape", "<vt100-mouse-event>"]


@given(st.text(max_size=200), st.integers(1, 50))
def test_a_paste_is_one_text_whatever_is_in_it(text: str, size: int) -> None:
    text = text.replace("\x1b[201~", "")
    whole = f"1\x1b[200~{text}\x1b[201~t"
    sent = Sent()
    pieces = [whole[at : at + size] for at in range(0, len(whole), size)]
    assert sent.send(*pieces, seconds=0.2) == ["1", "<bracketed-paste>", "t"]
    assert sent.keys[1].data == text


def test_a_paste_that_never_ends_is_a_text_once_nothing_more_has_come_for_long() -> None:
    sent = Sent()
    assert sent.send("\x1b[200~1t", "2", seconds=STALE_SECONDS * 2, flush=True) == []
    assert sent.send("1", seconds=PASTE_SECONDS * 1.1) == ["<bracketed-paste>", "1"]
    assert sent.keys[0].data == "1t2"


@given(st.lists(whole(), min_size=1, max_size=4), st.data())
def test_no_whole_sequence_is_a_key_wherever_it_is_cut(sequences: list[str], data: st.DataObject) -> None:
    text = "".join(sequences)
    cuts = sorted(data.draw(st.sets(st.integers(1, max(1, len(text) - 1)), max_size=6)))
    pieces = [text[a:b] for a, b in zip([0, *cuts], [*cuts, len(text)], strict=True)]
    assert Sent().send(*pieces) == []
    assert set(Sent().send(*pieces, seconds=0.2, flush=True)) <= {"escape"}
    assert Sent().send(*pieces, "1") == ["1"]


@given(broken())
def test_no_broken_sequence_is_a_key(sequence: str) -> None:
    assert Sent().send(*sequence) == []


@given(st.lists(st.text(st.characters(), max_size=20), max_size=6), st.booleans())
def test_nothing_that_a_terminal_sends_breaks_the_reader(pieces: list[str], flush: bool) -> None:
    sent = Sent()
    sent.send(*pieces, seconds=0.3, flush=flush)
    assert sent.send("1", seconds=PASTE_SECONDS * 2)[-1] == "1"
