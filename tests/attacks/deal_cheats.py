"""Lies about the deck: changes of what a seat signs, for `sign_instead` and `forge`.

Many of them use what only the whole table together could know (another seat's secrets before they are
revealed, a discrete logarithm): the guards must hold against more than a cheat can have.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import cast

from lantruco.fairdeal import DealSecret, Deck, Group, Point, Reveal, Scalar, make_shares
from lantruco.fairdeal.commitment import _commitment, _possession_challenge
from lantruco.fairdeal.entropy import permutation, secret_scalars
from lantruco.fairdeal.shuffle import prove, reencrypt
from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.decklog import DeckLog, ShuffleJob
from lantruco.protocol.messages import (
    Commit,
    DeckOctets,
    HandStart,
    Message,
    ProofOctets,
    Shares,
    SharesOctets,
    Shuffle,
)
from lantruco.protocol.messages import (
    Reveal as RevealBody,
)
from tests.attacks.cheats import Change, replaced, slot_of
from tests.fairdeal.entropy import SeededEntropy
from tests.simulation.table import Table

VICTIM = 0
"""The first seat to speak: its words are there to be copied by all others."""
Attack = Callable[[Table, int], Change]
"""``attack(table, cheat)``: what the cheat signs instead."""


def deck_log(table: Table, seat: int, hand: int) -> DeckLog:
    return table.replicas[seat]._decks[hand]


def secret_of(table: Table, seat: int, hand: int) -> DealSecret:
    secret = deck_log(table, seat, hand).secret
    assert secret is not None
    return secret


def deck_before(log: DeckLog, seat: int) -> Deck:
    """The deck that ``seat`` has to shuffle."""
    return log.decks[log.order.index(seat)]


def said_of(opened: Reveal) -> dict[str, bytes]:
    return {"nonce": Octets32(opened.nonce), "key": Octets32(opened.key), "proof": Octets64(opened.proof)}


def revealing(opened: Callable[[RevealBody | Commit], Reveal], table: Table, cheat: int) -> Change:
    """Commits to ``opened(body)`` and reveals it."""

    def change(body: Message) -> Message | None:
        if isinstance(body, Commit):
            context = deck_log(table, cheat, body.hand).context
            return replaced(body, commitment=Octets32(_commitment(context, cheat, opened(body))))
        return replaced(body, **said_of(opened(body))) if isinstance(body, RevealBody) else None

    return change


def mirrored_commitment(table: Table, cheat: int) -> Change:
    """Says after the victim whatever it says, hoping that both nonces fall out of the joint seed."""

    def change(body: Message) -> Message | None:
        if isinstance(body, Commit):
            log = deck_log(table, VICTIM, body.hand).log
            first = log.pending[VICTIM] if VICTIM in log.pending else log.steps[0].messages[0]
            assert isinstance(first.body, Commit)
            return replaced(body, commitment=first.body.commitment)
        if isinstance(body, RevealBody):
            return replaced(body, **said_of(secret_of(table, VICTIM, body.hand).reveal()))
        return None

    return change


def anothers_key(table: Table, cheat: int) -> Change:
    """Commits to the victim's key as its own."""

    def opened(body: RevealBody | Commit) -> Reveal:
        victim = secret_of(table, VICTIM, body.hand).reveal()
        return replace(victim, nonce=b"n" * 32)

    return revealing(opened, table, cheat)


def cancelling_key(table: Table, cheat: int) -> Change:
    """Commits to a key that leaves only its own secret in the joint key."""

    def opened(body: RevealBody | Commit) -> Reveal:
        own = secret_of(table, cheat, body.hand)
        group = table.group
        others = (
            secret_of(table, seat, body.hand).public for seat in range(len(table.keys)) if seat != cheat
        )
        return Reveal(own.nonce, bytes(group.sub(own.public, group.total(others))), own.proof)

    return revealing(opened, table, cheat)


def possession_by(table: Table, cheat: int, key: int) -> Callable[[RevealBody | Commit], Reveal]:
    """Reveals of the secret key ``key``, with a true proof."""

    def opened(body: RevealBody | Commit) -> Reveal:
        context = deck_log(table, cheat, body.hand).context
        public, announced = table.group.base_mul(key), table.group.base_mul(5)
        answer = (5 + _possession_challenge(context, cheat, public, announced) * key) % table.group.order
        return Reveal(b"n" * 32, bytes(public), announced + Scalar(answer).encode())

    return opened


