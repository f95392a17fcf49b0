"""Nothing of a match is judged on the event loop's thread: keys and screens go on meanwhile."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lantruco import fairdeal
from lantruco.net import mesh as mesh_module
from lantruco.peer.events import MatchBegun, RecordKept
from lantruco.peer.turns import Turns
from lantruco.protocol.errors import Refused
from lantruco.protocol.events import CardsDealt, HandStarted
from lantruco.protocol.replica import Replica
from lantruco.record.verify import verify_file
from tests.fairdeal.smallgroup import SMALL
from tests.patience import PATIENCE

from .tables import full_table, journal, records, run, watched

TICKS = 20


class Ticker:
    """Counts how often the event loop comes round, and lets other threads wait for that."""

    def __init__(self) -> None:
        self.count = 0
        self.thread = threading.get_ident()
        self._ticking = asyncio.ensure_future(self._tick())

    async def _tick(self) -> None:
        while True:
            self.count += 1
            await asyncio.sleep(0)

    def wait(self) -> bool:
        """Hold this thread up until the loop has come round some times; False if it does not."""
        start, end = self.count, time.monotonic() + PATIENCE
        while self.count < start + TICKS:
            if time.monotonic() > end:
                return False
            time.sleep(0.0005)
        return True

    def stop(self) -> None:
        self._ticking.cancel()


class Held:
    """The replica's calls of one kind, held up until they are let go."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
        self.entered = threading.Event()
        self.go = threading.Event()
        self.calls = 0
        real = getattr(Replica, name)

        def held(replica: Replica, *args: Any) -> Any:
            self.calls += 1
            self.entered.set()
            assert self.go.wait(PATIENCE)
            return real(replica, *args)

        monkeypatch.setattr(Replica, name, held)

    async def until_entered(self) -> None:
        assert await asyncio.to_thread(self.entered.wait, PATIENCE)


def test_the_loop_ticks_on_while_the_shares_of_a_six_seat_deal_are_made_and_checked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def match() -> None:
        watchers = watched(await full_table(tmp_path, 6))
        for watcher in watchers:
            await watcher.until_told(MatchBegun)
        ticker, ticked, threads = Ticker(), list[bool](), set[int]()

        def hold_up(name: str) -> None:
            real = getattr(fairdeal, name)

            def held(*args: Any, **kwargs: Any) -> Any:
                threads.add(threading.get_ident())
                if all(ticked):
                    ticked.append(ticker.wait())
                return real(*args, **kwargs)

            monkeypatch.setattr(fairdeal, name, held)

        for name in ("check_proof_form", "make_shares", "check_shares", "open_position"):
            hold_up(name)
        for watcher in watchers:
            await watcher.until_told(CardsDealt)
        for watcher in watchers:
            await watcher.session.leave()
        ticker.stop()
        # Each seat makes its shares, and checks those of five others.
        assert len(ticked) >= 6 + 6 * 5
        assert all(ticked)
        assert ticker.thread not in threads

    run(match())


def test_who_speaks_twice_before_the_table_has_judged_has_spoken_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 2)
        seat = Turn(sessions[0]), Turn(sessions[1])
        ana = await asyncio.wait_for(first(*seat), PATIENCE)
        held = Held(monkeypatch, "say")
        cards = ana.view().legal
        saying = asyncio.ensure_future(ana.say(cards[0]))
        await held.until_entered()
        before = ana.view()
        with pytest.raises(Refused, match="E_SPOKEN"):
            await ana.say(cards[1])
        assert ana.view() is before
        held.go.set()
        await saying
        assert held.calls == 1
        assert len(ana.view().cards) == len(before.cards) - 1
        for session in sessions:
            await session.leave()

    run(match())


class Turn:
    """Reads what a session tells until it may play a card."""

    def __init__(self, session: Any) -> None:
        self.found = asyncio.ensure_future(self._read(session))

    async def _read(self, session: Any) -> Any:
        async for _ in session.events():
            view = session.view()
            if view is not None and view.legal:
                return session
        raise AssertionError("nobody may play")


