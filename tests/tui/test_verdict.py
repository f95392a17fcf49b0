"""The account of a verified record in lines."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lantruco.record.verify import verify_file
from lantruco.tui.texts import LANGUAGES, Texts
from lantruco.tui.verdict import verdict_lines
from tests.record.golden import GOLDEN


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_options_of_a_table_are_told_before_its_hands_and_only_where_they_are_not_as_usual(
    lang: str,
) -> None:
    texts = Texts(lang)
    usual = verify_file(GOLDEN / "two-seats.jsonl")
    other = replace(usual, rules={"coberta": False, "limite": "nunca"}, table={"sinais": "espiados"})
    expected = texts("replay.options", options="coberta=false, limite=nunca, sinais=espiados")
    told = verdict_lines(other, texts)
    assert told[1] == expected
    assert [told[0], *told[2:]] == verdict_lines(usual, texts)
