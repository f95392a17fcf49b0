"""`lantruco join NAME|HOST:PORT`: sit down at a table and play at it."""

from __future__ import annotations

import ipaddress
import re

from lantruco.cli import full_screen
from lantruco.cli.failure import Failure
from lantruco.cli.interruption import run_async
from lantruco.cli.invocation import Invocation
from lantruco.cli.seating import person, play
from lantruco.peer.errors import PeerError
from lantruco.peer.joining import find_table, join_ad, join_address
from lantruco.peer.participant import Participant
from lantruco.peer.session import Session


def run(invocation: Invocation) -> int:
    """Find the table, sit down, play."""
    home = invocation.take_home()
    me = person(invocation, home)
    if not invocation.arguments.auto and full_screen.wanted(invocation):
        return run_async(lambda: full_screen.table(invocation, home, lambda: enter(invocation, me)))
    return run_async(lambda: play(invocation, lambda: enter(invocation, me)))


async def enter(invocation: Invocation, me: Participant) -> Session:
    """A session at the table that the arguments name.

    Failure E_NOBODY: no table can be heard at all; otherwise the errors of `lantruco.peer.joining`.
    """
    arguments = invocation.arguments
    table: str = arguments.table
    if is_address(table):
        return await join_address(me, table, seat=arguments.seat, port=invocation.port())
    try:
        ad = await find_table(table, wait=arguments.wait, interfaces=invocation.interfaces())
    except PeerError as error:
        if error.code == "E_NO_TABLE" and not error.facts.get("count"):
            raise Failure("E_NOBODY") from error
        raise
    return await join_ad(me, ad, seat=arguments.seat, port=invocation.port())


def is_address(text: str) -> bool:
    """Whether a person who types this means an address: an IP address, or anything with a port behind it."""
    if re.fullmatch(r".+:[0-9]{1,5}", text):
        return True
    try:
        ipaddress.ip_address(text.strip("[]"))
    except ValueError:
        return False
    return True
