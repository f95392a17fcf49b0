"""What is left on the terminal once the full screen has gone."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from lantruco.cli.full_screen import telling_of_records
from lantruco.cli.home import Home
from lantruco.cli.output import Output
from lantruco.tui.texts import Texts


@pytest.mark.parametrize("end", [None, KeyboardInterrupt])
def test_the_records_begun_behind_the_screen_are_told(
    tmp_path: Path, end: type[BaseException] | None
) -> None:
    home = Home(tmp_path)
    home.prepare()
    (home.records / "old.jsonl").touch()
    told = io.StringIO()
    try:
        with telling_of_records(home, Output(told, None), Texts("pt")):
            (home.records / "new.jsonl").touch()
            if end is not None:
                raise end
    except KeyboardInterrupt:
        assert end is KeyboardInterrupt
    assert told.getvalue() == f"Registro: {home.records / 'new.jsonl'}\n"
