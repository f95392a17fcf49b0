"""Which special hands a match has met, and where, for people."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lantruco.rules.events import LUCK, special_of
from lantruco.tui.texts import Texts


def special_lines(special: Mapping[str, Sequence[int]], players: int, texts: Texts) -> list[str]:
    """What players can bring about, then what luck brings, with the hands (from 0 here) that have each."""
    lines = ["", texts("special.title")]
    lines += [_line(name, special[name], texts) for name in special_of(players)]
    lines.append(texts("special.luck"))
    lines += [_line(name, special[name], texts) for name in LUCK]
    return [*lines, ""]


def _line(name: str, hands: Sequence[int], texts: Texts) -> str:
    where = texts("special.none")
    if hands:
        numbers = ", ".join(str(hand + 1) for hand in hands)
        where = texts("special.hand" if len(hands) == 1 else "special.hands", numbers=numbers)
    return "  " + texts("special.line", name=texts(f"special.{name}"), where=where)
