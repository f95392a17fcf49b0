"""Bots talk little, show their partners what they hold, and take what they are told for what it is worth."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from lantruco.players.acquaintance import EVEN
from lantruco.players.bot import Bot
from lantruco.players.guess import guesses, sight_of
from lantruco.players.hearsay import HELD, Hearsay, Told
from lantruco.players.levels import FORTE, LEVELS, MEDIO
from lantruco.players.seat import Talker, converse
from lantruco.players.tongue import (
    LINES,
    OCCASIONS,
    QUIET_HANDS,
    Advice,
    Remark,
    Sign,
    Tongue,
    Utterance,
    best_sinal,
)
from lantruco.protocol.errors import Refused
from lantruco.protocol.events import MatchEnded, RuleEvent
from lantruco.protocol.sidetalk_messages import CONSULT, SINAIS, ChatSaid, Consulted, SinalGlimpsed, SinalSeen
from lantruco.protocol.views import TableView
from lantruco.rules import HIDDEN, Answered, Called, HandEnded, Outcome, Reason, Side

from .views import turn_view

STRONG = ("5P", "5C", "3O")
WEAK = ("4O", "6O", "7C")


def four(cards: tuple[str, ...] = STRONG, **changes: Any) -> TableView:
    """Seat 0 of four, the manilhas are the fives, Beto and Dora are bots of Ana's."""
    plain: dict[str, Any] = {
        "players": 4,
        "names": ("Ana", "Beto", "Caju", "Dora"),
        "bots": (None, "Ana", None, "Ana"),
        "counts": (3, 3, 3, 3),
    }
    return turn_view(cards, **{**plain, **changes})


def asked(cards: tuple[str, ...], **changes: Any) -> TableView:
    """The others have called truco, and a person in seat 2 answers for our side."""
    plain: dict[str, Any] = {"phase": "answer", "turn": None, "pending": 3, "actors": (2, 0), "waiting": (2,)}
    return four(cards, **{**plain, "legal": ("aceita", "corre", "seis"), "value": 1, **changes})


def hand_won(side: Side, points: int) -> RuleEvent:
    return RuleEvent(HandEnded(Outcome(side, points, Reason.VAZAS, (points, 0), None, 1, "normal")))


def quiet(seed: int, *, talks: bool = True) -> Tongue:
    return Tongue(random.Random(seed), lambda view: None, talks=talks)


@pytest.mark.parametrize(
    ("event", "occasion"),
    [
        (RuleEvent(Called(0, "truco", 3)), "called"),
        (RuleEvent(Answered(1, "corre")), "scared"),
        (hand_won("A", 3), "won"),
        (hand_won("B", 6), "lost"),
        (MatchEnded(0, (12, 3), None), "end"),
    ],
)
def test_each_occasion_has_its_remark(event: object, occasion: str) -> None:
    said = {item for seed in range(400) for item in quiet(seed).hear(event, four(sinais="proibidos"))}
    assert said == {Remark(occasion, number) for number in range(1, LINES + 1)}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "event",
    [
        RuleEvent(Called(1, "truco", 3)),
        RuleEvent(Answered(2, "corre")),
        RuleEvent(Answered(1, "aceita")),
        hand_won("A", 1),
        ChatSaid(1, "oi"),
    ],
)
def test_nothing_is_said_without_an_occasion(event: object) -> None:
    assert not any(quiet(seed).hear(event, four(sinais="proibidos")) for seed in range(200))


def test_a_bot_makes_no_two_remarks_in_a_row_and_few_in_a_match() -> None:
    for seed in range(30):
        tongue = quiet(seed)
        spoke = [
            hand
            for hand in range(25)
            for event in (RuleEvent(Called(0, "truco", 3)), hand_won("A", 3))
            for said in tongue.hear(event, four(hand=hand, sinais="proibidos"))
            if isinstance(said, Remark)
        ]
        assert len(spoke) <= 25 // QUIET_HANDS + 1
        assert all(later - before >= QUIET_HANDS for before, later in pairwise(spoke))


def test_a_silenced_bot_makes_no_remarks_but_still_talks_to_its_partner() -> None:
    for seed in range(60):
        bot = Bot(random.Random(seed), talks=False)
        said = [*bot.listen(hand_won("A", 3), four()), *bot.listen(MatchEnded(0, (12, 0), None), four())]
        assert not any(isinstance(item, Remark) for item in said)
    assert any(Bot(random.Random(seed), talks=False).listen(object(), four()) for seed in range(9))


