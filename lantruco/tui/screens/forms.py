"""Screens that ask for something before a game: a name, an address, the terms of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from lantruco.protocol.genesis import SINAIS_CHOICES
from lantruco.protocol.names import MAX_NAME
from lantruco.rules import CHOICES as RULE_CHOICES
from lantruco.rules import TABLE_SIZES
from lantruco.tui.screens.canvas import Canvas
from lantruco.tui.screens.fields import Field
from lantruco.tui.screens.frame import FOOT_ROWS, framed, put_lines
from lantruco.tui.screens.helpbar import Item
from lantruco.tui.screens.look import Look
from lantruco.tui.screens.stage import ENTER, ESCAPE, Screen, Stage
from lantruco.tui.screens.taste import VALUES

MAX_ADDRESS: Final = 80
LABEL_WIDTH: Final = 32
UNKEPT_ROWS: Final = 2
"""Above the bar, for why a choice is not kept."""

RULES: Final = {
    "coberta": "screen.rule.coberta",
    "familia_real": "screen.rule.familia_real",
    "fr_descarte": "screen.rule.fr_descarte",
    "torna_empate": "screen.rule.torna_empate",
    "empate_escopo": "screen.rule.empate_escopo",
    "limite": "screen.rule.limite",
    "onze_empate": "screen.rule.onze_empate",
    "onze_truco": "screen.rule.onze_truco",
    "onze_ve_parceiro": "screen.rule.onze_ve_parceiro",
    "ferro_escuro": "screen.rule.ferro_escuro",
    "responde": "screen.rule.responde",
    "sinais": "screen.rule.sinais",
}
CHOICES: Final[Mapping[str, Sequence[bool | str]]] = {**RULE_CHOICES, "sinais": SINAIS_CHOICES}
TABLE_ROWS: Final = {
    "name": "screen.open.name",
    "seats": "screen.open.seats",
    "bots": "screen.open.bots",
    "level": "screen.open.level",
}
RULE_VALUES: Final[dict[str | bool, str]] = {
    True: "screen.taste.yes",
    False: "screen.taste.no",
    "primeiro": "screen.rule.primeiro",
    "ultimo": "screen.rule.ultimo",
    "abridor": "screen.rule.abridor",
    "mao": "screen.rule.mao",
    "vaza": "screen.rule.vaza",
    "empate": "screen.rule.empate",
    "resultado": "screen.rule.resultado",
    "sempre": "screen.rule.sempre",
    "nunca": "screen.rule.nunca",
    "ninguem": "screen.rule.ninguem",
    "adversario": "screen.rule.adversario",
    "recusa": "screen.rule.recusa",
    "penaliza": "screen.rule.penaliza",
    "qualquer": "screen.rule.qualquer",
    "porta_voz": "screen.rule.porta_voz",
    "fundo": "screen.rule.fundo",
    "fora": "screen.rule.fora",
    "livres": "screen.rule.livres",
    "espiados": "screen.rule.espiados",
    "proibidos": "screen.rule.proibidos",
}


class Question(Screen):
    """One field, and what it is for."""

    def __init__(
        self, stage: Stage, ask: str, more: str, value: str, limit: int, answer: Callable[[str], None]
    ) -> None:
        self.stage = stage
        self.field = Field(value, limit)
        self.notice = ""
        self._ask = ask
        self._more = more
        self._answer = answer

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        texts = look.texts
        items: list[Item] = [
            ("enter", "Enter", texts("screen.key.go_on")),
            ("escape", "Esc", texts("screen.key.back")),
        ]
        canvas = framed(look, width, height, texts("lobby.title"), "", items)
        y = height // 2 - 4
        canvas.put_middle(0, width, y, texts(self._ask), "class:strong")
        field_width = min(self.field.limit + 2, width - 8)
        self.field.draw(canvas, (width - field_width) // 2, y + 2, field_width, active=True)
        left = max(4, (width - 64) // 2)
        put_lines(canvas, [texts(self._more)], left, y + 4, width - 2 * left, 3, style="class:dim")
        put_lines(canvas, [self.notice], left, y + 8, width - 2 * left, 2, style="class:bad")
        return canvas

    @property
    def typing(self) -> Field | None:
        return self.field

    def key(self, key: str) -> None:
        self.notice = ""
        if key == ENTER:
            self._try()
        elif key == ESCAPE:
            self.stage.back()
        else:
            self.field.key(key)

    def paste(self, text: str) -> None:
        self.field.insert(text)

    def _try(self) -> None:
        if not self.field.value.strip():
            return
        try:
            self._answer(self.field.value)
        except Exception as error:
            if not isinstance(getattr(error, "code", None), str):
                raise
            self.notice = self.stage.look.texts.failure(error)


class AddressForm(Question):
    """HOST:PORT of a table that the list does not show."""

    def __init__(self, stage: Stage, join: Callable[[str], None]) -> None:
        def answer(address: str) -> None:
            stage.back()
            join(address.strip())

        super().__init__(stage, "screen.address.ask", "screen.address.more", "", MAX_ADDRESS, answer)


class NameForm(Question):
    """The first start: a name, and nothing else."""

    def __init__(self, stage: Stage, then: Callable[[], Screen]) -> None:
        def answer(name: str) -> None:
            stage.house.call_me(name)
            stage.replace(self, then())

        value = stage.house.suggested_name()
        super().__init__(stage, "screen.name.ask", "screen.name.more", "", MAX_NAME, answer)
        self.field = Field(value, MAX_NAME, suggested=True)


def put_unkept(canvas: Canvas, stage: Stage) -> None:
    """Above the bar, why what was chosen here is not kept."""
    if stage.unkept:
        y = canvas.height - FOOT_ROWS - UNKEPT_ROWS
        put_lines(canvas, [stage.unkept], 3, y, canvas.width - 6, UNKEPT_ROWS, style="class:bad")


class BotsForm(Screen):
    """How many seats, for a table of bots and me, and how well they play."""

    def __init__(self, stage: Stage, play: Callable[[int], None]) -> None:
        self.stage = stage
        self._play = play

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        texts = look.texts
        sideways = "left/right" if texts.ascii else "←→"
        items: list[Item] = [
            (str(seats), str(seats), texts("screen.seats", count=seats)) for seats in TABLE_SIZES
        ]
        items.append(("right", sideways, texts("screen.key.level")))
        items.append(("escape", "Esc", texts("screen.key.back")))
        canvas = framed(look, width, height, texts("screen.bots.title"), "", items)
        y = height // 2 - 4
        canvas.put_middle(0, width, y, texts("screen.bots.ask"), "class:strong")
        for row, (seats, key) in enumerate(
            ((2, "screen.bots.two"), (4, "screen.bots.four"), (6, "screen.bots.six"))
        ):
            x = canvas.put(width // 2 - 24, y + 2 + row, f" {seats} ", "class:key")
            canvas.put(x + 1, y + 2 + row, texts(key))
            canvas.click(width // 2 - 24, y + 2 + row, 48, 1, str(seats))
        level = texts(VALUES[look.settings.bots])
        canvas.put(width // 2 - 20, y + 6, texts("screen.bots.level", level=level), "class:accent")
        canvas.click(width // 2 - 24, y + 6, 48, 1, "right")
        put_unkept(canvas, self.stage)
        return canvas

    def key(self, key: str) -> None:
        if key in map(str, TABLE_SIZES):
            self.stage.back()
            self._play(int(key))
        elif key in ("left", "right"):
            self.stage.change(self.stage.look.settings.turned("bots", 1 if key == "right" else -1))
        elif key in (ESCAPE, "q"):
            self.stage.back()


class OpenForm(Screen):
    """The terms of a table of mine: name, seats, bots, and rules where they differ from the usual ones."""

    moves = frozenset({"up", "down"})

    def __init__(
        self,
        stage: Stage,
        name: str,
        open_table: Callable[[str, int, int, Mapping[str, object]], None],
    ) -> None:
        self.stage = stage
        self.field = Field(name, MAX_NAME, suggested=True)
        self.seats = 2
        self.bots = 0
        self.rules: dict[str, str | bool] = {}
        self.place = 0
        self._open = open_table
        self._rows = (*TABLE_ROWS, *RULES)

    def draw(self, look: Look, width: int, height: int) -> Canvas:
        texts = look.texts
        up, sideways = ("up/down", "left/right") if texts.ascii else ("↑↓", "←→")
        items: list[Item] = [
            ("enter", "Enter", texts("screen.key.open_now")),
            ("down", up, texts("screen.key.choose")),
            ("right", sideways, texts("screen.key.change")),
            ("escape", "Esc", texts("screen.key.back")),
        ]
        canvas = framed(look, width, height, texts("screen.open.title"), "", items)
        for row, name in enumerate(self._rows):
            y = 3 + row + (1 if row >= len(TABLE_ROWS) else 0)
            chosen = row == self.place
            canvas.put(
                2,
                y,
                f" {look.fit(self._label(name, look), LABEL_WIDTH):<{LABEL_WIDTH}} ",
                "class:chosen" if chosen else "",
            )
            if name == "name":
                self.field.draw(canvas, 5 + LABEL_WIDTH, y, MAX_NAME + 2, active=chosen)
                continue
            usual = name not in self.rules
            style = "class:accent" if not usual or row < len(TABLE_ROWS) else ""
            canvas.put(5 + LABEL_WIDTH, y, look.fit(self._value(name, look), width - LABEL_WIDTH - 7), style)
            canvas.click(2, y, width - 4, 1, f"row {row}")
        put_unkept(canvas, self.stage)
        return canvas

    @property
    def typing(self) -> Field | None:
        return self.field if self._rows[self.place] == "name" else None

    def key(self, key: str) -> None:
        if key == ENTER:
            name = self.field.value.strip()
            if name:
                self.stage.back()
                self._open(name, self.seats, self.bots, dict(self.rules))
        elif key == ESCAPE:
            self.stage.back()
        elif key in ("up", "down", "tab", "s-tab"):
            self.place = (self.place + (1 if key in ("down", "tab") else -1)) % len(self._rows)
        elif key.startswith("row "):
            self.place = int(key[4:])
            self._turn(1)
        elif self._rows[self.place] == "name":
            self.field.key(key)
        elif key in ("left", "right", " "):
            self._turn(-1 if key == "left" else 1)

    def paste(self, text: str) -> None:
        if self._rows[self.place] == "name":
            self.field.insert(text)

    def _turn(self, step: int) -> None:
        name = self._rows[self.place]
        if name == "seats":
            self.seats = TABLE_SIZES[(TABLE_SIZES.index(self.seats) + step) % len(TABLE_SIZES)]
            self.bots = min(self.bots, self.seats - 1)
        elif name == "bots":
            self.bots = (self.bots + step) % self.seats
        elif name == "level":
            self.stage.change(self.stage.look.settings.turned("bots", step))
        elif name in CHOICES:
            values = CHOICES[name]
            value = values[(values.index(self.rules.get(name, values[0])) + step) % len(values)]
            if value == values[0]:
                self.rules.pop(name, None)
            else:
                self.rules[name] = value

    def _label(self, name: str, look: Look) -> str:
        texts = look.texts
        return texts(TABLE_ROWS.get(name) or RULES[name])

    def _value(self, name: str, look: Look) -> str:
        if name == "seats":
            return str(self.seats)
        if name == "bots":
            return str(self.bots)
        if name == "level":
            return look.texts(VALUES[look.settings.bots])
        return look.texts(RULE_VALUES[self.rules.get(name, CHOICES[name][0])])


def option_words(options: str, look: Look) -> str:
    """What differs from the usual rules, in words: `coberta=false` of the list as *Carta coberta: não*.

    What this version does not know is left as the other one wrote it.
    """
    known = {str(value).lower(): key for value, key in RULE_VALUES.items()}
    words = []
    for option in options.split():
        name, _, value = option.partition("=")
        if name in RULES and value in known:
            words.append(f"{look.texts(RULES[name])}: {look.texts(known[value])}")
        else:
            words.append(option)
    return ", ".join(words)
