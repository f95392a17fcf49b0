"""Deals by the real protocol code in which one seat is honest and all others give no randomness at all.

`deals_tallied` makes them, `Tally` counts where the cards come to lie, and `Figures` says how far the counts
are from even. A chi-square value is judged by its distance from the mean in standard deviations (Wilson and
Hilferty's cube root makes it normal); `LIMIT` is passed by a fair deal once in about 30,000 trials.
"""

from __future__ import annotations

import builtins
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from lantruco.fairdeal import CARDS, Entropy, Group, opening_order
from lantruco.fairdeal.fixedpoints import card_indices
from lantruco.protocol.codec import Octets16, Octets64
from lantruco.protocol.decklog import VerifyJob
from lantruco.protocol.effects import Effect, Work
from lantruco.protocol.genesis import SignedGenesis, make_genesis
from lantruco.protocol.replica import Replica
from lantruco.rules import CODES
from tests.fairdeal.entropy import SeededEntropy
from tests.simulation.signatures import verify
from tests.simulation.table import Table

LIMIT: Final = 4.0
"""Standard deviations; 3.2e-5 of all fair trials lie beyond, on the upper side."""
SEED_BITS: Final = 256
FULL_DEALS: Final = (CARDS - 1) / CARDS
"""A deal fills every row and every column of the table once, so its cells vary less than free ones would."""


