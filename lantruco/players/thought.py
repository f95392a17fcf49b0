"""Thinking a hand through to its end against guessed cards.

A guess is one deal that fits what the seat has seen, with a habit for the others. All guesses are followed
together: what the others do splits them, as it would tell the thinker something at the table, and the
thinker's own choice is one for all guesses that look the same to it. So it never plays as if it saw their
cards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from lantruco.rules import GOAL, STEP_ABOVE, STEP_BELOW, next_seat, seats_of
from lantruco.rules import side as side_of

from .habits import COVERED, HABITS, PARTNER, RESULTS, TIED, Hand, card_of, chance_of, raises, stays

FEW: Final = {2: 2, 4: 8, 6: 8}
"""Fewer guesses than this tell too much, by the size of the table: then plain habits play on."""

Guess = tuple[tuple[Hand, ...], int]
"""Hands by seat (the thinker's own is empty), and the index of the habit of the others."""
Table = tuple[tuple[int, int], ...]
"""(seat, strength) in order of play; covered -1."""


class Position(NamedTuple):
    """A hand in play as the thinker knows it, apart from the guesses.

    results: of the finished vazas. raiser: the side of the last raise, else -1. tie: the side that three ties
    would give the hand to, else -1, and the tentos then.
    """

    mine: Hand
    table: Table
    results: Hand
    turn: int
    value: int
    raiser: int = -1
    tie: tuple[int, int] = (-1, 0)


class Thought:
    """The choices of one moment, each worth a sum over the guesses.

    seat: who thinks. score: tentos of A and B. worth: of (side, tentos) as the result of the hand, side -1
    for nobody. raising: whether this kind of hand knows raises.
    """

    def __init__(
        self,
        seat: int,
        players: int,
        score: tuple[int, int],
        worth: Callable[[int, int], float],
        *,
        raising: bool,
    ) -> None:
        self._seat = seat
        self._side = side_of(seat)
        self._players = players
        self._rivals = len(seats_of(1 - self._side, players))
        self._score = score
        self._raising = raising
        self._few = FEW[players]
        self._worth = {
            (side, tentos): worth(side, tentos) for side in (-1, 0, 1) for tentos in (0, *STEP_ABOVE, GOAL)
        }

    # -- what the owner asks: sums over the guesses

    def card(self, group: Sequence[Guess], at: Position, card: int) -> float:
        mine = list(at.mine)
        if card != COVERED:
            mine.remove(card)
        else:
            mine.pop(0)
        return self._put(group, at, tuple(mine), self._seat, card)

    def call(self, group: Sequence[Guess], at: Position) -> float:
        """The thinker raises, on its turn."""
        return self._call(group, at, at.value, STEP_ABOVE[at.value])

    def stay(self, group: Sequence[Guess], at: Position, asked: int) -> float:
        """The thinker accepts; ``at.value`` is what was agreed before."""
        return self._value(group, Position(at.mine, at.table, at.results, at.turn, asked, at.raiser, at.tie))

    def retruca(self, group: Sequence[Guess], at: Position, asked: int) -> float:
        return self._call(group, at, asked, STEP_ABOVE[asked])

    def value(self, group: Sequence[Guess], at: Position) -> float:
        return self._value(group, at)

    def run(self, group: Sequence[Guess], value: int) -> float:
        return len(group) * self._worth[1 - self._side, value]

    # -- the tree

    def _may_raise(self, side: int, at: Position) -> bool:
        step = STEP_ABOVE.get(at.value)
        if step is None or not self._raising or at.raiser == side:
            return False
        tied = bool(at.results) and all(each == TIED for each in at.results)
        return not (tied and self._score[side] + at.value >= GOAL)

    def _value(self, group: Sequence[Guess], at: Position) -> float:
        if len(group) < self._few:
            return sum(self._alone(guess, at) for guess in group)
        return self._mine(group, at) if at.turn == self._seat else self._theirs(group, at)

    def _mine(self, group: Sequence[Guess], at: Position) -> float:
        best = max(self.card(group, at, card) for card in set(at.mine))
        if self._may_raise(self._side, at):
            best = max(best, self._call(group, at, at.value, STEP_ABOVE[at.value]))
        return best

    def _alone(self, guess: Guess, at: Position) -> float:
        """One guess played to its end without another raise."""
        hands, index = list(guess[0]), guess[1]
        hands[self._seat] = at.mine
        table, results, seat = list(at.table), at.results, at.turn
        while True:
            side = side_of(seat)
            best = [-2, -2]
            if table:
                best = [-1, -1]
                for other, card in table:
                    best[side_of(other)] = max(best[side_of(other)], card)
            habit = PARTNER if side == self._side else HABITS[index]
            last = len(table) == self._players - 1
            hand = hands[seat]
            card = card_of(habit, hand, best[side], best[1 - side], last, results, side)
            place = hand.index(card)
            hands[seat] = hand[:place] + hand[place + 1 :]
            table.append((seat, card))
            if not last:
                seat = next_seat(seat, self._players)
                continue
            seat, result = _judge(table)
            results = (*results, result)
            winner = RESULTS.get(results)
            if winner is not None:
                return self._worth[at.tie if winner == TIED else (winner, at.value)]
            table = []

    def _call(self, group: Sequence[Guess], at: Position, value: int, asked: int) -> float:
        """The thinker has asked for more; the others answer."""
        staying, higher, gone = self._answers(group, at, value, asked)
        side = 1 - self._side
        exposed = any(side_of(seat) != self._side and card != COVERED for seat, card in at.table)
        total = len(gone) * self._worth[self._side, value]
        raised = self._raised(at, self._side, asked, exposed)
        total += self._value(staying, raised)
        if higher:
            # They are sure of themselves: stay for once, or run.
            more = self._raised(raised, side, STEP_ABOVE[asked], exposed=False)
            total += max(len(higher) * self._worth[side, asked], self._value(higher, more))
        return total

    def running(self, group: Sequence[Guess], at: Position, value: int) -> list[float]:
        """The share of guesses, by habit, in which the others run from a raise over ``value``."""
        _, _, gone = self._answers(group, at, value, STEP_ABOVE[value])
        ran = [sum(index == each for _, index in gone) for each in range(len(HABITS))]
        all_of = [sum(index == each for _, index in group) for each in range(len(HABITS))]
        return [a / b if b else 0.0 for a, b in zip(ran, all_of, strict=True)]

    def _answers(
        self, group: Sequence[Guess], at: Position, value: int, asked: int
    ) -> tuple[list[Guess], list[Guess], list[Guess]]:
        """The guesses in which the others stay, raise again, and run."""
        staying: list[Guess] = []
        higher: list[Guess] = []
        gone: list[Guess] = []
        results, side = at.results, 1 - self._side
        friend, rival, _ = self._faces(at, side)
        placed = dict(at.table)
        left = sum(side_of(seat) == self._side and seat not in placed for seat in range(self._players))
        for guess in group:
            hands, habit_index = guess
            habit = HABITS[habit_index]
            word = 0
            for seat in seats_of(side, self._players):
                hand = hands[seat]
                chance = (
                    0.0
                    if habit.by_cards
                    else chance_of(hand, seat in placed, friend, rival, left, self._rivals, results, side)
                )
                if stays(habit, hand, placed.get(seat, COVERED), chance, value, asked):
                    word = max(word, 2 if chance > 0.88 and asked < GOAL else 1)
            if word == 2:
                higher.append(guess)
            elif word:
                staying.append(guess)
            else:
                gone.append(guess)
        return staying, higher, gone

    def _raised(self, at: Position, side: int, asked: int, exposed: bool) -> Position:
        over = self._score[side] + STEP_BELOW[asked] >= GOAL
        tie = at.tie if over else (side ^ exposed, asked)
        return Position(at.mine, at.table, at.results, at.turn, asked, side, tie)

    def _theirs(self, group: Sequence[Guess], at: Position) -> float:
        seat = at.turn
        side = side_of(seat)
        friend, rival, last = self._faces(at, side)
        results = at.results
        may_raise = side != self._side and self._may_raise(side, at)
        left = 0
        if may_raise:
            placed = {other for other, _ in at.table}
            left = sum(side_of(other) != side and other not in placed for other in range(self._players))
        raisers: list[Guess] = []
        ways: dict[int, list[Guess]] = {}
        for guess in group:
            hands, habit_index = guess
            habit = PARTNER if side == self._side else HABITS[habit_index]
            hand = hands[seat]
            if may_raise:
                chance = (
                    0.0
                    if habit.by_cards
                    else chance_of(hand, False, friend, rival, left, self._rivals, results, side)
                )
                if raises(habit, hand, chance, at.value):
                    raisers.append(guess)
                    continue
            card = card_of(habit, hand, friend, rival, last, results, side)
            ways.setdefault(card, []).append(guess)
        total = 0.0
        for card, some in ways.items():
            total += self._put([without(guess, seat, card) for guess in some], at, at.mine, seat, card)
        if raisers:
            total += self._answer(raisers, at, side)
        return total

    def _answer(self, group: Sequence[Guess], at: Position, side: int) -> float:
        asked = STEP_ABOVE[at.value]
        exposed = any(side_of(other) != side and card != COVERED for other, card in at.table)
        raised = self._raised(at, side, asked, exposed)
        return max(len(group) * self._worth[side, at.value], self._value(group, raised))

    def _faces(self, at: Position, side: int) -> tuple[int, int, bool]:
        """The best of either side on the table, and whether only one card is missing."""
        table = at.table
        if not table:
            return -2, -2, False
        best = [-1, -1]
        for seat, card in table:
            if card > best[side_of(seat)]:
                best[side_of(seat)] = card
        return best[side], best[1 - side], len(table) == self._players - 1

    def _put(self, group: Sequence[Guess], at: Position, mine: Hand, seat: int, card: int) -> float:
        table = (*at.table, (seat, card))
        if len(table) < self._players:
            turn = next_seat(seat, self._players)
            return self._value(group, Position(mine, table, at.results, turn, at.value, at.raiser, at.tie))
        first, result = _judge(table)
        results = (*at.results, result)
        winner = RESULTS.get(results)
        if winner is None:
            return self._value(group, Position(mine, (), results, first, at.value, at.raiser, at.tie))
        if winner == TIED:
            return len(group) * self._worth[at.tie]
        return len(group) * self._worth[winner, at.value]


def _judge(table: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """The seat that leads the next vaza, and the result of this one."""
    best, first, result = -2, 0, 0
    for seat, card in table:
        if card > best:
            best, first, result = card, seat, side_of(seat)
        elif card == best and side_of(seat) != side_of(first):
            result = TIED
    return first, result


def without(guess: Guess, seat: int, card: int) -> Guess:
    """The guess after ``seat`` has played ``card``."""
    hands, habit = guess
    hand = list(hands[seat])
    hand.remove(card)
    return (*hands[:seat], tuple(hand), *hands[seat + 1 :]), habit
