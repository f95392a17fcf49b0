"""Pictures of the screens: the game itself, played by keys at an emulated terminal, drawn as SVG.

`python -m tests.screens.pictures [FOLDER]` writes all of them. The same program gives the same pictures.
"""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from lantruco.peer.events import Ended, Gathered, RecordKept
from lantruco.protocol.sidetalk_messages import ChatSaid
from lantruco.protocol.views import TableView
from lantruco.record.retell import account_of
from lantruco.record.told import Told
from lantruco.rules import HIDDEN, parse_match
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.opening import first_screen
from lantruco.tui.screens.program import Program
from lantruco.tui.screens.replay import Replay
from lantruco.tui.screens.result import Result
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.sitting import Sitting
from lantruco.tui.screens.stage import Screen
from tests.screens.hands import HandSession
from tests.screens.svg import picture
from tests.screens.terminal import QUICK, FakeHouse, Terminal, run, shown
from tests.screens.test_replay_screen import MATCH
from tests.tui.fakes import view

ROOT: Final = Path(__file__).resolve().parents[2]
FOLDER: Final = ROOT / "docs" / "pictures"
RECORD: Final = ROOT / "seeds" / "golden" / "two-seats.jsonl"
SHOWN_RECORD: Final = Path("~/.local/share/lantruco/records/mesa-do-fundo.jsonl")
"""Where a player's record would be, whatever the path of this copy of the project."""
ENGLISH: Final = replace(QUICK, lang="en")
SEEDS: Final = 2000
"""Deals that are tried for one that leads to the wanted scene."""


class People(HandSession):
    """A table at which everybody is a person."""

    def seen_by(self, seat: int) -> TableView:
        return replace(super().seen_by(seat), bots=(None,) * self.players)

    def _put(self, *events: object) -> None:
        nobodys = (None,) * self.players
        people = (replace(event, bots=nobodys) if isinstance(event, Gathered) else event for event in events)
        super()._put(*people)


@dataclass(frozen=True)
class Row:
    """A line of the list of tables."""

    name: str
    host: str
    seats: int
    taken: int
    options: str = ""
    version: int = 1


@dataclass(frozen=True)
class Shot:
    """One picture: how to get there, and the words that show that it has been reached."""

    title: str
    make: Callable[[Program], Screen]
    until: tuple[str, ...]
    settings: Settings = QUICK
    size: tuple[int, int] = (80, 24)
    environ: Mapping[str, str] | None = None
    rows: tuple[Row, ...] = ()
    keys: tuple[str, ...] = ()
    ready: str = "Esc"
    """What stands on the screen when keys are heard and mean what they are to mean here."""
    name: str = "Ana"


TABLES: Final = (
    Row("Mesa do fundo", "Beto", 4, 3),
    Row("Truco de sexta", "Dora", 4, 1, options="coberta=false"),
    Row("Só nós dois", "Caju", 2, 1),
    Row("Mesão", "Flor", 6, 2),
)


def table(deal: Callable[[], HandSession], title: str = "Mesa do fundo") -> Callable[[Program], Screen]:
    return lambda program: Sitting(program, deal(), title)


def open_cards(seen: TableView) -> bool:
    return HIDDEN not in dict(seen.table).values()


def truco_asked() -> HandSession:
    """Four persons, some vazas into a hand: an opponent has just asked for truco, and I am to answer."""
    for seed in range(SEEDS):
        session = People(4, seed=seed, score=(7, 5))
        while not session.number and len(session.hand.vazas) < 2:
            if session.view().pending == 3 and "aceita" in session.view().legal:
                break
            session.say(next(token for token in session.view().legal if len(token) == 2 or token == "aceita"))
        seen = session.view()
        if seen.hand == 0 and seen.pending == 3 and len(seen.table) >= 2 and seen.vazas and open_cards(seen):
            session._put(ChatSaid(2, "Vai que é nossa!"))
            return session
    raise AssertionError("nobody asks for truco")


def mao_de_onze() -> HandSession:
    return next(
        session
        for seed in range(SEEDS)
        if (session := People(4, seed=seed, score=(11, 8))).view().partners and "joga" in session.view().legal
    )


