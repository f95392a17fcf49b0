"""A player that, among others of its kind, has a match meet every special hand; after that it plays as a bot.

What the players agree on they take from what all of them see: the score, what was said and what lies on the
table. Each knows its own cards only, and all play by the rules.
"""

from __future__ import annotations

import random
from typing import Final

from lantruco.protocol.events import HandStarted
from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, RANKS, ROYAL, STEP_ABOVE, VALUE_OF, WORD_OF, Card, side, strength
from lantruco.rules.events import special_of

from .bot import Bot
from .course import Course
from .levels import DEFAULT_LEVEL
from .met import Met

TOP_PLAIN: Final = RANKS.index("3")
"""The strength of a 3: the strongest card that another can equal."""
TRUCO: Final = VALUE_OF["truco"]
ESCADA_ANSWERS: Final = {3: "aceita", 6: "nove", 9: "doze", 12: "corre"}
"""What is said to each raise of the hand that shows them all."""


class Showcase:
    """One seat's policy for a match with the usual rules. It must be told all events of the table."""

    def __init__(self, rng: random.Random, level: str = DEFAULT_LEVEL) -> None:
        self._bot = Bot(rng, level)
        self._met: Met | None = None
        self._course: Course | None = None

    @property
    def met(self) -> frozenset[str]:
        """Names of `lantruco.rules.events.SPECIAL` that this match has met, as far as this seat was told."""
        return frozenset() if self._met is None else frozenset(self._met.now)

    def hear(self, event: object, view: TableView | None) -> None:
        """Take what happened, in order, with the table as it now is."""
        if self._met is None:
            if view is None or view.seat is None:
                return
            self._met = Met(view.players, view.seat)
        self._met.hear(event)
        if isinstance(event, HandStarted):
            self._course = Course(event.score, self._met.before)

    def decide(self, view: TableView) -> str | None:
        """A token out of ``view.legal``, or None while the table waits for somebody else."""
        if view.seat is None or not view.legal:
            return None
        met, course = self._met, self._course
        if met is None or course is None or met.lost:
            return self._bot.decide(view)
        if not met.agrees(view):
            # The events that led here are on their way, and each is a new occasion to decide.
            return None
        if met.now.issuperset(special_of(view.players)):
            return self._bot.decide(view)
        if view.seat != _speaker(view, course):
            return None
        hand = _Directed(view, view.seat, met, course)
        token = hand.turn() if view.phase == "turn" else hand.answer()
        return token if token in view.legal else self._bot.decide(view)


def _speaker(view: TableView, course: Course) -> int:
    """Whose word it is: the first of a side, and once in the match a partner, while the first one waits."""
    if course.goal == "escada" and view.pending == TRUCO:
        return view.actors[-1]
    return view.actors[0]


class _Directed:
    """What one seat says at one moment of a hand."""

    def __init__(self, view: TableView, seat: int, met: Met, course: Course) -> None:
        self._view = view
        self._seat = seat
        self._side = side(seat)
        self._met = met
        self._course = course

    def answer(self) -> str:
        view, goal = self._view, self._course.goal
        if "mostra" in view.legal:
            return "aceita" if self._drawing() else "mostra"
        if "joga" in view.legal:
            return goal
        if goal == "escada" and view.pending is not None:
            # After a first vaza that happens to be tied, the limit of tentos could forbid the steps to come.
            late = len(view.table) == view.players - 1
            if view.pending == TRUCO and late:
                return WORD_OF[STEP_ABOVE[TRUCO]]
            return ESCADA_ANSWERS[view.pending]
        return "aceita"

    def turn(self) -> str | None:
        view = self._view
        if "familia" in view.legal and self._claims():
            return "familia"
        if view.vira is None or HIDDEN in view.cards:
            return None
        return self._raise() or self._card()

    def _drawing(self) -> bool:
        """Whether claims are accepted, so that one comes to draw what another held."""
        return self._course.goal == "familia" and "familia_de_novo" not in self._met.now

    def _claims(self) -> bool:
        goal, view = self._course.goal, self._view
        assert view.mao is not None
        if self._drawing():
            # The mão's cards go under the monte, and the next seat claims until it draws them.
            order = (self._seat - view.mao) % view.players
            return order == 1 or (order == 0 and not self._met.claims)
        if all(code[0] in ROYAL for code in view.cards):
            return goal != "escada" and self._fits("familia_real", self._side)
        return goal == "blefe" and self._side == self._course.ahead

    def _fits(self, name: str, winner: int) -> bool:
        """Whether this side may now win three tentos, of a truco or a família real, in a way not met yet."""
        return name not in self._met.now and self._course.fits(winner, TRUCO)

    # -- raises

    def _raise(self) -> str | None:
        view, course = self._view, self._course
        if course.goal == "escada":
            wanted = TRUCO if self._side != course.ahead else STEP_ABOVE[TRUCO]
            return WORD_OF[wanted] if STEP_ABOVE.get(view.value) == wanted else None
        if view.kind != "normal" or view.raises:
            return None
        exposed = any(side(seat) != self._side and code != HIDDEN for seat, code in view.table)
        if view.vazas:
            tied_on_purpose = self._all_tied() and self._fits("empate_escuro", self._side)
            return WORD_OF[TRUCO] if tied_on_purpose and not exposed else None
        ties = exposed and self._equal() is not None and self._exposes()
        return WORD_OF[TRUCO] if ties and self._fits("empate_exposta", 1 - self._side) else None

    def _exposes(self) -> bool:
        """A match has room for one raise and three ties: which kind it is to be, changes with the pé."""
        return side(self._view.dealer or 0) == 0

    # -- cards

    def _card(self) -> str:
        view = self._view
        held = self._sorted()
        if not view.vazas:
            return (self._open_first(held) if not view.table else self._follow_first(held)).code
        covered = f"({held[0].code})"
        if self._ties_on() or self._side != self._course.winner(view.value):
            return covered
        shown = any(side(seat) == self._side and code != HIDDEN for seat, code in view.table)
        return held[0].code if shown else held[-1].code

    def _all_tied(self) -> bool:
        return set(self._view.vazas) == {"T"}

    def _ties_on(self) -> bool:
        """Whether all cover, for three ties."""
        if self._view.kind != "normal" or not self._all_tied():
            return False
        escuro = any(self._fits("empate_escuro", each) for each in (0, 1))
        return bool(self._view.raises) or escuro or "empate" not in self._met.now

    def _sorted(self) -> list[Card]:
        """The cards held, the weakest first."""
        return sorted(map(Card.parse, self._view.cards), key=lambda card: (self._strength(card), card))

    def _strength(self, card: Card) -> int:
        assert self._view.vira is not None
        return strength(card, Card.parse(self._view.vira))

    def _open_first(self, held: list[Card]) -> Card:
        """A high card without being a manilha is the likeliest to be equalled and not beaten."""
        plain = [card for card in held if self._strength(card) <= TOP_PLAIN]
        return plain[-1] if plain else held[0]

    def _follow_first(self, held: list[Card]) -> Card:
        return self._equal() or held[0]

    def _equal(self) -> Card | None:
        """A card that ties the vaza with the other side, which is winning it."""
        best: dict[int, int] = {0: -1, 1: -1}
        for seat, code in self._view.table:
            if code != HIDDEN:
                best[side(seat)] = max(best[side(seat)], self._strength(Card.parse(code)))
        theirs = best[1 - self._side]
        if theirs <= best[self._side]:
            return None
        return next((card for card in self._sorted() if self._strength(card) == theirs), None)
