"""The written specification, the package and the vectors on file say the same."""

from __future__ import annotations

import json
from typing import Any

import pytest

from lantruco.fairdeal import Group, Point, SystemEntropy, ristretto255, verify_shuffle
from lantruco.fairdeal.proof import POINTS, SCALARS

from . import vectors
from .plain_verifier import PlainVerifier
from .smallgroup import SMALL
from .tables import Dealt, deal
from .test_shuffle import moved


@pytest.fixture(scope="module")
def vector() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(vectors.FILE.read_text(encoding="ascii"))
    return loaded


def plain(dealt: Dealt) -> PlainVerifier:
    ctx = dealt.ctx
    return PlainVerifier(ctx.group, ctx.genesis, ctx.hand, ctx.attempt, list(ctx.keys), list(ctx.codes))


def test_the_deal_on_file_is_made_again_byte_for_byte() -> None:
    """Fails when anything that is hashed or sent has changed: then the protocol number must change too."""
    assert vectors.written(vectors.made()) == vectors.FILE.read_text(encoding="ascii")


def test_a_verifier_written_from_the_specification_accepts_the_deal_on_file(vector: dict[str, Any]) -> None:
    group = ristretto255()
    verifier = PlainVerifier(
        group,
        bytes.fromhex(vector["genesis"]),
        vector["hand"],
        vector["attempt"],
        [bytes.fromhex(key) for key in vector["identity_keys"]],
        vector["codes"],
    )
    assert verifier.context.hex() == vector["context"]
    seats = [{name: bytes.fromhex(value) for name, value in seat.items()} for seat in vector["seats"]]
    for index, seat in enumerate(seats):
        opened = verifier.commitment(index, seat["nonce"], seat["key"], seat["possession"])
        assert opened == seat["commitment"]
        assert verifier.possession(index, seat["key"], seat["possession"])
        assert group.base_mul(int.from_bytes(seat["secret_key"], "little")) == seat["key"]
    seed = verifier.seed([seat["nonce"] for seat in seats])
    assert seed.hex() == vector["joint_seed"]
    joint_key = group.total([group.decode_point(seat["key"]) for seat in seats])
    assert joint_key.hex() == vector["joint_key"]
    assert verifier.opening_order(seed) == vector["opening_order"]
    assert verifier.first_dealer(seed, 2) == vector["first_dealer"]
    decks = [bytes.fromhex(deck) for deck in vector["decks"]]
    assert verifier.first_deck(seed, joint_key) == decks[0]
    for index, proof in enumerate(vector["shuffle_proofs"]):
        assert verifier.shuffle(index, joint_key, seed, decks[index], decks[index + 1], bytes.fromhex(proof))
    given = vector["shares"]
    bind, positions = bytes.fromhex(given["bind"]), given["positions"]
    sent = [(bytes.fromhex(seat["shares"]), bytes.fromhex(seat["proof"])) for seat in given["seats"]]
    for index, (shares, proof) in enumerate(sent):
        key = group.decode_point(seats[index]["key"])
        assert verifier.shares(index, key, decks[-1], positions, bind, shares, proof)
    for place, position in enumerate(positions):
        shares_there = [shares[32 * place : 32 * place + 32] for shares, _ in sent]
        card = verifier.card(decks[-1], position, shares_there)
        assert vector["codes"][card] == given["cards"][place]


def judged(dealt: Dealt, proof: bytes) -> tuple[bool, bool]:
    """What the plain verifier and the package say of a proof of the second shuffle."""
    before, after = dealt.decks[1:3]
    joint_key: Point = dealt.joint.key
    by_hand = plain(dealt).shuffle(1, joint_key, dealt.joint.seed, before.encode(), after.encode(), proof)
    return by_hand, verify_shuffle(dealt.ctx, 1, dealt.joint, before, after, proof, SystemEntropy())


def test_one_equation_after_another_accepts_what_the_batch_accepts(group: Group) -> None:
    dealt = deal(group, 2)
    assert judged(dealt, dealt.proofs[1]) == (True, True)


@pytest.mark.parametrize("element", range(0, POINTS + SCALARS, 4))
def test_one_equation_after_another_refuses_what_the_batch_refuses(element: int) -> None:
    dealt = deal(SMALL, 2)
    assert judged(dealt, moved(SMALL, dealt.proofs[1], element)) == (False, False)