def on_the_felt(players: int, *, cards: int, score: tuple[int, int] = (7, 3)) -> HandSession:
    """It is my turn in the second vaza, with so many cards on the table."""
    for seed in range(SEEDS):
        session = People(players, seed=seed, score=score)
        card = next((token for token in session.view().legal if len(token) == 2), None)
        if card is None:
            continue
        session.say(card)
        seen = session.view()
        mine = seen.hand == 0 and seen.turn == 0 and len(seen.vazas) == 1
        if mine and len(seen.table) == cards and open_cards(seen):
            return session
    raise AssertionError("no such deal")


def result(program: Program) -> Screen:
    """After the match that the record tells of."""
    end = view(seat=1, score=(0, 12), winner=1, legal=(), closed=True, phase="closed", hand=1, turn=None)
    board = Board(seen=end, record=RecordKept(RECORD), ended=Ended(None), digest=bytes(32), settled=True)
    screen = Result(program, board, "Mesa do fundo", lambda: None)
    assert screen.verification is not None
    return screen


def replay(program: Program) -> Screen:
    """A match of four that somebody wrote down."""
    match = parse_match(MATCH)
    return Replay(program, Path("mesa-do-fundo.truco"), Told(match, account_of(match), "finished"))


def shots() -> dict[str, Shot]:
    """All pictures by name."""
    ascii_only = replace(QUICK, ascii=True)
    return {
        "lobby": Shot(
            "Lantruco: the lobby",
            first_screen,
            ("Carta coberta",),
            rows=TABLES,
            keys=("down",),
            ready="Mesão",
        ),
        "table-truco": Shot(
            "Four players; an opponent has asked for truco", table(truco_asked), ("Truco!", "Vai que")
        ),
        "mao-de-onze": Shot(
            "Mão de onze: the partner's cards are open to me", table(mao_de_onze), ("MÃO DE ONZE",)
        ),
        "mao-de-ferro": Shot(
            "Mão de ferro: nobody has seen any card",
            table(lambda: People(2, seed=1, score=(11, 11))),
            ("NO ESCURO", "escolha a primeira"),
        ),
        "table-large": Shot(
            "Six players in a window of 200 columns",
            table(lambda: on_the_felt(6, cards=4), "Big table"),
            ("Your turn",),
            settings=replace(ENGLISH, four_colours=True),
            size=(200, 60),
        ),
        "table-ascii": Shot(
            "Without colours and in ASCII",
            table(lambda: on_the_felt(4, cards=2)),
            ("Sua vez",),
            settings=ascii_only,
            environ={"NO_COLOR": "1"},
        ),
        "result": Shot(
            "After the match: the record holds, and its numbers",
            result,
            ("Checked:", "proofs"),
            settings=ENGLISH,
            name="Beto",
        ),
        "replay": Shot(
            "A match seen again: step by step, with all hands as far as they came to be known",
            replay,
            ("Mão 3", "passo 10"),
            keys=("3", "enter", *["right"] * 9),
            ready="passo",
        ),
        "deal": Shot(
            "Why the deal is fair, in words",
            table(lambda: on_the_felt(4, cards=2)),
            ("How cards are dealt",),
            settings=ENGLISH,
            size=(100, 30),
            keys=("d",),
            ready="Your turn",
        ),
    }


@asynccontextmanager
async def taken(shot: Shot) -> AsyncIterator[Terminal]:
    """The terminal with the scene on it."""
    house = FakeHouse(shot.name)
    house.rows = list(shot.rows)
    columns, rows = shot.size
    async with shown(
        shot.make, house, shot.settings, columns=columns, rows=rows, environ=shot.environ
    ) as terminal:
        if shot.keys:
            await terminal.until(shot.ready)
            await terminal.quiet()
            terminal.press(*shot.keys)
        for words in shot.until:
            await terminal.until(words)
        screen = terminal.program._screens[-1]
        if isinstance(screen, Result) and screen.verification is not None:
            screen.verification.path = SHOWN_RECORD
            terminal.program.refresh()
        await terminal.quiet()
        yield terminal


def draw(shot: Shot) -> str:
    """The scene as SVG."""
    pictures = []

    async def work() -> None:
        async with taken(shot) as terminal:
            pictures.append(picture(terminal.screen, shot.title))

    run(work())
    return pictures[0]


def main(folder: Path) -> None:
    """Write all pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, shot in shots().items():
        path = folder / f"{name}.svg"
        path.write_text(draw(shot), encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