# -- shuffles


def shuffled_anew(table: Table, cheat: int) -> Change:
    """Another true shuffle of the same deck."""

    def change(body: Message) -> Message | None:
        if not isinstance(body, Shuffle):
            return None
        log = deck_log(table, cheat, body.hand)
        assert log.joint is not None
        deck, proof = ShuffleJob(
            log.context, cheat, log.joint, deck_before(log, cheat), SeededEntropy(99)
        ).run()
        return replaced(body, deck=DeckOctets(deck), proof=ProofOctets(proof))

    return change


class NoIdentity:
    """A group of a prover who does not stumble over a combination that is zero."""

    def __init__(self, group: Group) -> None:
        self._group = group
        self.identity = group.base_mul(77)

    def __getattr__(self, name: str) -> object:
        return getattr(self._group, name)


def proven(
    table: Table,
    cheat: int,
    body: Shuffle,
    change: Callable[[Deck], Deck] = lambda deck: deck,
    *,
    doubled: bool = False,
    true_claim: bool = False,
) -> Shuffle:
    """A shuffle proved as well as its maker can, of a deck that is not what the proof says."""
    log = deck_log(table, cheat, body.hand)
    assert log.joint is not None
    entropy = SeededEntropy(5)
    before, sources = deck_before(log, cheat), permutation(entropy, 40)
    factors = secret_scalars(table.group, entropy, 40)
    taken = [sources[0], sources[0], *sources[2:]] if doubled else sources
    after = change(reencrypt(log.context, log.joint, before, taken, factors))
    crooked = replace(log.context, group=cast(Group, NoIdentity(table.group)))
    claimed = taken if true_claim else sources
    proof = prove(crooked, cheat, log.joint, before, after, claimed, factors, entropy).encode()
    made = replaced(body, deck=DeckOctets(after.encode()), proof=ProofOctets(proof))
    assert isinstance(made, Shuffle)
    return made


def card_doubled(table: Table, cheat: int) -> Change:
    """One card twice, another gone; the proof speaks of an honest permutation."""
    return lambda body: proven(table, cheat, body, doubled=True) if isinstance(body, Shuffle) else None


def card_doubled_openly(table: Table, cheat: int) -> Change:
    """One card twice, another gone; the proof commits to just that."""
    return lambda body: (
        proven(table, cheat, body, doubled=True, true_claim=True) if isinstance(body, Shuffle) else None
    )


def card_chosen(table: Table, cheat: int) -> Change:
    """A card of the cheat's choice on top, in place of whatever lay there."""

    def put_on_top(deck: Deck) -> Deck:
        group = table.group
        joint = deck_log(table, cheat, 0).joint
        assert joint is not None
        first = deck_log(table, cheat, 0).decks[0]
        top = group.add(first.right[0], group.mul(6, joint.key))
        return Deck((group.base_mul(7), *deck.left[1:]), (top, *deck.right[1:]))

    return lambda body: proven(table, cheat, body, put_on_top) if isinstance(body, Shuffle) else None


def deck_of_the_seat_before(table: Table, cheat: int) -> Change:
    """Passes the deck on as it came, with the proof of the seat that made it."""

    def change(body: Message) -> Message | None:
        log = deck_log(table, cheat, body.hand)
        if not isinstance(body, Shuffle) or not log.proofs:
            return None
        deck = DeckOctets(log.decks[-1].encode())
        return replaced(body, deck=deck, proof=ProofOctets(log.proofs[-1]))

    return change


def shuffle_of_the_hand_before(table: Table, cheat: int) -> Change:
    """In the second hand, the deck and the proof of the first."""

    def change(body: Message) -> Message | None:
        if not isinstance(body, Shuffle) or body.hand == 0:
            return None
        former = deck_log(table, cheat, 0)
        at = former.order.index(cheat)
        deck = DeckOctets(former.decks[at + 1].encode())
        return replaced(body, deck=deck, proof=ProofOctets(former.proofs[at]))

    return change