class FixedEntropy:
    """A seat that keeps the deck as it is and says the same nonce, key and masks every time."""

    def bytes(self, count: int) -> builtins.bytes:
        return (b"the same old story " * (count // 19 + 1))[:count]

    def below(self, bound: int) -> int:
        return bound - 1


class DealTable(Table):
    """A table that only makes a deck: seat ``honest`` draws from ``entropy``, nobody else draws anything."""

    def __init__(self, seats: int, group: Group, honest: int, entropy: Entropy, number: int) -> None:
        self.honest = honest
        self._number = number

        def prepare(table: Table) -> None:
            self._renew(group, entropy)

        super().__init__(seats, 1, group, prepare=prepare)

    def _renew(self, group: Group, entropy: Entropy) -> None:
        """Another genesis for each deal, by the same persons."""
        genesis = make_genesis(
            table_id=Octets16(self._number.to_bytes(16, "big")),
            name="Mesa",
            seats=self.genesis.genesis.seats,
            rules=self.genesis.genesis.rules,
            table={},
        )
        sigs = [Octets64(key.sign(genesis.digest())) for key in self.keys]
        self.genesis = SignedGenesis(genesis, sigs)
        self.replicas = [
            Replica(
                self.genesis,
                group=group,
                verify=verify,
                entropy=entropy if seat == self.honest else FixedEntropy(),
                seat=seat,
                sign=key.sign,
            )
            for seat, key in enumerate(self.keys)
        ]

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        """The honest seat verifies everything; the others do not care."""
        for effect in effects:
            careless = isinstance(effect, Work) and isinstance(effect.job, VerifyJob) and seat != self.honest
            if careless and isinstance(effect, Work):
                self.carry_out(seat, self.replicas[seat].done(effect.job, None))
            else:
                super().carry_out(seat, [effect])

    def cards(self) -> list[int]:
        """The card at each of the 40 positions, seen with the secrets of all seats."""
        decks = [replica._decks[0] for replica in self.replicas]
        while not decks[self.honest].ready:
            assert self.deliver()
        secrets = [deck.secret for deck in decks]
        key = sum(secret.key.value for secret in secrets if secret is not None)
        deck, group = decks[self.honest].final_deck, self.group
        index = card_indices(group, CODES)
        return [
            index[group.sub(right, group.mul(key, left))]
            for left, right in zip(deck.left, deck.right, strict=True)
        ]


@dataclass
class Tally:
    """How often each card lay at each position of the ``final`` and of the ``opening`` order, and how often
    each position of the public opening order was ``moved`` to each final one; set ``bits`` of the seeds; how
    often each seat dealt first."""

    seats: int
    deals: int = 0
    final: list[list[int]] = field(default_factory=lambda: [[0] * CARDS for _ in range(CARDS)])
    opening: list[list[int]] = field(default_factory=lambda: [[0] * CARDS for _ in range(CARDS)])
    moved: list[list[int]] = field(default_factory=lambda: [[0] * CARDS for _ in range(CARDS)])
    bits: list[int] = field(default_factory=lambda: [0] * SEED_BITS)
    dealers: list[int] = field(default_factory=list)

    def take(self, table: DealTable) -> None:
        cards = table.cards()
        deck = table.replicas[table.honest]._decks[0]
        assert deck.joint is not None
        assert deck.dealer is not None
        order = opening_order(deck.context, deck.joint.seed)
        self.deals += 1
        self.dealers = self.dealers or [0] * self.seats
        self.dealers[deck.dealer] += 1
        for position in range(CARDS):
            self.final[position][cards[position]] += 1
            self.opening[position][order[position]] += 1
            self.moved[position][order.index(cards[position])] += 1
        for bit in range(SEED_BITS):
            self.bits[bit] += deck.joint.seed[bit // 8] >> bit % 8 & 1

    def add(self, other: Tally) -> None:
        """The deals of ``other`` too."""
        pairs = ((self.final, other.final), (self.opening, other.opening), (self.moved, other.moved))
        for mine, more in pairs:
            for row, others in zip(mine, more, strict=True):
                row[:] = map(sum, zip(row, others, strict=True))
        self.bits = [a + b for a, b in zip(self.bits, other.bits, strict=True)]
        self.dealers = [a + b for a, b in zip(self.dealers or [0] * self.seats, other.dealers, strict=True)]
        self.deals += other.deals

    def figures(self) -> Figures:
        def off(table: list[list[int]]) -> float:
            return deviation(square(table, self.deals / CARDS) * FULL_DEALS, (CARDS - 1) ** 2)

        same = sum(self.moved[position][position] for position in range(CARDS))
        return Figures(
            deals=self.deals,
            final=off(self.final),
            opening=off(self.opening),
            moved=off(self.moved),
            bits=deviation(sum(4 * (n - self.deals / 2) ** 2 / self.deals for n in self.bits), SEED_BITS),
            dealers=deviation(square([self.dealers], self.deals / self.seats), self.seats - 1),
            guess=same / self.deals / CARDS,
            guess_off=(same - self.deals) / math.sqrt(self.deals),
        )


@dataclass(frozen=True)
class Figures:
    """Distances from even in standard deviations; ``guess``: how often "the card of the opening order lies
    where it lay" is right (1/40 = 0.025 is blind chance), and its distance ``guess_off``."""

    deals: int
    final: float
    opening: float
    moved: float
    bits: float
    dealers: float
    guess: float
    guess_off: float

    @property
    def fair(self) -> bool:
        even = max(self.final, self.opening, self.moved, self.bits, self.dealers)
        return max(even, abs(self.guess_off)) < LIMIT

    def line(self) -> str:
        return (
            f"{self.deals:6} deals: positions {self.final:+.2f}, opening order {self.opening:+.2f}, "
            f"from one to the other {self.moved:+.2f}, seed bits {self.bits:+.2f}, "
            f"first dealer {self.dealers:+.2f}, "
            f"guess {self.guess:.4f} ({self.guess_off:+.2f})"
        )


def square(rows: Sequence[Sequence[int]], expected: float) -> float:
    """Pearson's chi-square."""
    return sum((count - expected) ** 2 / expected for row in rows for count in row)


def deviation(chi: float, freedom: int) -> float:
    """How many standard deviations a chi-square value lies above (+) or below (-) an even one."""
    spread = 2 / (9 * freedom)
    return float(((chi / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread))


def deals_tallied(seats: int, deals: int, group: Group, seed: int, entropy: Entropy | None = None) -> Tally:
    """``deals`` deals; the honest seat, who draws from ``entropy``, changes from deal to deal."""
    tally, draws = Tally(seats), entropy or SeededEntropy(seed)
    for number in range(deals):
        tally.take(DealTable(seats, group, number % seats, draws, seed * 2**40 + number))
    return tally
