"""Second pass over a record: every proof, every rule, every result, for an onlooker without secrets."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.independent import hashing
from tests.independent.boxing import chacha_open, hkdf_sha256, sound_box_key, x25519, x25519_public
from tests.independent.canonical import encode
from tests.independent.chain import (
    Leave,
    Message,
    deck_origin,
    fault_digest,
    main_origin,
    message_digest,
    read_all,
    step_digest,
)
from tests.independent.deal import Deal, parts
from tests.independent.judge import Hand
from tests.independent.refusal import Illegal, Refused
from tests.independent.signatures import verify


@dataclass(frozen=True)
class Left:
    """A seat left in ``step`` of ``hand``, after seats ``after``; ``went_on``: it has signed after that."""

    seat: int
    step: int
    hand: int
    after: tuple[int, ...]
    went_on: bool


@dataclass(frozen=True)
class Verdict:
    """What a record tells. ``waiting``: the seats that the next step waits for, where it is unfinished.
    ``left``: who said good-bye, who left first before the others."""

    status: str
    score: tuple[int, int]
    hands: int
    digest: bytes
    fault: int | None
    waiting: tuple[int, ...]
    left: tuple[Left, ...] = ()


@dataclass(frozen=True)
class Transfer:
    """Shares of ``positions`` that go from ``sender`` to ``receiver`` in a box."""

    sender: int
    receiver: int
    positions: tuple[int, ...]


@dataclass
class Boxes:
    transfers: list[Transfer]
    after: str
    keys: dict[Transfer, bytes] = field(default_factory=dict)
    boxes: dict[Transfer, bytes] = field(default_factory=dict)
    bind: bytes = b""
    liars: list[int] = field(default_factory=list)

    def of(self, *, sender: int | None = None, receiver: int | None = None) -> list[Transfer]:
        """Those of one seat, in the order of the other seats."""
        found = [one for one in self.transfers if one.sender == sender or one.receiver == receiver]
        return sorted(found, key=lambda one: (one.sender, one.receiver))


def _closes_on(message: Message) -> tuple[object, ...] | None:
    """What a closing names but the result: closings on two faults, or in two rounds, are no contradiction."""
    body = message.body
    if body["kind"] != "close":
        return None
    named = body["fault"], body["deck"], body["round"], body["closed"]
    return None if named == (None, None, 0, False) else named


def judge(data: bytes) -> Verdict:
    """The verdict on a whole file; `Refused` where it is false."""
    genesis, digest, steps, leaves = read_all(data)
    replay = Replay(genesis, digest)
    for at, step in enumerate(steps):
        replay.take(step, last=at == len(steps) - 1)
    said = [message for step in steps for message in step]
    return replace(replay.verdict(), left=who_left(replay, leaves, said))


def who_left(replay: Replay, leaves: Sequence[Leave], said: Sequence[Message]) -> tuple[Left, ...]:
    for leave in leaves:
        if replay.phase == "closed":
            raise Refused("E_AFTER", leave.line)
        step = leave.body["step"]
        if step >= len(replay.places) or replay.places[step][0] != leave.body["prev"]:
            raise Refused("E_CHAIN", leave.line)
    by_digest = {leave.digest: leave.seat for leave in leaves}
    before = {
        leave.seat: {by_digest[named] for named in leave.body["after"] if named in by_digest}
        for leave in leaves
    }
    rest = sorted(leaves, key=lambda leave: (leave.body["step"], leave.seat))
    found: list[Left] = []
    while rest:
        waiting = {leave.seat for leave in rest}
        first = next(leave for leave in rest if not before[leave.seat] & waiting)
        rest.remove(first)
        step = first.body["step"]
        went_on = any(_follows(message, first) for message in said)
        found.append(
            Left(first.seat, step, replay.places[step][1], tuple(sorted(before[first.seat])), went_on)
        )
    return tuple(found)


def _follows(message: Message, leave: Leave) -> bool:
    if message.body["log"] != "main":
        return False
    step, left = message.body["step"], leave.body["step"]
    partner = message.body.get("partner")
    lent = partner is not None and partner["body"]["seat"] == leave.seat
    if message.seat == leave.seat:
        return bool(step > left or (step == left and not leave.body["spoken"]))
    return lent and bool(step > left)


class Replay:
    def __init__(self, genesis: dict[str, Any], digest: bytes) -> None:
        self.genesis = digest
        self.rules = genesis["rules"]
        self.identities = [seat["key"] for seat in genesis["seats"]]
        self.bots = {at for at, seat in enumerate(genesis["seats"]) if seat["operator"] is not None}
        self.players = len(self.identities)
        self.main_step, self.main_prev = 0, main_origin(digest)
        self.deck_step, self.deck_prev = 0, deck_origin(digest, 0, 0)
        self.places = [(self.main_prev, 0)]
        self.first_dealer: int | None = None
        self.hand_number = 0
        self.deal = self._new_deal(0)
        self.deck_ready = False
        self.score = (0, 0)
        self.phase = "hand"
        self.fault: int | None = None
        self.fault_deck: bytes | None = None
        self.ended_hands = 0
        self.present: tuple[int, ...] = ()
        self.hand: Hand
        self.sealed: Boxes
        self.holder: dict[int, int] = {}
        self.bind: dict[int, bytes] = {}
        self.opening: Message
        self.spoken: tuple[int, str] | None = None
        self.claimed: int | None = None
        self.fresh: tuple[int, ...] = ()

    def _new_deal(self, hand: int) -> Deal:
        return Deal(self.genesis, hand, 0, self.identities)

    def verdict(self) -> Verdict:
        status = "unfinished"
        if self.phase == "closed":
            status = "finished" if self.fault is None else "fault"
        due = self._due_in_deck() if self.phase == "hand" and not self.deck_ready else self._due()
        waiting = tuple(seat for seat in due if seat not in self.present)
        return Verdict(status, self.score, self.ended_hands, self.main_prev, self.fault, waiting)

    # Steps.

    def take(self, step: Sequence[Message], *, last: bool) -> None:
        first = step[0]
        in_deck = first.body["log"] == "deck"
        prev = self.deck_prev if in_deck else self.main_prev
        expected = self.deck_step if in_deck else self.main_step
        if in_deck and (self.phase != "hand" or self.deck_ready or first.body["hand"] != self.hand_number):
            raise Refused("E_ORDER", first.line)
        if any(message.body["prev"] != prev or message.body["step"] != expected for message in step):
            raise Refused("E_CHAIN", first.line)
        due = self._due_in_deck() if in_deck else self._due()
        try:
            guilty = self._pair(step)
            if guilty is None:
                for message in step:
                    self._judge(message, due, in_deck)
        except Illegal as illegal:
            if len(step) > 1:
                raise Refused("E_WRITTEN", first.line) from None
            guilty = illegal.seat
        if guilty is not None:
            self._end_by(guilty, in_deck, prev)
            return
        if len({message.body.get("round") for message in step}) > 1:
            raise Refused("E_DIVERGED", first.line)
        if [message.seat for message in step] != due:
            if not last:
                raise Refused("E_ORDER", first.line)
            self.present = tuple(message.seat for message in step)
            return
        digest = step_digest(prev, [message.raw for message in step])
        if in_deck:
            self.deck_step, self.deck_prev = self.deck_step + 1, digest
            self._after_deck_step()
        else:
            self.main_step, self.main_prev = self.main_step + 1, digest
            self._after_main_step(prev)
            self.places.append((self.main_prev, self.hand_number))

    def _pair(self, step: Sequence[Message]) -> int | None:
        """The seat that has said two things in one slot; None where no seat speaks twice."""
        if len(step) != 2 or step[0].seat != step[1].seat:
            return None
        one, two = step
        word = "word" in (one.body["kind"], two.body["kind"])
        apart = word or _closes_on(one) != _closes_on(two)
        if one.slot != two.slot or apart or self.fault is not None:
            raise Refused("E_WRITTEN", step[0].line)
        return step[0].seat

    def _end_by(self, seat: int, in_deck: bool, prev: bytes) -> None:
        if self.fault is not None:
            raise Refused("E_WRITTEN")
        self.fault, self.phase = seat, "close"
        if in_deck:
            self.fault_deck = fault_digest(prev, seat)
        else:
            self.main_step, self.main_prev = self.main_step + 1, fault_digest(prev, seat)
            self.places.append((self.main_prev, self.hand_number))

    def _due(self) -> list[int]:
        every = list(range(self.players))
        match self.phase:
            case "hand" | "deal":
                return every
            case "turn":
                return self.hand.actors()
            case "answer":
                return [self._spokesman()]
            case "open":
                return [seat for seat in every if seat != self.opening.seat]
            case "draw":
                return [seat for seat in every if seat != self.drawer]
            case "show":
                return [self.drawer]
            case "boxkeys" | "opened":
                return sorted({transfer.receiver for transfer in self.sealed.transfers})
            case "boxes":
                return sorted({transfer.sender for transfer in self.sealed.transfers})
            case "close":
                return [seat for seat in every if seat != self.fault]
        return []

    def _due_in_deck(self) -> list[int]:
        if self.deck_step in (0, 1, self.players + 2):
            return list(range(self.players))
        return [(self.dealer + self.deck_step - 2) % self.players]

    @property
    def dealer(self) -> int:
        assert self.first_dealer is not None
        return (self.first_dealer + self.hand_number) % self.players

    @property
    def drawer(self) -> int:
        """The seat that has claimed the família real."""
        assert self.claimed is not None
        return self.claimed

    def _spokesman(self) -> int:
        able = self.hand.actors()
        return next((seat for seat in able if seat not in self.bots), able[0])

    # Messages.

    def _judge(self, message: Message, due: Sequence[int], in_deck: bool) -> None:
        body, seat = message.body, message.seat
        if body["hand"] != self.hand_number or body["attempt"] != 0:
            raise Illegal("E_SLOT", seat)
        if body["kind"] == "word" or (body["kind"] == "hand" and self.fault is not None):
            raise Refused("E_WRITTEN", message.line)
        if not in_deck and self._diverges(body):
            raise Refused("E_DIVERGED", message.line)
        if seat not in due:
            raise Illegal("E_TURN", seat)
        try:
            if in_deck:
                self._judge_deck(body)
            else:
                self._judge_main(message)
        except Refused as refused:
            raise Illegal(refused.code, seat) from None

    def _diverges(self, body: dict[str, Any]) -> bool:
        """Whether the author speaks of another deck or fault than this record holds: nobody's fault."""
        if body["kind"] == "hand":
            return self.phase == "hand" and (not self.deck_ready or body["deck"] != self.deck_prev)
        if body["kind"] != "close":
            return False
        if body["closed"] or (body["fault"] is None and body["round"] != 0):
            return True
        if self.phase == "close":
            return bool((body["fault"], body["deck"]) != (self.fault, self.fault_deck))
        return body["fault"] is not None and self.fault is None

    def _judge_deck(self, body: dict[str, Any]) -> None:
        seat = body["seat"]
        kinds = {0: "commit", 1: "reveal", self.players + 2: "verdict"}
        if body["kind"] != kinds.get(self.deck_step, "shuffle"):
            raise Refused("E_PHASE")
        match body["kind"]:
            case "commit":
                self.deal.commitments[seat] = body["commitment"]
            case "reveal":
                self.deal.reveal(seat, body["nonce"], body["key"], body["proof"])
            case "shuffle":
                self.deal.shuffle(seat, body["deck"], body["proof"])

    def _after_deck_step(self) -> None:
        if self.deck_step == 2:
            self.deal.open()
            if self.first_dealer is None:
                self.first_dealer = self.deal.first_dealer()
        self.deck_ready = self.deck_step == self.players + 3

    def _judge_main(self, message: Message) -> None:
        kinds = {"deal": "shares", "open": "shares", "draw": "shares", "answer": "call"}
        body = message.body
        kind = body["kind"]
        wanted = ("play", "call") if self.phase == "turn" else (kinds.get(self.phase, self.phase),)
        if kind not in wanted:
            raise Refused("E_PHASE")
        match kind:
            case "hand":
                if body["score"] != self.score:
                    raise Refused("E_SCORE")
            case "shares":
                self._judge_shares(body)
            case "play":
                self._judge_play(message)
            case "call":
                self._judge_call(body)
            case "show":
                self._judge_show(body)
            case "boxkeys":
                self._judge_boxkeys(body)
            case "boxes":
                self._judge_boxes(body)
            case "opened":
                self._judge_opened(body)
            case "close":
                self._judge_close(body)

    def _judge_shares(self, body: dict[str, Any]) -> None:
        positions = {
            "deal": self._dealt_for(body["seat"]),
            "open": [] if self.phase != "open" else [self.opening.body["position"]],
            "draw": list(self.fresh),
        }[self.phase]
        shares = body["shares"]
        if len(shares) != 32 * len(positions):
            raise Refused("E_LENGTH")
        self.deal.give(body["seat"], body["prev"], positions, parts(shares), body["proof"])

    def _dealt_for(self, seat: int) -> list[int]:
        vira = 3 * self.players
        if self._blind():
            return [vira]
        return [at for at in range(vira) if self.holder[at] != seat] + [vira]

    def _blind(self) -> bool:
        return self.hand.kind == "ferro" and bool(self.rules["ferro_escuro"])

    def _judge_play(self, message: Message) -> None:
        body, seat = message.body, message.seat
        covered = body["share"] is None
        if covered != (body["proof"] is None):
            raise Refused("E_FORMAT")
        self.hand.check_play(seat, body["position"], covered)
        if not covered:
            self._take_own(body["position"], body["prev"], body["share"], body["proof"])
        self.opening, self.spoken = message, None

    def _take_own(self, position: int, prev: bytes, share: bytes, proof: bytes) -> None:
        """The first holder's share of a position, bound to the boxes it came in, else to this message."""
        bind = self.bind.get(position, prev)
        self.deal.give(self.holder[position], bind, [position], [share], proof)

    def _judge_call(self, body: dict[str, Any]) -> None:
        actor = body["seat"]
        partner = body["partner"]
        if partner is not None:
            inner = partner["body"]
            actor = inner["seat"]
            names = ("genesis", "log", "hand", "attempt", "step", "prev", "word")
            fits = (
                actor < self.players
                and actor != body["seat"]
                and all(inner[name] == body[name] for name in names)
                and self.phase == "answer"
                and actor in self.hand.actors()
                and verify(self.identities[actor], partner["sig"], message_digest(encode(partner["raw"])))
            )
            if not fits:
                raise Refused("E_WORD")
        try:
            self.hand.check_call(actor, body["word"])
        except Illegal as illegal:
            raise Refused(illegal.code) from None
        self.spoken = actor, body["word"]

    def _judge_show(self, body: dict[str, Any]) -> None:
        held = self.hand.hands[self.drawer]
        for position, share, proof in zip(held, body["shares"], body["proofs"], strict=True):
            self._take_own(position, body["prev"], share, proof)

    def _judge_boxkeys(self, body: dict[str, Any]) -> None:
        transfers = self.sealed.of(receiver=body["seat"])
        keys = body["keys"]
        if len(keys) != len(transfers) or len(set(keys)) != len(keys):
            raise Refused("E_BOX")
        if not all(sound_box_key(key) for key in keys):
            raise Refused("E_BOX")
        self.sealed.keys.update(zip(transfers, keys, strict=True))

    def _judge_boxes(self, body: dict[str, Any]) -> None:
        transfers = self.sealed.of(sender=body["seat"])
        boxes = body["boxes"]
        sizes = [48 + 96 * len(transfer.positions) for transfer in transfers]
        if [len(box) for box in boxes] != sizes:
            raise Refused("E_BOX")
        self.sealed.bind = body["prev"]
        self.sealed.boxes.update(zip(transfers, boxes, strict=True))

    def _judge_opened(self, body: dict[str, Any]) -> None:
        transfers = self.sealed.of(receiver=body["seat"])
        if len(body["secrets"]) != len(transfers):
            raise Refused("E_BOX")
        for transfer, secret in zip(transfers, body["secrets"], strict=True):
            if secret is None:
                continue
            if x25519_public(secret) != self.sealed.keys[transfer] or self._good_box(transfer, secret):
                raise Refused("E_COMPLAINT")
            self.sealed.liars.append(transfer.sender)

    def _good_box(self, transfer: Transfer, secret: bytes) -> bool:
        box = self.sealed.boxes[transfer]
        context = hashing.digest(
            "box-context",
            {
                "bind": self.sealed.bind,
                "sender": transfer.sender,
                "receiver": transfer.receiver,
                "positions": bytes(transfer.positions),
            },
        )
        info = hashing.frame(
            "box", {"ephemeral": box[:32], "receiver": self.sealed.keys[transfer], "context": context}
        )
        if not sound_box_key(box[:32]):
            return False
        plain = chacha_open(hkdf_sha256(x25519(secret, box[:32]), info), box[32:])
        if plain is None:
            return False
        for at, position in enumerate(transfer.positions):
            share, proof = plain[96 * at : 96 * at + 32], plain[96 * at + 32 : 96 * at + 96]
            try:
                self.deal.check_shares(transfer.sender, self.sealed.bind, [position], [share], proof)
            except Refused:
                return False
        return True

    def _judge_close(self, body: dict[str, Any]) -> None:
        winner = 1 - self.fault % 2 if self.fault is not None else self.score.index(12)
        if (body["winner"], body["score"]) != (winner, self.score):
            raise Refused("E_SCORE")

    # What follows a complete step of the main log.

    def _after_main_step(self, prev: bytes) -> None:
        match self.phase:
            case "hand":
                self._begin_hand()
            case "deal":
                self._after_deal()
            case "turn" | "answer":
                self._after_word_or_card()
            case "open":
                self._lay()
            case "draw":
                self._seal_drawn()
            case "show":
                assert self.spoken is not None
                self.hand.call(*self.spoken)
                self._go_on()
            case "boxkeys":
                self.phase = "boxes"
            case "boxes":
                for transfer in self.sealed.transfers:
                    if self.sealed.after == "turn":
                        self.bind.update(dict.fromkeys(transfer.positions, prev))
                self.phase = "opened"
            case "opened":
                self._after_opened()
            case "close":
                self.phase = "closed"

    def _begin_hand(self) -> None:
        n, dealer = self.players, self.dealer
        hands = []
        self.holder, self.bind = {}, {}
        for seat in range(n):
            turn = (seat - dealer - 1) % n
            hands.append([3 * turn, 3 * turn + 1, 3 * turn + 2])
            self.holder.update(dict.fromkeys(hands[-1], seat))
        monte = range(3 * n + 1, 40)
        self.hand = Hand(self.rules, dealer, self.score, hands, monte, self._vira, self._face)
        self.phase = "deal"

    def _vira(self) -> str:
        return self._face(3 * self.players)

    def _face(self, position: int) -> str:
        code = self.deal.face(position)
        assert code is not None
        return code

    def _after_deal(self) -> None:
        self._go_on()
        if self.hand.kind == "onze" and self.rules["onze_ve_parceiro"]:
            side = self.score.index(11)
            seats = range(side, self.players, 2)
            self._seal(
                (
                    Transfer(sender, receiver, tuple(self.hand.hands[sender]))
                    for sender in seats
                    for receiver in seats
                    if sender != receiver
                ),
                "answer",
            )

    def _seal(self, transfers: Iterable[Transfer], after: str) -> None:
        found = list(transfers)
        if found:
            self.sealed, self.phase = Boxes(found, after), "boxkeys"

    def _after_opened(self) -> None:
        if self.sealed.liars:
            self.fault, self.phase = min(self.sealed.liars), "close"
        else:
            self._go_on()

    def _after_word_or_card(self) -> None:
        if self.spoken is None:
            if self._blind() and self.opening.body["share"] is not None:
                self.phase = "open"
            else:
                self._lay()
            return
        seat, word = self.spoken
        if word == "familia":
            self.claimed = seat
        if word == "mostra":
            self.phase = "show"
            return
        drawing = self.hand.phase == "familia" and word == "aceita"
        self.hand.call(seat, word)
        self._go_on()
        if drawing:
            self._draw()

    def _lay(self) -> None:
        body = self.opening.body
        self.hand.play(body["seat"], body["position"], body["share"] is None)
        self._go_on()

    def _draw(self) -> None:
        drawn = self.hand.hands[self.drawer]
        self.fresh = tuple(sorted(at for at in drawn if at not in self.holder))
        if self.fresh:
            self.phase = "draw"
        else:
            self._seal_drawn()

    def _seal_drawn(self) -> None:
        receiver = self.drawer
        for position in self.fresh:
            self.holder[position] = receiver
        drawn = [at for at in self.hand.hands[receiver] if at not in self.fresh]
        senders = sorted({self.holder[at] for at in drawn} - {receiver})
        self.phase = "turn"
        self._seal(
            (
                Transfer(sender, receiver, tuple(at for at in drawn if self.holder[at] == sender))
                for sender in senders
            ),
            "turn",
        )

    def _go_on(self) -> None:
        """The phase that the judge is in; after a hand, the next one or the close."""
        phases = {"play": "turn", "onze": "answer", "raise": "answer", "familia": "answer"}
        if self.hand.phase != "end":
            self.phase = phases[self.hand.phase]
            return
        self.score = self.hand.score_after()
        self.ended_hands += 1
        if 12 in self.score:
            self.phase = "close"
            return
        self.hand_number += 1
        self.deal = self._new_deal(self.hand_number)
        self.deck_step, self.deck_ready = 0, False
        self.deck_prev = deck_origin(self.genesis, self.hand_number, 0)
        self.phase = "hand"
