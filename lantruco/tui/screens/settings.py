"""What a player likes: how the screen looks and how fast it goes. Kept in the home folder."""

from __future__ import annotations

import json
import os
import tempfile
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Final, Literal

from lantruco.players.levels import FACIL, FORTE, MEDIO

FILE: Final = "screen.json"
MAX_BYTES: Final = 16 * 1024  # a dozen small values; more is another file under this name

CHOICES: Final[dict[str, tuple[str | bool, ...]]] = {
    "lang": ("pt", "en"),
    "cards": ("auto", "big", "compact"),
    "four_colours": (False, True),
    "theme": ("dark", "light"),
    "colours": ("auto", "none", "16", "256", "true"),
    "ascii": (False, True),
    "speed": ("normal", "slow", "fast", "none"),
    "bots": (FORTE, MEDIO, FACIL),
    "talk": (True, False),
    "careful": (True, False),
    "mouse": (False, True),
}
"""Every setting with its values, the default first."""

SPEED: Final[dict[str, float]] = {"none": 0.0, "fast": 0.5, "normal": 1.0, "slow": 2.0}
"""By what the pauses between events are multiplied."""


@dataclass(frozen=True, slots=True)
class Settings:
    """lang, ascii: as the texts. cards: their size. four_colours: a colour for every suit. theme: of the
    terminal. colours: how many it has. speed: see `SPEED`. bots: the level of those that I
    bring. talk: whether those talk, and are heard. careful: running and covering want their key
    twice. mouse: clicks are heard, which takes text selection from the terminal.
    """

    lang: Literal["pt", "en"] = "pt"
    cards: Literal["auto", "big", "compact"] = "auto"
    four_colours: bool = False
    theme: Literal["dark", "light"] = "dark"
    colours: Literal["auto", "none", "16", "256", "true"] = "auto"
    ascii: bool = False
    speed: Literal["none", "fast", "normal", "slow"] = "normal"
    bots: Literal["facil", "medio", "forte"] = "forte"
    talk: bool = True
    careful: bool = True
    mouse: bool = False

    def turned(self, name: str, step: int) -> Settings:
        """The settings with the next (`step` 1) or the previous (-1) value of one of them."""
        values = CHOICES[name]
        value = values[(values.index(getattr(self, name)) + step) % len(values)]
        return replace(self, **{name: value})  # type: ignore[arg-type]


def load_settings(home: Path, default: Settings) -> Settings:
    """The settings kept in this folder; `default` for whatever is missing there or makes no sense."""
    try:
        with (home / FILE).open("rb") as file:
            data = json.loads(file.read(MAX_BYTES))
    except (OSError, ValueError, RecursionError):
        return default
    if not isinstance(data, dict):
        return default
    known = {
        field.name: data[field.name]
        for field in fields(Settings)
        if any(_same(data.get(field.name), choice) for choice in CHOICES[field.name])
    }
    return replace(default, **known)


def save_settings(home: Path, settings: Settings) -> None:
    """Keep the settings in this folder. OSError: it cannot be written."""
    place = Path(os.path.realpath(home / FILE))
    handle, temporary = tempfile.mkstemp(prefix=".screen", dir=place.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            json.dump(asdict(settings), out, indent=1)
        os.replace(temporary, place)
    except OSError:
        os.unlink(temporary)
        raise


def _same(value: object, choice: object) -> bool:
    return type(value) is type(choice) and value == choice
