"""One connection between two people: who may be at its ends, and what it carries."""

from __future__ import annotations

import asyncio
import errno
import hashlib
import socket
import ssl
import time

import pytest

from lantruco.net import server as server_module
from lantruco.net.address import DEFAULT_PORT
from lantruco.net.errors import NetError
from lantruco.net.handshake import frame, read_greeting
from lantruco.net.link import MAX_BACKLOG, MAX_FRAME, MAX_INBOX, Link, dial
from lantruco.net.meter import (
    BURST_FRAMES,
    BYTES_PER_SECOND,
    FRAMES_PER_SECOND,
    MAX_REMEMBERED,
    Allowances,
    Meter,
    crowd,
)
from lantruco.net.server import serve
from lantruco.net.tls import certificate_key, client_context, server_context
from tests.net.living import HERE, VERSION, Cable, code_of, door, linked, live, person, until

ZECA, BIA, MALLORY = person(1), person(2), person(3)


async def tls_to(port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    return await asyncio.open_connection(HERE, port, ssl=client_context(), server_hostname="x")


@live
async def test_each_end_learns_the_others_key() -> None:
    async with linked(ZECA, BIA) as (mine, theirs):
        assert (mine.peer, theirs.peer) == (BIA.public, ZECA.public)
        assert (mine.dialed, theirs.dialed) == (True, False)
        assert mine.address[0] == theirs.address[0] == HERE


@live
async def test_frames_arrive_whole_and_in_order_both_ways() -> None:
    sent = [b"a", b"\0" * MAX_FRAME, *(bytes([n]) * (n + 1) for n in range(200))]
    async with linked(ZECA, BIA) as (mine, theirs):
        for payload in sent:
            mine.send_nowait(payload)
            theirs.send_nowait(payload[::-1])
        assert [await theirs.receive() for _ in sent] == sent
        assert [await mine.receive() for _ in sent] == [each[::-1] for each in sent]


@live
async def test_what_was_said_before_goodbye_still_arrives() -> None:
    async with linked(ZECA, BIA) as (mine, theirs):
        for number in range(MAX_INBOX + 10):
            mine.send_nowait(number.to_bytes(2, "big"))
        mine.close()
        heard = [payload async for payload in theirs.frames()]
        assert len(heard) == MAX_INBOX + 10
        assert mine.ended is not None
        assert theirs.ended is not None
        assert (mine.ended.code, theirs.ended.code) == ("E_CLOSED", "E_LOST")
        assert (await code_of(theirs.receive())).code == "E_LOST"
        with pytest.raises(NetError, match="E_CLOSED"):
            mine.send_nowait(b"late")


@live
async def test_an_impostor_at_the_address_is_refused() -> None:
    async with door(MALLORY) as trap:
        error = await code_of(dial(ZECA, HERE, trap.port, expect=BIA.public, version=VERSION))
        assert error.code == "E_IMPOSTOR"
        assert error.detail["got"] == MALLORY.public.hex()


@live
async def test_a_man_in_the_middle_cannot_pass_on_a_proof_meant_for_him() -> None:
    """Mallory has Zeca call him, and shows Bia's nonce to Zeca and Zeca's proof to Bia."""
    verdicts: asyncio.Queue[bytes] = asyncio.Queue()
    async with door(BIA) as bias:

        async def relay(from_zeca: asyncio.StreamReader, to_zeca: asyncio.StreamWriter) -> None:
            from_bia, to_bia = await tls_to(bias.port)
            to_zeca.write(frame(await read_greeting(from_bia)))
            to_bia.write(frame(await read_greeting(from_zeca)))
            verdict = await read_greeting(from_bia)
            to_zeca.write(frame(verdict))
            await verdicts.put(verdict)
            to_bia.close()
            to_zeca.close()

        context, _ = server_context(MALLORY)
        trap = await asyncio.start_server(relay, HERE, 0, ssl=context)
        error = await code_of(dial(ZECA, HERE, trap.sockets[0].getsockname()[1], version=VERSION))
        assert (error.code, error.detail["reason"]) == ("E_REFUSED", "proof")
        assert await verdicts.get() == b"\x02"
        assert (await bias.refused.get()).code == "E_IMPOSTOR"
        assert bias.came.empty()
        trap.close()


@live
async def test_an_old_proof_does_not_open_the_door_again() -> None:
    async with door(BIA) as bias:
        context_hash = None
        for nonce_is_fresh in (True, False):
            reader, writer = await tls_to(bias.port)
            certificate = writer.get_extra_info("ssl_object").getpeercert(binary_form=True)
            context_hash = hashlib.sha256(certificate).digest()
            greeting = await read_greeting(reader)
            if nonce_is_fresh:
                statement = b"lantruco link client 1\0" + context_hash + greeting[12:] + ZECA.public
                answer = greeting[:12] + ZECA.public + ZECA.sign(statement)
            writer.write(frame(answer))
            assert await read_greeting(reader) == (b"\0" if nonce_is_fresh else b"\x02")
            writer.close()
        assert (await bias.came.get()).peer == ZECA.public
        assert (await bias.refused.get()).code == "E_IMPOSTOR"


@live
async def test_two_versions_tell_each_other_which_they_speak() -> None:
    async with door(BIA, version=2) as bias:
        error = await code_of(dial(ZECA, HERE, bias.port, version=1))
        assert (error.code, error.detail["theirs"], error.detail["ours"]) == ("E_VERSION", 2, 1)
        refusal = await bias.refused.get()
        assert (refusal.code, refusal.detail["theirs"]) == ("E_VERSION", 1)


@live
async def test_nobody_links_to_himself() -> None:
    async with door(ZECA) as own:
        assert (await code_of(dial(ZECA, HERE, own.port, version=VERSION))).code == "E_SELF"


@pytest.mark.parametrize(
    "greeting",
    [
        b"",
        b"GET / HTTP/1.1",
        b"lantruco",
        b"lantruco\0\0\0\1",
        b"lantruco\0\0\0\1" + bytes(95),
        b"lantruco\0\0\0\1" + b"\1" + bytes(95),
        b"lantruco\0\0\0\1" + ZECA.public + bytes(64),
        b"lantruco\0\0\0\1" + BIA.public + bytes(64),
        bytes(257),
    ],
)
@live
async def test_a_crooked_greeting_is_refused_and_the_door_stays_open(greeting: bytes) -> None:
    async with door(BIA) as bias:
        reader, writer = await tls_to(bias.port)
        await read_greeting(reader)
        writer.write(frame(greeting))
        assert (await bias.refused.get()).code in ("E_PEER", "E_KEY", "E_SELF", "E_IMPOSTOR")
        writer.close()
        (await dial(ZECA, HERE, bias.port, version=VERSION)).close()
        assert (await bias.came.get()).peer == ZECA.public


@live
async def test_something_else_that_listens_there_is_no_player() -> None:
    async def web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()

    async def tls_web(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ESMTP\r\n")
        writer.close()

    for talk, context in ((web, None), (tls_web, server_context(MALLORY)[0])):
        server = await asyncio.start_server(talk, HERE, 0, ssl=context)
        error = await code_of(dial(ZECA, HERE, server.sockets[0].getsockname()[1], version=VERSION))
        assert error.code == "E_PEER"
        server.close()


@live
async def test_a_call_that_nobody_answers_ends_in_time() -> None:
    async def mute(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(mute, HERE, 0)
    port = server.sockets[0].getsockname()[1]
    error = await code_of(dial(ZECA, HERE, port, version=VERSION, within=0.2))
    assert (error.code, error.detail["reason"]) == ("E_CONNECT", "timeout")
    server.close()
    await server.wait_closed()
    error = await code_of(dial(ZECA, HERE, port, version=VERSION))
    assert (error.code, error.detail["reason"]) == ("E_CONNECT", "refused")


@live
async def test_a_name_that_nobody_knows_is_told_apart_from_no_address() -> None:
    error = await code_of(dial(ZECA, "no such host", 1, version=VERSION))
    assert (error.code, error.detail["reason"]) == ("E_CONNECT", "host")


@pytest.mark.parametrize(("host", "port"), [("a\0b", 1), (HERE, 70000), ("x" * 300, 1)])
@live
async def test_an_address_that_cannot_be_has_a_code(host: str, port: int) -> None:
    assert (await code_of(dial(ZECA, host, port, version=VERSION))).code == "E_ADDRESS"


@live
async def test_a_frame_too_long_is_not_sent_and_not_taken() -> None:
    async with linked(ZECA, BIA) as (mine, theirs):
        for wrong in (b"", bytes(MAX_FRAME + 1)):
            with pytest.raises(NetError, match="E_FRAME"):
                mine.send_nowait(wrong)
        assert mine.ended is None
        mine._writer.write((MAX_FRAME + 1).to_bytes(4, "big"))
        assert (await code_of(theirs.receive())).code == "E_FRAME"
        assert (await code_of(mine.receive())).code == "E_LOST"


@live
async def test_a_peer_that_does_not_read_is_dropped_and_no_other_waits() -> None:
    async with linked(ZECA, BIA) as (mine, _), linked(ZECA, MALLORY) as (other, others_end):
        sent = 0

        async def talk() -> None:
            nonlocal sent
            while True:
                mine.send_nowait(bytes(MAX_FRAME))
                sent += MAX_FRAME
                await asyncio.sleep(0)

        assert (await code_of(talk())).code == "E_SLOW"
        assert sent >= MAX_BACKLOG
        assert mine.ended is not None
        assert mine.ended.code == "E_SLOW"
        other.send_nowait(b"truco")
        assert await others_end.receive() == b"truco"


@live
async def test_a_peer_that_stays_stuck_is_dropped_in_the_end() -> None:
    async with linked(ZECA, BIA, tick=0.02) as (mine, theirs):
        while mine._waiting() < MAX_BACKLOG // 2:
            mine.send_nowait(bytes(MAX_FRAME))
            await asyncio.sleep(0.001)
        await until(lambda: mine.ended)
        assert mine.ended is not None
        assert mine.ended.code == "E_SLOW"
        assert len(theirs._inbox) == MAX_INBOX


@live
async def test_a_peer_that_floods_is_dropped() -> None:
    async with linked(ZECA, BIA) as (mine, theirs):
        mine._writer.write(frame(b"") * (2 * BURST_FRAMES))
        assert (await code_of(theirs.receive())).code == "E_RATE"


def test_a_fast_peer_is_no_flood_but_a_faster_one_is() -> None:
    meter = Meter(0.0)
    assert all(meter.take(100, second + n / 500) for second in range(60) for n in range(500))
    meter = Meter(0.0)
    assert not all(meter.take(1, n / (2 * FRAMES_PER_SECOND)) for n in range(4 * BURST_FRAMES))
    meter = Meter(0.0)
    assert not all(meter.take(MAX_FRAME, n * MAX_FRAME / BYTES_PER_SECOND / 2) for n in range(4000))


@live
async def test_a_silent_link_stays_up_by_its_heartbeats() -> None:
    async with linked(ZECA, BIA, tick=0.02) as (mine, theirs):
        await asyncio.sleep(0.02 * 40)
        assert (mine.ended, theirs.ended) == (None, None)


@live
async def test_a_cut_cable_is_noticed_at_both_ends() -> None:
    cable = Cable()
    async with door(BIA, tick=0.03) as bias, cable.to(bias.port):
        mine = await dial(ZECA, HERE, cable.port, version=VERSION, tick=0.03)
        theirs = await bias.came.get()
        cable.cut()
        assert (await code_of(mine.receive())).code == "E_LOST"
        assert (await code_of(theirs.receive())).code == "E_LOST"


@live
async def test_my_own_nap_is_not_taken_for_the_others_silence() -> None:
    async with linked(ZECA, BIA, tick=0.05) as (mine, theirs):
        time.sleep(0.05 * 12)  # noqa: ASYNC251
        await asyncio.sleep(0.1)
        assert (mine.ended, theirs.ended) == (None, None)


@live
async def test_a_port_that_is_taken_gives_way_to_the_next() -> None:
    first = await serve(ZECA, version=VERSION, port=DEFAULT_PORT, hosts=[HERE])
    second = await serve(BIA, version=VERSION, port=first.port, hosts=[HERE])
    assert first.port < second.port < first.port + server_module.PORT_TRIES
    await first.close()
    await second.close()


@live
async def test_no_free_port_and_no_such_interface_have_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    first = await serve(ZECA, version=VERSION, port=0, hosts=[HERE])
    with monkeypatch.context() as patch:
        patch.setattr(server_module, "PORT_TRIES", 1)
        error = await code_of(serve(BIA, version=VERSION, port=first.port, hosts=[HERE]))
    assert error.code == "E_PORT"
    assert (await code_of(serve(BIA, version=VERSION, hosts=["203.0.113.9"]))).code == "E_INTERFACE"
    await first.close()


@live
async def test_all_addresses_are_served_when_none_is_named() -> None:
    server = await serve(BIA, version=VERSION, port=0, on_link=Link.close)
    for host in (HERE, "localhost"):
        (await dial(ZECA, host, server.port, version=VERSION, expect=BIA.public)).close()
    await server.close()


@pytest.mark.parametrize("limit", ["MAX_CALLERS_PER_HOST", "MAX_CALLERS"])
@live
async def test_callers_who_say_nothing_take_few_places_and_keep_nobody_out(
    limit: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(server_module, limit, 3)
        async with door(BIA) as bias:
            idle = [await asyncio.open_connection(HERE, bias.port) for _ in range(4)]
            assert await idle[0][0].read() == b""
            (await dial(ZECA, HERE, bias.port, version=VERSION)).close()
            assert await idle[1][0].read() == b""
            assert not idle[3][0].at_eof()
            for _, writer in idle:
                writer.close()


@live
async def test_callers_who_say_nothing_are_not_waited_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(server_module, "HANDSHAKE_SECONDS", 0.2)
        async with door(BIA) as bias:
            idle = [await asyncio.open_connection(HERE, bias.port) for _ in range(3)]
            assert [(await bias.refused.get()).code for _ in idle] == ["E_PEER"] * 3
            for _, writer in idle:
                writer.close()


@live
async def test_the_largest_crowd_makes_room_when_all_places_are_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(server_module, "MAX_CALLERS", 4)
        named: list[str] = []

        def crowd(_: str) -> str:
            # Asked thrice for each caller: for its knock, for room, for its place.
            if len(named) % 3 == 0:
                named.append(next(callers))
            else:
                named.append(named[-1])
            return named[-1]

        callers = iter(["one", "many", "many", "many", "new"])
        patch.setattr(server_module, "crowd", crowd)
        async with door(BIA) as bias:
            idle = [await asyncio.open_connection(HERE, bias.port) for _ in range(4)]
            await until(lambda: len(named) == 12)
            (await dial(ZECA, HERE, bias.port, version=VERSION)).close()
            assert [await idle[1][0].read(), idle[0][0].at_eof(), idle[2][0].at_eof()] == [b"", False, False]
            for _, writer in idle:
                writer.close()


@live
async def test_a_host_that_calls_too_often_is_not_let_in(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(server_module, "BURST_KNOCKS", 3)
        patch.setattr(server_module, "KNOCKS_PER_SECOND", 0)
        async with door(BIA) as bias:
            for _ in range(3):
                (await dial(ZECA, HERE, bias.port, version=VERSION)).close()
            error = await code_of(dial(ZECA, HERE, bias.port, version=VERSION))
            assert (error.code, error.detail["reason"]) == ("E_CONNECT", "hangup")
            refusal = await bias.refused.get()
            assert (refusal.code, refusal.detail["reason"]) == ("E_REFUSED", "busy")


def test_an_allowance_is_each_owners_own_and_comes_back_with_time() -> None:
    calls = Allowances[str](10, 4)
    assert [calls.take("a", 0.0) for _ in range(12)] == [True] * 10 + [False] * 2
    assert calls.take("b", 0.0)
    assert [calls.take("a", 1.0) for _ in range(5)] == [True] * 4 + [False]
    assert [calls.take("b", 9.0, amount) for amount in (11, 10, 1)] == [False, True, False]
    assert all(calls.take("c", quarter / 4) for quarter in range(1000))
    for number in range(3 * MAX_REMEMBERED):
        calls.take(str(number), 2.0)
    assert len(calls._levels) == MAX_REMEMBERED


def test_hosts_of_one_ipv6_network_are_one_crowd() -> None:
    assert crowd("192.0.2.1") != crowd("192.0.2.2")
    assert crowd("2001:db8::1") == crowd("2001:db8::ffff:1:2:3") != crowd("2001:db8:0:1::1")
    assert crowd("fe80::1%eth0") == crowd("fe80::2%eth0")
    assert crowd("no address") == "no address"


@live
async def test_callers_that_vanish_at_the_door_do_not_hold_up_the_next(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    loop = asyncio.get_running_loop()
    accept = loop.sock_accept
    vanished = 0

    async def vanish_first(listening: socket.socket) -> tuple[socket.socket, object]:
        nonlocal vanished
        if vanished < 100:
            vanished += 1
            raise ConnectionAbortedError(errno.ECONNABORTED, "gone")
        return await accept(listening)

    with monkeypatch.context() as patch:
        patch.setattr(loop, "sock_accept", vanish_first)
        async with door(BIA) as bias:
            (await dial(ZECA, HERE, bias.port, version=VERSION)).close()
            assert vanished == 100


@pytest.mark.filterwarnings("ignore::cryptography.utils.CryptographyDeprecationWarning")
def test_no_certificate_at_all_raises_anything_but_a_code() -> None:
    certificate, _ = BIA.certificate(b"x")
    at_key = certificate.index(BIA.public)

    def read(data: bytes) -> bytes | str:
        try:
            return certificate_key(data)
        except NetError as error:
            return error.code

    for place in {*range(len(certificate))} - {*range(at_key, at_key + 32)}:
        for value in (0, 1, 3, 0x7F, 0xFF):
            changed = certificate[:place] + bytes([value]) + certificate[place + 1 :]
            assert read(changed) in (BIA.public, "E_PEER")
        assert read(certificate[:place]) == "E_PEER"


@live
async def test_an_older_tls_is_refused() -> None:
    old = client_context()
    old.minimum_version = old.maximum_version = ssl.TLSVersion.TLSv1_2
    async with door(BIA) as bias:
        with pytest.raises((ssl.SSLError, ConnectionError)):
            await asyncio.open_connection(HERE, bias.port, ssl=old, server_hostname="x")
