"""How many bytes a deal and a match take: counts of the protocol, the same on every machine."""

from __future__ import annotations

import json

import pytest

from lantruco.fairdeal import ristretto255
from lantruco.protocol.messages import SIGNED, HandStart, Shares
from tests.record.golden import GOLDEN
from tests.simulation.policies import calm
from tests.simulation.table import Table

LENGTH = 4
"""Bytes before each frame."""
MOST_HANDS = 23
"""Of a match in which every hand is worth one tento and none is tied."""


def bytes_of_first_deal(table: Table) -> int:
    """Bytes of all frames on all links from the first commitment to the cards in hand."""
    total = 0
    for _, frame in table.sent:
        body = SIGNED.decode(frame).body
        if body.hand == 0 and (body.log == "deck" or isinstance(body, HandStart | Shares)):
            total += (len(frame) + LENGTH) * (len(table.replicas) - 1)
    return total


@pytest.mark.parametrize(("seats", "most"), [(2, 30_000), (4, 190_000), (6, 480_000)])
def test_a_deal_takes_no_more_bytes_than_a_slow_wlan_bears(seats: int, most: int) -> None:
    table = Table(seats, 3, ristretto255(), policy=calm, shuffled=False)
    while any(replica.view().phase in ("deck", "hand", "deal") for replica in table.replicas):
        assert table.deliver()
    assert 0.5 * most < bytes_of_first_deal(table) <= most


def test_a_whole_match_of_four_is_a_small_file() -> None:
    hands = json.loads((GOLDEN / "index.json").read_text())["four-seats"]["hands"]
    one_hand = (GOLDEN / "four-seats.jsonl").stat().st_size / hands
    assert one_hand * MOST_HANDS < 3_000_000
