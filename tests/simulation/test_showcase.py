"""A match of showcases over the protocol: every special hand, with hidden cards, in one record."""

from __future__ import annotations

import random
from functools import cache

import pytest

from lantruco.players.showcase import Showcase
from lantruco.protocol.effects import Effect
from lantruco.protocol.messages import SIGNED, Boxes, Play
from lantruco.record.special import special_hands
from lantruco.record.verify import verify_bytes
from lantruco.rules.events import special_of
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.table import Table
from tests.simulation.test_matches import assert_finished


class ShownTable(Table):
    """A table at which every seat is a showcase that hears what its own replica shows."""

    def __init__(self, seats: int, seed: int) -> None:
        self.players: list[Showcase] = []
        self.told = [0] * seats
        super().__init__(seats, seed, SMALL, prepare=self._seat, bots=range(seats))

    def _seat(self, table: Table) -> None:
        self.players = [Showcase(random.Random(seat), "facil") for seat in range(len(table.replicas))]

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        super().carry_out(seat, effects)
        fresh = self.events[seat][self.told[seat] :]
        self.told[seat] += len(fresh)
        for event in fresh:
            self.players[seat].hear(event, self.replicas[seat].view())

    def decide(self) -> bool:
        """One decision of a seat that has one now, the seats in any order."""
        seats = list(range(len(self.replicas)))
        self.chance.shuffle(seats)
        for seat in seats:
            token = self.players[seat].decide(self.replicas[seat].view())
            if token is not None:
                self.carry_out(seat, self.replicas[seat].say(token))
                return True
        return False


@cache
def shown(seats: int) -> ShownTable:
    """A finished match of showcases."""
    table = ShownTable(seats, 1)
    table.play()
    return table


@pytest.mark.parametrize("seats", [2, pytest.param(4, marks=pytest.mark.long), 6])
def test_one_record_holds_every_special_hand_and_all_peers_have_the_same(seats: int) -> None:
    table = shown(seats)
    assert_finished(table)
    report = verify_bytes(table.file(0), group=SMALL)
    found = {name for name, hands in special_hands(report).items() if hands}
    assert set(special_of(seats)) - found == set()
    assert {player.met for player in table.players} == {frozenset(found)}


def test_its_covered_cards_stay_closed_and_its_second_deals_go_sealed() -> None:
    table = shown(4)
    report = verify_bytes(table.file(0), group=SMALL)
    special = special_hands(report)
    bodies = [SIGNED.decode(line).body for line in table.records[0][1:]]
    covered = {(body.hand, body.position) for body in bodies if isinstance(body, Play) and body.share is None}
    opened = {(body.hand, body.position) for body in bodies if isinstance(body, Play) and body.share}
    assert covered
    assert not covered & opened
    assert {hand for hand, _ in covered} == set(special["coberta"])
    sealed = {body.hand for body in bodies if isinstance(body, Boxes)}
    assert sealed == {*special["familia_de_novo"], *special["onze_parceiros"]}
