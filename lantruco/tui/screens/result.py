"""After a match: the result, whether its record holds, and its numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from lantruco.peer.events import Staying
from lantruco.record.report import Report
from lantruco.record.told import told_of
from lantruco.tui.account import team
from lantruco.tui.rematch import rematch_line
from lantruco.tui.screens.board import Board
from lantruco.tui.screens.canvas import Canvas, wrap
from lantruco.tui.screens.frame import framed
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.reading import Reading, bar, told
from lantruco.tui.screens.replay import Replay
from lantruco.tui.screens.scene import my_side
from lantruco.tui.screens.sheet import Sheet
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage
from lantruco.tui.screens.statistics import numbers
from lantruco.tui.screens.verifying import Verification
from lantruco.tui.verdict import refusal

NAME_WIDTH = 20
"""Columns of a side's names above its numbers."""
NUMBERS_WIDTH = 72


class Company(Protocol):
    """Those who played, and are still at the table."""

    def want_again(self) -> None: ...

    def part(self) -> None: ...


class Result(Screen):
    """The end of a match. `again`: opens another such table; None when this one was somebody else's. company:
    None when the session is over too; else `board` still changes, and a rematch takes this screen away.
    """

    def __init__(
        self,
        stage: Stage,
        board: Board,
        title: str,
        again: Callable[[], None] | None,
        company: Company | None = None,
    ) -> None:
        self.stage = stage
        self.board = board
        self.title = title
        self._again = again
        self._company = company
        record = board.record
        self.verification = None if record is None else Verification(record.path, stage.refresh)
        self.sheet = None if record is None else Sheet(record.path)

    def opened(self) -> None:
        if self.verification is not None:
            self.stage.spawn(self.verification.run())

    async def close(self) -> None:
        if self.verification is not None:
            self.verification.stop()

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        texts, view = look.texts, self.board.seen
        canvas = framed(look, width, height, self.title, self.stage.house.name or "", self._items(look))
        y = 3
        headline, style = self._headline(look)
        for line in wrap(headline, width - 8):
            canvas.put_middle(0, width, y, line, style)
            y += 1
        code = None if self.board.ended is None else self.board.ended.code
        if code not in (None, "E_LEFT") and (view is None or view.winner is None):
            for line in wrap(texts.error(str(code)), width - 8):
                canvas.put_middle(0, width, y + 1, line, "class:bad")
                y += 1
        y += 1
        y = self._mark(canvas, look, y)
        report = None if self.verification is None else self.verification.report
        if report is not None and view is not None:
            y = self._numbers(canvas, look, report, y + 1)
        for text, tone in self._rematch_lines(look):
            for line in wrap(text, width - 8):
                if y + 1 < height - 3:
                    canvas.put_middle(0, width, y + 1, line, tone)
                y += 1
        if report is not None and self.sheet is not None:
            line, style = self.sheet.line(look, width - 8)
            canvas.put_middle(0, width, height - 3, line, style)
        return canvas

    def key(self, key: str) -> None:
        stage = self.stage
        if key in (ENTER, ESCAPE, "q"):
            self._go()
        elif key == "r" and self._company is not None and self._may_agree():
            self._company.want_again()
        elif key == "n" and self._again is not None:
            self._go()
            self._again()
        elif key == "v" and self.verification is not None:
            checked = self.verification
            stage.show(
                Reading(
                    stage, lambda look: look.texts("screen.verdict.title"), lambda look: told(checked, look)
                )
            )
        elif key in ("p", "h", "b"):
            self._look_again(key)
        elif key == "l":
            board = self.board
            stage.show(
                Reading(
                    stage, lambda look: look.texts("screen.account"), lambda look: board.news, at_end=True
                )
            )

    def _look_again(self, key: str) -> None:
        """The match step by step, or its page, once its record was found true."""
        checked, sheet = self.verification, self.sheet
        if checked is None or checked.report is None or sheet is None:
            return
        if key == "p":
            self.stage.show(Replay(self.stage, checked.path, told_of(checked.report)))
        else:
            self.stage.spawn(sheet.write(checked.report, self.stage, show=key == "b"))

    def _go(self) -> None:
        self.stage.replace(self, None)
        if self._company is not None:
            self._company.part()

    def _may_agree(self) -> bool:
        view, rematch = self.board.seen, self.board.rematch
        return isinstance(rematch, Staying) and view is not None and view.seat not in rematch.agreed

    def _rematch_lines(self, look: Look) -> list[tuple[str, str]]:
        """How a rematch stands, or how else there could be one."""
        texts, view, rematch = look.texts, self.board.seen, self.board.rematch
        lines = []
        if rematch is not None and view is not None:
            lines.append((rematch_line(rematch, view, texts), "class:accent"))
        if not isinstance(rematch, Staying):
            last = texts("screen.again.mine" if self._again else "screen.again.theirs")
            lines.append((last, "class:dim"))
        return lines

    def _items(self, look: Look) -> list[Item]:
        texts = look.texts
        items: list[Item] = []
        if self._may_agree():
            items.append(("r", "r", texts("screen.key.rematch")))
        if self._again is not None:
            items.append(("n", "n", texts("screen.key.again_table")))
        checked = self.verification
        true = checked is not None and checked.report is not None
        if true:
            items.append(("p", "p", texts("screen.key.replay")))
        if checked is not None:
            items.append(("v", "v", texts("screen.key.verdict")))
        items.append(("l", "l", texts("screen.key.account")))
        if true:
            items += [("h", "h", texts("screen.key.page")), ("b", "b", texts("screen.key.browser"))]
        back = "screen.key.quit" if self.stage.is_lowest(self) else "screen.key.lobby"
        return [*items, ("escape", "Esc", texts(back))]

    def _headline(self, look: Look) -> tuple[str, str]:
        texts, view = look.texts, self.board.seen
        if view is None:
            return texts("screen.no_match"), "class:strong"
        us = my_side(view)
        ours, theirs = view.score[us], view.score[1 - us]
        if view.winner is None:
            return texts("screen.unfinished", us=ours, them=theirs), "class:strong"
        if view.seat is None:
            side = team(view.winner, view)
            return texts("event.match.side", side=side, us=ours, them=theirs), "class:accent"
        if view.winner == us:
            return texts("event.match.us", us=ours, them=theirs), "class:good"
        return texts("event.match.them", us=ours, them=theirs), "class:bad"

    def _mark(self, canvas: Canvas, look: Look, y: int) -> int:
        """Whether the record holds, with what was checked. The row after it."""
        texts, checked, width = look.texts, self.verification, canvas.width
        if checked is None:
            return y
        if not checked.done:
            canvas.put_middle(0, width, y, texts("screen.verifying", percent=int(checked.fraction * 100)))
            canvas.put_middle(0, width, y + 1, bar(checked, look, 40), "class:dim")
            return y + 2
        if checked.report is None:
            assert checked.error is not None
            lines, style = [refusal(checked.path.name, checked.error, texts)], "class:bad"
        else:
            counts = checked.report.checked
            mark, style = look.glyphs.check, "class:good"
            kept = self.board.record
            record = "event.record.cut" if kept is not None and kept.cut else "event.record"
            lines = [
                f"{mark} " + texts("screen.verified"),
                texts(
                    "verify.checked",
                    signatures=counts.signatures,
                    commits=counts.commits,
                    reveals=counts.reveals,
                    shuffles=counts.shuffles,
                    shares=counts.shares,
                ),
                texts(record, path=look.tail(str(checked.path), width - 24)),
            ]
        for number, line in enumerate(lines):
            for part in wrap(line, width - 8):
                canvas.put_middle(0, width, y, part, style if number == 0 else "class:dim")
                y += 1
        return y

    def _numbers(self, canvas: Canvas, look: Look, report: Report, y: int) -> int:
        texts, view = look.texts, self.board.seen
        assert view is not None
        us = my_side(view)
        sides = numbers(report)
        ours, theirs = sides[us], sides[1 - us]
        left = (canvas.width - NUMBERS_WIDTH) // 2
        columns = (left + NUMBERS_WIDTH - 2 * NAME_WIDTH - 4, left + NUMBERS_WIDTH - NAME_WIDTH)
        for column, side, style in zip(columns, (us, 1 - us), ("class:us", "class:them"), strict=True):
            canvas.put_right(column + NAME_WIDTH - 2, y, look.fit(team(side, view), NAME_WIDTH), style)
        ended = sum(hand.reason is not None for hand in report.hands)
        rows = [
            (texts("screen.numbers.hands", total=ended), ours.hands, theirs.hands),
            (texts("screen.numbers.vazas"), ours.vazas, theirs.vazas),
            (texts("screen.numbers.raises"), ours.raises, theirs.raises),
            (texts("screen.numbers.accepted"), ours.accepted, theirs.accepted),
            (texts("screen.numbers.ran"), ours.ran, theirs.ran),
            (texts("screen.numbers.best"), ours.best, theirs.best),
        ]
        for row, (label, one, two) in enumerate(rows, 1):
            canvas.put(left, y + row, label)
            canvas.put_right(columns[0] + NAME_WIDTH - 2, y + row, str(one), "class:us")
            canvas.put_right(columns[1] + NAME_WIDTH - 2, y + row, str(two), "class:them")
        return y + len(rows) + 1
