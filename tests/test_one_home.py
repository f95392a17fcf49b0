"""What the rules fix stands once, in `lantruco.rules`: everybody else asks there."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final, get_args

import pytest

from lantruco.net import announcement
from lantruco.protocol.messages import Word
from lantruco.protocol.names import MAX_NAME
from lantruco.rules import (
    ANSWERS,
    FAMILIA,
    HIDDEN,
    RANKS,
    ROYAL,
    SIDES,
    STEP_ABOVE,
    STEP_BELOW,
    SUITS,
    TABLE_SIZES,
    VALUE_OF,
    WORD_OF,
)

ROOT = Path(__file__).resolve().parent.parent / "lantruco"
ELSEWHERE: Final = ("rules/", "fairdeal/", "tui/texts/")
"""The home itself, the package that knows no game, and what is written for people."""

TEXTS: Final = (RANKS, SUITS, SUITS[::-1], ROYAL, HIDDEN, "".join(SIDES))
ROWS: Final = (TABLE_SIZES, tuple(map(str, TABLE_SIZES)), SIDES)
TABLES: Final[tuple[dict[Any, Any], ...]] = (VALUE_OF, WORD_OF, STEP_ABOVE, STEP_BELOW)
LIMITS: Final = frozenset({"MAX_NAME", "MAX_TABLE_NAME"})


def values(node: ast.expr) -> Any:
    """The value of a literal, None if it is none."""
    try:
        return ast.literal_eval(node)
    except ValueError:
        return None


def is_copied_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in TEXTS


def is_copied_row(node: ast.AST) -> bool:
    return isinstance(node, (ast.Tuple, ast.List, ast.Set)) and tuple(values(node) or ()) in ROWS


def is_copied_table(node: ast.AST) -> bool:
    if not isinstance(node, ast.Dict):
        return False
    pairs = [
        (key.value, value.value)
        for key, value in zip(node.keys, node.values, strict=True)
        if isinstance(key, ast.Constant) and isinstance(value, ast.Constant)
    ]
    return any(all(item in pairs for item in table.items()) for table in TABLES)


def is_side_of_a_seat(node: ast.AST) -> bool:
    """``seat % 2`` and ``seat & 1``, whatever the seat is called; the curve's numbers are no seats."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.left, (ast.Name, ast.Attribute)):
        return False
    if isinstance(node.op, ast.Mod):
        return bool(values(node.right) == 2)
    numbers = ast.unparse(node.left) in ("x", "scalar")
    return isinstance(node.op, ast.BitAnd) and values(node.right) == 1 and not numbers


def is_seats_of_a_side(node: ast.AST) -> bool:
    """``range(side, players, 2)`` and ``seats[side::2]``."""
    step = node.step if isinstance(node, ast.Slice) else None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "range":
        step = node.args[2] if len(node.args) == 3 else None
    return step is not None and ast.unparse(step) in ("2", "len(SIDES)", "len(rules.SIDES)")


def is_next_seat(node: ast.AST) -> bool:
    """``(seat + 1) % players``."""
    return (
        isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.Mod)
        and isinstance(node.left, ast.BinOp)
        and isinstance(node.left.op, ast.Add)
        and values(node.left.right) == 1
        and ast.unparse(node.right).endswith(("players", "len(view.names)", "len(RANKS)"))
    )


def is_copied_limit(node: ast.AST) -> bool:
    targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
    names = {target.id for target in targets if isinstance(target, ast.Name)}
    value = getattr(node, "value", None)
    return bool(names & LIMITS) and isinstance(value, ast.Constant)


KINDS: Final[tuple[Callable[[ast.AST], bool], ...]] = (
    is_copied_text,
    is_copied_row,
    is_copied_table,
    is_side_of_a_seat,
    is_seats_of_a_side,
    is_next_seat,
    is_copied_limit,
)


def copies(path: Path) -> Iterator[str]:
    """What a file writes down that has its home elsewhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if any(kind(node) for kind in KINDS):
            yield f"{path.relative_to(ROOT).as_posix()}:{getattr(node, 'lineno', 0)} {ast.unparse(node)}"


def test_nobody_keeps_a_copy_of_what_the_rules_fix() -> None:
    homes = {ROOT / "protocol" / "names.py", ROOT / "net" / "announcement.py"}
    found = [
        copy
        for path in sorted(ROOT.rglob("*.py"))
        if not path.relative_to(ROOT).as_posix().startswith(ELSEWHERE) and path not in homes
        for copy in copies(path)
    ]
    assert found == []


def test_the_network_which_may_import_no_rules_cuts_persons_names_where_the_protocol_does() -> None:
    assert announcement.MAX_PERSON == MAX_NAME


def test_the_words_of_the_protocol_are_those_of_the_rules() -> None:
    assert set(get_args(Word)) == {*VALUE_OF, *ANSWERS, FAMILIA}


@pytest.mark.parametrize(
    "source",
    [
        'RANKS = "4567QJKA23"',
        'royal = all(code[0] in "QJK" for code in cards)',
        'name = "AB"[side]',
        "SEATS = (2, 4, 6)",
        'SEATS = ("2", "4", "6")',
        "before = {1: 1, 3: 1, 6: 3, 9: 6, 12: 9}[value]",
        'RAISES = {"truco": 3, "seis": 6, "nove": 9, "doze": 12}',
        "mine = view.seat % 2",
        "mine = seat & 1",
        "partners = range(side(seat), players, 2)",
        "partners = names[mine::2]",
        "mao = (hand.dealer + 1) % hand.players",
        "MAX_NAME: Final = 24",
    ],
)
def test_a_copy_is_seen(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "some.py"
    path.write_text(source, encoding="utf-8")
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    assert len(list(copies(path))) == 1
