"""CPU time of one whole deal for one peer, beside the least that its group operations can cost.

The counts come from the formulas of `docs/protocol.md` (The fair deal, Cost), not from watching the code; the
times of the operations are measured in the same run, through the calls of `rbcl`. Run: python bench/deal.py
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable, Iterable
from dataclasses import astuple, dataclass

from lantruco.fairdeal import (
    CARDS,
    Context,
    Deck,
    Joint,
    Point,
    SystemEntropy,
    check_proof_form,
    check_reveal,
    check_shares,
    first_deck,
    joint,
    make_commit,
    make_shares,
    open_position,
    own_shares,
    ristretto255,
    shuffle,
    verify_chain,
)
from lantruco.fairdeal.deck import decoded_deck
from lantruco.fairdeal.entropy import permutation, secret_scalars
from lantruco.fairdeal.proof import decoded_proof
from lantruco.fairdeal.shuffle import prove, reencrypt
from lantruco.fairdeal.verify import verify_shuffle

HAND = 3
N = CARDS


@dataclass(frozen=True)
class Count:
    """Group operations: multiplications of the base, of another point; additions; decodings."""

    base: int = 0
    variable: int = 0
    addition: int = 0
    decoding: int = 0

    def __add__(self, other: Count) -> Count:
        return Count(
            self.base + other.base,
            self.variable + other.variable,
            self.addition + other.addition,
            self.decoding + other.decoding,
        )

    def __mul__(self, times: int) -> Count:
        return Count(self.base * times, self.variable * times, self.addition * times, self.decoding * times)


COMMIT = Count(base=2)
CHECK_REVEAL = Count(base=1, variable=1, addition=1, decoding=2)
SHUFFLE = Count(base=N, variable=N, addition=2 * N)
PROVE_FIRST = Count(base=3 * N + 4, variable=4 * N + 1, addition=5 * N)
PROVE = Count(base=3 * N + 4, variable=5 * N + 1, addition=6 * N)
DECODE_SHUFFLE = Count(decoding=2 * N + 3 * N + 5)


def joint_and_first_deck(seats: int) -> Count:
    return Count(addition=seats - 1 + N)


def verify(proofs: int, decks: int, with_first_deck: bool) -> Count:
    """One batch over `proofs` proofs that name `decks` different decks, deck 0 among them or not."""
    terms = N + 2 + (3 * N + 5) * proofs + 2 * N * decks - (N if with_first_deck else 0)
    return Count(base=1, variable=terms, addition=terms)


def make(positions: int) -> Count:
    return Count(base=1, variable=2 * positions)


def check(positions: int) -> Count:
    return Count(base=1, variable=1 + 2 * positions, addition=1 + positions, decoding=positions)


def whole_deal(seats: int) -> Count:
    """All that the last shuffler does in a hand in which every card is played face up."""
    others = seats - 1
    dealt = HAND * others + 1
    return (
        COMMIT
        + CHECK_REVEAL * others
        + joint_and_first_deck(seats)
        + SHUFFLE
        + PROVE
        + DECODE_SHUFFLE * others
        + verify(others, seats, with_first_deck=True)
        + make(dealt)
        + check(dealt) * others
        + Count(variable=HAND, decoding=dealt)
        + make(1) * HAND
        + check(1) * (HAND * others)
        + Count(addition=seats * (HAND * seats + 1))
    )


@dataclass(frozen=True)
class Times:
    """Seconds for each operation."""

    base: float
    variable: float
    addition: float
    decoding: float
    hashing: float

    def of(self, count: Count) -> float:
        return (
            self.base * count.base
            + self.variable * count.variable
            + self.addition * count.addition
            + self.decoding * count.decoding
        )


def once(work: Callable[[], object], times: int = 1) -> float:
    """Seconds of CPU for one run of `work`, over some runs."""
    start = time.thread_time()
    for _ in range(times):
        work()
    return (time.thread_time() - start) / times


def operations() -> Times:
    """One quick measurement of each operation, through `rbcl`."""
    import rbcl  # type: ignore[import-untyped]

    scalar = rbcl.crypto_core_ristretto255_scalar_random()
    left, right = rbcl.crypto_core_ristretto255_random(), rbcl.crypto_core_ristretto255_random()
    hashed = os.urandom(64)
    return Times(
        once(lambda: rbcl.crypto_scalarmult_ristretto255_base(scalar), 40),
        once(lambda: rbcl.crypto_scalarmult_ristretto255(scalar, left), 40),
        once(lambda: rbcl.crypto_core_ristretto255_add(left, right), 40),
        once(lambda: rbcl.crypto_core_ristretto255_is_valid_point(left), 40),
        once(lambda: rbcl.crypto_core_ristretto255_from_hash(hashed), 40),
    )


def measured(work: Callable[[], object], rounds: int) -> tuple[float, Times]:
    """The least time of `work` and of each operation, taken in turns so that both see the same machine."""
    best, least = float("inf"), (float("inf"),) * 5
    for _ in range(rounds):
        least = tuple(map(min, least, astuple(operations())))
        best = min(best, once(work))
        least = tuple(map(min, least, astuple(operations())))
    return best, Times(*least)


class Table:
    """A deal of some seats, made ready up to where one peer's work can be timed."""

    def __init__(self, seats: int) -> None:
        self.entropy = SystemEntropy()
        self.seats = seats
        self.me = seats - 1
        self.ctx = Context(
            ristretto255(),
            os.urandom(32),
            0,
            0,
            tuple(os.urandom(32) for _ in range(seats)),
            tuple(rank + suit for rank in "4567QJKA23" for suit in "OECP"),
        )
        made = [make_commit(self.ctx, seat, self.entropy) for seat in range(seats)]
        self.secrets = [secret for secret, _ in made]
        self.commitments = [commitment for _, commitment in made]
        self.publics: list[Point] = [secret.public for secret in self.secrets]
        self.nonces = [secret.nonce for secret in self.secrets]
        self.joint: Joint = joint(self.ctx, self.publics, self.nonces)
        self.decks: list[Deck] = [first_deck(self.ctx, self.joint)]
        self.proofs: list[bytes] = []
        for seat in range(seats):
            deck, proof = shuffle(self.ctx, seat, self.joint, self.decks[-1], self.entropy)
            self.decks.append(deck)
            self.proofs.append(proof)
        self.encoded = [deck.encode() for deck in self.decks]
        self.final = self.decks[-1]
        self.hands = [range(HAND * seat, HAND * (seat + 1)) for seat in range(seats)]
        self.vira = HAND * seats
        self.sent = [
            [self._shares(seat, positions) for positions in self.messages_of(seat)] for seat in range(seats)
        ]

    def dealt_by(self, seat: int) -> list[int]:
        """The positions that a seat helps to open at the deal: the others' hands and the vira."""
        return [p for other in range(self.seats) if other != seat for p in self.hands[other]] + [self.vira]

    def messages_of(self, seat: int) -> list[list[int]]:
        """The positions of each share message of a seat: one at the deal, then one for each card it plays."""
        return [self.dealt_by(seat), *([position] for position in self.hands[seat])]

    def _shares(self, seat: int, positions: list[int]) -> tuple[bytes, bytes]:
        return make_shares(self.ctx, seat, self.secrets[seat], self.final, positions, b"slot", self.entropy)

    def play(self) -> None:
        """One peer's share of the work, from its commitment to the last card on the table."""
        decoded_proof.cache_clear()
        decoded_deck.cache_clear()
        ctx, me, entropy = self.ctx, self.me, self.entropy
        others = [seat for seat in range(self.seats) if seat != me]
        make_commit(ctx, me, entropy)
        publics = list(self.publics)
        for seat in others:
            publics[seat] = check_reveal(ctx, seat, self.commitments[seat], self.secrets[seat].reveal())
        agreed = joint(ctx, publics, self.nonces)
        decks = [first_deck(ctx, agreed)]
        for seat in others:
            check_proof_form(ctx, self.proofs[seat])
            decks.append(Deck.decode(ctx, self.encoded[seat + 1]))
        shuffle(ctx, me, agreed, decks[-1], entropy)
        decks.append(self.final)
        if verify_chain(ctx, agreed, decks, range(self.seats), self.proofs, entropy, own=(me,)) is not None:
            raise SystemExit("an honest chain was refused")
        final, secret, hand = self.final, self.secrets[me], self.hands[me]
        shares: dict[int, list[Point]] = {position: [] for position in range(self.vira + 1)}

        def keep(positions: Iterable[int], points: Iterable[Point]) -> None:
            for position, point in zip(positions, points, strict=True):
                shares[position].append(point)

        dealt, _ = self._shares(me, self.dealt_by(me))
        decode = ctx.group.decode_point
        keep(self.dealt_by(me), [decode(dealt[at : at + 32]) for at in range(0, len(dealt), 32)])
        keep(hand, own_shares(ctx, secret, final, hand))
        for position in hand:
            self._shares(me, [position])
        for seat in others:
            for positions, sent in zip(self.messages_of(seat), self.sent[seat], strict=True):
                keep(positions, check_shares(ctx, seat, publics[seat], final, positions, b"slot", *sent))
        cards = {open_position(ctx, final, position, found) for position, found in shares.items()}
        if len(cards) != self.vira + 1:
            raise SystemExit("a card came twice")


