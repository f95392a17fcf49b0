"""The fair deal as an onlooker checks it: reveals, opening order, shuffles, shares, faces."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Sequence
from functools import cache, lru_cache

from tests.independent import hashing
from tests.independent.edwards import BASE, NEUTRAL, Point, Q, add, negate, times, total, weighted
from tests.independent.refusal import Refused
from tests.independent.ristretto import decode, encode, equal

CODES = tuple(rank + suit for rank in "4567QJKA23" for suit in "OECP")
N = 40
GROUP = "ristretto255"


@cache
def card_points() -> tuple[Point, ...]:
    return tuple(hashing.point("card", {"group": GROUP, "code": code}) for code in CODES)


@cache
def generators() -> tuple[Point, ...]:
    """h, h_1, … h_40."""
    return tuple(hashing.point("generator", {"group": GROUP, "index": index}) for index in range(N + 1))


@cache
def generator_bytes() -> bytes:
    return b"".join(encode(point) for point in generators())


def scalar_of(data: bytes) -> int:
    number = int.from_bytes(data, "little")
    if len(data) != 32 or number >= Q:
        raise Refused("E_SCALAR")
    return number


def parts(data: bytes) -> list[bytes]:
    return [data[at : at + 32] for at in range(0, len(data), 32)]


class Deck:
    """40 pairs (A, B), and their bytes."""

    def __init__(self, data: bytes) -> None:
        self.data = data
        points = [decode(part) for part in parts(data)]
        self.left, self.right = points[::2], points[1::2]


@lru_cache(256)
def read_deck(data: bytes) -> Deck:
    return Deck(data)


class Deal:
    """One deck from its keys on: ``shuffle`` for each seat in its turn, then ``shares`` and ``face``."""

    def __init__(self, genesis: bytes, hand: int, attempt: int, identities: Sequence[bytes]) -> None:
        self.identities = identities
        self.context = hashing.digest(
            "context",
            {
                "group": GROUP,
                "genesis": genesis,
                "hand": hand,
                "attempt": attempt,
                "keys": list(identities),
                "codes": [code.encode() for code in CODES],
            },
        )
        self.commitments: dict[int, bytes] = {}
        self.nonces: dict[int, bytes] = {}
        self.keys: dict[int, Point] = {}
        self.key_bytes: dict[int, bytes] = {}
        self.given: dict[int, dict[int, Point]] = {}

    def reveal(self, seat: int, nonce: bytes, key: bytes, proof: bytes) -> None:
        about: dict[str, hashing.Data] = {"context": self.context, "seat": seat}
        about["identity"] = self.identities[seat]
        said = hashing.digest("commit", {**about, "nonce": nonce, "public": key, "possession": proof})
        if said != self.commitments[seat]:
            raise Refused("E_COMMIT")
        point, announced = decode(key), decode(proof[:32])
        s = scalar_of(proof[32:])
        c = hashing.scalar("possession", {**about, "public": key, "announced": proof[:32]})
        if not equal(add(times(s, BASE), times(c, negate(point))), announced):
            raise Refused("E_POP")
        self.nonces[seat], self.keys[seat], self.key_bytes[seat] = nonce, point, key

    def open(self) -> None:
        """After all reveals: joint key, joint seed, opening order, deck 0."""
        seats = range(len(self.identities))
        self.joint = total([self.keys[seat] for seat in seats])
        if equal(self.joint, NEUTRAL):
            raise Refused("E_JOINT")
        self.joint_bytes = encode(self.joint)
        nonces = [self.nonces[seat] for seat in seats]
        self.seed = hashing.digest("joint-seed", {"context": self.context, "nonces": nonces})
        order = list(range(N))
        source = hashing.stream("opening-order", {"context": self.context, "seed": self.seed})
        for last in range(N - 1, 0, -1):
            other = hashing.draw(source, last + 1)
            order[last], order[other] = order[other], order[last]
        self.order = order
        base = encode(BASE)
        self.deck = read_deck(b"".join(base + encode(add(card_points()[card], self.joint)) for card in order))

    def first_dealer(self) -> int:
        seats = len(self.identities)
        source = hashing.stream("first-dealer", {"context": self.context, "seed": self.seed, "seats": seats})
        return hashing.draw(source, seats)

    def shuffle(self, seat: int, deck: bytes, proof: bytes) -> None:
        """Takes a shuffle; E_POINT, E_SCALAR by its form, E_PROOF by its equations."""
        about: dict[str, hashing.Data] = {
            "context": self.context,
            "seat": seat,
            "identity": self.identities[seat],
            "base": encode(BASE),
            "generators": generator_bytes(),
            "joint-key": self.joint_bytes,
            "joint-seed": self.seed,
            "before": self.deck.data,
            "after": deck,
        }
        if not _holds(tuple(about.items()), proof):
            raise Refused("E_PROOF")
        self.deck = read_deck(deck)

    def check_shares(
        self,
        seat: int,
        bind: bytes,
        positions: Sequence[int],
        shares: Sequence[bytes],
        proof: bytes,
    ) -> list[Point]:
        """The shares as points, if the proof holds for them."""
        if len(proof) != 64:
            raise Refused("E_LENGTH")
        c, s = scalar_of(proof[:32]), scalar_of(proof[32:])
        points = [decode(share) for share in shares]
        key = self.keys[seat]
        announced = [add(times(s, BASE), times(c, negate(key)))]
        for position, point in zip(positions, points, strict=True):
            announced.append(add(times(s, self.deck.left[position]), times(c, negate(point))))
        again = hashing.scalar(
            "share",
            {
                "context": self.context,
                "seat": seat,
                "identity": self.identities[seat],
                "bind": bind,
                "public": self.key_bytes[seat],
                "deck": self.deck.data,
                "positions": bytes(positions),
                "shares": b"".join(shares),
                "announced": b"".join(encode(point) for point in announced),
            },
        )
        if again != c:
            raise Refused("E_SHARE")
        return points

    def give(
        self,
        seat: int,
        bind: bytes,
        positions: Sequence[int],
        shares: Sequence[bytes],
        proof: bytes,
    ) -> None:
        points = self.check_shares(seat, bind, positions, shares, proof)
        for position, point in zip(positions, points, strict=True):
            self.given.setdefault(position, {})[seat] = point

    def face(self, position: int) -> str | None:
        """The card's code; None while some share is missing. E_OPEN if the shares lead to no card."""
        held = self.given.get(position, {})
        if len(held) < len(self.identities):
            return None
        found = add(self.deck.right[position], negate(total(list(held.values()))))
        for code, point in zip(CODES, card_points(), strict=True):
            if equal(found, point):
                return code
        raise Refused("E_OPEN")


