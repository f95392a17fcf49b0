"""Who tells some one thing and others another is named by his own two signatures, and nobody else ever is."""

from __future__ import annotations

import msgspec
import pytest

from lantruco.protocol.codec import Octets32, Octets64, encode
from lantruco.protocol.errors import Refused
from lantruco.protocol.keys import verify
from lantruco.protocol.sidetalk import BURST, SideTalk
from lantruco.protocol.sidetalk_messages import (
    MAX_SIDE,
    SAID,
    SIDE,
    AnySide,
    Chat,
    ChatSaid,
    Heard,
    Outgoing,
    Said,
    SaidToAll,
    SaidTwoThings,
    SideSigned,
    SinalGlimpsed,
    SinalHidden,
    SinalSeen,
    ToAll,
    side_digest,
)
from lantruco.protocol.sidetalk_veil import LOOK_SECONDS
from lantruco.protocol.sidetalk_witness import ECHO_BURST, KEPT_SAID, REPEATED, contradict
from tests.fairdeal.entropy import SeededEntropy
from tests.simulation.table import identity, signed_genesis
from tests.vectors.talk import passed_on

KEYS = [identity(seed) for seed in range(41, 47)]


class Circle:
    """Seats that pass on what they hear, over links of which some may be cut; a cheat speaks by `tell`."""

    def __init__(self, players: int = 4, seed: int = 0) -> None:
        self.genesis = signed_genesis(KEYS[:players], sinais="espiados").genesis
        self.players = players
        self.seats = [self.seat(at, 100 * seed + at) for at in range(players)]
        self.told: list[list[object]] = [[] for _ in range(players)]
        self.refused: list[list[tuple[str, int]]] = [[] for _ in range(players)]
        self.cut: set[frozenset[int]] = set()
        self.silent: set[int] = set()
        self.now = 0.0
        for seat, talk in enumerate(self.seats):
            self.carry(seat, [Outgoing(talk.key_message(), None)])
        self.later(10.0)

    def seat(self, at: int, seed: int) -> SideTalk:
        """A program on a seat; another one of the same seat is what a cheat speaks with a second tongue."""
        return SideTalk(self.genesis, at, sign=KEYS[at].sign, verify=verify, entropy=SeededEntropy(seed))

    def later(self, seconds: float) -> None:
        self.now += seconds

    def carry(self, author: int, items: list[Outgoing]) -> None:
        for item in items:
            for seat in range(self.players) if item.to is None else (item.to,):
                if seat != author and frozenset((seat, author)) not in self.cut:
                    self.deliver(author, seat, item.data)

    def deliver(self, source: int, seat: int, data: bytes) -> None:
        talk = self.seats[seat]
        heard: list[Heard | Outgoing] = []
        try:
            if data.startswith(b'{"side"'):
                heard = talk.receive(data, 0, self.now, by=source)
            else:
                linked = {other for other in range(self.players) if frozenset((other, seat)) not in self.cut}
                heard = talk.receive_said(data, 0, self.now, by=source, linked=linked)
        except Refused as refused:
            self.refused[seat].append((refused.code, source))
        news: list[object] = [*heard, *talk.due()]
        self.told[seat] += [item for item in news if not isinstance(item, Outgoing)]
        if seat not in self.silent:
            self.carry(seat, [item for item in news if isinstance(item, Outgoing)])

    def greet(self, one: int, two: int) -> None:
        """The link between two seats is there again."""
        self.cut.discard(frozenset((one, two)))
        for seat, other in ((one, two), (two, one)):
            for frame in self.seats[seat].greeting(other):
                self.deliver(seat, other, frame)

    def tell(self, to: int, data: bytes, by: int = 0) -> None:
        self.deliver(by, to, data)

    def named(self, by: int) -> list[SaidTwoThings]:
        return [event for event in self.told[by] if isinstance(event, SaidTwoThings)]


def passed(*messages: bytes) -> bytes:
    """Side messages of others as a seat passes them on."""
    found = [SIDE.decode(data) for data in messages]
    held = []
    for one in found:
        assert isinstance(one.side, ToAll)
        held.append(SaidToAll(one.side, one.sig))
    return encode(Said(said=held))


def signed(body: AnySide) -> bytes:
    return encode(SideSigned(body, Octets64(KEYS[body.seat].sign(side_digest(body)))))


