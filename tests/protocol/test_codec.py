"""Only the canonical bytes of a value are taken."""

from __future__ import annotations

import json
from time import process_time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.protocol.codec import MAX_DEPTH, MAX_INTEGER, Codec, Octets, Octets32, b64, depth, encode
from lantruco.protocol.errors import Refused


class Sample(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    count: int
    key: Octets32
    flag: bool | None


SAMPLES: Codec[Sample] = Codec(Sample)
KEY = Octets32(range(32))
GOOD = encode(Sample("Zé", 3, KEY, None))


def code_of_refusal(data: bytes) -> str:
    with pytest.raises(Refused) as refused:
        SAMPLES.decode(data)
    return refused.value.code


def test_names_stand_in_ascending_order_and_bytes_as_unpadded_base64url() -> None:
    assert f'{{"count":3,"flag":null,"key":"{b64(KEY)}","name":"Zé"}}'.encode() == GOOD
    assert "=" not in b64(KEY)


@given(
    name=st.text(st.characters(exclude_categories=["C"])),
    count=st.integers(-MAX_INTEGER, MAX_INTEGER),
    key=st.binary(min_size=32, max_size=32),
    flag=st.none() | st.booleans(),
)
def test_what_was_encoded_is_decoded_and_any_json_reader_agrees(
    name: str, count: int, key: bytes, flag: bool | None
) -> None:
    sample = Sample(name, count, Octets32(key), flag)
    data = encode(sample)
    assert SAMPLES.decode(data) == sample
    assert json.loads(data) == {"name": name, "count": count, "key": b64(key), "flag": flag}


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (lambda data: data.replace(b":3", b": 3"), "E_CANON"),
        (lambda data: data + b"\n", "E_CANON"),
        (lambda data: data.replace(b":3", b":-0"), "E_CANON"),
        (lambda data: data.replace(b'"count":3', b'"count":3,"count":3'), "E_CANON"),
        (lambda data: data.replace(b'"flag":null,', b"").replace(b"}", b',"flag":null}'), "E_CANON"),
        (lambda data: data.replace(b"Z", b"\\u005a"), "E_CANON"),
        (lambda data: data.replace(b'8","name', b'9","name'), "E_CANON"),
        (lambda data: data.replace(b":3", b":3.0"), "E_FORMAT"),
        (lambda data: data.replace(b":3", b":true"), "E_FORMAT"),
        (lambda data: data.replace(b'"flag":null,', b""), "E_FORMAT"),
        (lambda data: data.replace(b'"flag"', b'"flak"'), "E_FORMAT"),
        (lambda data: data.replace(b'"name"', b'"more":1,"name"'), "E_FORMAT"),
        (lambda data: data.replace(b'","name', b'=","name'), "E_FORMAT"),
        (lambda data: data.replace(b'","name', b'A","name'), "E_FORMAT"),
        (lambda data: data.replace(b"Z", b"\xff"), "E_FORMAT"),
        (lambda data: data[:-1], "E_FORMAT"),
        (lambda data: b"", "E_FORMAT"),
        (lambda data: b"[" * 100_000, "E_SIZE"),
        (lambda data: b'{"name":' + b"[" * (MAX_DEPTH + 1), "E_SIZE"),
    ],
)
def test_other_bytes_for_the_same_or_no_value_are_refused(change, code: str) -> None:  # type: ignore[no-untyped-def]
    changed = change(GOOD)
    assert changed != GOOD
    assert code_of_refusal(changed) == code


def test_brackets_inside_strings_are_not_nesting() -> None:
    assert depth(b'{"a":"[[[[{{\\"[[","b":[1,{"c":[]}]}') == 4


@given(st.binary(max_size=300))
def test_no_bytes_at_all_raise_anything_but_a_refusal(data: bytes) -> None:
    for candidate in (data, GOOD[:20] + data, GOOD + data + b"!"):
        assert code_of_refusal(candidate) in ("E_SIZE", "E_FORMAT", "E_CANON")


def test_a_byte_string_longer_than_its_bound_is_refused_before_it_is_decoded() -> None:
    class Short(Octets):
        MAX = 10

    codec: Codec[list[Short]] = Codec(list[Short])
    assert codec.decode(encode([Short(b"0123456789")])) == [b"0123456789"]
    with pytest.raises(Refused) as refused:
        codec.decode(encode([Short(b"0123456789a")]))
    assert refused.value.code == "E_FORMAT"


def plain_depth(data: bytes) -> int:
    """The same, byte by byte: a string goes on to its closing quote, or to the end of the data."""
    deepest = level = 0
    inside = escaped = False
    for byte in data:
        if inside:
            inside, escaped = escaped or byte != ord('"'), not escaped and byte == ord("\\")
        elif byte == ord('"'):
            inside = True
        elif byte in b"[{":
            level += 1
            deepest = max(deepest, level)
        elif byte in b"]}":
            level -= 1
    return deepest


@given(st.lists(st.sampled_from([b'"', b"\\", b"[", b"]", b"{", b"}", b"\n", b"a", b'\\"', b"\xff"])))
def test_nesting_is_the_same_however_strings_are_broken(pieces: list[bytes]) -> None:
    data = b"".join(pieces)
    assert depth(data) == plain_depth(data)


@pytest.mark.parametrize(
    "piece", [b'"', b"\\", b'"\\', b'\\"', b'\\\\"', b'"[', b'a\\"', b"[]", b"\\\n"], ids=repr
)
@pytest.mark.parametrize("start", [b"", b'"', b'{"'], ids=repr)
def test_no_frame_is_slower_to_refuse_than_its_length_tells(start: bytes, piece: bytes) -> None:
    def seconds(count: int) -> float:
        data = start + piece * count
        tries = []
        for _ in range(5):
            begun = process_time()
            code_of_refusal(data)
            tries.append(process_time() - begun)
        return min(tries)

    # Sixteen times the length takes sixteen times the time; with its square it would take 256 times.
    assert seconds(16 * 1200) < 80 * max(seconds(1200), 1e-5)
