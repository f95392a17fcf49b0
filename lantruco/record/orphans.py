"""What a killed program leaves of a match: journals, and secrets of hands."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from . import files

NAMES: Final = re.compile(r"[0-9a-f]{64}(\.journal(\.draft)?|\.\d{1,5}\.\d{1,9}\.secret)")
"""Of the files that `journal.Journal` makes in its folder."""


def sweep(folder: Path) -> list[Path]:
    """Erase what journals have left in ``folder``; the paths of what could not be.

    Only for who holds the home that the folder belongs to: nobody else's match may be under way in it.
    """
    try:
        found = [path for path in folder.iterdir() if NAMES.fullmatch(path.name)]
    except OSError:
        return []
    left = []
    for path in sorted(found):
        try:
            files.erase(path)
        except OSError:
            left.append(path)
    return left
