"""Honest seats come to one end of the match, however a cheat times what proves his guilt."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count, product
from pathlib import Path

import pytest

from lantruco.protocol.closing import MAX_FAULTS
from lantruco.protocol.codec import Octets32, Octets64
from lantruco.protocol.decklog import VerifyJob
from lantruco.protocol.effects import Effect, Work
from lantruco.protocol.messages import (
    SIGNED,
    Boxes,
    Call,
    Close,
    Commit,
    HandStart,
    Message,
    Reveal,
    Shares,
    Shuffle,
    Signed,
    Verdict,
    Word,
    body_digest,
)
from lantruco.protocol.sync import MAX_ANSWER
from lantruco.record.compare import compare
from lantruco.record.errors import RecordError
from lantruco.record.verify import verify_bytes
from tests.attacks.adversary import adversarial, judge
from tests.attacks.cheats import replaced, sign_instead, signed_by, slot_of
from tests.attacks.closing_adversary import endangered, judge_end
from tests.attacks.endgame import Endgame, another_word, in_deck, in_main
from tests.attacks.test_faults import proof_that_fails, side_first_at_onze
from tests.attacks.verdicts import blamed
from tests.fairdeal.smallgroup import SMALL
from tests.independent.record import judge as judged_alone
from tests.independent.refusal import Refused
from tests.simulation.policies import calm, eager
from tests.simulation.staging import staged, to_onze
from tests.simulation.table import Policy, Table, identity

CHEAT = 1
TABLES = [(4, 3), (6, 4)]
TWO_HANDS = staged([(0, 9)], eager)

Pick = Callable[[Endgame], Message]


def first_word(game: Endgame) -> Message:
    return in_main(game.said(CHEAT))[0]


def last_word(game: Endgame) -> Message:
    return in_main(game.said(CHEAT))[-1]


def first_commitment(game: Endgame) -> Message:
    return in_deck(game.said(CHEAT), 0)[0]


def verdict_on_the_last_deck(game: Endgame) -> Message:
    return in_deck(game.said(CHEAT), game.result().hand)[-1]


PICKS = [first_word, last_word, first_commitment, verdict_on_the_last_deck]


# -- evidence at the close


@pytest.mark.parametrize(
    ("seed", "pick"), list(enumerate(PICKS)), ids=lambda value: getattr(value, "__name__", "")
)
def test_the_natural_closing_told_to_one_and_old_evidence_to_the_others(seed: int, pick: Pick) -> None:
    """Guard: who has closed says so, and the others return to that end."""
    game = Endgame(4, seed, {CHEAT}, policy=TWO_HANDS)
    first, *others = game.honest
    game.tell(first, game.closing(CHEAT, game.result()))
    assert game.replicas[first].closed
    game.tell(others[seed % len(others)], game.contradiction(pick(game)))
    game.play()
    game.assert_one_end(None)
    game.assert_records_agree()


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_the_natural_closing_told_to_one_and_a_false_one_to_another(seats: int, seed: int) -> None:
    """Guard: a result that is false is evidence, but it comes too late for the one who has closed."""
    game = Endgame(seats, seed, {CHEAT})
    first, second, *_ = game.honest
    natural = game.result()
    false = signed_by(game, CHEAT, replaced(natural, seat=CHEAT, winner=1 - natural.winner))
    game.tell(first, game.closing(CHEAT, natural))
    game.tell(second, false)
    game.play()
    game.assert_one_end(None)


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_two_results_told_to_two_before_either_is_told_the_true_one(seats: int, seed: int) -> None:
    game = Endgame(seats, seed, {CHEAT})
    first, second, *_ = game.honest
    natural = game.result()
    for seat, score in ((first, (12, 3)), (second, (12, 4))):
        game.tell(seat, signed_by(game, CHEAT, replaced(natural, seat=CHEAT, score=score)))
    game.play()
    game.assert_one_end(CHEAT)
    game.assert_records_agree()


@pytest.mark.parametrize("pick", PICKS, ids=lambda pick: pick.__name__)
def test_the_natural_closing_told_to_nobody_and_evidence_to_one(pick: Pick) -> None:
    game = Endgame(4, 3, {CHEAT}, policy=TWO_HANDS)
    game.tell(game.honest[-1], game.contradiction(pick(game)))
    game.play()
    game.assert_one_end(CHEAT)
    game.assert_records_agree()


@pytest.mark.parametrize("seed", range(4))
def test_the_natural_closing_told_to_all_when_they_have_heard_of_a_fault(seed: int) -> None:
    """Guard: some may take the natural end and some have gone on to the fault; one of the two binds all."""
    game = Endgame(4, seed, {CHEAT})
    natural = game.closing(CHEAT, game.result())
    game.tell(game.honest[seed % 3], game.contradiction(first_word(game)))
    game.pool.extend((CHEAT, seat, natural) for seat in game.honest)
    game.play()
    assert len(game.ends()) == 1
    assert all(game.replicas[seat].closed for seat in game.honest)


@pytest.mark.parametrize("seed", range(2))
def test_another_fault_for_each_seat_and_a_lower_one_in_every_round(seed: int) -> None:
    """Guard: from round 1 on only ends that were named count, not what a cheat still has to show."""
    game = Endgame(6, seed, {CHEAT})
    proofs = [game.contradiction(body) for body in game.said(CHEAT)]
    game.shuffled = False
    while proofs and not all(game.replicas[seat].closed for seat in game.honest):
        for seat in game.honest[: len(proofs)]:
            game.tell(seat, proofs.pop())
        for _ in game.honest:
            game.deliver()
    game.play()
    game.assert_one_end(CHEAT)
    assert max(game.replicas[seat]._round for seat in game.honest) <= 2


@pytest.mark.parametrize(("seats", "seed"), TABLES)
def test_a_false_word_that_one_has_closed_binds_nobody(seats: int, seed: int) -> None:
    """Guard: who hears `closed` follows only with all closings in hand. Else all wait for the cheat's."""
    game = Endgame(seats, seed, {CHEAT})
    said = game.closing(CHEAT, game.result(), closed=True)
    game.tell(game.honest[0], said)
    game.play()
    game.tell(game.honest[0], game.contradiction(first_word(game)))
    game.play()
    game.assert_one_end(CHEAT)
    game.assert_records_agree()


