"""The lobby: the tables that are open, as they come and go, and every other way to a game."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from itertools import count
from typing import Final

from lantruco.protocol.names import MAX_NAME
from lantruco.tui.doors import Session, TableRow
from lantruco.tui.glyphs import NAME_COLUMNS, clip, shown_name
from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.cards import BIG, draw_card
from lantruco.tui.screens.forms import AddressForm, BotsForm, OpenForm, option_words
from lantruco.tui.screens.frame import FOOT_ROWS, framed, put_cut
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.reading import help_screen
from lantruco.tui.screens.records import Records
from lantruco.tui.screens.sitting import Sitting
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage
from lantruco.tui.screens.taste import Taste

LOOK_SECONDS: Final = 0.3
"""Between two looks at the list of tables."""
LEAST_ROWS: Final = 3
"""Of the list, the chosen one and a neighbour on either side."""
BELOW_ROWS: Final = 5
"""Below the list, when there is nothing more to say about the chosen table."""
SAID_ROWS: Final = 3
"""For what goes wrong: the longest sentence on the narrowest screen."""

Enter = Callable[[], Awaitable[Session]]


class LobbyScreen(Screen):
    """The list, a menu in the bar, and what goes wrong in one line."""

    moves = frozenset({"up", "down"})

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.rows: Sequence[TableRow] = ()
        self.numbers: Sequence[int] = ()
        """The key that joins each row."""
        self.place = 0
        self.busy = ""
        self.notice = ""
        self._entering: asyncio.Task[None] | None = None

    def opened(self) -> None:
        self.stage.spawn(self._watch())

    async def close(self) -> None:
        if self._entering is not None:
            self._entering.cancel()

    async def _watch(self) -> None:
        heard: Sequence[TableRow] = ()
        while True:
            rows = list(self.stage.house.tables())
            if rows != heard:
                heard = rows
                self._take(rows)
                self.stage.refresh()
            await asyncio.sleep(LOOK_SECONDS)

    def _take(self, rows: Sequence[TableRow]) -> None:
        """List these tables. Each keeps its number: others come and go while a finger is on its way.

        For the same reason a number that was in the list a moment ago is given to no other table yet.
        """
        chosen = self.numbers[self.place] if self.rows else None
        kept = dict(zip(_identities(self.rows), self.numbers, strict=True))
        identities = _identities(rows)
        free = (number for number in count(1) if number not in self.numbers)
        numbers = [kept[identity] if identity in kept else next(free) for identity in identities]
        order = sorted(range(len(rows)), key=numbers.__getitem__)
        self.rows, self.numbers = [rows[place] for place in order], sorted(numbers)
        if chosen in self.numbers:
            self.place = self.numbers.index(chosen)
        self.place = max(0, min(self.place, len(rows) - 1))

    # -- keys

    def key(self, key: str) -> None:
        if self.busy:
            if key == ESCAPE and self._entering is not None:
                self._entering.cancel()
            return
        said, self.notice = self.notice, ""
        if said and key == ESCAPE:
            # It was meant for what has just failed, or takes the sentence away; the next one quits.
            return
        stage = self.stage
        if key in ("up", "down") and self.rows:
            self.place = (self.place + (1 if key == "down" else -1)) % len(self.rows)
        elif key == ENTER and self.rows:
            self._join(self.rows[self.place])
        elif key.isascii() and key.isdigit() and key != "0" and self.rows:
            self._join_number(int(key))
        elif key == "n":
            stage.show(OpenForm(stage, self._table_name(), self.open))
        elif key == "b":
            stage.show(BotsForm(stage, lambda seats: self.open(self._table_name(), seats, seats - 1, {})))
        elif key == "e":
            stage.show(AddressForm(stage, self._join_address))
        elif key == "r":
            stage.show(Records(stage))
        elif key == "p":
            stage.show(Taste(stage))
        elif key in ("?", "h"):
            stage.show(help_screen(stage))
        elif key in (ESCAPE, "q"):
            stage.back()

    def _table_name(self) -> str:
        name = self.stage.house.name or ""
        suggested = self.stage.look.texts("lobby.table_name", name=name)
        return clip(suggested[:MAX_NAME], NAME_COLUMNS).strip()

    def _join_number(self, number: int) -> None:
        if number in self.numbers:
            self._join(self.rows[self.numbers.index(number)])
        else:
            self.notice = self.stage.look.texts("lobby.no_row", number=number)

    def _join(self, row: TableRow) -> None:
        text = self.stage.look.texts("screen.busy.join", name=shown_name(row.name))
        self._enter(lambda: self.stage.house.join(row), shown_name(row.name), text)

    def _join_address(self, address: str) -> None:
        text = self.stage.look.texts("screen.busy.join", name=address)
        self._enter(lambda: self.stage.house.join_address(address), address, text)

    def open(self, name: str, seats: int, bots: int, rules: Mapping[str, object]) -> None:
        """Open a table and sit down at it."""
        self._enter(
            lambda: self.stage.house.open(name, seats, bots, rules),
            name,
            self.stage.look.texts("screen.busy.open", name=name),
            lambda: self.open(name, seats, bots, rules),
        )

    def _enter(self, enter: Enter, title: str, text: str, again: Callable[[], None] | None = None) -> None:
        self.busy, self.notice = text, ""

        async def work() -> None:
            try:
                session = await enter()
            except asyncio.CancelledError:
                self.notice = self.stage.look.texts("screen.busy.given_up")
                raise
            except Exception as error:
                if not isinstance(getattr(error, "code", None), str):
                    raise
                self.notice = self.stage.look.texts.failure(error)
            else:
                self.stage.show(Sitting(self.stage, session, title, again))
            finally:
                self.busy = ""
                self._entering = None
                self.stage.refresh()

        self._entering = self.stage.spawn(work())

    # -- drawing

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        texts = look.texts
        canvas = framed(look, width, height, texts("lobby.title"), self.stage.house.name or "", _menu(look))
        line, style = (self.busy, "class:accent") if self.busy else (self.notice, "class:bad")
        if self.busy:
            line += " " + texts("screen.busy.cancel")
        said = wrap(line, width - 4)[:SAID_ROWS]
        bottom = height - FOOT_ROWS - len(said)
        y = 3
        if self.rows:
            canvas.put(2, y, texts("lobby.tables"), "class:dim")
            options = option_words(str(getattr(self.rows[self.place], "options", "")), look)
            # What is played at the chosen table is worth more than a longer list.
            below = max(BELOW_ROWS, len(wrap(options, width - 6)) + 1)
            y = self._list(canvas, look, y + 1, max(y + 1 + LEAST_ROWS, bottom - below))
            if options:
                y += put_cut(canvas, look, options, 3, y + 1, width - 6, bottom - y - 1, "class:dim")
        else:
            y = _empty(canvas, look, y)
        notice = self.stage.house.notice
        if notice is not None:
            y += put_cut(canvas, look, notice, 3, y + 1, width - 6, bottom - y - 1, "class:bad")
        if len(said) == 1 and height - FOOT_ROWS - y >= BIG.height + 4:
            _fan(canvas, look, height - FOOT_ROWS - BIG.height - 2)
        put_cut(canvas, look, line, 2, bottom, width - 4, len(said), style)
        return canvas

    def _list(self, canvas: Canvas, look: Look, y: int, bottom: int) -> int:
        """The tables, as many as fit round the chosen one."""
        rows = max(1, bottom - y)
        first = max(0, min(self.place - rows + 1, len(self.rows) - rows))
        for place in range(first, min(first + rows, len(self.rows))):
            self._row(canvas, look, y, place)
            y += 1
        return y

    def _row(self, canvas: Canvas, look: Look, y: int, place: int) -> None:
        texts, glyphs, width = look.texts, look.glyphs, canvas.width
        row, number = self.rows[place], self.numbers[place]
        style = "class:chosen" if place == self.place else ""
        canvas.put(1, y, " " * (width - 2), style)
        mark = glyphs.turn if place == self.place else " "
        label = str(number) if number <= 9 else " "
        canvas.put(2, y, f"{mark} {label}", style)
        name_width = max(18, (width - 40) // 2)
        canvas.put(6, y, look.fit(row.name, name_width), f"{style} class:strong")
        host = look.fit(texts("screen.row.host", host=row.host), name_width)
        canvas.put(7 + name_width, y, host, style)
        seats = glyphs.taken * row.taken + glyphs.free * (row.seats - row.taken)
        text = f"{seats} " + texts("screen.row.seats", taken=row.taken, seats=row.seats)
        canvas.put_right(width - 2, y, text, style)
        canvas.click(1, y, width - 2, 1, label)


def _identities(rows: Sequence[TableRow]) -> list[tuple[str, str, int]]:
    """What tells one table from another: name and host, and which one of several that share them."""
    seen: Counter[tuple[str, str]] = Counter()
    identities = []
    for row in rows:
        identities.append((row.name, row.host, seen[row.name, row.host]))
        seen[row.name, row.host] += 1
    return identities


def _menu(look: Look) -> list[Item]:
    texts = look.texts
    return [
        ("n", "n", texts("screen.key.open")),
        ("b", "b", texts("screen.key.bots")),
        ("e", "e", texts("screen.key.address")),
        ("r", "r", texts("screen.key.records")),
        ("p", "p", texts("screen.key.taste")),
        ("?", "?", texts("screen.key.help")),
        ("escape", "Esc", texts("screen.key.quit")),
    ]


def _empty(canvas: Canvas, look: Look, y: int) -> int:
    texts = look.texts
    canvas.put(2, y, texts("lobby.none"), "class:strong")
    y += 2
    for line in texts("screen.lobby.next").split("\n"):
        for part in wrap(line, canvas.width - 6):
            canvas.put(3, y, part)
            y += 1
    return y


def _fan(canvas: Canvas, look: Look, y: int) -> None:
    """A vira and its four manilhas, strongest first, named: the order every newcomer asks for."""
    cards = ("7O", "QP", "QC", "QE", "QO")
    names = ("screen.vira", "manilha.P", "manilha.C", "manilha.E", "manilha.O")
    pitch = 13 if canvas.width >= 76 else 11
    x = (canvas.width - pitch * (len(cards) - 1) - BIG.width) // 2
    for number, (code, key) in enumerate(zip(cards, names, strict=True)):
        left = x + number * pitch
        draw_card(canvas, left, y, code, BIG, look)
        canvas.put_middle(left - 2, BIG.width + 4, y + BIG.height, look.texts(key), "class:dim")
