"""A table come to its close, where what the cheats say further goes out word by word."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from lantruco.fairdeal import Group
from lantruco.protocol.codec import Octets32
from lantruco.protocol.messages import SIGNED, Call, Close, Commit, Message, PartnerWord, Verdict
from lantruco.record.verify import verify_bytes
from tests.attacks.cheats import replaced, signed_by, slot_of
from tests.attacks.verdicts import blamed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import eager
from tests.simulation.table import Policy, Table


class Endgame(Table):
    """A match whose ``cheats`` play honestly, and from ``until`` on say only what they are told to.

    Until then frames come in order, so that nothing is under way but what is said last; afterwards in any.
    ``until`` is asked before each delivery; without it the cheats fall silent when they come to the close.
    """

    def __init__(
        self,
        seats: int,
        seed: int,
        cheats: Iterable[int],
        *,
        group: Group = SMALL,
        policy: Policy = eager,
        until: Callable[[Endgame], bool] | None = None,
        deliver_all: bool = True,
        prepare: Callable[[Table], None] | None = None,
    ) -> None:
        self.cheats = tuple(cheats)
        self.silent = False
        super().__init__(seats, seed, group, policy=policy, shuffled=False, prepare=prepare)
        self.intercept = self._hold_back
        while not (self.silent or (until is not None and until(self))):
            assert self.deliver() or self.decide(), "the match never came to the moment asked for"
        self.silent = self.shuffled = True
        while deliver_all and self.deliver():
            pass

    def _hold_back(self, source: int, _to: int, frame: bytes) -> list[bytes]:
        if source in self.cheats and isinstance(SIGNED.decode(frame).body, Close):
            self.silent = True
        return [] if self.silent and source in self.cheats else [frame]

    # -- who is honest

    @property
    def honest(self) -> list[int]:
        return [seat for seat in range(len(self.replicas)) if seat not in self.cheats]

    # -- what a cheat can say

    def said(self, seat: int) -> list[Message]:
        """What a seat has said in the logs, oldest first."""
        bodies = (SIGNED.decode(frame).body for source, frame in self.sent if source == seat)
        return [body for body in bodies if body.seat == seat and not isinstance(body, Close | PartnerWord)]

    def contradiction(self, body: Message) -> bytes:
        """Another word of its author for the slot of ``body``."""
        return signed_by(self, body.seat, another_word(body))

    def result(self) -> Close:
        """The natural closing of the match, as the first honest seat signed it."""
        return self.closings(self.honest[0])[0]

    def closings(self, seat: int) -> list[Close]:
        """The closings that an honest seat has signed, oldest first."""
        bodies = (SIGNED.decode(frame).body for source, frame in self.sent if source == seat)
        return [body for body in bodies if isinstance(body, Close) and body.seat == seat]

    def closing(self, cheat: int, like: Message, *, closed: bool = False) -> bytes:
        """The closing that ``cheat`` signs for the end and round of ``like``."""
        return signed_by(self, cheat, replaced(like, seat=cheat, closed=closed))

    # -- saying it

    def tell(self, to: int | Iterable[int], *frames: bytes) -> None:
        """The seats hear these frames now, from a cheat."""
        for seat in (to,) if isinstance(to, int) else to:
            for frame in frames:
                self.carry_out(seat, self.replicas[seat].receive(frame))

    def pass_on(self, wanted: Callable[[int, int, Message], bool]) -> None:
        """Delivers what is under way and ``wanted`` (from, to, message), until there is no more of it."""
        while True:
            bodies = enumerate((source, to, SIGNED.decode(frame).body) for source, to, frame in self.pool)
            at = next((at for at, one in bodies if wanted(*one)), None)
            if at is None:
                return
            _, to, frame = self.pool.pop(at)
            self.carry_out(to, self.replicas[to].receive(frame))

    # -- what has to be true

    def ends(self) -> set[tuple[bytes, int | None, int | None]]:
        """Digest, winner and fault at the honest seats that have closed."""
        ended = (self.replicas[seat] for seat in self.honest if self.replicas[seat].closed)
        return {(each.digest, each.view().winner, each.view().fault) for each in ended}

    def assert_safe(self) -> None:
        """Honest seats that have closed have one end, and they blame cheats alone; records say the same."""
        assert len(self.ends()) <= 1
        for seat in self.honest:
            assert {found.seat for found in blamed(self, seat)} <= set(self.cheats)
            assert self.replicas[seat].view().fault in {None, *self.cheats}

    def assert_one_end(self, fault: int | None) -> None:
        """All honest seats have closed on one end, by this fault or by none."""
        self.assert_safe()
        assert [self.replicas[seat].closed for seat in self.honest] == [True] * len(self.honest)
        ((_, _, found),) = self.ends()
        assert found == fault

    def assert_records_agree(self) -> None:
        """What an honest seat has written is the record of its end, as another reads it."""
        for seat in self.honest:
            replica = self.replicas[seat]
            lines = [*self.records[seat], *replica.pending_lines()]
            report = verify_bytes(b"".join(line + b"\n" for line in lines), group=self.group)
            assert (report.digest, report.winner) == (replica.digest, replica.view().winner)
            assert (report.status == "unfinished") == (not replica.closed)


def another_word(body: Message) -> Message:
    """Something else in the slot of ``body``: an equivocation, once both are known."""
    slot = slot_of(body)
    if body.log == "main":
        spoken = isinstance(body, Call) and body.word == "doze"
        return Call(**slot, word="nove" if spoken else "doze", partner=None)
    return Verdict(**slot) if isinstance(body, Commit) else Commit(**slot, commitment=Octets32(b"c" * 32))


def in_main(bodies: Sequence[Message]) -> list[Message]:
    return [body for body in bodies if body.log == "main"]


def in_deck(bodies: Sequence[Message], hand: int) -> list[Message]:
    return [body for body in bodies if body.log == "deck" and body.hand == hand]
