"""How others are taken to play: a few plain habits, each sure of what to do with the cards that it holds.

Cards are strengths here (0..13, `lantruco.rules.strength`), hands are tuples of them, weakest first. These
are guesses about people, used to think ahead, and nothing that a bot itself has to keep to.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from lantruco.rules import DECK_SIZE, HAND_SIZE, RANKS, SIDES, SUITS, hand_result
from lantruco.rules.scoring import RESULT

GOOD: Final = RANKS.index("3")
"""A 3; above it the manilhas."""
COVERED: Final = -1
TIED: Final = 2
"""A tied vaza in ``results``; else the side that won it, 0 (A) or 1 (B)."""
FEAR: Final = 0.1
"""What a raise of the others takes from the chance that the cards alone would give."""
EVEN: Final = 0.5
"""The chance of a hand that nobody has seen, or that nobody wins."""
TIE_SAVES: Final = 0.5
"""A tie counts as half a win of the vaza, whoever it helps in the end."""
PARTNERS_SAVE: Final = (0.0, 0.0, 0.25, 0.33)
"""How often partners take a vaza that the own card lost, by seats of a side."""
_EACH: Final = 3.6
"""Cards of a plain strength: four of nine ranks, spread over ten strengths."""

_PLAIN: Final = len(RANKS)
WEAKER: Final = tuple(
    (_EACH * worth + _EACH / 2 if worth <= GOOD else _EACH * _PLAIN + worth - _PLAIN) / DECK_SIZE
    for worth in range(_PLAIN + len(SUITS))
)
"""The share of all cards that a card of each strength beats, half of its equals included."""

Hand = tuple[int, ...]

_NUMBERED: Final[dict[str, int]] = {**{name: number for number, name in enumerate(SIDES)}, "T": TIED}
RESULTS: Final[dict[Hand, int]] = {
    tuple(_NUMBERED[each] for each in vazas): _NUMBERED[winner] for vazas, winner in RESULT.items()
}
"""The end states of a hand (R15) in these numbers."""


def _winner(vazas: tuple[str, ...]) -> int:
    ahead = next((each for each in vazas if each in SIDES), "T")
    return _NUMBERED[hand_result(vazas) or ahead]


_WINNERS: Final[dict[Hand, int]] = {
    tuple(_NUMBERED[each] for each in vazas): _winner(vazas)
    for count in range(HAND_SIZE + 1)
    for vazas in product(_NUMBERED, repeat=count)
}
"""Who wins the hand, for all that vazas can come to, those after the one that decides too. Where a covered
card leaves fewer to think of: who took the first."""


@dataclass(frozen=True, slots=True)
class Habit:
    """leads_high: opens with the best card rather than the lowest. by_cards: raises with two manilhas and
    stays with one or a 3, whatever has happened; counts_table: his card on the table is one of them.
    raises, stays (else): the chance to win from which he raises, and what he wants beyond the odds to stay.
    bluffs: raises with nothing as well.
    """

    leads_high: bool
    by_cards: bool
    counts_table: bool = False
    raises: float = 1.0
    stays: float = 0.0
    bluffs: bool = False


HABITS: Final = (
    Habit(leads_high=False, by_cards=True),
    Habit(leads_high=False, by_cards=True, counts_table=True),
    Habit(leads_high=True, by_cards=True, counts_table=True),
    Habit(leads_high=True, by_cards=False, raises=0.72, stays=0.0),
    Habit(leads_high=False, by_cards=False, raises=0.80, stays=0.08),
    Habit(leads_high=True, by_cards=False, raises=0.60, stays=-0.12),
    Habit(leads_high=True, by_cards=False, raises=0.72, stays=-0.05, bluffs=True),
    Habit(leads_high=False, by_cards=False, raises=0.72, stays=-1.0),
)
"""Cautious people, who count good cards; sound ones; tight ones; bold ones; one who bluffs; and one who never
runs."""
PARTNER: Final = HABITS[3]
"""Partners, and the thinker himself where a guess says too much, are taken to play soundly."""


def card_of(habit: Habit, hand: Hand, friend: int, rival: int, last: bool, results: Hand, side: int) -> int:
    """The card that comes. friend, rival: the best on the table of either side, -1 for none or covered, and
    -2 while the table is empty."""
    if len(hand) == 1:
        return hand[0]
    if friend == rival == -2:
        if not habit.leads_high:
            return hand[0]
        if not results:
            return hand[-1] if hand[-1] <= GOOD else max(hand[-2], hand[0])
        return hand[0] if results[0] == side else hand[-1]
    if friend > rival and (last or friend >= GOOD):
        return hand[0]
    target = friend if friend > rival else rival
    for card in hand:
        if card > target:
            return card
    if rival in hand and results and results[0] == side:
        return rival
    return hand[0]


def raises(habit: Habit, hand: Hand, chance: float, value: int) -> bool:
    """Whether he raises a hand worth ``value`` on his turn."""
    if habit.by_cards:
        return len(hand) > 1 and hand[-2] > GOOD
    if chance >= habit.raises + (0.0 if value == 1 else 0.12):
        return True
    return habit.bluffs and value == 1 and chance < 0.2


def stays(habit: Habit, hand: Hand, own: int, chance: float, value: int, asked: int) -> bool:
    """Whether he accepts ``asked`` instead of losing ``value``. own: his card on the table, -1 for none."""
    if habit.by_cards:
        return (bool(hand) and hand[-1] >= GOOD) or (habit.counts_table and own >= GOOD)
    return chance - FEAR >= (asked - value) / (2 * asked) + habit.stays


@lru_cache(maxsize=2**16)
def chance_of(
    hand: Hand, played: bool, friend: int, rival: int, left: int, rivals: int, results: Hand, side: int
) -> float:
    """A rough chance, 0..1, that ``side`` wins the hand, as one of its seats sees it.

    played: whether the seat has played to this vaza. left: opponents that have still to play to it, of
    ``rivals``.
    """
    odds: list[float] = []
    rest = list(hand)
    if played:
        odds.append(_takes(friend, rival, left, 0.0))
    elif rival >= 0 or friend >= 0:
        target = max(friend, rival)
        card = next((each for each in rest if each > target), rest[0])
        rest.remove(card)
        odds.append(_takes(max(card, friend), rival, left, PARTNERS_SAVE[rivals]))
    odds += [_takes(card, COVERED, rivals, PARTNERS_SAVE[rivals]) for card in reversed(rest)]
    odds = odds[: HAND_SIZE - len(results)]
    total = 0.0
    for won in product((side, 1 - side), repeat=len(odds)):
        weight = 1.0
        for each, odd in zip(won, odds, strict=True):
            weight *= odd if each == side else 1.0 - odd
        total += weight * wins((*results, *won), side)
    return total


def _takes(own: int, rival: int, left: int, saved: float) -> float:
    """The chance of a vaza. saved: how often a partner takes it where ``own`` does not."""
    if own < rival:
        return saved
    if own < 0:
        return TIE_SAVES
    alone = (TIE_SAVES if own == rival else 1.0) * WEAKER[own] ** left
    return alone + (1.0 - alone) * saved


def wins(results: Hand, side: int) -> float:
    """How far ``side`` wins the hand with these results of vazas: 1 or 0, and `EVEN` if all are tied."""
    winner = _WINNERS[results]
    return EVEN if winner == TIED else float(winner == side)
