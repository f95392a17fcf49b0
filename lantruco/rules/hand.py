"""One hand of Truco Paulista, from the deal to its outcome."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from .cards import CANONICAL, CODES, DECK_SIZE, RANKS, STRENGTHS, SUITS, Card
from .deals import DEALS
from .endings import ended_hand
from .errors import RuleError
from .events import (
    Answered,
    Called,
    Claimed,
    Event,
    HandEnded,
    Kind,
    Outcome,
    Played,
    Reason,
    Shown,
    Swapped,
    VazaEnded,
)
from .ladder import GOAL, NEXT, VALUE_OF, WORD_OF, Raise, over_limit
from .match import kind_of, next_dealer
from .notation import (
    ANSWERS,
    CARD_TOKENS,
    CARTA,
    COVERED,
    FAMILIA,
    HAND_SIZE,
    POSITIONS,
    Action,
)
from .options import Options
from .phases import Phase
from .sides import ALONE, OPPONENTS, SIDES, TABLE_SIZES, VazaResult, side
from .state import state_of
from .vazas import RESULT, judge
from .views import View, view_of
from .words import ALL_STEPS, BARRED, STEPS, STEPS_AND_FAMILIA
from .worth import FAMILIA_POINTS, ONZE_PENALTY, ONZE_REFUSED, START_VALUE

_ROYAL: Final = frozenset(card for card in range(DECK_SIZE) if RANKS[card // len(SUITS)] in "QJK")
_WHOLE_DECK: Final = frozenset(CANONICAL)
_UNKNOWN: Final = -1
_OPEN: Final = (*((code,) for code in CODES), ("",))
"""How each card can be played, and behind them all `_UNKNOWN`, whose token comes first in ASCII order."""
_OPEN_OR_COVERED: Final = (*((code, COVERED[code]) for code in CODES), ("",))
_ONZE, _PLAY, _RAISE, _FAMILIA, _END = Phase

# There are few different ones, and to make a frozen one costs more than to find it.
_played = cache(Played)
_vaza_ended = cache(VazaEnded)
_called = cache(Called)
_answered = cache(Answered)
_raise = cache(Raise)


class Hand:
    """The state of one hand; `act` is the only thing that moves it. Attributes are for reading.

    Cards are named by slot, their index in the deck (0 = top). A slot's card may be unknown to this copy of
    the hand and becomes known by `reveal`.

    players, options, dealer: the table. score: tentos of A and B before this hand. kind: normal, onze or
    ferro. blind: nobody sees his own cards (R31). phase: see `Phase`. actors: the seats that may act, in
    polling order. turn: who plays the next card. leader: who opened the current vaza. value: tentos agreed.
    pending: value asked for and not answered, else None. raises: all raises of the hand. raised_this_turn:
    whether one was called since the turn began (R36). claimant: who claims the família real, kept when the
    claim was challenged. vazas: results of the finished vazas.
    torna: who leads after each of them. table: plays of the current vaza in order. past: those of the
    finished vazas. hands: slots by seat, in hand order. monte: slots from the top. discards: slots out of
    play (R37). vira_slot: the vira's slot. outcome: how the hand ended, else None.
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
    options: Options
    dealer: int
    score: tuple[int, int]
    kind: Kind
    blind: bool
    phase: Phase
    actors: tuple[int, ...]
    turn: int
    leader: int
    value: int
    pending: int | None
    raises: tuple[Raise, ...]
    raised_this_turn: bool
    claimant: int | None
    vazas: tuple[VazaResult, ...]
    torna: tuple[int, ...]
    table: tuple[Played, ...]
    past: tuple[tuple[Played, ...], ...]
    hands: tuple[tuple[int, ...], ...]
    monte: tuple[int, ...]
    discards: tuple[int, ...]
    vira_slot: int
    outcome: Outcome | None
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
    ) -> Hand:
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
            cards = tuple([_UNKNOWN if card is None else card for card in cards])
        mao = next_dealer(dealer, players)
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
            hand.phase = _ONZE
            hand.actors = hand._spokesmen(tuple(seat for seat in order if side(seat) == eleven))
        else:
            hand.phase = _PLAY
            hand.actors = ALONE[mao]
        return hand

    def copy(self) -> Hand:
        """An independent hand in the same state."""
        twin = Hand.__new__(Hand)
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

    def known(self, slot: int) -> Card | None:
        """The card at ``slot`` (0..39) if this copy knows it."""
        card = self._cards[slot]
        return None if card < 0 else CANONICAL[card]

    @property
    def vira(self) -> Card | None:
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

    def legal(self, seat: int) -> list[str]:
        """All legal tokens of a seat in ASCII order, cards by code where known, else by ``#k``;
        empty if none.
        """
        if seat not in self.actors:
            return []
        if self.phase is not _PLAY:
            return self._answers(seat)
        tokens = self._playable(seat)
        # The words are in small letters, which come after all that a card token begins with.
        vazas, options = self.vazas, self.options
        if self.kind == "normal":
            step, raises = NEXT.get(self.value, BARRED), self.raises
            if step and (
                (raises and raises[-1].seat & 1 == seat & 1)
                or ((vazas or options.limite == "sempre") and self._limit_forbids(seat, step))
            ):
                step = BARRED
            if vazas or self.raised_this_turn or not options.familia_real or len(self.monte) < HAND_SIZE:
                tokens += STEPS[step]
            else:
                tokens += STEPS_AND_FAMILIA[step]
        elif self.kind == "onze" and options.onze_truco == "penaliza":
            tokens += ALL_STEPS
        return tokens

    def _answers(self, seat: int) -> list[str]:
        if self.phase is _RAISE:
            step = NEXT.get(self.pending or GOAL)
            if step is None or self._limit_forbids(seat, step):
                return ["aceita", "corre"]
            return ["aceita", "corre", WORD_OF[step]]
        if self.phase is _FAMILIA:
            return ["aceita", "mostra"]
        return ["corre", "joga"]

    def _playable(self, seat: int) -> list[str]:
        held, cards = self.hands[seat], self._cards
        may_cover = self.vazas and self.options.coberta
        tokens: list[str] = []
        if not self.blind:
            ways = _OPEN_OR_COVERED if may_cover else _OPEN
            for slot in held:
                tokens += ways[cards[slot]]
            tokens.sort()
            if tokens[0]:
                return tokens
            tokens = [
                POSITIONS[place] if cards[slot] < 0 else CODES[cards[slot]] for place, slot in enumerate(held)
            ]
        else:
            tokens += POSITIONS[: len(held)]
        if may_cover:
            tokens += [COVERED[token] for token in tokens]
        tokens.sort()
        return tokens

    def check(self, seat: int, token: str) -> Action:
        """Read a token of a seat as an action, without doing it. Raises RuleError in the order of R44."""
        return Action(seat, *self._read(seat, token))

    def _read(self, seat: int, token: str) -> tuple[str, int, bool, int]:
        if self.phase is not _PLAY:
            return self._read_answer(seat, token)
        parsed = CARD_TOKENS.get(token)
        if parsed is None and token in ANSWERS:
            raise RuleError("E_PHASE", "R24" if token == "corre" else "R44")
        if seat not in self.actors:
            raise RuleError("E_TURN", "R9")
        if parsed is None:
            return self._read_word(seat, token)
        card, place, covered = parsed
        held = self.hands[seat]
        slot = _UNKNOWN
        if card < 0:
            if place < len(held):
                slot = held[place]
        elif self.blind:
            raise RuleError("E_CARD", "R31")
        else:
            cards = self._cards
            for candidate in held:
                if cards[candidate] == card:
                    slot = candidate
                    break
        if slot < 0:
            raise RuleError("E_CARD", "R44")
        if covered and not (self.vazas and self.options.coberta):
            raise RuleError("E_COVER", "R32")
        return CARTA, slot, covered, 0

    def _read_word(self, seat: int, token: str) -> tuple[str, int, bool, int]:
        if token in VALUE_OF:
            return self._read_raise(seat, token)
        if token != FAMILIA:
            raise RuleError("E_CARD", "R44")
        if not self.options.familia_real:
            raise RuleError("E_FR", "R35")
        if self.kind != "normal" or self.vazas or self.raised_this_turn:
            raise RuleError("E_FR", "R36")
        if len(self.monte) < HAND_SIZE:
            raise RuleError("E_FR", "R40")
        return token, _UNKNOWN, False, 0

    def _read_answer(self, seat: int, token: str) -> tuple[str, int, bool, int]:
        phase = self.phase
        if phase is _END:
            raise RuleError("E_END", "R44")
        if phase is _RAISE:
            if token not in ("aceita", "corre") and token not in VALUE_OF:
                raise RuleError("E_PHASE", "R27")
        elif phase is _FAMILIA:
            if token not in ("aceita", "mostra"):
                raise RuleError("E_PHASE", "R38")
        elif token not in ("joga", "corre"):
            raise RuleError("E_PHASE", "R29")
        if seat not in self.actors:
            raise RuleError("E_TURN", "R29" if phase is _ONZE else "R28")
        return self._read_raise(seat, token) if token in VALUE_OF else (token, _UNKNOWN, False, 0)

    def _read_raise(self, seat: int, word: str) -> tuple[str, int, bool, int]:
        value = VALUE_OF[word]
        if self.kind != "normal":
            if self.kind == "ferro" or self.options.onze_truco == "recusa":
                raise RuleError("E_ONZE", "R30")
        elif value != NEXT.get(self.pending or self.value):
            raise RuleError("E_STEP", "R23")
        elif self.raises and side(self.raises[-1].seat) == side(seat):
            raise RuleError("E_SIDE", "R25")
        elif self._limit_forbids(seat, value):
            raise RuleError("E_LIMIT", "R22")
        return word, _UNKNOWN, False, value

    def _limit_forbids(self, seat: int, value: int) -> bool:
        limite = self.options.limite
        if limite == "empate":
            if not self.vazas or "A" in self.vazas or "B" in self.vazas:
                return False
        elif limite != "sempre":
            return False
        return over_limit(value, self.score[seat & 1])

    def opens(self, action: Action) -> tuple[int, ...]:
        """The slots that the action lays open for all: they must be known here before it is done."""
        if action.word == CARTA:
            return () if action.covered else (action.slot,)
        if action.word == "mostra" and self.claimant is not None:
            return self.hands[self.claimant]
        return ()

    def act(self, seat: int, token: str) -> tuple[Event, ...]:
        """Check an action and do it; the events in order.

        Raises RuleError when it is refused, and ValueError when a card that it lays open, or the vira that
        decides the vaza, is not known here. In both cases nothing has changed.
        """
        word, slot, covered, value = self._read(seat, token)
        if slot >= 0:
            return self._play(seat, slot, covered)
        if value:
            return self._call(seat, word, value)
        if word == FAMILIA:
            return self._claim(seat)
        if word == "corre":
            return self._run(seat)
        if word == "mostra":
            return self._show(seat)
        if self.phase is _FAMILIA:
            return self._swap(seat)
        return self._go_on(seat, word)

    def _play(self, seat: int, slot: int, covered: bool) -> tuple[Event, ...]:
        if covered:
            played = _played(seat, slot, None, True)
        else:
            card = self._cards[slot]
            if card < 0:
                raise ValueError(f"slot {slot} is played before it is revealed")
            played = _played(seat, slot, CANONICAL[card], False)
        table = (*self.table, played)
        closing = len(table) == self.players
        if closing and self._cards[self.vira_slot] < 0:
            raise ValueError("a vaza ends before the vira is revealed")
        hands = list(self.hands)
        held = hands[seat]
        place = held.index(slot)
        hands[seat] = held[:place] + held[place + 1 :]
        self.hands = tuple(hands)
        self.raised_this_turn = False
        if closing:
            return (played, *self._close(table))
        self.table = table
        self.turn = turn = (seat + 1) % self.players
        self.actors = ALONE[turn]
        return (played,)

    def _close(self, table: tuple[Played, ...]) -> tuple[Event, ...]:
        index = len(self.vazas)
        strengths = STRENGTHS[self._cards[self.vira_slot]]
        winner, torna = judge(table, strengths, self.options.torna_empate)
        if winner == "T" and self.options.empate_escopo == "vaza":
            winner = self._favoured_in(index)
        self.past = (*self.past, table)
        self.table = ()
        self.vazas = (*self.vazas, winner)
        self.torna = (*self.torna, torna)
        self.leader = self.turn = torna
        ended = _vaza_ended(index, winner, torna)
        result = RESULT.get(self.vazas)
        if result is None:
            self.actors = ALONE[torna]
            return (ended,)
        if result == "T":
            return (ended, self._end_tied())
        return (ended, self._end(SIDES.index(result), self.value, "vazas"))

    def _struck(self, raised: Raise) -> bool:
        return raised.over and self.options.limite in ("empate", "resultado")

    def _favoured_in(self, vaza: int) -> VazaResult:
        for raised in reversed(self.raises):
            if raised.vaza == vaza and not self._struck(raised):
                return SIDES[side(raised.seat) ^ raised.exposta]
        return "T"

    def _end_tied(self) -> HandEnded:
        if self.kind == "onze" and self.options.onze_empate == "adversario":
            return self._end(self.score.index(min(self.score)), ONZE_PENALTY, "empate_onze")
        for raised in reversed(self.raises):
            if not self._struck(raised):
                reason: Reason = "empate_exposta" if raised.exposta else "empate_escuro"
                return self._end(side(raised.seat) ^ raised.exposta, raised.value, reason)
        return self._end(None, 0, "empate")

    def _call(self, seat: int, word: str, value: int) -> tuple[Event, ...]:
        called = _called(seat, word, value)
        if self.kind == "onze":
            return (called, self._end(1 - side(seat), ONZE_PENALTY, "penalidade"))
        exposta = False
        for played in self.table:
            if played.card is not None and side(played.seat) != side(seat):
                exposta = True
        over = over_limit(value, self.score[side(seat)])
        self.raises = (*self.raises, _raise(seat, value, exposta, over, len(self.vazas)))
        if self.pending is not None:
            self.value = self.pending
        self.pending = value
        self.raised_this_turn = True
        self.phase = _RAISE
        self.actors = self._spokesmen(OPPONENTS[self.players][seat])
        return (called,)

    def _claim(self, seat: int) -> tuple[Event, ...]:
        self.claimant = seat
        self.phase = _FAMILIA
        self.actors = self._spokesmen(OPPONENTS[self.players][seat])
        return (Claimed(seat),)

    def _run(self, seat: int) -> tuple[Event, ...]:
        if self.phase is _ONZE:
            ended = self._end(1 - side(seat), ONZE_REFUSED, "onze_correu")
        else:
            ended = self._end(1 - side(seat), self.value, "correu")
        return (_answered(seat, "corre"), ended)

    def _go_on(self, seat: int, word: str) -> tuple[Event, ...]:
        if self.pending is not None:
            self.value = self.pending
            self.pending = None
        self.phase = _PLAY
        self.actors = ALONE[self.turn]
        return (_answered(seat, word),)

    def _swap(self, seat: int) -> tuple[Event, ...]:
        claimant = self.turn
        old = self.hands[claimant]
        drawn = self.monte[:HAND_SIZE]
        if self.options.fr_descarte == "fundo":
            self.monte = (*self.monte[HAND_SIZE:], *old)
        else:
            self.monte = self.monte[HAND_SIZE:]
            self.discards = (*self.discards, *old)
        self.hands = (*self.hands[:claimant], drawn, *self.hands[claimant + 1 :])
        self.claimant = None
        self.phase = _PLAY
        self.actors = ALONE[claimant]
        return (_answered(seat, "aceita"), Swapped(claimant, drawn))

    def _show(self, seat: int) -> tuple[Event, ...]:
        claimant = self.turn
        slots = self.hands[claimant]
        cards = [self._cards[slot] for slot in slots]
        if _UNKNOWN in cards:
            raise ValueError("a família real is shown before its cards are revealed")
        if _ROYAL.issuperset(cards):
            ended = self._end(side(claimant), FAMILIA_POINTS, "fr_real")
        else:
            ended = self._end(side(seat), FAMILIA_POINTS, "fr_blefe")
        shown = Shown(claimant, slots, tuple([CANONICAL[card] for card in cards]))
        return (_answered(seat, "mostra"), shown, ended)

    def _spokesmen(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        return seats[:1] if self.options.responde == "porta_voz" else seats

    def _end(self, winner: int | None, points: int, reason: Reason) -> HandEnded:
        self.phase = _END
        self.actors = ()
        self.pending = None
        ended = ended_hand(self.score, self.dealer, self.players, winner, points, reason)
        self.outcome = ended.outcome
        return ended

    def view(self, seat: int) -> View:
        """What a seat sees (R43). Raises ValueError for a seat that is not at the table."""
        return view_of(self, seat)

    def state(self) -> dict[str, Any]:
        """The whole state as plain values, see `state_of`: two hands are equal when these are."""
        return state_of(self)
