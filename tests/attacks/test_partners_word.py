"""A partner's word moves nothing but by its rules: no field of it makes the spokesman answer for a fault."""

from __future__ import annotations

import random
from typing import Any, get_args

import pytest

from lantruco.protocol.messages import SIGNED, Call, Message, PartnerWord, Word
from lantruco.protocol.replica import Replica
from tests.attacks.adversary import garbled, with_another
from tests.attacks.cheats import replaced, signed_by
from tests.attacks.verdicts import blamed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.staging import staged
from tests.simulation.table import Policy, Table

FIELDS = [field for field in PartnerWord.__struct_fields__ if field != "seat"]
ANOTHER_HAND: Policy = staged([(0, 1)], eager)
"""In hand 1, so that a hand below the true one is one that there was."""


def at_an_answer(seats: int, seed: int) -> tuple[Table, int, int]:
    """A table where an answer is due in hand 1, its spokesman and one of his partners."""
    table = Table(seats, seed, SMALL, policy=ANOTHER_HAND)
    while table.deliver() or table.decide():
        view = table.replicas[0].view()
        if view.phase != "answer" or view.hand == 0:
            continue
        while table.deliver():
            pass
        (spokesman,) = table.replicas[0].view().waiting
        return table, spokesman, (spokesman + 2) % seats
    raise AssertionError("no answer was ever due")


def wrong_words(word: PartnerWord, chance: random.Random) -> list[Message]:
    """The word with one field after another made wrong, in every way that gets past the schema."""
    lies: list[Message] = []
    for field in FIELDS:
        value = getattr(word, field)
        others: list[Any] = [value - 1, value + 1, value + 7] if isinstance(value, int) else []
        if field == "log":
            others = ["deck"]
        elif field == "word":
            others = [other for other in get_args(Word) if other != value]
        elif not others:
            others = [garbled(value, chance) for _ in range(3)]
        lies.extend(replaced(word, **{field: other}) for other in others if other != -1)
    return lies


def own_calls(table: Table, seat: int) -> list[Call]:
    bodies = (SIGNED.decode(data).body for source, data in table.sent if source == seat)
    return [body for body in bodies if isinstance(body, Call) and body.seat == seat]


def true_word(partner: Replica) -> PartnerWord:
    voice = partner._voice
    assert voice is not None
    body = voice.move_body(partner._main, "aceita")
    assert isinstance(body, PartnerWord)
    return body


@pytest.mark.parametrize("seats", [4, 6])
@pytest.mark.parametrize("seed", range(3))
def test_a_word_that_names_another_place_than_the_answer_is_refused_and_nothing_moves(
    seats: int, seed: int
) -> None:
    table, spokesman, partner = at_an_answer(seats, seed)
    word = true_word(table.replicas[partner])
    legal = {token for token in table.replicas[partner].view().legal if token in get_args(Word)}
    before, said = table.replicas[spokesman].have(), own_calls(table, spokesman)
    lies = [
        lie
        for lie in wrong_words(word, random.Random(seed))
        if not (isinstance(lie, PartnerWord) and lie.word in legal - {"aceita"})
    ]
    for lie in lies:
        table.carry_out(spokesman, table.replicas[spokesman].receive(signed_by(table, partner, lie)))
    assert table.replicas[spokesman].have() == before
    assert own_calls(table, spokesman) == said
    now = [lie for lie in lies if lie.log == "main" and lie.step <= word.step]
    assert len(table.refusals[spokesman]) >= len(now), "what names this answer is refused, not kept"
    table.play()
    assert all(table.closed())
    assert not any(blamed(table, seat) for seat in range(seats))


def played_with_garbled_words(seats: int, seed: int, field: str) -> Table:
    """A match in which all seats of one side garble ``field`` of every word they send to their spokesman."""
    chance = random.Random(seed)

    def lying(source: int, _to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if source % 2 == seed % 2 or body.seat != source or not isinstance(body, PartnerWord):
            return [frame]
        return [signed_by(table, source, with_another(body, field, chance))]

    table = Table(seats, seed, SMALL, policy=eager)
    table.intercept = lying
    table.play()
    return table


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("seats", [4, 6])
def test_partners_who_garble_every_word_frame_nobody(seats: int, field: str) -> None:
    """Guard: 12 of 12 such tables ended with the spokesman at fault, for `attempt` and for `hand`."""
    for seed in range(3):
        table = played_with_garbled_words(seats, seed, field)
        assert not any(blamed(table, seat) for seat in range(seats))
        assert all(table.closed())
