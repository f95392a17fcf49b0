"""The full-screen game at a real terminal: when it can be had, the player's house, and its exit status."""

from __future__ import annotations

import contextlib
import logging
import os
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from lantruco.cli.commands.open_table import open_with_bots
from lantruco.cli.config import write_name
from lantruco.cli.doors import Ways
from lantruco.cli.failure import OK, Failure, status_of
from lantruco.cli.home import Home
from lantruco.cli.invocation import Invocation
from lantruco.cli.names import clean_name, default_name
from lantruco.cli.output import Output
from lantruco.cli.progress import ProgressLine
from lantruco.net.errors import NetError
from lantruco.net.identity import Identity
from lantruco.peer.opening import Terms
from lantruco.peer.participant import Participant
from lantruco.peer.session import Session
from lantruco.tui.texts import Texts

if TYPE_CHECKING:
    from lantruco.tui.screens.settings import Settings

log = logging.getLogger(__name__)


def wanted(invocation: Invocation) -> bool:
    """Whether to fill the screen: at a terminal that can move its cursor, unless `--plain` was given."""
    if invocation.arguments.plain or sys.stdin is None or sys.stdout is None:
        return False
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return False
    return _moves_cursor()


async def lobby(invocation: Invocation, home: Home) -> int:
    """The lobby, until the player quits."""
    # What is loaded here, and the look at the network, take most of a second.
    with ProgressLine(ascii=invocation.output.ascii) as line:
        line.show(invocation.texts("lobby.opening"))
        from lantruco.net.discovery import Discovery
        from lantruco.tui.screens.opening import first_screen
        from lantruco.tui.screens.program import Program

        house = NetworkHouse(invocation, home)
        discovery: Discovery | None = None
        try:
            discovery = await Discovery.open(invocation.interfaces())
            house.browser = discovery.browse()
        except NetError as error:
            house.add_notice(invocation.texts.failure(error))
    try:
        program = Program(house, settings(invocation, home.path))
        with telling_of_records(home, invocation.output, invocation.texts):
            await program.run(first_screen(program))
    finally:
        if discovery is not None:
            await discovery.close()
    return OK


async def table(invocation: Invocation, home: Home, enter: Callable[[], Awaitable[Session]]) -> int:
    """One table, until its result has been looked at."""
    from lantruco.tui.screens.program import Program
    from lantruco.tui.screens.sitting import Sitting

    house = NetworkHouse(invocation, home)
    with telling_of_records(home, invocation.output, invocation.texts):
        session = await enter()
        program = Program(house, settings(invocation, home.path))
        title = getattr(invocation.arguments, "name", None) or invocation.arguments.table
        sitting = Sitting(program, session, title)
        await program.run(sitting)
    ended = sitting.board.ended
    code = "E_LEFT" if ended is None else ended.code
    return OK if code is None or sitting.board.digest is not None else status_of(code)


async def replay(invocation: Invocation, path: Path) -> int:
    """A match step by step, until the reader has enough. What keeps the file from being told is raised."""
    from lantruco.tui.screens.program import Program
    from lantruco.tui.screens.replay import Replay

    program = Program(None, settings(invocation, invocation.home_path))
    screen = Replay(program, path)
    await program.run(screen)
    if screen.error is not None:
        raise screen.error
    return OK


@contextlib.contextmanager
def telling_of_records(home: Home, output: Output, texts: Texts) -> Iterator[None]:
    """Once the screen is gone, however it went, say where the records are that were begun behind it."""
    before = set(home.kept_records())
    try:
        yield
    finally:
        for path in sorted(set(home.kept_records()) - before):
            output.line(texts("event.record", path=path))


def settings(invocation: Invocation, home: Path) -> Settings:
    """The kept settings; what the command line says goes first."""
    from lantruco.tui.screens.settings import Settings, load_settings

    lang: Literal["pt", "en"] = "en" if invocation.lang == "en" else "pt"
    kept = load_settings(home, Settings(lang=lang))
    if invocation.arguments.lang:
        kept = replace(kept, lang=lang)
    return replace(kept, ascii=kept.ascii or invocation.output.ascii)


def _moves_cursor() -> bool:
    if sys.platform != "win32":
        return os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    from prompt_toolkit.output import create_output

    try:
        create_output()
    except Exception as error:
        # Some shells there call a pipe a terminal, and only the console itself knows better.
        log.info("no console to draw on: %r", error)
        return False
    return True


class NetworkHouse(Ways):
    """A person, the home, and the ways from there to real tables."""

    def __init__(self, invocation: Invocation, home: Home) -> None:
        super().__init__(invocation, home, self._participant)
        self.notice: str | None = None
        self._identity = Identity.load_or_create(home.identity)
        given = getattr(invocation.arguments, "as")
        asks = given is None and not home.guest and invocation.config.name is None
        self.name: str | None = None if asks else invocation.player_name(home)
        if home.guest:
            self.add_notice(invocation.texts("home.guest", path=invocation.home_path, guest=home.path))

    def add_notice(self, text: str) -> None:
        """Say one more sentence in the lobby."""
        self.notice = text if self.notice is None else f"{self.notice} {text}"

    def call_me(self, name: str) -> None:
        """Take this name, and keep it in the config, or say in the lobby that it is not. Failure E_NAME."""
        self.name = clean_name(name)
        try:
            write_name(self._home.path, self.name)
        except Failure as failure:
            unkept = Failure("E_KEEP", **failure.values)
            unkept.__cause__ = failure.__cause__
            self.add_notice(self._invocation.texts.failure(unkept))

    def suggested_name(self) -> str:
        return default_name()

    async def open(
        self, name: str, seats: int, bots: int, rules: Mapping[str, object] | None = None
    ) -> Session:
        """Open a table, with bots of mine."""
        terms = Terms.of(clean_name(name), seats, rules or {})
        kept = settings(self._invocation, self._home.path)
        return await open_with_bots(
            self._invocation, self._home, self._me(), terms, bots, kept.bots, talk=kept.talk, lang=kept.lang
        )

    def keep(self, settings: Settings) -> None:
        """Keep the settings. Failure E_KEEP: they are not."""
        from lantruco.tui.screens.settings import save_settings

        try:
            save_settings(self._home.path, settings)
        except OSError as error:
            log.warning("the settings are not kept: %s", error)
            raise Failure("E_KEEP", path=self._home.path) from error

    def _participant(self) -> Participant:
        return Participant(
            identity=self._identity,
            name=self.name or default_name(),
            records=self._home.records,
            journal=self._home.journal,
            interfaces=self._invocation.interfaces(),
        )
