"""What a bot says beside the game: a remark now and then, a sinal of what it holds, an opinion when asked."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from lantruco.protocol.events import MatchEnded, RuleEvent
from lantruco.protocol.genesis import ESPIADOS, PROIBIDOS
from lantruco.protocol.sidetalk_messages import Consulted
from lantruco.protocol.views import TableView
from lantruco.rules import (
    HAND_SIZE,
    HIDDEN,
    SIDES,
    VALUE_OF,
    Answered,
    Called,
    Card,
    HandEnded,
    side,
    strength,
)

from .hearsay import HELD, WEAK

Occasion = Literal["called", "scared", "won", "lost", "end"]
OCCASIONS: Final[tuple[Occasion, ...]] = ("called", "scared", "won", "lost", "end")
"""We raise; they run from our raise; a hand of three tentos or more is ours, or theirs; the match is over."""
LINES: Final = 3
"""Different lines for each occasion."""
REMARK_OFTEN: Final = 0.4
"""Of the occasions, shared among the bots at a table."""
QUIET_HANDS: Final = 3
"""Hands between two remarks of one bot: more of it and people turn it off."""
BIG_HAND: Final = 3
SIGN_OFTEN: Final = 0.9
SIGN_WEAK_OFTEN: Final = 0.4
"""That there is nothing to tell need not be told every time."""
SIGN_GLIMPSED: Final = 0.5
"""How much less often where opponents may see it."""
WORDS: Final = {"aceita": "aceita", "joga": "aceita", "corre": "corre", "mostra": "mostra"}
"""What partners say for a token that answers; a raise is `pede`."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A line for all: which one of those for an occasion, from 1."""

    occasion: Occasion
    number: int


@dataclass(frozen=True, slots=True)
class Sign:
    """A sinal for the partners."""

    sinal: str


@dataclass(frozen=True, slots=True)
class Advice:
    """A word for the partners about an answer of theirs."""

    word: str


Utterance = Remark | Sign | Advice
Opinion = Callable[[TableView], str | None]
"""What one would answer with this view, whoever gives the answer; None: no idea."""


class Tongue:
    """One bot's talk. The same ``rng``, events and views give the same words.

    A partner's question may come before what it is about: words between partners go straight from one to the
    other, and those of the match their own way. It is answered then.
    """

    def __init__(self, rng: random.Random, opinion: Opinion, *, talks: bool) -> None:
        self._rng = rng
        self._opinion = opinion
        self._talks = talks
        self._spoke = -QUIET_HANDS
        self._signed = -1
        self._asked: tuple[tuple[object, ...], str] | None = None
        self._owes: int | None = None

    def hear(self, event: object, view: TableView) -> Sequence[Utterance]:
        """What to say after an event."""
        if view.seat is None:
            return ()
        if isinstance(event, Consulted) and event.word == "pergunta":
            self._owes = view.hand
        if self._owes == view.hand and view.asked:
            self._owes = None
            return self._advise(view)
        remark = self._remark(event, view)
        sign = self._sign(view)
        return [said for said in (remark, sign) if said is not None]

    def _advise(self, view: TableView) -> Sequence[Utterance]:
        # Asked twice, it does not say another thing.
        question = (view.hand, view.phase, view.pending, view.table)
        if self._asked is None or self._asked[0] != question:
            token = self._opinion(view)
            word = "decide" if token is None else "pede" if token in VALUE_OF else WORDS.get(token, "decide")
            self._asked = (question, word)
        return (Advice(self._asked[1]),)

    def _remark(self, event: object, view: TableView) -> Remark | None:
        occasion = _occasion(event, view)
        if occasion is None or not self._talks:
            return None
        if occasion != "end" and view.hand - self._spoke < QUIET_HANDS:
            return None
        talkers = max(1, sum(bot is not None for bot in view.bots))
        if self._rng.random() >= REMARK_OFTEN / talkers:
            return None
        self._spoke = view.hand
        return Remark(occasion, self._rng.randint(1, LINES))

    def _sign(self, view: TableView) -> Sign | None:
        if view.hand == self._signed or view.players == 2 or view.sinais == PROIBIDOS:
            return None
        if view.kind != "normal" or view.vira is None or len(view.cards) < HAND_SIZE or HIDDEN in view.cards:
            return None
        self._signed = view.hand
        sinal = best_sinal(view)
        often = SIGN_WEAK_OFTEN if sinal == WEAK else SIGN_OFTEN
        if view.sinais == ESPIADOS:
            often *= SIGN_GLIMPSED
        return Sign(sinal) if self._rng.random() < often else None


def best_sinal(view: TableView) -> str:
    """The sinal of the strongest card in hand."""
    vira = Card.parse(view.vira or "")
    best = max(strength(Card.parse(code), vira) for code in view.cards)
    return next((sinal for sinal, held in HELD.items() if held == best), WEAK)


def _occasion(event: object, view: TableView) -> Occasion | None:
    assert view.seat is not None
    mine = side(view.seat)
    if isinstance(event, MatchEnded):
        return "end"
    if not isinstance(event, RuleEvent):
        return None
    match event.event:
        case Called(seat=seat) if seat == view.seat:
            return "called"
        case Answered(seat=seat, word="corre") if side(seat) != mine and view.kind == "normal":
            return "scared"
        case HandEnded(outcome) if outcome.winner is not None and outcome.points >= BIG_HAND:
            return "won" if SIDES.index(outcome.winner) == mine else "lost"
    return None
