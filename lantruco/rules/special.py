"""The names of what sets a hand apart, as checklists and players tell them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SPECIAL: Final = (
    "coberta",
    "escada",
    "correr",
    "parceiro",
    "familia",
    "familia_de_novo",
    "familia_blefe",
    "onze_parceiros",
    "onze_joga",
    "onze_corre",
    "ferro",
)
"""What players can bring about whatever is dealt. A card played covered (R32); all four raises in one hand
(R23); a raise run from (R24); an answer by another than the first seat that may give it (R28); a família real
accepted (R37), one that draws cards which somebody else had held (R40), and one challenged that was none
(R38); at a mão de onze cards shown to partners (R43), and the hand played and run from (R29); a mão de ferro
that nobody sees (R31)."""
WITH_PARTNERS: Final = ("parceiro", "onze_parceiros")
"""Those of `SPECIAL` that need partners."""
LUCK: Final = ("familia_real", "empate", "empate_exposta", "empate_escuro")
"""What the cards must bring: a família real challenged that was one (R38), three ties without a raise (R17),
and with one made em carta exposta (R18) or no escuro (R19)."""
ENDS: Final[Mapping[str | None, str]] = {
    "correu": "correr",
    "onze_correu": "onze_corre",
    "fr_real": "familia_real",
    "fr_blefe": "familia_blefe",
    "empate": "empate",
    "empate_exposta": "empate_exposta",
    "empate_escuro": "empate_escuro",
}
"""What a hand has met that ended for this reason."""


def special_of(players: int) -> tuple[str, ...]:
    """Those of `SPECIAL` that a table of so many players can meet."""
    return tuple(name for name in SPECIAL if players > 2 or name not in WITH_PARTNERS)
