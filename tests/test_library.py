"""What the guide to the library shows is what the library does, and what it promises is all that is there."""

from __future__ import annotations

import ast
import doctest
import importlib
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from lantruco import rules

ROOT = Path(__file__).resolve().parent.parent
GUIDE = ROOT / "docs" / "library.md"
TEXT = GUIDE.read_text(encoding="utf-8")
HOME = ROOT / "lantruco" / "rules"
MODULES = sorted(path.stem for path in HOME.glob("[a-z]*.py"))


def test_every_example_of_the_guide_gives_what_it_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    found = doctest.testfile(str(GUIDE), module_relative=False, encoding="utf-8")
    assert found.attempted > 50
    assert found.failed == 0


def test_the_program_of_the_guide_answers_a_turn(tmp_path: Path) -> None:
    (source,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    program = tmp_path / "careful.py"
    program.write_text(source, encoding="utf-8")
    lines = [
        {"hello": {"protocol": 1, "seat": 0, "players": 2, "options": {}}},
        {"turn": {"seat": 0, "number": 1, "view": {}, "state": {}, "legal": ["2O", "truco"]}},
        {"turn": {"seat": 0, "number": 2, "view": {}, "state": {}, "legal": ["aceita", "corre", "seis"]}},
        {"end": {"winner": "A", "score": [12, 3]}},
    ]
    told = subprocess.run(
        [sys.executable, str(program)],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        check=True,
    )
    answers = [json.loads(line) for line in told.stdout.splitlines()]
    assert answers == [{"token": "2O", "number": 1}, {"token": "corre", "number": 2}]


def test_the_guide_names_the_whole_surface_and_no_other_name() -> None:
    table = TEXT.split("## What is stable")[1].split("\n\nStable too")[0]
    rows = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(named) == len(set(named))
    assert set(named) == set(rules.__all__)


def test_the_methods_that_the_guide_names_are_there() -> None:
    for name, told in re.findall(r"^\| `(Hand|Match)`.*\| [^|]*: (.*?)(?:;.*)? \|$", TEXT, re.MULTILINE):
        methods = re.findall(r"`(\w+)`", told)
        assert methods
        assert all(callable(getattr(getattr(rules, name), method)) for method in methods)


def test_all_that_the_package_brings_in_is_its_surface() -> None:
    tree = ast.parse((HOME / "__init__.py").read_text(encoding="utf-8"))
    brought = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert brought == set(rules.__all__)
    assert all(hasattr(rules, name) for name in rules.__all__)


def statements(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt, bool]]:
    """The public names that a module or class sets, and whether each has a docstring."""
    for node, after in zip(body, [*body[1:], None], strict=True):
        told = isinstance(after, ast.Expr) and isinstance(getattr(after.value, "value", None), str)
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            yield node.name, node, ast.get_docstring(node) is not None
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield node.target.id, node, told
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            yield node.targets[0].id, node, told


def undocumented(body: list[ast.stmt], place: str) -> Iterator[str]:
    for name, node, told in statements(body):
        special = name.startswith("_")
        if not told and not special:
            yield f"{place}.{name}"
        if isinstance(node, ast.ClassDef) and not special:
            yield from undocumented(node.body, f"{place}.{name}")


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_and_attribute_says_what_it_is(module: str) -> None:
    tree = ast.parse((HOME / f"{module}.py").read_text(encoding="utf-8"))
    assert list(undocumented(tree.body, module)) == []


@pytest.mark.parametrize("module", MODULES)
def test_no_module_of_the_rules_is_long(module: str) -> None:
    importlib.import_module(f"lantruco.rules.{module}")
    assert len((HOME / f"{module}.py").read_text(encoding="utf-8").splitlines()) <= 600
