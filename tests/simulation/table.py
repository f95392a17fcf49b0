"""A whole table in one process: replicas, a lossy-ordered network, no clock, one seed."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from lantruco.fairdeal import Group
from lantruco.protocol.codec import Octets16, Octets32, Octets64
from lantruco.protocol.effects import Effect, Recorded, Refusal, Rewritten, Send, Show, Work
from lantruco.protocol.events import Event
from lantruco.protocol.genesis import (
    Operator,
    SeatEntry,
    SignedGenesis,
    make_genesis,
    operator_digest,
    rules_map,
)
from lantruco.protocol.replica import Replica
from tests.fairdeal.entropy import SeededEntropy
from tests.simulation.policies import any_legal
from tests.simulation.signatures import verify

Policy = Callable[[Replica, random.Random], str]
NAMES = ("Ana", "Beto", "Cida", "Davi", "Elis", "Fábio")


def identity(seed: int) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(seed.to_bytes(32, "big"))


def public(key: Ed25519PrivateKey) -> bytes:
    return key.public_key().public_bytes_raw()


def signed_genesis(
    keys: Sequence[Ed25519PrivateKey],
    *,
    options: dict[str, object] | None = None,
    bots: Sequence[int] = (),
    table: int = 1,
    sinais: str = "livres",
) -> SignedGenesis:
    """A genesis signed by all; seats in ``bots`` are run by Olga, who does not play."""
    olga = identity(999)
    seats = []
    for seat, key in enumerate(keys):
        operator = None
        if seat in bots:
            sig = Octets64(olga.sign(operator_digest(public(key))))
            operator = Operator(Octets32(public(olga)), "Olga", sig)
        value = Octets32(bytes([seat, table]) * 16)
        seats.append(SeatEntry(Octets32(public(key)), NAMES[seat], value, operator))
    genesis = make_genesis(
        table_id=Octets16(table.to_bytes(16, "big")),
        name="Mesa",
        seats=seats,
        rules=rules_map(options),
        table={"sinais": sinais},
    )
    return SignedGenesis(genesis, [Octets64(key.sign(genesis.digest())) for key in keys])


class Table:
    """``seats`` replicas; frames wait in one pool and are delivered in an order drawn from the seed.

    ``intercept`` may change, drop or multiply what a seat sends: it gets (from, to, frame) and
    returns the frames to deliver. ``prepare`` is called before the first word is said.
    """

    def __init__(
        self,
        seats: int,
        seed: int,
        group: Group,
        *,
        options: dict[str, object] | None = None,
        bots: Sequence[int] = (),
        policy: Policy = any_legal,
        shuffled: bool = True,
        prepare: Callable[[Table], None] | None = None,
    ) -> None:
        self.chance = random.Random(seed)
        self.policy = policy
        self.shuffled = shuffled
        self.keys = [identity(100 * seed + seat + 1) for seat in range(seats)]
        self.genesis = signed_genesis(self.keys, options=options, bots=bots)
        self.records: list[list[bytes]] = [[] for _ in range(seats)]
        self.events: list[list[Event]] = [[] for _ in range(seats)]
        self.refusals: list[list[Refusal]] = [[] for _ in range(seats)]
        self.pool: list[tuple[int, int, bytes]] = []
        self.sent: list[tuple[int, bytes]] = []
        self.intercept: Callable[[int, int, bytes], list[bytes]] = lambda _from, _to, frame: [frame]
        self.group = group
        self.replicas = [
            Replica(
                self.genesis,
                group=group,
                verify=verify,
                entropy=SeededEntropy(1000 * seed + seat),
                seat=seat,
                sign=key.sign,
            )
            for seat, key in enumerate(self.keys)
        ]
        if prepare is not None:
            prepare(self)
        for seat, replica in enumerate(self.replicas):
            self.carry_out(seat, replica.start())

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                self.sent.append((seat, effect.data))
                for other in range(len(self.replicas)) if effect.to is None else (effect.to,):
                    if other != seat:
                        self.pool.extend(
                            (seat, other, data) for data in self.intercept(seat, other, effect.data)
                        )
            elif isinstance(effect, Work):
                self.carry_out(seat, self.replicas[seat].done(effect.job, effect.job.run()))
            elif isinstance(effect, Recorded):
                self.records[seat].extend(effect.lines)
            elif isinstance(effect, Rewritten):
                self.records[seat] = list(effect.lines)
            elif isinstance(effect, Show):
                self.events[seat].append(effect.event)
            elif isinstance(effect, Refusal):
                self.refusals[seat].append(effect)

    def deliver(self) -> bool:
        """One frame, if any is under way."""
        if not self.pool:
            return False
        at = self.chance.randrange(len(self.pool)) if self.shuffled else 0
        _, to, frame = self.pool.pop(at)
        self.carry_out(to, self.replicas[to].receive(frame))
        return True

    def decide(self) -> bool:
        """One decision of a seat that has one, if any has."""
        able = [
            seat
            for seat, replica in enumerate(self.replicas)
            if self.may_decide(seat) and replica.view().legal
        ]
        if not able:
            return False
        seat = self.chance.choice(able)
        self.carry_out(seat, self.replicas[seat].say(self.policy(self.replicas[seat], self.chance)))
        return True

    def may_decide(self, seat: int) -> bool:
        """A bot leaves the answer to a person of its side."""
        view = self.replicas[seat].view()
        return view.phase != "answer" or seat in view.waiting or view.bots[seat] is None

    def ask_around(self) -> None:
        """Every seat asks every other for what it lacks, as peers do when nothing comes."""
        for seat, replica in enumerate(self.replicas):
            for other, holder in enumerate(self.replicas):
                if other != seat:
                    for frame in holder.missing(replica.have()):
                        self.pool.extend((other, seat, data) for data in self.intercept(other, seat, frame))

    def play(self, limit: int = 200_000) -> None:
        """Until every replica has closed, or asking around three times in a row brings nothing new."""
        idle, known = 0, None
        for _ in range(limit):
            if self.deliver() or self.decide():
                continue
            now = [(replica.have(), replica.closed) for replica in self.replicas]
            idle = idle + 1 if now == known else 0
            if all(self.closed()) or idle == 3:
                return
            known = now
            self.ask_around()

    def closed(self) -> list[bool]:
        return [replica.closed for replica in self.replicas]

    def file(self, seat: int) -> bytes:
        return b"".join(line + b"\n" for line in self.records[seat])
