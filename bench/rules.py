"""Random legal play, actions a second, beside the package `pytruco` (Uruguayan Truco, the same kind of work).

One action is: list all that is legal for whoever may speak, choose one at random, apply it; new hands and
matches are dealt on the way. Both sides play in turns in one run, so that a busy machine slows both alike.
Run: python bench/rules.py (pip install pytruco first, for the comparison)
"""

from __future__ import annotations

import argparse
import importlib
import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from lantruco.rules import CANONICAL, Card, Hand, Match, Options

TABLES = (2, 4)
TARGET = 40
ROUNDS = 10
BATCH = 50
"""Actions between two looks at the clock."""

Player = Iterator[None]
"""Every ``next`` is one action."""


def ours(players: int, chance: random.Random) -> Player:
    """Matches of this rules engine, one after the other."""
    options, draw = Options(), chance.random
    while True:
        match = Match.new(players, options, chance.randrange(players))
        while match.winner is None:
            hand = Hand.new(
                players=players,
                options=options,
                dealer=match.dealer,
                score=match.score,
                deck=shuffled(chance),
            )
            while hand.outcome is None:
                actors = hand.actors
                if len(actors) == 1:
                    seat = actors[0]
                    tokens = hand.legal(seat)
                    token = tokens[int(draw() * len(tokens))]
                else:
                    able = [(seat, token) for seat in actors for token in hand.legal(seat)]
                    seat, token = able[int(draw() * len(able))]
                hand.act(seat, token)
                yield
            match.finish(hand.outcome)


def shuffled(chance: random.Random) -> list[Card]:
    """A deck in random order."""
    lots = [chance.random() for _ in CANONICAL]
    return sorted(CANONICAL, key=lots.__getitem__)


def theirs(players: int, chance: random.Random) -> Player:
    """Matches of `pytruco`; ImportError without it."""
    table: Any = importlib.import_module("pytruco.pdt.partida").Partida
    legal: Callable[..., Sequence[Sequence[Any]]] = importlib.import_module("pytruco.pdt.chi").chis
    blue, red = ["A", "C", "E"][: players // 2], ["B", "D", "F"][: players // 2]
    while True:
        match = table(20, blue, red, verbose=False)
        while not match.terminada():
            able = [action for actions in legal(match, False) for action in actions]
            able[int(chance.random() * len(able))].hacer(match)
            yield


def speed(player: Player, seconds: float) -> float:
    """Actions a second of CPU time."""
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        for _ in range(BATCH):
            next(player)
        done += BATCH
    return done / spent


def compare(players: int, seconds: float) -> tuple[float, float]:
    """The best of some rounds in turns: ours and theirs."""
    sides = ours(players, random.Random(1)), theirs(players, random.Random(1))
    rounds = [tuple(speed(side, seconds / ROUNDS) for side in sides) for _ in range(ROUNDS)]
    return max(mine for mine, _ in rounds), max(other for _, other in rounds)


def report(seconds: float) -> None:
    """Print the speeds, and the ratio if there is something to compare with."""
    try:
        importlib.import_module("pytruco")
    except ImportError:
        for players in TABLES:
            print(f"{players} players: {speed(ours(players, random.Random(1)), seconds):,.0f} actions/s")
        print("pytruco is not installed, so there is no ratio: pip install pytruco")
        return
    for players in TABLES:
        mine, other = compare(players, seconds)
        ratio = mine / other
        verdict = "at least" if ratio >= TARGET else "LESS than"
        print(
            f"{players} players: {mine:,.0f} actions/s, pytruco {other:,.0f}; {ratio:.1f} times, "
            f"{verdict} the {TARGET} wanted"
        )


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="Actions a second of random legal play")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU time for each side and table")
    report(parser.parse_args(arguments).seconds)


if __name__ == "__main__":
    main()
