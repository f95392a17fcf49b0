"""Shares: true ones open a card, all others are refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.fairdeal import (
    Deck,
    Group,
    Invalid,
    SystemEntropy,
    check_shares,
    make_shares,
    own_shares,
    ristretto255,
)

from .entropy import SeededEntropy
from .smallgroup import SMALL
from .tables import SLOT, Dealt, deal, other_contexts

WHERE = [4, 0, 17]


def made(dealt: Dealt, seat: int = 0, positions: list[int] | None = None) -> tuple[bytes, bytes]:
    where = WHERE if positions is None else positions
    return make_shares(dealt.ctx, seat, dealt.secrets[seat], dealt.final, where, SLOT, SeededEntropy(8))


def refused(dealt: Dealt, shares: bytes, proof: bytes, **other: object) -> str:
    """The code under which these are refused, as seat 0's unless told otherwise."""
    given = {
        "ctx": dealt.ctx,
        "seat": 0,
        "public": dealt.publics[0],
        "deck": dealt.final,
        "positions": WHERE,
        "bind": SLOT,
    } | other
    with pytest.raises(Invalid) as problem:
        check_shares(**given, shares=shares, proof=proof)  # type: ignore[arg-type]
    return problem.value.code


def test_honest_shares_are_accepted_in_the_order_of_the_positions(group: Group) -> None:
    dealt = deal(group, 2)
    shares, proof = made(dealt)
    points = check_shares(dealt.ctx, 0, dealt.publics[0], dealt.final, WHERE, SLOT, shares, proof)
    assert points == own_shares(dealt.ctx, dealt.secrets[0], dealt.final, WHERE)
    assert b"".join(points) == shares
    assert len(proof) == 64


@pytest.mark.parametrize("positions", [[0], [39], list(range(40)), [7, 3]])
def test_any_set_of_positions_can_go_in_one_message(positions: list[int]) -> None:
    dealt = deal(SMALL, 2)
    shares, proof = made(dealt, 1, positions)
    public = dealt.publics[1]
    assert check_shares(dealt.ctx, 1, public, dealt.final, positions, SLOT, shares, proof)


def test_a_share_for_another_position_is_refused(group: Group) -> None:
    """Guard: the proof is about the deck's own point at the position, and names the position."""
    dealt = deal(group, 2)
    shares, proof = made(dealt)
    assert refused(dealt, shares, proof, positions=[4, 0, 18]) == "E_SHARE"
    assert refused(dealt, shares, proof, positions=[0, 4, 17]) == "E_SHARE"


def test_a_share_is_tied_to_its_position_even_where_two_entries_are_alike(group: Group) -> None:
    """Guard: the positions stand in the challenge, and so does the whole deck."""
    dealt = deal(group, 2)
    left, right = dealt.final.left, dealt.final.right
    alike = Deck((left[0], left[0], *left[2:]), right)
    shares, proof = make_shares(dealt.ctx, 0, dealt.secrets[0], alike, [0], SLOT, SeededEntropy(8))
    assert check_shares(dealt.ctx, 0, dealt.publics[0], alike, [0], SLOT, shares, proof)
    assert refused(dealt, shares, proof, deck=alike, positions=[1]) == "E_SHARE"
    assert refused(dealt, shares, proof, positions=[0]) == "E_SHARE"


def test_shares_in_the_wrong_order_are_refused(group: Group) -> None:
    dealt = deal(group, 2)
    shares, proof = made(dealt)
    assert refused(dealt, shares[32:64] + shares[:32] + shares[64:], proof) == "E_SHARE"


def test_a_share_is_worth_nothing_in_another_slot_seat_or_deck(group: Group) -> None:
    """Guard: slot, seat and deck stand in the challenge."""
    dealt = deal(group, 2)
    shares, proof = made(dealt)
    assert refused(dealt, shares, proof, bind=SLOT + b"!") == "E_SHARE"
    assert refused(dealt, shares, proof, seat=1) == "E_SHARE"
    assert refused(dealt, shares, proof, public=dealt.publics[1]) == "E_SHARE"
    assert refused(dealt, shares, proof, deck=dealt.decks[1]) == "E_SHARE"


@pytest.mark.parametrize("difference", list(other_contexts(deal(SMALL, 2).ctx)))
def test_a_share_is_worth_nothing_in_another_deal(difference: str) -> None:
    """Guard: the context stands in the challenge. The deck could be the same one, re-used by a cheat."""
    dealt = deal(SMALL, 2)
    shares, proof = made(dealt)
    assert refused(dealt, shares, proof, ctx=other_contexts(dealt.ctx)[difference]) == "E_SHARE"


