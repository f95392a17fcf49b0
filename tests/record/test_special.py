"""Which special hands a record holds is found from the record, one golden record for each."""

from __future__ import annotations

import dataclasses
import json

import pytest

from lantruco.cli import main
from lantruco.record.special import special_hands
from lantruco.record.verify import verify_file
from lantruco.rules.events import LUCK, SPECIAL

from .golden import GOLDEN, report_of

HELD = {
    "covered-card": ("coberta",),
    "dealt-twice": ("familia", "familia_de_novo"),
    "familia-accepted": ("familia",),
    "familia-bluff": ("familia_blefe", "correr"),
    "familia-true": ("familia_real", "correr"),
    "ferro-blind": ("ferro", "onze_corre"),
    "onze-partners": ("onze_parceiros", "onze_joga"),
}
MISSING = {
    "covered-card": ("familia", "onze_joga", "ferro"),
    "familia-accepted": ("familia_de_novo", "familia_blefe", "familia_real"),
    "familia-bluff": ("familia_real", "familia"),
    "familia-true": ("familia_blefe", "familia"),
    "ferro-blind": ("onze_parceiros", "onze_joga", "parceiro"),
    "two-seats": ("parceiro", "onze_parceiros"),
}


@pytest.mark.parametrize("name", sorted({*HELD, *MISSING}))
def test_a_golden_record_holds_its_special_hand_and_no_other_that_it_lacks(name: str) -> None:
    report = report_of(name)
    special = special_hands(report)
    assert list(special) == [*SPECIAL, *LUCK]
    numbers = [hand.hand for hand in report.hands]
    for hands in special.values():
        assert set(hands) <= set(numbers)
        assert sorted(hands) == list(hands)
    assert [each for each in HELD.get(name, ()) if not special[each]] == []
    assert [each for each in MISSING.get(name, ()) if special[each]] == []


def test_a_ferro_whose_cards_are_seen_is_none_that_is_played_blind() -> None:
    report = report_of("ferro-blind")
    seen = dataclasses.replace(report, rules={"ferro_escuro": False})
    assert special_hands(report)["ferro"]
    assert not special_hands(seen)["ferro"]


def test_verify_tells_the_special_hands_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    path = GOLDEN / "ferro-blind.jsonl"
    assert main.run(["verify", "--json", str(path)]) == 0
    (told,) = json.loads(capsys.readouterr().out)["files"]
    assert {name: tuple(hands) for name, hands in told["special"].items()} == special_hands(verify_file(path))
