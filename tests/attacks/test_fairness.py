"""One honest seat is enough for a fair deal, whatever the others put in."""

from __future__ import annotations

import builtins

import pytest

from lantruco.fairdeal import ristretto255
from tests.attacks import statistics
from tests.attacks.fairness import FixedEntropy, deals_tallied
from tests.fairdeal.entropy import SeededEntropy
from tests.fairdeal.smallgroup import SMALL


@pytest.mark.parametrize(("seats", "deals"), [(2, 160), (4, 16)])
def test_cards_lie_evenly_though_only_one_seat_draws(seats: int, deals: int) -> None:
    """Guards: every seat shuffles, and every nonce goes into the joint seed."""
    assert deals_tallied(seats, deals, SMALL, 1).figures().fair


def test_cards_lie_evenly_in_the_real_group_too() -> None:
    assert deals_tallied(2, 8, ristretto255(), 2).figures().fair


class Careless:
    """A seat whose draws lean: it takes the lower of two."""

    def __init__(self) -> None:
        self.draws = SeededEntropy(5)

    def bytes(self, count: int) -> builtins.bytes:
        return self.draws.bytes(count)

    def below(self, bound: int) -> int:
        return min(self.draws.below(bound), self.draws.below(bound))


def test_the_counts_would_show_a_table_where_nobody_draws() -> None:
    """The measure itself: with no honest seat every deal is alike but for the table's number."""
    figures = deals_tallied(2, 24, SMALL, 1, FixedEntropy()).figures()
    assert figures.guess == 1
    assert not figures.fair


def test_the_counts_would_show_a_shuffle_that_leans() -> None:
    """The measure itself: a permutation drawn badly is found within a few hundred deals."""
    assert deals_tallied(2, 160, SMALL, 1, Careless()).figures().moved > 4


@pytest.mark.long
def test_cards_lie_evenly_over_twenty_thousand_deals() -> None:
    assert statistics.run()
