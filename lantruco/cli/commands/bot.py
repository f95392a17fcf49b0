"""`lantruco bot NAME|HOST:PORT`: seat a bot at a table."""

from __future__ import annotations

from lantruco.cli.commands.join import enter
from lantruco.cli.home import Home, take_first_free
from lantruco.cli.interruption import run_async
from lantruco.cli.invocation import Invocation
from lantruco.cli.names import bot_name, clean_name
from lantruco.cli.seating import serve_bot
from lantruco.net.identity import Identity
from lantruco.peer.participant import Participant, own_up


def run(invocation: Invocation) -> int:
    """Sit down with a key of its own, run by the person of the home, who need not be free: bots have places
    of their own in it."""
    owner = Home(invocation.home_path)
    owner.prepare()
    person = Identity.load_or_create(owner.identity)
    place = take_first_free(owner.bots, first=1)
    invocation.log_into(place)
    invocation.tell_left(place.left)
    identity = Identity.load_or_create(place.identity)
    given = getattr(invocation.arguments, "as")
    me = Participant(
        identity=identity,
        name=bot_name(place.guest) if given is None else clean_name(given),
        records=place.records,
        journal=place.journal,
        operator=own_up(person, invocation.operator_name(invocation.own_name()), identity.public),
        interfaces=invocation.interfaces(),
    )

    async def serve() -> int:
        return await serve_bot(invocation, lambda: enter(invocation, me))

    return run_async(serve)
