"""The records in the home, to be checked and seen again."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.frame import FOOT_ROWS, framed
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.reading import Verdict
from lantruco.tui.screens.replay import Replay
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage

STEPS: Final = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10}


class Records(Screen):
    """A list, newest first; Enter checks the chosen one, p shows its match."""

    moves = frozenset(STEPS)

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.paths: Sequence[Path] = tuple(stage.house.records())
        self.place = 0

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        texts = look.texts
        items: list[Item] = [("escape", "Esc", texts("screen.key.back"))]
        if self.paths:
            items.insert(0, ("p", "p", texts("screen.key.replay")))
            items.insert(0, ("enter", "Enter", texts("screen.key.verify")))
        canvas = framed(look, width, height, texts("screen.records.title"), "", items)
        if not self.paths:
            canvas.put(2, 3, texts("lobby.no_records"))
            return canvas
        canvas.put(
            2, 3, look.fit(texts("screen.records.where", path=self.paths[0].parent), width - 4), "class:dim"
        )
        rows = height - 5 - FOOT_ROWS
        first = max(0, min(self.place - rows // 2, len(self.paths) - rows))
        for number, path in enumerate(self.paths[first : first + rows], first):
            style = "class:chosen" if number == self.place else ""
            y = 5 + number - first
            canvas.put(2, y, f" {look.fit(path.name, width - 6)} ", style)
            canvas.click(2, y, width - 4, 1, f"row {number}")
        return canvas

    def key(self, key: str) -> None:
        if key in (ESCAPE, "q"):
            self.stage.back()
        elif not self.paths:
            return
        elif key in STEPS:
            self.place = max(0, min(len(self.paths) - 1, self.place + STEPS[key]))
        elif key.startswith("row "):
            self.place = int(key[4:])
        elif key == ENTER:
            self.stage.show(Verdict(self.stage, self.paths[self.place]))
        elif key == "p":
            self.stage.show(Replay(self.stage, self.paths[self.place]))
