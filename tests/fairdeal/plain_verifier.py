"""The verifier of docs/protocol.md written out plainly, sharing no code with the package but the group.

One equation after another, no batch, every hash put together by hand: what another client would do.
"""

from __future__ import annotations

from hashlib import sha256, sha512, shake_256

from lantruco.fairdeal import Group, Point

N = 40


def field(label: str, data: bytes) -> bytes:
    name = label.encode()
    return len(name).to_bytes(2, "big") + name + len(data).to_bytes(4, "big") + data


def frame(purpose: str, *fields: tuple[str, bytes]) -> bytes:
    return field("lantruco/3", purpose.encode()) + b"".join(field(label, data) for label, data in fields)


def number(value: int) -> bytes:
    return value.to_bytes(8, "big")


def listed(items: list[bytes]) -> bytes:
    return len(items).to_bytes(4, "big") + b"".join(len(item).to_bytes(4, "big") + item for item in items)


class PlainVerifier:
    """Checks what one deal's seats have said."""

    def __init__(
        self, group: Group, genesis: bytes, hand: int, attempt: int, keys: list[bytes], codes: list[str]
    ) -> None:
        self.group = group
        self.keys = keys
        name = group.name.encode()
        self.context = sha256(
            frame(
                "context",
                ("group", name),
                ("genesis", genesis),
                ("hand", number(hand)),
                ("attempt", number(attempt)),
                ("keys", listed(keys)),
                ("codes", listed([code.encode() for code in codes])),
            )
        ).digest()
        self.cards = [
            group.hash_to_point(sha512(frame("card", ("group", name), ("code", code.encode()))).digest())
            for code in codes
        ]
        self.h = [
            group.hash_to_point(sha512(frame("generator", ("group", name), ("index", number(k)))).digest())
            for k in range(N + 1)
        ]

    def _challenge(self, framed: bytes) -> int:
        return int.from_bytes(sha512(framed).digest(), "little") % self.group.order

    def commitment(self, seat: int, nonce: bytes, key: bytes, proof: bytes) -> bytes:
        return sha256(
            frame(
                "commit",
                ("context", self.context),
                ("seat", number(seat)),
                ("identity", self.keys[seat]),
                ("nonce", nonce),
                ("public", key),
                ("possession", proof),
            )
        ).digest()

    def possession(self, seat: int, key: bytes, proof: bytes) -> bool:
        g = self.group
        c = self._challenge(
            frame(
                "possession",
                ("context", self.context),
                ("seat", number(seat)),
                ("identity", self.keys[seat]),
                ("public", key),
                ("announced", proof[:32]),
            )
        )
        x, r = g.decode_point(key), g.decode_point(proof[:32])
        return g.base_mul(int.from_bytes(proof[32:], "little")) == g.add(r, g.mul(c, x))

    def seed(self, nonces: list[bytes]) -> bytes:
        return sha256(frame("joint-seed", ("context", self.context), ("nonces", listed(nonces)))).digest()

    def _draws(self, framed: bytes, bounds: list[int]) -> list[int]:
        data = iter(shake_256(framed).digest(100_000))
        drawn = []
        for bound in bounds:
            byte = next(b for b in data if b < 256 - 256 % bound)
            drawn.append(byte % bound)
        return drawn

    def opening_order(self, seed: bytes) -> list[int]:
        framed = frame("opening-order", ("context", self.context), ("seed", seed))
        order = list(range(N))
        for last, other in zip(range(N - 1, 0, -1), self._draws(framed, list(range(N, 1, -1))), strict=True):
            order[last], order[other] = order[other], order[last]
        return order

    def first_dealer(self, seed: bytes, seats: int) -> int:
        framed = frame("first-dealer", ("context", self.context), ("seed", seed), ("seats", number(seats)))
        return self._draws(framed, [seats])[0]

    def first_deck(self, seed: bytes, joint_key: Point) -> bytes:
        g = self.group
        return b"".join(g.base + g.add(self.cards[card], joint_key) for card in self.opening_order(seed))

    def shuffle(
        self, seat: int, joint_key: Point, seed: bytes, before: bytes, after: bytes, proof: bytes
    ) -> bool:
        g, q, h = self.group, self.group.order, self.h
        parts = [proof[at : at + 32] for at in range(0, len(proof), 32)]
        c = [g.decode_point(part) for part in parts[:40]]
        chain = [h[0], *[g.decode_point(part) for part in parts[40:80]]]
        t_hat = [g.decode_point(part) for part in parts[80:120]]
        t1, t2, t3, t4a, t4b = (g.decode_point(part) for part in parts[120:125])
        scalars = [int.from_bytes(part, "little") for part in parts[125:]]
        s1, s2, s3, s4 = scalars[:4]
        s_hat, s_card = scalars[4:44], scalars[44:84]
        a, b, a_out, b_out = (
            [g.decode_point(deck[at : at + 32]) for at in range(start, 2560, 64)]
            for deck in (before, after)
            for start in (0, 32)
        )

        statement = sha256(
            frame(
                "shuffle-statement",
                ("context", self.context),
                ("seat", number(seat)),
                ("identity", self.keys[seat]),
                ("base", g.base),
                ("generators", b"".join(h)),
                ("joint-key", joint_key),
                ("joint-seed", seed),
                ("before", before),
                ("after", after),
                ("permuted", b"".join(parts[:40])),
            )
        ).digest()
        wide = shake_256(frame("shuffle-cards", ("statement", statement))).digest(64 * N)
        u = [int.from_bytes(wide[64 * k : 64 * k + 64], "little") % q for k in range(N)]
        e = self._challenge(
            frame(
                "shuffle-answer",
                ("statement", statement),
                ("links", b"".join(parts[40:80])),
                ("link-blinds", b"".join(parts[80:120])),
                ("blinds", b"".join(parts[120:125])),
            )
        )

        def total(points: list[Point], factors: list[int]) -> Point:
            result = g.identity
            for point, factor in zip(points, factors, strict=True):
                result = g.add(result, g.mul(factor, point))
            return result

        product = 1
        for x in u:
            product = product * x % q
        ones = [1] * N
        c_bar = g.sub(total(c, ones), total(h[1:], ones))
        c_hat = g.sub(chain[N], g.mul(product, h[0]))
        equations = [
            (g.base_mul(s1), t1, c_bar),
            (g.base_mul(s2), t2, c_hat),
            (g.add(g.base_mul(s3), total(h[1:], s_card)), t3, total(c, u)),
            (g.sub(total(a_out, s_card), g.base_mul(s4)), t4a, total(a, u)),
            (g.sub(total(b_out, s_card), g.mul(s4, joint_key)), t4b, total(b, u)),
        ]
        for k in range(N):
            left = g.add(g.base_mul(s_hat[k]), g.mul(s_card[k], chain[k]))
            equations.append((left, t_hat[k], chain[k + 1]))
        return all(left == g.add(t, g.mul(e, right)) for left, t, right in equations)

    def shares(
        self,
        seat: int,
        key: Point,
        deck: bytes,
        positions: list[int],
        bind: bytes,
        shares: bytes,
        proof: bytes,
    ) -> bool:
        g = self.group
        c, s = int.from_bytes(proof[:32], "little"), int.from_bytes(proof[32:], "little")
        announced = [g.sub(g.base_mul(s), g.mul(c, key))]
        for k, position in enumerate(positions):
            a = g.decode_point(deck[64 * position : 64 * position + 32])
            d = g.decode_point(shares[32 * k : 32 * k + 32])
            announced.append(g.sub(g.mul(s, a), g.mul(c, d)))
        return c == self._challenge(
            frame(
                "share",
                ("context", self.context),
                ("seat", number(seat)),
                ("identity", self.keys[seat]),
                ("bind", bind),
                ("public", key),
                ("deck", deck),
                ("positions", bytes(positions)),
                ("shares", shares),
                ("announced", b"".join(announced)),
            )
        )

    def card(self, deck: bytes, position: int, shares: list[bytes]) -> int:
        g = self.group
        plain = g.decode_point(deck[64 * position + 32 : 64 * position + 64])
        for share in shares:
            plain = g.sub(plain, g.decode_point(share))
        return self.cards.index(plain)
