"""Every field of every side message, made wrong by one seat: nobody else is named or cut off for it."""

from __future__ import annotations

import random
from typing import Final, get_args

import msgspec
import pytest

from lantruco.peer.talking import HARMLESS_TALK, SEALED
from lantruco.protocol.sidetalk_messages import (
    SIDE,
    AnySide,
    ChatSaid,
    Glimpse,
    Look,
    Opening,
    Outgoing,
    Veiled,
)
from tests.attacks.adversary import garbled
from tests.protocol.test_two_faced_talk import Circle, passed, signed

CHEAT: Final = 0
KINDS: Final[tuple[type[AnySide], ...]] = get_args(AnySide)
FIELDS: Final = [(kind, field) for kind in KINDS for field in kind.__struct_fields__ if field != "seat"]


def said_by_the_cheat(circle: Circle, kind: type[AnySide]) -> AnySide:
    """A message of that kind as the cheat's program would sign it next."""
    talk = circle.seats[CHEAT]
    shown = talk.sinal("zap", 0)[0].data
    frames = [
        circle.seat(CHEAT, 7).key_message(),
        talk.chat("bom jogo", 0).data,
        shown,
        talk.consult("pergunta", 0)[0].data,
    ]
    if kind is Glimpse:
        (look,) = circle.seats[1].receive(shown, 0, circle.now)
        assert isinstance(look, Outgoing)
        frames += [item.data for item in talk.receive(look.data, 0, circle.now) if isinstance(item, Outgoing)]
    elif kind is Look:
        other = circle.seats[1].sinal("as", 0)[0].data
        frames += [item.data for item in talk.receive(other, 0, circle.now) if isinstance(item, Outgoing)]
    found = [SIDE.decode(frame).side for frame in frames]
    if kind.__name__ == "Sinal":
        consult = found[3]
        return kind(**{name: getattr(consult, name) for name in kind.__struct_fields__})
    return next(body for body in found if isinstance(body, kind))


def with_another(body: AnySide, field: str, chance: random.Random) -> AnySide:
    value = getattr(body, field)
    other: object
    if field == "boxes":
        box = msgspec.structs.replace(value[0], box=garbled(value[0].box, chance))
        other = chance.choice(([box], [*value, *value], [msgspec.structs.replace(value[0], to=1)]))
    elif field == "opening":
        other = Opening(sinal="truco", nonce=body.coin) if isinstance(body, Glimpse) else None
    elif field == "text":
        other = chance.choice(("", "\u202e", "e\u0301", "x" * 201, "outra"))
    else:
        other = garbled(value, chance)
    return msgspec.structs.replace(body, **{field: other})


@pytest.mark.parametrize(
    ("kind", "field"), FIELDS, ids=[f"{kind.__name__}-{field}" for kind, field in FIELDS]
)
def test_a_field_of_talk_made_wrong_harms_nobody_but_its_author(kind: type[AnySide], field: str) -> None:
    for seed in range(8):
        circle = Circle(seed=seed)
        chance = random.Random(seed)
        true = said_by_the_cheat(circle, kind)
        lie = with_another(true, field, chance)
        frames = [signed(true), signed(lie)] if seed % 2 else [signed(lie)]
        for frame in frames:
            for seat in chance.sample((1, 2, 3), 2):
                circle.tell(seat, frame, by=CHEAT)
            if isinstance(true, Veiled) and seed > 3:
                circle.tell(3, passed(frame), by=CHEAT)
        for seat in (1, 2, 3):
            assert all(named.seat == CHEAT for named in circle.named(seat))
            counted = {code for code, source in circle.refused[seat] if source != CHEAT}
            assert counted <= HARMLESS_TALK | SEALED
        circle.later(60.0)
        circle.carry(1, [circle.seats[1].chat("e agora?", 0)])
        assert all(circle.told[seat][-1] == ChatSaid(1, "e agora?") for seat in (2, 3))
