"""The table options."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given, settings

from lantruco.rules import CHOICES, OptionError, Options
from tests.rules.tables import options


def test_the_defaults_are_the_first_choices() -> None:
    assert Options().to_map() == {name: values[0] for name, values in CHOICES.items()}
    assert Options.from_map({}) == Options()


def test_every_field_is_an_option_and_every_option_a_field() -> None:
    assert [field.name for field in dataclasses.fields(Options)] == list(CHOICES)


@settings(deadline=None)
@given(options())
def test_options_survive_their_map(chosen: Options) -> None:
    assert Options.from_map(chosen.to_map()) == chosen


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("limite", "talvez"),
        ("limite", None),
        ("coberta", "true"),
        ("coberta", 1),
        ("torna_empate", ["primeiro"]),
        ("truco_vale", 4),
        ("__class__", "primeiro"),
    ],
)
def test_an_unknown_option_or_value_is_refused_by_name(name: str, value: object) -> None:
    with pytest.raises(OptionError) as refused:
        Options.from_map({name: value})
    assert (refused.value.code, refused.value.name, refused.value.value) == ("E_OPTION", name, value)


def test_options_cannot_be_made_wrong_directly() -> None:
    wrong: Any = "talvez"
    with pytest.raises(OptionError):
        Options(limite=wrong)


def test_the_options_chosen_are_those_that_differ() -> None:
    assert Options().chosen() == {}
    assert Options(limite="nunca", coberta=False).chosen() == {"limite": "nunca", "coberta": False}
