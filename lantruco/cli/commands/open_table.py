"""`lantruco open NAME`: open a table and play at it."""

from __future__ import annotations

from lantruco.cli.arguments import PACE, PRESET
from lantruco.cli.failure import Failure
from lantruco.cli.home import Home
from lantruco.cli.interruption import run_async
from lantruco.cli.invocation import Invocation
from lantruco.cli.names import clean_name
from lantruco.cli.seating import person, play
from lantruco.peer.companions import Companions
from lantruco.peer.events import BotFailed
from lantruco.peer.hosting import Hosting
from lantruco.peer.opening import Terms, open_table
from lantruco.peer.participant import Participant
from lantruco.peer.session import Session


def run(invocation: Invocation) -> int:
    """Open, wait for players, play. Failure E_BOTS: more bots than seats."""
    arguments = invocation.arguments
    name = clean_name(arguments.name)
    if arguments.bots >= arguments.seats:
        raise Failure("E_BOTS", seats=arguments.seats, limit=arguments.seats - 1)
    terms = Terms.of(name, arguments.seats, _rules(arguments.option))
    home = invocation.take_home()
    me = person(invocation, home)

    async def enter() -> Session:
        return await open_with_bots(
            invocation, home, me, terms, arguments.bots, arguments.level, talk=arguments.talk == "on"
        )

    from lantruco.cli import full_screen

    if not arguments.auto and full_screen.wanted(invocation):
        return run_async(lambda: full_screen.table(invocation, home, enter))
    return run_async(lambda: play(invocation, enter))


async def open_with_bots(
    invocation: Invocation,
    home: Home,
    me: Participant,
    terms: Terms,
    bots: int,
    level: str,
    *,
    talk: bool = True,
    lang: str | None = None,
) -> Session:
    """A table of mine, with `bots` of my bots, of one level, on their way to it, and more when I want them.

    talk: whether they make remarks. lang: in which language; None: the program's.
    """
    session = await open_table(me, terms, port=invocation.port())
    try:
        pace = getattr(invocation.arguments, "pace", PACE)
        extra = ["--of", me.name, "--pace", str(pace)]
        extra += ["--talk", "on" if talk else "off", "--lang", lang or invocation.lang]
        companions = Companions(
            session.mesh.port, home.path, extra, lambda words: session.tell(BotFailed(words))
        )
        session.at_end(companions.dismiss)
        session.hosting = Hosting(session, companions)
        for _ in range(bots):
            await companions.bring(level)
    except BaseException:
        await session.leave()
        raise
    return session


def _rules(options: list[tuple[str, str]]) -> dict[str, object]:
    words = {"true": True, "false": False, "sim": True, "nao": False, "não": False}
    rules: dict[str, object] = {}
    for name, value in options:
        if name == PRESET:
            rules.clear()
        else:
            rules[name] = words.get(value, value)
    return rules
