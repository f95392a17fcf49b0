"""What an open table says about itself, as the TXT record of its mDNS service.

Everybody on the network can publish anything: what is read here is bounded and cleaned, and believed only as
far as a later link proves the key.
"""

from __future__ import annotations

import base64
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from lantruco.net.address import Address
from lantruco.net.errors import NetError
from lantruco.net.identity import check_public, fingerprint

MAX_NAME: Final = 40  # characters of a table's name
MAX_PERSON: Final = 24  # characters of a person's name
MAX_OPTIONS: Final = 240  # every option of a table, and within MAX_VALUE
MAX_VALUE: Final = 250  # bytes; with its key a TXT item has at most 255
MAX_COUNT: Final = 99
MAX_VERSION: Final = 2**31
_TABLE_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DIGITS: Final = re.compile(r"[0-9]{1,10}")
_KEY_TEXT: Final = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class TableAd:
    """One open table: who opened it (`key`, `host`), what it is called, how full it is, where it answers."""

    key: bytes
    table: str
    name: str
    host: str
    seats: int
    taken: int
    version: int
    options: str = ""
    addresses: tuple[Address, ...] = ()


def clean_text(text: str, limit: int) -> str:
    """At most `limit` characters of a text, NFC, on one line, without control and formatting characters."""
    spaced = "".join(
        " " if each.isspace() else each
        for each in text[: 8 * limit]
        if each.isspace() or unicodedata.category(each)[0] != "C"
    )
    composed = unicodedata.normalize("NFC", " ".join(spaced.split()))
    return composed[:limit].strip()


def write_txt(ad: TableAd) -> dict[str, bytes]:
    """The TXT items of a table. ValueError if its id is not 1..64 of A-Z a-z 0-9 _ -."""
    if not _TABLE_ID.fullmatch(ad.table):
        raise ValueError("table id")
    return {
        "v": str(ad.version).encode(),
        "k": base64.urlsafe_b64encode(ad.key).rstrip(b"="),
        "t": ad.table.encode(),
        "n": _cut(clean_text(ad.name, MAX_NAME)),
        "h": _cut(clean_text(ad.host, MAX_PERSON)),
        "s": str(ad.seats).encode(),
        "c": str(ad.taken).encode(),
        "o": _cut(clean_text(ad.options, MAX_OPTIONS)),
    }


def read_txt(
    label: str, items: Mapping[bytes, bytes | None], addresses: tuple[Address, ...]
) -> TableAd | None:
    """The table that a service instance called `label` announces; None if it is not one. Never raises."""
    key = _key(_text(items, b"k"))
    version = _number(_text(items, b"v"), MAX_VERSION)
    seats = _number(_text(items, b"s"), MAX_COUNT)
    taken = _number(_text(items, b"c"), MAX_COUNT)
    table = _text(items, b"t")
    if key is None or version is None or seats is None or taken is None or not _TABLE_ID.fullmatch(table):
        return None
    if label.lower() != fingerprint(key):
        return None
    return TableAd(
        key=key,
        table=table,
        name=clean_text(_text(items, b"n"), MAX_NAME),
        host=clean_text(_text(items, b"h"), MAX_PERSON),
        seats=seats,
        taken=taken,
        version=version,
        options=clean_text(_text(items, b"o"), MAX_OPTIONS),
        addresses=addresses,
    )


def _cut(text: str) -> bytes:
    return text.encode()[:MAX_VALUE].decode(errors="ignore").encode()


def _text(items: Mapping[bytes, bytes | None], name: bytes) -> str:
    return (items.get(name) or b"")[:MAX_VALUE].decode(errors="replace")


def _number(text: str, most: int) -> int | None:
    if not _DIGITS.fullmatch(text):
        return None
    number = int(text)
    return number if number <= most else None


def _key(text: str) -> bytes | None:
    if not _KEY_TEXT.fullmatch(text):
        return None
    key = base64.urlsafe_b64decode(text + "=")
    try:
        check_public(key)
    except NetError:
        return None
    return key
