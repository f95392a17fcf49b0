"""Makes the golden records: whole matches with repeatable identities, cards and decisions.

The deals are as real as any, but their secrets come from a seed: never play with them.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lantruco.fairdeal import ristretto255  # noqa: E402
from lantruco.protocol.replica import Replica  # noqa: E402
from lantruco.record.verify import verify_bytes  # noqa: E402
from lantruco.rules import FAMILIA, VALUE_OF  # noqa: E402
from tests.record.cheats import play_covered_in_first_vaza  # noqa: E402
from tests.simulation.table import Table  # noqa: E402

GOLDEN = ROOT / "seeds" / "golden"


def lively(replica: Replica, chance: random.Random) -> str:
    """Raises and accepts so readily that a match takes few hands, and covers a card now and then."""
    legal = replica.view().legal
    raises = [token for token in legal if token in VALUE_OF]
    others = [token for token in legal if token in ("corre", "mostra")]
    answering = "aceita" in legal or "joga" in legal
    if raises and chance.random() < (0.35 if answering else 0.12):
        return raises[0]
    if answering:
        return (
            next(token for token in legal if token in ("aceita", "joga"))
            if chance.random() < 0.75
            else others[0]
        )
    if FAMILIA in legal and chance.random() < 0.1:
        return FAMILIA
    covered = [token for token in legal if token.startswith("(")]
    if covered and chance.random() < 0.15:
        return chance.choice(covered)
    return chance.choice([token for token in legal if token not in (*raises, *covered, FAMILIA)])


def keep(name: str, table: Table, status: str) -> dict[str, object]:
    """Plays, checks and writes one match; what its report must say goes into the index."""
    table.play()
    data = table.file(0)
    report = verify_bytes(data)
    if report.status != status:
        raise SystemExit(f"{name}: {report.status}, not {status}")
    (GOLDEN / f"{name}.jsonl").write_bytes(data)
    print(f"{name}: {report.lines} lines, {len(report.hands)} hands, {report.digest.hex()}")
    return {
        "status": report.status,
        "hands": len(report.hands),
        "score": report.score,
        "digest": report.digest.hex(),
    }


def main() -> None:
    GOLDEN.mkdir(exist_ok=True)
    group = ristretto255()
    faulty = Table(2, 6, group, policy=lively, shuffled=False)
    play_covered_in_first_vaza(faulty, seat=1)
    index = {
        "two-seats": keep("two-seats", Table(2, 10, group, policy=lively, shuffled=False), "finished"),
        "four-seats": keep(
            "four-seats", Table(4, 9, group, policy=lively, shuffled=False, bots=(1,)), "finished"
        ),
        "fault": keep("fault", faulty, "fault"),
    }
    (GOLDEN / "index.json").write_text(json.dumps(index, indent=2) + "\n")


if __name__ == "__main__":
    main()
