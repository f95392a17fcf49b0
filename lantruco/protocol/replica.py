"""One peer's replica of a table: every message, our own included, comes in by one door.

Bytes → decoding and bounds → signature → slot in the step log → phase → proofs and rules →
effects. Nothing here reads a clock, a socket or a file: time, randomness and keys are
arguments, so a whole table runs in one process under any order of delivery. It is long because
all that moves a table passes here, in one order that has to be read in one place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from lantruco import rules
from lantruco.fairdeal import Context, Entropy, Group, Invalid

from .closing import Ballot, Proven, ending_of
from .codec import Octets32, encode
from .decklog import REVEAL, DeckLog, ShuffleJob, VerifyJob
from .early import Early
from .effects import Effect, Job, Journal, Keep, Recorded, Refusal, Rewritten, Send, Show, Wipe, Work
from .errors import Fault, Refused
from .events import (
    Awaiting,
    DeckAdvanced,
    Event,
    FaultFound,
    MatchClosed,
    MatchEnded,
)
from .genesis import SignedGenesis, Verify, check_genesis, check_signatures
from .hashing import fault_digest
from .history import History, Logs, late_fault
from .keys import check_public
from .matchlog import (
    ANSWER,
    CLOSE,
    CLOSED,
    DECK,
    HAND,
    KEYS,
    MatchLog,
    same_move,
)
from .messages import (
    DECK_KINDS,
    MAX_HANDS,
    SIGNED,
    Body,
    Close,
    Message,
    PartnerWord,
    Signed,
    body_digest,
)
from .recording import pending_lines, record_lines, step_lines
from .steplog import StepLog
from .sync import MAX_ANSWER, Have
from .told import told_by
from .views import TableView, table_view
from .voice import Voice

MAX_SHOWN: Final = 8
"""Times that a seat which contradicts our last step is told it: links may lose some, a flood gets no more."""


class Replica:
    """The table as one seat (or, without a seat, an observer) replays and lives it.

    ``sign`` signs 32-byte digests with the seat's identity key; ``entropy`` feeds everything
    that has to be secret or unpredictable. An observer takes neither part nor secrets.

    Raises:
        Refused: the genesis is not well-formed or not signed by all its seats.
    """

    def __init__(
        self,
        signed: SignedGenesis,
        *,
        group: Group,
        verify: Verify,
        entropy: Entropy,
        seat: int | None = None,
        sign: Callable[[bytes], bytes] | None = None,
    ) -> None:
        check_genesis(signed.genesis, check_key=check_public, verify=verify)
        check_signatures(signed, verify)
        self.signed_genesis = signed
        self.genesis = signed.genesis
        self.genesis_digest = signed.genesis.digest()
        self.seat = seat
        self._group = group
        self._verify = verify
        self._entropy = entropy
        self._voice = None
        if seat is not None and sign is not None:
            self._voice = Voice(self.genesis_digest, seat, sign, entropy)
        self._logs = Logs(History(MatchLog(self.genesis, verify), []))
        self._ballot = Ballot(self.genesis.players)
        self._round = 0
        self._returned = False
        self._jobs: set[tuple[str, int]] = set()
        self._early = Early(self.genesis.players)
        self._words: dict[int, Signed] = {}
        self._shown: Counter[tuple[int, bytes]] = Counter()
        self._effects: list[Effect] = []
        self._told = (DECK, 0)

    @property
    def _main(self) -> MatchLog:
        return self._logs.now.main

    @property
    def _decks(self) -> list[DeckLog]:
        return self._logs.now.decks

    # -- what the owner calls

    @property
    def over(self) -> bool:
        """The result is known."""
        return self._main.over

    @property
    def closed(self) -> bool:
        """All closing signatures are in."""
        return self._main.phase == CLOSED

    @property
    def digest(self) -> bytes:
        """Digest of the main log up to its last complete step."""
        return self._main.log.prev

    @property
    def has_said(self) -> bool:
        """Whether this seat's message of the main step under way is in."""
        return self.seat in self._main.log.pending

    def place(self, step: int) -> tuple[bytes, int] | None:
        """What a step of the main log rests on, and its hand; None for a step beyond the one under way."""
        log, hand = self._main.log, self._main.number
        if step < log.number:
            found = log.steps[step]
            # What a fault says of its hand may be the very lie.
            return found.prev, hand if found.fault is not None else found.messages[0].body.hand
        return (log.prev, hand) if step == log.number else None

    def start(self) -> list[Effect]:
        """Opens the first deck log."""
        self._emit(Recorded((self.signed_genesis.to_bytes(),)))
        self._open_deck(0, None)
        self._settle()
        return self._take_effects()

    def receive(self, data: bytes) -> list[Effect]:
        """Takes one message from outside; never raises. A refused one changes nothing."""
        self._door(data, own=False)
        self._settle()
        return self._take_effects()

    def say(self, token: str) -> list[Effect]:
        """This seat's move: a token of RULES §4 (``3O``, ``(3O)``, ``#1``, ``(#1)`` or a word).

        Raises:
            Refused: E_PHASE when nothing can be said now, E_SPOKEN when it was said already.
            rules.RuleError: the rules forbid it; nothing changes.
        """
        if self._voice is None or self._has_spoken():
            raise Refused("E_SPOKEN")
        body = self._voice.move_body(self._main, token)
        try:
            self._speak(body)
        except Fault as fault:
            raise Refused(fault.code) from fault
        self._settle()
        return self._take_effects()

    def done(self, job: Job, result: object) -> list[Effect]:
        """Takes the result of a ``Work`` effect."""
        if isinstance(job, ShuffleJob):
            self._shuffled(job, result)
        elif isinstance(job, VerifyJob):
            self._verified(job, result)
        self._settle()
        return self._take_effects()

    def have(self) -> Have:
        """How far this replica's logs go, for a peer that may have more."""
        deck = self._decks[-1]
        return Have(
            genesis=Octets32(self.genesis_digest),
            main=self._main.log.number,
            deck_hand=deck.hand,
            deck_step=deck.log.number,
        )

    def missing(self, have: Have) -> list[bytes]:
        """Messages that the sender of ``have`` lacks, oldest first, at most ``MAX_ANSWER``."""
        if have.genesis != self.genesis_digest:
            return []
        found: list[Signed] = []
        for deck in self._decks[have.deck_hand :]:
            found.extend(deck.log.messages(have.deck_step if deck.hand == have.deck_hand else 0))
        found.extend(self._main.log.messages(have.main))
        found.extend(self._words[seat] for seat in sorted(self._words))
        # Where a fault has cut the log, its number no longer tells what somebody lacks.
        disputed = [*self._ballot.evidence(), *self._ballot.messages()] if self._disputed else []
        return [signed.to_bytes() for signed in (*disputed, *found)[:MAX_ANSWER]]

    def record_lines(self) -> list[bytes]:
        """The whole record so far: complete steps in canonical order."""
        return record_lines(self.signed_genesis, self._main, self._decks)

    def pending_lines(self) -> list[bytes]:
        """What an unfinished record ends with: the messages of the step that is not complete."""
        return pending_lines(self._main, self._decks)

    # -- the door

    def _door(self, data: bytes, *, own: bool) -> None:
        signer: int | None = None
        try:
            signed = SIGNED.decode(data)
            body = signed.body
            if body.genesis != self.genesis_digest:
                raise Refused("E_GENESIS")
            if body.seat >= self.genesis.players:
                raise Refused("E_SEAT")
            if not self._verify(self.genesis.seats[body.seat].key, signed.sig, body_digest(body)):
                raise Refused("E_SIGNATURE")
            signer = body.seat
            if (body.log == "deck") != isinstance(body, DECK_KINDS):
                raise Refused("E_SLOT")
            if body.seat == self.seat and not own:
                raise Refused("E_OWN")
            self._take(signed)
        except Refused as refusal:
            self._emit(Refusal(refusal.code, signer))

    def _take(self, signed: Signed) -> None:
        """Gives a well-signed message its place, or raises Refused."""
        body = signed.body
        if isinstance(body, Close):
            self._ballot.note(signed, surely=self._is_natural(body))
            self._doubt(body)
            if body.closed and self.seat is not None:
                return
        if self.closed:
            if not self._known(signed):
                raise Refused("E_CLOSED")
            return
        log = self._logs.log_of(body)
        if log is None or body.step > log.number:
            self._remember(signed)
        elif body.step < log.number:
            self._check_history(body, log)
            found = late_fault(signed, log)
            if found is not None:
                self._evidence(*found)
        else:
            self._take_current(signed, log)

    def _known(self, signed: Signed) -> bool:
        body = signed.body
        if isinstance(body, Close) and (body.round > self._round or body.closed):
            return self._ballot.has(body)
        return self._logs.knows(signed)

    def _remember(self, signed: Signed) -> None:
        """Keeps a message that comes before its time, within bounds."""
        log = self._logs.log_of(signed.body)
        self._early.keep(signed, 0 if log is None else log.number)

    def _take_current(self, signed: Signed, log: StepLog) -> None:
        body = signed.body
        self._check_history(body, log)
        other = log.pending.get(body.seat)
        if other is not None and other.body == body:
            return
        if other is not None and same_move(body, other.body):
            self._evidence((signed, other), "E_EQUIVOCATION")
            return
        if self._logs.must_wait(body):
            self._remember(signed)
            return
        if isinstance(body, PartnerWord):
            self._take_word(signed)
            return
        try:
            self._logs.judge(body)
        except Fault as fault:
            self._evidence((signed,), fault.code)
            return
        if isinstance(body, Close) and body.round != self._collected_round(body):
            raise Refused("E_DIVERGED")
        log.pending[body.seat] = signed

    def _collected_round(self, body: Close) -> int:
        """The round whose closings end the match here; whoever only watches takes what it is shown."""
        if self.seat is None and not self._main.log.pending:
            self._round = body.round
        return self._round

    def _take_word(self, signed: Signed) -> None:
        """Keeps a partner's word that may answer now; any other is refused.

        It is no fault: a word moves nothing until the spokesman logs it, and then it is his to answer for.
        """
        body = signed.body
        assert isinstance(body, PartnerWord)
        if self._main.phase != ANSWER:
            raise Refused("E_PHASE")
        try:
            self._main.check_word(body)
        except Fault as fault:
            raise Refused(fault.code) from fault
        other = self._words.get(body.seat)
        if other is not None and other.body != body:
            raise Refused("E_WORD")
        self._words[body.seat] = signed

    def _check_history(self, body: Body, log: StepLog) -> None:
        """Whether a message rests on the step that we have before it.

        Where it does not, all get that step of ours: if somebody told us apart, this proves it. He may be the
        author himself, whose words another seat has passed on.
        """
        prev = log.steps[body.step].prev if body.step < log.number else log.prev
        if body.prev == prev:
            return
        ends_otherwise = isinstance(body, Close) and body.step < log.number
        if body.seat != self.seat and self.seat is not None and body.step and not ends_otherwise:
            self._shown[body.seat, prev] += 1
            if self._shown[body.seat, prev] <= MAX_SHOWN:
                for signed in log.steps[body.step - 1].messages:
                    self._emit(Send(signed.to_bytes()))
        raise Refused("E_PREV")

    # -- faults

    def _evidence(self, evidence: tuple[Signed, ...], code: str) -> None:
        """A seat is caught. Raises Refused where that changes nothing."""
        evidence = tuple(sorted(evidence, key=lambda signed: encode(signed.body)))
        body = evidence[0].body
        proven = self._logs.said.prove(evidence, code)
        if proven is None:
            self._spoil(body, evidence, code)
        elif not self._counts(proven) or not self._ballot.hold(proven):
            raise Refused(code)
        self._emit(Show(FaultFound(body.seat, code, body.log, body.hand, body.step)))
        if self.seat is not None:
            for signed in evidence:
                if signed.body.seat != self.seat:
                    self._emit(Send(signed.to_bytes()))
        if proven is not None and not self._has_closed_once():
            self._end_by(proven)
        self._drop_stale()

    def _counts(self, proven: Proven) -> bool:
        """Whether a fault may still decide the match: the lowest one, or any while the seats agree on one."""
        if self._has_closed_once():
            return True
        lowest = self._ballot.lowest()
        return lowest is None or proven.rank < lowest.rank

    def _spoil(self, body: Body, evidence: tuple[Signed, ...], code: str) -> None:
        """A fault in the deck of a coming hand: it takes effect when that hand would begin."""
        deck = self._decks[body.hand]
        if self._main.over or deck.log.faulted_before(body.step, body.seat):
            raise Refused(code)
        deck.spoil(body.step, body.seat, code, evidence)
        self._emit(Show(DeckAdvanced(deck.hand, *deck.progress)))

    def _end_by(self, proven: Proven) -> None:
        """Ends the match by a fault: what came after it is cut off."""
        for deck in self._decks:
            self._wipe(deck)
        if self._voice is not None:
            self._voice.forget()
        self._logs.end_by(proven)
        self._show_end()

    def _show_end(self) -> None:
        """Another end of the match is taken, with the closings that are here for it."""
        self._emit(Rewritten(tuple(self.record_lines())))
        self._announce_end()
        self._collect()

    # -- agreeing on one end

    @property
    def _disputed(self) -> bool:
        return bool(self._ballot.faults) or self._ballot.contested()

    def _has_closed_once(self) -> bool:
        return self.seat is not None and self._ballot.voted(self.seat, 0) is not None

    def _is_natural(self, body: Close) -> bool:
        """Whether a closing fits the end that the match has without any fault found later."""
        main = self._logs.said.main
        return main.phase == CLOSE and body == main.close_body(body.seat, body.round, closed=body.closed)

    def _collect(self) -> None:
        """The closings of our round that came before we knew their end."""
        main = self._main
        for seat in main.authors if main.phase == CLOSE else ():
            signed = self._ballot.find(main.close_body(seat, self._round, closed=False))
            if signed is not None:
                main.log.pending[seat] = signed

    def _agree(self) -> bool:
        """Another word of ours: that we have closed, or that we close on another end or return to one."""
        voice, ballot = self._voice, self._ballot
        if voice is None or not self._has_closed_once() or not (self.closed or self._disputed):
            return False
        others = set(range(self.genesis.players)) - {voice.seat} - ballot.blamed
        own = ballot.restatement(voice.seat)
        if own is not None:
            if self.closed or self._returned or not ballot.all_restate(others, own):
                return False
            self._returned, self._round = True, own.round
            self._logs.return_to(ballot.faults.get(ending_of(own)))
            self._show_end()
            return True
        again = ballot.to_restate(voice.seat, others, self._round, closed=self.closed)
        if again is not None:
            for signed in ballot.like(again):
                self._pass_on(signed)
            said = self._speak_unasked(replace(again, closed=True))
            if self._returns_elsewhere():
                self._main.log.pending.pop(voice.seat, None)
            return said
        if self.closed:
            return False
        found_later = self._logs.whole is not None
        target = ballot.next_target(
            voice.seat,
            others,
            self._round,
            found_later=found_later,
            place_of=self._logs.said.place_of,
        )
        if target is None:
            return False
        self._round += 1
        self._end_by(target)
        return True

    def _pass_on(self, signed: Signed) -> None:
        """Sends what another seat has signed to all but its author."""
        data = signed.to_bytes()
        for seat in range(self.genesis.players):
            if seat not in (self.seat, signed.body.seat):
                self._emit(Send(data, to=seat))

    def _returns_elsewhere(self) -> bool:
        """Whether we have said that we return to another end than the one that our log has now. Our closing
        counts no longer for this one."""
        own = None if self.seat is None else self._ballot.restatement(self.seat)
        if own is None or self._main.phase != CLOSE:
            return False
        return own != self._main.close_body(own.seat, self._round, closed=True)

    def _drop_stale(self) -> None:
        self._words = {}
        self._early.drop(self._logs.is_stale)

    def _announce_end(self) -> None:
        assert self._main.winner is not None
        self._emit(Show(MatchEnded(self._main.winner, self._main.score, self._main.fault)))

    # -- going on

    def _settle(self) -> None:
        """Completes steps, speaks what is automatic and judges what came early, until nothing moves."""
        moved = True
        while moved:
            moved = (
                self._advance_decks()
                or self._advance_main()
                or self._speak_up()
                or self._agree()
                or self._retry_early()
            )
            self._tell_phase()

    def _tell_phase(self) -> None:
        """Whoever only listens to events has to hear of every new step, also of one that shows nothing."""
        now = (self._main.phase, self._main.log.number)
        if now != self._told and self._main.phase not in (DECK, CLOSED):
            self._emit(Show(Awaiting(self._main.phase, self._main.authors)))
        self._told = now

    def _advance_decks(self) -> bool:
        if self._logs.whole is not None:
            return False
        for deck in self._decks[self._main.number :]:
            if deck.authors and len(deck.log.pending) == len(deck.authors):
                try:
                    deck.apply(deck.log.complete())
                except Invalid as error:
                    self._emit(Refusal(error.code, None))
                    return True
                self._emit(Show(DeckAdvanced(deck.hand, *deck.progress)))
                self._start_jobs(deck)
                return True
        return self._offer_deck()

    def _offer_deck(self) -> bool:
        if self._main.phase != DECK or self._main.number >= len(self._decks):
            return False
        deck = self._decks[self._main.number]
        if not deck.ended:
            return False
        if deck.faulty is None:
            self._main.offer(deck)
            return True
        # Only now is it known which main step this fault strikes.
        self._ballot.hold(self._logs.offer_spoiled(deck))
        self._announce_end()
        return True

    def _advance_main(self) -> bool:
        main = self._main
        if not main.authors or len(main.log.pending) < len(main.authors):
            return False
        phase, hand, step = main.phase, main.number, main.log.complete()
        main.apply(step)
        self._words = {}
        self._emit(Recorded(tuple(step_lines(main, self._decks, step.number))))
        self._show_all(told_by(step, main, phase, hand, self.seat, self._voice))
        if phase == HAND and main.hand is not None and hand + 1 < MAX_HANDS:
            self._open_deck(hand + 1, rules.next_seat(main.hand.dealer, main.players))
        main.events.clear()
        if main.phase in (DECK, CLOSE) and phase != CLOSE:
            self._forget_hand(hand)
        if main.phase == CLOSED:
            self._emit(Show(MatchClosed(self.digest)))
            for deck in self._decks:
                self._wipe(deck)
        return True

    def _forget_hand(self, hand: int) -> None:
        self._wipe(self._decks[hand])
        if self._voice is not None:
            self._voice.forget()
        if self._main.over:
            self._announce_end()

    def _wipe(self, deck: DeckLog) -> None:
        if deck.secret is not None:
            deck.secret = None
            self._emit(Wipe(deck.hand))

    def _retry_early(self) -> bool:
        signed = self._early.take(self._logs.is_ripe)
        if signed is None:
            return False
        try:
            self._take(signed)
        except Refused as refusal:
            self._emit(Refusal(refusal.code, signed.body.seat))
        return True

    # -- our own voice

    def _speak_up(self) -> bool:
        """Says one thing that needs no decision, if it is our turn to."""
        voice, main = self._voice, self._main
        if voice is None:
            return False
        for deck in self._decks[main.number :] if self._logs.whole is None else ():
            if voice.seat in deck.authors and voice.seat not in deck.log.pending:
                fresh = deck.secret is None
                body = voice.deck_body(deck)
                if fresh and deck.secret is not None:
                    self._emit(Keep(deck.hand, deck.secret.to_bytes()))
                if body is not None and self._speak_unasked(body):
                    return True
        if (
            voice.seat in main.authors
            and voice.seat not in main.log.pending
            and not self._returns_elsewhere()
        ):
            words = (self._words[seat] for seat in main.answering if seat in self._words)
            automatic = voice.main_body(main, words, self._round)
            if main.phase == KEYS and main.deck is not None and main.deck.secret is not None:
                self._emit(Keep(main.number, main.deck.secret.to_bytes() + voice.box_secrets()))
            if automatic is not None:
                return self._speak_unasked(automatic)
        return False

    def _speak_unasked(self, body: Message) -> bool:
        """Says what needs no decision. Whatever it was made from, a fault is not said; False then."""
        try:
            self._speak(body)
        except Fault as fault:
            self._emit(Refusal(fault.code, None))
            return False
        return True

    def _speak(self, body: Message) -> None:
        """Signs and journals a message, takes it in by the door like any other, and sends it.

        Raises Fault where others with our log would find one in it: it is judged before it is signed.
        """
        assert self._voice is not None
        self._try(body)
        signed = self._voice.sign(body)
        data = signed.to_bytes()
        self._emit(Journal(data))
        if isinstance(body, PartnerWord):
            self._emit(Send(data, to=self._main.spokesman))
            self._words[body.seat] = signed
            return
        self._door(data, own=True)
        self._emit(Send(data))

    def _try(self, body: Message) -> None:
        """Raises Fault if ``body``, once signed, would be one of its author."""
        if isinstance(body, PartnerWord):
            self._main.check_word(body)
            return
        # What is only refused is nobody's fault: others may not take it, and hold it against nobody.
        with suppress(Refused):
            self._logs.judge(body)

    # -- decks and their jobs

    def _open_deck(self, hand: int, dealer: int | None) -> None:
        context = Context(
            group=self._group,
            genesis=self.genesis_digest,
            hand=hand,
            attempt=0,
            keys=self.genesis.keys,
            codes=rules.CODES,
        )
        self._decks.append(DeckLog(context, dealer))

    def _start_jobs(self, deck: DeckLog) -> None:
        if deck.log.number <= REVEAL:
            return
        if deck.log.number == deck.verdict_step:
            self._work("verify", deck.hand, deck.verify_job(self.seat, self._entropy))
        elif self.seat is not None and deck.authors == (self.seat,):
            self._work("shuffle", deck.hand, deck.shuffle_job(self.seat, self._entropy))

    def _work(self, name: str, hand: int, job: Job) -> None:
        if (name, hand) not in self._jobs:
            self._jobs.add((name, hand))
            self._emit(Work(job))

    def _shuffled(self, job: ShuffleJob, result: object) -> None:
        deck = self._decks[job.context.hand]
        if self._logs.whole is not None or self.closed or deck.authors != (self.seat,) or deck.log.pending:
            return
        assert self._voice is not None
        assert isinstance(result, tuple)
        data, proof = result
        self._speak_unasked(self._voice.shuffle_body(deck, data, proof))

    def _verified(self, job: VerifyJob, result: object) -> None:
        """A shuffle found bad is its own evidence; if all are good we may say so."""
        deck = self._logs.said.decks[job.context.hand].whole
        if self.closed or deck.ended:
            return
        if isinstance(result, int):
            bad = deck.log.steps[deck.shuffle_step(result)].messages
            # A match that has ended by another fault meanwhile takes no further one.
            with suppress(Refused):
                self._evidence(bad, "E_PROOF")
        elif deck.log.number >= deck.verdict_step:
            deck.verified = True

    def _doubt(self, body: Close) -> None:
        """A closing that rests on a bad shuffle which we hold, but have not verified yet."""
        if body.fault is None or body.deck is None or body.hand >= len(self._decks):
            return
        deck = self._logs.said.decks[body.hand].whole
        if not deck.proofs or deck.ended:
            return
        if any(body.deck == fault_digest(step.prev, body.fault) for step in deck.log.steps):
            self._work(f"doubt {len(deck.proofs)}", deck.hand, deck.verify_job(self.seat, self._entropy))

    # -- view

    def view(self) -> TableView:
        """What this seat may see now."""
        return table_view(self.genesis, self._main, self._decks, self.seat, silent=self._has_spoken())

    def _has_spoken(self) -> bool:
        return self.seat is None or self.seat in self._main.log.pending or self.seat in self._words

    # -- effects

    def _show_all(self, events: Iterable[Event]) -> None:
        for event in events:
            self._emit(Show(event))

    def _emit(self, effect: Effect) -> None:
        self._effects.append(effect)

    def _take_effects(self) -> list[Effect]:
        effects, self._effects = self._effects, []
        return effects
