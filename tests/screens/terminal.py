"""A terminal in the process: the program writes to an emulator, a person types keys and looks."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from itertools import chain, repeat
from pathlib import Path
from typing import Any, TextIO, cast

import pyte
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from lantruco.tui.doors import Session, TableRow
from lantruco.tui.screens.keystream import STALE_SECONDS
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.stage import Screen
from tests.patience import PATIENCE
from tests.screens.hands import HandSession

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "enter": "\r",
    "escape": "\x1b",
    "interrupt": "\x03",
    "backspace": "\x7f",
    "pagedown": "\x1b[6~",
    "pageup": "\x1b[5~",
    "home": "\x1b[H",
    "end": "\x1b[F",
}
QUICK = Settings(speed="none")


def run(work: Coroutine[Any, Any, None]) -> None:
    """Run a test's work; what hangs fails."""

    async def bounded() -> None:
        async with asyncio.timeout(PATIENCE):
            await work

    asyncio.run(bounded())


class Refusal(Exception):
    """What a door raises when it stays shut."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class FakeHouse:
    """A house whose tables are played by the rules engine."""

    def __init__(self, name: str | None = "Ana") -> None:
        self.name = name
        self.notice: str | None = None
        self.rows: list[TableRow] = []
        self.paths: list[Path] = []
        self.kept: list[Settings] = []
        self.sessions: list[HandSession] = []
        self.asked: list[tuple[str, int, int, Mapping[str, object]]] = []
        self.shut: str | None = None
        self.seed = 0
        self.score = (0, 0)

    def call_me(self, name: str) -> None:
        if not name.strip():
            raise Refusal("E_NAME")
        self.name = name.strip()

    def suggested_name(self) -> str:
        return "ana"

    def tables(self) -> Sequence[TableRow]:
        return self.rows

    async def open(
        self, name: str, seats: int, bots: int, rules: Mapping[str, object] | None = None
    ) -> Session:
        self.asked.append((name, seats, bots, rules or {}))
        return self._session(seats)

    async def join(self, row: TableRow) -> Session:
        return self._session(row.seats)

    async def join_address(self, address: str) -> Session:
        return self._session(2)

    def records(self) -> Sequence[Path]:
        return self.paths

    def keep(self, settings: Settings) -> None:
        self.kept.append(settings)

    def _session(self, seats: int) -> HandSession:
        if self.shut is not None:
            raise Refusal(self.shut)
        self.sessions.append(HandSession(seats, seed=self.seed, score=self.score))
        return self.sessions[-1]


class _Wire:
    """Where the program writes to."""

    encoding = "utf-8"

    def __init__(self, stream: pyte.Stream) -> None:
        self._stream = stream
        self.sent = ""

    def write(self, text: str) -> int:
        self.sent += text
        self._stream.feed(text)
        return len(text)

    def flush(self) -> None:
        return None

    def isatty(self) -> bool:
        return True


class Terminal:
    """What a person at the program sees and types."""

    def __init__(self, columns: int, rows: int) -> None:
        self.screen = pyte.Screen(columns, rows)
        self.wire = _Wire(pyte.Stream(self.screen))
        self.program: Program
        self.running: asyncio.Task[None]
        self._told: tuple[tuple[int, int, int], str] = ((-1, 0, 0), "")
        self.now = 0.0
        self.send: Callable[[str], None]
        """Bytes as they come, at this moment."""
        self._keys: deque[str] = deque()
        self._typing: asyncio.Task[None] | None = None

    @property
    def text(self) -> str:
        # The emulator takes its time to tell what it shows.
        state = (len(self.wire.sent), self.screen.columns, self.screen.lines)
        if state != self._told[0]:
            self._told = (state, "\n".join(line.rstrip() for line in self.screen.display))
        return self._told[1]

    def row(self, number: int) -> str:
        """One line; -1 is the lowest."""
        return str(self.screen.display[number]).rstrip()

    def colours(self) -> set[str]:
        """All colours on the screen, those of the background too."""
        cells = (
            self.screen.buffer[row][column]
            for row in range(self.screen.lines)
            for column in range(self.screen.columns)
        )
        return {colour for cell in cells for colour in (cell.fg, cell.bg)}

    def colour_of(self, char: str) -> set[str]:
        """The colours in which a character stands on the screen."""
        return {
            cell.fg
            for row in range(self.screen.lines)
            for column in range(self.screen.columns)
            if (cell := self.screen.buffer[row][column]).data == char
        }

    def press(self, *keys: str) -> None:
        """Type as fingers do: one key after the other, each on its own."""
        self._keys.extend(KEYS.get(key, key) for key in keys)
        if self._typing is None or self._typing.done():
            self._typing = asyncio.ensure_future(self._type())

    async def typed(self) -> None:
        """Wait until all keys are typed and read."""
        if self._typing is not None:
            await self._typing

    def paste(self, text: str) -> None:
        self.press(f"\x1b[200~{text}\x1b[201~")

    async def _type(self) -> None:
        while self._keys and not self.running.done():
            await self.arrived(self._keys.popleft(), 2 * STALE_SECONDS)

    async def arrived(self, text: str, seconds: float) -> None:
        """Send something so many seconds after what came before, and wait until it is read, with the moment
        after it that makes an Esc a key.
        """
        await self.read(text, seconds)
        await self._turn(lambda: not self.program._console.pending)

    async def read(self, text: str, seconds: float) -> None:
        """Send something so many seconds after what came before, and wait until it is read."""
        console = self.program._console
        reading = console.arrival.number
        self.now += seconds
        self.send(text)
        await self._turn(lambda: console.arrival.number > reading)

    async def _turn(self, so: Callable[[], object]) -> None:
        """Let the program go on until something is so."""
        for pause in chain(repeat(0.0, 20), repeat(0.002)):
            if so() or self.running.done():
                return
            await asyncio.sleep(pause)

    async def until(self, wanted: str | Callable[[], object]) -> None:
        """Wait until a text is on the screen, or something else is so."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not (wanted in self.text if isinstance(wanted, str) else wanted()):
                    if self.running.done():
                        await self.running
                        raise AssertionError(f"ended without {wanted}:\n{self.text}")
                    await asyncio.sleep(0.005)
        except TimeoutError:
            raise AssertionError(f"waited in vain for {wanted}:\n{self.text}") from None

    async def quiet(self) -> None:
        """Wait until the screen has stood still for a moment, in which the loop has come round often enough
        for what was typed to be read, understood and drawn."""
        await self.typed()
        before, still = -1, 0
        while still < 12:
            still = still + 1 if before == len(self.wire.sent) else 0
            before = len(self.wire.sent)
            await asyncio.sleep(0.005)

    def resize(self, columns: int, rows: int) -> None:
        self.screen.resize(rows, columns)
        self.program._application._on_resize()