@pytest.mark.parametrize("seed", range(4))
def test_a_false_share_is_refused(group: Group, seed: int) -> None:
    dealt = deal(group, 2)
    shares, proof = made(dealt)
    lie = group.hash_to_point(bytes([seed + 1]) * 64)
    place = 32 * (seed % 3)
    assert refused(dealt, shares[:place] + lie + shares[place + 32 :], proof) == "E_SHARE"


def test_two_false_shares_cannot_make_up_for_each_other(group: Group) -> None:
    """Guard: every share has its own equation. Only their sum being right would let two cards be swapped."""
    dealt = deal(group, 2)
    shares, proof = made(dealt)
    points = [group.decode_point(shares[at : at + 32]) for at in (0, 32, 64)]
    twisted = [group.add(points[0], group.base), group.sub(points[1], group.base), points[2]]
    assert refused(dealt, b"".join(twisted), proof) == "E_SHARE"


@given(st.integers(0, 511))
def test_a_proof_with_any_bit_changed_is_refused(bit: int) -> None:
    dealt = deal(SMALL, 2)
    shares, proof = made(dealt)
    wrong = (int.from_bytes(proof, "little") ^ (1 << bit)).to_bytes(64, "little")
    assert refused(dealt, shares, wrong) in {"E_SHARE", "E_SCALAR"}


def test_a_real_proof_with_a_bit_changed_is_refused() -> None:
    dealt = deal(ristretto255(), 2)
    shares, proof = made(dealt)
    for at in (0, 31, 32, 63):
        wrong = proof[:at] + bytes([proof[at] ^ 1]) + proof[at + 1 :]
        assert refused(dealt, shares, wrong) in {"E_SHARE", "E_SCALAR"}


def test_bad_form_is_refused_by_its_code(group: Group) -> None:
    dealt = deal(group, 2)
    shares, proof = made(dealt)
    assert refused(dealt, shares[:-1], proof) == "E_LENGTH"
    assert refused(dealt, shares + bytes(32), proof) == "E_LENGTH"
    assert refused(dealt, shares, proof[:-1]) == "E_LENGTH"
    assert refused(dealt, bytes(32) + shares[32:], proof) == "E_POINT"
    assert refused(dealt, shares, proof[:32] + group.order.to_bytes(32, "little")) == "E_SCALAR"
    assert refused(dealt, shares, b"\xff" * 32 + proof[32:]) == "E_SCALAR"


@pytest.mark.parametrize("positions", [[], [40], [-1], [1, 1], [*range(40), 0], ["0"], [None]])
def test_positions_that_no_deck_has_are_refused_on_both_ends(positions: list[int]) -> None:
    dealt = deal(SMALL, 2)
    shares, proof = made(dealt)
    assert refused(dealt, shares, proof, positions=positions) == "E_POSITION"
    with pytest.raises(Invalid, match="E_POSITION"):
        made(dealt, 0, positions)
    with pytest.raises(Invalid, match="E_POSITION"):
        own_shares(dealt.ctx, dealt.secrets[0], dealt.final, positions)


def test_no_nonce_is_used_twice_for_shares() -> None:
    """Guard: a fresh nonce for each message. From two answers with one nonce the secret key follows."""
    dealt, entropy = deal(SMALL, 2), SystemEntropy()
    said = [
        make_shares(dealt.ctx, 0, dealt.secrets[0], dealt.final, WHERE, slot, entropy)
        for slot in (b"one", b"two")
    ]
    assert said[0][0] == said[1][0]
    challenges, answers = zip(
        *[(int.from_bytes(p[:32], "little"), int.from_bytes(p[32:], "little")) for _, p in said], strict=True
    )
    q = SMALL.order
    extracted = (answers[0] - answers[1]) * pow(challenges[0] - challenges[1], -1, q) % q
    assert extracted != dealt.secrets[0].key.value


def test_the_extraction_of_the_last_test_works_when_a_nonce_is_repeated() -> None:
    dealt = deal(SMALL, 2)
    said = [
        make_shares(dealt.ctx, 0, dealt.secrets[0], dealt.final, WHERE, slot, SeededEntropy(1))
        for slot in (b"one", b"two")
    ]
    (c1, s1), (c2, s2) = [
        (int.from_bytes(p[:32], "little"), int.from_bytes(p[32:], "little")) for _, p in said
    ]
    assert (s1 - s2) * pow(c1 - c2, -1, SMALL.order) % SMALL.order == dealt.secrets[0].key.value
