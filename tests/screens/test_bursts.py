"""Keys faster than fingers are no row of decisions; in a line that is typed they are its text."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from prompt_toolkit.input import DummyInput
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from lantruco.tui.screens.bursts import BURST_SECONDS, Bursts
from lantruco.tui.screens.console import Arrival, Console
from lantruco.tui.screens.forms import OpenForm
from lantruco.tui.screens.opening import first_screen
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.reading import Reading
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.sitting import Sitting
from lantruco.tui.screens.taste import Taste
from tests.screens.hands import HandSession
from tests.screens.terminal import FakeHouse, Terminal, run, shown

FAST = BURST_SECONDS / 2
SLOW = BURST_SECONDS * 1.1
PT, EN = "Teclas rápidas demais", "Keys faster than fingers"


async def at_the_table(terminal: Terminal) -> None:
    """Until my card is asked for."""
    await terminal.until("Sua vez")
    await terminal.quiet()


def seated(session: HandSession) -> Callable[[Program], Sitting]:
    return lambda program: Sitting(program, session, "Mesa")


@pytest.mark.parametrize("size", [1, 3, 100])
def test_of_a_text_pasted_at_the_table_one_key_counts_and_the_screen_says_so(size: int) -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(seated(session), FakeHouse()) as terminal:
            await at_the_table(terminal)
            card, text = session.view().cards[0], "123 t f f a\r/oi\r123\r"
            for at in range(0, len(text), size):
                await terminal.read(text[at : at + size], FAST if at else SLOW)
            await terminal.until(PT)
            await terminal.quiet()
            assert (session.said, session.chatted) == ([card], [])
            terminal.press("escape")
            await terminal.until(lambda: PT not in terminal.text)

    run(work())


def test_keys_of_a_person_in_haste_all_count() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(seated(session), FakeHouse(), Settings(speed="none", lang="en")) as terminal:
            await terminal.until("Your turn")
            await terminal.quiet()
            await terminal.read("g", SLOW)
            await terminal.read("2", SLOW)
            await terminal.until(lambda: session.said)
            assert session.said[0] == "truco"
            assert EN not in terminal.text
            await terminal.read("??", SLOW)
            await terminal.until(EN)

    run(work())


def test_a_text_pasted_where_nothing_is_typed_opens_no_line_to_be_typed_into() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(seated(session), FakeHouse()) as terminal:
            await at_the_table(terminal)
            await terminal.read("/etc/passwd\rroot\r", SLOW)
            await terminal.until("Enter  diz")
            await terminal.quiet()
            assert screen(terminal, Sitting).typing is not None
            assert screen(terminal, Sitting).typing.value == ""  # type: ignore[union-attr]
            assert session.chatted == []

    run(work())


def test_a_text_pasted_into_the_line_is_said_as_far_as_its_first_end_and_plays_nothing() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(seated(session), FakeHouse()) as terminal:
            await at_the_table(terminal)
            terminal.press("/")
            await terminal.quiet()
            await terminal.read("bom jogo 123\r1t2\r/oi\r", SLOW)
            await terminal.until(PT)
            await terminal.quiet()
            assert (session.chatted, session.said) == (["bom jogo 123"], [])

    run(work())


def test_a_name_pasted_at_the_first_start_is_a_name_and_presses_no_key_of_the_lobby() -> None:
    async def work() -> None:
        house = FakeHouse(name=None)
        async with shown(first_screen, house) as terminal:
            await terminal.until("Como você se chama?")
            await terminal.read("Zé do Bar\rb2\rn", SLOW)
            await terminal.until("Nenhuma mesa")
            await terminal.until(PT)
            assert house.name == "Zé do Bar"
            assert house.asked == []

    run(work())


def test_a_text_pasted_into_a_name_stays_in_the_name() -> None:
    async def work() -> None:
        sent: list[object] = []
        form: list[OpenForm] = []

        def make(program: Program) -> OpenForm:
            form.append(OpenForm(program, "", lambda *terms: sent.append(terms)))
            return form[0]

        async with shown(make, FakeHouse()) as terminal:
            await terminal.until("Esc")
            await terminal.read("Bar do Zé", SLOW)
            await terminal.until("Bar do Zé")
            terminal.press("down")
            await terminal.quiet()
            await terminal.read("    ", SLOW)
            await terminal.until(PT)
            assert form[0].seats == 4
            assert sent == []

    run(work())


def test_a_key_held_down_changes_a_setting_once_and_scrolls_as_long_as_it_is_held() -> None:
    async def work() -> None:
        house = FakeHouse()
        async with shown(Taste, house) as terminal:
            await terminal.until("Esc")
            for _ in range(7):
                await terminal.read("\x1b[B", FAST)
            assert screen(terminal, Taste).place == 7
            await terminal.read("\x1b[C", SLOW)
            for _ in range(4):
                await terminal.read("\x1b[C", FAST)
            await terminal.until(PT)
            assert len(house.kept) == 1

    run(work())


def test_a_long_text_is_scrolled_by_a_key_held_down() -> None:
    async def work() -> None:
        def make(program: Program) -> Reading:
            return Reading(program, lambda look: "Long", lambda look: [f"line {n}." for n in range(200)])

        async with shown(make, FakeHouse()) as terminal:
            await terminal.until("line 0.")
            await terminal.read("    ", SLOW)
            await terminal.until("line 40.")
            assert PT not in terminal.text
            await terminal.read(" qqqq", SLOW)
            await terminal.until(PT)
            assert not terminal.running.done()

    run(work())


def test_the_sentence_goes_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("lantruco.tui.screens.program.SAID_SECONDS", 0.2)

    async def work() -> None:
        async with shown(seated(HandSession(2, seed=4)), FakeHouse()) as terminal:
            await at_the_table(terminal)
            await terminal.read("xx", SLOW)
            await terminal.until(PT)
            await terminal.until(lambda: PT not in terminal.text)
            await terminal.until("Sua vez")

    run(work())


def test_an_interruption_counts_in_the_midst_of_a_burst() -> None:
    async def work() -> None:
        async with shown(seated(HandSession(2, seed=4)), FakeHouse()) as terminal:
            await at_the_table(terminal)
            await terminal.read("xx1\x03", SLOW)
            with pytest.raises(KeyboardInterrupt):
                await terminal.running

    with pytest.raises(KeyboardInterrupt):
        run(work())


def test_an_escape_at_the_end_of_a_paste_is_of_the_paste() -> None:
    async def work() -> None:
        async with shown(seated(HandSession(2, seed=4)), FakeHouse()) as terminal:
            await at_the_table(terminal)
            await terminal.arrived("xx\x1b", SLOW)
            await terminal.until(PT)
            await terminal.quiet()
            assert "Sair?" not in terminal.text
            await terminal.arrived("\x1b", SLOW)
            await terminal.until("Sair?")

    run(work())


def test_a_key_that_comes_with_a_report_of_the_terminal_is_nobodys() -> None:
    async def work() -> None:
        session = HandSession(2, seed=4)
        async with shown(seated(session), FakeHouse()) as terminal:
            await at_the_table(terminal)
            await terminal.read("\x1b[11\x1b21t", SLOW)
            await terminal.until(PT)
            assert session.said == []
            await terminal.read("1", SLOW)
            await terminal.until(lambda: session.said)

    run(work())


Kind = TypeVar("Kind")


def screen(terminal: Terminal, kind: type[Kind]) -> Kind:
    top = terminal.program._screens[-1]
    assert isinstance(top, kind)
    return top


# -- the rule alone


@dataclass
class Fingers:
    """Keys one after the other, and which of them count."""

    now: float = 0.0
    number: int = 0
    bursts: Bursts = field(default_factory=Bursts)

    def type(self, *keys: str, seconds: float, line: object = None) -> list[str]:
        counted = []
        for key in keys:
            self.now += seconds
            self.number += 1
            if self.bursts.counts(key, Arrival(self.number, self.now), line, {"down"}):
                counted.append(key)
        return counted


@given(st.lists(st.tuples(st.sampled_from("1tf"), st.floats(0, 0.2)), max_size=30))
def test_no_two_keys_count_within_less_than_a_finger_needs(typed: list[tuple[str, float]]) -> None:
    fingers, counted = Fingers(), []
    for key, seconds in typed:
        if fingers.type(key, seconds=seconds):
            counted.append(fingers.now)
    assert all(later - earlier >= BURST_SECONDS - 1e-9 for earlier, later in pairwise(counted))
    assert bool(counted) == bool(typed)


def test_a_burst_lasts_until_there_is_a_pause() -> None:
    fingers = Fingers()
    assert fingers.type("1", *"2t" * 50, seconds=FAST) == ["1"]
    assert fingers.type("f", seconds=SLOW) == ["f"]
    assert fingers.type("down", seconds=SLOW) == ["down"]
    assert fingers.type("down", "down", "1", "down", seconds=FAST) == ["down", "down"]


def test_a_burst_belongs_to_the_line_in_which_it_began() -> None:
    fingers, line, other = Fingers(), object(), object()
    assert fingers.type(*"ab", seconds=FAST, line=line) == ["a", "b"]
    assert fingers.type(*"cd", seconds=FAST, line=other) == []
    assert fingers.type(*"ef", seconds=FAST) == []
    assert fingers.type(*"gh", seconds=FAST, line=line) == ["g", "h"]


def test_keys_of_one_reading_are_a_burst_however_long_they_took() -> None:
    bursts = Bursts()
    assert bursts.counts("1", Arrival(1, 0.0), None, ())
    assert not bursts.counts("1", Arrival(1, 9.0), None, ())
    assert bursts.counts("1", Arrival(2, 18.0), None, ())


# -- a Windows console, which reports keys and no text


class Reported(DummyInput):
    """An input that reads whole keys."""

    def __init__(self, *keys: KeyPress) -> None:
        self.keys = list(keys)

    def read_keys(self) -> list[KeyPress]:
        return self.keys


@pytest.mark.parametrize(
    ("keys", "kept"),
    [
        ([Keys.Escape, "1"], []),
        ([Keys.Escape], [Keys.Escape]),
        (["1", Keys.Escape], ["1", Keys.Escape]),
        ([Keys.Escape, "1", "2"], ["2"]),
        ([Keys.Escape, Keys.Escape], [Keys.Escape]),
        (["1", Keys.Up], ["1", Keys.Up]),
    ],
)
def test_where_keys_are_reported_one_with_alt_is_none(keys: list[Keys | str], kept: list[Keys | str]) -> None:
    console = Console(Reported(*[KeyPress(key) for key in keys]), lambda: 5.0)
    assert [key.key for key in console.read_keys()] == kept
    assert console.arrival == Arrival(1, 5.0)


def test_a_windows_console_that_sends_sequences_is_decoded_too() -> None:
    from prompt_toolkit.input.vt100_parser import Vt100Parser

    class Reader:
        def __init__(self) -> None:
            self.buffer: list[KeyPress] = []
            self._vt100_parser = Vt100Parser(self.buffer.append)

    terminal = Reported()
    reader = Reader()
    terminal.console_input_reader = reader  # type: ignore[attr-defined]
    Console(terminal, lambda: 0.0)
    for char in "\x1b[57358u1":
        reader._vt100_parser.feed(char)
    assert [key.key for key in reader.buffer] == ["1"]
