"""The program that shows the screens: one prompt_toolkit application, and an orderly end for every case."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from typing import Any, Final

from prompt_toolkit.application import Application, run_in_terminal
from prompt_toolkit.application.current import get_app_session, set_app
from prompt_toolkit.data_structures import Point
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import DynamicStyle

from lantruco.tui.screens.bursts import Bursts
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.console import Console
from lantruco.tui.screens.frame import too_small
from lantruco.tui.screens.look import Look, depth_of, look_of, style_of
from lantruco.tui.screens.settings import Settings
from lantruco.tui.screens.stage import ENTER, INTERRUPT, House, Screen
from lantruco.tui.screens.table import MIN_HEIGHT, MIN_WIDTH

log = logging.getLogger(__name__)

ESCAPE_SECONDS: Final = 0.05
"""After a bare Esc: what an arrow key sends more comes sooner, even over a slow line."""
LEAVE_SECONDS: Final = 8.0
"""For a screen to leave its table in order when the program ends."""

SAID_SECONDS: Final = 4.0
"""For the sentence about keys that did not count."""

SUSPEND: Final = "c-z"

_NAMES: Final = {
    "c-m": ENTER,
    "c-j": ENTER,
    "c-i": "tab",
    "c-h": "backspace",
    "c-c": INTERRUPT,
    "c-d": INTERRUPT,
    "<sigint>": INTERRUPT,
}


class Program:
    """The stage on which the screens appear.

    house: None where nobody plays, only a file is looked at. input, output: a test's; None: the terminal's.
    clock: seconds, by which keys are told from a paste.
    """

    def __init__(
        self,
        house: House | None,
        settings: Settings,
        *,
        input: Input | None = None,
        output: Output | None = None,
        environ: Mapping[str, str] | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._house = house
        self._environ = dict(os.environ if environ is None else environ)
        self._settings = settings
        self._look = look_of(settings)
        self._unkept: Exception | None = None
        self._screens: list[Screen] = []
        self._covered = False
        self._console = Console(input or get_app_session().input, clock)
        self._bursts = Bursts()
        self._too_fast: asyncio.TimerHandle | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._application: Application[None] = Application(
            layout=Layout(Window(_Picture(self), always_hide_cursor=False)),
            key_bindings=self._bindings(),
            style=DynamicStyle(lambda: style_of(self._settings, self.depth)),
            color_depth=lambda: depth_of(self._settings, self._environ),
            mouse_support=Condition(lambda: self._settings.mouse),
            full_screen=True,
            input=self._console,
            output=output,
        )
        self._application.ttimeoutlen = self._application.timeoutlen = ESCAPE_SECONDS

    @property
    def look(self) -> Look:
        return self._look

    @property
    def house(self) -> House:
        assert self._house is not None, "a screen that wants to play where nobody plays"
        return self._house

    @property
    def unkept(self) -> str:
        return "" if self._unkept is None else self._look.texts.failure(self._unkept)

    @property
    def depth(self) -> ColorDepth:
        """How many colours are drawn."""
        return depth_of(self._settings, self._environ) or self._application.output.get_default_color_depth()

    async def run(self, first: Screen) -> None:
        """Show screens until the last is gone. What a screen's code raises is raised here, afterwards:
        the terminal is as it was, and every table has been left in order.
        """
        try:
            self.show(first)
            with self._suspending():
                await self._application.run_async(set_exception_handler=False, handle_sigint=False)
        finally:
            await self._leave()

    def show(self, screen: Screen) -> None:
        self._screens.append(screen)
        screen.opened()
        self.refresh()

    def back(self) -> None:
        if self._screens:
            self.replace(self._screens[-1], None)

    def replace(self, old: Screen, new: Screen | None) -> None:
        if old not in self._screens:
            return
        place = self._screens.index(old)
        self._screens[place : place + 1] = [] if new is None else [new]
        self.spawn(old.close())
        if new is not None:
            new.opened()
        if not self._screens:
            self.quit()
        self.refresh()

    def uncover(self, screen: Screen) -> None:
        while screen in self._screens and self._screens[-1] is not screen:
            self.back()

    def is_lowest(self, screen: Screen) -> bool:
        return self._screens[:1] == [screen]

    def quit(self) -> None:
        self._exit(None)

    def refresh(self) -> None:
        self._application.invalidate()

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def change(self, settings: Settings) -> None:
        self._settings = settings
        self._look = look_of(settings)
        self._unkept = None
        try:
            if self._house is not None:
                self._house.keep(settings)
        except Exception as error:
            if not isinstance(getattr(error, "code", None), str):
                raise
            self._unkept = error
        self.refresh()

    def picture(self, width: int, height: int) -> Canvas:
        """The top screen, or why it cannot be shown."""
        try:
            if not self._screens:
                return Canvas(width, height)
            self._covered = width < MIN_WIDTH or height < MIN_HEIGHT
            if self._covered:
                return too_small(self._look, width, height, (MIN_WIDTH, MIN_HEIGHT))
            canvas = self._screens[-1].draw(self._look, width, height)
            if self._too_fast is not None:
                line = self._look.fit(self._look.texts("screen.too_fast"), width - 2)
                canvas.put(1, height - 2, f"{line:<{width - 2}}", "class:bad")
            return canvas
        except Exception as error:
            self._fail(error)
            return Canvas(width, height)

    def typed(self, key: str) -> None:
        """A key of the keyboard. One that came faster than a finger can mean it is no key for a screen."""
        if self._screens and not self._covered and key not in (INTERRUPT, SUSPEND):
            screen = self._screens[-1]
            if not self._bursts.counts(key, self._console.arrival, screen.typing, screen.moves):
                self._say_too_fast()
                return
            self._forget_too_fast()
        self.press(key)

    def clicked(self, key: str) -> None:
        """A key of the screen. Where the mouse is not wanted, no report of it is a click."""
        if self._settings.mouse:
            self.press(key)

    def press(self, key: str) -> None:
        """A key for the top screen. While the window is too small to show it, nobody can mean one."""
        try:
            if key == INTERRUPT:
                self._exit(KeyboardInterrupt())
            elif key == SUSPEND:
                self._suspend()
            elif self._screens and not self._covered:
                self._screens[-1].key(key)
        except Exception as error:
            self._fail(error)
        self.refresh()

    def _say_too_fast(self) -> None:
        self._forget_too_fast()
        self._too_fast = asyncio.get_running_loop().call_later(SAID_SECONDS, self._forget_too_fast)
        self.refresh()

    def _forget_too_fast(self) -> None:
        if self._too_fast is not None:
            self._too_fast.cancel()
            self._too_fast = None
            self.refresh()

    @contextlib.contextmanager
    def _suspending(self) -> Iterator[None]:
        """Obey a request to stop for a while by giving the terminal back first, where there is such."""
        loop, number = asyncio.get_running_loop(), getattr(signal, "SIGTSTP", None)
        if number is None:
            yield
            return
        try:
            # Only the main thread hears signals.
            with contextlib.suppress(ValueError, RuntimeError):
                loop.add_signal_handler(number, self._suspend)
            yield
        finally:
            loop.remove_signal_handler(number)

    def _suspend(self) -> None:
        stop = getattr(signal, "SIGSTOP", None)
        if stop is not None:
            with set_app(self._application):
                run_in_terminal(lambda: os.kill(os.getpid(), stop))

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.Any)
        def _(event: KeyPressEvent) -> None:
            key = event.key_sequence[0].key
            name = key.value if isinstance(key, Keys) else key
            self.typed(_NAMES.get(name, name))

        @bindings.add(Keys.BracketedPaste)
        def _(event: KeyPressEvent) -> None:
            try:
                if self._screens and not self._covered:
                    self._screens[-1].paste(event.data)
            except Exception as error:
                self._fail(error)
            self.refresh()

        return bindings

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            self._fail(error)

    def _fail(self, error: BaseException) -> None:
        log.critical("a screen failed", exc_info=error)
        self._exit(error)

    def _exit(self, error: BaseException | None) -> None:
        # Once only: the end may be asked for again while it is under way.
        future = self._application.future
        if future is not None and not future.done():
            if error is None:
                self._application.exit()
            else:
                self._application.exit(exception=error)

    async def _leave(self) -> None:
        self._forget_too_fast()
        screens, self._screens = self._screens, []
        for screen in reversed(screens):
            try:
                async with asyncio.timeout(LEAVE_SECONDS):
                    await screen.close()
            except TimeoutError:
                log.error("a table was not left in time")
            except Exception as error:
                log.critical("a table was not left in order", exc_info=error)
        for task in list(self._tasks):
            task.cancel()
        for task in list(self._tasks):
            with contextlib.suppress(asyncio.CancelledError, Exception):
                await task


class _Picture(UIControl):
    """The window's only content: the canvas of the top screen."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._canvas = Canvas(0, 0)

    def is_focusable(self) -> bool:
        return True

    def create_content(self, width: int, height: int) -> UIContent:
        canvas = self._canvas = self._program.picture(width, height)
        x, y = canvas.cursor or (0, 0)
        return UIContent(
            get_line=canvas.fragments,
            line_count=canvas.height,
            cursor_position=Point(x=x, y=y),
            show_cursor=canvas.cursor is not None,
        )

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        if mouse_event.event_type == MouseEventType.MOUSE_UP:
            key = self._canvas.key_at(mouse_event.position.x, mouse_event.position.y)
            if key is not None:
                self._program.clicked(key)
