"""Cheats who play well until late, and then time what they say of the end: to some, twice, or not at all.

They hold what proves their guilt, any word against any that they have said, and show it when it may part the
others. `endangered(seed)` is the table of that number, played out; `judge_end` holds it to what must be true.
Run as a program it judges one number after another.
"""

from __future__ import annotations

import random
import sys
from typing import Final

from lantruco.protocol.messages import MAX_ROUND, SIGNED, Close, Message
from tests.attacks.adversary import Adversary, Ordeal, hunt, judge
from tests.attacks.cheats import replaced, signed_by
from tests.attacks.endgame import another_word
from tests.attacks.verdicts import blamed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.staging import staged
from tests.simulation.table import Policy, Table

POLICIES: Final[tuple[Policy, ...]] = (eager, eager, staged([(0, 9)], eager), staged([(1, 1), (0, 9)], eager))
"""Matches of few words, some of more than one hand."""


class Timed(Table):
    """A table whose ``cheats`` sign no closing but where they choose to, and then any."""

    def __init__(self, seats: int, seed: int, cheats: tuple[int, ...], policy: Policy, rate: float) -> None:
        self.cheats = cheats
        self.honest = [seat for seat in range(seats) if seat not in cheats]
        self.whim = random.Random(seed * 11 + 5)
        self.spoken: list[Message] = []
        self.closings: list[Close] = []
        self.loss = self.whim.choice((0.0, 0.0, 0.1, 0.4))
        self.liars: dict[int, Adversary] = {}
        self.lying = False
        self.rate = rate
        super().__init__(seats, seed, SMALL, policy=policy, prepare=self._prepare)

    def _prepare(self, _table: Table) -> None:
        for seat in self.cheats:
            self.liars[seat] = Adversary(self, seat, random.Random(self.whim.random()), self.rate, [])
        self.intercept = self._pass

    def _pass(self, source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if source == body.seat and isinstance(body, Close) and source in self.honest:
            if body not in self.closings:
                self.closings.append(body)
        elif source == body.seat and source in self.cheats and body not in self.spoken:
            self.spoken.append(body)
        if source in self.honest:
            return [] if to in self.honest and self.whim.random() < self.loss else [frame]
        if isinstance(body, Close) and body.seat == source:
            return []
        return self.liars[source].frames(to, frame) if self.lying else [frame]

    # -- what the cheats do

    def scheme(self) -> None:
        """One cheat tells some honest seats something, of which they may hear at once or any time later."""
        cheat, whim = self.whim.choice(self.cheats), self.whim
        frame = self._closing(cheat) if self.closings and whim.random() < 0.6 else self._proof(cheat)
        if frame is None:
            return
        for seat in whim.sample(self.honest, whim.randint(1, len(self.honest))):
            if whim.random() < 0.6:
                self.carry_out(seat, self.replicas[seat].receive(frame))
            else:
                self.pool.append((cheat, seat, frame))

    def _proof(self, cheat: int) -> bytes | None:
        said = [body for body in self.spoken if body.seat == cheat and not isinstance(body, Close)]
        if not said:
            return None
        late = said[-6:] if self.whim.random() < 0.5 else said
        return signed_by(self, cheat, another_word(self.whim.choice(late)))

    def _closing(self, cheat: int) -> bytes:
        whim, like = self.whim, self.whim.choice(self.closings)
        natural = [body for body in self.closings if body.fault is None]
        if natural and whim.random() < 0.5:
            return signed_by(self, cheat, replaced(natural[0], seat=cheat, closed=whim.random() < 0.2))
        number = whim.choice((like.round, like.round, whim.randrange(MAX_ROUND + 1)))
        winner = 1 - like.winner if whim.random() < 0.1 else like.winner
        closed = whim.random() < 0.3
        return signed_by(self, cheat, replaced(like, seat=cheat, round=number, winner=winner, closed=closed))


def endangered(seed: int, company: str | None = None) -> Ordeal:
    """Everything follows from ``seed``: who cheats, from when on, and what is said to whom and when.

    ``company``: "one" cheat or "more"; without it the seed decides.
    """
    chance = random.Random(seed)
    seats = chance.choice((4, 4, 6))
    company = company or chance.choice(("one", "more"))
    count = 1 if company == "one" else chance.randrange(2, seats)
    cheats = tuple(sorted(chance.sample(range(seats), count)))
    rate = chance.choice((0.0, 0.0, 0.0, 0.05, 0.2))
    table = Timed(seats, seed, cheats, chance.choice(POLICIES), rate)
    early = chance.random() < 0.5
    late = chance.randrange(20, 400) if early else 1_000_000
    moves = 0
    while not table.closings and moves < late and (table.deliver() or table.decide() or stirred(table)):
        moves += 1
    table.lying = True
    eagerness = chance.choice((0.03, 0.1, 0.3))
    for _ in range(chance.choice((50, 150, 400))):
        if chance.random() < eagerness:
            table.scheme()
        elif not (table.deliver() or table.decide()):
            table.ask_around()
    table.loss = table.loss / 4
    table.play()
    return Ordeal(seed, table, cheats)


def stirred(table: Table) -> bool:
    """Whether asking around brings something where all stand still for what was lost."""
    table.ask_around()
    return bool(table.pool)


def judge_end(ordeal: Ordeal) -> None:
    """As `judge`; and with one cheat an end that one honest seat has taken, or a fault that one has found and
    that counts, is the end of all."""
    judge(ordeal)
    replicas = [ordeal.table.replicas[seat] for seat in ordeal.honest]
    ended = [replica.closed for replica in replicas]
    found = any(replica._ballot.faults or replica.view().fault is not None for replica in replicas)
    if len(ordeal.cheats) == 1 and (found or any(ended)):
        assert all(ended), f"not all have closed: {ended}"


def main() -> int:
    def trial(seed: int) -> bool:
        ordeal = endangered(seed)
        judge_end(ordeal)
        return any(blamed(ordeal.table, seat) for seat in ordeal.honest)

    return hunt("Judge tables where cheats time what they say of the end, one seed after another.", trial)


if __name__ == "__main__":
    sys.exit(main())
