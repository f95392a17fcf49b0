"""ristretto255 (RFC 9496) by libsodium: the only module that touches the C library.

The library checks less than the deal needs. libsodium 1.0.18 accepts encodings with the top bit set, the
identity and unreduced scalars, and its add leaves 32 zero bytes, the identity, when an input is no point.
So points pass `decode_point` once, factors are reduced here, and every return code is looked at.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from functools import cache
from typing import Any

from .errors import GroupUnavailable, Invalid
from .group import POINT_BYTES, WIDE_BYTES, Point

ORDER = 2**252 + 27742317777372353535851937790883648493
FOLDER_PREFIX = "lantruco-sodium-"
STALE_SECONDS = 60
"""A leftover folder younger than this may belong to a program that is just starting."""

_Buffer = ctypes.c_char * POINT_BYTES


class Ristretto:
    """The group of the game. Made by `ristretto255()`; one for the whole program."""

    __slots__ = (
        "_add",
        "_base_mul",
        "_from_hash",
        "_is_point",
        "_mul",
        "_sub",
        "base",
        "identity",
        "name",
        "order",
    )

    def __init__(self, library: ctypes.CDLL) -> None:
        self._is_point = library["crypto_core_ristretto255_is_valid_point"]
        self._from_hash = library["crypto_core_ristretto255_from_hash"]
        self._add = library["crypto_core_ristretto255_add"]
        self._sub = library["crypto_core_ristretto255_sub"]
        self._mul = library["crypto_scalarmult_ristretto255"]
        self._base_mul = library["crypto_scalarmult_ristretto255_base"]
        self.name = "ristretto255"
        self.order = ORDER
        self.identity = Point(POINT_BYTES)
        self.base = self.base_mul(1)

    def decode_point(self, data: bytes) -> Point:
        if type(data) is not bytes or len(data) != POINT_BYTES:
            raise Invalid("E_POINT", "length")
        if data[-1] & 0x80 or data == self.identity or self._is_point(data) != 1:
            raise Invalid("E_POINT", "encoding")
        return Point(data)

    def base_mul(self, factor: int) -> Point:
        factor %= ORDER
        if not factor:
            return self.identity
        out = _Buffer()
        if self._base_mul(out, factor.to_bytes(32, "little")):
            raise Invalid("E_POINT", "base multiplication")
        return Point(out.raw)

    def mul(self, factor: int, point: Point) -> Point:
        factor %= ORDER
        if not factor or point == self.identity:
            return self.identity
        out = _Buffer()
        if self._mul(out, factor.to_bytes(32, "little"), point):
            raise Invalid("E_POINT", "multiplication")
        return Point(out.raw)

    def add(self, left: Point, right: Point) -> Point:
        out = _Buffer()
        if self._add(out, left, right):
            raise Invalid("E_POINT", "addition")
        return Point(out.raw)

    def sub(self, left: Point, right: Point) -> Point:
        out = _Buffer()
        if self._sub(out, left, right):
            raise Invalid("E_POINT", "subtraction")
        return Point(out.raw)

    def total(self, points: Iterable[Point]) -> Point:
        rest = iter(points)
        sum_of_all = next(rest, self.identity)
        for point in rest:
            sum_of_all = self.add(sum_of_all, point)
        return sum_of_all

    def combine(self, factor: int, terms: Iterable[tuple[Point, int]]) -> Point:
        # The hot loop of proving and verifying: two C calls a term, and the running sum stays in one buffer.
        add, mul, identity = self._add, self._mul, self.identity
        running, product = _Buffer(), _Buffer()
        started = False
        factor %= ORDER
        if factor:
            started = True
            if self._base_mul(running, factor.to_bytes(32, "little")):
                raise Invalid("E_POINT", "base multiplication")
        for point, times in terms:
            times %= ORDER
            if not times or point == identity:
                continue
            if not started:
                started = True
                if mul(running, times.to_bytes(32, "little"), point):
                    raise Invalid("E_POINT", "multiplication")
            elif mul(product, times.to_bytes(32, "little"), point) or add(running, running, product):
                raise Invalid("E_POINT", "multiplication")
        return Point(running.raw)

    def hash_to_point(self, wide: bytes) -> Point:
        if len(wide) != WIDE_BYTES:
            raise ValueError("not 64 bytes")
        out = _Buffer()
        if self._from_hash(out, wide):
            raise Invalid("E_POINT", "hash to group")
        return Point(out.raw)


@cache
def ristretto255() -> Ristretto:
    """The group, loaded at the first call (0.1 s); GroupUnavailable with the reasons if that fails.

    `rbcl` unpacks its library into a temporary folder. Linux and macOS let it be removed at once. Windows
    does not while it is in use, so there it lies in the user's cache folder until a later start sweeps it.
    The same folder serves where the temporary one forbids running code; the last resort is an installed
    libsodium.
    The first call sets the temporary folder for a moment, so make it before starting threads.
    """
    windows = sys.platform == "win32"
    tried: list[str] = []
    for folder in [_cache_folder] if windows else [tempfile.gettempdir, _cache_folder]:
        place = "?"
        try:
            place = folder()
            return Ristretto(_unpacked(place, keep=windows))
        except (OSError, ImportError, AttributeError) as problem:
            tried.append(f"{place}: {problem}")
    try:
        return Ristretto(_installed())
    except (OSError, AttributeError) as problem:
        tried.append(f"system: {problem}")
    raise GroupUnavailable(tuple(tried))


def _installed() -> ctypes.CDLL:
    """The libsodium of the system; OSError if there is none, or none with this group (1.0.18 and later)."""
    name = ctypes.util.find_library("sodium") or ctypes.util.find_library("libsodium")
    if name is None:
        raise OSError("no libsodium installed")
    library = ctypes.CDLL(name)
    if library["sodium_init"]() < 0:
        raise OSError("libsodium does not start")
    try:
        library["crypto_core_ristretto255_from_hash"]
    except AttributeError as error:
        raise OSError("the installed libsodium is older than 1.0.18") from error
    return library


def _cache_folder() -> str:
    """The user's cache folder; OSError where the system knows none of him."""
    from platformdirs import user_cache_dir

    folder = user_cache_dir("lantruco", appauthor=False)
    if not os.path.isabs(folder):
        raise OSError("no cache folder")
    return folder


def _unpacked(place: str, *, keep: bool) -> ctypes.CDLL:
    """The library of `rbcl`, unpacked into a new folder inside `place`."""
    os.makedirs(place, mode=0o700, exist_ok=True)
    own = tempfile.mkdtemp(prefix=FOLDER_PREFIX, dir=place)
    if keep:
        _sweep(place, os.path.getmtime(own) - STALE_SECONDS)
    usual = tempfile.tempdir
    tempfile.tempdir = own
    try:
        import rbcl  # type: ignore[import-untyped]

        library: Any = rbcl._sodium
        if not isinstance(library, ctypes.CDLL):
            raise ImportError("rbcl has no library handle")
        if not keep:
            _forget(library._name)
        return library
    finally:
        tempfile.tempdir = usual
        if not keep:
            shutil.rmtree(own, ignore_errors=True)


def _forget(path: str) -> None:
    # rbcl may have been imported before us, into the usual folder.
    if os.path.isabs(path) and os.path.basename(path).startswith("tmp") and os.path.exists(path):
        os.unlink(path)


def _sweep(place: str, older_than: float) -> None:
    for name in os.listdir(place):
        path = os.path.join(place, name)
        if name.startswith(FOLDER_PREFIX) and os.path.getmtime(path) < older_than:
            shutil.rmtree(path, ignore_errors=True)
