"""Matches that are led to a certain hand: those before it are won by running, in few words."""

from __future__ import annotations

import random
from collections.abc import Sequence

from lantruco.protocol.replica import Replica
from lantruco.rules import VALUE_OF
from tests.simulation.policies import calm, eager
from tests.simulation.table import Policy

ROYAL = frozenset("QJK")


def staged(plan: Sequence[tuple[int, int] | None], then: Policy) -> Policy:
    """Hand k is won as ``plan[k]`` says, (side, tentos); with None, and after the plan, ``then`` plays.

    One tento: the other side runs from truco, or from its own mão de onze. Nine: it runs from doze.
    """

    def policy(replica: Replica, chance: random.Random) -> str:
        view = replica.view()
        assert view.seat is not None
        planned = plan[view.hand] if view.hand < len(plan) else None
        if planned is None:
            return then(replica, chance)
        side, tentos = planned
        winning = view.seat % 2 == side
        if "corre" in view.legal:
            raised = next((token for token in view.legal if token in VALUE_OF), None)
            return raised if tentos == 9 and raised is not None else "corre"
        return "truco" if winning == (tentos == 1) else _first_card(view.legal)

    return policy


def _first_card(legal: Sequence[str]) -> str:
    return next(token for token in legal if token not in (*VALUE_OF, "familia") and token[0] != "(")


to_onze: Policy = staged([(0, 9), (0, 1), (0, 1), (1, 1)], calm)
"""Side A comes to eleven, runs once from its mão de onze, and then plays on."""
to_ferro: Policy = staged([(0, 9), (1, 9), (0, 1), (1, 1), (0, 1), (1, 1)], calm)
"""Both sides come to eleven."""


def covering(replica: Replica, chance: random.Random) -> str:
    """Raises to the top in the first vaza, and covers a card in the second whenever it leads."""
    view = replica.view()
    covered = [token for token in view.legal if token.startswith("(")]
    if len(view.vazas) == 1 and not view.table and covered:
        return covered[0]
    open_cards = [token for token in view.legal if not token.startswith("(")]
    raises = [token for token in view.legal if token in VALUE_OF]
    return chance.choice(raises or [token for token in open_cards if token not in ("corre", "familia")])


class Claims:
    """Claims ``times`` times in each turn of the first vaza, royal or not as ``royal`` says (None: any)."""

    def __init__(self, times: int, answer: str, *, royal: bool | None = None) -> None:
        self.times, self.answer, self.royal = times, answer, royal
        self.counts: dict[tuple[int, int | None], int] = {}

    def __call__(self, replica: Replica, chance: random.Random) -> str:
        view = replica.view()
        if "mostra" in view.legal:
            return self.answer
        turn = view.hand, view.seat
        royal = all(code[0] in ROYAL for code in view.cards)
        willing = self.counts.get(turn, 0) < self.times and self.royal in (None, royal)
        if "familia" in view.legal and willing:
            self.counts[turn] = self.counts.get(turn, 0) + 1
            return "familia"
        return eager(replica, chance)
