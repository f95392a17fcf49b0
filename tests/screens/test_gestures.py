"""What keys mean at the table."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.rules import HIDDEN
from lantruco.tui.screens.gestures import Barred, Forget, Say, Waiting, meaning
from tests.tui.fakes import view

SECOND = view(
    vazas=("A",),
    cards=("3E", "QP"),
    legal=("(3E)", "(QP)", "3E", "QP", "truco"),
)
ASKED = view(pending=3, phase="answer", legal=("aceita", "corre", "seis"))


@pytest.mark.parametrize(
    ("key", "token"), [("1", "3E"), ("2", "QP"), ("3", "5O"), ("t", "truco")], ids=lambda text: text
)
def test_a_key_says_its_word_at_once(key: str, token: str) -> None:
    assert meaning(key, view(), None, careful=True) == Say(token)


def test_a_raise_is_answered_by_one_key_each() -> None:
    assert meaning("a", ASKED, None, careful=True) == Say("aceita")
    assert meaning("t", ASKED, None, careful=True) == Say("seis")


@pytest.mark.parametrize("key", ["f", "r"])
def test_running_wants_its_key_twice(key: str) -> None:
    half = meaning(key, ASKED, None, careful=True)
    assert isinstance(half, Waiting)
    assert meaning(key, ASKED, half, careful=True) == Say("corre")


@pytest.mark.parametrize("other", ["a", "1", "f", "t", "escape"])
def test_any_other_key_takes_running_back_and_does_nothing_else(other: str) -> None:
    half = meaning("r", ASKED, None, careful=True)
    assert isinstance(half, Waiting)
    assert meaning(other, ASKED, half, careful=True) == Forget()


def test_who_wants_no_protection_runs_at_once() -> None:
    assert meaning("f", ASKED, None, careful=False) == Say("corre")


def test_c_and_a_number_cover_a_card() -> None:
    half = meaning("c", SECOND, None, careful=True)
    assert half == Waiting("cover")
    assert meaning("2", SECOND, half, careful=True) == Say("(QP)")


def test_shift_and_a_number_cover_too_when_pressed_twice() -> None:
    half = meaning("!", SECOND, None, careful=True)
    assert isinstance(half, Waiting)
    assert meaning("!", SECOND, half, careful=True) == Say("(3E)")
    assert meaning("!", SECOND, None, careful=False) == Say("(3E)")


def test_no_card_is_covered_in_the_first_vaza() -> None:
    assert meaning("c", view(), None, careful=True) == Barred("(3E)")


def test_truco_and_a_card_are_one_gesture() -> None:
    half = meaning("g", view(), None, careful=True)
    assert half == Waiting("truco-card")
    assert meaning("3", view(), half, careful=True) == Say("truco", then="5O")


def test_no_gesture_asks_for_what_cannot_be_asked() -> None:
    assert meaning("g", view(legal=("3E", "QP", "5O")), None, careful=True) == Barred("truco")
    assert meaning("t", view(value=12, legal=("3E",)), None, careful=True) == Barred("doze")
    assert meaning("t", view(value=6, legal=("3E",)), None, careful=True) == Barred("nove")


def test_a_blind_hand_is_played_by_place() -> None:
    blind = view(cards=(HIDDEN,) * 3, legal=("#1", "#2", "#3"), kind="ferro")
    assert meaning("2", blind, None, careful=True) == Say("#2")


def test_the_mao_de_onze_is_played_or_refused() -> None:
    onze = view(kind="onze", legal=("corre", "joga"), phase="answer")
    assert meaning("a", onze, None, careful=True) == Say("joga")
    assert meaning("j", onze, None, careful=True) == Say("joga")
    assert isinstance(meaning("f", onze, None, careful=True), Waiting)


def test_a_familia_real_is_claimed_and_challenged() -> None:
    assert meaning("k", view(legal=("familia",)), None, careful=True) == Say("familia")
    claimed = view(legal=("aceita", "mostra"), phase="answer")
    assert meaning("m", claimed, None, careful=True) == Say("mostra")


@given(
    key=st.one_of(st.text(max_size=2), st.sampled_from("123!@#cgtafrjmk")),
    legal=st.lists(
        st.sampled_from(["3E", "QP", "5O", "(3E)", "(QP)", "(5O)", "truco", "aceita", "corre", "mostra"]),
        unique=True,
    ),
    half=st.sampled_from(
        [
            None,
            Waiting("cover"),
            Waiting("truco-card"),
            Waiting("sure", "f", "corre"),
            Waiting("sure", "!", "(3E)"),
        ]
    ),
    careful=st.booleans(),
)
def test_no_key_ever_says_what_is_not_legal(
    key: str, legal: list[str], half: Waiting | None, careful: bool
) -> None:
    meant = meaning(key, view(legal=tuple(legal)), half, careful=careful)
    if isinstance(meant, Say):
        assert meant.token in legal
        assert meant.then is None or meant.then in legal
