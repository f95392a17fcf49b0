"""What a player may say now, numbered, and what a typed line means."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lantruco.protocol.emoji import without_strays
from lantruco.protocol.sidetalk_messages import CONSULT, SINAIS
from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, RANKS, ROYAL, VALUE_OF, WORD_OF
from lantruco.tui.account import tentos, who
from lantruco.tui.faces import named_face
from lantruco.tui.glyphs import SUITS
from lantruco.tui.texts import Texts

MAX_ECHO: Final = 40  # letters of a line not understood; more of it explains nothing

# Both languages are always understood, whichever is shown, and so are the tokens of the notation.
WORDS: Final[dict[str, str]] = {
    **dict.fromkeys(("truco", "t", "trucar"), "truco"),
    **dict.fromkeys(("seis", "six"), "seis"),
    **dict.fromkeys(("nove", "nine"), "nove"),
    **dict.fromkeys(("doze", "twelve"), "doze"),
    **dict.fromkeys(("aceita", "aceito", "aceitar", "a", "quero", "accept", "yes", "sim"), "aceita"),
    **dict.fromkeys(("corre", "corro", "correr", "c", "fujo", "fugir", "run", "fold", "no", "nao"), "corre"),
    **dict.fromkeys(("joga", "jogo", "jogar", "j", "play"), "joga"),
    **dict.fromkeys(("mostra", "mostrar", "show"), "mostra"),
    **dict.fromkeys(("familia", "familia real", "royal", "royal family"), "familia"),
}
COVER_WORDS: Final = ("coberta", "cobre", "cobrir", "cover", "covered")
COMMANDS: Final[dict[str, Literal["help", "quit", "table"]]] = {
    **dict.fromkeys(("?", "h", "ajuda", "help"), "help"),
    **dict.fromkeys(("sair", "quit", "exit", "q"), "quit"),
    **dict.fromkeys(("mesa", "cartas", "table", "cards"), "table"),
}


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing I may do: the token to say, and how it is shown."""

    token: str
    label: str


@dataclass(frozen=True, slots=True)
class Say:
    """The line means this token."""

    token: str


@dataclass(frozen=True, slots=True)
class Command:
    """The line is for the program."""

    name: Literal["help", "quit", "table"]


@dataclass(frozen=True, slots=True)
class Talk:
    """The line is for everybody's ears, never a move."""

    text: str


@dataclass(frozen=True, slots=True)
class Signal:
    """The line is a sinal for my side; ``name`` is one of ``SINAIS``, or what was typed instead."""

    name: str


@dataclass(frozen=True, slots=True)
class Whisper:
    """The line is a word of ``CONSULT`` for my partners, about an answer that is ours to give."""

    word: str


@dataclass(frozen=True, slots=True)
class Nothing:
    """The line is empty."""


@dataclass(frozen=True, slots=True)
class Unclear:
    """The line means nothing here."""

    text: str


Reading = Say | Command | Talk | Signal | Whisper | Nothing | Unclear

TALK_MARK: Final = "/"
SIGNAL_MARK: Final = "!"
SIGNALS: Final[dict[str, str]] = {
    **{name: name for name in SINAIS},
    **dict.fromkeys(("pica-fumo", "pica fumo", "picafumo"), "pica_fumo"),
    **dict.fromkeys(("3", "three"), "tres"),
    **dict.fromkeys(("2", "two"), "dois"),
    **dict.fromkeys(("a", "ace"), "as"),
    **dict.fromkeys(("nada", "nothing", "weak"), "fraco"),
    **dict.fromkeys(("truco", "call"), "truca"),
    **dict.fromkeys(("wait",), "espera"),
}
"""What may be typed after the mark, in both languages."""
WHISPERS: Final[dict[str, str]] = {
    **{word: word for word in CONSULT},
    **dict.fromkeys(("?", "ask"), "pergunta"),
    **dict.fromkeys(("accept", "joga", "play"), "aceita"),
    **dict.fromkeys(("run",), "corre"),
    **dict.fromkeys(("mais", "raise", "more"), "pede"),
    **dict.fromkeys(("show",), "mostra"),
    **dict.fromkeys(("you decide", "voce decide"), "decide"),
}


def choices(view: TableView, texts: Texts) -> list[Choice]:
    """All legal tokens as numbered choices: cards in hand order, then words, then covered cards."""
    legal = list(view.legal)
    up: list[Choice] = []
    down: list[Choice] = []
    for place, code in enumerate(view.cards, 1):
        label = texts("card.place", number=place) if code == HIDDEN else named_face(code, view.vira, texts)
        for token in (code, f"#{place}"):
            if token in legal:
                up.append(Choice(token, label))
                legal.remove(token)
            if f"({token})" in legal:
                down.append(Choice(f"({token})", texts("card.covered", card=label)))
                legal.remove(f"({token})")
    words = [Choice(token, _word_label(token, view, texts)) for token in sorted(legal, key=_word_rank)]
    return up + words + down


