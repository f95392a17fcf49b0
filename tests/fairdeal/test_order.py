"""What the joint seed decides: an order of forty cards and a dealer, fair to everybody."""

from __future__ import annotations

from hashlib import sha256

import pytest

from lantruco.fairdeal import first_dealer, opening_order

from .smallgroup import SMALL
from .tables import context, other_contexts

CTX = context(SMALL, 4)
SEEDS = [sha256(bytes([n % 256, n // 256])).digest() for n in range(4000)]


def unevenness(counts: list[int]) -> float:
    """Pearson's chi-square against equal chances."""
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def test_the_order_holds_every_card_once() -> None:
    assert all(sorted(opening_order(CTX, seed)) == list(range(40)) for seed in SEEDS[:200])


def test_each_card_is_equally_often_on_top_and_at_the_bottom() -> None:
    orders = [opening_order(CTX, seed) for seed in SEEDS]
    for place in (0, 1, 20, 39):
        counts = [0] * 40
        for order in orders:
            counts[order[place]] += 1
        assert unevenness(counts) < 72  # 39 degrees of freedom, one in a thousand


def test_neighbouring_places_know_nothing_of_each_other() -> None:
    counts = [0] * 16
    for seed in SEEDS:
        order = opening_order(CTX, seed)
        counts[4 * (order[10] % 4) + order[11] % 4] += 1
    same = sum(counts[5 * k] for k in range(4))
    # Of two different cards the second shares the first's remainder with chance 9/39.
    assert abs(same - 4000 * 9 / 39) < 3.3 * (4000 * (9 / 39) * (30 / 39)) ** 0.5


@pytest.mark.parametrize(("seats", "limit"), [(2, 10.8), (4, 16.3), (6, 20.5)])
def test_every_seat_is_equally_often_the_first_dealer(seats: int, limit: float) -> None:
    counts = [0] * seats
    for seed in SEEDS:
        counts[first_dealer(CTX, seed, seats)] += 1
    assert unevenness(counts) < limit  # seats - 1 degrees of freedom, one in a thousand


def test_the_first_dealer_tells_nothing_about_the_top_card() -> None:
    """Guard: a purpose of its own in the hash. From one stream, dealer and cards would go together."""
    counts = [0] * 16
    for seed in SEEDS:
        counts[4 * first_dealer(CTX, seed, 4) + opening_order(CTX, seed)[39] % 4] += 1
    assert unevenness(counts) < 37.7  # 15 degrees of freedom, one in a thousand


@pytest.mark.parametrize("difference", list(other_contexts(CTX)))
def test_the_same_seed_gives_another_order_in_another_deal(difference: str) -> None:
    assert opening_order(CTX, SEEDS[0]) != opening_order(other_contexts(CTX)[difference], SEEDS[0])
