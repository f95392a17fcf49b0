"""The table as one seat may see it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from lantruco import rules
from lantruco.rules import HIDDEN, Card, Hand, Played, Raise

from .decklog import DeckLog
from .genesis import LIVRES, Genesis
from .matchlog import ANSWER, DEAL, DECK, OPEN, TURN, MatchLog


@dataclass(frozen=True, slots=True)
class TableView:
    """A snapshot for screens and bots; nothing in it is hidden from this seat.

    ``phase`` is deck, hand, deal, turn, answer, open, close or closed; ``waiting`` are the seats
    that the table waits for; ``legal`` are the tokens (R44 order) that this seat may say now;
    ``deck`` is (stage, done, total) of the newest deck log; ``partners`` are the cards that partners
    show at a mão de onze, by seat; ``past`` are the finished vazas of this hand in the form of ``table``;
    ``raises`` are all raises of this hand, the one that waits for its answer included; ``sinais`` is what the
    table says of partner signals, one of ``SINAIS_CHOICES``.
    """

    seat: int | None
    players: int
    names: tuple[str, ...]
    bots: tuple[str | None, ...]
    hand: int
    dealer: int | None
    mao: int | None
    turn: int | None
    leader: int | None
    score: tuple[int, int]
    kind: str
    value: int
    pending: int | None
    phase: str
    actors: tuple[int, ...]
    cards: tuple[str, ...]
    counts: tuple[int, ...]
    vira: str | None
    table: tuple[tuple[int, str], ...]
    vazas: tuple[str, ...]
    legal: tuple[str, ...]
    waiting: tuple[int, ...]
    deck: tuple[str, int, int]
    winner: int | None
    fault: int | None
    closed: bool
    partners: tuple[tuple[int, tuple[str, ...]], ...] = ()
    past: tuple[tuple[tuple[int, str], ...], ...] = ()
    raises: tuple[Raise, ...] = ()
    sinais: str = LIVRES

    @property
    def asked(self) -> bool:
        """Whether an answer is this seat's side to give, by itself or by a partner."""
        seat = self.seat
        return (
            seat is not None
            and self.phase == ANSWER
            and any(rules.side(seat) == rules.side(actor) for actor in self.actors)
        )


def code_of(card: Card | None) -> str:
    return HIDDEN if card is None else card.code


def table_of(hand: Hand, vaza: tuple[Played, ...]) -> tuple[tuple[int, str], ...]:
    """The plays of one vaza in order, (seat, card code), a covered card as ``HIDDEN``."""
    return tuple((play.seat, HIDDEN if play.covered else code_of(hand.known(play.slot))) for play in vaza)


def table_view(
    genesis: Genesis, main: MatchLog, decks: Sequence[DeckLog], seat: int | None, *, silent: bool
) -> TableView:
    """The table as ``seat`` (None: nobody) sees it; ``silent`` if it has nothing more to say now."""
    hand = main.hand
    speaking = hand is not None and main.phase in (TURN, ANSWER)
    held: tuple[int, ...] = ()
    if hand is not None and seat is not None and main.phase in (DEAL, TURN, ANSWER, OPEN):
        held = hand.hands[seat]
    return TableView(
        seat=seat,
        players=main.players,
        names=tuple(entry.name for entry in genesis.seats),
        bots=tuple(entry.operator.name if entry.operator else None for entry in genesis.seats),
        hand=main.number,
        dealer=main.dealer,
        mao=None if main.dealer is None else rules.next_seat(main.dealer, main.players),
        turn=hand.turn if hand is not None and main.phase == TURN else None,
        leader=None if hand is None else hand.leader,
        score=main.score,
        kind=rules.kind_of(main.score) if hand is None else hand.kind,
        value=1 if hand is None else hand.value,
        pending=None if hand is None else hand.pending,
        phase=main.phase,
        actors=tuple(hand.actors) if hand is not None and speaking else (),
        cards=tuple(code_of(hand.known(position)) for position in held) if hand is not None else (),
        partners=_partners(hand, seat) if speaking else (),
        counts=() if hand is None else tuple(len(cards) for cards in hand.hands),
        vira=None if hand is None or hand.vira is None else hand.vira.code,
        table=() if hand is None else table_of(hand, hand.table),
        past=() if hand is None else tuple(table_of(hand, vaza) for vaza in hand.past),
        raises=() if hand is None else hand.raises,
        vazas=() if hand is None else tuple(hand.vazas),
        legal=tuple(hand.legal(seat))
        if hand is not None and speaking and seat is not None and not silent
        else (),
        waiting=_waiting(main, decks),
        deck=decks[-1].progress if decks else ("commit", 0, main.players),
        winner=main.winner,
        fault=main.fault,
        closed=main.phase == "closed",
        sinais=str(genesis.table["sinais"]),
    )


def _partners(hand: Hand | None, seat: int | None) -> tuple[tuple[int, tuple[str, ...]], ...]:
    if hand is None or seat is None or hand.kind != "onze":
        return ()
    seen = hand.view(seat).hands
    partners = rules.partners_of(seat, hand.players)
    return tuple((other, seen[other]) for other in partners if any(code != HIDDEN for code in seen[other]))


def _waiting(main: MatchLog, decks: Sequence[DeckLog]) -> tuple[int, ...]:
    log, authors = main.log, main.authors
    if main.phase == DECK and main.number < len(decks):
        deck = decks[main.number]
        log, authors = deck.log, deck.authors
    return tuple(seat for seat in authors if seat not in log.pending)
