"""Guessing the cards of others: deals that fit what a seat has seen, and how well they explain it."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from lantruco.protocol.views import TableView
from lantruco.rules import CANONICAL, HIDDEN, SIDES, STEP_BELOW, Card, Raise, seats_of, strength
from lantruco.rules import side as side_of

from .habits import COVERED, HABITS, PARTNER, TIED, Habit, Hand, card_of, chance_of, raises, stays
from .hearsay import WEAK_BELOW, Told, still_held
from .thought import Guess, Position

UNLIKE: Final = 0.2
"""How well a guess explains a card that its habit would not have played, beside one that it would."""
SILENT: Final = 0.4
"""The same for a raise that did not come."""
BOLD: Final = 0.1
"""The same for a raise or an answer for which the cards are not there."""
DOUBTS: Final = 0.1
"""How often a sinal is not believed: people mistake, and some lie."""
TRIES: Final = 3
"""Deals looked at for each that is kept, once there is something to explain."""


@dataclass(frozen=True, slots=True)
class Sight:
    """A view in strengths. past: the finished vazas. unseen: the strength of every card that may be anywhere.
    known: hands of seats that lie open to the viewer. counts: cards that each seat holds.
    """

    seat: int
    players: int
    mine: Hand
    known: dict[int, Hand]
    past: tuple[tuple[tuple[int, int], ...], ...]
    table: tuple[tuple[int, int], ...]
    results: Hand
    unseen: tuple[int, ...]
    counts: tuple[int, ...]
    raises: tuple[Raise, ...]
    pending: bool
    value: int


def sight_of(view: TableView) -> Sight:
    """Needs a seat and a vira, and open cards of one's own."""
    assert view.seat is not None
    assert view.vira is not None
    vira = Card.parse(view.vira)
    vazas = (*view.past, view.table)
    seen = {
        view.vira,
        *view.cards,
        *(code for vaza in vazas for _, code in vaza),
        *(code for _, codes in view.partners for code in codes),
    }

    def worth(code: str) -> int:
        return COVERED if code == HIDDEN else strength(Card.parse(code), vira)

    plain = [tuple((seat, worth(code)) for seat, code in vaza) for vaza in vazas]
    return Sight(
        seat=view.seat,
        players=view.players,
        mine=tuple(sorted(map(worth, view.cards))),
        known={seat: tuple(sorted(map(worth, codes))) for seat, codes in view.partners},
        past=tuple(plain[:-1]),
        table=plain[-1],
        results=tuple(TIED if vaza == "T" else SIDES.index(vaza) for vaza in view.vazas),
        unseen=tuple(strength(card, vira) for card in CANONICAL if card.code not in seen),
        counts=view.counts,
        raises=view.raises,
        pending=view.pending is not None,
        value=view.value,
    )


def position_of(view: TableView, sight: Sight) -> Position:
    """The hand as it stands; a raise that waits for its answer counts as accepted for the ties (R20)."""
    turn = view.turn
    if turn is None:
        # Somebody answers: the next card is due from whoever follows on the table.
        turn = (view.leader or 0) + len(view.table)
    return Position(
        mine=sight.mine,
        table=sight.table,
        results=sight.results,
        turn=turn % view.players,
        value=view.value,
        raiser=side_of(view.raises[-1].seat) if view.raises else -1,
        tie=_tie(view.raises),
    )


def _tie(raises: Sequence[Raise]) -> tuple[int, int]:
    """The side that three ties would give the hand to (-1: nobody), and the tentos (R18 to R22)."""
    last = next((call for call in reversed(raises) if not call.over), None)
    return (-1, 0) if last is None else (side_of(last.seat) ^ last.exposta, last.value)


def guesses(
    sight: Sight,
    shares: Sequence[float],
    count: int,
    rng: random.Random,
    told: Mapping[int, Told] | None = None,
) -> tuple[list[Guess], list[float]]:
    """``count`` guesses, and how likely each habit is after what has been seen.

    shares: how likely each habit was before this hand. told: what seats say they hold, by sinais.
    """
    unknown = [
        (seat, held)
        for seat, held in enumerate(sight.counts)
        if seat != sight.seat and seat not in sight.known
    ]
    need = sum(held for _, held in unknown)
    others = any(seat != sight.seat for vaza in (*sight.past, sight.table) for seat, _ in vaza)
    telling = others or bool(sight.raises)
    tries = count * TRIES if telling else count
    played = [(seat, card) for vaza in (*sight.past, sight.table) for seat, card in vaza]
    believed = still_held(told or {}, played)
    habits = rng.choices(range(len(HABITS)), shares, k=tries)
    found: list[Guess] = []
    base: list[Hand] = [() for _ in range(sight.players)]
    for seat, cards in sight.known.items():
        base[seat] = cards
    for habit in habits:
        hands = list(base)
        if believed:
            _deal_as_told(hands, unknown, sight.unseen, believed, rng)
        else:
            drawn = rng.sample(sight.unseen, need)
            for seat, held in unknown:
                hands[seat] = tuple(sorted(drawn[:held]))
                del drawn[:held]
        found.append((tuple(hands), habit))
    if not telling:
        return found, list(shares)
    weights = [fit(sight, guess) for guess in found]
    likely = [0.0] * len(HABITS)
    for (_, habit), weight in zip(found, weights, strict=True):
        likely[habit] += weight
    total = sum(weights)
    return pick(found, weights, count, rng), [each / total for each in likely]