def veil(talk: SideTalk, sinal: str) -> bytes:
    (item,) = talk.sinal(sinal, 0)
    return item.data


def chats(circle: Circle, seat: int = 0) -> tuple[bytes, bytes]:
    said = circle.seats[seat].chat("um", 0).data
    body = SIDE.decode(said).side
    assert isinstance(body, Chat)
    return said, signed(msgspec.structs.replace(body, text="dois"))


def decoy(circle: Circle, true: str, false: str) -> tuple[bytes, bytes]:
    """Two sinais of seat 0 under one counter, each whole by itself."""
    twin = circle.seat(0, 999)
    twin._counter = circle.seats[0]._counter
    twin._keys = circle.seats[0]._keys
    return veil(circle.seats[0], true), veil(twin, false)


def test_whoever_shows_his_partner_one_sinal_and_the_opponents_another_is_named_to_all() -> None:
    for seed in range(20):
        circle = Circle(seed=seed)
        true, false = decoy(circle, "zap", "fraco")
        assert SIDE.decode(true).side.counter == SIDE.decode(false).side.counter
        circle.tell(2, true)
        circle.tell(1, false)
        circle.tell(3, false)
        for seat in (1, 2, 3):
            assert circle.named(seat) == [SaidTwoThings(0, "veiled")]


def test_one_opponent_who_is_told_another_sinal_is_enough() -> None:
    circle = Circle(6)
    true, false = decoy(circle, "zap", "fraco")
    for seat in (1, 2, 3, 4):
        circle.tell(seat, true)
    circle.tell(5, false)
    assert all(circle.named(seat) == [SaidTwoThings(0, "veiled")] for seat in range(1, 6))


def test_a_sinal_shown_to_the_partner_alone_reaches_the_opponents_through_him() -> None:
    """A decoy under a number of its own is no contradiction; but then everybody has both."""
    seen, glimpsed = 0, 0
    for seed in range(40):
        circle = Circle(seed=seed)
        true, false = veil(circle.seats[0], "zap"), veil(circle.seats[0], "fraco")
        circle.tell(1, false)
        circle.tell(3, false)
        circle.tell(2, true)
        assert [event for event in circle.told[2] if isinstance(event, SinalSeen)] == [
            SinalSeen(0, "fraco"),
            SinalSeen(0, "zap"),
        ]
        seen += 2
        glimpsed += sum(event == SinalGlimpsed(0, "zap") for seat in (1, 3) for event in circle.told[seat])
        assert not any(circle.named(seat) for seat in range(4))
    # One look in four, at each of two opponents: five deviations round 20 of 80.
    assert 1 <= glimpsed <= 39
    assert seen == 80


def test_an_author_who_does_not_answer_who_looks_at_what_was_passed_on_is_told_of() -> None:
    circle = Circle()
    data = veil(circle.seats[0], "zap")
    circle.cut.add(frozenset((0, 1)))
    circle.silent.add(0)
    circle.cut.clear()
    circle.tell(2, data)
    assert SinalHidden(0) in circle.seats[1].overdue(circle.now + LOOK_SECONDS)


@pytest.mark.parametrize("kind", ["chat", "sidekey", "mixed"])
def test_two_words_under_one_number_name_their_author_whatever_they_are(kind: str) -> None:
    circle = Circle()
    one, two = chats(circle)
    if kind == "sidekey":
        # Two keys for sinais need not even stand under one number.
        two = circle.seat(0, 998).key_message()
        body = SIDE.decode(two).side
        two = signed(msgspec.structs.replace(body, counter=7))
    elif kind == "mixed":
        two = signed(msgspec.structs.replace(SIDE.decode(veil(circle.seats[0], "as")).side, counter=2))
    circle.tell(1, one)
    circle.tell(3, two)
    assert [circle.named(seat) for seat in (1, 2, 3)] == [[SaidTwoThings(0, kind)]] * 3  # type: ignore[arg-type]


def test_two_words_to_one_and_the_same_seat_name_their_author_too() -> None:
    circle = Circle()
    one, two = chats(circle)
    circle.tell(1, one)
    circle.tell(1, two)
    assert circle.named(1) == circle.named(3) == [SaidTwoThings(0, "chat")]