def test_who_has_promised_to_return_to_an_end_closes_on_no_other() -> None:
    """Guard: the closing that completes another end comes too late. Of two cheats one is known. Both give all
    the natural closing, and one honest seat also the last closing on the fault, when all have said that they
    return."""
    known, unknown = 1, 3
    game = Endgame(4, 3, {known, unknown})
    first, second = game.honest
    natural = game.result()
    game.tell((first, second), game.contradiction(in_main(game.said(known))[0]))
    while game.deliver():
        pass
    fault = game.closings(first)[-1]
    assert fault.fault == known
    for seat in game.honest:
        game.tell(seat, game.closing(known, natural), game.closing(unknown, natural))
        game.tell(seat, game.closing(unknown, natural, closed=True))
    assert game.closings(first)[-1].closed
    assert game.closings(second)[-1].closed
    # The second hears the last closing on the fault before it hears that the first returns.
    game.tell(second, game.closing(unknown, fault))
    game.play()
    game.assert_safe()
    game.assert_records_agree()


def test_of_a_cheats_record_and_the_others_the_later_round_is_the_true_one() -> None:
    """What the natural closings of all are worth to him who has withheld his own: a file that holds, and that
    no honest seat has."""
    game = Endgame(4, 3, {CHEAT})
    game.tell(game.honest[0], game.contradiction(first_word(game)))
    game.play()
    game.assert_one_end(CHEAT)
    rounds, reports = [], []
    for seat, status in ((CHEAT, "finished"), (game.honest[0], "fault")):
        reports.append(verify_bytes(game.file(seat), group=SMALL))
        assert reports[-1].status == status
        last = SIGNED.decode(game.records[seat][-1]).body
        assert isinstance(last, Close)
        rounds.append(last.round)
    assert rounds == [0, 1]
    assert [one.counts for one in compare(reports)] == [1]
    assert [one.counts for one in compare(reports[::-1])] == [0]


def test_closings_that_differ_are_no_end_for_either_verifier() -> None:
    golden = Path(__file__).resolve().parents[2] / "seeds" / "golden" / "fault-second-round.jsonl"
    *lines, last = golden.read_bytes().splitlines()
    assert judged_alone(golden.read_bytes()).status == verify_bytes(golden.read_bytes()).status == "fault"
    for change in ({"round": 1}, {"closed": True}, {"winner": 1}):
        body = replaced(SIGNED.decode(last).body, **change)
        forged = Signed(body, Octets64(identity(900 + body.seat + 1).sign(body_digest(body)))).to_bytes()
        data = b"".join(line + b"\n" for line in (*lines, forged))
        with pytest.raises(RecordError):
            verify_bytes(data)
        with pytest.raises(Refused):
            judged_alone(data)


