"""Tables are found by real mDNS on the loopback address."""

from __future__ import annotations

import asyncio
import logging
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from lantruco.net import discovery as discovery_module
from lantruco.net.announcement import TableAd
from lantruco.net.discovery import Browser, Discovery
from lantruco.net.identity import fingerprint
from lantruco.net.interfaces import Interface, interfaces, usable
from tests.net.living import HERE, code_of, live, person, until
from tests.net.publisher import published
from tests.patience import PATIENCE

ZECA = person(1)
AD = TableAd(ZECA.public, "T1", "Mesa do Zé", "Zé", 4, 1, 1, "", ((HERE, 47110),))
LOOPBACK = Interface("lo", "lo", HERE)
WIFI = Interface("wlan0", "Wi-Fi", "192.168.0.7")


@asynccontextmanager
async def two_programs() -> AsyncIterator[tuple[Discovery, Browser]]:
    """One that announces and another that looks."""
    announcing, looking = await Discovery.open([HERE]), await Discovery.open([HERE])
    try:
        yield announcing, looking.browse()
    finally:
        await announcing.close()
        await looking.close()


@live
async def test_a_table_appears_fills_and_disappears() -> None:
    async with two_programs() as (announcing, browser):
        advertiser = await announcing.advertise(ZECA, 47110, AD)
        await until(lambda: browser.tables.get(ZECA.public) == AD)
        await browser.changed()
        await advertiser.update(replace(AD, taken=2))
        await browser.changed()
        assert browser.tables[ZECA.public].taken == 2
        await advertiser.close()
        await until(lambda: ZECA.public not in browser.tables)
        again = await announcing.advertise(ZECA, 47111, AD)
        await until(lambda: ZECA.public in browser.tables)
        assert browser.tables[ZECA.public].addresses == ((HERE, 47111),)
        await again.close()


@live
async def test_who_looks_later_sees_what_stands_already() -> None:
    async with two_programs() as (announcing, _):
        await announcing.advertise(ZECA, 47110, AD)
        await asyncio.sleep(0.1)
        late = await Discovery.open([HERE])
        browser = late.browse()
        await until(lambda: ZECA.public in browser.tables)
        await late.close()


@live
async def test_a_killed_program_takes_its_table_along(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "REFRESH_SECONDS", 0.5)
    monkeypatch.setattr(discovery_module, "RESOLVE_SECONDS", 0.5)
    looking = await Discovery.open([HERE])
    browser = looking.browse()
    with published(2, 47120, ttl=2) as first, published(3, 47121, ttl=2):
        await until(lambda: {person(2).public, person(3).public} <= browser.tables.keys())
        first.kill()
        await until(lambda: person(2).public not in browser.tables)
        # It may take a busy machine longer to answer than a table is given here.
        await until(lambda: person(3).public in browser.tables)
        assert browser.tables[person(3).public].name == "Mesa 3"
    with published(2, 47122, ttl=2):
        await until(lambda: person(2).public in browser.tables)
        assert browser.tables[person(2).public].addresses == ((HERE, 47122),)
    await looking.close()


@live
async def test_a_living_table_outlives_what_it_said_at_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "HOST_TTL", 1)
    monkeypatch.setattr(discovery_module, "REFRESH_SECONDS", 0.2)
    monkeypatch.setattr(discovery_module, "RESOLVE_SECONDS", PATIENCE)
    async with two_programs() as (announcing, browser):
        await announcing.advertise(ZECA, 47110, AD)
        await until(lambda: ZECA.public in browser.tables)
        await browser.changed()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(browser.changed(), 2.2)


def crooked_packets(service: str) -> Iterator[bytes]:
    """Answers that no library would send: names and texts of any bytes, and no answers at all."""
    from zeroconf._dns import DNSAddress, DNSPointer, DNSService, DNSText
    from zeroconf._protocol.outgoing import DNSOutgoing

    answer, internet, a, ptr, txt, srv = 0x8400, 1, 1, 12, 16, 33
    labels = [
        "evil",
        "a\x1b[2Jb",
        "a.b",
        "é" * 20,
        fingerprint(ZECA.public) + "x",
        fingerprint(person(7).public),
    ]
    texts = [b"", b"\xff", b"\x05k=\xff\xfe\x00", b"\x00\x00\x01k\x03k=", b"\x02v=\x02k=\x02t=", b"\xffk=a"]
    for label, text in zip(labels, texts, strict=True):
        name = f"{label}.{service}"
        out = DNSOutgoing(answer)
        out.add_answer_at_time(DNSPointer(service, ptr, internet, 4500, name), 0)
        out.add_answer_at_time(DNSService(name, srv, internet, 120, 0, 0, 47110, "evil.local."), 0)
        out.add_answer_at_time(DNSText(name, txt, internet, 4500, text), 0)
        for host in ("0.0.0.0", "224.0.0.251", HERE):
            out.add_answer_at_time(DNSAddress("evil.local.", a, internet, 120, socket.inet_aton(host)), 0)
        yield from out.packets()
        yield out.packets()[0][:-5]
    yield from (b"", b"\xff" * 600, bytes(12), b"\0\0\x84\0\0\0\xff\xff\0\0\0\0\xc0\x0c")


