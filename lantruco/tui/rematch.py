"""Who wants the same again after a match, in words, and what a line typed then means."""

from __future__ import annotations

from typing import Final

from lantruco.peer.events import RematchOff, Staying
from lantruco.protocol.views import TableView
from lantruco.tui.account import who
from lantruco.tui.texts import Texts

AGAIN: Final = frozenset({"1", "r", "revanche", "rematch", "de novo", "again", "sim", "yes"})
LEAVE: Final = frozenset({"2", "s", "q", "sair", "quit", "exit", "não", "nao", "no"})
"""What a person may type, in either language."""


def rematch_line(event: Staying | RematchOff, view: TableView, texts: Texts) -> str:
    """How the rematch stands, in one sentence."""
    if isinstance(event, RematchOff):
        return texts(f"rematch.off.{event.reason}", names=_names(event.seats, view))
    missing = tuple(seat for seat in range(view.players) if seat not in event.agreed)
    if not missing:
        return texts("rematch.begins")
    if view.seat in event.agreed:
        return texts("rematch.agreed", missing=_names(missing, view))
    if event.agreed:
        return texts("rematch.wanted", names=_names(event.agreed, view), missing=_names(missing, view))
    return texts("rematch.open")


def rematch_choices(texts: Texts) -> list[str]:
    """What to type, for who has not agreed yet."""
    keys = ("rematch.choice.again", "rematch.choice.leave")
    return [f"  {number}) {texts(key)}" for number, key in enumerate(keys, 1)]


def _names(seats: tuple[int, ...], view: TableView) -> str:
    return ", ".join(who(seat, view) for seat in seats)
