"""What a verified record says, as values: the same for a screen, a script and a comparison."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, Literal

from lantruco.rules import SIDES

from .chain import LeaveLine, Line
from .special import special_hands

SCHEMA: Final = "lantruco-verify/1"
Status = Literal["finished", "unfinished", "fault"]

UNPROVABLE: Final = ("persons", "times", "collusion")
"""What no record can prove: that keys are different people, when things happened, and a fair deal if all
seats worked together."""


@dataclass(frozen=True, slots=True)
class SeatReport:
    """One seat.

    key: identity key, 32 bytes. operator, operator_key: the person who runs a bot, None for a person's seat.
    signed_line: last line of the file with this seat's signature in the main log, None if there is none.
    signed_hands: hands, from the first, whose result this seat has acknowledged. signed_close: it has signed
    the close.
    """

    seat: int
    name: str
    key: bytes
    operator: str | None
    operator_key: bytes | None
    signed_line: int | None
    signed_hands: int
    signed_close: bool


@dataclass(frozen=True, slots=True)
class Move:
    """What a seat did: a ``card`` played (code, ``??`` covered) or a ``word``.

    ``value`` is what a raise asks for; ``shown`` the claimant's cards that a mostra laid open.
    """

    seat: int
    card: str | None = None
    word: str | None = None
    value: int | None = None
    shown: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VazaReport:
    """Moves in order, words among the cards; ``winner`` A, B or T, None if the vaza did not end."""

    moves: tuple[Move, ...]
    winner: str | None
    torna: int | None


@dataclass(frozen=True, slots=True)
class HandReport:
    """One hand, from 0. ``vira`` is None and ``vazas`` empty before the deal.

    ``winner``, ``points``, ``reason`` and ``score`` (after the hand) are those of the rules' outcome;
    ``reason`` is None for a hand that did not end.
    """

    hand: int
    dealer: int
    kind: str
    vira: str | None
    vazas: tuple[VazaReport, ...]
    winner: str | None
    points: int
    reason: str | None
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class FaultReport:
    """Who broke the protocol, how (a code), and in which log, hand and step."""

    seat: int
    code: str
    log: str
    hand: int
    step: int


@dataclass(frozen=True, slots=True)
class LeaveReport:
    """A seat that left, by its own signature: a fact, no verdict.

    step: the main step that was under way for it; it left after all before that. hand: of that step, from 0.
    after: seats of whose good-byes its own tells. went_on: it has signed in the main log after that.
    line: of the file.
    """

    seat: int
    step: int
    hand: int
    after: tuple[int, ...]
    went_on: bool
    line: int


@dataclass(frozen=True, slots=True)
class Checked:
    """How much was checked: opened commitments, possession proofs, shuffles, shares' proofs, signatures."""

    commits: int
    reveals: int
    shuffles: int
    shares: int
    signatures: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A record that holds.

    ``status`` is *finished* or *fault* only if every seat that must has signed the close; otherwise
    *unfinished*, and ``waiting`` are the seats whose messages come next. ``left`` are those who have said
    good-bye, who left first before the others. ``winner`` is side 0 or 1 once the result is known. ``rules``
    and ``table`` hold what differs from the defaults. ``digest`` is that of the main log, 32 bytes. ``head``,
    ``trail`` and ``leaves`` are the file's first line, the messages, and the good-byes.
    """

    table_name: str
    genesis: bytes
    previous: bytes | None
    seats: tuple[SeatReport, ...]
    rules: dict[str, bool | str]
    table: dict[str, bool | int | str]
    hands: tuple[HandReport, ...]
    status: Status
    score: tuple[int, int]
    winner: int | None
    fault: FaultReport | None
    waiting: tuple[int, ...]
    left: tuple[LeaveReport, ...]
    digest: bytes
    checked: Checked
    lines: int
    unprovable: tuple[str, ...] = UNPROVABLE
    head: bytes = field(repr=False)
    trail: tuple[Line, ...] = field(repr=False)
    leaves: tuple[LeaveLine, ...] = field(repr=False)

    @property
    def players(self) -> int:
        return len(self.seats)

    @property
    def chosen(self) -> str:
        """The options that the opener chose, as ``name=value`` words; empty if all are as usual."""
        return ", ".join(f"{name}={str(value).lower()}" for name, value in (self.rules | self.table).items())

    def to_json(self) -> dict[str, object]:
        """The report for ``--json``: English keys, codes, bytes in hexadecimal."""
        return {
            "schema": SCHEMA,
            "status": self.status,
            "table": {"name": self.table_name, "options": self.table},
            "genesis": self.genesis.hex(),
            "previous": None if self.previous is None else self.previous.hex(),
            "digest": self.digest.hex(),
            "players": self.players,
            "seats": [_seat_json(seat) for seat in self.seats],
            "rules": self.rules,
            "hands": [hand_json(hand) for hand in self.hands],
            "special": {name: list(hands) for name, hands in special_hands(self).items()},
            "score": list(self.score),
            "winner": None if self.winner is None else SIDES[self.winner],
            "fault": None if self.fault is None else _fault_json(self.fault),
            "waiting": list(self.waiting),
            "left": [leave_json(leave) for leave in self.left],
            "checked": {
                "commits": self.checked.commits,
                "reveals": self.checked.reveals,
                "shuffles": self.checked.shuffles,
                "shares": self.checked.shares,
                "signatures": self.checked.signatures,
            },
            "lines": self.lines,
            "unprovable": list(self.unprovable),
        }


def _seat_json(seat: SeatReport) -> dict[str, object]:
    return {
        "seat": seat.seat,
        "name": seat.name,
        "key": seat.key.hex(),
        "bot_of": seat.operator,
        "operator_key": None if seat.operator_key is None else seat.operator_key.hex(),
        "signed_line": seat.signed_line,
        "signed_hands": seat.signed_hands,
        "signed_close": seat.signed_close,
    }


def hand_json(hand: HandReport) -> dict[str, object]:
    """One hand of the report, as it stands in its JSON."""
    return {
        "hand": hand.hand,
        "dealer": hand.dealer,
        "kind": hand.kind,
        "vira": hand.vira,
        "vazas": [
            {
                "moves": [_move_json(move) for move in vaza.moves],
                "winner": vaza.winner,
                "torna": vaza.torna,
            }
            for vaza in hand.vazas
        ],
        "winner": hand.winner,
        "points": hand.points,
        "reason": hand.reason,
        "score": list(hand.score),
    }


def _move_json(move: Move) -> dict[str, object]:
    if move.card is not None:
        return {"seat": move.seat, "card": move.card}
    said: dict[str, object] = {"seat": move.seat, "word": move.word}
    if move.shown:
        said["shown"] = list(move.shown)
    return said if move.value is None else {**said, "value": move.value}


def leave_json(leave: LeaveReport) -> dict[str, object]:
    """A good-bye of the report, as it stands in its JSON."""
    return {
        "seat": leave.seat,
        "step": leave.step,
        "hand": leave.hand,
        "after": list(leave.after),
        "went_on": leave.went_on,
        "line": leave.line,
    }


def _fault_json(fault: FaultReport) -> dict[str, object]:
    return {
        "seat": fault.seat,
        "code": fault.code,
        "log": fault.log,
        "hand": fault.hand,
        "step": fault.step,
    }