@asynccontextmanager
async def shown(
    make: Callable[[Program], Screen],
    house: FakeHouse,
    settings: Settings = QUICK,
    *,
    columns: int = 80,
    rows: int = 24,
    environ: Mapping[str, str] | None = None,
) -> AsyncIterator[Terminal]:
    """The program with a first screen, until the block ends; then it is made to quit."""
    terminal = Terminal(columns, rows)
    output = Vt100_Output(
        cast(TextIO, terminal.wire),
        lambda: Size(rows=terminal.screen.lines, columns=terminal.screen.columns),
        term="xterm-256color",
        enable_cpr=False,
    )
    with create_pipe_input() as pipe:
        terminal.send = lambda text: pipe.send_bytes(text.encode("utf-8", "surrogateescape"))
        environ = {"COLORTERM": "truecolor"} if environ is None else environ
        terminal.program = Program(
            house, settings, input=pipe, output=output, environ=environ, clock=lambda: terminal.now
        )
        terminal.running = asyncio.ensure_future(terminal.program.run(make(terminal.program)))
        try:
            await asyncio.sleep(0)
            yield terminal
        finally:
            if terminal._typing is not None:
                terminal._typing.cancel()
            terminal.program.quit()
            await asyncio.gather(terminal.running, return_exceptions=True)
