"""Cards, manilhas and what beats what."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lantruco.rules import CANONICAL, CODES, RANKS, Card, manilha_rank, strength

cards = st.sampled_from(CANONICAL)


def test_the_deck_has_forty_cards_from_the_four_of_ouros_to_the_three_of_paus() -> None:
    assert len(set(CODES)) == 40
    assert CODES[:5] == ("4O", "4E", "4C", "4P", "5O")
    assert CODES[-1] == "3P"
    assert not any(code[0] in "8910" for code in CODES)


@settings(deadline=None)
@given(cards)
def test_a_card_is_read_back_from_its_code(card: Card) -> None:
    assert Card.parse(card.code) is card
    assert card.code == str(card) == card.rank + card.suit == CODES[card.index]
    assert repr(card) == f"Card({card.code})"


@settings(deadline=None)
@given(st.text(max_size=3).filter(lambda text: text not in CODES))
def test_any_other_text_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card code"):
        Card.parse(text)


@pytest.mark.parametrize("index", [-1, 40])
def test_there_is_no_card_beyond_the_forty(index: int) -> None:
    with pytest.raises(ValueError, match="no card"):
        Card(index)


@settings(deadline=None)
@given(cards)
def test_the_manilhas_are_the_next_rank_and_beat_every_other_card_by_suit(vira: Card) -> None:
    rank = manilha_rank(vira)
    assert (RANKS + "4")[RANKS.index(vira.rank) + 1] == rank
    ranked = sorted(CANONICAL, key=lambda card: strength(card, vira))
    assert [card.code for card in ranked[-4:]] == [rank + suit for suit in "OECP"]
    assert [strength(card, vira) for card in ranked[-4:]] == [10, 11, 12, 13]


@settings(deadline=None)
@given(cards, cards, cards)
def test_cards_that_are_no_manilhas_go_by_rank_alone(vira: Card, one: Card, other: Card) -> None:
    if manilha_rank(vira) not in (one.rank, other.rank):
        by_strength = strength(one, vira) - strength(other, vira)
        assert by_strength == "4567QJKA23".index(one.rank) - "4567QJKA23".index(other.rank)


def test_every_card_is_something_the_4_of_ouros_too() -> None:
    assert all(CANONICAL)
    assert (CANONICAL[0].code, int(CANONICAL[0])) == ("4O", 0)