async def first(*turns: Turn) -> Any:
    done, waiting = await asyncio.wait([turn.found for turn in turns], return_when=asyncio.FIRST_COMPLETED)
    for each in waiting:
        each.cancel()
    return done.pop().result()


def test_a_word_that_is_being_judged_at_the_end_gets_an_answer_and_the_record_stays_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def match() -> None:
        sessions = await full_table(tmp_path, 2)
        player = await asyncio.wait_for(first(Turn(sessions[0]), Turn(sessions[1])), PATIENCE)
        held = Held(monkeypatch, "say")
        card = player.view().legal[0]
        saying = asyncio.ensure_future(player.say(card))
        await held.until_entered()
        leaving = asyncio.ensure_future(player.leave())
        await asyncio.sleep(0.05)
        assert not leaving.done()
        held.go.set()
        await leaving
        await saying
        with pytest.raises(Refused, match="E_PHASE"):
            await player.say(card)
        for session in sessions:
            await session.leave()

    run(match())
    for number in (0, 1):
        assert verify_file(records(tmp_path, number)[0], group=SMALL).status == "unfinished"


def test_a_flood_waits_before_the_door_and_not_behind_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lantruco.peer.session.MAX_REFUSED", 10**6)

    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        held = Held(monkeypatch, "receive")
        for _ in range(4 * mesh_module.MAX_EVENTS):
            beto.session.mesh.send(ana.session.me.identity.public, b'{"body":{},"sig":"AA"}')
        await held.until_entered()
        events = ana.session.mesh._events
        while not events.full():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
        for session in (ana.session, beto.session):
            assert session._turns._under_way <= 2
        held.go.set()
        await ana.session.leave()
        await beto.session.leave()

    run(match())


@pytest.mark.parametrize("name", ["receive", "done"])
def test_a_replica_that_breaks_ends_the_session_and_leaves_a_true_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    async def match() -> None:
        ana, beto = watched(await full_table(tmp_path, 2))
        await ana.until_told(HandStarted)
        replica = ana.session._match._replica  # type: ignore[union-attr]
        real = getattr(Replica, name)

        def breaks(each: Replica, *args: Any) -> Any:
            if each is replica:
                raise RuntimeError("broken")
            return real(each, *args)

        monkeypatch.setattr(Replica, name, breaks)
        assert await ana.ended() == "E_INTERNAL"
        assert ana.all(RecordKept) == [RecordKept(records(tmp_path, 0)[0])]
        await beto.session.leave()

    run(match())
    assert verify_file(records(tmp_path, 0)[0], group=SMALL).status == "unfinished"
    assert journal(tmp_path, 0) == []


def test_what_follows_comes_in_the_order_of_the_works(tmp_path: Path) -> None:
    async def work() -> None:
        broken: list[Exception] = []
        turns, order, threads = Turns("test", broken.append), list[int](), set[int]()

        def slow(number: int) -> Callable[[], int]:
            def task() -> int:
                threads.add(threading.get_ident())
                time.sleep(0.002 * (number % 3))
                return number

            return task

        for number in range(12):
            turns.do(slow(number), order.append)
        assert order == []
        await turns.rest()
        assert order == list(range(12))
        assert len(threads) == 1
        assert threading.get_ident() not in threads
        assert broken == []
        turns.close()

    run(work())


def test_after_a_work_that_failed_no_other_is_begun() -> None:
    async def work() -> None:
        broken: list[Exception] = []
        begun: list[str] = []
        turns = Turns("test", broken.append)
        turns.do(lambda: begun.append("first"), lambda _: None)
        turns.do(lambda: [][0], lambda _: begun.append("never"))
        turns.do(lambda: begun.append("never"), lambda _: begun.append("never"))
        await turns.rest()
        assert begun == ["first"]
        assert [type(error) for error in broken] == [IndexError]
        turns.close()

    run(work())
