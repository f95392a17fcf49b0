"""What sessions say to each other beside the messages of a match: lobby words, and how far a log goes."""

from __future__ import annotations

from typing import Final

from lantruco.protocol.codec import Codec
from lantruco.protocol.lobby import LobbyMessage
from lantruco.protocol.sync import Have

ControlMessage = LobbyMessage | Have
CONTROL: Final[Codec[ControlMessage]] = Codec(ControlMessage)
