"""From the first picture to the lobby."""

from __future__ import annotations

from lantruco.tui.screens.forms import NameForm
from lantruco.tui.screens.lobby import LobbyScreen
from lantruco.tui.screens.stage import Screen, Stage


def first_screen(stage: Stage) -> Screen:
    """The question for a name at the first start, else the lobby."""
    if stage.house.name is None:
        return NameForm(stage, lambda: LobbyScreen(stage))
    return LobbyScreen(stage)
