"""Sinais that an opponent may glimpse: commitments, and who has looked at what.

Neither side can choose whether a sinal is seen. Its author has fixed the coin before the opponent's value
is there, and the opponent draws the value without knowing the coin.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from lantruco.fairdeal import Entropy
from lantruco.fairdeal.transcript import Value, digest

from .codec import Octets32
from .errors import Refused
from .sidetalk_messages import Glimpse, Opening, SinalCaught, SinalHidden, Veiled, padded

GLIMPSED_BELOW: Final = 64
"""Of 256 values of the draw's first byte: one sinal in four is seen by an opponent who looks."""
KEPT: Final = 16
"""Own sinais that can still be looked at, and looks at one seat that wait for an answer."""
LOOK_SECONDS: Final = 10.0
"""For a program, not a person, to answer a look."""

Slot = tuple[bytes, int, int, int]
"""Genesis digest, hand, author's seat and counter of a veiled sinal."""


def _slot(slot: Slot) -> list[tuple[str, Value]]:
    genesis, hand, seat, counter = slot
    return [("genesis", genesis), ("hand", hand), ("seat", seat), ("counter", counter)]


def veil_of(slot: Slot, sinal: str, nonce: bytes) -> bytes:
    """The commitment to a sinal."""
    return digest("sinal-veil", [*_slot(slot), ("sinal", padded(sinal)), ("nonce", nonce)])


def coin_commitment(slot: Slot, rival: int, coin: bytes) -> bytes:
    """The commitment to the coin of one opponent."""
    return digest("sinal-coin", [*_slot(slot), ("to", rival), ("coin", coin)])


def is_glimpsed(slot: Slot, rival: int, coin: bytes, value: bytes) -> bool:
    """Whether the opponent's value meets the coin."""
    drawn = digest("sinal-draw", [*_slot(slot), ("to", rival), ("coin", coin), ("value", value)])
    return drawn[0] < GLIMPSED_BELOW


def slot_of(body: Veiled) -> Slot:
    return bytes(body.genesis), body.hand, body.seat, body.counter


@dataclass
class _Shown:
    """A sinal of ours, with the coins of those who have not looked yet."""

    slot: Slot
    sinal: str
    nonce: bytes
    coins: dict[int, bytes]


class OwnVeils:
    """Our veiled sinais, as long as they may be looked at; every opponent looks at each at most once."""

    def __init__(self, rivals: tuple[int, ...], entropy: Entropy) -> None:
        self._rivals = rivals
        self._entropy = entropy
        self._shown: OrderedDict[int, _Shown] = OrderedDict()

    def show(self, slot: Slot, sinal: str) -> tuple[bytes, bytes, list[Octets32]]:
        """The veil of a new sinal, its nonce, and the commitments to the coins in the order of seats."""
        nonce = self._entropy.bytes(32)
        coins = {rival: self._entropy.bytes(32) for rival in self._rivals}
        self._shown[slot[3]] = _Shown(slot, sinal, nonce, dict(coins))
        while len(self._shown) > KEPT:
            self._shown.popitem(last=False)
        committed = [Octets32(coin_commitment(slot, rival, coin)) for rival, coin in coins.items()]
        return veil_of(slot, sinal, nonce), nonce, committed

    def answer(
        self, rival: int, counter: int, value: bytes
    ) -> tuple[Octets32, Opening | None, SinalCaught | None]:
        """The coin, and the opening with the news of it if ``rival`` glimpses the sinal.

        Raises Refused: E_STALE for a sinal that is too old, was never shown, or was looked at already.
        """
        shown = self._shown.get(counter)
        if shown is None or rival not in shown.coins:
            raise Refused("E_STALE")
        coin = shown.coins.pop(rival)
        if not is_glimpsed(shown.slot, rival, coin, value):
            return Octets32(coin), None, None
        opening = Opening(sinal=shown.sinal, nonce=Octets32(shown.nonce))
        return Octets32(coin), opening, SinalCaught(rival, shown.sinal)


@dataclass(frozen=True, slots=True)
class _Looked:
    slot: Slot
    veil: bytes
    coin: bytes
    value: bytes
    since: float


class Looks:
    """Our looks at the others' sinais, until they are answered or it is too late."""

    def __init__(self, seat: int, entropy: Entropy) -> None:
        self._seat = seat
        self._entropy = entropy
        self._waiting: OrderedDict[tuple[int, int], _Looked] = OrderedDict()

    def look(self, body: Veiled, coin: bytes, now: float) -> bytes | None:
        """A fresh value to look with; None while that seat owes too many answers."""
        if sum(seat == body.seat for seat, _ in self._waiting) >= KEPT:
            return None
        value = self._entropy.bytes(32)
        looked = _Looked(slot_of(body), bytes(body.veil), coin, value, now)
        self._waiting[body.seat, body.counter] = looked
        return value

    def take(self, body: Glimpse) -> str | SinalHidden | None:
        """The sinal that was glimpsed, None if it was not, or that its author hides it.

        Raises Refused: E_STALE for an answer that nothing waits for.
        """
        looked = self._waiting.pop((body.seat, body.of), None)
        if looked is None:
            raise Refused("E_STALE")
        slot, coin = looked.slot, bytes(body.coin)
        if coin_commitment(slot, self._seat, coin) != looked.coin:
            return SinalHidden(body.seat)
        if not is_glimpsed(slot, self._seat, coin, looked.value):
            return None
        if body.opening is None or not _opens(body.opening, slot, looked.veil):
            return SinalHidden(body.seat)
        return body.opening.sinal

    def lost(self, seat: int) -> None:
        """Wait no longer for the answers of a seat whose link broke: they may have been on their way."""
        for key in [key for key in self._waiting if key[0] == seat]:
            del self._waiting[key]

    def overdue(self, now: float) -> list[SinalHidden]:
        """The looks that nobody has answered in time."""
        late = [key for key, looked in self._waiting.items() if now - looked.since >= LOOK_SECONDS]
        for key in late:
            del self._waiting[key]
        return [SinalHidden(seat) for seat, _ in late]


def _opens(opening: Opening, slot: Slot, veil: bytes) -> bool:
    try:
        return veil_of(slot, opening.sinal, bytes(opening.nonce)) == veil
    except UnicodeEncodeError:
        return False
