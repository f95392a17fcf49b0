"""What sessions say to each other beside the messages of a match: lobby words, how far a log goes, and that a
disk does not take what is to be said."""

from __future__ import annotations

from typing import Final

from lantruco.protocol.codec import Codec
from lantruco.protocol.lobby import LobbyMessage
from lantruco.protocol.sync import Have

from .holding import DiskWord

ControlMessage = LobbyMessage | Have | DiskWord
CONTROL: Final[Codec[ControlMessage]] = Codec(ControlMessage)
