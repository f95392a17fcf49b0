"""What screens are, and what they may ask of the program that shows them."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from lantruco.tui.doors import Session, TableRow
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.fields import Field
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.settings import Settings

ENTER: Final = "enter"
ESCAPE: Final = "escape"
INTERRUPT: Final = "interrupt"


class House(Protocol):
    """Who plays here, and the ways to a table. Those that fail raise an exception with a `code` (E_*)."""

    @property
    def name(self) -> str | None:
        """The player's name; None at the first start."""

    def call_me(self, name: str) -> None:
        """Take this name from now on, and keep it."""

    def suggested_name(self) -> str: ...

    def tables(self) -> Sequence[TableRow]:
        """The tables heard of until now."""

    @property
    def notice(self) -> str | None:
        """What the lobby must say, such as why no tables can be heard here; None: nothing."""

    async def open(
        self, name: str, seats: int, bots: int, rules: Mapping[str, object] | None = None
    ) -> Session: ...

    async def join(self, row: TableRow) -> Session: ...

    async def join_address(self, address: str) -> Session: ...

    def records(self) -> Sequence[Path]:
        """Records in the home, newest first."""

    def keep(self, settings: Settings) -> None:
        """Keep the settings for the next time. Raises an exception with a `code` (E_*) when it cannot."""


class Screen:
    """One full screen. It draws itself from its state, and its state changes by keys.

    moves: the keys that only move what is shown, and may be held down.
    """

    moves: Collection[str] = frozenset()

    @property
    def typing(self) -> Field | None:
        """The line that is being typed, if there is one."""
        return None

    def opened(self) -> None:
        """It has come to the top for the first time."""

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        """The screen in this size."""
        raise NotImplementedError

    def key(self, key: str) -> None:
        """A key: a character, or a name such as `enter`, `escape`, `up`, `pagedown`, `f1`, `interrupt`."""
        raise NotImplementedError

    def paste(self, text: str) -> None:
        """Text pasted at once: for fields only, so that it can never play a card."""

    async def close(self) -> None:
        """It will not be shown again: leave in order what it holds."""


class Stage(Protocol):
    """The program, as its screens see it."""

    @property
    def look(self) -> Look: ...

    @property
    def house(self) -> House: ...

    @property
    def unkept(self) -> str:
        """Why the settings that hold now are not kept for the next time; empty if they are."""

    def show(self, screen: Screen) -> None:
        """Put a screen on top."""

    def back(self) -> None:
        """Take the top screen away; the program ends with the last."""

    def replace(self, old: Screen, new: Screen | None) -> None:
        """Put `new` in the place of `old`, wherever that is; with None just take it away."""

    def uncover(self, screen: Screen) -> None:
        """Take away all that was opened on a screen."""

    def is_lowest(self, screen: Screen) -> bool:
        """Whether nothing lies below a screen: to go back from it ends the program."""

    def quit(self) -> None:
        """End the program in order."""

    def refresh(self) -> None:
        """Something has changed: draw again soon."""

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Do something beside. What it raises ends the program in order."""

    def change(self, settings: Settings) -> None:
        """Look like this from now on, and keep it, or say in `unkept` why it is not."""
