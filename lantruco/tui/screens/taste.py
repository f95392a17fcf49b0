"""The screen of the settings."""

from __future__ import annotations

from typing import Final

from lantruco.rules import HIDDEN
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.cards import BIG, COMPACT, draw_card
from lantruco.tui.screens.frame import framed, put_lines
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.settings import CHOICES
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage

LABELS: Final = {
    "lang": "screen.taste.lang",
    "cards": "screen.taste.cards",
    "four_colours": "screen.taste.four_colours",
    "theme": "screen.taste.theme",
    "colours": "screen.taste.colours",
    "ascii": "screen.taste.ascii",
    "speed": "screen.taste.speed",
    "bots": "screen.taste.bots",
    "talk": "screen.taste.talk",
    "careful": "screen.taste.careful",
    "mouse": "screen.taste.mouse",
}
VALUES: Final[dict[str | bool, str]] = {
    True: "screen.taste.yes",
    False: "screen.taste.no",
    "pt": "screen.taste.pt",
    "en": "screen.taste.en",
    "auto": "screen.taste.auto",
    "big": "screen.taste.big",
    "compact": "screen.taste.compact",
    "dark": "screen.taste.dark",
    "light": "screen.taste.light",
    "none": "screen.taste.none",
    "16": "screen.taste.16",
    "256": "screen.taste.256",
    "true": "screen.taste.true",
    "normal": "screen.taste.normal",
    "slow": "screen.taste.slow",
    "fast": "screen.taste.fast",
    "facil": "screen.taste.facil",
    "medio": "screen.taste.medio",
    "forte": "screen.taste.forte",
}
MORE: Final = {
    "careful": "screen.taste.careful.more",
    "mouse": "screen.taste.mouse.more",
    "speed": "screen.taste.speed.more",
    "bots": "screen.taste.bots.more",
    "talk": "screen.taste.talk.more",
    "cards": "screen.taste.cards.more",
    "colours": "screen.taste.colours.more",
}
SAMPLE: Final = ("7P", "AC", "QE", "3O", HIDDEN)


class Taste(Screen):
    """Every setting on a line, with what it does to some cards."""

    moves = frozenset({"up", "down"})

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.place = 0

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        texts = look.texts
        up, sideways = ("up/down", "left/right") if texts.ascii else ("↑↓", "←→")
        items: list[Item] = [
            ("down", up, texts("screen.key.choose")),
            ("right", sideways, texts("screen.key.change")),
            ("escape", "Esc", texts("screen.key.back")),
        ]
        canvas = framed(look, width, height, texts("screen.taste.title"), "", items)
        for row, name in enumerate(CHOICES):
            style = "class:chosen" if row == self.place else ""
            value = texts(VALUES[getattr(look.settings, name)])
            canvas.put(2, 3 + row, f" {look.fit(texts(LABELS[name]), 40):<40} ", style)
            canvas.put(46, 3 + row, value, "class:accent")
            canvas.click(2, 3 + row, 60, 1, f"row {row}")
        chosen = list(CHOICES)[self.place]
        y = 4 + len(CHOICES)
        if self.stage.unkept:
            put_lines(canvas, [self.stage.unkept], 3, y, width - 6, 2, style="class:bad")
        elif chosen in MORE:
            put_lines(canvas, [texts(MORE[chosen])], 3, y, width - 6, 2, style="class:dim")
        size = COMPACT if look.settings.cards == "compact" or height < 24 else BIG
        for number, code in enumerate(SAMPLE):
            draw_card(canvas, 3 + number * (size.width + 1), y + 2, code, size, look)
        return canvas

    def key(self, key: str) -> None:
        names = list(CHOICES)
        if key in ("up", "down"):
            self.place = (self.place + (1 if key == "down" else -1)) % len(names)
        elif key in ("left", "right", ENTER, " "):
            step = -1 if key == "left" else 1
            self.stage.change(self.stage.look.settings.turned(names[self.place], step))
        elif key.startswith("row "):
            self.place = int(key[4:])
            self.stage.change(self.stage.look.settings.turned(names[self.place], 1))
        elif key in (ESCAPE, "q"):
            self.stage.back()
