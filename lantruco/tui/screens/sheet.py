"""The page of a match, saved beside its record and shown in the browser, as the result's screen offers it."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from prompt_toolkit.utils import get_cwidth

from lantruco.record.report import Report
from lantruco.tui.report_page import open_page, save_page
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.stage import Stage


class Sheet:
    """One page, and what became of it."""

    def __init__(self, record: Path) -> None:
        self.path = record.with_suffix(".html")
        self._record = record
        self._saved = False
        self._shown = False
        self._error: Exception | None = None

    async def write(self, report: Report, stage: Stage, *, show: bool) -> None:
        """Save the page, and show it if that is wanted; `line` says what came of it."""
        self._error, self._saved, self._shown = None, False, False
        try:
            await asyncio.to_thread(save_page, report, self.path, stage.look.texts.lang, [self._record])
            self._saved = True
            if show:
                await asyncio.to_thread(open_page, self.path, os.environ)
                self._shown = True
        except Exception as error:
            if not isinstance(getattr(error, "code", None), str):
                raise
            self._error = error
        stage.refresh()

    def line(self, look: Look, width: int) -> tuple[str, str]:
        """One line of so many columns, and its style."""
        texts = look.texts
        if not self._saved:
            if self._error is not None:
                failed = texts("screen.page.failed", reason=texts.reason_of(self._error) or "?")
                return look.fit(failed, width), "class:bad"
            return look.fit(texts("screen.page.keys"), width), "class:dim"
        key, style = "screen.page.shown" if self._shown else "screen.page.saved", "class:good"
        if self._error is not None:
            key, style = "screen.page.alone", "class:bad"
        room = width - get_cwidth(texts(key, path=""))
        return texts(key, path=look.tail(str(self.path), room)), style
