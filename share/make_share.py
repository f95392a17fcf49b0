"""Makes what a system keeps beside a program, from the program itself: manual pages and completions.

`python -m share.make_share [FOLDER]`; the layout is that of /usr/share.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

from share.completions import bash, fish, zsh
from share.manual import manual

FOLDER: Final = Path(__file__).resolve().parent


def pages() -> dict[str, str]:
    """The text of every file, by its place."""
    return {
        "man/man1/lantruco.1": manual("en"),
        "man/pt_BR/man1/lantruco.1": manual("pt"),
        "bash-completion/completions/lantruco": bash(),
        "zsh/site-functions/_lantruco": zsh(),
        "fish/vendor_completions.d/lantruco.fish": fish(),
    }


def main(folder: Path) -> None:
    """Write them all into a folder."""
    for place, text in pages().items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
