"""Makes the test vectors of the protocol in `seeds/vectors`, with fixed keys and fixed "randomness".

What the protocol draws at random comes from SHAKE-256 of a label here. The keys are no secret: never use
them. Byte strings are in hexadecimal; what is text on the wire is given as that text.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.vectors.files import FILES, VECTORS, written  # noqa: E402


def main() -> None:
    VECTORS.mkdir(exist_ok=True)
    for name, made in FILES.items():
        text = written(made())
        (VECTORS / f"{name}.json").write_text(text, encoding="utf-8", newline="\n")
        print(f"{name}: {len(text)} characters")


if __name__ == "__main__":
    main()