@pytest.mark.parametrize(
    ("cards", "sinal"),
    [
        (STRONG, "zap"),
        (("5C", "4O", "6E"), "escopeta"),
        (("5E", "3O", "6E"), "espadilha"),
        (("4C", "5O", "3C"), "pica_fumo"),
        (("3O", "2O", "AO"), "tres"),
        (("4C", "2O", "AO"), "dois"),
        (("4C", "6O", "AO"), "as"),
        (("KO", "6O", "7C"), "fraco"),
    ],
)
def test_a_bot_shows_what_it_really_holds(cards: tuple[str, ...], sinal: str) -> None:
    assert best_sinal(four(cards)) == sinal
    shown = {item for seed in range(40) for item in quiet(seed).hear(object(), four(cards))}
    assert shown == {Sign(sinal)}


def test_a_three_that_is_a_manilha_is_shown_as_the_manilha() -> None:
    assert best_sinal(four(("3P", "4O", "6E"), vira="2O")) == "zap"


def test_a_sinal_is_shown_once_in_a_hand_and_less_often_where_it_may_be_glimpsed() -> None:
    free = [len(quiet(seed).hear(object(), four())) for seed in range(300)]
    seen = [len(quiet(seed).hear(object(), four(sinais="espiados"))) for seed in range(300)]
    assert sum(seen) < sum(free) * 0.7
    tongue = quiet(1)
    shown = [said for _ in range(20) for said in tongue.hear(object(), four())]
    assert len(shown) <= 1


@pytest.mark.parametrize(
    "changes",
    [
        {"sinais": "proibidos"},
        {"kind": "onze"},
        {"kind": "ferro", "cards": (HIDDEN, HIDDEN, HIDDEN)},
        {"vira": None},
        {"cards": STRONG[:2]},
    ],
    ids=lambda changes: next(iter(changes)) if isinstance(changes, dict) else "",
)
def test_where_there_is_nothing_to_show_no_sinal_is_shown(changes: dict[str, object]) -> None:
    view = replace(four(), **changes)  # type: ignore[arg-type]
    assert not any(quiet(seed).hear(object(), view) for seed in range(50))


def test_alone_on_a_side_nobody_shows_sinais() -> None:
    assert not any(quiet(seed).hear(object(), turn_view(STRONG)) for seed in range(50))


@pytest.mark.parametrize("level", LEVELS)
def test_a_bot_says_what_it_thinks_when_its_partner_asks(level: str) -> None:
    def advice(cards: tuple[str, ...]) -> list[Utterance]:
        return list(Bot(random.Random(5), level).listen(Consulted(2, "pergunta"), asked(cards)))

    assert advice(WEAK) == [Advice("corre")]
    assert advice(STRONG) in ([Advice("aceita")], [Advice("pede")])


def test_asked_again_a_bot_says_the_same_and_unasked_nothing() -> None:
    bot = Bot(random.Random(5), FORTE)
    question = Consulted(2, "pergunta")
    assert {tuple(bot.listen(question, asked(("3O", "KC", "4C")))) for _ in range(8)} == {
        tuple(bot.listen(question, asked(("3O", "KC", "4C"))))
    }
    assert list(bot.listen(Consulted(2, "corre"), asked(WEAK))) == []


def test_a_question_that_comes_before_the_truco_it_is_about_is_answered_with_it() -> None:
    bot = Bot(random.Random(5), FORTE)
    quiet = replace(four(WEAK), sinais="proibidos")
    truco = RuleEvent(Called(1, "truco", 3))
    assert list(bot.listen(Consulted(2, "pergunta"), quiet)) == []
    assert list(bot.listen(truco, asked(WEAK))) == [Advice("corre")]
    assert list(bot.listen(truco, asked(WEAK))) == []
    assert list(bot.listen(Consulted(2, "pergunta"), quiet)) == []
    assert list(bot.listen(truco, asked(WEAK, hand=quiet.hand + 1))) == []


def test_an_opinion_is_given_where_only_the_partner_may_answer() -> None:
    bot = Bot(random.Random(5), FORTE)
    alone = asked(WEAK, actors=(2,), legal=())
    assert list(bot.listen(Consulted(2, "pergunta"), alone)) == [Advice("corre")]
    onze = asked(STRONG, actors=(2,), legal=(), pending=None, kind="onze", value=3, score=(11, 4))
    assert list(bot.listen(Consulted(2, "pergunta"), onze)) == [Advice("aceita")]


def test_blind_nobody_has_an_opinion() -> None:
    bot = Bot(random.Random(5))
    blind = asked((HIDDEN, HIDDEN, HIDDEN))
    assert list(bot.listen(Consulted(2, "pergunta"), blind)) == [Advice("decide")]


