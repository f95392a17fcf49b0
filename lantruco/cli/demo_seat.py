"""One seat of `lantruco demo`: a program of its own with a home of its own, of a showcase or a bot.

It writes one JSON object a line on standard output, for the demo to read, and leaves in order when its
standard input ends, so that it never outlives the demo.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import logging
import os
import random
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Final

from lantruco.cli import logs
from lantruco.cli.failure import ENVIRONMENT, INTERRUPTED, OK, UNFINISHED
from lantruco.cli.home import Home
from lantruco.net.identity import Identity
from lantruco.peer.events import Ended, Gathered, MatchBegun, Opened, RecordKept
from lantruco.peer.joining import find_table, join_ad
from lantruco.peer.opening import Terms, open_table
from lantruco.peer.participant import Participant, own_up
from lantruco.peer.session import Session
from lantruco.players.bot import Bot
from lantruco.players.levels import LEVELS
from lantruco.players.seat import play
from lantruco.players.showcase import Showcase
from lantruco.protocol.events import DeckAdvanced, HandStarted, MatchClosed
from lantruco.tui.account import tell
from lantruco.tui.texts import Texts

FIND_SECONDS: Final = 30.0
PERSONS: Final = ("Ana", "Beto", "Caju", "Dora", "Edu", "Flor")
BOTS: Final = ("Zeca", "Nena", "Tonho", "Lia", "Chico", "Duda")


def main(arguments: list[str] | None = None) -> int:
    """Play one seat to the end. 0: closed in order; 3: not; 4: no match."""
    wanted = _parse(arguments)
    logs.silence()
    home = Home(Path(wanted.home))
    try:
        home.take()
        logs.log_to(home.log)
        return asyncio.run(_Seat(wanted, home).run())
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        logging.getLogger("lantruco").critical("stopped", exc_info=error)
        values = {"code": getattr(error, "code", "E_INTERNAL"), "reason": str(error)}
        _write({"kind": "failed", **values})
        return ENVIRONMENT


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="lantruco-demo-seat")
    parser.add_argument("--home", required=True)
    parser.add_argument("--table", required=True)
    parser.add_argument("--seat", type=int, required=True)
    parser.add_argument("--seats", type=int, required=True)
    parser.add_argument("--level", choices=LEVELS)
    parser.add_argument("--lang", default="pt")
    parser.add_argument("--ascii", action="store_true")
    parser.add_argument("--interface", action="append")
    return parser.parse_args(arguments)


class _Seat:
    def __init__(self, wanted: argparse.Namespace, home: Home) -> None:
        self._wanted = wanted
        self._texts = Texts(wanted.lang, ascii=wanted.ascii)
        self._session: Session | None = None
        self._code: str | None = None
        person = Identity.load_or_create(home.identity)
        bot = Identity.load_or_create(home.path / "bot.key")
        self._me = Participant(
            identity=bot,
            name=BOTS[wanted.seat],
            records=home.records,
            journal=home.journal,
            operator=own_up(person, PERSONS[wanted.seat], bot.public),
            interfaces=tuple(wanted.interface) if wanted.interface else None,
        )

    async def run(self) -> int:
        orphaned = asyncio.Event()
        loop = asyncio.get_running_loop()
        when_input_ends(lambda: loop.call_soon_threadsafe(orphaned.set))
        playing = asyncio.ensure_future(self._play())
        waiting = asyncio.ensure_future(orphaned.wait())
        await asyncio.wait((playing, waiting), return_when=asyncio.FIRST_COMPLETED)
        waiting.cancel()
        if not playing.done():
            if self._session is None:
                playing.cancel()
                return UNFINISHED
            await self._session.leave()
        await playing
        return OK if self._code is None else UNFINISHED

    async def _play(self) -> None:
        wanted = self._wanted
        if wanted.seat == 0:
            self._session = await open_table(self._me, Terms(wanted.table, wanted.seats), port=0)
        else:
            ad = await find_table(wanted.table, wait=FIND_SECONDS, interfaces=self._me.interfaces)
            _write({"kind": "found", "table": ad.name})
            self._session = await join_ad(self._me, ad, seat=wanted.seat, port=0)
        if wanted.level is not None:
            await play(self._session, Bot(random.Random(), wanted.level), self._show)
            return
        showcase = Showcase(random.Random())

        def show_both(event: object) -> None:
            self._show(event)
            showcase.hear(event, None if self._session is None else self._session.view())

        await play(self._session, showcase, show_both)

    def _show(self, event: object) -> None:
        assert self._session is not None
        match event:
            case Opened():
                _write({"kind": "opened"})
            case Gathered(names, _, seat):
                _write({"kind": "gathered", "seat": seat, "names": list(names)})
            case MatchBegun():
                _write({"kind": "begun"})
            case DeckAdvanced(hand, stage, done, total):
                _write({"kind": "deck", "hand": hand, "stage": stage, "done": done, "total": total})
            case HandStarted(hand, _, _, score):
                _write({"kind": "hand", "hand": hand, "score": list(score)})
            case MatchClosed(digest):
                _write({"kind": "closed", "digest": digest.hex()})
            case RecordKept(path):
                _write({"kind": "record", "path": str(path)})
            case Ended(code):
                self._code = code
                _write({"kind": "ended", "code": code})
        # One seat tells the match; where its record lies is told after it was checked.
        if self._wanted.seat == 0 and not isinstance(event, RecordKept):
            for line in tell(event, self._session.view(), self._texts):
                _write({"kind": "line", "text": line})


def when_input_ends(then: Callable[[], object]) -> None:
    """Call ``then()`` from another thread once standard input ends."""

    def watch() -> None:
        # Unbuffered: a daemon thread must hold no lock of a stream when the program ends.
        with contextlib.suppress(OSError):
            while os.read(0, 4096):
                pass
        # RuntimeError: the event loop that would be told has ended by itself.
        with contextlib.suppress(RuntimeError):
            then()

    threading.Thread(target=watch, name="lantruco-input", daemon=True).start()


def _write(values: dict[str, object]) -> None:
    sys.stdout.write(json.dumps(values) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
