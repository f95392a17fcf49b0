"""One hand of Truco Paulista, from the deal to its outcome: what is legal, and what an action does."""

from __future__ import annotations

from functools import cache
from typing import Final

from .actions import (
    ALL_STEPS,
    ANSWERS,
    BARRED,
    CARD_TOKENS,
    CARTA,
    COVERED,
    FAMILIA,
    POSITIONS,
    STEP_ABOVE,
    STEPS,
    STEPS_AND_FAMILIA,
    VALUE_OF,
    WORD_OF,
    Action,
    Refusal,
    RuleError,
)
from .cards import CANONICAL, CODES, HAND_SIZE, ROYAL, STRENGTHS
from .events import (
    Answered,
    Called,
    Claimed,
    Event,
    HandEnded,
    Phase,
    Played,
    Raise,
    Reason,
    Shown,
    Swapped,
    VazaEnded,
)
from .position import UNKNOWN, Position
from .scoring import (
    FAMILIA_POINTS,
    GOAL,
    ONZE_PENALTY,
    ONZE_REFUSED,
    RESULT,
    ended_hand,
    judge,
    over_limit,
)
from .table import ALONE, OPPONENTS, SIDES, VazaResult, side

_ROYAL: Final = frozenset(card for card in CANONICAL if card.rank in ROYAL)
_OPEN: Final = (*((code,) for code in CODES), ("",))
"""How each card can be played, and behind them all `UNKNOWN`, whose token comes first in ASCII order."""
_OPEN_OR_COVERED: Final = (*((code, COVERED[code]) for code in CODES), ("",))
_ONZE, _PLAY, _RAISE, _FAMILIA, _END = Phase

# There are few different ones, and to make a frozen one costs more than to find it.
_played = cache(Played)
_vaza_ended = cache(VazaEnded)
_called = cache(Called)
_answered = cache(Answered)
_raise = cache(Raise)


class Hand(Position):
    """One hand; `act` is the only thing that moves it."""

    __slots__ = ()

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
            step, raises = STEP_ABOVE.get(self.value, BARRED), self.raises
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

    def legal_actions(self) -> list[tuple[int, str]]:
        """Every (seat, token) that is legal now, by seat in polling order; empty once the hand is over."""
        return [(seat, token) for seat in self.actors for token in self.legal(seat)]

    def _answers(self, seat: int) -> list[str]:
        if self.phase is _RAISE:
            step = STEP_ABOVE.get(self.pending or GOAL)
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
            raise RuleError(Refusal.PHASE, "R24" if token == "corre" else "R44")
        if seat not in self.actors:
            raise RuleError(Refusal.TURN, "R9")
        if parsed is None:
            return self._read_word(seat, token)
        card, place, covered = parsed
        held = self.hands[seat]
        slot = UNKNOWN
        if card < 0:
            if place < len(held):
                slot = held[place]
        elif self.blind:
            raise RuleError(Refusal.CARD, "R31")
        else:
            cards = self._cards
            for candidate in held:
                if cards[candidate] == card:
                    slot = candidate
                    break
        if slot < 0:
            raise RuleError(Refusal.CARD, "R44")
        if covered and not (self.vazas and self.options.coberta):
            raise RuleError(Refusal.COVER, "R32")
        return CARTA, slot, covered, 0

    def _read_word(self, seat: int, token: str) -> tuple[str, int, bool, int]:
        if token in VALUE_OF:
            return self._read_raise(seat, token)
        if token != FAMILIA:
            raise RuleError(Refusal.CARD, "R44")
        if not self.options.familia_real:
            raise RuleError(Refusal.FR, "R35")
        if self.kind != "normal" or self.vazas or self.raised_this_turn:
            raise RuleError(Refusal.FR, "R36")
        if len(self.monte) < HAND_SIZE:
            raise RuleError(Refusal.FR, "R40")
        return token, UNKNOWN, False, 0

    def _read_answer(self, seat: int, token: str) -> tuple[str, int, bool, int]:
        phase = self.phase
        if phase is _END:
            raise RuleError(Refusal.END, "R44")
        if phase is _RAISE:
            if token not in ("aceita", "corre") and token not in VALUE_OF:
                raise RuleError(Refusal.PHASE, "R27")
        elif phase is _FAMILIA:
            if token not in ("aceita", "mostra"):
                raise RuleError(Refusal.PHASE, "R38")
        elif token not in ("joga", "corre"):
            raise RuleError(Refusal.PHASE, "R29")
        if seat not in self.actors:
            raise RuleError(Refusal.TURN, "R29" if phase is _ONZE else "R28")
        return self._read_raise(seat, token) if token in VALUE_OF else (token, UNKNOWN, False, 0)

    def _read_raise(self, seat: int, word: str) -> tuple[str, int, bool, int]:
        value = VALUE_OF[word]
        if self.kind != "normal":
            if self.kind == "ferro" or self.options.onze_truco == "recusa":
                raise RuleError(Refusal.ONZE, "R30")
        elif value != STEP_ABOVE.get(self.pending or self.value):
            raise RuleError(Refusal.STEP, "R23")
        elif self.raises and side(self.raises[-1].seat) == side(seat):
            raise RuleError(Refusal.SIDE, "R25")
        elif self._limit_forbids(seat, value):
            raise RuleError(Refusal.LIMIT, "R22")
        return word, UNKNOWN, False, value

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
        return (ended, self._end(SIDES.index(result), self.value, Reason.VAZAS))

    def _struck(self, raised: Raise) -> bool:
        return raised.over and self.options.limite in ("empate", "resultado")

    def _favoured_in(self, vaza: int) -> VazaResult:
        for raised in reversed(self.raises):
            if raised.vaza == vaza and not self._struck(raised):
                return SIDES[side(raised.seat) ^ raised.exposta]
        return "T"

    def _end_tied(self) -> HandEnded:
        if self.kind == "onze" and self.options.onze_empate == "adversario":
            return self._end(self.score.index(min(self.score)), ONZE_PENALTY, Reason.EMPATE_ONZE)
        for raised in reversed(self.raises):
            if not self._struck(raised):
                reason = Reason.EMPATE_EXPOSTA if raised.exposta else Reason.EMPATE_ESCURO
                return self._end(side(raised.seat) ^ raised.exposta, raised.value, reason)
        return self._end(None, 0, Reason.EMPATE)

    def _call(self, seat: int, word: str, value: int) -> tuple[Event, ...]:
        called = _called(seat, word, value)
        if self.kind == "onze":
            return (called, self._end(1 - side(seat), ONZE_PENALTY, Reason.PENALIDADE))
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
            ended = self._end(1 - side(seat), ONZE_REFUSED, Reason.ONZE_CORREU)
        else:
            ended = self._end(1 - side(seat), self.value, Reason.CORREU)
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
        if UNKNOWN in cards:
            raise ValueError("a família real is shown before its cards are revealed")
        if _ROYAL.issuperset(cards):
            ended = self._end(side(claimant), FAMILIA_POINTS, Reason.FR_REAL)
        else:
            ended = self._end(side(seat), FAMILIA_POINTS, Reason.FR_BLEFE)
        shown = Shown(claimant, slots, tuple([CANONICAL[card] for card in cards]))
        return (_answered(seat, "mostra"), shown, ended)

    def _end(self, winner: int | None, points: int, reason: Reason) -> HandEnded:
        self.phase = _END
        self.actors = ()
        self.pending = None
        ended = ended_hand(self.score, self.dealer, self.players, winner, points, reason)
        self.outcome = ended.outcome
        return ended
