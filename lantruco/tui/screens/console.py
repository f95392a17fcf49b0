"""The terminal's input with nothing in it but keys, the mouse and pastes, and with the moment of each."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from prompt_toolkit.input import Input
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from lantruco.tui.screens.keystream import KeyStream


@dataclass(frozen=True, slots=True)
class Arrival:
    """One reading of the input: its number, when it was, in seconds of the clock, and whether something that
    was no key stood in it before the first key.
    """

    number: int
    at: float
    after_noise: bool = False


class Console(Input):
    """`terminal` as the screens want it: what it sends as text goes through a `KeyStream`.

    So do a POSIX terminal and a pipe, and a Windows console that sends sequences. Another Windows console
    reports keys, and there is nothing to decode; Alt alone comes as an Esc before the key, in one reading.
    """

    def __init__(self, terminal: Input, clock: Callable[[], float]) -> None:
        self._terminal = terminal
        self._clock = clock
        self._stream: KeyStream | None = None
        self.arrival = Arrival(0, clock())
        # A Windows console keeps its parser, if it has one, in its reader.
        reader = getattr(terminal, "console_input_reader", None)
        for owner, name in ((terminal, "vt100_parser"), (reader, "_vt100_parser")):
            parser = getattr(owner, name, None)
            if isinstance(parser, Vt100Parser | KeyStream):
                self._stream = KeyStream(parser.feed_key_callback, clock)
                setattr(owner, name, self._stream)

    def read_keys(self) -> list[KeyPress]:
        keys = self._terminal.read_keys()
        noise = False
        if self._stream is None:
            keys = _without_alt(keys)
        else:
            noise = self._stream.after_noise
            self._stream.rest()
        self.arrival = Arrival(self.arrival.number + 1, self._clock(), noise)
        return keys

    @property
    def pending(self) -> bool:
        """Whether an Esc waits for what may follow it."""
        return self._stream is not None and self._stream.pending

    def flush_keys(self) -> list[KeyPress]:
        """The keys that were still held back. They came with the last reading."""
        return self._terminal.flush_keys()

    def fileno(self) -> int:
        return self._terminal.fileno()

    def typeahead_hash(self) -> str:
        return self._terminal.typeahead_hash()

    def flush(self) -> None:
        self._terminal.flush()

    @property
    def closed(self) -> bool:
        return self._terminal.closed

    def raw_mode(self) -> AbstractContextManager[None]:
        return self._terminal.raw_mode()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return self._terminal.cooked_mode()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        return self._terminal.attach(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        return self._terminal.detach()

    def close(self) -> None:
        self._terminal.close()


def _without_alt(keys: list[KeyPress]) -> list[KeyPress]:
    """The keys but those pressed with Alt. An Esc after which nothing stands was the key itself."""
    kept = []
    waiting = iter(keys)
    for key in waiting:
        if key.key == Keys.Escape and (following := next(waiting, None)) is not None:
            if following.key == Keys.Escape:
                kept.append(following)
        else:
            kept.append(key)
    return kept
