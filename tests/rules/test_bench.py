"""The measure of speed works with and without the package that it compares with."""

from __future__ import annotations

import importlib
import random
from itertools import islice
from types import ModuleType

import pytest

from bench import rules as bench
from lantruco.rules import CANONICAL


def test_without_the_other_package_the_measure_says_so_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(name: str) -> ModuleType:
        raise ImportError(name)

    monkeypatch.setattr(importlib, "import_module", missing)
    bench.main(["--seconds", "0.02"])
    *speeds, last = capsys.readouterr().out.splitlines()
    assert len(speeds) == len(bench.TABLES)
    assert all("actions/s" in line for line in speeds)
    assert last == "pytruco is not installed, so there is no ratio: pip install pytruco"


def test_with_it_the_ratio_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib, "import_module", lambda name: ModuleType(name))
    monkeypatch.setattr(bench, "theirs", bench.ours)
    bench.main(["--seconds", "0.02"])
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == len(bench.TABLES)
    assert all("times, LESS than the 40 wanted" in line for line in lines)


def test_random_play_goes_on_from_match_to_match() -> None:
    for players in bench.TABLES:
        assert len(list(islice(bench.ours(players, random.Random(3)), 2_000))) == 2_000


def test_a_shuffled_deck_is_a_deck() -> None:
    assert sorted(bench.shuffled(random.Random(1))) == sorted(CANONICAL)
