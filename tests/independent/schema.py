"""The fields of every kind of message and of the genesis, and byte strings in unpadded base64url."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable
from typing import Any

from tests.independent.refusal import Refused

Check = Callable[[Any], Any]
ALPHABET = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
WORDS = ("truco", "seis", "nove", "doze", "aceita", "corre", "joga", "mostra", "familia")
RULES: dict[str, tuple[object, ...]] = {
    "torna_empate": ("primeiro", "ultimo", "abridor"),
    "empate_escopo": ("mao", "vaza"),
    "limite": ("empate", "resultado", "sempre", "nunca"),
    "onze_empate": ("ninguem", "adversario"),
    "onze_truco": ("recusa", "penaliza"),
    "onze_ve_parceiro": (True, False),
    "ferro_escuro": (True, False),
    "responde": ("qualquer", "porta_voz"),
    "coberta": (True, False),
    "familia_real": (True, False),
    "fr_descarte": ("fundo", "fora"),
}


def octets(text: object, shortest: int, longest: int | None = None) -> bytes:
    if not isinstance(text, str) or not set(text) <= ALPHABET:
        raise Refused("E_FORMAT")
    try:
        data = base64.b64decode(text + "=" * (-len(text) % 4), b"-_", validate=True)
    except (binascii.Error, ValueError):
        raise Refused("E_FORMAT") from None
    if not shortest <= len(data) <= (shortest if longest is None else longest):
        raise Refused("E_FORMAT")
    if text_of(data) != text:
        raise Refused("E_CANON")
    return data


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def sized(shortest: int, longest: int | None = None) -> Check:
    return lambda value: octets(value, shortest, longest)


def integer(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Refused("E_FORMAT")
    return value


def one_of(*choices: object) -> Check:
    def check(value: object) -> object:
        if not any(
            value is choice or (value == choice and type(value) is type(choice)) for choice in choices
        ):
            raise Refused("E_FORMAT")
        return value

    return check


def between(low: int, high: int) -> Check:
    def check(value: object) -> int:
        if not low <= integer(value) <= high:
            raise Refused("E_FORMAT")
        return integer(value)

    return check


def boolean(value: object) -> bool:
    if not isinstance(value, bool):
        raise Refused("E_FORMAT")
    return value


def string(value: object) -> str:
    if not isinstance(value, str):
        raise Refused("E_FORMAT")
    return value


def optional(check: Check) -> Check:
    return lambda value: None if value is None else check(value)


def many(check: Check, fewest: int, most: int) -> Check:
    def all_of(value: object) -> list[Any]:
        if not isinstance(value, list) or not fewest <= len(value) <= most:
            raise Refused("E_FORMAT")
        return [check(item) for item in value]

    return all_of


def pair(value: object) -> tuple[int, int]:
    first, second = many(between(0, 12), 2, 2)(value)
    return first, second


def fields(value: object, checks: dict[str, Check]) -> dict[str, Any]:
    """Exactly these fields, each checked; byte strings come out as bytes."""
    if not isinstance(value, dict) or value.keys() != checks.keys():
        raise Refused("E_FORMAT")
    return {name: check(value[name]) for name, check in checks.items()}


SLOT: dict[str, Check] = {
    "genesis": sized(32),
    "log": one_of("main", "deck"),
    "hand": between(0, 9_999),
    "attempt": between(0, 255),
    "step": between(0, 999_999),
    "prev": sized(32),
    "seat": between(0, 5),
    "kind": string,
}


def word_message(value: object) -> dict[str, Any]:
    held = fields(value, {"body": lambda body: body, "sig": sized(64)})
    body = held["body"]
    if not isinstance(body, dict) or body.get("kind") != "word":
        raise Refused("E_FORMAT")
    return {"raw": body, "body": message_body(body), "sig": held["sig"]}


DECK_KINDS: dict[str, dict[str, Check]] = {
    "commit": {"commitment": sized(32)},
    "reveal": {"nonce": sized(32), "key": sized(32), "proof": sized(64)},
    "shuffle": {"deck": sized(2560), "proof": sized(0, 8192)},
    "verdict": {},
}
MAIN_KINDS: dict[str, dict[str, Check]] = {
    "hand": {"deck": sized(32), "score": pair},
    "shares": {"shares": sized(0, 1280), "proof": sized(0, 8192)},
    "play": {"position": between(0, 39), "share": optional(sized(32)), "proof": optional(sized(0, 8192))},
    "call": {"word": one_of(*WORDS), "partner": optional(word_message)},
    "word": {"word": one_of(*WORDS)},
    "show": {"shares": many(sized(32), 3, 3), "proofs": many(sized(64), 3, 3)},
    "boxkeys": {"keys": many(sized(32), 1, 6)},
    "boxes": {"boxes": many(sized(0, 512), 1, 6)},
    "opened": {"secrets": many(optional(sized(32)), 1, 6)},
    "close": {
        "winner": between(0, 1),
        "score": pair,
        "fault": optional(between(0, 5)),
        "deck": optional(sized(32)),
        "round": between(0, 6),
        "closed": one_of(True, False),
    },
}
KINDS = DECK_KINDS | MAIN_KINDS
LEAVE: dict[str, Check] = {
    "genesis": sized(32),
    "seat": between(0, 5),
    "step": between(0, 999_999),
    "prev": sized(32),
    "spoken": boolean,
    "after": many(sized(32), 0, 5),
}


def message_body(value: object) -> dict[str, Any]:
    if not isinstance(value, dict) or not isinstance(kind := value.get("kind"), str) or kind not in KINDS:
        raise Refused("E_FORMAT")
    found = fields(value, SLOT | KINDS[kind])
    if (kind in DECK_KINDS) != (found["log"] == "deck"):
        raise Refused("E_SLOT")
    return found


GENESIS: dict[str, Check] = {
    "game": one_of("truco-paulista"),
    "protocol": one_of(3),
    "table_id": sized(16),
    "name": string,
    "entry": one_of(0),
    "previous": optional(sized(32)),
    "rules": lambda value: fields(value, {name: one_of(*values) for name, values in RULES.items()}),
    "table": lambda value: fields(
        value,
        {
            "seats": one_of(2, 4, 6),
            "tempo": between(0, 600),
            "waiting": between(10, 3600),
            "sinais": one_of("livres", "espiados", "proibidos"),
        },
    ),
    "seats": many(
        lambda value: fields(
            value,
            {
                "key": sized(32),
                "name": string,
                "value": sized(32),
                "operator": optional(
                    lambda held: fields(held, {"key": sized(32), "name": string, "sig": sized(64)})
                ),
            },
        ),
        2,
        6,
    ),
}
