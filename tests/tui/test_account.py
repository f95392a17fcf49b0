"""What a player reads of what happens."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from lantruco.peer import events as peer
from lantruco.protocol.events import (
    CardsDealt,
    CardsDrawn,
    FaultFound,
    HandStarted,
    MatchClosed,
    MatchEnded,
    PartnerCards,
    RuleEvent,
)
from lantruco.rules import Answered, Called, Card, HandEnded, Outcome, Played, Reason, Shown, VazaEnded
from lantruco.tui.account import seats_line, table_lines, tell
from lantruco.tui.texts import Texts
from tests.tui.fakes import view

PT = Texts("pt")
EN = Texts("en")


def told(event: object, **changes: object) -> str:
    return "\n".join(tell(event, view(**changes), PT))


def test_a_hand_begins_with_score_dealer_leader_vira_manilhas_and_my_cards() -> None:
    # The table may be further on already when the player is told.
    later = {"cards": ("5O",), "vira": None, "hand": 9, "score": (9, 9)}
    text = told(HandStarted(3, 1, "normal", (3, 5)), **later)
    text += told(CardsDealt(3, "7P", ("3E", "QP", "5O")), **later)
    assert "Mão 4" in text
    assert "Nós 3 × 5 Eles" in text
    assert "pé: Beto · mão: Ana" in text
    assert "Vira: 7♣. Manilhas: Q♣ Zap, Q♥ Escopeta, Q♠ Espadilha, Q♦ Pica-fumo" in text
    assert "Suas cartas: 3♠  Q♣ Zap  5♦" in text


def test_the_score_is_ours_first_from_either_side() -> None:
    assert "Nós 5 × 3 Eles" in told(HandStarted(3, 1, "normal", (3, 5)), seat=1)


def test_a_played_manilha_is_called_by_its_name() -> None:
    assert told(RuleEvent(Played(1, 3, Card.parse("QE"), False))) == "Beto joga Q♠ Espadilha"
    assert told(Played(0, 1, Card.parse("QC"), False)) == "Você joga Q♥ Escopeta"


def test_a_covered_card_is_never_named() -> None:
    assert told(Played(1, 3, Card.parse("QE"), True)) == "Beto joga uma carta coberta"


def test_a_raise_says_what_was_asked_and_what_it_is_worth() -> None:
    assert told(Called(1, "truco", 3)) == "Beto pede: Truco! Vale 3 tentos."
    assert told(Called(0, "doze", 12)) == "Você pede: Doze! Vale 12 tentos."


def test_an_accepted_raise_says_the_new_value() -> None:
    assert told(Answered(1, "aceita"), value=3) == "Beto aceita. A mão vale 3 tentos."


def test_a_vaza_says_whose_it_is_and_who_leads() -> None:
    assert told(VazaEnded(0, "B", 1), turn=1) == "Vaza 1: deles. Beto torna."
    assert told(VazaEnded(1, "T", 0), turn=0) == "Vaza 2: empate. Você torna."
    assert told(VazaEnded(2, "A", 0)) == "Vaza 3: nossa."


@pytest.mark.parametrize(
    ("winner", "points", "text"),
    [
        ("A", 1, "A mão é nossa: 1 tento (nas vazas)."),
        ("B", 3, "A mão é deles: 3 tentos (nas vazas)."),
        (None, 0, "A mão não é de ninguém (nas vazas)."),
    ],
)
def test_the_end_of_a_hand_says_who_scores_and_why(winner: str | None, points: int, text: str) -> None:
    outcome = Outcome(winner, points, Reason.VAZAS, (4, 2), None, 0, "normal")  # type: ignore[arg-type]
    assert tell(HandEnded(outcome), view(), PT) == [text, "Nós 4 × 2 Eles"]


def test_onze_and_ferro_are_announced_with_their_cards() -> None:
    assert "nós temos 11" in told(HandStarted(1, 0, "onze", (11, 2)))
    assert "eles têm 11" in told(HandStarted(1, 0, "onze", (2, 11)))
    assert "Mão de ferro" in told(HandStarted(1, 0, "ferro", (11, 11)))
    assert "3 cartas estão fechadas" in told(CardsDealt(1, "7P", ("??", "??", "??")))


def test_at_onze_a_partners_cards_are_told_and_told_again_with_the_table() -> None:
    four = {"names": ("Ana", "Beto", "Caio", "Davi"), "bots": (None,) * 4}
    line = "Cartas de Caio, que só o seu lado vê: Q♥ Escopeta"
    assert told(PartnerCards(0, 2, ("QC",)), **four) == line
    assert line in "\n".join(table_lines(view(partners=((2, ("QC",)),), **four), PT))


def test_new_cards_after_a_familia_real_are_told_to_their_seat() -> None:
    assert told(CardsDrawn(0, ("4O", "QP", "3C"))) == "Suas cartas: 4♦  Q♣ Zap  3♥"


def test_a_bot_is_always_shown_with_its_person() -> None:
    line = seats_line(view(names=("Ana", "B1", "Caio", "B2"), bots=(None, "Ana", None, "Beto")), PT)
    assert line == "Na mesa: Ana (você) · B1 [bot de Ana] · Caio (seu lado) · B2 [bot de Beto]"


def test_a_fault_names_the_seat_and_the_code() -> None:
    assert "Beto quebrou as regras (E_PROOF)" in told(FaultFound(1, "E_PROOF", "deck", 1, 3))
    assert "Este programa" in told(FaultFound(0, "E_PROOF", "deck", 1, 3))


def test_the_end_of_a_match_is_told_from_my_side() -> None:
    assert "Ganhamos a partida, 12 a 7!" in told(MatchEnded(0, (12, 7), None))
    assert "Perdemos a partida, 7 a 12." in told(MatchEnded(0, (12, 7), None), seat=1)
    assert "ab" * 32 in told(MatchClosed(b"\xab" * 32))


def test_a_missing_peer_is_named_with_what_can_be_done() -> None:
    text = told(peer.Missing((1,), 20))
    assert "Beto não responde" in text
    assert "sair" in text
    assert "Fora da mesa: Beto." in told(peer.Missing((1,), 20, left=True))


def test_an_unfinished_match_says_for_whom_its_record_waits() -> None:
    assert "espera por Beto" in told(peer.Unfinished((1,)))


def test_a_table_before_the_match_needs_no_view() -> None:
    assert "porta 47110" in tell(peer.Opened("Bar", 47110, ("10.0.0.7",)), None, PT)[0]
    assert "não há rede" in tell(peer.NoDiscovery("network"), None, PT)[0]
    assert tell(peer.Ended("E_FULL"), None, PT) == [PT.error("E_FULL")]
    assert tell(peer.Ended(None), None, PT) == []
    assert tell(MatchEnded(0, (12, 0), None), None, PT) == []


def test_names_from_other_machines_cannot_move_the_cursor() -> None:
    text = told(peer.Gathered(("Ana\x1b[2J\n\u202e", None), ("Zé\x07", None), 0))
    assert "\x1b" not in text
    assert "bot de Zé]" in text
    assert "\u202e" not in text
    assert "\n" not in text


def test_the_table_can_be_told_again_whole() -> None:
    text = "\n".join(table_lines(view(table=((1, "3P"),), vazas=("A",), value=3, waiting=(1,)), PT))
    assert "Vazas: nossa" in text
    assert "Na vaza: Beto 3♣" in text
    assert "vale 3 tentos" in text
    assert "Espera-se Beto" in text


def test_without_drawn_suits_a_card_is_its_code_and_no_accent_is_left() -> None:
    text = "\n".join(table_lines(view(), Texts("pt", ascii=True)))
    assert text.isascii()
    assert "QP Zap" in text
    assert "Mao 1" in text


def test_who_only_watches_reads_names_and_no_cards() -> None:
    watching = view(seat=None, names=("Ana", "Beto", "Caio", "Davi"), bots=(None,) * 4, counts=(3,) * 4)
    text = "\n".join(
        line
        for event in (
            HandStarted(0, 3, "normal", (0, 1)),
            CardsDealt(0, "7P", ()),
            VazaEnded(0, "B", 1),
            HandEnded(Outcome("A", 3, Reason.CORREU, (3, 1), None, 0, "normal")),
            MatchEnded(1, (3, 12), None),
        )
        for line in tell(event, watching, PT)
    )
    assert "Ana + Caio 0 × 1 Beto + Davi" in text
    assert "Vaza 1: de Beto + Davi. Beto torna." in text
    assert "A mão é de Ana + Caio: 3 tentos (o outro lado correu)." in text
    assert "A partida é de Beto + Davi: 3 a 12." in text
    assert "cartas" not in text


def test_the_same_table_in_english() -> None:
    assert tell(Called(1, "seis", 6), view(), EN) == ["Beto calls: Seis! It asks for 6 tentos."]


def test_a_challenged_familia_real_is_told_with_its_cards() -> None:
    cards = tuple(Card.parse(code) for code in ("QP", "KO", "JE"))
    shown = RuleEvent(Shown(1, (3, 4, 5), cards))
    assert tell(shown, view(), Texts("pt")) == ["Beto mostra as cartas: Q♣ Zap  K♦  J♠"]
    assert tell(shown, view(seat=1), Texts("en")) == ["You show the cards: Q♣ Zap  K♦  J♠"]


def test_a_disk_that_takes_nothing_is_told_with_whose_where_and_why() -> None:
    mine = told(peer.DiskRefused(Path("/home/ze/lantruco/journal"), "ENOSPC"))
    assert mine.startswith("O seu disco não grava em ")
    assert "journal" in mine
    assert "(o disco está cheio)" in mine
    assert tell(peer.DiskRefused(Path("x"), "EROFS"), None, EN)[0].startswith(
        "Your disk takes nothing in x (the disk is read-only)"
    )
    assert "(" + os.strerror(errno.ENXIO) + ")" in told(peer.DiskRefused(Path("x"), "ENXIO"))
    assert "continua" in told(peer.DiskTook())


def test_the_disk_of_another_seat_is_told_by_name_and_my_bots_as_mine() -> None:
    assert told(peer.SeatHeld(1, held=True)) == "O disco de Beto não grava: a mesa espera até que grave."
    assert told(peer.SeatHeld(1, held=False)) == "O disco de Beto grava de novo."
    mine = told(peer.SeatHeld(1, held=True), names=("Ana", "Zeca"), bots=(None, "Ana"))
    assert mine.startswith("O seu bot Zeca não consegue gravar")
    others = told(peer.SeatHeld(1, held=True), names=("Ana", "Zeca"), bots=(None, "Caio"))
    assert others.startswith("O disco de Zeca")


def test_a_record_without_its_end_is_told_as_such() -> None:
    assert "sem o fim" in told(peer.RecordKept(Path("x.jsonl"), cut=True))
    assert told(peer.RecordKept(Path("x.jsonl"))) == "Registro: x.jsonl"