@lru_cache(256)
def _holds(about: tuple[tuple[str, hashing.Data], ...], proof: bytes) -> bool:
    """Whether a shuffle proof holds for a statement, whose last field it adds itself."""
    fields = dict(about)
    before, after = read_deck(_octets(fields["before"])), read_deck(_octets(fields["after"]))
    joint = decode(_octets(fields["joint-key"]))
    if len(proof) != 209 * 32:
        raise Refused("E_LENGTH")
    pieces = parts(proof)
    points = [decode(piece) for piece in pieces[:125]]
    numbers = [scalar_of(piece) for piece in pieces[125:]]
    permuted, links, link_blinds = points[:40], points[40:80], points[80:120]
    t1, t2, t3, t4_left, t4_right = points[120:]
    s1, s2, s3, s4 = numbers[:4]
    s_link, s_card = numbers[4:44], numbers[44:]
    h, *spread = generators()
    statement = hashing.digest("shuffle-statement", {**fields, "permuted": b"".join(pieces[:40])})
    u = hashing.scalars("shuffle-cards", {"statement": statement}, N)
    e = hashing.scalar(
        "shuffle-answer",
        {
            "statement": statement,
            "links": b"".join(pieces[40:80]),
            "link-blinds": b"".join(pieces[80:120]),
            "blinds": b"".join(pieces[120:125]),
        },
    )
    product = 1
    for number in u:
        product = product * number % Q
    eu = [e * number for number in u]
    minus_e = [-e] * N
    equations: list[tuple[list[int], list[Point]]] = [
        ([s1, -1, *minus_e, *[e] * N], [BASE, t1, *permuted, *spread]),
        ([s2, -1, -e, e * product], [BASE, t2, links[-1], h]),
        ([s3, *s_card, -1, *[-x for x in eu]], [BASE, *spread, t3, *permuted]),
        ([-s4, *s_card, -1, *[-x for x in eu]], [BASE, *after.left, t4_left, *before.left]),
        ([-s4, *s_card, -1, *[-x for x in eu]], [joint, *after.right, t4_right, *before.right]),
    ]
    for at in range(N):
        back = links[at - 1] if at else h
        equations.append(([s_link[at], s_card[at], -1, -e], [BASE, back, link_blinds[at], links[at]]))
    return _all_vanish(equations)


def _octets(data: hashing.Data) -> bytes:
    assert isinstance(data, bytes)
    return data


def _all_vanish(equations: list[tuple[list[int], list[Point]]]) -> bool:
    """Whether every sum is the neutral element, by one sum with secret weights of 128 bits."""
    factors: dict[Point, int] = {}
    for numbers, points in equations:
        weight = secrets.randbits(128)
        for number, point in zip(numbers, points, strict=True):
            factors[point] = (factors.get(point, 0) + weight * number) % Q
    return equal(weighted(list(factors.values()), list(factors)), NEUTRAL)


def key_name(key: bytes) -> tuple[str, list[str]]:
    """(fingerprint, words) of an identity key ("Links, mesh and discovery", Identity)."""
    hashed = hashlib.sha256(b"lantruco key name 1\0" + key).digest()
    fingerprint = base32_lower(hashed[:10])
    number = int.from_bytes(hashed[16:])
    words = []
    for _ in range(4):
        word = ""
        for _ in range(3):
            digit = number & 63
            number >>= 6
            word += "bcdfglmnprstv"[digit // 5] + "aeiou"[digit % 5]
        words.append(word)
    return fingerprint, words


def base32_lower(data: bytes) -> str:
    number = int.from_bytes(data)
    return "".join(
        "abcdefghijklmnopqrstuvwxyz234567"[number >> shift & 31] for shift in range(len(data) * 8 - 5, -1, -5)
    )
