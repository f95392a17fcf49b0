"""A table where some seats sign anything at any time, drawn from one number.

`adversarial(seed)` is the table of that number, played out; `judge` holds it to what must be true of every
table. Run as a program it judges one number after another: `python -m tests.attacks.adversary --help`.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from lantruco.protocol.codec import Octets, Octets32
from lantruco.protocol.errors import Refused
from lantruco.protocol.messages import SIGNED, Call, Close, Message, PartnerWord, Shuffle, Signed, Word
from lantruco.record.verify import verify_bytes
from tests.attacks.cheats import Sign, replaced, sign_by, signed_by, slot_of
from tests.attacks.verdicts import blamed
from tests.fairdeal.smallgroup import SMALL
from tests.simulation.policies import any_legal, calm, claiming
from tests.simulation.table import Policy, Table

RATES: Final = (0.01, 0.03, 0.1, 0.3)
"""How often a cheat cheats, per message: rarely enough to get deep into a match, or again and again."""

WORD_RATE: Final = 0.5
"""How often at least a cheat lies in a word to its spokesman."""


def garbled(value: Any, chance: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(value, Octets):
        at = chance.randrange(len(value)) if value else 0
        if chance.random() < 0.2:
            return type(value)(bytes(len(value)))
        return type(value)(value[:at] + bytes([value[at] ^ (1 << chance.randrange(8))]) + value[at + 1 :])
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, int):
        return max(0, value + chance.choice((-1, 1)))
    if isinstance(value, tuple):
        return (min(12, value[0] + 1), value[1])
    if isinstance(value, list) and value:
        at = chance.randrange(len(value))
        return [*value[:at], garbled(value[at], chance), *value[at + 1 :]]
    return chance.choice(get_args(Word)) if value in get_args(Word) else value


def with_another(body: Message, field: str, chance: random.Random) -> Message:
    """``body`` with something else in ``field``, of a type that the schema allows there."""
    value = getattr(body, field)
    unknown = Octets32(chance.randbytes(32))
    other: object
    if field == "log":
        other = "deck" if value == "main" else "main"
    elif field == "secrets":
        other = [unknown if secret is None else None for secret in value]
    elif value is None:
        other = {"fault": chance.randrange(2), "deck": unknown, "share": unknown}.get(field)
    else:
        other = (not value) if isinstance(value, bool) else garbled(value, chance)
    return replaced(body, **{field: other})


def readable(frame: bytes) -> bool:
    """Whether the message gets past the schema: what does not is no message at all."""
    try:
        SIGNED.decode(frame)
    except Refused:
        return False
    return True


@dataclass
class Adversary:
    """One seat that cheats at ``rate``. It decides once for each message, whoever asks for it."""

    table: Table
    seat: int
    chance: random.Random
    rate: float
    heard: list[Message]
    plans: dict[bytes, Callable[[int], list[bytes]]] = field(default_factory=dict)

    def sign(self, honestly: Sign) -> Sign:
        """Lies that the cheat lives by itself."""

        def signing(body: Message) -> Signed:
            lie = self.lie(body) if self.chance.random() < self.rate / 2 else body
            signed = honestly(lie if lie.seat == self.seat else body)
            return signed if readable(signed.to_bytes()) else honestly(body)

        return signing

    def frames(self, to: int, frame: bytes) -> list[bytes]:
        """What ``to`` gets where the cheat's program sends ``frame``."""
        body = SIGNED.decode(frame).body
        if body.seat != self.seat:
            return [] if self.chance.random() < self.rate / 4 else [frame]
        if frame not in self.plans:
            self.plans[frame] = self._plan(frame, body)
        return self.plans[frame](to)

    def _plan(self, frame: bytes, body: Message) -> Callable[[int], list[bytes]]:
        chance = self.chance
        # Few messages are a partner's words, and they are the only ones that another seat signs again.
        rate = max(self.rate, WORD_RATE) if isinstance(body, PartnerWord) else self.rate
        if chance.random() >= rate:
            return lambda to: [frame]
        lie = signed_by(self.table, self.seat, self.lie(body))
        players = range(len(self.table.keys))
        victims = set(chance.sample(players, chance.randrange(1, len(players))))
        return chance.choice(
            (
                lambda to: [lie],
                lambda to: [lie] if to in victims else [frame],
                lambda to: [frame, lie],
                lambda to: [lie, frame],
                lambda to: [frame, lie] if to in victims else [frame],
                lambda to: [] if to in victims else [frame],
                lambda to: [],
            )
        )

    def lie(self, body: Message) -> Message:
        """Something else in place of ``body``."""
        chance, slot = self.chance, slot_of(body)
        kind = chance.randrange(6)
        if kind == 0 and self.heard:
            return replaced(chance.choice(self.heard), **slot)
        if kind == 1:
            other = Octets32(chance.randbytes(32)) if chance.random() < 0.5 else None
            blame = chance.choice((None, *range(len(self.table.keys))))
            return Close(
                **slot,
                winner=chance.randrange(2),
                score=(chance.randrange(13), 0),
                fault=blame,
                deck=other,
                round=chance.choice((0, 0, 1, 2)),
                closed=chance.random() < 0.2,
            )
        if kind == 2:
            word = chance.choice(get_args(Word))
            return (
                PartnerWord(**slot, word=word)
                if chance.random() < 0.3
                else Call(**slot, word=word, partner=None)
            )
        if kind == 3 and isinstance(body, Shuffle):
            return self._shuffled_anew(body)
        names = [name for name in body.__struct_fields__ if name != "seat"]
        name = chance.choice(names if kind == 4 else [name for name in names if name not in slot] or names)
        return with_another(body, name, chance)

    def _shuffled_anew(self, body: Shuffle) -> Message:
        from tests.attacks.deal_cheats import shuffled_anew

        deck = self.table.replicas[self.seat]._decks[body.hand]
        anew = shuffled_anew(self.table, self.seat)(body) if deck.dealer is not None else None
        return anew or body


