"""The arrows of the house: who may import whom, read from the source itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent / "lantruco"

# What each package may import of ours, beside itself.
ARROWS: dict[str, frozenset[str]] = {
    "rules": frozenset(),
    "fairdeal": frozenset(),
    "net": frozenset(),
    "protocol": frozenset({"fairdeal", "rules"}),
    "record": frozenset({"protocol", "fairdeal", "rules"}),
    "players": frozenset({"protocol", "rules"}),
    "peer": frozenset({"net", "record", "protocol", "players", "fairdeal", "rules"}),
    "tui": frozenset({"players", "peer", "net", "record", "protocol", "fairdeal", "rules"}),
    "cli": frozenset({"tui", "players", "peer", "net", "record", "protocol", "fairdeal", "rules"}),
}

# One judge of keys and signatures, for links as for messages.
SHARED = {"net": "lantruco.protocol.keys."}

# Whatever touches the outside world, has a clock, or throws dice.
IMPURE = frozenset(
    {
        "asyncio",
        "socket",
        "ssl",
        "select",
        "time",
        "datetime",
        "random",
        "secrets",
        "os",
        "pathlib",
        "io",
        "tempfile",
        "shutil",
        "threading",
        "subprocess",
        "multiprocessing",
        "uuid",
        "zeroconf",
        "ifaddr",
        "logging",
    }
)
PURE = ("protocol", "rules", "fairdeal")

# The exceptions, each with its module: where entropy comes from, where the library is unpacked and loaded.
ALLOWED = {
    "fairdeal/entropy.py": frozenset({"secrets"}),
    "fairdeal/ristretto.py": frozenset({"os", "tempfile", "rbcl", "pathlib", "shutil"}),
}
ONLY_IN = {"rbcl": "fairdeal/ristretto.py", "zeroconf": "net/"}


def modules() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


def imported(path: Path) -> Iterator[str]:
    """Full names of all modules that a file imports, functions included; `a.b.c` for `from a.b import c`."""
    package = ("lantruco", *path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = ".".join(package[: len(package) - node.level + 1]) if node.level else ""
            origin = ".".join(part for part in (base, node.module or "") if part)
            yield from (f"{origin}.{alias.name}" for alias in node.names)


def offences(path: Path) -> list[str]:
    """Why a file breaks the rule of the house."""
    place = path.relative_to(ROOT).as_posix()
    package = place.split("/")[0] if "/" in place else ""
    allowed = ALLOWED.get(place, frozenset())
    found = []
    for name in imported(path):
        top, *rest = name.split(".")
        if top == "tests":
            found.append(f"{place} imports the tests: {name}")
        ours = rest[0] if top == "lantruco" and rest and rest[0] in ARROWS else package
        shared = name.startswith(SHARED.get(package, "-"))
        if package and ours != package and ours not in ARROWS[package] and not shared:
            found.append(f"{place} may not import {name}")
        if package in PURE and top in IMPURE and top not in allowed:
            found.append(f"{place} does what a pure package may not: {name}")
        if top in ONLY_IN and not place.startswith(ONLY_IN[top]):
            found.append(f"{place} touches {top}, which only {ONLY_IN[top]} may")
    return found


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_each_module_imports_only_what_stands_below_it(path: Path) -> None:
    assert offences(path) == []


def test_every_package_has_its_place_in_the_house() -> None:
    packages = {path.parent.name for path in ROOT.glob("*/__init__.py")}
    assert packages == set(ARROWS)


@pytest.mark.parametrize(
    ("place", "source"),
    [
        ("rules/cards.py", "from lantruco.fairdeal import Point"),
        ("rules/cards.py", "from ..fairdeal import deck"),
        ("rules/cards.py", "def f():\n    import time"),
        ("fairdeal/deck.py", "import random"),
        ("fairdeal/deck.py", "from os import path"),
        ("fairdeal/deck.py", "import rbcl"),
        ("fairdeal/entropy.py", "import random"),
        ("protocol/replica.py", "import asyncio"),
        ("protocol/replica.py", "from .. import net"),
        ("net/link.py", "from lantruco.protocol import codec"),
        ("record/verify.py", "import lantruco.net.link"),
        ("players/bot.py", "from lantruco.peer import session"),
        ("peer/session.py", "from lantruco.tui.texts import Texts"),
        ("peer/session.py", "import tests.fairdeal.smallgroup"),
        ("cli/main.py", "import zeroconf"),
    ],
)
def test_the_rule_sees_a_forbidden_import(
    place: str, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / place
    path.parent.mkdir(parents=True)
    path.write_text(source, encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert len(offences(path)) == 1
