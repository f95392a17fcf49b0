"""What happened at the table, for screens and summaries."""

from __future__ import annotations

from dataclasses import dataclass

from lantruco import rules


@dataclass(frozen=True, slots=True)
class DeckAdvanced:
    """``stage`` is commit, reveal, shuffle, verdict, ready or fault; ``done`` of ``total`` are in."""

    hand: int
    stage: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class HandStarted:
    hand: int
    dealer: int
    kind: str
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """The vira's code and this seat's own card codes; ``??`` for a card not seen, () for an observer."""

    hand: int
    vira: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """This seat's new cards after its família real was accepted, in hand order."""

    hand: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartnerCards:
    """A partner's cards, shown to this seat alone at a mão de onze (R43)."""

    hand: int
    seat: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleEvent:
    """Something that the rules engine reports."""

    event: rules.Event


@dataclass(frozen=True, slots=True)
class FaultFound:
    """A seat signed something that the protocol forbids; anybody can check it from the record."""

    seat: int
    code: str
    log: str
    hand: int
    step: int


@dataclass(frozen=True, slots=True)
class Awaiting:
    """The main log went on: what the current step is for (a phase of ``TableView``), and who speaks in it."""

    phase: str
    seats: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """``winner`` is side 0 or 1; ``fault`` the seat whose fault ended the match, or None."""

    winner: int
    score: tuple[int, int]
    fault: int | None


@dataclass(frozen=True, slots=True)
class MatchClosed:
    """All closing signatures are in; ``digest`` is the digest of the record."""

    digest: bytes


Event = (
    DeckAdvanced
    | HandStarted
    | CardsDealt
    | CardsDrawn
    | PartnerCards
    | RuleEvent
    | FaultFound
    | Awaiting
    | MatchEnded
    | MatchClosed
)