def test_one_end_named_in_two_rounds_is_two_records() -> None:
    """Guard: who returns takes end, round and result as the others said them. Of two cheats one is known.
    The other has the honest seats name one end twice, and gives each the last closing of another round."""
    known, unknown = 1, 3
    game = Endgame(4, 3, {known, unknown})
    first, second = game.honest
    low, high = (game.contradiction(body) for body in in_main(game.said(known))[1:3])
    game.tell(game.honest, low, high)
    step, prev, _, _ = max(game.replicas[first]._ballot.faults)
    once = game.closings(first)[-1]
    elsewhere = replaced(once, step=step, prev=Octets32(prev))
    game.tell(game.honest, game.closing(unknown, elsewhere))
    while game.deliver():
        pass
    again = game.closings(first)[-1]
    assert again == replaced(once, round=2)
    game.tell(game.honest, game.closing(unknown, once))
    game.tell(first, game.closing(unknown, once, closed=True))
    game.tell(second, game.closing(unknown, again))
    assert game.replicas[second].closed
    game.play()
    game.assert_safe()
    game.assert_records_agree()


# -- who closes and goes


@pytest.mark.parametrize(("seats", "seed"), TABLES)
@pytest.mark.parametrize("found", ["nothing", "before", "after"])
def test_who_closes_first_and_leaves_at_once_takes_the_rest_along(seats: int, seed: int, found: str) -> None:
    """Guard: whoever closes passes on all closings, and says that he has closed. One honest seat closed, and
    the others waited for ever, whether or not they heard of a fault."""
    game = Endgame(seats, seed, {CHEAT})
    first, *others = game.honest
    evidence = game.contradiction(last_word(game))
    if found == "before":
        game.tell(others[0], evidence)
    game.tell(first, game.closing(CHEAT, game.result()))
    assert game.replicas[first].closed
    # He hears nothing any more, and nobody can ask him.
    game.pool = [(source, to, frame) for source, to, frame in game.pool if to != first]
    silent = game.intercept
    game.intercept = lambda source, to, frame: [] if first in (source, to) else silent(source, to, frame)
    if found == "after":
        game.tell(others[-1], evidence)
    game.play()
    game.assert_one_end(None)
    game.assert_records_agree()


# -- two faults


def lying_together(
    kind: type[Message], cheats: tuple[int, int], policy: Policy, seed: int
) -> tuple[set[int], Table]:
    """Two cheats lie in one parallel step and sign no closing; who hears which of them first is left to the
    seed. Who has lied (one of them may hear of the other's lie first), and the table."""
    lied: set[int] = set()

    def prepare(table: Table) -> None:
        def lying(source: int, _to: int, frame: bytes) -> list[bytes]:
            body = SIGNED.decode(frame).body
            if body.seat not in cheats or source != body.seat:
                return [frame]
            if isinstance(body, kind):
                lied.add(source)
                return [signed_by(table, source, another_word(body))]
            return [] if isinstance(body, Close) else [frame]

        table.intercept = lying

    return lied, Table(4, seed, SMALL, policy=policy, prepare=prepare)


STEPS: list[tuple[type[Message], int, Policy]] = [
    *((kind, seed, eager) for kind in (Commit, Reveal, Verdict, HandStart, Shares) for seed in range(2)),
    (Boxes, 5, to_onze),
]


@pytest.mark.parametrize(("kind", "seed", "policy"), STEPS)
def test_of_two_cheats_in_one_step_all_name_the_same(kind: type[Message], seed: int, policy: Policy) -> None:
    """Guard: whichever was heard first, all come to one fault; the lower seat's, once two were named. Without
    the other cheat's closing the match stays unfinished and nobody takes another end; with it all close."""
    first = side_first_at_onze(4, 5) if kind is Boxes else seed % 2
    cheats = first, first + 2
    lied, table = lying_together(kind, cheats, policy, seed)
    table.play()
    seats = [seat for seat in range(4) if seat not in cheats]
    replicas = [table.replicas[seat] for seat in seats]
    (fault,) = {replica.view().fault for replica in replicas}
    assert fault in lied
    assert fault == min(lied) or all(replica._round == 0 for replica in replicas)
    assert not any(replica.closed for replica in replicas)
    (like,) = {replaced(replica._main.close_body(0, replica._round, closed=False)) for replica in replicas}
    other = next(seat for seat in cheats if seat != fault)
    for seat in seats:
        frame = signed_by(table, other, replaced(like, seat=other))
        table.carry_out(seat, table.replicas[seat].receive(frame))
    assert all(replica.closed for replica in replicas)
    assert len({replica.digest for replica in replicas}) == 1
    for seat in seats:
        assert {found.seat for found in blamed(table, seat)} <= lied


