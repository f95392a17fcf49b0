"""Nobody can fill a player's memory by talking, sitting down and standing up while he does not look."""

from __future__ import annotations

import asyncio

import pytest

from lantruco.peer.events import Ended, Gathered, LinkDown, LinkUp, Missing, Returned, SeatLeft, Staying
from lantruco.peer.news import MAX_UNREAD, News
from lantruco.protocol.events import MatchClosed
from lantruco.protocol.sidetalk_messages import ChatSaid, SinalSeen

FLOOD = 5_000


def unread(news: News) -> list[object]:
    async def read() -> list[object]:
        news.put(None)
        found: list[object] = []
        while (event := await news.get()) is not None:
            found.append(event)
        return found

    return asyncio.run(read())


def test_what_is_told_comes_out_in_order() -> None:
    news = News()
    told = [ChatSaid(1, "oi"), LinkDown(1, "E_LOST"), MatchClosed(bytes(32)), Ended(None)]
    for event in told:
        news.put(event)
    assert unread(news) == told


def test_a_reader_waits_for_the_next() -> None:
    async def read() -> object:
        news = News()
        waiting = asyncio.ensure_future(news.get())
        await asyncio.sleep(0)
        news.put(Ended(None))
        return await waiting

    assert asyncio.run(read()) == Ended(None)


@pytest.mark.parametrize("said", [ChatSaid(1, "blá"), SinalSeen(1, "zap")])
def test_a_flood_of_talk_is_cut_and_the_match_is_not(said: object) -> None:
    news = News()
    for number in range(FLOOD):
        news.put(said)
        if number % 10 == 0:
            news.put(MatchClosed(number.to_bytes(32, "big")))
    left = unread(news)
    assert len([event for event in left if event == said]) <= MAX_UNREAD
    closed = [event for event in left if isinstance(event, MatchClosed)]
    assert closed == [MatchClosed(number.to_bytes(32, "big")) for number in range(0, FLOOD, 10)]


def test_of_who_sits_and_who_is_linked_the_newest_is_kept() -> None:
    news = News()
    for number in range(FLOOD):
        news.put(Gathered((f"Ana {number}", None), (None, None), 0))
        news.put(LinkDown(1, "E_LOST"))
        news.put(LinkUp(1))
        news.put(LinkUp(2))
        news.put(LinkDown(2, f"E_{number}"))
        news.put(Missing((1,), number))
        news.put(Returned(1))
        news.put(SeatLeft(3))
        news.put(Staying((number % 2,)))
    left = unread(news)
    assert len(left) <= MAX_UNREAD + 9
    assert [event for event in left if isinstance(event, Gathered)][-1].names == (f"Ana {FLOOD - 1}", None)
    assert [event for event in left if getattr(event, "seat", None) == 2][-1] == LinkDown(2, f"E_{FLOOD - 1}")
    assert [event for event in left if isinstance(event, Missing)][-1].seconds == FLOOD - 1
