"""Cards as a player reads them."""

from __future__ import annotations

from lantruco import rules
from lantruco.rules import HIDDEN, Card
from lantruco.tui.glyphs import SUITS
from lantruco.tui.texts import Texts


def manilha_rank(vira: str) -> str:
    """The rank of the manilhas for a vira code such as `7P` (R4)."""
    return rules.manilha_rank(Card.parse(vira))


def face(code: str, texts: Texts) -> str:
    """`QP` as `Q♣`; a card nobody may see as a short word."""
    if code == HIDDEN:
        return texts("card.hidden")
    return code if texts.ascii else code[0] + SUITS[code[1]]


def named_face(code: str, vira: str | None, texts: Texts) -> str:
    """Like `face`, with the name of a manilha behind it: `Q♣ Zap`."""
    if code == HIDDEN or vira is None or code[0] != manilha_rank(vira):
        return face(code, texts)
    return f"{face(code, texts)} {texts('manilha.' + code[1])}"


def table_face(code: str, vira: str | None, texts: Texts) -> str:
    """Like `named_face`, for a card on the table: one that nobody sees was played covered."""
    return texts("card.down") if code == HIDDEN else named_face(code, vira, texts)


def manilhas(vira: str, texts: Texts) -> str:
    """The four manilhas of a vira, strongest first, each with its name (R5)."""
    rank = manilha_rank(vira)
    return ", ".join(named_face(rank + suit, vira, texts) for suit in reversed(rules.SUITS))