def second_deck_committed(game: Endgame) -> bool:
    """The first hand is dealt, and all have committed to the second deck."""
    replica = game.replicas[game.honest[0]]
    return replica.view().phase == "turn" and len(replica._decks) > 1 and replica._decks[1].log.number > 0


@pytest.mark.parametrize("deck_first", [True, False])
@pytest.mark.parametrize("seed", range(2))
def test_a_fault_in_the_coming_deck_and_one_in_the_hand_in_either_order(deck_first: bool, seed: int) -> None:
    game = Endgame(4, seed, {CHEAT}, policy=TWO_HANDS, until=second_deck_committed)
    deck = game.contradiction(in_deck(game.said(CHEAT), 1)[0])
    main = game.contradiction(in_main(game.said(CHEAT))[-1])
    game.tell(game.honest[0], *((deck, main) if deck_first else (main, deck)))
    game.tell(game.honest[1], main)
    game.tell(game.honest[2], deck)
    game.play()
    game.assert_one_end(CHEAT)
    for seat in game.honest:
        assert game.replicas[seat]._main.fault == CHEAT
        assert not game.replicas[seat]._main.faulty_deck
    game.assert_records_agree()


def test_who_stopped_before_anothers_fault_goes_on_without_its_proof() -> None:
    """Guard: an end that strikes later needs no evidence. One seat finds a fault in the hand under way, so
    that its log goes no further; the others hear nothing of it, and end the next hand by a fault in its deck.
    Then the closings arrive before what proves them."""
    alone, cheat, *others = 2, 3, 0, 1
    policy = staged([(0, 1)], eager)
    games = (
        Endgame(4, seed, {cheat}, policy=policy, until=second_deck_committed, deliver_all=False)
        for seed in count()
    )
    # Seat 0 asks for truco and seat 1 runs: the hand ends without the other two.
    game = next(game for game in games if game.replicas[0].view().waiting == (0,))
    deck = game.contradiction(in_deck(game.said(cheat), 1)[0])
    main = game.contradiction(in_main(game.said(cheat))[0])
    game.tell(others, deck)
    game.tell(alone, main)
    game.pass_on(lambda source, to, _: alone not in (source, to))
    while any(not game.closings(seat) for seat in others):
        assert game.decide(), "the hand cannot be ended by those who hear of it"
        game.pass_on(lambda source, to, _: alone not in (source, to))
    assert [game.closings(seat)[0].deck is None for seat in (alone, *others)] == [True, False, False]
    game.pass_on(lambda source, _, body: isinstance(body, Close) and source == body.seat)
    assert {body.round for seat in others for body in game.closings(seat)} == {0, 1}
    assert [body.round for body in game.closings(alone)] == [0, 1, 2]
    game.play()
    game.assert_one_end(cheat)
    game.assert_records_agree()


def has_shuffled(game: Endgame) -> bool:
    return any(isinstance(body, Shuffle) for body in game.said(CHEAT))


def test_who_stopped_early_in_a_deck_needs_no_proof_of_what_came_later_in_it() -> None:
    """Guard: an end in the same deck may strike a later step of it. One seat knows of a second commitment,
    and the others of a second shuffle. All hear the closings before what proves them."""
    alone, *others = 3, 0, 2
    game = Endgame(4, 3, {CHEAT}, until=has_shuffled, deliver_all=False)
    commitment, *_, shuffle = in_deck(game.said(CHEAT), 0)
    game.tell(alone, game.contradiction(commitment))
    game.pass_on(lambda source, to, _: alone not in (source, to))
    game.tell(others, game.contradiction(shuffle))
    game.pass_on(lambda source, _, body: isinstance(body, Close) and source == body.seat)
    assert [body.round for body in game.closings(alone)] == [0, 1, 2]
    assert {body.round for seat in others for body in game.closings(seat)} == {0, 1}
    game.play()
    game.assert_one_end(CHEAT)
    game.assert_records_agree()


class SlowTable(Table):
    """Seat ``slow`` does not come to the end of verifying the second deck before `hurry`."""

    slow = 2
    held: VerifyJob | None = None

    def carry_out(self, seat: int, effects: list[Effect]) -> None:
        quick: list[Effect] = []
        for effect in effects:
            job = effect.job if isinstance(effect, Work) else None
            if seat == self.slow and isinstance(job, VerifyJob) and job.context.hand == 1:
                self.held = job
            else:
                quick.append(effect)
        super().carry_out(seat, quick)

    def hurry(self) -> None:
        assert self.held is not None
        job, self.held = self.held, None
        super().carry_out(self.slow, self.replicas[self.slow].done(job, job.run()))


