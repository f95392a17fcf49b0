"""Counts the legal action sequences of some positions by brute force, without the engine."""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.rules import plain  # noqa: E402

PERFT = ROOT / "seeds" / "perft"
USUAL: dict[str, Any] = {
    "torna_empate": "primeiro",
    "empate_escopo": "mao",
    "limite": "empate",
    "onze_empate": "ninguem",
    "onze_truco": "recusa",
    "onze_ve_parceiro": True,
    "ferro_escuro": True,
    "responde": "qualquer",
    "coberta": True,
    "familia_real": True,
    "fr_descarte": "fundo",
}
MOST = 4_000
"""Sequences counted before the last depth of a position: some two seconds for all positions."""
DEPTHS = 13
"""A hand of four without words has twelve actions, and after them there is none."""

# Name, players, dealer, score, options, moves from the deal.
POSITIONS: dict[str, list[tuple[str, int, int, list[int], dict[str, Any], list[str]]]] = {
    "deal": [
        ("two", 2, 1, [0, 0], {}, []),
        ("four", 4, 3, [0, 0], {}, []),
        ("six", 6, 5, [0, 0], {}, []),
        ("sem-familia", 2, 0, [3, 8], {"familia_real": False}, []),
        ("fora", 6, 2, [5, 5], {"fr_descarte": "fora"}, []),
        ("porta-voz", 4, 1, [2, 9], {"responde": "porta_voz"}, []),
        ("porta-voz-six", 6, 0, [9, 9], {"responde": "porta_voz", "coberta": False}, []),
    ],
    "onze": [
        ("two", 2, 0, [11, 4], {}, []),
        ("four", 4, 2, [0, 11], {"onze_ve_parceiro": False}, []),
        ("six", 6, 4, [11, 10], {"onze_empate": "adversario"}, []),
        ("penaliza", 4, 0, [11, 1], {"onze_truco": "penaliza", "torna_empate": "abridor"}, []),
        ("porta-voz", 6, 1, [4, 11], {"responde": "porta_voz"}, []),
    ],
    "ferro": [
        ("blind-two", 2, 0, [11, 11], {}, []),
        ("blind-four", 4, 3, [11, 11], {"coberta": False}, []),
        ("open-two", 2, 1, [11, 11], {"ferro_escuro": False, "torna_empate": "ultimo"}, []),
    ],
    "raises": [
        ("limite-empate", 2, 1, [9, 9], {}, ["0 truco", "1 aceita"]),
        ("limite-sempre", 2, 1, [9, 6], {"limite": "sempre"}, ["0 truco"]),
        ("limite-nunca", 2, 1, [9, 9], {"limite": "nunca"}, ["0 truco", "1 seis"]),
        ("limite-resultado", 4, 3, [9, 3], {"limite": "resultado", "familia_real": False}, ["0 truco"]),
        ("escopo-vaza", 4, 3, [0, 0], {"empate_escopo": "vaza", "familia_real": False}, ["0 truco"]),
    ],
}


def write(name: str) -> None:
    positions = []
    for number, (title, players, dealer, score, options, moves) in enumerate(POSITIONS[name]):
        deck = [rank + suit for rank in plain.ORDER for suit in "OECP"]
        random.Random(f"{name} {number}").shuffle(deck)
        table = plain.deal(players, {**USUAL, **options}, dealer, score, deck)
        for text in moves:
            seat, token = text.split()
            table = plain.after(table, int(seat), token)
        positions.append(
            {
                "id": title,
                "players": players,
                "options": options,
                "dealer": dealer,
                "score": score,
                "deck": deck,
                "moves": moves,
                "counts": plain.counts(table, most=MOST, depths=DEPTHS),
            }
        )
    head = '{\n "schema": "truco-perft/1",\n "positions": [\n'
    body = ",\n".join("  " + json.dumps(position, ensure_ascii=False) for position in positions)
    (PERFT / f"{name}.json").write_text(f"{head}{body}\n ]\n}}\n", encoding="utf-8")


if __name__ == "__main__":
    for each in POSITIONS:
        write(each)
