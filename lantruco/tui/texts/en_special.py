"""English: the special hands of a match, one by one."""

from __future__ import annotations

from typing import Final

EN_SPECIAL: Final = {
    "special.title": "The special hands of this match, as its record has them:",
    "special.luck": "And what only luck brings:",
    "special.line": "{name}: {where}",
    "special.hand": "hand {numbers}",
    "special.hands": "hands {numbers}",
    "special.none": "not this time",
    "special.coberta": "a covered card, which nobody opens",
    "special.escada": "truco, seis, nove and doze in one hand",
    "special.correr": "running from a raise",
    "special.parceiro": "a partner answers for the first of the side",
    "special.familia": "família real accepted, three new cards from the monte",
    "special.familia_de_novo": "família real that draws what another has held, in secret",
    "special.familia_blefe": "família real challenged, and it was a bluff",
    "special.familia_real": "família real challenged, and it was real",
    "special.onze_parceiros": "mão de onze, partners see each other's cards",
    "special.onze_joga": "mão de onze played",
    "special.onze_corre": "mão de onze run from",
    "special.ferro": "mão de ferro, played blind",
    "special.empate": "three ties without a raise, nobody scores",
    "special.empate_exposta": "three ties after a raise em carta exposta",
    "special.empate_escuro": "three ties after a raise no escuro",
    "error.E_DEMO_SPECIAL": "The demo promised these and did not show them: {names}.",
}
