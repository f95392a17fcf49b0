"""Records of true matches hold, to the last word, from their bytes alone."""

from __future__ import annotations

import json
import random
from functools import cache
from pathlib import Path

import pytest

from lantruco.protocol.decklog import VerifyJob
from lantruco.protocol.messages import SIGNED, Shuffle
from lantruco.protocol.replica import Replica
from lantruco.record.errors import RecordError
from lantruco.record.proofs import Proofs
from lantruco.record.report import Report
from lantruco.record.verify import SHUFFLE_WORK, verify_bytes, verify_file
from tests.fairdeal.entropy import SeededEntropy
from tests.fairdeal.smallgroup import SMALL
from tests.fairdeal.tables import deal
from tests.record import cheats
from tests.record.golden import FILES, GOLDEN, join, lines_of, report_of
from tests.simulation.policies import any_legal, claiming, eager
from tests.simulation.staging import to_ferro
from tests.simulation.table import Policy, Table


@cache
def played(seats: int, seed: int, policy: Policy = any_legal) -> bytes:
    """The record of a match in the small group."""
    table = Table(seats, seed, SMALL, policy=policy)
    table.play()
    assert all(table.closed())
    assert len({table.file(seat) for seat in range(seats)}) == 1
    return table.file(0)


def quiet(replica: Replica, chance: random.Random) -> str:
    """Never raises: the first card in hand, or the first answer."""
    return replica.view().legal[0]


def verified(data: bytes) -> Report:
    return verify_bytes(data, group=SMALL)


@pytest.mark.parametrize("seats", [2, 4, pytest.param(6, marks=pytest.mark.long)])
def test_a_match_just_played_is_found_true_and_finished(seats: int) -> None:
    report = verified(played(seats, 1))
    assert report.status == "finished"
    assert report.waiting == ()
    assert 12 in report.score
    assert report.winner == report.score.index(12)
    assert all(seat.signed_close for seat in report.seats)
    assert all(seat.signed_hands == len(report.hands) for seat in report.seats)


@pytest.mark.parametrize("name", FILES)
def test_the_golden_records_hold(name: str) -> None:
    expected = json.loads((GOLDEN / "index.json").read_text())[name]
    report = report_of(name)
    assert report.status == expected["status"]
    assert report.digest.hex() == expected["digest"]
    assert len(report.hands) == expected["hands"]
    assert list(report.score) == expected["score"]


def test_the_golden_fault_names_who_covered_a_card_in_the_first_vaza() -> None:
    report = report_of("fault")
    assert report.status == "fault"
    assert report.fault is not None
    assert (report.fault.seat, report.fault.code) == (1, "E_COVER")
    assert report.winner == 0


def test_every_proof_of_a_finished_match_is_counted() -> None:
    report = verified(played(4, 1))
    # The deck of the hand after the last is never recorded.
    assert report.checked.commits == report.checked.shuffles == 4 * len(report.hands)
    assert report.checked.signatures >= report.lines


def test_the_account_tells_each_hand_as_the_rules_saw_it() -> None:
    for seed in range(4):
        report = verified(played(2, seed))
        score = (0, 0)
        for number, hand in enumerate(report.hands):
            assert hand.hand == number
            assert hand.reason is not None
            assert hand.vira is not None
            gained = tuple(after - before for before, after in zip(score, hand.score, strict=True))
            assert (sum(gained) > 0) == (hand.winner is not None)
            for vaza in hand.vazas[:-1]:
                assert len([move for move in vaza.moves if move.card]) == 2
                assert vaza.winner is not None
            score = hand.score
        assert score == report.score


@pytest.mark.parametrize("seats", [2, 4])
def test_onze_and_blind_ferro_are_told_as_such(seats: int) -> None:
    kinds = {hand.kind for hand in verified(played(seats, 5, to_ferro)).hands}
    assert kinds == {"normal", "onze", "ferro"}


@pytest.mark.parametrize(("answer", "reasons"), [("aceita", {"vazas"}), ("mostra", {"fr_real", "fr_blefe"})])
def test_a_claimed_familia_real_is_told_with_its_answer(answer: str, reasons: set[str]) -> None:
    report = verified(played(2, 3, claiming(1, answer)))
    moves = [move for hand in report.hands for vaza in hand.vazas for move in vaza.moves]
    claims = [index for index, move in enumerate(moves) if move.word == "familia"]
    assert claims
    assert {moves[index + 1].word for index in claims} == {answer}
    assert reasons & {hand.reason for hand in report.hands}


