"""The second verifier stands alone: the standard library and itself, in the source and when it runs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODULES = sorted(path for path in HERE.glob("*.py") if not path.name.startswith("test_agreement"))


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0
            names.add(node.module or "")
    return names


def test_no_module_names_anything_but_the_standard_library_and_its_neighbours() -> None:
    allowed = {*sys.stdlib_module_names, "pytest"}
    for path in MODULES:
        for name in imported(path):
            tests = path.name.startswith("test_")
            assert name.split(".")[0] in allowed - (set() if tests else {"pytest"}) or name.startswith(
                "tests.independent"
            ), f"{path.name} imports {name}"


def test_it_judges_a_record_where_nothing_is_installed() -> None:
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tests.independent.__main__ import main; "
        "status = main(sys.argv[2:]); "
        "assert not any(name.split('.')[0] in ('lantruco', 'rbcl', 'cryptography', 'msgspec') "
        "for name in sys.modules); sys.exit(status)"
    )
    record = ROOT / "seeds" / "golden" / "fault.jsonl"
    # -I and -S: no site-packages, no variables of the environment.
    run = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(ROOT), str(record)],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "fault, 0 to 0, fault 1" in run.stdout


def test_a_false_record_ends_it_with_a_line_and_a_code(tmp_path: Path) -> None:
    false = tmp_path / "false.jsonl"
    false.write_bytes(
        (ROOT / "seeds" / "golden" / "fault.jsonl").read_bytes().replace(b'"word"', b'"wort"', 1)
    )
    false.write_bytes(false.read_bytes().replace(b'"seat":1', b'"seat":0', 1))
    run = subprocess.run(
        [sys.executable, "-m", "tests.independent", str(false)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert run.returncode == 1
    assert "false, E_SIGNATURE in line 3" in run.stdout
