"""Portuguese examples of every command, for its help: a command line, and what it does."""

from __future__ import annotations

from typing import Final

PT_EXAMPLES: Final[dict[str, str]] = {
    "examples": "Exemplos:",
    "examples.start": """\
  lantruco                               a sala: quem tem mesa aberta, abrir uma, jogar com bots
  lantruco open "Mesa do Zé" --seats 4   abrir uma mesa para quatro
  lantruco join "Mesa do Zé"             entrar nela, em outra máquina
  lantruco demo                          ver uma partida inteira de bots, conferida no fim""",
    "examples.play": """\
  lantruco                               a sala, na tela cheia
  lantruco --plain --lang pt             a sala linha por linha, em português""",
    "examples.open": """\
  lantruco open "Mesa do Zé" --seats 4   esperar mais três e jogar
  lantruco open Rapidinha --bots 1       contra um bot seu
  lantruco open Seca --option coberta=false --option familia_real=false""",
    "examples.tables": """\
  lantruco tables                        quem tem mesa aberta
  lantruco tables --wait 10 --json       escutar mais, e contar a um programa""",
    "examples.join": """\
  lantruco join "Mesa do Zé"             pelo nome
  lantruco join 192.168.0.7:47110        pelo endereço que aparece a quem abriu
  lantruco join "Mesa do Zé" --seat 2    em frente a quem abriu""",
    "examples.bot": """\
  lantruco bot "Mesa do Zé"              um bot seu num lugar livre
  lantruco bot "Mesa do Zé" --engine "node docs/bots/careful.js\"""",
    "examples.demo": """\
  lantruco demo                          quatro bots, por todas as mãos especiais
  lantruco demo --seats 2 --keep partida dois, e os registros ficam em partida/seat-N
  lantruco demo --seats 6 --level forte  seis que jogam para ganhar""",
    "examples.verify": """\
  lantruco verify records/*.jsonl        todas as partidas, uma depois da outra
  lantruco verify meu.jsonl seu.jsonl    são da mesma partida?""",
    "examples.replay": """\
  lantruco replay partida.jsonl          vaza por vaza
  lantruco replay partida.jsonl --json   tudo, para um programa""",
    "examples.rules": """\
  lantruco rules check seeds/scenarios/*.json""",
    "examples.engine": """\
  lantruco engine < pedidos.jsonl > respostas.jsonl""",
    "examples.id": """\
  lantruco id                            leia as palavras a um amigo, para comparar
  lantruco id --home /mnt/pen/lantruco   de outra pasta""",
}
