"""How the group's library comes into a program, and what is left behind on the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from lantruco.fairdeal import GroupUnavailable
from lantruco.fairdeal.ristretto import FOLDER_PREFIX, STALE_SECONDS, _sweep

# Each program runs in a new interpreter: a library can be loaded only once in a process.
FORBIDDING = """
import ctypes, os, sys
usual = ctypes.cdll.LoadLibrary
def forbidding(path):
    if str(path).startswith(tuple(FORBIDDEN)):
        raise OSError(f"{path}: failed to map segment from shared object: Operation not permitted")
    return usual(path)
ctypes.cdll.LoadLibrary = forbidding
"""
LOADING = """
from lantruco.fairdeal import ristretto, ristretto255
ristretto._cache_folder = lambda: CACHE
ristretto.ctypes.util.find_library = lambda name: None
"""


def run(tmp_path: Path, program: str) -> str:
    """What a program prints, with a temporary and a cache folder of its own."""
    temporary, cache = tmp_path / "temporary", tmp_path / "cache"
    temporary.mkdir(exist_ok=True)
    places = f"TEMPORARY, CACHE = {str(temporary)!r}, {str(cache)!r}\n"
    done = subprocess.run(
        [sys.executable, "-c", places + program],
        env={**os.environ, "TMPDIR": str(temporary), "TEMP": str(temporary), "TMP": str(temporary)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


def left_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*")) if folder.exists() else []


posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows keeps a loaded library on the disk")


@posix
def test_nothing_is_left_in_the_temporary_folder(tmp_path: Path) -> None:
    """Guard: the unpacked library is removed at once. Otherwise each start leaves 2.8 MB behind."""
    assert run(tmp_path, LOADING + "print(ristretto255().base_mul(2).hex()[:8])") == "6a493210"
    assert left_in(tmp_path / "temporary") == left_in(tmp_path / "cache") == []


@posix
def test_what_another_importer_unpacked_is_removed_too(tmp_path: Path) -> None:
    assert run(tmp_path, "import rbcl\n" + LOADING + "print(ristretto255().name)") == "ristretto255"
    assert left_in(tmp_path / "temporary") == []


@posix
def test_the_usual_temporary_folder_is_in_place_again_afterwards(tmp_path: Path) -> None:
    program = LOADING + "import tempfile\nristretto255()\nprint(tempfile.gettempdir() == TEMPORARY)"
    assert run(tmp_path, program) == "True"


@posix
def test_a_temporary_folder_that_forbids_running_code_is_not_the_end(tmp_path: Path) -> None:
    """Guard: the second place. Hardened machines mount the temporary folder without the right to execute."""
    program = "FORBIDDEN = [TEMPORARY]" + FORBIDDING + LOADING + "print(ristretto255().name)"
    assert run(tmp_path, program) == "ristretto255"
    assert left_in(tmp_path / "temporary") == left_in(tmp_path / "cache") == []


FAILING = """
from lantruco.fairdeal import GroupUnavailable
try:
    ristretto255()
except GroupUnavailable as problem:
    print(problem.code, len(problem.tried), str(problem).count("\\n"))
"""


@posix
def test_a_machine_that_cannot_load_it_gets_a_code_and_the_reasons(tmp_path: Path) -> None:
    program = "FORBIDDEN = [TEMPORARY, CACHE]" + FORBIDDING + LOADING + FAILING
    assert run(tmp_path, program) == "E_LIBRARY 3 0"
    assert left_in(tmp_path / "temporary") == left_in(tmp_path / "cache") == []


def test_a_machine_without_the_package_gets_a_code_too(tmp_path: Path) -> None:
    assert run(tmp_path, "import sys\nsys.modules['rbcl'] = None\n" + LOADING + FAILING).startswith(
        "E_LIBRARY"
    )


def test_an_installed_libsodium_is_the_last_resort(tmp_path: Path) -> None:
    """The library of `rbcl` itself stands in for the one that a system has."""
    program = (
        "import sys, rbcl\nfound = rbcl._sodium._name\nsys.modules['rbcl'] = None\n"
        + LOADING
        + "ristretto.ctypes.util.find_library = lambda name: found\n"
        + "print(ristretto255().base_mul(2).hex()[:8])"
    )
    assert run(tmp_path, program) == "6a493210"


def test_where_a_library_in_use_must_stay_old_ones_are_swept(tmp_path: Path) -> None:
    """Guard: the sweep of Windows. It takes what is old and leaves what a program may be writing now."""
    for name, age in (("old", 2 * STALE_SECONDS), ("young", STALE_SECONDS // 2), ("other", 0)):
        folder = tmp_path / (name if name == "other" else FOLDER_PREFIX + name)
        folder.mkdir()
        (folder / "tmp1.pyd").write_bytes(b"x")
        os.utime(folder, (1_000_000 - age, 1_000_000 - age))
    os.utime(tmp_path / "other", (0, 0))
    _sweep(str(tmp_path), 1_000_000 - STALE_SECONDS)
    assert sorted(path.name for path in tmp_path.iterdir()) == [FOLDER_PREFIX + "young", "other"]


def test_the_error_is_one_sentence_with_its_reasons() -> None:
    problem = GroupUnavailable(("first place: no", "second place: no"))
    assert "first place: no; second place: no" in str(problem)
