"""Where no wheel of `rbcl` exists, the libsodium of the system does the same: same checks, same results."""

from __future__ import annotations

import ctypes.util
import random
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from lantruco.fairdeal import Invalid, Point, SystemEntropy, ristretto255, shuffle, verify_shuffle
from lantruco.fairdeal.ristretto import ORDER, Ristretto, _installed

from .tables import deal

installed = pytest.mark.skipif(
    ctypes.util.find_library("sodium") is None, reason="no libsodium on this system (Debian: libsodium23)"
)
BAD = {
    "identity": bytes(32),
    "all ones": b"\xff" * 32,
    "bit 255 set": bytes.fromhex("e2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2df6"),
    "negative": (2**255 - 20).to_bytes(32, "little"),
    "over the field": (2**255 - 18).to_bytes(32, "little"),
    "no square": bytes.fromhex("26948d35ca62e643e26a83177332e6b6afeb9d08e4268b650f1f5bbd8d81d371"),
    "too short": b"\x01" * 31,
}


def system() -> Ristretto:
    return Ristretto(_installed())


@installed
@pytest.mark.parametrize("encoding", BAD.values(), ids=BAD)
def test_both_libraries_refuse_the_same_encodings(encoding: bytes) -> None:
    for group in (ristretto255(), system()):
        with pytest.raises(Invalid, match="E_POINT"):
            group.decode_point(encoding)


@installed
def test_both_libraries_calculate_the_same() -> None:
    ours, theirs, chance = ristretto255(), system(), random.Random(1)
    assert (ours.identity, ours.base, ours.order, ours.name) == (
        theirs.identity,
        theirs.base,
        theirs.order,
        theirs.name,
    )
    for _ in range(40):
        a, b = chance.randrange(ORDER), chance.randrange(-ORDER, 2 * ORDER)
        p, q = (ours.hash_to_point(chance.randbytes(64)) for _ in range(2))
        terms = [(p, a), (q, b), (ours.identity, 3), (p, 0)]
        for name, values in {
            "decode_point": (bytes(p),),
            "base_mul": (b,),
            "mul": (a, q),
            "add": (p, q),
            "sub": (p, p),
            "total": ([p, q, p],),
            "combine": (b, terms),
            "hash_to_point": (chance.randbytes(64),),
        }.items():
            assert getattr(ours, name)(*values) == getattr(theirs, name)(*values), name
    for zero in (0, ORDER):
        assert theirs.base_mul(zero) == theirs.mul(zero, p) == theirs.identity
    assert theirs.add(p, theirs.identity) == theirs.mul(1, p) == p


@installed
def test_a_point_that_slipped_in_is_an_error_with_either_library() -> None:
    """Guard: every return code is looked at, whoever made the library."""
    none = Point(b"\xff" * 32)
    for group in (ristretto255(), system()):
        with pytest.raises(Invalid, match="E_POINT"):
            group.add(none, group.base)
        with pytest.raises(Invalid, match="E_POINT"):
            group.mul(3, none)
        with pytest.raises(Invalid, match="E_POINT"):
            group.combine(1, [(none, 2)])


@installed
def test_a_shuffle_made_with_one_library_is_verified_with_the_other() -> None:
    ours, theirs = ristretto255(), system()
    dealt = deal(ours, 2)
    ctx = replace(dealt.ctx, group=theirs)
    assert ctx.digest == dealt.ctx.digest
    before, after = dealt.decks[0], dealt.decks[1]
    assert verify_shuffle(ctx, 0, dealt.joint, before, after, dealt.proofs[0], SystemEntropy())
    assert not verify_shuffle(ctx, 1, dealt.joint, before, after, dealt.proofs[0], SystemEntropy())
    deck, proof = shuffle(ctx, 1, dealt.joint, after, SystemEntropy())
    assert verify_shuffle(dealt.ctx, 1, dealt.joint, after, deck, proof, SystemEntropy())


WHEELS = {
    ("linux", "x86_64"),
    ("linux", "aarch64"),
    ("darwin", "x86_64"),
    ("darwin", "arm64"),
    ("win32", "AMD64"),
}
NO_WHEELS = {
    ("linux", "armv6l"),
    ("linux", "armv7l"),
    ("linux", "i686"),
    ("win32", "ARM64"),
    ("win32", "x86"),
}


@pytest.mark.parametrize(("system_name", "machine"), sorted(WHEELS | NO_WHEELS))
def test_the_package_is_asked_for_exactly_where_it_has_a_wheel(system_name: str, machine: str) -> None:
    """Guard: the marker in pyproject.toml. Without it, installing fails on a 32-bit Raspberry Pi."""
    project = tomllib.loads((Path(__file__).resolve().parents[2] / "pyproject.toml").read_text("utf-8"))
    needed = [Requirement(line) for line in project["project"]["dependencies"]]
    (rbcl,) = [requirement for requirement in needed if requirement.name == "rbcl"]
    assert rbcl.marker is not None
    place = {"sys_platform": system_name, "platform_machine": machine}
    assert rbcl.marker.evaluate(place) == ((system_name, machine) in WHEELS)
