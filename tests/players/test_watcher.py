"""Whoever follows a table by its events alone knows what its seat may know, all the time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from lantruco.players.sight import view_of
from lantruco.players.watcher import COVERED_SHOWN, Watcher
from lantruco.protocol.effects import Effect
from lantruco.protocol.events import CardsDealt, HandStarted, RuleEvent
from lantruco.rules import HIDDEN, Card, Played, VazaEnded
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import any_legal, calm, claiming
from tests.simulation.table import Policy, Table
from tests.simulation.test_matches import assert_finished


class FollowedTable(Table):
    """A table whose every seat has a watcher, that is compared with it whenever that seat may speak."""

    def __init__(self, seats: int, seed: int, *, policy: Policy, **options: object) -> None:
        self.watchers: list[Watcher] = []
        self.taken = [0] * seats
        self.spoken: list[list[tuple[int, str]]] = [[] for _ in range(seats)]
        self.compared = 0
        super().__init__(seats, seed, SMALL, policy=policy, options=options, prepare=self._watch)

    def _watch(self, table: Table) -> None:
        rules = self.genesis.genesis.rules
        self.watchers = [Watcher(rules, len(self.replicas), seat) for seat in range(len(self.replicas))]

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        super().carry_out(seat, effects)
        watcher = self.watchers[seat]
        for event in self.events[seat][self.taken[seat] :]:
            spoken = watcher.take(event)
            if spoken is not None:
                self.spoken[seat].append(spoken)
        self.taken[seat] = len(self.events[seat])
        view = self.replicas[seat].view()
        if view.legal:
            assert watcher.agrees(view)
            assert watcher.hand is not None
            assert watcher.hand.legal(seat) == list(view.legal)
            seen = watcher.hand.view(seat).hands
            assert all(seen[other] == cards for other, cards in view.partners)
            own = replace(
                view_of(watcher.hand, seat, view.hand),
                names=view.names,
                bots=view.bots,
                waiting=view.waiting,
                deck=view.deck,
            )
            assert own == view
            self.compared += 1


@pytest.mark.parametrize(
    ("seats", "seed", "policy", "options"),
    [
        (2, 1, any_legal, {}),
        (2, 2, claiming(2, "aceita"), {"fr_descarte": "fora"}),
        (4, 3, claiming(1, "aceita"), {}),
        (4, 4, claiming(1, "mostra"), {"responde": "porta_voz"}),
        pytest.param(4, 5, calm, {}, marks=pytest.mark.long),
        (2, 6, calm, {"ferro_escuro": False, "torna_empate": "ultimo"}),
        (6, 7, any_legal, {"onze_truco": "penaliza"}),
    ],
)
def test_at_any_table_the_followed_hand_is_the_real_one(
    seats: int, seed: int, policy: Policy, options: dict[str, Any]
) -> None:
    table = FollowedTable(seats, seed, policy=policy, **options)
    table.play()
    assert_finished(table)
    assert table.compared > 20
    assert all(spoken == table.spoken[0] for spoken in table.spoken)
    assert not any(token == COVERED_SHOWN for _, token in table.spoken[0])


def started() -> Watcher:
    watcher = Watcher({}, 2, 0)
    watcher.take(HandStarted(0, 1, "normal", (0, 0)))
    watcher.take(CardsDealt(0, "4O", ("3O", HIDDEN, "7O")))
    return watcher


def test_actions_are_told_as_tokens_also_before_a_hand_is_known() -> None:
    covered = RuleEvent(Played(0, 1, None, True))
    assert started().take(covered) == (0, "(#2)")
    assert Watcher({}, 2, 0).take(covered) == (0, COVERED_SHOWN)
    assert started().take(RuleEvent(Played(0, 0, Card.parse("3O"), False))) == (0, "3O")
    assert started().take(RuleEvent(VazaEnded(0, "A", 0))) is None


def test_after_what_makes_no_sense_the_next_hand_is_followed_again() -> None:
    watcher = started()
    watcher.take(RuleEvent(Played(1, 3, Card.parse("3P"), False)))
    assert watcher.hand is None
    watcher.take(HandStarted(1, 0, "normal", (1, 0)))
    assert watcher.hand is not None