def test_progress_counts_to_the_end() -> None:
    seen: list[tuple[int, int]] = []
    verify_bytes(played(2, 1), group=SMALL, progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert len({total for _, total in seen}) == 1
    assert seen[-1][0] == seen[-1][1]
    shuffles = sum(isinstance(SIGNED.decode(line).body, Shuffle) for line in lines_of(played(2, 1))[1:])
    assert seen[-1][1] == len(lines_of(played(2, 1))) - 1 + SHUFFLE_WORK * shuffles


def test_a_shuffle_is_presumed_good_only_until_it_is_judged() -> None:
    """The replay goes on meanwhile; a second one, with the true answer, names the guilty seat."""
    dealt = deal(SMALL, 2)
    bad = dealt.proofs[0][:-32] + bytes(32)
    decks, order = dealt.decks, tuple(dealt.order)
    job = VerifyJob(dealt.ctx, dealt.joint, decks, order, (bad, dealt.proofs[1]), (), SeededEntropy(1))
    with Proofs() as proofs:
        assert proofs.answer(job) is None
        assert not proofs.settle(lambda count: None)
        assert proofs.answer(job) == 0


def test_a_bot_is_named_with_the_person_who_runs_it() -> None:
    report = report_of("four-seats")
    assert [seat.operator for seat in report.seats] == [None, "Olga", None, None]


def test_only_rules_that_differ_from_the_usual_are_listed() -> None:
    table = Table(2, 3, SMALL, options={"limite": "nunca"})
    table.play()
    assert verified(table.file(0)).rules == {"limite": "nunca"}


def test_a_match_broken_off_is_unfinished_and_says_whom_it_waits_for() -> None:
    whole = lines_of(played(4, 1, eager))
    for length in range(1, len(whole)):
        report = verified(join(whole[:length]))
        assert report.status == "unfinished"
        assert report.waiting
        assert not all(seat.signed_close for seat in report.seats)


def test_without_the_last_signature_the_result_is_known_and_not_final() -> None:
    report = verified(join(lines_of(played(4, 1, eager))[:-1]))
    assert report.winner is not None
    assert report.status == "unfinished"
    assert report.waiting == (3,)
    assert [seat.signed_close for seat in report.seats] == [True, True, True, False]


@pytest.mark.parametrize("moves", [0, 3, 20, 40])
def test_a_seat_that_leaves_keeps_a_record_that_holds(moves: int) -> None:
    table = Table(2, 1, SMALL)
    for _ in range(moves):
        if not table.deliver():
            table.decide()
    left = table.records[0] + table.replicas[0].pending_lines()
    assert verified(join(left)).status == "unfinished"


@pytest.mark.parametrize(
    ("cheat", "code"),
    [
        (cheats.play_covered_in_first_vaza, "E_COVER"),
        (cheats.play_and_call_truco_at_once, "E_EQUIVOCATION"),
        (cheats.commit_twice, "E_EQUIVOCATION"),
        (cheats.lie_about_the_score, "E_SCORE"),
        (cheats.reveal_what_was_not_committed, "E_COMMIT"),
        (cheats.swap_two_cards_after_the_proof, "E_PROOF"),
    ],
)
@pytest.mark.parametrize("seats", [2, 4])
def test_whoever_cheats_is_named_by_the_record_of_every_honest_seat(
    cheat: cheats.Cheat, code: str, seats: int
) -> None:
    table = Table(seats, 7, SMALL, policy=quiet)
    cheat(table, 1)
    table.play()
    for seat in range(seats):
        if seat == 1:
            continue
        report = verified(table.file(seat))
        assert report.status == "fault"
        assert report.fault is not None
        assert report.fault.seat == 1
        assert report.fault.code == code
        assert report.winner == 0
        assert {1} == {one.seat for one in report.seats if not one.signed_close}


def test_the_json_of_a_report_is_plain_and_complete() -> None:
    report = report_of("four-seats")
    told = json.loads(json.dumps(report.to_json()))
    assert told["schema"] == "lantruco-verify/1"
    assert told["status"] == "finished"
    assert told["digest"] == report.digest.hex()
    assert len(told["hands"]) == len(report.hands)
    assert told["seats"][1]["bot_of"] == "Olga"
    assert told["unprovable"] == ["persons", "times", "collusion"]


def test_a_file_that_cannot_be_read_is_not_called_false(tmp_path: Path) -> None:
    for path in (tmp_path / "nothing.jsonl", tmp_path):
        with pytest.raises(RecordError) as caught:
            verify_file(path)
        assert caught.value.code == "E_READ"
        assert caught.value.uncheckable
