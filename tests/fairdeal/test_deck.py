"""Forty encrypted cards: what everybody starts from and what comes out at the end."""

from __future__ import annotations

import pytest

from lantruco.fairdeal import DECK_BYTES, Deck, Group, Invalid, first_deck, open_position, opening_order
from lantruco.fairdeal.fixedpoints import card_points

from .smallgroup import SMALL
from .tables import CODES, deal


def test_the_first_deck_lies_open_in_the_opening_order(group: Group) -> None:
    dealt = deal(group, 2)
    deck = first_deck(dealt.ctx, dealt.joint)
    cards = card_points(group, CODES)
    assert set(deck.left) == {group.base}
    assert [group.sub(point, dealt.joint.key) for point in deck.right] == [
        cards[card] for card in opening_order(dealt.ctx, dealt.joint.seed)
    ]


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_forty_different_cards_come_out_of_a_deal(seats: int) -> None:
    dealt = deal(SMALL, seats)
    assert sorted(dealt.card_at(position) for position in range(40)) == list(range(40))


def test_cards_come_out_of_a_real_deal() -> None:
    from lantruco.fairdeal import ristretto255

    dealt = deal(ristretto255(), 3)
    cards = [dealt.card_at(position) for position in range(10)]
    assert len(set(cards)) == 10
    assert set(cards) <= set(range(40))


def test_a_card_does_not_open_while_one_share_is_missing(group: Group) -> None:
    dealt = deal(group, 3)
    shares = dealt.shares_at(0)
    for missing in range(3):
        without = [share for seat, share in enumerate(shares) if seat != missing]
        with pytest.raises(Invalid, match="E_OPEN"):
            open_position(dealt.ctx, dealt.final, 0, [*without, without[0]])
        with pytest.raises(ValueError, match="each seat"):
            open_position(dealt.ctx, dealt.final, 0, without)


def test_shares_of_one_position_open_no_other(group: Group) -> None:
    dealt = deal(group, 2)
    with pytest.raises(Invalid, match="E_OPEN"):
        open_position(dealt.ctx, dealt.final, 1, dealt.shares_at(0))


@pytest.mark.parametrize("position", [-1, 40, 10**9, "0", None, 1.0, True])
def test_there_are_positions_0_to_39_and_no_others(position: object) -> None:
    dealt = deal(SMALL, 2)
    with pytest.raises(Invalid, match="E_POSITION"):
        open_position(dealt.ctx, dealt.final, position, dealt.shares_at(0))  # type: ignore[arg-type]


def test_a_deck_reads_back_as_it_was_written(group: Group) -> None:
    dealt = deal(group, 2)
    data = dealt.final.encode()
    assert len(data) == DECK_BYTES == 2560
    assert Deck.decode(dealt.ctx, data) == dealt.final
    assert data[:64] == dealt.final.left[0] + dealt.final.right[0]


def test_a_deck_of_fewer_or_more_than_forty_is_refused(group: Group) -> None:
    """Guard: the fixed shape. A short deck would let its maker keep cards out of the game."""
    dealt = deal(group, 2)
    data = dealt.final.encode()
    for wrong in (data[:-64], data + data[:64], data[:-1], b"", bytearray(data)):
        with pytest.raises(Invalid, match="E_LENGTH"):
            Deck.decode(dealt.ctx, wrong)  # type: ignore[arg-type]
    for count in (39, 41):
        with pytest.raises(ValueError, match="40"):
            Deck((group.base,) * count, (group.base,) * count)


@pytest.mark.parametrize("at", [0, 1, 79])
def test_a_deck_with_a_bad_or_empty_entry_is_refused(group: Group, at: int) -> None:
    """Guard: every entry passes the door. (identity, identity + M) would show its card to everybody."""
    dealt = deal(group, 2)
    data = dealt.final.encode()
    for bad in (bytes(group.identity), b"\xff" * 32):
        with pytest.raises(Invalid, match="E_POINT"):
            Deck.decode(dealt.ctx, data[: 32 * at] + bad + data[32 * at + 32 :])
