"""Portuguese texts for written hands, the engine, scenario files and replays."""

from __future__ import annotations

from typing import Final

PT_RULES: Final[dict[str, str]] = {
    "error.E_NOTE_FORM": "Linha {line}, coluna {column}: aqui devia estar “{expected}”.",
    "error.E_NOTE_VALUE": "Linha {line}, coluna {column}: não há “{given}”; há {expected}.",
    "error.E_NOTE_DEAL": "Linha {line}, coluna {column}: “{given}” é dada duas vezes, ou abre uma carta que ninguém anotou.",
    "error.E_NOTE_ACTION": "Linha {line}, coluna {column}: as regras recusam “{given}” ({reason}, {clause}).",
    "error.E_NOTE_RESULT": "Linha {line}, coluna {column}: pelas regras é “{expected}”, não “{given}”.",
    "error.E_NOTE_FOLLOW": "Linha {line}, coluna {column}: depois da mão anterior vem “{expected}”, não “{given}”.",
    "error.E_NOTE_OVER": "Linha {line}, coluna {column}: a partida acabou com a mão anterior.",
    "error.E_NOTE_SIZE": "O texto passa de {limit} caracteres: nenhuma partida é tão longa.",
    "error.E_REQUEST": "Isso não é um pedido que o motor possa atender agora: {expected}.",
    "help.replay": """\
Uso: lantruco replay ARQUIVO [OPÇÕES]

Mostra uma partida de novo: um registro, que antes é conferido, ou um texto na notação de docs/notation.md. Num
terminal a mesa é desenhada, e se anda por passo, vaza ou mão (? ali diz as teclas); com --plain é contada em
linhas, vaza por vaza. Sem terminal, tudo é contado de uma vez.

  --json              um objeto JSON""",
    "help.rules": """\
Uso: lantruco rules check ARQUIVO… [OPÇÕES]

Joga os casos dos arquivos e mostra cada diferença, com o esperado e o que veio.

  --json              um objeto JSON""",
    "help.engine": """\
Uso: lantruco engine

Joga mãos para outro programa: um pedido JSON por linha, uma resposta por linha. Veja docs/engine.md.""",
    "check.holds": "{file}: os {count} casos são jogados assim.",
    "check.differs": "{file}: {scenario}: {what}: esperado {expected}, veio {got}",
    "check.refused": "ação {action} ({seat} {token}), recusada com",
    "check.unchanged": "a mão depois da ação recusada {action} ({seat} {token})",
    "check.legal": "o que o jogador {seat} pode fazer depois de {after} ações",
    "check.seen_hands": "as cartas que o jogador {seat} vê depois de {after} ações",
    "check.seen_table": "a vaza que o jogador {seat} vê depois de {after} ações",
    "check.error": "{file}: {reason}",
    "scenario.size": "passa de {given} bytes",
    "scenario.utf8": "não é texto em UTF-8",
    "scenario.json": "não é JSON",
    "scenario.schema": "o esquema não é {given}",
    "scenario.scenarios": "scenarios não é uma lista de objetos",
    "scenario.defaults": "options_default não é um objeto",
    "scenario.kind": "não há casos do tipo {given}",
    "scenario.name": "{given} falta ou não existe",
    "scenario.value": "não pode ser assim: {given}",
    "replay.seat": "Jogador {number}",
    "replay.vs": "{one} × {two}",
    "replay.options": "Opções: {options}",
    "replay.keys": "Enter mostra o próximo passo, m a próxima mão, s sai.",
    "replay.ask": "…",
    "replay.dealt": "{name}: {cards}",
    "replay.finished": "Foi essa a partida.",
    "replay.fault": "Aqui alguém quebrou as regras: “lantruco verify” diz quem.",
    "replay.unfinished": "Aqui ela para.",
    "error.E_ENGINE": "O programa “{command}” não começa ({reason}). Confira o comando de --engine.",
    "engine.late": "O programa não respondeu a tempo: decide o bot da casa.",
    "engine.illegal": "A resposta do programa não vale: decide o bot da casa.",
    "engine.gone": "O programa acabou ou não lê mais: daqui em diante decide o bot da casa.",
}
