"""How often the bots win two-seat matches, with 95 % intervals.

Against a fixed baseline (the lowest card that wins the vaza, else the lowest; raises only with two manilhas;
accepts a raise with a manilha or a 3, else runs; the same test at onze; answers a família real with
``mostra``; never claims, covers or retrucas), against uniformly random legal words, and each other. Seats
alternate, deals are seeded. Played on the rules engine, without network or proofs; every player gets the view
of its own seat only.
Run: python bench/bots.py (two thousand matches each: some minutes), --matches 200 for a look
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Final

from lantruco.players.bot import Bot
from lantruco.players.levels import LEVELS
from lantruco.players.seat import Player
from lantruco.players.sight import view_of
from lantruco.protocol.views import TableView
from lantruco.rules import CANONICAL, HIDDEN, VALUE_OF, Card, Hand, Match, Options, manilha_rank, strength

TOP: Final = LEVELS[-1]
WANTED: Final = (("baseline", 0.75), ("random", 0.95))
"""Whom the top level has to beat, and how often."""
BLOCK: Final = 20
"""Matches that one process plays at a time."""
FRIENDLY: Final = 5
"""Between levels, where two think, one of so many matches is played."""
Z: Final = 1.96
"""Standard deviations on each side of a 95 % interval."""


class Baseline:
    """Plays by the sentence at the top of this file. It is a measure: it must never be tuned."""

    def decide(self, view: TableView) -> str | None:
        legal = view.legal
        if view.seat not in view.waiting or not legal:
            return None
        if HIDDEN in view.cards or view.vira is None:
            return legal[0]
        vira = Card.parse(view.vira)
        held = sorted((Card.parse(code) for code in view.cards), key=lambda card: strength(card, vira))
        manilhas = [card for card in held if card.rank == manilha_rank(vira)]
        good = bool(manilhas) or any(card.rank == "3" for card in held)
        if "mostra" in legal:
            return "mostra"
        if "joga" in legal:
            return "joga" if good else "corre"
        if "aceita" in legal:
            return "aceita" if good else "corre"
        word = next((token for token in legal if token in VALUE_OF), None)
        if word is not None and len(manilhas) >= 2:
            return word
        on_table = [strength(Card.parse(code), vira) for _, code in view.table if code != HIDDEN]
        winning = [card for card in held if strength(card, vira) > max(on_table, default=-1)]
        return (winning or held)[0].code


class Chance:
    """Any legal word, all alike."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def decide(self, view: TableView) -> str | None:
        return self._rng.choice(view.legal) if view.seat in view.waiting and view.legal else None


def player(name: str, rng: random.Random) -> Player:
    if name == "baseline":
        return Baseline()
    return Chance(rng) if name == "random" else Bot(rng, name)


@dataclass
class Tally:
    """Matches won by the first player, hands played, and the seconds of each of its decisions."""

    matches: int
    won: int
    hands: int
    seconds: list[float]


def match(names: tuple[str, str], seed: int) -> Tally:
    """One match; the first player sits at seat 0 of even matches, at seat 1 of odd ones."""
    rng = random.Random(f"match {seed}")
    first = seed % 2
    seats = [player(names[seat ^ first], random.Random(f"{seed} {seat}")) for seat in (0, 1)]
    match = Match.new(2, Options(), rng.randrange(2))
    tally = Tally(1, 0, 0, [])
    while match.winner is None:
        deck = rng.sample(CANONICAL, len(CANONICAL))
        hand = Hand.new(players=2, options=Options(), dealer=match.dealer, score=match.score, deck=deck)
        tally.hands += 1
        while hand.outcome is None:
            actor = hand.actors[0]
            for seat in (1 - actor, actor):
                began = time.perf_counter()
                token = seats[seat].decide(view_of(hand, seat, tally.hands))
                if seat == actor == first:
                    tally.seconds.append(time.perf_counter() - began)
            assert token is not None
            hand.act(actor, token)
        match.finish(hand.outcome)
    tally.won = int("AB".index(match.winner) == first)
    return tally


def block(names: tuple[str, str], seeds: range) -> list[Tally]:
    return [match(names, seed) for seed in seeds]


def interval(won: int, matches: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share (E. B. Wilson, JASA 22, 1927)."""
    share, weight = won / matches, Z * Z / matches
    middle = (share + weight / 2) / (1 + weight)
    reach = Z * math.sqrt(share * (1 - share) / matches + weight / (4 * matches)) / (1 + weight)
    return middle - reach, middle + reach


def measure(names: tuple[str, str], matches: int) -> float:
    """Play, print a line, and give the share that the first has won."""
    blocks = [range(start, min(start + BLOCK, matches)) for start in range(0, matches, BLOCK)]
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        tallies = [tally for some in pool.map(partial(block, names), blocks) for tally in some]
    won, hands = sum(tally.won for tally in tallies), sum(tally.hands for tally in tallies)
    seconds = sorted(spent for tally in tallies for spent in tally.seconds)
    low, high = interval(won, matches)
    print(
        f"{names[0]:>8} beats {names[1]:<8} {won / matches:6.1%} of {matches:,} matches "
        f"(95 %: {low:.1%} to {high:.1%}); {hands / matches:.1f} hands a match; a decision takes "
        f"{1000 * sum(seconds) / len(seconds):.1f} ms, 99 of 100 less than "
        f"{1000 * seconds[99 * len(seconds) // 100]:.1f} ms",
        flush=True,
    )
    return won / matches


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description="How often the bots win")
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--against", choices=("baseline", "random", *LEVELS), action="append")
    parser.add_argument("--level", choices=LEVELS, default=TOP)
    wishes = parser.parse_args(arguments)
    wanted = dict(WANTED)
    met = True
    for other in wishes.against or [*wanted, *(level for level in LEVELS if level != TOP)]:
        fewer = 1 if other in wanted or wishes.against else FRIENDLY
        share = measure((wishes.level, other), wishes.matches // fewer)
        if wishes.level == TOP and other in wanted and share < wanted[other]:
            print(f"         LESS than the {wanted[other]:.0%} wanted")
            met = False
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
