"""What `lantruco open --option` makes of the rules of a table."""

from __future__ import annotations

import pytest

from lantruco.cli.arguments import parse
from lantruco.cli.commands.open_table import _rules
from lantruco.cli.failure import Failure


def chosen(*options: str) -> dict[str, object]:
    words = [word for option in options for word in ("--option", option)]
    return _rules(parse(["open", "Mesa", *words]).option)


def test_options_are_chosen_by_name_and_value() -> None:
    assert chosen("limite=nunca", "coberta=false", "ferro_escuro=true") == {
        "limite": "nunca",
        "coberta": False,
        "ferro_escuro": True,
    }


def test_the_preset_is_everything_as_usual_and_what_follows_changes_it() -> None:
    assert chosen("paulista") == {}
    assert chosen("limite=nunca", "paulista", "coberta=não") == {"coberta": False}


@pytest.mark.parametrize("option", ["mineiro", "limite", "=nunca", "paulista=", "paulista=true"])
def test_what_is_neither_a_pair_nor_a_preset_is_refused(option: str) -> None:
    with pytest.raises(Failure) as caught:
        chosen(option)
    assert caught.value.code == "E_PAIR"
