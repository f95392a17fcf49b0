"""Português: uma partida vista de novo, e a sua página."""

from __future__ import annotations

from typing import Final

PT_REPLAY: Final = {
    "screen.replay.title": "Uma partida de novo",
    "screen.replay.place": "passo {step} de {steps}; {hands} mãos",
    "screen.replay.jump": "Qual mão, de 1 a {hands}?",
    "screen.replay.nothing": "Nesta partida nenhuma mão chegou a ser dada: não há o que ver.",
    "screen.replay.false": "Este arquivo não pode ser mostrado:",
    "screen.replay.help": """\
UMA PARTIDA VISTA DE NOVO
→ Enter     um passo adiante; ← um passo atrás
↓ ↑         até o próximo fim de vaza, e até o anterior
PgDn PgUp   até a próxima mão, e até a anterior
Home End    até o começo e o fim da partida
g 1 2 3…    vai a uma mão: digite o número, depois Enter
c           cobre ou abre as mãos
l           a partida inteira em palavras
v           o que foi conferido no registro
p           ajustes;  Esc  volta

Ninguém é favorecido: só se vê o que o arquivo torna público. Num registro são as cartas que acabaram jogadas ou mostradas, desde que foram dadas; a carta coberta, trocada ou nunca jogada fica fechada para sempre, porque só o dono a viu.
Com as mãos cobertas (c) só se vê o que estava aberto naquele momento.
No meio, embaixo da mesa, fica o placar depois de cada mão, até onde você já assistiu.""",
    "screen.key.step": "passo",
    "screen.key.vaza": "vaza",
    "screen.key.hand": "mão",
    "screen.key.jump": "ir a",
    "screen.key.cover_hands": "cobrir",
    "screen.key.open_hands": "abrir",
    "screen.key.replay": "rever",
    "screen.key.page": "página",
    "screen.key.browser": "navegador",
    "screen.page.keys": "h salva a partida como página para os amigos; b abre no navegador.",
    "screen.page.failed": "A página não foi gravada: {reason}.",
    "screen.page.saved": "A página está em {path}",
    "screen.page.shown": "Aberta no navegador: {path}",
    "screen.page.alone": "Daqui nenhum navegador abre; a página está em {path}",
    "error.E_BROWSER": "Deste terminal não se abre nenhum navegador.",
}
