"""`lantruco tables`: which tables can be heard on the network."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from lantruco.cli.failure import OK, UNFINISHED
from lantruco.cli.interruption import run_async
from lantruco.cli.invocation import Invocation
from lantruco.net.address import format_address
from lantruco.net.announcement import TableAd
from lantruco.tui.lobby import table_row


def run(invocation: Invocation) -> int:
    """List the tables heard within `--wait` seconds; 3 when there are none."""
    return run_async(lambda: _tables(invocation))


async def _tables(invocation: Invocation) -> int:
    tables = await _listen(invocation.interfaces(), invocation.arguments.wait)
    if invocation.arguments.json:
        invocation.output.json("lantruco-tables/1", {"tables": [_plain(ad) for ad in tables]})
        return OK if tables else UNFINISHED
    texts = invocation.texts
    if not tables:
        invocation.output.line(texts.error("E_NOBODY"))
        return UNFINISHED
    for ad in tables:
        where = ", ".join(format_address(address) for address in ad.addresses)
        invocation.output.line(" · ".join(part for part in (table_row(ad, texts), where, ad.options) if part))
    return OK


async def _listen(interfaces: Sequence[str] | None, wait: float) -> list[TableAd]:
    from lantruco.net.discovery import Discovery

    discovery = await Discovery.open(interfaces)
    try:
        browser = discovery.browse()
        await asyncio.sleep(wait)
        return sorted(browser.tables.values(), key=lambda ad: (ad.name, ad.key))
    finally:
        await discovery.close()


def _plain(ad: TableAd) -> dict[str, object]:
    return {
        "name": ad.name,
        "host": ad.host,
        "seats": ad.seats,
        "taken": ad.taken,
        "protocol": ad.version,
        "options": ad.options,
        "key": ad.key.hex(),
        "table": ad.table,
        "addresses": [format_address(address) for address in ad.addresses],
    }
