"""Portuguese: the same seats again, after a match."""

from __future__ import annotations

from typing import Final

PT_REMATCH: Final = {
    "rematch.open": "Revanche com os mesmos jogadores? Todos precisam querer.",
    "rematch.wanted": "Já querem revanche: {names}. Falta: {missing}.",
    "rematch.agreed": "Você quer revanche. Falta: {missing}.",
    "rematch.begins": "Todos querem revanche.",
    "rematch.off.left": "Sem revanche: já saiu da mesa: {names}.",
    "rematch.off.away": "Sem revanche: não há mais ligação com {names}.",
    "rematch.off.unsigned": "Sem revanche: faltou no fim a assinatura de {names}.",
    "rematch.off.late": "Sem revanche: nem todos se decidiram a tempo.",
    "rematch.choice.again": "revanche",
    "rematch.choice.leave": "sair da mesa",
    "rematch.unclear": "Não entendi “{text}”. 1 quer revanche, 2 sai da mesa; / e palavras falam com todos.",
    "verify.rematch": "{other}: revanche de {first}; todos os lugares assinaram o resumo dele.",
    "screen.key.rematch": "revanche",
}