@live
async def test_a_hostile_service_is_not_shown_and_hides_no_table(caplog: pytest.LogCaptureFixture) -> None:
    async with two_programs() as (announcing, browser):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as hostile:
            hostile.setsockopt(socket.IPPROTO_IP, socket.IP_MULTICAST_IF, socket.inet_aton(HERE))
            hostile.bind((HERE, 0))
            for packet in crooked_packets(announcing.service):
                hostile.sendto(packet, ("224.0.0.251", 5353))
        await announcing.advertise(ZECA, 47110, AD)
        await until(lambda: ZECA.public in browser.tables)
        await until(lambda: len(browser._due) > 3 and not browser._resolving)
        assert set(browser.tables) == {ZECA.public}
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


@live
async def test_a_flood_of_mute_names_leaves_room_for_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "MAX_TABLES", 3)
    async with two_programs() as (announcing, browser):
        browser._due.update({f"mute{n}.{announcing.service}": float("inf") for n in range(3)})
        await announcing.advertise(ZECA, 47110, AD)
        await until(lambda: ZECA.public in browser.tables)
        assert len(browser._due) <= 3


@live
async def test_one_person_announces_one_table_at_a_time() -> None:
    async with two_programs() as (announcing, _):
        await announcing.advertise(ZECA, 47110, AD)
        error = await code_of(announcing.advertise(ZECA, 47111, AD))
        assert (error.code, error.detail["reason"]) == ("E_NODISCOVERY", "name")


@live
async def test_no_network_is_an_error_with_a_code_and_nothing_else(capfd: pytest.CaptureFixture[str]) -> None:
    error = await code_of(Discovery.open(find=lambda: ()))
    assert (error.code, error.detail["reason"]) == ("E_NODISCOVERY", "network")
    gone = Interface("eth9", "eth9", "203.0.113.9")
    error = await code_of(Discovery.open(find=lambda: (gone,)))
    assert error.code == "E_NODISCOVERY"
    assert (await code_of(Discovery.open(["eth9"]))).code == "E_INTERFACE"
    assert capfd.readouterr().err == ""


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is an address of this machine on Linux alone")
@live
async def test_a_network_that_comes_up_later_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(discovery_module, "INTERFACE_SECONDS", 0.1)
    found = [LOOPBACK]
    moving = await Discovery.open(find=lambda: found)
    await moving.advertise(ZECA, 47110, AD)
    looking = await Discovery.open([HERE])
    browser = looking.browse()
    await until(lambda: ZECA.public in browser.tables)
    found[:] = [Interface("lo", "lo", "127.0.0.2")]
    await until(lambda: browser.tables[ZECA.public].addresses[0] == ("127.0.0.2", 47110))
    found.clear()
    await asyncio.sleep(0.3)
    assert moving.addresses == ("127.0.0.2",)
    await moving.close()
    await looking.close()


def test_a_table_is_found_where_friends_may_be() -> None:
    docker = Interface("docker0", "docker0", "172.17.0.1")
    tunnel = Interface("utun3", "utun3", "10.8.0.2")
    virtual = Interface("{4F2A}", "VirtualBox Host-Only Ethernet Adapter", "192.168.56.1")
    unplugged = Interface("eth0", "eth0", "169.254.7.7")
    elsewhere = [LOOPBACK, docker, tunnel, virtual, unplugged]
    assert usable([*elsewhere, WIFI]) == ("192.168.0.7",)
    assert usable(elsewhere) == (HERE,)
    assert usable([]) == ()
    assert usable([*elsewhere, WIFI], ["docker0", "192.168.0.7"]) == ("172.17.0.1", "192.168.0.7")
    assert usable([LOOPBACK, WIFI], ["Wi-Fi"]) == ("192.168.0.7",)


def test_this_machine_has_a_loopback_address() -> None:
    assert any(each.is_loopback for each in interfaces())
