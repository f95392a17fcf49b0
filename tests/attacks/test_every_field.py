"""Every field of every kind of message, made wrong by one seat: no honest seat is ever blamed for it."""

from __future__ import annotations

import random
from typing import Final, get_args

import pytest

from lantruco.protocol.messages import SIGNED, Boxes, BoxKeys, Message, Opened, PartnerWord, ShowCards
from tests.attacks.adversary import Ordeal, judge, readable, with_another
from tests.attacks.cheats import signed_by
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.staging import Claims, staged, to_onze
from tests.simulation.table import Policy, Table

KINDS: Final[tuple[type[Message], ...]] = get_args(Message)
FIELDS: Final = [(kind, field) for kind in KINDS for field in kind.__struct_fields__ if field != "seat"]
"""All but the author: what somebody else has not signed is nobody's word."""
AMONG_PARTNERS: Final = (PartnerWord, Boxes, BoxKeys, Opened)
NO_OTHER_VALUE: Final = {"partner"}
"""Null or what another seat has signed; `tests/attacks/test_partners_word.py` and the fuzzers make others."""


def policy_for(kind: type[Message]) -> Policy:
    """A way to play in which messages of that kind are due, in a hand after the first where that is easy."""
    if kind in (Boxes, BoxKeys, Opened):
        return to_onze
    if kind is ShowCards:
        return Claims(1, "mostra")
    return staged([(0, 1)], eager)


def garbling(kind: type[Message], field: str, seats: int, seed: int) -> tuple[Ordeal, int]:
    """A match in which one seat garbles ``field`` of most that it says of ``kind``, for all or all but one.

    With it: how often it did.
    """
    chance = random.Random(seed)
    cheats: list[int] = []
    lies: dict[bytes, bytes] = {}
    spared = chance.choice((None, *range(seats)))

    def lie(source: int, frame: bytes, body: Message) -> bytes:
        forged = signed_by(table, source, with_another(body, field, chance))
        return forged if readable(forged) and chance.random() < 0.75 else frame

    def intercept(source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if not isinstance(body, kind) or body.seat != source or (cheats and cheats != [source]):
            return [frame]
        cheats[:] = [source]
        if frame not in lies:
            lies[frame] = lie(source, frame, body)
        return [frame if to == spared else lies[frame]]

    table = Table(seats, seed, SMALL, policy=policy_for(kind))
    table.intercept = intercept
    table.play(20_000)
    return Ordeal(seed, table, tuple(cheats)), sum(frame != lies[frame] for frame in lies)


@pytest.mark.parametrize(
    ("kind", "field"), FIELDS, ids=[f"{kind.__struct_config__.tag}-{field}" for kind, field in FIELDS]
)
def test_a_field_made_wrong_harms_nobody_but_its_author(kind: type[Message], field: str) -> None:
    seats = 4 if kind in AMONG_PARTNERS else 2
    told = 0
    for seed in range(8):
        ordeal, lies = garbling(kind, field, seats, seed)
        judge(ordeal)
        told += lies
        if lies:
            break
    assert told or field in NO_OTHER_VALUE, "no such message was ever due"


@pytest.mark.long
@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("kind", KINDS, ids=[str(kind.__struct_config__.tag) for kind in KINDS])
def test_fields_made_wrong_at_tables_of_all_sizes_harm_nobody_but_their_author(
    kind: type[Message], seats: int
) -> None:
    told = 0
    for field in kind.__struct_fields__:
        for seed in range(10, 20) if field != "seat" else ():
            ordeal, lies = garbling(kind, field, seats, seed)
            judge(ordeal)
            told += lies
    assert told or (seats == 2 and kind in AMONG_PARTNERS)