@dataclass(frozen=True)
class Ordeal:
    """A table played with cheats, and the seats that did not cheat."""

    seed: int
    table: Table
    cheats: tuple[int, ...]

    @property
    def honest(self) -> list[int]:
        return [seat for seat in range(len(self.table.keys)) if seat not in self.cheats]


def adversarial(seed: int, limit: int = 20_000) -> Ordeal:
    """Everything about the table follows from ``seed``: seats, who cheats and how, what gets lost."""
    chance = random.Random(seed)
    players = chance.choice((2, 2, 4, 4, 6))
    company = chance.choice(("one", "side", "all but one"))
    if company == "one":
        cheats = [chance.randrange(players)]
    elif company == "side":
        side = chance.randrange(2)
        cheats = [seat for seat in range(players) if seat % 2 == side]
    else:
        cheats = chance.sample(range(players), players - 1)
    rate = chance.choice(RATES)
    policies: tuple[Policy, ...] = (any_legal, any_legal, calm, claiming(1, "aceita"), claiming(1, "mostra"))
    heard: list[Message] = []
    adversaries: dict[int, Adversary] = {}

    def intercept(source: int, to: int, frame: bytes) -> list[bytes]:
        if len(heard) < 4000:
            heard.append(SIGNED.decode(frame).body)
        return adversaries[source].frames(to, frame) if source in adversaries else [frame]

    def prepare(table: Table) -> None:
        for seat in cheats:
            adversaries[seat] = Adversary(table, seat, random.Random(seed * 7 + seat), rate, heard)
            sign_by(table.replicas[seat], adversaries[seat].sign)
        table.intercept = intercept

    table = Table(players, seed, SMALL, policy=chance.choice(policies), prepare=prepare)
    table.play(limit)
    return Ordeal(seed, table, tuple(sorted(cheats)))


def judge(ordeal: Ordeal) -> None:
    """AssertionError if an honest seat was blamed, if honest seats that ended disagree, or if a record of one
    of them says something else than its writer."""
    table = ordeal.table
    for seat in ordeal.honest:
        accused = {found.seat for found in blamed(table, seat)} | {table.replicas[seat].view().fault}
        assert accused <= {*ordeal.cheats, None}, f"seat {seat} blames {accused}"
    ended = [table.replicas[seat] for seat in ordeal.honest if table.replicas[seat].closed]
    assert len({(each.digest, each.view().winner, each.view().fault) for each in ended}) <= 1
    for replica in ended:
        fault = replica.view().fault
        assert fault is None or replica.view().winner == 1 - fault % 2
    caught = {table.replicas[seat].view().fault for seat in ordeal.honest} - {None}
    if caught and len(ordeal.cheats) == 1:
        assert len(ended) == len(ordeal.honest), "a fault was found, and not all have closed"
    for seat in ordeal.honest:
        judge_record(ordeal, seat)


def judge_record(ordeal: Ordeal, seat: int) -> None:
    """A third party believes the record of ``seat``, finished or not, and blames no honest seat for it."""
    replica = ordeal.table.replicas[seat]
    lines = [*ordeal.table.records[seat], *replica.pending_lines()]
    report = verify_bytes(b"".join(line + b"\n" for line in lines), group=SMALL)
    assert report.digest == replica.digest
    assert report.fault is None or report.fault.seat in ordeal.cheats
    assert (report.status == "unfinished") == (not replica.closed)
    assert report.winner == replica.view().winner


def hunt(purpose: str, trial: Callable[[int], bool]) -> int:
    """Runs ``trial`` for one seed after another, as the command line says, and names those that fail; a trial
    tells whether a fault was named at its table. The exit code is 1 if any failed."""
    parser = argparse.ArgumentParser(description=purpose)
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    parser.add_argument("--seeds", type=int, default=2000, help="how many seeds")
    parser.add_argument("--seconds", type=float, default=0, help="stop after so many seconds")
    options = parser.parse_args()
    started, failed, faults, done = time.monotonic(), 0, 0, 0
    for seed in range(options.first, options.first + options.seeds):
        if options.seconds and time.monotonic() - started > options.seconds:
            break
        done += 1
        try:
            faults += trial(seed)
        except Exception as error:  # the whole point is to go on and name the seed
            failed += 1
            print(f"seed {seed}: {type(error).__name__}: {error}", flush=True)
    print(f"{done} tables with cheats, {faults} where a fault was named, {failed} failed")
    return 1 if failed else 0


def main() -> int:
    def trial(seed: int) -> bool:
        ordeal = adversarial(seed)
        judge(ordeal)
        return any(blamed(ordeal.table, seat) for seat in ordeal.honest)

    return hunt("Judge tables with cheats, one seed after another.", trial)


if __name__ == "__main__":
    sys.exit(main())
