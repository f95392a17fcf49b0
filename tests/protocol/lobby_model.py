"""A lobby in one process: an opener, joiners, and links whose messages wait until they are delivered."""

from __future__ import annotations

import hashlib
from collections import deque
from collections.abc import Callable

from lantruco.protocol.codec import encode
from lantruco.protocol.join_table import JoinTable
from lantruco.protocol.lobby import LOBBY, LobbyMessage, Newcomer
from lantruco.protocol.open_table import OpenTable, Tell

NAMES = ("Ana", "Beto", "Caju", "Dora", "Edu", "Flor", "Gil", "Ana")


def key_of(number: int) -> bytes:
    return hashlib.sha256(b"key %d" % number).digest()


def toy_sign(key: bytes, data: bytes) -> bytes:
    """Stands for Ed25519: 64 bytes that only this key and these data give."""
    return hashlib.sha512(key + data).digest()


def toy_verify(key: bytes, sig: bytes, data: bytes) -> bool:
    return bytes(sig) == toy_sign(bytes(key), data)


def any_key(key: bytes) -> None:
    assert len(key) == 32


class Signer:
    """Signs with one key and remembers what it signed."""

    def __init__(self, key: bytes) -> None:
        self.key = key
        self.signed: list[bytes] = []

    def __call__(self, data: bytes) -> bytes:
        self.signed.append(data)
        return toy_sign(self.key, data)


def newcomer(number: int) -> Newcomer:
    return Newcomer(
        key=key_of(number), name=NAMES[number], value=hashlib.sha256(b"value %d" % number).digest()
    )


def open_table(seats: int, sign: Callable[[bytes], bytes] | None = None) -> OpenTable:
    me = newcomer(0)
    return OpenTable(
        me,
        table_id=bytes(16),
        name="Mesa do fundo",
        rules={},
        table={"seats": seats},
        sign=sign or Signer(me.key),
        check_key=any_key,
        verify=toy_verify,
    )


def join_table(
    number: int, sign: Callable[[bytes], bytes] | None = None, seat: int | None = None
) -> JoinTable:
    me = newcomer(number)
    return JoinTable(
        me,
        opener=key_of(0),
        seat=seat,
        port=47110 + number,
        sign=sign or Signer(me.key),
        check_key=any_key,
        verify=toy_verify,
    )


class LobbyModel:
    """One open table and those who come to it; nothing moves but by `deliver`."""

    def __init__(self, seats: int) -> None:
        self.signers: dict[bytes, Signer] = {key_of(0): Signer(key_of(0))}
        self.opener = open_table(seats, self.signers[key_of(0)])
        self.joiners: dict[bytes, JoinTable] = {}
        self.to_joiner: dict[bytes, deque[bytes]] = {}
        self.to_opener: dict[bytes, deque[bytes]] = {}

    def arrive(self, number: int, seat: int | None = None) -> None:
        key = key_of(number)
        if key in self.to_opener:
            return
        self.signers.setdefault(key, Signer(key))
        self.joiners[key] = join_table(number, self.signers[key], seat)
        self.to_joiner[key], self.to_opener[key] = deque(), deque()
        self._post(self.opener.greet(key))

    def leave(self, key: bytes) -> None:
        if key in self.to_opener:
            self._say(key, self.joiners[key].leave())

    def cut(self, key: bytes) -> None:
        """The link breaks, and what was on its way is lost."""
        if key not in self.to_opener:
            return
        del self.to_joiner[key], self.to_opener[key]
        self.joiners[key].gone()
        self._post(self.opener.gone(key))

    def deliver(self, key: bytes, to_opener: bool) -> bool:
        queue = (self.to_opener if to_opener else self.to_joiner).get(key)
        if not queue:
            return False
        message = LOBBY.decode(queue.popleft())
        if to_opener:
            self._post(self.opener.receive(key, message, "192.0.2.7"))
        else:
            self._say(key, self.joiners[key].receive(key_of(0), message))
        return True

    def dismiss_unsigned(self) -> None:
        for key in self.opener.unsigned():
            self._post(self.opener.dismiss(key, "E_LATE"))

    def settle(self) -> None:
        while any(self.deliver(key, way) for key in list(self.to_opener) for way in (True, False)):
            pass

    def _post(self, tells: list[Tell]) -> None:
        for tell in tells:
            if tell.key in self.to_joiner:
                self.to_joiner[tell.key].append(encode(tell.message))

    def _say(self, key: bytes, messages: list[LobbyMessage]) -> None:
        self.to_opener[key].extend(encode(message) for message in messages)
