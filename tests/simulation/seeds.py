"""Which seeds make a calm table meet the rare hands; they change with the protocol.

Run ``python -m tests.simulation.seeds`` to find them anew.
"""

from __future__ import annotations

from itertools import count
from typing import Final

from lantruco.protocol.events import HandStarted
from tests.fairdeal.smallgroup import SMALL

from .policies import calm
from .table import Table

FERRO: Final = ((2, 5), (4, 0))
"""(seats, seed) of matches with a mão de ferro."""
ONZE: Final = ((4, 8), (6, 1))
"""(seats, seed) of matches with two mãos de onze at least."""


def kinds(seats: int, seed: int) -> list[str]:
    """What kinds of hands the calm table plays."""
    table = Table(seats, seed, SMALL, policy=calm)
    table.play()
    return [event.kind for event in table.events[0] if isinstance(event, HandStarted)]


def search() -> None:
    for name, kind, least, tables in (("FERRO", "ferro", 1, (2, 4)), ("ONZE", "onze", 2, (4, 6))):
        found = [
            (seats, next(seed for seed in count() if kinds(seats, seed).count(kind) >= least))
            for seats in tables
        ]
        print(f"{name}: Final = {tuple(found)}")


if __name__ == "__main__":
    search()