def question(view: TableView, texts: Texts) -> list[str]:
    """What is asked of me, what it is worth, and the choices; empty when it is not for me to speak."""
    if not view.legal:
        return []
    options = "  ".join(f"{number}) {choice.label}" for number, choice in enumerate(choices(view, texts), 1))
    return [_asked(view, texts), "  " + options]


def read(line: str, view: TableView | None, texts: Texts) -> Reading:
    """What a typed line means: a number, a word of either language, a card, or a command.

    view: None before the match, when only commands mean something.
    """
    if line.lstrip().startswith(TALK_MARK):
        text = " ".join(line.strip().removeprefix(TALK_MARK).split())
        return Talk(unicodedata.normalize("NFC", without_strays(text))) if text else Nothing()
    text = _fold(line)
    if not text:
        return Nothing()
    if text.startswith(SIGNAL_MARK):
        name = text.removeprefix(SIGNAL_MARK).strip()
        if name in WHISPERS:
            return Whisper(WHISPERS[name])
        return Signal(SIGNALS.get(name, name))
    if text in COMMANDS:
        return Command(COMMANDS[text])
    if view is None:
        return _unclear(line)
    offered = choices(view, texts)
    if text.isascii() and text.isdigit():
        number = int(text) if len(text) < 4 else 0
        return Say(offered[number - 1].token) if 1 <= number <= len(offered) else _unclear(line)
    if text in WORDS:
        return Say(WORDS[text])
    token = _card_token(text, view.cards)
    return Say(token) if token else _unclear(line)


def _unclear(line: str) -> Unclear:
    text = line.strip()
    return Unclear(text if len(text) <= MAX_ECHO else text[: MAX_ECHO - 1] + "…")


def _asked(view: TableView, texts: Texts) -> str:
    if view.pending is not None:
        word = WORD_OF[view.pending]
        return texts(
            "ask.raise",
            word=texts("shout." + word),
            tentos=tentos(view.pending, texts),
            now=tentos(view.value, texts),
        )
    if "joga" in view.legal:
        pe = who(view.dealer, view) if view.dealer is not None else "?"
        mao = who(view.mao, view) if view.mao is not None else "?"
        return texts("ask.onze", pe=pe, mao=mao)
    if "mostra" in view.legal:
        return texts("ask.familia")
    return texts("ask.play", tentos=tentos(view.value, texts))


def _word_label(token: str, view: TableView, texts: Texts) -> str:
    if token in VALUE_OF:
        return texts("choice.raise", word=texts("shout." + token), tentos=tentos(VALUE_OF[token], texts))
    if token == "familia" and not all(card[0] in ROYAL for card in view.cards):
        return texts("choice.familia.bluff")
    key = f"choice.{token}"
    return texts(key) if texts.has(key) else token


def _word_rank(token: str) -> int:
    order = ("aceita", "joga", "corre", "mostra", *VALUE_OF, "familia")
    return order.index(token) if token in order else len(order)


def _fold(line: str) -> str:
    plain = unicodedata.normalize("NFD", line.casefold())
    return " ".join("".join(char for char in plain if not unicodedata.combining(char)).split())


def _card_token(text: str, cards: Sequence[str]) -> str | None:
    covered = False
    first, _, rest = text.partition(" ")
    if first in COVER_WORDS and rest:
        covered, text = True, rest
    if text.startswith("(") and text.endswith(")"):
        covered, text = True, text[1:-1].strip()
    token = _one_card(text, cards, by_number=covered)
    return f"({token})" if token and covered else token


def _one_card(text: str, cards: Sequence[str], *, by_number: bool) -> str | None:
    """A card by code (`qp`, `Q♣`), by place (`#2`), or, where a number cannot be a choice, by bare place."""
    place = text.removeprefix("#")
    if (by_number or text.startswith("#")) and place in ("1", "2", "3"):
        number = int(place)
        known = number <= len(cards) and cards[number - 1] != HIDDEN
        return cards[number - 1] if known else f"#{number}"
    if len(text) != 2:
        return None
    rank, suit = text[0].upper(), text[1].upper()
    suit = next((letter for letter, symbol in SUITS.items() if suit == symbol), suit)
    return rank + suit if rank in RANKS and suit in SUITS else None
