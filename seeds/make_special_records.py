"""Makes the golden records of special hands: each is a whole match, led to that hand in as few as may be.

The deals are as real as any, but their secrets come from a seed: never play with them.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from lantruco.fairdeal import ristretto255  # noqa: E402
from lantruco.protocol.messages import SIGNED, Boxes, Close, Message, Play, ShowCards  # noqa: E402
from lantruco.protocol.parting import PARTING_HEAD  # noqa: E402
from lantruco.record.verify import verify_bytes  # noqa: E402
from tests.attacks.cheats import sign_instead  # noqa: E402
from tests.attacks.deal_cheats import card_doubled_openly  # noqa: E402
from tests.attacks.endgame import Endgame, in_main  # noqa: E402
from tests.record.cheats import play_and_call_truco_at_once  # noqa: E402
from tests.record.leaving import line_of, parting  # noqa: E402
from tests.simulation.policies import calm  # noqa: E402
from tests.simulation.staging import Claims, covering, staged  # noqa: E402
from tests.simulation.table import Policy, Table  # noqa: E402

GOLDEN = ROOT / "seeds" / "golden"
INDEX = GOLDEN / "special.json"
A, B = 0, 1


def table(seats: int, seed: int, policy: Policy, *, bots: tuple[int, ...] = ()) -> Table:
    return Table(seats, seed, ristretto255(), policy=policy, shuffled=False, bots=bots)


def onze() -> Table:
    """Partners at eleven see each other's cards; one of them is a bot, whose word its partner carries."""
    return table(4, 23, staged([(A, 9), (A, 1), (A, 1)], calm), bots=(2,))


def ferro() -> Table:
    """A side runs at eleven, so that both have eleven; then nobody sees a card before it is played."""
    return table(2, 20, staged([(A, 9), (B, 9), (A, 1), (B, 1), (A, 1), (B, 1)], calm))


def covered() -> Table:
    return table(2, 20, covering)


def claim_accepted() -> Table:
    return table(2, 20, Claims(1, "aceita"))


def claim_true() -> Table:
    """The first seed that deals somebody a família real: one deal in some twenty does."""
    tries = (table(2, seed, staged([None, (A, 9)], Claims(1, "mostra", royal=True))) for seed in count(20))
    return next(made for made in tries if any(isinstance(body, ShowCards) for body in bodies(played(made))))


def claim_bluff() -> Table:
    return table(2, 20, staged([None, (B, 9)], Claims(1, "mostra", royal=False)))


def dealt_twice() -> Table:
    """So many claims that the first cards come back from under the monte, in a box."""
    return table(2, 20, Claims(8, "aceita"))


def equivocation() -> Table:
    made = table(2, 7, staged([], calm))
    play_and_call_truco_at_once(made, seat=1)
    return made


def bad_shuffle() -> Table:
    """A doubled card in the second hand's deck, with a proof that says so; the first hand is played out."""
    made = table(2, 8, staged([(A, 9)], calm))
    lie = card_doubled_openly(made, 1)
    sign_instead(made, 1, lambda body: lie(body) if body.hand == 1 else None)
    return made


def second_round() -> Table:
    """Three faults of one seat, each shown to another first: the others agree on the lowest in round 2."""
    game = Endgame(
        4, 9, {1}, group=ristretto255(), policy=calm, until=lambda game: len(in_main(game.said(1))) > 4
    )
    low, middle, high = (game.contradiction(body) for body in in_main(game.said(1))[2:5])
    for seat, proof in ((0, high), (2, middle), (3, low)):
        game.tell(seat, proof)
    game.pass_on(lambda source, _, body: isinstance(body, Close) and body.seat == source)
    return game


MATCHES: dict[str, tuple[Callable[[], Table], str]] = {
    "onze-partners": (onze, "finished"),
    "ferro-blind": (ferro, "finished"),
    "covered-card": (covered, "finished"),
    "familia-accepted": (claim_accepted, "finished"),
    "familia-true": (claim_true, "finished"),
    "familia-bluff": (claim_bluff, "finished"),
    "dealt-twice": (dealt_twice, "finished"),
    "fault-equivocation": (equivocation, "fault"),
    "fault-bad-shuffle": (bad_shuffle, "fault"),
    "fault-second-round": (second_round, "fault"),
}


def played(made: Table) -> bytes:
    made.play()
    return made.file(0)


def broken_off() -> bytes:
    """Left in the second hand's deal, when one seat's shares were heard and the other's were not."""
    made = table(2, 21, staged([(A, 9)], calm))
    at_seat = made.replicas[0]
    while not (at_seat.view().phase == "deal" and at_seat.view().hand == 1 and at_seat.pending_lines()):
        if not made.deliver() and not made.decide():
            raise SystemExit("the match never came to its second deal")
    return made.file(0) + b"".join(line + b"\n" for line in at_seat.pending_lines())


def left_one_after_the_other() -> bytes:
    """The same, left by who had spoken in that step, and then by the other, who had heard that good-bye."""
    data = broken_off()
    first = parting(data, 0, spoken=True)
    second = parting(data, 1, after=[first])
    return data + line_of(first, 21) + line_of(second, 21)


def bodies(data: bytes) -> list[Message]:
    lines = (line for line in data.splitlines()[1:] if not line.startswith(PARTING_HEAD))
    return [SIGNED.decode(line).body for line in lines]


SHOWS: dict[str, Callable[[list[Message]], bool]] = {
    "onze-partners": lambda said: any(isinstance(body, Boxes) for body in said),
    "covered-card": lambda said: any(isinstance(body, Play) and body.share is None for body in said),
    "familia-true": lambda said: any(isinstance(body, ShowCards) for body in said),
    "familia-bluff": lambda said: any(isinstance(body, ShowCards) for body in said),
    "dealt-twice": lambda said: any(isinstance(body, Boxes) for body in said),
    "fault-second-round": lambda said: isinstance(said[-1], Close) and said[-1].round == 2,
}


def keep(name: str, data: bytes, status: str) -> dict[str, object]:
    """Checks and writes one match; what its report must say goes into the index."""
    report = verify_bytes(data)
    if report.status != status or not SHOWS.get(name, bool)(bodies(data)):
        raise SystemExit(f"{name}: not what it should show ({report.status})")
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
    index = {name: keep(name, played(make()), status) for name, (make, status) in MATCHES.items()}
    index["unfinished"] = keep("unfinished", broken_off(), "unfinished")
    index["left"] = keep("left", left_one_after_the_other(), "unfinished")
    INDEX.write_text(json.dumps(index, indent=2) + "\n")


if __name__ == "__main__":
    main()
