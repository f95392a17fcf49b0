"""Screens to read: help, the account of a match, the explanation of the deal, the verdict on a record."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.frame import FOOT_ROWS, HEAD_ROWS, framed
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage
from lantruco.tui.screens.verifying import Check, Verification
from lantruco.tui.verdict import refusal, verdict_lines

STEPS = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, " ": 10, "b": -10}
FAR = 1_000_000
READ_WIDTH = 96
"""Columns of a line that the eye still follows back."""


class Reading(Screen):
    """Lines that can be scrolled. `lines` may say more the next time it is asked."""

    moves = frozenset(STEPS)

    def __init__(
        self,
        stage: Stage,
        title: Callable[[Look], str],
        lines: Callable[[Look], Sequence[str]],
        *,
        at_end: bool = False,
    ) -> None:
        self.stage = stage
        self._title = title
        self._lines = lines
        self._top = FAR if at_end else 0
        # How far one can scroll in the size that was drawn last.
        self._most = FAR

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        items: list[Item] = [
            ("up", "↑" if not look.texts.ascii else "up", look.texts("screen.key.scroll")),
            ("escape", "Esc", look.texts("screen.key.back")),
        ]
        canvas = framed(look, width, height, self._title(look), "", items)
        rows = height - HEAD_ROWS - FOOT_ROWS
        wrapped = [part for line in self._lines(look) for part in wrap(line, min(READ_WIDTH, width - 4))]
        top = min(self._top, max(0, len(wrapped) - rows))
        for row, line in enumerate(wrapped[top : top + rows]):
            canvas.put(2, HEAD_ROWS + row, line)
        if len(wrapped) > rows:
            place = top * (rows - 1) // max(1, len(wrapped) - rows)
            canvas.put(width - 2, HEAD_ROWS + place, look.glyphs.full, "class:dim")
        self._most = max(0, len(wrapped) - rows)
        return canvas

    def key(self, key: str) -> None:
        if key in STEPS:
            self._top = min(self._most, max(0, min(self._top, self._most) + STEPS[key]))
        elif key in ("home", "end"):
            self._top = 0 if key == "home" else FAR
        elif key in (ESCAPE, ENTER, "q"):
            self.stage.back()


def help_screen(stage: Stage) -> Reading:
    """Keys and rules in short."""
    return Reading(
        stage,
        lambda look: look.texts("screen.help.title"),
        lambda look: look.texts("screen.help").split("\n"),
    )


class Verdict(Reading):
    """A record being checked, and what comes of it."""

    def __init__(self, stage: Stage, path: Path) -> None:
        super().__init__(stage, lambda look: look.texts("screen.verdict.title"), self._told)
        self.verification = Verification(path, stage.refresh)

    def opened(self) -> None:
        self.stage.spawn(self.verification.run())

    async def close(self) -> None:
        self.verification.stop()

    def _told(self, look: Look) -> Sequence[str]:
        return told(self.verification, look)


def told(verification: Verification, look: Look) -> list[str]:
    """The verdict on a record as far as it is known."""
    texts, report, error = look.texts, verification.report, verification.error
    path = verification.path
    if report is not None:
        mark = look.glyphs.check
        return [f"{mark} " + texts("verify.true", path=path.name), "", *verdict_lines(report, texts)]
    if error is not None:
        return [refusal(path.name, error, texts)]
    return [texts("screen.verifying", percent=int(verification.fraction * 100)), bar(verification, look, 40)]


def bar(check: Check[Any], look: Look, width: int) -> str:
    """How far the check is."""
    full = int(check.fraction * width)
    return look.glyphs.full * full + look.glyphs.empty * (width - full)
