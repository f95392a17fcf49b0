"""docs/threats.md names its tests, and they exist."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
THREATS = (ROOT / "docs" / "threats.md").read_text("utf-8")


@cache
def functions_of(name: str) -> frozenset[str]:
    tree = ast.parse((ROOT / name).read_text("utf-8"))
    functions = (ast.FunctionDef, ast.AsyncFunctionDef)
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, functions))


def test_every_test_that_the_threats_name_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", THREATS)
    assert len(named) > 40
    assert [(file, name) for file, name in named if name not in functions_of(file)] == []


def test_every_attack_in_brackets_is_one_of_the_suite() -> None:
    attacks = functions_of("tests/attacks/deal_cheats.py")
    words = [word for inside in re.findall(r"\(([a-z_, …]+)\)", THREATS) for word in inside.split(", ")]
    named = {word for word in words if "_" in word and "…" not in word}
    assert len(named) >= 8
    assert named <= attacks
