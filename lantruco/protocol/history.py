"""All that was said at a table: main log and deck logs, and what a fault leaves of them."""

from __future__ import annotations

from .closing import Ending, Proven, Rank
from .decklog import DeckLog
from .errors import Fault, Refused
from .hashing import fault_digest
from .matchlog import DECK, MatchLog, same_move
from .messages import Body, Close, HandStart, Message, PartnerWord, Signed
from .steplog import StepLog


class History:
    """The main log and the deck logs by hand."""

    def __init__(self, main: MatchLog, decks: list[DeckLog]) -> None:
        self.main = main
        self.decks = decks

    def copy(self) -> History:
        """Another history with the same steps; what is added to one is not added to the other."""
        decks = [deck.copy() for deck in self.decks]
        return History(self.main.copy(decks), decks)

    def unspoiled(self) -> History:
        """The same with all that was said in its decks, also where a fault has ended them."""
        decks = [deck.whole.copy() for deck in self.decks]
        return History(self.main.copy(decks), decks)

    def begins(self, hand: int) -> int | None:
        """The main step that rests, or would rest next, on the deck of ``hand``."""
        joined = (step for step, other in self.main.joined.items() if other == hand)
        waiting = self.main.phase == DECK and self.main.number == hand
        return next(joined, self.main.log.number if waiting else None)

    def prove(self, evidence: tuple[Signed, ...], code: str) -> Proven | None:
        """The fault that the evidence proves; None if it is in a deck that no hand rests on."""
        body = evidence[0].body
        seat, prev = body.seat, bytes(body.prev)
        if body.log == "main":
            log = self.main.log
            hand = log.steps[body.step].messages[0].body.hand if body.step < log.number else self.main.number
            ending = (body.step + 1, fault_digest(prev, seat), seat, None)
            return Proven((body.step, 1, 0, seat), code, hand, evidence, ending)
        begins = self.begins(body.hand)
        if begins is None:
            return None
        at = self.main.log.steps[begins].prev if begins < self.main.log.number else self.main.log.prev
        deck_ending = (begins, at, seat, fault_digest(prev, seat))
        return Proven((begins, 0, body.step, seat), code, body.hand, evidence, deck_ending)

    def place_of(self, ending: Ending) -> tuple[Rank, bool]:
        """How low the fault can be that an end rests on; and whether the end may be of another history, since
        none in these steps leads to it."""
        number, prev, fault, deck = ending
        log, seat = self.main.log, fault or 0
        at = number - 1 if deck is None else number
        lowest = (at, 1 if deck is None else 0, 0, seat)
        if fault is None or at > log.number:
            return lowest, False
        before = log.prev if at == log.number else log.steps[at].prev
        if deck is None:
            return lowest, prev != fault_digest(before, seat)
        hand = next((hand for hand in range(len(self.decks)) if self.begins(hand) == at), None)
        if prev != before or hand is None:
            return lowest, True
        made = self.decks[hand].whole.log
        links = [*(step.prev for step in made.steps), made.prev]
        found = next((step for step, link in enumerate(links) if deck == fault_digest(link, seat)), None)
        return (at, 0, len(links) if found is None else found, seat), found is None

    def without(self, proven: Proven) -> History:
        """What the fault leaves of this history: all up to it, and the match lost by its side."""
        left = self.copy()
        body = proven.evidence[0].body
        if body.log == "main":
            left.main.lose(body.step, proven.hand, proven.evidence)
            return left
        left.decks[proven.hand].spoil(body.step, proven.seat, proven.code, proven.evidence)
        left.main.rewind(proven.rank[0], proven.hand)
        left.main.offer(left.decks[proven.hand])
        return left


