"""A match seen again, step by step, with what its file makes known of all hands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.record.farewell import leave_sentences
from lantruco.record.report import HandReport
from lantruco.record.told import Told
from lantruco.tui.account import who
from lantruco.tui.retelling import hand_steps
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.fields import Field
from lantruco.tui.screens.frame import framed
from lantruco.tui.screens.frames import Frame, frames_of, opened
from lantruco.tui.screens.helpbar import Item, put_help
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.reading import Reading, bar
from lantruco.tui.screens.scene import Scene
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage
from lantruco.tui.screens.table import SIDE_WIDTH, Strip, draw_felt, put_news, put_sides
from lantruco.tui.screens.taste import Taste
from lantruco.tui.screens.verifying import Telling
from lantruco.tui.verdict import checked_lines

FORTH: Final = frozenset({"right", ENTER, " "})
BACK: Final = frozenset({"left", "backspace", "b"})
HAND_KEY: Final = "hand "
"""What a click on the number of a hand is called, before that number."""
KEPT_HANDS: Final = 8
"""Hands whose pictures are kept: those that a reader goes to and fro between."""
JUMP_DIGITS: Final = 5
"""Of the number of a hand: the longest text that is read has less than 100,000 of them."""


class Replay(Screen):
    """A file being checked and then shown. told: what it tells, where that is known already."""

    moves = FORTH | BACK | {"up", "down", "pageup", "pagedown"}

    def __init__(self, stage: Stage, path: Path, told: Told | None = None) -> None:
        self.stage = stage
        self.path = path
        self.telling = Telling(path, stage.refresh)
        self.telling.found = told
        self.hand = 0
        self.step = 0
        self.open = True
        self.jump: Field | None = None
        self._frames: dict[tuple[int, str, bool], tuple[Frame, ...]] = {}

    def opened(self) -> None:
        if not self.telling.done:
            self.stage.spawn(self.telling.run())

    async def close(self) -> None:
        self.telling.stop()

    @property
    def error(self) -> Exception | None:
        """Why the file cannot be shown."""
        return self.telling.error

    # -- drawing

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        told = self.telling.found
        if told is None or not told.match.hands:
            return self._draw_nothing(look, width, height)
        frame = self._row(told, self.hand, look)[self.step]
        board = opened(frame) if self.open else frame.board
        assert board.seen is not None
        scene = Scene(board, self.path.name)
        canvas, strip = draw_felt(scene, look, width, height)
        canvas.click(0, 1, strip.width, strip.y - 1, "right")
        self._course(canvas, told, look, strip)
        put_sides(canvas, scene, look, strip)
        put_news(canvas, scene, look, height - 3, strip.width)
        if self.jump is not None:
            text = look.texts("screen.replay.jump", hands=len(told.match.hands))
            x = canvas.put(1, height - 2, f"{text} ", "class:ask")
            self.jump.draw(canvas, x, height - 2, JUMP_DIGITS + 1, active=True)
        else:
            line = look.fit(self._line(told, board, board.seen, look), strip.width - 2)
            canvas.put(1, height - 2, line, "class:ask")
        put_help(canvas, self._items(look), look, height - 1)
        return canvas

    def _draw_nothing(self, look: Look, width: int, height: int) -> Canvas:
        """While it is being checked, and when there is nothing to be shown."""
        texts, telling = look.texts, self.telling
        items: list[Item] = [("escape", "Esc", texts("screen.key.back"))]
        canvas = framed(look, width, height, texts("screen.replay.title"), self.path.name, items)
        if not telling.done:
            percent = int(telling.fraction * 100)
            canvas.put_middle(0, width, height // 2 - 1, texts("screen.verifying", percent=percent))
            canvas.put_middle(0, width, height // 2, bar(telling, look, 40), "class:dim")
            return canvas
        if telling.error is None:
            lines, style = [texts("screen.replay.nothing")], "class:strong"
        else:
            lines, style = [texts("screen.replay.false"), texts.failure(telling.error)], "class:bad"
        wrapped = [part for line in lines for part in wrap(line, min(72, width - 8))]
        for row, line in enumerate(wrapped):
            canvas.put(4, 3 + row, line, style)
        return canvas

    def _line(self, told: Told, board: Board, view: TableView, look: Look) -> str:
        """Who comes next; at the end, how the file ends."""
        texts = look.texts
        last = self.hand == len(told.match.hands) - 1
        if last and self.step == len(self._row(told, self.hand, look)) - 1:
            left = leave_sentences(told.left, [who(seat, view) for seat in range(view.players)], texts)
            return " ".join([*left, texts(f"replay.{told.status}")])
        if not board.settled:
            return ""
        names = ", ".join(who(seat, view) for seat in view.actors)
        return texts("screen.wait.turn" if view.phase == "turn" else "screen.wait.answer", names=names)

    def _course(self, canvas: Canvas, told: Told, look: Look, strip: Strip) -> None:
        """Where in the match this is, and the score after each hand that has been seen."""
        texts, hands = look.texts, self._hands(told)
        x, width = SIDE_WIDTH + 2, strip.width - 2 * (SIDE_WIDTH + 2)
        y = strip.y + (1 if strip.size.height > 3 else 0)
        steps = len(self._row(told, self.hand, look))
        place = texts("screen.replay.place", step=self.step + 1, steps=steps, hands=len(hands))
        canvas.put_middle(x, width, y, place, "class:dim")
        cell = max(3, len(str(len(hands))) + 1)
        count = min(len(hands), (width - 2) // cell)
        first = max(0, min(self.hand - count // 2, len(hands) - count))
        left = x + (width - 2 - cell * count) // 2
        canvas.put(left, y + 2, "A", "class:us")
        canvas.put(left, y + 3, "B", "class:them")
        for number, hand in enumerate(hands[first : first + count], first):
            end = left + 2 + cell * (number - first + 1)
            style = "class:chosen" if number == self.hand else "class:dim"
            canvas.put_right(end, y + 1, str(number + 1), style)
            canvas.click(end - cell + 1, y + 1, cell, 3, f"{HAND_KEY}{number}")
            if number < self.hand or (number == self.hand and self.step == steps - 1):
                canvas.put_right(end, y + 2, str(hand.score[0]), "class:us")
                canvas.put_right(end, y + 3, str(hand.score[1]), "class:them")

    def _items(self, look: Look) -> list[Item]:
        texts, plain = look.texts, look.texts.ascii
        if self.jump is not None:
            return [
                ("enter", "Enter", texts("screen.key.go_on")),
                ("escape", "Esc", texts("screen.key.undo")),
            ]
        return [
            ("right", "<- ->" if plain else "← →", texts("screen.key.step")),
            ("down", "up down" if plain else "↑ ↓", texts("screen.key.vaza")),
            ("pagedown", "PgDn", texts("screen.key.hand")),
            ("g", "g", texts("screen.key.jump")),
            ("c", "c", texts("screen.key.cover_hands" if self.open else "screen.key.open_hands")),
            ("l", "l", texts("screen.key.account")),
            *([("v", "v", texts("screen.key.verdict"))] if self._report_lines(look) else []),
            ("?", "?", texts("screen.key.help")),
            ("escape", "Esc", texts("screen.key.back")),
        ]

    # -- keys

    @property
    def typing(self) -> Field | None:
        return self.jump

    def key(self, key: str) -> None:
        told = self.telling.found
        if told is None or not told.match.hands:
            if key in (ESCAPE, "q") or (key == ENTER and self.telling.done):
                self.stage.back()
        elif self.jump is not None:
            self._type(key, self.jump, told)
        elif key in (ESCAPE, "q"):
            self.stage.back()
        elif key == "g" or (key.isascii() and key.isdigit()):
            self.jump = Field("" if key == "g" else key, limit=JUMP_DIGITS)
        elif not self._panel(key, told):
            self._move(key, told)

    def paste(self, text: str) -> None:
        if self.jump is not None:
            self.jump.insert("".join(char for char in text if char in "0123456789"))

    def _type(self, key: str, field: Field, told: Told) -> None:
        if key == ESCAPE:
            self.jump = None
        elif key == ENTER:
            self.jump = None
            if field.value:
                self._go(min(len(told.match.hands), max(1, int(field.value))) - 1)
        elif len(key) > 1 or key in "0123456789":
            field.key(key)

    def _panel(self, key: str, told: Told) -> bool:
        stage = self.stage
        if key == "c":
            self.open = not self.open
        elif key in ("?", "h"):
            stage.show(Reading(stage, lambda look: look.texts("screen.help.title"), _help))
        elif key == "p":
            stage.show(Taste(stage))
        elif key == "l":
            account = self._account_lines(told, stage.look)
            stage.show(Reading(stage, lambda look: look.texts("screen.account"), lambda look: account))
        elif key == "v" and told.report is not None:
            stage.show(Reading(stage, lambda look: look.texts("screen.verdict.title"), self._report_lines))
        elif key == "d" and told.report is not None:
            stage.show(Reading(stage, lambda look: look.texts("screen.deal.title"), _deal))
        else:
            return False
        return True

    def _move(self, key: str, told: Told) -> None:
        look, hands = self.stage.look, len(told.match.hands)
        steps = len(self._row(told, self.hand, look))
        if key in FORTH:
            self._to(self.step + 1, told)
        elif key in BACK:
            self._to(self.step - 1, told)
        elif key == "down":
            self._to(next((mark for mark in self._marks(told, self.hand) if mark > self.step), steps), told)
        elif key == "up":
            marks = [mark for mark in self._marks(told, self.hand) if mark < self.step]
            self._to(marks[-1] if marks else -1, told)
        elif key == "pagedown":
            if self.hand == hands - 1:
                self.step = steps - 1
            else:
                self._go(self.hand + 1)
        elif key == "pageup":
            self._go(self.hand if self.step else max(0, self.hand - 1))
        elif key == "home":
            self._go(0)
        elif key == "end":
            self._go(hands - 1)
            self.step = len(self._row(told, self.hand, look)) - 1
        elif key.startswith(HAND_KEY):
            self._go(int(key.removeprefix(HAND_KEY)))

    def _go(self, hand: int) -> None:
        self.hand, self.step = hand, 0

    def _to(self, step: int, told: Told) -> None:
        """A step of this hand; beyond its ends lie those of its neighbours."""
        steps = len(self._row(told, self.hand, self.stage.look))
        if 0 <= step < steps:
            self.step = step
        elif step < 0 and self.hand > 0:
            self.hand -= 1
            self.step = len(self._row(told, self.hand, self.stage.look)) - 1
        elif step >= steps and self.hand < len(told.match.hands) - 1:
            self._go(self.hand + 1)

    # -- what is told

    def _row(self, told: Told, hand: int, look: Look) -> tuple[Frame, ...]:
        key = (hand, look.texts.lang, look.texts.ascii)
        if key not in self._frames:
            if len(self._frames) >= KEPT_HANDS:
                self._frames.clear()
            self._frames[key] = frames_of(told, hand, look.texts)
        return self._frames[key]

    def _marks(self, told: Told, hand: int) -> list[int]:
        """The steps at which a hand begins, a vaza ends, and the hand ends or breaks off."""
        row = self._row(told, hand, self.stage.look)
        last = len(row) - 1
        return [step for step, frame in enumerate(row) if frame.ends or step in (0, last)]

    @staticmethod
    def _hands(told: Told) -> Sequence[HandReport]:
        """The hands that were dealt."""
        return [hand for hand in told.hands if hand.vira is not None]

    def _account_lines(self, told: Told, look: Look) -> list[str]:
        seen = self._row(told, self.hand, look)[0].board.seen
        assert seen is not None
        hands = self._hands(told)
        steps = [step for hand in hands for step in hand_steps(hand, seen.names, look.texts)]
        left = leave_sentences(told.left, seen.names, look.texts)
        return [*(line for step in steps for line in step), *left]

    def _report_lines(self, look: Look) -> list[str]:
        told = self.telling.found
        if told is None or told.report is None:
            return []
        return checked_lines(told.report, look.texts)


def _help(look: Look) -> list[str]:
    return look.texts("screen.replay.help").split("\n")


def _deal(look: Look) -> list[str]:
    return look.texts("screen.deal").split("\n")
