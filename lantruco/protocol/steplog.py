"""The signed step log: who has spoken in the current step, and the chain of complete steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from .hashing import fault_digest, step_digest
from .messages import Body, Signed, body_bytes


@dataclass(frozen=True, slots=True)
class Step:
    """A complete step; ``fault`` is the seat whose illegal message ended it, which it then holds alone."""

    number: int
    prev: bytes
    digest: bytes
    messages: tuple[Signed, ...]
    fault: int | None = None

    def by(self, seat: int) -> Signed | None:
        return next((signed for signed in self.messages if signed.body.seat == seat), None)


class StepLog:
    """One log (``main``, or the deck of one hand): complete steps and the messages of the current one."""

    def __init__(self, origin: bytes) -> None:
        self.origin = origin
        self.steps: list[Step] = []
        self.pending: dict[int, Signed] = {}

    @property
    def number(self) -> int:
        """Number of the current step."""
        return len(self.steps)

    @property
    def prev(self) -> bytes:
        """Digest that messages of the current step name."""
        return self.steps[-1].digest if self.steps else self.origin

    def complete(self) -> Step:
        """Closes the current step with the messages that are in."""
        messages = tuple(self.pending[seat] for seat in sorted(self.pending))
        digest = step_digest(self.prev, (body_bytes(signed.body) for signed in messages))
        step = Step(self.number, self.prev, digest, messages)
        self.steps.append(step)
        self.pending = {}
        return step

    def cut(self, number: int, seat: int, evidence: tuple[Signed, ...]) -> Step:
        """Ends the log's step ``number`` with the evidence against ``seat``; later steps go."""
        self.rewind(number)
        step = Step(number, self.prev, fault_digest(self.prev, seat), evidence, seat)
        self.steps.append(step)
        return step

    def faulted_before(self, number: int, seat: int) -> bool:
        """Whether a fault stands that outranks one of ``seat`` in step ``number``: the earliest counts."""
        last = self.steps[-1] if self.steps else None
        return last is not None and last.fault is not None and (last.number, last.fault) <= (number, seat)

    def rewind(self, number: int) -> None:
        """Goes back to where step ``number`` begins."""
        del self.steps[number:]
        self.pending = {}

    def copy(self) -> StepLog:
        twin = StepLog(self.origin)
        twin.steps, twin.pending = list(self.steps), dict(self.pending)
        return twin

    def messages(self, start: int = 0) -> Iterator[Signed]:
        """All messages from step ``start`` on, those of the current step last."""
        for step in self.steps[start:]:
            yield from step.messages
        if start <= self.number:
            for seat in sorted(self.pending):
                yield self.pending[seat]


def same_slot(a: Body, b: Body) -> bool:
    """Whether two messages claim the same place (kind apart) in the same history.

    In the main log the step is the place: a wrong hand or attempt in it makes no second place.
    """
    return _slot(a) == _slot(b)


def _slot(body: Body) -> tuple[object, ...]:
    place = (body.hand, body.attempt) if body.log == "deck" else ()
    return (body.seat, body.genesis, body.log, *place, body.step, body.prev)
