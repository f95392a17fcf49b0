"""One program on one host: finds the others by mDNS, links to them, and prints what happens.

`python -m tests.network.linker NUMBER`: prints a line for each event, such as `table 2 10.99.7.2`, `up 2`,
`down 2` and `said 2 oi`. It says `oi` to everybody at each `up`.
"""

from __future__ import annotations

import asyncio
import sys

from lantruco.net.address import Address
from lantruco.net.announcement import TableAd
from lantruco.net.discovery import Browser, Discovery
from lantruco.net.mesh import Down, Frame, Mesh, Up
from tests.net.living import VERSION, person

NUMBERS = {person(number).public: number for number in range(10)}


def say(*words: object) -> None:
    print(*words, flush=True)


async def look(browser: Browser, mesh: Mesh) -> None:
    known: dict[bytes, tuple[Address, ...]] = {}
    while True:
        await browser.changed()
        for key, ad in browser.tables.items():
            if known.get(key) != ad.addresses and key != mesh.identity.public:
                known[key] = ad.addresses
                say("table", NUMBERS[key], *(host for host, _ in ad.addresses))
        mesh.want(known)


async def main(number: int) -> None:
    me = person(number)
    mesh = await Mesh.open(me, version=VERSION)
    discovery = await Discovery.open()
    ad = TableAd(me.public, f"T{number}", f"Mesa {number}", "Zé", 4, 1, VERSION)
    await discovery.advertise(me, mesh.port, ad)
    looking = asyncio.ensure_future(look(discovery.browse(), mesh))
    say("here", mesh.port)
    async for event in mesh.events():
        match event:
            case Up(public):
                say("up", NUMBERS[public])
                mesh.send(public, b"oi")
            case Down(public):
                say("down", NUMBERS[public])
            case Frame(public, data):
                say("said", NUMBERS[public], data.decode())
    looking.cancel()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
