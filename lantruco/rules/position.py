"""Where a hand stands: the deal, all that can be read of it, and what each seat sees (R6, R29, R31, R43)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Self

from .cards import CANONICAL, CODES, DECK_SIZE, HIDDEN, Card
from .events import Kind, Outcome, Phase, Played, Raise
from .scoring import GOAL, START_VALUE, kind_of
from .table import ALONE, DEALS, SIDES, TABLE_SIZES, Options, VazaResult, next_seat, seats_of, side

_WHOLE_DECK: Final = frozenset(CANONICAL)
UNKNOWN: Final = -1
"""Stands for the card of a slot that this copy of the hand does not know."""
_PUBLIC: Final = (
    "players",
    "options",
    "dealer",
    "kind",
    "phase",
    "actors",
    "turn",
    "leader",
    "value",
    "pending",
    "vazas",
    "torna",
    "raises",
    "claimant",
    "winner",
    "points",
    "reason",
    "score",
    "match_winner",
    "next_dealer",
    "next_kind",
)


@dataclass(frozen=True, slots=True)
class View:
    """The cards as one seat sees them."""

    seat: int
    """Who looks."""
    hands: tuple[tuple[str, ...], ...]
    """By seat, one code or `HIDDEN` per card still held, in hand order."""
    table: tuple[str, ...]
    """The current vaza in order of play, ``"seat card"`` each."""
    past: tuple[tuple[str, ...], ...]
    """The finished vazas in the same form."""
    vira: str
    """Its code, or `HIDDEN` while it is not known here."""


class Position:
    """The state of a hand. Attributes are for reading.

    Cards are named by slot, their index in the deck (0 = top). A slot's card may be unknown to this copy of
    the hand and becomes known by `reveal`.

    Two are equal when everything that can be read of them is, the cards that are known included. They change,
    so they are not hashable: `key` is.
    """

    __slots__ = (
        "_cards",
        "actors",
        "blind",
        "claimant",
        "dealer",
        "discards",
        "hands",
        "kind",
        "leader",
        "monte",
        "options",
        "outcome",
        "past",
        "pending",
        "phase",
        "players",
        "raised_this_turn",
        "raises",
        "score",
        "table",
        "torna",
        "turn",
        "value",
        "vazas",
        "vira_slot",
    )

    players: int
    """2, 4 or 6."""
    options: Options
    """The table's."""
    dealer: int
    """The seat that dealt, the pé."""
    score: tuple[int, int]
    """Tentos of A and B before this hand."""
    kind: Kind
    """normal, onze or ferro."""
    blind: bool
    """Nobody sees his own cards (R31)."""
    phase: Phase
    """What the hand waits for."""
    actors: tuple[int, ...]
    """The seats that may act, in polling order."""
    turn: int
    """Who plays the next card."""
    leader: int
    """Who opened the current vaza."""
    value: int
    """Tentos agreed."""
    pending: int | None
    """Value asked for and not answered, else None."""
    raises: tuple[Raise, ...]
    """All raises of the hand."""
    raised_this_turn: bool
    """Whether a raise was called since the turn began (R36)."""
    claimant: int | None
    """Who claims the família real, kept when the claim was challenged."""
    vazas: tuple[VazaResult, ...]
    """Results of the finished vazas."""
    torna: tuple[int, ...]
    """Who leads after each of them."""
    table: tuple[Played, ...]
    """Plays of the current vaza in order."""
    past: tuple[tuple[Played, ...], ...]
    """Plays of the finished vazas."""
    hands: tuple[tuple[int, ...], ...]
    """Slots by seat, in hand order."""
    monte: tuple[int, ...]
    """Slots from the top."""
    discards: tuple[int, ...]
    """Slots out of play (R37)."""
    vira_slot: int
    """The vira's slot."""
    outcome: Outcome | None
    """How the hand ended, else None."""
    _cards: tuple[int, ...]

    @classmethod
    def new(
        cls,
        *,
        players: int,
        options: Options,
        dealer: int,
        score: tuple[int, int],
        deck: Sequence[Card | None],
    ) -> Self:
        """Deal a hand (R6, R29, R31).

        players: 2, 4 or 6. score: tentos of A and B, each below 12. deck: 40 cards, index 0 = top, None
        where this copy does not know the card. Raises ValueError for anything else.
        """
        if players not in TABLE_SIZES:
            raise ValueError(f"no table has {players} players")
        if not 0 <= dealer < players:
            raise ValueError(f"seat {dealer} is not at a table of {players}")
        if len(score) != len(SIDES) or not (0 <= score[0] < GOAL and 0 <= score[1] < GOAL):
            raise ValueError(f"no hand begins at {score}")
        cards: tuple[Any, ...] = tuple(deck)
        if len(cards) != DECK_SIZE:
            raise ValueError("a deck has 40 cards")
        missing = len(_WHOLE_DECK.difference(cards))
        if missing:
            if missing != cards.count(None):
                raise ValueError("a deck has every card once")
            cards = tuple([UNKNOWN if card is None else card for card in cards])
        mao = next_seat(dealer, players)
        hand = cls.__new__(cls)
        hand.players = players
        hand.options = options
        hand.dealer = dealer
        hand.score = (score[0], score[1])
        hand.kind = kind_of(hand.score)
        hand.blind = hand.kind == "ferro" and options.ferro_escuro
        hand.turn = hand.leader = mao
        hand.value = START_VALUE[hand.kind]
        hand.pending = hand.claimant = hand.outcome = None
        hand.raises = hand.vazas = hand.torna = hand.table = hand.past = hand.discards = ()
        hand.hands, hand.vira_slot, hand.monte = DEALS[players][dealer]
        hand._cards = cards
        hand.raised_this_turn = False
        if hand.kind == "onze":
            eleven = score.index(max(score))
            order = [(mao + step) % players for step in range(players)]
            hand.phase = Phase.ONZE
            hand.actors = hand._spokesmen(tuple(seat for seat in order if side(seat) == eleven))
        else:
            hand.phase = Phase.PLAY
            hand.actors = ALONE[mao]
        return hand

    def copy(self) -> Self:
        """An independent hand in the same state: to try an action, or to take it back."""
        twin = self.__new__(type(self))
        twin.players = self.players
        twin.options = self.options
        twin.dealer = self.dealer
        twin.score = self.score
        twin.kind = self.kind
        twin.blind = self.blind
        twin.phase = self.phase
        twin.actors = self.actors
        twin.turn = self.turn
        twin.leader = self.leader
        twin.value = self.value
        twin.pending = self.pending
        twin.raises = self.raises
        twin.claimant = self.claimant
        twin.vazas = self.vazas
        twin.torna = self.torna
        twin.table = self.table
        twin.past = self.past
        twin.hands = self.hands
        twin.monte = self.monte
        twin.discards = self.discards
        twin.vira_slot = self.vira_slot
        twin.outcome = self.outcome
        twin._cards = self._cards
        twin.raised_this_turn = self.raised_this_turn
        return twin

    __copy__ = copy

    def key(self) -> tuple[Hashable, ...]:
        """The whole state as one hashable value: two hands are equal when their keys are."""
        return (
            self.players,
            self.options,
            self.dealer,
            self.score,
            self._cards,
            self.hands,
            self.monte,
            self.discards,
            self.past,
            self.table,
            self.vazas,
            self.torna,
            self.raises,
            self.raised_this_turn,
            self.value,
            self.pending,
            self.claimant,
            self.phase,
            self.actors,
            self.turn,
            self.leader,
            self.outcome,
        )

    def __eq__(self, other: object) -> bool:
        return self.key() == other.key() if isinstance(other, Position) else NotImplemented

    def __repr__(self) -> str:
        a, b = self.score
        words = [f"{self.players} players", f"dealer {self.dealer}", f"score {a}-{b}", self.kind]
        words += [f"vira {self.vira or HIDDEN}", f"vazas {''.join(self.vazas) or '-'}", f"value {self.value}"]
        if self.outcome is None:
            words.append(f"{self.phase} of {' '.join(map(str, self.actors))}")
        else:
            words.append(f"{self.phase} {self.outcome.reason}")
        return f"<{type(self).__name__}: {', '.join(words)}>"

    def known(self, slot: int) -> Card | None:
        """The card at ``slot`` (0..39) if this copy knows it."""
        card = self._cards[slot]
        return None if card < 0 else CANONICAL[card]

    @property
    def vira(self) -> Card | None:
        """The card that names the manilhas (R4), if this copy knows it."""
        return self.known(self.vira_slot)

    def reveal(self, slot: int, card: Card) -> None:
        """Make a slot known. Raises ValueError when the slot or the card is already known otherwise."""
        if not 0 <= slot < DECK_SIZE:
            raise ValueError(f"a deck has no slot {slot}")
        known = self._cards[slot]
        if known == card:
            return
        if known >= 0:
            raise ValueError(f"slot {slot} is known as another card")
        if card in self._cards:
            raise ValueError(f"{CODES[card]} is known at another slot")
        self._cards = (*self._cards[:slot], card, *self._cards[slot + 1 :])

    def view(self, seat: int) -> View:
        """What ``seat`` sees (R43); a card that this copy of the hand does not know is hidden too.

        Raises ValueError for a seat that is not at the table.
        """
        if not 0 <= seat < self.players:
            raise ValueError(f"seat {seat} is not at a table of {self.players}")
        seen = set() if self.blind else {seat}
        at_eleven = self.kind == "onze" and self.score[side(seat)] == max(self.score)
        if at_eleven and self.options.onze_ve_parceiro:
            seen.update(seats_of(side(seat), self.players))
        if self.phase is Phase.END and self.claimant is not None:
            seen.add(self.claimant)
        return View(
            seat=seat,
            hands=tuple(
                tuple(self._code(slot) if other in seen else HIDDEN for slot in held)
                for other, held in enumerate(self.hands)
            ),
            table=tuple(map(str, self.table)),
            past=tuple(tuple(map(str, vaza)) for vaza in self.past),
            vira=self._code(self.vira_slot),
        )

    def state(self) -> dict[str, Any]:
        """The whole state as plain values, for other programs.

        The names of a scenario's ``expect`` (with ``score`` as it stands after the hand, if it has ended),
        and: players, options, dealer, kind, turn, leader, pending, claimant, raised_this_turn, table and past
        (lists of [seat, slot, covered]), hands, monte and discards (slots), cards (codes by slot, None where
        unknown).
        """
        outcome = self.outcome
        cards = map(self.known, range(DECK_SIZE))
        return {
            "players": self.players,
            "options": self.options.to_map(),
            "dealer": self.dealer,
            "kind": self.kind,
            "phase": self.phase.value,
            "actors": list(self.actors),
            "turn": self.turn,
            "leader": self.leader,
            "value": self.value,
            "pending": self.pending,
            "vazas": list(self.vazas),
            "torna": list(self.torna),
            "raises": [str(raised) for raised in self.raises],
            "raised_this_turn": self.raised_this_turn,
            "claimant": self.claimant,
            "table": _plain(self.table),
            "past": [_plain(vaza) for vaza in self.past],
            "hands": [list(held) for held in self.hands],
            "monte": list(self.monte),
            "discards": list(self.discards),
            "cards": [None if card is None else card.code for card in cards],
            "winner": outcome and outcome.winner,
            "points": outcome and outcome.points,
            "reason": outcome and outcome.reason.value,
            "score": list(outcome.score if outcome else self.score),
            "match_winner": outcome and outcome.match_winner,
            "next_dealer": outcome and outcome.next_dealer,
            "next_kind": outcome and outcome.next_kind,
        }

    def _code(self, slot: int) -> str:
        card = self.known(slot)
        return HIDDEN if card is None else card.code

    def _spokesmen(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        return seats[:1] if self.options.responde == "porta_voz" else seats


def _plain(plays: tuple[Played, ...]) -> list[list[int | bool]]:
    return [[played.seat, played.slot, played.covered] for played in plays]


def public_state(hand: Position) -> dict[str, Any]:
    """What everybody at the table knows of a hand, as plain values: the names of `Position.state`, and vira
    (code or ``??``) and table (``"seat card"`` in order of play).
    """
    state = hand.state()
    view = hand.view(hand.dealer)
    return {**{name: state[name] for name in _PUBLIC}, "vira": view.vira, "table": list(view.table)}


def seat_view(hand: Position, seat: int) -> dict[str, Any]:
    """What a seat sees: ``hands`` by seat and ``table``, as of `Position.view`."""
    view = hand.view(seat)
    return {"hands": [list(held) for held in view.hands], "table": list(view.table)}
