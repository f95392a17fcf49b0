"""What happens in a hand, as values for whoever watches it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .cards import Card
from .sides import Side, VazaResult

Kind = Literal["normal", "onze", "ferro"]
Reason = Literal[
    "vazas",
    "correu",
    "onze_correu",
    "empate",
    "empate_exposta",
    "empate_escuro",
    "empate_onze",
    "fr_real",
    "fr_blefe",
    "penalidade",
]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a hand ended.

    winner: the side that scores, None when nobody does. points: nominal, before the surplus is dropped
    (R42); 0 if nobody scores. score: tentos of A and B after the hand, at most 12. match_winner: the side
    that has won the match, else None. next_dealer, next_kind: the hand that follows, None when the match is
    over.
    """

    winner: Side | None
    points: int
    reason: Reason
    score: tuple[int, int]
    match_winner: Side | None
    next_dealer: int | None
    next_kind: Kind | None


@dataclass(frozen=True, slots=True)
class Played:
    """A card was put on the table; ``card`` is None when it lies face down (R32), known here or not."""

    seat: int
    slot: int
    card: Card | None
    covered: bool

    def __str__(self) -> str:
        return f"{self.seat} {'??' if self.card is None else self.card.code}"


@dataclass(frozen=True, slots=True)
class VazaEnded:
    """Vaza ``index`` (0..2) ended as recorded for R15; seat ``torna`` leads the next one, or would
    (R11, R13, R14).
    """

    index: int
    winner: VazaResult
    torna: int


@dataclass(frozen=True, slots=True)
class Called:
    """A seat said a raise word, which asks for ``value`` (R23)."""

    seat: int
    word: str
    value: int


@dataclass(frozen=True, slots=True)
class Answered:
    """A seat answered a raise, a claim or the question of the mão de onze: aceita, corre, joga or mostra."""

    seat: int
    word: str


@dataclass(frozen=True, slots=True)
class Claimed:
    """A seat claimed the família real (R36)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """The claimant drew ``slots`` from the monte as the new hand, in this order (R37)."""

    seat: int
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The claimant's ``cards``, at ``slots``, lie open for all (R38)."""

    seat: int
    slots: tuple[int, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class HandEnded:
    """The hand is over."""

    outcome: Outcome


Event = Played | VazaEnded | Called | Answered | Claimed | Swapped | Shown | HandEnded
