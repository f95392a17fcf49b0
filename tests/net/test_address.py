"""Addresses as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.net.address import DEFAULT_PORT, format_address, parse_address
from lantruco.net.errors import NetError


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("192.168.0.7", ("192.168.0.7", DEFAULT_PORT)),
        ("192.168.0.7:5000", ("192.168.0.7", 5000)),
        (" zeca-pc.local:47111 ", ("zeca-pc.local", 47111)),
        ("localhost", ("localhost", DEFAULT_PORT)),
        ("[::1]:5000", ("::1", 5000)),
        ("[fe80::1%eth0]", ("fe80::1%eth0", DEFAULT_PORT)),
        ("fd00::2", ("fd00::2", DEFAULT_PORT)),
        ("host:65535", ("host", 65535)),
    ],
)
def test_what_people_type_is_understood(typed: str, meant: tuple[str, int]) -> None:
    assert parse_address(typed) == meant
    assert parse_address(format_address(meant)) == meant


@pytest.mark.parametrize(
    "typed",
    [
        *(
            "",
            " ",
            ":5000",
            "host:",
            "host:0",
            "host:65536",
            "host:x",
            "host:+1",
            "host:١",
            "[::1",
            "[::1]5000",
        ),
        *("[host]:1", "::1::2", "1.2.3", "999.1.1.1", "a b", "-a", "a..b", "a/b", "a@b:1", "é", "x" * 400),
    ],
)
def test_what_is_no_address_has_a_code(typed: str) -> None:
    with pytest.raises(NetError) as caught:
        parse_address(typed)
    assert caught.value.code == "E_ADDRESS"


@given(st.text(max_size=40))
def test_any_text_is_an_address_or_an_error_with_a_code(typed: str) -> None:
    try:
        address = parse_address(typed)
    except NetError as error:
        address, code = None, error.code
    assert code == "E_ADDRESS" if address is None else parse_address(format_address(address)) == address
