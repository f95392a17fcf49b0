"""Bots on the seats of my own table: in the form that opens it, and in the room while it fills."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from lantruco.peer.errors import PeerError
from lantruco.peer.events import Gathered, Opened
from lantruco.protocol.views import TableView
from lantruco.tui.screens.forms import OpenForm
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.sitting import Sitting
from tests.screens.hands import HandSession
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown


class FakeHosting:
    """Bots that come when the test lets them."""

    def __init__(self, table: MyTable) -> None:
        self.table = table
        self.brought: list[tuple[int, str]] = []
        self.sent_away: list[int] = []
        self.coming: frozenset[int] = frozenset()
        self.fails = False
        self._gone = asyncio.Event()

    @property
    def mine(self) -> frozenset[int]:
        return frozenset(seat for seat, owner in enumerate(self.table.owners) if owner == "Ana")

    async def seat_bot(self, seat: int, level: str) -> None:
        if self.fails:
            raise PeerError("E_BOT", reason="timeout")
        self.brought.append((seat, level))
        self.coming |= {seat}

    async def gone(self, seat: int) -> None:
        await self._gone.wait()

    def send_away(self, seat: int) -> None:
        self.sent_away.append(seat)
        self.table.sit(seat, None)

    def arrive(self, seat: int) -> None:
        self.coming -= {seat}
        self.table.sit(seat, "Zeca", "Ana")

    def die(self) -> None:
        self.coming = frozenset()
        self._gone.set()


class MyTable(HandSession):
    """A table of mine at which nobody else sits yet."""

    empty = False

    def __init__(self, seats: int = 4) -> None:
        super().__init__(4)
        self.empty = True
        while not self._queue.empty():
            self._queue.get_nowait()
        self.people: list[str | None] = ["Ana", *[None] * (seats - 1)]
        self.owners: list[str | None] = [None] * seats
        self.bots = FakeHosting(self)
        self.hosting = self.bots
        self._put(Opened("Mesa", 47110, ("192.168.0.7",)))
        self.sit(0, "Ana")

    def view(self) -> TableView:
        return None if self.empty else super().view()  # type: ignore[return-value]

    def sit(self, seat: int, name: str | None, owner: str | None = None) -> None:
        self.people[seat], self.owners[seat] = name, owner
        self._put(Gathered(tuple(self.people), tuple(self.owners), 0))


def room(session: HandSession) -> Callable[[Program], Sitting]:
    return lambda program: Sitting(program, session, "Mesa")


@pytest.mark.parametrize(
    ("columns", "rows", "environ", "settings"),
    [
        (80, 24, {"COLORTERM": "truecolor"}, QUICK),
        (80, 24, {"NO_COLOR": "1"}, QUICK),
        (100, 30, {}, Settings(speed="none", ascii=True, lang="en")),
        (200, 60, {}, QUICK),
    ],
    ids=["80x24", "no colour", "ascii", "200x60"],
)
def test_a_bot_comes_to_the_chosen_seat_and_goes_again(
    columns: int, rows: int, environ: dict[str, str], settings: Settings
) -> None:
    english = settings.lang == "en"
    words = (
        ("on its way", "bot of Ana", "x  bot away")
        if english
        else ("a caminho", "bot de Ana", "x  tirar bot")
    )

    async def work() -> None:
        session = MyTable()
        async with shown(
            room(session), FakeHouse(), settings, columns=columns, rows=rows, environ=environ
        ) as terminal:
            await terminal.until("1 of 4" if english else "1 de 4")
            assert ("b  seat a bot" if english else "b  sentar bot") in terminal.row(-1)
            assert words[2] not in terminal.row(-1)
            terminal.press("down", "b")
            await terminal.until(words[0])
            assert session.bots.brought == [(2, "forte")]
            session.bots.arrive(2)
            await terminal.until(words[1])
            assert words[2] in terminal.row(-1)
            terminal.press("x")
            await terminal.until(lambda: words[1] not in terminal.text)
            assert session.bots.sent_away == [2]

    run(work())


def test_a_taken_seat_gives_the_bot_the_first_free_one() -> None:
    async def work() -> None:
        session = MyTable()
        session.sit(1, "Beto")
        async with shown(room(session), FakeHouse()) as terminal:
            await terminal.until("2 de 4")
            terminal.press("b")
            await terminal.until("a caminho")
            terminal.press("b")
            await terminal.until(lambda: len(session.bots.brought) == 2)
            assert [seat for seat, _ in session.bots.brought] == [2, 3]
            assert session.bots.sent_away == []

    run(work())


def test_the_arrows_choose_how_well_it_plays() -> None:
    async def work() -> None:
        session, house = MyTable(), FakeHouse()
        async with shown(room(session), house) as terminal:
            await terminal.until("bot forte")
            terminal.press("right")
            await terminal.until("bot médio")
            terminal.press("b")
            await terminal.until("a caminho")
            assert session.bots.brought == [(1, "medio")]
            assert house.kept[-1].bots == "medio"

    run(work())


def test_nobody_sends_away_a_person() -> None:
    async def work() -> None:
        session = MyTable()
        session.sit(1, "Beto")
        session.hosting.send_away = refuse  # type: ignore[union-attr, method-assign]
        async with shown(room(session), FakeHouse()) as terminal:
            await terminal.until("2 de 4")
            assert "tirar bot" not in terminal.text
            terminal.press("x")
            await terminal.until("lugar")
            assert "Beto" in terminal.text

    run(work())


def refuse(seat: int) -> None:
    raise PeerError("E_SEAT")


def test_a_bot_that_does_not_start_or_arrive_is_no_secret() -> None:
    async def work() -> None:
        session = MyTable()
        async with shown(room(session), FakeHouse()) as terminal:
            await terminal.until("1 de 4")
            session.bots.fails = True
            terminal.press("b")
            await terminal.until("O bot não começou")
            session.bots.fails = False
            terminal.press("b")
            await terminal.until("a caminho")
            assert "O bot não começou" not in terminal.text
            session.bots.die()
            await terminal.until(lambda: "a caminho" not in terminal.text)

    run(work())


def test_at_somebody_elses_table_there_are_no_such_keys() -> None:
    async def work() -> None:
        session = MyTable()
        session.hosting = None
        async with shown(room(session), FakeHouse()) as terminal:
            await terminal.until("1 de 4")
            assert "sentar bot" not in terminal.text
            terminal.press("b", "x", "down")
            await terminal.quiet()
            assert session.bots.brought == []

    run(work())


def test_the_form_of_a_new_table_has_the_bots_level() -> None:
    async def work() -> None:
        house = FakeHouse()
        opened: list[object] = []

        def form(program: Program) -> OpenForm:
            return OpenForm(program, "Mesa de Ana", lambda *terms: opened.append(terms))

        async with shown(form, house) as terminal:
            await terminal.until("Nível deles")
            terminal.press("down", "down", "right", "down", "left")
            await level_is(terminal, "fácil")
            terminal.press("left")
            await level_is(terminal, "médio")
            assert house.kept[-1].bots == "medio"
            terminal.press("enter")
            await terminal.until(lambda: opened)
            assert opened == [("Mesa de Ana", 2, 1, {})]

    run(work())


async def level_is(terminal: Terminal, level: str) -> None:
    await terminal.until(
        lambda: any("Nível deles" in line and level in line for line in terminal.text.split("\n"))
    )
