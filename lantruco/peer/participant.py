"""Who sits down, and where his files lie."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from lantruco.net.identity import Identity
from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.genesis import Operator
from lantruco.protocol.hashing import operator_digest


@dataclass(frozen=True)
class Participant:
    """One person or bot: key, name, folders, and the operator if it is a bot.

    interfaces: names or addresses of the interfaces to listen and announce at; None for all usable ones.
    """

    identity: Identity
    name: str
    records: Path
    journal: Path
    operator: Operator | None = None
    interfaces: tuple[str, ...] | None = None


def own_up(person: Identity, name: str, bot: bytes) -> Operator:
    """The statement of a person, called ``name``, that he runs the bot with this key."""
    return Operator(key=Octets32(person.public), name=name, sig=Octets64(person.sign(operator_digest(bot))))
