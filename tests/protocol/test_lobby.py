"""The lobby: who sits where, and nobody signs what was not shown."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.protocol.codec import Octets16, Octets32, Octets64, encode
from lantruco.protocol.errors import Refused
from lantruco.protocol.genesis import Operator, SignedGenesis, check_signatures
from lantruco.protocol.hashing import operator_digest
from lantruco.protocol.join_table import JoinTable
from lantruco.protocol.lobby import (
    LOBBY,
    Leave,
    Lobby,
    LobbyMessage,
    Place,
    Propose,
    Refuse,
    Sign,
    Sit,
    Start,
    check_place,
    distinct_name,
    gather_places,
    is_form_of,
    table_map,
)
from lantruco.protocol.open_table import OpenTable

from .lobby_model import LobbyModel, Signer, join_table, key_of, newcomer, open_table, toy_sign, toy_verify


def sit(number: int, **changes: Any) -> Sit:
    me = newcomer(number)
    values: dict[str, Any] = {
        "name": me.name,
        "seat": None,
        "operator": None,
        "value": Octets32(me.value),
        "port": 47110,
        "addresses": [],
    }
    return Sit(**{**values, **changes})


def refusal(table: OpenTable, number: int, message: Sit) -> str | None:
    first = table.receive(key_of(number), message)[0]
    return first.message.code if isinstance(first.message, Refuse) else None


@pytest.mark.parametrize("seats", [2, 4, 6])
def test_a_full_table_starts_with_one_genesis_that_all_have_signed(seats: int) -> None:
    model = LobbyModel(seats)
    for number in range(1, seats):
        model.arrive(number)
    model.settle()
    started = model.opener.started
    assert started is not None
    check_signatures(started, toy_verify)
    assert [joiner.started for joiner in model.joiners.values()] == [started] * (seats - 1)
    assert [joiner.seat for joiner in model.joiners.values()] == list(range(1, seats))


def test_a_joiner_gets_the_seat_he_asked_for() -> None:
    model = LobbyModel(4)
    model.arrive(1, seat=3)
    model.settle()
    assert model.joiners[key_of(1)].seat == 3


def test_a_taken_seat_is_refused_and_the_lobby_goes_on() -> None:
    table = open_table(4)
    assert refusal(table, 1, sit(1, seat=0)) == "E_SEAT"
    assert refusal(table, 1, sit(1, seat=5)) == "E_SEAT"
    assert refusal(table, 1, sit(1, seat=1)) is None
    assert table.taken == 2


def test_one_key_sits_once() -> None:
    table = open_table(4)
    table.receive(key_of(1), sit(1))
    assert refusal(table, 1, sit(1)) == "E_SEATED"


def test_a_full_table_says_that_it_is_full() -> None:
    table = open_table(2)
    table.receive(key_of(1), sit(1))
    assert refusal(table, 2, sit(2)) == "E_FULL"


def test_a_joiner_does_not_even_ask_at_a_full_table() -> None:
    table = open_table(2)
    table.receive(key_of(1), sit(1))
    joiner = join_table(2)
    assert joiner.receive(key_of(0), table.lobby) == [Leave()]
    assert (joiner.state, joiner.code) == ("over", "E_FULL")


@pytest.mark.parametrize("name", ["", " Beto", "Be\u200bto", "Be\nto", "e\u0301"])
def test_a_name_that_would_spoil_the_screen_is_refused(name: str) -> None:
    assert refusal(open_table(4), 1, sit(1, name=name)) == "E_NAME"


def test_somebody_elses_fresh_value_is_refused() -> None:
    table = open_table(4)
    table.receive(key_of(1), sit(1))
    assert refusal(table, 2, sit(2, value=Octets32(newcomer(1).value))) == "E_KEY"


def test_a_bot_needs_its_operators_signature() -> None:
    table = open_table(4)
    person = hashlib.sha256(b"person").digest()
    good = Operator(Octets32(person), "Ana", Octets64(toy_sign(person, operator_digest(key_of(1)))))
    stolen = Operator(Octets32(person), "Ana", Octets64(toy_sign(person, operator_digest(key_of(2)))))
    assert refusal(table, 1, sit(1, operator=stolen)) == "E_OPERATOR"
    assert refusal(table, 1, sit(1, operator=good)) is None


def test_two_persons_of_one_name_are_told_apart() -> None:
    model = LobbyModel(4)
    model.arrive(7)
    model.settle()
    assert [seat and seat.name for seat in model.opener.lobby.seats] == ["Ana", "Ana 2", None, None]
    model.arrive(1)
    model.arrive(2)
    model.settle()
    assert model.joiners[key_of(7)].started is not None


@settings(deadline=None)
@given(st.text("abç ", min_size=1, max_size=24).map(str.strip).filter(bool), st.integers(1, 5))
def test_numbered_names_stay_short_and_recognisable(name: str, others: int) -> None:
    taken: list[str] = []
    for _ in range(others + 1):
        taken.append(distinct_name(name, taken))
    assert len({other.casefold() for other in taken}) == others + 1
    assert all(is_form_of(other, name) and len(other) <= 24 for other in taken)


def test_a_name_of_which_all_forms_are_taken_is_refused() -> None:
    long = "A" * 22
    with pytest.raises(Refused, match="E_NAME"):
        distinct_name(f"{long} 2", [f"{long} {number}" for number in range(2, 7)])


@pytest.mark.parametrize("code", ["E_FULL", "E_DISK", "E_INTERNAL", "E_NO_SUCH_CODE"])
def test_an_opener_gives_no_reasons_but_its_own(code: str) -> None:
    """A false one would have a player look for a fault in his own machine."""
    joiner = join_table(1)
    joiner.receive(key_of(0), open_table(2).lobby)
    joiner.receive(key_of(0), Refuse(code=code))
    assert joiner.code == ("E_FULL" if code == "E_FULL" else "E_TABLE_CLOSED")


@pytest.mark.parametrize("code", ["E_FULL\n", "E_full", "E_", "FULL", "E_FULL E_FULL"])
def test_a_code_has_nothing_but_capitals(code: str) -> None:
    with pytest.raises(Refused, match="E_FORMAT"):
        LOBBY.decode(encode(Refuse(code=code)))


def test_who_leaves_before_the_start_frees_the_seat() -> None:
    model = LobbyModel(2)
    model.arrive(1)
    model.deliver(key_of(1), to_opener=False)
    model.deliver(key_of(1), to_opener=True)
    assert model.opener.unsigned() == (key_of(1),)
    model.cut(key_of(1))
    assert (model.opener.taken, model.opener.unsigned()) == (1, ())
    model.arrive(2)
    model.settle()
    assert model.opener.started is not None
    assert model.opener.started.genesis.keys == (key_of(0), key_of(2))


def test_who_does_not_sign_is_sent_away_and_the_lobby_goes_on() -> None:
    table = open_table(2)
    table.receive(key_of(1), sit(1))
    told = table.dismiss(key_of(1), "E_LATE")
    assert [tell.message for tell in told] == [Refuse(code="E_LATE")]
    assert table.taken == 1


def test_a_false_signature_frees_the_seat() -> None:
    table = open_table(2)
    proposal = table.receive(key_of(1), sit(1))[-1].message
    assert isinstance(proposal, Propose)
    false = Sign(genesis=Octets32(proposal.genesis.digest()), sig=Octets64(bytes(64)))
    assert table.receive(key_of(1), false)[0].message == Refuse(code="E_SIGNATURE")
    assert (table.taken, table.started) == (1, None)


def test_a_signature_for_a_withdrawn_proposal_counts_for_nothing() -> None:
    table = open_table(2)
    proposal = table.receive(key_of(1), sit(1))[-1].message
    assert isinstance(proposal, Propose)
    digest = proposal.genesis.digest()
    table.gone(key_of(1))
    table.receive(key_of(2), sit(2))
    late = Sign(genesis=Octets32(digest), sig=Octets64(toy_sign(key_of(1), digest)))
    assert table.receive(key_of(1), late) == []
    assert table.started is None


def test_a_closed_table_is_told_to_those_who_sat() -> None:
    model = LobbyModel(4)
    model.arrive(1)
    model.settle()
    told = model.opener.close()
    assert [tell.message for tell in told] == [Leave()]
    joiner = model.joiners[key_of(1)]
    joiner.receive(key_of(0), Leave())
    assert (joiner.state, joiner.code) == ("over", "E_TABLE_CLOSED")


def test_only_the_opener_may_lead_a_lobby() -> None:
    table, joiner = open_table(4), join_table(1)
    with pytest.raises(Refused, match="E_LOBBY"):
        joiner.receive(key_of(2), table.lobby)
    with pytest.raises(Refused, match="E_LOBBY"):
        table.receive(key_of(1), table.lobby)


def seated_joiner(signer: Signer) -> tuple[JoinTable, Propose]:
    """A joiner at a table of two who has seen the lobby with himself in it, and an honest proposal."""
    table, joiner = open_table(2), join_table(1, signer)
    answer = joiner.receive(key_of(0), table.lobby)[0]
    told = [tell.message for tell in table.receive(key_of(1), answer)]
    assert isinstance(told[0], Lobby)
    assert isinstance(told[1], Propose)
    joiner.receive(key_of(0), told[0])
    return joiner, told[1]


def with_seat(proposal: Propose, seat: int, **changes: Any) -> Propose:
    seats = list(proposal.genesis.seats)
    seats[seat] = msgspec.structs.replace(seats[seat], **changes)
    return with_genesis(proposal, seats=seats)


def with_genesis(proposal: Propose, **changes: Any) -> Propose:
    return msgspec.structs.replace(proposal, genesis=msgspec.structs.replace(proposal.genesis, **changes))


FALSE_PROPOSALS: dict[str, Callable[[Propose], Propose]] = {
    "another name of the table": lambda p: with_genesis(p, name="Mesa da frente"),
    "another table": lambda p: with_genesis(p, table_id=Octets16(b"x" * 16)),
    "another rule": lambda p: with_genesis(p, rules={**p.genesis.rules, "coberta": False}),
    "a missing rule": lambda p: with_genesis(
        p, rules={name: value for name, value in p.genesis.rules.items() if name != "coberta"}
    ),
    "another time to think": lambda p: with_genesis(p, table={**p.genesis.table, "tempo": 5}),
    "another version": lambda p: with_genesis(p, protocol=99),
    "a match before it": lambda p: with_genesis(p, previous=Octets32(bytes(32))),
    "seats changed about": lambda p: with_genesis(p, seats=p.genesis.seats[::-1]),
    "another key on the other seat": lambda p: with_seat(p, 0, key=Octets32(key_of(5))),
    "another name on the other seat": lambda p: with_seat(p, 0, name="Gil"),
    "another key on my seat": lambda p: with_seat(p, 1, key=Octets32(key_of(5))),
    "another name for me": lambda p: with_seat(p, 1, name="Gil"),
    "an old value for me": lambda p: with_seat(p, 1, value=Octets32(bytes(32))),
    "addresses for three": lambda p: msgspec.structs.replace(p, addresses=[*p.addresses, []]),
    "a host name to look up": lambda p: msgspec.structs.replace(
        p, addresses=[[Place("example.org", 80)], []]
    ),
}


@pytest.mark.parametrize("lie", FALSE_PROPOSALS)
def test_a_proposal_that_differs_from_the_lobby_is_not_signed(lie: str) -> None:
    signer = Signer(key_of(1))
    joiner, honest = seated_joiner(signer)
    assert joiner.receive(key_of(0), FALSE_PROPOSALS[lie](honest)) == [Leave()]
    assert joiner.state == "over"
    assert signer.signed == []


def test_the_honest_proposal_is_signed() -> None:
    signer = Signer(key_of(1))
    joiner, honest = seated_joiner(signer)
    (answer,) = joiner.receive(key_of(0), honest)
    assert isinstance(answer, Sign)
    assert signer.signed == [honest.genesis.digest()]


def test_a_second_proposal_needs_a_lobby_between() -> None:
    signer = Signer(key_of(1))
    joiner, honest = seated_joiner(signer)
    joiner.receive(key_of(0), honest)
    joiner.receive(key_of(0), with_seat(honest, 0, value=Octets32(bytes(32))))
    assert (joiner.state, joiner.code) == ("over", "E_PROPOSAL")
    assert len(signer.signed) == 1


def test_a_lobby_that_changes_its_rules_is_left() -> None:
    joiner, _ = seated_joiner(Signer(key_of(1)))
    assert joiner.lobby is not None
    changed = msgspec.structs.replace(joiner.lobby, rules={**joiner.lobby.rules, "coberta": False})
    assert joiner.receive(key_of(0), changed) == [Leave()]
    assert joiner.code == "E_PROPOSAL"


def test_a_lobby_that_moves_me_is_left() -> None:
    joiner, _ = seated_joiner(Signer(key_of(1)))
    assert joiner.lobby is not None
    moved = msgspec.structs.replace(joiner.lobby, seats=joiner.lobby.seats[::-1])
    assert joiner.receive(key_of(0), moved) == [Leave()]


def test_the_start_may_come_from_any_peer_but_must_be_signed_by_all() -> None:
    joiner, honest = seated_joiner(Signer(key_of(1)))
    joiner.receive(key_of(0), honest)
    joiner.gone()
    digest = honest.genesis.digest()
    sigs = [Octets64(toy_sign(key_of(seat), digest)) for seat in range(2)]
    start = Start(signed=SignedGenesis(honest.genesis, sigs))
    forged = msgspec.structs.replace(
        start, signed=msgspec.structs.replace(start.signed, sigs=[Octets64(bytes(64)), sigs[1]])
    )
    with pytest.raises(Refused, match="E_SIGNATURE"):
        joiner.receive(key_of(9), forged)
    joiner.receive(key_of(9), start)
    assert joiner.started == start.signed


def test_an_opener_that_vanishes_ends_the_waiting() -> None:
    joiner, honest = seated_joiner(Signer(key_of(1)))
    joiner.receive(key_of(0), honest)
    joiner.gone()
    assert joiner.state == "signed"
    joiner.abandon()
    assert (joiner.state, joiner.code) == ("over", "E_OPENER_GONE")


@pytest.mark.parametrize(
    "host", ["0.0.0.0", "224.0.0.251", "example.org", "010.0.0.1", "fe80::1%eth0", "FE80::1", ""]
)
def test_an_address_that_is_not_one_to_dial_is_refused(host: str) -> None:
    with pytest.raises(Refused, match="E_ADDRESS"):
        check_place(Place(host, 47110))


def test_addresses_are_few_distinct_and_loopback_comes_last() -> None:
    told = [Place("127.0.0.1", 1), *(Place(f"192.0.2.{number}", 1) for number in range(12))]
    places = gather_places("192.0.2.3", 1, told)
    assert places[0] == Place("192.0.2.3", 1)
    assert len(places) == len(set(places)) == 8
    assert gather_places("127.0.0.1", 1, told[:3])[-1] == Place("127.0.0.1", 1)
    assert gather_places("fe80::1%eth0", 1, []) == ()


@pytest.mark.parametrize(
    ("chosen", "name"),
    [
        ({"seats": 3}, "seats"),
        ({"seats": True}, "seats"),
        ({"tempo": -1}, "tempo"),
        ({"waiting": 5}, "waiting"),
        ({"sinais": True}, "sinais"),
        ({"sinais": "talvez"}, "sinais"),
        ({"tempo": "30"}, "tempo"),
        ({"jokers": 2}, "jokers"),
    ],
)
def test_a_table_nobody_could_play_at_is_not_opened(chosen: dict[str, int | str], name: str) -> None:
    with pytest.raises(Refused) as refused:
        table_map(chosen)
    assert (refused.value.code, refused.value.facts["name"]) == ("E_TABLE", name)


def all_messages() -> list[LobbyMessage]:
    _, honest = seated_joiner(Signer(key_of(1)))
    digest = honest.genesis.digest()
    sigs = [Octets64(toy_sign(key_of(seat), digest)) for seat in range(2)]
    return [
        sit(1, addresses=[Place("192.0.2.1", 47110)]),
        open_table(6).lobby,
        Refuse(code="E_FULL"),
        honest,
        Sign(genesis=Octets32(digest), sig=sigs[0]),
        Start(signed=SignedGenesis(honest.genesis, sigs)),
        Leave(),
    ]


def test_every_message_reads_back_as_it_was_written() -> None:
    for message in all_messages():
        assert LOBBY.decode(encode(message)) == message


@settings(deadline=None)
@given(st.data())
def test_a_changed_byte_never_breaks_the_reader(data: st.DataObject) -> None:
    text = bytearray(encode(data.draw(st.sampled_from(all_messages()))))
    place = data.draw(st.integers(0, len(text) - 1))
    text[place] = data.draw(st.integers(0, 255))
    try:
        message = LOBBY.decode(bytes(text))
    except Refused:
        return
    assert encode(message) == bytes(text)


MOVES = st.lists(
    st.tuples(
        st.sampled_from(
            ["arrive", "to_opener", "to_joiner", "to_opener", "to_joiner", "leave", "cut", "dismiss"]
        ),
        st.integers(1, 7),
    ),
    max_size=80,
)


@settings(deadline=None)
@given(st.sampled_from([2, 4, 6]), MOVES)
def test_no_order_of_comings_and_goings_starts_what_somebody_did_not_sign(
    seats: int, moves: list[tuple[str, int]]
) -> None:
    model = LobbyModel(seats)
    for move, number in moves:
        key = key_of(number)
        if move == "arrive":
            model.arrive(number)
        elif move == "leave":
            model.leave(key)
        elif move == "cut":
            model.cut(key)
        elif move == "dismiss":
            model.dismiss_unsigned()
        else:
            model.deliver(key, to_opener=move == "to_opener")
        check_agreement(model)
    model.settle()
    check_agreement(model)
    free = [number for number in range(1, 8) if key_of(number) not in model.to_opener]
    for number in free:
        model.arrive(number)
        model.settle()
    check_agreement(model)


def check_agreement(model: LobbyModel) -> None:
    machines: list[OpenTable | JoinTable] = [model.opener, *model.joiners.values()]
    started = {encode(each.started) for each in machines if each.started is not None}
    assert len(started) <= 1
    sitting = [seat.key for seat in model.opener.lobby.seats if seat is not None]
    assert len(set(sitting)) == len(sitting)
    for machine in machines:
        if machine.started is None:
            continue
        check_signatures(machine.started, toy_verify)
        digest = machine.started.genesis.digest()
        assert all(digest in model.signers[key].signed for key in machine.started.genesis.keys)


def test_who_comes_back_to_a_match_with_a_new_program_is_told_so_and_signs_nothing() -> None:
    model = LobbyModel(2)
    model.arrive(1)
    model.settle()
    assert model.opener.started is not None
    signer = Signer(key_of(1))
    again = join_table(1, signer)
    assert again.receive(key_of(0), Start(signed=model.opener.started)) == []
    assert (again.state, again.code) == ("over", "E_RETURN")
    assert signer.signed == []
    stranger = join_table(2)
    with pytest.raises(Refused, match="E_LOBBY"):
        stranger.receive(key_of(0), Start(signed=model.opener.started))


def test_the_opener_gives_a_seat_to_somebody_else() -> None:
    model = LobbyModel(4)
    for number in (1, 2):
        model.arrive(number)
    model.settle()
    model._post(model.opener.dismiss(key_of(1), "E_SENT_AWAY"))
    model.settle()
    assert (model.joiners[key_of(1)].state, model.joiners[key_of(1)].code) == ("over", "E_SENT_AWAY")
    assert [seat and seat.name for seat in model.opener.lobby.seats] == ["Ana", None, "Caju", None]
