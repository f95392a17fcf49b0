"""What a typed line means."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.protocol.sidetalk_messages import CONSULT
from lantruco.tui.choices import Command, Nothing, Reading, Say, Unclear, Whisper, choices, question, read
from lantruco.tui.texts import LANGUAGES, Texts
from tests.tui.fakes import view

PT = Texts("pt")
EN = Texts("en")
SECOND = view(
    cards=("QP", "5O"),
    legal=("(5O)", "(QP)", "5O", "QP", "truco"),
    vazas=("A",),
)
ASKED = view(legal=("aceita", "corre", "seis"), pending=3, phase="answer", turn=1)


def test_choices_are_cards_in_hand_order_then_words_then_covered_cards() -> None:
    assert [choice.token for choice in choices(SECOND, PT)] == ["QP", "5O", "truco", "(QP)", "(5O)"]


def test_every_legal_token_is_offered_once() -> None:
    assert sorted(choice.token for choice in choices(SECOND, PT)) == sorted(SECOND.legal)


def test_blind_cards_are_offered_by_position() -> None:
    blind = view(cards=("??", "??"), legal=("#1", "#2", "(#1)", "(#2)"), kind="ferro")
    offered = choices(blind, PT)
    assert [choice.token for choice in offered] == ["#1", "#2", "(#1)", "(#2)"]
    assert offered[0].label == "carta 1 (fechada)"


def test_a_raise_is_asked_with_its_worth_and_what_running_costs() -> None:
    lines = question(ASKED, PT)
    assert lines[0] == "Truco! Vale 3 tentos se aceitar; correr dá a eles 1 tento."
    assert lines[1] == "  1) aceita  2) corre  3) Seis! (vale 6 tentos)"


def test_onze_says_who_is_pe_and_mao() -> None:
    lines = question(view(legal=("corre", "joga"), kind="onze", score=(11, 3), value=3), PT)
    assert "Pé: Beto, mão: Ana" in lines[0]


def test_nothing_is_asked_of_who_has_nothing_to_say() -> None:
    assert question(view(legal=()), PT) == []


@pytest.mark.parametrize(
    ("line", "token"),
    [
        ("1", "QP"),
        ("3", "truco"),
        ("4", "(QP)"),
        ("qp", "QP"),
        ("q♣", "QP"),
        (" TRUCO ", "truco"),
        ("(2)", "(5O)"),
        ("( qp )", "(QP)"),
        ("coberta 2", "(5O)"),
        ("cover 5o", "(5O)"),
        ("#2", "5O"),
        ("(#1)", "(QP)"),
        ("família real", "familia"),
        ("Nine", "nove"),
        ("não", "corre"),
    ],
)
def test_a_move_can_be_said_by_number_by_card_and_by_word_of_either_language(line: str, token: str) -> None:
    assert read(line, SECOND, PT) == Say(token)
    assert read(line, SECOND, EN) == Say(token)


@pytest.mark.parametrize(
    ("line", "name"), [("?", "help"), ("ajuda", "help"), ("sair", "quit"), ("mesa", "table")]
)
def test_commands_are_for_the_program(line: str, name: str) -> None:
    assert read(line, SECOND, PT) == Command(name)  # type: ignore[arg-type]


@pytest.mark.parametrize("line", ["0", "6", "99999999999999999999", "blá", "(9)", "8P", "1P", "()", "²"])
def test_what_means_nothing_is_said_to_mean_nothing(line: str) -> None:
    assert isinstance(read(line, SECOND, PT), Unclear)


def test_an_empty_line_is_nothing() -> None:
    assert read("  \t", SECOND, PT) == Nothing()


@given(st.text(max_size=60))
def test_no_typed_line_breaks_the_reading(line: str) -> None:
    reading = read(line, SECOND, PT)
    assert isinstance(reading, Reading)


def test_a_familia_real_that_the_cards_do_not_make_is_offered_as_a_bluff() -> None:
    bluff = choices(view(cards=("3E", "QP", "KO"), legal=("familia",)), PT)
    true = choices(view(cards=("JE", "QP", "KO"), legal=("familia",)), PT)
    assert [choice.label for choice in (*bluff, *true)] == ["família real (blefe)", "família real"]


def test_of_an_endless_line_only_the_beginning_is_told_back() -> None:
    unclear = read("x" * 4096, view(), PT)
    assert isinstance(unclear, Unclear)
    assert unclear.text == "x" * 39 + "…"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_words_to_the_partner_are_offered_in_the_players_language_and_are_understood(lang: str) -> None:
    texts = Texts(lang)
    offered = [word.rstrip(".") for word in texts("talk.words").split() if word.startswith("!")]
    told = texts("line.help.talk")
    assert all(word in told for word in offered)
    asked = view(phase="answer", legal=("aceita", "corre", "seis"))
    meant = [read(word, asked, texts) for word in offered]
    assert meant == [Whisper(word) for word in CONSULT]
