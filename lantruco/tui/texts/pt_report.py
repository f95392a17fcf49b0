"""Portuguese: the page of a verified record, and its progress on the command line."""

from __future__ import annotations

from typing import Final

PT_REPORT: Final = {
    "page.language": "Português",
    "page.holds": "Cada assinatura, prova, jogada e placar deste registro foi conferido.",
    "page.bot": "bot de {owner}",
    "page.hand": "Mão {number} · pé {pe}",
    "page.vira": "vira",
    "page.vaza": "Vaza {number}",
    "page.deal": "A distribuição: compromisso de {committed}; revelaram {revealed}; embaralharam {shuffled}, cada um com a prova de que nenhuma carta entrou, saiu ou foi vista; acharam bom {vouched}.",
    "page.spare": "O baralho da mão {number} foi começado e não chegou a ser jogado: compromisso de {committed}; revelaram {revealed}; embaralharam {shuffled}; acharam bom {vouched}.",
    "page.shares": "{count} partes de chave abriram cartas, todas provadas.",
    "page.checked": "O que foi conferido",
    "page.how": "lantruco verify confere o registro de novo em qualquer máquina, sem confiar em quem jogou.",
    "page.card.P": "{rank} de paus",
    "page.card.C": "{rank} de copas",
    "page.card.E": "{rank} de espadas",
    "page.card.O": "{rank} de ouros",
    "verify.page": "A página está em {path}.",
    "verify.progress": "conferindo {path}: {percent} %",
}
