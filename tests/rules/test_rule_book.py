"""docs/rules.md names every clause, option, value and refusal in both languages; each has a scenario."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lantruco.rules import CHOICES, CODES_OF_REFUSAL
from lantruco.rules.notation import option_word
from lantruco.tui.texts import CATALOGUES, Texts
from tests.rules.tables import scenarios

BOOK = (Path(__file__).parents[2] / "docs" / "rules.md").read_text(encoding="utf-8")
PARTS = dict(zip(("pt", "en"), BOOK.split("\n## ")[1:], strict=True))
CLAUSES = [f"R{number}" for number in range(1, 45)]
ALL = scenarios()


@pytest.mark.parametrize("lang", sorted(PARTS))
def test_the_book_has_every_clause_once_in_order_each_with_its_anchor(lang: str) -> None:
    ending = "" if lang == "pt" else "-en"
    found = re.findall(r'^<a id="([^"]+)"></a>\*\*(R\d+)\.\*\*', PARTS[lang], re.MULTILINE)
    assert found == [(clause.lower() + ending, clause) for clause in CLAUSES]


@pytest.mark.parametrize("lang", sorted(PARTS))
@pytest.mark.parametrize("name", sorted(CHOICES))
def test_the_book_has_every_option_with_all_its_values_in_its_clause_and_in_the_table(
    lang: str, name: str
) -> None:
    values = [f"`{option_word(value)}`" for value in CHOICES[name]]
    row = re.search(rf"^\| `{name}` \| (.*) \| (R\d+) \|$", PARTS[lang], re.MULTILINE)
    assert row is not None
    assert row[1].split(", ") == values
    clause = PARTS[lang].split(f"**{row[2]}.**")[1].split("<a id=")[0]
    assert f"`{name}`" in clause
    assert all(value in clause for value in values)


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_has_a_scenario(clause: str) -> None:
    assert any(clause in scenario["clauses"] for scenario in ALL)


@pytest.mark.parametrize(("name", "value"), [(n, v) for n, values in CHOICES.items() for v in values])
def test_every_option_value_has_a_scenario_that_cites_its_clause(name: str, value: object) -> None:
    row = re.search(rf"^\| `{name}` \| .* \| (R\d+) \|$", BOOK, re.MULTILINE)
    assert row is not None
    of_it = [each for each in ALL if each["kind"] == "hand" and each["options"][name] == value]
    assert any(row[1] in scenario["clauses"] for scenario in of_it)


@pytest.mark.parametrize("code", CODES_OF_REFUSAL)
def test_every_refusal_is_in_the_book_has_a_scenario_and_a_sentence_that_names_the_rule(code: str) -> None:
    for lang, part in PARTS.items():
        assert f"`{code}`" in part.split("**R44.**")[1]
        assert "R25" in Texts(lang).error(code, {"clause": "R25"})
        assert "R44" in Texts(lang).error(code)
    assert set(PARTS) == set(CATALOGUES)
    actions = [action for scenario in ALL for action in scenario.get("actions", ())]
    assert any(action.endswith(f" !{code}") for action in actions)
