"""What is written down of a hand or a match is read back as the same, and nothing else is read at all."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lantruco.rules import (
    CANONICAL,
    Card,
    Hand,
    NotationError,
    Options,
    WrittenHand,
    WrittenMatch,
    is_notation,
    parse_hand,
    parse_match,
    print_hand,
    print_match,
)
from lantruco.rules.notation import MAGIC, MAX_TEXT
from tests.rules.tables import Game, at_any_pace, games

TEXT = """\
truco/1 ; a match of two
players 2
names "Ana" "Zé \\"Bigode\\" ; Filho"
options limite=nunca coberta=false

hand dealer=1 score=0-0
vira 4O
cards 3O 2O 7O / AP 6P 6E
1. 0:3O 1:truco 0:aceita 1:AP = A>0
2. 0:2O 1:6P = A>0
end A+3 vazas 3-0

hand dealer=0 score=3-0
vira KO
cards ?? ?? ?? / ?? 7P ??
1. 1:7P 0:truco 1:corre
end A+1 correu 4-0

hand dealer=1 score=4-0
vira ??
cards ?? ?? ?? / ?? ?? ??
"""


def played(game: Game, actions: int) -> WrittenHand:
    """The first actions of a random game, with all cards known."""
    hand = game.hand.copy()
    done: list[tuple[int, str]] = []
    while not hand.outcome and len(done) < actions:
        seat, token = game.choose(hand)
        hand.act(seat, token)
        done.append((seat, token))
    start = game.hand
    deck = tuple(start.known(slot) for slot in range(len(CANONICAL)))
    return WrittenHand(start.players, start.options, start.dealer, start.score, deck, tuple(done))


def as_watched(written: WrittenHand) -> WrittenHand:
    """The same hand as somebody wrote it down who saw only what was laid open."""
    hand = written.start()
    opened = {hand.vira_slot}
    actions = []
    for seat, token in written.actions:
        action = hand.check(seat, token)
        opened.update(hand.opens(action))
        if action.slot >= 0:
            place = f"#{hand.hands[seat].index(action.slot) + 1}"
            token = f"({place})" if action.covered else place
        hand.act(seat, token)
        actions.append((seat, token))
    deck = tuple(card if slot in opened else None for slot, card in enumerate(written.deck))
    return WrittenHand(written.players, written.options, written.dealer, written.score, deck, tuple(actions))


def match_of(chance: random.Random, options: Options, hands: int) -> WrittenMatch:
    """A match of random hands, as far as it goes."""
    found = []
    dealer, score = chance.randrange(4), (chance.randrange(12), chance.randrange(12))
    for _ in range(hands):
        deck = chance.sample(CANONICAL, len(CANONICAL))
        start = Hand.new(players=4, options=options, dealer=dealer, score=score, deck=deck)
        written = played(Game(start, chance), 1000)
        found.append(written)
        outcome = written.end().outcome
        assert outcome is not None
        if outcome.next_dealer is None:
            break
        dealer, score = outcome.next_dealer, outcome.score
    return WrittenMatch(4, options, ("Ana", "Zé", '"', "; \\ \U0001f0a1"), tuple(found))


@at_any_pace
@given(games(), st.integers(0, 40))
def test_a_hand_reads_back_as_it_was_written(game: Game, actions: int) -> None:
    written = played(game, actions)
    assert parse_hand(print_hand(written)) == written


@at_any_pace
@given(games(), st.integers(0, 40))
def test_a_hand_of_which_little_is_known_reads_back_too(game: Game, actions: int) -> None:
    written = as_watched(played(game, actions))
    assert parse_hand(print_hand(written)) == written


@at_any_pace
@given(games(), st.randoms(use_true_random=False), st.integers(0, 6))
def test_a_match_reads_back_as_it_was_written(game: Game, chance: random.Random, hands: int) -> None:
    match = match_of(chance, game.hand.options, hands)
    text = print_match(match)
    assert parse_match(text) == match
    assert print_match(parse_match(text)) == text


def test_a_text_by_hand_is_read() -> None:
    match = parse_match(TEXT)
    assert match.names == ("Ana", 'Zé "Bigode" ; Filho')
    assert match.options == Options(limite="nunca", coberta=False)
    assert [len(hand.actions) for hand in match.hands] == [6, 3, 0]
    assert match.hands[0].deck[:4] == tuple(map(Card.parse, ("3O", "2O", "7O", "AP")))
    assert parse_match(print_match(match)) == match
    assert parse_match("\ufeff" + TEXT.replace("\n", "\r\n")) == match
    assert is_notation(TEXT)
    assert not is_notation('{"game": 1}')
    assert not is_notation("")


def edit(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "code", "line", "column"),
    [
        ("", "E_NOTE_FORM", 1, 1),
        ("truco/2", "E_NOTE_FORM", 1, 1),
        (MAGIC + " x", "E_NOTE_FORM", 1, 1),
        (MAGIC + "\nplayers 3", "E_NOTE_VALUE", 2, 9),
        (MAGIC + "\nplayers", "E_NOTE_FORM", 2, 1),
        (MAGIC + "\nplayers 2 4", "E_NOTE_FORM", 2, 1),
        (MAGIC, "E_NOTE_FORM", 1, 1),
        (edit(' "Zé', ' "" "Zé'), "E_NOTE_VALUE", 3, 13),
        (edit('"Ana"', '"Ana'), "E_NOTE_VALUE", 3, 13),
        (edit('"Ana"', '"A" "b"'), "E_NOTE_FORM", 3, 1),
        (edit('"Ana"', '"\\u001b[2J"'), "E_NOTE_VALUE", 3, 7),
        (edit("limite=nunca", "limite=talvez"), "E_NOTE_VALUE", 4, 9),
        (edit("limite=nunca", "coberta=true"), "E_NOTE_VALUE", 4, 22),
        (edit("limite=nunca", "limite"), "E_NOTE_VALUE", 4, 9),
        (edit("limite=nunca", "sete=belo"), "E_NOTE_VALUE", 4, 9),
        (edit("dealer=1", "dealer=2"), "E_NOTE_VALUE", 6, 6),
        (edit("dealer=1", "dealer=x"), "E_NOTE_FORM", 6, 6),
        (edit("dealer=1 ", ""), "E_NOTE_FORM", 6, 1),
        (edit("score=0-0", "score=12-0"), "E_NOTE_VALUE", 6, 15),
        (edit("score=0-0", "score=0"), "E_NOTE_FORM", 6, 15),
        (edit("vira 4O", "vira"), "E_NOTE_FORM", 7, 1),
        (edit("vira 4O", "vira 8O"), "E_NOTE_VALUE", 7, 6),
        (edit("vira 4O", "vira 3O"), "E_NOTE_DEAL", 8, 7),
        (edit(" / AP", " AP"), "E_NOTE_FORM", 8, 1),
        (edit("7O / AP", "7O AP /"), "E_NOTE_FORM", 8, 16),
        (edit("1. 0:3O", "monte 5O 5O\n1. 0:3O"), "E_NOTE_DEAL", 9, 10),
        (edit("1. 0:3O", "monte" + " ??" * 34 + "\n1. 0:3O"), "E_NOTE_FORM", 9, 106),
        (edit("0:3O", "6:3O"), "E_NOTE_FORM", 9, 4),
        (edit("0:3O", "0:3P"), "E_NOTE_ACTION", 9, 4),
        (edit("1:truco", "1:seis"), "E_NOTE_ACTION", 9, 9),
        (edit("1:7P", "1:#1"), "E_NOTE_DEAL", 16, 4),
        (edit("= A>0", ""), "E_NOTE_FORM", 9, 26),
        (edit("= A>0", "= A>1"), "E_NOTE_RESULT", 9, 33),
        (edit("= A>0", "1:6P = A>0"), "E_NOTE_FORM", 9, 31),
        (edit("0:aceita 1:AP = A>0", "0:aceita ="), "E_NOTE_FORM", 9, 26),
        (edit("2. 0:2O", "3. 0:2O"), "E_NOTE_FORM", 10, 1),
        (edit("end A+3", "end A+1"), "E_NOTE_RESULT", 11, 5),
        (edit("end A+3 vazas 3-0\n", ""), "E_NOTE_FORM", 12, 1),
        (edit("end A+3 vazas", "end A+3"), "E_NOTE_FORM", 11, 1),
        (edit("dealer=0 score=3-0", "dealer=1 score=3-0"), "E_NOTE_FOLLOW", 13, 6),
        (edit("dealer=0 score=3-0", "dealer=0 score=1-0"), "E_NOTE_FOLLOW", 13, 6),
        (edit("0:truco 1:corre\nend A+1 correu 4-0", "0:truco"), "E_NOTE_FORM", 18, 1),
        (edit("score=0-0", "score=9-0").replace("3-0\n\nhand", "12-0\n\nhand", 1), "E_NOTE_OVER", 13, 6),
        (TEXT + "x", "E_NOTE_FORM", 22, 1),
        (" " * (MAX_TEXT + 1), "E_NOTE_SIZE", 1, 1),
    ],
)
def test_what_is_wrong_is_named_with_its_place(text: str, code: str, line: int, column: int) -> None:
    with pytest.raises(NotationError) as caught:
        parse_match(text)
    error = caught.value
    assert (error.code, error.line, error.column) == (code, line, column)


def test_a_refused_action_names_the_rule_and_a_wrong_result_the_right_one() -> None:
    with pytest.raises(NotationError) as caught:
        parse_match(edit("1:truco", "1:nove"))
    assert caught.value.values["reason"] == "E_STEP"
    assert caught.value.values["clause"] == "R23"
    with pytest.raises(NotationError) as caught:
        parse_match(edit("end A+3", "end B+3"))
    assert caught.value.values["expected"] == "A+3 vazas 3-0"


def test_a_text_of_one_hand_has_one_hand() -> None:
    for text in (TEXT, f"{MAGIC}\nplayers 2"):
        with pytest.raises(NotationError):
            parse_hand(text)


@at_any_pace
@given(st.integers(0, len(TEXT)), st.integers(0, 3), st.text(max_size=3))
def test_a_changed_text_is_read_or_refused_and_nothing_else(place: int, cut: int, put: str) -> None:
    text = TEXT[:place] + put + TEXT[place + cut :]
    match, error = read(text)
    if error is None:
        assert match is not None
        assert parse_match(print_match(match)) == match
    else:
        assert 1 <= error.line <= text.count("\n") + 1
        assert error.column >= 1


def read(text: str) -> tuple[WrittenMatch | None, NotationError | None]:
    try:
        return parse_match(text), None
    except NotationError as error:
        return None, error


def test_what_was_never_played_is_not_written() -> None:
    hand = parse_match(TEXT).hands[0]
    for names in (("Ana",), ("Ana", "\n"), ("Ana", "x" * 65)):
        with pytest.raises(ValueError, match="names"):
            print_match(WrittenMatch(2, hand.options, names, (hand,)))
    with pytest.raises(ValueError, match="one table"):
        print_match(WrittenMatch(4, hand.options, (), (hand,)))