def test_who_has_said_two_things_is_heard_no_more_but_may_look() -> None:
    circle = Circle()
    for to, data in zip((1, 3), chats(circle), strict=True):
        circle.tell(to, data)
    for seat in (1, 2, 3):
        circle.told[seat].clear()
        circle.refused[seat].clear()
    circle.later(60.0)
    said = [circle.seats[0].chat("ouçam", 0).data, veil(circle.seats[0], "zap")]
    said += [item.data for item in circle.seats[0].consult("pergunta", 0)]
    for data in said:
        for seat in (1, 2, 3):
            circle.tell(seat, data)
    assert circle.told[1:] == [[], [], []]
    assert {code for seat in (1, 2, 3) for code, _ in circle.refused[seat]} == {"E_TWICE"}
    shown = veil(circle.seats[1], "as")
    (look,) = circle.seats[0].receive(shown, 0, circle.now)
    assert isinstance(look, Outgoing)
    assert isinstance(circle.seats[1].receive(look.data, 0, circle.now)[0], Outgoing)


def test_what_honest_seats_say_names_nobody_in_whatever_order_it_comes() -> None:
    circle = Circle(6)
    for number in range(60):
        author = number % 6
        circle.later(0.5)
        talk = circle.seats[author]
        items = [talk.chat(str(number), 0)] if number % 2 else talk.sinal("tres", 0)
        circle.carry(author, items)
        if number % 7 == 0:
            circle.greet(author, (author + 1) % 6)
    assert not any(circle.named(seat) for seat in range(6))
    for seat in range(6):
        heard = [event for event in circle.told[seat] if isinstance(event, ChatSaid)]
        assert len(heard) == len(set(heard)) == 30 - sum(n % 6 == seat and n % 2 for n in range(60))
        assert {code for code, _ in circle.refused[seat]} <= {"E_STALE"}


def test_a_broken_link_accuses_nobody_and_others_fill_in() -> None:
    circle = Circle()
    circle.cut.add(frozenset((0, 3)))
    circle.carry(0, [circle.seats[0].chat("olá", 0)])
    assert circle.told[3] == [ChatSaid(0, "olá")]
    circle.carry(0, list(circle.seats[0].sinal("zap", 0)))
    assert SinalSeen(0, "zap") in circle.told[2]
    # Dora could not look: she is not told that nobody answers her.
    assert circle.seats[3].overdue(circle.now + LOOK_SECONDS) == []
    assert not any(circle.named(seat) for seat in range(4))


def test_two_who_had_no_link_find_out_when_it_is_there() -> None:
    """Caju, the cheat's partner, keeps silent about what he has heard."""
    circle = Circle()
    circle.silent.add(2)
    circle.cut.add(frozenset((1, 3)))
    one, two = chats(circle)
    circle.tell(1, one)
    circle.tell(3, two)
    assert circle.named(1) == circle.named(3) == []
    circle.greet(1, 3)
    assert circle.named(1) == circle.named(3) == [SaidTwoThings(0, "chat")]


def test_who_was_away_when_a_cheat_was_named_learns_it_with_the_link() -> None:
    circle = Circle()
    for other in (0, 1, 2):
        circle.cut.add(frozenset((3, other)))
    one, two = chats(circle)
    circle.tell(1, one)
    circle.tell(2, two)
    assert circle.named(3) == []
    circle.greet(1, 3)
    assert circle.named(3) == [SaidTwoThings(0, "chat")]


def lie(circle: Circle, said: bytes) -> str:
    with pytest.raises(Refused) as refused:
        circle.seats[1].receive_said(said, 0, circle.now, by=3, linked=range(4))
    assert not any(isinstance(each, SaidTwoThings) for each in circle.seats[1].due())
    return refused.value.code


