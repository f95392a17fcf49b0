"""What happens in a hand, as values for whoever watches it, and the names of what sets a hand apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from .cards import HIDDEN, Card
from .table import Side, VazaResult

Kind = Literal["normal", "onze", "ferro"]
"""The kinds of a hand (R29, R31)."""


class Phase(StrEnum):
    """What a hand waits for."""

    ONZE = "ONZE"
    """The side at eleven decides: joga or corre (R29)."""
    PLAY = "PLAY"
    """The owner of the turn plays a card, raises, or claims the família real."""
    RAISE = "RAISE"
    """A raise waits for its answer: aceita, corre, or the next step (R24)."""
    FAMILIA = "FAMILIA"
    """A claim waits for its answer: aceita or mostra (R37, R38)."""
    END = "END"
    """Nothing: the hand is over."""


class Reason(StrEnum):
    """Every way in which a hand ends."""

    VAZAS = "vazas"
    """The vazas decided it (R15)."""
    CORREU = "correu"
    """A raise was run from (R24)."""
    ONZE_CORREU = "onze_correu"
    """The side at eleven ran from its mão de onze (R29)."""
    EMPATE = "empate"
    """All three vazas were tied, and nobody scores (R17)."""
    EMPATE_EXPOSTA = "empate_exposta"
    """Three ties with a raise em carta exposta: it goes against who called (R18)."""
    EMPATE_ESCURO = "empate_escuro"
    """Three ties with a raise no escuro: it goes to who called (R19)."""
    EMPATE_ONZE = "empate_onze"
    """Three ties at a mão de onze, where the table gives it to the others (R17)."""
    FR_REAL = "fr_real"
    """A família real was challenged, and was one (R38)."""
    FR_BLEFE = "fr_blefe"
    """A família real was challenged, and was none (R38)."""
    PENALIDADE = "penalidade"
    """A raise at a mão de onze, where the table punishes it (R30)."""


@dataclass(frozen=True, slots=True)
class Raise:
    """One raise of a hand."""

    seat: int
    """Who called."""
    value: int
    """What it asks for: 3, 6, 9 or 12."""
    exposta: bool
    """Whether an opposing face-up card lay in the vaza (R18), else no escuro (R19)."""
    over: bool
    """Whether it is over the limit of tentos (R22), whatever the table's limit option is."""
    vaza: int
    """Index 0..2 of the vaza during which it was called."""

    def __str__(self) -> str:
        manner = "exposta" if self.exposta else "escuro"
        return f"{self.seat}:{self.value}:{manner}{':over' if self.over else ''}"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended."""

    winner: Side | None
    """The side that scores, None when nobody does."""
    points: int
    """Tentos, before what goes beyond 12 is dropped (R42); 0 if nobody scores."""
    reason: Reason
    """Why it ended."""
    score: tuple[int, int]
    """Tentos of A and B after the hand, at most 12."""
    match_winner: Side | None
    """The side that has won the match, else None."""
    next_dealer: int | None
    """Who deals the hand that follows, None when the match is over."""
    next_kind: Kind | None
    """The kind of the hand that follows, None when the match is over."""


@dataclass(frozen=True, slots=True)
class Played:
    """A card was put on the table."""

    seat: int
    """Who played."""
    slot: int
    """The card's slot in the deck."""
    card: Card | None
    """None when it lies face down (R32), known here or not."""
    covered: bool
    """Whether it lies face down."""

    def __str__(self) -> str:
        return f"{self.seat} {HIDDEN if self.card is None else self.card.code}"


@dataclass(frozen=True, slots=True)
class VazaEnded:
    """A vaza is full, and judged."""

    index: int
    """0..2."""
    winner: VazaResult
    """Its result as recorded for R15."""
    torna: int
    """The seat that leads the next one, or would (R11, R13, R14)."""


@dataclass(frozen=True, slots=True)
class Called:
    """A seat raised (R23)."""

    seat: int
    """Who called."""
    word: str
    """The raise word."""
    value: int
    """What it asks for."""


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat answered a raise, a claim or the question of the mão de onze."""

    seat: int
    """Who answered."""
    word: str
    """aceita, corre, joga or mostra."""


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat claimed the família real (R36)."""

    seat: int
    """Who claims."""


@dataclass(frozen=True, slots=True)
class Swapped:
    """The claimant drew a new hand from the monte (R37)."""

    seat: int
    """The claimant."""
    slots: tuple[int, ...]
    """The new hand, in this order."""


@dataclass(frozen=True, slots=True)
class Shown:
    """The claimant's cards lie open for all (R38)."""

    seat: int
    """The claimant."""
    slots: tuple[int, ...]
    """Where the cards are in the deck."""
    cards: tuple[Card, ...]
    """The cards, in hand order."""


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over."""

    outcome: Outcome
    """How it ended."""


Event = Played | VazaEnded | Called | Answered | Claimed | Swapped | Shown | HandEnded
"""What `Hand.act` answers with."""

SPECIAL: Final = (
    "coberta",
    "escada",
    "correr",
    "parceiro",
    "familia",
    "familia_de_novo",
    "familia_blefe",
    "onze_parceiros",
    "onze_joga",
    "onze_corre",
    "ferro",
)
"""What players can bring about whatever is dealt. A card played covered (R32); all four raises in one hand
(R23); a raise run from (R24); an answer by another than the first seat that may give it (R28); a família real
accepted (R37), one that draws cards which somebody else had held (R40), and one challenged that was none
(R38); at a mão de onze cards shown to partners (R43), and the hand played and run from (R29); a mão de ferro
that nobody sees (R31)."""
WITH_PARTNERS: Final = ("parceiro", "onze_parceiros")
"""Those of `SPECIAL` that need partners."""
LUCK: Final = ("familia_real", "empate", "empate_exposta", "empate_escuro")
"""What the cards must bring: a família real challenged that was one (R38), three ties without a raise (R17),
and with one made em carta exposta (R18) or no escuro (R19)."""
ENDS: Final[Mapping[str | None, str]] = {
    Reason.CORREU: "correr",
    Reason.ONZE_CORREU: "onze_corre",
    Reason.FR_REAL: "familia_real",
    Reason.FR_BLEFE: "familia_blefe",
    Reason.EMPATE: "empate",
    Reason.EMPATE_EXPOSTA: "empate_exposta",
    Reason.EMPATE_ESCURO: "empate_escuro",
}
"""What a hand has met that ended for this reason."""


def special_of(players: int) -> tuple[str, ...]:
    """Those of `SPECIAL` that a table of so many players can meet."""
    return tuple(name for name in SPECIAL if players > 2 or name not in WITH_PARTNERS)
