"""A match told again from its account: hand by hand, vaza by vaza."""

from __future__ import annotations

from collections.abc import Sequence

from lantruco.record.report import HandReport, Move, VazaReport
from lantruco.rules import HIDDEN, SIDES, WrittenMatch, seats_of
from lantruco.tui.account import tentos
from lantruco.tui.faces import face, table_face
from lantruco.tui.glyphs import shown_name
from lantruco.tui.texts import Texts

Dealt = Sequence[Sequence[str]]
"""Card codes by seat, ``??`` where unknown."""


def hand_steps(hand: HandReport, names: Sequence[str], texts: Texts, dealt: Dealt = ()) -> list[list[str]]:
    """The lines of a hand, step by step: how it begins, each vaza, how it ends.

    names: by seat. dealt: what each seat was dealt, told only where something of it is known.
    """
    names = tuple(map(shown_name, names))
    if hand.vira is None:
        return []
    kind = "" if hand.kind == "normal" else " · " + texts(f"verify.kind.{hand.kind}")
    begins = [
        texts("verify.hand", number=hand.hand + 1, vira=face(hand.vira, texts), pe=names[hand.dealer]) + kind
    ]
    for name, codes in zip(names, dealt, strict=False):
        if any(code != HIDDEN for code in codes):
            cards = " ".join(_card(code, hand.vira, texts) for code in codes)
            begins.append("  " + texts("replay.dealt", name=name, cards=cards))
    steps = [begins]
    for number, vaza in enumerate(hand.vazas, 1):
        steps.append(["  " + _vaza(number, vaza, hand.vira, names, texts)])
    steps.append(["  " + _end(hand, names, texts)])
    return steps


def player_names(match: WrittenMatch, texts: Texts) -> tuple[str, ...]:
    """By seat; numbers from 1 stand in for players whose names nobody wrote down."""
    return tuple(map(shown_name, match.names)) or tuple(
        texts("replay.seat", number=seat + 1) for seat in range(match.players)
    )


def side_names(names: Sequence[str], number: int) -> str:
    """The players of side 0 or 1."""
    return " + ".join(names[seat] for seat in seats_of(number, len(names)))


def _end(hand: HandReport, names: Sequence[str], texts: Texts) -> str:
    if hand.reason is None:
        return texts("verify.hand.open")
    return texts(
        "verify.hand.end",
        side=_winner(hand.winner, names, texts) if hand.winner else texts("verify.no_side"),
        tentos=tentos(hand.points, texts),
        reason=texts(f"reason.{hand.reason}"),
        one=hand.score[0],
        two=hand.score[1],
    )


def _winner(winner: str | None, names: Sequence[str], texts: Texts) -> str:
    if winner not in SIDES:
        return texts("vaza.nobody")
    return side_names(names, SIDES.index(winner))


def _vaza(number: int, vaza: VazaReport, vira: str, names: Sequence[str], texts: Texts) -> str:
    moves = " · ".join(_move(move, vira, names, texts) for move in vaza.moves)
    if vaza.winner is None:
        return texts("verify.vaza.open", moves=moves)
    return texts("verify.vaza", number=number, moves=moves, side=_winner(vaza.winner, names, texts))


def _move(move: Move, vira: str, names: Sequence[str], texts: Texts) -> str:
    name = names[move.seat]
    if move.card is not None:
        return f"{name} {_on_table(move.card, vira, texts)}"
    if move.value is not None:
        return f"{name}: {texts(f'shout.{move.word}')}"
    said = f"{name}: {texts(f'choice.{move.word}')}"
    if not move.shown:
        return said
    return f"{said} ({' '.join(_card(code, vira, texts) for code in move.shown)})"


def _on_table(code: str, vira: str, texts: Texts) -> str:
    return table_face(code, None if vira == HIDDEN else vira, texts)


def _card(code: str, vira: str, texts: Texts) -> str:
    return code if code == HIDDEN else _on_table(code, vira, texts)
