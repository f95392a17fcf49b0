"""`lantruco verify` on the golden record of every special hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from lantruco.cli import main

GOLDEN = Path(__file__).resolve().parents[2] / "seeds" / "golden"
EXPECTED: dict[str, dict[str, Any]] = json.loads((GOLDEN / "special.json").read_text("utf-8"))
LARGEST = 400_000
ALL_TOGETHER = 4_000_000


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANTRUCO_HOME", str(tmp_path / "home"))


@pytest.mark.parametrize("name", sorted(EXPECTED))
def test_a_special_hand_is_found_true_and_told_with_its_status(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = 3 if name in ("unfinished", "left") else 0
    assert main.run(["verify", "--json", str(GOLDEN / f"{name}.jsonl")]) == status
    (told,) = json.loads(capsys.readouterr().out)["files"]
    expected = EXPECTED[name]
    assert told["holds"] is True
    assert told["status"] == expected["status"]
    assert told["score"] == expected["score"]
    assert told["digest"] == expected["digest"]
    assert len(told["hands"]) == expected["hands"]


def test_the_golden_records_stay_small() -> None:
    sizes = [path.stat().st_size for path in GOLDEN.glob("*.jsonl")]
    assert max(sizes) < LARGEST
    assert sum(sizes) < ALL_TOGETHER
