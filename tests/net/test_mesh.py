"""Everybody linked to everybody, once, and again after every cut."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import ssl
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from lantruco.net import mesh as mesh_module
from lantruco.net.errors import NetError
from lantruco.net.identity import Identity
from lantruco.net.link import Link
from lantruco.net.mesh import Down, Event, Frame, Mesh, Up
from tests.net.living import HERE, VERSION, Cable, code_of, deaf_port, in_order, live, person, until


class Player:
    """A mesh and everything it has said."""

    def __init__(self, mesh: Mesh) -> None:
        self.mesh = mesh
        self.key = mesh.identity.public
        self.heard: list[Event] = []
        self.following = asyncio.ensure_future(self._follow())

    async def _follow(self) -> None:
        async for event in self.mesh.events():
            self.heard.append(event)

    @property
    def frames(self) -> list[tuple[bytes, bytes]]:
        return [(event.public, event.data) for event in self.heard if isinstance(event, Frame)]

    @property
    def ups_and_downs(self) -> list[type]:
        return [type(event) for event in self.heard if not isinstance(event, Frame)]

    @property
    def last_news(self) -> dict[bytes, type]:
        """What was said last of each peer, Up or Down."""
        return {event.public: type(event) for event in self.heard if not isinstance(event, Frame)}

    def links_to(self, other: Player) -> list[Link]:
        return self.mesh._links.get(other.key, [])


@asynccontextmanager
async def playing(identity: Identity, *, tick: float = 1.0) -> AsyncIterator[Player]:
    player = Player(await Mesh.open(identity, version=VERSION, port=0, hosts=[HERE], tick=tick))
    try:
        yield player
    finally:
        await player.mesh.close()
        await player.following


@asynccontextmanager
async def table(seats: int, *, tick: float = 1.0) -> AsyncIterator[list[Player]]:
    """People at one table, lowest key first, who do not want each other yet."""
    async with AsyncExitStack() as stack:
        people = in_order(*(person(number) for number in range(seats)))
        yield [await stack.enter_async_context(playing(each, tick=tick)) for each in people]


def seat(players: list[Player]) -> None:
    places = {player.key: [(HERE, player.mesh.port)] for player in players}
    for player in players:
        player.mesh.want(places)


def complete(players: list[Player]) -> bool:
    return all(len(player.mesh.linked()) == len(players) - 1 for player in players)


def same_link(one: Player, other: Player) -> bool:
    """Whether each has exactly one link to the other, and it is the same connection."""
    ends = one.links_to(other), other.links_to(one)
    if [len(each) for each in ends] != [1, 1]:
        return False
    here, there = (each[0]._writer for each in ends)
    return bool(here.get_extra_info("sockname") == there.get_extra_info("peername"))


@live
async def test_four_players_find_themselves_linked_each_to_each() -> None:
    async with table(4) as players:
        seat(players)
        await until(lambda: complete(players))
        for player in players:
            for other in players:
                assert player.mesh.send(other.key, player.key + other.key) is (other is not player)
        await until(lambda: all(len(player.frames) == 3 for player in players))
        for player in players:
            assert all(data == sender + player.key for sender, data in player.frames)
            assert player.ups_and_downs == [Up, Up, Up]
        assert all(same_link(one, other) for one in players for other in players if one is not other)


@live
async def test_a_mesh_heals_after_a_connection_breaks() -> None:
    async with table(4) as players:
        seat(players)
        await until(lambda: complete(players))
        broken = players[1].mesh.link(players[2].key)
        assert broken is not None
        broken.abort(NetError("E_LOST"))
        await until(lambda: Down in players[1].ups_and_downs and Down in players[2].ups_and_downs)
        await until(lambda: complete(players))
        assert players[1].mesh.link(players[2].key) is not broken
        await until(lambda: players[1].ups_and_downs[-2:] == [Down, Up])
        assert players[0].ups_and_downs == players[3].ups_and_downs == [Up, Up, Up]


@live
async def test_a_mesh_heals_after_a_silent_cut() -> None:
    cable = Cable()
    async with table(2, tick=0.02) as (low, high), cable.to(high.mesh.port):
        low.mesh.want({high.key: [(HERE, cable.port)]})
        await until(lambda: low.mesh.linked() and high.mesh.linked())
        cable.cut()
        await until(lambda: not low.mesh.linked() and not high.mesh.linked())
        assert not low.mesh.send(high.key, b"truco")
        cable.mend()
        await until(lambda: low.mesh.linked() and high.mesh.linked())
        assert low.mesh.send(high.key, b"seis")
        await until(lambda: (low.key, b"seis") in high.frames)


@live
async def test_the_higher_key_dials_when_the_lower_cannot() -> None:
    async with table(2) as (low, high):
        low.mesh.want({high.key: []})
        high.mesh.want({low.key: [(HERE, low.mesh.port)]})
        await until(lambda: low.mesh.linked() and high.mesh.linked())
        link = high.mesh.link(low.key)
        assert link is not None
        assert link.dialed


@live
async def test_of_two_links_made_at_once_both_ends_keep_the_same() -> None:
    async with table(2) as (low, high):
        for _ in range(2):
            await asyncio.gather(
                low.mesh.connect(HERE, high.mesh.port), high.mesh.connect(HERE, low.mesh.port)
            )
            await until(lambda: len(low.links_to(high)) == 2 == len(high.links_to(low)))
            await until(lambda: same_link(low, high))
            assert Down not in low.ups_and_downs + high.ups_and_downs
            low.mesh.drop(high.key)
            await until(lambda: not low.links_to(high) and not high.links_to(low))
            low.heard.clear()
            high.heard.clear()


@live
async def test_nothing_is_lost_while_one_link_takes_the_place_of_another() -> None:
    async with table(2) as (low, high):
        await low.mesh.connect(HERE, high.mesh.port)
        await until(lambda: high.mesh.linked())
        replacing = asyncio.ensure_future(high.mesh.connect(HERE, low.mesh.port))
        sent = 0
        while not (replacing.done() and same_link(low, high)):
            assert low.mesh.send(high.key, b"%d" % sent)
            assert high.mesh.send(low.key, b"%d" % sent)
            sent += 1
            await asyncio.sleep(0.005)
        await until(lambda: len(low.frames) == len(high.frames) == sent)
        for player in (low, high):
            assert sorted(int(data) for _, data in player.frames) == list(range(sent))
            assert player.ups_and_downs == [Up, Up]


@live
async def test_what_is_said_on_the_older_link_still_arrives_when_only_one_end_knows_the_newer() -> None:
    cable = Cable()
    async with table(2) as (low, high), cable.to(low.mesh.port):
        await low.mesh.connect(HERE, high.mesh.port)
        await until(lambda: high.mesh.linked())
        calling = asyncio.ensure_future(high.mesh.connect(HERE, cable.port))
        while len(low.links_to(high)) < 2:  # noqa: ASYNC110
            await asyncio.sleep(0)
        cable.cut()
        await asyncio.sleep(0.05)
        assert not calling.done()
        assert high.mesh.send(low.key, b"truco")
        await until(lambda: low.frames)
        cable.mend()
        await calling


@live
async def test_addresses_that_answer_at_once_give_one_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_module, "ADDRESS_STAGGER", 0)
    async with table(2) as (low, high):
        dial, arrived, gate = low.mesh._dial, list[Link](), asyncio.Event()

        async def dial_and_wait_for_all(*_: object) -> Link:
            link = await dial(HERE, high.mesh.port, high.key, 5.0)
            arrived.append(link)
            if len(arrived) == 3:
                asyncio.get_running_loop().call_soon(gate.set)
            await gate.wait()
            return link

        monkeypatch.setattr(low.mesh, "_dial", dial_and_wait_for_all)
        low.mesh.want({high.key: [(HERE, number) for number in (1, 2, 3)]})
        await until(lambda: len(arrived) == 3 and same_link(low, high))
        assert [link.ended is None for link in arrived].count(True) == 1


@pytest.mark.parametrize("seed", range(3))
@live
async def test_whatever_breaks_and_whoever_dials_the_table_is_whole_in_the_end(seed: int) -> None:
    chance = random.Random(seed)
    async with table(3) as players:
        seat(players)
        for _ in range(40):
            one, other = chance.sample(players, 2)
            link = one.mesh.link(other.key)
            match chance.randrange(4):
                case 0 if link is not None:
                    link.abort(NetError("E_LOST"))
                case 1:
                    one.mesh.drop(other.key)
                case 2:
                    with contextlib.suppress(NetError):
                        await one.mesh.connect(HERE, other.mesh.port)
                case _:
                    await asyncio.sleep(chance.random() / 50)
        await until(lambda: complete(players))
        await until(lambda: all(same_link(one, other) for one, other in itertools.combinations(players, 2)))
        await until(lambda: all(set(player.last_news.values()) == {Up} for player in players))


@live
async def test_one_key_cannot_hold_ever_more_links() -> None:
    async with table(2) as (low, high):
        for _ in range(5):
            await low.mesh.connect(HERE, high.mesh.port)
            assert len(high.links_to(low)) <= mesh_module.MAX_LINKS_PER_KEY + 1
        await until(lambda: same_link(low, high))


@live
async def test_a_dead_address_does_not_hide_the_living_one() -> None:
    async with table(2) as (low, high), playing(person(9)) as stranger, AsyncExitStack() as stack:
        dead = stack.enter_context(deaf_port())
        low.mesh.want({high.key: [(HERE, dead), (HERE, stranger.mesh.port), (HERE, high.mesh.port)]})
        await until(lambda: low.mesh.linked())
        assert low.mesh.linked() == {high.key}
        assert low.mesh._wanted[high.key][0] == (HERE, high.mesh.port)


@live
async def test_who_answers_with_another_key_is_no_friend() -> None:
    async with table(2) as (low, high), playing(person(9)) as stranger:
        low.mesh.want({high.key: [(HERE, stranger.mesh.port)]})
        await until(lambda: high.key in low.mesh.troubles)
        assert low.mesh.troubles[high.key].code == "E_IMPOSTOR"
        assert not low.mesh.linked()
        low.mesh.want({high.key: [(HERE, high.mesh.port)]})
        await until(lambda: low.mesh.linked())
        assert not low.mesh.troubles


@live
async def test_a_player_who_comes_back_at_another_port_is_linked_again() -> None:
    async with playing(person(1)) as stays:
        async with playing(person(2)) as goes:
            seat([stays, goes])
            await until(lambda: stays.mesh.linked() and goes.mesh.linked())
        await until(lambda: not stays.mesh.linked())
        async with playing(person(2)) as returns:
            seat([stays, returns])
            await until(lambda: stays.mesh.linked() and returns.mesh.linked())
            assert stays.mesh.send(returns.key, b"oi")
            await until(lambda: returns.frames == [(stays.key, b"oi")])


@live
async def test_a_typed_address_tells_whose_it_is() -> None:
    async with table(2) as (low, high):
        assert await low.mesh.connect(HERE, high.mesh.port) == high.key
        assert low.mesh.linked() == {high.key}
        assert (await code_of(low.mesh.connect(HERE, low.mesh.port))).code == "E_SELF"


@live
async def test_strangers_cannot_crowd_out_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_module, "MAX_STRANGERS", 3)
    async with AsyncExitStack() as stack:
        low, high = await stack.enter_async_context(table(2))
        seat([low, high])
        await until(lambda: complete([low, high]))
        for number in range(10, 16):
            stranger = await stack.enter_async_context(playing(person(number)))
            await stranger.mesh.connect(HERE, low.mesh.port)
        await until(lambda: len(low.mesh.linked()) == 4)
        assert high.key in low.mesh.linked()
        assert stranger.key in low.mesh.linked()


@live
async def test_strangers_cannot_crowd_out_who_is_welcome(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_module, "MAX_STRANGERS", 3)
    numbers = itertools.count()
    monkeypatch.setattr(mesh_module, "crowd", lambda host: str(next(numbers)))
    async with AsyncExitStack() as stack:
        host, guest = await stack.enter_async_context(table(2))
        await guest.mesh.connect(HERE, host.mesh.port)
        host.mesh.welcome([guest.key])
        for number in range(10, 16):
            stranger = await stack.enter_async_context(playing(person(number)))
            await stranger.mesh.connect(HERE, host.mesh.port)
        await until(lambda: len(host.mesh.linked()) == 4)
        assert {guest.key, stranger.key} < host.mesh.linked()


@live
async def test_the_crowd_of_strangers_stays_small_while_nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_module, "MAX_STRANGERS", 3)
    monkeypatch.setattr(mesh_module, "MAX_EVENTS", 1)
    lazy = await Mesh.open(person(1), version=VERSION, port=0, hosts=[HERE])
    async with AsyncExitStack() as stack:
        for number in range(10, 20):
            stranger = await stack.enter_async_context(playing(person(number)))
            await stranger.mesh.connect(HERE, lazy.port)
            await until(lambda: stranger.key in lazy.linked())  # noqa: B023
        assert len(lazy.linked()) == 3
        await lazy.close()


@live
async def test_a_flood_of_frames_leaves_the_thread_to_others() -> None:
    async with playing(person(1)) as eager:
        busy = await Mesh.open(person(2), version=VERSION, port=0, hosts=[HERE])
        await eager.mesh.connect(HERE, busy.port)
        for _ in range(100):
            eager.mesh.send(busy.identity.public, b"!")
        await until(lambda: busy._events.qsize() == 101)
        handled = 0
        turns = [0]

        async def turn() -> None:
            while handled < 101:
                turns.append(handled)
                await asyncio.sleep(0)

        turning = asyncio.ensure_future(turn())
        async for _ in _first(busy, 101):
            handled += 1
        await turning
        assert max(later - earlier for earlier, later in itertools.pairwise(turns)) <= 2
        await busy.close()


@live
async def test_a_false_certificate_at_one_address_does_not_end_the_dialing(tmp_path: Path) -> None:
    """Its version number is one that has an exception of its own in the reader of certificates."""
    low, high = in_order(person(0), person(1))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate, pem = high.certificate(b"x")
    odd = certificate.replace(bytes.fromhex("a003020102"), bytes.fromhex("a003020163"), 1)
    key = pem[pem.index(b"-----BEGIN ENCRYPTED") :]
    (tmp_path / "odd.pem").write_bytes(ssl.DER_cert_to_PEM_cert(odd).encode() + key)
    context.load_cert_chain(tmp_path / "odd.pem", password=b"x")
    calls = 0

    def called(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal calls
        calls += 1
        writer.close()

    liar = await asyncio.start_server(called, HERE, 0, ssl=context)
    async with playing(low) as caller, playing(high) as friend:
        caller.mesh.want({high.public: [(HERE, liar.sockets[0].getsockname()[1])]})
        await until(lambda: calls > 1)
        caller.mesh.want({high.public: [(HERE, friend.mesh.port)]})
        await until(lambda: caller.mesh.linked())
    liar.close()
    await liar.wait_closed()


@live
async def test_a_peer_no_longer_wanted_is_not_dialed_again() -> None:
    async with table(2) as (low, high):
        seat([low, high])
        await until(lambda: complete([low, high]))
        for player in (low, high):
            player.mesh.want({})
        assert complete([low, high])
        low.mesh.drop(high.key)
        await until(lambda: not low.mesh.linked() and not high.mesh.linked())
        assert not low.mesh._keepers
        seat([low, high])
        await until(lambda: complete([low, high]))


@live
async def test_a_program_that_does_not_look_slows_the_sender_not_the_memory() -> None:
    async with playing(person(1)) as eager:
        lazy = await Mesh.open(person(2), version=VERSION, port=0, hosts=[HERE])
        await eager.mesh.connect(HERE, lazy.port)
        for _ in range(1000):
            assert eager.mesh.send(lazy.identity.public, bytes(1000))
            await asyncio.sleep(0)
        await asyncio.sleep(0.2)
        assert lazy._events.qsize() <= mesh_module.MAX_EVENTS
        seen = [event async for event in _first(lazy, 1001)]
        assert len(seen) == 1001
        await lazy.close()


async def _first(mesh: Mesh, count: int) -> AsyncIterator[Event]:
    async for event in mesh.events():
        yield event
        count -= 1
        if not count:
            return


@live
async def test_a_wrong_frame_is_the_callers_mistake_and_costs_no_link() -> None:
    async with table(2) as (low, high):
        await low.mesh.connect(HERE, high.mesh.port)
        with pytest.raises(NetError, match="E_FRAME"):
            low.mesh.send(high.key, b"")
        assert low.mesh.send(high.key, b"x")