def test_a_liar_who_passes_on_what_nobody_has_said_proves_nothing() -> None:
    circle = Circle()
    one, two = chats(circle)
    forged = SIDE.decode(two)
    as_liar = encode(SideSigned(forged.side, Octets64(KEYS[3].sign(side_digest(forged.side)))))
    circle.tell(1, one)
    circle.seats[1].due()
    assert lie(circle, passed(as_liar)) == "E_SIGNATURE"
    assert lie(circle, passed(one, as_liar)) == "E_SIGNATURE"
    assert lie(circle, passed(one, one)) == "E_FORMAT"
    assert lie(circle, passed(one, circle.seats[0].chat("outra", 0).data)) == "E_FORMAT"
    elsewhere = Circle().seats[2]
    other = SIDE.decode(elsewhere.chat("oi", 0).data).side
    assert lie(circle, passed(one, signed(msgspec.structs.replace(other, counter=2)))) == "E_FORMAT"
    assert lie(circle, passed(circle.seats[3].chat("de mim", 0).data)) == "E_SEAT"
    assert lie(circle, passed(circle.seats[1].chat("de ti", 0).data)) == "E_SEAT"


def test_what_is_passed_on_is_bounded_like_what_is_said() -> None:
    circle = Circle()
    body = SIDE.decode(circle.seats[0].chat("x", 0).data).side
    huge = signed(msgspec.structs.replace(body, text="x" * MAX_SIDE))
    assert lie(circle, passed(huge)) == "E_SIZE"
    other_table = msgspec.structs.replace(body, genesis=Octets32(bytes(32)))
    assert lie(circle, passed(signed(other_table))) == "E_GENESIS"
    hidden = signed(msgspec.structs.replace(body, text="\u202e"))
    assert lie(circle, passed(hidden)) == "E_TEXT"


def test_honest_echoes_cost_the_author_nothing() -> None:
    circle = Circle(6)
    circle.later(60.0)
    for number in range(BURST):
        circle.carry(0, [circle.seats[0].chat(str(number), 0)])
    for seat in range(1, 6):
        assert [event for event in circle.told[seat] if isinstance(event, ChatSaid)] == [
            ChatSaid(0, str(number)) for number in range(BURST)
        ]
        assert not any(code == "E_RATE" for code, _ in circle.refused[seat])


def test_a_flood_of_echoes_costs_who_floods_and_nobody_else() -> None:
    circle = Circle()
    circle.later(60.0)
    said = circle.seats[0].chat("uma vez", 0).data
    circle.tell(1, said)
    # Dora has passed it on once already.
    for _ in range(ECHO_BURST - 1):
        circle.seats[1].receive_said(passed(said), 0, circle.now, by=3, linked=range(4))
    assert lie(circle, passed(said)) == "E_ECHO"
    # Neither the author nor another who passes on has less to say for it.
    assert circle.seats[1].receive_said(passed(said), 0, circle.now, by=2, linked=range(4)) == []
    circle.tell(1, circle.seats[0].chat("outra vez", 0).data)
    assert circle.told[1][-1] == ChatSaid(0, "outra vez")


def test_what_is_kept_and_said_again_is_bounded_and_never_shown_twice() -> None:
    circle = Circle()
    circle.silent |= {1, 2, 3}
    said = []
    for number in range(3 * KEPT_SAID):
        circle.later(1.0)
        said.append(circle.seats[0].chat(str(number), 0).data)
        circle.tell(1, said[-1])
    witness = circle.seats[1]._witness
    assert [len(held) for held in witness._said] == [KEPT_SAID, 0, 1, 1]
    # Our key, the three others' keys, and the newest of what Ana said.
    assert len(circle.seats[1].greeting(2)) == 1 + 1 + REPEATED + 1
    before = list(circle.told[1])
    for data in said:
        circle.later(1.0)
        circle.seats[1].receive_said(passed(data), 0, circle.now, by=3, linked=range(4))
    assert circle.told[1] == before


def test_two_signatures_of_one_message_are_one_message() -> None:
    circle = Circle()
    data = circle.seats[0].chat("igual", 0).data
    found = SIDE.decode(data)
    again = encode(SideSigned(found.side, Octets64(bytes(64))))
    circle.tell(1, data)
    # Bytes that are no signature change nothing either: the body is known.
    assert circle.seats[1].receive_said(passed(again), 0, circle.now, by=3, linked=range(4)) == []
    assert circle.named(1) == []


def test_the_pairs_on_file_contradict_each_other_or_do_not() -> None:
    for case in passed_on(Octets32(bytes(range(32))), bytes(range(32))):
        messages = SAID.decode(case["frame"].encode()).said
        assert case["proof"] is (contradict(*messages) if len(messages) == 2 else None), case["about"]