@pytest.mark.parametrize("seed", range(2))
def test_a_bad_shuffle_that_one_has_found_and_another_cheats_fault_that_others_know(seed: int) -> None:
    """Guard: a shuffle is bad at its own step, though one finds it later, or by the closing that names it."""
    shuffler, talker = 1, 3

    def prepare(table: Table) -> None:
        def lie(body: Message) -> Message | None:
            return proof_that_fails(body) if getattr(body, "hand", 0) == 1 else None

        sign_instead(table, shuffler, lie)

    table = SlowTable(4, seed, SMALL, policy=TWO_HANDS, prepare=prepare)
    heard: list[bytes] = []

    def two_faced(source: int, to: int, frame: bytes) -> list[bytes]:
        body = SIGNED.decode(frame).body
        if source == body.seat == talker and isinstance(body, Reveal) and body.hand == 1:
            heard.append(frame)
            return [frame, signed_by(table, talker, another_word(body))] if to == table.slow else [frame]
        return [frame]

    table.intercept = two_faced
    table.play()
    if table.held is not None:
        table.hurry()
    table.play()
    assert heard
    ends = {table.replicas[seat].digest for seat in (0, 2) if table.replicas[seat].closed}
    assert len(ends) == 1
    assert [table.replicas[seat].closed for seat in (0, 2)] == [True, True]
    assert [table.replicas[seat].view().fault for seat in (0, 2)] == [talker, talker]


# -- whatever the timing


def test_numbers_that_once_failed_do_not() -> None:
    judge(adversarial(20033))
    judge_end(endangered(31))
    judge_end(endangered(2066))


@pytest.mark.parametrize("seed", range(100, 103))
def test_a_cheat_who_times_what_he_says_parts_nobody(seed: int) -> None:
    judge_end(endangered(seed, "one"))


@pytest.mark.parametrize("seed", range(110, 112))
def test_cheats_who_time_what_they_say_part_nobody(seed: int) -> None:
    judge_end(endangered(seed, "more"))


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 600, 100))
def test_hundreds_more_tables_close_on_one_end(first: int) -> None:
    for seed in range(first, first + 100):
        judge_end(endangered(seed))


# -- bounds, and whoever comes late


def test_a_flood_of_proofs_and_closings_is_kept_and_answered_within_bounds() -> None:
    """Guard: a cheat may sign what he likes; what he costs is bounded by the log and by the rounds."""
    game = Endgame(4, 3, {CHEAT}, policy=calm, until=lambda game: len(in_main(game.said(CHEAT))) > 12)
    said = game.said(CHEAT)
    game.tell(0, game.contradiction(in_main(said)[6]))
    like, replica, before = game.closings(0)[0], game.replicas[0], len(game.sent)
    words: tuple[Word, ...] = ("truco", "seis", "nove", "doze")
    for body, word in product(said, words):
        again = Call(**slot_of(body), word=word, partner=None)
        game.tell(0, game.contradiction(body), signed_by(game, CHEAT, again))
    proved = len(game.sent) - before
    for number, junk in product(range(7), range(200)):
        lie = replaced(like, step=like.step + junk % 7, score=(junk % 12, 0), fault=junk % 4, seat=CHEAT)
        game.tell(0, signed_by(game, CHEAT, replaced(lie, round=number, closed=junk % 2 == 0)))
    assert proved <= 2 * len(said)
    assert len(game.sent) - before - proved <= 100
    assert len(list(replica._ballot.messages())) <= 7 * 2 * 4 * 4
    assert len(replica._ballot.faults) <= MAX_FAULTS
    assert len(replica.missing(replica.have())) <= MAX_ANSWER
    game.play()
    game.assert_one_end(CHEAT)


def test_a_seat_that_hears_only_what_it_asks_for_comes_to_the_same_end() -> None:
    """Guard: the answer to `have` holds evidence and closings of every round."""
    late = 2
    game = Endgame(4, 3, {CHEAT}, until=lambda game: len(in_main(game.said(CHEAT))) > 3)
    proofs = [game.contradiction(body) for body in in_main(game.said(CHEAT))]
    told = game.intercept
    game.intercept = lambda s, t, f: [] if t == late else told(s, t, f)
    game.tell(0, proofs[2])
    game.tell(3, proofs[1])
    while game.deliver():
        pass
    assert not game.closings(late)
    game.intercept = told
    game.play()
    game.assert_one_end(CHEAT)
    game.assert_records_agree()