def test_giving_an_opinion_changes_nothing_of_how_a_bot_answers() -> None:
    view = asked(("3O", "5E", "4C"), waiting=(0,), actors=(0, 2))
    for seed in range(6):
        told, silent = Bot(random.Random(seed), MEDIO), Bot(random.Random(seed), MEDIO)
        before = told._foresight._known.__dict__.copy()  # type: ignore[union-attr]
        told.opinion(view)
        assert told._foresight._known.__dict__ == before  # type: ignore[union-attr]
        assert silent.decide(view) in view.legal


def test_a_partner_who_shows_the_zap_is_thought_to_hold_it() -> None:
    sight = sight_of(four(("3O", "4C", "6E")))
    told = {2: Told((HELD["zap"],))}
    group, _ = guesses(sight, EVEN, 200, random.Random(1), told)
    believed = sum(HELD["zap"] in hands[2] for hands, _ in group)
    plain, _ = guesses(sight, EVEN, 200, random.Random(1))
    assert believed > 140
    assert sum(HELD["zap"] in hands[2] for hands, _ in plain) < 60
    assert all(len(hand) == 3 for hands, _ in group for hand in hands[1:])


def test_a_guess_never_has_a_card_twice_whatever_was_told() -> None:
    sight = sight_of(four(("3O", "4C", "6E")))
    told = {2: Told((13, 12, 11, 9)), 1: Told((13,)), 3: Told(weak=True)}
    group, _ = guesses(sight, EVEN, 100, random.Random(1), told)
    for hands, _ in group:
        dealt = [card for hand in hands[1:] for card in hand]
        assert all(dealt.count(card) <= sight.unseen.count(card) for card in dealt)
        assert all(len(hand) == 3 for hand in hands[1:])


def test_a_card_that_was_shown_by_a_sinal_and_then_played_is_not_expected_again() -> None:
    view = four(
        ("3O", "4C"), counts=(2, 3, 2, 3), past=(((0, "6E"), (1, "4O"), (2, "5P"), (3, "6C")),), vazas=("A",)
    )
    group, _ = guesses(sight_of(view), EVEN, 50, random.Random(1), {2: Told((HELD["zap"],))})
    assert not any(HELD["zap"] in hands[2] for hands, _ in group)


def test_sinais_are_forgotten_with_their_hand() -> None:
    heard = Hearsay()
    heard.hear(SinalSeen(2, "zap"), four())
    heard.hear(SinalSeen(2, "tres"), four())
    heard.hear(SinalGlimpsed(1, "fraco"), four())
    assert heard.told == {2: Told((HELD["zap"], HELD["tres"])), 1: Told(weak=True)}
    heard.notice(four(hand=1))
    assert heard.told == {}


def test_a_bot_calls_truco_when_its_partner_wants_it_and_waits_when_he_does_not() -> None:
    turn = four(STRONG, legal=(*STRONG, "truco"))
    for seed in range(12):
        eager, patient = Bot(random.Random(seed), MEDIO), Bot(random.Random(seed), MEDIO)
        eager.listen(SinalSeen(2, "truca"), turn)
        patient.listen(SinalSeen(2, "espera"), turn)
        assert eager.decide(turn) == "truco"
        assert patient.decide(turn) in STRONG


def test_an_opponents_wish_moves_nobody() -> None:
    heard = Hearsay()
    heard.hear(SinalGlimpsed(1, "truca"), four())
    assert heard.obeyed(four(legal=(*STRONG, "truco"))) == four(legal=(*STRONG, "truco"))


class Hall:
    """A table that hears everything, or refuses it."""

    def __init__(self, refuse: str | None = None) -> None:
        self.heard: list[str] = []
        self._refuse = refuse

    def chat(self, text: str) -> None:
        self._hear(f"/{text}")

    def sinal(self, sinal: str) -> None:
        assert sinal in SINAIS
        self._hear(f"!{sinal}")

    def consult(self, word: str) -> None:
        assert word in CONSULT
        self._hear(f"?{word}")

    def _hear(self, said: str) -> None:
        if self._refuse is not None:
            raise Refused(self._refuse)
        self.heard.append(said)


def test_what_a_bot_says_reaches_the_table_and_a_refusal_stops_nothing() -> None:
    said: list[Utterance] = [Remark("won", 1), Sign("zap"), Advice("corre")]
    hall = Hall()
    converse(hall, said, lambda remark: f"{remark.occasion}{remark.number}")
    assert hall.heard == ["/won1", "!zap", "?corre"]
    converse(Hall("E_SIDEKEY"), said, lambda remark: "")


def test_every_bot_is_a_talker() -> None:
    assert isinstance(Bot(random.Random(0)), Talker)
    assert len(OCCASIONS) == len(set(OCCASIONS))