def proof_of_another_table(table: Table, cheat: int) -> Change:
    """The deck shuffled truly, and proved for a table with another genesis."""

    def change(body: Message) -> Message | None:
        if not isinstance(body, Shuffle):
            return None
        job = deck_log(table, cheat, body.hand).shuffle_job(cheat, SeededEntropy(3))
        deck, proof = replace(job, context=replace(job.context, genesis=bytes(32))).run()
        return replaced(body, deck=DeckOctets(deck), proof=ProofOctets(proof))

    return change


# -- shares


def shares_made(
    table: Table,
    cheat: int,
    body: Shares,
    *,
    by: int | None = None,
    positions: Callable[[Sequence[int]], Sequence[int]] = lambda due: due,
    bind: bytes | None = None,
    deck: Callable[[Deck], Deck] = lambda deck: deck,
) -> Message:
    """Shares with a true proof for something else than what is due."""
    main = table.replicas[cheat]._main
    log = deck_log(table, cheat, body.hand)
    shares, proof = make_shares(
        log.context,
        cheat if by is None else by,
        secret_of(table, cheat if by is None else by, body.hand),
        deck(log.final_deck),
        positions(main.due_positions(cheat)),
        bytes(body.prev) if bind is None else bind,
        SeededEntropy(8),
    )
    return replaced(body, shares=SharesOctets(shares), proof=ProofOctets(proof))


def shares_of_another_seat(table: Table, cheat: int) -> Change:
    """The victim's true shares for the positions that are due from the cheat."""
    return lambda body: shares_made(table, cheat, body, by=VICTIM) if isinstance(body, Shares) else None


def share_of_the_monte(table: Table, cheat: int) -> Change:
    """A true share, for a card that nobody was dealt."""
    return lambda body: (
        shares_made(table, cheat, body, positions=lambda due: [*due[:-1], 39])
        if isinstance(body, Shares)
        else None
    )


def share_of_a_card_of_ones_own(table: Table, cheat: int) -> Change:
    """One share more than is due: for a card of the cheat's own hand."""

    def also_own(due: Sequence[int]) -> Sequence[int]:
        own = table.replicas[cheat]._main._hand.hands[cheat]
        return sorted({*due, own[0]})

    return lambda body: (
        shares_made(table, cheat, body, positions=also_own) if isinstance(body, Shares) else None
    )


def shares_for_another_slot(table: Table, cheat: int) -> Change:
    """True shares, proved for another step of the log."""
    return lambda body: shares_made(table, cheat, body, bind=bytes(32)) if isinstance(body, Shares) else None


def share_for_a_point_of_ones_own(table: Table, cheat: int) -> Change:
    """A share with a true proof, for a point that is in no deck."""

    def other(deck: Deck) -> Deck:
        lowest = table.replicas[cheat]._main.due_positions(cheat)[0]
        left = list(deck.left)
        left[lowest] = Point(table.group.base_mul(12345))
        return Deck(tuple(left), deck.right)

    return lambda body: shares_made(table, cheat, body, deck=other) if isinstance(body, Shares) else None


def shares_of_the_hand_before(table: Table, cheat: int) -> Change:
    """In the second hand, the shares and the proof of the first."""
    former: list[Shares] = []

    def change(body: Message) -> Message | None:
        if not isinstance(body, Shares):
            return None
        if body.hand == 0:
            former.append(body)
            return None
        return replaced(body, shares=former[0].shares, proof=former[0].proof)

    return change


def shares_before_their_time(table: Table, cheat: int) -> Change:
    """Shares for the deal while the table is still at the word that opens the hand."""

    def change(body: Message) -> Message | None:
        if not isinstance(body, HandStart):
            return None
        log = deck_log(table, cheat, body.hand)
        secret = secret_of(table, cheat, body.hand)
        due = range(3 * len(table.keys) + 1)
        bind = bytes(body.prev)
        made = make_shares(log.context, cheat, secret, log.final_deck, due, bind, SeededEntropy(8))
        return Shares(**slot_of(body), shares=SharesOctets(made[0]), proof=ProofOctets(made[1]))

    return change
