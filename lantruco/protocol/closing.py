"""How the seats come to one end of a match, though evidence of a fault may still come while they close.

Each seat signs a ``close`` for the end that it knows. Where the closings differ, or evidence comes after
one's own, another round follows, for the lowest fault of which there is evidence; so honest seats, who hear
the same honest closings, soon name the same end. A seat that has closed says so once more (``closed``), and
all who hold the closings of that end promise to return to it. An end is taken only when all who owe it name
it in one round; whoever has taken one signs nothing further, and whoever has promised takes no other: so no
two honest seats close on two ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from msgspec.structs import replace

from .messages import MAX_ROUND, Close, Signed

MAX_FAULTS: Final = 16
"""Faults kept with their evidence, the lowest ones: a cheat may sign any number, and one convicts him."""
MAX_VOTES: Final = 3
"""Closings of one seat kept for one round: an honest seat signs one, a cheat gains nothing by more."""

Rank = tuple[int, int, int, int]
Ending = tuple[int, bytes, int | None, bytes | None]
PlaceOf = Callable[[Ending], tuple[Rank, bool]]
"""How low the fault of an end can be, and whether the end may be of another history than our own."""


@dataclass(frozen=True, slots=True)
class Proven:
    """A fault and its evidence.

    rank: orders faults, and the lowest counts: the main step that it strikes; 0 in the deck log that this
    step rests on, else 1; the step of that deck log; the seat. ending: step and ``prev`` of the close that
    follows from it, its ``fault`` and its ``deck``.
    """

    rank: Rank
    code: str
    hand: int
    evidence: tuple[Signed, ...]
    ending: Ending

    @property
    def seat(self) -> int:
        return self.rank[-1]


def ending_of(body: Close) -> Ending:
    """The end that a close names, whatever it says of the result."""
    deck = None if body.deck is None else bytes(body.deck)
    return body.step, bytes(body.prev), body.fault, deck


class Ballot:
    """The closings that are known of each seat, and the faults of which there is evidence."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.faults: dict[Ending, Proven] = {}
        self._votes: dict[tuple[int, bool, int], list[Signed]] = {}

    # -- faults

    def hold(self, proven: Proven) -> bool:
        """Keeps a fault; whether it was new."""
        if proven.ending in self.faults:
            return False
        self.faults[proven.ending] = proven
        if len(self.faults) > MAX_FAULTS:
            named = {ending_of(close(signed)) for signed in self.messages()}
            spare = [fault for fault in self.faults.values() if fault.ending not in named]
            if spare:
                del self.faults[max(spare, key=lambda fault: fault.rank).ending]
        return proven.ending in self.faults

    @property
    def blamed(self) -> frozenset[int]:
        """Seats proved to have cheated: their closings are not waited for, but where they are owed."""
        return frozenset(fault.seat for fault in self.faults.values())

    def lowest(self) -> Proven | None:
        return min(self.faults.values(), key=lambda fault: fault.rank, default=None)

    def lowest_of(self, endings: set[Ending], place_of: PlaceOf) -> Proven | None:
        """The lowest of the faults that these ends name, if it is sure that no other of them is lower.

        Where an end may be of another history, a seat may have told two of them apart. The proof of that is
        lower than all that came after it, and any fault that is here may be it.
        """
        unknown = [place_of(ending) for ending in endings - self.faults.keys()]
        parted = any(elsewhere for _, elsewhere in unknown)
        held = [fault for ending, fault in self.faults.items() if parted or ending in endings]
        lowest = min(held, key=lambda fault: fault.rank, default=None)
        if lowest is None or any(rank <= lowest.rank for rank, _ in unknown):
            return None
        return lowest

    # -- closings

    def note(self, signed: Signed, *, surely: bool) -> None:
        """Keeps a closing; ``surely``: also if its author has signed too many for this round already."""
        body = close(signed)
        kept = self._votes.setdefault((body.round, body.closed, body.seat), [])
        if all(other.body != body for other in kept) and (surely or len(kept) < MAX_VOTES):
            kept.append(signed)

    def has(self, body: Close) -> bool:
        return any(
            signed.body == body for signed in self._votes.get((body.round, body.closed, body.seat), ())
        )

    def voted(self, seat: int, number: int) -> Ending | None:
        """The end that a seat named in a round: what was heard of it first."""
        said = self.first(seat, number)
        return None if said is None else ending_of(said)

    def find(self, body: Close) -> Signed | None:
        """The signed closing with exactly this body."""
        kept = self._votes.get((body.round, body.closed, body.seat), ())
        return next((signed for signed in kept if signed.body == body), None)

    def restatement(self, seat: int) -> Close | None:
        """What a seat says that it has closed on, or has returned to."""
        said = (kept for (_, closed, other), kept in self._votes.items() if closed and other == seat)
        return next((close(kept[0]) for kept in said), None)

    def all_restate(self, seats: Iterable[int], own: Close) -> bool:
        """Whether all these seats have closed on the end of ``own`` in its round, or return to it."""
        return all(self.restatement(seat) == replace(own, seat=seat) for seat in seats)

    def to_restate(self, seat: int, others: Iterable[int], number: int, *, closed: bool) -> Close | None:
        """Our own closing that has to be said again.

        What we have closed on in round ``number``, for those who cannot ask us later; else what another has
        closed on, if all closings of that end and round are here.
        """
        if closed:
            return self.first(seat, number)
        said = (self.restatement(other) for other in others)
        mine = (replace(body, seat=seat, closed=False) for body in said if body is not None)
        return next((body for body in mine if self.complete(body)), None)

    def like(self, own: Close) -> list[Signed]:
        """The closings of the end and round of ``own`` that are here, of all who owe one but its author."""
        owing = (seat for seat in range(self.players) if seat not in (own.fault, own.seat))
        found = (self.find(replace(own, seat=seat)) for seat in owing)
        return [signed for signed in found if signed is not None]

    def complete(self, own: Close) -> bool:
        """Whether all who owe a closing have signed one like ``own``."""
        owing = self.players - (own.fault is not None)
        return self.has(own) and len(self.like(own)) == owing - 1

    def next_target(
        self,
        seat: int,
        others: Iterable[int],
        number: int,
        *,
        found_later: bool,
        place_of: PlaceOf,
    ) -> Proven | None:
        """The fault to close on in the round after ``number``; None if there is none, or none yet.

        found_later: whether what we have named in this round is a fault found by evidence.
        """
        mine = self.voted(seat, number)
        if mine is None or number == MAX_ROUND or not self.faults:
            return None
        named = {self.voted(other, number) for other in others}
        if number == 0:
            ahead = any(self.voted(other, 1) for other in others)
            agreed = found_later and not ahead and named <= {None, mine}
            return None if agreed else self.lowest()
        if None in named or named <= {mine}:
            return None
        return self.lowest_of({mine, *(ending for ending in named if ending)}, place_of)

    def first(self, seat: int, number: int) -> Close | None:
        """What was heard first of a seat in a round."""
        kept = self._votes.get((number, False, seat))
        return close(kept[0]) if kept else None

    def contested(self) -> bool:
        """Whether anybody has closed again after round 0, or says on which end it has closed."""
        return any(number > 0 or closed for number, closed, _ in self._votes)

    def messages(self) -> Iterator[Signed]:
        """All closings kept, in order of round and seat."""
        for place in sorted(self._votes):
            yield from self._votes[place]

    def evidence(self) -> Iterator[Signed]:
        for fault in sorted(self.faults.values(), key=lambda fault: fault.rank):
            yield from fault.evidence


def close(signed: Signed) -> Close:
    body = signed.body
    assert isinstance(body, Close)
    return body
