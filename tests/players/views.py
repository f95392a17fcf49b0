"""Views of a table as a seat may have it."""

from __future__ import annotations

from typing import Any

from lantruco.protocol.views import TableView


def turn_view(cards: tuple[str, ...], *, vira: str | None = "4P", **changes: Any) -> TableView:
    """Seat 0 of two, on turn with these cards; the manilhas are the fives."""
    values: dict[str, Any] = {
        "seat": 0,
        "players": 2,
        "names": ("Ana", "Beto"),
        "bots": (None, None),
        "hand": 0,
        "dealer": 1,
        "mao": 0,
        "turn": 0,
        "leader": 0,
        "score": (0, 0),
        "kind": "normal",
        "value": 1,
        "pending": None,
        "phase": "turn",
        "actors": (0,),
        "cards": cards,
        "counts": (3, 3),
        "vira": vira,
        "table": (),
        "vazas": (),
        "legal": cards,
        "waiting": (0,),
        "deck": ("ready", 1, 1),
        "winner": None,
        "fault": None,
        "closed": False,
    }
    return TableView(**{**values, **changes})
