"""Shares that go to one seat alone: a partner's cards at onze, a position dealt a second time.

Three steps of the main log: the receivers sign one-time keys, the senders' sealed boxes follow,
and each receiver says for each box that it is good or publishes the one-time key, by which
everybody sees who lied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Final

from lantruco.fairdeal import POINT_BYTES, SHARE_PROOF_BYTES, Invalid, Point
from lantruco.fairdeal.transcript import digest

from .errors import Fault
from .messages import Boxes, BoxKeys, Opened
from .sealing import BOX_KEY_BYTES, TAG_BYTES, Unsealable, check_box_key, public_of, unseal

SEALED_SHARE: Final = POINT_BYTES + SHARE_PROOF_BYTES
"""Bytes of one share with the proof of its own."""

CheckShare = Callable[[int, int, bytes, bytes, bytes], Point]
"""``check(sender, position, bind, share, proof)``: the share's point; raises fairdeal.Invalid."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """``sender``'s shares for ``positions``, for ``receiver`` alone."""

    sender: int
    receiver: int
    positions: tuple[int, ...]

    @property
    def box_bytes(self) -> int:
        return BOX_KEY_BYTES + SEALED_SHARE * len(self.positions) + TAG_BYTES


class Exchange:
    """The transfers of one occasion, and what has been said about them."""

    def __init__(self, transfers: Iterable[Transfer]) -> None:
        self.transfers = tuple(sorted(transfers, key=lambda each: (each.receiver, each.sender)))
        self.keys: dict[tuple[int, int], bytes] = {}
        self.boxes: dict[tuple[int, int], bytes] = {}
        self.bind = b""
        self.liar: int | None = None

    @property
    def receivers(self) -> tuple[int, ...]:
        return tuple(sorted({each.receiver for each in self.transfers}))

    @property
    def senders(self) -> tuple[int, ...]:
        return tuple(sorted({each.sender for each in self.transfers}))

    def incoming(self, seat: int) -> tuple[Transfer, ...]:
        """Transfers to ``seat``, in the order of their senders."""
        return tuple(each for each in self.transfers if each.receiver == seat)

    def outgoing(self, seat: int) -> tuple[Transfer, ...]:
        """Transfers from ``seat``, in the order of their receivers."""
        return tuple(each for each in self.transfers if each.sender == seat)

    def context(self, transfer: Transfer) -> bytes:
        """What a box is bound to: the step it is sent in, sender, receiver and positions."""
        return digest(
            "box-context",
            [
                ("bind", self.bind),
                ("sender", transfer.sender),
                ("receiver", transfer.receiver),
                ("positions", bytes(transfer.positions)),
            ],
        )

    def check_keys(self, body: BoxKeys) -> None:
        due = self.incoming(body.seat)
        if len(body.keys) != len(due) or len(set(body.keys)) != len(due):
            raise Fault("E_BOX")
        try:
            for key in body.keys:
                check_box_key(bytes(key))
        except Unsealable as error:
            raise Fault("E_BOX") from error

    def take_keys(self, body: BoxKeys) -> None:
        for transfer, key in zip(self.incoming(body.seat), body.keys, strict=True):
            self.keys[transfer.sender, transfer.receiver] = bytes(key)

    def check_boxes(self, body: Boxes) -> None:
        due = self.outgoing(body.seat)
        if [len(box) for box in body.boxes] != [transfer.box_bytes for transfer in due]:
            raise Fault("E_BOX")

    def take_boxes(self, body: Boxes) -> None:
        self.bind = bytes(body.prev)
        for transfer, box in zip(self.outgoing(body.seat), body.boxes, strict=True):
            self.boxes[transfer.sender, transfer.receiver] = bytes(box)

    def contents(
        self, transfer: Transfer, secret: bytes, check: CheckShare
    ) -> list[tuple[bytes, bytes, Point]]:
        """(share, proof, point) per position; raises Unsealable if the box or a proof is bad."""
        plain = unseal(self.boxes[transfer.sender, transfer.receiver], secret, self.context(transfer))
        found = []
        for at, position in enumerate(transfer.positions):
            piece = plain[at * SEALED_SHARE : (at + 1) * SEALED_SHARE]
            share, proof = piece[:POINT_BYTES], piece[POINT_BYTES:]
            try:
                found.append((share, proof, check(transfer.sender, position, self.bind, share, proof)))
            except Invalid as error:
                raise Unsealable from error
        return found

    def check_opened(self, body: Opened, check: CheckShare) -> None:
        """A complaint must publish the right key, and the box must really be bad."""
        due = self.incoming(body.seat)
        if len(body.secrets) != len(due):
            raise Fault("E_BOX")
        for transfer, secret in zip(due, body.secrets, strict=True):
            if secret is None:
                continue
            if public_of(bytes(secret)) != self.keys[transfer.sender, transfer.receiver]:
                raise Fault("E_COMPLAINT")
            try:
                self.contents(transfer, bytes(secret), check)
            except Unsealable:
                continue
            raise Fault("E_COMPLAINT")

    def take_opened(self, body: Opened) -> None:
        """Notes the lowest seat whose box was bad."""
        for transfer, secret in zip(self.incoming(body.seat), body.secrets, strict=True):
            if secret is not None and (self.liar is None or transfer.sender < self.liar):
                self.liar = transfer.sender
