"""What sessions say to each other beside the messages of a match: lobby words, how far a log goes, and what
table talk they have heard."""

from __future__ import annotations

from typing import Final

from lantruco.protocol.codec import Codec
from lantruco.protocol.lobby import LobbyMessage
from lantruco.protocol.sidetalk_messages import Said
from lantruco.protocol.sync import Have

ControlMessage = LobbyMessage | Have | Said
CONTROL: Final[Codec[ControlMessage]] = Codec(ControlMessage)
