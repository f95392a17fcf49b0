"""The lobby in line mode: which tables are open, and the ways to one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from lantruco.players.levels import DEFAULT_LEVEL
from lantruco.protocol.hashing import VERSION
from lantruco.rules import TABLE_SIZES
from lantruco.tui.doors import Doors, Session, TableRow
from lantruco.tui.glyphs import shown_name
from lantruco.tui.keyboard import Keyboard
from lantruco.tui.line import BOT_WORDS, LineTable
from lantruco.tui.texts import Texts

SEATS = tuple(map(str, TABLE_SIZES))
MAX_RECORDS = 20


class Lobby:
    """Menus until the player quits. `write` gets one line of text at a time."""

    def __init__(
        self, doors: Doors, keyboard: Keyboard, texts: Texts, write: Callable[[str], None], table_name: str
    ) -> None:
        self._doors = doors
        self._keyboard = keyboard
        self._texts = texts
        self._write = write
        self._table_name = table_name

    async def run(self) -> None:
        """Until the player quits or the input closes."""
        self._say("lobby.title")
        while True:
            rows = list(self._doors.tables())
            self._list(rows)
            self._say("lobby.menu")
            line = await self._keyboard.line()
            if line is None:
                return
            word = line.strip().casefold()
            if word in ("s", "sair", "q", "quit", "exit"):
                return
            session = await self._enter(word, rows)
            if session is not None:
                await LineTable(session, self._texts, self._write).play(self._keyboard)

    async def _enter(self, word: str, rows: Sequence[TableRow]) -> Session | None:
        texts = self._texts
        if word.isascii() and word.isdigit():
            number = int(word[:4])
            if 1 <= number <= len(rows):
                return await self._try(lambda: self._doors.join(rows[number - 1]))
            self._write(texts("lobby.no_row", number=word))
        elif word in ("a", "abrir", "o", "open"):
            return await self._open()
        elif word in BOT_WORDS:
            return await self._with_bots(BOT_WORDS[word])
        elif word in ("e", "endereco", "endereço", "d", "address"):
            address = await self._question("lobby.ask.address")
            if address:
                return await self._try(lambda: self._doors.join_address(address))
        elif word in ("r", "registros", "records"):
            self._records()
        elif word:
            self._write(texts("line.unclear", text=word))
        return None

    async def _open(self) -> Session | None:
        name = await self._question("lobby.ask.name", default=self._table_name)
        seats = await self._seats()
        if name is None or seats is None:
            return None
        return await self._try(lambda: self._doors.open(name, seats, 0, DEFAULT_LEVEL))

    async def _with_bots(self, level: str) -> Session | None:
        seats = await self._seats()
        if seats is None:
            return None
        return await self._try(lambda: self._doors.open(self._table_name, seats, seats - 1, level))

    async def _seats(self) -> int | None:
        answer = await self._question("lobby.ask.seats", default="2")
        while answer is not None and answer not in SEATS:
            answer = await self._question("lobby.ask.seats", default="2")
        return None if answer is None else int(answer)

    async def _question(self, key: str, default: str = "") -> str | None:
        """The answer, `default` for an empty line, None when the input has closed."""
        self._write(self._texts(key, default=default))
        line = await self._keyboard.line()
        return None if line is None else (line.strip() or default)

    async def _try(self, enter: Callable[[], Awaitable[Session]]) -> Session | None:
        try:
            return await enter()
        except Exception as error:
            code = getattr(error, "code", None)
            if not isinstance(code, str):
                raise
            self._write(self._texts.failure(error))
            return None

    def _list(self, rows: Sequence[TableRow]) -> None:
        self._write("")
        if not rows:
            self._say("lobby.none")
            return
        self._say("lobby.tables")
        for number, row in enumerate(rows, 1):
            told = " · ".join(part for part in (table_row(row, self._texts), row.options) if part)
            self._write(f"  {number}) {told}")

    def _records(self) -> None:
        records = list(self._doors.records())[:MAX_RECORDS]
        self._say("lobby.records" if records else "lobby.no_records")
        for path in records:
            self._write(f"  {path}")

    def _say(self, key: str) -> None:
        for line in self._texts(key).split("\n"):
            self._write(line)


def table_row(row: TableRow, texts: Texts) -> str:
    """A table of the list in one line; one of another version says so, before anybody tries to join it."""
    key = "lobby.row" if row.version == VERSION else "lobby.row.version"
    name, host = shown_name(row.name), shown_name(row.host)
    return texts(key, name=name, host=host, taken=row.taken, seats=row.seats, version=row.version)
