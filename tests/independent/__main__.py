"""`python -m tests.independent FILE…`: one line for each record."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.independent.record import judge
from tests.independent.refusal import Refused


def main(names: list[str]) -> int:
    worst = 0
    for name in names:
        try:
            found = judge(Path(name).read_bytes())
        except Refused as refused:
            worst = 1
            print(f"{name}: false, {refused.code} in line {refused.line}")
        else:
            print(
                f"{name}: {found.status}, {found.score[0]} to {found.score[1]}, fault {found.fault}, "
                f"{''.join(f'{left.seat} left in step {left.step}, ' for left in found.left)}"
                f"waits for {list(found.waiting)}, {found.digest.hex()}"
            )
    return worst


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