def report(repeat: int) -> None:
    table = Table(4)
    ctx, entropy = table.ctx, table.entropy
    sources, factors = permutation(entropy, N), secret_scalars(ctx.group, entropy, N)
    before, agreed = table.decks[1], table.joint
    after = reencrypt(ctx, agreed, before, sources, factors)
    proof = prove(ctx, 1, agreed, before, after, sources, factors, entropy).encode()
    encoded = after.encode()

    def decoded_and_verified() -> None:
        decoded_proof.cache_clear()
        decoded_deck.cache_clear()
        verify_shuffle(ctx, 1, agreed, before, Deck.decode(ctx, encoded), proof, entropy)

    works: list[tuple[str, Count, Callable[[], object]]] = [
        ("shuffle", SHUFFLE, lambda: reencrypt(ctx, agreed, before, sources, factors)),
        ("prove", PROVE, lambda: prove(ctx, 1, agreed, before, after, sources, factors, entropy)),
        ("decode and verify one", DECODE_SHUFFLE + verify(1, 2, False), decoded_and_verified),
    ]
    five = Table(5)
    chain = (five.ctx, five.joint, five.decks, range(5), five.proofs, entropy)
    works.append(("chain of five proofs", verify(5, 6, True), lambda: verify_chain(*chain)))
    works += [(f"whole deal, {seats} seats", whole_deal(seats), Table(seats).play) for seats in (2, 4, 6)]

    print(f"proof {len(proof)} B, deck {len(encoded)} B; µs for an operation, ms for a piece of work")
    heads = ("base", "µs", "variable", "µs", "addition", "µs", "decoding", "µs", "bound", "CPU", "ratio")
    print(f"{'':23}" + "".join(f"{head:>9}" for head in heads))
    for name, count, work in works:
        seconds, times = measured(work, repeat)
        bound = times.of(count)
        pairs = zip(astuple(count), astuple(times), strict=False)
        cells = "".join(f"{number:9}{each * 1e6:9.1f}" for number, each in pairs)
        print(f"{name:23}{cells}{bound * 1e3:9.1f}{seconds * 1e3:9.1f}{seconds / bound:9.2f}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="CPU time of one whole deal for one peer")
    parser.add_argument("--repeat", type=int, default=10, help="rounds for each row; the least counts")
    report(parser.parse_args().repeat)
