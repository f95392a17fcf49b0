"""Ways to play that lead to the hands a test wants."""

from __future__ import annotations

import random
from collections.abc import Callable

from lantruco.protocol.replica import Replica
from lantruco.rules import VALUE_OF


def any_legal(replica: Replica, chance: random.Random) -> str:
    """Any legal token."""
    return chance.choice(replica.view().legal)


def eager(replica: Replica, chance: random.Random) -> str:
    """Raises whenever it may and never runs or claims: few hands make a match."""
    legal = replica.view().legal
    raises = [token for token in legal if token in VALUE_OF]
    return chance.choice(raises or [token for token in legal if token not in ("corre", "familia")])


def calm(replica: Replica, chance: random.Random) -> str:
    """Nobody raises, runs or claims, so that scores climb together and onze and ferro are met."""
    legal = [token for token in replica.view().legal if token not in ("truco", "corre", "familia")]
    return chance.choice(legal)


def claiming(times: int, answer: str) -> Callable[[Replica, random.Random], str]:
    """Claims the família real ``times`` times in each hand of one's own, and answers ``answer``."""
    counts: dict[tuple[int, int | None], int] = {}

    def policy(replica: Replica, chance: random.Random) -> str:
        view = replica.view()
        if answer in view.legal and "mostra" in view.legal:
            return answer
        if "familia" in view.legal and counts.get((view.hand, view.seat), 0) < times:
            counts[view.hand, view.seat] = counts.get((view.hand, view.seat), 0) + 1
            return "familia"
        return eager(replica, chance)

    return policy
