"""Tables found by name: real mDNS on the loopback interface."""

from __future__ import annotations

import secrets
from pathlib import Path

import pytest
from msgspec import structs

from lantruco.net.announcement import TableAd
from lantruco.net.discovery import Discovery
from lantruco.peer.announcing import describe
from lantruco.peer.errors import PeerError
from lantruco.peer.events import MatchBegun
from lantruco.peer.joining import find_table, join_ad
from lantruco.peer.opening import Terms, open_table
from lantruco.peer.session import Session
from lantruco.protocol.genesis import rules_map
from lantruco.protocol.lobby import table_map
from tests.fairdeal.smallgroup import SMALL

from .tables import Watcher, participant, run

LOOPBACK = ("127.0.0.1",)


def fresh_name() -> str:
    """A name that no other test on this machine has."""
    return f"Mesa {secrets.token_hex(4)}"


async def announced(folder: Path, number: int, name: str, seats: int = 2) -> Session:
    return await open_table(participant(folder, number), Terms(name, seats), port=0, group=SMALL)


async def search(name: str, wait: float = 20.0) -> TableAd:
    return await find_table(name, wait=wait, interfaces=LOOPBACK)


def test_a_table_is_found_by_its_name_and_joined(tmp_path: Path) -> None:
    async def lobby() -> None:
        name = fresh_name()
        ana = Watcher(await announced(tmp_path, 0, name))
        ad = await search(name.upper())
        assert (ad.name, ad.host, ad.seats, ad.taken) == (name, "Ana", 2, 1)
        beto = Watcher(await join_ad(participant(tmp_path, 1), ad, port=0, group=SMALL))
        await ana.until_told(MatchBegun)
        await beto.until_told(MatchBegun)
        await beto.session.leave()
        await ana.session.leave()

    run(lobby())


def test_a_full_table_is_listed_as_full(tmp_path: Path) -> None:
    async def lobby() -> None:
        name = fresh_name()
        ana = Watcher(await announced(tmp_path, 0, name))
        beto = Watcher(await join_ad(participant(tmp_path, 1), await search(name), port=0, group=SMALL))
        await beto.until_told(MatchBegun)
        discovery = await Discovery.open(LOOPBACK)
        browser = discovery.browse()
        while not any(ad.name == name and ad.taken == 2 for ad in browser.tables.values()):
            await browser.changed()
        await discovery.close()
        await beto.session.leave()
        await ana.session.leave()

    run(lobby())


def test_an_unknown_name_is_told_what_is_there_instead(tmp_path: Path) -> None:
    async def lobby() -> None:
        name = fresh_name()
        ana = await announced(tmp_path, 0, name)
        await search(name)
        with pytest.raises(PeerError) as error:
            await search(fresh_name(), wait=1.5)
        assert error.value.code == "E_NO_TABLE"
        assert name in str(error.value.facts["tables"])
        await ana.leave()

    run(lobby())


def test_two_tables_of_one_name_are_both_told_with_their_addresses(tmp_path: Path) -> None:
    async def lobby() -> None:
        name = fresh_name()
        ana, beto = await announced(tmp_path, 0, name), await announced(tmp_path, 1, name)
        with pytest.raises(PeerError) as error:
            await search(name)
        assert error.value.code == "E_TWO_TABLES"
        for host, session in (("Ana", ana), ("Beto", beto)):
            assert f"{name} ({host}, 127.0.0.1:{session.mesh.port})" in str(error.value.facts["tables"])
        await ana.leave()
        await beto.leave()

    run(lobby())


def test_a_table_names_the_rules_that_are_not_the_usual_ones(tmp_path: Path) -> None:
    async def lobby() -> None:
        terms = Terms.of("Mesa", 2, {"limite": "nunca", "coberta": False, "sinais": "espiados"})
        session = await open_table(participant(tmp_path, 0), terms, port=0, advertise=False, group=SMALL)
        assert session.lobby is not None
        ad = describe(session.lobby, session.me.identity, session.me.name)
        assert ad.options == "coberta=false limite=nunca sinais=espiados"
        assert session.lobby.table["sinais"] == "espiados"
        usual = structs.replace(session.lobby, rules=rules_map(), table=table_map({}))
        assert describe(usual, session.me.identity, "Ana").options == ""
        await session.leave()

    run(lobby())