class Logs:
    """What counts now, and beside it all that was said, where a fault has cut something off.

    Further faults are found in all that was said; it goes no further itself.
    """

    def __init__(self, now: History) -> None:
        self.now = now
        self.whole: History | None = None

    @property
    def said(self) -> History:
        return self.whole or self.now

    # -- taking another end

    def end_by(self, proven: Proven) -> None:
        """The match ends by this fault, whatever came after it."""
        self.whole = self.said
        self.now = self.whole.without(proven)

    def return_to(self, proven: Proven | None) -> None:
        """The match ends by this fault after all, or, with None, as it was played."""
        self.whole = self.said
        self.now = self.whole.copy() if proven is None else self.whole.without(proven)

    def offer_spoiled(self, deck: DeckLog) -> Proven:
        """The coming hand has no deck: the match ends by the fault that is in it."""
        self.whole = self.now.unspoiled()
        proven = self.whole.prove(deck.log.steps[-1].messages, deck.code)
        assert proven is not None
        self.now.main.offer(deck)
        return proven

    # -- where a message belongs

    def log_of(self, body: Body) -> StepLog | None:
        """The log that the message names; None if it is the next one to be opened.

        Raises Refused: E_SLOT.
        """
        if body.log == "main":
            return self._main_for(body).log
        decks = self.said.decks
        if body.attempt != 0 or body.hand > len(decks):
            raise Refused("E_SLOT")
        return None if body.hand == len(decks) else decks[body.hand].whole.log

    def _main_for(self, body: Body) -> MatchLog:
        return self.now.main if isinstance(body, Close) else self.said.main

    def knows(self, signed: Signed) -> bool:
        """Whether a complete step holds this message."""
        body = signed.body
        if body.log == "deck" and (body.hand >= len(self.now.decks) or body.attempt):
            return False
        log = self.now.main.log if body.log == "main" else self.now.decks[body.hand].log
        return body.step < log.number and any(other.body == body for other in log.steps[body.step].messages)

    def must_wait(self, body: Body) -> bool:
        """Whether the deck that the main log rests on is not there yet."""
        return body.log == "main" and self._main_for(body).phase == DECK

    def is_stale(self, body: Body) -> bool:
        """Whether the step of a message kept for later is over."""
        if body.log == "deck" and body.hand >= len(self.now.decks):
            return False
        log = self.log_of(body)
        ended = body.log == "deck" and self.now.decks[body.hand].ended
        return ended or (log is not None and body.step < log.number)

    def is_ripe(self, body: Body) -> bool:
        """Whether a message kept for later can be judged now."""
        if body.log == "deck" and body.hand >= len(self.now.decks):
            return False
        log = self.log_of(body)
        if log is None or body.step > log.number:
            return False
        return body.step < log.number or not self.must_wait(body)

    # -- judging

    def judge(self, body: Message) -> None:
        """Whether a message may stand in the current step of its log.

        Raises Fault where it is its author's fault, and Refused where it is nobody's.
        """
        if body.log == "deck":
            deck = self.said.decks[body.hand].whole
            if deck.void:
                raise Refused("E_JOINT")
            if body.seat not in deck.authors:
                raise Fault("E_TURN")
            deck.check(body)
            return
        main = self._main_for(body)
        if isinstance(body, Close) and body.closed:
            # It may name an end that is not ours now, and moves no step.
            raise Refused("E_DIVERGED")
        if body.hand != main.number or body.attempt != main.attempt:
            raise Fault("E_SLOT")
        if isinstance(body, Close) and body.fault is None and body.round:
            raise Refused("E_DIVERGED")
        if isinstance(body, Close) and body.fault is not None and main.fault is None:
            raise Refused("E_DIVERGED")
        if isinstance(body, HandStart) and main.fault is not None:
            raise Refused("E_DIVERGED")
        if body.seat not in main.authors:
            raise Fault("E_TURN")
        main.check(body)


def late_fault(signed: Signed, log: StepLog) -> tuple[tuple[Signed, ...], str] | None:
    """The evidence in a message for a complete step, and its code; None if the step holds it.

    Raises Refused where it is nobody's fault.
    """
    body = signed.body
    step = log.steps[body.step]
    if any(other.body == body for other in step.messages):
        return None
    if step.fault == body.seat:
        return None
    if isinstance(body, PartnerWord) or step.fault is not None:
        raise Refused("E_LATE")
    if isinstance(body, Close) and (body.fault is not None or body.round or body.closed):
        raise Refused("E_DIVERGED")
    other = step.by(body.seat)
    if other is None:
        return (signed,), "E_TURN"
    if same_move(body, other.body):
        return (signed, other), "E_EQUIVOCATION"
    raise Refused("E_DIVERGED")
