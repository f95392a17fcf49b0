"""Português: as mãos especiais de uma partida, uma por uma."""

from __future__ import annotations

from typing import Final

PT_SPECIAL: Final = {
    "special.title": "As mãos especiais desta partida, como o registro as conta:",
    "special.luck": "E o que só a sorte traz:",
    "special.line": "{name}: {where}",
    "special.hand": "mão {numbers}",
    "special.hands": "mãos {numbers}",
    "special.none": "desta vez não",
    "special.coberta": "carta coberta, que ninguém abre",
    "special.escada": "truco, seis, nove e doze na mesma mão",
    "special.correr": "correr de um pedido",
    "special.parceiro": "o parceiro responde por quem é o primeiro",
    "special.familia": "família real aceita, três cartas novas do monte",
    "special.familia_de_novo": "família real que compra cartas que outro já teve, em segredo",
    "special.familia_blefe": "família real posta à prova, e era blefe",
    "special.familia_real": "família real posta à prova, e era real",
    "special.onze_parceiros": "mão de onze, parceiros veem as cartas um do outro",
    "special.onze_joga": "mão de onze jogada",
    "special.onze_corre": "mão de onze corrida",
    "special.ferro": "mão de ferro, no escuro",
    "special.empate": "três empates sem pedido, ninguém marca",
    "special.empate_exposta": "três empates depois de um pedido em carta exposta",
    "special.empate_escuro": "três empates depois de um pedido no escuro",
    "error.E_DEMO_SPECIAL": "A demonstração prometeu e não mostrou: {names}.",
}
