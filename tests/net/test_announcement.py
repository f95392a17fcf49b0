"""What a table may say about itself, and what anybody may claim."""

from __future__ import annotations

import base64
import unicodedata
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.net.announcement import (
    MAX_NAME,
    MAX_OPTIONS,
    MAX_PERSON,
    TableAd,
    clean_text,
    read_txt,
    write_txt,
)
from lantruco.net.identity import fingerprint
from lantruco.rules import CHOICES
from tests.net.living import person

KEY = person(1).public
LABEL = fingerprint(KEY)
AD = TableAd(KEY, "Ab_-1", "Mesa do Zé", "Zé", 4, 1, 1, "mineiro", (("192.168.0.7", 47110),))


def items(ad: TableAd) -> dict[bytes, bytes | None]:
    return {name.encode(): value for name, value in write_txt(ad).items()}


def test_what_is_announced_is_what_is_read() -> None:
    assert read_txt(LABEL, items(AD), AD.addresses) == AD


def test_a_table_with_every_option_unusual_is_announced_whole() -> None:
    options = " ".join(f"{name}={str(values[-1]).lower()}" for name, values in CHOICES.items())
    longest = " ".join(f"{name}={max((str(v) for v in vs), key=len).lower()}" for name, vs in CHOICES.items())
    for said in (options, longest):
        read = read_txt(LABEL, items(replace(AD, options=said + " sinais=proibidos")), ())
        assert read is not None
        assert read.options == said + " sinais=proibidos"


@given(st.text(), st.text(), st.text(), st.integers(0, 99), st.integers(0, 99), st.integers(0, 2**31))
def test_any_names_fit_and_come_out_clean(
    name: str, host: str, options: str, seats: int, taken: int, version: int
) -> None:
    said = replace(AD, name=name, host=host, options=options, seats=seats, taken=taken, version=version)
    assert all(len(key) + 1 + len(value) <= 255 for key, value in write_txt(said).items())
    read = read_txt(LABEL, items(said), AD.addresses)
    assert read is not None
    assert (read.seats, read.taken, read.version) == (seats, taken, version)
    for text, limit in ((read.name, MAX_NAME), (read.host, MAX_PERSON), (read.options, MAX_OPTIONS)):
        assert len(text) <= limit
        assert clean_text(text, limit) == text
        assert not any(unicodedata.category(each)[0] == "C" for each in text)
        assert len(text.splitlines()) <= 1


def test_a_name_cannot_move_the_cursor_or_turn_the_line() -> None:
    assert clean_text("\x1b[2J\r\n Mesa\u202e\u200b do\tZé\x9b ", 40) == "[2J Mesa do Zé"


@given(
    st.text(max_size=20) | st.just(LABEL),
    st.dictionaries(
        st.sampled_from([b"v", b"k", b"t", b"n", b"h", b"s", b"c", b"o", b"x", b""]), st.none() | st.binary()
    ),
    st.booleans(),
)
def test_a_hostile_announcement_is_refused_or_harmless(
    label: str, hostile: dict[bytes, bytes | None], mixed: bool
) -> None:
    read = read_txt(label, {**items(AD), **hostile} if mixed else hostile, ())
    if read is not None:
        assert fingerprint(read.key) == label
        assert 0 <= read.taken <= 99
        assert 0 <= read.seats <= 99
        assert clean_text(read.name, MAX_NAME) == read.name


@pytest.mark.parametrize(
    ("name", "value"),
    [
        (b"k", base64.urlsafe_b64encode(bytes([1]) + bytes(31)).rstrip(b"=")),
        (b"k", base64.urlsafe_b64encode(person(2).public).rstrip(b"=")),
        (b"k", b""),
        (b"v", b"-1"),
        (b"v", b"99999999999999"),
        (b"s", "٤".encode()),
        (b"s", b"100"),
        (b"c", b" 1"),
        (b"t", b""),
        (b"t", b"../../etc"),
        (b"t", b"x" * 65),
        (b"t", None),
    ],
)
def test_a_crooked_item_makes_it_no_table(name: bytes, value: bytes | None) -> None:
    assert read_txt(LABEL, {**items(AD), name: value}, ()) is None


def test_nobody_announces_a_table_under_anothers_fingerprint() -> None:
    assert read_txt(fingerprint(person(2).public), items(AD), ()) is None


@pytest.mark.parametrize("table", ["", "x" * 65, "a b", "é"])
def test_a_table_id_has_plain_characters(table: str) -> None:
    with pytest.raises(ValueError, match="table id"):
        write_txt(replace(AD, table=table))
