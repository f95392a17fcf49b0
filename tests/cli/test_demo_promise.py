"""The demo shows every special hand, or says which it owes."""

from __future__ import annotations

import argparse
import io
from pathlib import Path

import pytest

from lantruco.cli.commands.demo import _Demo, _Seat
from lantruco.cli.failure import FALSE, OK
from lantruco.cli.invocation import Invocation
from lantruco.cli.output import Output
from lantruco.rules.events import LUCK, SPECIAL
from lantruco.tui.checklist import special_lines
from lantruco.tui.texts import Texts

WHOLE = {**{name: [number] for number, name in enumerate(SPECIAL)}, **{name: [] for name in LUCK}}


def judged(special: dict[str, list[int]], *, level: str | None = None) -> tuple[int, str, str]:
    """Exit status, output and errors of a demo of two whose records hold these special hands."""
    out, err = io.StringIO(), io.StringIO()
    arguments = argparse.Namespace(seats=2, level=level, interface=["127.0.0.1"], keep=None)
    demo = _Demo(Invocation(arguments, Output(out, err), "en"), Path())
    demo._seats = [_Seat(seat, Path(), None, 0.0, digest="d", special=special) for seat in (0, 1)]  # type: ignore[arg-type]
    status = demo._judge(["d", "d"])
    return status, out.getvalue(), err.getvalue()


def test_a_demo_that_showed_everything_says_where_and_ends_well() -> None:
    status, out, err = judged(WHOLE)
    assert (status, err) == (OK, "")
    assert "mão de ferro, played blind: hand 11" in out
    assert "three ties without a raise, nobody scores: not this time" in out
    assert "partner" not in out
    assert out.endswith("All 2 records are the same match: d\n")


@pytest.mark.parametrize("name", ["coberta", "familia_de_novo", "ferro"])
def test_a_demo_that_owes_a_hand_names_it_and_fails(name: str) -> None:
    status, _, err = judged({**WHOLE, name: []})
    assert status == FALSE
    assert Texts("en")(f"special.{name}") in err


def test_bots_that_play_to_win_promise_nothing() -> None:
    status, out, err = judged({name: [] for name in (*SPECIAL, *LUCK)}, level="facil")
    assert (status, err) == (OK, "")
    assert "not this time" in out


def test_the_list_counts_hands_from_one_and_asks_partners_of_four_only() -> None:
    special = {**WHOLE, "coberta": [0, 4]}
    for lang in ("pt", "en"):
        texts = Texts(lang)
        two, four = (special_lines(special, players, texts) for players in (2, 4))
        assert any(line.endswith(" 1, 5") for line in two)
        assert len(four) == len(two) + 2