def _deal_as_told(
    hands: list[Hand],
    unknown: Sequence[tuple[int, int]],
    unseen: Sequence[int],
    told: Mapping[int, Told],
    rng: random.Random,
) -> None:
    """Deal the unseen cards so that mostly everybody has what he says, as far as that can be."""
    pool = rng.sample(unseen, len(unseen))
    given: dict[int, list[int]] = {seat: [] for seat, _ in unknown}
    for seat, held in unknown:
        word = told.get(seat, Told())
        if rng.random() < DOUBTS:
            continue
        wanted = [card for card in word.held if card in pool][:held]
        if word.weak:
            wanted = [card for card in pool if card < WEAK_BELOW][:held]
        for card in wanted:
            pool.remove(card)
        given[seat] = wanted
    for seat, held in unknown:
        rest = held - len(given[seat])
        hands[seat] = tuple(sorted([*given[seat], *pool[:rest]]))
        del pool[:rest]


def pick(found: Sequence[Guess], weights: Sequence[float], count: int, rng: random.Random) -> list[Guess]:
    """``count`` of them by weight, evenly spread (systematic resampling)."""
    step = sum(weights) / count
    mark = rng.random() * step
    chosen: list[Guess] = []
    for guess, reached in zip(found, accumulate(weights), strict=True):
        while mark < reached and len(chosen) < count:
            chosen.append(guess)
            mark += step
    return chosen or [found[0]]


def fit(sight: Sight, guess: Guess) -> float:
    """How well a guess explains what the others have played and said in this hand, 0..1."""
    hands, index = guess
    habit = HABITS[index]
    weight = 1.0
    vazas = (*sight.past, sight.table)
    rest: list[list[int]] = [list(hand) for hand in hands]
    for vaza in vazas:
        for seat, card in vaza:
            if card != COVERED:
                rest[seat].append(card)
    rivals = sight.players // 2
    quiet = True
    for number, vaza in enumerate(vazas):
        results = sight.results[:number]
        called = [each for each in sight.raises if each.vaza == number]
        if called:
            weight *= _explains(sight, habit, rest, called, number)
            quiet = False
        best = [-2, -2]
        for place, (seat, card) in enumerate(vaza):
            side = side_of(seat)
            if seat != sight.seat:
                hand = tuple(sorted(rest[seat]))
                if card != COVERED:
                    if quiet and side != side_of(sight.seat):
                        left = (sight.players - place) // 2
                        chance = (
                            0.0
                            if habit.by_cards
                            else chance_of(
                                hand, False, best[side], best[1 - side], left, rivals, results, side
                            )
                        )
                        if raises(habit, hand, chance, 1):
                            weight *= SILENT
                    last = place == sight.players - 1
                    usual = PARTNER if side == side_of(sight.seat) else habit
                    if card_of(usual, hand, best[side], best[1 - side], last, results, side) != card:
                        weight *= UNLIKE
            if place == 0:
                best = [-1, -1]
            best[side] = max(best[side], card)
            if card != COVERED:
                rest[seat].remove(card)
    return weight


def _explains(
    sight: Sight, habit: Habit, rest: Sequence[Sequence[int]], called: Sequence[Raise], number: int
) -> float:
    """Raises of the others in one vaza, and their answers to ours."""
    weight = 1.0
    mine = side_of(sight.seat)
    results = sight.results[:number]
    rivals = sight.players // 2
    vaza = (*sight.past, sight.table)[number]
    for call in called:
        if side_of(call.seat) != mine:
            hand = tuple(sorted(rest[call.seat]))
            chance = chance_of(hand, False, -2, -2, rivals, rivals, results, 1 - mine)
            before = STEP_BELOW[call.value]
            if not raises(habit, hand, chance, before):
                weight *= BOLD
        elif not (sight.pending and call is sight.raises[-1]):
            done = dict(vaza) if call.exposta else {}
            stay = False
            for seat in seats_of(1 - mine, sight.players):
                held = list(rest[seat])
                if done.get(seat, COVERED) != COVERED:
                    held.remove(done[seat])
                hand = tuple(sorted(held))
                own = done.get(seat, -2)
                chance = (
                    0.0
                    if habit.by_cards
                    else chance_of(
                        hand, seat in done, own, -1 if seat in done else -2, rivals, rivals, results, 1 - mine
                    )
                )
                before = STEP_BELOW[call.value]
                stay = stay or stays(habit, hand, max(own, COVERED), chance, before, call.value)
            if not stay:
                weight *= BOLD
    return weight
