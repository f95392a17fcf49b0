"""Attacks on the deck, at a whole table: the cheat is named by all, or nothing is given away."""

from __future__ import annotations

import pytest

from lantruco.fairdeal import Reveal as Opening
from lantruco.fairdeal import ristretto255
from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.effects import Refusal
from lantruco.protocol.events import HandStarted
from lantruco.protocol.messages import (
    SIGNED,
    DeckOctets,
    HandStart,
    Message,
    ProofOctets,
    Reveal,
    Shares,
    SharesOctets,
    Shuffle,
)
from tests.attacks import deal_cheats as cheats
from tests.attacks.cheats import Change, forge, honest, replaced, sign_instead
from tests.attacks.deal_cheats import Attack
from tests.attacks.verdicts import assert_caught, blamed, observed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.table import Table


def attacked(attack: Attack, seats: int, seed: int = 3) -> tuple[Table, int]:
    """A table whose last seat attacks from the first word on, played to its end."""
    cheat = seats - 1
    table = Table(seats, seed, SMALL, prepare=lambda made: sign_instead(made, cheat, attack(made, cheat)))
    table.play()
    return table, cheat


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize(
    ("attack", "code"),
    [
        (cheats.mirrored_commitment, "E_COMMIT"),
        (cheats.anothers_key, "E_POP"),
        (cheats.cancelling_key, "E_POP"),
        (cheats.card_doubled, "E_PROOF"),
        (cheats.card_doubled_openly, "E_PROOF"),
        (cheats.card_chosen, "E_PROOF"),
        (cheats.proof_of_another_table, "E_PROOF"),
        (cheats.shuffle_of_the_hand_before, "E_PROOF"),
        (cheats.shares_of_another_seat, "E_SHARE"),
        (cheats.share_of_the_monte, "E_SHARE"),
        (cheats.share_of_a_card_of_ones_own, "E_LENGTH"),
        (cheats.shares_for_another_slot, "E_SHARE"),
        (cheats.share_for_a_point_of_ones_own, "E_SHARE"),
        (cheats.shares_of_the_hand_before, "E_SHARE"),
        (cheats.shares_before_their_time, "E_PHASE"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_lie_about_the_deck_names_its_author(attack: Attack, code: str, seats: int) -> None:
    """Guards, by attack: the seat and identity key in a commitment (mirrored), the proof of possession bound
    to them (another's key, a cancelling key), the permutation commitment and the re-encryption equations
    (a card doubled or chosen), context in every challenge (another table or hand), share proofs bound to
    seat, slot, deck and positions that follow from the rules alone (all others)."""
    table, cheat = attacked(attack, seats)
    assert_caught(table, cheat, code)


def test_the_shuffle_of_the_seat_before_is_no_shuffle_of_ones_own() -> None:
    """Guard: the seat in the statement of the proof. Passing a deck on unchanged would be no shuffle."""
    for seed in range(3, 12):
        table, cheat = attacked(cheats.deck_of_the_seat_before, 4, seed)
        if blamed(table, 0):
            assert_caught(table, cheat, "E_PROOF")
            return
    pytest.fail("the cheat was first to shuffle at every table")


@pytest.mark.parametrize("victim", range(3))
def test_two_decks_sent_to_two_peers_are_two_signatures_for_one_slot(victim: int) -> None:
    """Guard: one slot, one message. Both decks are truly shuffled and proved; each is fine by itself."""
    table = Table(4, 3, SMALL, policy=eager)
    forge(table, 3, cheats.shuffled_anew(table, 3), only_to=victim)
    table.play()
    assert_caught(table, 3, "E_EQUIVOCATION")


@pytest.mark.parametrize("victim", range(3))
def test_a_commitment_opened_twice_is_opened_falsely_once(victim: int) -> None:
    """Guard: the commitment fixes nonce, key and proof. Whoever sees one message or both blames one seat."""

    def other_nonce(body: Message) -> Message | None:
        return replaced(body, nonce=Octets32(b"n" * 32)) if isinstance(body, Reveal) else None

    table = Table(4, 3, SMALL, policy=eager)
    forge(table, 3, other_nonce, only_to=victim)
    table.play()
    assert_caught(table, 3)


@pytest.mark.parametrize("hand", [0, 1])
def test_a_reveal_withheld_stops_the_table_and_teaches_nothing(hand: int) -> None:
    """Guard: no share before the deck is verified by all. The cheat knows the joint seed, that is, the public
    order, before the others; it has seen no share of this deck, and the table says whom it waits for."""
    table = Table(4, 3, SMALL)
    cheat = 3

    def drop(source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        withheld = isinstance(body, Reveal) and (body.seat, body.hand) == (cheat, hand)
        return [] if withheld else [frame]

    table.intercept = drop
    table.play()
    for seat in honest(table, cheat):
        replica = table.replicas[seat]
        assert not replica.closed
        assert not blamed(table, seat)
        assert replica.view().waiting == (cheat,)
        assert len([event for event in table.events[seat] if isinstance(event, HandStarted)]) == hand
    said = [SIGNED.decode(frame).body for _, frame in table.sent]
    assert not [body for body in said if isinstance(body, Shares) and body.hand == hand]
    assert deck_key_known(table, cheat, hand) is False


def deck_key_known(table: Table, cheat: int, hand: int) -> bool:
    """Whether somebody but the cheat has the cheat's key, without which no card opens."""
    return any(cheat in table.replicas[seat]._decks[hand].publics for seat in honest(table, cheat))


def test_keys_that_cancel_out_end_the_deck_without_blame_and_without_a_crash() -> None:
    """Guard: the joint key is not the identity. It takes all seats together (or a discrete logarithm) to get
    there, so nobody honest is there to be harmed, and the record says so."""

    def prepare(table: Table) -> None:
        for seat, key in ((0, 5), (1, SMALL.order - 5)):
            opened = cheats.possession_by(table, seat, key)
            sign_instead(table, seat, cheats.revealing(opened, table, seat))

    table = Table(2, 3, SMALL, policy=eager, prepare=prepare)
    table.play()
    assert table.closed() == [False, False]
    assert not blamed(table, 0)
    assert not blamed(table, 1)
    assert Refusal("E_JOINT", None) in table.refusals[0]


# -- elements that are none, or that nobody may send


def put(data: bytes, at: int, element: bytes) -> bytes:
    return data[:at] + element + data[at + len(element) :]


Spot = tuple[str, type[Message], str, int, str]
POINTS: list[Spot] = [
    ("key", Reveal, "key", 0, "E_COMMIT"),
    ("deck A", Shuffle, "deck", 0, "E_POINT"),
    ("deck B", Shuffle, "deck", 39 * 64 + 32, "E_POINT"),
    ("proof point", Shuffle, "proof", 32, "E_POINT"),
    ("share", Shares, "shares", 0, "E_POINT"),
]
SCALARS: list[Spot] = [
    ("possession answer", Reveal, "proof", 32, "E_COMMIT"),
    ("shuffle answer", Shuffle, "proof", -32, "E_PROOF"),
    ("share challenge", Shares, "proof", 0, "E_SHARE"),
    ("share answer", Shares, "proof", 32, "E_SHARE"),
]
TYPES = {
    "key": Octets32,
    "deck": DeckOctets,
    "shares": SharesOctets,
}


def with_element(spot: Spot, element: bytes) -> Change:
    _, kind, field, at, _ = spot

    def change(body: Message) -> Message | None:
        if not isinstance(body, kind):
            return None
        old = bytes(getattr(body, field))
        of_type = TYPES.get(field) or (Octets64 if kind is Reveal else ProofOctets)
        return replaced(body, **{field: of_type(put(old, at % len(old), element))})

    return change


IDENTITY = bytes(32)
BIT_255 = bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2df6")
NEGATIVE = (2**255 - 20).to_bytes(32, "little")
OVER_THE_FIELD = (2**255 - 18).to_bytes(32, "little")


@pytest.mark.parametrize("spot", POINTS, ids=lambda spot: str(spot[0]))
@pytest.mark.parametrize(
    "element", [IDENTITY, BIT_255, NEGATIVE, OVER_THE_FIELD], ids=["identity", "bit 255", "negative", "field"]
)
def test_a_point_that_is_none_or_the_identity_names_its_author(spot: Spot, element: bytes) -> None:
    """Guard: the one door for points, in the real group: canonical, valid, not the identity."""
    table = Table(2, 3, ristretto255(), policy=eager)
    forge(table, 1, with_element(spot, element))
    table.play()
    assert_caught(table, 1, spot[4])


@pytest.mark.parametrize("spot", SCALARS, ids=lambda spot: str(spot[0]))
@pytest.mark.parametrize(
    "value", [0, SMALL.order - 1, SMALL.order, 2**256 - 1], ids=["0", "q-1", "q", "all ones"]
)
def test_a_scalar_at_the_border_names_its_author(spot: Spot, value: int) -> None:
    """Guard: scalars are below the order, and the equations hold for one answer alone."""
    table = Table(2, 3, SMALL, policy=eager)
    forge(table, 1, with_element(spot, value.to_bytes(32, "little")))
    table.play()
    unreduced = value >= SMALL.order and spot[4] != "E_COMMIT"
    assert_caught(table, 1, "E_SCALAR" if unreduced else spot[4])


@pytest.mark.parametrize("key", [IDENTITY, BIT_255, NEGATIVE], ids=["identity", "bit 255", "negative"])
def test_a_key_that_is_no_point_does_not_help_even_if_it_was_committed_to(key: bytes) -> None:
    """Guard: the door for points comes before the equation of the proof of possession, which holds for an
    identity key with any answer."""

    def prepare(table: Table) -> None:
        def opened(body: object) -> Opening:
            own = cheats.secret_of(table, 1, 0).reveal()
            return Opening(own.nonce, key, own.proof)

        sign_instead(table, 1, cheats.revealing(opened, table, 1))

    table = Table(2, 3, ristretto255(), policy=eager, prepare=prepare)
    table.play()
    assert_caught(table, 1, "E_POINT")


def test_a_fault_in_the_coming_deck_costs_no_finished_tento() -> None:
    """The deck of the second hand is spoiled while the first is played: that hand is played to its end."""
    table, cheat = attacked(cheats.shuffle_of_the_hand_before, 4)
    assert_caught(table, cheat, "E_PROOF")
    witness = observed(table.records[0], table)
    assert max(witness.view().score) > 0
    said = [SIGNED.decode(line).body for line in table.records[0][1:]]
    assert len({body.hand for body in said if isinstance(body, HandStart)}) == 1
