"""Both verifiers, which share no line, agree on whole records: true ones, and lies of every kind."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lantruco.fairdeal import ristretto255
from lantruco.protocol.codec import Octets32
from lantruco.protocol.messages import Boxes, BoxOctets, Message, Opened
from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_bytes
from lantruco.rules import CHOICES
from tests.attacks.cheats import replaced, sign_instead
from tests.independent.canonical import encode
from tests.independent.chain import step_digest
from tests.independent.deal import Deal
from tests.independent.edwards import BASE, Q, times
from tests.independent.forging import body_of, seeds_of, signed
from tests.independent.hashing import Data, digest, scalar
from tests.independent.record import Left, judge
from tests.independent.refusal import Refused
from tests.independent.ristretto import encode as ristretto
from tests.independent.schema import octets, text_of
from tests.independent.signatures import public
from tests.independent.test_records import blamed, join, lines_of
from tests.record import cheats
from tests.simulation.policies import any_legal, calm, eager
from tests.simulation.staging import Claims, staged
from tests.simulation.table import Policy, Table

Told = tuple[str, tuple[int, ...], int | None, tuple[int, ...], bytes, tuple[Left, ...]]


def by_the_package(data: bytes) -> Told | None:
    """None: refused."""
    try:
        report = verify_bytes(data)
    except RecordError:
        return None
    fault = report.fault.seat if report.fault is not None else None
    left = tuple(Left(one.seat, one.step, one.hand, one.after, one.went_on) for one in report.left)
    return report.status, tuple(report.score), fault, tuple(report.waiting), report.digest, left


def by_the_second(data: bytes) -> Told | None:
    try:
        found = judge(data)
    except Refused:
        return None
    return found.status, found.score, found.fault, found.waiting, found.digest, found.left


def agree(data: bytes) -> Told | None:
    one, two = by_the_package(data), by_the_second(data)
    assert one == two
    return one


def played(table: Table, seat: int = 0) -> bytes:
    table.play()
    assert table.replicas[seat].closed
    return table.file(seat)


def test_both_convict_the_author_of_each_lie() -> None:
    for about, data, seat in blamed()[::6]:
        told = agree(data)
        assert told is not None, about
        assert told[2] == seat, about


@pytest.mark.long
def test_both_convict_the_author_of_every_lie() -> None:
    for about, data, seat in blamed():
        told = agree(data)
        assert told is not None, about
        assert told[2] == seat, about


def test_both_say_the_same_of_a_record_that_was_cut() -> None:
    lines = lines_of("covered-card")
    for end in range(1, len(lines), 2):
        assert agree(join(lines[:end])) is not None


def empty_box(body: Message) -> Message | None:
    if not isinstance(body, Boxes):
        return None
    return replaced(body, boxes=[BoxOctets(bytes(len(box))) for box in body.boxes])


def complaint_without_the_key(body: Message) -> Message | None:
    if not isinstance(body, Opened):
        return None
    return replaced(body, secrets=[Octets32(b"k" * 32)] * len(body.secrets))


@pytest.mark.parametrize(("lie", "kind"), [(empty_box, "boxes"), (complaint_without_the_key, "opened")])
def test_both_find_who_lied_about_a_position_dealt_twice(
    lie: Callable[[Message], Message | None], kind: str
) -> None:
    liar = next(body["seat"] for body in map(body_of, lines_of("dealt-twice")[1:]) if body["kind"] == kind)
    table = Table(2, 20, ristretto255(), policy=Claims(8, "aceita"), shuffled=False)
    sign_instead(table, liar, lie)
    told = agree(played(table, 1 - liar))
    assert told is not None
    assert (told[0], told[2]) == ("fault", liar)


@pytest.mark.long
@pytest.mark.parametrize("lie", [empty_box, complaint_without_the_key])
def test_both_find_the_partner_who_lied_at_onze(lie: Callable[[Message], Message | None]) -> None:
    table = Table(4, 23, ristretto255(), policy=staged([(0, 9), (0, 1), (0, 1)], calm))
    sign_instead(table, 2, lie)
    told = agree(played(table))
    assert told is not None
    assert told[2] == 2


def cancelling() -> list[bytes]:
    """A deck log whose two keys are opposite, told up to the reveals."""
    lines = lines_of("covered-card")
    seeds = seeds_of(20, 2)
    commits = [body_of(line) for line in lines[1:3]]
    reveals = [body_of(line) for line in lines[3:5]]
    identities = [public(seed) for seed in seeds]
    deal = Deal(octets(commits[0]["genesis"], 32), 0, 0, identities)
    for seat, secret in enumerate((5, Q - 5)):
        key, announced = ristretto(times(secret, BASE)), ristretto(times(7, BASE))
        about: dict[str, Data] = {"context": deal.context, "seat": seat, "identity": identities[seat]}
        c = scalar("possession", {**about, "public": key, "announced": announced})
        proof = announced + ((7 + c * secret) % Q).to_bytes(32, "little")
        opened = {"nonce": bytes(32), "public": key, "possession": proof}
        commits[seat]["commitment"] = text_of(digest("commit", {**about, **opened}))
        reveals[seat] |= {"nonce": text_of(bytes(32)), "key": text_of(key), "proof": text_of(proof)}
    prev = step_digest(octets(commits[0]["prev"], 32), [encode(body) for body in commits])
    said = [*commits, *(body | {"prev": text_of(prev)} for body in reveals)]
    return [lines[0], *(signed(body, seeds) for body in said)]


def test_both_refuse_keys_that_cancel_out_which_takes_all_seats_together() -> None:
    assert agree(join(cancelling())) is None
    with pytest.raises(Refused) as caught:
        judge(join(cancelling()))
    assert caught.value.code == "E_JOINT"


CHEATS: list[cheats.Cheat] = [
    cheats.lie_about_the_score,
    cheats.play_and_call_truco_at_once,
    cheats.reveal_what_was_not_committed,
    cheats.swap_two_cards_after_the_proof,
]


@pytest.mark.parametrize("cheat", CHEATS)
def test_both_convict_a_cheat_at_the_table(cheat: cheats.Cheat) -> None:
    table = Table(2, 6, ristretto255(), policy=eager)
    cheat(table, 1)
    told = agree(played(table))
    assert told is not None
    assert (told[0], told[2]) == ("fault", 1)


def test_both_tell_a_whole_match_alike() -> None:
    options: dict[str, object] = {"torna_empate": "ultimo", "empate_escopo": "vaza", "limite": "nunca"}
    table = Table(2, 31, ristretto255(), policy=eager, options=options)
    told = agree(played(table))
    assert told is not None
    assert told[0] == "finished"


@pytest.mark.long
@pytest.mark.parametrize("name", sorted(CHOICES))
def test_both_tell_matches_with_every_option_alike(name: str) -> None:
    for value in CHOICES[name]:
        told = agree(played(Table(2, 33, ristretto255(), policy=any_legal, options={name: value})))
        assert told is not None
        assert told[0] == "finished"


@pytest.mark.long
@pytest.mark.parametrize("policy", [any_legal, calm])
@pytest.mark.parametrize("seats", [4, 6])
def test_both_tell_long_matches_of_many_alike(seats: int, policy: Policy) -> None:
    told = agree(played(Table(seats, 35, ristretto255(), policy=policy, bots=(1,))))
    assert told is not None
    assert told[0] == "finished"
