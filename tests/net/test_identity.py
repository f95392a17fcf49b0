"""Who somebody is must survive a restart, a crash and a crooked key."""

from __future__ import annotations

import os
import re
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.net.errors import NetError
from lantruco.net.identity import Identity, check_public, fingerprint, verify, words
from lantruco.net.tls import certificate_key, server_context
from lantruco.protocol import keys
from lantruco.protocol.keys import is_sound

P = 2**255 - 19
NEUTRAL = (1).to_bytes(32, "little")
# All points whose order divides eight, then forms of them with a sign bit or a y out of place.
Y8 = int.from_bytes(
    bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"
)
SMALL_ORDER = [
    n.to_bytes(32, "little") for n in (1, P - 1, 0, 2**255, Y8, Y8 + 2**255, P - Y8, P - Y8 + 2**255)
]
TWISTED = [
    n.to_bytes(32, "little") for n in (2**255 + 1, 2**255 + P - 1, P, P + 1, 2**255 + P, 2**255 + P + 1)
]


def encode(point: tuple[int, int, int, int]) -> bytes:
    x, y, z, _ = point
    inverse = pow(z, -1, P)
    return ((y * inverse % P) | (x * inverse % P & 1) << 255).to_bytes(32, "little")


def test_a_key_is_made_once_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "home" / "identity.key"
    first = Identity.load_or_create(path)
    assert Identity.load_or_create(path).public == first.public
    assert [each.name for each in path.parent.iterdir()] == ["identity.key"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no mode bits")
def test_nobody_else_may_read_the_key(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    Identity.load_or_create(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    path.chmod(0o644)
    Identity.load_or_create(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_programs_that_start_together_end_with_one_key(tmp_path: Path) -> None:
    start = Barrier(8)

    def begin(_: int) -> bytes:
        start.wait()
        return Identity.load_or_create(tmp_path / "identity.key").public

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(begin, range(8)))) == 1


def test_processes_that_start_together_end_with_one_key(tmp_path: Path) -> None:
    code = (
        "import sys, pathlib; from lantruco.net.identity import Identity;"
        "print(Identity.load_or_create(pathlib.Path(sys.argv[1])).public.hex())"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "identity.key")]
    started = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    keys = {process.communicate()[0] for process in started}
    assert [process.returncode for process in started] == [0, 0, 0]
    assert len(keys) == 1


def test_a_damaged_key_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    Identity.load_or_create(path)
    whole = path.read_bytes()
    flipped = [whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :] for at in range(len(whole))]
    # The end of the last line is no part of the key: see below.
    cut = [whole[:size] for size in range(len(whole) - 1)]
    for damaged in [*flipped, *cut, whole + b"\n", whole * 2, bytes(2000)]:
        path.write_bytes(damaged)
        with pytest.raises(NetError) as caught:
            Identity.load_or_create(path)
        assert (caught.value.code, caught.value.detail["reason"]) == ("E_IDENTITY", "damaged")
        assert path.read_bytes() == damaged


def test_a_key_with_other_line_ends_is_the_same_key(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    public = Identity.load_or_create(path).public
    whole = path.read_bytes()
    windows = whole.replace(b"\n", b"\r\n")
    mark = b"\xef\xbb\xbf"
    for changed in (whole[:-1], windows, windows[:-2], mark + whole, mark + windows, mark + windows[:-2]):
        path.write_bytes(changed)
        assert Identity.load_or_create(path).public == public
        assert path.read_bytes() == changed


def test_what_is_more_than_a_line_end_is_damage(tmp_path: Path) -> None:
    path = tmp_path / "identity.key"
    Identity.load_or_create(path)
    whole = path.read_bytes()
    spaced = whole.replace(b"\n", b" \n")
    for damaged in (whole[:-1] + b"\r", whole.replace(b"\n", b"\r"), b"\n" + whole, spaced, whole[:-2]):
        path.write_bytes(damaged)
        with pytest.raises(NetError, match="E_IDENTITY"):
            Identity.load_or_create(path)


def test_a_folder_that_cannot_be_is_told_apart_from_damage(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(NetError) as caught:
        Identity.load_or_create(tmp_path / "file" / "identity.key")
    assert caught.value.code == "E_KEY_FILE"
    assert isinstance(caught.value.__cause__, OSError)


def test_the_list_of_small_points_is_right() -> None:
    points = [keys._decompress(public) for public in SMALL_ORDER]
    assert all(point is not None and keys._is_identity(keys._multiply(8, point)) for point in points)
    assert len(set(points)) == 8


@pytest.mark.parametrize("public", SMALL_ORDER + TWISTED)
def test_a_key_of_small_order_or_twisted_form_is_refused(public: bytes) -> None:
    with pytest.raises(NetError) as caught:
        check_public(public)
    assert caught.value.code == "E_KEY"


def test_why_such_keys_are_refused_one_signature_would_fit_every_message() -> None:
    signature = NEUTRAL + bytes(32)
    assert verify(NEUTRAL, signature, b"truco")
    assert verify(NEUTRAL, signature, b"seis")
    assert not is_sound(NEUTRAL)


@given(st.integers(0, 2**64))
def test_a_key_shifted_by_a_point_of_small_order_is_refused(seed: int) -> None:
    public = Identity.from_seed(seed.to_bytes(32, "big")).public
    assert is_sound(public)
    own, small = keys._decompress(public), keys._decompress(SMALL_ORDER[4])
    assert own is not None
    assert small is not None
    shifted = encode(keys._add(own, small))
    assert shifted != public
    assert not is_sound(shifted)


@given(st.binary(max_size=40))
def test_any_bytes_are_judged_without_an_accident(data: bytes) -> None:
    assert is_sound(data) in (True, False)
    assert verify(data, data * 2, data) in (True, False)


def test_a_signature_fits_one_key_and_one_message() -> None:
    zeca, bia = Identity.from_seed(bytes(32)), Identity.from_seed(bytes([1]) * 32)
    signature = zeca.sign(b"truco")
    assert verify(zeca.public, signature, b"truco")
    assert not verify(zeca.public, signature, b"seis")
    assert not verify(bia.public, signature, b"truco")
    assert not verify(zeca.public, signature[:-1], b"truco")


def test_a_key_can_be_read_aloud() -> None:
    one, other = Identity.from_seed(bytes(32)).public, Identity.from_seed(bytes([1]) * 32).public
    assert words(one) == words(one)
    assert words(one) != words(other)
    assert all(re.fullmatch(r"([bcdfglmnprstv][aeiou]){3}", word) for word in words(one))
    assert len(words(one)) == 4
    assert re.fullmatch(r"[a-z2-7]{16}", fingerprint(one))


def test_no_representation_shows_the_secret() -> None:
    seed = b"the secret seed of this identity"
    shown = repr(Identity.from_seed(seed)) + str(Identity.from_seed(seed))
    assert seed.hex() not in shown
    assert "secret" not in shown


def test_a_certificate_carries_the_key_and_leaves_no_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    identity = Identity.from_seed(bytes(32))
    certificate, pem = identity.certificate(b"password")
    assert certificate_key(certificate) == identity.public
    assert b"ENCRYPTED PRIVATE KEY" in pem
    server_context(identity)
    assert list(tmp_path.iterdir()) == []


@given(st.binary(max_size=300))
def test_a_certificate_of_any_bytes_is_an_error_with_a_code(data: bytes) -> None:
    with pytest.raises(NetError) as caught:
        certificate_key(data)
    assert caught.value.code == "E_PEER"
