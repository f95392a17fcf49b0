"""The long run of `tests.attacks.fairness`: `python -m tests.attacks.statistics [--part N]`.

20,000 deals in the tests' group and 1,000 in the real one, always the same ones, on all cores.
"""

from __future__ import annotations

import argparse
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from typing import Final

from lantruco.fairdeal import ristretto255
from tests.attacks.fairness import Tally, deals_tallied
from tests.fairdeal.smallgroup import SMALL

RUNS: Final = (
    ("small", 2, 18_000),
    ("small", 4, 1_500),
    ("small", 6, 500),
    ("real", 2, 800),
    ("real", 4, 150),
    ("real", 6, 50),
)
CHUNK: Final = {"small": 500, "real": 50}


def chunk(name: str, seats: int, deals: int, seed: int) -> Tally:
    return deals_tallied(seats, deals, SMALL if name == "small" else ristretto255(), seed)


def run(part: int = 1) -> bool:
    """Every run divided by ``part``; prints a line for each and says whether all are fair."""
    fair = True
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        waiting = []
        for at, (name, seats, deals) in enumerate(RUNS):
            size, wanted = CHUNK[name], max(1, deals // part)
            starts = range(0, wanted, size)
            jobs = [
                pool.submit(chunk, name, seats, min(size, wanted - start), 1_000 * (at + 1) + number)
                for number, start in enumerate(starts)
            ]
            waiting.append((name, seats, jobs))
        for name, seats, jobs in waiting:
            tally = Tally(seats)
            for job in jobs:
                tally.add(job.result())
            figures = tally.figures()
            fair = fair and figures.fair
            print(f"{name:5} group, {seats} seats, {figures.line()}", flush=True)
    print("fair" if fair else "NOT FAIR")
    return fair


def main() -> int:
    parser = argparse.ArgumentParser(
        description="Count where cards come to lie when all seats but one cheat."
    )
    parser.add_argument("--part", type=int, default=1, help="make only a fraction 1/N of the deals")
    return 0 if run(parser.parse_args().part) else 1


if __name__ == "__main__":
    sys.exit(main())
